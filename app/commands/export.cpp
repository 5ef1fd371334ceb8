// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched export: a trace as a file for other programs.
#include "commands/output.h"
#include "commands/terminal_progress.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"
#include "export/trace_export.h"
#include "export/trace_tables.h"

#include <memory>

namespace resched::app {

namespace {

struct ExportOptions : TraceOptions
{
    std::string output;
    std::string table = "slices";
};

int run(const ExportOptions& options)
{
    const auto trace = openTrace(options);
    if (!trace) return fail(trace.error());
    TerminalProgress progress("Writing");
    const Result<void> written = exportTrace(
        **trace, options.output,
        {.table = options.table, .csv = {.guardFormulas = options.guardFormulas}}, progress);
    return written ? kDone : fail(written.error());
}

}  // namespace

void addExport(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand(
        "export", "a trace as CSV, as Chrome and Perfetto JSON, as SQLite database or as CTF");
    const auto options = std::make_shared<ExportOptions>();
    addFile(*verb, *options);
    verb->add_option("-o,--output", options->output,
                     "where to: .csv, .json, .sqlite, or a folder .ctf")
        ->required()
        ->type_name("OUT");
    verb->add_option("--table", options->table, "of CSV, one of: " + std::string(traceTableNames()))
        ->capture_default_str()
        ->type_name("NAME");
    verb->add_flag("--guard-formulas", options->guardFormulas,
                   "in CSV, put ' before texts that a spreadsheet would run");
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace resched::app
