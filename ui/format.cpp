// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>
#include <QtCore/QLocale>
#include <QtCore/QTimeZone>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace resched::ui {

namespace {

// The translation context of everything here.
class Format
{
    Q_DECLARE_TR_FUNCTIONS(Format)
};

constexpr QChar kNoBreakSpace(0x00a0);
constexpr QChar kDash(0x2013);

int digitsOf(TimeUnit unit)
{
    return 3 * static_cast<int>(unit);
}

std::uint64_t power10(int exponent)
{
    std::uint64_t power = 1;
    for (int i = 0; i < exponent; ++i) power *= 10;
    return power;
}

// INT64_MIN has no positive counterpart among int64.
std::uint64_t magnitude(std::int64_t number)
{
    return number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
}

// The digits after the point, in the digits of the locale.
QString fractionDigits(std::uint64_t fraction, int decimals)
{
    QString digits = QString::number(fraction).rightJustified(decimals, u'0');
    const QString zero = QLocale().zeroDigit();
    if (zero == QStringLiteral("0") || zero.size() != 1) return digits;
    for (QChar& digit : digits) {
        digit = QChar(static_cast<char16_t>(digit.unicode() - u'0' + zero.front().unicode()));
    }
    return digits;
}

QString fixed(std::int64_t length, TimeUnit unit, int decimals, bool keepZeros)
{
    const int kept = std::clamp(decimals, 0, digitsOf(unit));
    const std::uint64_t step = power10(digitsOf(unit) - kept);
    const std::uint64_t rounded = (magnitude(length) + step / 2) / step;
    std::uint64_t fraction = rounded % power10(kept);
    int shown = kept;
    while (!keepZeros && shown > 0 && fraction % 10 == 0) {
        fraction /= 10;
        --shown;
    }
    const QLocale locale;
    QString text = locale.toString(static_cast<qulonglong>(rounded / power10(kept)));
    if (shown > 0) text += locale.decimalPoint() + fractionDigits(fraction, shown);
    if (length < 0 && rounded != 0) text.prepend(locale.negativeSign());
    return text;
}

// A length that rounds up to 1000 of its unit is shown as 1 of the next.
TimeUnit unitForRounded(std::int64_t length, int decimals)
{
    TimeUnit unit = unitFor(Nanoseconds{length});
    if (unit == TimeUnit::Seconds) return unit;
    const std::uint64_t step = power10(std::max(0, digitsOf(unit) - decimals));
    const std::uint64_t rounded = (magnitude(length) + step / 2) / step * step;
    if (rounded >= power10(digitsOf(unit) + 3)) {
        unit = static_cast<TimeUnit>(static_cast<int>(unit) + 1);
    }
    return unit;
}

QString positionText(const Error& error)
{
    switch (error.position.unit) {
        case FilePosition::Unit::Offset:
            return Format::tr("offset %1").arg(error.position.value);
        case FilePosition::Unit::Line:
            return Format::tr("line %1").arg(error.position.value);
        case FilePosition::Unit::None:
            break;
    }
    return {};
}

QString codeText(ErrorCode code)
{
    switch (code) {
        case ErrorCode::NotFound:
            return Format::tr("The file cannot be found or read");
        case ErrorCode::UnknownFormat:
            return Format::tr("The format is not known");
        case ErrorCode::Unsupported:
            return Format::tr("This cannot be read by this program");
        case ErrorCode::Corrupt:
            return Format::tr("The file is damaged");
        case ErrorCode::InvalidArgument:
            return Format::tr("The setting makes no sense");
        case ErrorCode::WriteFailed:
            return Format::tr("The file could not be written");
        case ErrorCode::Canceled:
            return Format::tr("Canceled");
        case ErrorCode::OutOfMemory:
            return Format::tr("There is not enough memory");
        case ErrorCode::Internal:
            return Format::tr("An error inside the program");
    }
    return {};
}

struct KindText
{
    std::string_view kind;
    const char* text;
};

// Kinds that are not listed are shown as their key, with spaces.
constexpr KindText kDiagnosticKinds[] = {
    {"switch_contradiction",
     QT_TRANSLATE_NOOP("Format", "A switch names another outgoing task than the one that ran")},
    {"switch_without_cpu", QT_TRANSLATE_NOOP("Format", "A switch on an unknown CPU")},
    {"task_on_two_cpus", QT_TRANSLATE_NOOP("Format", "A task ran on two CPUs at once")},
    {"unsorted_events", QT_TRANSLATE_NOOP("Format", "Events out of order, sorted on reading")},
    {"missing_wakeup", QT_TRANSLATE_NOOP("Format", "A task ran again without a recorded wakeup")},
    {"raced_wakeup", QT_TRANSLATE_NOOP("Format", "A wakeup that raced with the task's switch-out")},
    {"truncated_packet", QT_TRANSLATE_NOOP("Format", "A packet cut short")},
    {"absurd_time", QT_TRANSLATE_NOOP("Format", "A time far from all others")},
    {"assumed_state_encoding",
     QT_TRANSLATE_NOOP("Format", "The coding of task states was assumed")},
    {"broken_event_format",
     QT_TRANSLATE_NOOP("Format", "An event description that cannot be read")},
    {"broken_event_ids", QT_TRANSLATE_NOOP("Format", "Event numbers that cannot be read")},
    {"broken_sample", QT_TRANSLATE_NOOP("Format", "A record that contradicts its format")},
    {"broken_tracing_data", QT_TRANSLATE_NOOP("Format", "Damaged event descriptions")},
    {"cpu_inferred", QT_TRANSLATE_NOOP("Format", "A CPU worked out from the events around")},
    {"discarded_packets", QT_TRANSLATE_NOOP("Format", "Packets that the tracer discarded")},
    {"event_outside_packet",
     QT_TRANSLATE_NOOP("Format", "An event outside the time of its packet")},
    {"event_without_field", QT_TRANSLATE_NOOP("Format", "An event that lacks a field")},
    {"event_without_format", QT_TRANSLATE_NOOP("Format", "An event without a description")},
    {"event_without_time", QT_TRANSLATE_NOOP("Format", "An event without a time")},
    {"losses_not_recorded", QT_TRANSLATE_NOOP("Format", "The format does not record lost events")},
    {"lost_events", QT_TRANSLATE_NOOP("Format", "Events that the tracer lost")},
    {"overwritten_events", QT_TRANSLATE_NOOP("Format", "Events that newer ones overwrote")},
    {"sample_without_payload", QT_TRANSLATE_NOOP("Format", "A record without its data")},
    {"sample_without_time", QT_TRANSLATE_NOOP("Format", "A record without a time")},
    {"short_payload", QT_TRANSLATE_NOOP("Format", "A record that is too short")},
    {"time_out_of_range", QT_TRANSLATE_NOOP("Format", "A time that cannot be represented")},
    {"truncated_file", QT_TRANSLATE_NOOP("Format", "The file is cut short")},
    {"truncated_tracing_data", QT_TRANSLATE_NOOP("Format", "Event descriptions cut short")},
    {"unfinished_file", QT_TRANSLATE_NOOP("Format", "The recording was not finished")},
    {"unknown_event_id", QT_TRANSLATE_NOOP("Format", "An event number that nothing describes")},
    {"unknown_feature", QT_TRANSLATE_NOOP("Format", "A part of the file that is not known")},
    {"unknown_kernel_release", QT_TRANSLATE_NOOP("Format", "The kernel's version is not known")},
    {"unknown_record", QT_TRANSLATE_NOOP("Format", "A record of an unknown kind")},
    {"unplaced_losses", QT_TRANSLATE_NOOP("Format", "Lost events whose place is not known")},
    {"truncated_compression", QT_TRANSLATE_NOOP("Format", "Compressed data cut short")},
};

QString numbered(const QString& text, const QString& first, const QString& second)
{
    return text.arg(first, second);
}

}  // namespace

TimeUnit unitFor(Nanoseconds length)
{
    const std::uint64_t size = magnitude(length.count());
    if (size < 1'000) return TimeUnit::Nanoseconds;
    if (size < 1'000'000) return TimeUnit::Microseconds;
    if (size < 1'000'000'000) return TimeUnit::Milliseconds;
    return TimeUnit::Seconds;
}

std::int64_t nanosecondsIn(TimeUnit unit)
{
    return static_cast<std::int64_t>(power10(digitsOf(unit)));
}

QString unitName(TimeUnit unit)
{
    switch (unit) {
        case TimeUnit::Nanoseconds:
            return QStringLiteral("ns");
        case TimeUnit::Microseconds:
            return QStringLiteral("µs");
        case TimeUnit::Milliseconds:
            return QStringLiteral("ms");
        case TimeUnit::Seconds:
            return QStringLiteral("s");
    }
    return {};
}

QString duration(Nanoseconds length, int decimals)
{
    const TimeUnit unit = unitForRounded(length.count(), decimals);
    return fixed(length.count(), unit, decimals, false) + kNoBreakSpace + unitName(unit);
}

QString duration(std::optional<Nanoseconds> length, int decimals)
{
    return length ? duration(*length, decimals) : QString(kDash);
}

QString exactDuration(Nanoseconds length)
{
    return duration(length, 9);
}

QString durationIn(Nanoseconds length, TimeUnit unit, int decimals)
{
    return fixed(length.count(), unit, decimals, true);
}

QString timeSince(Timestamp time, Timestamp origin)
{
    return fixed((time - origin).count(), TimeUnit::Seconds, 9, true) + kNoBreakSpace +
           unitName(TimeUnit::Seconds);
}

QString wallClock(Timestamp time, std::optional<std::int64_t> wallClockOffset)
{
    if (!wallClockOffset) return {};
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::int64_t total = nanoseconds(time) + *wallClockOffset;
    const std::int64_t rest = ((total % kSecond) + kSecond) % kSecond;
    const QDateTime second = QDateTime::fromSecsSinceEpoch((total - rest) / kSecond, Qt::UTC);
    return second.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) + u'.' +
           QString::number(rest).rightJustified(9, u'0') + kNoBreakSpace + QStringLiteral("UTC");
}

QString count(std::uint64_t number)
{
    return QLocale().toString(static_cast<qulonglong>(number));
}

QString real(double number, int decimals)
{
    return QLocale().toString(number, 'f', decimals);
}

QString percent(double fraction, int decimals)
{
    return real(fraction * 100.0, decimals) + kNoBreakSpace + QLocale().percent();
}

QString errorText(const Error& error)
{
    const QString what = fromTrace(error.what);
    const QString where = positionText(error);
    QString text = what.isEmpty() ? codeText(error.code)
                                  : Format::tr("%1: %2").arg(codeText(error.code), what);
    if (!error.expected.empty()) {
        text = Format::tr("%1; expected: %2").arg(text, fromTrace(error.expected));
    }
    if (error.path.empty()) return text + u'.';
    const QString path = fromTrace(error.path);
    const QString place = where.isEmpty() ? path : Format::tr("%1, %2").arg(path, where);
    return Format::tr("%1 (%2).").arg(text, place);
}

QString diagnosticText(std::string_view kind)
{
    const auto* const row = std::ranges::find(kDiagnosticKinds, kind, &KindText::kind);
    if (row != std::end(kDiagnosticKinds)) return Format::tr(row->text);
    return fromTrace(kind).replace(u'_', u' ');
}

QString endReasonText(EndReason reason)
{
    switch (reason) {
        case EndReason::Unknown:
            return Format::tr("unknown");
        case EndReason::Block:
            return Format::tr("blocked");
        case EndReason::Exit:
            return Format::tr("ended");
        case EndReason::Preempt:
            return Format::tr("preempted");
        case EndReason::Yield:
            return Format::tr("yielded");
        case EndReason::TickSlice:
            return Format::tr("slice used up at the tick");
        case EndReason::TickLead:
            return Format::tr("too far ahead at the tick");
        case EndReason::WakeupPreempt:
            return Format::tr("preempted by a woken task");
        case EndReason::ForkPreempt:
            return Format::tr("the child runs first");
        case EndReason::ClassPreempt:
            return Format::tr("preempted by a higher priority");
        case EndReason::RoundRobin:
            return Format::tr("round-robin slice used up");
        case EndReason::Throttled:
            return Format::tr("throttled");
        case EndReason::DeadlineRenewed:
            return Format::tr("request served, new deadline");
        case EndReason::NotEligible:
            return Format::tr("no longer eligible");
        case EndReason::Pushed:
            return Format::tr("moved to another CPU");
        case EndReason::PrioChange:
            return Format::tr("priority changed");
        case EndReason::Offline:
            return Format::tr("the CPU went offline");
        case EndReason::RunEnd:
            return Format::tr("end of the run");
    }
    return {};
}

QString decisionText(EndReason reason, const Decision& decision)
{
    const QString value = duration(Nanoseconds{decision.value});
    const QString limit = duration(Nanoseconds{decision.limit});
    switch (reason) {
        case EndReason::TickSlice:
            return numbered(Format::tr("it had run %1 of its slice of %2"), value, limit);
        case EndReason::TickLead:
            return numbered(Format::tr("its vruntime led by %1, more than %2"), value, limit);
        case EndReason::WakeupPreempt:
            return numbered(Format::tr("the woken task was behind by %1 of vruntime, more than %2"),
                            value, limit);
        case EndReason::RoundRobin:
            return numbered(Format::tr("it had run %1 of its slice of %2"), value, limit);
        case EndReason::Throttled:
            return numbered(Format::tr("it had run %1 of the %2 allowed"), value, limit);
        case EndReason::DeadlineRenewed:
            return numbered(Format::tr("its vruntime %1 reached its deadline %2"), value, limit);
        case EndReason::NotEligible:
            return Format::tr("its lag was %1").arg(value);
        case EndReason::ClassPreempt:
            return Format::tr("priority %1 came over priority %2")
                .arg(decision.value)
                .arg(decision.limit);
        case EndReason::Pushed:
            return Format::tr("balancing at level %1, imbalance %2")
                .arg(decision.value)
                .arg(decision.limit);
        default:
            return {};
    }
}

QString stateText(Look look)
{
    switch (look) {
        case Look::Running:
            return Format::tr("running");
        case Look::Woken:
            return Format::tr("woken, waiting");
        case Look::Preempted:
            return Format::tr("preempted, waiting");
        case Look::Sleeping:
            return Format::tr("sleeping");
        case Look::Uninterruptible:
            return Format::tr("uninterruptible");
        case Look::Stopped:
            return Format::tr("stopped");
        case Look::Idle:
            return Format::tr("idle");
        case Look::Unknown:
            return Format::tr("unknown");
        case Look::Lost:
            return Format::tr("events lost");
        case Look::Offline:
            return Format::tr("offline");
        case Look::Absent:
            return Format::tr("absent");
        case Look::Irq:
            return Format::tr("interrupt");
        case Look::SoftIrq:
            return Format::tr("softirq");
        case Look::Count:
            break;
    }
    return {};
}

QString taskStateText(TaskState state)
{
    switch (state) {
        case TaskState::Running:
            return Format::tr("R, runnable");
        case TaskState::Preempted:
            return Format::tr("R+, preempted in the kernel");
        case TaskState::Interruptible:
            return Format::tr("S, sleeping");
        case TaskState::Uninterruptible:
            return Format::tr("D, uninterruptible");
        case TaskState::Stopped:
            return Format::tr("T, stopped");
        case TaskState::Traced:
            return Format::tr("t, traced");
        case TaskState::Dead:
            return Format::tr("X, dead");
        case TaskState::Zombie:
            return Format::tr("Z, zombie");
        case TaskState::Parked:
            return Format::tr("P, parked");
        case TaskState::IdleKernel:
            return Format::tr("I, idle kernel thread");
        case TaskState::Unknown:
            return Format::tr("unknown");
    }
    return {};
}

QString gapText(const Gap& gap)
{
    switch (gap.kind) {
        case GapKind::NotRecorded:
            return Format::tr("not recorded");
        case GapKind::Offline:
            return Format::tr("the CPU was offline");
        case GapKind::Lost:
            break;
    }
    return Format::tr("%n event(s) lost", nullptr,
                      static_cast<int>(std::min<std::uint64_t>(gap.lost, INT32_MAX)));
}

QString ruleText(WaitRule rule)
{
    switch (rule) {
        case WaitRule::RunDelay:
            return Format::tr("run delay");
        case WaitRule::FirstWake:
            return Format::tr("wakeup latency");
        case WaitRule::LastWake:
            return Format::tr("wakeup latency from the last wakeup");
        case WaitRule::Preempt:
            return Format::tr("preemption wait");
        case WaitRule::PerfLatency:
            return Format::tr("latency as perf sched counts it");
    }
    return {};
}

QString waitKindText(WaitKind kind)
{
    return kind == WaitKind::Wakeup ? Format::tr("wakeup latency") : Format::tr("preemption wait");
}

QString formatText(std::string_view format)
{
    if (format == "lttng-ctf") return Format::tr("LTTng kernel trace (CTF)");
    if (format == "perf-ctf") return Format::tr("perf trace converted to CTF");
    if (format == "perf-data") return Format::tr("perf.data");
    if (format == "trace-dat") return Format::tr("trace-cmd trace.dat");
    if (format == "ftrace-pages") return Format::tr("ftrace ring buffer pages");
    if (format == "ftrace-text") return Format::tr("ftrace text");
    if (format == "perf-script") return Format::tr("perf script text");
    if (format == "simulation") return Format::tr("simulated run");
    return fromTrace(format);
}

QString fromTrace(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString taskText(const Trace& trace, TaskId task)
{
    if (task == kNoTask) return Format::tr("unknown task");
    if (task == kIdleTask) return Format::tr("idle");
    return fromTrace(trace.name(task)) + u'-' + QString::number(number(trace.task(task).tid));
}

}  // namespace resched::ui
