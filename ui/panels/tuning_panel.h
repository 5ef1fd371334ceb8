// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the next re-run is like: scheduler, tunables, features, machine, tick rate, costs, seed.
// Every change is an undoable change of the session's settings, which re-runs at once; the panel
// shows what the session says. Beside it stands how far the model may be trusted on this recording.

#include "session/session.h"

#include <QtWidgets/QWidget>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QGroupBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace resched::ui {

class DurationEdit;
class TunableRow;

class TuningPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit TuningPanel(Session& session, QWidget* parent = nullptr);

    TunableRow* tunable(std::string_view name) const;  // null when the scheduler lacks it
    QCheckBox* feature(std::string_view name) const;

public slots:
    void resetToDefaults();
    void resetToRecorded();

private:
    using Change = std::function<void(RunSettings&)>;

    QWidget* buildChoices();
    QWidget* buildCosts();
    QWidget* buildFoot();
    void rebuildScheduler();
    void addTunables(const SchedulerPreset& preset, QVBoxLayout* layout);
    void addFeatures(const SchedulerPreset& preset, QVBoxLayout* layout);
    void fillMachines();
    void showSettings();
    void showProgress();
    void showFidelity();
    void apply(const QString& what, bool begins, const Change& change);
    int cpus() const;

    Session& session_;
    int gesture_ = 0;
    QComboBox* scheduler_ = nullptr;
    QComboBox* machine_ = nullptr;
    QComboBox* hz_ = nullptr;
    DurationEdit* seed_ = nullptr;
    QWidget* schedulerPart_ = nullptr;  // tunables and features; made anew for each scheduler
    QVBoxLayout* content_ = nullptr;
    std::vector<std::pair<std::string, TunableRow*>> tunables_;
    std::vector<std::pair<std::string, QCheckBox*>> features_;
    std::vector<std::pair<Nanoseconds CostModel::*, DurationEdit*>> costs_;
    std::string shownScheduler_;
    int shownCpus_ = 0;
    std::vector<Machine> machines_;  // the recorded one first

    QPushButton* rerun_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QPushButton* cancel_ = nullptr;
    QLabel* fidelity_ = nullptr;
    QString selfReplay_;  // how well the recorded settings reproduced this recording; once known
    Job fidelityJob_;
};

}  // namespace resched::ui
