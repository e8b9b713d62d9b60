//! Every program under `examples/test` and `runtime/tests/symbolic` says in
//! comments what is to be found in it; this harness runs `everypath test` on
//! each and compares verdict, exit code and the exact set of findings. Every
//! finding must be confirmed by a native run.
//!
//! `cargo test --test expect heap` runs those whose path contains "heap".

#[path = "support/expect.rs"]
mod expect;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Beyond this a program of this size hangs.
const TIMEOUT: &str = "120s";

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["examples/test", "runtime/tests/symbolic"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let mut trials = vec![Trial::test("the harness itself", || {
        expect::self_test().map_err(Failed::from)
    })];
    assert!(files.len() >= 60, "only {} programs found", files.len());
    trials.extend(files.into_iter().map(|file| {
        let name = file
            .strip_prefix(&root)
            .unwrap_or(&file)
            .display()
            .to_string();
        Trial::test(name, move || run(&file, &[]).map_err(Failed::from))
    }));
    // Merging changes neither verdict nor findings, and its inputs replay: a sixth of
    // the programs, and all of them where that is asked for (`make bench`).
    let mut merged = Vec::new();
    collect(&root.join("examples/test"), &mut merged);
    merged.sort();
    let step = match std::env::var("EVERYPATH_SUITES").as_deref() {
        Ok("all") => 1,
        _ => 6,
    };
    let merged = merged.into_iter().step_by(step);
    trials.extend(merged.map(|file| {
        let name = file.strip_prefix(&root).unwrap_or(&file).display();
        let name = format!("merged: {name}");
        Trial::test(name, move || run(&file, &["--merge"]).map_err(Failed::from))
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
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

fn run(file: &Path, more: &[&str]) -> Result<(), String> {
    let source = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let wanted = expect::parse(&source)?;
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_everypath"));
    command.arg("test").arg(file);
    if !wanted.flags.iter().any(|f| f == "--timeout") {
        command.args(["--timeout", TIMEOUT]);
    }
    let (flags, clang) = split(&wanted.flags);
    let twice = |m: &&&str| flags.iter().any(|f| f == **m);
    command.args(more.iter().filter(|m| !twice(m)));
    let out = command
        .args(["--json", "--out"])
        .arg(scratch.path().join("out"))
        .args(flags)
        .arg("--")
        .args(clang)
        .output()
        .map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&out.stdout);
    let errors = String::from_utf8_lossy(&out.stderr);
    let result = serde_json::from_str(&text).map_err(|e| {
        format!(
            "exit code {:?}, no JSON ({e})\n{text}\n{errors}",
            out.status.code()
        )
    })?;
    let problems = expect::compare(&wanted, &result, out.status.code());
    if problems.is_empty() {
        Ok(())
    } else {
        Err(format!("{}\n{errors}", problems.join("\n")))
    }
}

/// Flags of everypath and, after `--`, of clang.
fn split(flags: &[String]) -> (&[String], &[String]) {
    match flags.iter().position(|f| f == "--") {
        Some(i) => (&flags[..i], &flags[i + 1..]),
        None => (flags, &[]),
    }
}
