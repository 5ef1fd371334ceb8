// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much heap a piece of work takes at most, that of libraries included: the program that links
// heap_meter.cpp has a malloc of its own, which counts. Mapped files do not count. Sanitizers bring
// their own malloc: there nothing can be measured.

#include <gtest/gtest.h>

#include <cstdint>

namespace resched::test {

bool canMeasureHeap();

class HeapMeter
{
public:
    HeapMeter();
    // The most that was allocated at one time since, beyond what was allocated then.
    std::uint64_t peak() const;

private:
    std::uint64_t before_;
};

}  // namespace resched::test

#define RESCHED_HEAP_METER_OR_SKIP() \
    if (!resched::test::canMeasureHeap()) GTEST_SKIP() << "the sanitizer's malloc does not count"
