// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/wait_text.h"

#include "analysis/wait_explanation.h"
#include "export/json.h"
#include "replay/wait_decision.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace resched::app {

namespace {

std::string causeText(const RanInstead& run)
{
    switch (run.cause) {
        case RunCause::WasRunning:
            return "was running";
        case RunCause::Idle:
            return "the CPU was idle";
        case RunCause::Unknown:
            return "not recorded";
        case RunCause::TookOver:
            return "took over: " + std::string(endReasonName(run.reason));
        case RunCause::Picked:
            return "picked after " + std::string(run.reason == EndReason::Unknown
                                                     ? "idle"
                                                     : endReasonName(run.reason));
    }
    return {};
}

std::string nameText(const Trace& trace, TaskId task, Timestamp time)
{
    if (task == kNoTask) return "?";
    if (task == kIdleTask) return "idle";
    return safeText(trace.nameAt(task, time)) + '-' + std::to_string(number(trace.task(task).tid));
}

std::string decisionText(const Trace& trace, const Wait& wait, const SimulatedSettings& settings)
{
    const auto decision = waitDecision(trace, wait, settings);
    if (!decision) return {};
    std::string text = "    decided by ";
    text += decision->isRefusal
                ? "wakeup without preemption, " + std::string(refusalName(decision->refusal))
                : std::string(endReasonName(decision->reason));
    if (decision->value != 0 || decision->limit != 0) {
        text += " (" + std::to_string(decision->value) + " against " +
                std::to_string(decision->limit) + ")";
    }
    if (decision->otherwise) {
        text += "; would not have waited with " + otherwiseText(*decision->otherwise);
    }
    return text + '\n';
}

std::string oneText(const Trace& trace, const Wait& wait,
                    const std::optional<SimulatedSettings>& settings)
{
    std::string text = durationText(wait.length()) + "  " + nameText(trace, wait.task, wait.end) +
                       "  CPU " + std::to_string(wait.cpu) + "  " +
                       timeText(wait.begin, trace.begin()) + " to " +
                       timeText(wait.end, trace.begin()) + " s  " +
                       (wait.kind == WaitKind::Wakeup ? "woken" : "preempted");
    if (wait.wakeup != TaskSegment::kNoLink) {
        const TaskId waker = trace.wakeups()[wait.wakeup].waker;
        text += " by " + nameText(trace, waker, wait.begin);
    }
    text += '\n';
    Table table;
    table.columns = {{"indent", "", ColumnKind::Text},
                     {"time_ns", "", ColumnKind::Duration},
                     {"task", "", ColumnKind::Text},
                     {"why", "", ColumnKind::Text}};
    for (const RanInstead& run : ranInstead(trace, wait)) {
        std::string why = causeText(run);
        if (run.decision && (run.decision->value != 0 || run.decision->limit != 0)) {
            why += " (" + std::to_string(run.decision->value) + " against " +
                   std::to_string(run.decision->limit) + ")";
        }
        table.rows.push_back({std::string("   "), std::int64_t{run.time.count()},
                              nameText(trace, run.task, wait.end), std::move(why)});
    }
    const std::string rows = tableText(table, trace.begin());
    text += rows.substr(rows.find('\n') + 1);
    return text + (settings ? decisionText(trace, wait, *settings) : "");
}

}  // namespace

std::vector<Wait> worstOf(const std::vector<Wait>& waits, std::size_t top)
{
    std::vector<Wait> worst = waits;
    std::ranges::stable_sort(worst, std::ranges::greater{}, &Wait::length);
    worst.resize(std::min(worst.size(), top));
    return worst;
}

std::string worstText(const Trace& trace, const std::vector<Wait>& worst)
{
    const auto settings = simulatedSettings(trace.info());
    std::string text;
    for (const Wait& wait : worst) text += oneText(trace, wait, settings);
    return text;
}

namespace {

Json decisionJson(const WaitDecision& decision, const Trace& trace)
{
    Json json = {
        {"kind", decision.isRefusal ? "refused_wakeup" : "switch_out"},
        {"reason",
         decision.isRefusal ? refusalName(decision.refusal) : endReasonName(decision.reason)},
        {"value", decision.value},
        {"limit", decision.limit},
        {"by_tid", decision.by == kNoTask ? Json() : Json(number(trace.task(decision.by).tid))},
        {"otherwise", Json()}};
    if (!decision.otherwise) return json;
    const Otherwise& otherwise = *decision.otherwise;
    if (otherwise.side == Otherwise::Side::Switched) {
        json["otherwise"] = {{"feature", otherwise.name}};
    } else {
        const bool isAtMost = otherwise.side == Otherwise::Side::AtMost;
        json["otherwise"] = {{"tunable", otherwise.name},
                             {"value", otherwise.value},
                             {isAtMost ? "at_most" : "at_least", otherwise.threshold}};
    }
    return json;
}

}  // namespace

void addDecisions(Json& latency, const Trace& trace, const std::vector<Wait>& worst)
{
    const auto settings = simulatedSettings(trace.info());
    if (!settings) return;
    for (std::size_t i = 0; i < worst.size(); ++i) {
        const auto decision = waitDecision(trace, worst[i], *settings);
        latency["worst"][i]["decision"] = decision ? decisionJson(*decision, trace) : Json();
    }
}

}  // namespace resched::app
