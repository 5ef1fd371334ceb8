// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/extraction.h"

#include "replay/program_writer.h"
#include "replay/recorded_points.h"
#include "replay/vruntime_hints.h"
#include "replay/wake_cause.h"
#include "replay/work_clock.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

namespace resched {

namespace {

using namespace std::chrono_literals;

// A waker that blocks so soon after its wakeup on the same CPU is taken to have said so: the sync
// hint is not in the trace.
constexpr Nanoseconds kSyncReach = 50us;
// From one wakeup to the next, or to blocking, within one kernel operation.
constexpr Nanoseconds kKernelReach = 30us;
// So many timeouts in jiffies make a task one that ticks drive.
constexpr std::size_t kFewestTickSleeps = 20;
// Sleeps of equal length to within this are relative ones.
constexpr Nanoseconds kSameLength = 100us;
constexpr int kNoTemplate = -1;

// What the whole extraction shares; the steps of one task are written by TaskExtractor.
struct Facts
{
    const Trace& trace;
    TimeRange window;
    TickGrid ticks;
    std::vector<WakeCause> causes;
    WorkClock clock;
    RecordedPoints points;
    std::vector<int> templates;                // by TaskId
    std::vector<std::int64_t> startVruntimes;  // by TaskId
};

// A block that a timer ended, and the system call it was made by, if any.
struct TimerBlock
{
    TimeRange range;
    const SyscallSpan* call = nullptr;
};

class TaskExtractor
{
public:
    TaskExtractor(const Facts& facts, TaskId id, std::span<const std::uint32_t> calls)
        : facts_(facts),
          id_(id),
          task_(facts.trace.task(id)),
          calls_(calls),
          points_(facts.points.of(id))
    {
        findTimerKind();
        firstRun_ = findFirstRun();
    }

    // Fills everything but `parent`.
    void write(WorkloadTask& result, Workload& workload)
    {
        workload_ = &workload;
        identify(result);
        bool isFirst = true;
        for (std::size_t i = 0; i < task_.segments.size(); ++i) {
            const TimeRange range = facts_.trace.range(task_, i);
            if (range.begin >= facts_.window.end) break;
            if (range.end <= facts_.window.begin && i + 1 < task_.segments.size()) continue;
            if (isFirst) start(result, i);
            isFirst = false;
            if (!segment(i, clipped(range, facts_.window))) break;
        }
        finish();
        result.program = writer_.finish();
    }

private:
    const TaskSegment& at(std::size_t i) const { return task_.segments[i]; }
    bool hasNext(std::size_t i) const
    {
        return i + 1 < task_.segments.size() && at(i + 1).begin < facts_.window.end;
    }
    // Current when a loss ended: how long it had run by then nobody knows.
    bool isLostRun(std::size_t i) const
    {
        return i > 1 && at(i).state == SegmentState::Running &&
               (at(i).flags & TaskSegment::kBeginCut) != 0 &&
               at(i - 1).state == SegmentState::Unknown;
    }
    Nanoseconds sinceStart(Timestamp time) const { return time - facts_.window.begin; }

    Timestamp findFirstRun() const;
    void identify(WorkloadTask& result) const;
    void start(WorkloadTask& result, std::size_t first) const;
    bool segment(std::size_t i, TimeRange range);
    void compute(Nanoseconds work)
    {
        writer_.run(work);
        burst_ += work;
    }
    void running(std::size_t i, TimeRange range);
    void blocked(std::size_t i, TimeRange range);
    void finish();

    void point(const RecordedPoint& point, std::size_t segment, Timestamp end);
    bool staysInKernel(const RecordedPoint& point, std::size_t segment, Timestamp end) const;
    void passedSleep(const SyscallSpan& call);
    void priority(std::int16_t prio);
    void wait(std::uint32_t token, TaskState state);
    void sleep(Nanoseconds length, TaskState state, WakeSource source);
    void sleepUntil(Timestamp time, TaskState state, WakeSource source);
    void sleepToTick(TimeRange range, TaskState state);
    void timerBlock(std::size_t i, TimeRange range);

    const SyscallSpan* callAt(Timestamp time) const;
    std::vector<TimerBlock> timerBlocks() const;
    void findTimerKind();

    const Facts& facts_;
    TaskId id_;
    const Task& task_;
    std::span<const std::uint32_t> calls_;  // system calls of this task, by begin
    std::span<const RecordedPoint> points_;
    std::size_t nextPoint_ = 0;
    ProgramWriter writer_;
    Nanoseconds burst_{0};        // computed since the last block
    std::vector<Step> tickLoop_;  // bursts that end with a timeout in jiffies, and those timeouts
    Workload* workload_ = nullptr;
    Timestamp firstRun_{};
    bool timersArePeriodic_ = false;
    std::optional<Nanoseconds> sleepPeriod_;  // of absolute sleeps
    std::optional<Timestamp> lastDue_;
    enum class End : std::uint8_t { Open, Blocked, Dead } end_ = End::Open;
};

// A block whose begin was not seen is taken for the common kind.
TaskState known(TaskState state)
{
    return state == TaskState::Unknown ? TaskState::Interruptible : state;
}

std::uint8_t flagsOf(bool sync, bool inKernel)
{
    return static_cast<std::uint8_t>((sync ? Step::kSync : 0) | (inKernel ? Step::kInKernel : 0));
}

Policy policyOf(std::int16_t prio)
{
    return prio != kNoPrio && prio < 100 ? Policy::Fifo : Policy::Normal;
}

int niceOf(std::int16_t prio)
{
    return prio >= 100 && prio < 140 ? prio - 120 : 0;
}

int rtPriorityOf(std::int16_t prio)
{
    return std::clamp(99 - prio, 1, 99);
}

// Kernel threads of one CPU carry its number: "ksoftirqd/0", "kworker/0:1H".
std::optional<CpuId> boundCpu(std::string_view name)
{
    constexpr std::array<std::string_view, 6> kBound{"ksoftirqd/", "migration/", "kworker/",
                                                     "cpuhp/",     "rcuc/",      "idle_inject/"};
    const auto prefix = std::ranges::find_if(
        kBound, [name](std::string_view start) { return name.starts_with(start); });
    if (prefix == kBound.end()) return std::nullopt;
    int cpu = -1;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + prefix->size(), end, cpu);
    const bool isNumber = error == std::errc{} && (rest == end || *rest == ':');
    if (!isNumber || cpu < 0 || cpu >= CpuSet::kMaxCpus) return std::nullopt;
    return CpuId{cpu};
}

// When it first runs; what others set before then it has from the start.
Timestamp TaskExtractor::findFirstRun() const
{
    for (const TaskSegment& segment : task_.segments) {
        if (segment.state == SegmentState::Running) {
            return std::max(segment.begin, facts_.window.begin);
        }
    }
    return facts_.window.begin;
}

void TaskExtractor::identify(WorkloadTask& result) const
{
    const auto exec = std::ranges::find(points_, RecordedPoint::Kind::Exec, &RecordedPoint::kind);
    const NameChange* name = nullptr;
    for (const NameChange& change : task_.names) {
        if (exec == points_.end() || change.since < exec->time) name = &change;
    }
    if (name != nullptr) result.name = facts_.trace.name(name->name);
    result.tid = task_.tid;
    result.tgid = task_.tgid;
    result.process = number(task_.tgid);
    const std::int16_t prio = facts_.trace.prioAt(id_, firstRun_);
    result.policy = policyOf(prio);
    result.nice = niceOf(prio);
    if (result.policy == Policy::Fifo) result.rtPriority = rtPriorityOf(prio);
    if (const auto cpu = boundCpu(result.name)) result.affinity.add(*cpu);
}

void TaskExtractor::start(WorkloadTask& result, std::size_t first) const
{
    std::size_t i = first;
    while (i + 1 < task_.segments.size() && at(i).cpu < 0) ++i;
    result.startCpu = at(i).cpu;
    result.startVruntime = facts_.startVruntimes[index(id_)];
    result.startsRunnable = at(first).state != SegmentState::Blocked;
    // Born without a known parent: it is there from its first wakeup on.
    if (at(first).state == SegmentState::Unborn && hasNext(first)) {
        result.start = sinceStart(at(first + 1).begin);
    }
}

// False when the task's life ends there.
bool TaskExtractor::segment(std::size_t i, TimeRange range)
{
    switch (at(i).state) {
        case SegmentState::Unborn:
        case SegmentState::Woken:
        case SegmentState::Preempted:
            end_ = End::Open;
            return true;
        case SegmentState::Unknown: {
            // First seen as it runs: it was runnable all the while. After a loss: away until seen.
            const bool isLoss = i > 0 && at(i - 1).state != SegmentState::Unborn;
            end_ = isLoss ? End::Blocked : End::Open;
            if (!isLoss || !hasNext(i)) return true;
            const Timestamp seen =
                isLostRun(i + 1) ? facts_.trace.range(task_, i + 1).end : at(i + 1).begin;
            sleepUntil(seen, TaskState::Interruptible, WakeSource::Unknown);
            return true;
        }
        case SegmentState::Running:
            end_ = End::Open;
            if (!isLostRun(i)) running(i, range);
            return true;
        case SegmentState::Blocked:
            end_ = End::Blocked;
            if (hasNext(i)) blocked(i, range);
            burst_ = Nanoseconds{0};
            return true;
        case SegmentState::Dead:
            end_ = End::Dead;
            return false;
    }
    return true;
}

void TaskExtractor::running(std::size_t i, TimeRange range)
{
    const std::int16_t cpu = at(i).cpu;
    Timestamp done = range.begin;
    if (at(i).begin >= facts_.window.begin && (at(i).flags & TaskSegment::kBeginCut) == 0) {
        done = std::min(range.end, range.begin + facts_.clock.switchCost());
    }
    for (; nextPoint_ < points_.size() && points_[nextPoint_].time <= range.end; ++nextPoint_) {
        const Timestamp time = std::max(points_[nextPoint_].time, done);
        compute(facts_.clock.between(cpu, done, time));
        done = time;
        point(points_[nextPoint_], i, range.end);
    }
    compute(facts_.clock.between(cpu, done, range.end));
}

void TaskExtractor::point(const RecordedPoint& point, std::size_t segment, Timestamp end)
{
    switch (point.kind) {
        case RecordedPoint::Kind::Post: {
            const bool blocksNext = segment + 1 < task_.segments.size() &&
                                    at(segment + 1).state == SegmentState::Blocked;
            const bool sync = blocksNext && end - point.time <= kSyncReach;
            writer_.add({.kind = StepKind::Post,
                         .flags = flagsOf(sync, staysInKernel(point, segment, end)),
                         .object = point.object});
            return;
        }
        case RecordedPoint::Kind::Fork:
            writer_.add({.kind = StepKind::Fork,
                         .flags = flagsOf(false, staysInKernel(point, segment, end)),
                         .object = static_cast<std::uint32_t>(facts_.templates[point.object])});
            return;
        case RecordedPoint::Kind::Yield:
            writer_.add({.kind = StepKind::Yield});
            return;
        case RecordedPoint::Kind::SleepCall:
            passedSleep(facts_.trace.syscalls()[point.object]);
            return;
        case RecordedPoint::Kind::Exec:
            writer_.add({.kind = StepKind::Exec,
                         .object = static_cast<std::uint32_t>(workload_->names.size())});
            workload_->names.emplace_back(facts_.trace.name(NameId{point.object}));
            return;
        case RecordedPoint::Kind::Priority:
            if (point.time <= firstRun_) return;
            priority(static_cast<std::int16_t>(point.object));
            return;
        case RecordedPoint::Kind::IdlePolicy:
            writer_.add(
                {.kind = StepKind::SetPolicy, .object = static_cast<std::uint32_t>(Policy::Idle)});
            return;
    }
}

// Whether its next step comes before the task has left the kernel: in the same system call, where
// they are recorded, or so soon that it must be.
bool TaskExtractor::staysInKernel(const RecordedPoint& point, std::size_t segment,
                                  Timestamp end) const
{
    const bool endsByItself =
        segment + 1 < task_.segments.size() && (at(segment + 1).state == SegmentState::Blocked ||
                                                at(segment + 1).state == SegmentState::Dead);
    std::optional<Timestamp> next;
    if (endsByItself) next = end;
    for (std::size_t i = nextPoint_ + 1; i < points_.size() && points_[i].time <= end; ++i) {
        if (points_[i].kind != RecordedPoint::Kind::Post &&
            points_[i].kind != RecordedPoint::Kind::Fork) {
            continue;
        }
        next = points_[i].time;
        break;
    }
    if (!next) return false;
    if (*next - point.time <= kKernelReach) return true;
    const SyscallSpan* const call = callAt(point.time);
    return call != nullptr && *next <= call->end;
}

void TaskExtractor::priority(std::int16_t prio)
{
    if (policyOf(prio) == Policy::Fifo) {
        writer_.add({.kind = StepKind::SetPolicy,
                     .object = static_cast<std::uint32_t>(Policy::Fifo),
                     .amount = rtPriorityOf(prio)});
    } else {
        writer_.add({.kind = StepKind::SetNice, .amount = niceOf(prio)});
    }
}

void TaskExtractor::wait(std::uint32_t token, TaskState state)
{
    writer_.add({.kind = StepKind::Wait, .state = known(state), .object = token});
}

void TaskExtractor::sleep(Nanoseconds length, TaskState state, WakeSource source)
{
    writer_.add({.kind = StepKind::Sleep,
                 .state = known(state),
                 .object = static_cast<std::uint32_t>(source),
                 .amount = length.count()});
}

void TaskExtractor::sleepUntil(Timestamp time, TaskState state, WakeSource source)
{
    writer_.add({.kind = StepKind::SleepUntil,
                 .state = known(state),
                 .object = static_cast<std::uint32_t>(source),
                 .amount = sinceStart(time).count()});
}

// Timeouts in jiffies end with a tick; what is kept is how many ticks were let pass, and how long
// after the last one's start the wakeup came.
void TaskExtractor::sleepToTick(TimeRange range, TaskState state)
{
    const TickGrid& ticks = facts_.ticks;
    const Timestamp tick = range.end - ticks.sinceTick(range.end, facts_.trace.begin());
    if (tick < range.begin) {
        sleep(range.length(), state, WakeSource::Timer);
        return;
    }
    const Nanoseconds::rep whole = (tick - range.begin) / ticks.period;
    const Nanoseconds late = range.end - tick;
    const Step step{.kind = StepKind::Sleep,
                    .state = known(state),
                    .flags = Step::kToTick,
                    .object = static_cast<std::uint32_t>(WakeSource::Timer),
                    .amount = whole * ticks.period.count() + late.count()};
    writer_.add(step);
    if (burst_ > Nanoseconds{0}) {
        tickLoop_.push_back({.kind = StepKind::Run, .amount = burst_.count()});
        tickLoop_.push_back(step);
    }
}

void TaskExtractor::timerBlock(std::size_t i, TimeRange range)
{
    const SyscallSpan* const call = callAt(range.begin);
    const bool isSleepCall = call != nullptr && (call->call == Syscall::Nanosleep ||
                                                 call->call == Syscall::ClockNanosleep);
    const bool isAbsolute = isSleepCall ? call->absolute : timersArePeriodic_;
    if (!isAbsolute) {
        sleep(range.length(), at(i).blocked, WakeSource::Timer);
        return;
    }
    lastDue_ = range.end;
    sleepUntil(range.end, at(i).blocked, WakeSource::Timer);
}

void TaskExtractor::blocked(std::size_t i, TimeRange range)
{
    const TaskSegment& next = at(i + 1);
    const TaskState state = at(i).blocked;
    if (next.state == SegmentState::Running) {
        const std::uint32_t token = facts_.points.tokenOfRace(id_, i + 1);
        if (token != RecordedPoints::kNoToken) {
            wait(token, state);
        } else {
            sleep(range.length(), state, WakeSource::Unknown);
        }
        return;
    }
    // Blocked into a loss, or for ever: the segment that follows says until when.
    if (next.state != SegmentState::Woken) return;
    if (next.link == TaskSegment::kNoLink) {
        sleep(range.length(), state, WakeSource::Unknown);
        return;
    }
    if (const auto token = facts_.points.tokenOf(next.link); token != RecordedPoints::kNoToken) {
        wait(token, state);
        return;
    }
    switch (facts_.causes[next.link]) {
        case WakeCause::Timer:
            timerBlock(i, range);
            return;
        case WakeCause::Tick:
            sleepToTick(range, state);
            return;
        case WakeCause::Device:
            sleep(range.length(), state, WakeSource::Device);
            return;
        case WakeCause::Task:
        case WakeCause::Unknown:
            sleep(range.length(), state, WakeSource::Unknown);
            return;
    }
}

// An absolute sleep that returned at once, since its time had passed. In another schedule it may
// not have: its time is the next of the task's period, or at the latest when it was asked for.
void TaskExtractor::passedSleep(const SyscallSpan& call)
{
    for (std::size_t i = segmentAt(task_, call.begin); i < task_.segments.size(); ++i) {
        if (at(i).begin >= call.end) break;
        if (at(i).state == SegmentState::Blocked) return;
    }
    Timestamp due = call.begin;
    if (sleepPeriod_ && lastDue_) due = std::min(due, *lastDue_ + *sleepPeriod_);
    lastDue_ = due;
    sleepUntil(due, TaskState::Interruptible, WakeSource::Timer);
}

void TaskExtractor::finish()
{
    for (; nextPoint_ < points_.size(); ++nextPoint_) {
        point(points_[nextPoint_], task_.segments.size(), facts_.window.end);
    }
    switch (end_) {
        case End::Open:
            writer_.run(facts_.window.length());
            return;
        case End::Blocked:
            if (tickLoop_.size() >= 2 * kFewestTickSleeps) {
                writer_.addLoop(tickLoop_);
                return;
            }
            sleepUntil(facts_.window.end + 1s, TaskState::Interruptible, WakeSource::Unknown);
            return;
        case End::Dead:
            writer_.add({.kind = StepKind::Exit});
            return;
    }
}

const SyscallSpan* TaskExtractor::callAt(Timestamp time) const
{
    const auto calls = facts_.trace.syscalls();
    const auto after = std::ranges::upper_bound(
        calls_, time, {}, [calls](std::uint32_t call) { return calls[call].begin; });
    if (after == calls_.begin()) return nullptr;
    const SyscallSpan& call = calls[*std::prev(after)];
    return time <= call.end ? &call : nullptr;
}

std::vector<TimerBlock> TaskExtractor::timerBlocks() const
{
    std::vector<TimerBlock> blocks;
    for (std::size_t i = 0; i + 1 < task_.segments.size(); ++i) {
        const TaskSegment& next = at(i + 1);
        const bool isTimer =
            at(i).state == SegmentState::Blocked && next.state == SegmentState::Woken &&
            next.link != TaskSegment::kNoLink && facts_.causes[next.link] == WakeCause::Timer;
        if (!isTimer) continue;
        blocks.push_back({facts_.trace.range(task_, i), callAt(at(i).begin)});
    }
    return blocks;
}

void TaskExtractor::findTimerKind()
{
    std::vector<Timestamp> sleeps, others;
    std::set<Nanoseconds> lengths;
    for (const TimerBlock& block : timerBlocks()) {
        const bool isAbsolute = block.call != nullptr && block.call->absolute;
        (isAbsolute ? sleeps : others).push_back(block.range.end);
        if (!isAbsolute) lengths.insert(block.range.length());
    }
    if (isPeriodic(sleeps)) {
        sleepPeriod_ = sleeps[1] - sleeps[0];
        for (std::size_t i = 2; i < sleeps.size(); ++i) {
            sleepPeriod_ = std::min(*sleepPeriod_, sleeps[i] - sleeps[i - 1]);
        }
    }
    const bool isOneLength = !lengths.empty() && *lengths.rbegin() - *lengths.begin() < kSameLength;
    timersArePeriodic_ = !isOneLength && isPeriodic(others);
}

// Tasks that ran or waited to run inside the window.
std::vector<bool> findParticipants(const Trace& trace, TimeRange window)
{
    std::vector<bool> takesPart(trace.tasks().size());
    for (std::size_t i = 1; i < takesPart.size(); ++i) {
        const Task& task = trace.tasks()[i];
        for (std::size_t s = 0; s < task.segments.size() && !takesPart[i]; ++s) {
            const SegmentState state = task.segments[s].state;
            const bool isActive = state == SegmentState::Running || state == SegmentState::Woken ||
                                  state == SegmentState::Preempted;
            takesPart[i] = isActive && !clipped(trace.range(task, s), window).isEmpty();
        }
    }
    return takesPart;
}

// The system calls of each task, by begin.
std::vector<std::vector<std::uint32_t>> callsByTask(const Trace& trace)
{
    std::vector<std::vector<std::uint32_t>> calls(trace.tasks().size());
    for (std::size_t i = 0; i < trace.syscalls().size(); ++i) {
        calls[index(trace.syscalls()[i].task)].push_back(static_cast<std::uint32_t>(i));
    }
    return calls;
}

Facts gather(const Trace& trace, const ExtractionOptions& options, TimeRange window)
{
    const TickGrid ticks = findTickGrid(trace);
    std::vector<WakeCause> causes = findWakeCauses(trace, ticks);
    const std::vector<bool> takesPart = findParticipants(trace, window);
    RecordedPoints points(trace, causes, window, takesPart);
    std::vector<int> templates(takesPart.size(), kNoTemplate);
    int next = 0;
    for (std::size_t i = 1; i < takesPart.size(); ++i) {
        if (takesPart[i]) templates[i] = next++;
    }
    return {.trace = trace,
            .window = window,
            .ticks = ticks,
            .causes = std::move(causes),
            .clock = WorkClock(trace, options.machine),
            .points = std::move(points),
            .templates = std::move(templates),
            .startVruntimes = startVruntimes(trace, window.begin)};
}

Result<TimeRange> windowOf(const Trace& trace, const ExtractionOptions& options)
{
    if (!trace.hasSwitches()) {
        return Error{.code = ErrorCode::InvalidArgument,
                     .what = "the trace has no context switches, so nothing can be replayed",
                     .path = trace.info().path,
                     .expected = "sched_switch events"};
    }
    if (options.window.isEmpty()) return trace.span();
    const TimeRange window = clipped(options.window, trace.span());
    if (!window.isEmpty()) return window;
    return Error{.code = ErrorCode::InvalidArgument,
                 .what = "the time window to replay lies outside the trace",
                 .path = trace.info().path};
}

}  // namespace

Result<Workload> extractWorkload(const Trace& trace, const ExtractionOptions& options,
                                 Progress& progress)
{
    const Result<TimeRange> window = windowOf(trace, options);
    if (!window) return window.error();
    if (!progress.advance(0)) return canceled();
    const Facts facts = gather(trace, options, *window);
    if (!progress.advance(0.4)) return canceled();

    Workload workload;
    workload.name = "replay";
    workload.source = "recorded: " + trace.info().path;
    workload.duration = window->length();
    workload.tokens = facts.points.tokens();
    const auto calls = callsByTask(trace);
    const std::size_t count = trace.tasks().size();
    for (std::size_t i = 1; i < count; ++i) {
        if (i % 256 == 0 &&
            !progress.advance(0.4 + 0.6 * static_cast<double>(i) / static_cast<double>(count))) {
            return canceled();
        }
        if (facts.templates[i] == kNoTemplate) continue;
        const TaskId id{static_cast<std::uint32_t>(i)};
        WorkloadTask& task = workload.tasks.emplace_back();
        TaskExtractor(facts, id, calls[i]).write(task, workload);
        if (const TaskId forker = facts.points.forker(id); forker != kNoTask) {
            task.parent = facts.templates[index(forker)];
            task.start = Nanoseconds{0};
        }
    }
    progress.advance(1);
    return workload;
}

}  // namespace resched
