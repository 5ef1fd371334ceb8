// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From a pixel to what is drawn there, by the runs that the scene was drawn from: binary searches,
// no picking pass.

#include "timeline/scene.h"

namespace resched::ui {

// `point` in the scene's coordinates. The time is always that of the column, clamped to the area.
Hit hitTest(const Scene& scene, const TraceIndex& index, RunRole role, const QPoint& point);
// The lane under a pixel; null where there is none.
const Lane* laneAt(const Scene& scene, int y);

}  // namespace resched::ui
