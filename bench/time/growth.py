#!/usr/bin/env python3
"""Growth of `everypath time` with the size of a program.

    bench/time/growth.py EVERYPATH [--limit SECONDS] [-- FLAGS]

Families: loops in sequence, independent `if`s in one loop, additions in one
loop that may wrap around, loops in each other, calls of one function. Each is
made in three sizes and analysed; the table has the answer, wall seconds of the
whole process, of the graph, of the provers and of the second engine, states,
solver calls, memory (the peak of all runs so far) and the exponent between the
smallest and the largest size, by processor time beyond that of an empty
function.
"""
import json, math, os, resource, subprocess, sys, tempfile, time


def sequence(n):
    loops = "".join(f"  for (unsigned i{k} = 0; i{k} < n; i{k}++) s += i{k};\n" for k in range(n))
    return f"unsigned f(unsigned n) {{ unsigned s = 0;\n{loops}  return s; }}\n"


def branches(n):
    ifs = "".join(f"    if (c[{k}] > i) s += {k};\n" for k in range(n))
    return f"unsigned f(unsigned n, const unsigned *c) {{ unsigned s = 0;\n  for (unsigned i = 0; i < n; i++) {{\n{ifs}  }} return s; }}\n"


def additions(n):
    names = [f"x{k}" for k in range(n)]
    head = ", ".join(f"int {x}" for x in names)
    body = "".join(f"    {x} += {y};\n" for x, y in zip(names, names[1:] + names[:1]))
    return f"int f(unsigned n, {head}) {{\n  for (unsigned i = 0; i < n; i++) {{\n{body}  }} return {' ^ '.join(names)}; }}\n"


def nesting(n):
    loops = "".join(f"{'  ' * (k + 1)}for (unsigned i{k} = 0; i{k} < n; i{k}++)\n" for k in range(n))
    return f"unsigned f(unsigned n) {{ unsigned s = 0;\n{loops}{'  ' * (n + 1)}s++;\n  return s; }}\n"


def calls(n):
    body = "".join(f"  s += g(n + {k});\n" for k in range(n))
    return f"static unsigned g(unsigned n) {{ unsigned s = 0; for (unsigned i = 0; i < n; i++) s++; return s; }}\nunsigned f(unsigned n) {{ unsigned s = 0;\n{body}  return s; }}\n"


FAMILIES = [
    ("loops in sequence", sequence, [25, 50, 100]),
    ("independent ifs", branches, [5, 10, 20]),
    ("additions that may wrap", additions, [5, 10, 20]),
    ("nested loops", nesting, [1, 3, 5]),
    ("calls of one function", calls, [12, 25, 50]),
]


def run(tool, text, flags, limit):
    with tempfile.TemporaryDirectory(prefix="growth-") as out:
        path = os.path.join(out, "p.c")
        with open(path, "w") as f:
            f.write(text)
        command = [tool, "time", path, "--entry", "f", "--json", "--no-native"]
        command += ["--out", os.path.join(out, "r"), "--timeout", str(limit)] + flags
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True)
        wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        result = json.loads(done.stdout)["result"]
    except (ValueError, KeyError):
        result = {}
    answer = {0: "ends", 1: "endless", 3: "open"}.get(done.returncode, f"exit {done.returncode}")
    if answer == "ends" and (result.get("bounds") or {}).get("upper") is None:
        answer = "ends, no bound"
    return answer, wall, cpu, after.ru_maxrss // 1024, result.get("statistics") or {}


def main():
    words, flags, limit = sys.argv[1:], [], 60
    if "--" in words:
        at = words.index("--")
        words, flags = words[:at], words[at + 1 :]
    if "--limit" in words:
        at = words.index("--limit")
        limit = int(words[at + 1])
        del words[at : at + 2]
    tool = words[0]
    _, _, base, _, _ = run(tool, "int f(int n) { return n; }\n", flags, limit)
    print("| family | size | answer | wall, s | cpu, s | graph, s | provers, s | second engine, s | states | solver calls | peak so far, MB | exponent |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, make, sizes in FAMILIES:
        first = None
        for size in sizes:
            answer, wall, cpu, peak, s = run(tool, make(size), flags, limit)
            own = max(cpu - base, 0.001)
            first = first or (size, own)
            slope = ""
            if size == sizes[-1]:
                slope = f"{math.log(own / first[1]) / math.log(size / first[0]):.2f}"
            us = lambda k: f"{s.get(k, 0) / 1e6:.2f}"
            print(f"| {name} | {size} | {answer} | {wall:.2f} | {cpu:.2f} | {us('graph_us')} | {us('its_us')} | {us('recheck_us')} | {s.get('states', '')} | {s.get('solver_calls', '')} | {peak} | {slope} |", flush=True)


main()
