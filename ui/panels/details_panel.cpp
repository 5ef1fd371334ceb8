// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/details_panel.h"

#include "format.h"
#include "table_style.h"

#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <map>

namespace resched::ui {

DetailsPanel::DetailsPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      headline_(new QLabel(this)),
      facts_(new QLabel(this)),
      summary_(new QLabel(this)),
      table_(new QTableWidget(this))
{
    QFont bold = headline_->font();
    bold.setBold(true);
    headline_->setFont(bold);
    for (QLabel* label : {headline_, facts_, summary_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    headline_->setTextFormat(Qt::PlainText);
    facts_->setTextFormat(Qt::RichText);
    summary_->setTextFormat(Qt::PlainText);
    table_->setColumnCount(3);
    table_->setHorizontalHeaderLabels({tr("Ran instead"), tr("For"), tr("Left by")});
    styleTable(*table_);
    table_->setWordWrap(false);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->setAccessibleName(tr("Who ran instead"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(headline_);
    layout->addWidget(facts_);
    layout->addWidget(summary_);
    layout->addWidget(table_, 1);
    layout->addStretch(0);
    connect(&session_, &Session::pointedChanged, this, &DetailsPanel::show);
    connect(&session_, &Session::chosenChanged, this, &DetailsPanel::show);
    connect(&session_, &Session::runsChanged, this, &DetailsPanel::show);
    connect(table_, &QTableWidget::cellActivated, this, &DetailsPanel::activate);
    show();
}

QString DetailsPanel::headline() const
{
    return headline_->text();
}

// What was chosen stays until it is let go of; without it the pointer is followed.
void DetailsPanel::show()
{
    shown_ = session_.chosen().isNothing() ? session_.pointed() : session_.chosen();
    const auto trace = session_.traceOf(shown_.role);
    if (!trace || shown_.isNothing()) {
        headline_->setText(tr("Nothing chosen"));
        facts_->setText(tr("Point at the timeline to read values; click to keep them here."));
        summary_->hide();
        table_->hide();
        return;
    }
    const HitText text = describeHit(*trace, shown_);
    headline_->setText(text.headline);
    showFacts(text);
    showRanInstead(*trace, text);
}

void DetailsPanel::showFacts(const HitText& text)
{
    QString html = QStringLiteral("<table>");
    for (const auto& [name, value] : text.facts) {
        html += QStringLiteral("<tr><td style='padding-right:8px'>%1</td><td>%2</td></tr>")
                    .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    }
    facts_->setText(html + QStringLiteral("</table>"));
}

void DetailsPanel::showRanInstead(const Trace& trace, const HitText& text)
{
    ran_ = text.ranInstead;
    summary_->setVisible(!ran_.empty());
    table_->setVisible(!ran_.empty());
    table_->setRowCount(static_cast<int>(ran_.size()));
    std::map<TaskId, Nanoseconds> times;
    for (std::size_t i = 0; i < ran_.size(); ++i) {
        const RanInstead& ran = ran_[i];
        times[ran.task] += ran.range.length();
        const int row = static_cast<int>(i);
        table_->setItem(row, 0, new QTableWidgetItem(taskText(trace, ran.task)));
        table_->setItem(row, 1, new QTableWidgetItem(duration(ran.range.length())));
        table_->setItem(row, 2, new QTableWidgetItem(ran.why));
        table_->item(row, 2)->setToolTip(ran.why);
    }
    if (ran_.empty()) return;
    table_->resizeColumnsToContents();
    const auto most =
        std::max_element(times.begin(), times.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    QString summary = tr("Meanwhile %n task(s) had the CPU; most of it %1 with %2.", nullptr,
                         static_cast<int>(times.size()))
                          .arg(taskText(trace, most->first), duration(most->second));
    if (text.ranInsteadCut) summary += QLatin1Char(' ') + tr("Only the first are listed.");
    summary_->setText(summary);
}

void DetailsPanel::activate(int row)
{
    const auto trace = session_.traceOf(shown_.role);
    const auto at = static_cast<std::size_t>(row);
    const auto* segment = std::get_if<SegmentHit>(&shown_.thing);
    if (!trace || !segment || at >= ran_.size()) return;
    const std::int16_t cpu = trace->task(segment->task).segments[segment->segment].cpu;
    const CpuLane* lane = trace->cpu(CpuId{cpu});
    if (!lane) return;
    const auto slice = std::partition_point(
        lane->slices.begin(), lane->slices.end(),
        [&](const CpuSlice& each) { return each.end <= ran_[at].range.begin; });
    if (slice == lane->slices.end()) return;
    emit hitActivated(
        {shown_.role, slice->begin,
         SliceHit{lane->id, static_cast<std::uint32_t>(slice - lane->slices.begin())}});
}

}  // namespace resched::ui
