// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/ruler.h"

#include "format.h"

#include <algorithm>

namespace resched::ui {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kSecond;

std::int64_t floorDivide(std::int64_t value, std::int64_t by)
{
    return value / by - (value % by < 0 ? 1 : 0);
}

// How many digits after the point a multiple of `step` needs, in seconds.
int decimalsFor(std::int64_t step)
{
    int decimals = 0;
    for (std::int64_t unit = kSecond; unit > 1 && step % unit != 0; unit /= 10) ++decimals;
    return decimals;
}

QString fraction(std::int64_t nanosecondsOfSecond, int decimals)
{
    if (decimals == 0) return {};
    const QString digits = QStringLiteral("%1").arg(nanosecondsOfSecond, 9, 10, QLatin1Char('0'));
    return QLocale().decimalPoint() + digits.left(decimals);
}

// "12.5 s", "-0.25 s": exact, in integers.
QString secondsText(std::int64_t time, int decimals)
{
    const bool negative = time < 0;
    const std::int64_t size = negative ? -time : time;
    return QCoreApplication::translate("Ruler", "%1 s")
        .arg((negative ? QStringLiteral("-") : QString()) + QString::number(size / kSecond) +
             fraction(size % kSecond, decimals));
}

QString clockText(std::int64_t sinceEpoch, int decimals)
{
    const std::int64_t ofDay = sinceEpoch - floorDivide(sinceEpoch, kDay) * kDay;
    const std::int64_t seconds = ofDay / kSecond;
    const auto two = [](std::int64_t number) {
        return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0'));
    };
    return two(seconds / 3600) + QLatin1Char(':') + two(seconds / 60 % 60) + QLatin1Char(':') +
           two(seconds % 60) + fraction(ofDay % kSecond, decimals);
}

// What a mode adds to a timestamp before it is written, and before it is rounded to a step.
std::int64_t shiftOf(const RulerRequest& request)
{
    switch (request.mode) {
        case RulerMode::Relative:
            return -nanoseconds(request.origin);
        case RulerMode::Boot:
            return 0;
        case RulerMode::WallClock:
            return request.wallClockOffset.value_or(0);
    }
    return 0;
}

QString label(std::int64_t shifted, const RulerRequest& request, int decimals)
{
    const bool isClock = request.mode == RulerMode::WallClock && request.wallClockOffset;
    return isClock ? clockText(shifted, decimals) : secondsText(shifted, decimals);
}

}  // namespace

Nanoseconds rulerStep(Nanoseconds length, int mostTicks)
{
    const std::int64_t most = std::max(mostTicks, 1);
    const std::int64_t least = std::max<std::int64_t>((length.count() + most - 1) / most, 1);
    std::int64_t decade = 1;
    while (decade <= least / 10) decade *= 10;
    for (const int multiple : {1, 2, 5, 10}) {
        if (decade * multiple >= least) return Nanoseconds{decade * multiple};
    }
    return Nanoseconds{decade * 20};
}

std::vector<RulerTick> rulerTicks(const RulerRequest& request)
{
    std::vector<RulerTick> ticks;
    if (request.visible.isEmpty()) return ticks;
    const std::int64_t step = rulerStep(request.visible.length(), request.mostTicks).count();
    const std::int64_t shift = shiftOf(request);
    const std::int64_t begin = nanoseconds(request.visible.begin) + shift;
    const std::int64_t end = nanoseconds(request.visible.end) + shift;
    const int decimals = decimalsFor(step);
    for (std::int64_t at = -floorDivide(-begin, step) * step; at < end; at += step) {
        ticks.push_back({timestamp(at - shift), label(at, request, decimals)});
    }
    return ticks;
}

QString rulerText(Timestamp time, const RulerRequest& request)
{
    return label(nanoseconds(time) + shiftOf(request), request, 9);
}

void RulerTicker::generate(const QCPRange& /*range*/, const QLocale& /*locale*/,
                           QChar /*formatChar*/, int /*precision*/, QVector<double>& ticks,
                           QVector<double>* subTicks, QVector<QString>* tickLabels)
{
    ticks.clear();
    if (subTicks) subTicks->clear();
    if (tickLabels) tickLabels->clear();
    for (const RulerTick& tick : rulerTicks(request_)) {
        ticks.push_back(static_cast<double>((tick.time - request_.origin).count()));
        if (tickLabels) tickLabels->push_back(tick.label);
    }
}

}  // namespace resched::ui
