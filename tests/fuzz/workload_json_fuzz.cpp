// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/workload_json.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

// Any text gives a workload or an error, and a workload that was written reads back the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view content(reinterpret_cast<const char*>(data), size);
    static_cast<void>(resched::looksLikeWorkload(content));
    const resched::Result<resched::Workload> workload = resched::workloadFromJson(content);
    if (!workload) return 0;
    const resched::Result<resched::Workload> again =
        resched::workloadFromJson(resched::workloadToJson(*workload));
    if (!again || !(*again == *workload)) std::abort();
    return 0;
}
