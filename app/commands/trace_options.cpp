// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/trace_options.h"

#include "base/duration.h"
#include "commands/terminal_progress.h"
#include "readers/reader_table.h"
#include "sample.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace resched::app {

namespace {

Error wrong(std::string what, std::string expected)
{
    return {.code = ErrorCode::InvalidArgument,
            .what = std::move(what),
            .expected = std::move(expected)};
}

Result<std::vector<InputFile>> inputFiles(const TraceOptions& options)
{
    std::vector<InputFile> inputs;
    if (options.sample || (options.files.size() == 1 && options.files.front() == "--sample")) {
        Result<std::filesystem::path> sample = samplePath();
        if (!sample) return sample.error();
        inputs.push_back({.path = *sample});
    } else {
        for (const std::string& file : options.files) inputs.push_back({.path = file});
    }
    if (inputs.empty()) return wrong("no file is named", "a trace, or --sample");
    if (options.offsets.size() > inputs.size()) {
        return wrong("there are more clock offsets than files", "one a file");
    }
    for (std::size_t i = 0; i < options.offsets.size(); ++i) {
        std::string_view text = options.offsets[i];
        const bool isNegative = text.starts_with('-');
        if (isNegative) text.remove_prefix(1);
        const std::optional<Nanoseconds> offset = parseDuration(text);
        if (!offset)
            return wrong("the clock offset is " + options.offsets[i], "as in 1.5ms or -20us");
        inputs[i].clockOffset = isNegative ? -*offset : *offset;
    }
    return inputs;
}

std::optional<std::int32_t> parseTid(std::string_view text)
{
    const auto value = parseInteger(text);
    if (!value || *value < 0 || *value > INT32_MAX) return std::nullopt;
    return static_cast<std::int32_t>(*value);
}

bool hasName(const Trace& trace, TaskId task, std::string_view name)
{
    return std::ranges::any_of(trace.task(task).names, [&](const NameChange& change) {
        return trace.name(change.name) == name;
    });
}

struct NameAndTid
{
    std::string_view name;
    std::int32_t tid;
};

// "comm-pid", "comm:pid", "comm[pid]"
std::optional<NameAndTid> splitTask(std::string_view text)
{
    const bool isBracket = text.ends_with(']');
    const std::size_t at = text.find_last_of(isBracket ? "[" : "-:");
    if (at == std::string_view::npos || at == 0) return std::nullopt;
    const std::string_view digits = text.substr(at + 1, text.size() - at - 1 - (isBracket ? 1 : 0));
    const auto tid = parseTid(digits);
    if (!tid) return std::nullopt;
    return NameAndTid{text.substr(0, at), *tid};
}

}  // namespace

void addFile(CLI::App& verb, TraceOptions& options)
{
    verb.add_option("FILE", options.files, "the trace; several files are one experiment")
        ->type_name("");
    verb.add_flag("--sample", options.sample, "the recording that comes with the program");
    verb.add_option("--clock-offset", options.offsets,
                    "add this to the times of the first, second … file")
        ->type_name("TIME")
        ->delimiter(',');
}

void addFormat(CLI::App& verb, TraceOptions& options)
{
    verb.add_option("--format", options.format, "text for people, csv or json for programs")
        ->check(CLI::IsMember({"text", "csv", "json"}))
        ->capture_default_str()
        ->type_name("FORMAT");
    verb.add_flag("--guard-formulas", options.guardFormulas,
                  "in CSV, put ' before texts that a spreadsheet would run");
}

void addFilters(CLI::App& verb, TraceOptions& options)
{
    verb.add_option("--cpu", options.cpus, "only these CPUs: 0-3,7")->type_name("LIST");
    verb.add_option("--tid", options.tids, "only these threads")->type_name("N,…")->delimiter(',');
    verb.add_option("--comm", options.comms, "only threads that had this name; may be repeated")
        ->type_name("NAME");
    verb.add_option("--time", options.time,
                    "only from A to B after the start (1.5s,2s), or on the trace's own clock")
        ->type_name("A,B");
    verb.add_option("--rule", options.rule,
                    "what a wait is: run-delay, first-wake, last-wake, preempt, perf-latency")
        ->check(CLI::IsMember({"run-delay", "first-wake", "last-wake", "preempt", "perf-latency"}))
        ->capture_default_str()
        ->type_name("RULE");
    verb.add_option("--from", options.from, "a woken wait begins at sched_waking or sched_wakeup")
        ->check(CLI::IsMember({"waking", "wakeup"}))
        ->capture_default_str()
        ->type_name("EVENT");
}

void addSort(CLI::App& verb, TraceOptions& options)
{
    verb.add_option("--sort", options.sort, "the column to sort by, +KEY rising, -KEY falling")
        ->type_name("KEY");
}

Format formatOf(const TraceOptions& options)
{
    if (options.format == "csv") return Format::Csv;
    return options.format == "json" ? Format::Json : Format::Text;
}

Result<std::shared_ptr<const Trace>> openTrace(const TraceOptions& options)
{
    const Result<std::vector<InputFile>> inputs = inputFiles(options);
    if (!inputs) return inputs.error();
    TerminalProgress progress("Reading");
    Result<Trace> trace = readTraces(*inputs, progress);
    if (!trace) return trace.error();
    return std::shared_ptr<const Trace>(std::make_shared<Trace>(std::move(*trace)));
}

Result<void> needSwitches(const Trace& trace)
{
    if (trace.hasSwitches()) return {};
    return Error{.code = ErrorCode::Unsupported,
                 .what = "the trace has no sched_switch events, so nobody knows who ran",
                 .path = trace.info().path,
                 .expected =
                     "a recording of sched_switch, sched_waking, sched_wakeup and "
                     "sched_wakeup_new, as `resched record`, `perf sched record` or "
                     "`lttng enable-event -k 'sched_*'` make it"};
}

Result<void> needTasks(const Trace& trace, const Selection& selection)
{
    if (!selection.choosesTasks) return {};
    for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
        if (selection.statistics.wantsTask(TaskId{i})) return {};
    }
    return Error{.code = ErrorCode::NotFound,
                 .what = "the trace has no such task",
                 .path = trace.info().path,
                 .expected = "a tid or a name that `resched stats` lists"};
}

Result<TimeRange> parseWindow(std::string_view text, TimeRange span)
{
    const std::string expected = "A,B within the trace, as in 1.5s,2s";
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return wrong("the time is " + std::string(text), expected);
    const std::string_view from = text.substr(0, comma);
    const std::string_view to = text.substr(comma + 1);
    const auto begin = from.empty() ? Nanoseconds{0} : parseDuration(from);
    const auto end = to.empty() ? span.length() : parseDuration(to);
    if (!begin || !end) return wrong("the time is " + std::string(text), expected);

    const bool isRelative = *begin <= span.length() && *end <= span.length();
    TimeRange window{span.begin + *begin, span.begin + *end};
    if (!isRelative) {
        window = {from.empty() ? span.begin : Timestamp{*begin},
                  to.empty() ? span.end : Timestamp{*end}};
    }
    if (window.isEmpty() || window.end <= span.begin || window.begin >= span.end) {
        return wrong("the time " + std::string(text) + " is not in the trace, which lasts " +
                         durationText(span.length()),
                     expected);
    }
    return clipped(window, span);
}

std::function<bool(TaskId)> matchTask(const Trace& trace, const std::string& text)
{
    const auto tid = parseTid(text);
    const auto both = splitTask(text);
    return [&trace, text, tid, both](TaskId task) {
        if (hasName(trace, task, text)) return true;
        const std::int32_t own = number(trace.task(task).tid);
        if (tid) return own == *tid;
        return both && own == both->tid && hasName(trace, task, both->name);
    };
}

Result<Selection> select(const Trace& trace, const TraceOptions& options)
{
    Selection selection;
    StatisticsOptions& chosen = selection.statistics;
    chosen.rule = *parseRule(options.rule);
    chosen.from = options.from == "wakeup" ? WaitFrom::Wakeup : WaitFrom::Waking;
    selection.window = trace.span();
    if (!options.time.empty()) {
        const Result<TimeRange> window = parseWindow(options.time, trace.span());
        if (!window) return window.error();
        selection.window = *window;
    }
    chosen.window = selection.window;
    if (!options.cpus.empty()) {
        const std::optional<CpuSet> cpus = CpuSet::parse(options.cpus);
        if (!cpus || cpus->isEmpty()) return wrong("the CPUs are " + options.cpus, "as in 0-3,7");
        chosen.cpus = *cpus;
    }
    selection.choosesTasks = !options.tids.empty() || !options.comms.empty();
    if (selection.choosesTasks) {
        chosen.wantsTask = [&trace, tids = options.tids, comms = options.comms](TaskId task) {
            return std::ranges::find(tids, number(trace.task(task).tid)) != tids.end() ||
                   std::ranges::any_of(
                       comms, [&](const std::string& name) { return hasName(trace, task, name); });
        };
    }
    return selection;
}

std::string headline(const Trace& trace, TimeRange window)
{
    std::string text = trace.info().path + ": " + countText(trace.cpus().size(), "CPU", "CPUs") +
                       ", " + durationText(window.length());
    if (window != trace.span()) {
        text += " from " + timeText(window.begin, trace.begin()) + " to " +
                timeText(window.end, trace.begin()) + " s of " +
                durationText(trace.span().length());
    }
    if (trace.info().partial) text += ", partial";
    return text + '\n';
}

std::string ruleText(WaitRule rule, WaitFrom from, bool hasWakeups)
{
    std::string text = "rule " + std::string(ruleName(rule));
    if (rule == WaitRule::PerfLatency) return text + ", as perf sched latency 6.1";
    if (rule == WaitRule::Preempt) return text;
    if (!hasWakeups) return text + ", wakeups not recorded: only preemption waits";
    return text + ", woken waits from sched_" + std::string(fromName(from)) +
           (from == WaitFrom::Wakeup ? " (the placement)" : "");
}

}  // namespace resched::app
