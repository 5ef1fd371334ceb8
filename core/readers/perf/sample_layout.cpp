// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/perf/sample_layout.h"

#include "readers/byte_reader.h"
#include "readers/perf/perf_format.h"

#include <bit>

namespace resched::perf {

namespace {

constexpr std::int32_t kMaxCpus = 8192;

// How many u64 a READ part has besides, and for each of, its values.
std::uint64_t wordsPerValue(std::uint64_t readFormat)
{
    return 1 + ((readFormat & kReadId) != 0 ? 1U : 0U) + ((readFormat & kReadLost) != 0 ? 1U : 0U);
}

std::uint64_t wordsOfTimes(std::uint64_t readFormat)
{
    return static_cast<std::uint64_t>(
        std::popcount(readFormat & (kReadTimeEnabled | kReadTimeRunning)));
}

}  // namespace

// Order: perf_output_sample() and __perf_event__output_id_sample() in kernel/events/core.c, 6.12.
SampleLayout::SampleLayout(std::uint64_t sampleType, std::uint64_t readFormat)
    : sampleType_(sampleType), readFormat_(readFormat)
{
    std::uint16_t place = 0;
    const auto add = [&](std::uint64_t bit, std::uint16_t* kept) {
        if ((sampleType & bit) == 0) return;
        if (kept != nullptr && *kept == kAbsent) *kept = place;
        place = static_cast<std::uint16_t>(place + 8);
    };
    add(kSampleIdentifier, &sample_.id);
    add(kSampleIp, nullptr);
    add(kSampleTid, &sample_.tid);
    add(kSampleTime, &sample_.time);
    add(kSampleAddr, nullptr);
    add(kSampleId, &sample_.id);
    add(kSampleStreamId, nullptr);
    add(kSampleCpu, &sample_.cpu);
    add(kSamplePeriod, nullptr);
    fixedSize_ = place;

    place = 0;
    add(kSampleTid, &trailer_.tid);
    add(kSampleTime, &trailer_.time);
    add(kSampleId, &trailer_.id);
    add(kSampleStreamId, nullptr);
    add(kSampleCpu, &trailer_.cpu);
    add(kSampleIdentifier, &trailer_.id);
    trailerSize_ = place;
}

std::optional<std::uint64_t> SampleLayout::sampleId(std::span<const std::byte> body,
                                                    bool swap) const
{
    if (sample_.id == kAbsent || body.size() < sample_.id + 8U) return std::nullopt;
    return loadNumber<std::uint64_t>(body.data() + sample_.id, swap);
}

std::optional<std::uint64_t> SampleLayout::trailerId(std::span<const std::byte> body,
                                                     bool swap) const
{
    if (trailer_.id == kAbsent || body.size() < trailerSize_) return std::nullopt;
    return loadNumber<std::uint64_t>(body.data() + body.size() - trailerSize_ + trailer_.id, swap);
}

void SampleLayout::readPlaces(const Places& places, const std::byte* from, bool swap,
                              SampleFacts& facts)
{
    if (places.time != kAbsent) {
        facts.time = static_cast<std::int64_t>(loadNumber<std::uint64_t>(from + places.time, swap));
        facts.hasTime = true;
    }
    if (places.tid != kAbsent) {
        facts.pid = static_cast<std::int32_t>(loadNumber<std::uint32_t>(from + places.tid, swap));
        facts.tid =
            static_cast<std::int32_t>(loadNumber<std::uint32_t>(from + places.tid + 4, swap));
    }
    if (places.cpu != kAbsent) {
        const auto cpu =
            static_cast<std::int32_t>(loadNumber<std::uint32_t>(from + places.cpu, swap));
        facts.cpu = cpu >= 0 && cpu < kMaxCpus ? cpu : -1;
    }
}

std::optional<std::size_t> SampleLayout::rawPlace(std::span<const std::byte> body, bool swap) const
{
    std::size_t place = fixedSize_;
    // The count at `place`, and the sum of words that it stands for; checked so that no product
    // overflows.
    const auto skipCounted = [&](std::uint64_t wordsEach, std::uint64_t wordsBesides) {
        if (body.size() < place + 8) return false;
        const auto count = loadNumber<std::uint64_t>(body.data() + place, swap);
        if (count > body.size() / 8) return false;
        place += static_cast<std::size_t>(8 * (1 + wordsBesides + count * wordsEach));
        return place <= body.size();
    };
    if ((sampleType_ & kSampleRead) != 0) {
        const std::uint64_t each = wordsPerValue(readFormat_);
        const std::uint64_t times = wordsOfTimes(readFormat_);
        if ((readFormat_ & kReadGroup) != 0) {
            if (!skipCounted(each, times)) return std::nullopt;
        } else {
            place += static_cast<std::size_t>(8 * (each + times));
        }
    }
    if ((sampleType_ & kSampleCallchain) != 0 && !skipCounted(1, 0)) return std::nullopt;
    return place;
}

bool SampleLayout::readSample(std::span<const std::byte> body, bool swap, SampleFacts& facts) const
{
    if (body.size() < fixedSize_) return false;
    readPlaces(sample_, body.data(), swap, facts);
    if ((sampleType_ & kSampleRaw) == 0) return true;
    std::size_t place = fixedSize_;
    if ((sampleType_ & (kSampleRead | kSampleCallchain)) != 0) {
        const std::optional<std::size_t> found = rawPlace(body, swap);
        if (!found) return false;
        place = *found;
    }
    if (body.size() < place + 4) return false;
    const auto size = loadNumber<std::uint32_t>(body.data() + place, swap);
    if (size > body.size() - place - 4) return false;
    facts.raw = body.subspan(place + 4, size);
    facts.hasRaw = true;
    return true;
}

bool SampleLayout::readTrailer(std::span<const std::byte> body, bool swap, SampleFacts& facts) const
{
    if (body.size() < trailerSize_) return false;
    readPlaces(trailer_, body.data() + body.size() - trailerSize_, swap, facts);
    return true;
}

}  // namespace resched::perf
