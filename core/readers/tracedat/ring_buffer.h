// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One page of the kernel's ring buffer (kernel/trace/ring_buffer.c, 2.6.31 to 6.18): a time, how
// much of it is filled, then entries with the time since the one before. Walks the entries in
// place; nothing outside the page is ever touched.

#include "readers/byte_reader.h"
#include "readers/tracedat/trace_dat_file.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace resched::tracedat {

class RingPage
{
public:
    // `page` may be shorter than the layout's page, when the file is cut.
    RingPage(std::span<const std::byte> page, const PageLayout& layout, ByteOrder order);

    // Events were lost ahead of this page; how many, where the kernel has counted them.
    bool hasMissed() const { return hasMissed_; }
    std::uint64_t missed() const { return missed_; }
    // The page says of itself what cannot be; its entries up to there are good.
    bool isBroken() const { return isBroken_; }

    // The next event: false at the end of the page.
    bool next();
    std::uint64_t time() const { return time_; }
    std::span<const std::byte> payload() const { return payload_; }

private:
    std::span<const std::byte> data_;  // the filled part
    std::size_t at_ = 0;
    std::uint64_t time_ = 0;
    std::uint64_t missed_ = 0;
    bool hasMissed_ = false;
    bool isBroken_ = false;
    bool isBigEndian_;
    bool swap_;
    std::span<const std::byte> payload_;
};

}  // namespace resched::tracedat
