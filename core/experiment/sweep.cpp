// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/sweep.h"

#include "base/duration.h"
#include "experiment/figures.h"
#include "experiment/run_pool.h"
#include "experiment/sweep_workload.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace resched {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kUsualValues = 9;
constexpr std::size_t kMaxPoints = 10'000'000;

Error invalid(std::string what, std::string expected)
{
    return {.code = ErrorCode::InvalidArgument,
            .what = std::move(what),
            .expected = std::move(expected)};
}

std::optional<std::int64_t> valueOf(std::string_view text)
{
    const auto duration = parseDuration(text);
    return duration ? std::optional(duration->count()) : std::nullopt;
}

std::vector<std::int64_t> spaced(std::int64_t from, std::int64_t to, int count, bool isLog)
{
    std::vector<std::int64_t> values;
    const double first = static_cast<double>(from);
    const double last = static_cast<double>(to);
    for (int i = 0; i < count; ++i) {
        const double part = count == 1 ? 0 : static_cast<double>(i) / (count - 1);
        const double value =
            isLog ? first * std::pow(last / first, part) : first + (last - first) * part;
        values.push_back(std::llround(value));
    }
    values.back() = count == 1 ? from : to;
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

struct Spacing
{
    bool isLog = false;
    int count = kUsualValues;
};

Result<Spacing> spacingOf(std::string_view text)
{
    Spacing spacing;
    if (text.empty()) return spacing;
    const std::string_view kind = text.substr(0, text.find(':'));
    const auto count = kind.size() < text.size() ? parseInteger(text.substr(kind.size() + 1))
                                                 : std::optional<std::int64_t>{kUsualValues};
    if ((kind != "log" && kind != "lin") || !count || *count < 1 || *count > 100'000) {
        return invalid("the spacing is \"" + std::string(text) + '"', "lin:N or log:N");
    }
    return Spacing{kind == "log", static_cast<int>(*count)};
}

// The expression of a figure's short name: p99_wakeup_latency is run:wakeup_latency_p99_ns.
std::string expressionOf(const std::string& figure)
{
    if (figure.find(':') != std::string::npos) return figure;
    const std::size_t bar = figure.find('_');
    const std::string head = figure.substr(0, bar);
    const bool isStatistic =
        head == "mean" || (head.size() > 1 && head[0] == 'p' &&
                           head.find_first_not_of("0123456789", 1) == std::string::npos);
    if (!isStatistic || bar == std::string::npos) return "run:" + figure;
    return "run:" + figure.substr(bar + 1) + '_' + head + "_ns";
}

Result<void> setParameter(SimulationInput& input, const std::string& name, std::int64_t value)
{
    if (name == "hz") {
        if (value < kLeastSweepHz || value > kMostSweepHz) {
            return invalid("hz is " + std::to_string(value),
                           std::to_string(kLeastSweepHz) + " to " + std::to_string(kMostSweepHz));
        }
        input.machine.hz = static_cast<int>(value);
        return {};
    }
    Json machine = Json::parse(machineToJson(input.machine));
    if (machine.contains("costs") && machine["costs"].contains(name)) {
        machine["costs"][name] = value;
        Result<Machine> changed = machineFromJson(machine.dump());
        if (!changed) return changed.error();
        input.machine = std::move(*changed);
        return {};
    }
    input.scheduler.tunables[name] = value;
    const auto settings = resolve(input.scheduler, input.machine.topology.count());
    if (!settings) return settings.error();
    return {};
}

std::string describeBase(const SimulationInput& base)
{
    const std::string& work = base.workload->name;
    std::string text = (work.empty() ? "" : work + "; ") + base.scheduler.scheduler;
    for (const auto& [name, value] : base.scheduler.tunables) {
        text += ' ' + name + '=' + std::to_string(value);
    }
    for (const auto& [name, isOn] : base.scheduler.features) {
        text += (isOn ? " " : " NO_") + name;
    }
    text += "; " + base.machine.topology.text() + ", HZ=" + std::to_string(base.machine.hz);
    if (base.duration.count() > 0) text += "; " + std::to_string(base.duration.count()) + " ns";
    return text;
}

Result<void> checkOptions(const SweepOptions& options)
{
    if (options.parameters.empty() || options.parameters.size() > 2) {
        return invalid(
            "a sweep varies " + std::to_string(options.parameters.size()) + " parameters",
            "one or two");
    }
    if (options.seeds < 1) return invalid("there are no seeds", "1 or more");
    if (options.shards < 1 || options.shard < 1 || options.shard > options.shards) {
        return invalid(
            "the shard is " + std::to_string(options.shard) + '/' + std::to_string(options.shards),
            "1/N to N/N");
    }
    if (options.figures.empty()) return invalid("no figure is asked for", "at least one");
    return {};
}

// Point `number` in the order of the first parameter, the second, the seed.
SweepPoint pointOf(const SweepResult& sweep, std::size_t number)
{
    SweepPoint point{.number = number, .values = {}, .seed = 0, .figures = {}};
    const auto seeds = static_cast<std::size_t>(sweep.seeds);
    point.seed = sweep.firstSeed + number % seeds;
    std::size_t rest = number / seeds;
    for (auto at = sweep.parameters.rbegin(); at != sweep.parameters.rend(); ++at) {
        point.values.insert(point.values.begin(), at->values[rest % at->values.size()]);
        rest /= at->values.size();
    }
    return point;
}

// The parameters of a point, those of the workload together.
Result<void> setParameters(SimulationInput& input, const SweepResult& sweep,
                           const SweepPoint& point, const std::string& workloadFile)
{
    WorkloadValues ofWork;
    for (std::size_t i = 0; i < sweep.parameters.size(); ++i) {
        const std::string& name = sweep.parameters[i].name;
        if (isWorkloadParameter(name)) {
            ofWork.emplace_back(name, point.values[i]);
        } else if (auto set = setParameter(input, name, point.values[i]); !set) {
            return set;
        }
    }
    if (ofWork.empty()) return {};
    auto workload = workloadWith(workloadFile, ofWork);
    if (!workload) return workload.error();
    input.workload = std::move(*workload);
    return {};
}

Result<void> runPoint(const SimulationInput& base, const SweepResult& sweep, SweepPoint& point,
                      const std::string& workloadFile, Progress& progress)
{
    SimulationInput input = base;
    input.seed = point.seed;
    input.keepDecisions = input.sampleVruntime = false;
    if (auto set = setParameters(input, sweep, point, workloadFile); !set) return set;
    const Result<SimulationResult> result = simulate(input, progress);
    if (!result) return result.error();
    FigureReader reader(*result);
    for (const std::string& figure : sweep.figures) {
        const auto value = reader.value(expressionOf(figure));
        if (!value) return value.error();
        point.figures.push_back(*value);
    }
    return {};
}

}  // namespace

Result<SweepParameter> parseSweepParameter(std::string_view text)
{
    const std::size_t equals = text.find('=');
    const auto wrong = [&] {
        return invalid("the range is \"" + std::string(text) + '"',
                       "NAME=FROM..TO, NAME=FROM..TO:log:N or NAME=A,B,C");
    };
    if (equals == std::string_view::npos || equals == 0) return wrong();
    SweepParameter parameter{.name = std::string(text.substr(0, equals)), .values = {}};
    if (parameter.name.starts_with("kernel.sched_")) parameter.name.erase(0, 13);
    std::string_view rest = text.substr(equals + 1);
    const std::size_t dots = rest.find("..");
    if (dots == std::string_view::npos) {
        while (!rest.empty()) {
            const std::string_view item = rest.substr(0, rest.find(','));
            const auto value = valueOf(item);
            if (!value) return wrong();
            parameter.values.push_back(*value);
            rest.remove_prefix(std::min(item.size() + 1, rest.size()));
        }
        if (parameter.values.empty()) return wrong();
        return parameter;
    }
    const std::size_t colon = rest.find(':', dots);
    const auto from = valueOf(rest.substr(0, dots));
    const auto to = valueOf(rest.substr(
        dots + 2, colon == std::string_view::npos ? std::string_view::npos : colon - dots - 2));
    const auto spacing =
        spacingOf(colon == std::string_view::npos ? std::string_view{} : rest.substr(colon + 1));
    if (!spacing) return spacing.error();
    if (!from || !to || *to < *from || (spacing->isLog && *from <= 0)) return wrong();
    parameter.values = spaced(*from, *to, spacing->count, spacing->isLog);
    return parameter;
}

std::size_t SweepResult::size() const
{
    std::size_t size = static_cast<std::size_t>(seeds);
    for (const SweepParameter& parameter : parameters) size *= parameter.values.size();
    return size;
}

Result<SweepResult> runSweep(const SimulationInput& base, const SweepOptions& options,
                             Progress& progress)
{
    if (auto checked = checkOptions(options); !checked) return checked.error();
    SweepResult sweep{.what = describeBase(base),
                      .parameters = options.parameters,
                      .figures = options.figures,
                      .seeds = options.seeds,
                      .firstSeed = options.firstSeed,
                      .points = {}};
    if (sweep.size() > kMaxPoints) {
        return invalid("the sweep has " + std::to_string(sweep.size()) + " points",
                       "at most " + std::to_string(kMaxPoints));
    }
    const auto shards = static_cast<std::size_t>(options.shards);
    for (auto i = static_cast<std::size_t>(options.shard) - 1; i < sweep.size(); i += shards) {
        sweep.points.push_back(pointOf(sweep, i));
    }
    const auto work = [&](std::size_t i, Progress& part) {
        return runPoint(base, sweep, sweep.points[i], options.workloadFile, part);
    };
    if (auto done = runAll(sweep.points.size(), options.threads, work, progress); !done) {
        return done.error();
    }
    return sweep;
}

// --- files ---

Result<SweepResult> mergeSweeps(std::span<const SweepResult> shards)
{
    if (shards.empty()) return invalid("there is nothing to merge", "at least one result");
    SweepResult merged = shards.front();
    for (const SweepResult& shard : shards.subspan(1)) {
        const bool same = shard.what == merged.what && shard.parameters == merged.parameters &&
                          shard.figures == merged.figures && shard.seeds == merged.seeds &&
                          shard.firstSeed == merged.firstSeed;
        if (!same) return invalid("the results are of different sweeps", "shards of one sweep");
        merged.points.insert(merged.points.end(), shard.points.begin(), shard.points.end());
    }
    std::ranges::sort(merged.points, {}, &SweepPoint::number);
    const auto twice = std::ranges::adjacent_find(merged.points, {}, &SweepPoint::number);
    if (twice != merged.points.end()) {
        return invalid("point " + std::to_string(twice->number + 1) + " is there twice",
                       "each shard once");
    }
    return merged;
}

std::string sweepToJson(const SweepResult& result)
{
    Json json = {{"format", "resched-sweep"},
                 {"version", 1},
                 {"what", result.what},
                 {"parameters", Json::array()},
                 {"figures", result.figures},
                 {"seeds", result.seeds},
                 {"first_seed", result.firstSeed},
                 {"points_total", result.size()},
                 {"points", Json::array()}};
    for (const SweepParameter& parameter : result.parameters) {
        json["parameters"].push_back({{"name", parameter.name}, {"values", parameter.values}});
    }
    for (const SweepPoint& point : result.points) {
        Json figures = Json::array();
        for (const auto& figure : point.figures) figures.push_back(figure ? Json(*figure) : Json());
        json["points"].push_back({{"number", point.number + 1},
                                  {"values", point.values},
                                  {"seed", point.seed},
                                  {"figures", std::move(figures)}});
    }
    return json.dump(1) + '\n';
}

namespace {

// What the file says, or nothing where it is no sweep; the caller catches what the library throws
// for members of the wrong type.
std::optional<SweepResult> readSweep(const Json& file)
{
    if (!file.is_object() || file.value("format", "") != "resched-sweep" ||
        file.value("version", 0) != 1) {
        return std::nullopt;
    }
    SweepResult result{.what = file.at("what").get<std::string>(),
                       .parameters = {},
                       .figures = file.at("figures").get<std::vector<std::string>>(),
                       .seeds = file.at("seeds").get<int>(),
                       .firstSeed = file.at("first_seed").get<std::uint64_t>(),
                       .points = {}};
    for (const Json& parameter : file.at("parameters")) {
        result.parameters.push_back({parameter.at("name").get<std::string>(),
                                     parameter.at("values").get<std::vector<std::int64_t>>()});
        if (result.parameters.back().values.empty()) return std::nullopt;
    }
    if (result.seeds < 1 || result.seeds > 1'000'000 || result.parameters.size() > 2) {
        return std::nullopt;
    }
    for (const Json& point : file.at("points")) {
        const auto number = point.at("number").get<std::size_t>();
        if (number < 1 || number > result.size()) return std::nullopt;
        SweepPoint& made = result.points.emplace_back(pointOf(result, number - 1));
        for (const Json& figure : point.at("figures")) {
            made.figures.push_back(figure.is_number() ? std::optional(figure.get<double>())
                                                      : std::nullopt);
        }
        if (made.figures.size() != result.figures.size()) return std::nullopt;
    }
    return result;
}

}  // namespace

Result<SweepResult> sweepFromJson(std::string_view text, const std::filesystem::path& path)
{
    std::optional<SweepResult> result;
    try {
        result = readSweep(Json::parse(text, nullptr, false));
    } catch (const Json::exception&) {
        result.reset();
    }
    if (result) return std::move(*result);
    return Error{.code = ErrorCode::Corrupt,
                 .what = "the file is no result of a sweep",
                 .path = path.string(),
                 .expected = "what `resched sweep --format json` writes"};
}

}  // namespace resched
