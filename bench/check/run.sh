#!/bin/sh
# Counts the paths of regex7 and token -DN=4 without any symbolic execution:
# distinct block traces of native runs over all inputs (see traces.h), as
# "complete + ended by an error". Each program is taken twice: as clang -O0
# compiles it, which is what Everypath explores, and after LLVM's simplifycfg,
# which computes cheap right sides of && and || in advance and so turns two
# branches into one. PASSES names other passes for the second.
#
#   bench/check/run.sh [-a]      -a: token over all 128 ASCII bytes as well (minutes)
#
# Needs clang-19 and opt-19; set CLANG and OPT for others.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
clang=${CLANG:-clang-19}
opt=${OPT:-opt-19}
passes=${PASSES:-"simplifycfg<bonus-inst-threshold=0>"}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

build() { # program, flags for its harness
  name=$1
  shift
  # Nothing is static, so that the harness can call every function.
  "$clang" -w -O0 -Xclang -disable-O0-optnone -DN=4 -Dstatic= -Dmain=program_main \
    -I"$root/runtime/include" -emit-llvm -c "$root/bench/c/$name.c" -o "$dir/$name.bc"
  "$opt" -passes="$passes" "$dir/$name.bc" -o "$dir/$name.simplified.bc"
  "$clang" -O2 -Wall "$@" -c "$here/${name}_traces.c" -o "$dir/$name.harness.o"
  for kind in "" .simplified; do
    "$clang" -O0 -fsanitize-coverage=edge,no-prune,trace-pc \
      -c "$dir/$name$kind.bc" -o "$dir/$name$kind.o"
    "$clang" -no-pie "$dir/$name$kind.o" "$dir/$name.harness.o" \
      -o "$dir/$name$kind"
  done
}

count() { # program
  printf '%-20s' "clang -O0";   "$dir/$1"
  printf '%-20s' "simplified";  "$dir/$1.simplified"
}

build regex7
count regex7
build token
count token
if [ "${1:-}" = -a ]; then
  build token -DALL
  echo "all 128 ASCII bytes:"
  count token
fi
