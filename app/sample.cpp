// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample.h"

#include <system_error>
#include <vector>

namespace resched::app {

Result<std::filesystem::path> samplePath()
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    std::vector<fs::path> folders;
    // As installed: bin/ and share/ stand side by side, wherever the package was unpacked.
    if (!program.empty()) {
        folders.push_back(program.parent_path().parent_path() / RESCHED_INSTALL_SAMPLES);
    }
    folders.emplace_back(RESCHED_SOURCE_SAMPLES);
    for (const fs::path& folder : folders) {
        const fs::path sample = folder / RESCHED_SAMPLE;
        if (fs::exists(sample, ignored)) return sample;
    }
    return Error{.code = ErrorCode::NotFound,
                 .what = "the sample recording is not installed",
                 .path = (folders.front() / RESCHED_SAMPLE).string()};
}

}  // namespace resched::app
