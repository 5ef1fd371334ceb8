// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <lzma.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace resched {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18U;
constexpr std::size_t kMaxEntries = 100000;
constexpr std::uint64_t kRatio = 400;

// Scheduling traces shrink to a tenth or a thirtieth; what grows far beyond that is made to hurt.
std::uint64_t sizeLimit(std::size_t packedSize)
{
    constexpr std::uint64_t kAlways = std::uint64_t{64} << 20U;
    std::uint64_t limit = kAlways + kRatio * packedSize;
    std::error_code failure;
    const fs::space_info space = fs::space(fs::temp_directory_path(failure), failure);
    if (!failure) limit = std::min<std::uint64_t>(limit, space.available / 4 * 3);
    return limit;
}

Error unpackError(const fs::path& path, std::string what, std::uint64_t offset = 0)
{
    return {.code = ErrorCode::Corrupt,
            .what = std::move(what),
            .path = path.string(),
            .position = {FilePosition::Unit::Offset, offset}};
}

Error tooLarge(const fs::path& path, std::uint64_t limit)
{
    return {.code = ErrorCode::Unsupported,
            .what = "unpacked it is larger than " + std::to_string(limit) + " bytes",
            .path = path.string(),
            .expected = "a trace, or free space for temporary files"};
}

Error cannotWrite(const std::string& path)
{
    return {.code = ErrorCode::WriteFailed,
            .what = std::string("cannot write a temporary file: ") + std::strerror(errno),
            .path = path};
}

bool writeAll(int fd, const void* data, std::size_t size)
{
    const char* next = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t written = ::write(fd, next, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        next += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

Result<FileDescriptor> makeUnlinkedFile()
{
    std::error_code failure;
    std::string name = (fs::temp_directory_path(failure) / "resched-XXXXXX").string();
    FileDescriptor file(mkostemp(name.data(), O_CLOEXEC));
    if (!file) return cannotWrite(name);
    unlink(name.c_str());
    return file;
}

enum class Step : std::uint8_t { More, End, Damaged };

// One codec: takes from `in`, fills `out`, says how it stands. Streams that follow each other in
// one file (gzip members, zstd frames) are one content.
class Decoder
{
public:
    virtual ~Decoder() = default;
    virtual Step step(std::span<const std::byte>& in, std::span<std::byte>& out) = 0;
};

class GzipDecoder final : public Decoder
{
public:
    GzipDecoder() { isReady_ = inflateInit2(&stream_, 16 + MAX_WBITS) == Z_OK; }
    ~GzipDecoder() override { inflateEnd(&stream_); }
    GzipDecoder(const GzipDecoder&) = delete;
    GzipDecoder& operator=(const GzipDecoder&) = delete;

    Step step(std::span<const std::byte>& in, std::span<std::byte>& out) override
    {
        if (!isReady_) return Step::Damaged;
        const auto available = static_cast<uInt>(std::min<std::size_t>(in.size(), kChunk));
        // zlib's interface of 1995 knows no const; it does not write there.
        stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(in.data()));
        stream_.avail_in = available;
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(out.size());
        const int status = inflate(&stream_, Z_NO_FLUSH);
        in = in.subspan(available - stream_.avail_in);
        out = out.subspan(out.size() - stream_.avail_out);
        if (status == Z_STREAM_END) return nextMember(in);
        return status == Z_OK || status == Z_BUF_ERROR ? Step::More : Step::Damaged;
    }

private:
    Step nextMember(std::span<const std::byte> in)
    {
        // Padding after the last member is no damage; gzip itself ignores it.
        if (in.size() < 2 || in[0] != std::byte{0x1f} || in[1] != std::byte{0x8b}) return Step::End;
        return inflateReset(&stream_) == Z_OK ? Step::More : Step::Damaged;
    }

    z_stream stream_ = {};
    bool isReady_ = false;
};

class XzDecoder final : public Decoder
{
public:
    // xz -9 asks for 65 MiB, whatever the size of the file; more than that has to be worth it.
    explicit XzDecoder(std::size_t packedSize)
    {
        constexpr std::uint64_t kAlways = std::uint64_t{80} << 20U;
        constexpr std::uint64_t kMost = std::uint64_t{1} << 30U;
        const std::uint64_t memory = std::min(kMost, kAlways + kRatio * packedSize);
        isReady_ = lzma_stream_decoder(&stream_, memory, LZMA_CONCATENATED) == LZMA_OK;
    }
    ~XzDecoder() override { lzma_end(&stream_); }
    XzDecoder(const XzDecoder&) = delete;
    XzDecoder& operator=(const XzDecoder&) = delete;

    Step step(std::span<const std::byte>& in, std::span<std::byte>& out) override
    {
        if (!isReady_) return Step::Damaged;
        const std::size_t available = std::min(in.size(), kChunk);
        const bool isLast = available == in.size();
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
        stream_.avail_in = available;
        stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
        stream_.avail_out = out.size();
        const lzma_ret status = lzma_code(&stream_, isLast ? LZMA_FINISH : LZMA_RUN);
        in = in.subspan(available - stream_.avail_in);
        out = out.subspan(out.size() - stream_.avail_out);
        if (status == LZMA_STREAM_END) return Step::End;
        return status == LZMA_OK ? Step::More : Step::Damaged;
    }

private:
    lzma_stream stream_ = LZMA_STREAM_INIT;
    bool isReady_ = false;
};

class ZstdDecoder final : public Decoder
{
public:
    Step step(std::span<const std::byte>& in, std::span<std::byte>& out) override
    {
        if (!stream_) return Step::Damaged;
        ZSTD_inBuffer input = {in.data(), std::min(in.size(), kChunk), 0};
        ZSTD_outBuffer output = {out.data(), out.size(), 0};
        const std::size_t status = ZSTD_decompressStream(stream_.get(), &output, &input);
        in = in.subspan(input.pos);
        out = out.subspan(output.pos);
        if (ZSTD_isError(status) != 0) return Step::Damaged;
        return status == 0 && in.empty() ? Step::End : Step::More;
    }

private:
    struct Free
    {
        void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    };
    std::unique_ptr<ZSTD_DStream, Free> stream_{ZSTD_createDStream()};
};

std::unique_ptr<Decoder> makeDecoder(Packing packing, std::size_t packedSize)
{
    if (packing == Packing::Gzip) return std::make_unique<GzipDecoder>();
    if (packing == Packing::Xz) return std::make_unique<XzDecoder>(packedSize);
    return std::make_unique<ZstdDecoder>();
}

bool startsWith(std::span<const std::byte> bytes, std::size_t offset, std::string_view magic)
{
    return bytes.size() >= offset + magic.size() &&
           std::memcmp(bytes.data() + offset, magic.data(), magic.size()) == 0;
}

// The path below the folder, or nothing for names that would lead out of it.
std::optional<fs::path> safeName(const char* name)
{
    if (name == nullptr) return std::nullopt;
    fs::path safe;
    for (const fs::path& part : fs::path(name).relative_path()) {
        if (part == "..") return std::nullopt;
        if (part != "." && !part.empty()) safe /= part;
    }
    if (safe.empty()) return std::nullopt;
    return safe;
}

class ArchiveUnpacker
{
public:
    ArchiveUnpacker(std::span<const std::byte> packed, const fs::path& path, const fs::path& target,
                    Progress& progress)
        : packed_(packed),
          path_(path),
          target_(target),
          progress_(progress),
          limit_(sizeLimit(packed.size()))
    {}

    // True: the archive ends early or is damaged, what came before is there.
    Result<bool> run()
    {
        archive_read_support_format_tar(archive_.get());
        archive_read_support_format_zip(archive_.get());
        if (archive_read_open_memory(archive_.get(), packed_.data(), packed_.size()) !=
            ARCHIVE_OK) {
            return failure();
        }
        for (std::size_t entries = 0; entries < kMaxEntries; ++entries) {
            archive_entry* entry = nullptr;
            const int status = archive_read_next_header(archive_.get(), &entry);
            if (status == ARCHIVE_EOF) return files_ == 0 ? Result<bool>(nothing()) : false;
            if (status < ARCHIVE_WARN) return files_ == 0 ? Result<bool>(failure()) : true;
            Result<bool> isWhole = unpack(entry);
            if (!isWhole || !*isWhole) return isWhole ? Result<bool>(true) : isWhole;
        }
        return Error{.code = ErrorCode::Unsupported,
                     .what = "the archive has more than 100000 entries",
                     .path = path_.string()};
    }

private:
    struct Free
    {
        void operator()(archive* reader) const { archive_read_free(reader); }
    };

    Error failure() const
    {
        const char* text = archive_error_string(archive_.get());
        return unpackError(path_, text != nullptr ? text : "the archive is damaged");
    }
    Error nothing() const { return unpackError(path_, "the archive holds no file"); }

    Result<bool> unpack(archive_entry* entry)
    {
        const std::optional<fs::path> name = safeName(archive_entry_pathname(entry));
        // Links and devices are never part of a trace.
        if (!name || archive_entry_filetype(entry) != AE_IFREG) return true;
        const fs::path place = target_ / *name;
        std::error_code failed;
        fs::create_directories(place.parent_path(), failed);
        const FileDescriptor file(
            ::open(place.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!file) return cannotWrite(place.string());
        ++files_;
        return copyTo(file.number());
    }

    Result<bool> copyTo(int fd)
    {
        std::vector<char> buffer(kChunk);
        while (true) {
            const la_ssize_t size = archive_read_data(archive_.get(), buffer.data(), buffer.size());
            if (size < 0) return false;
            if (size == 0) return true;
            written_ += static_cast<std::uint64_t>(size);
            if (written_ > limit_) return tooLarge(path_, limit_);
            if (!writeAll(fd, buffer.data(), static_cast<std::size_t>(size))) {
                return cannotWrite(path_.string());
            }
            const auto consumed = static_cast<double>(archive_filter_bytes(archive_.get(), -1));
            const double whole = std::max<double>(1, static_cast<double>(packed_.size()));
            if (!progress_.advance(std::min(1.0, consumed / whole))) return canceled();
        }
    }

    std::span<const std::byte> packed_;
    const fs::path& path_;
    const fs::path& target_;
    Progress& progress_;
    std::unique_ptr<archive, Free> archive_{archive_read_new()};
    std::uint64_t limit_;
    std::uint64_t written_ = 0;
    std::size_t files_ = 0;
};

}  // namespace

FileDescriptor::~FileDescriptor()
{
    if (number_ >= 0) ::close(number_);
}

Result<TemporaryFolder> TemporaryFolder::make()
{
    std::error_code failure;
    std::string name = (fs::temp_directory_path(failure) / "resched-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) return cannotWrite(name);
    return TemporaryFolder(name);
}

TemporaryFolder::~TemporaryFolder()
{
    if (path_.empty()) return;
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

Packing packingOf(std::span<const std::byte> bytes)
{
    if (startsWith(bytes, 0, "\x1f\x8b")) return Packing::Gzip;
    if (startsWith(bytes, 0,
                   std::string_view("\xfd"
                                    "7zXZ\0",
                                    6))) {
        return Packing::Xz;
    }
    if (startsWith(bytes, 0, "\x28\xb5\x2f\xfd")) return Packing::Zstd;
    if (startsWith(bytes, 0, "PK\x03\x04")) return Packing::Zip;
    if (startsWith(bytes, 257, "ustar")) return Packing::Tar;
    return Packing::None;
}

Result<UnpackedFile> unpackStream(std::span<const std::byte> packed, Packing packing,
                                  const fs::path& path, Progress& progress)
{
    Result<FileDescriptor> file = makeUnlinkedFile();
    if (!file) return file.error();
    UnpackedFile result{.file = std::move(*file)};
    const std::unique_ptr<Decoder> decoder = makeDecoder(packing, packed.size());
    const std::uint64_t limit = sizeLimit(packed.size());
    std::vector<std::byte> buffer(kChunk);
    std::span<const std::byte> rest = packed;
    std::uint64_t written = 0;
    Step step = Step::More;
    while (step == Step::More) {
        const std::size_t before = rest.size();
        std::span<std::byte> room = buffer;
        step = decoder->step(rest, room);
        const std::size_t made = buffer.size() - room.size();
        written += made;
        if (written > limit) return tooLarge(path, limit);
        if (!writeAll(result.file.number(), buffer.data(), made)) {
            return cannotWrite(path.string());
        }
        // Neither eaten nor given anything: the stream stops before its end.
        if (step == Step::More && made == 0 && rest.size() == before) step = Step::Damaged;
        const std::size_t eaten = packed.size() - rest.size();
        if (!progress.advance(static_cast<double>(eaten) / static_cast<double>(packed.size()))) {
            return canceled();
        }
    }
    result.isTruncated = step == Step::Damaged;
    if (result.isTruncated && written == 0) {
        return unpackError(path, "the compressed data is damaged from its start");
    }
    return result;
}

Result<UnpackedFolder> unpackArchive(std::span<const std::byte> packed, const fs::path& path,
                                     Progress& progress)
{
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return folder.error();
    const fs::path target = folder->path();
    Result<bool> isTruncated = ArchiveUnpacker(packed, path, target, progress).run();
    if (!isTruncated) return isTruncated.error();
    return UnpackedFolder{.folder = std::move(*folder), .isTruncated = *isTruncated};
}

}  // namespace resched
