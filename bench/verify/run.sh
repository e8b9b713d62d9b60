#!/bin/sh
# Wall seconds (median of RUNS=11) and peak memory of `everypath verify` on the
# programs of this folder, whole process, beside Silicon (November 2025) with a
# warm JVM at its best setting for each row. Prints a table in Markdown.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
binary=${BINARY:-${CARGO_TARGET_DIR:-$here/../../target}/release/everypath}
runs=${RUNS:-11}
[ -x "$binary" ] || { echo "error: $binary is not there; make build" >&2; exit 4; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

measure() { # name, file, Silicon's seconds or -
    times=$scratch/times
    : >"$times"
    verdict=$("$binary" verify "$2" 2>/dev/null | sed -n 's/^verdict: //p') || true
    n=0
    while [ "$n" -lt "$runs" ]; do
        /usr/bin/time -f '%e %M' -o "$scratch/one" "$binary" verify --quiet "$2" >/dev/null 2>&1 || true
        start=$(date +%s%N)
        "$binary" verify --quiet "$2" >/dev/null 2>&1 || true
        end=$(date +%s%N)
        echo "$(((end - start) / 1000)) $(tail -n 1 "$scratch/one" | cut -d' ' -f2)" >>"$times"
        n=$((n + 1))
    done
    sort -n "$times" | awk -v name="$1" -v silicon="$3" -v verdict="${verdict:-proved}" '
        { us[NR] = $1; if ($2 > peak) peak = $2 }
        END {
            median = us[int((NR + 1) / 2)] / 1e6
            ratio = silicon == "-" ? "-" : sprintf("%.0f", silicon / median)
            printf "| %s | %s | %.4f | %s | %s | %.0f |\n", name, verdict, median, silicon, ratio, peak / 1024
        }'
}

echo "| program | verdict | everypath, s | Silicon warm, best, s | times faster | peak, MB |"
echo "| --- | --- | --- | --- | --- | --- |"
measure empty "$here/empty.vpr" 0.23
measure Cell "$here/cell.vpr" 0.28
measure list "$here/list.vpr" 0.37
measure iterator "$here/iterator.vpr" 0.41
measure tree "$here/tree.vpr" 0.35
for row in "8 1.3" "10 2.4" "12 1.3" "100 -"; do
    n=${row% *}
    "$here/generate.sh" ifs "$n" >"$scratch/ifs$n.vpr"
    measure "$n ifs" "$scratch/ifs$n.vpr" "${row#* }"
done
for row in "20 0.42" "40 0.64" "100 5.2" "1000 -"; do
    n=${row% *}
    "$here/generate.sh" chain "$n" >"$scratch/chain$n.vpr"
    measure "chain n=$n" "$scratch/chain$n.vpr" "${row#* }"
done
