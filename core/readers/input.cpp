// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/input.h"

#include "readers/mapped_file.h"
#include "readers/unpack.h"

#include <string>
#include <utility>

namespace resched {

namespace fs = std::filesystem;

namespace {

// An archive in an archive, or a compressed file in one, is opened; deeper nesting is not a trace.
constexpr int kMaxNesting = 3;
// Of a compressed archive: taking it apart only copies.
constexpr double kStreamShare = 0.8;

Error unreadable(const fs::path& path, const std::string& what)
{
    return {.code = ErrorCode::NotFound, .what = what, .path = path.string()};
}

// Archives often hold one folder, or one file, and nothing else: that is what is meant.
fs::path soleContent(fs::path folder)
{
    std::error_code failure;
    while (fs::is_directory(folder, failure)) {
        fs::directory_iterator entries(folder, failure);
        if (failure || entries == fs::directory_iterator()) return folder;
        fs::path first = entries->path();
        entries.increment(failure);
        if (failure || entries != fs::directory_iterator()) return folder;
        folder = std::move(first);
    }
    return folder;
}

}  // namespace

struct Input::Storage
{
    MappedFile mapping;
    std::optional<TemporaryFolder> folder;
    std::shared_ptr<const Storage> outer;  // of the archive that this file came from
};

Result<Input> Input::open(const fs::path& path, Progress& progress)
{
    Input input;
    input.path_ = path;
    input.location_ = path;
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (!fs::exists(status)) {
        return unreadable(path, failure && failure != std::errc::no_such_file_or_directory
                                    ? failure.message()
                                    : "there is no such file or folder");
    }
    // How deep it goes shows on the way: each layer takes half of what is left.
    double done = 0.0;
    for (int nesting = 0; nesting < kMaxNesting; ++nesting) {
        StepProgress layer(progress, done, (1.0 + done) / 2);
        done = (1.0 + done) / 2;
        Result<bool> isPacked = input.openLocation(layer);
        if (!isPacked) return isPacked.error();
        if (!*isPacked) return input;
    }
    return Error{.code = ErrorCode::Unsupported,
                 .what = "archives stand within archives, too deep",
                 .path = path.string()};
}

// Maps or unpacks what stands at location_. True: it was an archive whose content, at the new
// location_, wants to be opened in its turn.
Result<bool> Input::openLocation(Progress& progress)
{
    std::error_code failure;
    if (fs::is_directory(location_, failure)) {
        isFolder_ = true;
        return false;
    }
    auto storage = std::make_shared<Storage>();
    storage->outer = storage_;
    Result<MappedFile> mapped = MappedFile::open(location_);
    if (!mapped) return mapped.error();
    storage->mapping = std::move(*mapped);

    Packing packing = packingOf(storage->mapping.bytes());
    if (packing == Packing::Gzip || packing == Packing::Xz || packing == Packing::Zstd) {
        StepProgress step(progress, 0.0, kStreamShare);
        Result<UnpackedFile> unpacked =
            unpackStream(storage->mapping.bytes(), packing, path_, step);
        if (!unpacked) return unpacked.error();
        isTruncated_ = isTruncated_ || unpacked->isTruncated;
        Result<MappedFile> content = MappedFile::of(unpacked->file.number(), path_);
        if (!content) return content.error();
        storage->mapping = std::move(*content);
        packing = packingOf(storage->mapping.bytes());
    }
    if (packing == Packing::Tar || packing == Packing::Zip) {
        StepProgress step(progress, kStreamShare, 1.0);
        Result<UnpackedFolder> unpacked = unpackArchive(storage->mapping.bytes(), path_, step);
        if (!unpacked) return unpacked.error();
        isTruncated_ = isTruncated_ || unpacked->isTruncated;
        location_ = soleContent(unpacked->folder.path());
        storage->mapping = {};
        storage->folder = std::move(unpacked->folder);
        storage_ = std::move(storage);
        return true;
    }
    bytes_ = storage->mapping.bytes();
    storage_ = std::move(storage);
    return false;
}

std::string Input::shown(const fs::path& inside) const
{
    for (const Storage* storage = storage_.get(); storage != nullptr;
         storage = storage->outer.get()) {
        if (!storage->folder) continue;
        const fs::path relative = inside.lexically_relative(storage->folder->path());
        if (!relative.empty() && *relative.begin() != "..") {
            return relative == "." ? path_.string() : (path_ / relative).string();
        }
    }
    return inside.string();
}

}  // namespace resched
