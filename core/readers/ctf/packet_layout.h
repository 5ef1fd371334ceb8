// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the head of a packet is laid out in a trace: its header and the packet context of each stream
// class. Babeltrace refuses a whole trace for one packet that is cut or whose size is wrong; with
// the layout we find the whole packets ourselves (packets.h). Only this much of TSDL is read here:
// integers, their aliases and structures of them. A trace whose heads hold anything else has no
// layout, and Babeltrace judges its files alone.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace resched::ctf {

struct IntegerLayout
{
    std::uint32_t bits = 0;
    std::uint32_t align = 1;  // bits
    std::optional<bool> isBigEndian;
};

struct FieldLayout
{
    std::string name;
    IntegerLayout type;
    std::uint32_t count = 1;
};

struct StructLayout
{
    std::uint32_t align = 1;
    std::vector<FieldLayout> fields;
};

struct PacketLayout
{
    bool isBigEndian = false;
    std::optional<std::array<std::uint8_t, 16>> uuid;
    StructLayout header;
    std::map<std::uint64_t, StructLayout> contexts;  // by stream class id
};

// Metadata as text, whether it comes as plain text or in packets.
struct PlainMetadata
{
    std::string text;
    bool isDamaged = false;  // a packet contradicts itself or ends behind the file
};
PlainMetadata plainMetadata(std::string_view metadata);
std::optional<PacketLayout> packetLayoutOf(std::string_view tsdl);

}  // namespace resched::ctf
