// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The arrows of the selected task: who woke it, and where it moved between CPUs.

#include "timeline/scene.h"

namespace resched::ui {

void addArrows(const SceneInput& input, Scene& scene);

}  // namespace resched::ui
