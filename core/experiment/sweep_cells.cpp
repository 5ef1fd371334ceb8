// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/sweep_cells.h"

#include <cmath>

namespace resched {

namespace {

void summarise(SweepCell& cell)
{
    if (cell.samples.empty()) return;
    const double n = static_cast<double>(cell.samples.size());
    double sum = 0;
    for (const double sample : cell.samples) sum += sample;
    cell.mean = sum / n;
    double squares = 0;
    for (const double sample : cell.samples)
        squares += (sample - *cell.mean) * (sample - *cell.mean);
    if (cell.samples.size() > 1) cell.stddev = std::sqrt(squares / (n - 1));
}

std::vector<SweepCell> emptyCells(const SweepResult& sweep)
{
    std::vector<SweepCell> cells(1);
    for (const SweepParameter& parameter : sweep.parameters) {
        std::vector<SweepCell> finer;
        for (const SweepCell& cell : cells) {
            for (const std::int64_t value : parameter.values) {
                finer.push_back(cell);
                finer.back().values.push_back(value);
            }
        }
        cells = std::move(finer);
    }
    return cells;
}

}  // namespace

std::vector<SweepCell> sweepCells(const SweepResult& sweep, std::size_t figure)
{
    std::vector<SweepCell> cells = emptyCells(sweep);
    for (const SweepPoint& point : sweep.points) {
        SweepCell& cell = cells[point.number / static_cast<std::size_t>(sweep.seeds)];
        if (const auto value = point.figures[figure]) cell.samples.push_back(*value);
    }
    for (SweepCell& cell : cells) summarise(cell);
    return cells;
}

}  // namespace resched
