// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The zstd stream that runs through the COMPRESSED records of a perf.data file. Records inside it
// may begin in one such record and end in the next; what is whole so far is handed out, the rest is
// kept. Holds at most one block and one record, however much a hostile stream unpacks to.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

struct ZSTD_DCtx_s;

namespace resched::perf {

class Decompressor
{
public:
    Decompressor();

    // Takes the first whole records of what has been unpacked and answers how many bytes they have;
    // the rest is offered again with what follows. Nothing: stop.
    using Consume = std::function<std::size_t(std::span<const std::byte>)>;

    // False when the stream is damaged, or unpacks to more than is plausible.
    bool unpack(std::span<const std::byte> packed, std::uint64_t mostUnpacked,
                const Consume& consume);
    // Bytes of a record that never ended.
    std::size_t leftOver() const { return filled_; }

private:
    struct Free
    {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    std::unique_ptr<ZSTD_DCtx_s, Free> context_;
    std::vector<std::byte> buffer_;
    std::size_t filled_ = 0;
    std::uint64_t unpacked_ = 0;
};

}  // namespace resched::perf
