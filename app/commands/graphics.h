// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What verbs that paint need: Qt without a window. Always offscreen, whatever the display is, so
// that a figure is the same wherever it is made; texts in the user's language.

#include "base/progress.h"
#include "base/result.h"
#include "commands/trace_options.h"
#include "plots/strip_data.h"

#include <memory>

class QApplication;

namespace resched::app {

class Graphics
{
public:
    Graphics();
    ~Graphics();
    Graphics(const Graphics&) = delete;
    Graphics& operator=(const Graphics&) = delete;

private:
    int argc_ = 1;
    char name_[8] = "resched";
    char* argv_[2] = {name_, nullptr};
    std::unique_ptr<QApplication> application_;
};

// Opens what the options name, with the digest of its bytes where they are one file or folder.
Result<ui::NamedRun> openRun(const TraceOptions& options, const QString& label);
// The path that the options name: the sample's, or the first file.
Result<std::filesystem::path> pathOf(const TraceOptions& options);

}  // namespace resched::app
