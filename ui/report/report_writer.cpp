// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report.h"

#include <QtCore/QSaveFile>

namespace resched::ui {

Result<void> checkReportPath(const std::filesystem::path& path)
{
    const std::string extension = path.extension().string();
    if (extension == ".html" || extension == ".htm" || extension == ".pdf") return {};
    return Error{.code = ErrorCode::InvalidArgument,
                 .what = extension.empty() ? "the name has no extension"
                                           : "the extension \"" + extension + "\" is not known",
                 .path = path.string(),
                 .expected = ".html or .pdf"};
}

Result<void> writeReport(const Report& report, const std::filesystem::path& path)
{
    if (const Result<void> known = checkReportPath(path); !known) return known.error();
    const std::string bytes = path.extension() == ".pdf" ? reportPdf(report) : reportHtml(report);
    QSaveFile file(QString::fromStdString(path.string()));
    const bool isOpen = file.open(QIODevice::WriteOnly);
    if (isOpen) file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    if (!isOpen || !file.commit()) {
        return Error{.code = ErrorCode::WriteFailed,
                     .what = file.errorString().toStdString(),
                     .path = path.string()};
    }
    return {};
}

}  // namespace resched::ui
