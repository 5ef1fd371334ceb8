// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/text/text_chunk.h"

#include <algorithm>
#include <cstring>

namespace resched::text {

namespace {

constexpr std::string_view kFunction = "function";
constexpr std::size_t kLinesBetweenChecks = 2048;

std::string_view withoutLineEnd(std::string_view line, bool isHtml)
{
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (isHtml) {
        if (line.ends_with("\\n\\")) line.remove_suffix(3);
        if (line.ends_with("\\n\";")) line.remove_suffix(4);
    }
    return line;
}

// Lines that belong to the event before them: call chains, kernel stacks.
bool isContinuation(std::string_view line)
{
    return line.starts_with('\t') || line.starts_with(" => ") ||
           line.find_first_not_of(" \t") == std::string_view::npos ||
           (line.starts_with("  ") && trimmed(line).find_first_of(" ") != std::string_view::npos &&
            trimmed(line)
                    .substr(0, trimmed(line).find(' '))
                    .find_first_not_of("0123456789abcdef") == std::string_view::npos);
}

}  // namespace

void ChunkParser::parse(const std::atomic<bool>& stop, std::atomic<std::uint64_t>& bytesDone)
{
    std::size_t position = 0;
    std::size_t reported = 0;
    while (position < text_.size()) {
        const void* end = std::memchr(text_.data() + position, '\n', text_.size() - position);
        const std::size_t length =
            end == nullptr
                ? text_.size() - position
                : static_cast<std::size_t>(static_cast<const char*>(end) - text_.data()) - position;
        parseOne(withoutLineEnd(text_.substr(position, length), options_.isHtml));
        position += length + 1;
        if (++lines_ % kLinesBetweenChecks == 0) {
            bytesDone += position - reported;
            reported = position;
            if (stop) return;
        }
    }
    for (const auto& [name, kind] : kinds_) counts_[name] = kind.count;
    bytesDone += text_.size() - std::min(reported, text_.size());
}

void ChunkParser::parseOne(std::string_view line)
{
    if (line.empty() || line.front() == '#') {
        if (line.starts_with("##### CPU ")) note(line);
        return;
    }
    auto parsed = parseLine(line);
    if (parsed) {
        event(*parsed);
        return;
    }
    if (options_.isHtml || note(line) || isContinuation(line)) return;
    if (line.starts_with("cpus=") || line.starts_with("version = ")) return;
    fault("unreadable_line");
}

void ChunkParser::fault(std::string_view kind)
{
    auto& entry = faults_.try_emplace(kind, 0, lines_).first->second;
    ++entry.first;
}

// "CPU:1 [LOST 120 EVENTS]", "CPU:1 [120 EVENTS DROPPED]", "##### CPU 1 buffer started ####"
bool ChunkParser::note(std::string_view line)
{
    std::string_view text = trimmed(line);
    std::int64_t cpu = 0;
    if (text.starts_with("##### CPU ")) {
        text.remove_prefix(10);
        if (!takeInteger(text, cpu) || cpu < 0 || cpu > 4095) return false;
        pendingStarts_.push_back(static_cast<std::int32_t>(cpu));
        return true;
    }
    if (!text.starts_with("CPU:")) return false;
    text.remove_prefix(4);
    if (!takeInteger(text, cpu) || cpu < 0 || cpu > 4095 || !text.starts_with(" [")) return false;
    text.remove_prefix(2);
    if (text.starts_with("LOST ")) text.remove_prefix(5);
    std::int64_t count = 0;
    if (!takeInteger(text, count) && !text.starts_with("EVENTS")) return false;
    if (text.find("EVENTS") == std::string_view::npos) return false;
    pendingLosses_.push_back({static_cast<std::int32_t>(cpu), count, 0});
    return true;
}

// A loss lasts from the CPU's last event before the note to its first one after it.
void ChunkParser::closeLosses(std::int32_t cpu, std::int64_t time)
{
    std::erase_if(pendingStarts_, [&](std::int32_t started) {
        if (started != cpu) return false;
        stream_.push(makeValue(EventKind::RecordingBegin, timestamp(time), CpuId{cpu}, kNoTid, 0));
        return true;
    });
    std::erase_if(pendingLosses_, [&](const Loss& loss) {
        if (loss.cpu != cpu) return false;
        if (const auto last = lastTimes_.find(cpu); last != lastTimes_.end()) {
            stream_.push(makeValue(EventKind::Lost, timestamp(last->second), CpuId{cpu}, kNoTid,
                                   loss.count, time));
        } else {
            openLosses_.push_back({cpu, loss.count, time});
        }
        return true;
    });
}

// The side-band records that `perf script --show-task-events --show-lost-events` prints.
bool ChunkParser::perfRecord(const TextLine& line)
{
    if (!line.event.starts_with("PERF_RECORD_")) return false;
    hasPerfRecords_ = true;
    std::string_view text = line.payload;
    std::int64_t pid = 0, tid = 0;
    if (line.event == "PERF_RECORD_LOST") {
        const std::size_t at = text.rfind(' ');
        std::int64_t count = 0;
        if (at == std::string_view::npos) return true;
        text.remove_prefix(at + 1);
        if (takeInteger(text, count) && line.cpu >= 0)
            pendingLosses_.push_back({line.cpu, count, 0});
        return true;
    }
    if (line.event != "PERF_RECORD_COMM") return true;
    if (const std::size_t exec = text.find("exec: "); exec != std::string_view::npos && exec < 2) {
        text.remove_prefix(exec + 6);
    }
    text = trimmed(text);
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return true;
    std::string_view ids = text.substr(colon + 1);
    if (!takeInteger(ids, pid) || !ids.starts_with('/')) return true;
    ids.remove_prefix(1);
    if (!takeInteger(ids, tid) || tid <= 0 || tid > INT32_MAX || pid > INT32_MAX) return true;
    const Tid task{static_cast<std::int32_t>(tid)};
    stream_.push(makeTask(EventKind::Process, timestamp(line.time), kNoCpu, task, NameId{kNoName},
                          Tid{static_cast<std::int32_t>(pid)}));
    // Records made up for what existed before the recording carry the time 0.
    if (line.time != 0) {
        stream_.push(makeTask(EventKind::Rename, timestamp(line.time), kNoCpu, task,
                              stream_.intern(text.substr(0, colon))));
    }
    return true;
}

void ChunkParser::event(TextLine& line)
{
    isPerf_ = isPerf_ || line.style == LineStyle::Perf;
    if (options_.cpus != nullptr && line.cpu < 0) line.cpu = options_.cpus->cpuOf(eventLines_);
    ++eventLines_;
    if (line.cpu > 4095) {
        fault("cpu_out_of_range");
        return;
    }
    if (perfRecord(line)) return;
    Kind& kind = kinds_
                     .try_emplace(line.event.empty() ? kFunction : line.event,
                                  Kind{0, decoderFor(line.event)})
                     .first->second;
    ++kind.count;
    firstTime_ = std::min(firstTime_, line.time);
    lastTime_ = std::max(lastTime_, line.time);
    fractionDigits_ = std::max(fractionDigits_, line.fractionDigits);
    // A marker of another clock, often at time 0: no event of the trace's own time.
    if (line.payload.starts_with("trace_event_clock_sync:")) return;

    closeLosses(line.cpu, line.time);
    if (line.cpu >= 0) {
        const auto [last, isFirst] = lastTimes_.insert_or_assign(line.cpu, line.time);
        if (isFirst) firstTimes_[line.cpu] = line.time;
    }
    if (line.tgid > 0 && line.tid > 0) {
        std::int32_t& known = tgids_[line.tid];
        if (known != line.tgid) {
            known = line.tgid;
            stream_.push(makeTask(EventKind::Process, timestamp(line.time), kNoCpu, Tid{line.tid},
                                  NameId{kNoName}, Tid{line.tgid}));
        }
    }
    if (kind.decode == nullptr) {
        stream_.push(makeValue(EventKind::Other, timestamp(line.time), CpuId{line.cpu}, kNoTid, 0));
    } else if (!kind.decode(line, stream_)) {
        fault("unreadable_event");
    }
}

}  // namespace resched::text
