// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ctf/prepared_folder.h"

#include "readers/ctf/bt2.h"
#include "readers/ctf/ctf2_translation.h"

#include <algorithm>
#include <fstream>

namespace resched::ctf {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxFiles = 65536;

Error cannotWrite(const fs::path& path)
{
    return {.code = ErrorCode::WriteFailed,
            .what = "cannot write a temporary file",
            .path = path.string()};
}

Result<void> link(const fs::path& target, const fs::path& place)
{
    std::error_code failure;
    fs::create_symlink(fs::absolute(target, failure), place, failure);
    if (failure) return cannotWrite(place);
    return {};
}

// Babeltrace names a port "TRACE | STREAM CLASS | INSTANCE", or with the file's path where packets
// have no instance. The trace and the folder are of no interest.
std::string keyOfPort(std::string_view port)
{
    const std::size_t bar = port.find(" | ");
    if (bar == std::string_view::npos) return {};
    const std::string_view stream = port.substr(bar + 3);
    const std::size_t second = stream.find(" | ");
    if (second == std::string_view::npos) return {};
    std::string_view last = stream.substr(second + 3);
    if (const std::size_t slash = last.rfind('/'); slash != std::string_view::npos) {
        last.remove_prefix(slash + 1);
    }
    return std::string(stream.substr(0, second + 3)) + std::string(last);
}

}  // namespace

Result<PreparedFolder> PreparedFolder::make(const Input& input, const fs::path& folder,
                                            Diagnostics& diagnostics)
{
    PreparedFolder prepared;
    prepared.path_ = folder;
    prepared.original_ = folder;
    prepared.shown_ = input.shown(folder);
    Result<MappedFile> metadata = MappedFile::open(folder / "metadata");
    if (!metadata) return metadata.error();
    const PlainMetadata plain = plainMetadata(metadata->text());
    std::string text = plain.text;
    if (plain.isDamaged) prepared.takeDamagedMetadata(text, diagnostics);
    if (isCtf2Metadata(text)) {
        if (Result<void> translated = prepared.translate(text); !translated) {
            return translated.error();
        }
    }
    prepared.layout_ = packetLayoutOf(text);
    if (!prepared.layout_ && prepared.tsdl_.empty()) return prepared;
    if (Result<void> read = prepared.readFiles(input, folder, diagnostics); !read) {
        return read.error();
    }
    prepared.collectParts();
    if (prepared.isDamaged_ || !prepared.tsdl_.empty()) {
        if (Result<void> mended = prepared.mend(); !mended) return mended.error();
    }
    return prepared;
}

Result<void> PreparedFolder::readFiles(const Input& input, const fs::path& folder,
                                       Diagnostics& diagnostics)
{
    std::error_code failure;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder, failure)) {
        const std::string name = entry.path().filename().string();
        // As Babeltrace: all regular files but hidden ones are streams.
        if (!entry.is_regular_file(failure) || name == "metadata" || name.starts_with('.'))
            continue;
        if (paths.size() < kMaxFiles) paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    for (fs::path& path : paths) {
        Result<MappedFile> bytes = MappedFile::open(path);
        if (!bytes) return bytes.error();
        File file{.path = std::move(path), .bytes = std::move(*bytes), .scan = {}};
        scanFile(file, input, diagnostics);
        files_.push_back(std::move(file));
    }
    return {};
}

// Babeltrace 2.0 reads on for ever when a packet of the metadata is longer than the file. It gets
// what was readable, as plain text.
void PreparedFolder::takeDamagedMetadata(const std::string& text, Diagnostics& diagnostics)
{
    isPartial_ = true;
    tsdl_ = text.starts_with("/* CTF") ? text : "/* CTF 1.8 */\n" + text;
    diagnostics.add("damaged_metadata",
                    {.path = shown_ + "/metadata",
                     .example = "a packet of the metadata is cut or contradicts itself"});
}

// Babeltrace reads CTF 2 itself from version 2.1 on, but in a graph of a later interface than 2.0
// has (MIP 1; in one of MIP 0 it ends the process), and not the drafts of the format. Translated,
// all of them are read alike by every Babeltrace 2.
Result<void> PreparedFolder::translate(std::string& metadata)
{
    Result<std::string> tsdl = tsdlFromCtf2(metadata);
    if (!tsdl) {
        Error error = tsdl.error();
        error.path = shown_ + "/metadata";
        return error;
    }
    metadata = std::move(*tsdl);
    tsdl_ = metadata;
    return {};
}

void PreparedFolder::scanFile(File& file, const Input& input, Diagnostics& diagnostics)
{
    if (!layout_) return;
    file.scan = scanPackets(file.bytes.bytes(), *layout_);
    if (file.scan.isForeign) {
        isDamaged_ = true;  // Babeltrace would refuse the trace for it
        diagnostics.add("foreign_file",
                        {.path = input.shown(file.path),
                         .example = "a file that is no stream of this trace is left out"});
        return;
    }
    for (const PacketFault& fault : file.scan.faults) {
        isDamaged_ = true;
        isPartial_ = isPartial_ || fault.losesEvents;
        diagnostics.add(fault.kind, {.path = input.shown(file.path),
                                     .position = {FilePosition::Unit::Offset, fault.offset},
                                     .example = fault.what});
    }
}

std::string PreparedFolder::keyOf(const File& file, const Packet& packet) const
{
    return std::to_string(packet.streamClass) + " | " +
           (file.scan.hasInstances ? std::to_string(packet.instance)
                                   : file.path.filename().string());
}

void PreparedFolder::collectParts()
{
    for (std::size_t i = 0; i < files_.size(); ++i) {
        for (const Packet& packet : files_[i].scan.packets) {
            parts_[keyOf(files_[i], packet)].push_back({i, packet});
        }
    }
    for (auto& [key, parts] : parts_) {
        std::ranges::stable_sort(parts, {}, [](const Part& part) { return part.packet.begin; });
    }
}

Result<void> PreparedFolder::mend()
{
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return folder.error();
    const fs::path metadata = folder->path() / "metadata";
    if (tsdl_.empty()) {
        if (Result<void> linked = link(original_ / "metadata", metadata); !linked) return linked;
    } else if (!(std::ofstream(metadata, std::ios::binary) << tsdl_ << std::flush)) {
        return cannotWrite(metadata);
    }
    for (const File& file : files_) {
        const fs::path place = folder->path() / file.path.filename();
        if (layout_ && file.scan.packets.empty()) continue;
        if (file.scan.faults.empty()) {
            if (Result<void> linked = link(file.path, place); !linked) return linked;
        } else if (!writePackets(place, file.bytes.bytes(), file.scan.packets, *layout_)) {
            return cannotWrite(place);
        }
    }
    path_ = folder->path();
    mended_ = std::move(*folder);
    return {};
}

const std::vector<PreparedFolder::Part>& PreparedFolder::partsOf(std::string_view port) const
{
    static const std::vector<Part> kNone;
    const auto found = parts_.find(keyOfPort(port));
    return found == parts_.end() ? kNone : found->second;
}

Result<TemporaryFolder> PreparedFolder::rest(std::string_view port, std::size_t first) const
{
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return folder.error();
    if (Result<void> linked = link(path_ / "metadata", folder->path() / "metadata"); !linked) {
        return linked.error();
    }
    const std::vector<Part>& parts = partsOf(port);
    const fs::path place = folder->path() / "stream";
    for (std::size_t i = first; i < parts.size(); ++i) {
        const File& file = files_[parts[i].file];
        if (!writePackets(place, file.bytes.bytes(), {&parts[i].packet, 1}, *layout_)) {
            return cannotWrite(place);
        }
    }
    return folder;
}

}  // namespace resched::ctf
