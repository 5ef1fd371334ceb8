// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/ctf2_translation.h"
#include "readers/ctf/packet_layout.h"
#include "readers/ctf/packets.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// Any metadata, of CTF 2 or 1.8, gives a description or an error; and with whatever packet layout
// it describes, any bytes can be searched for packets.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace resched;
    const std::string_view content(reinterpret_cast<const char*>(data), size);
    std::string tsdl = ctf::plainMetadata(content).text;
    if (ctf::isCtf2Metadata(content)) {
        Result<std::string> translated = ctf::tsdlFromCtf2(content);
        if (!translated) return 0;
        tsdl = std::move(*translated);
    }
    const auto layout = ctf::packetLayoutOf(tsdl);
    if (!layout) return 0;
    constexpr std::array<std::uint8_t, 4> kMagic = {0xC1, 0x1F, 0xFC, 0xC1};
    std::array<std::byte, 512> stream{};
    for (std::size_t i = 0; i < stream.size(); ++i) {
        const std::uint8_t value = i < 4 ? kMagic[i] : data[i % size];
        stream[i] = std::byte{value};
    }
    static_cast<void>(ctf::scanPackets(stream, *layout));
    return 0;
}
