// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window as the command line starts it: files to open, and how a picture of the window is taken
// without a person (documentation, tests).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace resched::ui {

struct WindowRequest
{
    std::vector<std::filesystem::path> files;  // opened in the window; several: one experiment
    std::filesystem::path sample;              // the bundled recording; empty: there is none
    // Hidden option --shot: wait until everything is loaded and re-run, write the window as PNG,
    // leave.
    std::optional<std::filesystem::path> shot;
    int width = 0;  // of the shot; 0: as usual
    int height = 0;
    std::string theme;  // "light", "dark" or "": as the desktop
    // Hidden option --page: what stands beside the window and is the picture's subject.
    // "experiments/ID" runs that experiment, "experiment-plot/ID" shows it as a plot, "sweep/ID"
    // sweeps its first variant, "sweep" shows the results that were opened; "experiment-run/ID"
    // opens the first variant in the window.
    std::string page;
};

// Runs the event loop; the exit code of the program. `argv` stays the caller's.
int runWindow(int& argc, char** argv, const WindowRequest& request);

}  // namespace resched::ui
