// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/experiment.h"
#include "experiment/experiment_resources.h"
#include "workload/workload_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <set>

namespace resched {

namespace {

using Json = nlohmann::ordered_json;

Error bad(std::string what, std::string expected = {})
{
    return {.code = ErrorCode::Corrupt, .what = std::move(what), .expected = std::move(expected)};
}

// Members that nobody asks for are mistakes: a misspelt band would never fail.
std::optional<Error> onlyKnown(const Json& object, std::string_view what,
                               std::initializer_list<std::string_view> keys)
{
    if (!object.is_object()) return bad(std::string(what) + " is no object");
    for (const auto& [key, value] : object.items()) {
        if (std::ranges::find(keys, key) == keys.end()) {
            return bad(std::string(what) + " has a member \"" + key + "\" that is not known");
        }
    }
    return std::nullopt;
}

std::string text(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> number(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
}

class ExperimentReader
{
public:
    Result<Experiment> read(const Json& file)
    {
        if (auto error =
                onlyKnown(file, "the experiment",
                          {"id", "title", "who", "when", "claim", "source", "fitted", "notes",
                           "gallery", "seeds", "setup", "figures", "variants", "rows"})) {
            return *error;
        }
        e_.id = text(file, "id");
        e_.title = text(file, "title");
        e_.who = text(file, "who");
        e_.when = text(file, "when");
        e_.claim = text(file, "claim");
        e_.source = text(file, "source");
        e_.fitted = text(file, "fitted");
        e_.notes = text(file, "notes");
        e_.isGallery = file.value("gallery", false);
        e_.seeds = std::clamp(file.value("seeds", 5), 1, 1000);
        if (e_.id.empty() || e_.title.empty()) return bad("the experiment has no id or no title");
        if (!file.contains("setup") || !file.contains("variants") || !file.contains("rows")) {
            return bad(e_.id + " lacks its setup, variants or rows");
        }
        const Json figures = file.value("figures", Json::object());
        for (const auto& [name, expression] : figures.items()) {
            if (!expression.is_string()) return bad("figure " + name + " is no expression");
            e_.figures.push_back({name, expression.get<std::string>()});
        }
        for (const Json& variant : file["variants"]) {
            if (auto error = readVariant(file["setup"], variant)) return *error;
        }
        for (const Json& row : file["rows"]) {
            if (auto error = readRow(row)) return *error;
        }
        return std::move(e_);
    }

private:
    std::optional<Error> readVariant(const Json& common, const Json& variant)
    {
        if (auto error = onlyKnown(variant, "a variant of " + e_.id,
                                   {"id", "title", "confidence", "changes", "like"})) {
            return error;
        }
        ExperimentVariant made{.id = text(variant, "id"),
                               .title = text(variant, "title"),
                               .confidence = text(variant, "confidence"),
                               .setup = {}};
        if (made.id.empty()) return bad("a variant of " + e_.id + " has no id");
        Json setup = common;
        if (const std::string like = text(variant, "like"); !like.empty()) {
            const ExperimentVariant* base = e_.variant(like);
            if (base == nullptr) return bad("variant " + made.id + " is like none before it");
            setup = Json::parse(base->setup);
        }
        if (variant.contains("changes")) setup.merge_patch(variant["changes"]);
        made.setup = setup.dump();
        e_.variants.push_back(std::move(made));
        return std::nullopt;
    }

    std::optional<Error> readRow(const Json& row)
    {
        if (auto error = onlyKnown(row, "a row of " + e_.id,
                                   {"label", "variant", "figure", "unit", "minus", "over",
                                    "over_minus", "scale", "role", "published", "band"})) {
            return error;
        }
        ExperimentRow made{.label = text(row, "label"),
                           .variant = text(row, "variant"),
                           .figure = text(row, "figure"),
                           .unit = text(row, "unit"),
                           .minus = text(row, "minus"),
                           .over = text(row, "over"),
                           .overMinus = text(row, "over_minus"),
                           .scale = number(row, "scale").value_or(1),
                           .published = number(row, "published"),
                           .low = {},
                           .high = {}};
        if (made.label.empty()) made.label = made.figure;
        for (const std::string* id : {&made.variant, &made.minus, &made.over, &made.overMinus}) {
            if (id->empty() ? id == &made.variant : e_.variant(*id) == nullptr) {
                return bad("a row of " + e_.id + " names the variant \"" + *id + '"',
                           "one of its variants");
            }
        }
        const std::string role = row.value("role", "predicted");
        if (role != "fitted" && role != "predicted" && role != "reported") {
            return bad("a row has the role \"" + role + '"', "fitted, predicted or reported");
        }
        made.role = role == "fitted"     ? RowRole::Fitted
                    : role == "reported" ? RowRole::Reported
                                         : RowRole::Predicted;
        if (const auto band = row.find("band"); band != row.end()) {
            if (!band->is_array() || band->size() != 2) return bad("a band is no pair of numbers");
            if (band->at(0).is_number()) made.low = band->at(0).get<double>();
            if (band->at(1).is_number()) made.high = band->at(1).get<double>();
        }
        e_.rows.push_back(std::move(made));
        return std::nullopt;
    }

    Experiment e_;
};

Result<Machine> machineOf(const Json& spec)
{
    if (auto error = onlyKnown(spec, "\"machine\"", {"name", "hz", "costs"})) return *error;
    Result<Machine> machine = findMachine(spec.value("name", "1"));
    if (!machine) return machine;
    Json whole = Json::parse(machineToJson(*machine));
    if (spec.contains("hz")) whole["hz"] = spec["hz"];
    if (spec.contains("costs")) whole["costs"].merge_patch(spec["costs"]);
    return machineFromJson(whole.dump());
}

Result<SchedulerSettings> settingsOf(const Json& setup)
{
    SchedulerSettings settings{.scheduler = setup.value("scheduler", "cfs-6.1")};
    const Json tunables = setup.value("set", Json::object());
    for (const auto& [name, value] : tunables.items()) {
        const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
        if (auto applied = applyTunable(settings, name + '=' + shown); !applied) {
            return applied.error();
        }
    }
    const Json features = setup.value("features", Json::object());
    for (const auto& [name, value] : features.items()) {
        if (!value.is_boolean()) return bad("feature " + name + " is not true or false");
        settings.features[name] = value.get<bool>();
    }
    return settings;
}

Result<SimulationInput> readSetup(const Json& setup, std::uint64_t seed)
{
    if (auto error = onlyKnown(setup, "the setup",
                               {"machine", "scheduler", "set", "features", "workload"})) {
        return *error;
    }
    Result<Machine> machine = machineOf(setup.value("machine", Json::object()));
    if (!machine) return machine.error();
    Result<SchedulerSettings> settings = settingsOf(setup);
    if (!settings) return settings.error();
    Result<Workload> workload = workloadFromJson(setup.value("workload", Json::object()).dump());
    if (!workload) return workload.error();
    SimulationInput input{.workload = std::make_shared<const Workload>(std::move(*workload)),
                          .machine = std::move(*machine),
                          .scheduler = std::move(*settings),
                          .seed = seed};
    return input;
}

}  // namespace

const ExperimentVariant* Experiment::variant(std::string_view id_) const
{
    const auto found = std::ranges::find(variants, id_, &ExperimentVariant::id);
    return found == variants.end() ? nullptr : &*found;
}

const std::string& Experiment::expression(const ExperimentRow& row) const
{
    const auto found = std::ranges::find(figures, row.figure, &ExperimentFigure::name);
    return found == figures.end() ? row.figure : found->expression;
}

Result<Experiment> experimentFromJson(std::string_view text, const std::filesystem::path& path)
{
    const auto located = [&](Error error) {
        error.path = path.string();
        return error;
    };
    const Json file = Json::parse(text, nullptr, false);
    if (file.is_discarded()) return located(bad("the file is no JSON", "an experiment"));
    Result<Experiment> experiment = ExperimentReader().read(file);
    if (!experiment) return located(experiment.error());
    return experiment;
}

Result<std::vector<Experiment>> listExperiments()
{
    std::vector<Experiment> all;
    for (const std::string_view text : experimentTexts()) {
        Result<Experiment> experiment = experimentFromJson(text);
        if (!experiment) return experiment.error();
        all.push_back(std::move(*experiment));
    }
    return all;
}

Result<Experiment> loadExperiment(std::string_view name)
{
    std::ifstream file{std::string(name), std::ios::binary};
    std::error_code ignored;
    if (file && std::filesystem::is_regular_file(name, ignored)) {
        const std::string content{std::istreambuf_iterator<char>(file), {}};
        return experimentFromJson(content, std::filesystem::path(name));
    }
    Result<std::vector<Experiment>> all = listExperiments();
    if (!all) return all.error();
    const auto found = std::ranges::find(*all, name, &Experiment::id);
    if (found != all->end()) return std::move(*found);
    return Error{.code = ErrorCode::InvalidArgument,
                 .what = "there is no experiment " + std::string(name),
                 .expected = "one that `resched experiment list` names, or a file"};
}

Result<SimulationInput> inputOf(const ExperimentVariant& variant, std::uint64_t seed)
{
    const Json setup = Json::parse(variant.setup, nullptr, false);
    Result<SimulationInput> input = setup.is_discarded()
                                        ? Result<SimulationInput>(bad("its setup is no JSON"))
                                        : readSetup(setup, seed);
    if (input) return input;
    Error error = input.error();
    error.what = "variant " + variant.id + ": " + error.what;
    return error;
}

std::string workloadFileOf(const ExperimentVariant& variant)
{
    const Json setup = Json::parse(variant.setup, nullptr, false);
    return setup.is_object() ? setup.value("workload", Json::object()).dump() : std::string();
}

}  // namespace resched
