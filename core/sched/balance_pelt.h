// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The busiest group and queue from 6.1, by classified groups; balance.h is the way in.

#include "sched/balance.h"

namespace resched {

std::optional<Pull> findBusiestPelt(const SmpView& view, const BalanceQuery& query);

}  // namespace resched
