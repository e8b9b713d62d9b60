#!/usr/bin/env python3
"""Score of `everypath time` on a folder of C programs.

    bench/time/score.py EVERYPATH [--half even|odd] [--limit SECONDS] [--list FILE] [DIR] [-- FLAGS]

Each program whose first lines hold `// time: terminates` or `// time: forever`
is run with --entry f; its answer is compared with that line. Programs without
the line (suites of others) are only counted by answer. Times are wall seconds
of the whole process; the mean is over all programs, solved or not. FLAGS go to
everypath, for the ablations: `-- --view signed`.
"""
import json, os, statistics, subprocess, sys, tempfile, time


def run(tool, path, flags, limit):
    out = tempfile.mkdtemp(prefix="score-")
    command = [tool, "time", path, "--json", "--out", os.path.join(out, "r"), "--timeout", str(limit)]
    begin = time.monotonic()
    try:
        done = subprocess.run(command + flags, capture_output=True, text=True, timeout=limit + 20)
        code, text = done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        code, text = 3, ""
    took = time.monotonic() - begin
    subprocess.run(["rm", "-rf", out], check=False)
    try:
        result = json.loads(text)["result"]
    except (ValueError, KeyError):
        result = {}
    return code, took, result


def main():
    before, flags = sys.argv[1:], []
    if "--" in before:
        at = before.index("--")
        before, flags = before[:at], before[at + 1 :]
    limit, half, listed, rest = 20, None, None, []
    while before:
        word = before.pop(0)
        if word == "--limit":
            limit = int(before.pop(0))
        elif word == "--half":
            half = before.pop(0)
        elif word == "--list":
            listed = before.pop(0)
        else:
            rest.append(word)
    tool = rest[0]
    folder = rest[1] if len(rest) > 1 else os.path.dirname(os.path.abspath(__file__))
    files = []
    for at, within, names in os.walk(folder):
        # Those have flags of their own; `truth.py` runs them.
        within[:] = [d for d in within if d != "hostile"]
        files += [os.path.join(at, n) for n in names if n.endswith(".c")]
    files.sort()
    if half:
        files = [f for i, f in enumerate(files) if (i % 2 == 0) == (half == "even")]
    rows, out = {}, open(listed, "w") if listed else None
    for path in files:
        with open(path, errors="replace") as f:
            lines = [l.strip() for l in f.readlines()[:6]]
        field = lambda k: next((l.split(": ", 1)[1] for l in lines if l.startswith("// " + k + ": ")), None)
        want, group = field("time"), field("group") or "all"
        entry = [] if want is None else ["--entry", "f"]
        code, took, result = run(tool, path, entry + flags, limit)
        said = {0: "terminates", 1: "forever", 3: "unknown", 70: "defect"}.get(code, "other")
        bounds = result.get("bounds") or {}
        row = {
            "proved": said == "terminates",
            "lasso": said == "forever",
            "bound": said == "terminates" and bounds.get("upper") is not None,
            "exact": said == "terminates" and (bounds.get("gap") or {}).get("kind") == "exact",
            "wrong": said == "defect" or (want is not None and said in ("terminates", "forever") and said != want),
            "other": said == "other",
            "want": want,
            "time": took,
        }
        rows.setdefault(group, []).append(row)
        if out:
            out.write(f"{os.path.relpath(path, folder)} {want} {said} {took:.2f} {'bound' if row['bound'] else '-'} {'exact' if row['exact'] else '-'}\n")
            out.flush()
    print("| group | programs | end | proved | with bound | exact | do not end | lassos | wrong | not read | mean, s | median, s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for group, all in sorted(rows.items()) + [("**all**", [r for g in rows.values() for r in g])]:
        n = lambda k: sum(1 for r in all if r[k])
        times = [r["time"] for r in all] or [0]
        ends = sum(1 for r in all if r["want"] == "terminates")
        never = sum(1 for r in all if r["want"] == "forever")
        print(f"| {group} | {len(all)} | {ends} | {n('proved')} | {n('bound')} | {n('exact')} | {never} | {n('lasso')} | {n('wrong')} | {n('other')} | {statistics.mean(times):.2f} | {statistics.median(times):.2f} |")


main()
