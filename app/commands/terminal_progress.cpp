// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/terminal_progress.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

namespace resched::app {

namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kFirstDraw = 300ms;
constexpr auto kRedraw = 100ms;

volatile std::sig_atomic_t wasStopped = 0;  // NOLINT: a signal handler has nothing else

extern "C" void onSignal(int /*signal*/)
{
    wasStopped = 1;
}

}  // namespace

void stopOnSignals()
{
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
}

TerminalProgress::TerminalProgress(std::string label)
    : label_(std::move(label)),
      isTerminal_(isatty(STDERR_FILENO) != 0),
      nextDraw_(steady_clock::now() + kFirstDraw)
{}

TerminalProgress::~TerminalProgress()
{
    wipe();
}

bool TerminalProgress::advance(double fraction)
{
    if (wasStopped != 0) return false;
    if (!isTerminal_) return true;
    const auto now = steady_clock::now();
    if (now < nextDraw_) return true;
    nextDraw_ = now + kRedraw;
    constexpr int kWidth = 30;
    const double part = std::clamp(fraction, 0.0, 1.0);
    const int filled = static_cast<int>(part * kWidth);
    std::fprintf(stderr, "\r%s [%s%s] %3d %%", label_.c_str(),
                 std::string(static_cast<std::size_t>(filled), '#').c_str(),
                 std::string(static_cast<std::size_t>(kWidth - filled), ' ').c_str(),
                 static_cast<int>(part * 100));
    std::fflush(stderr);
    isDrawn_ = true;
    return true;
}

void TerminalProgress::wipe()
{
    if (!isDrawn_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    isDrawn_ = false;
}

}  // namespace resched::app
