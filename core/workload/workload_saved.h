// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The exact form of workload files: every field and step of the value, times in ns. Fields that
// hold their default are left out.

#include "base/result.h"
#include "workload/loose_json.h"
#include "workload/workload.h"

#include <string>

namespace resched {

Result<Workload> workloadFromSaved(const JsonValue& file);
std::string workloadToSaved(const Workload& workload);

}  // namespace resched
