#!/usr/bin/env python3
"""Bounds and measured marks of a folder of C programs, as one table.

    python3 bench/memory/marks.py FOLDER [--jobs N] [--only NAME] [-- FLAGS of everypath memory]

A program says in its first lines what is asked: `memory: ENTRY [OPTIONS] => heap N`
(`=> heap N` is the highest sum that some run reaches, `=> heap N+` the sum of one
run, `=> stack N` what some run takes at least, worked out by hand; a bound below it is a wrong one and ends
the script with 1). Without such a line
the entry is `main`. Gap: bound over what a native run reached with its input.
"""
import concurrent.futures
import json
import os
import re
import statistics
import subprocess
import sys
import time

EVERYPATH = os.environ.get("EVERYPATH", "target/debug/everypath")


def asked(path):
    head = open(path, errors="replace").read(2000)
    m = re.search(r"memory: (\w+)((?: (?!=>)\S+)*) => (heap|stack)? ?([\d,]+)?(\+)?", head)
    if not m:
        return "main", [], None, "heap", False
    truth = int(m.group(4).replace(",", "")) if m.group(4) else None
    return m.group(1), m.group(2).split(), truth, m.group(3) or "heap", m.group(5) is not None


def run(path, flags):
    entry, own, truth, of, least = asked(path)
    command = [EVERYPATH, "memory", path, "--entry", entry, "--json", *flags, *own]
    start = time.time()
    out = subprocess.run(command, capture_output=True, text=True)
    seconds = time.time() - start
    row = {"name": os.path.basename(path).removesuffix(".c"), "time": seconds, "truth": truth, "of": of, "least": least, "code": out.returncode}
    try:
        report = json.loads(out.stdout)
    except ValueError:
        row["error"] = (out.stderr.strip().splitlines() or ["no output"])[0]
        return row
    entry = report["entries"][0]
    highs = {i["name"]: int(i["high"]) for i in entry["inputs"]}
    for kind, mark in entry["marks"].items():
        if mark["bound"] is None:
            row[kind] = ("unknown", None, [m["what"] for m in mark["missing"]])
            continue
        reached = mark.get("reached") or {}
        of, got = reached.get("of"), reached.get("bytes")
        gap = None
        if of is not None and got is not None:
            of, got = int(of), int(got)
            gap = 1.0 if of == got else (of / got if got else float("inf"))
        most = mark["bound"]["number"] or mark["bound"].get("most")
        row[kind] = (mark["bound"]["text"], got, gap, most)
    row["highs"] = highs
    # The number is that of a run with arguments, and the bound says that it has none.
    if any("called without arguments" in a for a in entry["assumptions"]):
        row["truth"] = None
    return row


def number(n):
    return "-" if n is None else f"{n:,}"


def main():
    args = sys.argv[1:]
    flags = []
    if "--" in args:
        flags = args[args.index("--") + 1:]
        args = args[: args.index("--")]
    jobs, only, folders = 1, None, []
    while args:
        a = args.pop(0)
        if a == "--jobs":
            jobs = int(args.pop(0))
        elif a == "--only":
            only = args.pop(0)
        else:
            folders.append(a)
    files = []
    for f in folders:
        files += [f] if f.endswith(".c") else sorted(os.path.join(f, x) for x in os.listdir(f) if x.endswith(".c"))
    files = [f for f in files if not only or only in f]
    wrong, gaps, known = [], {"heap": [], "stack": []}, {"heap": 0, "stack": 0}
    print("| program | heap | reached | by hand | stack | reached | s |\n| --- | --- | --- | --- | --- | --- | --- |")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for row in pool.map(lambda f: run(f, flags), files):
            if "error" in row:
                wrong.append(f"{row['name']}: exit {row['code']}: {row['error']}")
                print(f"| {row['name']} | {row['error']} | | | | | {row['time']:.1f} |", flush=True)
                continue
            cells = []
            for kind in ("heap", "stack"):
                m = row[kind]
                if m[0] == "unknown":
                    cells.append((f"unknown: {m[2][0] if m[2] else ''}", "-"))
                    continue
                known[kind] += 1
                gap = m[2]
                if gap is not None:
                    gaps[kind].append(gap)
                cells.append((m[0], f"{number(m[1])} ({gap:.2f})" if gap is not None else "-"))
            truth, of = row["truth"], row[row["of"]]
            if truth is not None and of[0] != "unknown" and of[3] is not None and int(of[3]) < truth:
                wrong.append(f"{row['name']}: the bound {of[0]} is below {truth}")
            if truth is not None and row["of"] == "heap" and not row["least"] and of[0] != "unknown" and (of[1] or 0) > truth:
                wrong.append(f"{row['name']}: {of[1]} were reached where no run has more than {truth}")
            if row["code"] == 70:
                wrong.append(f"{row['name']}: a run above its bound")
            print(f"| {row['name']} | {cells[0][0]} | {cells[0][1]} | {number(truth)} | {cells[1][0]} | {cells[1][1]} | {row['time']:.1f} |", flush=True)
    n = len(files)
    for kind in ("heap", "stack"):
        g = gaps[kind]
        near = sum(x <= 1.05 for x in g)
        if g:
            print(f"\n{kind}: {known[kind]} of {n} bounded; bound over reached {statistics.median(g):.2f} in the median, {near} of {len(g)} within 5 %")
    for w in wrong:
        print("WRONG", w)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
