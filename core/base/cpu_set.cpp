// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/cpu_set.h"

#include <bit>
#include <charconv>

namespace resched {

namespace {

std::optional<int> parseCpu(std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (value < 0 || value >= CpuSet::kMaxCpus) return std::nullopt;
    return value;
}

}  // namespace

std::optional<CpuSet> CpuSet::parse(std::string_view list)
{
    CpuSet set;
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        const std::string_view part = list.substr(0, comma);
        const std::size_t dash = part.find('-');
        const auto first = parseCpu(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : parseCpu(part.substr(dash + 1));
        if (!first || !last || *last < *first) return std::nullopt;
        for (int cpu = *first; cpu <= *last; ++cpu) set.add(CpuId{cpu});
        if (comma == std::string_view::npos) return set;
        list.remove_prefix(comma + 1);
        if (list.empty()) return std::nullopt;
    }
    return set;
}

CpuSet CpuSet::firstCpus(int count)
{
    CpuSet set;
    for (int cpu = 0; cpu < count; ++cpu) set.add(CpuId{cpu});
    return set;
}

void CpuSet::add(CpuId cpu)
{
    const std::size_t word = index(cpu) / 64;
    if (word >= words_.size()) words_.resize(word + 1);
    words_[word] |= std::uint64_t{1} << (index(cpu) % 64);
}

void CpuSet::remove(CpuId cpu)
{
    const std::size_t word = index(cpu) / 64;
    if (word >= words_.size()) return;
    words_[word] &= ~(std::uint64_t{1} << (index(cpu) % 64));
    trim();
}

void CpuSet::trim()
{
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
}

int CpuSet::count() const
{
    int count = 0;
    for (const std::uint64_t word : words_) count += std::popcount(word);
    return count;
}

std::vector<CpuId> CpuSet::cpus() const
{
    std::vector<CpuId> cpus;
    for (std::size_t word = 0; word < words_.size(); ++word) {
        for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1) {
            cpus.push_back(CpuId{static_cast<std::int32_t>(word * 64) + std::countr_zero(rest)});
        }
    }
    return cpus;
}

std::string CpuSet::text() const
{
    std::string text;
    const std::vector<CpuId> all = cpus();
    for (std::size_t i = 0; i < all.size();) {
        std::size_t last = i;
        while (last + 1 < all.size() && number(all[last + 1]) == number(all[last]) + 1) ++last;
        if (!text.empty()) text += ',';
        text += std::to_string(number(all[i]));
        if (last > i) text += '-' + std::to_string(number(all[last]));
        i = last + 1;
    }
    return text;
}

}  // namespace resched
