// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/reader_table.h"

#include "readers/ctf/ctf_reader.h"
#include "readers/perf/perf_reader.h"
#include "readers/text/text_reader.h"
#include "readers/tracedat/page_folder.h"
#include "readers/tracedat/trace_dat_reader.h"

#include <algorithm>
#include <set>
#include <string>

namespace resched {

namespace {

// In order of probing: formats with a magic number first, those found by looking around last.
// The list ends before the entry without functions, so that it may be empty.
constexpr Reader kReaders[] = {
    {"perf-data", "perf.data of perf record or simpleperf", probePerfData, readPerfData},
    {"trace-dat", "trace.dat of trace-cmd, version 6 or 7", probeTraceDat, readTraceDat},
    {"lttng-ctf", "an LTTng kernel trace or CTF by perf (the folder, or a file in it)", probeCtf,
     readCtf},
    {"ftrace-pages",
     "pages of ftrace's ring buffer beside their formats, as SchedViz collects them",
     probePageFolder, readPageFolder},
    {"ftrace-text", "text of ftrace, trace-cmd report, perf script or systrace", text::probe,
     text::read},
    {},
};

std::string readableFormats()
{
    std::string list;
    for (const Reader& reader : readers()) {
        if (!list.empty()) list += ", ";
        list += reader.description;
    }
    return "one of: " + list + "; any of them gzip, xz or zstd compressed, or in a tar or zip";
}

Error unknown(const Input& input, std::string what)
{
    return {.code = ErrorCode::UnknownFormat,
            .what = std::move(what),
            .path = input.path().string(),
            .expected = readableFormats()};
}

Result<const Reader*> readerFor(const Input& input)
{
    if (!input.isFolder() && input.bytes().empty()) return unknown(input, "the file is empty");
    const auto reader = std::ranges::find_if(
        readers(), [&](const Reader& candidate) { return candidate.probe(input); });
    if (reader != readers().end()) return &*reader;
    return unknown(input, input.isFolder() ? "no trace stands in this folder"
                                           : "the content is of no known format");
}

// What a damaged file tells of which nothing that matters could be read.
Error nothingReadable(const Input& input, TraceBuilder& builder)
{
    const std::vector<Diagnostic>& rows = builder.diagnostics().all();
    Error error{.code = ErrorCode::Corrupt,
                .what = "no scheduling event could be read",
                .path = input.path().string(),
                .expected = {}};
    if (rows.empty()) return error;
    if (!rows.front().path.empty()) error.path = rows.front().path;
    error.position = rows.front().position;
    error.what += ": ";
    error.what += rows.front().example.empty() ? rows.front().kind : rows.front().example;
    return error;
}

Result<void> readInto(TraceBuilder& builder, const std::filesystem::path& path, Progress& progress)
{
    StepProgress opening(progress, 0.0, 0.1);
    Result<Input> input = Input::open(path, opening);
    if (!input) return input.error();
    const Result<const Reader*> reader = readerFor(*input);
    if (!reader) return reader.error();

    TraceInfo& info = builder.info();
    info.path = path.string();
    info.format = (*reader)->format;
    if (input->isTruncated()) {
        info.partial = true;
        builder.diagnostics().add(
            "truncated_compression",
            {.path = path.string(), .example = "the compressed data ends early or is damaged"});
    }
    StepProgress reading(progress, 0.1, 1.0);
    const Result<void> read = (*reader)->read(*input, builder, reading);
    if (!read) return read.error();
    if (info.partial && !builder.hasMeaningfulEvents()) return nothingReadable(*input, builder);
    return {};
}

// A trace without switches opens; it says what it lacks and how to record it.
void noteMissingEvents(TraceBuilder& builder)
{
    if (builder.counted("sched_switch") > 0) return;
    builder.diagnostics().add(
        "no_scheduling_events",
        {.path = builder.info().path,
         .example = "the trace holds no sched_switch event; record it with lttng enable-event "
                    "--kernel 'sched_*', perf sched record, or trace-cmd record -e sched"});
}

Error overlapping(const std::filesystem::path& path, CpuId cpu)
{
    return {.code = ErrorCode::InvalidArgument,
            .what = "CPU " + std::to_string(number(cpu)) +
                    " is in an earlier file too, and this "
                    "file comes from another machine",
            .path = path.string(),
            .expected = "files of one machine, or files with disjoint CPUs"};
}

// Adds a later file to the experiment, unless its CPUs would be mixed up with others.
Result<void> join(TraceBuilder& whole, TraceBuilder&& part, const InputFile& file)
{
    const bool isSameMachine =
        !whole.info().hostname.empty() && whole.info().hostname == part.info().hostname;
    if (!isSameMachine) {
        const std::vector<CpuId> known = whole.cpus();
        for (const CpuId cpu : part.cpus()) {
            if (std::ranges::binary_search(known, cpu)) return overlapping(file.path, cpu);
        }
    }
    whole.absorb(std::move(part), file.clockOffset);
    return {};
}

}  // namespace

std::span<const Reader> readers()
{
    return std::span(kReaders).first(std::size(kReaders) - 1);
}

Result<Trace> readTrace(const std::filesystem::path& path, Progress& progress)
{
    const InputFile file{.path = path};
    return readTraces({&file, 1}, progress);
}

Result<Trace> readTraces(std::span<const InputFile> files, Progress& progress)
{
    if (files.empty()) {
        return Error{.code = ErrorCode::InvalidArgument, .what = "no file is named"};
    }
    constexpr double kReading = 0.7;
    TraceBuilder whole;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const double share = kReading / static_cast<double>(files.size());
        StepProgress step(progress, share * static_cast<double>(i),
                          share * static_cast<double>(i + 1));
        TraceBuilder part;
        const bool isAlone = files.size() == 1 && files[i].clockOffset == Nanoseconds{0};
        const Result<void> read = readInto(isAlone ? whole : part, files[i].path, step);
        if (!read) return read.error();
        if (isAlone) continue;
        if (i == 0) {
            whole.absorb(std::move(part), files[i].clockOffset);
            continue;
        }
        const Result<void> joined = join(whole, std::move(part), files[i]);
        if (!joined) return joined.error();
    }
    noteMissingEvents(whole);
    StepProgress building(progress, kReading, 1.0);
    return whole.finish(building);
}

}  // namespace resched
