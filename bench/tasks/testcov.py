#!/usr/bin/env python3
"""Coverage of the suites of `everypath solve`, as TestCov counts it.

    bench/tasks/testcov.py [--everypath FILE] [--cpu-time S] [--testcov FILE] [TASK.yml ...]

Needs TestCov 3.7 (`pip install TestCov==3.7`), Debian's lcov, gcc-multilib, and
clang-tidy-19 as `clang-tidy` on PATH. Prints a line per task, and a table by
property."""
import argparse, re, subprocess, tempfile
from collections import defaultdict
from pathlib import Path

here = Path(__file__).resolve().parent
a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
a.add_argument("--everypath", default=str(here.parent.parent / "target/release/everypath"))
a.add_argument("--cpu-time", default="20s")
a.add_argument("--testcov", default="testcov")
a.add_argument("tasks", nargs="*")
o = a.parse_args()


def field(text, key):
    return re.search(rf"^[\s-]*{key}:\s*['\"]?([^'\"\n]*)", text, re.M).group(1).strip()


sums = defaultdict(list)
for task in [Path(t).resolve() for t in o.tasks] or sorted((here / "coverage").glob("*.yml")):
    text = task.read_text()
    program = (task.parent / field(text, "input_files")).resolve()
    prop = (task.parent / field(text, "property_file")).resolve()
    bits = "-32" if field(text, "data_model") == "ILP32" else "-64"
    with tempfile.TemporaryDirectory() as d:
        subprocess.run(
            [o.everypath, "solve", str(task), "--cpu-time", o.cpu_time, "--suite", d + "/suite.zip"],
            capture_output=True, cwd=d)
        out = subprocess.run(
            [o.testcov, "--no-isolation", "--no-plots", bits, "--goal", str(prop), "--test-suite",
             d + "/suite.zip", str(program)],
            capture_output=True, text=True, cwd=d)
        said = out.stdout + out.stderr
        percent = re.search(r"Coverage: ([0-9.]+)%", said)
        goals = re.search(r"Number of goals: (\d+)", said)
        result = re.search(r"Result: (\S+)", said)
        tests = re.search(r"Tests in suite: (\d+)", said)
    word = lambda m: m.group(1) if m else "?"
    print(f"{task.stem:44} {word(tests):>5} tests {word(goals):>5} goals {word(percent):>6} %  {word(result)}", flush=True)
    sums[prop.stem].append(float(percent.group(1)) if percent else 0.0)
for prop, all_ in sorted(sums.items()):
    print(f"{prop:24} {len(all_):3} tasks, {sum(all_) / len(all_):.1f} % on average")
