// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/command_line.h"
#include "commands/output.h"

int main(int argc, char** argv)
{
    using namespace resched;
    return app::runCommandLine(argc, argv, [](const app::WindowArguments&) {
        return app::fail({.code = ErrorCode::Unsupported, .what = "this build has no window"});
    });
}
