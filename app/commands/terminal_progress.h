// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A progress bar on stderr, drawn only when that is a terminal and the work takes longer than a
// blink, and wiped when done. Ctrl+C stops the work through it, so that nothing half-written stays.

#include "base/progress.h"

#include <chrono>
#include <string>

namespace resched::app {

class TerminalProgress final : public Progress
{
public:
    explicit TerminalProgress(std::string label);
    ~TerminalProgress() override;
    TerminalProgress(const TerminalProgress&) = delete;
    TerminalProgress& operator=(const TerminalProgress&) = delete;

    bool advance(double fraction) override;

private:
    void wipe();

    std::string label_;
    bool isTerminal_;
    bool isDrawn_ = false;
    std::chrono::steady_clock::time_point nextDraw_;
};

// From now on SIGINT and SIGTERM make every advance() answer false.
void stopOnSignals();

}  // namespace resched::app
