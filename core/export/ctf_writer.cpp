// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A Babeltrace 2 graph of two components: ours, which tells the events of a trace, and sink.ctf.fs,
// which writes them. Our one port carries the messages of all CPUs in order of time, so no muxer
// stands between.
#include "export/ctf_layout.h"
#include "export/kernel_events.h"
#include "export/pending_output.h"
#include "export/trace_export.h"
#include "readers/ctf/bt2.h"

#include <queue>

#include <babeltrace2/babeltrace.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace resched {

namespace {

using ctf::Ref;
using TraceClassRef = Ref<bt_trace_class, bt_trace_class_put_ref>;
using StreamClassRef = Ref<bt_stream_class, bt_stream_class_put_ref>;
using ClockClassRef = Ref<bt_clock_class, bt_clock_class_put_ref>;
using EventClassRef = Ref<bt_event_class, bt_event_class_put_ref>;
using FieldClassRef = Ref<bt_field_class, bt_field_class_put_ref>;
using TraceRef = Ref<bt_trace, bt_trace_put_ref>;
using StreamRef = Ref<bt_stream, bt_stream_put_ref>;
using PacketRef = Ref<bt_packet, bt_packet_put_ref>;

// What is told about one CPU, in order.
struct Step
{
    enum class Kind : std::uint8_t { StreamBegin, PacketBegin, Event, PacketEnd, Loss, StreamEnd };
    Kind kind;
    Timestamp time;
    std::size_t event = 0;    // Event: index
    Timestamp until{};        // Loss: end of the next packet, or begin where whole packets are lost
    std::uint64_t count = 0;  // Loss: events; 0: unknown, written as lost packets
};

std::vector<Step> stepsOf(const CpuEvents& cpu, Timestamp begin)
{
    using Kind = Step::Kind;
    const std::vector<Event>& events = cpu.events;
    Timestamp end = cpu.end;
    if (!events.empty()) end = std::max(end, timestamp(events.back().time));
    std::vector<Step> steps = {{Kind::StreamBegin, begin}, {Kind::PacketBegin, begin}};
    std::size_t next = 0;
    const auto addEvents = [&](Timestamp until) {
        for (; next < events.size() && timestamp(events[next].time) <= until; ++next) {
            steps.push_back({Kind::Event, timestamp(events[next].time), next});
        }
    };
    for (std::size_t i = 0; i < cpu.losses.size(); ++i) {
        const CpuEvents::Loss& loss = cpu.losses[i];
        addEvents(loss.begin);
        const Timestamp resumed = next < events.size() ? timestamp(events[next].time) : end;
        const Timestamp packetEnd =
            i + 1 < cpu.losses.size() ? std::max(cpu.losses[i + 1].begin, resumed) : end;
        steps.push_back({Kind::PacketEnd, loss.begin});
        steps.push_back(
            {Kind::Loss, loss.begin, 0, loss.count > 0 ? packetEnd : resumed, loss.count});
        steps.push_back({Kind::PacketBegin, resumed});
    }
    addEvents(end);
    steps.push_back({Kind::PacketEnd, end});
    steps.push_back({Kind::StreamEnd, end});
    return steps;
}

// Everything that our component tells, and how far it has come. Outlives the graph.
class CtfSource
{
public:
    explicit CtfSource(const Trace& trace) : trace_(trace), cpus_(kernelEvents(trace))
    {
        for (std::size_t i = 0; i < cpus_.size(); ++i) {
            lines_.push_back(
                {.steps = stepsOf(cpus_[i], trace.begin()), .stream = {}, .packet = {}});
            total_ += lines_.back().steps.size();
            heads_.push({lines_.back().steps.front().time, i});
        }
    }

    double fraction() const
    {
        return total_ == 0 ? 1.0 : static_cast<double>(told_) / static_cast<double>(total_);
    }

    bool makeClasses(bt_self_component* self);
    // Null at the end or when memory is short.
    const bt_message* next(bt_self_message_iterator* iterator);
    bool isDone() const { return heads_.empty(); }
    // Gives our objects back, under babeltraceLock().
    void release()
    {
        lines_.clear();
        events_.clear();
        traceRef_.reset();
        streamClass_.reset();
        traceClass_.reset();
        clock_.reset();
    }

private:
    struct Line
    {
        std::vector<Step> steps;
        std::size_t at = 0;
        StreamRef stream;
        PacketRef packet;
    };
    using Head = std::pair<Timestamp, std::size_t>;

    bool makeClock(bt_self_component* self);
    bool makeStreamClass();
    bool makeEventClass(const CtfEvent& event);
    FieldClassRef makeField(CtfType type) const;
    bool makeTrace();
    std::uint64_t clockValue(Timestamp time) const
    {
        return static_cast<std::uint64_t>((time - trace_.begin()).count());
    }
    const bt_message* message(bt_self_message_iterator* iterator, Line& line, std::size_t cpu,
                              const Step& step);
    const bt_message* lossMessage(bt_self_message_iterator* iterator, const Line& line,
                                  const Step& step) const;
    bool makePacket(Line& line, std::size_t cpu);
    void fill(bt_event* event, const Event& facts);

    const Trace& trace_;
    std::vector<CpuEvents> cpus_;
    std::vector<Line> lines_;
    std::priority_queue<Head, std::vector<Head>, std::greater<>> heads_;
    std::size_t total_ = 0;
    std::size_t told_ = 0;
    ClockClassRef clock_;
    TraceClassRef traceClass_;
    StreamClassRef streamClass_;
    TraceRef traceRef_;
    std::map<EventKind, EventClassRef> events_;
    std::vector<CtfValue> values_;
};

bool CtfSource::makeClock(bt_self_component* self)
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    clock_.reset(bt_clock_class_create(self));
    if (!clock_) return false;
    std::int64_t seconds = nanoseconds(trace_.begin()) / kSecond;
    std::int64_t rest = nanoseconds(trace_.begin()) % kSecond;
    if (rest < 0) {
        --seconds;
        rest += kSecond;
    }
    bt_clock_class_set_offset(clock_.get(), seconds, static_cast<std::uint64_t>(rest));
    const bool isWallClock = trace_.info().wallClockOffset == 0;
    bt_clock_class_set_origin_is_unix_epoch(clock_.get(), isWallClock ? BT_TRUE : BT_FALSE);
    return bt_clock_class_set_name(clock_.get(), "monotonic") == BT_CLOCK_CLASS_SET_NAME_STATUS_OK;
}

FieldClassRef CtfSource::makeField(CtfType type) const
{
    bt_trace_class* trace = traceClass_.get();
    FieldClassRef field;
    switch (type) {
        case CtfType::Text:
            return FieldClassRef(bt_field_class_string_create(trace));
        case CtfType::Signed32:
        case CtfType::Signed64:
            field.reset(bt_field_class_integer_signed_create(trace));
            break;
        case CtfType::Unsigned32:
        case CtfType::Unsigned64:
            field.reset(bt_field_class_integer_unsigned_create(trace));
            break;
    }
    const bool isLong = type == CtfType::Signed64 || type == CtfType::Unsigned64;
    if (field) bt_field_class_integer_set_field_value_range(field.get(), isLong ? 64 : 32);
    return field;
}

bool CtfSource::makeStreamClass()
{
    streamClass_.reset(bt_stream_class_create(traceClass_.get()));
    if (!streamClass_) return false;
    bt_stream_class* stream = streamClass_.get();
    const FieldClassRef context(bt_field_class_structure_create(traceClass_.get()));
    const FieldClassRef cpu = makeField(CtfType::Unsigned32);
    if (!context || !cpu) return false;
    bool isMade = bt_stream_class_set_default_clock_class(stream, clock_.get()) ==
                  BT_STREAM_CLASS_SET_DEFAULT_CLOCK_CLASS_STATUS_OK;
    bt_stream_class_set_supports_packets(stream, BT_TRUE, BT_TRUE, BT_TRUE);
    bt_stream_class_set_supports_discarded_events(stream, BT_TRUE, BT_TRUE);
    bt_stream_class_set_supports_discarded_packets(stream, BT_TRUE, BT_TRUE);
    isMade = isMade && bt_field_class_structure_append_member(context.get(), "cpu_id", cpu.get()) ==
                           BT_FIELD_CLASS_STRUCTURE_APPEND_MEMBER_STATUS_OK;
    return isMade && bt_stream_class_set_packet_context_field_class(stream, context.get()) ==
                         BT_STREAM_CLASS_SET_FIELD_CLASS_STATUS_OK;
}

bool CtfSource::makeEventClass(const CtfEvent& event)
{
    EventClassRef made(bt_event_class_create(streamClass_.get()));
    const FieldClassRef payload(bt_field_class_structure_create(traceClass_.get()));
    if (!made || !payload) return false;
    for (const CtfField& field : event.fields) {
        const FieldClassRef member = makeField(field.type);
        if (!member || bt_field_class_structure_append_member(
                           payload.get(), std::string(field.name).c_str(), member.get()) !=
                           BT_FIELD_CLASS_STRUCTURE_APPEND_MEMBER_STATUS_OK) {
            return false;
        }
    }
    if (bt_event_class_set_name(made.get(), std::string(event.name).c_str()) !=
            BT_EVENT_CLASS_SET_NAME_STATUS_OK ||
        bt_event_class_set_payload_field_class(made.get(), payload.get()) !=
            BT_EVENT_CLASS_SET_FIELD_CLASS_STATUS_OK) {
        return false;
    }
    events_[event.kind] = std::move(made);
    return true;
}

// prev_state and prio are written as LTTng does on kernels from 4.20: an older release would have
// readers decode them otherwise.
std::string writtenRelease(const std::string& recorded)
{
    int major = 0;
    int minor = 0;
    const bool isKnown = std::sscanf(recorded.c_str(), "%d.%d", &major, &minor) == 2;
    const bool isNew = major > 4 || (major == 4 && minor >= 20);
    if (isKnown && isNew) return recorded;
    return "6.1.0" + (recorded.empty() ? "" : "-recorded-on-" + recorded);
}

bool CtfSource::makeTrace()
{
    traceRef_.reset(bt_trace_create(traceClass_.get()));
    if (!traceRef_) return false;
    const TraceInfo& info = trace_.info();
    const std::pair<const char*, std::string> texts[] = {
        {"domain", "kernel"},
        {"sysname", "Linux"},
        {"tracer_name", "lttng-modules"},
        {"kernel_release", writtenRelease(info.kernelRelease)},
        {"hostname", info.hostname},
        {"resched_source", info.path},
        {"resched_provenance", info.provenance}};
    for (const auto& [name, value] : texts) {
        if (bt_trace_set_environment_entry_string(traceRef_.get(), name, value.c_str()) !=
            BT_TRACE_SET_ENVIRONMENT_ENTRY_STATUS_OK) {
            return false;
        }
    }
    const std::pair<const char*, std::int64_t> numbers[] = {
        {"tracer_major", 2}, {"tracer_minor", 13}, {"tracer_patchlevel", 0}};
    for (const auto& [name, value] : numbers) {
        if (bt_trace_set_environment_entry_integer(traceRef_.get(), name, value) !=
            BT_TRACE_SET_ENVIRONMENT_ENTRY_STATUS_OK) {
            return false;
        }
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        lines_[i].stream.reset(bt_stream_create(streamClass_.get(), traceRef_.get()));
        const std::string name = "channel0_" + std::to_string(number(cpus_[i].cpu));
        if (!lines_[i].stream || bt_stream_set_name(lines_[i].stream.get(), name.c_str()) !=
                                     BT_STREAM_SET_NAME_STATUS_OK) {
            return false;
        }
    }
    return true;
}

bool CtfSource::makeClasses(bt_self_component* self)
{
    if (!makeClock(self)) return false;
    traceClass_.reset(bt_trace_class_create(self));
    if (!traceClass_ || !makeStreamClass()) return false;
    for (const CtfEvent& event : ctfEvents()) {
        if (!makeEventClass(event)) return false;
    }
    return makeTrace();
}

bool CtfSource::makePacket(Line& line, std::size_t cpu)
{
    line.packet.reset(bt_packet_create(line.stream.get()));
    if (!line.packet) return false;
    bt_field* context = bt_packet_borrow_context_field(line.packet.get());
    bt_field_integer_unsigned_set_value(bt_field_structure_borrow_member_field_by_index(context, 0),
                                        static_cast<std::uint64_t>(number(cpus_[cpu].cpu)));
    return true;
}

void CtfSource::fill(bt_event* event, const Event& facts)
{
    ctfValues(trace_, facts, values_);
    bt_field* payload = bt_event_borrow_payload_field(event);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        bt_field* field = bt_field_structure_borrow_member_field_by_index(payload, i);
        if (const auto* text = std::get_if<std::string_view>(&values_[i])) {
            bt_field_string_clear(field);
            bt_field_string_append_with_length(field, text->data(), text->size());
            continue;
        }
        const std::int64_t value = std::get<std::int64_t>(values_[i]);
        if (bt_field_get_class_type(field) == BT_FIELD_CLASS_TYPE_SIGNED_INTEGER) {
            bt_field_integer_signed_set_value(field, value);
        } else {
            bt_field_integer_unsigned_set_value(field, static_cast<std::uint64_t>(value));
        }
    }
}

const bt_message* CtfSource::lossMessage(bt_self_message_iterator* iterator, const Line& line,
                                         const Step& step) const
{
    const std::uint64_t from = clockValue(step.time);
    const std::uint64_t until = clockValue(step.until);
    if (step.count == 0) {
        return bt_message_discarded_packets_create_with_default_clock_snapshots(
            iterator, line.stream.get(), from, until);
    }
    bt_message* message = bt_message_discarded_events_create_with_default_clock_snapshots(
        iterator, line.stream.get(), from, until);
    if (message != nullptr) bt_message_discarded_events_set_count(message, step.count);
    return message;
}

const bt_message* CtfSource::message(bt_self_message_iterator* iterator, Line& line,
                                     std::size_t cpu, const Step& step)
{
    const std::uint64_t time = clockValue(step.time);
    switch (step.kind) {
        case Step::Kind::StreamBegin:
            return bt_message_stream_beginning_create(iterator, line.stream.get());
        case Step::Kind::PacketBegin:
            if (!makePacket(line, cpu)) return nullptr;
            return bt_message_packet_beginning_create_with_default_clock_snapshot(
                iterator, line.packet.get(), time);
        case Step::Kind::Event: {
            const Event& facts = cpus_[cpu].events[step.event];
            bt_message* made = bt_message_event_create_with_packet_and_default_clock_snapshot(
                iterator, events_.at(facts.kind).get(), line.packet.get(), time);
            if (made != nullptr) fill(bt_message_event_borrow_event(made), facts);
            return made;
        }
        case Step::Kind::PacketEnd:
            return bt_message_packet_end_create_with_default_clock_snapshot(
                iterator, line.packet.get(), time);
        case Step::Kind::Loss:
            return lossMessage(iterator, line, step);
        case Step::Kind::StreamEnd:
            return bt_message_stream_end_create(iterator, line.stream.get());
    }
    return nullptr;
}

const bt_message* CtfSource::next(bt_self_message_iterator* iterator)
{
    if (heads_.empty()) return nullptr;
    const std::size_t cpu = heads_.top().second;
    heads_.pop();
    Line& line = lines_[cpu];
    const bt_message* made = message(iterator, line, cpu, line.steps[line.at]);
    ++told_;
    if (++line.at < line.steps.size()) heads_.push({line.steps[line.at].time, cpu});
    return made;
}

// The methods of the component class.

bt_component_class_initialize_method_status initialize(
    bt_self_component_source* self, bt_self_component_source_configuration* /*configuration*/,
    const bt_value* /*parameters*/, void* data) noexcept
{
    auto* source = static_cast<CtfSource*>(data);
    bt_self_component* component = bt_self_component_source_as_self_component(self);
    bt_self_component_set_data(component, source);
    const bool isReady = source->makeClasses(component) &&
                         bt_self_component_source_add_output_port(self, "out", nullptr, nullptr) ==
                             BT_SELF_COMPONENT_ADD_PORT_STATUS_OK;
    return isReady ? BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK
                   : BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
}

bt_message_iterator_class_next_method_status tell(bt_self_message_iterator* iterator,
                                                  bt_message_array_const messages,
                                                  std::uint64_t capacity,
                                                  std::uint64_t* count) noexcept
{
    auto* source = static_cast<CtfSource*>(
        bt_self_component_get_data(bt_self_message_iterator_borrow_component(iterator)));
    *count = 0;
    while (*count < capacity && !source->isDone()) {
        const bt_message* message = source->next(iterator);
        if (message == nullptr) return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_MEMORY_ERROR;
        messages[(*count)++] = message;
    }
    return *count > 0 ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK
                      : BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_END;
}

using SourceClassRef = Ref<const bt_component_class_source, bt_component_class_source_put_ref>;
using IteratorClassRef = Ref<const bt_message_iterator_class, bt_message_iterator_class_put_ref>;

SourceClassRef makeSourceClass()
{
    bt_message_iterator_class* iterators = bt_message_iterator_class_create(tell);
    if (iterators == nullptr) return {};
    const IteratorClassRef kept(iterators);
    bt_component_class_source* made = bt_component_class_source_create("resched", iterators);
    if (made != nullptr) bt_component_class_source_set_initialize_method(made, initialize);
    return SourceClassRef(made);
}

ctf::ValueRef sinkParameters(const std::filesystem::path& folder)
{
    ctf::ValueRef parameters(bt_value_map_create());
    if (!parameters) return parameters;
    bt_value_map_insert_string_entry(parameters.get(), "path", folder.c_str());
    bt_value_map_insert_bool_entry(parameters.get(), "assume-single-trace", BT_TRUE);
    bt_value_map_insert_bool_entry(parameters.get(), "quiet", BT_TRUE);
    return parameters;
}

bool build(bt_graph* graph, const bt_plugin* plugin, CtfSource& source,
           const std::filesystem::path& folder)
{
    const SourceClassRef sourceClass = makeSourceClass();
    const bt_component_class_sink* sinkClass =
        bt_plugin_borrow_sink_component_class_by_name_const(plugin, "fs");
    const ctf::ValueRef parameters = sinkParameters(folder);
    if (!sourceClass || sinkClass == nullptr || !parameters) return false;
    const bt_component_source* from = nullptr;
    const bt_component_sink* to = nullptr;
    if (bt_graph_add_source_component_with_initialize_method_data(
            graph, sourceClass.get(), "source", nullptr, &source, BT_LOGGING_LEVEL_NONE, &from) !=
            BT_GRAPH_ADD_COMPONENT_STATUS_OK ||
        bt_graph_add_sink_component(graph, sinkClass, "sink", parameters.get(),
                                    BT_LOGGING_LEVEL_NONE,
                                    &to) != BT_GRAPH_ADD_COMPONENT_STATUS_OK) {
        return false;
    }
    return bt_graph_connect_ports(graph,
                                  bt_component_source_borrow_output_port_by_index_const(from, 0),
                                  bt_component_sink_borrow_input_port_by_index_const(to, 0),
                                  nullptr) == BT_GRAPH_CONNECT_PORTS_STATUS_OK;
}

Error writeError(const std::filesystem::path& target)
{
    Error error = ctf::takeError(target);
    error.code = ErrorCode::WriteFailed;
    return error;
}

Result<void> runGraph(bt_graph* graph, const CtfSource& source, const std::filesystem::path& target,
                      Progress& progress)
{
    while (true) {
        switch (bt_graph_run_once(graph)) {
            case BT_GRAPH_RUN_ONCE_STATUS_OK:
            case BT_GRAPH_RUN_ONCE_STATUS_AGAIN:
                break;
            case BT_GRAPH_RUN_ONCE_STATUS_END:
                return {};
            default:
                return writeError(target);
        }
        if (!progress.advance(source.fraction())) return canceled();
    }
}

Result<void> writeGraph(CtfSource& source, const std::filesystem::path& folder,
                        const std::filesystem::path& target, Progress& progress)
{
    auto lock = ctf::babeltraceLock();
    const Result<ctf::PluginRef> plugin = ctf::findCtfPlugin();
    if (!plugin) return plugin.error();
    ctf::GraphRef graph(bt_graph_create(0));
    if (!graph || !build(graph.get(), plugin->get(), source, folder)) return writeError(target);
    lock.unlock();
    Result<void> written = runGraph(graph.get(), source, target, progress);
    lock.lock();
    // A sink that goes before its time still asks the trace.
    graph.reset();
    source.release();
    return written;
}

}  // namespace

Result<void> writeCtf(const Trace& trace, const std::filesystem::path& target, Progress& progress)
{
    if (trace.cpus().empty()) {
        return Error{.code = ErrorCode::InvalidArgument,
                     .what = "the trace has no CPU whose events could be written",
                     .path = target.string(),
                     .expected = {}};
    }
    Result<PendingOutput> output = PendingOutput::folder(target);
    if (!output) return output.error();
    CtfSource source(trace);
    if (const Result<void> written = writeGraph(source, output->path(), target, progress);
        !written) {
        return written;
    }
    if (!progress.advance(1.0)) return canceled();
    return output->commit();
}

}  // namespace resched
