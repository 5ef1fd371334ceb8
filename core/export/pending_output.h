// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A file or folder that comes to be whole or not at all: it is written under another name beside
// its place, and takes its name when all of it stands. What is not committed is removed.

#include "base/result.h"

#include <filesystem>
#include <string_view>
#include <utility>

namespace resched {

class PendingOutput
{
public:
    // Errors when the folder of `target` is not there, or where a folder is to be replaced by a
    // file or the other way round.
    static Result<PendingOutput> file(const std::filesystem::path& target);
    static Result<PendingOutput> folder(const std::filesystem::path& target);

    PendingOutput(PendingOutput&& other) noexcept;
    PendingOutput& operator=(PendingOutput&&) = delete;
    PendingOutput(const PendingOutput&) = delete;
    PendingOutput& operator=(const PendingOutput&) = delete;
    ~PendingOutput();

    // Where to write: an empty file, or the name of a folder that is not there yet.
    const std::filesystem::path& path() const { return path_; }
    // Replaces what stood at the target, a folder only if it is one of ours (a CTF trace) or empty.
    Result<void> commit();

private:
    PendingOutput(std::filesystem::path target, std::filesystem::path holder,
                  std::filesystem::path path)
        : target_(std::move(target)), holder_(std::move(holder)), path_(std::move(path))
    {}

    std::filesystem::path target_;
    std::filesystem::path holder_;  // what is removed in the end: the file, or a folder around it
    std::filesystem::path path_;
};

Result<void> writeWhole(const std::filesystem::path& target, std::string_view content);

}  // namespace resched
