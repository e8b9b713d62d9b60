#!/bin/sh
# Installs what the build and the tests need on Debian 12, by package name.
# Says what it does; does nothing when everything is there.
# Works as root without sudo and as a user with it.
set -eu

# What the build needs: LLVM's C and C++ interfaces (llvm-19-dev, with what
# llvm-config names), clang for the models of the C library, Z3, and a C and a
# C++ compiler for the crates that bring C.
build="clang-19 llvm-19 llvm-19-dev libpolly-19-dev libzstd-dev zlib1g-dev
libz3-dev gcc g++ make libc6-dev"
# What a run needs beyond that: the sanitizers' runtime, -m32, and for the tests
# of `everypath paths` a JDK with JUnit 4.
run="libclang-rt-19-dev gcc-multilib libc6-dev-i386
default-jdk-headless junit4"
# What only the tests need: random programs, solvers that read our logs and
# certificates, a browser that opens the pages, a fuzzer that ours runs beside.
tests="csmith libcsmith-dev z3 cvc5 chromium chromium-driver afl++"
# What the comparison with AFL++ needs beside it (bench/fuzz/run.sh), on
# request only.
bench="dpkg-dev python3"

wanted="$build $run"
case "${1:-all}" in
    all) wanted="$wanted $tests" ;;
    build) ;;
    bench) wanted="$wanted afl++ $bench" ;;
    *)
        echo "usage: scripts/setup.sh [all|build|bench]" >&2
        exit 2
        ;;
esac

if ! command -v cargo >/dev/null 2>&1; then
    echo "setup: cargo is not installed; get Rust from https://rustup.rs (1.85 or newer)" >&2
    exit 4
fi

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    # Not Debian: good enough if the tools themselves are there.
    missing=""
    for tool in clang-19 llvm-config-19 gcc g++ make; do
        command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
    done
    if [ -z "$missing" ]; then
        echo "setup: no apt here; the tools are there, going on"
        exit 0
    fi
    echo "setup: this is not Debian (no apt-get), and these are missing:$missing" >&2
    echo "  help: install LLVM and clang 19, Z3 4.8.12 or newer with headers, gcc and g++" >&2
    exit 4
fi

# One call for all packages: the fast way to see that nothing is missing.
installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $wanted 2>/dev/null |
    sed -n 's/^ii *//p') || true
missing=""
for package in $wanted; do
    case "
$installed
" in
        *"
$package
"*) ;;
        *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

echo "setup: installing$missing"
if [ "$(id -u)" = 0 ]; then
    root=""
elif command -v sudo >/dev/null 2>&1; then
    root="sudo"
else
    echo "setup: neither root nor sudo; as root: apt-get install$missing" >&2
    exit 4
fi

install() {
    # shellcheck disable=SC2086 # one word per package
    $root env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --quiet --no-install-recommends $missing
}

# The lists of a fresh machine are empty, those of an old one stale.
$root apt-get update --quiet || echo "setup: apt-get update failed, trying with the lists at hand" >&2
if ! install; then
    if ! apt-cache show clang-19 >/dev/null 2>&1; then
        echo "setup: these sources have no clang-19; Debian 12 (bookworm, with updates) has" >&2
    fi
    echo "setup: could not install$missing" >&2
    exit 4
fi
echo "setup: done"
