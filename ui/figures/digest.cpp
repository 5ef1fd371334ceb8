// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/digest.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

namespace resched::ui {

namespace {

namespace fs = std::filesystem;

constexpr qint64 kBlock = 1 << 20;

Error unreadable(const fs::path& path)
{
    return {.code = ErrorCode::NotFound, .what = "it cannot be read", .path = path.string()};
}

Result<std::vector<fs::path>> filesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code failure;
    for (fs::recursive_directory_iterator entry(folder, failure), end; entry != end;
         entry.increment(failure)) {
        if (failure) return unreadable(folder);
        if (entry->is_regular_file(failure)) files.push_back(entry->path());
    }
    if (failure) return unreadable(folder);
    std::ranges::sort(files);
    return files;
}

Result<void> addFile(QCryptographicHash& hash, const fs::path& path, Progress& progress)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return unreadable(path);
    while (!file.atEnd()) {
        const QByteArray block = file.read(kBlock);
        if (block.isEmpty()) return unreadable(path);
        hash.addData(block);
        const double size = static_cast<double>(std::max<qint64>(1, file.size()));
        if (!progress.advance(static_cast<double>(file.pos()) / size)) return canceled();
    }
    return {};
}

std::string text(const QCryptographicHash& hash)
{
    return "sha256:" + hash.result().toHex().toStdString();
}

}  // namespace

Result<std::string> digestOf(const fs::path& path, Progress& progress)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::error_code failure;
    if (!fs::is_directory(path, failure)) {
        if (const Result<void> added = addFile(hash, path, progress); !added) return added.error();
        return text(hash);
    }
    const Result<std::vector<fs::path>> files = filesIn(path);
    if (!files) return files.error();
    const double total = static_cast<double>(files->size());
    for (std::size_t i = 0; i < files->size(); ++i) {
        const fs::path& file = (*files)[i];
        const std::uintmax_t size = fs::file_size(file, failure);
        const std::string head =
            file.lexically_relative(path).generic_string() + '\0' + std::to_string(size) + '\0';
        hash.addData(QByteArray::fromStdString(head));
        StepProgress step(progress, static_cast<double>(i) / total,
                          static_cast<double>(i + 1) / total);
        if (const Result<void> added = addFile(hash, file, step); !added) return added.error();
    }
    return text(hash);
}

}  // namespace resched::ui
