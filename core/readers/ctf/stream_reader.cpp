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
    EventStream* out = nullptr;
    std::unique_ptr<StreamSink> sink = {};
    StreamSummary summary = {};
};

struct Shared
{
    std::atomic<bool> isCanceled = false;
    std::atomic<std::uint64_t> eventsRead = 0;
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
            stream.summary = stream.sink->summary(true);
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

// A graph from the folder to some of its streams. Made and destroyed under babeltraceLock().
class Graph
{
public:
    static Result<Graph> make(const TraceFolder& folder);
    Graph(Graph&&) = default;
    Graph& operator=(Graph&&) = delete;
    ~Graph()
    {
        if (!graph_ && !plugin_) return;  // moved from, or let go of already
        const auto lock = babeltraceLock();
        release();
    }

    std::vector<std::string> ports() const;
    Result<void> connect(std::span<Stream*> streams, Shared& shared);
    // Runs to the end of all streams, or to the first fault, or until canceled.
    Result<void> run(const Shared& shared);

private:
    void release()
    {
        graph_.reset();
        plugin_.reset();
    }

    Graph(const TraceFolder& folder, PluginRef plugin, GraphRef graph)
        : folder_(&folder), plugin_(std::move(plugin)), graph_(std::move(graph))
    {}

    const TraceFolder* folder_;
    PluginRef plugin_;
    GraphRef graph_;
    const bt_component_source* source_ = nullptr;
};

Result<Graph> Graph::make(const TraceFolder& folder)
{
    const auto lock = babeltraceLock();
    Result<PluginRef> plugin = findCtfPlugin();
    if (!plugin) return plugin.error();
    const bt_component_class_source* sourceClass =
        bt_plugin_borrow_source_component_class_by_name_const(plugin->get(), "fs");
    if (sourceClass == nullptr) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = "Babeltrace 2 has no CTF reader (source.ctf.fs)",
                     .path = folder.shown};
    }
    const ValueRef parameters(bt_value_map_create());
    bt_value* inputs = nullptr;
    GraphRef owned(bt_graph_create(0));
    if (!owned || !parameters ||
        bt_value_map_insert_empty_array_entry(parameters.get(), "inputs", &inputs) !=
            BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK ||
        bt_value_array_append_string_element(inputs, folder.path.c_str()) !=
            BT_VALUE_ARRAY_APPEND_ELEMENT_STATUS_OK) {
        return takeError(folder.shown);
    }
    Graph graph(folder, std::move(*plugin), std::move(owned));
    const auto added =
        bt_graph_add_source_component(graph.graph_.get(), sourceClass, "source", parameters.get(),
                                      BT_LOGGING_LEVEL_NONE, &graph.source_);
    if (added != BT_GRAPH_ADD_COMPONENT_STATUS_OK) {
        Error error = takeError(folder.shown);
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

Result<void> Graph::connect(std::span<Stream*> streams, Shared& shared)
{
    const auto lock = babeltraceLock();
    for (std::size_t i = 0; i < streams.size(); ++i) {
        Stream& stream = *streams[i];
        stream.sink = std::make_unique<StreamSink>(*stream.out, shared.eventsRead);
        const bt_component_sink* sink = nullptr;
        const std::string name = "sink" + std::to_string(i);
        if (bt_graph_add_simple_sink_component(graph_.get(), name.c_str(), nullptr, consume,
                                               nullptr, &stream,
                                               &sink) != BT_GRAPH_ADD_COMPONENT_STATUS_OK) {
            return takeError(folder_->shown);
        }
        const bt_port_output* output =
            bt_component_source_borrow_output_port_by_name_const(source_, stream.port.c_str());
        if (bt_graph_connect_ports(graph_.get(), output,
                                   bt_component_sink_borrow_input_port_by_index_const(sink, 0),
                                   nullptr) != BT_GRAPH_CONNECT_PORTS_STATUS_OK) {
            return takeError(folder_->shown);
        }
    }
    return {};
}

Result<void> Graph::run(const Shared& shared)
{
    while (!shared.isCanceled.load(std::memory_order_relaxed)) {
        switch (bt_graph_run_once(graph_.get())) {
            case BT_GRAPH_RUN_ONCE_STATUS_OK:
                break;
            case BT_GRAPH_RUN_ONCE_STATUS_END:
                return {};
            case BT_GRAPH_RUN_ONCE_STATUS_AGAIN:
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                break;
            default:
                return takeError(folder_->shown);
        }
    }
    return canceled();
}

// Reads these streams in one graph. On a fault, those that were not at their end are empty again.
Result<void> runGraph(Graph& graph, std::span<Stream*> streams, Shared& shared)
{
    if (Result<void> connected = graph.connect(streams, shared); !connected) return connected;
    return graph.run(shared);
}

// A stream by itself: at a fault, what came before it is kept and labelled.
Result<void> readAlone(const TraceFolder& folder, Stream& stream, Shared& shared)
{
    *stream.out = EventStream();
    Result<Graph> graph = Graph::make(folder);
    if (!graph) return graph.error();
    Stream* const one[] = {&stream};
    std::vector<Stream*> streams(std::begin(one), std::end(one));
    const Result<void> done = runGraph(*graph, streams, shared);
    if (done || done.error().code == ErrorCode::Canceled) return done;
    stream.summary = stream.sink->summary(true);
    stream.summary.isPartial = true;
    const std::optional<Timestamp> last =
        stream.summary.events ? std::optional(stream.summary.events->end) : std::nullopt;
    stream.summary.diagnostics.add(
        "damaged_stream", {.path = folder.shown, .time = last, .example = done.error().what});
    return {};
}

Result<void> readGroup(const TraceFolder& folder, std::vector<Stream*> streams, Shared& shared)
{
    {
        Result<Graph> graph = Graph::make(folder);
        if (!graph) return graph.error();
        const Result<void> done = runGraph(*graph, streams, shared);
        if (done || done.error().code == ErrorCode::Canceled) return done;
    }
    for (Stream* stream : streams) {
        if (stream->summary.isFinished) continue;
        if (Result<void> alone = readAlone(folder, *stream, shared); !alone) return alone;
    }
    return {};
}

std::vector<std::vector<Stream*>> dealt(std::vector<Stream>& streams)
{
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::vector<Stream*>> groups(std::min({cores, streams.size(), std::size_t{8}}));
    for (std::size_t i = 0; i < streams.size(); ++i) {
        groups[i % groups.size()].push_back(&streams[i]);
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
    void waitForAll(const TraceFolder& folder, Shared& shared, Progress& progress)
    {
        std::unique_lock lock(mutex_);
        while (running_ > 0) {
            changed_.wait_for(lock, std::chrono::milliseconds(30));
            lock.unlock();
            constexpr double kBytesPerEvent = 40;
            const double bytes = static_cast<double>(shared.eventsRead.load()) * kBytesPerEvent;
            const double whole = static_cast<double>(std::max<std::uint64_t>(folder.bytes, 1));
            if (!progress.advance(std::min(1.0, bytes / whole))) shared.isCanceled = true;
            lock.lock();
        }
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t running_;
};

Result<void> readGroups(const TraceFolder& folder, std::vector<Stream>& streams, Progress& progress)
{
    std::vector<std::vector<Stream*>> groups = dealt(streams);
    std::vector<Result<void>> results(groups.size());
    Shared shared;
    Watch watch(groups.size());
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        workers.emplace_back([&, i] {
            results[i] = readGroup(folder, groups[i], shared);
            watch.workerIsDone();
        });
    }
    watch.waitForAll(folder, shared, progress);
    workers.clear();
    for (const Result<void>& result : results) {
        if (!result) return result;
    }
    return {};
}

}  // namespace

Result<std::vector<StreamSummary>> readStreams(const TraceFolder& folder, TraceBuilder& builder,
                                               Progress& progress)
{
    std::vector<Stream> streams;
    {
        Result<Graph> graph = Graph::make(folder);
        if (!graph) return graph.error();
        for (std::string& port : graph->ports()) streams.push_back({.port = std::move(port)});
    }
    for (std::size_t i = 0; i < streams.size(); ++i) {
        streams[i].out = &builder.addStream(folder.firstOrder + static_cast<std::int64_t>(i));
    }
    if (!streams.empty()) {
        if (Result<void> read = readGroups(folder, streams, progress); !read) return read.error();
    }
    std::vector<StreamSummary> summaries;
    for (Stream& stream : streams) summaries.push_back(std::move(stream.summary));
    return summaries;
}

}  // namespace resched::ctf
