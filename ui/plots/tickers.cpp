// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/tickers.h"

#include <algorithm>
#include <cmath>

namespace resched::ui {

namespace {

std::int64_t wholeNanoseconds(double coordinate)
{
    return static_cast<std::int64_t>(std::llround(coordinate));
}

}  // namespace

TimeUnit unitForRange(const QCPRange& range)
{
    const double largest = std::max(std::abs(range.lower), std::abs(range.upper));
    return unitFor(Nanoseconds{wholeNanoseconds(std::min(largest, 9e18))});
}

QVector<double> LinearTimeTicker::createTickVector(double tickStep, const QCPRange& range)
{
    unit_ = unitForRange(range);
    const double inUnit = tickStep / static_cast<double>(nanosecondsIn(unit_));
    // As many as the step needs: 2.5 has one.
    double step = inUnit;
    for (decimals_ = 0; decimals_ < 9 && std::abs(step - std::round(step)) > 1e-6; ++decimals_) {
        step *= 10;
    }
    return QCPAxisTicker::createTickVector(tickStep, range);
}

QString LinearTimeTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/,
                                       int /*precision*/)
{
    return durationIn(Nanoseconds{wholeNanoseconds(tick)}, unit_, decimals_);
}

void LogTicker::generate(const QCPRange& range, const QLocale& /*locale*/, QChar /*formatChar*/,
                         int /*precision*/, QVector<double>& ticks, QVector<double>* subTicks,
                         QVector<QString>* tickLabels)
{
    ticks.clear();
    if (subTicks != nullptr) subTicks->clear();
    if (tickLabels != nullptr) tickLabels->clear();
    if (range.lower <= 0 || range.upper <= range.lower) return;
    if (zero_ && range.contains(*zero_)) {
        ticks.append(*zero_);
        if (tickLabels != nullptr) tickLabels->append(count(0));
    }
    const double decades = std::log10(range.upper / range.lower);
    const bool isFine = decades < 2.6;
    const int every = std::max(1, static_cast<int>(std::ceil(decades / 9)));
    const int first = static_cast<int>(std::floor(std::log10(range.lower)));
    const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
    for (int exponent = first; exponent <= last; ++exponent) {
        for (int factor = 1; factor < 10; ++factor) {
            const double tick = factor * std::pow(10.0, exponent);
            if (zero_ && tick < *zero_ * 1.12) continue;  // left of it are only zeros
            if (tick < range.lower * 0.999999 || tick > range.upper * 1.000001) continue;
            const bool isMain =
                factor == 1 ? exponent % every == 0 : isFine && (factor == 2 || factor == 5);
            if (isMain) {
                ticks.append(tick);
                if (tickLabels != nullptr) tickLabels->append(label(tick));
            } else if (subTicks != nullptr) {
                subTicks->append(tick);
            }
        }
    }
}

QString LogTicker::label(double tick) const
{
    if (content_ == Content::Time) return duration(Nanoseconds{wholeNanoseconds(tick)});
    return tick < 1 ? QString() : count(static_cast<std::uint64_t>(wholeNanoseconds(tick)));
}

double CountTicker::getTickStep(const QCPRange& range)
{
    return std::max(1.0, QCPAxisTicker::getTickStep(range));
}

int CountTicker::getSubTickCount(double tickStep)
{
    return tickStep < 5 ? 0 : QCPAxisTicker::getSubTickCount(tickStep);
}

QString CountTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/,
                                  int /*precision*/)
{
    if (tick < -0.5) return {};
    return count(static_cast<std::uint64_t>(std::llround(std::max(0.0, tick))));
}

QString PercentTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*formatChar*/,
                                    int /*precision*/)
{
    return percent(tick, 0);
}

}  // namespace resched::ui
