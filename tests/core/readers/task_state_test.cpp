// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/task_state.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace resched {
namespace {

std::vector<TaskState> decodeAll(const PrevStateDecoder& decoder,
                                 const std::vector<std::int64_t>& values)
{
    std::vector<TaskState> states;
    for (const std::int64_t value : values) states.push_back(decoder.decode(value));
    return states;
}

const std::vector<std::int64_t> kReportValues = {0, 1, 2, 4, 8, 16, 32, 64, 128, 256};
const std::vector<TaskState> kReportStates = {
    TaskState::Running,    TaskState::Interruptible, TaskState::Uninterruptible, TaskState::Stopped,
    TaskState::Traced,     TaskState::Dead,          TaskState::Zombie,          TaskState::Parked,
    TaskState::IdleKernel, TaskState::Preempted};

TEST(KernelRelease, ReadsTheNumbersInFront)
{
    EXPECT_EQ(parseKernelRelease("4.14.62-v7elcole"), (KernelVersion{4, 14, 62}));
    EXPECT_EQ(parseKernelRelease("5.10"), (KernelVersion{5, 10, 0}));
    EXPECT_EQ(parseKernelRelease("6.1.0-13-amd64"), (KernelVersion{6, 1, 0}));
    EXPECT_EQ(parseKernelRelease("2.6.32.4"), (KernelVersion{2, 6, 32}));
    EXPECT_FALSE(parseKernelRelease(""));
    EXPECT_FALSE(parseKernelRelease("6"));
    EXPECT_FALSE(parseKernelRelease("unknown"));
}

TEST(PrevState, ReportBitsAreDecodedFrom420On)
{
    for (const char* release : {"5.10", "6.1.192", "4.19.9", "4.14.102-ltsi", "6.12.117", "4.20"}) {
        const PrevStateDecoder decoder = PrevStateDecoder::forRelease(release);
        EXPECT_EQ(decodeAll(decoder, kReportValues), kReportStates) << release;
        EXPECT_FALSE(decoder.isAssumed()) << release;
    }
}

TEST(PrevState, RawStatesAreDecodedBefore414)
{
    const PrevStateDecoder decoder = PrevStateDecoder::forRelease("4.9.0-8-amd64");
    EXPECT_EQ(
        decodeAll(decoder, {0, 1, 2, 4, 8, 16, 32, 64, 512, 4096}),
        (std::vector{TaskState::Running, TaskState::Interruptible, TaskState::Uninterruptible,
                     TaskState::Stopped, TaskState::Traced, TaskState::Dead, TaskState::Zombie,
                     TaskState::Dead, TaskState::Parked, TaskState::Preempted}));
    EXPECT_EQ(decoder.decode(1026), TaskState::IdleKernel) << "not counted as load";
    EXPECT_EQ(decoder.decode(4097), TaskState::Preempted);
}

TEST(PrevState, ACombinedStateIsTheWaitAndNotItsModifier)
{
    const PrevStateDecoder decoder = PrevStateDecoder::forRelease("3.19.0");
    EXPECT_EQ(decoder.decode(130), TaskState::Uninterruptible) << "D|K";
    EXPECT_EQ(decoder.decode(132), TaskState::Stopped);
    EXPECT_EQ(decoder.decode(136), TaskState::Traced);
    EXPECT_EQ(taskStateFromLetters("D|K"), TaskState::Uninterruptible);
    EXPECT_EQ(taskStateFromLetters("K"), TaskState::Uninterruptible);
}

TEST(PrevState, ThePreemptedFlagMovedWithTheVersions)
{
    EXPECT_EQ(PrevStateDecoder::forRelease("3.1").decode(512), TaskState::Unknown);
    EXPECT_EQ(PrevStateDecoder::forRelease("3.2").decode(512), TaskState::Preempted);
    EXPECT_EQ(PrevStateDecoder::forRelease("3.8").decode(512), TaskState::Preempted);
    EXPECT_EQ(PrevStateDecoder::forRelease("3.10").decode(1024), TaskState::Preempted);
    EXPECT_EQ(PrevStateDecoder::forRelease("4.4").decode(2048), TaskState::Preempted);
    EXPECT_EQ(PrevStateDecoder::forRelease("4.8").decode(4096), TaskState::Preempted);
}

TEST(PrevState, ZombieAndDeadChangedPlacesIn314)
{
    EXPECT_EQ(PrevStateDecoder::forRelease("3.13").decode(16), TaskState::Zombie);
    EXPECT_EQ(PrevStateDecoder::forRelease("3.14").decode(16), TaskState::Dead);
}

TEST(PrevState, TheEarly414KernelsStoredAnIndex)
{
    const PrevStateDecoder decoder = PrevStateDecoder::forRelease("4.14.62-v7");
    EXPECT_EQ(decodeAll(decoder, {0, 1, 2, 3, 4, 5, 6, 7, 8, 256}), kReportStates);
    EXPECT_EQ(decoder.decode(9), TaskState::Unknown);
}

TEST(PrevState, The415To419KernelsStoredAShiftedIndex)
{
    for (const char* release : {"4.15.0-65-generic", "4.14.64", "4.19.8"}) {
        const PrevStateDecoder decoder = PrevStateDecoder::forRelease(release);
        EXPECT_EQ(decodeAll(decoder, {1, 2, 4, 8, 16, 32, 64, 128, 256}),
                  std::vector(kReportStates.begin(), kReportStates.end() - 1))
            << release;
    }
}

TEST(PrevState, AnUnknownReleaseMeansTheNewestRuleAndSaysSo)
{
    const PrevStateDecoder decoder = PrevStateDecoder::forRelease("");
    EXPECT_TRUE(decoder.isAssumed());
    EXPECT_EQ(decodeAll(decoder, kReportValues), kReportStates);
    EXPECT_EQ(decoder.decode(4096), TaskState::Preempted) << "only an older kernel writes this";
    EXPECT_EQ(decoder.decode(1026), TaskState::IdleKernel);
    EXPECT_EQ(decoder.decode(130), TaskState::Uninterruptible);
}

TEST(PrevState, ThePrintFormatDecidesWithoutARelease)
{
    const std::string old =
        R"("prev_state=%s%s", REC->prev_state & (1024-1) ? __print_flags(REC->prev_state & )"
        R"((1024-1), "|", { 1, "S"} , { 2, "D" }, { 4, "T" }, { 8, "t" }, { 16, "Z" }, )"
        R"({ 32, "X" }, { 64, "x" }, { 128, "K" }, { 256, "W" }, { 512, "P" }) : "R", )"
        R"(REC->prev_state & 1024 ? "+" : "", REC->next_comm)";
    const PrevStateDecoder raw = PrevStateDecoder::forFormat(old, "");
    EXPECT_FALSE(raw.isAssumed());
    EXPECT_EQ(decodeAll(raw, {0, 1, 130, 64, 512, 1024}),
              (std::vector{TaskState::Running, TaskState::Interruptible, TaskState::Uninterruptible,
                           TaskState::Dead, TaskState::Parked, TaskState::Preempted}));

    const std::string recent =
        R"("prev_state=%s%s", (REC->prev_state & ((((0x00000000 | 0x00000040) + 1) << 1) - 1)) ? )"
        R"(__print_flags(REC->prev_state & ((((0x00000000 | 0x00000040) + 1) << 1) - 1), "|", )"
        R"({ 0x00000001, "S" }, { 0x00000002, "D" }, { 0x00000004, "T" }, { 0x00000008, "t" }, )"
        R"({ 0x00000010, "X" }, { 0x00000020, "Z" }, { 0x00000040, "P" }, { 0x00000080, "I" }) )"
        R"(: "R", REC->prev_state & (((0x00000000 | 0x00000040) + 1) << 1) ? "+" : "")";
    EXPECT_EQ(decodeAll(PrevStateDecoder::forFormat(recent, ""), kReportValues), kReportStates);
}

TEST(PrevState, AKnownBrokenReleaseOverrulesThePrintFormat)
{
    const PrevStateDecoder decoder =
        PrevStateDecoder::forFormat(R"(__print_flags(x, "|", { 0x01, "S" }, { 0x02, "D" }, )"
                                    R"({ 0x04, "T" }, { 0x80, "I" }))",
                                    "4.14.62");
    EXPECT_EQ(decoder.decode(8), TaskState::IdleKernel);
}

TEST(PrevState, OlderLttngRecordsRawStatesOnNewerKernels)
{
    const PrevStateDecoder old = PrevStateDecoder::forLttng("5.3.0", 2, 11);
    EXPECT_EQ(decodeAll(old, {0, 1, 64, 128, 1026, 4096}),
              (std::vector{TaskState::Running, TaskState::Interruptible, TaskState::Parked,
                           TaskState::Dead, TaskState::IdleKernel, TaskState::Preempted}));
    EXPECT_EQ(decodeAll(PrevStateDecoder::forLttng("5.3.0", 2, 12), kReportValues), kReportStates);
    EXPECT_EQ(PrevStateDecoder::forLttng("4.9", 2, 8).decode(4096), TaskState::Preempted);
}

TEST(PrevState, LettersOfTextTracesAreRead)
{
    EXPECT_EQ(taskStateFromLetters("R"), TaskState::Running);
    EXPECT_EQ(taskStateFromLetters("R+"), TaskState::Preempted);
    EXPECT_EQ(taskStateFromLetters("S"), TaskState::Interruptible);
    EXPECT_EQ(taskStateFromLetters("D|N"), TaskState::IdleKernel);
    EXPECT_EQ(taskStateFromLetters("t"), TaskState::Traced);
    EXPECT_EQ(taskStateFromLetters("x"), TaskState::Dead);
    EXPECT_EQ(taskStateFromLetters("Z"), TaskState::Zombie);
    EXPECT_EQ(taskStateFromLetters(""), TaskState::Unknown);
}

}  // namespace
}  // namespace resched
