// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/stream_reader.h"

#include "readers/ctf/stream_sink.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace resched::ctf {

namespace {

// One data stream of the folder: its port at the source, and what it fills.
struct Stream
{
    std::string port;
    std::uint64_t bytes = 0;
    EventStream* out = nullptr;
    std::unique_ptr<StreamSink> sink = {};
    bool isAtEnd = false;
};

struct Shared
{
    const PreparedFolder& folder;
    std::atomic<bool> isCanceled = false;
    std::atomic<std::uint64_t> bytesRead = 0;
};

// What Babeltrace calls for each sink; exceptions may not cross its frames.
bt_graph_simple_sink_component_consume_func_status consume(bt_message_iterator* iterator,
                                                           void* data) noexcept
{
    auto& stream = *static_cast<Stream*>(data);
    bt_message_array_const messages = nullptr;
    std::uint64_t count = 0;
    switch (bt_message_iterator_next(iterator, &messages, &count)) {
        case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK:
            break;
        case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
            stream.isAtEnd = true;
            return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_END;
        case BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN:
            return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_AGAIN;
        case BT_MESSAGE_ITERATOR_NEXT_STATUS_MEMORY_ERROR:
            return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_MEMORY_ERROR;
        default:
            return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_ERROR;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        const MessageRef message(messages[i]);
        stream.sink->take(message.get());
    }
    return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_OK;
}

// A graph from a folder to some of its streams. Made and destroyed under babeltraceLock().
class Graph
{
public:
    // `shown` is the folder's name in messages.
    static Result<Graph> make(const std::filesystem::path& folder, const std::string& shown);
    Graph(Graph&&) = default;
    Graph& operator=(Graph&&) = delete;
    ~Graph()
    {
        if (!graph_ && !plugin_) return;  // moved from, or let go of already
        const auto lock = babeltraceLock();
        release();
    }

    std::vector<std::string> ports() const;
    Result<void> connect(const std::string& port, Stream& stream);
    // Runs to the end of all streams, or to the first fault, or until canceled.
    Result<void> run(const Shared& shared);

private:
    Graph(std::string shown, PluginRef plugin, GraphRef graph)
        : shown_(std::move(shown)), plugin_(std::move(plugin)), graph_(std::move(graph))
    {}
    void release()
    {
        graph_.reset();
        plugin_.reset();
    }

    std::string shown_;
    PluginRef plugin_;
    GraphRef graph_;
    const bt_component_source* source_ = nullptr;
    std::size_t sinks_ = 0;
};

Result<ValueRef> inputParameters(const std::filesystem::path& folder, const std::string& shown)
{
    ValueRef parameters(bt_value_map_create());
    bt_value* inputs = nullptr;
    if (!parameters ||
        bt_value_map_insert_empty_array_entry(parameters.get(), "inputs", &inputs) !=
            BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK ||
        bt_value_array_append_string_element(inputs, folder.c_str()) !=
            BT_VALUE_ARRAY_APPEND_ELEMENT_STATUS_OK) {
        return takeError(shown);
    }
    return parameters;
}

Result<Graph> Graph::make(const std::filesystem::path& folder, const std::string& shown)
{
    const auto lock = babeltraceLock();
    bt_current_thread_clear_error();
    Result<PluginRef> plugin = findCtfPlugin();
    if (!plugin) return plugin.error();
    const bt_component_class_source* sourceClass =
        bt_plugin_borrow_source_component_class_by_name_const(plugin->get(), "fs");
    if (sourceClass == nullptr) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = "Babeltrace 2 has no CTF reader (source.ctf.fs)",
                     .path = shown};
    }
    const Result<ValueRef> parameters = inputParameters(folder, shown);
    if (!parameters) return parameters.error();
    GraphRef owned(bt_graph_create(0));
    if (!owned) return takeError(shown);
    Graph graph(shown, std::move(*plugin), std::move(owned));
    const auto added =
        bt_graph_add_source_component(graph.graph_.get(), sourceClass, "source", parameters->get(),
                                      BT_LOGGING_LEVEL_NONE, &graph.source_);
    if (added != BT_GRAPH_ADD_COMPONENT_STATUS_OK) {
        Error error = takeError(shown);
        graph.release();  // while the lock is held: the destructor would wait for it
        return error;
    }
    return graph;
}

std::vector<std::string> Graph::ports() const
{
    std::vector<std::string> names;
    const std::uint64_t count = bt_component_source_get_output_port_count(source_);
    for (std::uint64_t i = 0; i < count; ++i) {
        names.emplace_back(bt_port_get_name(bt_port_output_as_port_const(
            bt_component_source_borrow_output_port_by_index_const(source_, i))));
    }
    // The folder's files come in no order.
    std::ranges::sort(names);
    return names;
}

Result<void> Graph::connect(const std::string& port, Stream& stream)
{
    const auto lock = babeltraceLock();
    const bt_component_sink* sink = nullptr;
    const std::string name = "sink" + std::to_string(sinks_++);
    if (bt_graph_add_simple_sink_component(graph_.get(), name.c_str(), nullptr, consume, nullptr,
                                           &stream, &sink) != BT_GRAPH_ADD_COMPONENT_STATUS_OK) {
        return takeError(shown_);
    }
    const bt_port_output* output =
        bt_component_source_borrow_output_port_by_name_const(source_, port.c_str());
    if (bt_graph_connect_ports(graph_.get(), output,
                               bt_component_sink_borrow_input_port_by_index_const(sink, 0),
                               nullptr) != BT_GRAPH_CONNECT_PORTS_STATUS_OK) {
        return takeError(shown_);
    }
    return {};
}

Result<void> Graph::run(const Shared& shared)
{
    // What a call that succeeded in the end left behind on the way; running would abort over it.
    bt_current_thread_clear_error();
    while (!shared.isCanceled.load(std::memory_order_relaxed)) {
        const auto status = bt_graph_run_once(graph_.get());
        if (status >= 0) {
            // Babeltrace 2.0 hands out what precedes a fault with success, and aborts the process
            // when it is called again with the error still standing.
            if (std::optional<Error> fault = pendingError(shown_)) return std::move(*fault);
        }
        switch (status) {
            case BT_GRAPH_RUN_ONCE_STATUS_OK:
                break;
            case BT_GRAPH_RUN_ONCE_STATUS_END:
                return {};
            case BT_GRAPH_RUN_ONCE_STATUS_AGAIN:
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                break;
            default:
                return takeError(shown_);
        }
    }
    return canceled();
}

void begin(Stream& stream, Shared& shared)
{
    *stream.out = EventStream();
    stream.sink = std::make_unique<StreamSink>(*stream.out, shared.folder.partsOf(stream.port),
                                               shared.bytesRead);
}

// The stream by itself, from its packet `first` on.
Result<void> readFrom(Stream& stream, std::size_t first, Shared& shared)
{
    std::optional<TemporaryFolder> rest;
    std::filesystem::path path = shared.folder.path();
    if (first > 0) {
        Result<TemporaryFolder> made = shared.folder.rest(stream.port, first);
        if (!made) return made.error();
        rest = std::move(*made);
        path = rest->path();
    }
    Result<Graph> graph = Graph::make(path, shared.folder.shown());
    if (!graph) return graph.error();
    const std::vector<std::string> ports = graph->ports();
    if (ports.empty()) return {};
    const std::string& port = first > 0 ? ports.front() : stream.port;
    if (Result<void> connected = graph->connect(port, stream); !connected) return connected;
    return graph->run(shared);
}

// A stream with more bad packets than this is not worth its copies.
constexpr int kMaxRestarts = 100;

// Where events do not decode, the rest of their packet is lost and the next one taken up.
Result<void> readAlone(Stream& stream, Shared& shared)
{
    begin(stream, shared);
    const std::size_t packets = shared.folder.partsOf(stream.port).size();
    std::size_t first = 0;
    for (int restarts = 0; restarts < kMaxRestarts; ++restarts) {
        const Result<void> done = readFrom(stream, first, shared);
        if (done || done.error().code == ErrorCode::Canceled) return done;
        stream.sink->breakOff(done.error().what, shared.folder.shown());
        const std::size_t next = std::max(stream.sink->packets(), first + 1);
        if (next >= packets) break;
        first = next;
    }
    return {};
}

Result<void> readGroup(const std::vector<Stream*>& streams, Shared& shared)
{
    {
        Result<Graph> graph = Graph::make(shared.folder.path(), shared.folder.shown());
        if (!graph) return graph.error();
        for (Stream* stream : streams) {
            begin(*stream, shared);
            if (Result<void> connected = graph->connect(stream->port, *stream); !connected) {
                return connected;
            }
        }
        const Result<void> done = graph->run(shared);
        if (done || done.error().code == ErrorCode::Canceled) return done;
    }
    for (Stream* stream : streams) {
        if (stream->isAtEnd) continue;
        if (Result<void> alone = readAlone(*stream, shared); !alone) return alone;
    }
    return {};
}

// Large streams first, each to the group that has least.
std::vector<std::vector<Stream*>> dealt(std::vector<Stream>& streams)
{
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::vector<Stream*>> groups(std::min({cores, streams.size(), std::size_t{8}}));
    std::vector<std::uint64_t> sizes(groups.size());
    std::vector<Stream*> bySize;
    for (Stream& stream : streams) bySize.push_back(&stream);
    std::ranges::stable_sort(bySize, std::ranges::greater{}, &Stream::bytes);
    for (Stream* stream : bySize) {
        const auto least = std::ranges::min_element(sizes);
        *least += stream->bytes + 1;
        groups[static_cast<std::size_t>(least - sizes.begin())].push_back(stream);
    }
    return groups;
}

// Reports while the workers work; the caller's Progress is called from the caller's thread only.
class Watch
{
public:
    explicit Watch(std::size_t workers) : running_(workers) {}

    void workerIsDone()
    {
        const std::lock_guard lock(mutex_);
        --running_;
        changed_.notify_one();
    }
    void waitForAll(std::uint64_t bytes, Shared& shared, Progress& progress)
    {
        std::unique_lock lock(mutex_);
        while (running_ > 0) {
            changed_.wait_for(lock, std::chrono::milliseconds(30));
            lock.unlock();
            const double done = static_cast<double>(shared.bytesRead.load()) /
                                static_cast<double>(std::max<std::uint64_t>(bytes, 1));
            if (!shared.isCanceled && !progress.advance(std::min(1.0, done))) {
                shared.isCanceled = true;
            }
            lock.lock();
        }
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t running_;
};

Result<void> readGroups(const PreparedFolder& folder, std::vector<Stream>& streams,
                        Progress& progress)
{
    const std::vector<std::vector<Stream*>> groups = dealt(streams);
    std::vector<Result<void>> results(groups.size());
    Shared shared{.folder = folder};
    Watch watch(groups.size());
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        workers.emplace_back([&, i] {
            results[i] = readGroup(groups[i], shared);
            watch.workerIsDone();
        });
    }
    std::uint64_t bytes = 0;
    for (const Stream& stream : streams) bytes += stream.bytes;
    watch.waitForAll(bytes, shared, progress);
    workers.clear();
    if (shared.isCanceled) return canceled();  // all may have got to their end before they saw it
    for (const Result<void>& result : results) {
        if (!result) return result;
    }
    return {};
}

}  // namespace

Result<std::vector<StreamSummary>> readStreams(const PreparedFolder& folder,
                                               std::int64_t firstOrder, TraceBuilder& builder,
                                               Progress& progress)
{
    std::vector<Stream> streams;
    {
        Result<Graph> graph = Graph::make(folder.path(), folder.shown());
        if (!graph) return graph.error();
        for (std::string& port : graph->ports()) streams.push_back({.port = std::move(port)});
    }
    for (Stream& stream : streams) {
        for (const auto& part : folder.partsOf(stream.port)) stream.bytes += part.packet.size;
        stream.out = &builder.addStream(firstOrder++);
    }
    if (!streams.empty()) {
        if (Result<void> read = readGroups(folder, streams, progress); !read) return read.error();
    }
    std::vector<StreamSummary> summaries;
    for (Stream& stream : streams) summaries.push_back(stream.sink->finish());
    return summaries;
}

}  // namespace resched::ctf
