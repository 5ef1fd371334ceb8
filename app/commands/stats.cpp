// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched stats: run time, waits, switches and migrations by task, process or CPU.
#include "commands/output.h"
#include "commands/trace_options.h"
#include "commands/verbs.h"
#include "export/trace_tables.h"

#include <memory>

namespace resched::app {

namespace {

struct StatsOptions : TraceOptions
{
    std::string by = "task";
};

Table tableBy(const Trace& trace, const Statistics& statistics, const std::string& by)
{
    if (by == "cpu") return cpuTable(statistics);
    if (by == "process") return processTable(trace, statistics);
    return taskTable(trace, statistics);
}

std::string summaryText(const Trace& trace, const Statistics& statistics)
{
    const Totals& total = statistics.total;
    std::string text = headline(trace, statistics.window);
    text += ruleText(statistics.rule, statistics.from, statistics.hasWakeups) + '\n';
    text += countText(total.switches, "switch", "switches") + ", " +
            countText(total.preemptions, "preemption", "preemptions") + ", " +
            countText(total.migrations, "migration", "migrations") + ", " +
            countText(total.wakeups, "wakeup", "wakeups") + " (" + std::to_string(total.spurious) +
            " spurious); " + countText(total.censored, "wait", "waits") + " censored, " +
            countText(total.cutRuns, "run", "runs") + " cut, " +
            countText(total.lost, "event", "events") + " lost\n";
    text += '\n' + distributionsText({{"run delay", total.runDelay},
                                      {"  woken", total.wakeupLatency},
                                      {"  preempted", total.preemptionWait}});
    return text + '\n';
}

int run(const StatsOptions& options)
{
    const auto trace = openTrace(options);
    if (!trace) return fail(trace.error());
    if (const auto switches = needSwitches(**trace); !switches) return fail(switches.error());
    const Result<Selection> selection = select(**trace, options);
    if (!selection) return fail(selection.error());
    if (const auto some = needTasks(**trace, *selection); !some) return fail(some.error());

    Statistics statistics = computeStatistics(**trace, selection->statistics);
    if (formatOf(options) == Format::Json) {
        print(dump(statisticsJson(**trace, statistics)));
        return kDone;
    }
    Table table = tableBy(**trace, statistics, options.by);
    const std::string order =
        options.sort.empty() ? (options.by == "cpu" ? "+cpu" : "run_time_ns") : options.sort;
    if (const Result<void> sorted = sortTable(table, order); !sorted) return fail(sorted.error());
    if (formatOf(options) == Format::Csv) {
        print(toCsv(table, {.guardFormulas = options.guardFormulas}));
    } else {
        print(summaryText(**trace, statistics) + tableText(table, (*trace)->begin()));
    }
    return kDone;
}

}  // namespace

void addStats(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand(
        "stats", "run time, waits, switches, migrations and latency percentiles");
    const auto options = std::make_shared<StatsOptions>();
    addFile(*verb, *options);
    verb->add_option("--by", options->by, "a row a task, process or cpu")
        ->check(CLI::IsMember({"task", "process", "cpu"}))
        ->capture_default_str()
        ->type_name("WHAT");
    addFilters(*verb, *options);
    addSort(*verb, *options);
    addFormat(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return run(*options); }; });
}

}  // namespace resched::app
