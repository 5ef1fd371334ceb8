// SPDX-FileCopyrightText: 2026 The Resched authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a program that simulates run after run keeps its memory. A run's trace grows by millions of
// small records and is dropped soon after; given back to the system and fetched again each time,
// its pages cost a tenth of the run, and runs on several threads wait for each other there.

namespace resched {

// From now on freed memory up to a few hundred MiB stays with the process. Once, at the start of
// main(); does nothing where the C library has no such knobs.
void keepFreedMemory();

}  // namespace resched
