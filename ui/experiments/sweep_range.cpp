// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiments/sweep_range.h"

#include "format.h"
#include "panels/duration_edit.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSpinBox>

#include <algorithm>
#include <utility>

namespace resched::ui {
namespace {

constexpr int kUsualSteps = 7;
constexpr int kMostSteps = 1000;
constexpr std::int64_t kUsualSpan = 4;  // a quarter to four times what it is
constexpr std::int64_t kSpanOfNothing = 1'000'000;

}  // namespace

SweepRange::SweepRange(bool isOptional, QWidget* parent)
    : QWidget(parent),
      isOptional_(isOptional),
      grid_(new QGridLayout(this)),
      name_(new QComboBox(this)),
      steps_(new QSpinBox(this)),
      spacing_(new QComboBox(this))
{
    grid_->setContentsMargins(0, 0, 0, 0);
    name_->setObjectName(QStringLiteral("parameter"));
    name_->setAccessibleName(tr("Parameter"));
    name_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    name_->setMinimumContentsLength(20);
    steps_->setRange(1, kMostSteps);
    steps_->setValue(kUsualSteps);
    steps_->setAccessibleName(tr("Steps"));
    spacing_->addItem(tr("by equal factors"));
    spacing_->addItem(tr("at equal distances"));
    spacing_->setAccessibleName(tr("Spacing"));
    grid_->addWidget(name_, 0, 0, 1, 2);
    grid_->addWidget(new QLabel(tr("from"), this), 1, 0);
    grid_->addWidget(new QLabel(tr("to"), this), 2, 0);
    grid_->addWidget(new QLabel(tr("steps"), this), 3, 0);
    grid_->addWidget(steps_, 3, 1);
    grid_->addWidget(spacing_, 4, 0, 1, 2);
    grid_->setColumnStretch(1, 1);
    connect(name_, &QComboBox::currentIndexChanged, this, &SweepRange::takeChoice);
    connect(steps_, &QSpinBox::valueChanged, this, &SweepRange::changed);
    connect(spacing_, &QComboBox::currentIndexChanged, this, &SweepRange::changed);
    takeChoice();
}

void SweepRange::setChoices(std::vector<SweepChoice> choices)
{
    if (choices == choices_) return;
    const std::string before = chosen_;
    {
        const QSignalBlocker blocked(name_);
        choices_ = std::move(choices);
        name_->clear();
        if (isOptional_) name_->addItem(tr("none"));
        for (const SweepChoice& each : choices_) {
            name_->addItem(fromTrace(each.name), fromTrace(each.name));
        }
        choose(before);
    }
    takeChoice();
}

void SweepRange::choose(std::string_view name)
{
    const int place = name_->findData(fromTrace(name));
    if (place >= 0) name_->setCurrentIndex(place);
}

const SweepChoice* SweepRange::choice() const
{
    const std::string name = name_->currentData().toString().toStdString();
    const auto found = std::ranges::find(choices_, name, &SweepChoice::name);
    return found == choices_.end() ? nullptr : &*found;
}

DurationEdit* SweepRange::makeEdit(int row, const QString& name)
{
    const bool isDuration = !choice() || choice()->isDuration;
    auto* edit = new DurationEdit(
        isDuration ? DurationEdit::Kind::Duration : DurationEdit::Kind::Count, this);
    edit->setAccessibleName(name);
    grid_->addWidget(edit, row, 1);
    connect(edit, &DurationEdit::edited, this, &SweepRange::changed);
    return edit;
}

void SweepRange::takeChoice()
{
    const SweepChoice* now = choice();
    const std::string name = now ? now->name : std::string();
    if (!from_ || name != chosen_) {
        chosen_ = name;
        delete from_;
        delete to_;
        from_ = makeEdit(1, tr("from"));
        to_ = makeEdit(2, tr("to"));
        setTabOrder(name_, from_);
        setTabOrder(from_, to_);
        setTabOrder(to_, steps_);
        if (now) {
            const bool isNothing = now->value <= 0;
            from_->setBounds(now->minimum, now->maximum);
            to_->setBounds(now->minimum, now->maximum);
            setRange(isNothing ? now->minimum : now->value / kUsualSpan,
                     isNothing ? kSpanOfNothing : now->value * kUsualSpan, steps_->value(),
                     !isNothing);
        }
    }
    for (QWidget* each : std::initializer_list<QWidget*>{from_, to_, steps_, spacing_}) {
        each->setEnabled(now != nullptr);
    }
    emit changed();
}

void SweepRange::setRange(std::int64_t from, std::int64_t to, int steps, bool isLog)
{
    const SweepChoice* now = choice();
    if (!now) return;
    from_->setValue(std::clamp(from, now->minimum, now->maximum));
    to_->setValue(std::clamp(to, now->minimum, now->maximum));
    steps_->setValue(steps);
    spacing_->setCurrentIndex(isLog ? 0 : 1);
    emit changed();
}

Result<SweepParameter> SweepRange::parameter() const
{
    const SweepChoice* now = choice();
    if (!now) {
        return Error{.code = ErrorCode::InvalidArgument, .what = "no parameter is chosen"};
    }
    return parseSweepParameter(
        now->name + '=' + std::to_string(from_->value()) + ".." + std::to_string(to_->value()) +
        (spacing_->currentIndex() == 0 ? ":log:" : ":lin:") + std::to_string(steps_->value()));
}

}  // namespace resched::ui
