// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment_run.h"

#include "experiment/figures.h"
#include "experiment/run_pool.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>

namespace resched {

namespace {

std::vector<std::string> variantsOf(const ExperimentRow& row)
{
    std::vector<std::string> all;
    for (const std::string* id : {&row.variant, &row.minus, &row.over, &row.overMinus}) {
        if (!id->empty()) all.push_back(*id);
    }
    return all;
}

class ExperimentRunner
{
public:
    ExperimentRunner(const Experiment& experiment, const ExperimentOptions& options)
        : experiment_(experiment), options_(options)
    {}

    Result<ExperimentResult> run(Progress& progress)
    {
        if (auto chosen = choose(); !chosen) return chosen.error();
        const auto seeds = static_cast<std::size_t>(options_.seeds);
        result_.runs.resize(variants_.size() * seeds);
        figures_.resize(result_.runs.size());
        const auto work = [&](std::size_t piece, Progress& part) {
            return runOne(piece, *variants_[piece / seeds], piece % seeds, part);
        };
        if (auto done = runAll(result_.runs.size(), options_.threads, work, progress); !done) {
            return done.error();
        }
        for (std::size_t i = 0; i < experiment_.rows.size(); ++i) addRow(i);
        return std::move(result_);
    }

private:
    Result<void> choose()
    {
        if (options_.seeds < 1) {
            return Error{.code = ErrorCode::InvalidArgument,
                         .what = "there are no seeds to run",
                         .expected = "1 or more"};
        }
        for (const std::string& id : options_.variants) {
            if (experiment_.variant(id) != nullptr) continue;
            return Error{
                .code = ErrorCode::InvalidArgument,
                .what = experiment_.id + " has no variant " + id,
                .expected = "one that `resched experiment show " + experiment_.id + "` lists"};
        }
        for (const ExperimentVariant& variant : experiment_.variants) {
            const bool wanted =
                options_.variants.empty() ||
                std::ranges::find(options_.variants, variant.id) != options_.variants.end();
            if (wanted) variants_.push_back(&variant);
        }
        for (const ExperimentRow& row : experiment_.rows) {
            for (const std::string& id : variantsOf(row)) {
                wanted_[id].push_back(experiment_.expression(row));
            }
        }
        return {};
    }

    Result<void> runOne(std::size_t piece, const ExperimentVariant& variant, std::size_t seed,
                        Progress& progress)
    {
        ExperimentRun& run = result_.runs[piece];
        run.variant = variant.id;
        auto input = inputOf(variant, options_.firstSeed + seed);
        if (!input) return input.error();
        run.input = std::move(*input);
        const bool keeps = options_.keepTraces && seed == 0;
        SimulationInput quick = run.input;
        quick.keepDecisions = quick.sampleVruntime = keeps;
        const auto before = std::chrono::steady_clock::now();
        Result<SimulationResult> simulated = simulate(quick, progress);
        if (!simulated) return simulated.error();
        FigureReader reader(*simulated);
        const auto wanted = wanted_.find(variant.id);
        if (wanted != wanted_.end()) {
            for (const std::string& expression : wanted->second) {
                if (figures_[piece].contains(expression)) continue;
                const auto value = reader.value(expression);
                if (!value) return value.error();
                figures_[piece][expression] = *value;
            }
        }
        run.wallTime = std::chrono::steady_clock::now() - before;
        if (keeps) run.result = std::make_shared<const SimulationResult>(std::move(*simulated));
        return {};
    }

    std::optional<double> figure(const std::string& variant, const std::string& expression,
                                 std::size_t seed) const
    {
        for (std::size_t i = 0; i < variants_.size(); ++i) {
            if (variants_[i]->id != variant) continue;
            const auto& figures = figures_[i * static_cast<std::size_t>(options_.seeds) + seed];
            const auto found = figures.find(expression);
            return found == figures.end() ? std::nullopt : found->second;
        }
        return std::nullopt;
    }

    std::optional<double> valueOf(const ExperimentRow& row, std::size_t seed) const
    {
        const std::string& expression = experiment_.expression(row);
        const auto difference = [&](const std::string& of,
                                    const std::string& minus) -> std::optional<double> {
            const auto left = figure(of, expression, seed);
            if (minus.empty() || !left) return left;
            const auto right = figure(minus, expression, seed);
            return right ? std::optional(*left - *right) : std::nullopt;
        };
        auto value = difference(row.variant, row.minus);
        if (!value) return std::nullopt;
        *value *= row.scale;
        if (row.over.empty()) return value;
        const auto divisor = difference(row.over, row.overMinus);
        if (!divisor || *divisor == 0) return std::nullopt;
        return *value / *divisor;
    }

    void addRow(std::size_t index)
    {
        const ExperimentRow& row = experiment_.rows[index];
        for (const std::string& id : variantsOf(row)) {
            const auto found = std::ranges::find(variants_, id, &ExperimentVariant::id);
            if (found == variants_.end()) return;
        }
        RowResult& out = result_.rows.emplace_back();
        out.row = index;
        double sum = 0;
        double count = 0;
        for (std::size_t seed = 0; seed < static_cast<std::size_t>(options_.seeds); ++seed) {
            out.values.push_back(valueOf(row, seed));
            if (!out.values.back()) continue;
            sum += *out.values.back();
            ++count;
        }
        if (count == 0) return;
        out.mean = sum / count;
        double squares = 0;
        for (const auto& value : out.values) {
            if (value) squares += (*value - *out.mean) * (*value - *out.mean);
        }
        if (count > 1) out.stddev = std::sqrt(squares / (count - 1));
        if (row.low || row.high) {
            out.inBand =
                (!row.low || *out.mean >= *row.low) && (!row.high || *out.mean <= *row.high);
        }
    }

    const Experiment& experiment_;
    const ExperimentOptions& options_;
    std::vector<const ExperimentVariant*> variants_;
    std::map<std::string, std::vector<std::string>> wanted_;
    std::vector<std::map<std::string, std::optional<double>>> figures_;  // by run
    ExperimentResult result_;
};

}  // namespace

Result<ExperimentResult> runExperiment(const Experiment& experiment,
                                       const ExperimentOptions& options, Progress& progress)
{
    return ExperimentRunner(experiment, options).run(progress);
}

}  // namespace resched
