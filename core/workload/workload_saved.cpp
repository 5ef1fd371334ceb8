// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/workload_saved.h"

#include "workload/workload_objects.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace resched {

namespace {

// In the order of StepKind.
constexpr std::array<std::string_view, 39> kStepNames = {
    "run",           "sleep",        "sleep_until",    "timer",      "wait",
    "post",          "sem_wait",     "sem_post",       "lock",       "unlock",
    "cond_wait",     "cond_signal",  "cond_broadcast", "barrier",    "read_lock",
    "write_lock",    "rw_unlock",    "futex_wait",     "futex_wake", "futex_requeue",
    "futex_wake_op", "futex_set",    "pipe_read",      "pipe_write", "fork",
    "wait_child",    "exec",         "exit",           "yield",      "set_nice",
    "set_policy",    "set_affinity", "suspend",        "resume",     "loop",
    "end_loop",      "mark",         "cpu_offline",    "cpu_online"};
constexpr std::size_t kStepKinds = static_cast<std::size_t>(StepKind::CpuOnline) + 1;
static_assert(kStepKinds == 39);

constexpr std::string_view kStates = "RrSDTtXZPI?";  // by TaskState; r is R+
constexpr std::array<std::string_view, 5> kDistributions = {"constant", "uniform", "exponential",
                                                            "normal", "lognormal"};
constexpr std::array<std::string_view, 5> kMetrics = {"since_timer", "since_mark", "count", "gaps",
                                                      "since_first"};

// ---- writing
// -------------------------------------------------------------------------------------------

class Writer
{
public:
    explicit Writer(std::string& text) : text_(text) {}

    void key(std::string_view name)
    {
        separate();
        text_ += jsonQuoted(name) + ": ";
        isFirst_ = true;
    }
    void value(std::int64_t number)
    {
        separate();
        text_ += std::to_string(number);
    }
    void value(std::string_view string)
    {
        separate();
        text_ += jsonQuoted(string);
    }
    void value(bool truth)
    {
        separate();
        text_ += truth ? "true" : "false";
    }
    void open(char bracket)
    {
        separate();
        text_ += bracket;
        isFirst_ = true;
    }
    void close(char bracket)
    {
        text_ += bracket;
        isFirst_ = false;
    }
    void newLine() { wantsLine_ = true; }

    template <typename T>
    void field(std::string_view name, const T& content, const T& normal)
    {
        if (content == normal) return;
        key(name);
        if constexpr (std::is_same_v<T, Nanoseconds>) {
            value(content.count());
        } else if constexpr (std::is_same_v<T, std::string>) {
            value(std::string_view(content));
        } else if constexpr (std::is_same_v<T, bool>) {
            value(content);
        } else {
            value(static_cast<std::int64_t>(content));
        }
    }

private:
    void separate()
    {
        if (!isFirst_)
            text_ += wantsLine_ ? ",\n" : ", ";
        else if (wantsLine_)
            text_ += '\n';
        isFirst_ = false;
        wantsLine_ = false;
    }

    std::string& text_;
    bool isFirst_ = true;
    bool wantsLine_ = false;
};

void write(Writer& out, const Step& step)
{
    out.open('[');
    out.value(kStepNames[static_cast<std::size_t>(step.kind)]);
    const bool isPlain = step.state == TaskState::Interruptible && step.flags == 0;
    if (step.object != 0 || step.amount != 0 || !isPlain) {
        out.value(static_cast<std::int64_t>(step.object));
        out.value(step.amount);
    }
    if (!isPlain) {
        out.value(kStates.substr(static_cast<std::size_t>(step.state), 1));
        out.value(static_cast<std::int64_t>(step.flags));
    }
    out.close(']');
}

void write(Writer& out, const WorkloadTask& task)
{
    const WorkloadTask normal;
    out.newLine();
    out.open('{');
    out.key("name");
    out.value(std::string_view(task.name));
    out.field("parent", task.parent, normal.parent);
    out.field("start_ns", task.start, normal.start);
    out.field("starts_runnable", task.startsRunnable, normal.startsRunnable);
    if (task.policy != normal.policy) {
        out.key("policy");
        out.value(policyName(task.policy));
    }
    out.field("nice", task.nice, normal.nice);
    out.field("rt_priority", task.rtPriority, normal.rtPriority);
    out.field("slice_ns", task.slice, normal.slice);
    out.field("affinity", task.affinity.text(), std::string());
    out.field("start_cpu", task.startCpu, normal.startCpu);
    out.field("start_vruntime_ns", task.startVruntime, normal.startVruntime);
    out.field("group", task.group, normal.group);
    out.field("session", task.session, normal.session);
    out.field("process", task.process, normal.process);
    out.field("copies", task.copies, normal.copies);
    out.field("tid", task.tid, normal.tid);
    out.field("tgid", task.tgid, normal.tgid);
    out.key("program");
    out.open('[');
    for (const Step& step : task.program) write(out, step);
    out.close(']');
    out.close('}');
}

template <typename T, typename Function>
void writeList(Writer& out, std::string_view key, const std::vector<T>& list, Function writeItem)
{
    if (list.empty()) return;
    out.newLine();
    out.key(key);
    out.open('[');
    for (const T& item : list) writeItem(item);
    out.close(']');
}

void writeObjects(Writer& out, const Workload& workload)
{
    const auto object = [&](auto writeFields) {
        return [&out, writeFields](const auto& item) {
            out.open('{');
            writeFields(item);
            out.close('}');
        };
    };
    const auto string = [&](const std::string& item) { out.value(std::string_view(item)); };
    writeList(out, "groups", workload.groups, object([&](const TaskGroup& group) {
                  const TaskGroup normal;
                  out.field("name", group.name, normal.name);
                  out.field("parent", group.parent, normal.parent);
                  out.field("shares", group.shares, normal.shares);
                  out.field("quota_ns", group.quota, normal.quota);
                  out.field("period_ns", group.period, normal.period);
              }));
    writeList(out, "semaphores", workload.semaphores,
              [&](int count) { out.value(static_cast<std::int64_t>(count)); });
    writeList(out, "mutexes", workload.mutexes, object([&](const MutexSpec& mutex) {
                  out.field("name", mutex.name, std::string());
                  out.field("inherit", mutex.protocol == LockProtocol::Inherit, false);
              }));
    writeList(out, "conditions", workload.conditions, string);
    writeList(out, "rwlocks", workload.rwlocks, string);
    writeList(out, "futexes", workload.futexes, string);
    writeList(out, "barriers", workload.barriers, object([&](const BarrierSpec& barrier) {
                  out.field("name", barrier.name, std::string());
                  out.field("parties", barrier.parties, 0);
              }));
    writeList(out, "pipes", workload.pipes, object([&](const PipeSpec& pipe) {
                  out.field("name", pipe.name, std::string());
                  out.field("capacity", pipe.capacity, PipeSpec().capacity);
              }));
    writeList(out, "timers", workload.timers, object([&](const TimerSpec& timer) {
                  const TimerSpec normal;
                  out.field("name", timer.name, normal.name);
                  out.field("period_ns", timer.period, normal.period);
                  out.field("first_ns", timer.first, normal.first);
                  out.field("absolute", timer.absolute, normal.absolute);
                  out.field("merges", timer.merges, normal.merges);
                  out.field("per_task", timer.perTask, normal.perTask);
              }));
    writeList(out, "distributions", workload.distributions, object([&](const Distribution& d) {
                  const Distribution normal;
                  out.key("kind");
                  out.value(kDistributions[static_cast<std::size_t>(d.kind)]);
                  out.field("a", d.a, normal.a);
                  out.field("b", d.b, normal.b);
                  out.field("low_ns", d.low, normal.low);
                  out.field("high_ns", d.high, normal.high);
              }));
    writeList(out, "cpu_sets", workload.cpuSets,
              [&](const CpuSet& cpus) { out.value(std::string_view(cpus.text())); });
    writeList(out, "names", workload.names, string);
    writeList(out, "metrics", workload.metrics, object([&](const Metric& metric) {
                  out.field("name", metric.name, std::string());
                  out.key("kind");
                  out.value(kMetrics[static_cast<std::size_t>(metric.kind)]);
                  out.field("object", metric.object, std::uint32_t{0});
              }));
}

// ---- reading
// -------------------------------------------------------------------------------------------

// Reads members of one object and remembers the first that does not fit, or is not known.
class Fields
{
public:
    explicit Fields(const JsonValue& object) : object_(object)
    {
        if (!object.isObject()) fail(object, "an object is missing here");
    }

    template <typename T>
    void integer(std::string_view key, T& to)
    {
        const JsonValue* value = take(key);
        if (value == nullptr) return;
        const std::int64_t* number = value->integer();
        if (number == nullptr) {
            fail(*value, '"' + std::string(key) + "\" is no whole number");
            return;
        }
        if constexpr (std::is_same_v<T, Nanoseconds>) {
            to = Nanoseconds{*number};
        } else {
            to = static_cast<T>(*number);
            if (static_cast<std::int64_t>(to) != *number) {
                fail(*value, '"' + std::string(key) + "\" is out of range");
            }
        }
    }
    void boolean(std::string_view key, bool& to)
    {
        const JsonValue* value = take(key);
        if (value == nullptr) return;
        if (value->boolean() == nullptr) {
            fail(*value, '"' + std::string(key) + "\" is not true or false");
        } else {
            to = *value->boolean();
        }
    }
    void string(std::string_view key, std::string& to)
    {
        const JsonValue* value = take(key);
        if (value == nullptr) return;
        if (value->string() == nullptr) {
            fail(*value, '"' + std::string(key) + "\" is no string");
        } else {
            to = *value->string();
        }
    }
    template <std::size_t kCount>
    std::size_t choice(std::string_view key, const std::array<std::string_view, kCount>& names)
    {
        std::string name;
        string(key, name);
        const auto found = std::ranges::find(names, name);
        if (found == names.end())
            fail(object_, "there is no " + std::string(key) + " \"" + name + '"');
        return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
    }
    template <typename Function>
    void list(std::string_view key, Function readItem)
    {
        const JsonValue* value = take(key);
        if (value == nullptr) return;
        if (value->array() == nullptr) {
            fail(*value, '"' + std::string(key) + "\" is no list");
            return;
        }
        for (const JsonValue& item : *value->array()) {
            if (std::optional<Error> error = readItem(item); error && !error_) error_ = error;
        }
    }
    void fail(const JsonValue& where, std::string what)
    {
        if (!error_) error_ = workloadError(where, std::move(what));
    }
    void failHere(std::string what) { fail(object_, std::move(what)); }
    // After all known members were taken.
    std::optional<Error> finish()
    {
        if (!error_ && object_.isObject() && taken_ != object_.object()->size()) {
            fail(object_, "an object has a member that is not known, or one twice");
        }
        return error_;
    }

private:
    const JsonValue* take(std::string_view key)
    {
        const JsonValue* value = object_.find(key);
        taken_ += value != nullptr ? 1 : 0;
        return value;
    }

    const JsonValue& object_;
    std::size_t taken_ = 0;
    std::optional<Error> error_;
};

std::optional<Error> readStep(const JsonValue& value, std::vector<Step>& program)
{
    const auto* items = value.array();
    const std::string* name =
        items != nullptr && !items->empty() ? items->front().string() : nullptr;
    if (name == nullptr) return workloadError(value, "a step is no list", "[\"run\", 0, 1000]");
    const auto kind = std::ranges::find(kStepNames, *name);
    if (kind == kStepNames.end() || name->empty()) {
        return workloadError(value, "there is no step \"" + *name + '"');
    }
    Step step{.kind = static_cast<StepKind>(kind - kStepNames.begin())};
    const bool hasNumbers = items->size() > 1;
    const bool hasMore = items->size() > 3;
    if ((hasNumbers && items->size() != 3 && items->size() != 5) ||
        (hasNumbers && (!items->at(1).integer() || !items->at(2).integer())) ||
        (hasMore && (!items->at(3).string() || !items->at(4).integer()))) {
        return workloadError(
            value, "a step has the wrong form",
            "[name], [name, object, amount] or [name, object, amount, state, flags]");
    }
    if (hasNumbers) {
        const std::int64_t object = *items->at(1).integer();
        if (object < 0 || object > UINT32_MAX)
            return workloadError(value, "a step's object is out of range");
        step.object = static_cast<std::uint32_t>(object);
        step.amount = *items->at(2).integer();
    }
    if (hasMore) {
        const std::size_t state = kStates.find(*items->at(3).string());
        const std::int64_t flags = *items->at(4).integer();
        if (items->at(3).string()->size() != 1 || state == std::string_view::npos || flags < 0 ||
            flags > 255) {
            return workloadError(value, "a step's state or flags are out of range");
        }
        step.state = static_cast<TaskState>(state);
        step.flags = static_cast<std::uint8_t>(flags);
    }
    program.push_back(step);
    return std::nullopt;
}

std::optional<Error> readCpus(const JsonValue& where, const std::string& text, CpuSet& cpus)
{
    const auto set = CpuSet::parse(text);
    if (!set) return workloadError(where, "\"" + text + "\" is no CPU list", "\"0-3,7\"");
    cpus = *set;
    return std::nullopt;
}

std::optional<Error> readTask(const JsonValue& value, std::vector<WorkloadTask>& tasks)
{
    WorkloadTask task;
    Fields fields(value);
    std::string policy(policyName(task.policy));
    std::string affinity;
    std::int32_t tid = number(task.tid);
    std::int32_t tgid = number(task.tgid);
    fields.string("name", task.name);
    fields.integer("parent", task.parent);
    fields.integer("start_ns", task.start);
    fields.boolean("starts_runnable", task.startsRunnable);
    fields.string("policy", policy);
    fields.integer("nice", task.nice);
    fields.integer("rt_priority", task.rtPriority);
    fields.integer("slice_ns", task.slice);
    fields.string("affinity", affinity);
    fields.integer("start_cpu", task.startCpu);
    fields.integer("start_vruntime_ns", task.startVruntime);
    fields.integer("group", task.group);
    fields.integer("session", task.session);
    fields.integer("process", task.process);
    fields.integer("copies", task.copies);
    fields.integer("tid", tid);
    fields.integer("tgid", tgid);
    fields.list("program", [&](const JsonValue& step) { return readStep(step, task.program); });
    task.tid = Tid{tid};
    task.tgid = Tgid{tgid};
    if (const auto known = readPolicy(policy)) {
        task.policy = *known;
    } else {
        fields.fail(value, "there is no policy \"" + policy + '"');
    }
    if (auto error = readCpus(value, affinity, task.affinity)) return error;
    tasks.push_back(std::move(task));
    return fields.finish();
}

std::optional<Error> readString(const JsonValue& value, std::vector<std::string>& list)
{
    if (value.string() == nullptr) return workloadError(value, "a name is no string");
    list.push_back(*value.string());
    return std::nullopt;
}

void readObjects(Fields& fields, Workload& workload)
{
    fields.list("groups", [&](const JsonValue& value) {
        TaskGroup& group = workload.groups.emplace_back();
        Fields item(value);
        item.string("name", group.name);
        item.integer("parent", group.parent);
        item.integer("shares", group.shares);
        item.integer("quota_ns", group.quota);
        item.integer("period_ns", group.period);
        return item.finish();
    });
    fields.list("semaphores", [&](const JsonValue& value) -> std::optional<Error> {
        if (value.integer() == nullptr)
            return workloadError(value, "a semaphore's count is no number");
        workload.semaphores.push_back(static_cast<int>(*value.integer()));
        return std::nullopt;
    });
    fields.list("mutexes", [&](const JsonValue& value) {
        MutexSpec& mutex = workload.mutexes.emplace_back();
        Fields item(value);
        bool inherits = false;
        item.string("name", mutex.name);
        item.boolean("inherit", inherits);
        mutex.protocol = inherits ? LockProtocol::Inherit : LockProtocol::None;
        return item.finish();
    });
    for (auto [key, list] :
         {std::pair{"conditions", &workload.conditions}, std::pair{"rwlocks", &workload.rwlocks},
          std::pair{"futexes", &workload.futexes}, std::pair{"names", &workload.names}}) {
        fields.list(key,
                    [list = list](const JsonValue& value) { return readString(value, *list); });
    }
    fields.list("barriers", [&](const JsonValue& value) {
        BarrierSpec& barrier = workload.barriers.emplace_back();
        Fields item(value);
        item.string("name", barrier.name);
        item.integer("parties", barrier.parties);
        return item.finish();
    });
    fields.list("pipes", [&](const JsonValue& value) {
        PipeSpec& pipe = workload.pipes.emplace_back();
        Fields item(value);
        item.string("name", pipe.name);
        item.integer("capacity", pipe.capacity);
        return item.finish();
    });
    fields.list("timers", [&](const JsonValue& value) {
        TimerSpec& timer = workload.timers.emplace_back();
        Fields item(value);
        item.string("name", timer.name);
        item.integer("period_ns", timer.period);
        item.integer("first_ns", timer.first);
        item.boolean("absolute", timer.absolute);
        item.boolean("merges", timer.merges);
        item.boolean("per_task", timer.perTask);
        return item.finish();
    });
    fields.list("distributions", [&](const JsonValue& value) {
        Distribution& distribution = workload.distributions.emplace_back();
        Fields item(value);
        distribution.kind = static_cast<Distribution::Kind>(item.choice("kind", kDistributions));
        item.integer("a", distribution.a);
        item.integer("b", distribution.b);
        item.integer("low_ns", distribution.low);
        item.integer("high_ns", distribution.high);
        return item.finish();
    });
    fields.list("cpu_sets", [&](const JsonValue& value) -> std::optional<Error> {
        if (value.string() == nullptr) return workloadError(value, "a CPU list is no string");
        return readCpus(value, *value.string(), workload.cpuSets.emplace_back());
    });
    fields.list("metrics", [&](const JsonValue& value) {
        Metric& metric = workload.metrics.emplace_back();
        Fields item(value);
        item.string("name", metric.name);
        metric.kind = static_cast<Metric::Kind>(item.choice("kind", kMetrics));
        item.integer("object", metric.object);
        return item.finish();
    });
}

void readFutexModel(Fields& fields, FutexModel& model)
{
    std::string queue(futexQueueName(model.queue));
    std::string broadcast(broadcastName(model.broadcast));
    fields.string("futex_queue", queue);
    fields.string("condvar", broadcast);
    fields.integer("futex_buckets", model.buckets);
    const auto readQueue = readFutexQueue(queue);
    const auto readKind = readBroadcast(broadcast);
    if (!readQueue) fields.failHere("there is no futex_queue \"" + queue + '"');
    if (!readKind) fields.failHere("there is no condvar \"" + broadcast + '"');
    model.queue = readQueue.value_or(model.queue);
    model.broadcast = readKind.value_or(model.broadcast);
}

}  // namespace

Result<Workload> workloadFromSaved(const JsonValue& file)
{
    Workload workload;
    Fields fields(file);
    std::string format;
    int version = 0;
    fields.string("format", format);
    fields.integer("version", version);
    fields.string("name", workload.name);
    fields.string("source", workload.source);
    fields.integer("duration_ns", workload.duration);
    fields.integer("tokens", workload.tokens);
    readObjects(fields, workload);
    readFutexModel(fields, workload.futexModel);
    fields.list("tasks", [&](const JsonValue& task) { return readTask(task, workload.tasks); });
    if (format != "resched-workload" || version != 1) {
        fields.fail(file, "this is no workload of a known version");
    }
    if (auto error = fields.finish()) return *error;
    return workload;
}

std::string workloadToSaved(const Workload& workload)
{
    std::string text;
    Writer out(text);
    const Workload normal;
    out.open('{');
    out.key("format");
    out.value(std::string_view("resched-workload"));
    out.key("version");
    out.value(std::int64_t{1});
    out.newLine();
    out.field("name", workload.name, normal.name);
    out.field("source", workload.source, normal.source);
    out.field("duration_ns", workload.duration, normal.duration);
    out.field("tokens", workload.tokens, normal.tokens);
    const FutexModel& futexes = workload.futexModel;
    if (futexes != normal.futexModel) {
        out.newLine();
        out.key("futex_queue");
        out.value(futexQueueName(futexes.queue));
        out.key("condvar");
        out.value(broadcastName(futexes.broadcast));
        out.key("futex_buckets");
        out.value(std::int64_t{futexes.buckets});
    }
    writeObjects(out, workload);
    out.newLine();
    out.key("tasks");
    out.open('[');
    for (const WorkloadTask& task : workload.tasks) write(out, task);
    out.close(']');
    out.close('}');
    text += '\n';
    return text;
}

}  // namespace resched
