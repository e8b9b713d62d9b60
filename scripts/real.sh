#!/bin/sh
# Runs on C programs that others wrote: jsmn (Debian's libjsmn-dev), zlib and
# SQLite (the sources that the crates libz-sys and libsqlite3-sys ship), cJSON,
# libyaml, and echo, base64 and tr of coreutils (Debian's source packages), the
# last built by `everypath cc`.
# Findings are results here, not failures; wrong usage or a missing library is.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
case "${CARGO_TARGET_DIR:-target}" in
    /*) binary="$CARGO_TARGET_DIR/release/everypath" ;;
    *) binary="$root/${CARGO_TARGET_DIR:-target}/release/everypath" ;;
esac
timeout="${TIMEOUT:-60s}"

# One message, and what to do.
fail() {
    echo "real: $1" >&2
    exit 4
}
[ -x "$binary" ] || fail "there is no $binary: run make build first"
for tool in cargo apt-get tar make; do
    command -v "$tool" >/dev/null || fail "the tool $tool is missing: install it"
done

if ! [ -f /usr/include/jsmn.h ]; then
    echo "real: installing libjsmn-dev"
    sudo=""
    [ "$(id -u)" = 0 ] || sudo="sudo"
    $sudo apt-get update --quiet >/dev/null
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet libjsmn-dev \
        >/dev/null 2>&1 || fail "libjsmn-dev cannot be installed: is there a network?"
fi
# The path of a fetched crate, out of cargo's own answer.
crate() {
    cargo metadata --quiet --format-version 1 \
        --manifest-path examples/real/sources/Cargo.toml 2>/dev/null |
        grep -o "\"manifest_path\":\"[^\"]*/$1-[0-9][^\"]*/Cargo.toml\"" |
        sed 's/.*:"//; s,/Cargo.toml"$,,' | head -n 1
}
zlib="$(crate libz-sys)/src/zlib"
[ -f "$zlib/inflate.c" ] || fail "the crate libz-sys (zlib) cannot be fetched: is there a network?"
sqlite="$(crate libsqlite3-sys)/sqlite3"
[ -f "$sqlite/sqlite3.c" ] ||
    fail "the crate libsqlite3-sys (SQLite) cannot be fetched: is there a network?"

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
            echo "real: $name ended with exit code $status, the message is above" >&2
            exit "$status"
            ;;
    esac
}

run jsmn "$root/examples/real/jsmn_parse.c"
run zlib-checksum "$root/examples/real/zlib_checksum.c" "$zlib/adler32.c" -- -I "$zlib"
run zlib-inflate "$root/examples/real/zlib_inflate.c" "$zlib/inflate.c" "$zlib/inftrees.c" \
    "$zlib/inffast.c" "$zlib/zutil.c" "$zlib/adler32.c" "$zlib/crc32.c" -- -I "$zlib"
run sqlite "$root/examples/real/sqlite_tokens.c" -- -I "$sqlite"

# Debian's source packages, with an index of their own: the system's sources
# are not touched. The same keyring as the binary packages'.
sources="$root/everypath-out/real-sources"
if ! [ -f "$sources/fetched" ]; then
    echo
    echo "real: fetching the source packages cjson, libyaml and coreutils"
    mkdir -p "$sources/parts" "$sources/lists/partial" "$sources/cache/archives/partial"
    cat >"$sources/parts/source.sources" <<END
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
    apt() {
        (cd "$sources" && apt-get --quiet -o Dir::Etc::sourcelist=/dev/null \
            -o Dir::Etc::sourceparts="$sources/parts" -o Dir::State::lists="$sources/lists" \
            -o Dir::Cache="$sources/cache" "$@" >/dev/null 2>&1)
    }
    { apt update && apt source --download-only cjson libyaml coreutils; } ||
        fail "Debian's source packages cannot be fetched: is there a network?"
    for archive in "$sources"/*.orig.tar.*; do
        tar -C "$sources" -xf "$archive"
    done
    touch "$sources/fetched"
fi
cjson=$(echo "$sources"/cJSON-[0-9]*)
yaml=$(echo "$sources"/libyaml-[0-9]*)
coreutils=$(echo "$sources"/coreutils-[0-9]*)
run cjson "$root/examples/real/cjson_parse.c" "$cjson/cJSON.c" -- -I "$cjson"
run yaml "$root/examples/real/yaml_scan.c" "$yaml/src/api.c" "$yaml/src/reader.c" \
    "$yaml/src/scanner.c" "$yaml/src/parser.c" -- -I "$yaml/include" -I "$yaml/src" \
    -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 \
    '-DYAML_VERSION_STRING="0.2.5"'

# Configured and built as anyone would, with another compiler.
built="$sources/build-coreutils"
if ! [ -f "$built/src/tr.bc" ]; then
    echo
    echo "real: building echo, base64 and tr with everypath cc (some minutes)"
    # Anew: what an interrupted build left is not configured.
    rm -rf "$built"
    mkdir -p "$built"
    (
        cd "$built"
        FORCE_UNSAFE_CONFIGURE=1 "$coreutils/configure" CC="$binary cc" --disable-nls \
            --without-selinux --disable-libcap --without-openssl
        printf 'include Makefile\neverypath-built: $(BUILT_SOURCES)\n' >everypath.mk
        make -f everypath.mk everypath-built
        make src/echo src/base64 src/tr
    ) >"$sources/coreutils.log" 2>&1 ||
        fail "coreutils does not build, see $sources/coreutils.log"
fi
# Up to three arguments of up to ten bytes; where files are read, one call may
# fail. With tr's sets this would only take time from the words to be spelled.
run echo "$built/src/echo.bc" --sym-args 0 3 10
run base64 "$built/src/base64.bc" --sym-args 0 3 10 --stdin 8 --max-fail 1
run tr "$built/src/tr.bc" --sym-args 0 3 10 --stdin 8
