"""Breaks rules once, on purpose, and names the tests that fail.

A mutation is a name, a file, what stands there once, what takes its place, and
the arguments of `cargo test` that are to notice it, tried one after the other.
The file is put back. Run it in a tree without other changes.
"""
import os
import re
import subprocess
import sys


def run(target, environment):
    command = [os.environ.get("CARGO", "cargo"), "test", "-j", "2", "--no-fail-fast", *target]
    out = subprocess.run(command, env=dict(os.environ, **environment), capture_output=True, text=True)
    text = out.stdout + out.stderr
    if re.search(r"^error(\[|: could not compile)", text, re.M):
        return None, text
    return sorted(set(re.findall(r"^test (\S+) \.\.\. FAILED", text, re.M))), text


def main(mutations, environment={}):
    """Those whose names hold an argument, or all: a row each; 1 if one is not noticed."""
    wanted = sys.argv[1:]
    unnoticed = False
    print("| broken on purpose | tests that fail |\n| --- | --- |", flush=True)
    for name, path, old, new, targets in mutations:
        if wanted and not any(w in name for w in wanted):
            continue
        text = open(path).read()
        if text.count(old) != 1:
            print(f"| {name} | the place is there {text.count(old)} times |", flush=True)
            unnoticed = True
            continue
        failed, log = [], ""
        try:
            open(path, "w").write(text.replace(old, new))
            for target in targets:
                failed, log = run(target, environment)
                if failed != []:
                    break
        finally:
            open(path, "w").write(text)
        if failed is None:
            print(f"| {name} | does not build |", flush=True)
            sys.stderr.write(log[-2000:])
        unnoticed |= not failed
        shown = ", ".join(f"`{f}`" for f in (failed or [])[:4]) or "none"
        more = f" and {len(failed) - 4} more" if failed and len(failed) > 4 else ""
        if failed is not None:
            print(f"| {name} | {shown}{more} |", flush=True)
    return 1 if unnoticed else 0
