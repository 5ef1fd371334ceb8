// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/task_state.h"

#include <bit>
#include <charconv>

namespace resched {

namespace {

constexpr KernelVersion kNewest{999, 0, 0};

// task_state_index() of 4.14: the order of "RSDTtXZPI".
constexpr std::array kByIndex = {
    TaskState::Running, TaskState::Interruptible, TaskState::Uninterruptible,
    TaskState::Stopped, TaskState::Traced,        TaskState::Dead,
    TaskState::Zombie,  TaskState::Parked,        TaskState::IdleKernel,
};
constexpr std::uint64_t kReportPreempted = 256;

TaskState byIndex(std::uint64_t index)
{
    return index < kByIndex.size() ? kByIndex[index] : TaskState::Unknown;
}

TaskState byLetter(char letter)
{
    switch (letter) {
        case 'R':
            return TaskState::Running;
        case 'S':
            return TaskState::Interruptible;
        case 'D':
            return TaskState::Uninterruptible;
        case 'T':
            return TaskState::Stopped;
        case 't':
            return TaskState::Traced;
        case 'X':
        case 'x':
            return TaskState::Dead;
        case 'Z':
            return TaskState::Zombie;
        case 'P':
            return TaskState::Parked;
        case 'I':
            return TaskState::IdleKernel;
        default:
            return TaskState::Unknown;
    }
}

bool skipTo(std::string_view& text, char wanted)
{
    const std::size_t found = text.find(wanted);
    if (found == std::string_view::npos) return false;
    text.remove_prefix(found + 1);
    return true;
}

std::optional<std::uint32_t> parseNumber(std::string_view text)
{
    while (text.starts_with(' ')) text.remove_prefix(1);
    int base = 10;
    if (text.starts_with("0x")) {
        base = 16;
        text.remove_prefix(2);
    }
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc{}) return std::nullopt;
    return number;
}

// The mask in `REC->prev_state & 1024 ? "+" : ""`; nothing when the kernel prints no plus, or when
// the mask is a formula.
std::optional<std::uint32_t> plusMask(std::string_view printFormat)
{
    const std::size_t plus = printFormat.rfind("\"+\"");
    if (plus == std::string_view::npos) return std::nullopt;
    const std::size_t mask = printFormat.rfind('&', plus);
    if (mask == std::string_view::npos) return std::nullopt;
    return parseNumber(printFormat.substr(mask + 1));
}

}  // namespace

std::optional<KernelVersion> parseKernelRelease(std::string_view release)
{
    std::array<int, 3> numbers{};
    std::size_t count = 0;
    const char* at = release.data();
    const char* const end = at + release.size();
    while (count < numbers.size()) {
        const auto [next, error] = std::from_chars(at, end, numbers[count]);
        if (error != std::errc{}) break;
        ++count;
        at = next;
        if (at == end || *at != '.') break;
        ++at;
    }
    if (count < 2) return std::nullopt;
    return KernelVersion{numbers[0], numbers[1], numbers[2]};
}

PrevStateDecoder::PrevStateDecoder() : preempted_(kReportPreempted)
{
    states_.fill(TaskState::Unknown);
    for (std::size_t bit = 0; bit + 1 < kByIndex.size(); ++bit) states_[bit] = kByIndex[bit + 1];
}

// TASK_REPORT and the bits above it, include/linux/sched.h and the print expression of
// include/trace/events/sched.h, 4.14.102, 4.19.9 and 4.20 to 6.18.
PrevStateDecoder PrevStateDecoder::reportBits()
{
    PrevStateDecoder decoder;
    decoder.assumed_ = false;
    return decoder;
}

// The task state as it stood in include/linux/sched.h of that version.
PrevStateDecoder PrevStateDecoder::rawBits(KernelVersion version)
{
    PrevStateDecoder decoder = reportBits();
    decoder.report_ = false;
    auto& states = decoder.states_;
    states.fill(TaskState::Unknown);
    states[0] = TaskState::Interruptible;
    states[1] = TaskState::Uninterruptible;
    states[2] = TaskState::Stopped;
    states[3] = TaskState::Traced;
    const bool isSwapped = version >= KernelVersion{3, 14, 0};
    states[4] = isSwapped ? TaskState::Dead : TaskState::Zombie;
    states[5] = isSwapped ? TaskState::Zombie : TaskState::Dead;
    if (version >= KernelVersion{4, 14, 0}) {
        states[6] = TaskState::Parked;
        states[7] = TaskState::Dead;
    } else {
        states[6] = TaskState::Dead;
        if (version >= KernelVersion{3, 9, 0}) states[9] = TaskState::Parked;
    }
    if (version >= KernelVersion{4, 2, 0}) decoder.noLoad_ = 1024;

    // TASK_STATE_MAX, which moved up with each new bit.
    if (version >= KernelVersion{4, 8, 0}) {
        decoder.preempted_ = 4096;
    } else if (version >= KernelVersion{4, 2, 0}) {
        decoder.preempted_ = 2048;
    } else if (version >= KernelVersion{3, 9, 0}) {
        decoder.preempted_ = 1024;
    } else if (version >= KernelVersion{3, 2, 0}) {
        decoder.preempted_ = 512;
    } else {
        decoder.preempted_ = 0;
    }
    return decoder;
}

PrevStateDecoder PrevStateDecoder::forRelease(std::string_view release)
{
    const std::optional<KernelVersion> version = parseKernelRelease(release);
    if (!version) return {};
    if (*version < KernelVersion{4, 14, 0}) return rawBits(*version);
    PrevStateDecoder decoder = reportBits();
    // __trace_sched_switch_state() of these stored what its own format text does not say; fixed by
    // kernel commits 3f5fe9fef5b2 and 3054426dc68e, as lttng-modules knows them.
    if (*version < KernelVersion{4, 14, 64}) {
        decoder.layout_ = Layout::Index;
    } else if ((*version < KernelVersion{4, 14, 102}) ||
               (*version >= KernelVersion{4, 15, 0} && *version < KernelVersion{4, 19, 9})) {
        decoder.layout_ = Layout::ShiftedIndex;
    }
    return decoder;
}

PrevStateDecoder PrevStateDecoder::forFormat(std::string_view printFormat, std::string_view release)
{
    PrevStateDecoder decoder = forRelease(release);
    if (decoder.layout_ != Layout::Bits) return decoder;
    std::string_view pairs = printFormat;
    const std::size_t flags = pairs.find("__print_flags");
    if (flags == std::string_view::npos) return decoder;
    pairs.remove_prefix(flags);

    PrevStateDecoder described = decoder;
    described.assumed_ = false;
    described.states_.fill(TaskState::Unknown);
    described.noLoad_ = 0;
    described.report_ = false;
    std::size_t found = 0;
    while (skipTo(pairs, '{')) {
        const std::optional<std::uint32_t> value = parseNumber(pairs);
        if (!value || !skipTo(pairs, '"') || pairs.empty()) break;
        const auto bit = static_cast<std::size_t>(std::countr_zero(*value));
        if (!std::has_single_bit(*value) || bit >= kBits) continue;
        ++found;
        if (pairs[0] == 'N') described.noLoad_ = *value;
        if (pairs[0] == 'I') described.report_ = true;
        described.states_[bit] = byLetter(pairs[0]);
    }
    if (found < 3) return decoder;
    // Since 4.14 the mask is a formula, whose value has been the same throughout.
    described.preempted_ = printFormat.find("\"+\"") == std::string_view::npos ? 0
                           : described.report_ ? static_cast<std::uint32_t>(kReportPreempted)
                                               : plusMask(printFormat).value_or(decoder.preempted_);
    return described;
}

PrevStateDecoder PrevStateDecoder::forLttng(std::string_view release, int lttngMajor,
                                            int lttngMinor)
{
    const std::optional<KernelVersion> version = parseKernelRelease(release);
    if (!version || *version < KernelVersion{4, 14, 0}) return forRelease(release);
    // lttng-modules before 2.12 has its own copy of the older kernels' formula.
    if (lttngMajor < 2 || (lttngMajor == 2 && lttngMinor < 12)) return rawBits(*version);
    return reportBits();
}

TaskState PrevStateDecoder::decode(std::int64_t prevState) const
{
    const auto value = static_cast<std::uint64_t>(prevState);
    if (value == 0) return TaskState::Running;
    if (layout_ == Layout::Index) {
        return value == kReportPreempted ? TaskState::Preempted : byIndex(value);
    }
    if (layout_ == Layout::ShiftedIndex) {
        // 256 is both preempted and idle here. Idle kernel threads are the common case, and taking
        // one for a waiting task would invent a wait of seconds.
        if (!std::has_single_bit(value)) return TaskState::Unknown;
        return byIndex(static_cast<std::uint64_t>(std::countr_zero(value)));
    }
    // A value that report bits cannot make is the raw state of an older kernel or tracer.
    if (report_ && !(std::has_single_bit(value) && value <= kReportPreempted)) {
        return rawBits(assumed_ ? KernelVersion{4, 13, 0} : kNewest).decodeBits(value);
    }
    return decodeBits(value);
}

TaskState PrevStateDecoder::decodeBits(std::uint64_t value) const
{
    if ((value & preempted_) != 0) return TaskState::Preempted;
    for (std::size_t bit = kBits; bit-- > 0;) {
        if ((value >> bit & 1U) == 0 || states_[bit] == TaskState::Unknown) continue;
        const bool isIdle = states_[bit] == TaskState::Uninterruptible && (value & noLoad_) != 0;
        return isIdle ? TaskState::IdleKernel : states_[bit];
    }
    return TaskState::Unknown;
}

TaskState taskStateFromLetters(std::string_view letters)
{
    if (letters.ends_with('+')) return TaskState::Preempted;
    TaskState state = TaskState::Unknown;
    bool isNoLoad = false;
    for (const char letter : letters) {
        if (letter == 'N') isNoLoad = true;
        // A killable wait; never shown as the modifier alone.
        if (letter == 'K' && state == TaskState::Unknown) state = TaskState::Uninterruptible;
        const TaskState named = byLetter(letter);
        if (named == TaskState::Unknown) continue;
        if (state == TaskState::Unknown || named > state) state = named;
    }
    return state == TaskState::Uninterruptible && isNoLoad ? TaskState::IdleKernel : state;
}

}  // namespace resched
