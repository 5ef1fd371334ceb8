// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Damaged CTF folders, each opened by a process of its own: Babeltrace asserts and aborts where
// others return an error, so only a whole process tells. Every damage follows from a seed;
// RESCHED_MUTATIONS sets how many of each kind are tried.
#include "app/program.h"
#include "readers/input.h"
#include "support/busy_schedule.h"
#include "support/ctf2_writer.h"
#include "support/ctf_writer.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>

namespace resched {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

int mutations()
{
    const char* wanted = std::getenv("RESCHED_MUTATIONS");
    return wanted != nullptr ? std::max(1, std::atoi(wanted)) : 12;
}

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void writeTo(const fs::path& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

void expectCleanEnd(const fs::path& folder)
{
    const test::Outcome outcome = test::resched({"info", folder.string(), "--format", "json"});
    ASSERT_TRUE(outcome.code == 0 || outcome.code == 1) << "exit code " << outcome.code;
    if (outcome.code == 0) {
        EXPECT_TRUE(nlohmann::json::parse(outcome.out).contains("events_total"));
        EXPECT_EQ(outcome.err, "");
    } else {
        EXPECT_TRUE(outcome.err.starts_with("resched: ")) << outcome.err;
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
}

// A change to the bytes of one file.
using Damage = std::function<void(std::string& bytes, std::mt19937& random)>;

void flipBits(std::string& bytes, std::mt19937& random)
{
    if (bytes.empty()) return;
    for (unsigned flips = 1 + random() % 8; flips > 0; --flips) {
        char& byte = bytes[random() % bytes.size()];
        byte = static_cast<char>(byte ^ 1 << random() % 8);
    }
}

void cut(std::string& bytes, std::mt19937& random)
{
    bytes.resize(random() % (bytes.size() + 1));
}

// The heads of packets are where sizes and counts stand.
void spoilHead(std::string& bytes, std::mt19937& random)
{
    const std::size_t head = std::min<std::size_t>(bytes.size(), 100);
    for (int i = 0; i < 4 && head > 0; ++i) {
        bytes[random() % head] = static_cast<char>(random() % 2 == 0 ? 0xff : random());
    }
}

void repeatPart(std::string& bytes, std::mt19937& random)
{
    if (bytes.empty()) return;
    const std::size_t from = random() % bytes.size();
    bytes.insert(random() % bytes.size(), bytes.substr(from, random() % 200));
}

std::vector<fs::path> filesOf(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.is_regular_file()) files.push_back(entry.path().filename());
    }
    std::ranges::sort(files);
    return files;
}

// Copies `recording`, damages one of its files (its metadata alone, or a stream), and opens it.
void tryDamages(const fs::path& recording, bool isMetadata, const Damage& damage, unsigned seed)
{
    std::vector<fs::path> files = filesOf(recording);
    std::erase_if(files, [&](const fs::path& file) { return (file == "metadata") != isMetadata; });
    ASSERT_FALSE(files.empty());
    for (int i = 0; i < mutations(); ++i) {
        std::mt19937 random(seed + static_cast<unsigned>(i));
        const TemporaryFolder folder;
        fs::copy(recording, folder.path(), fs::copy_options::overwrite_existing);
        const fs::path file = folder.path() / files[random() % files.size()];
        std::string bytes = contentOf(file);
        damage(bytes, random);
        writeTo(file, bytes);
        SCOPED_TRACE("damage " + std::to_string(i) + " of " + file.filename().string());
        expectCleanEnd(folder.path());
    }
}

class DamagedCtf : public testing::Test
{
protected:
    void SetUp() override
    {
        test::CtfOptions options;
        options.eventsPerPacket = 20;
        options.hasContexts = true;
        test::writeCtf(folder_.path() / "ctf", test::busySchedule({.events = 300}), options);
    }
    fs::path recording() const { return folder_.path() / "ctf"; }

private:
    TemporaryFolder folder_;
};

TEST_F(DamagedCtf, IsWholeBeforeItIsDamaged)
{
    const test::Outcome outcome = test::resched({"info", recording().string(), "--format", "json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_FALSE(nlohmann::json::parse(outcome.out)["partial"].get<bool>());
}

TEST_F(DamagedCtf, FlippedBitsOfStreamsEndCleanly)
{
    tryDamages(recording(), false, flipBits, 100);
}

TEST_F(DamagedCtf, SpoiledPacketHeadsEndCleanly)
{
    tryDamages(recording(), false, spoilHead, 200);
}

TEST_F(DamagedCtf, CutStreamsEndCleanly)
{
    tryDamages(recording(), false, cut, 300);
}

TEST_F(DamagedCtf, RepeatedPartsOfStreamsEndCleanly)
{
    tryDamages(recording(), false, repeatPart, 400);
}

TEST_F(DamagedCtf, FlippedBitsOfMetadataEndCleanly)
{
    tryDamages(recording(), true, flipBits, 500);
}

TEST_F(DamagedCtf, CutMetadataEndsCleanly)
{
    tryDamages(recording(), true, cut, 600);
}

TEST_F(DamagedCtf, RepeatedPartsOfMetadataEndCleanly)
{
    tryDamages(recording(), true, repeatPart, 700);
}

TEST_F(DamagedCtf, DamagedCtf2MetadataEndsCleanly)
{
    writeTo(recording() / "metadata", test::ctf2Metadata(test::ctf2Fragments()));
    tryDamages(recording(), true, flipBits, 800);
}

TEST_F(DamagedCtf, EachMissingFileEndsCleanly)
{
    for (const fs::path& file : filesOf(recording())) {
        SCOPED_TRACE(file);
        const TemporaryFolder folder;
        fs::copy(recording(), folder.path(), fs::copy_options::overwrite_existing);
        fs::remove(folder.path() / file);
        expectCleanEnd(folder.path());
    }
}

TEST(DamagedRecording, OfLttngEndsCleanly)
{
    NoProgress progress;
    const Result<Input> sample = Input::open(
        fs::path(RESCHED_SOURCE_DIR) / "resources/samples/wakelat_timer_kbuild10.tar.gz", progress);
    ASSERT_TRUE(sample) << describe(sample.error());
    fs::path kernel = sample->location();
    while (!fs::exists(kernel / "metadata")) kernel = fs::directory_iterator(kernel)->path();
    tryDamages(kernel, false, flipBits, 900);
    tryDamages(kernel, false, spoilHead, 1000);
    tryDamages(kernel, true, flipBits, 1100);
}

}  // namespace
}  // namespace resched
