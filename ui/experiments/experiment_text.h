// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an experiment says, as text: numbers as docs/experiments.md rounds them, units, roles, and
// the account of who claimed what.

#include "experiment/experiment.h"

#include <QtCore/QString>

#include <optional>

namespace resched::ui {

QString figureText(std::optional<double> value);  // "–" when absent
QString unitText(const std::string& unit);
QString roleText(RowRole role);
QString bandText(const ExperimentRow& row);  // "5991 to 7322", "at most 0.9", "–"
// Claim, who and when, source, what was fitted, notes, variants: as HTML.
QString accountHtml(const Experiment& experiment);

}  // namespace resched::ui
