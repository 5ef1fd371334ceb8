// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/input.h"

#include "support/packing.h"
#include "support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

namespace resched {
namespace {

using test::compressed;
using test::Filter;
using test::TemporaryFolder;
using ::testing::HasSubstr;

NoProgress quiet;

std::string someText()
{
    std::string text;
    for (int i = 0; i < 20000; ++i) text += "line " + std::to_string(i * 7919 % 100003) + "\n";
    return text;
}

TEST(Input, MapsAFileAsItIs)
{
    const TemporaryFolder folder;
    const auto path = folder.write("a b#é/c d.dat", "content");
    const Result<Input> input = Input::open(path, quiet);
    ASSERT_TRUE(input);
    EXPECT_EQ(input->text(), "content");
    EXPECT_EQ(input->path(), path);
    EXPECT_FALSE(input->isFolder());
    EXPECT_FALSE(input->isTruncated());
}

TEST(Input, OpensAFolderWithoutBytes)
{
    const TemporaryFolder folder;
    const Result<Input> input = Input::open(folder.path(), quiet);
    ASSERT_TRUE(input);
    EXPECT_TRUE(input->isFolder());
    EXPECT_TRUE(input->bytes().empty());
    EXPECT_EQ(input->location(), folder.path());
}

TEST(Input, UnpacksEachCompression)
{
    const TemporaryFolder folder;
    const std::string text = someText();
    for (const Filter filter : {Filter::Gzip, Filter::Xz, Filter::Zstd}) {
        const Result<Input> input =
            Input::open(folder.write("no-suffix", compressed(text, filter)), quiet);
        ASSERT_TRUE(input) << describe(input.error());
        EXPECT_TRUE(input->text() == text) << input->text().size();
        EXPECT_FALSE(input->isTruncated());
    }
}

TEST(Input, JoinsCompressedStreamsThatFollowEachOther)
{
    const TemporaryFolder folder;
    for (const Filter filter : {Filter::Gzip, Filter::Xz, Filter::Zstd}) {
        const std::string twice = compressed("one, ", filter) + compressed("two", filter);
        const Result<Input> input = Input::open(folder.write("twice", twice), quiet);
        ASSERT_TRUE(input) << describe(input.error());
        EXPECT_EQ(input->text(), "one, two");
        EXPECT_FALSE(input->isTruncated());
    }
}

TEST(Input, KeepsWhatComesBeforeACut)
{
    const TemporaryFolder folder;
    const std::string text = someText();
    for (const Filter filter : {Filter::Gzip, Filter::Xz, Filter::Zstd}) {
        const std::string packed = compressed(text, filter);
        const Result<Input> input =
            Input::open(folder.write("cut", packed.substr(0, packed.size() - 20)), quiet);
        ASSERT_TRUE(input) << describe(input.error());
        EXPECT_TRUE(input->isTruncated());
        EXPECT_GT(input->text().size(), text.size() / 2);
        EXPECT_TRUE(text.starts_with(input->text()));
    }
}

TEST(Input, SaysThatCompressedDataIsDamagedFromItsStart)
{
    const TemporaryFolder folder;
    const Result<Input> input = Input::open(folder.write("bad", "\x1f\x8bnot really"), quiet);
    ASSERT_FALSE(input);
    EXPECT_EQ(input.error().code, ErrorCode::Corrupt);
    EXPECT_THAT(describe(input.error()), HasSubstr("damaged from its start"));
}

TEST(Input, RefusesWhatGrowsOutOfProportion)
{
    const TemporaryFolder folder;
    const std::string zeros(std::size_t{100} << 20U, '\0');
    const std::string packed = compressed(zeros, Filter::Zstd);
    ASSERT_LT(packed.size(), 60000U);
    const Result<Input> input = Input::open(folder.write("bomb", packed), quiet);
    ASSERT_FALSE(input);
    EXPECT_THAT(describe(input.error()), HasSubstr("unpacked it is larger than"));
}

TEST(Input, UnpacksArchivesIntoAFolderThatGoesAway)
{
    const TemporaryFolder content;
    content.write("kernel/metadata", "m");
    content.write("kernel/chan_0", "zero");
    const TemporaryFolder folder;
    std::vector<std::filesystem::path> archives;
    archives.push_back(
        folder.write("a.tar", test::tarOf(content.path(), "session/", Filter::None)));
    archives.push_back(
        folder.write("a.tar.gz", test::tarOf(content.path(), "./session/", Filter::Gzip)));
    archives.push_back(folder.write("a.txz", test::tarOf(content.path(), "", Filter::Xz)));
    archives.push_back(
        folder.write("a.tar.zst", test::tarOf(content.path(), "x/y/", Filter::Zstd)));
    archives.push_back(folder.write("a.zip", test::zipOf(content.path(), "session/")));
    for (const auto& archive : archives) {
        std::filesystem::path place;
        {
            const Result<Input> input = Input::open(archive, quiet);
            ASSERT_TRUE(input) << describe(input.error());
            EXPECT_TRUE(input->isFolder());
            place = input->location();
            EXPECT_TRUE(std::filesystem::exists(place / "chan_0")) << place;
            EXPECT_EQ(input->path(), archive);
            EXPECT_THAT(input->shown(place / "chan_0"), HasSubstr(archive.string()));
            EXPECT_THAT(input->shown(place / "chan_0"), HasSubstr("chan_0"));
        }
        EXPECT_FALSE(std::filesystem::exists(place));
    }
}

TEST(Input, OpensTheOneFileOfAnArchive)
{
    const TemporaryFolder content;
    content.write("deep/perf.data.gz", compressed("PERFILE2", Filter::Gzip));
    const TemporaryFolder folder;
    const auto zip = folder.write("a.zip", test::zipOf(content.path(), ""));
    const Result<Input> input = Input::open(zip, quiet);
    ASSERT_TRUE(input) << describe(input.error());
    EXPECT_FALSE(input->isFolder());
    EXPECT_EQ(input->text(), "PERFILE2");
}

TEST(Input, NeverWritesOutsideTheFolderOfAnArchive)
{
    const TemporaryFolder content;
    content.write("escaped-resched-test", "x");
    content.write("inside", "y");
    const TemporaryFolder folder;
    const auto archive =
        folder.write("a.tar", test::tarOf(content.path(), "../../../../../../tmp/", Filter::None));
    const Result<Input> input = Input::open(archive, quiet);
    EXPECT_FALSE(input);
    EXPECT_FALSE(std::filesystem::exists("/tmp/escaped-resched-test"));
}

TEST(Input, NamesWhatCannotBeOpened)
{
    const TemporaryFolder folder;
    Result<Input> input = Input::open(folder.path() / "absent", quiet);
    ASSERT_FALSE(input);
    EXPECT_EQ(input.error().code, ErrorCode::NotFound);
    EXPECT_THAT(describe(input.error()), HasSubstr("there is no such file or folder"));

    const auto pipe = folder.path() / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    input = Input::open(pipe, quiet);
    ASSERT_FALSE(input);
    EXPECT_THAT(describe(input.error()), HasSubstr("neither a file nor a folder"));
}

TEST(Input, StopsUnpackingWhenCanceled)
{
    class Stop final : public Progress
    {
    public:
        bool advance(double /*fraction*/) override { return false; }
    } stop;
    const TemporaryFolder folder;
    const auto path = folder.write("a.gz", compressed(someText(), Filter::Gzip));
    const Result<Input> input = Input::open(path, stop);
    ASSERT_FALSE(input);
    EXPECT_EQ(input.error().code, ErrorCode::Canceled);
}

}  // namespace
}  // namespace resched
