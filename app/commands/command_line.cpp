// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/command_line.h"

#include "commands/output.h"
#include "commands/terminal_progress.h"
#include "commands/verbs.h"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <system_error>

namespace resched::app {

namespace {

constexpr const char* kDescription =
    "Resched opens recorded Linux scheduling traces and re-runs the same work under\n"
    "another scheduler, other tunables or another machine.\n"
    "Without a verb the window opens; with one, no display is needed.";
constexpr const char* kFooter =
    "Durations take units (750us, 0.75ms, 2s); plain numbers are ns.\n"
    "Exit codes: 0 done, 1 the input or the run failed, 2 wrong usage.\n"
    "`resched VERB --help` tells a verb's options.";

void addWindowOptions(CLI::App& app, WindowArguments& window, std::string& size)
{
    app.add_option("FILE", window.files, "traces, workloads or sessions to open in the window")
        ->type_name("");
    app.add_flag("--sample", window.sample, "open the recording that comes with the program");
    // For documentation and tests: a picture of the window, without a person.
    app.add_option("--shot", window.shot, "")->group("");
    app.add_option("--size", size, "")->group("");
    app.add_option("--page", window.page, "")->group("");
    app.add_option("--theme", window.theme, "")->group("")->check(CLI::IsMember({"light", "dark"}));
}

bool hasDisplay()
{
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        const char* value = std::getenv(name);
        if (value != nullptr && *value != '\0') return true;
    }
    return false;
}

int open(WindowArguments window, const std::string& size,
         const std::function<int(const WindowArguments&)>& openWindow)
{
    for (const auto& file : window.files) {
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored)) {
            return fail({.code = ErrorCode::InvalidArgument,
                         .what = "there is neither a verb nor a file of this name",
                         .path = file.string(),
                         .expected = "a trace, or a verb that `resched --help` lists"});
        }
    }
    if (!size.empty() && std::sscanf(size.c_str(), "%dx%d", &window.width, &window.height) != 2) {
        return fail({.code = ErrorCode::InvalidArgument,
                     .what = "the size is " + size,
                     .expected = "as in 1280x800"});
    }
    if (!hasDisplay()) {
        return fail({.code = ErrorCode::Unsupported,
                     .what = "there is no display to open the window on",
                     .expected = "DISPLAY or WAYLAND_DISPLAY to be set, or a verb: see "
                                 "`resched --help`"});
    }
    return openWindow(window);
}

// An option that may be repeated takes one argument each time: what follows is a file.
void takeOneArgumentEach(CLI::App& app)
{
    for (CLI::Option* option : app.get_options()) {
        if (!option->get_positional() && option->get_items_expected_max() > 1) {
            option->allow_extra_args(false);
        }
    }
    for (CLI::App* verb : app.get_subcommands({})) takeOneArgumentEach(*verb);
}

// CLI11's own exit codes are many; ours are three.
int parseExit(const CLI::App& app, const CLI::ParseError& error)
{
    return app.exit(error) == 0 ? kDone : kWrongUsage;
}

int guarded(const std::function<int()>& action)
{
    try {
        return action();
    } catch (const std::bad_alloc&) {
        return fail({.code = ErrorCode::OutOfMemory, .what = "there is not enough memory"});
    } catch (const std::exception& error) {
        return fail({.code = ErrorCode::Internal, .what = error.what()});
    }
}

}  // namespace

int runCommandLine(int& argc, char** argv,
                   const std::function<int(const WindowArguments&)>& openWindow)
{
    CLI::App app(kDescription, "resched");
    app.footer(kFooter);
    app.set_version_flag("--version", "resched " RESCHED_VERSION);
    app.require_subcommand(0, 1);
    app.failure_message([](const CLI::App* which, const CLI::Error& error) {
        return "resched: " + std::string(error.what()) + "; see `" +
               (which->get_parent() != nullptr ? "resched " + which->get_name() : "resched") +
               " --help`\n";
    });
    WindowArguments window;
    std::string size;
    addWindowOptions(app, window, size);

    CommandLine line{app, {}, argc, argv};
    addInfo(line);
    addStats(line);
    addLatency(line);
    addCompare(line);
    addReplay(line);
    addSimulate(line);
    addSweep(line);
    addMerge(line);
    addAudit(line);
    addExport(line);
    addPlot(line);
    addReport(line);
    addExperiment(line);
    addSchedulers(line);
    addMachines(line);
    takeOneArgumentEach(app);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parseExit(app, error);
    }
    if (!line.chosen) return guarded([&] { return open(window, size, openWindow); });
    stopOnSignals();
    const int code = guarded(line.chosen);
    if (std::fflush(stdout) != 0) {
        return fail({.code = ErrorCode::WriteFailed, .what = "standard output cannot be written"});
    }
    return code;
}

}  // namespace resched::app
