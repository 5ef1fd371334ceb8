// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/tracedat_writer.h"

#include "support/binary_writer.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <vector>

namespace resched::test {

namespace {

constexpr std::size_t kPage = 4096;
constexpr unsigned kDeltaBits = 27;

// One page of a CPU's ring buffer.
class PageWriter
{
public:
    explicit PageWriter(const KernelOptions& kernel) : kernel_(&kernel), entries_(kernel.order) {}

    bool isEmpty() const { return entries_.size() == 0; }
    bool hasRoomFor(const std::string& payload) const
    {
        return entries_.size() + payload.size() + 32 < kPage - 32;
    }
    void add(std::int64_t time, const std::string& payload)
    {
        const auto now = static_cast<std::uint64_t>(time);
        if (isEmpty()) begin_ = last_ = now;
        std::uint64_t delta = now - last_;
        last_ = now;
        if (delta >> kDeltaBits != 0) {
            head(30, delta & ((1U << kDeltaBits) - 1));
            entries_.u32(delta >> kDeltaBits);
            delta = 0;
        }
        // Short payloads say their size in the head, long ones in a word of their own.
        if (payload.size() <= 64) {
            head(payload.size() / 4, delta);
        } else {
            head(0, delta);
            entries_.u32(payload.size() + 4);
        }
        entries_.text(payload);
    }
    std::string page(std::optional<std::uint64_t> missed) const
    {
        BinaryWriter out(kernel_->order);
        out.u64(begin_);
        std::uint64_t commit = entries_.size();
        if (missed) commit |= 3U << 30U;
        const auto longSize = static_cast<std::size_t>(kernel_->longSize);
        out.sized(commit, longSize);
        out.text(entries_.bytes());
        if (missed) out.sized(*missed, longSize);
        while (out.size() < kPage) out.u8(0);
        return out.bytes();
    }

private:
    void head(std::uint64_t type, std::uint64_t delta)
    {
        entries_.u32(kernel_->order == ByteOrder::Big ? type << kDeltaBits | delta
                                                      : type | delta << 5U);
    }

    const KernelOptions* kernel_;
    BinaryWriter entries_;
    std::uint64_t begin_ = 0;
    std::uint64_t last_ = 0;
};

class CpuWriter
{
public:
    explicit CpuWriter(const KernelOptions& kernel) : kernel_(kernel), page_(kernel) {}

    void add(std::int64_t time, const std::string& payload)
    {
        if (!page_.hasRoomFor(payload)) flush();
        page_.add(time, payload);
    }
    void lose(std::uint64_t count)
    {
        flush();
        missed_ = count;
    }
    std::string pages()
    {
        flush();
        return pages_;
    }

private:
    void flush()
    {
        if (page_.isEmpty()) return;
        pages_ += page_.page(missed_);
        missed_.reset();
        page_ = PageWriter(kernel_);
    }

    const KernelOptions& kernel_;
    PageWriter page_;
    std::optional<std::uint64_t> missed_;
    std::string pages_;
};

std::vector<std::string> pagesOf(std::string_view schedule, const KernelOptions& kernel)
{
    const TracepointWriter tracepoints(kernel);
    CurrentTasks current;
    std::vector<CpuWriter> cpus;
    for (const ScheduleEvent& event : parseSchedule(schedule)) {
        const auto cpu = static_cast<std::size_t>(event.cpu);
        while (cpus.size() <= cpu) cpus.emplace_back(kernel);
        if (event.kind == EventKind::Lost) {
            cpus[cpu].lose(static_cast<std::uint64_t>(event.count));
            continue;
        }
        const int thread = event.kind == EventKind::Switch ? event.tid : current.on(event.cpu);
        std::string payload = tracepoints.payload(event, thread);
        while (payload.size() % 4 != 0) payload += '\0';
        cpus[cpu].add(event.time, payload);
        current.pass(event);
    }
    std::vector<std::string> pages;
    for (CpuWriter& cpu : cpus) pages.push_back(cpu.pages());
    return pages;
}

std::vector<int> formatIds(const TraceDatOptions& options)
{
    if (options.onlySwitches) return {TracepointWriter::idOf(EventKind::Switch)};
    return TracepointWriter::ids();
}

std::string uname(const TraceDatOptions& options)
{
    return "Linux guest " + options.kernel.release + " x86_64";
}

void option(BinaryWriter& out, std::uint16_t id, std::string_view content)
{
    out.u16(id);
    out.u32(content.size());
    out.text(content);
}

std::string version6(const std::vector<std::string>& cpus, const TraceDatOptions& options)
{
    const ByteOrder order = options.kernel.order;
    BinaryWriter out(order);
    out.text(TracepointWriter(options.kernel).tracingData("6", formatIds(options)));
    out.u32(cpus.size());
    out.zeroTerminated("options  ");
    option(out, 5, uname(options) + '\0');
    option(out, 9, std::string("3.1.6 test") + '\0');
    std::size_t bufferAt = 0;
    if (options.repeatsInSecondBuffer) {
        BinaryWriter place(order);
        place.u64(0);
        place.zeroTerminated("second");
        bufferAt = out.size() + 6;
        option(out, 3, place.bytes());
    }
    out.u16(0);
    out.zeroTerminated("flyrecord");
    const std::size_t table = out.size();
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        out.u64(0);
        out.u64(0);
    }
    std::size_t secondTable = 0;
    if (options.repeatsInSecondBuffer) {
        out.patchU64(bufferAt, out.size());
        out.zeroTerminated("flyrecord");
        secondTable = out.size();
        for (std::size_t i = 0; i < cpus.size(); ++i) {
            out.u64(0);
            out.u64(0);
        }
    }
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        out.alignTo(kPage);
        for (const std::size_t at : {table, secondTable}) {
            if (at == 0) continue;
            out.patchU64(at + 16 * i, out.size());
            out.patchU64(at + 16 * i + 8, cpus[i].size());
        }
        out.text(cpus[i]);
    }
    return out.bytes();
}

std::string packed(const std::string& plain)
{
    std::string out(ZSTD_compressBound(plain.size()), '\0');
    const std::size_t size = ZSTD_compress(out.data(), out.size(), plain.data(), plain.size(), 1);
    EXPECT_EQ(ZSTD_isError(size), 0U);
    out.resize(size);
    return out;
}

class Version7Writer
{
public:
    Version7Writer(const std::vector<std::string>& cpus, const TraceDatOptions& options)
        : cpus_(cpus), options_(options), out_(options.kernel.order)
    {}

    std::string run()
    {
        const KernelOptions& kernel = options_.kernel;
        out_.text("\x17\x08\x44tracing");
        out_.zeroTerminated("7");
        out_.u8(kernel.order == ByteOrder::Big ? 1 : 0);
        out_.u8(static_cast<std::uint64_t>(kernel.longSize));
        out_.u32(kPage);
        out_.zeroTerminated(options_.isCompressed ? "zstd" : "none");
        out_.zeroTerminated("1");
        const std::size_t optionsAt = out_.size();
        out_.u64(0);

        // The parts of version 6's head, each a section of its own.
        const std::string head = TracepointWriter(kernel).tracingData("6", formatIds(options_));
        const std::size_t page = head.find("header_page");
        const std::size_t ftrace = headEnd(head);
        const std::size_t symbols = head.size() - 16;
        BinaryWriter list(kernel.order);
        addSection(list, 16, head.substr(page, ftrace - page));
        addSection(list, 17, head.substr(ftrace, 4));
        addSection(list, 18, head.substr(ftrace + 4, symbols - ftrace - 4));
        option(list, 5, uname(options_) + '\0');
        option(list, 9, std::string("3.1.6 test") + '\0');
        addBuffer(list);
        BinaryWriter done(kernel.order);
        done.u64(0);
        option(list, 0, done.bytes());
        out_.patchU64(optionsAt, out_.size());
        section(0, list.bytes(), false);
        return out_.bytes();
    }

private:
    std::size_t headEnd(const std::string& head) const
    {
        const std::string text = "array       :   32 bits\n";
        return head.find(text) + text.size();
    }

    void section(std::uint16_t id, const std::string& content, bool isPacked)
    {
        const std::string body = isPacked ? packed(content) : content;
        out_.u16(id);
        out_.u16(isPacked ? 1 : 0);
        out_.u32(0);
        out_.u64(isPacked ? body.size() + 8 : body.size());
        if (isPacked) {
            out_.u32(body.size());
            out_.u32(content.size());
        }
        out_.text(body);
    }

    void addSection(BinaryWriter& list, std::uint16_t id, const std::string& content)
    {
        BinaryWriter place(options_.kernel.order);
        place.u64(out_.size());
        section(id, content, options_.isCompressed);
        option(list, id, place.bytes());
    }

    void addBuffer(BinaryWriter& list)
    {
        BinaryWriter place(options_.kernel.order);
        place.u64(out_.size());
        place.zeroTerminated("");
        place.zeroTerminated("local");
        place.u32(kPage);
        place.u32(cpus_.size());
        out_.u16(3);
        out_.u16(options_.isCompressed ? 1 : 0);
        out_.u32(0);
        out_.u64(0);
        for (std::size_t i = 0; i < cpus_.size(); ++i) {
            out_.alignTo(kPage);
            place.u32(i);
            place.u64(out_.size());
            if (!options_.isCompressed) {
                place.u64(cpus_[i].size());
                out_.text(cpus_[i]);
                continue;
            }
            // One block a page; the size counts the blocks but not their number.
            out_.u32(cpus_[i].size() / kPage);
            const std::size_t begin = out_.size();
            for (std::size_t at = 0; at < cpus_[i].size(); at += kPage) {
                const std::string block = packed(cpus_[i].substr(at, kPage));
                out_.u32(block.size());
                out_.u32(kPage);
                out_.text(block);
            }
            place.u64(out_.size() - begin);
        }
        option(list, 3, place.bytes());
    }

    const std::vector<std::string>& cpus_;
    const TraceDatOptions& options_;
    BinaryWriter out_;
};

}  // namespace

std::string traceDat(std::string_view schedule, const TraceDatOptions& options)
{
    const std::vector<std::string> cpus = pagesOf(schedule, options.kernel);
    if (options.version == 6) return version6(cpus, options);
    return Version7Writer(cpus, options).run();
}

void writePageFolder(const std::filesystem::path& folder, std::string_view schedule,
                     const KernelOptions& kernel)
{
    const auto write = [&](const std::filesystem::path& name, const std::string& content) {
        std::filesystem::create_directories((folder / name).parent_path());
        std::ofstream(folder / name, std::ios::binary) << content;
    };
    const TracepointWriter writer(kernel);
    for (const int id : TracepointWriter::ids()) {
        write("formats/sched/" + TracepointWriter::nameOf(id) + "/format", writer.format(id));
    }
    write("formats/header_page",
          "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
          "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
          "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
          "\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n");
    const std::vector<std::string> cpus = pagesOf(schedule, kernel);
    for (std::size_t cpu = 0; cpu < cpus.size(); ++cpu) {
        write("traces/cpu" + std::to_string(cpu), cpus[cpu]);
    }
}

}  // namespace resched::test
