// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/pending_output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

namespace resched {

namespace {

namespace fs = std::filesystem;

Error cannotWrite(const fs::path& path, const std::string& why)
{
    return {.code = ErrorCode::WriteFailed,
            .what = "cannot be written: " + why,
            .path = path.string(),
            .expected = {}};
}

std::string reason(int code)
{
    return std::generic_category().message(code);
}

// Beside the target, so that renaming stays on one file system.
std::string nameTemplate(const fs::path& target)
{
    return (target.parent_path() / ("." + target.filename().string() + ".XXXXXX")).string();
}

// What mkstemp leaves is for the owner alone; what is exported is for whom umask allows.
void applyUmask(const fs::path& path, mode_t mode)
{
    const mode_t mask = umask(0);
    umask(mask);
    chmod(path.c_str(), mode & ~mask);
}

bool isReplaceableFolder(const fs::path& folder)
{
    std::error_code ignored;
    return !fs::exists(folder, ignored) || fs::is_empty(folder, ignored) ||
           fs::exists(folder / "metadata", ignored);
}

}  // namespace

Result<PendingOutput> PendingOutput::file(const fs::path& target)
{
    std::error_code ignored;
    if (target.filename().empty() || fs::is_directory(target, ignored)) {
        return cannotWrite(target, "a folder of this name exists");
    }
    std::string path = nameTemplate(target);
    const int descriptor = mkstemp(path.data());
    if (descriptor < 0) return cannotWrite(target, reason(errno));
    close(descriptor);
    applyUmask(path, 0666);
    return PendingOutput(target, path, path);
}

Result<PendingOutput> PendingOutput::folder(const fs::path& target)
{
    std::error_code ignored;
    const fs::path place = target.filename().empty() ? target.parent_path() : target;
    if (fs::exists(place, ignored) && !fs::is_directory(place, ignored)) {
        return cannotWrite(place, "a file of this name exists");
    }
    if (!isReplaceableFolder(place)) {
        return cannotWrite(place, "a folder of this name exists and is no trace");
    }
    std::string path = nameTemplate(place);
    if (mkdtemp(path.data()) == nullptr) return cannotWrite(place, reason(errno));
    return PendingOutput(place, path, fs::path(path) / "trace");
}

PendingOutput::PendingOutput(PendingOutput&& other) noexcept
    : target_(std::move(other.target_)),
      holder_(std::exchange(other.holder_, {})),
      path_(std::move(other.path_))
{}

PendingOutput::~PendingOutput()
{
    if (holder_.empty()) return;
    std::error_code ignored;
    fs::remove_all(holder_, ignored);
}

Result<void> PendingOutput::commit()
{
    std::error_code error;
    if (holder_ != path_) fs::remove_all(target_, error);  // rename() replaces files alone
    if (!error) fs::rename(path_, target_, error);
    if (error) return cannotWrite(target_, error.message());
    return {};
}

Result<void> writeWhole(const fs::path& target, std::string_view content)
{
    Result<PendingOutput> output = PendingOutput::file(target);
    if (!output) return output.error();
    std::ofstream file(output->path(), std::ios::binary);
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) return cannotWrite(target, reason(errno));
    return output->commit();
}

}  // namespace resched
