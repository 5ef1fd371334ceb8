// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/text/cpu_chains.h"

namespace resched::text {

namespace {

// N of "prev_comm=swapper/N" or "next_comm=swapper/N".
std::int32_t idleCpu(std::string_view payload, std::string_view key)
{
    const std::size_t at = payload.find(key);
    if (at == std::string_view::npos) return -1;
    std::string_view number = payload.substr(at + key.size());
    std::int64_t cpu = -1;
    if (!takeInteger(number, cpu) || !number.starts_with(' ') || cpu < 0 || cpu > 4095) return -1;
    return static_cast<std::int32_t>(cpu);
}

std::int32_t nextTid(std::string_view payload)
{
    const std::size_t at = payload.rfind(" next_pid=");
    std::int64_t tid = -1;
    if (at == std::string_view::npos) return -1;
    std::string_view number = payload.substr(at + 10);
    return takeInteger(number, tid) && tid <= INT32_MAX ? static_cast<std::int32_t>(tid) : -1;
}

}  // namespace

std::uint32_t CpuChains::newChain(std::int32_t cpu)
{
    cpuOfChain_.push_back(cpu);
    return static_cast<std::uint32_t>(cpuOfChain_.size() - 1);
}

void CpuChains::add(const TextLine& line)
{
    const auto current = line.tid > 0 ? running_.find(line.tid) : running_.end();
    if (line.event != "sched_switch") {
        chainOfLine_.push_back(current != running_.end() ? current->second : kNone);
        return;
    }
    const std::int32_t from = idleCpu(line.payload, "prev_comm=swapper/");
    const std::int32_t to = idleCpu(line.payload, "next_comm=swapper/");
    std::uint32_t chain = kNone;
    if (from >= 0) {
        const auto found = idle_.find(from);
        chain = found != idle_.end() ? found->second : newChain(from);
    } else {
        chain = current != running_.end() ? current->second : newChain(-1);
    }
    if (current != running_.end()) running_.erase(current);
    if (to >= 0) {
        cpuOfChain_[chain] = to;
        idle_[to] = chain;
    } else if (const std::int32_t next = nextTid(line.payload); next > 0) {
        running_[next] = chain;
    }
    chainOfLine_.push_back(chain);
}

std::int32_t CpuChains::cpuOf(std::size_t line) const
{
    const std::uint32_t chain = line < chainOfLine_.size() ? chainOfLine_[line] : kNone;
    return chain == kNone ? -1 : cpuOfChain_[chain];
}

}  // namespace resched::text
