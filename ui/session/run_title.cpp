// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/run_title.h"

#include "format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFileInfo>
#include <QtCore/QStringList>

namespace resched::ui {
namespace {

QString valueText(const SchedulerPreset* preset, const std::string& name, std::int64_t value)
{
    if (preset) {
        for (const TunableSpec& tunable : preset->tunables) {
            if (tunable.name == name && tunable.unit == TunableUnit::Nanoseconds) {
                return duration(Nanoseconds{value});
            }
        }
    }
    return QLocale().toString(static_cast<qlonglong>(value));
}

}  // namespace

QString settingsTitle(const RunSettings& settings)
{
    const SchedulerPreset* preset = findScheduler(settings.scheduler.scheduler);
    QStringList parts{fromTrace(preset ? preset->title : settings.scheduler.scheduler)};
    for (const auto& [name, value] : settings.scheduler.tunables) {
        parts << fromTrace(name) + QLatin1Char(' ') + valueText(preset, name, value);
    }
    for (const auto& [name, on] : settings.scheduler.features) {
        parts << (on ? QString() : QStringLiteral("NO_")) + fromTrace(name);
    }
    parts << QCoreApplication::translate("RunTitle", "CPUs: %1")
                 .arg(settings.machine.topology.count());
    parts << QCoreApplication::translate("RunTitle", "HZ %1").arg(settings.machine.hz);
    return parts.join(QStringLiteral(", "));
}

QString runTitle(const Run& run)
{
    const QString settings = run.settings ? settingsTitle(*run.settings) : QString();
    if (!run.title.empty()) return fromTrace(run.title) + QStringLiteral(", ") + settings;
    if (run.settings) return settings;
    const TraceInfo& info = run.trace->info();
    QStringList parts{QFileInfo(fromTrace(info.path)).fileName()};
    parts << formatText(info.format);
    if (!info.kernelRelease.empty()) {
        parts << QCoreApplication::translate("RunTitle", "Linux %1")
                     .arg(fromTrace(info.kernelRelease));
    }
    if (info.partial) parts << QCoreApplication::translate("RunTitle", "partial");
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

}  // namespace resched::ui
