// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mapped_file.h"

#include "readers/unpack.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

namespace resched {

namespace {

Error unreadable(const std::filesystem::path& path, const char* what)
{
    return {.code = ErrorCode::NotFound, .what = what, .path = path.string()};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path)
{
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file) return unreadable(path, std::strerror(errno));
    return of(file.number(), path);
}

Result<MappedFile> MappedFile::of(int descriptor, const std::filesystem::path& path)
{
    struct stat status = {};
    if (fstat(descriptor, &status) != 0) return unreadable(path, std::strerror(errno));
    if (!S_ISREG(status.st_mode)) return unreadable(path, "this is neither a file nor a folder");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) return MappedFile();
    void* address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (address == MAP_FAILED) return unreadable(path, std::strerror(errno));
    return MappedFile(address, size);
}

MappedFile::~MappedFile()
{
    if (address_ != nullptr) munmap(address_, size_);
}

}  // namespace resched
