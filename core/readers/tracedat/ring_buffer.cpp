// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/tracedat/ring_buffer.h"

#include <algorithm>

namespace resched::tracedat {

namespace {

// RINGBUF_TYPE_*: larger than the largest length that fits the five bits.
constexpr std::uint32_t kPadding = 29;
constexpr std::uint32_t kTimeExtend = 30;
constexpr std::uint32_t kTimeStamp = 31;
constexpr unsigned kDeltaBits = 27;
constexpr std::uint64_t kStampHighBits = 0xf8ULL << 56U;  // those that a time stamp leaves out
// RB_MISSED_EVENTS and RB_MISSED_STORED in the page's commit word.
constexpr std::uint64_t kMissed = 1ULL << 31U;
constexpr std::uint64_t kMissedStored = 1ULL << 30U;
constexpr std::uint64_t kCommitMask = (1ULL << 27U) - 1;

}  // namespace

RingPage::RingPage(std::span<const std::byte> page, const PageLayout& layout, ByteOrder order)
    : isBigEndian_(order == ByteOrder::Big), swap_(isForeign(order))
{
    if (page.size() < layout.dataOffset || layout.commitOffset + layout.commitSize > page.size()) {
        isBroken_ = true;
        return;
    }
    const auto word = [&](std::size_t at) {
        return layout.commitSize == 8 ? loadNumber<std::uint64_t>(page.data() + at, swap_)
                                      : loadNumber<std::uint32_t>(page.data() + at, swap_);
    };
    time_ = loadNumber<std::uint64_t>(page.data(), swap_);
    const std::uint64_t commit = word(layout.commitOffset);
    std::uint64_t filled = commit & kCommitMask;
    const std::size_t room = page.size() - layout.dataOffset;
    if (filled > room) {
        isBroken_ = true;
        filled = room;
    }
    data_ = page.subspan(layout.dataOffset, static_cast<std::size_t>(filled));
    hasMissed_ = (commit & kMissed) != 0;
    const std::size_t counted = layout.dataOffset + data_.size();
    if (hasMissed_ && (commit & kMissedStored) != 0 && counted + layout.commitSize <= page.size()) {
        missed_ = word(counted);
    }
}

bool RingPage::next()
{
    while (at_ + 4 <= data_.size()) {
        const auto head = loadNumber<std::uint32_t>(data_.data() + at_, swap_);
        // A C bit field: at the top of the word where the machine is big-endian.
        const std::uint32_t type = isBigEndian_ ? head >> kDeltaBits : head & 31U;
        const std::uint64_t delta =
            isBigEndian_ ? head & ((1U << kDeltaBits) - 1) : head >> (32 - kDeltaBits);
        at_ += 4;
        std::uint64_t array = 0;
        const bool hasArray = at_ + 4 <= data_.size();
        if (hasArray) array = loadNumber<std::uint32_t>(data_.data() + at_, swap_);
        if (type == 0 || type >= kPadding) {
            if (type == kPadding && delta == 0) break;  // the rest of the page is unused
            if (!hasArray) {
                isBroken_ = true;
                break;
            }
        }
        if (type == kPadding) {
            time_ += delta;
            at_ += static_cast<std::size_t>(array);
            continue;
        }
        if (type == kTimeExtend || type == kTimeStamp) {
            const std::uint64_t value = (array << kDeltaBits) + delta;
            time_ = type == kTimeExtend ? time_ + value : (time_ & kStampHighBits) | value;
            at_ += 4;
            continue;
        }
        std::uint64_t length = std::uint64_t{type} * 4;
        if (type == 0) {
            length = (std::max<std::uint64_t>(array, 4) - 4 + 3) / 4 * 4;
            at_ += 4;
        }
        if (length > data_.size() - at_) {
            isBroken_ = true;
            break;
        }
        time_ += delta;
        payload_ = data_.subspan(at_, static_cast<std::size_t>(length));
        at_ += static_cast<std::size_t>(length);
        return true;
    }
    at_ = data_.size();
    return false;
}

}  // namespace resched::tracedat
