// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace resched::ui {

// How every table looks: low rows of two shades, chosen as a whole, without numbers in front.
void styleTable(QTableView& table);

}  // namespace resched::ui
