// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/latency_panel.h"

#include "format.h"

#include <QtCore/QEvent>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace resched::ui {
namespace {

std::optional<LatencyRun> named(const QString& label,
                                const std::shared_ptr<const LatencyData>& data)
{
    return data ? std::optional(LatencyRun{label, data}) : std::nullopt;
}

std::shared_ptr<const LatencyData> dataOf(const std::shared_ptr<const Trace>& trace,
                                          WaitOptions options, std::optional<Tid> tid)
{
    if (!trace) return nullptr;
    if (tid) {
        options.task = trace->find(*tid);
        if (!options.task) return nullptr;
    }
    return std::make_shared<const LatencyData>(latencyData(*trace, options));
}

}  // namespace

LatencyPanel::LatencyPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      plot_(new LatencyPlot(this)),
      logLengths_(new QCheckBox(tr("Log lengths"), this)),
      logCounts_(new QCheckBox(tr("Log counts"), this)),
      cdf_(new QCheckBox(tr("Cumulative share"), this)),
      onlyTask_(new QCheckBox(tr("Only the selected task"), this)),
      caption_(new QLabel(this))
{
    logLengths_->setChecked(true);
    // The panel is low; the cumulative curve has room when the dock is drawn higher.
    cdf_->setChecked(false);
    plot_->setMinimumHeight(120);
    caption_->setTextFormat(Qt::PlainText);
    caption_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* controls = new QHBoxLayout;
    for (QCheckBox* box : {logLengths_, logCounts_, cdf_, onlyTask_}) controls->addWidget(box);
    controls->addWidget(caption_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addLayout(controls);
    layout->addWidget(plot_, 1);
    for (QCheckBox* box : {logLengths_, logCounts_, cdf_}) {
        connect(box, &QCheckBox::toggled, this, &LatencyPanel::changePlot);
    }
    connect(onlyTask_, &QCheckBox::toggled, this, &LatencyPanel::recompute);
    connect(plot_, &LatencyPlot::brushedChanged, this, &LatencyPanel::brush);
    connect(&session_, &Session::runsChanged, this, &LatencyPanel::recompute);
    connect(&session_, &Session::selectedRangeChanged, this, &LatencyPanel::recompute);
    connect(&session_, &Session::waitRuleChanged, this, &LatencyPanel::recompute);
    connect(&session_, &Session::selectedTaskChanged, this, [this] {
        onlyTask_->setEnabled(session_.selectedTask().has_value());
        if (onlyTask_->isChecked()) recompute();
    });
    onlyTask_->setEnabled(false);
    plot_->setTheme(Theme::forPalette(palette()));
    changePlot();
    recompute();
}

void LatencyPanel::changePlot()
{
    plot_->setSettings({.lengths = logLengths_->isChecked() ? Scale::Log : Scale::Linear,
                        .counts = logCounts_->isChecked() ? Scale::Log : Scale::Linear,
                        .showCdf = cdf_->isChecked(),
                        .showPercentiles = true});
}

void LatencyPanel::recompute()
{
    const WaitOptions options{.rule = session_.waitRule(), .window = session_.studiedRange()};
    const auto tid = onlyTask_->isChecked() ? session_.selectedTask() : std::nullopt;
    job_.start<Data>(
        [baseline = session_.baseline(), current = session_.current(), options,
         tid](Progress&) -> Result<Data> {
            return Data{dataOf(baseline, options, tid), dataOf(current, options, tid)};
        },
        this,
        [this](Result<Data> data) {
            if (data) show(*std::move(data));
        });
}

void LatencyPanel::show(Data data)
{
    data_ = std::move(data);
    const auto& [baseline, current] = data_;
    // One run alone is shown as the current one.
    if (current) {
        plot_->setRuns(named(tr("Baseline"), baseline), named(tr("Current"), current));
    } else {
        plot_->setRuns(std::nullopt, named(tr("Baseline"), baseline));
    }
    caption_->setText(baseline ? ruleText(baseline->rule) : QString());
}

void LatencyPanel::brush()
{
    const auto& brushed = plot_->brushed();
    const auto waits = [&](const std::shared_ptr<const LatencyData>& data) {
        std::vector<Wait> chosen;
        if (!brushed || !data) return chosen;
        const auto found = waitsBetween(*data, brushed->first, brushed->second);
        chosen.assign(found.begin(), found.end());
        std::stable_sort(chosen.begin(), chosen.end(),
                         [](const Wait& a, const Wait& b) { return a.end < b.end; });
        return chosen;
    };
    session_.setBrushedWaits(RunRole::Baseline, waits(data_.first));
    session_.setBrushedWaits(RunRole::Current, waits(data_.second));
}

void LatencyPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) plot_->setTheme(Theme::forPalette(palette()));
    QWidget::changeEvent(event);
}

}  // namespace resched::ui
