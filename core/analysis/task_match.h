// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which task of one trace is which of another. A run and its replay share thread ids: the nth task
// of a tid is the nth of that tid there. Two recordings of one workload share names only: the nth
// task of a name, in order of appearance, is the nth of that name there.

#include "base/ids.h"
#include "trace/trace.h"

#include <vector>

namespace resched {

enum class TaskKey { Tid, Name };

// By TaskId of `a`: the task of `b`, or kNoTask. The idle tasks match. Each task of b at most once.
std::vector<TaskId> matchTasks(const Trace& a, const Trace& b, TaskKey key);
// Tid when the tasks that it pairs have the same names, weighted by run time in `a`; else Name.
TaskKey commonKey(const Trace& a, const Trace& b);

Nanoseconds runTime(const Trace& trace, TaskId task);

}  // namespace resched
