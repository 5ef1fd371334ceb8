// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The marks of the time ruler: round steps (1, 2, 5 of a decade), chosen so that labels have room,
// placed and labelled in integers. Relative times count from the start of the recording, boot times
// are the trace's own clock, wall-clock times are UTC and need the trace's offset.

#include "base/time.h"

#include <QtCore/QString>
#include <qcustomplot.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace resched::ui {

enum class RulerMode : std::uint8_t { Relative, Boot, WallClock };

struct RulerTick
{
    Timestamp time;
    QString label;
    friend bool operator==(const RulerTick&, const RulerTick&) = default;
};

struct RulerRequest
{
    TimeRange visible;
    Timestamp origin{};  // of relative times
    RulerMode mode = RulerMode::Relative;
    std::optional<std::int64_t> wallClockOffset = {};
    int mostTicks = 8;
};

Nanoseconds rulerStep(Nanoseconds length, int mostTicks);
std::vector<RulerTick> rulerTicks(const RulerRequest& request);
// One time as the ruler writes it, with all its digits.
QString rulerText(Timestamp time, const RulerRequest& request);

// For the axis, which counts nanoseconds from `origin`.
class RulerTicker final : public QCPAxisTicker
{
public:
    void setRequest(const RulerRequest& request) { request_ = request; }
    const RulerRequest& request() const { return request_; }

    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision,
                  QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* tickLabels) override;

private:
    RulerRequest request_;
};

}  // namespace resched::ui
