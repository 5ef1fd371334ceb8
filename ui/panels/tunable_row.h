// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One number that can be dragged or typed: its name, a slider on a logarithmic scale around the
// default and a spin box with units.

#include <QtWidgets/QWidget>

#include <cstdint>

class QLabel;
class QSlider;

namespace resched::ui {

class DurationEdit;

struct TunableLimits
{
    std::int64_t minimum = 0;
    std::int64_t maximum = 0;
    std::int64_t usual = 0;  // the kernel's default on this machine
    bool isDuration = true;
    friend bool operator==(const TunableLimits&, const TunableLimits&) = default;
};

class TunableRow final : public QWidget
{
    Q_OBJECT
public:
    TunableRow(const QString& name, const QString& description, const TunableLimits& limits,
               QWidget* parent = nullptr);
    void setLimits(const TunableLimits& limits);
    void setValue(std::int64_t value);
    std::int64_t value() const;

signals:
    // `begins` is false for the second and later steps of one drag.
    void edited(qint64 value, bool begins);

private:
    void takeSlider(int position);
    void showDefault();

    QString name_;
    TunableLimits limits_;
    QLabel* label_;
    QSlider* slider_;
    DurationEdit* edit_;
    bool isDragging_ = false;
};

// The scale of the slider, 0..kSliderSteps: logarithmic from a hundredth to a hundred times the
// default within the limits, with the lowest limit at 0. Values are rounded to three digits.
constexpr int kSliderSteps = 400;
std::int64_t sliderValue(int position, const TunableLimits& limits);
int sliderPosition(std::int64_t value, const TunableLimits& limits);

}  // namespace resched::ui
