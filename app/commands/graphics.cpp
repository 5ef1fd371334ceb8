// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/graphics.h"

#include "commands/terminal_progress.h"
#include "figures/digest.h"
#include "language.h"
#include "sample.h"

#include <QtWidgets/QApplication>

#include <clocale>

namespace resched::app {

Graphics::Graphics()
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // The display's scale must not reach a figure.
    qputenv("QT_SCALE_FACTOR", "1");
    // Qt remarks on a missing XDG_RUNTIME_DIR, which nothing here needs.
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    application_ = std::make_unique<QApplication>(argc_, argv_);
    qInstallMessageHandler(nullptr);
    // Qt sets the C locale from the environment; numbers in CSV and JSON keep their point.
    std::setlocale(LC_NUMERIC, "C");
    ui::speakUsersLanguage(*application_);
}

Graphics::~Graphics() = default;

Result<std::filesystem::path> pathOf(const TraceOptions& options)
{
    if (options.sample) return samplePath();
    return std::filesystem::path(options.files.empty() ? std::string() : options.files.front());
}

Result<ui::NamedRun> openRun(const TraceOptions& options, const QString& label)
{
    Result<std::shared_ptr<const Trace>> trace = openTrace(options);
    if (!trace) return trace.error();
    ui::NamedRun run{.label = label, .trace = std::move(*trace)};
    if (run.trace->info().digest.empty() && options.files.size() + (options.sample ? 1 : 0) == 1) {
        const Result<std::filesystem::path> path = pathOf(options);
        if (!path) return path.error();
        TerminalProgress progress("Hashing");
        Result<std::string> digest = ui::digestOf(*path, progress);
        if (!digest) return digest.error();
        run.digest = std::move(*digest);
    }
    return run;
}

}  // namespace resched::app
