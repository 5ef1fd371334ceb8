#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Resched authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# How long `resched info` takes beside the tools that made the files, as whole processes:
#     tests/bench/compare_readers.sh [ROUNDS]
# Large recordings come from RESCHED_SHARED, else ../shared beside the source tree; where they are
# absent, and for trace.dat always, a schedule of a million events is generated. Each round runs
# the two programs of a pair one after the other, so that a busy moment meets both; medians are
# shown, and CPU times beside the wall clock: where the machine is busy, these tell more.
# Needs: ./dev build, ./dev build bench (for generated input), babeltrace2, perf, trace-cmd, xz.
set -euo pipefail
export LC_ALL=C

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
resched=${RESCHED:-$top/build/release/app/resched}
big=${RESCHED_SHARED:-$top/../shared}/lab-traces/big
rounds=${1:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

has() { command -v "$1" >/dev/null 2>&1 || { echo "no $1: left out" >&2; return 1; }; }

generated() { # generated NAME: the path of a generated trace
    local program=$top/build/bench/tests/bench/write_traces
    if [ ! -d "$work/generated" ]; then
        [ -x "$program" ] || { echo "no $program: run ./dev build bench" >&2; return 1; }
        mkdir "$work/generated"
        "$program" "$work/generated" 1000000
    fi
    echo "$work/generated/$1"
}

ctf_input() {
    local archive=$big/ht4-all30-60s-lttng/kernel.tar.xz
    [ -r "$archive" ] || { generated ctf; return; }
    tar -xf "$archive" -C "$work"
    echo "$work/kernel"
}

perf_input() {
    local packed=$big/ht4-all30-30s-perf/perf.data.xz
    [ -r "$packed" ] || { generated perf.data; return; }
    xz -dc "$packed" >"$work/perf.data"
    echo "$work/perf.data"
}

timed() { # timed LOG COMMAND…: appends "wall user+sys"
    local log=$1 TIMEFORMAT='%R %U %S'
    shift
    { time "$@" >"$work/out" 2>"$work/err"; } 2>"$work/time" || { cat "$work/err" >&2; return 1; }
    awk '{ print $1, $2 + $3 }' "$work/time" >>"$log"
}

median() { # median LOG COLUMN
    awk -v column="$2" '{ print $column }' "$1" | sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'
}

compare() { # compare LABEL GOAL INPUT COMMAND…
    local label=$1 goal=$2 input=$3 round
    shift 3
    rm -f "$work/ours" "$work/theirs"
    for ((round = 0; round < rounds; ++round)); do
        timed "$work/theirs" "$@"
        timed "$work/ours" "$resched" info "$input"
    done
    printf '%-34s %7.3f %7.3f   %7.3f %7.3f   %6.3f %6.3f  %s\n' "$label" \
        "$(median "$work/ours" 1)" "$(median "$work/theirs" 1)" \
        "$(median "$work/ours" 2)" "$(median "$work/theirs" 2)" \
        "$(paste "$work/ours" "$work/theirs" | awk '{ print $1 / $3, $2 / $4 }' >"$work/ratios"; median "$work/ratios" 1)" \
        "$(median "$work/ratios" 2)" "$goal"
}

throughput() { # throughput TEXT
    local round bytes
    bytes=$(stat -c %s "$1")
    rm -f "$work/ours"
    for ((round = 0; round < rounds; ++round)); do timed "$work/ours" "$resched" info "$1"; done
    awk -v bytes="$bytes" -v wall="$(median "$work/ours" 1)" -v cpu="$(median "$work/ours" 2)" 'BEGIN {
        printf "%-34s %7.3f s wall, %.3f s CPU: %.0f MB/s wall, %.0f MB/s a CPU second (goal: 250)\n",
               "perf script text", wall, cpu, bytes / wall / 1e6, bytes / cpu / 1e6 }'
}

echo "load before: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) CPUs, $rounds rounds"
printf '%-34s %15s   %15s   %13s\n' '' 'wall s' 'CPU s' 'ratio'
printf '%-34s %7s %7s   %7s %7s   %6s %6s  %s\n' 'resched info against' ours theirs ours theirs wall CPU goal
if has babeltrace2; then
    ctf=$(ctf_input)
    compare 'babeltrace2 -o dummy' 0.8 "$ctf" babeltrace2 -o dummy "$ctf"
fi
if has perf; then
    perf=$(perf_input)
    compare 'perf sched timehist -s' 0.5 "$perf" perf sched -i "$perf" timehist -s
    compare 'perf script' 0.06 "$perf" perf script -i "$perf" --show-lost-events --ns
    perf script -i "$perf" --show-lost-events --ns >"$work/perf.txt" 2>/dev/null
    throughput "$work/perf.txt"
fi
if has trace-cmd && trace=$(generated trace.dat); then
    compare 'trace-cmd report' 0.2 "$trace" trace-cmd report "$trace"
fi
echo "load after: $(cut -d' ' -f1-3 /proc/loadavg)"
