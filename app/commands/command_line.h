// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From argv to an exit code. A verb runs without a display; without one, `openWindow` is called
// with the files that stand on the command line.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace resched::app {

struct WindowArguments
{
    std::vector<std::filesystem::path> files;
    bool sample = false;
    std::optional<std::filesystem::path> shot;
    int width = 0;
    int height = 0;
    std::string theme;
    std::string page;
};

int runCommandLine(int& argc, char** argv,
                   const std::function<int(const WindowArguments&)>& openWindow);

}  // namespace resched::app
