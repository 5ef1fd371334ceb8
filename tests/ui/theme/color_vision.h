// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How colours look to eyes that lack one kind of cone, and how far apart two colours are.

#include <QtGui/QColor>

namespace resched::test {

enum class Vision { Normal, Protanopia, Deuteranopia, Tritanopia };

// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
// Deficiency", 2009, severity 1.0, applied to linear sRGB.
QColor seenBy(Vision vision, const QColor& color);

// CIEDE2000 under D65 with unit weights (Sharma, Wu and Dalal, 2005).
double ciede2000(const QColor& a, const QColor& b);

}  // namespace resched::test
