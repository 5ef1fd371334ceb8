// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/tuning_panel.h"

#include "format.h"
#include "panels/duration_edit.h"
#include "panels/tunable_row.h"
#include "replay/fidelity.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace resched::ui {
namespace {

constexpr std::array kTickRates{100, 250, 300, 1000};

struct CostField
{
    Nanoseconds CostModel::*field;
    const char* name;
};

constexpr std::array kCosts{
    CostField{&CostModel::contextSwitch, QT_TRANSLATE_NOOP("TuningPanel", "Context switch")},
    CostField{&CostModel::refillFull, QT_TRANSLATE_NOOP("TuningPanel", "Cache refill")},
    CostField{&CostModel::refillScale, QT_TRANSLATE_NOOP("TuningPanel", "Refill scale")},
    CostField{&CostModel::migration, QT_TRANSLATE_NOOP("TuningPanel", "Migration")},
    CostField{&CostModel::wakeup, QT_TRANSLATE_NOOP("TuningPanel", "Wakeup")},
    CostField{&CostModel::ipi, QT_TRANSLATE_NOOP("TuningPanel", "Interrupt to a CPU")},
    CostField{&CostModel::tick, QT_TRANSLATE_NOOP("TuningPanel", "Timer tick")},
    CostField{&CostModel::fork, QT_TRANSLATE_NOOP("TuningPanel", "Fork")},
    CostField{&CostModel::syscall, QT_TRANSLATE_NOOP("TuningPanel", "System call")},
};

QGroupBox* group(const QString& title, QWidget* parent)
{
    auto* box = new QGroupBox(title, parent);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    return box;
}

// Long names must not make the panel wide.
void letShrink(QComboBox* box)
{
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
}

}  // namespace

TuningPanel::TuningPanel(Session& session, QWidget* parent) : QWidget(parent), session_(session)
{
    auto* inner = new QWidget(this);
    content_ = new QVBoxLayout(inner);
    content_->setContentsMargins(6, 6, 6, 6);
    content_->addWidget(buildChoices());
    schedulerPart_ = new QWidget(inner);
    content_->addWidget(schedulerPart_);
    content_->addWidget(buildCosts());
    content_->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(inner);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll, 1);
    all->addWidget(buildFoot());
    connect(&session_, &Session::traceOpened, this, &TuningPanel::fillMachines);
    connect(&session_, &Session::settingsChanged, this, &TuningPanel::showSettings);
    connect(&session_, &Session::runsChanged, this, &TuningPanel::showFidelity);
    connect(&session_.runJob(), &Job::started, this, &TuningPanel::showProgress);
    connect(&session_.runJob(), &Job::finished, this, &TuningPanel::showProgress);
    connect(&session_.runJob(), &Job::progressed, this,
            [this](double fraction) { progress_->setValue(static_cast<int>(fraction * 100)); });
    fillMachines();
    showSettings();
    showProgress();
    showFidelity();
}

QWidget* TuningPanel::buildChoices()
{
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    scheduler_ = new QComboBox(box);
    letShrink(scheduler_);
    for (const SchedulerPreset& preset : schedulers()) {
        scheduler_->addItem(fromTrace(preset.title), fromTrace(preset.id));
        scheduler_->setItemData(scheduler_->count() - 1, fromTrace(preset.provenance),
                                Qt::ToolTipRole);
    }
    machine_ = new QComboBox(box);
    letShrink(machine_);
    hz_ = new QComboBox(box);
    for (const int rate : kTickRates) hz_->addItem(tr("%1 Hz").arg(rate), rate);
    seed_ = new DurationEdit(DurationEdit::Kind::Count, box);
    seed_->setBounds(1, 1'000'000'000);
    form->addRow(tr("S&cheduler"), scheduler_);
    form->addRow(tr("Mac&hine"), machine_);
    form->addRow(tr("Tick &rate"), hz_);
    form->addRow(tr("S&eed"), seed_);
    connect(scheduler_, &QComboBox::activated, this, [this](int at) {
        apply(tr("choose scheduler"), true, [&](RunSettings& settings) {
            settings.scheduler = {};
            settings.scheduler.scheduler = scheduler_->itemData(at).toString().toStdString();
        });
    });
    connect(machine_, &QComboBox::activated, this, [this](int at) {
        apply(tr("choose machine"), true, [&](RunSettings& settings) {
            settings.machine = machines_[static_cast<std::size_t>(at)];
        });
    });
    connect(hz_, &QComboBox::activated, this, [this](int at) {
        apply(tr("change tick rate"), true,
              [&](RunSettings& settings) { settings.machine.hz = hz_->itemData(at).toInt(); });
    });
    connect(seed_, &DurationEdit::edited, this, [this](qint64 seed) {
        apply(tr("change seed"), true,
              [&](RunSettings& settings) { settings.seed = static_cast<std::uint64_t>(seed); });
    });
    return box;
}

QWidget* TuningPanel::buildCosts()
{
    auto* box = new QGroupBox(tr("Costs of the machine"), this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(6, 4, 6, 6);
    for (const CostField& cost : kCosts) {
        auto* edit = new DurationEdit(DurationEdit::Kind::Duration, box);
        edit->setBounds(0, 1'000'000'000);
        form->addRow(QCoreApplication::translate("TuningPanel", cost.name), edit);
        costs_.emplace_back(cost.field, edit);
        connect(edit, &DurationEdit::edited, this, [this, field = cost.field](qint64 value) {
            apply(tr("change cost"), true, [&](RunSettings& settings) {
                settings.machine.costs.*field = Nanoseconds{value};
            });
        });
    }
    return box;
}

QWidget* TuningPanel::buildFoot()
{
    auto* foot = new QWidget(this);
    auto* layout = new QVBoxLayout(foot);
    layout->setContentsMargins(6, 0, 6, 6);
    fidelity_ = new QLabel(foot);
    fidelity_->setWordWrap(true);
    fidelity_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    rerun_ = new QPushButton(tr("Re-run"), foot);
    progress_ = new QProgressBar(foot);
    progress_->setRange(0, 100);
    cancel_ = new QPushButton(tr("Cancel"), foot);
    auto* reset = new QPushButton(tr("Kernel defaults"), foot);
    reset->setToolTip(tr("Reset tunables and features to the kernel's defaults"));
    auto* recorded = new QPushButton(tr("As recorded"), foot);
    recorded->setToolTip(tr("Scheduler and machine as in the recording"));
    connect(rerun_, &QPushButton::clicked, &session_, &Session::rerun);
    connect(cancel_, &QPushButton::clicked, &session_, &Session::cancelRerun);
    connect(reset, &QPushButton::clicked, this, &TuningPanel::resetToDefaults);
    connect(recorded, &QPushButton::clicked, this, &TuningPanel::resetToRecorded);
    auto* running = new QHBoxLayout;
    running->addWidget(rerun_, 1);
    running->addWidget(progress_, 1);
    running->addWidget(cancel_);
    auto* resets = new QHBoxLayout;
    resets->addWidget(reset);
    resets->addWidget(recorded);
    layout->addWidget(fidelity_);
    layout->addLayout(resets);
    layout->addLayout(running);
    return foot;
}

// At least one: before a recording is open there is no machine.
int TuningPanel::cpus() const
{
    return std::max(session_.settings().machine.topology.count(), 1);
}

void TuningPanel::fillMachines()
{
    selfReplay_.clear();
    machines_.assign(1, session_.recordedSettings().machine);
    machine_->clear();
    machine_->addItem(tr("as recorded (%1)").arg(fromTrace(machines_.front().topology.text())));
    for (const Machine& machine : builtInMachines()) {
        machines_.push_back(machine);
        machine_->addItem(fromTrace(machine.name));
        machine_->setItemData(machine_->count() - 1, fromTrace(machine.description),
                              Qt::ToolTipRole);
    }
}

void TuningPanel::rebuildScheduler()
{
    const auto& id = session_.settings().scheduler.scheduler;
    if (shownScheduler_ == id && shownCpus_ == cpus()) return;
    shownScheduler_ = id;
    shownCpus_ = cpus();
    tunables_.clear();
    features_.clear();
    auto* fresh = new QWidget(this);
    auto* layout = new QVBoxLayout(fresh);
    layout->setContentsMargins(0, 0, 0, 0);
    if (const SchedulerPreset* preset = findScheduler(id)) {
        addTunables(*preset, layout);
        addFeatures(*preset, layout);
    }
    delete content_->replaceWidget(schedulerPart_, fresh);
    schedulerPart_->deleteLater();
    schedulerPart_ = fresh;
}

void TuningPanel::addTunables(const SchedulerPreset& preset, QVBoxLayout* layout)
{
    if (preset.tunables.empty()) return;
    auto* box = group(tr("Tunables"), layout->parentWidget());
    for (const TunableSpec& spec : preset.tunables) {
        const TunableLimits limits{.minimum = spec.minimum,
                                   .maximum = spec.maximum,
                                   .usual = defaultValue(spec, cpus()),
                                   .isDuration = spec.unit == TunableUnit::Nanoseconds};
        auto* row = new TunableRow(fromTrace(spec.name), fromTrace(spec.description), limits, box);
        row->setValue(limits.usual);
        box->layout()->addWidget(row);
        const std::string name(spec.name);
        tunables_.emplace_back(name, row);
        connect(row, &TunableRow::edited, this, [this, name, limits](qint64 value, bool begins) {
            apply(tr("change %1").arg(fromTrace(name)), begins, [&](RunSettings& settings) {
                auto& chosen = settings.scheduler.tunables;
                if (value == limits.usual) {
                    chosen.erase(name);
                } else {
                    chosen[name] = value;
                }
            });
        });
    }
    layout->addWidget(box);
}

void TuningPanel::addFeatures(const SchedulerPreset& preset, QVBoxLayout* layout)
{
    if (preset.features.empty()) return;
    auto* box = group(tr("Features"), layout->parentWidget());
    for (const FeatureSpec& spec : preset.features) {
        auto* check = new QCheckBox(fromTrace(spec.name), box);
        QString tip = fromTrace(spec.description);
        if (!spec.confidence.empty()) tip += QLatin1Char('\n') + fromTrace(spec.confidence);
        check->setToolTip(tip);
        box->layout()->addWidget(check);
        const std::string name(spec.name);
        features_.emplace_back(name, check);
        connect(check, &QCheckBox::clicked, this, [this, name, usual = spec.enabled](bool on) {
            apply(tr("switch %1").arg(fromTrace(name)), true, [&](RunSettings& settings) {
                if (on == usual) {
                    settings.scheduler.features.erase(name);
                } else {
                    settings.scheduler.features[name] = on;
                }
            });
        });
    }
    layout->addWidget(box);
}

void TuningPanel::showSettings()
{
    const RunSettings& settings = session_.settings();
    rebuildScheduler();
    scheduler_->setCurrentIndex(scheduler_->findData(fromTrace(settings.scheduler.scheduler)));
    const auto machine = std::find_if(machines_.begin(), machines_.end(), [&](const Machine& each) {
        return each.name == settings.machine.name && each.topology == settings.machine.topology;
    });
    machine_->setCurrentIndex(static_cast<int>(machine - machines_.begin()) %
                              static_cast<int>(machines_.size()));
    if (hz_->findData(settings.machine.hz) < 0) {
        hz_->addItem(tr("%1 Hz").arg(settings.machine.hz), settings.machine.hz);
    }
    hz_->setCurrentIndex(hz_->findData(settings.machine.hz));
    seed_->setValue(static_cast<std::int64_t>(settings.seed));
    const SchedulerPreset* preset = findScheduler(settings.scheduler.scheduler);
    for (std::size_t i = 0; preset && i < tunables_.size(); ++i) {
        const auto& chosen = settings.scheduler.tunables;
        const auto found = chosen.find(tunables_[i].first);
        tunables_[i].second->setValue(
            found != chosen.end() ? found->second : defaultValue(preset->tunables[i], cpus()));
    }
    for (std::size_t i = 0; preset && i < features_.size(); ++i) {
        const auto& chosen = settings.scheduler.features;
        const auto found = chosen.find(features_[i].first);
        features_[i].second->setChecked(found != chosen.end() ? found->second
                                                              : preset->features[i].enabled);
    }
    for (const auto& [field, edit] : costs_)
        edit->setValue((settings.machine.costs.*field).count());
}

void TuningPanel::showProgress()
{
    const bool runs = session_.runJob().isRunning();
    rerun_->setVisible(!runs);
    rerun_->setEnabled(session_.canRerun());
    progress_->setVisible(runs);
    cancel_->setVisible(runs);
    if (!runs) progress_->setValue(0);
}

void TuningPanel::showFidelity()
{
    showProgress();
    const auto recorded = session_.baseline();
    const Run* current = session_.run(RunRole::Current);
    if (!recorded || !current || recorded->info().simulated) {
        fidelityJob_.cancel();
        fidelity_->setText(recorded ? tr("Move a slider or press Re-run to replay the recording.")
                                    : tr("Open a recording to replay it."));
        return;
    }
    fidelityJob_.start<Fidelity>(
        [recorded, replayed = current->trace](Progress&) -> Result<Fidelity> {
            return measureFidelity(*recorded, *replayed);
        },
        this,
        [this, current = current->id](Result<Fidelity> fidelity) {
            const Run* run = session_.run(RunRole::Current);
            if (!fidelity || !run || run->id != current) return;
            const QString figures =
                tr("same task on the CPU %1 of the time, run delay K-S distance %2, switches %3, "
                   "largest CPU share error %4")
                    .arg(percent(fidelity->sameTaskTime), real(fidelity->runDelayKs, 2),
                         percent(fidelity->switches.error()), percent(fidelity->shareErrorMax));
            if (run->settings == session_.recordedSettings()) {
                selfReplay_ = tr("Trust: self-replay grade %1 (%2).")
                                  .arg(fromTrace(gradeName(fidelity->grade)), figures);
                fidelity_->setText(selfReplay_);
            } else {
                fidelity_->setText(tr("Against the recording: %1.").arg(figures) +
                                   QLatin1Char('\n') + selfReplay_);
            }
        });
}

void TuningPanel::apply(const QString& what, bool begins, const Change& change)
{
    if (begins) ++gesture_;
    RunSettings settings = session_.settings();
    change(settings);
    session_.changeSettings(std::move(settings), what, gesture_);
}

void TuningPanel::resetToDefaults()
{
    apply(tr("reset to kernel defaults"), true, [](RunSettings& settings) {
        settings.scheduler.tunables.clear();
        settings.scheduler.features.clear();
    });
}

void TuningPanel::resetToRecorded()
{
    apply(tr("reset to the recording"), true,
          [this](RunSettings& settings) { settings = session_.recordedSettings(); });
}

TunableRow* TuningPanel::tunable(std::string_view name) const
{
    for (const auto& [key, row] : tunables_) {
        if (key == name) return row;
    }
    return nullptr;
}

QCheckBox* TuningPanel::feature(std::string_view name) const
{
    for (const auto& [key, box] : features_) {
        if (key == name) return box;
    }
    return nullptr;
}

}  // namespace resched::ui
