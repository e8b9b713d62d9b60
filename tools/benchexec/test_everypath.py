#!/usr/bin/env python3
"""Tests of the tool-info module over recorded outputs.

    python3 tools/benchexec/test_everypath.py      (needs the package benchexec)
"""

import sys
import unittest
from pathlib import Path

from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))

from everypath import Tool  # noqa: E402


def run(name, reason=None):
    lines = (here / "recorded" / f"{name}.txt").read_text().splitlines(keepends=True)
    code = int(lines[0].split()[-1])
    exit_code = (
        ProcessExitCode.create(signal=code - 1000)
        if code > 1000
        else ProcessExitCode.create(value=code)
    )
    return BaseTool2.Run(["everypath"], exit_code, BaseTool2.RunOutput(lines[1:]), reason)


class Answers(unittest.TestCase):
    def answer(self, name, expected, reason=None):
        self.assertEqual(Tool().determine_result(run(name, reason)), expected)

    def test_answers(self):
        for name, expected in [
            ("true", "true"),
            ("unreach-call", "false(unreach-call)"),
            ("valid-deref", "false(valid-deref)"),
            ("valid-free", "false(valid-free)"),
            ("valid-memtrack", "false(valid-memtrack)"),
            ("valid-memcleanup", "false(valid-memcleanup)"),
            ("no-overflow", "false(no-overflow)"),
            ("termination", "false(termination)"),
            ("unknown", "unknown"),
            ("interrupted", "unknown"),
            ("done", "done"),
            ("wrong-witness", "ERROR (witness is wrong)"),
        ]:
            with self.subTest(name):
                self.answer(name, expected)

    def test_ends_without_an_answer(self):
        self.answer("wrong-input", "ERROR (wrong input)")
        self.answer("crash", "ERROR (defect)")
        self.answer("killed", "ERROR (signal 9)", "memory")
        self.answer("empty", "ERROR (exit code 0)")
        # What the program under test prints is no answer.
        self.answer("quoted", "ERROR (wrong input)")


class CommandLine(unittest.TestCase):
    def command(self, options, task_options, files=("a.c",), cputime=None, memory=None):
        task = BaseTool2.Task.with_files(
            list(files), property_file="p.prp", options=task_options
        )
        limits = BaseTool2.ResourceLimits(cputime=cputime, memory=memory)
        return Tool().cmdline("everypath", options, task, limits)

    def test_solve(self):
        model = {"language": "C", "data_model": "ILP32"}
        self.assertEqual(
            self.command(["--no-witness"], model, cputime=900, memory=15_000_000_000),
            ["everypath", "solve", "a.c", "--property", "p.prp", "--data-model", "ILP32"]
            + ["--cpu-time", "898s", "--max-memory", "13303M", "--no-witness"],
        )
        self.assertEqual(
            self.command(["--cpu-time", "5s"], {}, cputime=900)[-2:], ["--cpu-time", "5s"]
        )

    def test_validate(self):
        options = {"language": "C", "data_model": "LP64", "witness_input_file": "w.yml"}
        self.assertEqual(
            self.command(["validate"], options, files=("a.c", "w.yml")),
            ["everypath", "validate", "a.c", "--witness", "w.yml"]
            + ["--property", "p.prp", "--data-model", "LP64"],
        )


if __name__ == "__main__":
    unittest.main()
