// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/export_dialog.h"

#include "format.h"
#include "session/session.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QPushButton>

namespace resched::ui {
namespace {

enum class Part { Visible, Selected, Everything };

}  // namespace

ExportDialog::ExportDialog(const Session& session, QWidget* parent)
    : QDialog(parent), session_(session), view_(new QComboBox(this)), range_(new QComboBox(this))
{
    setWindowTitle(tr("Export figure"));
    const auto view = [this](const QString& name, FigureView id) {
        view_->addItem(name, static_cast<int>(id));
    };
    view(tr("Timeline"), FigureView::Timeline);
    view(tr("Latency"), FigureView::Histogram);
    view(tr("Vruntime and spread"), FigureView::Spread);
    view(tr("Run queue"), FigureView::Depth);
    range_->addItem(tr("What is visible"), static_cast<int>(Part::Visible));
    if (!session.selectedRange().isEmpty()) {
        range_->addItem(tr("The selected range"), static_cast<int>(Part::Selected));
    }
    range_->addItem(tr("Everything"), static_cast<int>(Part::Everything));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Save)->setText(tr("Save as…"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* form = new QFormLayout(this);
    form->addRow(tr("&View"), view_);
    form->addRow(tr("&Range"), range_);
    form->addRow(buttons);
}

FigureOptions ExportDialog::options() const
{
    FigureOptions options;
    options.view = static_cast<FigureView>(view_->currentData().toInt());
    options.rule = session_.waitRule();
    switch (static_cast<Part>(range_->currentData().toInt())) {
        case Part::Visible:
            options.range = session_.visibleRange();
            break;
        case Part::Selected:
            options.range = session_.selectedRange();
            break;
        case Part::Everything:
            break;
    }
    return options;
}

QString ExportDialog::suggestedName() const
{
    return fromTrace(figureViewName(options().view)) + QStringLiteral(".png");
}

}  // namespace resched::ui
