// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiments/experiment_text.h"

#include "format.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QStringList>

#include <cmath>

namespace resched::ui {
namespace {

struct Account
{
    Q_DECLARE_TR_FUNCTIONS(Experiment)
};

QString escaped(const std::string& text)
{
    return fromTrace(text).toHtmlEscaped();
}

QString variantHtml(const ExperimentVariant& variant)
{
    QString html = QStringLiteral("<li><b>%1</b>").arg(escaped(variant.id));
    if (!variant.title.empty()) html += QStringLiteral(": ") + escaped(variant.title);
    if (!variant.confidence.empty()) {
        html += QStringLiteral(" <i>(%1)</i>").arg(escaped(variant.confidence));
    }
    return html + QStringLiteral("</li>");
}

}  // namespace

QString figureText(std::optional<double> value)
{
    if (!value) return QStringLiteral("–");
    const double size = std::abs(*value);
    return real(*value, size >= 1000 ? 0 : size >= 10 ? 2 : 3);
}

QString unitText(const std::string& unit)
{
    if (unit == "us") return unitName(TimeUnit::Microseconds);
    if (unit == "ratio") return Account::tr("ratio");
    return fromTrace(unit);
}

QString roleText(RowRole role)
{
    switch (role) {
        case RowRole::Fitted:
            return Account::tr("fitted");
        case RowRole::Predicted:
            return Account::tr("predicted");
        case RowRole::Reported:
            return Account::tr("reported");
    }
    return {};
}

QString bandText(const ExperimentRow& row)
{
    if (row.low && row.high) {
        return Account::tr("%1 to %2").arg(figureText(row.low), figureText(row.high));
    }
    if (row.low) return Account::tr("at least %1").arg(figureText(row.low));
    if (row.high) return Account::tr("at most %1").arg(figureText(row.high));
    return QStringLiteral("–");
}

QString accountHtml(const Experiment& experiment)
{
    QString html =
        QStringLiteral("<p>%1</p><table cellspacing='3'>").arg(escaped(experiment.claim));
    const auto line = [&html](const QString& what, const std::string& text) {
        if (text.empty()) return;
        html += QStringLiteral("<tr><td><b>%1</b>&nbsp;</td><td>%2</td></tr>")
                    .arg(what.toHtmlEscaped(), escaped(text));
    };
    line(Account::tr("Claimed by"), experiment.who);
    line(Account::tr("When"), experiment.when);
    line(Account::tr("Source"), experiment.source);
    line(Account::tr("Fitted"), experiment.fitted);
    line(Account::tr("Notes"), experiment.notes);
    html += QStringLiteral("</table><ul>");
    for (const ExperimentVariant& variant : experiment.variants) html += variantHtml(variant);
    return html + QStringLiteral("</ul>");
}

}  // namespace resched::ui
