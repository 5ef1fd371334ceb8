// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/tracepoint_writer.h"

#include "readers/task_state.h"
#include "support/binary_writer.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>

namespace resched::test {

namespace {

struct Field
{
    std::string declaration;
    std::size_t size;
    bool isSigned;
};

// Where fields stand, as a C compiler would lay them out.
struct PlacedField
{
    Field field;
    std::size_t offset;
};

const std::map<int, std::pair<std::string, EventKind>>& tracepoints()
{
    static const std::map<int, std::pair<std::string, EventKind>> kTracepoints = {
        {301, {"sched_switch", EventKind::Switch}},
        {302, {"sched_waking", EventKind::Waking}},
        {303, {"sched_wakeup", EventKind::Wakeup}},
        {304, {"sched_wakeup_new", EventKind::WakeupNew}},
        {305, {"sched_migrate_task", EventKind::Migrate}},
        {306, {"sched_process_fork", EventKind::Fork}},
        {307, {"sched_stat_runtime", EventKind::StatRuntime}},
        {308, {"sched_process_exec", EventKind::Exec}},
        {309, {"softirq_entry", EventKind::SoftirqEntry}},
        {310, {"softirq_exit", EventKind::SoftirqExit}},
        {311, {"sched_process_wait", EventKind::Other}}};
    return kTracepoints;
}

Field comm(const std::string& name)
{
    return {"char " + name + "[16]", 16, false};
}
Field number(const std::string& name)
{
    return {"int " + name, 4, true};
}
Field pid(const std::string& name)
{
    return {"pid_t " + name, 4, true};
}
Field dynamicComm(const KernelOptions& options, const std::string& name)
{
    if (!options.hasDynamicComm) return comm(name);
    return {"__data_loc char[] " + name, 4, false};
}

std::vector<Field> fieldsOf(const KernelOptions& options, EventKind kind)
{
    switch (kind) {
        case EventKind::Switch: {
            const auto size = static_cast<std::size_t>(options.longSize);
            return {comm("prev_comm"),   pid("prev_pid"),
                    number("prev_prio"), {"long prev_state", size, true},
                    comm("next_comm"),   pid("next_pid"),
                    number("next_prio")};
        }
        case EventKind::Waking:
        case EventKind::Wakeup:
        case EventKind::WakeupNew: {
            std::vector<Field> fields = {comm("comm"), pid("pid"), number("prio")};
            if (options.hasSuccess) fields.push_back(number("success"));
            fields.push_back(number(options.namesCpuField ? "cpu" : "target_cpu"));
            return fields;
        }
        case EventKind::Migrate:
            return {dynamicComm(options, "comm"), pid("pid"), number("prio"), number("orig_cpu"),
                    number("dest_cpu")};
        case EventKind::Fork:
            return {comm("parent_comm"), pid("parent_pid"), comm("child_comm"), pid("child_pid")};
        case EventKind::StatRuntime: {
            std::vector<Field> fields = {
                dynamicComm(options, "comm"), pid("pid"), {"u64 runtime", 8, false}};
            if (options.hasVruntime) fields.push_back({"u64 vruntime", 8, false});
            return fields;
        }
        case EventKind::Exec:
            return {{"__data_loc char[] filename", 4, false}, pid("pid"), pid("old_pid")};
        case EventKind::SoftirqEntry:
        case EventKind::SoftirqExit:
            return {{"unsigned int vec", 4, false}};
        default:
            return {comm("comm"), pid("pid"), number("prio")};
    }
}

std::vector<Field> commonFields(const KernelOptions& options)
{
    std::vector<Field> fields = {{"unsigned short common_type", 2, false},
                                 {"unsigned char common_flags", 1, false},
                                 {"unsigned char common_preempt_count", 1, false},
                                 {"int common_pid", 4, true}};
    if (options.hasLazyCount) {
        fields.push_back({"unsigned char common_preempt_lazy_count", 1, false});
    }
    return fields;
}

std::size_t alignmentOf(const Field& field)
{
    return field.declaration.find('[') != std::string::npos &&
                   field.declaration.find("__data_loc") == std::string::npos
               ? 1
               : field.size;
}

std::size_t place(const std::vector<Field>& fields, std::size_t offset,
                  std::vector<PlacedField>& placed)
{
    for (const Field& field : fields) {
        const std::size_t alignment = alignmentOf(field);
        offset = (offset + alignment - 1) / alignment * alignment;
        placed.push_back({field, offset});
        offset += field.size;
    }
    return offset;
}

std::string fieldLines(const std::vector<PlacedField>& placed)
{
    std::string lines;
    for (const PlacedField& at : placed) {
        lines += "\tfield:" + at.field.declaration + ";\toffset:" + std::to_string(at.offset) +
                 ";\tsize:" + std::to_string(at.field.size) +
                 ";\tsigned:" + (at.field.isSigned ? "1" : "0") + ";\n";
    }
    return lines;
}

// The common fields of struct trace_entry end on a boundary of four.
std::size_t commonEnd(std::size_t offset)
{
    return (offset + 3) / 4 * 4;
}

bool hasReportBits(const KernelOptions& options)
{
    return parseKernelRelease(options.release).value_or(KernelVersion{999, 0, 0}) >=
           KernelVersion{4, 14, 102};
}

std::uint64_t encodeState(const KernelOptions& options, TaskState state)
{
    const bool isReport = hasReportBits(options);
    switch (state) {
        case TaskState::Interruptible:
            return 1;
        case TaskState::Uninterruptible:
            return 2;
        case TaskState::Stopped:
            return 4;
        case TaskState::Traced:
            return 8;
        case TaskState::Dead:
            return isReport ? 16 : 64;
        case TaskState::Zombie:
            return isReport ? 32 : 64;
        case TaskState::Parked:
            return isReport ? 64 : 512;
        case TaskState::IdleKernel:
            return isReport ? 128 : 1026;
        case TaskState::Preempted:
            return isReport ? 256 : 4096;
        default:
            return 0;
    }
}

std::string printFormat(const KernelOptions& options, EventKind kind)
{
    if (kind != EventKind::Switch) return "\"pid=%d\", REC->pid";
    if (hasReportBits(options)) {
        return R"("prev_state=%s%s", (REC->prev_state & 0xff) ? __print_flags(REC->prev_state & )"
               R"(0xff, "|", { 0x01, "S" }, { 0x02, "D" }, { 0x04, "T" }, { 0x08, "t" }, )"
               R"({ 0x10, "X" }, { 0x20, "Z" }, { 0x40, "P" }, { 0x80, "I" }) : "R", )"
               R"(REC->prev_state & 0x100 ? "+" : "")";
    }
    return R"("prev_state=%s%s", REC->prev_state & (4096-1) ? __print_flags(REC->prev_state & )"
           R"((4096-1), "|", { 1, "S"} , { 2, "D" }, { 4, "T" }, { 8, "t" }, { 16, "Z" }, )"
           R"({ 32, "X" }, { 64, "x" }, { 128, "K" }, { 256, "W" }, { 512, "P" }, )"
           R"({ 1024, "N" }, { 2048, "n" }) : "R", REC->prev_state & 4096 ? "+" : "")";
}

// The value of each field of the payload, in order; texts for char fields.
struct Value
{
    std::uint64_t number = 0;
    std::string text = {};
};

Value of(std::int64_t number)
{
    return {.number = static_cast<std::uint64_t>(number)};
}
Value of(const std::string& text)
{
    return {.text = text};
}

std::string commOf(const std::string& task, int cpu)
{
    return task == "swapper" ? "swapper/" + std::to_string(cpu) : task;
}

std::vector<Value> valuesOf(const KernelOptions& options, const ScheduleEvent& event)
{
    constexpr int kPrio = 120;
    const Value prev = of(commOf(event.task, event.cpu));
    const Value next = of(commOf(event.other, event.cpu));
    switch (event.kind) {
        case EventKind::Switch:
            return {prev,      of(event.tid),
                    of(kPrio), of(static_cast<std::int64_t>(encodeState(options, event.state))),
                    next,      of(event.otherTid),
                    of(kPrio)};
        case EventKind::Waking:
        case EventKind::Wakeup:
        case EventKind::WakeupNew:
            if (options.hasSuccess) return {prev, of(event.tid), of(kPrio), of(1), of(event.to)};
            return {prev, of(event.tid), of(kPrio), of(event.to)};
        case EventKind::Migrate:
            return {prev, of(event.tid), of(kPrio), of(event.from), of(event.to)};
        case EventKind::Fork:
            return {prev, of(event.tid), next, of(event.otherTid)};
        case EventKind::StatRuntime:
            return {prev, of(event.tid), of(event.count), of(event.vruntime)};
        case EventKind::Exec:
            return {of("/usr/bin/" + event.task), of(event.tid), of(event.tid)};
        case EventKind::SoftirqEntry:
        case EventKind::SoftirqExit:
            return {of(event.count)};
        default:
            return {of(std::string()), of(0), of(kPrio)};
    }
}

}  // namespace

std::vector<int> TracepointWriter::ids()
{
    std::vector<int> ids;
    for (const auto& [id, tracepoint] : tracepoints()) ids.push_back(id);
    return ids;
}

int TracepointWriter::idOf(EventKind kind)
{
    for (const auto& [id, tracepoint] : tracepoints()) {
        if (tracepoint.second == kind) return id;
    }
    ADD_FAILURE() << "no tracepoint for event kind " << static_cast<int>(kind);
    return 0;
}

std::string TracepointWriter::nameOf(int id)
{
    return tracepoints().at(id).first;
}

std::string TracepointWriter::format(int id) const
{
    const auto& [name, kind] = tracepoints().at(id);
    std::vector<PlacedField> common;
    const std::size_t end = place(commonFields(options_), 0, common);
    std::vector<PlacedField> own;
    place(fieldsOf(options_, kind), commonEnd(end), own);
    return "name: " + name + "\nID: " + std::to_string(id) + "\nformat:\n" + fieldLines(common) +
           "\n" + fieldLines(own) + "\nprint fmt: " + printFormat(options_, kind) + "\n";
}

std::string TracepointWriter::payload(const ScheduleEvent& event, int current) const
{
    const int id = idOf(event.kind);
    std::vector<PlacedField> placed;
    const std::size_t common = commonEnd(place(commonFields(options_), 0, placed));
    placed.clear();
    std::size_t end = place(fieldsOf(options_, tracepoints().at(id).second), common, placed);
    end = (end + 3) / 4 * 4;

    BinaryWriter out(options_.order);
    out.u16(static_cast<std::uint64_t>(id));
    out.u8(0);
    out.u8(0);
    out.u32(static_cast<std::uint64_t>(current));
    const std::vector<Value> values = valuesOf(options_, event);
    std::string dynamic;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const PlacedField& at = placed[i];
        while (out.size() < at.offset) out.u8(0);
        if (at.field.declaration.starts_with("__data_loc")) {
            const std::string text = values[i].text + '\0';
            out.u32((end + dynamic.size()) | text.size() << 16U);
            dynamic += text;
        } else if (at.field.declaration.find('[') != std::string::npos) {
            out.fixedText(values[i].text, at.field.size);
        } else {
            out.sized(values[i].number, at.field.size);
        }
    }
    while (out.size() < end) out.u8(0);
    out.text(dynamic);
    return out.bytes();
}

std::string TracepointWriter::tracingData(std::string_view version,
                                          const std::vector<int>& ids) const
{
    BinaryWriter out(options_.order);
    out.text("\x17\x08\x44tracing");
    out.zeroTerminated(version);
    out.u8(options_.order == ByteOrder::Big ? 1 : 0);
    out.u8(static_cast<std::uint64_t>(options_.longSize));
    out.u32(4096);
    const auto commit = std::to_string(options_.longSize);
    const std::string page =
        "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
        "\tfield: local_t commit;\toffset:8;\tsize:" +
        commit +
        ";\tsigned:1;\n\tfield: char data;\toffset:" + std::to_string(8 + options_.longSize) +
        ";\tsize:4080;\tsigned:0;\n";
    out.zeroTerminated("header_page");
    out.u64(page.size());
    out.text(page);
    const std::string event =
        "# compressed entry header\n\ttype_len    :    5 bits\n"
        "\ttime_delta  :   27 bits\n\tarray       :   32 bits\n";
    out.zeroTerminated("header_event");
    out.u64(event.size());
    out.text(event);
    out.u32(0);  // formats of ftrace itself
    out.u32(1);
    out.zeroTerminated("sched");
    out.u32(ids.size());
    for (const int id : ids) {
        const std::string text = format(id);
        out.u64(text.size());
        out.text(text);
    }
    out.u32(0);  // symbols
    out.u32(0);  // printk formats
    out.u64(0);  // saved names
    return out.bytes();
}

int CurrentTasks::on(int cpu) const
{
    const auto place = static_cast<std::size_t>(cpu);
    return place < tids_.size() ? tids_[place] : 0;
}

void CurrentTasks::pass(const ScheduleEvent& event)
{
    if (event.kind != EventKind::Switch) return;
    const auto place = static_cast<std::size_t>(event.cpu);
    if (place >= tids_.size()) tids_.resize(place + 1);
    tids_[place] = event.otherTid;
}

}  // namespace resched::test
