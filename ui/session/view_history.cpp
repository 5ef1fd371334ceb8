// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/view_history.h"

#include <utility>

namespace resched::ui {

void ViewHistory::reset(ViewState state)
{
    states_.assign(1, std::move(state));
    at_ = 0;
    last_ = ViewStep::Jump;
}

void ViewHistory::record(ViewState state, ViewStep step)
{
    if (state == states_[at_]) return;
    const bool merges = step == last_ && step != ViewStep::Jump && step != ViewStep::Filter;
    states_.resize(at_ + 1);
    last_ = step;
    if (merges && at_ > 0) {
        states_[at_] = std::move(state);
        return;
    }
    if (states_.size() == kLimit) states_.erase(states_.begin());
    states_.push_back(std::move(state));
    at_ = states_.size() - 1;
}

void ViewHistory::undo()
{
    if (!canUndo()) return;
    --at_;
    last_ = ViewStep::Jump;
}

void ViewHistory::redo()
{
    if (!canRedo()) return;
    ++at_;
    last_ = ViewStep::Jump;
}

}  // namespace resched::ui
