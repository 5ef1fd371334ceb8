// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/ctf_reader.h"

#include "readers/ctf/stream_reader.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace resched {

namespace fs = std::filesystem;

namespace {

using ctf::Environment;
using ctf::PreparedFolder;
using ctf::StreamSummary;

constexpr int kMaxDepth = 8;  // from a session folder to its traces

bool startsLikeMetadata(std::string_view start)
{
    constexpr std::string_view kPacketed[] = {"\x57\x1d\xd1\x75", "\x75\xd1\x1d\x57"};
    return start.starts_with("/* CTF") || start.starts_with('\x1e') ||
           start.starts_with(kPacketed[0]) || start.starts_with(kPacketed[1]);
}

bool startsLikeStream(std::string_view start)
{
    return start.starts_with("\xc1\x1f\xfc\xc1") || start.starts_with("\xc1\xfc\x1f\xc1");
}

bool isMetadata(const fs::path& file)
{
    std::array<char, 8> start{};
    std::ifstream stream(file, std::ios::binary);
    stream.read(start.data(), start.size());
    return startsLikeMetadata({start.data(), static_cast<std::size_t>(stream.gcount())});
}

// Folders with CTF metadata, from `folder` down, in order of their names.
void findTraces(const fs::path& folder, int depth, std::vector<fs::path>& found)
{
    std::error_code failure;
    if (fs::is_regular_file(folder / "metadata", failure)) {
        found.push_back(folder);
        return;
    }
    if (depth == kMaxDepth) return;
    std::vector<fs::path> inner;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
        if (entry.is_directory(failure) && !entry.is_symlink(failure)) {
            inner.push_back(entry.path());
        }
    }
    std::ranges::sort(inner);
    for (const fs::path& path : inner) findTraces(path, depth + 1, found);
}

std::vector<fs::path> tracesOf(const Input& input)
{
    std::vector<fs::path> found;
    if (input.isFolder()) {
        findTraces(input.location(), 0, found);
    } else {
        fs::path parent = input.location().parent_path();
        if (parent.empty()) parent = ".";
        found.push_back(parent);
    }
    std::erase_if(found, [](const fs::path& folder) { return !isMetadata(folder / "metadata"); });
    return found;
}

bool isUserSpace(const fs::path& folder)
{
    const Result<MappedFile> metadata = MappedFile::open(folder / "metadata");
    if (!metadata) return false;
    return ctf::plainMetadata(metadata->text()).text.find("\"lttng-ust\"") != std::string::npos;
}

// A session may hold user-space traces beside the kernel's: their events are of no use here.
void leaveOutUserSpace(std::vector<fs::path>& folders, const Input& input, Diagnostics& diagnostics)
{
    if (folders.size() < 2) return;
    const auto firstUser =
        std::stable_partition(folders.begin(), folders.end(),
                              [](const fs::path& folder) { return !isUserSpace(folder); });
    if (firstUser == folders.begin()) return;
    for (auto left = firstUser; left != folders.end(); ++left) {
        diagnostics.add("user_space_trace",
                        {.path = input.shown(*left),
                         .example = "a user-space trace of the session is left out"});
    }
    folders.erase(firstUser, folders.end());
}

std::string_view formatOf(Environment::Tracer tracer)
{
    switch (tracer) {
        case Environment::Tracer::LttngKernel:
            return "lttng-ctf";
        case Environment::Tracer::Perf:
            return "perf-ctf";
        default:
            return "ctf";
    }
}

void describeRecorder(TraceInfo& info, const Environment& environment)
{
    info.format = formatOf(environment.tracer);
    if (info.tracer.empty()) info.tracer = environment.tracerText;
    if (info.hostname.empty()) info.hostname = environment.hostname;
    if (info.kernelRelease.empty()) info.kernelRelease = environment.kernelRelease;
}

// When the recording of each CPU ends: with the last packet that holds, or could have held,
// switches.
class RecordingEnds
{
public:
    void add(const StreamSummary& summary)
    {
        if (!summary.packets || summary.cpus.size() != 1) return;
        End& end = ends_[summary.cpus.front()];
        if (summary.hasSwitches == end.hasSwitches) {
            end.time = std::max(end.time, summary.packets->end);
        } else if (summary.hasSwitches) {
            end = {.time = summary.packets->end, .hasSwitches = true};
        }
    }
    // Ends after the last event of the trace tell nothing.
    void push(EventStream& stream, Timestamp lastEvent) const
    {
        std::vector<Event> events;
        for (const auto& [cpu, end] : ends_) {
            if (end.time >= lastEvent) continue;
            events.push_back(makeValue(EventKind::RecordingEnd, end.time, cpu, kNoTid, 0));
        }
        std::ranges::stable_sort(events, {}, &Event::time);
        for (const Event& event : events) stream.push(event);
    }

private:
    struct End
    {
        Timestamp time = timestamp(INT64_MIN);
        bool hasSwitches = false;
    };
    std::map<CpuId, End> ends_;
};

// Over all streams of all folders.
struct Gathered
{
    RecordingEnds ends;
    std::optional<TimeRange> events;

    void cover(TimeRange range)
    {
        if (!events) events = range;
        events->begin = std::min(events->begin, range.begin);
        events->end = std::max(events->end, range.end);
    }
};

void takeSummary(const StreamSummary& summary, TraceBuilder& builder, Gathered& gathered)
{
    TraceInfo& info = builder.info();
    describeRecorder(info, summary.environment);
    info.partial = info.partial || summary.isPartial;
    if (summary.hasUnixClock) info.wallClockOffset = 0;
    for (const auto& [name, count] : summary.counts) builder.countEvents(name, count);
    for (const CpuId cpu : summary.cpus) builder.declareCpu(cpu);
    if (summary.events) {
        builder.extendSpan(*summary.events);
        gathered.cover(*summary.events);
    }
    builder.diagnostics().merge(summary.diagnostics);
    if (summary.hasAssumedStates) builder.diagnostics().add("assumed_state_encoding");
    gathered.ends.add(summary);
}

Result<void> readFolders(const Input& input, std::span<const fs::path> folders,
                         TraceBuilder& builder, Progress& progress)
{
    Gathered gathered;
    std::int64_t order = 0;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const double share = 1.0 / static_cast<double>(folders.size());
        StepProgress step(progress, share * static_cast<double>(i),
                          share * static_cast<double>(i + 1));
        const auto folder = PreparedFolder::make(input, folders[i], builder.diagnostics());
        if (!folder) return folder.error();
        builder.info().partial = builder.info().partial || folder->isPartial();
        const auto summaries = ctf::readStreams(*folder, order, builder, step);
        if (!summaries) return summaries.error();
        for (const StreamSummary& summary : *summaries) takeSummary(summary, builder, gathered);
        order += static_cast<std::int64_t>(summaries->size());
    }
    if (gathered.events) {
        builder.info().recorded = *gathered.events;
        gathered.ends.push(builder.addStream(order), gathered.events->end);
    }
    return {};
}

}  // namespace

bool probeCtf(const Input& input)
{
    if (input.isFolder()) return !tracesOf(input).empty();
    const std::string_view start = input.text().substr(0, 8);
    if (startsLikeMetadata(start)) return true;
    return startsLikeStream(start) && !tracesOf(input).empty();
}

Result<void> readCtf(const Input& input, TraceBuilder& builder, Progress& progress)
{
    std::vector<fs::path> folders = tracesOf(input);
    leaveOutUserSpace(folders, input, builder.diagnostics());
    if (folders.empty()) {
        return Error{.code = ErrorCode::Corrupt,
                     .what = "this is CTF metadata without a trace around it",
                     .path = input.path().string(),
                     .expected = "a file named metadata beside its stream files"};
    }
    return readFolders(input, folders, builder, progress);
}

}  // namespace resched
