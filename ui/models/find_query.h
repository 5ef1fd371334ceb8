// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a person types to find something: a name or a part of it, a thread id, a name with a thread
// id as the kernel's tools and others write it (comm-pid, comm[pid], comm:pid), or a CPU ("CPU 3").

#include "base/ids.h"

#include <QtCore/QString>

#include <optional>

namespace resched::ui {

struct FindQuery
{
    std::optional<CpuId> cpu;
    std::optional<Tid> tid;  // a bare number, or the number behind the name
    QString name;            // before the number; empty for a bare number or a CPU
    QString text;            // all of it: names may hold numbers and dashes themselves

    bool isEmpty() const { return text.isEmpty(); }
    // Letters of either case are alike. A CPU matches no task.
    bool matches(const QString& taskName, Tid taskTid) const;
};

FindQuery parseFindQuery(const QString& typed);

}  // namespace resched::ui
