// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/busy_schedule.h"

#include <deque>
#include <random>
#include <vector>

namespace resched::test {

namespace {

class BusyMachine
{
public:
    explicit BusyMachine(const BusyOptions& options)
        : options_(options),
          random_(options.seed),
          cpus_(static_cast<std::size_t>(options.cpus)),
          alive_(options.tasks)
    {
        for (int i = 0; i < options.tasks; ++i) sleeping_.push_back(newTask());
    }

    std::string run()
    {
        for (int cpu = 0; cpu < options_.cpus; ++cpu) {
            at(cpu).queue.push_back(newTask());
            ++alive_;
            change(cpu);
        }
        while (events_ < options_.events) step();
        return std::move(text_);
    }

private:
    struct Cpu
    {
        std::string current = "0";
        std::deque<std::string> queue = {};
        std::int64_t last = -1;
        std::string lastKind = {};
    };

    std::uint64_t pick(std::uint64_t count) { return random_() % count; }
    std::string newTask() { return "task" + std::to_string(++made_); }
    Cpu& at(int cpu) { return cpus_[static_cast<std::size_t>(cpu)]; }

    std::string ns(std::int64_t time) const { return std::to_string(time) + "ns"; }

    void add(const std::string& kind, int cpu, const std::string& rest)
    {
        const auto least = options_.hasNanoseconds ? 1 : 1000;
        time_ += least * static_cast<std::int64_t>(1 + pick(40));
        const std::string name = " c" + std::to_string(cpu + options_.firstCpu) + ' ';
        // A loss lasts between the CPU's neighbouring events, which is all that most formats say.
        // Both are switches: who woke others at the edge of a loss some formats know, others not.
        if (options_.hasLosses && kind == "SW" && at(cpu).lastKind == "SW" && pick(30) == 0) {
            text_ += "LOST " + ns(at(cpu).last) + '-' + ns(time_) + name +
                     std::to_string(1 + pick(500)) + '\n';
        }
        text_ += kind + ' ' + ns(time_) + name + rest + '\n';
        at(cpu).last = time_;
        at(cpu).lastKind = kind;
        ++events_;
    }

    std::string cpuName(int cpu) const { return std::to_string(cpu + options_.firstCpu); }
    int anyCpu() { return static_cast<int>(pick(cpus_.size())); }

    void step()
    {
        const int cpu = anyCpu();
        switch (pick(8)) {
            case 0:
            case 1:
            case 2:
                wake(cpu);
                break;
            case 3:
                fork(cpu);
                break;
            default:
                change(cpu);
        }
    }

    void wake(int cpu)
    {
        if (sleeping_.empty()) return;
        const std::string task = sleeping_.front();
        sleeping_.pop_front();
        int target = anyCpu();
        add("WK", cpu, task + '@' + cpuName(target));
        if (pick(3) == 0) {
            const int other = anyCpu();
            if (other != target) {
                add("MG", cpu, task + ' ' + cpuName(target) + '>' + cpuName(other));
            }
            target = other;
        }
        add("WU", cpu, task + '@' + cpuName(target));
        if (pick(20) == 0) add("WU", cpu, task + '@' + cpuName(target));  // spurious
        at(target).queue.push_back(task);
    }

    void fork(int cpu)
    {
        if (at(cpu).current == "0" || alive_ >= 2 * options_.tasks) return;
        ++alive_;
        const std::string child = newTask();
        add("FK", cpu, at(cpu).current + '>' + child);
        const int target = anyCpu();
        add("WN", cpu, child + '@' + cpuName(target));
        at(target).queue.push_back(child);
    }

    void change(int cpu)
    {
        Cpu& here = at(cpu);
        const std::string prev = here.current;
        if (prev == "0" && here.queue.empty()) return;
        std::string next = "0";
        if (!here.queue.empty()) {
            next = here.queue.front();
            here.queue.pop_front();
        }
        here.current = next;
        const std::string state = prev == "0" ? "R" : leave(here, prev);
        add("SW", cpu, prev + '[' + state + "]>" + next);
    }

    // Where the task goes that leaves the CPU, and in which state.
    std::string leave(Cpu& here, const std::string& task)
    {
        static const std::vector<std::string> kAll = {"R", "R+", "S", "S", "D", "T",
                                                      "t", "P",  "I", "X", "Z"};
        static const std::vector<std::string> kPlain = {"R", "R", "S", "S", "D", "T", "t"};
        const auto& states = options_.hasAllStates ? kAll : kPlain;
        const std::string& state = states[pick(states.size())];
        if (state[0] == 'R') {
            here.queue.push_back(task);
        } else if (state != "X" && state != "Z") {
            sleeping_.push_back(task);
        } else if (--alive_ < options_.tasks) {
            ++alive_;
            sleeping_.push_back(newTask());
        }
        return state;
    }

    const BusyOptions& options_;
    std::mt19937_64 random_;
    std::vector<Cpu> cpus_;
    std::deque<std::string> sleeping_;
    std::string text_;
    std::int64_t time_ = 1'000'000'000;
    std::size_t events_ = 0;
    int alive_;
    int made_ = 0;
};

}  // namespace

std::string busySchedule(const BusyOptions& options)
{
    return BusyMachine(options).run();
}

}  // namespace resched::test
