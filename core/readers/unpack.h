// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Taking compressed files and archives apart, for Input. What comes out goes to unlinked temporary
// files and to a temporary folder that is removed with its owner, never to memory. Sizes are
// bounded by the size of the packed bytes and the free disk space, and names in an archive cannot
// leave the folder.

#include "base/progress.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

namespace resched {

class FileDescriptor
{
public:
    explicit FileDescriptor(int number = -1) : number_(number) {}
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }
    ~FileDescriptor();

    explicit operator bool() const { return number_ >= 0; }
    int number() const { return number_; }

private:
    int number_;
};

// Made empty; removed with everything in it.
class TemporaryFolder
{
public:
    static Result<TemporaryFolder> make();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    TemporaryFolder(TemporaryFolder&& other) noexcept
        : path_(std::exchange(other.path_, std::filesystem::path()))
    {}
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept
    {
        std::swap(path_, other.path_);
        return *this;
    }
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return path_; }

private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

enum class Packing : std::uint8_t { None, Gzip, Xz, Zstd, Tar, Zip };

// By the first bytes, never by a name.
Packing packingOf(std::span<const std::byte> bytes);

struct UnpackedFile
{
    FileDescriptor file;  // unlinked already
    bool isTruncated = false;
};
struct UnpackedFolder
{
    TemporaryFolder folder;
    bool isTruncated = false;
};

// `path` is only for messages. A cut or damaged stream gives what came before the damage, with
// isTruncated set; an Error when nothing did.
Result<UnpackedFile> unpackStream(std::span<const std::byte> packed, Packing packing,
                                  const std::filesystem::path& path, Progress& progress);
Result<UnpackedFolder> unpackArchive(std::span<const std::byte> packed,
                                     const std::filesystem::path& path, Progress& progress);

}  // namespace resched
