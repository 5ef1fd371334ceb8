// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A report: a recording, and runs of the same work (or other recordings) beside it. Numbers in
// tables, a timeline, the vruntime spread and the latencies as figures, how well the replay matches
// where it is known, and what is needed to make it again. As one HTML file that refers to nothing
// outside itself, or as a PDF. The same input gives the same bytes.

#include "base/progress.h"
#include "base/result.h"
#include "figures/figure.h"
#include "plots/strip_data.h"

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace resched::ui {

struct ReportOptions
{
    TimeRange range{};  // empty: everything; of the numbers and the histogram
    WaitRule rule = WaitRule::RunDelay;
    WaitFrom from = WaitFrom::Waking;
    ThemeKind theme = ThemeKind::Light;
};

struct ReportRun
{
    NamedRun run;
    // A replay under the settings of the recording: compared with it, fidelity is meant.
    bool isSelfReplay = false;
};

struct ReportTable
{
    QString title;
    QStringList head;
    std::vector<QStringList> rows;  // the first column is text, the others are numbers
};

struct ReportSection
{
    QString title;
    QStringList paragraphs;
    std::vector<ReportTable> tables;
    std::vector<std::shared_ptr<const Figure>> figures;
};

struct Report
{
    QString title;
    QString summary;
    std::vector<ReportSection> sections;
};

// `recorded` comes first everywhere; each of `others` is compared with it.
Result<Report> makeReport(const NamedRun& recorded, const std::vector<ReportRun>& others,
                          const ReportOptions& options, Progress& progress);

std::string reportHtml(const Report& report);
std::string reportPdf(const Report& report);

// By the extension of `path`: .html or .pdf.
Result<void> writeReport(const Report& report, const std::filesystem::path& path);
Result<void> checkReportPath(const std::filesystem::path& path);

// The part of a trace that a timeline shows first: around its longest wait, wide enough to see what
// led to it; the whole span when nothing waited.
TimeRange tellingRange(const Trace& trace, const ReportOptions& options);

}  // namespace resched::ui
