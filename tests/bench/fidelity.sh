#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Resched authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Writes the tables of docs/fidelity.md from the lab recordings:
#     tests/bench/fidelity.sh FIDELITY_REPORT LAB
# What stands outside the markers of that file stays.
set -euo pipefail

report=$1
lab=$2
page=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/docs/fidelity.md
groups=(6.1-cfs/up 6.1-cfs/smp2 6.1-cfs/ht4 6.12-eevdf/up 6.12-eevdf/smp2 6.12-eevdf/ht4)

# Decisions and agreement over all recordings of a group, and the least agreement of one.
audit_table() {
    echo '| recordings | picks | agreed | least | wakeup preemptions | agreed | tick preemptions | agreed |'
    echo '|---|--:|--:|--:|--:|--:|--:|--:|'
    local group
    for group in "${groups[@]}"; do
        "$report" "$lab" audit "$group/" | awk -F'\t' -v group="$group" '
            NR > 1 { n++; p += $2; pa += $2 * $3; w += $4; wa += $4 * $5; t += $6; ta += $6 * $7
                     if (least == "" || $3 < least) least = $3 }
            function share(sum, all) { return all ? sprintf("%.2f %%", sum / all) : "–" }
            END { printf "| %s (%d) | %d | %s | %.2f %% | %d | %s | %d | %s |\n",
                         group, n, p, share(pa, p), least, w, share(wa, w), t, share(ta, t) }'
    done
}

self_table() {
    echo '| recording | grade | same task | mean run delay us | error | p99 us | error | switches | error | share |'
    echo '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|'
    local group
    for group in "${groups[@]}"; do
        "$report" "$lab" self "$group/" /default/ | awk -F'\t' 'NR > 1 {
            printf "| %s | %s | %s %% | %s | %s %% | %s | %s %% | %s | %s %% | %s |\n",
                   $1, $2, $3, $5, $7, $8, $10, $11, $13, $14 }'
    done
}

# How many recordings, at any setting, stay within each limit.
self_counts() {
    echo '| recordings | mean 25 %, switches 15 % | mean 10 % | p99 15 % | switches 5 % | shares 1 point | same task 90 % |'
    echo '|---|--:|--:|--:|--:|--:|--:|'
    local group
    for group in "${groups[@]}"; do
        "$report" "$lab" self "$group/" | awk -F'\t' -v group="$group" '
            function size(x) { return x < 0 ? -x : x }
            NR > 1 { n++; m = size($7); p = size($10); s = size($13)
                     wide += m <= 25 && s <= 15; mean += m <= 10; tail += p <= 15
                     switches += s <= 5; share += $14 <= 1; same += $3 >= 90 }
            END { printf "| %s (%d) | %d | %d | %d | %d | %d | %d |\n",
                         group, n, wide, mean, tail, switches, share, same }'
    done
}

prediction_table() {
    echo '| workload | pairs | hold | real changes | direction right |'
    echo '|---|--:|--:|--:|--:|'
    local group
    for group in "${groups[@]}"; do
        "$report" "$lab" predict "$group/" | awk -F'\t' '
            /holds$|MISSES$/ { w = $1; sub(/\/[^\/]*$/, "", w); n[w]++; h[w] += /holds$/
                               r[w] += !/noise/; d[w] += /right/ }
            END { for (w in n) printf "| %s | %d | %d | %d | %d |\n", w, n[w], h[w], r[w], d[w] }' | sort
    done
}

# table NAME: replaces what stands between <!-- NAME --> and <!-- end NAME -->.
table() {
    local text
    text=$("${1}_table" 2>/dev/null || "$1")
    awk -v name="$1" -v text="$text" '
        $0 == "<!-- " name " -->" { print; print text; skip = 1 }
        $0 == "<!-- end " name " -->" { skip = 0 }
        !skip || $0 == "<!-- end " name " -->" { if ($0 != "<!-- " name " -->") print }' "$page" >"$page.new"
    mv "$page.new" "$page"
}

table audit
table self_counts
table self
table prediction
