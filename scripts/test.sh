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

# Debug information is most of what a cold build writes and a sixth of its time, and
# no test reads it.
export CARGO_PROFILE_DEV_DEBUG="${CARGO_PROFILE_DEV_DEBUG:-0}"

# The first build of a clone writes no state for later ones: it is a tenth
# faster, and who goes on working builds what was changed once more.
if [ -z "${CARGO_INCREMENTAL:-}" ] && ! [ -d "${CARGO_TARGET_DIR:-target}/debug/incremental" ]; then
    export CARGO_INCREMENTAL=0
fi

step format cargo fmt --all --check
step tidy cargo xtask tidy
step clippy cargo clippy --workspace --all-targets -- -D warnings
# Programs that are generated. More do not fit into the time of a change; `make bench`
# has many times as many.
export EP_MEMORY_COUNT="${EP_MEMORY_COUNT:-16}"
export EP_MEMORY_CUT="${EP_MEMORY_CUT:-3}"
export EP_CSMITH_COUNT="${EP_CSMITH_COUNT:-100}"
export EP_MERGING_COUNT="${EP_MERGING_COUNT:-100}"
export EP_MERGE_COUNT="${EP_MERGE_COUNT:-60}"
export EVERYPATH_FRAMES="${EVERYPATH_FRAMES:-1}"
# Test programs side by side, and the tests of the documentation.
step tests cargo xtask test
