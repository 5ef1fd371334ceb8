// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Strips of curves over one time axis. The widget asks for ranges (Ctrl+wheel, Shift+wheel,
// Shift+drag; a plain drag selects) and shows what it is told, so that several views stay linked;
// figures use it without showing it.

#include "plots/strip_data.h"
#include "theme.h"

#include <qcustomplot.h>

#include <memory>
#include <optional>
#include <vector>

namespace resched::ui {

class StepPlottable;

class StripPlot : public QCustomPlot
{
    Q_OBJECT
public:
    explicit StripPlot(QWidget* parent = nullptr);

    // Shows all of it; `emptyText` is what stands there when it has no values.
    void setData(std::shared_ptr<const StripData> data, const QString& emptyText);
    void setTheme(const Theme& theme);
    void setVisibleRange(TimeRange range);
    void setSelectedRange(TimeRange range);  // empty: none
    void setCursor(std::optional<Timestamp> time);
    using QWidget::setCursor;

    TimeRange visibleRange() const { return visible_; }
    bool hasValues() const { return data_ && data_->hasValues(); }
    // The height that keeps every strip readable.
    int wantedHeight() const;
    // What stands under the pointer: a line for each curve of that strip.
    QString textAt(const QPoint& position) const;
    const std::vector<StepPlottable*>& curves() const { return curves_; }
    std::vector<QRect> stripRects() const;

signals:
    void visibleRangeRequested(resched::TimeRange range);
    void rangeSelected(resched::TimeRange range);
    void cursorRequested(std::optional<resched::Timestamp> time);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void rebuild();
    void buildStrip(std::size_t index);
    void buildTopLegend();
    void addCurves(const Strip& strip, QCPAxisRect& rect, QCPLegend* legend);
    QCPLegend* addLegend(int row, int column);
    int stripHeight() const;
    void placeAxes();
    void placeOverlays();
    QCPItemRect* overlayRect(QCPAxisRect& rect, const QColor& color);
    Timestamp timeAt(double x) const;
    TimeRange clampedRange(TimeRange range) const;

    std::shared_ptr<const StripData> data_;
    QString emptyText_;
    Theme theme_ = Theme::of(ThemeKind::Light);
    TimeRange visible_{};
    TimeRange selected_{};
    std::optional<Timestamp> cursor_;
    int firstRow_ = 0;  // of the strips; a legend for all stands above them
    std::vector<QCPAxisRect*> strips_;
    std::vector<StepPlottable*> curves_;
    std::vector<QCPAbstractItem*> overlays_;
    std::optional<Timestamp> pressed_;
    std::optional<TimeRange> panFrom_;
    double panX_ = 0;
};

}  // namespace resched::ui
