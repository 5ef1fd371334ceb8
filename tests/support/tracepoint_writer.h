// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kernel's side of a binary trace: format texts of the scheduling tracepoints and payloads that
// fit them, as perf.data and trace.dat hold them. The options are the ways in which kernels differ.

#include "readers/byte_reader.h"
#include "support/schedule.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace resched::test {

struct KernelOptions
{
    ByteOrder order = ByteOrder::Little;
    std::string release = "6.1.0-test";
    int longSize = 8;             // of prev_state, and of the machine
    bool hasLazyCount = false;    // common_preempt_lazy_count of PREEMPT_RT
    bool hasVruntime = true;      // gone since 6.8
    bool hasSuccess = false;      // in wakeups, until 5.13
    bool hasDynamicComm = false;  // of migrate and stat events, since 6.18
    bool namesCpuField = false;   // "cpu" for "target_cpu", 2.6.32
};

class TracepointWriter
{
public:
    explicit TracepointWriter(KernelOptions options) : options_(std::move(options)) {}

    const KernelOptions& options() const { return options_; }
    // Ids of the tracepoints that a schedule may need.
    static std::vector<int> ids();
    static int idOf(EventKind kind);
    static std::string nameOf(int id);
    std::string format(int id) const;
    // `current` is the thread that runs on the CPU.
    std::string payload(const ScheduleEvent& event, int current) const;
    // magic, header formats, event formats, symbols and the rest, as in the head of trace.dat
    // version `version` ("6") or in perf.data ("0.6").
    std::string tracingData(std::string_view version, const std::vector<int>& ids) const;

private:
    KernelOptions options_;
};

// Who runs on each CPU, followed along a schedule.
class CurrentTasks
{
public:
    // Before the event takes effect.
    int on(int cpu) const;
    void pass(const ScheduleEvent& event);

private:
    std::vector<int> tids_;
};

}  // namespace resched::test
