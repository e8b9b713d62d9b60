#!/usr/bin/env python3
"""Answers of `everypath time` for a folder of C programs that others wrote.

    bench/time/public.py EVERYPATH FOLDER [--part N/M] [--limit SECONDS] [--jobs N] [--list FILE] [-- FLAGS]

Where a name says what is known (`true-termination`, `false-termination`, …)
the answer is compared with it, and each one that differs is printed. `--part
2/10` takes the second of ten parts; which part a file is in is decided by a
hash of its path, so that a part can be looked at and another left alone until
the end. Without `main` the entry is the last function that no other calls.
FLAGS go to everypath. Times are wall seconds of the whole process; the mean is
over all programs, solved or not. A run that takes more than its limit and 20 s
is ended and counts as open.
"""
import concurrent.futures, hashlib, json, os, re, resource, statistics, subprocess, sys, tempfile, time

ENDLESS = re.compile(r"false-termination|non-?term|no-term", re.I)
ENDS = re.compile(r"true-termination|_true-alloca|true-term")
DEFINITION = re.compile(
    r"^[ \t]*(?:[A-Za-z_]\w*[\s*]+)+([A-Za-z_]\w*)\s*\([^;{}()]*\)\s*\{", re.M
)


def known(path):
    name = os.path.basename(path)
    if ENDLESS.search(name):
        return "endless"
    return "ends" if ENDS.search(name) else None


def entry(path):
    with open(path, errors="replace") as f:
        text = f.read()
    text = re.sub(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"", "", text, flags=re.S)
    words = ("if", "while", "for", "switch", "else", "return")
    found = [f for f in DEFINITION.findall(text) if f not in words]
    if "main" in found or not found:
        return "main"
    alone = [f for f in found if len(re.findall(r"\b%s\s*\(" % f, text)) == 1]
    return (alone or found)[-1]


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def run(tool, path, flags, limit):
    with tempfile.TemporaryDirectory(prefix="public-") as out:
        command = [tool, "time", path, "--entry", entry(path), "--json"]
        command += ["--out", os.path.join(out, "r"), "--timeout", str(limit)] + flags
        begin = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit + 20, preexec_fn=limits)
            code, text, said = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired:
            code, text, said = 3, "", "ended after its limit"
        took = time.monotonic() - begin
    try:
        result = json.loads(text)["result"]
    except (ValueError, KeyError):
        result = {}
    answer = {0: "ends", 1: "endless", 2: "refused", 3: "open", 70: "defect"}.get(code, "other")
    bound = answer == "ends" and (result.get("bounds") or {}).get("upper") is not None
    why = said.strip().split("\n")[0] if answer in ("refused", "defect", "other") else ""
    if answer == "open":
        why = json.dumps((result.get("verdict") or {}).get("reason", said))
    return {"path": path, "answer": answer, "bound": bound, "time": took, "why": why}


def main():
    words, flags = sys.argv[1:], []
    if "--" in words:
        at = words.index("--")
        words, flags = words[:at], words[at + 1 :]
    part, limit, jobs, listed, rest = (1, 1), 10, 1, None, []
    while words:
        word = words.pop(0)
        if word == "--part":
            part = tuple(int(n) for n in words.pop(0).split("/"))
        elif word == "--limit":
            limit = int(words.pop(0))
        elif word == "--jobs":
            jobs = int(words.pop(0))
        elif word == "--list":
            listed = open(words.pop(0), "w")
        else:
            rest.append(word)
    tool, folder = rest
    files = [os.path.join(at, n) for at, _, names in os.walk(folder) for n in names if n.endswith(".c")]
    hashed = lambda f: hashlib.md5(os.path.relpath(f, folder).encode()).hexdigest()
    files = sorted(files, key=hashed)[part[0] - 1 :: part[1]]
    rows = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for row in pool.map(lambda f: run(tool, f, flags, limit), files):
            rows.append(row)
            short, want = os.path.relpath(row["path"], folder), known(row["path"])
            if listed:
                mark = "bound" if row["bound"] else "-"
                print(row["answer"], want or "-", mark, f"{row['time']:.2f}", short, row["why"], sep="\t", file=listed, flush=True)
            if want and row["answer"] in ("ends", "endless", "defect") and row["answer"] != want:
                print(f"differs: {short}: {row['answer']}")
    n = lambda a: sum(1 for r in rows if r["answer"] == a)
    times = [r["time"] for r in rows] or [0]
    print("| files | end | with bound | endless | open | refused | defect | mean, s | median, s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    bounds = sum(1 for r in rows if r["bound"])
    print(f"| {len(rows)} | {n('ends')} | {bounds} | {n('endless')} | {n('open')} | {n('refused')} | {n('defect') + n('other')} | {statistics.mean(times):.2f} | {statistics.median(times):.2f} |")


main()
