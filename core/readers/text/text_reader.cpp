// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/text/text_reader.h"

#include "readers/text/text_chunk.h"
#include "readers/text/text_line.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace resched::text {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
// Below this, starting threads costs more than it saves.
constexpr std::size_t kBytesForThreads = std::size_t{4} << 20;
constexpr std::size_t kProbeBytes = std::size_t{1} << 20;
constexpr std::int64_t kSequence = 0;

// Calls `each` with the lines of `text` until it answers false.
template <typename Function>
void forLines(std::string_view text, Function each)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!each(line)) return;
        if (end == std::string_view::npos) return;
        text.remove_prefix(end + 1);
    }
}

bool isHtml(std::string_view text)
{
    const std::string_view head = text.substr(0, 256);
    return head.find("<!DOCTYPE html") != std::string_view::npos ||
           head.find("<html") != std::string_view::npos;
}

// The part of a systrace page that holds the trace: its data script, or the whole page.
std::string_view tracePart(std::string_view html)
{
    constexpr std::string_view kBegin = "class=\"trace-data\"";
    std::size_t begin = html.find(kBegin);
    if (begin == std::string_view::npos) return html;
    begin = html.find('\n', begin);
    if (begin == std::string_view::npos) return html;
    return html.substr(begin, html.rfind("</script>") - begin);
}

bool looksBinary(std::string_view text)
{
    return text.substr(0, 4096).find('\0') != std::string_view::npos;
}

// What of a file is the trace's text.
std::string_view traceText(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return isHtml(text) ? tracePart(text) : text;
}

// "# hostname : x" of perf, "cpus=4" of trace-cmd, "# entries-in-buffer/…   #P:4" of ftrace.
void readHeader(std::string_view text, TraceBuilder& builder)
{
    TraceInfo& info = builder.info();
    const auto cpus = [&](std::string_view number) {
        std::int64_t count = 0;
        if (takeInteger(number, count) && count > 0 && count <= 4096) {
            info.cpusDeclared = static_cast<int>(count);
        }
    };
    const auto field = [](std::string_view line, std::string_view key) -> std::string_view {
        return line.starts_with(key) ? trimmed(line.substr(key.size())) : std::string_view{};
    };
    forLines(text.substr(0, kProbeBytes), [&](std::string_view line) {
        if (line.starts_with("cpus=")) cpus(line.substr(5));
        if (!line.starts_with('#')) return line.empty() || !parseLine(line);
        if (const auto v = field(line, "# hostname :"); !v.empty()) info.hostname = v;
        if (const auto v = field(line, "# os release :"); !v.empty()) info.kernelRelease = v;
        if (const auto v = field(line, "# perf version :"); !v.empty()) {
            info.tracer = "perf " + std::string(v);
        }
        if (const auto v = field(line, "# nrcpus online :"); !v.empty()) cpus(v);
        if (const std::size_t at = line.find("#P:"); at != std::string_view::npos) {
            cpus(line.substr(at + 3));
            std::string_view entries = field(line, "# entries-in-buffer/entries-written:");
            std::int64_t kept = 0;
            std::int64_t written = 0;
            if (takeInteger(entries, kept) && entries.starts_with('/')) {
                entries.remove_prefix(1);
                if (takeInteger(entries, written) && written > kept) {
                    builder.diagnostics().add("overwritten_events", {},
                                              static_cast<std::uint64_t>(written - kept));
                }
            }
        }
        return true;
    });
}

std::vector<std::string_view> chunksOf(std::string_view text)
{
    std::vector<std::string_view> chunks;
    while (text.size() > kChunkBytes) {
        const std::size_t end = text.find('\n', kChunkBytes);
        if (end == std::string_view::npos) break;
        chunks.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    chunks.push_back(text);
    return chunks;
}

// Runs all parsers on as many threads as there are CPUs; false when canceled.
bool parseAll(std::deque<ChunkParser>& parsers, std::size_t bytes, Progress& progress)
{
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> done{0};
    if (bytes <= kBytesForThreads) {
        for (ChunkParser& parser : parsers) {
            parser.parse(stop, done);
            const double fraction = static_cast<double>(done) / static_cast<double>(bytes);
            if (!progress.advance(std::min(1.0, fraction))) return false;
        }
        return true;
    }
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::condition_variable finished;
    std::size_t running =
        std::min<std::size_t>(parsers.size(), std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::jthread> workers;
    for (std::size_t i = running; i > 0; --i) {
        workers.emplace_back([&] {
            for (std::size_t mine = next++; mine < parsers.size() && !stop; mine = next++) {
                parsers[mine].parse(stop, done);
            }
            const std::lock_guard lock(mutex);
            --running;
            finished.notify_one();
        });
    }
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
        lock.unlock();
        const double fraction = static_cast<double>(done) / static_cast<double>(bytes);
        if (!stop && !progress.advance(fraction)) stop = true;
        lock.lock();
    }
    lock.unlock();
    workers.clear();
    return !stop && progress.advance(1.0);
}

CpuChains findCpus(std::string_view text)
{
    CpuChains chains;
    forLines(text, [&](std::string_view line) {
        if (line.empty() || line.front() == '#') return true;
        if (const auto parsed = parseLine(line)) chains.add(*parsed);
        return true;
    });
    return chains;
}

// perf script without CPU column: no scheduling line says a CPU.
bool lacksCpus(std::string_view text)
{
    bool lacks = false;
    forLines(text.substr(0, kProbeBytes), [&](std::string_view line) {
        if (line.empty() || line.front() == '#') return true;
        const auto parsed = parseLine(line);
        if (!parsed || parsed->event != "sched_switch") return true;
        lacks = parsed->cpu < 0;
        return false;
    });
    return lacks;
}

// Losses and starts whose CPU has events in other chunks than the one that notes them.
class ChunkSeams
{
public:
    explicit ChunkSeams(TraceBuilder& builder) : builder_(builder) {}

    void pass(const ChunkParser& chunk)
    {
        for (const ChunkParser::Loss& loss : chunk.openLosses()) add(loss, loss.until);
        for (const auto& [cpu, time] : chunk.firstTimes()) resume(cpu, time);
        for (const auto& [cpu, time] : chunk.lastTimes()) lastTimes_[cpu] = time;
        losses_.insert(losses_.end(), chunk.pendingLosses().begin(), chunk.pendingLosses().end());
        starts_.insert(starts_.end(), chunk.pendingStarts().begin(), chunk.pendingStarts().end());
    }
    // Losses that no event follows last to the end.
    void finish(std::int64_t end)
    {
        for (const ChunkParser::Loss& loss : std::exchange(losses_, {})) add(loss, end);
    }

private:
    EventStream& stream()
    {
        if (stream_ == nullptr) stream_ = &builder_.addStream(kSequence);
        return *stream_;
    }
    void add(const ChunkParser::Loss& loss, std::int64_t until)
    {
        const auto last = lastTimes_.find(loss.cpu);
        const std::int64_t from = last != lastTimes_.end() ? last->second : until;
        stream().push(makeValue(EventKind::Lost, timestamp(from), CpuId{loss.cpu}, kNoTid,
                                loss.count, until));
    }
    void resume(std::int32_t cpu, std::int64_t time)
    {
        std::erase_if(losses_, [&](const ChunkParser::Loss& loss) {
            if (loss.cpu != cpu) return false;
            add(loss, time);
            return true;
        });
        const auto started = std::erase(starts_, cpu);
        if (started > 0) {
            stream().push(
                makeValue(EventKind::RecordingBegin, timestamp(time), CpuId{cpu}, kNoTid, 0));
        }
    }

    TraceBuilder& builder_;
    EventStream* stream_ = nullptr;
    std::unordered_map<std::int32_t, std::int64_t> lastTimes_;
    std::vector<ChunkParser::Loss> losses_;
    std::vector<std::int32_t> starts_;
};

void collect(const std::deque<ChunkParser>& parsers, std::string_view path, TraceBuilder& builder)
{
    std::uint64_t firstLine = 1;
    ChunkSeams seams(builder);
    TimeRange recorded{Timestamp::max(), Timestamp::min()};
    int digits = 0;
    for (const ChunkParser& chunk : parsers) {
        for (const auto& [name, count] : chunk.counts()) builder.countEvents(name, count);
        for (const auto& [kind, fault] : chunk.faults()) {
            builder.diagnostics().add(
                kind,
                {.path = std::string(path),
                 .position = {FilePosition::Unit::Line, firstLine + fault.second}},
                fault.first);
        }
        seams.pass(chunk);
        recorded.begin = std::min(recorded.begin, timestamp(chunk.firstTime()));
        recorded.end = std::max(recorded.end, timestamp(chunk.lastTime()));
        firstLine += chunk.lines();
        digits = std::max(digits, chunk.fractionDigits());
    }
    seams.finish(nanoseconds(recorded.end));
    builder.info().recorded = recorded;
    builder.info().resolution = Nanoseconds{digits >= 9   ? 1
                                            : digits >= 6 ? 1000
                                            : digits >= 3 ? 1'000'000
                                                          : 1};
}

Error noEvents(std::string_view content, std::string_view path)
{
    const std::string_view head = content.substr(0, 4096);
    const bool isLatencyTracer = head.find("latency trace v") != std::string_view::npos;
    return {.code = ErrorCode::Unsupported,
            .what = isLatencyTracer
                        ? "the output of a latency tracer, which holds one measured stretch and no "
                          "scheduling events"
                        : "no line holds an event",
            .path = std::string(path),
            .expected = "event lines like \"comm-1 [000] 1.000000: sched_switch: …\""};
}

}  // namespace

bool probe(const Input& input)
{
    if (input.isFolder() || input.bytes().empty() || looksBinary(input.text())) return false;
    const std::string_view text = traceText(input.text()).substr(0, kProbeBytes);
    if (text.starts_with("# tracer:") || text.starts_with("cpus=")) return true;
    bool found = false;
    forLines(text, [&](std::string_view line) {
        if (line.starts_with("# tracer:")) found = true;
        if (!line.empty() && line.front() != '#' && parseLine(line)) found = true;
        return !found;
    });
    return found;
}

Result<void> read(const Input& input, TraceBuilder& builder, Progress& progress)
{
    Result<void> done = read(input.text(), input.path().string(), builder, progress);
    if (done && input.isTruncated()) builder.info().partial = true;
    return done;
}

Result<void> read(std::string_view content, std::string_view path, TraceBuilder& builder,
                  Progress& progress)
{
    const std::string_view text = traceText(content);
    readHeader(text, builder);
    CpuChains chains;
    ChunkOptions options{.isHtml = isHtml(content), .cpus = nullptr};
    std::vector<std::string_view> chunks;
    if (lacksCpus(text)) {
        chains = findCpus(text);
        options.cpus = &chains;
        chunks.push_back(text);
    } else {
        chunks = chunksOf(text);
    }
    std::deque<ChunkParser> parsers;
    for (const std::string_view chunk : chunks) {
        parsers.emplace_back(chunk, builder.addStream(kSequence), options);
    }
    if (!parseAll(parsers, std::max<std::size_t>(text.size(), 1), progress)) return canceled();

    const bool isPerf = std::ranges::any_of(parsers, &ChunkParser::isPerf);
    const bool hasRecords = std::ranges::any_of(parsers, &ChunkParser::hasPerfRecords);
    const bool hasEvents =
        std::ranges::any_of(parsers, [](const ChunkParser& chunk) { return chunk.events() > 0; });
    if (!hasEvents) return noEvents(content, path);
    collect(parsers, path, builder);
    TraceInfo& info = builder.info();
    info.format = isPerf ? "perf-script" : options.isHtml ? "systrace-html" : "ftrace-text";
    if (isPerf && !hasRecords) {
        info.recordsLosses = false;
        builder.diagnostics().add("losses_not_recorded");
    }
    if (options.cpus != nullptr) builder.diagnostics().add("cpu_inferred");
    return {};
}

}  // namespace resched::text
