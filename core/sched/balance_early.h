// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The busiest group and queue up to 2.6.36, by weights; balance.h is the way in.

#include "sched/balance.h"

namespace resched {

std::optional<Pull> findBusiestEarly(const SmpView& view, const BalanceQuery& query);

}  // namespace resched
