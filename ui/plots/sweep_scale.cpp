// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/sweep_scale.h"

#include "format.h"

#include <cmath>
#include <string_view>

namespace resched::ui {

namespace {

struct Suffix
{
    std::string_view text;
    double nanoseconds;
};
constexpr Suffix kSuffixes[] = {{"_ns", 1}, {"_us", 1e3}, {"_ms", 1e6}, {"_s", 1e9}};

SweepScale timed(std::string_view name, double factor)
{
    return {.name = fromTrace(name), .isTime = true, .factor = factor};
}

SweepScale scaleOf(std::string_view name)
{
    if (name.ends_with("_per_s")) return {.name = fromTrace(name)};
    for (const auto& [text, nanoseconds] : kSuffixes) {
        if (!name.ends_with(text)) continue;
        name.remove_suffix(text.size());
        return timed(name, nanoseconds);
    }
    return {.name = fromTrace(name)};
}

}  // namespace

SweepScale scaleOfParameter(const std::string& name)
{
    return scaleOf(name);
}

SweepScale scaleOfFigure(const std::string& expression)
{
    // The short names of statistics, p99_wakeup_latency, are in ns.
    const bool isPercentile = expression.size() > 1 && expression[0] == 'p' &&
                              expression.find_first_not_of("0123456789", 1) == expression.find('_');
    const bool isShort = expression.find(':') == std::string::npos &&
                         (expression.starts_with("mean_") || isPercentile);
    if (isShort) return timed(expression, 1);
    const std::string_view run = "run:";
    return scaleOf(expression.starts_with(run) ? std::string_view(expression).substr(run.size())
                                               : std::string_view(expression));
}

QString SweepScale::text(double value) const
{
    if (isTime) return duration(Nanoseconds{std::llround(value * factor)}, 2);
    const double size = std::abs(value);
    return real(value, size >= 100 || value == std::floor(value) ? 0 : size >= 10 ? 1 : 3);
}

}  // namespace resched::ui
