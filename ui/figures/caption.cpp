// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/caption.h"

#include "format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QRegularExpression>

#include <filesystem>

namespace resched::ui {

namespace {

class Caption
{
    Q_DECLARE_TR_FUNCTIONS(Caption)
};

}  // namespace

QString programVersion()
{
    return QStringLiteral("Resched " RESCHED_VERSION);
}

QString breakable(QString text)
{
    static const QRegularExpression digits(QStringLiteral("([0-9a-f]{16})(?=[0-9a-f])"));
    return text.replace(digits, QStringLiteral("\\1\u200b"));
}

QString shownPath(const std::string& path)
{
    std::filesystem::path shown(path);
    if (shown.filename().empty()) shown = shown.parent_path();
    std::string name = shown.filename().string();
    // The folder that LTTng writes for the kernel's events has the same name everywhere.
    if (name == "kernel" && shown.has_parent_path()) {
        name = shown.parent_path().filename().string() + "/" + name;
    }
    return fromTrace(name);
}

QString sourceText(const NamedRun& run)
{
    const TraceInfo& info = run.trace->info();
    if (info.simulated) {
        return Caption::tr("%1: %2").arg(run.label, fromTrace(info.provenance));
    }
    const std::string& digest = info.digest.empty() ? run.digest : info.digest;
    QStringList facts{digest.empty()
                          ? shownPath(info.path)
                          : Caption::tr("%1 (%2)").arg(shownPath(info.path), fromTrace(digest)),
                      formatText(info.format)};
    if (!info.kernelRelease.empty()) {
        facts.append(Caption::tr("Linux %1").arg(fromTrace(info.kernelRelease)));
    }
    facts.append(Caption::tr("%n CPU(s)", nullptr, static_cast<int>(run.trace->cpus().size())));
    if (info.partial) facts.append(Caption::tr("read in part"));
    facts.append(info.recordsLosses ? Caption::tr("events lost: %1").arg(count(info.lostEvents))
                                    : Caption::tr("events lost: not known in this format"));
    return Caption::tr("%1: %2").arg(run.label, facts.join(QStringLiteral(", ")));
}

QString rangeText(TimeRange range, Timestamp origin)
{
    return Caption::tr("%1 to %2 after the start of the trace")
        .arg(duration(range.begin - origin, 6), duration(range.end - origin, 6));
}

QString ruleCaption(const LatencyData& data)
{
    const QString key = fromTrace(ruleName(data.rule));
    if (data.rule == WaitRule::Preempt) return key;
    return Caption::tr("%1 from %2")
        .arg(key, data.from == WaitFrom::Waking ? QStringLiteral("sched_waking")
                                                : QStringLiteral("sched_wakeup"));
}

QString samplesText(const QString& label, const LatencyData& data)
{
    return Caption::tr("%1: n = %2, spurious %3, censored %4, lost %5")
        .arg(label, count(data.summary.n), count(data.spurious), count(data.censored),
             count(data.lost));
}

}  // namespace resched::ui
