// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/strip_panel.h"

#include "timeline/view_math.h"

#include <QtCore/QEvent>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace resched::ui {

StripPanel::StripPanel(Session& session, Source source, QString emptyText, QWidget* parent)
    : QWidget(parent),
      session_(session),
      source_(std::move(source)),
      emptyText_(std::move(emptyText)),
      scroll_(new QScrollArea(this)),
      plot_(new StripPlot)
{
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidget(plot_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll_);
    plot_->setMinimumHeight(140);
    plot_->setTheme(Theme::forPalette(palette()));
    connectSession();
    recompute();
}

void StripPanel::connectSession()
{
    connect(&session_, &Session::runsChanged, this, &StripPanel::recompute);
    connect(&session_, &Session::visibleRangeChanged, plot_, &StripPlot::setVisibleRange);
    connect(&session_, &Session::selectedRangeChanged, plot_, &StripPlot::setSelectedRange);
    connect(&session_, &Session::cursorChanged, plot_,
            [this] { plot_->setCursor(session_.cursor()); });
    connect(plot_, &StripPlot::visibleRangeRequested, &session_, [this](TimeRange range) {
        const bool in = range.length() < session_.visibleRange().length();
        session_.setVisibleRange(fitted(range, session_.fullRange()),
                                 in ? ViewStep::ZoomIn : ViewStep::ZoomOut);
    });
    connect(plot_, &StripPlot::rangeSelected, &session_, &Session::setSelectedRange);
    connect(plot_, &StripPlot::cursorRequested, &session_, &Session::setCursor);
}

void StripPanel::recompute()
{
    std::optional<NamedRun> baseline;
    std::optional<NamedRun> current;
    if (session_.baseline()) baseline = NamedRun{tr("Baseline"), session_.baseline()};
    if (session_.current()) current = NamedRun{tr("Current"), session_.current()};
    job_.start<StripData>(
        [source = source_, baseline, current](Progress& progress) {
            return source(baseline, current, {}, progress);
        },
        this,
        [this](Result<StripData> data) {
            if (!data) return;
            plot_->setData(std::make_shared<const StripData>(*std::move(data)), emptyText_);
            plot_->setMinimumHeight(plot_->wantedHeight());
            if (!session_.visibleRange().isEmpty()) plot_->setVisibleRange(session_.visibleRange());
            plot_->setSelectedRange(session_.selectedRange());
        });
}

void StripPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) plot_->setTheme(Theme::forPalette(palette()));
    QWidget::changeEvent(event);
}

}  // namespace resched::ui
