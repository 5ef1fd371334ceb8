// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A folder for one test, removed with it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace resched::test {

class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        std::string name =
            (std::filesystem::temp_directory_path() / "resched-test-XXXXXX").string();
        EXPECT_NE(mkdtemp(name.data()), nullptr);
        path_ = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path write(const std::filesystem::path& name, std::string_view content) const
    {
        const std::filesystem::path place = path_ / name;
        std::filesystem::create_directories(place.parent_path());
        std::ofstream(place, std::ios::binary)
            .write(content.data(), static_cast<std::streamsize>(content.size()));
        return place;
    }

private:
    std::filesystem::path path_;
};

}  // namespace resched::test
