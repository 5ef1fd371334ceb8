// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/bt2.h"

#include <dlfcn.h>

#include <string>

// Babeltrace's CTF plugin believes every length of a sequence that it reads, and ends the process
// when there is not as much memory; nothing before its field exists could stop it. So its call
// comes here, ahead of the library's function of that name, and more than an event of a kernel can
// hold is refused as not to be had: the packet counts as damaged. Link-time optimisation sees no
// caller.
extern "C" [[gnu::used]] bt_field_array_dynamic_set_length_status bt_field_array_dynamic_set_length(
    bt_field* field, std::uint64_t length)
{
    // A network packet has 64 KiB, and an event must fit into a sub-buffer with others.
    constexpr std::uint64_t kMost = std::uint64_t{1} << 16U;
    using SetLength = decltype(&bt_field_array_dynamic_set_length);
    static const auto ofLibrary =
        reinterpret_cast<SetLength>(dlsym(RTLD_NEXT, "bt_field_array_dynamic_set_length"));
    if (length > kMost || ofLibrary == nullptr) {
        return BT_FIELD_DYNAMIC_ARRAY_SET_LENGTH_STATUS_MEMORY_ERROR;
    }
    return ofLibrary(field, length);
}

namespace resched::ctf {

std::unique_lock<std::mutex> babeltraceLock()
{
    // The one lock of the process that Babeltrace's process-wide lists need.
    static std::mutex mutex;
    return std::unique_lock(mutex);
}

std::optional<Error> pendingError(const std::filesystem::path& path)
{
    const bt_error* cause = bt_current_thread_take_error();
    if (cause == nullptr) return std::nullopt;
    Error error{.code = ErrorCode::Corrupt,
                .what = "Babeltrace cannot read the trace",
                .path = path.string()};
    if (bt_error_get_cause_count(cause) > 0) {
        // The first cause was added where the failure was found, the later ones on the way up.
        std::string text = bt_error_cause_get_message(bt_error_borrow_cause_by_index(cause, 0));
        while (!text.empty() && (text.back() == '.' || text.back() == '\n')) text.pop_back();
        error.what += ": " + text;
    }
    bt_error_release(cause);
    return error;
}

Error takeError(const std::filesystem::path& path)
{
    return pendingError(path).value_or(Error{.code = ErrorCode::Corrupt,
                                             .what = "Babeltrace cannot read the trace",
                                             .path = path.string()});
}

Result<PluginRef> findCtfPlugin()
{
    // Loaded once for the process: unloading changes its lists as much as loading does.
    static const bt_plugin* loaded = nullptr;
    if (loaded == nullptr) {
        bt_logging_set_global_level(BT_LOGGING_LEVEL_NONE);
        if (bt_plugin_find("ctf", BT_TRUE, BT_FALSE, BT_TRUE, BT_TRUE, BT_FALSE, &loaded) !=
            BT_PLUGIN_FIND_STATUS_OK) {
            const Error cause = takeError({});
            loaded = nullptr;
            return Error{
                .code = ErrorCode::Unsupported,
                .what = "the CTF plugin of Babeltrace 2 does not load (" + cause.what + ")",
                .expected = "the package libbabeltrace2-0"};
        }
    }
    bt_plugin_get_ref(loaded);
    return PluginRef(loaded);
}

}  // namespace resched::ctf
