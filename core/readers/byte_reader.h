// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reading numbers and strings of a file in its own byte order. loadNumber() is for hot loops that
// have checked the bounds; ByteReader is a cursor that checks each read and remembers its first
// failure: read many fields, ask once. After a failure every number is 0 and every span empty.

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace resched {

enum class ByteOrder : std::uint8_t { Little, Big };

constexpr bool isForeign(ByteOrder order)
{
    return (order == ByteOrder::Big) != (std::endian::native == std::endian::big);
}

template <std::unsigned_integral T>
constexpr T swapped(T value)
{
    if constexpr (sizeof(T) == 2) {
        return static_cast<T>(__builtin_bswap16(value));
    } else if constexpr (sizeof(T) == 4) {
        return __builtin_bswap32(value);
    } else if constexpr (sizeof(T) == 8) {
        return __builtin_bswap64(value);
    } else {
        return value;
    }
}

template <std::unsigned_integral T>
T loadNumber(const std::byte* from, bool swap)
{
    T value;
    std::memcpy(&value, from, sizeof value);
    return swap ? swapped(value) : value;
}

class ByteReader
{
public:
    ByteReader(std::span<const std::byte> bytes, ByteOrder order)
        : bytes_(bytes), swap_(isForeign(order))
    {}

    bool failed() const { return failed_; }
    std::size_t position() const { return position_; }
    std::size_t remaining() const { return bytes_.size() - position_; }

    template <std::unsigned_integral T>
    T number()
    {
        const std::span<const std::byte> from = take(sizeof(T));
        return from.empty() ? T{0} : loadNumber<T>(from.data(), swap_);
    }
    std::uint8_t u8() { return number<std::uint8_t>(); }
    std::uint16_t u16() { return number<std::uint16_t>(); }
    std::uint32_t u32() { return number<std::uint32_t>(); }
    std::uint64_t u64() { return number<std::uint64_t>(); }

    std::span<const std::byte> take(std::uint64_t size)
    {
        if (failed_ || size > remaining()) {
            failed_ = true;
            return {};
        }
        const auto taken = bytes_.subspan(position_, static_cast<std::size_t>(size));
        position_ += static_cast<std::size_t>(size);
        return taken;
    }
    void skip(std::uint64_t size) { take(size); }
    void seek(std::uint64_t position)
    {
        failed_ = failed_ || position > bytes_.size();
        if (!failed_) position_ = static_cast<std::size_t>(position);
    }

    // As many bytes as a text; ends at the first NUL in it.
    std::string_view text(std::uint64_t size)
    {
        const std::span<const std::byte> from = take(size);
        const std::string_view all(reinterpret_cast<const char*>(from.data()), from.size());
        return all.substr(0, all.find('\0'));
    }
    // Up to a NUL, which must be there.
    std::string_view zeroTerminated()
    {
        const std::string_view rest(reinterpret_cast<const char*>(bytes_.data()) + position_,
                                    remaining());
        const std::size_t end = failed_ ? std::string_view::npos : rest.find('\0');
        if (end == std::string_view::npos) {
            failed_ = true;
            return {};
        }
        position_ += end + 1;
        return rest.substr(0, end);
    }

private:
    std::span<const std::byte> bytes_;
    std::size_t position_ = 0;
    bool swap_;
    bool failed_ = false;
};

}  // namespace resched
