// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Babeltrace 2's C interface with owners: what a function of theirs creates or gets is a Ref, what
// it lets borrow is a plain pointer. takeError() turns the calling thread's error into ours.
//
// The library is not thread-safe: its reference counts are plain integers, and loading a plugin
// changes lists of the process. Graphs that share no object may run at the same time; making and
// destroying them holds babeltraceLock().

#include "base/result.h"

#include <babeltrace2/babeltrace.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

namespace resched::ctf {

template <auto Release>
struct Releaser
{
    template <typename T>
    void operator()(T* object) const
    {
        Release(object);
    }
};
template <typename T, auto Release>
using Ref = std::unique_ptr<T, Releaser<Release>>;

using GraphRef = Ref<bt_graph, bt_graph_put_ref>;
using PluginRef = Ref<const bt_plugin, bt_plugin_put_ref>;
using ValueRef = Ref<bt_value, bt_value_put_ref>;
using MessageRef = Ref<const bt_message, bt_message_put_ref>;

std::unique_lock<std::mutex> babeltraceLock();

// The calling thread's error, which is cleared; the innermost cause tells what was wrong.
std::optional<Error> pendingError(const std::filesystem::path& path);
// Where a call has failed: its error, or a general one.
Error takeError(const std::filesystem::path& path);

// Only under babeltraceLock().
Result<PluginRef> findCtfPlugin();

}  // namespace resched::ctf
