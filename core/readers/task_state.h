// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// sched_switch's prev_state as a TaskState. The number means different things by kernel version:
// the raw task state with a flag above it (to 4.13), an index or a shifted index (early 4.14
// to 4.19), one report bit (since). A decoder is chosen once per trace, from the print expression
// of the event's format where the trace has it, else from the kernel release; without either the
// newest kernel's rule holds, and isAssumed() says so.

#include "trace/event.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace resched {

struct KernelVersion
{
    int major = 0;
    int minor = 0;
    int patch = 0;
    auto operator<=>(const KernelVersion&) const = default;
};
// "4.14.62-v7+" gives 4.14.62, "5.10" gives 5.10.0; nothing when it does not begin with two
// numbers.
std::optional<KernelVersion> parseKernelRelease(std::string_view release);

class PrevStateDecoder
{
public:
    PrevStateDecoder();  // the newest kernel's rule, assumed

    static PrevStateDecoder forRelease(std::string_view release);
    // `printFormat` is the "print fmt" of the sched_switch format; its flag pairs decide, except
    // where the release is one whose kernel stored something else than its format says.
    static PrevStateDecoder forFormat(std::string_view printFormat, std::string_view release);
    // LTTng computes the field itself: before 2.12 it records raw states on kernels from 4.14 on.
    static PrevStateDecoder forLttng(std::string_view release, int lttngMajor, int lttngMinor);

    TaskState decode(std::int64_t prevState) const;
    bool isAssumed() const { return assumed_; }

private:
    enum class Layout : std::uint8_t { Bits, Index, ShiftedIndex };
    static constexpr std::size_t kBits = 16;

    static PrevStateDecoder rawBits(KernelVersion version);
    static PrevStateDecoder reportBits();
    TaskState decodeBits(std::uint64_t value) const;

    Layout layout_ = Layout::Bits;
    bool assumed_ = true;
    bool report_ = true;           // one of the report bits; anything else is read as a raw state
    std::uint32_t preempted_ = 0;  // the flag, 0 when the kernel has none
    std::uint32_t noLoad_ = 0;     // the bit that turns D into I
    std::array<TaskState, kBits> states_{};  // Unknown: a bit that modifies another, or unused
};

// From letters as text traces print them: "S", "R+", "D|K", "Z".
TaskState taskStateFromLetters(std::string_view letters);

}  // namespace resched
