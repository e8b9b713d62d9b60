#!/bin/sh
# Two workers against one, in wall-clock time, to completion.
#
#   bench/c/workers.sh PROGRAM-everypath [RUNS]
#
# Runs token.c -DN=5 and bytecode.c -DN=5 alternately with one and two workers
# (RUNS times each, 5 by default) and prints the median of each and their ratio.
# Only idle cores give a figure that means anything: the load is printed first.
set -eu
everypath=${1:?usage: bench/c/workers.sh PROGRAM-everypath [RUNS]}
runs=${2:-5}
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
echo "load: $(cut -d' ' -f1-3 /proc/loadavg) on $(nproc) cores"

# one run: exploration time in microseconds, paths, paths with an error
one() {
  "$everypath" test "$here/$1.c" --no-native --json --jobs "$2" --out "$out/run" -- "-DN=$3" >"$out/json" || true
  rm -rf "$out/run"
  python3 - "$out/json" <<'P'
import json, sys
s = json.load(open(sys.argv[1]))["statistics"]
print(s["time_explore_us"], s["paths_complete"], s["paths_error"])
P
}

for job in "token 5" "bytecode 5"; do
  set -- $job
  : >"$out/1"
  : >"$out/2"
  i=0
  while [ $i -lt "$runs" ]; do
    one "$1" 1 "$2" >>"$out/1"
    one "$1" 2 "$2" >>"$out/2"
    i=$((i + 1))
  done
  python3 - "$1 -DN=$2" "$out/1" "$out/2" <<'P'
import statistics, sys
name, a, b = sys.argv[1], *[[l.split() for l in open(f)] for f in sys.argv[2:]]
counts = {tuple(l[1:]) for l in a + b}
if len(counts) != 1:
    sys.exit(f"{name}: the counts differ: {counts}")
one, two = (statistics.median(int(l[0]) / 1e6 for l in x) for x in (a, b))
paths, errors = counts.pop()
print(f"{name}: {paths} paths + {errors} errors, one worker {one:.2f} s, two {two:.2f} s, ratio {one / two:.2f}")
P
done
