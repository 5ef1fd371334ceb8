// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A spin box for a whole number: a duration in ns that is written and typed with its unit ("750
// µs", "0.75ms"), or a plain count. What cannot be read is undone, what is out of range is brought
// in.

#include <QtWidgets/QAbstractSpinBox>

#include <cstdint>
#include <optional>

namespace resched::ui {

class DurationEdit final : public QAbstractSpinBox
{
    Q_OBJECT
public:
    enum class Kind : std::uint8_t { Duration, Count };

    explicit DurationEdit(Kind kind, QWidget* parent = nullptr);
    void setBounds(std::int64_t minimum, std::int64_t maximum);
    std::int64_t value() const { return value_; }
    // Does not say edited().
    void setValue(std::int64_t value);

    void stepBy(int steps) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void edited(qint64 value);

protected:
    StepEnabled stepEnabled() const override;

private:
    void takeText();
    QString text(std::int64_t value) const;
    std::optional<std::int64_t> parsed(const QString& typed) const;

    Kind kind_;
    std::int64_t value_ = 0;
    std::int64_t minimum_ = 0;
    std::int64_t maximum_ = INT64_MAX;
};

}  // namespace resched::ui
