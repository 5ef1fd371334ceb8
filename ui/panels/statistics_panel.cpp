// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/statistics_panel.h"

#include "format.h"
#include "table_style.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableView>
#include <QtWidgets/QVBoxLayout>

namespace resched::ui {

StatisticsPanel::StatisticsPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      run_(new QComboBox(this)),
      by_(new QComboBox(this)),
      rule_(new QComboBox(this)),
      filter_(new QLineEdit(this)),
      caption_(new QLabel(this)),
      table_(new QTableView(this)),
      model_(new StatisticsModel(this)),
      proxy_(new QSortFilterProxyModel(this))
{
    run_->addItems({tr("Baseline"), tr("Current")});
    by_->addItems({tr("By task"), tr("By CPU")});
    for (const WaitRule rule : {WaitRule::RunDelay, WaitRule::FirstWake, WaitRule::LastWake,
                                WaitRule::Preempt, WaitRule::PerfLatency}) {
        rule_->addItem(ruleText(rule), static_cast<int>(rule));
    }
    rule_->setToolTip(tr("What counts as a wait, in every number of the window"));
    filter_->setPlaceholderText(tr("Filter by name"));
    filter_->setClearButtonEnabled(true);
    proxy_->setSourceModel(model_);
    proxy_->setSortRole(StatisticsModel::kSortRole);
    proxy_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    table_->setModel(proxy_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(2, Qt::DescendingOrder);
    styleTable(*table_);
    table_->setAccessibleName(tr("Statistics"));
    auto* controls = new QHBoxLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{run_, by_, rule_, filter_}) {
        controls->addWidget(widget);
    }
    controls->addWidget(caption_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addLayout(controls);
    layout->addWidget(table_, 1);
    connect(run_, &QComboBox::currentIndexChanged, this, &StatisticsPanel::recompute);
    connect(by_, &QComboBox::currentIndexChanged, this, &StatisticsPanel::show);
    connect(rule_, &QComboBox::activated, this, [this](int at) {
        session_.setWaitRule(static_cast<WaitRule>(rule_->itemData(at).toInt()));
    });
    connect(filter_, &QLineEdit::textChanged, proxy_, &QSortFilterProxyModel::setFilterFixedString);
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        const int tid = index.data(StatisticsModel::kTidRole).toInt();
        if (tid >= 0) session_.setSelectedTask(Tid{tid});
    });
    connect(&session_, &Session::runsChanged, this, &StatisticsPanel::recompute);
    connect(&session_, &Session::selectedRangeChanged, this, &StatisticsPanel::recompute);
    connect(&session_, &Session::waitRuleChanged, this, &StatisticsPanel::recompute);
    recompute();
}

std::shared_ptr<const Trace> StatisticsPanel::trace() const
{
    return session_.traceOf(run_->currentIndex() == 0 ? RunRole::Baseline : RunRole::Current);
}

void StatisticsPanel::recompute()
{
    rule_->setCurrentIndex(rule_->findData(static_cast<int>(session_.waitRule())));
    const auto wanted = trace();
    if (!wanted) {
        job_.cancel();
        statistics_ = nullptr;
        shown_ = nullptr;
        return show();
    }
    const StatisticsOptions options{.rule = session_.waitRule(), .window = session_.studiedRange()};
    job_.start<Statistics>(
        [wanted, options](Progress&) -> Result<Statistics> {
            return computeStatistics(*wanted, options);
        },
        this,
        [this, wanted](Result<Statistics> statistics) {
            if (!statistics) return;
            statistics_ = std::make_shared<const Statistics>(*std::move(statistics));
            shown_ = wanted;
            show();
        });
}

void StatisticsPanel::show()
{
    model_->show(shown_, statistics_,
                 by_->currentIndex() == 0 ? StatisticsBy::Task : StatisticsBy::Cpu);
    table_->resizeColumnsToContents();
    if (!statistics_) {
        caption_->setText(session_.baseline() ? tr("There is no such run yet.") : QString());
        return;
    }
    caption_->setText(
        tr("%1, over %2").arg(ruleText(statistics_->rule), duration(statistics_->window.length())));
}

}  // namespace resched::ui
