"""BenchExec's tool-info module for `everypath solve` and `everypath validate`.

    PYTHONPATH=. python3 -m benchexec.test_tool_info tools.benchexec.everypath --tool-directory target/release

Options of a benchmark definition are handed on. The first one may be
`validate`; without it the verb is `solve`, which answers verification tasks
and writes suites for Test-Comp's properties.
"""

import benchexec.result as result
from benchexec.tools.sv_benchmarks_util import (
    ILP32,
    LP64,
    get_data_model_from_task,
    get_non_witness_input_files_or_identifier,
    get_witness,
)
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException


class Tool(BaseTool2):
    """Everypath: symbolic execution that carries evidence."""

    REQUIRED_PATHS = ["everypath", "everypath-engine"]

    def name(self):
        return "Everypath"

    def executable(self, tool_locator):
        return tool_locator.find_executable("everypath")

    def program_files(self, executable):
        return self._program_files_from_executable(executable, self.REQUIRED_PATHS)

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="everypath")

    def cmdline(self, executable, options, task, rlimits):
        options = list(options)
        verb = "solve"
        if options and options[0] in ("solve", "validate"):
            verb = options.pop(0)
        if not task.property_file:
            raise UnsupportedFeatureException("Everypath needs a property file")
        cmd = [executable, verb]
        if verb == "validate":
            cmd += list(get_non_witness_input_files_or_identifier(task))
            if "--witness" not in options:
                cmd += ["--witness", get_witness(task)]
        else:
            cmd += list(task.input_files)
        cmd += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            cmd += ["--data-model", model]
        if rlimits.cputime and "--cpu-time" not in options:
            # The answer has to be out before the runner ends the run.
            seconds = max(rlimits.cputime - 2, 1)
            cmd += ["--cpu-time", f"{seconds}s"]
        if rlimits.memory and "--max-memory" not in options:
            megabytes = int(rlimits.memory * 0.93) >> 20
            cmd += ["--max-memory", f"{megabytes}M"]
        return cmd + options

    def determine_result(self, run):
        for line in reversed(list(run.output)):
            line = line.strip()
            if not line.startswith("result: "):
                continue
            answer = line[len("result: ") :]
            if answer.startswith("unknown"):
                return result.RESULT_UNKNOWN
            if answer == "done":
                return result.RESULT_DONE
            if answer == "true":
                return result.RESULT_TRUE_PROP
            if answer == "false(witness)":
                # A run breaks an invariant: no answer about the property.
                return f"{result.RESULT_ERROR} (witness is wrong)"
            if answer.startswith("false(") and answer.endswith(")"):
                return answer
        code = run.exit_code
        if code.signal:
            return f"{result.RESULT_ERROR} (signal {code.signal})"
        words = {
            2: "wrong input",
            4: "surroundings",
            70: "defect",
            130: "interrupted",
        }
        word = words.get(code.value, f"exit code {code.value}")
        return f"{result.RESULT_ERROR} ({word})"
