// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A published comparison of schedulers as data: what was claimed and by whom, the work and the
// machine, the variants, and each published figure beside the band in which a simulated one counts
// as the same. The built-in ones are the files of resources/experiments.
//
// What stands for the original's unpublished parts is fitted on rows of the role Fitted and on no
// other; every Predicted row has its band from the published spread, before anything was simulated.

#include "base/result.h"
#include "sim/simulator.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace resched {

enum class RowRole : std::uint8_t {
    Fitted,     // parameters were chosen so that this row comes out
    Predicted,  // follows from the model
    Reported,   // shown, but neither fitted nor expected: the published figures are not robust
};

// One figure: (of - minus) * scale / (over - overMinus), of the variants named; without `over` a
// difference or the figure itself.
struct ExperimentRow
{
    std::string label;    // of what is compared: "maximum", "maximum, relative to vanilla"
    std::string variant;  // `of`
    std::string figure;   // see experiment/figures.h, or a name of Experiment::figures
    std::string unit;     // "us", "ratio", …
    std::string minus;
    std::string over;
    std::string overMinus;
    double scale = 1;
    RowRole role = RowRole::Predicted;
    std::optional<double> published;
    std::optional<double> low, high;  // the band; one-sided where one is absent
};

struct ExperimentVariant
{
    std::string id;
    std::string title;
    std::string confidence;  // what its rules rest on, where that is doubtful
    // What is run, in JSON: "machine" {name, hz, costs}, "scheduler", "set", "features",
    // "workload" (as a workload file), "duration". Complete: the variant's changes are merged into
    // the experiment's common part.
    std::string setup;
};

struct ExperimentFigure
{
    std::string name;  // that rows use
    std::string expression;
};

struct Experiment
{
    std::string id;
    std::string title;
    std::string who;
    std::string when;
    std::string claim;
    std::string source;
    std::string fitted;  // what was fitted, and on which row
    std::string notes;
    bool isGallery = false;
    int seeds = 5;  // that its figures are published with in docs/experiments.md
    std::vector<ExperimentFigure> figures;
    std::vector<ExperimentVariant> variants;
    std::vector<ExperimentRow> rows;

    const ExperimentVariant* variant(std::string_view id) const;  // null: none of that name
    const std::string& expression(const ExperimentRow& row) const;
};

// The built-in ones, in the order in which they are shown.
Result<std::vector<Experiment>> listExperiments();
// A built-in one by its id, or a file of the same form.
Result<Experiment> loadExperiment(std::string_view name);
Result<Experiment> experimentFromJson(std::string_view text,
                                      const std::filesystem::path& path = {});

// What a variant runs with a seed.
Result<SimulationInput> inputOf(const ExperimentVariant& variant, std::uint64_t seed);
// Its work as a workload file.
std::string workloadFileOf(const ExperimentVariant& variant);

}  // namespace resched
