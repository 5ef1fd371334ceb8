// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/workload_rtapp.h"

#include "workload/generators.h"
#include "workload/workload_objects.h"

#include <algorithm>
#include <array>
#include <string>

namespace resched {

namespace {

using Failure = std::optional<Error>;

// What a "mem" or "iorun" byte costs: both fill a buffer that stays in the cache.
constexpr std::int64_t kBytesPerNanosecond = 4;

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, name) != names.end();
}

// "run0", "timer_2" -> "run", "timer": the grammar tells repeated keys apart by what follows the
// word.
std::string_view baseName(std::string_view key)
{
    std::size_t end = key.size();
    while (end > 0 && ((key[end - 1] >= '0' && key[end - 1] <= '9'))) --end;
    while (end > 0 && end < key.size() && key[end - 1] == '_') --end;
    return key.substr(0, end);
}

std::string inQuotes(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

bool mayTakeTime(const Step& step)
{
    switch (step.kind) {
        case StepKind::Run:
            return step.amount > 0 || (step.flags & Step::kRandom) != 0;
        case StepKind::Sleep:
        case StepKind::TimerWait:
        case StepKind::SemWait:
        case StepKind::CondWait:
        case StepKind::BarrierWait:
        case StepKind::FutexWait:
        case StepKind::PipeRead:
        case StepKind::PipeWrite:
        case StepKind::WaitChild:
        case StepKind::Exit:
            return true;
        default:
            return false;
    }
}

class RtAppReader
{
public:
    Result<Workload> read(const JsonValue& file)
    {
        if (const JsonValue* global = file.find("global")) {
            if (Failure failure = readGlobal(*global)) return *failure;
        }
        const JsonValue* tasks = file.find("tasks");
        for (const auto& [name, task] : *tasks->object()) {
            names_.push_back(name);
            if (task.object() == nullptr) {
                return workloadError(task, inQuotes(name) + " is no task", "an object");
            }
        }
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (Failure failure = readTask(names_[i], tasks->object()->at(i).value))
                return *failure;
        }
        for (MutexSpec& mutex : workload_.mutexes) mutex.protocol = protocol_;
        if (Failure failure = startForked(*tasks)) return *failure;
        if (const JsonValue* loads = file.find("generate")) {
            if (Failure failure = generateLoads(*loads, workload_, objects_)) return *failure;
        }
        return std::move(workload_);
    }

private:
    Failure readGlobal(const JsonValue& global);
    Failure readFutexModel(std::string_view key, const JsonValue& value);
    Failure readGroups(const JsonValue& groups);
    Failure readTask(const std::string& name, const JsonValue& task);
    Failure readTaskKey(const std::string& key, const JsonValue& value, WorkloadTask& task);
    Failure readPhases(const JsonValue& phases, std::vector<Step>& program);
    Failure readSteps(const JsonValue& steps, std::vector<Step>& program);
    Failure readStep(std::string_view name, const JsonValue& value, std::vector<Step>& program);
    Failure readSyncStep(std::string_view name, const JsonValue& value, std::vector<Step>& program);
    Failure readOwnStep(std::string_view name, const JsonValue& value, std::vector<Step>& program);
    Failure readFutexStep(std::string_view name, const std::string& ref, const JsonValue& value,
                          std::vector<Step>& program);
    Failure readTimer(const JsonValue& value, std::vector<Step>& program);
    Failure readAffinity(const JsonValue& value, CpuSet& cpus);
    Failure readPlace(const JsonValue& phase, std::vector<Step>& program);
    Failure loop(const JsonValue& where, std::int64_t count, std::vector<Step> body,
                 std::vector<Step>& program);
    Failure startForked(const JsonValue& tasks);
    Failure amountOf(const JsonValue& value, Step& step);
    std::optional<std::string> reference(const JsonValue& value, std::string_view key = "ref");
    std::uint32_t timerOf(const std::string& ref, bool absolute);
    std::uint32_t group(const std::string& name);

    Workload workload_;
    WorkloadObjects objects_{workload_};
    std::vector<std::string> names_;
    std::string taskName_;
    Policy defaultPolicy_ = Policy::Normal;
    LockProtocol protocol_ = LockProtocol::None;
    int instances_ = 1;
};

Failure RtAppReader::readGlobal(const JsonValue& global)
{
    if (global.object() == nullptr) return workloadError(global, "\"global\" is no object");
    for (const auto& [key, value] : *global.object()) {
        if (key == "duration") {
            const std::int64_t* seconds = value.integer();
            if (value.string() != nullptr && readDuration(value)) {
                workload_.duration = *readDuration(value);
            } else if (seconds != nullptr && *seconds >= -1 && *seconds < 1'000'000) {
                workload_.duration =
                    Nanoseconds{std::max<std::int64_t>(*seconds, 0) * 1'000'000'000};
            } else {
                return workloadError(value, "\"duration\" is no time", "seconds, -1, or \"500ms\"");
            }
        } else if (key == "default_policy") {
            const auto policy = value.string() ? readPolicy(*value.string()) : std::nullopt;
            if (!policy) return workloadError(value, "\"default_policy\" is not modelled");
            defaultPolicy_ = *policy;
        } else if (key == "pi_enabled") {
            const bool* enabled = value.boolean();
            protocol_ = enabled && *enabled ? LockProtocol::Inherit : LockProtocol::None;
        } else if (isOneOf(key, {"futex_queue", "condvar", "futex_buckets"})) {
            if (Failure failure = readFutexModel(key, value)) return failure;
        } else if (key == "groups") {
            if (Failure failure = readGroups(value)) return failure;
        } else if (key == "semaphores" && value.object() != nullptr) {
            for (const auto& [name, count] : *value.object()) {
                const std::uint32_t id = objects_.semaphore(name);
                if (count.integer() == nullptr || *count.integer() < 0 ||
                    *count.integer() > 1 << 20) {
                    return workloadError(count, "a semaphore's count is a whole number");
                }
                workload_.semaphores[id] = static_cast<int>(*count.integer());
            }
        } else if (!isOneOf(key, {"calibration", "lock_pages", "logdir", "log_basename", "log_size",
                                  "ftrace", "gnuplot", "io_device", "mem_buffer_size",
                                  "cumulative_slack", "frag", "name"})) {
            return workloadError(value, inQuotes(key) + " is not modelled in \"global\"");
        }
    }
    return std::nullopt;
}

Failure RtAppReader::readFutexModel(std::string_view key, const JsonValue& value)
{
    FutexModel& model = workload_.futexModel;
    const std::string name = value.string() != nullptr ? *value.string() : std::string();
    if (key == "futex_queue") {
        const auto queue = readFutexQueue(name);
        if (!queue)
            return workloadError(value, "\"futex_queue\" is no queue",
                                 "list, plist or plist_dynamic");
        model.queue = *queue;
    } else if (key == "condvar") {
        const auto broadcast = readBroadcast(name);
        if (!broadcast)
            return workloadError(value, "\"condvar\" is no kind of broadcast",
                                 "wake_all or requeue");
        model.broadcast = *broadcast;
    } else if (value.integer() != nullptr && *value.integer() >= 1 && *value.integer() <= 1 << 20) {
        model.buckets = static_cast<int>(*value.integer());
    } else {
        return workloadError(value, "\"futex_buckets\" is out of range", "1 to 1048576");
    }
    return std::nullopt;
}

Failure RtAppReader::readGroups(const JsonValue& groups)
{
    if (groups.object() == nullptr) return workloadError(groups, "\"groups\" is no object");
    for (const auto& [name, spec] : *groups.object()) {
        TaskGroup& made = workload_.groups[group(name)];
        if (spec.object() == nullptr) return workloadError(spec, inQuotes(name) + " is no group");
        for (const auto& [key, value] : *spec.object()) {
            const auto duration = readDuration(value);
            if (key == "shares" && value.integer() && *value.integer() >= 2 &&
                *value.integer() <= 262144) {
                made.shares = static_cast<int>(*value.integer());
            } else if (key == "quota" && duration) {
                made.quota = *duration;
            } else if (key == "period" && duration) {
                made.period = *duration;
            } else if (key == "parent" && value.string()) {
                const auto parent = static_cast<int>(group(*value.string()));
                workload_.groups[group(name)].parent = parent;
            } else {
                return workloadError(value, inQuotes(key) + " is no setting of a group",
                                     "shares, quota, period or parent");
            }
        }
    }
    return std::nullopt;
}

std::uint32_t RtAppReader::group(const std::string& name)
{
    const auto found = std::ranges::find(workload_.groups, name, &TaskGroup::name);
    const auto id = static_cast<std::uint32_t>(found - workload_.groups.begin());
    if (found == workload_.groups.end()) workload_.groups.push_back({.name = name});
    return id;
}

Failure RtAppReader::readTask(const std::string& name, const JsonValue& value)
{
    WorkloadTask task;
    task.name = name;
    task.policy = defaultPolicy_;
    taskName_ = name;
    instances_ = 1;
    std::int64_t loops = -1;
    std::int64_t priority = INT64_MIN;
    std::vector<JsonValue::Member> steps;
    const JsonValue* phases = nullptr;
    // Barriers count their parties per instance, so the number comes first.
    if (const JsonValue* instance = value.find("instance")) {
        if (!instance->integer() || *instance->integer() < 0 || *instance->integer() > 100'000) {
            return workloadError(*instance, "\"instance\" is out of range", "0 to 100000");
        }
        instances_ = static_cast<int>(*instance->integer());
    }
    for (const auto& [key, member] : *value.object()) {
        if (key == "instance") continue;
        if (key == "loop" || key == "priority") {
            if (!member.integer()) return workloadError(member, inQuotes(key) + " is no number");
            (key == "loop" ? loops : priority) = *member.integer();
        } else if (key == "phases") {
            phases = &member;
        } else if (isOneOf(key, {"policy", "cpus", "delay", "taskgroup", "slice", "process",
                                 "session"})) {
            if (Failure failure = readTaskKey(key, member, task)) return failure;
        } else if (key.starts_with("dl-")) {
            return workloadError(member, "SCHED_DEADLINE is not modelled (" + inQuotes(key) + ")");
        } else {
            steps.emplace_back(key, member);
        }
    }
    const bool isRealTime = task.policy == Policy::Fifo || task.policy == Policy::RoundRobin;
    if (priority == INT64_MIN) priority = isRealTime ? 10 : 0;
    if (isRealTime ? priority < 1 || priority > 99 : priority < -20 || priority > 19) {
        return workloadError(value, "the priority of " + inQuotes(name) + " is out of range",
                             isRealTime ? "1 to 99" : "-20 to 19");
    }
    (isRealTime ? task.rtPriority : task.nice) = static_cast<int>(priority);
    task.copies = instances_;

    std::vector<Step> body;
    JsonValue rest;
    rest.line = value.line;
    rest.content = std::move(steps);
    if (phases != nullptr && !rest.object()->empty()) {
        return workloadError(value, inQuotes(name) + " has both phases and steps of its own",
                             "one of them");
    }
    if (Failure failure = phases ? readPhases(*phases, body) : readSteps(rest, body))
        return failure;
    if (body.empty()) return workloadError(value, inQuotes(name) + " does nothing", "a step");
    if (Failure failure = loop(value, loops, std::move(body), task.program)) return failure;
    workload_.tasks.push_back(std::move(task));
    return std::nullopt;
}

Failure RtAppReader::readTaskKey(const std::string& key, const JsonValue& value, WorkloadTask& task)
{
    if (key == "policy") {
        const auto policy = value.string() ? readPolicy(*value.string()) : std::nullopt;
        if (!policy) {
            return workloadError(value, "this policy is not modelled",
                                 "SCHED_OTHER, SCHED_BATCH, SCHED_IDLE, SCHED_FIFO or SCHED_RR");
        }
        task.policy = *policy;
    } else if (key == "cpus") {
        return readAffinity(value, task.affinity);
    } else if (key == "taskgroup" && value.string()) {
        task.group = static_cast<int>(group(*value.string()));
    } else if (key == "session" && value.integer()) {
        task.session = static_cast<int>(*value.integer());
    } else if (key == "process" && value.integer()) {
        task.process = static_cast<int>(*value.integer());
    } else if (const auto duration = readDuration(value); duration && key == "delay") {
        task.start = *duration;
    } else if (duration && key == "slice") {
        task.slice = *duration;
    } else {
        return workloadError(value, inQuotes(key) + " has no usable value");
    }
    return std::nullopt;
}

Failure RtAppReader::readAffinity(const JsonValue& value, CpuSet& cpus)
{
    const auto add = [&](const JsonValue& item) {
        const std::int64_t* cpu = item.integer();
        if (cpu == nullptr || *cpu < 0 || *cpu >= CpuSet::kMaxCpus) return false;
        cpus.add(CpuId{static_cast<std::int32_t>(*cpu)});
        return true;
    };
    bool good = value.array() != nullptr ? !value.array()->empty() : add(value);
    if (value.array() != nullptr) good = good && std::ranges::all_of(*value.array(), add);
    if (!good) return workloadError(value, "\"cpus\" is no list of CPU numbers", "[0, 1]");
    return std::nullopt;
}

// A phase may move the task: to other CPUs or another policy, for as long as it lasts.
Failure RtAppReader::readPlace(const JsonValue& phase, std::vector<Step>& program)
{
    if (const JsonValue* cpus = phase.find("cpus")) {
        CpuSet set;
        if (Failure failure = readAffinity(*cpus, set)) return failure;
        program.push_back({.kind = StepKind::SetAffinity, .object = objects_.cpuSet(set)});
    }
    if (const JsonValue* name = phase.find("policy")) {
        const auto policy = name->string() ? readPolicy(*name->string()) : std::nullopt;
        if (!policy) return workloadError(*name, "this policy is not modelled");
        const JsonValue* priority = phase.find("priority");
        const bool isRealTime = *policy == Policy::Fifo || *policy == Policy::RoundRobin;
        program.push_back({.kind = StepKind::SetPolicy,
                           .object = static_cast<std::uint32_t>(*policy),
                           .amount = priority && priority->integer() ? *priority->integer()
                                     : isRealTime                    ? 10
                                                                     : 0});
    } else if (const JsonValue* nice = phase.find("priority"); nice && nice->integer()) {
        program.push_back({.kind = StepKind::SetNice, .amount = *nice->integer()});
    }
    return std::nullopt;
}

Failure RtAppReader::readPhases(const JsonValue& phases, std::vector<Step>& program)
{
    if (phases.object() == nullptr) return workloadError(phases, "\"phases\" is no object");
    for (const auto& [name, phase] : *phases.object()) {
        if (phase.object() == nullptr) return workloadError(phase, inQuotes(name) + " is no phase");
        if (Failure failure = readPlace(phase, program)) return failure;
        std::int64_t loops = 1;
        if (const JsonValue* value = phase.find("loop")) {
            if (!value->integer()) return workloadError(*value, "\"loop\" is no number");
            loops = *value->integer();
        }
        std::vector<Step> body;
        JsonValue steps;
        std::vector<JsonValue::Member> members;
        for (const auto& member : *phase.object()) {
            if (!isOneOf(member.key, {"loop", "cpus", "policy", "priority"})) {
                members.push_back(member);
            }
        }
        steps.content = std::move(members);
        if (Failure failure = readSteps(steps, body)) return failure;
        if (Failure failure = loop(phase, loops, std::move(body), program)) return failure;
    }
    return std::nullopt;
}

Failure RtAppReader::loop(const JsonValue& where, std::int64_t count, std::vector<Step> body,
                          std::vector<Step>& program)
{
    if (count < -1)
        return workloadError(where, "a loop runs a negative number of times", "-1 or more");
    const bool takesTime = std::ranges::any_of(body, mayTakeTime);
    if (count == -1 && !takesTime) {
        return workloadError(where, "a loop without end never takes time or waits",
                             "a run, a sleep or a wait in it");
    }
    if (count == 0) return std::nullopt;
    if (count != 1) program.push_back({.kind = StepKind::LoopBegin, .amount = count});
    program.insert(program.end(), body.begin(), body.end());
    if (count != 1) program.push_back({.kind = StepKind::LoopEnd});
    return std::nullopt;
}

Failure RtAppReader::readSteps(const JsonValue& steps, std::vector<Step>& program)
{
    for (const auto& [key, value] : *steps.object()) {
        if (Failure failure = readStep(baseName(key), value, program)) return failure;
    }
    return std::nullopt;
}

// A number, a time with a unit, or a distribution.
Failure RtAppReader::amountOf(const JsonValue& value, Step& step)
{
    if (value.object() != nullptr) {
        const Result<Distribution> distribution = readDistribution(value);
        if (!distribution) return distribution.error();
        step.flags |= Step::kRandom;
        step.amount = objects_.distribution(*distribution);
        return std::nullopt;
    }
    const auto duration = readDuration(value);
    if (!duration) {
        return workloadError(value, "a step's time is no duration",
                             "us as a number, \"3ms\", or a distribution");
    }
    step.amount = duration->count();
    return std::nullopt;
}

std::optional<std::string> RtAppReader::reference(const JsonValue& value, std::string_view key)
{
    if (value.string() != nullptr) return *value.string();
    const JsonValue* member = value.find(key);
    if (member == nullptr || member->string() == nullptr) return std::nullopt;
    return *member->string();
}

std::uint32_t RtAppReader::timerOf(const std::string& ref, bool absolute)
{
    const bool isUnique = ref.starts_with("unique");
    return objects_.timer({.name = isUnique ? taskName_ + ' ' + ref : ref,
                           .absolute = absolute,
                           .perTask = isUnique});
}

Failure RtAppReader::readTimer(const JsonValue& value, std::vector<Step>& program)
{
    const auto ref = reference(value);
    const JsonValue* period = value.find("period");
    const auto length = period != nullptr ? readDuration(*period) : std::nullopt;
    if (!ref || !length || *length <= Nanoseconds{0}) {
        return workloadError(value, "a timer lacks its \"ref\" or its \"period\"");
    }
    const auto mode = reference(value, "mode");
    const bool isAbsolute = value.find("mode") != nullptr && mode && *mode == "absolute";
    const std::uint32_t timer = timerOf(*ref, isAbsolute);
    program.push_back({.kind = StepKind::TimerWait, .object = timer, .amount = length->count()});
    // What rt-app logs as wu_lat.
    Metric metric{.name = taskName_ + " wu_lat", .kind = Metric::Kind::SinceTimer, .object = timer};
    const auto known = std::ranges::find(workload_.metrics, metric);
    program.push_back({.kind = StepKind::Mark,
                       .object = static_cast<std::uint32_t>(known - workload_.metrics.begin())});
    if (known == workload_.metrics.end()) workload_.metrics.push_back(std::move(metric));
    return std::nullopt;
}

Failure RtAppReader::readStep(std::string_view name, const JsonValue& value,
                              std::vector<Step>& program)
{
    if (name == "run" || name == "runtime" || name == "sleep") {
        Step step{.kind = name == "sleep" ? StepKind::Sleep : StepKind::Run};
        if (Failure failure = amountOf(value, step)) return failure;
        program.push_back(step);
        return std::nullopt;
    }
    if (name == "mem" || name == "iorun") {
        if (!value.integer() || *value.integer() < 0) {
            return workloadError(value, inQuotes(name) + " is no number of bytes");
        }
        program.push_back(
            {.kind = StepKind::Run, .amount = *value.integer() / kBytesPerNanosecond});
        return std::nullopt;
    }
    if (name == "timer") return readTimer(value, program);
    if (name == "yield") {
        program.push_back({.kind = StepKind::Yield});
        return std::nullopt;
    }
    if (name == "fork") {
        const auto child = reference(value);
        const auto found = child ? std::ranges::find(names_, *child) : names_.end();
        if (found == names_.end())
            return workloadError(value, "\"fork\" names no task of this file");
        program.push_back(
            {.kind = StepKind::Fork, .object = static_cast<std::uint32_t>(found - names_.begin())});
        return std::nullopt;
    }
    return readSyncStep(name, value, program);
}

Failure RtAppReader::readSyncStep(std::string_view name, const JsonValue& value,
                                  std::vector<Step>& program)
{
    const bool mayBeEmpty = name == "suspend";
    auto ref = reference(value);
    if (mayBeEmpty && (!ref || ref->empty())) ref = taskName_;
    if (isOneOf(name, {"lock", "unlock", "wait", "signal", "broad", "sync", "barrier", "suspend",
                       "resume"}) &&
        !ref) {
        return workloadError(value, inQuotes(name) + " does not name its object");
    }
    if (name == "lock" || name == "unlock") {
        program.push_back({.kind = name == "lock" ? StepKind::Lock : StepKind::Unlock,
                           .object = objects_.mutex(*ref)});
    } else if (name == "signal" || name == "broad") {
        program.push_back(
            {.kind = name == "signal" ? StepKind::CondSignal : StepKind::CondBroadcast,
             .object = objects_.condition(*ref)});
    } else if (name == "wait" || name == "sync") {
        const JsonValue* mutex = value.find("mutex");
        if (mutex == nullptr || mutex->string() == nullptr) {
            return workloadError(value, inQuotes(name) + " does not name its mutex");
        }
        if (name == "sync") {
            program.push_back({.kind = StepKind::CondSignal, .object = objects_.condition(*ref)});
        }
        program.push_back({.kind = StepKind::CondWait,
                           .object = objects_.condition(*ref),
                           .amount = objects_.mutex(*mutex->string())});
    } else if (name == "barrier") {
        for (int i = 0; i < std::max(instances_, 1); ++i) objects_.barrier(*ref);
        const auto barrier = std::ranges::find(workload_.barriers, *ref, &BarrierSpec::name);
        program.push_back(
            {.kind = StepKind::BarrierWait,
             .object = static_cast<std::uint32_t>(barrier - workload_.barriers.begin())});
    } else if (name == "suspend" || name == "resume") {
        // rt-app suspends on a condition of that name: a resume without anyone suspended is lost.
        const std::uint32_t mutex = objects_.mutex("suspend " + *ref);
        const std::uint32_t condition = objects_.condition("suspend " + *ref);
        program.push_back({.kind = StepKind::Lock, .object = mutex});
        program.push_back(
            name == "suspend"
                ? Step{.kind = StepKind::CondWait, .object = condition, .amount = mutex}
                : Step{.kind = StepKind::CondBroadcast, .object = condition});
        program.push_back({.kind = StepKind::Unlock, .object = mutex});
    } else {
        return readOwnStep(name, value, program);
    }
    return std::nullopt;
}

// What Resched adds to rt-app's steps.
Failure RtAppReader::readOwnStep(std::string_view name, const JsonValue& value,
                                 std::vector<Step>& program)
{
    const auto ref = reference(value);
    const auto number = [&](std::string_view key, std::int64_t absent) {
        const JsonValue* member = value.find(key);
        return member != nullptr && member->integer() != nullptr ? *member->integer() : absent;
    };
    if (name == "block") {
        const JsonValue* time = value.find("time");
        Step step{.kind = StepKind::Sleep,
                  .state = TaskState::Uninterruptible,
                  .object = static_cast<std::uint32_t>(WakeSource::Device)};
        if (Failure failure = amountOf(time != nullptr ? *time : value, step)) return failure;
        const JsonValue* state = value.find("state");
        if (state != nullptr && state->string() && *state->string() == "S") {
            step.state = TaskState::Interruptible;
        }
        program.push_back(step);
    } else if (name == "repeat" && value.object() != nullptr) {
        std::vector<Step> body;
        JsonValue steps = value;
        std::erase_if(std::get<std::vector<JsonValue::Member>>(steps.content),
                      [](const auto& member) { return member.key == "loop"; });
        if (Failure failure = readSteps(steps, body)) return failure;
        return loop(value, number("loop", 1), std::move(body), program);
    } else if (name == "exit") {
        program.push_back({.kind = StepKind::Exit});
    } else if (name == "exec") {
        program.push_back(
            {.kind = StepKind::Exec, .object = objects_.name(ref.value_or(taskName_))});
    } else if (name == "wait_child") {
        program.push_back({.kind = StepKind::WaitChild, .amount = ref && *ref == "all" ? 1 : 0});
    } else if (name == "nice" && value.integer() && *value.integer() >= -20 &&
               *value.integer() <= 19) {
        program.push_back({.kind = StepKind::SetNice, .amount = *value.integer()});
    } else if (ref && (name == "sem_wait" || name == "sem_post")) {
        program.push_back({.kind = name == "sem_wait" ? StepKind::SemWait : StepKind::SemPost,
                           .object = objects_.semaphore(*ref),
                           .amount = number("count", 1)});
    } else if (ref && isOneOf(name, {"read_lock", "write_lock", "rw_unlock"})) {
        program.push_back({.kind = name == "read_lock"    ? StepKind::RwReadLock
                                   : name == "write_lock" ? StepKind::RwWriteLock
                                                          : StepKind::RwUnlock,
                           .object = objects_.rwlock(*ref)});
    } else if (ref && (name == "pipe_read" || name == "pipe_write")) {
        program.push_back(
            {.kind = name == "pipe_read" ? StepKind::PipeRead : StepKind::PipeWrite,
             .flags = static_cast<std::uint8_t>(name == "pipe_write" ? Step::kSync : 0),
             .object = objects_.pipe(*ref),
             .amount = std::max<std::int64_t>(number("bytes", 1), 1)});
    } else if (ref && name.starts_with("futex_")) {
        return readFutexStep(name, *ref, value, program);
    } else {
        return workloadError(value, inQuotes(name) + " is no step that is modelled");
    }
    return std::nullopt;
}

Failure RtAppReader::readFutexStep(std::string_view name, const std::string& ref,
                                   const JsonValue& value, std::vector<Step>& program)
{
    const auto number = [&](std::string_view key, std::int64_t absent, std::int64_t highest) {
        const JsonValue* member = value.find(key);
        const bool has = member != nullptr && member->integer() != nullptr;
        return std::clamp<std::int64_t>(has ? *member->integer() : absent, 0, highest);
    };
    const bool compares = value.find("value") != nullptr;
    const auto flags = compares ? Step::kCompare : std::uint8_t{0};
    const std::uint32_t futex = objects_.futex(ref);
    const JsonValue* target = value.find("to");
    const bool hasTarget = target != nullptr && target->string() != nullptr;
    const auto to = hasTarget ? reference(value, "to") : std::nullopt;
    Step step{.kind = StepKind::FutexWait, .flags = flags, .object = futex};
    if (name == "futex_wait") {
        step.amount = number("value", 0, UINT16_MAX);
    } else if (name == "futex_set") {
        step = {.kind = StepKind::FutexSet, .object = futex, .amount = number("value", 0, 65535)};
    } else if (name == "futex_wake") {
        step = {
            .kind = StepKind::FutexWake, .object = futex, .amount = number("count", 1, 1 << 30)};
    } else if (to && name == "futex_requeue") {
        step.kind = StepKind::FutexRequeue;
        step.amount = objects_.futex(*to) + (number("wake", 1, compares ? 65535 : INT32_MAX) << 32);
        if (compares) step.amount |= number("value", 0, INT16_MAX) << 48;
    } else if (to && name == "futex_wake_op") {
        step = {.kind = StepKind::FutexWakeOp,
                .object = futex,
                .amount = objects_.futex(*to) + (number("count", 1, 65535) << 32) +
                          (number("count_to", 1, INT16_MAX) << 48)};
    } else {
        return workloadError(value, inQuotes(name) + " is no step that is modelled");
    }
    program.push_back(step);
    return std::nullopt;
}

// A task that others fork starts with them; with instances of its own it also stands at the start.
Failure RtAppReader::startForked(const JsonValue& tasks)
{
    for (std::size_t parent = 0; parent < names_.size(); ++parent) {
        for (const Step& step : workload_.tasks[parent].program) {
            if (step.kind != StepKind::Fork) continue;
            WorkloadTask& child = workload_.tasks[step.object];
            if (child.copies > 0) {
                return workloadError(tasks.object()->at(step.object).value,
                                     inQuotes(child.name) + " is forked and also starts by itself",
                                     "\"instance\": 0 for a task that others fork");
            }
            if (child.parent < 0) child.parent = static_cast<int>(parent);
        }
    }
    for (std::size_t i = 0; i < names_.size(); ++i) {
        WorkloadTask& task = workload_.tasks[i];
        if (task.copies == 0 && task.parent < 0) {
            return workloadError(tasks.object()->at(i).value,
                                 inQuotes(task.name) + " has no instance and nobody forks it");
        }
        task.copies = std::max(task.copies, 1);
    }
    return std::nullopt;
}

}  // namespace

Result<Workload> workloadFromRtApp(const JsonValue& file)
{
    return RtAppReader().read(file);
}

}  // namespace resched
