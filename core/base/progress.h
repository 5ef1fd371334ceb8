// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Long work reports through Progress and is stopped through it: the only cancellation idea in core.
// advance() is called at least every 100 ms of work, by one thread at a time, with a fraction that
// does not fall; when it answers false the work returns canceled() and leaves nothing behind.

namespace resched {

class Progress
{
public:
    virtual ~Progress() = default;
    virtual bool advance(double fraction) = 0;
};

// For callers that neither watch nor cancel.
class NoProgress final : public Progress
{
public:
    bool advance(double /*fraction*/) override { return true; }
};

// One step of several: maps 0..1 of the step onto [from, to] of the whole.
class StepProgress final : public Progress
{
public:
    StepProgress(Progress& whole, double from, double to) : whole_(whole), from_(from), to_(to) {}
    bool advance(double fraction) override
    {
        return whole_.advance(from_ + (to_ - from_) * fraction);
    }

private:
    Progress& whole_;
    double from_;
    double to_;
};

}  // namespace resched
