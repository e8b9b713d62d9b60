#!/usr/bin/env python3
"""Holds `everypath check` to the regression tests of SMACK, which are not ours.

    bench/check/smack.py CHECKOUT [--everypath FILE] [--timeout S] [FOLDER ...]

CHECKOUT is a clone of github.com/smackers/smack; FOLDER is one below its
`test/c`. Nothing of it is kept.

Each test says `@expect verified` or `@expect error`. SMACK asks for assertions,
or for memory safety or overflows where its flags say so, and reads integers as
unbounded unless told otherwise; undefined behaviour that it does not look for
is none for it. So an answer counts as `differs` where what was found is of a
kind that SMACK was not asked for, and is `unknown` where such a find keeps an
assertion from being decided. Left out are tests of SMACK itself: its
annotations, what it does with the flags that are named below, and threads.
When both are certain and disagree it is a contradiction; each is printed, to be
looked at by a person."""
import argparse, concurrent.futures, json, re, subprocess, tempfile
from collections import Counter, defaultdict
from pathlib import Path

FOLDERS = ["basic", "bits", "data", "float", "locks", "mathc", "memory-safety", "ntdrivers-simplified",
           "reach", "simd", "special", "strings", "targeted-checks"]
a = argparse.ArgumentParser()
here = Path(__file__).resolve().parent
a.add_argument("checkout", type=Path)
a.add_argument("folders", nargs="*", default=FOLDERS)
a.add_argument("--everypath", default=str(here.parent.parent / "target/release/everypath"))
a.add_argument("--timeout", type=int, default=10)
a.add_argument("--jobs", type=int, default=1)
o = a.parse_intermixed_args()

# Flags and annotations that are about SMACK.
OTHER = re.compile(r"--(checked-functions|transform|llvm-assumes|check[= ]none)|__SMACK_|__CONTRACT")
PROPERTIES = {
    "assertion": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    "overflow": "CHECK( init(main()), LTL(G ! overflow) )",
    "memory": "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
              "CHECK( init(main()), LTL(G valid-memtrack) )",
}
# What SMACK's header declares, in C alone.
HEADER = """#include <stdlib.h>
#include <limits.h>
#include <stdbool.h>
#include <assert.h>
#undef assert
#define assert(e) do { if (!(e)) reach_error(); } while (0)
#define __VERIFIER_assert(e) assert(e)
#define assume(e) __VERIFIER_assume(!!(e))
#define __VERIFIER_nondet() ((void *)__VERIFIER_nondet_ulong())
void reach_error(void);
void __VERIFIER_assume(int);
""" + "".join(
    f"{t} __VERIFIER_nondet_{n}(void);\n"
    for t, names in {
        "int": ["int"], "char": ["char"], "signed char": ["signed_char"], "unsigned char": ["unsigned_char", "uchar"],
        "short": ["short"], "unsigned short": ["unsigned_short", "ushort"],
        "unsigned": ["unsigned", "uint", "unsigned_int"], "long": ["long"],
        "unsigned long": ["unsigned_long", "ulong"], "long long": ["long_long"],
        "unsigned long long": ["unsigned_long_long"], "float": ["float"], "double": ["double"],
        "long double": ["long_double"], "_Bool": ["bool"],
    }.items() for n in names
) + "".join(
    f"#define __{name}{s}(x) {is_}\n"
    for name, is_ in {
        "iszero": "((x) == 0)", "isnormal": "__builtin_isnormal(x)",
        "issubnormal": "((x) != 0 && __builtin_isfinite(x) && !__builtin_isnormal(x))",
    }.items() for s in ["", "f", "l"]
)

def run(file):
    text = file.read_text(errors="replace")
    expect = re.search(r"@expect\s+(verified|error)", text)
    if not expect:
        return file, "no such test", ""
    if OTHER.search(text):
        return file, "about SMACK", ""
    flags = " ".join(re.findall(r"@flag\s+(.*)", text))
    asked = "assertion"
    if file.parent.name == "memory-safety" or "memory-safety" in flags:
        asked = "memory"
    elif "integer-overflow" in flags:
        asked = "overflow"
    with tempfile.TemporaryDirectory() as d:
        (Path(d) / "smack.h").write_text("#pragma once\n" + HEADER)
        (Path(d) / "asked.prp").write_text(PROPERTIES[asked] + "\n")
        command = [o.everypath, "check", str(file), "--json", "--no-trace", "--property", d + "/asked.prp",
                   "--timeout", str(o.timeout), "--max-memory", "2G", "--out", d + "/out",
                   "--", "-I" + d, "-w"] + (["-mavx2"] if "-mavx2" in flags else [])
        try:
            r = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=6 * o.timeout)
        except subprocess.TimeoutExpired:
            return file, "no answer", ""
    if r.returncode == 2:
        return file, "not C for clang", ""
    try:
        answer = json.loads(r.stdout)
    except ValueError:
        return file, "no answer", r.stderr[:200]
    verdict, bugs = answer["verdict"]["kind"], answer["bugs"]
    expected = {"verified": "proved", "error": "violated"}[expect[1]]
    if verdict == expected:
        return file, "agrees", ""
    if verdict == "unknown":
        return file, "undefined before it" if bugs else "unknown", ""
    run_by = {b["confirmation"]["kind"] for b in bugs}
    if verdict == "violated" and run_by == {"confirmed"}:
        return file, "violated and confirmed natively", " ".join(f"{b['kind']}@{b['place']['line']}" for b in bugs)
    return file, "contradiction", f"{verdict} {[b['kind'] for b in bugs]} {flags}"

tests = [t for f in o.folders for t in sorted((o.checkout / "test/c" / f).glob("*.c"))]
table = defaultdict(Counter)
with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
    for file, result, why in pool.map(run, tests):
        table[file.parent.name][result] += 1
        if why:
            print(f"{file.parent.name}/{file.name}: {result}: {why}", flush=True)
columns = ["agrees", "unknown", "undefined before it", "violated and confirmed natively", "contradiction",
           "about SMACK", "not C for clang", "no answer"]
print("\n| folder | " + " | ".join(columns) + " |\n| --- |" + " --- |" * len(columns))
for name, row in [*table.items(), ("all", sum(table.values(), Counter()))]:
    print(f"| {name} | " + " | ".join(str(row[c]) for c in columns) + " |")
