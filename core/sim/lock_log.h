// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who owned each mutex and who waited for it, as a run went: what a trace of switches cannot tell,
// and what it takes to name a priority inversion. Times are ns since the start of the run.

#include "sim/sim_task.h"

#include <cstdint>
#include <vector>

namespace resched {

class LockLog
{
public:
    struct Owned
    {
        const SimTask* owner;
        std::int64_t begin;
        std::int64_t end;
    };
    struct Wait
    {
        const SimTask* waiter;
        std::uint32_t mutex;
        int prio;  // of the waiter when it came
        std::int64_t begin;
        std::int64_t end;
    };

    // From now on; null: nobody.
    void owned(std::uint32_t mutex, const SimTask* owner, std::int64_t now);
    void waitBegins(const SimTask& task, std::uint32_t mutex, std::int64_t now);
    void waitEnds(const SimTask& task, std::int64_t now);
    void finish(std::int64_t now);

    const std::vector<Wait>& waits() const { return waits_; }
    // Of one mutex, in order of time.
    const std::vector<Owned>& owners(std::uint32_t mutex) const { return owners_[mutex]; }

private:
    static constexpr std::int64_t kOpen = INT64_MAX;

    std::vector<std::vector<Owned>> owners_;  // by mutex
    std::vector<Wait> waits_;
    std::vector<std::size_t> open_;  // indices of waits that last
};

}  // namespace resched
