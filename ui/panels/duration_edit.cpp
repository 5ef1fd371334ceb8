// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/duration_edit.h"

#include "base/duration.h"
#include "format.h"

#include <QtWidgets/QLineEdit>

#include <algorithm>

namespace resched::ui {
namespace {

// One step is about a tenth, in round numbers, and never nothing.
std::int64_t stepOf(std::int64_t value)
{
    std::int64_t step = 1;
    while (step * 100 <= value) step *= 10;
    return step;
}

}  // namespace

DurationEdit::DurationEdit(Kind kind, QWidget* parent) : QAbstractSpinBox(parent), kind_(kind)
{
    setAlignment(Qt::AlignRight);
    setKeyboardTracking(false);
    connect(this, &QAbstractSpinBox::editingFinished, this, &DurationEdit::takeText);
    setValue(0);
}

void DurationEdit::setBounds(std::int64_t minimum, std::int64_t maximum)
{
    minimum_ = minimum;
    maximum_ = maximum;
    setValue(std::clamp(value_, minimum_, maximum_));
}

void DurationEdit::setValue(std::int64_t value)
{
    value_ = value;
    lineEdit()->setText(text(value));
}

QString DurationEdit::text(std::int64_t value) const
{
    return kind_ == Kind::Duration ? exactDuration(Nanoseconds{value})
                                   : QLocale().toString(static_cast<qlonglong>(value));
}

std::optional<std::int64_t> DurationEdit::parsed(const QString& typed) const
{
    QString plain = typed;
    plain.remove(QLocale().groupSeparator()).replace(QLocale().decimalPoint(), QStringLiteral("."));
    plain.replace(QChar(0xb5), QLatin1Char('u')).replace(QChar(0x3bc), QLatin1Char('u'));
    plain.removeIf([](QChar letter) { return letter.isSpace(); });
    const std::string bytes = plain.toStdString();
    if (kind_ == Kind::Count) return parseInteger(bytes);
    const auto parsedDuration = parseDuration(bytes);
    return parsedDuration ? std::optional(parsedDuration->count()) : std::nullopt;
}

void DurationEdit::takeText()
{
    const auto typed = parsed(lineEdit()->text());
    const std::int64_t value = typed ? std::clamp(*typed, minimum_, maximum_) : value_;
    const bool changed = value != value_;
    setValue(value);
    if (changed) emit edited(value);
}

void DurationEdit::stepBy(int steps)
{
    const std::int64_t step = kind_ == Kind::Duration ? stepOf(value_) : 1;
    const std::int64_t value = std::clamp(value_ + steps * step, minimum_, maximum_);
    if (value == value_) return;
    setValue(value);
    emit edited(value);
}

QAbstractSpinBox::StepEnabled DurationEdit::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    if (value_ > minimum_) enabled |= StepDownEnabled;
    if (value_ < maximum_) enabled |= StepUpEnabled;
    return enabled;
}

QSize DurationEdit::sizeHint() const
{
    const QSize inherited = QAbstractSpinBox::sizeHint();
    const QString widest =
        kind_ == Kind::Duration ? QStringLiteral("000.000 ms ") : QStringLiteral("00000 ");
    return {fontMetrics().horizontalAdvance(widest) + 30, inherited.height()};
}

}  // namespace resched::ui
