// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/tracedat/page_folder.h"

#include "readers/mapped_file.h"
#include "readers/tracedat/trace_dat_file.h"
#include "readers/tracedat/trace_dat_reader.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

namespace resched {

namespace fs = std::filesystem;

namespace {

constexpr std::int32_t kMostCpus = 8192;

bool holdsPages(const fs::path& folder)
{
    std::error_code ignored;
    return fs::is_directory(folder / "formats", ignored) &&
           fs::is_directory(folder / "traces", ignored);
}

// The folder itself, or the one below it that an archive often wraps everything in.
std::optional<fs::path> pageFolder(const Input& input)
{
    if (!input.isFolder()) return std::nullopt;
    if (holdsPages(input.location())) return input.location();
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(input.location(), ignored)) {
        if (holdsPages(entry.path())) return entry.path();
    }
    return std::nullopt;
}

// The number behind "cpu", for a file of that name.
std::optional<std::int32_t> cpuOf(const fs::path& path)
{
    constexpr std::string_view kPrefix = "cpu";
    const std::string name = path.filename().string();
    std::int32_t cpu = -1;
    if (!name.starts_with(kPrefix)) return std::nullopt;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + kPrefix.size(), end, cpu);
    if (error != std::errc{} || stop != end || cpu < 0 || cpu >= kMostCpus) return std::nullopt;
    return cpu;
}

std::vector<fs::path> filesBelow(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, ignored)) {
        if (entry.is_regular_file(ignored)) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

class PageFolder
{
public:
    PageFolder(const Input& input, fs::path folder, TraceBuilder& builder)
        : input_(input), folder_(std::move(folder)), builder_(builder)
    {
        // tracefs does not say its byte order; nearly all that is recorded is little-endian.
        file_.tracing.order = ByteOrder::Little;
        file_.tracing.tracepoints = std::make_unique<TracepointTable>(ByteOrder::Little);
        file_.tracer = "ftrace";
    }

    Result<void> read(Progress& progress)
    {
        const Result<void> formats = readFormats();
        if (!formats) return formats.error();
        const Result<void> found = findPages();
        if (!found) return found.error();
        return tracedat::readRingBuffers(file_, input_.path().string(), builder_, progress);
    }

private:
    Result<void> readFormats()
    {
        for (const fs::path& path : filesBelow(folder_ / "formats")) {
            const bool isPage = path.filename() == "header_page";
            if (!isPage && path.filename() != "format") continue;
            const Result<MappedFile> text = MappedFile::open(path);
            if (!text) return text.error();
            if (isPage) {
                file_.page = tracedat::pageLayout(text->text());
                continue;
            }
            const std::string system = path.parent_path().parent_path().filename().string();
            if (file_.tracing.tracepoints->addFormat(system, text->text())) continue;
            builder_.diagnostics().add(
                "broken_event_format",
                {.path = input_.shown(path), .position = {}, .example = "no event format"});
        }
        if (file_.tracing.tracepoints->size() > 0) return {};
        return Error{.code = ErrorCode::Corrupt,
                     .what = "no event format could be read",
                     .path = input_.shown(folder_ / "formats"),
                     .expected = "files formats/SYSTEM/EVENT/format, as tracefs gives them"};
    }

    Result<void> findPages()
    {
        tracedat::Buffer buffer;
        buffer.pageSize = file_.page.pageSize;
        for (const fs::path& path : filesBelow(folder_ / "traces")) {
            const std::optional<std::int32_t> cpu = cpuOf(path);
            if (!cpu) continue;
            Result<MappedFile> pages = MappedFile::open(path);
            if (!pages) return pages.error();
            mapped_.push_back(std::move(*pages));
            const std::span<const std::byte> bytes = mapped_.back().bytes();
            buffer.cpus.push_back({.cpu = *cpu,
                                   .offset = 0,
                                   .size = bytes.size(),
                                   .path = input_.shown(path),
                                   .file = bytes});
        }
        std::ranges::sort(buffer.cpus, {}, &tracedat::CpuPages::cpu);
        file_.cpus = static_cast<int>(buffer.cpus.size());
        file_.buffers.push_back(std::move(buffer));
        if (file_.cpus > 0) return {};
        return Error{.code = ErrorCode::Corrupt,
                     .what = "no pages of a ring buffer are there",
                     .path = input_.shown(folder_ / "traces"),
                     .expected = "files traces/cpu0, traces/cpu1 and so on"};
    }

    const Input& input_;
    fs::path folder_;
    TraceBuilder& builder_;
    tracedat::TraceDatFile file_;
    std::vector<MappedFile> mapped_;
};

}  // namespace

bool probePageFolder(const Input& input)
{
    return pageFolder(input).has_value();
}

Result<void> readPageFolder(const Input& input, TraceBuilder& builder, Progress& progress)
{
    return PageFolder(input, *pageFolder(input), builder).read(progress);
}

}  // namespace resched
