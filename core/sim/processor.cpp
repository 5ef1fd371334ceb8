// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/processor.h"

#include "sim/random.h"

#include <algorithm>
#include <numeric>

namespace resched {

Processors::Processors(const Machine& machine) : costs_(machine.costs)
{
    for (const CpuPlace& place : machine.topology.cpus) {
        Cpu& cpu = cpus_.emplace_back();
        cpu.capacity = std::max(place.capacity, 1);
        cpu.llc = place.llc;
    }
    for (const SharedThroughput& shared : machine.shared) {
        Set set{.cpus = {}, .throughput = std::max(shared.throughput, 1)};
        for (std::size_t i = 0; i < machine.topology.cpus.size(); ++i) {
            if (!shared.cpus.contains(machine.topology.cpus[i].id)) continue;
            set.cpus.push_back(static_cast<int>(i));
            cpus_[i].sets.push_back(static_cast<int>(sets_.size()));
        }
        sets_.push_back(std::move(set));
    }
    for (Cpu& cpu : cpus_) setSpeed(cpu);
}

// The tightest of the sets that the CPU belongs to decides.
void Processors::setSpeed(Cpu& cpu) const
{
    std::int64_t numerator = 1;
    std::int64_t denominator = 1;
    for (const int i : cpu.sets) {
        const Set& set = sets_[index(i)];
        const std::int64_t wanted = std::int64_t{1000} * set.busy;
        if (wanted <= set.throughput) continue;
        if (set.throughput * denominator < numerator * wanted) {
            numerator = set.throughput;
            denominator = wanted;
        }
    }
    numerator *= cpu.capacity;
    denominator *= 1024;
    const std::int64_t divisor = std::gcd(numerator, denominator);
    cpu.numerator = numerator / divisor;
    cpu.denominator = denominator / divisor;
}

void Processors::sync(int number, std::int64_t now)
{
    Cpu& cpu = cpus_[index(number)];
    std::int64_t elapsed = now - cpu.syncedAt;
    cpu.syncedAt = now;
    if (cpu.task == nullptr || elapsed == 0) return;
    cpu.busy += elapsed;
    SimTask& task = *cpu.task;
    const std::int64_t paid = std::min(elapsed, task.overhead);
    task.overhead -= paid;
    overheadPaid_ += paid;
    elapsed -= paid;
    if (cpu.numerator != cpu.denominator) {
        elapsed = static_cast<std::int64_t>(static_cast<Int128>(elapsed) * cpu.numerator /
                                            cpu.denominator);
    }
    task.work -= std::min(elapsed, task.work);
}

std::int64_t Processors::completion(int number) const
{
    const Cpu& cpu = cpus_[index(number)];
    const SimTask& task = *cpu.task;
    std::int64_t needed = task.work;
    if (cpu.numerator != cpu.denominator) {
        needed = static_cast<std::int64_t>(
            (static_cast<Int128>(needed) * cpu.denominator + cpu.numerator - 1) / cpu.numerator);
    }
    return cpu.syncedAt + task.overhead + needed;
}

void Processors::run(int number, SimTask* task, std::int64_t now)
{
    Cpu& cpu = cpus_[index(number)];
    changed_.clear();
    const bool wasBusy = cpu.task != nullptr;
    const bool isBusy = task != nullptr;
    cpu.task = task;
    cpu.syncedAt = now;
    if (wasBusy == isBusy || cpu.sets.empty()) return;
    for (const int i : cpu.sets) {
        Set& set = sets_[index(i)];
        set.busy += isBusy ? 1 : -1;
        for (const int other : set.cpus) {
            if (other == number || cpus_[index(other)].task == nullptr) continue;
            sync(other, now);
            changed_.push_back(other);
        }
    }
    setSpeed(cpu);
    for (const int other : changed_) setSpeed(cpus_[index(other)]);
}

// CostModel: saturating in what others ran on that cache since; in full on another cache, half
// where the cache is shared.
std::int64_t Processors::refillCost(int number, const SimTask& task) const
{
    const std::int64_t full = costs_.refillFull.count();
    if (full == 0 || task.lastRanOn < 0) return 0;
    const Cpu& cpu = cpus_[index(number)];
    if (task.lastRanOn != number) {
        return cpus_[index(task.lastRanOn)].llc == cpu.llc ? full / 2 : full;
    }
    const auto away = static_cast<double>(cpu.busy - task.cacheClock);
    const auto scale = static_cast<double>(std::max<std::int64_t>(costs_.refillScale.count(), 1));
    return static_cast<std::int64_t>(static_cast<double>(full) *
                                     (1.0 - portableExp(-away / scale)));
}

void Processors::leaveCache(int number, SimTask& task) const
{
    task.lastRanOn = number;
    task.cacheClock = cpus_[index(number)].busy;
}

}  // namespace resched
