// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched audit: how far the model decides as the recorded kernel did.
#include "replay/audit.h"

#include "commands/output.h"
#include "commands/run_options.h"
#include "commands/terminal_progress.h"
#include "commands/verbs.h"
#include "replay/recorded_machine.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace resched::app {

namespace {

struct AuditVerbOptions : RunOptions
{
    std::size_t top = 10;
};

Json agreementJson(const Agreement& agreement)
{
    return {{"decisions", agreement.decisions}, {"agreed", agreement.agreed}};
}

std::string taskText(const Trace& trace, TaskId task, Timestamp time)
{
    if (task == kNoTask) return "none";
    if (task == kIdleTask) return "idle";
    return safeText(trace.nameAt(task, time)) + '-' + std::to_string(number(trace.task(task).tid));
}

// What was decided, for a person: a task, yes or no, or a CPU.
std::string decidedText(const Trace& trace, const Disagreement& difference, bool isModel)
{
    const TaskId task = isModel ? difference.model : difference.recorded;
    switch (difference.kind) {
        case AuditKind::Pick:
            return taskText(trace, task, difference.time);
        case AuditKind::WakeupPreemption:
        case AuditKind::TickPreemption:
            return task == kNoTask ? "no" : "yes";
        case AuditKind::CpuChoice:
            return "CPU " + std::to_string(isModel ? difference.modelCpu : difference.recordedCpu);
    }
    return {};
}

Json auditJson(const Trace& trace, const AuditResult& result)
{
    Json json = {{"scheduler", result.scheduler.scheduler},
                 {"picks", agreementJson(result.picks)},
                 {"wakeup_preemption", agreementJson(result.wakeupPreemption)},
                 {"tick_preemption", agreementJson(result.tickPreemption)},
                 {"cpu_choice", agreementJson(result.cpuChoice)}};
    json["vruntime"] = Json();
    if (result.vruntime.samples > 0) {
        json["vruntime"] = {{"samples", result.vruntime.samples},
                            {"mean_abs_error_ns", result.vruntime.meanAbsError},
                            {"max_abs_error_ns", result.vruntime.maxAbsError.count()}};
    }
    json["disagreements"] = Json::array();
    for (const Disagreement& difference : result.disagreements) {
        json["disagreements"].push_back({{"time_ns", nanoseconds(difference.time)},
                                         {"cpu", number(difference.cpu)},
                                         {"kind", auditKindName(difference.kind)},
                                         {"recorded", decidedText(trace, difference, false)},
                                         {"model", decidedText(trace, difference, true)}});
    }
    return json;
}

Table agreementTable(const AuditResult& result)
{
    Table table;
    table.columns = {{"decision", "decision", ColumnKind::Text},
                     {"decisions", "decisions", ColumnKind::Count},
                     {"agreed", "agreed", ColumnKind::Count},
                     {"share", "share", ColumnKind::Ratio}};
    for (const auto& [name, agreement] : {std::pair<const char*, Agreement>{"picks", result.picks},
                                          {"wakeup_preemption", result.wakeupPreemption},
                                          {"tick_preemption", result.tickPreemption},
                                          {"cpu_choice", result.cpuChoice}}) {
        table.rows.push_back({std::string(name), static_cast<std::int64_t>(agreement.decisions),
                              static_cast<std::int64_t>(agreement.agreed),
                              agreement.decisions == 0 ? Cell{} : Cell{agreement.share()}});
    }
    return table;
}

Table differenceTable(const Trace& trace, const AuditResult& result, std::size_t top)
{
    Table table;
    table.columns = {
        {"time_ns", "time", ColumnKind::Time},      {"cpu", "CPU", ColumnKind::Count},
        {"kind", "kind", ColumnKind::Text},         {"task", "task", ColumnKind::Text},
        {"recorded", "recorded", ColumnKind::Text}, {"model", "model", ColumnKind::Text}};
    for (std::size_t i = 0; i < std::min(top, result.disagreements.size()); ++i) {
        const Disagreement& difference = result.disagreements[i];
        table.rows.push_back({nanoseconds(difference.time), std::int64_t{number(difference.cpu)},
                              std::string(auditKindName(difference.kind)),
                              taskText(trace, difference.task, difference.time),
                              decidedText(trace, difference, false),
                              decidedText(trace, difference, true)});
    }
    return table;
}

std::string auditText(const Trace& trace, const AuditResult& result, std::size_t top)
{
    std::string text = headline(trace, trace.span()) + "against " + result.scheduler.scheduler +
                       "\n\n" + tableText(agreementTable(result), trace.begin());
    if (result.vruntime.samples > 0) {
        text += "vruntime: " + countText(result.vruntime.samples, "sample", "samples") +
                ", mean error " +
                durationText(Nanoseconds{static_cast<std::int64_t>(result.vruntime.meanAbsError)}) +
                ", largest " + durationText(result.vruntime.maxAbsError) + " (virtual time)\n";
    }
    if (!result.disagreements.empty() && top > 0) {
        text += "\nthe first disagreements:\n" +
                tableText(differenceTable(trace, result, top), trace.begin());
    }
    return text;
}

int run(const AuditVerbOptions& options)
{
    const auto trace = openTrace(options);
    if (!trace) return fail(trace.error());
    if (const auto switches = needSwitches(**trace); !switches) return fail(switches.error());
    AuditOptions asked;
    asked.scheduler = recordedSettings(**trace);
    asked.machine = recordedMachine(**trace);
    if (const auto chosen = applyChoices(options, asked.scheduler, asked.machine); !chosen) {
        return fail(chosen.error());
    }
    TerminalProgress progress("Auditing");
    const Result<AuditResult> result = audit(**trace, asked, progress);
    if (!result) return fail(result.error());
    switch (formatOf(options)) {
        case Format::Json:
            print(dump(auditJson(**trace, *result)));
            break;
        case Format::Csv:
            print(toCsv(agreementTable(*result), {.guardFormulas = options.guardFormulas}));
            break;
        case Format::Text:
            print(auditText(**trace, *result, options.top));
            break;
    }
    return kDone;
}

}  // namespace

void addAudit(CommandLine& line)
{
    CLI::App* verb =
        line.app.add_subcommand("audit", "agreement of the model with the recorded decisions");
    const auto options = std::make_shared<AuditVerbOptions>();
    addFile(*verb, *options);
    addModelOptions(*verb, *options);
    verb->add_option("--top", options->top, "how many disagreements to list as text")
        ->capture_default_str()
        ->type_name("N");
    addFormat(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace resched::app
