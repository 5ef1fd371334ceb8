// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The packets of a stream file, found by their heads alone, and what of the file is damaged: a
// last packet that is cut, sizes that make no sense, zeros or foreign bytes between packets. From
// sound packets a folder can be made that Babeltrace reads.

#include "readers/ctf/packet_layout.h"
#include "trace/diagnostics.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace resched::ctf {

struct Packet
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;    // bytes that are there
    bool isCut = false;        // its head claims more
    bool isAfterHole = false;  // bytes before it could not be read
    std::uint64_t streamClass = 0;
    std::uint64_t instance = 0;  // stream_instance_id
    std::uint64_t begin = 0;     // clock value, 0 when absent
    // Where the head says the sizes, for mending: bit offsets from the packet's start; 0 absent.
    std::uint64_t contentSizeAt = 0;
    std::uint64_t packetSizeAt = 0;
};

struct PacketFault
{
    std::string kind;  // of the diagnostic
    std::uint64_t offset = 0;
    std::string what;
    bool losesEvents = true;  // false: only padding
};

struct PacketScan
{
    std::vector<Packet> packets;
    std::vector<PacketFault> faults;
    bool hasInstances = false;
    bool isForeign = false;  // not a stream file of this trace at all
};

PacketScan scanPackets(std::span<const std::byte> file, const PacketLayout& layout);

// Copies packets to the end of a new file; a cut packet gets the sizes of what is left of it.
// False when it cannot be written.
bool writePackets(const std::filesystem::path& target, std::span<const std::byte> file,
                  std::span<const Packet> packets, const PacketLayout& layout);

}  // namespace resched::ctf
