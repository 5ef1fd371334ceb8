// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Workloads as files, in JSON (docs/workloads.md). Two forms under one roof: "tasks" as an object
// is what people write, a superset of rt-app's grammar in which rt-app's files run unchanged;
// "tasks" as a list is what workloadToJson() writes, exact and complete, for extracted and edited
// workloads.

#include "base/result.h"
#include "workload/workload.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace resched {

// Whether these bytes begin like a workload file (and not like some other JSON or a trace).
bool looksLikeWorkload(std::string_view text);

// What the simulator cannot model is an error that names it and its line.
Result<Workload> workloadFromJson(std::string_view text, const std::filesystem::path& path = {});
Result<Workload> readWorkload(const std::filesystem::path& path);

// Reading it back gives an equal value, but for bytes of names that are no UTF-8: they become
// U+FFFD.
std::string workloadToJson(const Workload& workload);

}  // namespace resched
