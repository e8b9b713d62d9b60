//! `everypath time --its-limits`: limits of types as variables of the transition
//! system. Sections 5 and 6 of document 004: with them left open at the start (Figure
//! 8) `h` has a bound in its parameter and `g` has none; as inputs (Figure 7) `g` has
//! one that shows the limit.

use std::process::Command;

/// The upper bound of the system of a function, as `everypath its` prints it; nothing
/// where it has none.
fn bound(function: &str, limits: &str) -> Option<String> {
    let dir = tempfile::tempdir().expect("a folder");
    let system = dir.path().join("system.koat");
    let source = format!(
        "{}/../../examples/time/{function}.c",
        env!("CARGO_MANIFEST_DIR")
    );
    let time = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["time", &source, "--entry", function, "--no-native", "--its"])
        .arg(&system)
        .args(["--its-limits", limits, "--out"])
        .arg(dir.path().join("out"))
        .output()
        .expect("it starts");
    assert_eq!(time.status.code(), Some(0), "{time:?}");
    let its = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("its")
        .arg(&system)
        .args(["--goal", "upper"])
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&its.stdout).into_owned();
    // What holds for some inputs alone begins with their condition.
    let mut lines = text.lines().map(str::trim);
    Some(lines.find(|l| l.starts_with("cost at most"))?.to_owned())
}

#[test]
fn what_hangs_on_a_type_has_a_bound_where_its_limit_is_an_input() {
    assert_eq!(bound("g", "free"), None);
    let named = bound("g", "parameter").expect("a bound");
    assert!(
        named.contains("UINT_MAX") && !named.contains("429"),
        "{named}"
    );
    let number = bound("g", "number").expect("a bound");
    assert!(!number.contains("UINT_MAX"), "{number}");
}

#[test]
fn what_does_not_hang_on_a_type_keeps_its_bound() {
    let named = bound("h", "free").expect("a bound");
    assert!(
        named.contains("j0") && !named.contains("UINT_MAX"),
        "{named}"
    );
}
