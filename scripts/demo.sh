#!/bin/sh
# The main job on one example: a bug with the input that triggers it.
# The bug is the point of the example, so exit code 1 is the success here.
set -eu
cd "$(dirname "$0")/.."
binary="${CARGO_TARGET_DIR:-target}/release/everypath"
example=examples/demo/ring.c
rm -rf everypath-out/demo

echo
echo "\$ everypath test $example"
echo
status=0
"$binary" test "$example" --out everypath-out/demo || status=$?
echo
if [ "$status" != 1 ]; then
    echo "demo: expected exit code 1 (violated), got $status" >&2
    exit 1
fi
echo "Exit code 1: the program has a bug. What was written:"
find everypath-out/demo -type f | sort | sed 's/^/  /' | head -n 20
