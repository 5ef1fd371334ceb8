// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/workload_json.h"

#include "workload/loose_json.h"
#include "workload/workload_rtapp.h"
#include "workload/workload_saved.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace resched {

namespace {

constexpr std::uintmax_t kMaxFileBytes = std::uintmax_t{1} << 30;

// What an index of the value may point at is checked once, here, for both forms.
std::optional<std::string> danglingReference(const Workload& workload, const WorkloadTask& task,
                                             const Step& step)
{
    const auto outside = [](auto index, std::size_t size) {
        return static_cast<std::uint64_t>(index) >= size;
    };
    const auto bad = [&](std::string_view what) {
        return "\"" + task.name + "\" names a " + std::string(what) + " that does not exist";
    };
    if ((step.flags & Step::kRandom) != 0 && outside(step.amount, workload.distributions.size())) {
        return bad("distribution");
    }
    switch (step.kind) {
        case StepKind::Wait:
        case StepKind::Post:
            return outside(step.object, workload.tokens) ? std::optional(bad("token"))
                                                         : std::nullopt;
        case StepKind::TimerWait:
            if (outside(step.object, workload.timers.size())) return bad("timer");
            break;
        case StepKind::SemWait:
        case StepKind::SemPost:
            if (outside(step.object, workload.semaphores.size())) return bad("semaphore");
            break;
        case StepKind::CondWait:
            if (outside(step.amount, workload.mutexes.size())) return bad("mutex");
            [[fallthrough]];
        case StepKind::CondSignal:
        case StepKind::CondBroadcast:
            if (outside(step.object, workload.conditions.size())) return bad("condition");
            break;
        case StepKind::Lock:
        case StepKind::Unlock:
            if (outside(step.object, workload.mutexes.size())) return bad("mutex");
            break;
        case StepKind::BarrierWait:
            if (outside(step.object, workload.barriers.size())) return bad("barrier");
            break;
        case StepKind::RwReadLock:
        case StepKind::RwWriteLock:
        case StepKind::RwUnlock:
            if (outside(step.object, workload.rwlocks.size())) return bad("read-write lock");
            break;
        case StepKind::FutexRequeue:
        case StepKind::FutexWakeOp:
            if (outside(step.amount & 0xffffffff, workload.futexes.size())) return bad("futex");
            [[fallthrough]];
        case StepKind::FutexWait:
        case StepKind::FutexWake:
        case StepKind::FutexSet:
            if (outside(step.object, workload.futexes.size())) return bad("futex");
            break;
        case StepKind::PipeRead:
        case StepKind::PipeWrite:
            if (outside(step.object, workload.pipes.size())) return bad("pipe");
            break;
        case StepKind::Fork:
        case StepKind::Resume:
            if (outside(step.object, workload.tasks.size())) return bad("task");
            break;
        case StepKind::Exec:
            if (outside(step.object, std::max<std::size_t>(workload.names.size(), 1)))
                return bad("name");
            break;
        case StepKind::SetAffinity:
            if (outside(step.object, workload.cpuSets.size())) return bad("CPU set");
            break;
        case StepKind::SetPolicy:
            if (outside(step.object, 5)) return bad("policy");
            break;
        case StepKind::Mark:
            if (outside(step.object, workload.metrics.size())) return bad("metric");
            break;
        default:
            break;
    }
    return std::nullopt;
}

std::optional<std::string> findFault(const Workload& workload)
{
    for (const WorkloadTask& task : workload.tasks) {
        std::int64_t depth = 0;
        for (const Step& step : task.program) {
            if (auto fault = danglingReference(workload, task, step)) return fault;
            depth += step.kind == StepKind::LoopBegin ? 1 : step.kind == StepKind::LoopEnd ? -1 : 0;
            if (depth < 0) break;
        }
        if (depth != 0) return "the loops of \"" + task.name + "\" do not match";
        if (task.parent >= static_cast<int>(workload.tasks.size()) ||
            task.group >= static_cast<int>(workload.groups.size())) {
            return "\"" + task.name + "\" has a parent or group that does not exist";
        }
    }
    return std::nullopt;
}

}  // namespace

bool looksLikeWorkload(std::string_view text)
{
    const std::string_view head = text.substr(0, 65536);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return false;
    const bool isJson = head[first] == '{' || head.substr(first).starts_with("/*");
    return isJson && head.find("\"tasks\"") != std::string_view::npos;
}

Result<Workload> workloadFromJson(std::string_view text, const std::filesystem::path& path)
{
    const auto located = [&](Error error) {
        error.path = path.string();
        return error;
    };
    const Result<JsonValue> file = parseLooseJson(text);
    if (!file) return located(file.error());
    const JsonValue* tasks = file->find("tasks");
    if (tasks == nullptr || (!tasks->isObject() && !tasks->isArray())) {
        return located({.code = ErrorCode::Corrupt,
                        .what = "the file has no \"tasks\"",
                        .expected = "an object of tasks as rt-app reads it, or a saved workload"});
    }
    Result<Workload> workload =
        tasks->isObject() ? workloadFromRtApp(*file) : workloadFromSaved(*file);
    if (!workload) return located(workload.error());
    if (const auto fault = findFault(*workload)) {
        return located({.code = ErrorCode::Corrupt, .what = *fault});
    }
    if (workload->name.empty()) workload->name = path.stem().string();
    if (workload->source.empty()) workload->source = path.string();
    return workload;
}

Result<Workload> readWorkload(const std::filesystem::path& path)
{
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(path, failed);
    std::ifstream file(path, std::ios::binary);
    if (failed || !file || size > kMaxFileBytes) {
        return Error{.code = ErrorCode::NotFound,
                     .what = "the file cannot be read",
                     .path = path.string(),
                     .expected = "a workload in JSON"};
    }
    std::string text(static_cast<std::size_t>(size), '\0');
    file.read(text.data(), static_cast<std::streamsize>(size));
    return workloadFromJson(text, path);
}

std::string workloadToJson(const Workload& workload)
{
    return workloadToSaved(workload);
}

}  // namespace resched
