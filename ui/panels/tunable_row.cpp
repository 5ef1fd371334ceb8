// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/tunable_row.h"

#include "format.h"
#include "panels/duration_edit.h"

#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSlider>

#include <algorithm>
#include <cmath>

namespace resched::ui {
namespace {

struct LogScale
{
    double low;
    double high;
};

LogScale scaleOf(const TunableLimits& limits)
{
    const double middle =
        std::max<double>(static_cast<double>(limits.usual), limits.isDuration ? 1'000'000.0 : 1.0);
    const double low = std::max({static_cast<double>(limits.minimum), middle / 100, 1.0});
    const double high = std::min(static_cast<double>(limits.maximum), middle * 100);
    return {low, std::max(high, low + 1)};
}

std::int64_t rounded(double value)
{
    double unit = 1;
    while (value / unit >= 1000) unit *= 10;
    return static_cast<std::int64_t>(std::llround(value / unit) * std::llround(unit));
}

}  // namespace

std::int64_t sliderValue(int position, const TunableLimits& limits)
{
    if (position <= 0) return limits.minimum;
    const LogScale scale = scaleOf(limits);
    const double share = static_cast<double>(position) / kSliderSteps;
    const double value = scale.low * std::pow(scale.high / scale.low, share);
    return std::clamp(rounded(value), limits.minimum, limits.maximum);
}

int sliderPosition(std::int64_t value, const TunableLimits& limits)
{
    if (value <= limits.minimum) return 0;
    const LogScale scale = scaleOf(limits);
    const double share =
        std::log(std::max<double>(static_cast<double>(value), scale.low) / scale.low) /
        std::log(scale.high / scale.low);
    return std::clamp(static_cast<int>(std::lround(share * kSliderSteps)), 1, kSliderSteps);
}

TunableRow::TunableRow(const QString& name, const QString& description, const TunableLimits& limits,
                       QWidget* parent)
    : QWidget(parent),
      name_(name),
      limits_(limits),
      label_(new QLabel(name, this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      edit_(new DurationEdit(
          limits.isDuration ? DurationEdit::Kind::Duration : DurationEdit::Kind::Count, this))
{
    slider_->setRange(0, kSliderSteps);
    slider_->setAccessibleName(name);
    edit_->setAccessibleName(name);
    label_->setToolTip(description);
    setToolTip(description);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setVerticalSpacing(0);
    layout->addWidget(label_, 0, 0, 1, 2);
    layout->addWidget(slider_, 1, 0);
    layout->addWidget(edit_, 1, 1);
    layout->setColumnStretch(0, 1);
    setLimits(limits);
    connect(slider_, &QSlider::valueChanged, this, &TunableRow::takeSlider);
    connect(slider_, &QSlider::sliderReleased, this, [this] { isDragging_ = false; });
    connect(edit_, &DurationEdit::edited, this, [this](qint64 value) {
        setValue(value);
        emit edited(value, true);
    });
}

void TunableRow::setLimits(const TunableLimits& limits)
{
    limits_ = limits;
    edit_->setBounds(limits.minimum, limits.maximum);
    setValue(edit_->value());
}

void TunableRow::setValue(std::int64_t value)
{
    edit_->setValue(value);
    // While it is dragged the slider stays under the hand.
    if (!slider_->isSliderDown()) {
        const QSignalBlocker blocker(slider_);
        slider_->setValue(sliderPosition(value, limits_));
    }
    showDefault();
}

std::int64_t TunableRow::value() const
{
    return edit_->value();
}

void TunableRow::takeSlider(int position)
{
    const std::int64_t value = sliderValue(position, limits_);
    if (value == edit_->value()) return;
    edit_->setValue(value);
    showDefault();
    const bool begins = !slider_->isSliderDown() || !isDragging_;
    isDragging_ = slider_->isSliderDown();
    emit edited(value, begins);
}

// The name stands out where the value is not the kernel's.
void TunableRow::showDefault()
{
    QFont font = label_->font();
    font.setBold(edit_->value() != limits_.usual);
    label_->setFont(font);
    const QString usual = limits_.isDuration
                              ? duration(Nanoseconds{limits_.usual})
                              : QLocale().toString(static_cast<qlonglong>(limits_.usual));
    edit_->setToolTip(tr("The kernel's default here is %1.").arg(usual));
}

}  // namespace resched::ui
