#!/usr/bin/env python3
"""Runs the tasks and prints SV-COMP's score.

    bench/tasks/run.py [--everypath FILE] [--timeout S] [--jobs N] [TASK.yml ...]

+2 for a proof, +1 for a violation, -16 for a false alarm, -32 for a missed
bug, 0 for unknown. Writes one line per task to results.tsv beside the tasks
when --write is given."""
import argparse, json, subprocess, sys, time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

here = Path(__file__).resolve().parent
a = argparse.ArgumentParser()
a.add_argument("--everypath", default=str(here.parent.parent / "target/release/everypath"))
a.add_argument("--timeout", default="10")
a.add_argument("--jobs", type=int, default=1)
a.add_argument("--write", action="store_true")
a.add_argument("--no-native", action="store_true")
a.add_argument("--folder", default=str(here))
a.add_argument("tasks", nargs="*")
o = a.parse_args()
tasks = [Path(t) for t in o.tasks] or sorted(Path(o.folder).glob("*/*.yml"))

def field(text, key):
    for line in text.splitlines():
        line = line.strip().lstrip("- ")
        if line.startswith(key + ":"):
            return line.split(":", 1)[1].strip().strip("'\"")
    return ""

def run(task):
    expected = field(task.read_text(), "expected_verdict") == "true"
    import tempfile
    with tempfile.TemporaryDirectory() as d:
        cmd = [o.everypath, "check", str(task), "--json", "--no-trace", "--timeout", o.timeout, "--out", d + "/out"]
        if o.no_native:
            cmd.append("--no-native")
        start = time.time()
        try:
            p = subprocess.run(cmd, capture_output=True, text=True, timeout=float(o.timeout) * 3 + 30)
            out, code = p.stdout, p.returncode
        except subprocess.TimeoutExpired:
            out, code = "", -1
        t = time.time() - start
    try:
        r = json.loads(out)
    except ValueError:
        return task, expected, "crash (%d)" % code, "", 0, t
    kind = r["verdict"]["kind"]
    why = r.get("argument") or r.get("reason") or r.get("no_proof") or ""
    confirmed = any(b["confirmation"]["kind"] == "confirmed" for b in r["bugs"])
    if kind == "proved":
        score = 2 if expected else -32
    elif kind == "violated":
        score = 1 if not expected else -16
        why = "confirmed" if confirmed else "not confirmed"
    else:
        score = 0
        if kind == "proved-up-to":
            kind = "proved up to %d" % r["verdict"]["bound"]
            why = r.get("no_proof") or ""
    return task, expected, kind, why, score, t

with ThreadPoolExecutor(o.jobs) as pool:
    results = list(pool.map(run, tasks))
sums = defaultdict(lambda: [0, 0, 0, 0])
for task, expected, kind, why, score, t in results:
    s = sums[task.parent.name]
    best = 2 if expected else 1
    s[0] += 1
    s[1] += score == best
    s[2] += score
    s[3] += best
    mark = "ok   " if score == best else ("WRONG" if score < 0 else "open ")
    if score != best or o.tasks:
        print(f"{mark} {task.parent.name}/{task.stem}: expected {str(expected).lower()}, {kind} {t:.1f} s  {why[:150]}")
print(f"{'category':16} tasks solved score of")
total = [0, 0, 0, 0]
for c, s in sorted(sums.items()):
    print(f"{c:16} {s[0]:5} {s[1]:6} {s[2]:5} {s[3]:3}")
    total = [x + y for x, y in zip(total, s)]
print(f"{'all':16} {total[0]:5} {total[1]:6} {total[2]:5} {total[3]:3}")
wrong = [r for r in results if r[4] < 0]
print(f"wrong answers: {len(wrong)}")
if o.write:
    lines = ["task\texpected\tanswer\tscore\tseconds\targument"]
    lines += [f"{t.parent.name}/{t.stem}\t{str(e).lower()}\t{k}\t{sc}\t{s:.2f}\t{w}" for t, e, k, w, sc, s in results]
    (here / "results.tsv").write_text("\n".join(lines) + "\n")
sys.exit(1 if wrong else 0)
