// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Result<T> holds a value or an Error, with the names of std::expected, which GCC 12 lacks in
// C++20. An Error is a code and facts (what, where, what was expected); describe() makes the one
// English sentence that the command line prints, and ui/format the translated one. Broken input
// travels this way; our own mistakes are asserted, and no exception of ours crosses a room.

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace resched {

enum class ErrorCode {
    NotFound,         // the path does not exist or cannot be read
    UnknownFormat,    // no reader knows these bytes
    Unsupported,      // known, but not read by this build; `expected` says what would be
    Corrupt,          // the bytes contradict their format
    InvalidArgument,  // an option, tunable or workload that makes no sense
    WriteFailed,      // a file could not be written; nothing of it is left behind
    Canceled,         // Progress said stop
    OutOfMemory,
    Internal,  // a stray exception of a library
};

// Where in a file something was found: a byte offset for binary formats, a line (from 1) for text.
struct FilePosition
{
    enum class Unit : std::uint8_t { None, Offset, Line };
    Unit unit = Unit::None;
    std::uint64_t value = 0;
    friend bool operator==(const FilePosition&, const FilePosition&) = default;
};

struct Error
{
    ErrorCode code = ErrorCode::Internal;
    std::string what;  // the fact, a clause without a full stop: "the record size is 3"
    std::string path = {};
    FilePosition position = {};
    std::string expected = {};  // what would have been right: "at least 8"
    friend bool operator==(const Error&, const Error&) = default;
};

// One sentence, English: "PATH, offset N: WHAT; expected EXPECTED".
std::string describe(const Error& error);

template <typename T>
class [[nodiscard]] Result
{
public:
    using value_type = T;

    // NOLINTNEXTLINE(google-explicit-constructor): a Result is made by returning the value.
    Result(T value) : content_(std::move(value)) {}
    // NOLINTNEXTLINE(google-explicit-constructor): or by returning the error.
    Result(Error error) : content_(std::move(error)) {}

    bool has_value() const { return content_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & { return *this->operator->(); }
    const T& value() const& { return *this->operator->(); }
    T&& value() && { return std::move(*this->operator->()); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }

    T* operator->()
    {
        assert(has_value());
        return std::get_if<0>(&content_);
    }
    const T* operator->() const
    {
        assert(has_value());
        return std::get_if<0>(&content_);
    }

    const Error& error() const
    {
        assert(!has_value());
        return *std::get_if<1>(&content_);
    }

private:
    std::variant<T, Error> content_;
};

template <>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): made by returning the error.
    Result(Error error) : error_(std::move(error)) {}

    bool has_value() const { return !error_; }
    explicit operator bool() const { return has_value(); }
    const Error& error() const
    {
        assert(error_);
        return *error_;
    }

private:
    std::optional<Error> error_;
};

inline Error canceled()
{
    return {.code = ErrorCode::Canceled, .what = "canceled"};
}

}  // namespace resched
