// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the built program as a user does: without a display unless the test says otherwise, and for
// a minute at most.

#include <string>
#include <vector>

namespace resched::test {

struct Outcome
{
    int code = -1;  // exit code; 128 + signal when it was killed
    std::string out;
    std::string err;
};

// A folder of this test process, with a slash at its end.
std::string ownFolder();

Outcome resched(const std::vector<std::string>& arguments);

}  // namespace resched::test
