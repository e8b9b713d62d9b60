#!/bin/sh
# Runs every fuzz target for some seconds. Installs cargo-fuzz when it is
# missing. The sanitizer flags are unstable, so a stable compiler is told that
# it may use them.
set -eu
seconds=${1:-60}
cd "$(dirname "$0")/../fuzz"

if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "fuzz: installing cargo-fuzz"
    cargo install --quiet cargo-fuzz
fi
for target in fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    echo "== $name: $seconds s"
    RUSTC_BOOTSTRAP=1 cargo fuzz run "$name" -- -max_total_time="$seconds" -print_final_stats=1
done
