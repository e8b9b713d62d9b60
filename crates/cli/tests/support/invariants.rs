//! What a proof by equalities of polynomials or by cases prints, as assertions
//! of native runs. The programs themselves are tried by `check_hostile.rs`.

use crate::asserted;
use std::path::Path;
use std::process::Command;

fn check(file: &Path) -> serde_json::Value {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["check", "--no-trace", "--no-native", "--json"])
        .arg(file)
        .arg("--out")
        .arg(scratch.path().join("out"))
        .output()
        .expect("everypath starts");
    serde_json::from_slice(&out.stdout).unwrap_or_default()
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
        let run = check(&file);
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
