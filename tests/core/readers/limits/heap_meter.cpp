// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "limits/heap_meter.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define RESCHED_HAS_OWN_MALLOC 0
#else
#define RESCHED_HAS_OWN_MALLOC 1
#endif

namespace {

std::atomic<std::uint64_t> allocated = 0;
std::atomic<std::uint64_t> most = 0;

[[maybe_unused]] void* counted(void* memory)
{
    if (memory == nullptr) return nullptr;
    const std::uint64_t now =
        allocated.fetch_add(malloc_usable_size(memory), std::memory_order_relaxed) +
        malloc_usable_size(memory);
    std::uint64_t seen = most.load(std::memory_order_relaxed);
    while (seen < now && !most.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
    }
    return memory;
}

[[maybe_unused]] void uncounted(void* memory)
{
    if (memory == nullptr) return;
    allocated.fetch_sub(malloc_usable_size(memory), std::memory_order_relaxed);
}

}  // namespace

#if RESCHED_HAS_OWN_MALLOC

// The C library lets a program bring these, and keeps its own under other names.
extern "C" {
void* __libc_malloc(std::size_t size);                     // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t count, std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* memory, std::size_t size);      // NOLINT(bugprone-reserved-identifier)
void* __libc_memalign(std::size_t alignment,
                      std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void __libc_free(void* memory);           // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept
{
    return counted(__libc_malloc(size));
}

void* calloc(std::size_t count, std::size_t size) noexcept
{
    return counted(__libc_calloc(count, size));
}

void* realloc(void* memory, std::size_t size) noexcept
{
    const std::size_t before = memory == nullptr ? 0 : malloc_usable_size(memory);
    void* const moved = __libc_realloc(memory, size);
    if (moved == nullptr && size > 0) return nullptr;
    allocated.fetch_sub(before, std::memory_order_relaxed);
    return counted(moved);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept
{
    return counted(__libc_memalign(alignment, size));
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    return memalign(alignment, size);
}

int posix_memalign(void** place, std::size_t alignment, std::size_t size) noexcept
{
    *place = memalign(alignment, size);
    return *place == nullptr ? ENOMEM : 0;
}

void free(void* memory) noexcept
{
    uncounted(memory);
    __libc_free(memory);
}
}

#endif

namespace resched::test {

bool canMeasureHeap()
{
    return RESCHED_HAS_OWN_MALLOC != 0;
}

HeapMeter::HeapMeter() : before_(allocated)
{
    most = before_;
}

std::uint64_t HeapMeter::peak() const
{
    return most - before_;
}

}  // namespace resched::test
