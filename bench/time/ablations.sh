#!/bin/sh
# Tables of answers for bench/time as it is and with parts of the analysis left
# out: one view of all bit-vectors, modulo in place of cases, mathematical
# integers. Usage: bench/time/ablations.sh EVERYPATH [LIMIT]
set -eu
tool=$1
limit=${2:-20}
here=$(dirname "$0")
for flags in "" "--view signed" "--view unsigned" "--wrap modulo" "--wrap case" "--arith math"; do
    echo
    echo "\`${flags:-as it is}\`"
    echo
    # shellcheck disable=SC2086 # the flags are words
    "$here/score.py" "$tool" --limit "$limit" -- $flags
done
