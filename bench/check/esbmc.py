#!/usr/bin/env python3
"""Holds `everypath check` to the regression tests of ESBMC, which are not ours.

    bench/check/esbmc.py CHECKOUT [--everypath FILE] [--timeout S] [FOLDER ...]

CHECKOUT is a clone of github.com/esbmc/esbmc; FOLDER is one below its
`regression` (default: esbmc, cbmc, k-induction, floats). Nothing of it is kept.

A test says "successful" or "failed" under options that change what a violation
is. Left out are those whose options ask for another semantics or for a check
that `everypath check` does not have, and those that are no plain C for clang.
Where the two tools read C differently by design, the answer is counted as
`differs` with the reason: a value that was never initialised is a violation
here and arbitrary there, overflow and shifts are checked here without being
asked, and so on. What is left when both are certain and disagree is a
contradiction; each is printed, to be looked at by a person."""
import argparse, concurrent.futures, json, re, subprocess, tempfile
from collections import Counter, defaultdict
from pathlib import Path

a = argparse.ArgumentParser()
here = Path(__file__).resolve().parent
a.add_argument("checkout", type=Path)
a.add_argument("folders", nargs="*", default=["esbmc", "cbmc", "k-induction", "floats"])
a.add_argument("--everypath", default=str(here.parent.parent / "target/release/everypath"))
a.add_argument("--timeout", type=int, default=10)
a.add_argument("--jobs", type=int, default=1)
o = a.parse_intermixed_args()

# Options that change what C means, or ask for checks beyond ours.
OTHER = re.compile(
    r"--(big-endian|ir\b|ir-|fixedbv|round-to|stack-limit|total-stack|unsigned-overflow|memory-leak"
    r"|memory-cleanup|excessive-alloc|struct-fields|unchecked-return|restrict|nan-check|context-bound"
    r"|data-races|deadlock|lock-order|enforce|replace|no-bounds|no-pointer|no-div|no-align|malloc-zero"
    r"|conv-assert|error-label|interval|multi-property|no-assertions|is-instance|16\b|ub-shift|no-unwinding|partial"
    r"|function|func\b|parse|goto|show|cprover|termination|no-library|force-realloc)"
)
# Checks that ESBMC makes only when asked, and the flag that asks.
ASKED = {
    "uninitialised-read": "--uninitialised",
    "signed-overflow": "--overflow-check",
    "oversized-shift": "--ub-shift-check",
    "float-cast-overflow": "--overflow-check",
    "invalid-argument": "",
    "abort": "",
}

def read(folder):
    try:
        lines = (folder / "test.desc").read_text(errors="replace").split("\n")
    except OSError:
        return None
    if len(lines) < 4 or lines[0].strip() != "CORE":
        return None
    verdicts = [w for l in lines[3:] for w in ("SUCCESSFUL", "FAILED") if f"VERIFICATION {w}" in l]
    files = lines[1].split() + [w for w in lines[2].split() if w.endswith((".c", ".i"))]
    if not verdicts or not all(f.endswith((".c", ".i")) for f in files):
        return None
    return files, lines[2], verdicts[-1]

def run(folder):
    test = read(folder)
    if not test:
        return folder, "no such test", ""
    files, options, expected = test
    # What fails may be the assertion that the loops were unwound.
    if OTHER.search(options) or (expected == "FAILED" and "--unwind" in options):
        return folder, "other options", ""
    flags = [f for f in options.split() if f.startswith(("-D", "-I", "-f"))]
    with tempfile.TemporaryDirectory() as d:
        command = [o.everypath, "check", *files, "--no-native", "--json", "--no-trace", "--external", "havoc"]
        command += ["--timeout", str(o.timeout), "--max-memory", "2G", "--out", d + "/out"]
        command += ["--m32"] if "--32" in options else []
        try:
            r = subprocess.run(command + ["--", *flags], cwd=folder, capture_output=True, text=True,
                               errors="replace", timeout=6 * o.timeout)
        except subprocess.TimeoutExpired:
            return folder, "no answer (clang or memory)", ""
    if r.returncode == 2:
        return folder, "not C for clang", ""
    try:
        answer = json.loads(r.stdout)
    except ValueError:
        return folder, "no answer (clang or memory)", r.stderr[:200]
    verdict = answer["verdict"]["kind"]
    kinds = {b["kind"] for b in answer["bugs"]}
    if verdict == "violated":
        if expected == "FAILED":
            return folder, "agrees", ""
        asked = {k for k in kinds if k not in ASKED or (ASKED[k] and ASKED[k] in options)}
        if not asked:
            return folder, "differs by design", " ".join(sorted(kinds))
        return folder, "contradiction", "violated: " + " ".join(sorted(kinds))
    if verdict == "proved":
        if expected == "SUCCESSFUL":
            return folder, "agrees", ""
        return folder, "contradiction", "proved; " + "; ".join(answer["assumptions"])
    return folder, "unknown", ""

tests = [t for f in o.folders for t in sorted((o.checkout / "regression" / f).iterdir()) if t.is_dir()]
table = defaultdict(Counter)
with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
    for folder, result, why in pool.map(run, tests):
        table[folder.parent.name][result] += 1
        if result == "contradiction":
            print(f"{folder.parent.name}/{folder.name}: {why}", flush=True)
columns = ["agrees", "unknown", "differs by design", "contradiction", "other options", "not C for clang",
           "no answer (clang or memory)"]
print("\n| folder | " + " | ".join(columns) + " |\n| --- |" + " --- |" * len(columns))
for name, row in table.items():
    print(f"| {name} | " + " | ".join(str(row[c]) for c in columns) + " |")
