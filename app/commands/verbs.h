// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The verbs of the command line. Each registers its options with CLI11 and, when it is the chosen
// one, leaves what is to be done; nothing runs while arguments are parsed. No verb needs a display.

#include <CLI/CLI.hpp>

#include <functional>

namespace resched::app {

struct CommandLine
{
    CLI::App& app;
    std::function<int()> chosen;  // returns the exit code
    // Of main(): QApplication wants them.
    int& argc;
    char** argv;
};

// Exit codes of the program.
constexpr int kDone = 0;
constexpr int kFailed = 1;      // the input or the run failed
constexpr int kWrongUsage = 2;  // options that make no sense

void addInfo(CommandLine& line);
void addStats(CommandLine& line);
void addLatency(CommandLine& line);
void addCompare(CommandLine& line);
void addReplay(CommandLine& line);
void addSimulate(CommandLine& line);
void addSweep(CommandLine& line);
void addMerge(CommandLine& line);
void addAudit(CommandLine& line);
void addPlot(CommandLine& line);
void addReport(CommandLine& line);
void addExport(CommandLine& line);
void addExperiment(CommandLine& line);
void addSchedulers(CommandLine& line);
void addMachines(CommandLine& line);

}  // namespace resched::app
