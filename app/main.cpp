// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/memory.h"
#include "commands/command_line.h"
#include "commands/output.h"
#include "sample.h"
#include "window/run_window.h"

namespace {

int openWindow(int& argc, char** argv, const resched::app::WindowArguments& arguments)
{
    resched::ui::WindowRequest request;
    request.files = arguments.files;
    request.shot = arguments.shot;
    request.width = arguments.width;
    request.height = arguments.height;
    request.theme = arguments.theme;
    request.page = arguments.page;
    const auto sample = resched::app::samplePath();
    if (sample) request.sample = *sample;
    if (arguments.sample && request.files.empty()) {
        if (!sample) return resched::app::fail(sample.error());
        request.files.push_back(*sample);
    }
    return resched::ui::runWindow(argc, argv, request);
}

}  // namespace

int main(int argc, char** argv)
{
    resched::keepFreedMemory();
    return resched::app::runCommandLine(argc, argv,
                                        [&](const resched::app::WindowArguments& arguments) {
                                            return openWindow(argc, argv, arguments);
                                        });
}
