// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tables of a report.

#include "plots/strip_data.h"
#include "replay/fidelity.h"
#include "report/report.h"

#include <vector>

namespace resched::ui {

// A row for each number, a column for each run.
ReportTable totalsTable(const std::vector<NamedRun>& runs, const ReportOptions& options);
// The tasks that waited longest in the first run, with their waits in every run.
ReportTable tasksTable(const std::vector<NamedRun>& runs, const ReportOptions& options);
ReportTable fidelityTable(const Fidelity& fidelity);
ReportTable diagnosticsTable(const NamedRun& run);

}  // namespace resched::ui
