#!/bin/sh
# Runs on C libraries that others wrote: jsmn (Debian's libjsmn-dev) and zlib
# (the sources that the crate libz-sys ships). Findings are results here, not
# failures; wrong usage or a missing library is.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
binary="${CARGO_TARGET_DIR:-target}/release/everypath"
timeout="${TIMEOUT:-60s}"

if ! [ -f /usr/include/jsmn.h ]; then
    echo "real: installing libjsmn-dev"
    sudo=""
    [ "$(id -u)" = 0 ] || sudo="sudo"
    $sudo apt-get update --quiet >/dev/null
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet libjsmn-dev >/dev/null
fi
# The path of a fetched crate, out of cargo's own answer.
crate() {
    cargo metadata --format-version 1 --manifest-path examples/real/sources/Cargo.toml |
        grep -o "\"manifest_path\":\"[^\"]*/$1-[0-9][^\"]*/Cargo.toml\"" |
        sed 's/.*:"//; s,/Cargo.toml"$,,' | head -n 1
}
zlib="$(crate libz-sys)/src/zlib"
[ -f "$zlib/inflate.c" ] || {
    echo "real: the sources of zlib were not fetched" >&2
    exit 4
}

run() {
    name=$1
    shift
    echo
    echo "== $name"
    rm -rf "everypath-out/real/$name"
    status=0
    "$binary" test --timeout "$timeout" --out "everypath-out/real/$name" "$@" || status=$?
    case $status in
        0 | 1 | 3) ;;
        *)
            echo "real: $name ended with exit code $status" >&2
            exit "$status"
            ;;
    esac
}

run jsmn "$root/examples/real/jsmn_parse.c"
run zlib-checksum "$root/examples/real/zlib_checksum.c" "$zlib/adler32.c" -- -I "$zlib"
run zlib-inflate "$root/examples/real/zlib_inflate.c" "$zlib/inflate.c" "$zlib/inftrees.c" \
    "$zlib/inffast.c" "$zlib/zutil.c" "$zlib/adler32.c" "$zlib/crc32.c" -- -I "$zlib"
