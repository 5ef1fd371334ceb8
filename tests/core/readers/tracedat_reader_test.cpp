// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/tracedat/trace_dat_reader.h"
#include "support/picture.h"
#include "support/schedule.h"
#include "support/tracedat_writer.h"

#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace resched {
namespace {

using test::gapsText;
using test::picture;
using test::TraceDatOptions;

constexpr std::string_view kSchedule = R"(
    SW 0 c0 0>A
    SW 1 c1 0>B
    SR 40 c0 A 40 40000
    SW 50 c0 A[S]>0
    WK 100 c1 A@0
    MG 101 c1 A 0>1
    WU 102 c1 A@1
    SW 150 c1 B[R+]>A
    FK 160 c1 A>C
    WN 165 c1 C@0
    SW 170 c0 0>C
    EX 175 c0 C ls
    SW 190 c0 ls:103[X]>0
    SW 200 c1 A[D]>B
    SW 900000 c1 B[I]>0
    END 900300)";

Result<Trace> read(const std::string& file)
{
    TraceBuilder builder;
    NoProgress progress;
    const auto bytes = std::as_bytes(std::span(file.data(), file.size()));
    const Result<void> result = readTraceDat(bytes, "trace.dat", builder, progress);
    if (!result) return result.error();
    return builder.finish(progress);
}

Trace mustRead(const std::string& file)
{
    Result<Trace> trace = read(file);
    EXPECT_TRUE(trace) << describe(trace.error());
    return std::move(*trace);
}

std::vector<TraceDatOptions> allForms()
{
    std::vector<TraceDatOptions> forms;
    for (const ByteOrder order : {ByteOrder::Little, ByteOrder::Big}) {
        for (const int longSize : {4, 8}) {
            for (const auto& [version, isCompressed] :
                 {std::pair{6, false}, std::pair{7, false}, std::pair{7, true}}) {
                TraceDatOptions options;
                options.kernel.order = order;
                options.kernel.longSize = longSize;
                options.version = version;
                options.isCompressed = isCompressed;
                forms.push_back(options);
            }
        }
    }
    return forms;
}

TEST(TraceDatReader, GivesTheTraceOfTheScheduleInEveryForm)
{
    const std::string expected = picture(test::traceOf(kSchedule));
    for (const TraceDatOptions& options : allForms()) {
        SCOPED_TRACE(std::to_string(options.version) + (options.isCompressed ? " packed " : " ") +
                     std::to_string(options.kernel.longSize));
        const Trace trace = mustRead(test::traceDat(kSchedule, options));
        EXPECT_EQ(picture(trace), expected);
        EXPECT_EQ(trace.info().hostname, "guest");
        EXPECT_EQ(trace.info().kernelRelease, "6.1.0-test");
        EXPECT_EQ(trace.info().tracer, "trace-cmd 3.1.6");
        EXPECT_EQ(trace.info().eventsTotal, 16U);
        EXPECT_FALSE(trace.info().partial);
        EXPECT_TRUE(trace.diagnostics().all().empty());
    }
}

TEST(TraceDatReader, TakesOffsetsFromTheFormatText)
{
    TraceDatOptions options;
    options.kernel.hasLazyCount = true;
    options.kernel.hasDynamicComm = true;
    options.kernel.hasSuccess = true;
    EXPECT_EQ(picture(mustRead(test::traceDat(kSchedule, options))),
              picture(test::traceOf(kSchedule)));
    options.kernel.hasVruntime = false;
    EXPECT_TRUE(mustRead(test::traceDat(kSchedule, options)).vruntimes().empty());
}

TEST(TraceDatReader, MissedEventsAreAGap)
{
    constexpr std::string_view kLossy = R"(
        SW 0 c0 0>A
        SW 100 c0 A[S]>B
        LOST 100-400 c0 500
        SW 400 c0 B[S]>A
        SW 450 c0 A[S]>0)";
    for (const TraceDatOptions& options : allForms()) {
        const Trace trace = mustRead(test::traceDat(kLossy, options));
        EXPECT_EQ(trace.info().lostEvents, 500U);
        EXPECT_EQ(gapsText(trace, CpuId{0}), "100-400 lost 500");
        EXPECT_EQ(picture(trace), picture(test::traceOf(kLossy)));
    }
}

TEST(TraceDatReader, AnEventInTwoBuffersIsDecodedOnceAndCountedTwice)
{
    TraceDatOptions options;
    options.repeatsInSecondBuffer = true;
    const Trace trace = mustRead(test::traceDat(kSchedule, options));
    EXPECT_EQ(picture(trace), picture(test::traceOf(kSchedule)));
    EXPECT_EQ(trace.info().eventsTotal, 32U);
}

TEST(TraceDatReader, APageThatHoldsMoreThanItCanIsReadUpToItsEnd)
{
    TraceDatOptions options;
    options.onlySwitches = true;
    std::string file = test::traceDat("SW 0 c0 0>A\nSW 5 c0 A[S]>0", options);
    file[4096 + 9] = '\x7f';  // the second byte of commit in the first page
    const Trace trace = mustRead(file);
    EXPECT_EQ(trace.info().eventsTotal, 2U);
    EXPECT_TRUE(trace.info().partial);
    EXPECT_EQ(trace.diagnostics().count("broken_page"), 1U);
}

TEST(TraceDatReader, EveryCutOfASmallFileGivesAReasonOrAPartOfIt)
{
    for (const TraceDatOptions& form : allForms()) {
        TraceDatOptions options = form;
        options.onlySwitches = true;
        const std::string whole = test::traceDat("SW 0 c0 0>A\nSW 5 c0 A[S]>0", options);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            // Inside the page behind its entries nothing changes.
            if (size % 4096 > 400 && size > 4096 && size % 64 != 0) continue;
            const Result<Trace> trace = read(whole.substr(0, size));
            if (trace) {
                ASSERT_LE(trace->info().eventsTotal, 2U) << size;
            } else {
                ASSERT_FALSE(trace.error().what.empty()) << size;
            }
        }
    }
}

TEST(TraceDatReader, HostileNumbersDoNoHarm)
{
    for (const TraceDatOptions& form : allForms()) {
        TraceDatOptions options = form;
        options.onlySwitches = true;
        const std::string whole = test::traceDat("SW 0 c0 0>A\nSW 5 c0 A[S]>0", options);
        for (std::size_t at = 10; at + 4 <= whole.size(); at += 7) {
            // Behind the few entries of a page nothing is read.
            if (at > 4096 && at % 4096 > 300) continue;
            for (const char fill : {'\xff', '\x7f', '\0'}) {
                std::string file = whole;
                file.replace(at, 4, std::string(4, fill));
                const Result<Trace> trace = read(file);
                if (!trace) {
                    ASSERT_FALSE(trace.error().what.empty()) << at;
                }
            }
        }
    }
}

TEST(TraceDatReader, RefusesOtherVersionsByName)
{
    std::string file = test::traceDat(kSchedule);
    file[10] = '5';
    const Result<Trace> trace = read(file);
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::Unsupported);
    EXPECT_EQ(trace.error().expected, "version 6 or 7");
}

}  // namespace
}  // namespace resched
