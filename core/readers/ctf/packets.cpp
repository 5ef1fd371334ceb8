// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/packets.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>

namespace resched::ctf {

namespace {

constexpr std::uint32_t kMagic = 0xc1fc1fc1;

std::uint64_t aligned(std::uint64_t position, std::uint64_t bits)
{
    return (position + bits - 1) / bits * bits;
}

// Reads the fields of a head one after the other, as long as there are bytes.
class HeadReader
{
public:
    HeadReader(std::span<const std::byte> packet, bool isBigEndian)
        : packet_(packet), isBigEndian_(isBigEndian)
    {}

    void enter(const StructLayout& layout) { position_ = aligned(position_, layout.align); }
    // Where the next field of this type begins, in bits.
    std::uint64_t locate(const FieldLayout& field)
    {
        position_ = aligned(position_, field.type.align);
        return position_;
    }
    std::uint64_t take(const FieldLayout& field)
    {
        std::uint64_t value = 0;
        for (std::uint32_t i = 0; i < field.count; ++i) {
            locate(field);
            value = integer(field.type);
            position_ += field.type.bits;
        }
        return value;
    }
    std::span<const std::byte> bytesOf(const FieldLayout& field)
    {
        const std::uint64_t from = locate(field) / 8;
        const std::uint64_t size = std::uint64_t{field.count} * field.type.bits / 8;
        position_ += size * 8;
        if (from + size > packet_.size()) {
            isShort_ = true;
            return {};
        }
        return packet_.subspan(from, size);
    }
    bool isShort() const { return isShort_; }
    std::uint64_t position() const { return position_; }

private:
    std::uint64_t integer(const IntegerLayout& type)
    {
        const std::uint64_t size = type.bits / 8;
        const std::uint64_t from = position_ / 8;
        if (from + size > packet_.size()) {
            isShort_ = true;
            return 0;
        }
        const bool isBig = type.isBigEndian.value_or(isBigEndian_);
        std::uint64_t value = 0;
        for (std::uint64_t i = 0; i < size; ++i) {
            const std::uint64_t at = from + (isBig ? i : size - 1 - i);
            value = value << 8U | std::to_integer<std::uint64_t>(packet_[at]);
        }
        return value;
    }

    std::span<const std::byte> packet_;
    bool isBigEndian_;
    bool isShort_ = false;
    std::uint64_t position_ = 0;
};

struct Head
{
    enum class Kind : std::uint8_t { Sound, Short, NoMagic, OtherTrace, NoStream };
    Kind kind = Kind::Sound;
    Packet packet;
    std::optional<std::uint64_t> packetBits;
    std::optional<std::uint64_t> contentBits;
    std::uint64_t headBits = 0;
    bool hasInstance = false;
};

Head readContext(HeadReader& reader, const StructLayout& context, Head head)
{
    reader.enter(context);
    for (const FieldLayout& field : context.fields) {
        const std::uint64_t at = reader.locate(field);
        const std::uint64_t value = reader.take(field);
        if (field.name == "packet_size") {
            head.packetBits = value;
            head.packet.packetSizeAt = at;
        } else if (field.name == "content_size") {
            head.contentBits = value;
            head.packet.contentSizeAt = at;
        } else if (field.name == "timestamp_begin") {
            head.packet.begin = value;
        }
    }
    head.headBits = reader.position();
    if (reader.isShort()) head.kind = Head::Kind::Short;
    return head;
}

Head readHead(std::span<const std::byte> rest, const PacketLayout& layout)
{
    Head head;
    HeadReader reader(rest, layout.isBigEndian);
    reader.enter(layout.header);
    for (const FieldLayout& field : layout.header.fields) {
        if (field.name == "uuid") {
            const std::span<const std::byte> uuid = reader.bytesOf(field);
            if (layout.uuid && uuid.size() == 16 &&
                std::memcmp(uuid.data(), layout.uuid->data(), 16) != 0) {
                head.kind = Head::Kind::OtherTrace;
                return head;
            }
            continue;
        }
        const std::uint64_t value = reader.take(field);
        if (field.name == "magic" && !reader.isShort() && value != kMagic) {
            head.kind = Head::Kind::NoMagic;
            return head;
        }
        if (field.name == "stream_id" || field.name == "id") head.packet.streamClass = value;
        if (field.name == "stream_instance_id") {
            head.packet.instance = value;
            head.hasInstance = true;
        }
    }
    head.headBits = reader.position();
    if (reader.isShort()) {
        head.kind = Head::Kind::Short;
        return head;
    }
    const auto context = layout.contexts.find(head.packet.streamClass);
    if (context != layout.contexts.end()) return readContext(reader, context->second, head);
    // Without a context the packet is the whole file.
    return head;
}

bool isZero(std::byte byte)
{
    return byte == std::byte{0};
}

class Scanner
{
public:
    Scanner(std::span<const std::byte> file, const PacketLayout& layout)
        : file_(file), layout_(layout)
    {
        hasMagic_ = std::ranges::any_of(layout.header.fields, [](const FieldLayout& field) {
            return field.name == "magic" && field.type.bits == 32;
        });
    }

    PacketScan run()
    {
        while (offset_ < file_.size()) {
            const Head head = readHead(file_.subspan(offset_), layout_);
            if (head.kind == Head::Kind::Sound) {
                if (!takePacket(head)) break;
            } else if (!passBadHead(head.kind)) {
                break;
            }
        }
        scan_.isForeign = scan_.packets.empty() && isForeign_;
        return std::move(scan_);
    }

private:
    void fault(std::string_view kind, std::string_view what, bool losesEvents = true)
    {
        scan_.faults.push_back({std::string(kind), offset_, std::string(what), losesEvents});
        isAfterHole_ = isAfterHole_ || losesEvents;
    }

    // False when nothing can follow.
    bool takePacket(const Head& head)
    {
        Packet packet = head.packet;
        packet.offset = offset_;
        packet.isAfterHole = std::exchange(isAfterHole_, false);
        scan_.hasInstances = scan_.hasInstances || head.hasInstance;
        const std::uint64_t left = file_.size() - offset_;
        if (!head.packetBits) {
            packet.size = left;
            scan_.packets.push_back(packet);
            offset_ = file_.size();
            return true;
        }
        const std::uint64_t size = *head.packetBits / 8;
        const std::uint64_t content = head.contentBits.value_or(*head.packetBits);
        if (*head.packetBits % 8 != 0 || *head.packetBits < head.headBits ||
            content > *head.packetBits || content < head.headBits) {
            fault("invalid_packet_size", "a packet's size is " + std::to_string(*head.packetBits) +
                                             " bits with " + std::to_string(content) +
                                             " of content");
            return resynchronize(1);
        }
        packet.size = std::min(size, left);
        if (size > left) {
            packet.isCut = true;
            fault("truncated_packet", "the file ends inside a packet of " + std::to_string(size) +
                                          " bytes, after " + std::to_string(left));
        }
        scan_.packets.push_back(packet);
        offset_ += packet.size;
        return true;
    }

    bool passBadHead(Head::Kind kind)
    {
        const std::span<const std::byte> rest = file_.subspan(offset_);
        if (const auto end = std::ranges::find_if_not(rest, isZero); end == rest.end()) {
            fault("padding_after_packets",
                  std::to_string(rest.size()) + " zero bytes follow the last packet", false);
            return false;
        }
        switch (kind) {
            case Head::Kind::Short:
                fault("truncated_packet", "the file ends inside the head of a packet");
                return false;
            case Head::Kind::OtherTrace:
                isForeign_ = offset_ == 0;
                fault("foreign_packet", "a packet of another trace");
                break;
            default:
                isForeign_ = offset_ == 0;
                fault("invalid_packet", "no packet begins here");
                break;
        }
        return resynchronize(1);
    }

    // To the next bytes that look like the start of a packet of this trace.
    bool resynchronize(std::uint64_t skip)
    {
        if (!hasMagic_) return false;
        std::array<std::byte, 4> magic{};
        for (std::size_t i = 0; i < 4; ++i) {
            const std::size_t shift = 8 * (layout_.isBigEndian ? 3 - i : i);
            magic[i] = std::byte(kMagic >> shift & 0xffU);
        }
        std::span<const std::byte> rest = file_.subspan(offset_ + skip);
        while (true) {
            const auto found = std::ranges::search(rest, magic);
            if (found.empty()) return false;
            offset_ = static_cast<std::uint64_t>(&*found.begin() - file_.data());
            const Head head = readHead(file_.subspan(offset_), layout_);
            if (head.kind == Head::Kind::Sound) return true;
            rest = file_.subspan(offset_ + 1);
        }
    }

    std::span<const std::byte> file_;
    const PacketLayout& layout_;
    PacketScan scan_;
    std::uint64_t offset_ = 0;
    bool hasMagic_ = false;
    bool isForeign_ = false;
    bool isAfterHole_ = false;
};

void putInteger(std::span<char> bytes, std::uint64_t bitOffset, std::uint64_t value,
                const IntegerLayout& type, bool isBigEndian)
{
    const bool isBig = type.isBigEndian.value_or(isBigEndian);
    const std::uint64_t size = type.bits / 8;
    for (std::uint64_t i = 0; i < size; ++i) {
        const std::uint64_t shift = 8 * (isBig ? size - 1 - i : i);
        bytes[bitOffset / 8 + i] = static_cast<char>(value >> shift & 0xffU);
    }
}

std::string headWithSizes(std::string bytes, const Packet& packet, const PacketLayout& layout)
{
    const auto context = layout.contexts.find(packet.streamClass);
    if (context == layout.contexts.end()) return bytes;
    for (const FieldLayout& field : context->second.fields) {
        const std::uint64_t at = field.name == "content_size"  ? packet.contentSizeAt
                                 : field.name == "packet_size" ? packet.packetSizeAt
                                                               : 0;
        if (at == 0) continue;
        putInteger(bytes, at, packet.size * 8, field.type, layout.isBigEndian);
    }
    return bytes;
}

}  // namespace

PacketScan scanPackets(std::span<const std::byte> file, const PacketLayout& layout)
{
    return Scanner(file, layout).run();
}

bool writePackets(const std::filesystem::path& target, std::span<const std::byte> file,
                  std::span<const Packet> packets, const PacketLayout& layout)
{
    std::ofstream out(target, std::ios::binary | std::ios::app);
    for (const Packet& packet : packets) {
        const auto* start = reinterpret_cast<const char*>(file.data() + packet.offset);
        if (!packet.isCut) {
            out.write(start, static_cast<std::streamsize>(packet.size));
            continue;
        }
        const std::string mended = headWithSizes(std::string(start, packet.size), packet, layout);
        out.write(mended.data(), static_cast<std::streamsize>(mended.size()));
    }
    out.close();
    return static_cast<bool>(out);
}

}  // namespace resched::ctf
