#!/usr/bin/env python3
"""Solves the tasks, validates the witnesses, and prints SV-COMP's score.

    bench/tasks/run.py [--everypath FILE] [--cpu-time S] [--jobs N] [TASK.yml ...]

Each task goes to `everypath solve`; an answer counts where its witness is
confirmed by `everypath validate`, in a process that sees the program, the
property and the witness alone, if the rules ask for one:

    property            proof                                  violation
    unreach-call        2.0, not for arrays, floats and heap   2.0
    no-overflow         the same                               2.0
    valid-memsafety     none                                   2.0, not for memtrack
    valid-memcleanup    none                                   none
    termination         2.1                                    2.1

+2 for a proof, +1 for a violation, 0 for unknown and for what is not
confirmed, -16 for a false alarm, -32 for a missed error. A task of coverage
counts one point where a suite was written that holds a test. --write puts a
line per task into results.tsv."""
import argparse, os, re, subprocess, sys, tempfile, time, zipfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

here = Path(__file__).resolve().parent
a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
a.add_argument("--everypath", default=str(here.parent.parent / "target/release/everypath"))
a.add_argument("--cpu-time", type=float, default=20)
a.add_argument("--jobs", type=int, default=1)
a.add_argument("--write", action="store_true")
a.add_argument("--no-validate", action="store_true")
a.add_argument("--folder", default=str(here))
a.add_argument("tasks", nargs="*")
o = a.parse_args()
tasks = [Path(t) for t in o.tasks] or sorted(Path(o.folder).glob("*/*.yml"))


def field(text, key):
    found = re.search(rf"^[\s-]*{key}:\s*['\"]?([^'\"\n]*)", text, re.M)
    return found.group(1).strip() if found else ""


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)


def wanted(prop, answer, code):
    """Whether the rules ask for a witness of this answer."""
    if prop == "termination":
        return True
    if answer == "true":
        hard = re.search(r"\[|\b(float|double|malloc|calloc|realloc|alloca)\b", without_comments(code))
        return prop in ("unreach-call", "no-overflow") and not hard
    return prop in ("unreach-call", "no-overflow", "valid-memsafety") and answer != "false(valid-memtrack)"


def call(cmd, limit):
    start = time.time()
    try:
        p = subprocess.run(cmd, capture_output=True, text=True, timeout=limit)
        return p.stdout, p.stderr, time.time() - start
    except subprocess.TimeoutExpired:
        return "", "it did not end", time.time() - start


def run(task):
    text = task.read_text()
    expected = field(text, "expected_verdict")
    prop_file = (task.parent / field(text, "property_file")).resolve()
    prop, model = prop_file.stem, field(text, "data_model")
    program = (task.parent / field(text, "input_files")).resolve()
    with tempfile.TemporaryDirectory() as d:
        witness, suite = d + "/witness.yml", d + "/suite.zip"
        cmd = [o.everypath, "solve", str(task), "--cpu-time", f"{o.cpu_time}s", "--witness", witness]
        if prop.startswith("coverage"):
            cmd = [o.everypath, "solve", str(task), "--cpu-time", f"{o.cpu_time}s", "--suite", suite]
        out, err, seconds = call(cmd, o.cpu_time * 3 + 60)
        lines = out.strip().splitlines()
        line = lines[-1] if lines else f"crash ({err.strip()[:100]})"
        answer = line.removeprefix("result: ")
        told = " ".join(l for l in lines if l.startswith(("witness", "no witness")))
        best = {"true": 2, "false": 1}.get(expected, 1)
        if prop.startswith("coverage"):
            held = 0
            if answer == "done" and os.path.exists(suite):
                held = sum(n != "metadata.xml" for n in zipfile.ZipFile(suite).namelist())
            return task, prop, model, expected, answer, f"{held} tests", int(held > 0), best, seconds, 0
        kind = answer.split("(")[0].strip()
        if kind not in ("true", "false"):
            return task, prop, model, expected, answer, "", 0, best, seconds, 0
        if kind != expected:
            return task, prop, model, expected, answer, told, -16 if kind == "false" else -32, best, seconds, 0
        checked = 0
        if wanted(prop, answer, program.read_text()) and not o.no_validate:
            if not os.path.exists(witness):
                return task, prop, model, expected, answer, told or "no witness", 0, best, seconds, 0
            out, err, checked = call(
                [o.everypath, "validate", str(program), "--property", str(prop_file), "--data-model", model,
                 "--witness", witness], 400)
            second = (out.strip().splitlines() or ["crash"])[-1]
            if second != line:
                return task, prop, model, expected, answer, f"not confirmed: {second}", 0, best, seconds, checked
            told = "confirmed"
        return task, prop, model, expected, answer, told, best, best, seconds, checked


def told(task):
    r = run(task)
    print(f"{r[6]:3} of {r[7]}  {task.parent.name}/{task.stem}: {r[4][:80]} {r[8]:.1f} s  {r[5][:80]}", file=sys.stderr, flush=True)
    return r


with ThreadPoolExecutor(o.jobs) as pool:
    results = list(pool.map(told, tasks))


def table(title, key):
    sums = defaultdict(lambda: [0, 0, 0, 0])
    for r in results:
        s = sums[key(r)]
        s[0] += 1
        s[1] += r[6] == r[7]
        s[2] += r[6]
        s[3] += r[7]
    print(f"{title:18} tasks solved score  of")
    for c, s in sorted(sums.items()):
        print(f"{c:18} {s[0]:5} {s[1]:6} {s[2]:5} {s[3]:3}")


for task, prop, model, expected, answer, why, score, best, seconds, checked in results:
    if score != best or o.tasks:
        mark = "ok   " if score == best else ("WRONG" if score < 0 else "open ")
        if answer == expected or answer.startswith("false(") and expected == "false":
            mark = "ok   " if score == best else "UNCONFIRMED"
        print(f"{mark} {task.parent.name}/{task.stem}: expected {expected}, {answer[:150]} {seconds:.1f} s  {why[:150]}")
table("folder", lambda r: r[0].parent.name)
table("property", lambda r: r[1])
table("data model", lambda r: r[2])
table("all", lambda r: "all")
spent = sorted(r[8] for r in results)
print(f"median {spent[len(spent) // 2]:.2f} s, all {sum(spent):.0f} s; validation {sum(r[9] for r in results):.0f} s")
wrong = [r for r in results if r[6] < 0]
print(f"wrong answers: {len(wrong)}")
if o.write:
    lines = ["task\tproperty\tmodel\texpected\tanswer\tscore\tseconds\tvalidation\ttold"]
    lines += [
        f"{r[0].parent.name}/{r[0].stem}\t{r[1]}\t{r[2]}\t{r[3]}\t{r[4]}\t{r[6]}\t{r[8]:.2f}\t{r[9]:.2f}\t{r[5]}"
        for r in results
    ]
    (here / "results.tsv").write_text("\n".join(lines) + "\n")
sys.exit(1 if wrong else 0)
