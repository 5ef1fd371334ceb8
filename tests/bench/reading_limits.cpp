// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// reading_limits TRACE…: how long reading goes without asking whether to stop, and what it takes of
// memory beside the mapped file, a row a trace. The longest pause is shown with the progress at its
// begin; of three readings the one with the shortest, since another program may have had the CPU.
#include "readers/reader_table.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

namespace {

using std::chrono::steady_clock;

double milliseconds(steady_clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

// Memory that belongs to no file, in bytes.
std::uint64_t ownMemory()
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        std::uint64_t kilobytes = 0;
        if (word == "RssAnon:" && status >> kilobytes) return kilobytes * 1024;
    }
    return 0;
}

class Watch final : public resched::Progress
{
public:
    bool advance(double fraction) override
    {
        note(fraction);
        if (polls_++ % 16 == 0) memory_ = std::max(memory_, ownMemory());
        last_ = steady_clock::now();
        return true;
    }
    void finish() { note(1.0); }
    double longest() const { return longest_; }
    double at() const { return at_; }
    std::uint64_t polls() const { return polls_; }
    std::uint64_t memory() const { return memory_; }

private:
    void note(double fraction)
    {
        const double pause = milliseconds(steady_clock::now() - last_);
        if (pause > longest_) {
            longest_ = pause;
            at_ = before_;
        }
        before_ = fraction;
    }

    steady_clock::time_point last_ = steady_clock::now();
    double longest_ = 0;
    double at_ = 0;
    double before_ = 0;
    std::uint64_t polls_ = 0;
    std::uint64_t memory_ = 0;
};

void report(const char* path)
{
    constexpr int kRounds = 3;
    Watch best;
    double bestTotal = 0;
    std::uint64_t events = 0;
    std::uint64_t memory = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::uint64_t before = ownMemory();
        Watch watch;
        const auto begin = steady_clock::now();
        const auto trace = resched::readTrace(path, watch);
        watch.finish();
        const double total = milliseconds(steady_clock::now() - begin);
        if (!trace) {
            std::fprintf(stderr, "%s\n", resched::describe(trace.error()).c_str());
            return;
        }
        events = trace->info().eventsTotal;
        if (round == 0) memory = std::max(watch.memory(), ownMemory()) - before;
        if (round > 0 && watch.longest() >= best.longest()) continue;
        best = watch;
        bestTotal = total;
    }
    std::printf(
        "%-28s %9llu events %8.1f ms, longest pause %6.1f ms at %3.0f %% of %llu polls, "
        "%5.1f bytes an event\n",
        std::string(path).substr(std::max<std::size_t>(28, std::string(path).size()) - 28).c_str(),
        static_cast<unsigned long long>(events), bestTotal, best.longest(), best.at() * 100,
        static_cast<unsigned long long>(best.polls()),
        static_cast<double>(memory) / static_cast<double>(std::max<std::uint64_t>(events, 1)));
}

}  // namespace

int main(int count, char** arguments)
{
    if (count < 2) {
        std::fputs("usage: reading_limits TRACE...\n", stderr);
        return 2;
    }
    for (int i = 1; i < count; ++i) report(arguments[i]);
    return 0;
}
