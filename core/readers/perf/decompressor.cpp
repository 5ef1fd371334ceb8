// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/perf/decompressor.h"

#include <zstd.h>

#include <cstring>

namespace resched::perf {

namespace {

// A record has at most 64 KiB, so that a whole one always fits.
constexpr std::size_t kBuffer = std::size_t{512} * 1024;
// perf's ring buffers are compressed with windows of at most this size.
constexpr int kMaxWindowLog = 27;

}  // namespace

void Decompressor::Free::operator()(ZSTD_DCtx_s* context) const
{
    ZSTD_freeDCtx(context);
}

Decompressor::Decompressor() : context_(ZSTD_createDCtx()), buffer_(kBuffer)
{
    if (context_) ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
}

bool Decompressor::unpack(std::span<const std::byte> packed, std::uint64_t mostUnpacked,
                          const Consume& consume)
{
    if (!context_) return false;
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    while (true) {
        ZSTD_outBuffer out{buffer_.data(), buffer_.size(), filled_};
        const std::size_t before = in.pos;
        const std::size_t result = ZSTD_decompressStream(context_.get(), &out, &in);
        if (ZSTD_isError(result) != 0) return false;
        const bool isStuck = in.pos == before && out.pos == filled_;
        unpacked_ += out.pos - filled_;
        filled_ = out.pos;
        if (unpacked_ > mostUnpacked) return false;
        const bool wasFull = filled_ == buffer_.size();
        const std::size_t taken = consume(std::span(buffer_).first(filled_));
        filled_ -= taken;
        std::memmove(buffer_.data(), buffer_.data() + taken, filled_);
        // The library may still hold output when its input is used up and the buffer was full.
        if (in.pos == in.size && !wasFull) return true;
        if (isStuck && taken == 0) return in.pos == in.size;
    }
}

}  // namespace resched::perf
