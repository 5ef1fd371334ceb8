// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the parts of a sample stand, found once for each event from its sample_type and
// read_format; and where those of the trailer stand that other records carry (sample_id_all). Only
// READ and CALLCHAIN have a size of their own in each sample; all that comes after the raw data is
// never looked at.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace resched::perf {

struct SampleFacts
{
    std::int64_t time = 0;
    std::int32_t pid = -1;
    std::int32_t tid = -1;
    std::int32_t cpu = -1;  // -1 when not recorded or absurd
    bool hasTime = false;
    std::span<const std::byte> raw = {};
    bool hasRaw = false;
};

class SampleLayout
{
public:
    SampleLayout() = default;
    SampleLayout(std::uint64_t sampleType, std::uint64_t readFormat);

    // The event's id in a sample's body, in the trailer of another record's.
    std::optional<std::uint64_t> sampleId(std::span<const std::byte> body, bool swap) const;
    std::optional<std::uint64_t> trailerId(std::span<const std::byte> body, bool swap) const;

    // False when the body is too short for what it must hold.
    bool readSample(std::span<const std::byte> body, bool swap, SampleFacts& facts) const;
    bool readTrailer(std::span<const std::byte> body, bool swap, SampleFacts& facts) const;
    std::size_t trailerSize() const { return trailerSize_; }

private:
    static constexpr std::uint16_t kAbsent = 0xffff;

    struct Places
    {
        std::uint16_t id = kAbsent;
        std::uint16_t tid = kAbsent;
        std::uint16_t time = kAbsent;
        std::uint16_t cpu = kAbsent;
    };
    static void readPlaces(const Places& places, const std::byte* from, bool swap,
                           SampleFacts& facts);
    // Where the raw data begins, or nothing when the body ends before.
    std::optional<std::size_t> rawPlace(std::span<const std::byte> body, bool swap) const;

    std::uint64_t sampleType_ = 0;
    std::uint64_t readFormat_ = 0;
    Places sample_;
    Places trailer_;
    std::uint16_t fixedSize_ = 0;  // of the parts before READ
    std::uint16_t trailerSize_ = 0;
};

}  // namespace resched::perf
