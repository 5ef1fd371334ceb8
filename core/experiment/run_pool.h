// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Independent pieces of work on all cores. Each has its own place for its result, so the outcome
// does not depend on who came first; the first error in order of the pieces is the one returned.

#include "base/progress.h"
#include "base/result.h"

#include <cstddef>
#include <functional>

namespace resched {

// `work` gets the piece's number and a progress of its own; `threads` 0: as many as there are
// cores.
Result<void> runAll(std::size_t pieces, int threads,
                    const std::function<Result<void>(std::size_t, Progress&)>& work,
                    Progress& progress);

}  // namespace resched
