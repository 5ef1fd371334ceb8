// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// resched sweep: the same work over a range of parameters; resched merge: shards of a sweep put
// together.
#include "experiment/sweep.h"

#include "commands/output.h"
#include "commands/run_options.h"
#include "commands/terminal_progress.h"
#include "commands/verbs.h"
#include "experiments/sweep_file.h"
#include "export/pending_output.h"
#include "figures/sweep_table.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>

namespace resched::app {

namespace {

struct SweepCommand : RunOptions
{
    std::vector<std::string> vary;
    std::vector<std::string> metrics;
    int seeds = 1;
    std::string shard = "1/1";
    int threads = 0;
    std::string output;
};

struct MergeCommand : TraceOptions
{
    std::vector<std::string> inputs;
    std::string output;
};

std::string plainNumber(const Cell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    const auto* real = std::get_if<double>(&cell);
    if (real == nullptr) return "-";
    char text[64];
    std::snprintf(text, sizeof text, "%.6g", *real);
    return text;
}

std::string asText(const SweepResult& sweep)
{
    Table table = ui::sweepTable(sweep);
    for (auto& column : table.columns) column.kind = ColumnKind::Text;
    for (auto& row : table.rows) {
        for (Cell& cell : row) cell = plainNumber(cell);
    }
    return tableText(table, Timestamp{});
}

int write(const SweepResult& sweep, const TraceOptions& options, const std::string& output)
{
    std::string text;
    const bool isJson = formatOf(options) == Format::Json || output.ends_with(".json");
    const bool isCsv = formatOf(options) == Format::Csv || output.ends_with(".csv");
    if (isJson) {
        text = sweepToJson(sweep);
    } else {
        text = isCsv ? toCsv(ui::sweepTable(sweep), {.guardFormulas = options.guardFormulas})
                     : asText(sweep);
    }
    if (!sweep.isComplete() && !isJson) {
        note(std::to_string(sweep.points.size()) + " of " + std::to_string(sweep.size()) +
             " points");
    }
    if (output.empty()) {
        print(text);
        return kDone;
    }
    const auto written = writeWhole(output, text);
    return written ? kDone : fail(written.error());
}

Result<void> readShard(SweepOptions& options, const std::string& text)
{
    char rest = 0;
    if (std::sscanf(text.c_str(), "%d/%d%c", &options.shard, &options.shards, &rest) == 2)
        return {};
    return Error{.code = ErrorCode::InvalidArgument,
                 .what = "the shard is " + text,
                 .expected = "as in 2/8"};
}

std::string contentOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

int runSweepCommand(const SweepCommand& command)
{
    SweepOptions options{.parameters = {},
                         .figures = command.metrics,
                         .seeds = command.seeds,
                         .firstSeed = command.seed,
                         .threads = command.threads};
    if (options.figures.empty()) options.figures = {"p99_wakeup_latency"};
    if (const auto shard = readShard(options, command.shard); !shard) return fail(shard.error());
    for (const std::string& range : command.vary) {
        auto parameter = parseSweepParameter(range);
        if (!parameter) return fail(parameter.error());
        options.parameters.push_back(std::move(*parameter));
    }
    const Result<RunPlan> plan = planRun(command);
    if (!plan) return fail(plan.error());
    if (!plan->recorded) options.workloadFile = contentOf(plan->input.workload->source);
    TerminalProgress progress("Sweeping");
    const auto sweep = runSweep(plan->input, options, progress);
    if (!sweep) return fail(sweep.error());
    return write(*sweep, command, command.output);
}

int runMerge(const MergeCommand& command)
{
    std::vector<SweepResult> shards;
    for (const std::string& path : command.inputs) {
        auto shard = ui::readSweepFile(path);
        if (!shard) return fail(shard.error());
        shards.push_back(std::move(*shard));
    }
    const auto merged = mergeSweeps(shards);
    if (!merged) return fail(merged.error());
    return write(*merged, command, command.output);
}

}  // namespace

void addSweep(CommandLine& line)
{
    CLI::App* verb =
        line.app.add_subcommand("sweep", "run the same work over a range of parameters");
    const auto options = std::make_shared<SweepCommand>();
    addFile(*verb, *options);
    addRunOptions(*verb, *options);
    verb->add_option("--vary", options->vary,
                     "a tunable, hz, a cost or a load's parameter (generate.kbuild.jobs): "
                     "K=FROM..TO[:lin|log:N] or K=A,B,C; once or twice")
        ->required()
        ->type_name("RANGE");
    verb->add_option("--metric", options->metrics,
                     "figures, separated by commas: p99_wakeup_latency, switches_per_s, "
                     "METRIC:max_us, … (docs/experiments.md)")
        ->delimiter(',')
        ->type_name("M,…");
    verb->add_option("--seeds", options->seeds, "so many seeds for each point, from --seed on")
        ->check(CLI::Range(1, 1'000'000))
        ->type_name("N");
    verb->add_option("--shard", options->shard, "only the I-th of N parts: I/N")->type_name("I/N");
    verb->add_option("--threads", options->threads, "at most so many cores (default: all)")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
    verb->add_option("-o,--output", options->output, "write to this file, .json or .csv")
        ->type_name("OUT");
    addFormat(*verb, *options);
    verb->callback(
        [&line, options] { line.chosen = [options] { return runSweepCommand(*options); }; });
}

void addMerge(CommandLine& line)
{
    CLI::App* verb = line.app.add_subcommand("merge", "put shards of a sweep together");
    const auto options = std::make_shared<MergeCommand>();
    verb->add_option("SHARD", options->inputs, "results of `resched sweep`, in JSON")
        ->required()
        ->type_name("");
    verb->add_option("-o,--output", options->output, "write to this file, .json or .csv")
        ->type_name("OUT");
    addFormat(*verb, *options);
    verb->callback([&line, options] { line.chosen = [options] { return runMerge(*options); }; });
}

}  // namespace resched::app
