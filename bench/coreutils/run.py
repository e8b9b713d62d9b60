#!/usr/bin/env python3
"""Lines and branches of programs of coreutils that the tests of a few CPU seconds
cover, of `everypath test` and, where it is given, of KLEE: what stands in
bench/RESULTS.md.

    bench/coreutils/run.py --source coreutils-9.1 --out out cut uniq
    bench/coreutils/run.py … --klee klee --klee-bitcode DIR

`--source` is an unpacked source tree of coreutils (scripts/real.sh fetches one
into everypath-out/real-sources). It is built twice, below `--out`: by `everypath
cc` and by gcc with --coverage. `--klee-bitcode` holds PROGRAM.bc for KLEE.

A tool runs until its processes have used `--seconds` of CPU, then it gets SIGINT.
Its kept tests are replayed on the gcov build, each in a new empty folder and with
nothing else writable: a program of coreutils writes to the files that its
arguments name, in the root folder too, and a later test (or KLEE, which looks
names up in the real file system) would find them there.
"""

import argparse
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAMS = """comm csplit cut expand expr factor fmt fold head join nl numfmt od paste pr
printf ptx seq tac tail test tsort unexpand uniq wc""".split()
ARGUMENTS = ["--sym-args", "0", "3", "10"]
KLEE_EXPERIMENTS = """--optimize --disable-inlining --use-forked-solver --use-cex-cache
--libc=uclibc --posix-runtime --external-calls=all --only-output-states-covering-new
--max-sym-array-size=4096 --max-memory=4000 --max-memory-inhibit=false --switch-type=internal
--search=random-path --search=nurs:covnew --use-batching-search
--batch-instructions=10000""".split()
KLEE_DEFAULTS = """--libc=uclibc --posix-runtime --only-output-states-covering-new
--max-memory=4000""".split()
GRACE = 60
TICKS = os.sysconf("SC_CLK_TCK")


def sealed(writable, command):
    """The command, with one folder the only place that it can write to."""
    script = (
        'mount --make-rprivate / && mount --bind "$0" "$0" && '
        'mount -o remount,bind,ro / && exec "$@"'
    )
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", *user, "--mount", "sh", "-c", script, str(writable), *command]


def cpu_of_tree(pid):
    """CPU seconds of a process and its children, those that ended included."""
    total = 0
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total = sum(map(int, fields[11:15])) / TICKS
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            total += cpu_of_tree(child)
    except (OSError, IndexError, ValueError):
        pass
    return total


def limited(command, seconds, log, cwd):
    """Runs a command for CPU seconds; it gets a minute to write what it found."""
    with open(log, "wb") as text:
        p = subprocess.Popen(
            [str(c) for c in command], stdout=text, stderr=text, cwd=cwd,
            stdin=subprocess.DEVNULL, start_new_session=True,
        )
        asked = None
        while p.poll() is None:
            if asked is None and cpu_of_tree(p.pid) >= seconds:
                os.killpg(p.pid, signal.SIGINT)
                asked = time.monotonic()
            if asked is not None and time.monotonic() - asked > GRACE:
                os.killpg(p.pid, signal.SIGKILL)
            time.sleep(0.05)


def read_ktest(path):
    """Arguments and standard input of a test in KLEE's format."""
    data, at = Path(path).read_bytes(), 5

    def number():
        nonlocal at
        (n,) = struct.unpack_from(">i", data, at)
        at += 4
        return n

    def block():
        nonlocal at
        n = number()
        at += n
        return data[at - n : at]

    version = number()
    for _ in range(number()):
        block()
    if version >= 2:
        number(), number()
    arguments, count, stdin = [], None, b""
    for _ in range(number()):
        name, value = block().decode(), block()
        if name.startswith("n_args"):
            (count,) = struct.unpack_from("<i", value)
        elif name.startswith("arg"):
            arguments.append(value.split(b"\0")[0])
        elif name == "stdin":
            stdin = value
    return arguments[: len(arguments) if count is None else count], stdin


def replay(executable, tests):
    """Each test in a folder of its own."""
    for test in tests:
        arguments, stdin = read_ktest(test)
        with tempfile.TemporaryDirectory() as cwd:
            try:
                subprocess.run(
                    [executable.encode(), *arguments], input=stdin, cwd=cwd, timeout=3,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                )
            except (subprocess.TimeoutExpired, OSError, ValueError):
                continue


def coverage(program, tests, gcov, scratch):
    """(lines, of, branches, of) of the program's own source."""
    shutil.rmtree(scratch, ignore_errors=True)
    (scratch / "tmp").mkdir(parents=True)
    environment = dict(os.environ, GCOV_PREFIX=str(scratch), TMPDIR=str(scratch / "tmp"))
    executable = gcov / "src" / program
    listed = scratch / "tests"
    listed.write_text("\n".join(map(str, tests)))
    me = [sys.executable, __file__, "--replay", str(executable), str(listed)]
    subprocess.run(sealed(scratch, me), env=environment, check=True)
    data = scratch / str(gcov / "src").lstrip("/")
    data.mkdir(parents=True, exist_ok=True)
    shutil.copy(gcov / "src" / f"{program}.gcno", data)
    report = subprocess.run(
        ["gcov", "-b", "-o", data, f"{data}/{program}.gcda"],
        capture_output=True, text=True, cwd=scratch, check=False,
    ).stdout
    own = next((b for b in report.split("\n\n") if f"/src/{program}.c'" in b), "")
    found = []
    for what in ("Lines executed", "Taken at least once"):
        m = re.search(rf"{what}:([\d.]+)% of (\d+)", own)
        of = int(m.group(2)) if m else 0
        found += [round(float(m.group(1)) * of / 100) if m else 0, of]
    return found


def build(source, folder, compiler, programs, flags=()):
    """Configures and builds what is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "Makefile").exists():
        subprocess.run(
            [source / "configure", f"CC={compiler}", "--disable-nls", "--without-selinux",
             "--disable-libcap", "--without-openssl", *flags],
            cwd=folder, check=True, stdout=subprocess.DEVNULL,
            env=dict(os.environ, FORCE_UNSAFE_CONFIGURE="1"),
        )
        (folder / "everypath.mk").write_text("include Makefile\neverypath-built: $(BUILT_SOURCES)\n")
        subprocess.run(["make", "-f", "everypath.mk", "everypath-built"], cwd=folder,
                       check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["make", *(f"src/{p}" for p in programs)], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    p.add_argument("--source", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--everypath", type=Path, default=Path("target/release/everypath"))
    p.add_argument("--klee", type=Path)
    p.add_argument("--klee-bitcode", type=Path)
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("programs", nargs="*", default=PROGRAMS)
    return p.parse_args()


def main():
    if sys.argv[1:2] == ["--replay"]:
        replay(sys.argv[2], Path(sys.argv[3]).read_text().split("\n"))
        return
    a = arguments()
    source, out, binary = a.source.resolve(), a.out.resolve(), a.everypath.resolve()
    programs = a.programs or PROGRAMS
    build(source, out / "bitcode", f"{binary} cc", programs)
    build(source, out / "gcov", "gcc", programs, ["CFLAGS=-g -O0 --coverage"])

    def tools(program):
        yield "everypath", [
            binary, "test", out / f"bitcode/src/{program}.bc", *ARGUMENTS, "--stdin", "8",
            "--no-native", "--test-format", "ktest", "--max-memory", "4000M", "--out",
        ]
        if a.klee:
            bitcode = a.klee_bitcode.resolve() / f"{program}.bc"
            for name, flags in (("KLEE", KLEE_EXPERIMENTS), ("KLEE, defaults", KLEE_DEFAULTS)):
                yield name, [a.klee.resolve(), *flags, bitcode, *ARGUMENTS, "--sym-stdin", "8", "--output-dir"]

    print("| program | tool | lines | of | branches | of |\n| --- | --- | --- | --- | --- | --- |")
    for program in programs:
        for name, command in tools(program):
            folder = out / "runs" / name.replace(", ", "-") / program
            shutil.rmtree(folder, ignore_errors=True)
            (folder / "cwd").mkdir(parents=True)
            if name.startswith("KLEE"):
                # The output folder comes before the bitcode.
                command = [command[0], f"--output-dir={folder / 'tests'}", *command[1:-1]]
            else:
                command = [*command, folder / "tests"]
            if name.startswith("KLEE"):
                command = sealed(folder, map(str, command))
            limited(command, a.seconds, folder / "log", folder / "cwd")
            tests = sorted((folder / "tests").rglob("*.ktest"))
            row = coverage(program, tests, (out / "gcov").resolve(), out / "replay")
            print(f"| {program} | {name} | {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
