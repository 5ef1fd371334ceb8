// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/find_query.h"

#include <QtCore/QRegularExpression>

namespace resched::ui {

FindQuery parseFindQuery(const QString& typed)
{
    static const QRegularExpression cpu(QStringLiteral("^cpu\\s*(\\d{1,5})$"),
                                        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression named(
        QStringLiteral("^(.+?)\\s*(?:-|:|\\[)\\s*(\\d{1,9})\\]?$"));
    static const QRegularExpression number(QStringLiteral("^\\d{1,9}$"));
    FindQuery query;
    query.text = typed.trimmed();
    if (const auto processor = cpu.match(query.text); processor.hasMatch()) {
        query.cpu = CpuId{processor.captured(1).toInt()};
    } else if (number.match(query.text).hasMatch()) {
        query.tid = Tid{query.text.toInt()};
    } else if (const auto match = named.match(query.text); match.hasMatch()) {
        query.name = match.captured(1);
        query.tid = Tid{match.captured(2).toInt()};
    }
    return query;
}

bool FindQuery::matches(const QString& taskName, Tid taskTid) const
{
    if (cpu) return false;
    if (taskName.contains(text, Qt::CaseInsensitive)) return true;
    if (!tid || *tid != taskTid) return false;
    return name.isEmpty() || taskName.contains(name, Qt::CaseInsensitive);
}

}  // namespace resched::ui
