// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/ctf2_writer.h"

namespace resched::test {

using nlohmann::json;

namespace {

json integerClass(int length, int alignment, bool isSigned, const char* role = nullptr)
{
    json fieldClass = {
        {"type", isSigned ? "fixed-length-signed-integer" : "fixed-length-unsigned-integer"},
        {"length", length},
        {"alignment", alignment},
        {"byte-order", "little-endian"}};
    if (role != nullptr) fieldClass["roles"] = {role};
    return fieldClass;
}

json fieldOf(const std::string& name, json fieldClass)
{
    return {{"name", name}, {"field-class", std::move(fieldClass)}};
}

json structure(json members, int alignment = 1)
{
    return {{"type", "structure"},
            {"minimum-alignment", alignment},
            {"member-classes", std::move(members)}};
}

json comm(const std::string& name)
{
    return fieldOf(name, {{"type", "static-length-string"}, {"length", 16}});
}

json int32(const std::string& name)
{
    return fieldOf(name, "int32");  // by its alias
}

json eventClass(CtfEvent id, const std::string& name, json members)
{
    return {{"type", "event-record-class"},
            {"id", static_cast<unsigned>(id)},
            {"data-stream-class-id", 0},
            {"name", name},
            {"payload-field-class", structure(std::move(members))}};
}

}  // namespace

std::vector<json> ctf2Fragments()
{
    std::vector<unsigned> uuid;
    for (std::size_t i = 0; i < kCtfUuid.size(); i += 2) {
        if (kCtfUuid[i] == '-') ++i;
        uuid.push_back(
            static_cast<unsigned>(std::stoi(std::string(kCtfUuid.substr(i, 2)), nullptr, 16)));
    }
    const json header =
        structure({fieldOf("magic", integerClass(32, 8, false, "packet-magic-number")),
                   fieldOf("uuid", {{"type", "static-length-blob"},
                                    {"length", 16},
                                    {"roles", {"metadata-stream-uuid"}}}),
                   fieldOf("stream_id", integerClass(32, 8, false, "data-stream-class-id")),
                   fieldOf("stream_instance_id", integerClass(64, 8, false, "data-stream-id"))});
    const json context = structure(
        {fieldOf("timestamp_begin", integerClass(64, 8, false, "default-clock-timestamp")),
         fieldOf("timestamp_end", integerClass(64, 8, false, "packet-end-default-clock-timestamp")),
         fieldOf("content_size", integerClass(64, 8, false, "packet-content-length")),
         fieldOf("packet_size", integerClass(64, 8, false, "packet-total-length")),
         fieldOf("packet_seq_num", integerClass(64, 8, false, "packet-sequence-number")),
         fieldOf("events_discarded",
                 integerClass(64, 8, false, "discarded-event-record-counter-snapshot")),
         fieldOf("cpu_id", integerClass(32, 8, false))});
    const json compact =
        structure({fieldOf("timestamp", integerClass(27, 1, false, "default-clock-timestamp"))});
    const json extended =
        structure({fieldOf("id", integerClass(32, 8, false, "event-record-class-id")),
                   fieldOf("timestamp", integerClass(64, 8, false, "default-clock-timestamp"))});
    const json variant = {
        {"type", "variant"},
        {"selector-field-location", {{"origin", "event-record-header"}, {"path", {"id"}}}},
        {"options",
         {{{"name", "compact"},
           {"field-class", compact},
           {"selector-field-ranges", json::array({json::array({0, 30})})}},
          {{"name", "extended"},
           {"field-class", extended},
           {"selector-field-ranges", json::array({json::array({31, 31})})}}}}};
    const json eventHeader = structure(
        {fieldOf("id", integerClass(5, 1, false, "event-record-class-id")), fieldOf("v", variant)},
        8);
    const json wake = {comm("comm"), int32("tid"), int32("prio"), int32("target_cpu")};
    return {
        {{"type", "preamble"}, {"version", 2}, {"uuid", uuid}},
        {{"type", "field-class-alias"},
         {"name", "int32"},
         {"field-class", integerClass(32, 8, true)}},
        {{"type", "trace-class"},
         {"packet-header-field-class", header},
         {"environment",
          {{"hostname", "testhost"},
           {"domain", "kernel"},
           {"kernel_release", "6.12.0-test"},
           {"tracer_name", "lttng-modules"},
           {"tracer_major", 2},
           {"tracer_minor", 15}}}},
        {{"type", "clock-class"},
         {"id", "monotonic"},
         {"frequency", 1'000'000'000},
         {"offset-from-origin", {{"seconds", 1'700'000'000}, {"cycles", 5}}},
         {"origin", "unix-epoch"}},
        {{"type", "data-stream-class"},
         {"id", 0},
         {"default-clock-class-id", "monotonic"},
         {"event-record-header-field-class", eventHeader},
         {"packet-context-field-class", context}},
        eventClass(CtfEvent::Switch, "sched_switch",
                   {comm("prev_comm"), int32("prev_tid"), int32("prev_prio"),
                    fieldOf("prev_state", integerClass(64, 8, true)), comm("next_comm"),
                    int32("next_tid"), int32("next_prio")}),
        eventClass(CtfEvent::Waking, "sched_waking", wake),
        eventClass(CtfEvent::Wakeup, "sched_wakeup", wake),
        eventClass(CtfEvent::StatedumpEnd, "lttng_statedump_end", json::array()),
        eventClass(
            CtfEvent::Numbers, "numbers",
            {fieldOf("list_length", integerClass(8, 8, false)),
             fieldOf("list", {{"type", "dynamic-length-array"},
                              {"length-field-location",
                               {{"origin", "event-record-payload"}, {"path", {"list_length"}}}},
                              {"element-field-class", integerClass(64, 64, false)}}),
             fieldOf("after", integerClass(8, 8, false))}),
    };
}

std::string ctf2Metadata(const std::vector<json>& fragments)
{
    std::string text;
    for (const json& fragment : fragments) text += '\x1e' + fragment.dump() + '\n';
    return text;
}

}  // namespace resched::test
