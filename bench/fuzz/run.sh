#!/bin/bash
# Everypath against AFL++ on three parsers of Debian source packages, from the
# same seeds and with the same CPU time (`cpu.py`: of all processes of a run; for
# everypath with the compilation of the target, for AFL++ without).
#
#   bench/fuzz/run.sh [SECONDS] [RUNS] [TARGET…]       default: 180 3, all targets
#
# FIRST is the number of the first run (1), which is its seed of random choices,
# so that a comparison can be made in parts.
#
# Edges are counted for both by replaying their queues on one build, bugs by
# replaying their crashes on another. Sources are fetched with apt-get source
# into bench/fuzz/sources. Needs the packages afl++, dpkg-dev and python3.
# The whole comparison takes 2 x 3 x 3 x 180 CPU seconds: 54 minutes of a core.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
seconds=${1:-180}
runs=${2:-3}
first=${FIRST:-1}
shift $(($# < 2 ? $# : 2))
targets=${*:-cjson lodepng libyaml}
everypath=${EVERYPATH:-${CARGO_TARGET_DIR:-$root/target}/release/everypath}
sources=${SOURCES:-$here/sources}
work=${WORK:-$(mktemp -d)}
[ -x "$everypath" ] || { echo "build first: make build" >&2; exit 2; }
for tool in afl-fuzz afl-clang-fast dpkg-source python3; do
  command -v $tool >/dev/null || { echo "install afl++, dpkg-dev and python3 (no $tool)" >&2; exit 4; }
done

fetch() { # the newest source package, by apt, without changing the system's lists
  ls -d "$sources/$1"-*/ >/dev/null 2>&1 && return
  mkdir -p "$sources/lists/partial"
  echo "deb-src http://deb.debian.org/debian bookworm main" >"$sources/sources.list"
  local apt="apt-get -qq -o Dir::Etc::sourcelist=$sources/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$sources/lists -o APT::Sandbox::User="
  (cd "$sources" && $apt update && $apt source "$1") >/dev/null
}

# What to compile, and the flags, of each target.
files() {
  case $1 in
  cjson) echo "$here/cjson.c $dir/cJSON.c" ;;
  lodepng) echo "$here/lodepng.c $dir/lodepng_c.c" ;;
  libyaml) echo "$here/libyaml.c $dir/src/api.c $dir/src/reader.c $dir/src/scanner.c $dir/src/parser.c" ;;
  esac
}
flags() {
  case $1 in
  cjson) echo "-I$dir" ;;
  lodepng) echo "-I$dir" ;;
  libyaml) echo "-I$dir/include -I$dir/src -DYAML_VERSION_STRING=\"0.2.5\" -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5" ;;
  esac
}

bugs() { # the numbers of the planted bugs that the inputs of a folder show
  local f
  for f in "$1"/id*; do
    [ -f "$f" ] && "$work/$target.once" "$f" 2>&1 >/dev/null | sed -n 's/^planted bug //p'
  done | sort -un | tr '\n' ' '
}

edges() {
  "$everypath" fuzz $(files $target) --seed "$1" --minimise --json --out "$work/count.$$.$RANDOM" --max-len 1048576 -- $(flags $target) 2>/dev/null |
    python3 -c 'import json,sys; print(json.load(sys.stdin)["edges"])'
}

echo "target fuzzer run edges runs bugs" >"$work/table"
for target in $targets; do
  fetch $target
  dir=$(ls -d "$sources/$target"-*/ | head -n 1)
  dir=${dir%/}
  [ $target != lodepng ] || cp "$dir/lodepng.cpp" "$dir/lodepng_c.c"
  afl-clang-fast -O2 -w -fsanitize=fuzzer $(files $target) $(flags $target) -lm -o "$work/$target.afl" >/dev/null 2>&1
  clang-19 -O1 -w "$here/once.c" $(files $target) $(flags $target) -lm -o "$work/$target.once"
  for run in $(seq "$first" $((first + runs - 1))); do
    out="$work/afl.$target.$run"
    AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 \
      "$here/cpu.py" "$seconds" afl-fuzz -i "$here/seeds/$target" -o "$out" -s "$run" -- "$work/$target.afl" >/dev/null 2>"$work/afl.err" || true
    count=$(sed -n 's/^execs_done *: //p' "$out/default/fuzzer_stats")
    echo "$target AFL++ $run $(edges "$out") $count $(bugs "$out/default/crashes")" | tee -a "$work/table"
    out="$work/ep.$target.$run"
    # The time limit lets the search mutate; CPU time ends it before.
    "$here/cpu.py" "$seconds" "$everypath" fuzz $(files $target) --seed "$here/seeds/$target" --out "$out" --timeout 24h \
      --random "$run" --json -- $(flags $target) >"$work/ep.json" 2>"$work/ep.err" || true
    count=$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["fuzz"]["runs"])' "$work/ep.json")
    echo "$target everypath $run $(edges "$out") $count $(bugs "$out/crashes")" | tee -a "$work/table"
  done
done

python3 - "$work/table" "$seconds" "$runs" <<'P'
import collections, statistics, sys
rows = [l.split() for l in open(sys.argv[1])][1:]
print(f"\nMedians of {sys.argv[3]} runs of {sys.argv[2]} CPU seconds each:\n")
print("| target | fuzzer | edges | runs per CPU second | planted bugs (of 4), each run |")
print("| --- | --- | --- | --- | --- |")
table = collections.defaultdict(list)
for r in rows:
    table[r[0], r[1]].append(r)
for (target, fuzzer), rs in table.items():
    med = lambda i: statistics.median(int(r[i]) for r in rs)
    bugs = "; ".join(" ".join(r[5:]) or "none" for r in rs)
    print(f"| {target} | {fuzzer} | {med(3):.0f} | {med(4) / float(sys.argv[2]):.0f} | {bugs} |")
P
