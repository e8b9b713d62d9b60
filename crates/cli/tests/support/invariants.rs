//! Programs whose proofs need equalities of polynomials, cases or paths: those
//! that are to be proved (`harmless`), those that look like them and must not
//! be (`hostile`), and what a proof prints, as assertions of native runs.

use crate::asserted;
use crate::expect;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs of a folder whose names begin like this, at least `least`.
fn programs(folder: &str, prefix: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|e| e.expect("an entry").path())
        .filter(|p| {
            p.file_name()
                .is_some_and(|n| n.to_string_lossy().starts_with(prefix))
        })
        .collect();
    files.sort();
    assert!(files.len() >= least, "only {} programs", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let name = file.display();
        let source = std::fs::read_to_string(&file).expect("the file");
        let wanted = expect::parse(&source).expect("expectations");
        let (code, run) = check(&file, &wanted.flags);
        for p in expect::compare(&wanted, &run, code) {
            wrong.push(format!("{name}: {p}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(file: &Path, flags: &[String]) -> (Option<i32>, serde_json::Value) {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["check", "--no-trace", "--json"])
        .arg(file)
        .args(flags)
        .arg("--out")
        .arg(scratch.path().join("out"))
        .output()
        .expect("everypath starts");
    let run = serde_json::from_slice(&out.stdout).unwrap_or_default();
    (out.status.code(), run)
}

#[test]
fn sums_and_products_that_are_not_what_they_seem() {
    programs("tests/hostile", "poly_", 34);
}

#[test]
fn cases_that_do_not_hold() {
    programs("tests/hostile", "case_", 5);
    programs("tests/hostile", "gcd_", 3);
}

#[test]
fn sums_products_cases_and_shapes_that_are_proved() {
    programs("tests/harmless", "poly_", 11);
    programs("tests/harmless", "case_", 2);
    programs("tests/harmless", "gcd", 3);
    programs("tests/harmless", "list_", 1);
}

/// What a proof prints holds in native runs.
#[test]
fn printed_invariants_hold_natively() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/harmless");
    let mut told = 0;
    for name in [
        "case_phases",
        "gcd",
        "gcd_both",
        "poly_binary_product",
        "poly_gauss_int",
        "poly_gauss_long",
        "poly_gauss_twice",
        "poly_gauss_unsigned",
        "poly_odd",
        "poly_powers",
        "poly_product",
    ] {
        let file = folder.join(format!("{name}.c"));
        let (_, run) = check(&file, &["--no-native".to_string()]);
        let argument = run["argument"].as_str().expect("an argument");
        let invariants = asserted::as_c(argument);
        told += invariants.len();
        let source = std::fs::read_to_string(&file).expect("the file");
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let program = asserted::asserted(&source, &invariants).expect("one loop");
        let heads = asserted::run(&program, scratch.path());
        let enough = heads.as_ref().is_ok_and(|n| *n > 1000);
        assert!(enough, "{name}: {heads:?}: {argument}");
        // A claim that is wrong is noticed.
        let wrong = asserted::asserted(&source, &["0".into()]).expect("one loop");
        assert!(asserted::run(&wrong, scratch.path()).is_err(), "{name}");
    }
    assert!(told >= 15, "only {told} invariants");
}
