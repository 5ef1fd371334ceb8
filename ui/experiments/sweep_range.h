// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A parameter of a sweep and its range: which, from where to where, in how many steps, at equal
// distances or by equal factors.

#include "experiment/sweep_choices.h"

#include <QtWidgets/QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QGridLayout;
class QSpinBox;

namespace resched::ui {

class DurationEdit;

class SweepRange final : public QWidget
{
    Q_OBJECT
public:
    // An optional one may stay without a parameter.
    explicit SweepRange(bool isOptional, QWidget* parent = nullptr);

    // Keeps the parameter and its range where it is still there.
    void setChoices(std::vector<SweepChoice> choices);
    void choose(std::string_view name);
    void setRange(std::int64_t from, std::int64_t to, int steps, bool isLog);
    bool hasParameter() const { return choice() != nullptr; }
    // InvalidArgument for a range that makes no sense.
    Result<SweepParameter> parameter() const;

signals:
    void changed();

private:
    const SweepChoice* choice() const;  // null: none
    void takeChoice();
    DurationEdit* makeEdit(int row, const QString& name);

    bool isOptional_;
    std::vector<SweepChoice> choices_;
    std::string chosen_;
    QGridLayout* grid_;
    QComboBox* name_;
    DurationEdit* from_ = nullptr;  // made anew for each kind of number
    DurationEdit* to_ = nullptr;
    QSpinBox* steps_;
    QComboBox* spacing_;
};

}  // namespace resched::ui
