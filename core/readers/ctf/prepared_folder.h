// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A trace folder in a form that Babeltrace reads. A sound folder is used as it is. Of a damaged
// one, or one whose metadata must be translated, a temporary copy is made: sound files linked,
// damaged ones with what packets they have; faults go to the diagnostics. Knows which packets each
// data stream has, so that work can be dealt by size and a stream can be taken up again behind a
// packet whose events do not decode.

#include "base/result.h"
#include "readers/ctf/packets.h"
#include "readers/input.h"
#include "readers/mapped_file.h"
#include "readers/unpack.h"
#include "trace/diagnostics.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace resched::ctf {

class PreparedFolder
{
public:
    static Result<PreparedFolder> make(const Input& input, const std::filesystem::path& folder,
                                       Diagnostics& diagnostics);

    const std::filesystem::path& path() const { return path_; }
    const std::string& shown() const { return shown_; }
    bool isPartial() const { return isPartial_; }

    // A packet of a data stream, in the order in which Babeltrace reads them.
    struct Part
    {
        std::size_t file;
        Packet packet;
    };
    // The stream behind a port of Babeltrace's source; empty when the layout is not known.
    const std::vector<Part>& partsOf(std::string_view port) const;
    // A folder that holds only that stream's packets from `first` on.
    Result<TemporaryFolder> rest(std::string_view port, std::size_t first) const;

private:
    struct File
    {
        std::filesystem::path path;
        MappedFile bytes;
        PacketScan scan;
    };

    Result<void> readFiles(const Input& input, const std::filesystem::path& folder,
                           Diagnostics& diagnostics);
    void takeDamagedMetadata(const std::string& text, Diagnostics& diagnostics);
    Result<void> translate(std::string& metadata);
    void scanFile(File& file, const Input& input, Diagnostics& diagnostics);
    void collectParts();
    Result<void> mend();
    std::string keyOf(const File& file, const Packet& packet) const;

    std::filesystem::path path_;
    std::filesystem::path original_;
    std::string shown_;
    std::string tsdl_;  // translated metadata, "" where Babeltrace reads the folder's own
    std::optional<PacketLayout> layout_;
    std::vector<File> files_;
    std::map<std::string, std::vector<Part>, std::less<>> parts_;
    std::optional<TemporaryFolder> mended_;
    bool isPartial_ = false;
    bool isDamaged_ = false;
};

}  // namespace resched::ctf
