// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Axis labels for coordinates in nanoseconds, and for counts. A linear axis shows numbers in one
// unit, which its title names; a logarithmic one writes the unit at each label.

#include "base/time.h"
#include "format.h"

#include <qcustomplot.h>

#include <optional>

namespace resched::ui {

// The unit in which a linear axis over that range is labelled.
TimeUnit unitForRange(const QCPRange& range);

class LinearTimeTicker : public QCPAxisTicker
{
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar,
                         int precision) override;

private:
    TimeUnit unit_ = TimeUnit::Nanoseconds;
    int decimals_ = 0;
};

// Ticks at 1, 2 and 5 times powers of ten where there is room, else at powers of ten.
class LogTicker : public QCPAxisTicker
{
public:
    enum class Content { Time, Count };
    explicit LogTicker(Content content) : content_(content) {}
    // Where a tick "0" stands in for what a logarithm cannot show.
    void setZero(double coordinate) { zero_ = coordinate; }
    void generate(const QCPRange& range, const QLocale& locale, QChar formatChar, int precision,
                  QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* tickLabels) override;

private:
    QString label(double tick) const;

    Content content_;
    std::optional<double> zero_;
};

// Whole numbers only.
class CountTicker : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar,
                         int precision) override;
};

// Fractions as percentages.
class PercentTicker : public QCPAxisTicker
{
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar,
                         int precision) override;
};

}  // namespace resched::ui
