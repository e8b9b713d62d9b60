//! What `everypath test` counts as covered is what clang's coverage counts in
//! native runs of the kept tests: the same lines and the same sides of branches
//! of each line, on every program under `examples/test` and some others. Equal,
//! not near; where a native run does something else than what is modelled the
//! program is listed here with the reason.
//!
//! `EVERYPATH_SUITES=all` looks at all of them, else it is every third;
//! `cargo test --test same_coverage loops` runs those whose path contains
//! "loops".

// Only the flags are read here.
#[allow(dead_code)]
#[path = "support/expect.rs"]
mod expect;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Programs with runs that are others natively, and why.
const OTHERS: &[(&str, &str)] = &[
    ("checks/max_fail.c", FAILS),
    ("checks/max_fail_not.c", FAILS),
    ("float/half_infinity.c", OPEN),
    ("float/zero_sign.c", OPEN),
    (
        "harness/contract.c",
        "natively only requirements are looked at, and where the call is",
    ),
    ("language/setjmp.c", UNKNOWN),
    ("libc/regex_reference.c", UNKNOWN),
    ("soundness/address_reuse.c", ADDRESS),
    ("soundness/alignment.c", ADDRESS),
    ("soundness/call_with_other_types.c", UNKNOWN),
    ("soundness/extern_array.c", ABSENT),
    ("soundness/extern_data.c", ABSENT),
    (
        "soundness/huge_object.c",
        "the native allocator has no block of that size",
    ),
    ("soundness/malloc_fails_once.c", FAILS),
    ("soundness/variadic_vector.c", UNKNOWN),
    ("symbolic/realloc.c", OPEN),
];
const UNKNOWN: &str = "the path ends at what is not modelled, the native run goes on";
const ADDRESS: &str = "the program looks at numbers of addresses, which are others natively";
const ABSENT: &str = "it lacks a definition, so that nothing can be run";
const OPEN: &str = "what the language leaves open has another value natively";
const FAILS: &str = "a native run cannot make a call fail";

/// Beside `examples/test`: the example of README.
const MORE: &[&str] = &["examples/demo/ring.c"];

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // As llvm-cov names files.
    let root = root.canonicalize().expect("the project's folder");
    let mut files = Vec::new();
    collect(&root.join("examples/test"), &mut files);
    files.extend(MORE.iter().map(|f| root.join(f)));
    files.sort();
    assert!(files.len() >= 200, "only {} programs found", files.len());
    for (name, _) in OTHERS {
        let known = files.iter().any(|f| f.ends_with(name));
        assert!(known, "{name} is gone");
    }
    // A third of them takes a minute; `make bench` asks for all, and so does who names some.
    let arguments = Arguments::from_args();
    let suites = std::env::var("EVERYPATH_SUITES").is_ok_and(|s| s == "all");
    let all = suites || arguments.filter.is_some();
    let chosen = files.into_iter().enumerate();
    let chosen = chosen.filter(|(n, f)| all || n % 3 == 0 || MORE.iter().any(|m| f.ends_with(m)));
    let trials = chosen.map(|(_, file)| {
        let name = file.strip_prefix(&root).unwrap_or(&file).display();
        let name = name.to_string();
        Trial::test(name, move || run(&file).map_err(Failed::from))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|x| x == "c") {
            out.push(path);
        }
    }
}

fn run(file: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let wanted = expect::parse(&source).unwrap_or_default();
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (flags, clang) = match wanted.flags.iter().position(|f| f == "--") {
        Some(i) => (&wanted.flags[..i], &wanted.flags[i + 1..]),
        None => (&wanted.flags[..], &[][..]),
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_everypath"));
    command.arg("test").arg(file);
    if !flags.iter().any(|f| f == "--timeout") {
        command.args(["--timeout", "120s"]);
    }
    let out = command
        .args(["--json", "--coverage", "--out"])
        .arg(scratch.path().join("out"))
        .args(flags)
        .arg("--")
        .args(clang)
        .output()
        .map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&out.stdout);
    let run: Value = serde_json::from_str(&text).map_err(|e| {
        let errors = String::from_utf8_lossy(&out.stderr);
        format!("exit code {:?}, no JSON ({e})\n{errors}", out.status.code())
    })?;
    compare(file, &run)
}

fn compare(file: &Path, run: &Value) -> Result<(), String> {
    if run["coverage_by"] != "regions" {
        return Err(format!("counted by {}", run["coverage_by"]));
    }
    let (told, measured) = (of(&run["coverage"]), of(&run["measured"]["files"]));
    let other = OTHERS.iter().find(|o| file.ends_with(o.0));
    match (told == measured, other) {
        (true, None) => Ok(()),
        (true, Some((_, why))) => Err(format!("equal, though {why}: it need not be listed")),
        // The lines are the same ones all the same, where there is a native run.
        (false, Some(_)) if measured.is_empty() || lines(&told) == lines(&measured) => Ok(()),
        (false, Some((_, why))) => Err(format!("other lines than clang's, though only {why}")),
        (false, None) => Err(format!("told: {told:#?}\nmeasured: {measured:#?}")),
    }
}

/// The lines of each file, without what they are.
fn lines(all: &BTreeMap<String, Lines>) -> Vec<(&String, Vec<u64>)> {
    all.iter()
        .map(|(f, l)| (f, l.keys().copied().collect()))
        .collect()
}

/// What is known of each line: whether it was executed, and its sides.
type Lines = BTreeMap<u64, (bool, u64, u64)>;

fn of(coverage: &Value) -> BTreeMap<String, Lines> {
    let mut out = BTreeMap::new();
    for (name, file) in coverage.as_object().into_iter().flatten() {
        let mut lines = Lines::new();
        for (key, covered) in [("covered", true), ("missed", false)] {
            for line in file[key].as_array().into_iter().flatten() {
                lines.insert(line.as_u64().unwrap_or(0), (covered, 0, 0));
            }
        }
        for b in file["branches"].as_array().into_iter().flatten() {
            let n = |k: &str| b[k].as_u64().unwrap_or(0);
            let entry = lines.entry(n("line")).or_default();
            (entry.1, entry.2) = (entry.1 + n("taken"), entry.2 + n("total"));
        }
        out.insert(name.clone(), lines);
    }
    out
}
