// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What moves with the pointer, painted on the overlay layer alone: the cursor and its time, the
// selected range and its length, markers, the outline of the thing pointed at and of the chosen
// one. And the names of the lanes, left of them.

#include "theme.h"
#include "timeline/ruler.h"
#include "timeline/scene.h"

#include <qcustomplot.h>

#include <functional>
#include <optional>
#include <vector>

namespace resched::ui {

struct OverlayContent
{
    std::optional<Timestamp> cursor;
    TimeRange selected;  // empty: none
    std::vector<Timestamp> markers;
    std::optional<QRect> pointed;  // in the scene's coordinates
    std::optional<QRect> chosen;
    bool labels = true;  // the times and lengths are written by one pane only
};

class TimelineOverlay final : public QCPLayerable
{
    Q_OBJECT
public:
    using Content = std::function<OverlayContent()>;
    using Scale = std::function<std::optional<ColumnScale>()>;

    TimelineOverlay(QCPAxisRect* area, const RulerTicker* ruler, Scale scale, Content content);
    void setTheme(const Theme& theme) { theme_ = theme; }

protected:
    QRect clipRect() const override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawSelection(QCPPainter& painter, const ColumnScale& scale, TimeRange selected,
                       bool labelled) const;
    void drawLine(QCPPainter& painter, const ColumnScale& scale, Timestamp time, const QPen& pen,
                  const QString& label) const;

    QCPAxisRect* area_;
    const RulerTicker* ruler_;
    Scale scale_;
    Content content_;
    Theme theme_ = Theme::of(ThemeKind::Light);
};

class LaneNames final : public QCPLayerable
{
    Q_OBJECT
public:
    using SceneSource = std::function<const Scene*()>;

    LaneNames(QCPAxisRect* area, SceneSource source);
    void setTheme(const Theme& theme) { theme_ = theme; }
    void setSelectedTask(std::optional<Tid> tid) { selected_ = tid; }
    void setCollapsed(std::set<Tgid> collapsed) { collapsed_ = std::move(collapsed); }
    void setDepthScale(std::int64_t scale) { depthScale_ = scale; }

protected:
    QRect clipRect() const override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawName(QCPPainter& painter, const Lane& lane, const QRect& rect) const;

    QCPAxisRect* area_;
    SceneSource source_;
    Theme theme_ = Theme::of(ThemeKind::Light);
    std::optional<Tid> selected_;
    std::set<Tgid> collapsed_;
    std::int64_t depthScale_ = 0;
};

}  // namespace resched::ui
