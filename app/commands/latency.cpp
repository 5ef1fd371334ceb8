// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched latency: the distribution of waits and the worst of them, with who ran instead.
#include "commands/output.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"
#include "commands/wait_text.h"
#include "export/trace_tables.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace resched::app {

namespace {

struct LatencyOptions : TraceOptions
{
    std::string task;
    std::size_t top = 10;
};

// Finds the waits of the chosen tasks that end on the chosen CPUs.
WaitSet chosenWaits(const Trace& trace, const StatisticsOptions& chosen)
{
    const WaitFinder finder(
        trace,
        {.rule = chosen.rule, .from = chosen.from, .window = chosen.window, .cpus = chosen.cpus});
    WaitSet set;
    set.from = finder.from();
    set.hasWakeups = trace.hasWaking() || trace.hasWakeup();
    for (std::uint32_t i = 1; i < trace.tasks().size(); ++i) {
        if (!chosen.wantsTask || chosen.wantsTask(TaskId{i})) finder.find(TaskId{i}, false, set);
    }
    std::ranges::sort(set.waits, {},
                      [](const Wait& wait) { return std::pair(wait.end, wait.task); });
    return set;
}

std::string latencyText(const Trace& trace, const Selection& selection, const WaitSet& set,
                        const std::vector<Wait>& worst)
{
    std::vector<Nanoseconds> all;
    std::vector<Nanoseconds> woken;
    std::vector<Nanoseconds> preempted;
    for (const Wait& wait : set.waits) {
        all.push_back(wait.length());
        (wait.kind == WaitKind::Wakeup ? woken : preempted).push_back(wait.length());
    }
    const WaitRule rule = selection.statistics.rule;
    std::string text = headline(trace, selection.window);
    text += ruleText(rule, set.from, set.hasWakeups) + '\n';
    text += countText(set.waits.size(), "wait", "waits") + ", " + std::to_string(set.spurious) +
            " spurious wakeups, " + std::to_string(set.censored) + " censored, " +
            countText(trace.info().lostEvents, "event", "events") + " lost\n";
    NamedDistributions distributions = {{std::string(ruleName(rule)), summarize(std::move(all))}};
    if (rule == WaitRule::RunDelay || rule == WaitRule::PerfLatency) {
        distributions.emplace_back("  woken", summarize(std::move(woken)));
        distributions.emplace_back("  preempted", summarize(std::move(preempted)));
    }
    text += '\n' + distributionsText(distributions);
    if (!worst.empty()) text += "\nthe worst, and who had the CPU meanwhile:\n";
    return text + worstText(trace, worst);
}

int run(const LatencyOptions& options)
{
    const auto trace = openTrace(options);
    if (!trace) return fail(trace.error());
    if (const auto switches = needSwitches(**trace); !switches) return fail(switches.error());
    Result<Selection> selection = select(**trace, options);
    if (!selection) return fail(selection.error());
    if (!options.task.empty()) {
        selection->statistics.wantsTask = [matches = matchTask(**trace, options.task),
                                           others = selection->statistics.wantsTask](TaskId task) {
            return matches(task) && (!others || others(task));
        };
        selection->choosesTasks = true;
    }
    if (const auto some = needTasks(**trace, *selection); !some) {
        return fail(some.error());
    }
    const WaitSet set = chosenWaits(**trace, selection->statistics);
    const std::vector<Wait> worst = worstOf(set.waits, options.top);
    switch (formatOf(options)) {
        case Format::Json: {
            Json json = latencyJson(**trace, {.rule = selection->statistics.rule,
                                              .window = selection->window,
                                              .set = &set,
                                              .worst = worst});
            addDecisions(json, **trace, worst);
            print(dump(json));
            break;
        }
        case Format::Csv: {
            Table table = waitTable(**trace, set.waits);
            const std::string order = options.sort.empty() ? "+end_ns" : options.sort;
            const Result<void> sorted = sortTable(table, order);
            if (!sorted) return fail(sorted.error());
            print(toCsv(table, {.guardFormulas = options.guardFormulas}));
            break;
        }
        case Format::Text:
            print(latencyText(**trace, *selection, set, worst));
            break;
    }
    return kDone;
}

}  // namespace

void addLatency(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand(
        "latency", "the distribution of waits and the worst, each with who ran meanwhile and why");
    const auto options = std::make_shared<LatencyOptions>();
    addFile(*verb, *options);
    verb->add_option("--task", options->task,
                     "only this task: a tid, a name, name-tid or name[tid]")
        ->type_name("T");
    verb->add_option("--top", options->top, "how many of the worst waits")
        ->capture_default_str()
        ->type_name("N");
    addFilters(*verb, *options);
    addSort(*verb, *options);
    addFormat(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace resched::app
