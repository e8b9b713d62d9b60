#!/usr/bin/env python3
"""Holds `everypath time` against truths that it had no part in.

    bench/time/truth.py EVERYPATH [--only NAME]… [--limit SECONDS] [--jobs N] [DIR] [-- FLAGS]

Each program of DIR (`bench/time/hostile`) says in its first lines whether `f`
ends on every input (`// time: terminates`), not on some (`forever`), or whether
neither can be claimed (`unknown`), and with which `// flags:` it is asked. Here

* the answer is compared with that line;
* the program is compiled apart, each block of clang's -O0 text adds the number
  of its instructions to a counter, and `f` is run on many inputs (all of 8
  bits): a run above the upper or below the lower bound, one that ends where
  there is no case, one that goes on where all end, or none that goes on where
  one should is an error;
* the certificate goes to `everypath judge` with the system.

Exit 1 if anything is wrong. What it cannot run (lists, ticks, options that
change what a run is) it says in the last column.
"""
import itertools, json, os, random, re, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor

RUN_LIMIT = 400_000
MAX_POINTS = 6000


# ---- the native side -------------------------------------------------------

def instrument(text):
    """Adds to a counter what each block of LLVM text holds."""
    out, block, inside = [], [], False

    def flush():
        if not block:
            return
        labels = [l for l in block if re.match(r"^[\w.$\"-]+:", l)]
        code = [l for l in block if l not in labels and l.strip() and not l.strip().startswith(";")]
        out.extend(labels)
        phis = [l for l in code if re.match(r"\s+%\S+ = phi ", l)]
        out.extend(phis)
        # What stands behind a call is counted when the call has come back.
        rest, part, size, depth = [], [], 0, 0
        for l in (l for l in code if l not in phis):
            s = l.strip()
            size += depth == 0 and not s.startswith("]") and s != "unreachable"
            depth += s.count("[") - s.count("]") if s.startswith("switch") or depth else 0
            part.append(l)
            if re.match(r"(%\S+ = )?call ", s):
                rest.append(f"  call void @__count(i64 {size})")
                rest += part
                part, size = [], 0
        if size:
            rest.append(f"  call void @__count(i64 {size})")
        rest += part
        if phis:
            rest.insert(0, f"  call void @__count(i64 {len(phis)})")
        out.extend(rest)
        block.clear()

    for line in text.splitlines():
        if line.startswith("define "):
            inside = True
            out.append(line)
        elif inside and line == "}":
            flush()
            inside = False
            out.append(line)
        elif inside:
            if re.match(r"^[\w.$\"-]+:", line):
                flush()
            block.append(line)
        else:
            out.append(line)
    out.append("declare void @__count(i64)")
    return "\n".join(out) + "\n"


DRIVER = r"""
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
static unsigned long long counted;
static jmp_buf out_of_it;
void __count(unsigned long long n) { counted += n; if (counted > LIMITull) longjmp(out_of_it, 1); }
void ep_tick(unsigned n) { (void)n; }
static unsigned long long seed = 88172645463325252ull;
int __VERIFIER_nondet_int(void) { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; return (int)(seed >> 20) % 3; }
PROTO
static long long point[NPAR]; static char text[64];
static void one(void) { CALL }
static void at_end(void) { printf("E %llu\n", counted); fflush(stdout); }
int main(void) {
  char line[512];
  while (fgets(line, sizeof line, stdin)) {
    char *p = line;
    for (int i = 0; i < NPAR; i++) {
      if (*p == 'S') { memset(text, 0, sizeof text); p++; int k = 0; while (*p && *p != ' ' && *p != '\n') { text[k++] = *p == '_' ? ' ' : *p; p++; } if (*p == ' ') p++; }
      else { int used = 0; unsigned long long u; int neg = *p == '-'; sscanf(p + neg, "%llu%n", &u, &used); point[i] = (long long)(neg ? -u : u); p += neg + used; if (*p == ' ') p++; }
    }
    if (FORK) {
      fflush(stdout);
      if (fork()) { int st; wait(&st); if (WIFSIGNALED(st)) { printf("X\n"); } continue; }
      atexit(at_end);
    }
    counted = 0;
    if (!setjmp(out_of_it)) { one(); if (!FORK) printf("E %llu\n", counted); }
    else { printf("L\n"); if (FORK) { fflush(stdout); _exit(0); } }
    if (FORK) exit(0);
  }
  return 0;
}
"""


def prototype(text):
    """The parameters of f: (type, name, kind, bits, signed)."""
    m = re.search(r"^\w[\w ]* f\(([^)]*)\)", text, re.M)
    out = []
    for part in m.group(1).split(","):
        part = part.strip()
        if part in ("", "void"):
            continue
        ty, name = re.match(r"(.*?[\s*])(\w+)$", part).groups()
        ty = ty.strip()
        if "*" in ty:
            out.append((ty, name, "string" if ty.replace(" ", "") == "char*" else "other", 0, False))
            continue
        bits = 64 if "long" in ty else 16 if "short" in ty else 8 if "char" in ty else 32
        signed = not (ty.startswith("unsigned") or ty == "_Bool")
        out.append((ty, name, "int", bits, signed))
    return out


def values(bits, signed, many):
    lo, hi = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if bits == 8 and many:
        return list(range(lo, hi + 1))
    near = set(range(-40 if signed else 0, 300 if many else 24))
    for b in range(bits):
        near |= {s * (1 << b) + d for s in (1, -1) for d in (-3, -1, 0, 1, 2)}
    near |= set(range(lo, lo + 40)) | set(range(hi - 40, hi + 1))
    rng = random.Random(20261128)
    near |= {rng.randint(lo, hi) for _ in range(40)}
    return sorted(v for v in near if lo <= v <= hi)


def points(parameters):
    rng = random.Random(20261128)
    lists = []
    for _, _, kind, bits, signed in parameters:
        if kind == "string":
            words = {""} | {"".join(rng.choice("abx_x_") for _ in range(rng.randint(0, 12))) for _ in range(300)}
            lists.append(sorted("S" + w for w in words))
        else:
            lists.append(values(bits, signed, len(parameters) == 1))
    all = list(itertools.islice(itertools.product(*lists), 3_000_000))
    if len(all) > MAX_POINTS:
        all = rng.sample(all, MAX_POINTS)
    return all


def native(path, text, flags, scratch):
    """What f counts for many inputs, or why it was not run."""
    parameters = prototype(text)
    if any(p[2] == "other" for p in parameters) or sum(p[2] == "string" for p in parameters) > 1:
        return None, "not run: pointers"
    clang = [os.environ.get("CLANG", "clang-19"), "-O0", "-w", "-fwrapv", "-Xclang", "-disable-O0-optnone"]
    if "-m32" in flags:
        clang.append("-m32")
        parameters = [(*p[:3], min(p[3], 32), p[4]) for p in parameters]
    ll = os.path.join(scratch, "f.ll")
    subprocess.run(clang + ["-S", "-emit-llvm", "-o", ll, path], check=True)
    code = instrument(open(ll).read())
    open(ll, "w").write(code)
    call = ", ".join("text" if p[2] == "string" else f"({p[0]})point[{i}]" for i, p in enumerate(parameters))
    proto = "void f(" + (", ".join(p[0] for p in parameters) or "void") + ");"
    state = re.search(r"\bstatic [^(]*;|\bexit\(|^\w+ \w+;", text, re.M) is not None
    driver = DRIVER.replace("PROTO", proto).replace("CALL", f"f({call});").replace("NPAR", str(max(1, len(parameters))))
    driver = driver.replace("LIMIT", str(RUN_LIMIT)).replace("FORK", "1" if state else "0")
    main = os.path.join(scratch, "main.c")
    open(main, "w").write(driver)
    exe = os.path.join(scratch, "run")
    if "ctype.h" in text:
        # Everypath has calls there, the header of the system a table.
        return None, "not run: ctype.h"
    if subprocess.run(clang + ["-o", exe, main, ll, "-lm"], capture_output=True).returncode:
        return None, "not run: it does not link"
    pts = points(parameters)
    if state:
        pts = pts[:: max(1, len(pts) // 1500)]
    lines = "".join(" ".join(str(v) for v in p) + "\n" for p in pts)
    try:
        done = subprocess.run([exe], input=lines, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "not run: it took too long"
    got = done.stdout.split("\n")[:-1]
    if len(got) != len(pts):
        return None, f"not run: {len(got)} of {len(pts)} answers ({done.returncode})"
    return [(p, g) for p, g in zip(pts, got)], ""


# ---- bounds ----------------------------------------------------------------

class NoValue(Exception):
    pass


def value(e, par):
    op = e["op"]
    if op == "number":
        return int(e["value"])
    if op == "parameter":
        if par[e["index"]] is None:
            raise NoValue
        return par[e["index"]]
    if op in ("add", "mul", "max", "min"):
        vs = [value(x, par) for x in e["of"]]
        if op == "add":
            return sum(vs)
        if op == "mul":
            out = 1
            for v in vs:
                out *= v
            return out
        return max(vs) if op == "max" else min(vs)
    if op == "floor-div":
        return value(e["of"], par) // value(e["by"], par)
    if op == "mod":
        return value(e["of"], par) % value(e["by"], par)
    if op == "power":
        return value(e["base"], par) ** value(e["exponent"], par)
    if op == "bit-length":
        return max(0, value(e["of"], par)).bit_length()
    if op == "pop-count":
        return bin(value(e["of"], par)).count("1")
    if op == "unbounded":
        return float("inf")
    raise NoValue


RELATIONS = {
    "equal": lambda a, b: a == b, "not-equal": lambda a, b: a != b, "less": lambda a, b: a < b,
    "less-equal": lambda a, b: a <= b, "greater": lambda a, b: a > b, "greater-equal": lambda a, b: a >= b,
}


def bound(b, par):
    """The values in all cases that hold; None if there is none."""
    out = []
    for c in b["cases"]:
        if all(RELATIONS[r["relation"]](value(r["left"], par), value(r["right"], par)) for r in c["condition"]):
            out.append(value(c["value"], par))
    return out


def against(result, pairs, want, free, library):
    """What of the claims the runs say otherwise."""
    verdict = result["verdict"]["kind"]
    bounds = result.get("bounds") or {}
    errors = []
    ended = endless = over = 0
    for point, got in pairs:
        par = []
        for q in result["parameters"]:
            if q["kind"] == "value":
                v = int(point[q["index"]])
                if not q["signed"] and v < 0:
                    v += 1 << q["bits"]
                if q["signed"] and v >= 1 << (q["bits"] - 1):
                    v -= 1 << q["bits"]
                par.append(v)
            elif q["kind"] == "limit":
                par.append(int(q["value"]))
            elif q["kind"] == "string-length":
                par.append(len(point[q["index"]]) - 1)
            else:
                par.append(None)
        long = got == "L"
        endless += long
        ended += not long
        if verdict not in ("terminates",) and not bounds.get("upper"):
            continue
        count = RUN_LIMIT if long else int(got[2:]) if got.startswith("E") else None
        if count is None:
            continue
        try:
            for side in ("upper", "lower"):
                b = bounds.get(side)
                if not b or (side == "lower" and library):
                    continue
                vs = bound(b, par)
                if side == "upper" and vs and verdict == "terminates" or (vs and not long):
                    bad = [v for v in vs if (count > v if side == "upper" else count < v and not long)]
                    if bad:
                        over += 1
                        if over < 4:
                            errors.append(f"{side} {bad[0]} for {point}: a run has {'over ' if long else ''}{count}")
                if not vs and side == "upper" and verdict == "terminates" and over < 4:
                    over += 1
                    errors.append(f"no case for {point}")
        except (NoValue, ZeroDivisionError):
            pass
    if want == "forever" and not endless and pairs and not free:
        errors.append("the line is wrong: no run goes on")
    return errors, f"{ended} runs, {endless} cut"


# ---- the tool --------------------------------------------------------------

def check(tool, path, limit, more):
    text = open(path).read()
    field = lambda k: next((l.split(": ", 1)[1] for l in text.splitlines()[:6] if l.startswith(f"// {k}: ")), "")
    want, flags = field("time"), field("flags").split() + more
    if "--budget" in flags:
        at = flags.index("--budget")
        flags = flags[:at] + ["--budget", " ".join(flags[at + 1 :])]
    scratch = tempfile.mkdtemp(prefix="truth-")
    cert, system = os.path.join(scratch, "c.cert"), os.path.join(scratch, "s.koat")
    command = [tool, "time", path, "--entry", "f", "--json", "--out", os.path.join(scratch, "r"), "--timeout", f"{limit}s",
               "--certificate", cert, "--its", system, "--cross-check", *flags]
    begin = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit + 60)
    except subprocess.TimeoutExpired:
        return path, want, "hangs", "", ["it does not keep its limit"], "", limit
    took = time.monotonic() - begin
    errors, note = [], ""
    said = {0: "terminates", 1: "forever", 3: "unknown", 70: "defect"}.get(done.returncode, f"exit {done.returncode}")
    try:
        whole = json.loads(done.stdout)
        result = whole["result"]
    except (ValueError, KeyError):
        return path, want, said, "", ["no result: " + (done.stderr or done.stdout)[-300:]], "", took
    kind = result["verdict"]["kind"]
    if "--budget" in flags and said == "forever" and kind != "does-not-terminate":
        said = "over"
    if said in ("terminates", "forever", "defect") and said != want:
        errors.append(f"{said} is wrong" + (": " + done.stderr[-300:] if said == "defect" else ""))
    if said.startswith("exit"):
        errors.append(done.stderr[-300:])
    if os.path.exists(cert) and said != "defect":
        for files in ([cert], [cert, system]):
            j = subprocess.run([tool, "judge", *files], capture_output=True, text=True)
            if j.returncode != 0:
                errors.append("judge: " + (j.stdout + j.stderr)[-300:])
                break
    plain = not any(f in flags for f in ("--cost", "--cost-of", "--arith", "--uninit", "--may-alias")) and "assume" not in flags
    pairs, why = native(path, text, flags, scratch)
    if pairs is None:
        note = why
    else:
        stub = result if plain else {"verdict": {"kind": "none"}, "parameters": []}
        # What models of the library execute is not counted here.
        e, note = against(stub, pairs, want, "__VERIFIER_nondet" in text, "#include" in text)
        errors += e
        endless = any(g == "L" for _, g in pairs)
        if said == "terminates" and want == "forever" and endless:
            note += ", one goes on"
    b = result.get("bounds") or {}
    shown = "-" if not b.get("upper") else (b.get("gap") or {}).get("kind", "?")
    subprocess.run(["rm", "-rf", scratch], check=False)
    if said == "unknown":
        reasons = result.get("undecided") or []
        note += " | " + json.dumps(whole.get("reason") or reasons)[:160]
    return path, want, said, shown, errors, note, took


def main():
    args, more = sys.argv[1:], []
    if "--" in args:
        at = args.index("--")
        args, more = args[:at], args[at + 1 :]
    only, limit, jobs, rest = [], 30, 1, []
    while args:
        word = args.pop(0)
        if word == "--only":
            only.append(args.pop(0))
        elif word == "--limit":
            limit = int(args.pop(0))
        elif word == "--jobs":
            jobs = int(args.pop(0))
        else:
            rest.append(word)
    tool = rest[0]
    folder = rest[1] if len(rest) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "hostile")
    files = sorted(os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".c"))
    files = [f for f in files if not only or any(o in f for o in only)]
    bad = right = 0
    counts = {}
    with ThreadPoolExecutor(jobs) as pool:
        for path, want, said, shown, errors, note, took in pool.map(lambda p: check(tool, p, limit, more), files):
            right += said == want
            counts[said] = counts.get(said, 0) + 1
            bad += bool(errors)
            print(f"{os.path.basename(path)[:-2]:24} {want:10} {said:10} {shown:9} {took:5.1f} s  {note}", flush=True)
            for e in errors:
                print(f"    WRONG: {e}", flush=True)
    print(f"{len(files)} programs, {right} answered as they say, {bad} wrong; {counts}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
