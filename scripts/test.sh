#!/bin/sh
# Everything that must hold before a change is done. One step per line of the
# summary, stops at the first failure.
set -eu
cd "$(dirname "$0")/.."

step() {
    name=$1
    shift
    echo
    echo "== $name: $*"
    begin=$(date +%s)
    "$@" || {
        echo "== $name: failed" >&2
        exit 1
    }
    echo "== $name: $(($(date +%s) - begin)) s"
}

# Debug information is half of what a cold build writes, and no test reads it.
export CARGO_PROFILE_DEV_DEBUG="${CARGO_PROFILE_DEV_DEBUG:-line-tables-only}"

# The first build of a clone writes no state for later ones: it is a tenth
# faster, and who goes on working builds what was changed once more.
if [ -z "${CARGO_INCREMENTAL:-}" ] && ! [ -d "${CARGO_TARGET_DIR:-target}/debug/incremental" ]; then
    export CARGO_INCREMENTAL=0
fi

step format cargo fmt --all --check
step tidy cargo xtask tidy
step clippy cargo clippy --workspace --all-targets -- -D warnings
# Programs that are generated for the bounds of memory. More do not fit into the time
# of a change; `make bench` has 10,000.
export EP_MEMORY_COUNT="${EP_MEMORY_COUNT:-40}"
# Test programs side by side, and the tests of the documentation.
step tests cargo xtask test
