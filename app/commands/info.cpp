// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched info: what a recording is and what is odd about it.
#include "commands/output.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"

#include <ctime>
#include <memory>

namespace resched::app {

namespace {

Table eventTable(const Trace& trace)
{
    Table table;
    table.columns = {{"event", "event", ColumnKind::Text}, {"count", "count", ColumnKind::Count}};
    for (const auto& [name, count] : trace.info().events) {
        table.rows.push_back({name, static_cast<std::int64_t>(count)});
    }
    return table;
}

std::string placeText(const Diagnostic& diagnostic)
{
    std::string text = diagnostic.path;
    if (diagnostic.position.unit == FilePosition::Unit::Offset) {
        text += ", offset " + std::to_string(diagnostic.position.value);
    } else if (diagnostic.position.unit == FilePosition::Unit::Line) {
        text += ", line " + std::to_string(diagnostic.position.value);
    }
    return text;
}

Table diagnosticTable(const Trace& trace)
{
    Table table;
    table.columns = {{"kind", "diagnostic", ColumnKind::Text},
                     {"count", "count", ColumnKind::Count},
                     {"time_ns", "first at", ColumnKind::Time},
                     {"place", "place", ColumnKind::Text},
                     {"example", "example", ColumnKind::Text}};
    for (const Diagnostic& diagnostic : trace.diagnostics().all()) {
        table.rows.push_back({diagnostic.kind, static_cast<std::int64_t>(diagnostic.count),
                              diagnostic.time ? Cell{nanoseconds(*diagnostic.time)} : Cell{},
                              placeText(diagnostic), diagnostic.example});
    }
    return table;
}

std::string wallClockText(const Trace& trace)
{
    const auto& offset = trace.info().wallClockOffset;
    if (!offset) return {};
    const std::int64_t ns = nanoseconds(trace.info().recorded.begin) + *offset;
    const std::time_t seconds = ns / 1'000'000'000;
    std::tm utc{};
    char text[64];
    if (gmtime_r(&seconds, &utc) == nullptr ||
        std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &utc) == 0) {
        return {};
    }
    return text;
}

void addLine(std::string& text, std::string_view label, const std::string& value)
{
    if (value.empty()) return;
    text += label;
    text.append(label.size() < 14 ? 14 - label.size() : 1, ' ');
    text += value + '\n';
}

std::string infoText(const Trace& trace)
{
    const TraceInfo& info = trace.info();
    std::string text;
    addLine(text, "path", info.path);
    addLine(text, "format", info.format + (info.partial ? " (partial: see the diagnostics)" : ""));
    addLine(text, "tracer", safeText(info.tracer));
    addLine(text, "kernel", safeText(info.kernelRelease));
    addLine(text, "host", safeText(info.hostname));
    std::string cpus = std::to_string(trace.cpus().size()) + " with events";
    if (info.cpusDeclared > 0) cpus = std::to_string(info.cpusDeclared) + ", " + cpus;
    addLine(text, "CPUs", cpus);
    addLine(text, "tasks", std::to_string(trace.tasks().size() - 1));
    addLine(text, "begin", wallClockText(trace));
    addLine(text, "clock",
            timeText(info.recorded.begin, Timestamp{}) + " to " +
                timeText(info.recorded.end, Timestamp{}) + " s");
    addLine(text, "duration", durationText(info.recorded.length()));
    addLine(text, "events", std::to_string(info.eventsTotal));
    addLine(text, "lost events",
            info.recordsLosses ? std::to_string(info.lostEvents) : "not recorded by this format");
    addLine(text, "provenance", info.provenance);
    text += '\n' + tableText(eventTable(trace), trace.begin());
    if (!trace.diagnostics().all().empty()) {
        text += '\n' + tableText(diagnosticTable(trace), trace.begin());
    }
    return text;
}

int run(const TraceOptions& options)
{
    const auto trace = openTrace(options);
    if (!trace) return fail(trace.error());
    switch (formatOf(options)) {
        case Format::Json:
            print(dump(infoJson(**trace)));
            break;
        case Format::Csv:
            print(toCsv(eventTable(**trace), {.guardFormulas = options.guardFormulas}));
            break;
        case Format::Text:
            print(infoText(**trace));
            break;
    }
    if (const Result<void> switches = needSwitches(**trace); !switches) {
        note(describe(switches.error()));
    }
    return kDone;
}

}  // namespace

void addInfo(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand(
        "info", "format, kernel, machine, events by name, time span, losses, diagnostics");
    const auto options = std::make_shared<TraceOptions>();
    addFile(*verb, *options);
    addFormat(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace resched::app
