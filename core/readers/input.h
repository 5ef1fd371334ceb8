// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a reader is given: a folder, or the bytes of a file. Files are mapped; gzip, xz and zstd
// files are unpacked first, archives (tar, zip) into a temporary folder that lives as long as the
// Input. Unpacked sizes are bounded, so a small hostile file cannot fill the machine.

#include "base/progress.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace resched {

class Input
{
public:
    static Result<Input> open(const std::filesystem::path& path, Progress& progress);

    // What the user named; error messages and TraceInfo show it.
    const std::filesystem::path& path() const { return path_; }
    // Where the content is: `path()`, or the temporary folder of an unpacked archive.
    const std::filesystem::path& location() const { return location_; }
    bool isFolder() const { return isFolder_; }
    std::span<const std::byte> bytes() const { return bytes_; }  // empty for a folder
    std::string_view text() const
    {
        return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
    }
    // The compression was cut or damaged: bytes() is what could be unpacked before that.
    bool isTruncated() const { return isTruncated_; }
    // How to show a path below location(): inside an archive it stands below the archive's name.
    std::string shown(const std::filesystem::path& inside) const;

private:
    struct Storage;  // mapping, unpacked bytes or temporary folder

    Result<bool> openLocation(Progress& progress);

    std::filesystem::path path_;
    std::filesystem::path location_;
    bool isFolder_ = false;
    bool isTruncated_ = false;
    std::span<const std::byte> bytes_;
    std::shared_ptr<const Storage> storage_;
};

}  // namespace resched
