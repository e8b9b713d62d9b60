//! `--cross-check`: every answer of every stage is given to Z3 too, over a
//! suite of example programs; a difference would end the run with exit 70.
//! `--log-smt`: what is written is read by a solver, which agrees.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(file: &Path, flags: &[&str], out: &Path) -> (i32, serde_json::Value, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("test")
        .arg(file)
        .args(["--no-native", "--json", "--timeout", "60", "--out"])
        .arg(out)
        .args(flags)
        .output()
        .expect("everypath runs");
    let json = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap_or(-1), json, errors)
}

/// Programs that ask every stage: truth tables, order, models, circuits,
/// floats.
const SUITE: [&str; 11] = [
    "bench/c/get_sign.c",
    "bench/c/good4.c",
    "bench/c/maze.c",
    "examples/test/symbolic/address.c",
    "examples/test/symbolic/hash.c",
    "examples/test/symbolic/malloc_size.c",
    "examples/test/symbolic/memcpy_length.c",
    "examples/test/symbolic/table_lookup.c",
    "examples/test/symbolic/write_then_read.c",
    "examples/test/checks/signed_overflow.c",
    "examples/test/slides/foo_bits.c",
];

#[test]
fn all_stages_agree_with_z3() {
    let dir = tempfile::tempdir().expect("scratch");
    let mut compared = 0;
    for (i, name) in SUITE.iter().enumerate() {
        let file = root().join(name);
        assert!(file.exists(), "{name} is gone");
        let source = std::fs::read_to_string(&file).expect("readable");
        let own: Vec<&str> = source
            .lines()
            .filter_map(|l| l.split_once("// flags: "))
            .flat_map(|(_, f)| f.split_whitespace())
            .collect();
        let (plain, _, _) = run(&file, &own, &dir.path().join(format!("plain{i}")));
        let mut flags = own.clone();
        flags.push("--cross-check");
        let (code, json, errors) = run(&file, &flags, &dir.path().join(format!("cross{i}")));
        assert_eq!(
            code, plain,
            "{name}: another verdict under --cross-check\n{errors}"
        );
        compared += json["statistics"]["cross_checked"].as_u64().unwrap_or(0);
    }
    assert!(compared > 500, "only {compared} answers were compared");
}

#[test]
fn logged_queries_are_scripts_with_the_same_answer() {
    let dir = tempfile::tempdir().expect("scratch");
    let log = dir.path().join("smt");
    let file = root().join("examples/test/symbolic/hash.c");
    let flags = ["--log-smt", log.to_str().expect("a path")];
    let (_, json, errors) = run(&file, &flags, &dir.path().join("out"));
    assert!(json["verdict"].is_object(), "{errors}");
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(&log)
        .expect("the folder exists")
        .map(|e| e.expect("entry").path())
        .collect();
    scripts.sort();
    assert!(!scripts.is_empty(), "a hash asks the solver");
    let mut agreed = 0;
    for s in scripts.iter().take(20) {
        let text = std::fs::read_to_string(s).expect("readable");
        let expected = ["unsat", "sat"].into_iter().find(|a| {
            text.lines()
                .any(|l| l.starts_with(';') && l.split_whitespace().any(|w| w == *a))
        });
        let Some(expected) = expected else { continue };
        let z3 = Command::new("z3").arg(s).output().expect("z3 (package z3)");
        let answer = String::from_utf8_lossy(&z3.stdout).into_owned();
        assert!(!answer.contains("error"), "{}: {answer}", s.display());
        assert_eq!(answer.lines().next(), Some(expected), "{}", s.display());
        agreed += 1;
    }
    assert!(agreed > 0, "no script with an answer");
}
