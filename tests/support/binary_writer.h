// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers and texts put one after another in a chosen byte order.

#include "readers/byte_reader.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace resched::test {

class BinaryWriter
{
public:
    explicit BinaryWriter(ByteOrder order = ByteOrder::Little) : swap_(isForeign(order)) {}

    template <std::unsigned_integral T>
    void number(T value)
    {
        if (swap_) value = swapped(value);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void u8(std::uint64_t value) { number(static_cast<std::uint8_t>(value)); }
    void u16(std::uint64_t value) { number(static_cast<std::uint16_t>(value)); }
    void u32(std::uint64_t value) { number(static_cast<std::uint32_t>(value)); }
    void u64(std::uint64_t value) { number(static_cast<std::uint64_t>(value)); }
    // Any of 1, 2, 4, 8 bytes.
    void sized(std::uint64_t value, std::size_t size)
    {
        if (size == 1) u8(value);
        if (size == 2) u16(value);
        if (size == 4) u32(value);
        if (size == 8) u64(value);
    }
    void text(std::string_view value) { bytes_ += value; }
    void zeroTerminated(std::string_view value) { (bytes_ += value) += '\0'; }
    // Cut or filled with NULs to `size`.
    void fixedText(std::string_view value, std::size_t size)
    {
        std::string fixed(value.substr(0, size));
        fixed.resize(size, '\0');
        bytes_ += fixed;
    }
    void alignTo(std::size_t boundary)
    {
        while (bytes_.size() % boundary != 0) bytes_ += '\0';
    }
    void patchU64(std::size_t at, std::uint64_t value)
    {
        if (swap_) value = swapped(value);
        bytes_.replace(at, sizeof value, reinterpret_cast<const char*>(&value), sizeof value);
    }

    std::size_t size() const { return bytes_.size(); }
    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
    bool swap_;
};

}  // namespace resched::test
