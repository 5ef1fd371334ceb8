// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the user looked: the visible and the selected range and which tasks are shown, with undo
// and redo of its own, as looking is not editing. Steps of one gesture (the same kind in a row)
// become one entry.

#include "base/ids.h"
#include "base/time.h"

#include <cstdint>
#include <set>
#include <vector>

namespace resched::ui {

struct ViewState
{
    TimeRange visible = {};
    TimeRange selected = {};    // empty: none
    std::set<Tid> hidden = {};  // tasks without a lane, drawn grey on the CPU lanes
    friend bool operator==(const ViewState&, const ViewState&) = default;
};

enum class ViewStep : std::uint8_t { Jump, ZoomIn, ZoomOut, PanLeft, PanRight, Select, Filter };

class ViewHistory
{
public:
    void reset(ViewState state);
    const ViewState& state() const { return states_[at_]; }
    // Drops what could be redone. Equal states are not recorded.
    void record(ViewState state, ViewStep step);
    bool canUndo() const { return at_ > 0; }
    bool canRedo() const { return at_ + 1 < states_.size(); }
    void undo();
    void redo();

private:
    static constexpr std::size_t kLimit = 200;

    std::vector<ViewState> states_{1};
    std::size_t at_ = 0;
    ViewStep last_ = ViewStep::Jump;
};

}  // namespace resched::ui
