// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A file's bytes, mapped for reading for as long as the object lives. An empty file has no bytes.

#include "base/result.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>

namespace resched {

class MappedFile
{
public:
    static Result<MappedFile> open(const std::filesystem::path& path);
    // Of an open file; `path` is only for messages.
    static Result<MappedFile> of(int descriptor, const std::filesystem::path& path);

    MappedFile() = default;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    MappedFile(MappedFile&& other) noexcept
        : address_(std::exchange(other.address_, nullptr)), size_(std::exchange(other.size_, 0))
    {}
    MappedFile& operator=(MappedFile&& other) noexcept
    {
        std::swap(address_, other.address_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~MappedFile();

    std::span<const std::byte> bytes() const
    {
        return {static_cast<const std::byte*>(address_), size_};
    }
    std::string_view text() const { return {static_cast<const char*>(address_), size_}; }

private:
    MappedFile(void* address, std::size_t size) : address_(address), size_(size) {}

    void* address_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace resched
