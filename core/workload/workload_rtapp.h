// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The form of workload files that people write: rt-app's grammar and what Resched adds to it.

#include "base/result.h"
#include "workload/loose_json.h"
#include "workload/workload.h"

namespace resched {

Result<Workload> workloadFromRtApp(const JsonValue& file);

}  // namespace resched
