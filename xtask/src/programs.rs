//! `cargo xtask test [PART OF A NAME…]`: the test programs of the workspace, as
//! many side by side as there are cores, and then the tests of the documentation.
//!
//! `cargo test` runs one program after another, and at the end of each all cores
//! but one wait for its slowest test. Here each program has one thread, those that
//! are known to be long begin first (the rule of Graham, "Bounds on multiprocessing
//! timing anomalies", 1969), and no core waits before the last one ends. What a
//! program says is printed whole when it ends, in the words of `cargo test`, with
//! the time that it took. A program that fails stops none of the others: one run
//! shows all that is broken.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::Instant;

/// What takes longer than half a minute of one core, the longest first. The order
/// decides the time of a run and nothing else.
const LONG: &[&str] = &[
    "cli/memory_input",
    "cli/time",
    "cli/check_hostile",
    "native/frames",
    "cli/memory",
    "its/hostile_systems",
    "cli/memory_library",
    "cli/time_strangers",
    "cli/check",
    "bounds/memory_generated",
    "bounds/suite",
    "cli/solve",
    "runtime/differential",
    "difftest/csmith",
    "cli/expect",
    "cli/memory_counters",
    "cli/memory_arguments",
    "cli/memory_values",
    "cli/fuzz_ways",
    "cli/verify_java",
    "difftest/merging",
    "bounds/memory",
    "bounds/segments",
    "cli/docs",
    "bounds/widths",
    "traces/jvm",
    "cli/time_results",
    "cli/time_overflow",
    "cli/fuzz",
    "cli/resume",
    "native/attacks",
    "bounds/evidence",
    "bounds/strangers",
    "its/random",
    "cli/paths",
    "java/examples",
    "cli/entry",
    "cli/memory_failed",
    "difftest/merge_option",
];

/// A test program, as cargo built it.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    /// The folder under `crates` (or `xtask`) and the name of the target.
    name: String,
    /// The package's folder, which tests are run in.
    folder: PathBuf,
    file: PathBuf,
}

/// Builds and runs; true where all passed.
pub fn run(root: &Path, parts: &[String]) -> Result<bool, String> {
    if let Some(flag) = parts.iter().find(|p| p.starts_with('-')) {
        return Err(format!("cargo xtask test has no option {flag}"));
    }
    let mut programs = built(root)?;
    programs.retain(|p| parts.is_empty() || parts.iter().any(|part| p.name.contains(part)));
    if programs.is_empty() {
        return Err("no test program has this in its name".into());
    }
    programs.sort_by_key(|p| place(&p.name));
    let failed = side_by_side(&programs)?;
    let documented = !parts.is_empty() || documentation(root)?;
    println!(
        "\n{} test programs, {} failed",
        programs.len(),
        failed.len()
    );
    for name in &failed {
        println!("    {name}");
    }
    if !documented {
        println!("    the tests of the documentation");
    }
    Ok(failed.is_empty() && documented)
}

/// Where a program stands among the long ones; the others come after them.
fn place(name: &str) -> usize {
    let known = LONG.iter().position(|n| *n == name);
    known.unwrap_or(LONG.len())
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// All test programs, built where they are not.
fn built(root: &Path) -> Result<Vec<Program>, String> {
    let mut command = cargo();
    command.current_dir(root).args([
        "test",
        "--workspace",
        "--no-run",
        "--message-format=json-render-diagnostics",
    ]);
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|e| format!("cargo does not start: {e}"))?;
    if !output.status.success() {
        return Err("the tests do not build".into());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(program).collect())
}

/// The test program that a message of cargo's tells of.
fn program(line: &str) -> Option<Program> {
    let message: Value = serde_json::from_str(line).ok()?;
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
    let package = folder.file_name()?.to_str()?;
    let target = message["target"]["name"].as_str()?;
    let kind = message["target"]["kind"][0].as_str()?;
    // The tests inside of a library and inside of a program of the same name.
    let inside = if kind == "test" { "" } else { " (unit tests)" };
    Some(Program {
        name: format!("{package}/{target}{inside}"),
        folder: folder.to_owned(),
        file: PathBuf::from(message["executable"].as_str()?),
    })
}

/// Runs them all; the names of those that failed, in order.
fn side_by_side(programs: &[Program]) -> Result<Vec<String>, String> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begin = Instant::now();
                    let (passed, said) = one(program);
                    let seconds = begin.elapsed().as_secs_f64();
                    let Ok(mut failed) = failed.lock() else {
                        return;
                    };
                    // The lock keeps what two programs say apart, too.
                    let word = if passed { "" } else { ": failed" };
                    println!(
                        "\n     Ran {} in {seconds:.1} s{word}\n{said}",
                        program.name
                    );
                    if !passed {
                        failed.push(program.name.clone());
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().map_err(|_| "a thread panicked")?;
    failed.sort();
    Ok(failed)
}

/// Whether it passed, and what it said.
fn one(program: &Program) -> (bool, String) {
    let output = Command::new(&program.file)
        .current_dir(&program.folder)
        .env("CARGO_MANIFEST_DIR", &program.folder)
        .env("RUST_TEST_THREADS", "1")
        .stdin(Stdio::null())
        .output();
    match output {
        Err(e) => (
            false,
            format!("{} does not start: {e}", program.file.display()),
        ),
        Ok(output) => {
            let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
            said.push_str(&String::from_utf8_lossy(&output.stderr));
            if !output.status.success() {
                said.push_str(&format!("{}\n", output.status));
            }
            (output.status.success(), said)
        }
    }
}

/// The tests that stand in the documentation of the code.
fn documentation(root: &Path) -> Result<bool, String> {
    let status = cargo()
        .current_dir(root)
        .args(["test", "--workspace", "--doc"])
        .status()
        .map_err(|e| format!("cargo does not start: {e}"))?;
    Ok(status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARTIFACT: &str = r#"{"reason":"compiler-artifact","manifest_path":"/p/crates/its/Cargo.toml",
        "target":{"kind":["KIND"],"name":"random"},"profile":{"test":TEST},"executable":"/t/random-1"}"#;

    fn told(kind: &str, test: &str) -> Option<Program> {
        program(
            &ARTIFACT
                .replace('\n', "")
                .replace("KIND", kind)
                .replace("TEST", test),
        )
    }

    #[test]
    fn test_programs_are_told_from_what_cargo_builds() {
        let program = told("test", "true").expect("a program");
        assert_eq!(program.name, "its/random");
        assert_eq!(program.folder, Path::new("/p/crates/its"));
        assert_eq!(program.file, Path::new("/t/random-1"));
        assert_eq!(told("test", "false"), None);
        let unit = told("lib", "true").expect("a program");
        assert_eq!(unit.name, "its/random (unit tests)");
        assert_eq!(program_of_noise(), None);
    }

    fn program_of_noise() -> Option<Program> {
        program("warning: something else")
    }

    #[test]
    fn long_programs_are_there_and_begin_first() {
        assert!(place("no/such program") >= LONG.len());
        for (i, name) in LONG.iter().enumerate() {
            assert_eq!(place(name), i, "{name} stands there twice");
            let (package, target) = name.split_once('/').expect("a package and a target");
            let tests = crate::root().join("crates").join(package).join("tests");
            let one = tests.join(format!("{target}.rs"));
            let there = one.is_file() || tests.join(target).join("main.rs").is_file();
            assert!(there, "there is no {name}");
        }
    }

    #[test]
    fn what_fails_is_named_and_stops_nothing() {
        let program = |name: &str, file: &str| Program {
            name: name.into(),
            folder: "/".into(),
            file: file.into(),
        };
        let programs = [
            program("b", "/bin/false"),
            program("a", "/nowhere/at all"),
            program("c", "/bin/true"),
        ];
        assert_eq!(side_by_side(&programs), Ok(vec!["a".into(), "b".into()]));
    }
}
