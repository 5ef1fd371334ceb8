// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The shared objects of a workload by name, made when first named, as rt-app does. Reading values
// of the grammar that both forms use.

#include "workload/loose_json.h"
#include "workload/workload.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace resched {

class WorkloadObjects
{
public:
    explicit WorkloadObjects(Workload& workload) : workload_(workload) {}

    std::uint32_t mutex(const std::string& name);
    std::uint32_t condition(const std::string& name);
    std::uint32_t rwlock(const std::string& name);
    std::uint32_t futex(const std::string& name);
    std::uint32_t semaphore(const std::string& name);
    std::uint32_t pipe(const std::string& name);
    std::uint32_t barrier(const std::string& name);  // each call is one more party
    std::uint32_t timer(const TimerSpec& spec);      // by name and owner
    std::uint32_t cpuSet(const CpuSet& cpus);
    std::uint32_t distribution(const Distribution& distribution);
    std::uint32_t name(const std::string& name);

private:
    std::uint32_t indexOf(std::string kind, const std::string& name, std::size_t next);

    Workload& workload_;
    std::map<std::string, std::uint32_t> ids_;
};

Error workloadError(const JsonValue& where, std::string what, std::string expected = {});

// rt-app's numbers are microseconds; a string carries its unit ("3ms").
std::optional<Nanoseconds> readDuration(const JsonValue& value);
// "SCHED_OTHER", "SCHED_FIFO", …
std::optional<Policy> readPolicy(std::string_view name);
std::string_view policyName(Policy policy);
// "list", "plist", "plist_dynamic"; "wake_all", "requeue".
std::optional<FutexModel::Queue> readFutexQueue(std::string_view name);
std::string_view futexQueueName(FutexModel::Queue queue);
std::optional<FutexModel::Broadcast> readBroadcast(std::string_view name);
std::string_view broadcastName(FutexModel::Broadcast broadcast);
Result<Distribution> readDistribution(const JsonValue& value);

}  // namespace resched
