// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What one pane of the timeline shows, as data: boxes per fill, labels, arrows and the folded runs
// that they came from. Pure: traces, lanes, scale and theme in, pixels out. The plottable paints
// it, the hit test reads it, tests look into it. Coordinates are pixels from the top left corner of
// the lanes' area; x is a column of the scale.

#include "analysis/waits.h"
#include "base/ids.h"
#include "session/hit.h"
#include "theme.h"
#include "timeline/lanes.h"
#include "timeline/trace_index.h"
#include "trace/fold.h"

#include <QtCore/QPoint>
#include <QtCore/QRect>
#include <QtCore/QString>
#include <QtGui/QFontMetrics>
#include <QtGui/QRgb>

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace resched::ui {

enum class ColourBy : std::uint8_t { Task, State };

struct Fill
{
    QRgb color = 0;
    QRgb ink = 0;
    Hatch hatch = Hatch::None;
    auto operator<=>(const Fill&) const = default;
};

struct SceneLabel
{
    QRect rect;
    QString text;
    QRgb color = 0;
};

struct SceneArrow
{
    QPoint from;
    QPoint to;
    ColorId color = ColorId::Wakeup;
    bool hasHead = true;
};

// The runs that a visible lane was folded to.
struct LaneRuns
{
    Lane lane;
    int top = 0;  // on the screen
    std::vector<SliceRun> slices = {};
    std::vector<std::pair<TaskId, std::vector<SegmentRun>>> segments = {};
    std::vector<ValueRun> values = {};
};

struct SceneInput
{
    const TraceIndex* index = nullptr;  // not null
    const LaneList* lanes = nullptr;    // not null
    ColumnScale scale;
    int scroll = 0;                // pixels of the lanes that are above the area
    int height = 0;                // of the area
    const Theme* theme = nullptr;  // not null
    QFontMetrics metrics;
    ColourBy colourBy = ColourBy::Task;
    std::optional<Tid> selectedTask = {};
    std::map<Tid, QColor> colours = {};  // that the user chose
    std::set<Tid> hidden = {};           // drawn grey on the CPU lanes
    std::span<const Wait> brushed = {};  // by end
    std::int64_t depthScale = 0;         // what fills a depth lane; 0: the trace's own highest
};

struct Scene
{
    // Below, at and above the runs; within a layer no two boxes overlap unless alike.
    enum Layer : std::size_t { Ground, Runs, Marks, LayerCount };

    ColumnScale scale;
    std::array<std::map<Fill, std::vector<QRect>>, LayerCount> boxes = {};
    std::vector<SceneLabel> labels = {};
    std::vector<SceneArrow> arrows = {};
    std::vector<QRect> outlines = {};  // brushed waits
    std::vector<LaneRuns> lanes = {};  // the visible ones, from the top
    bool arrowsLeftOut = false;        // the range holds too many to be read

    std::size_t boxCount() const;
};

Scene buildScene(const SceneInput& input);

}  // namespace resched::ui
