//! Programs that `everypath check` must not prove: errors that an induction, an
//! invariant, a contract, a merge or an unwinding could hide, and corners of C
//! that are easily got wrong. Each says in its comments what has to be found
//! and where; the findings are confirmed by native runs. What has no error up
//! to the bound has one far behind it. Beside them those that look wrong and
//! are not (`harmless`): these have to be proved, some of them up to a bound.

#[allow(dead_code)]
#[path = "support/expect.rs"]
mod expect;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs of a family beyond which seven of eight are left to `make bench`.
const FAMILY: usize = 4;

/// Whether all programs are asked for.
fn all() -> bool {
    std::env::var("EVERYPATH_SUITES").as_deref() == Ok("all")
}

/// The programs whose names begin like this, at least `least` of them.
fn check(prefix: &str, least: usize) {
    run(&["check", "--no-trace"], "tests/hostile", prefix, least);
}

/// The same, of those that are to be proved: a slow machine has the time for it.
fn prove(prefix: &str, least: usize) {
    let verb = ["check", "--no-trace", "--timeout", "300"];
    run(&verb, "tests/harmless", prefix, least);
}

/// What needs no bound and no flags of `check`, path by path, where paths that
/// come together become one.
fn merge(folder: &str, prefix: &str, least: usize) {
    run(&["test", "--merge"], folder, prefix, least);
}

fn run(verb: &[&str], folder: &str, prefix: &str, least: usize) {
    let hostile = folder.ends_with("hostile");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|e| e.expect("an entry").path())
        .collect();
    files.sort();
    let (mut n, mut wrong) = (0, Vec::new());
    for file in files {
        let name = file.file_name().and_then(|n| n.to_str()).expect("a name");
        if !name.starts_with(prefix) {
            continue;
        }
        let source = std::fs::read_to_string(&file).expect("the file");
        let wanted = expect::parse(&source).expect("expectations");
        let bounded = wanted.verdict == "proved-up-to" || !wanted.flags.is_empty();
        if verb[0] == "test" && bounded {
            continue;
        }
        n += 1;
        if n > FAMILY && n % 8 != 0 && !all() {
            continue;
        }
        let belongs = match &wanted.verdict[..] {
            "proved" => !hostile,
            "proved-up-to" => true,
            _ => hostile,
        };
        assert!(belongs, "{name} does not belong here");
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(verb)
            .arg(&file)
            .args(&wanted.flags)
            .args(["--json", "--out"])
            .arg(scratch.path().join("out"))
            .output()
            .expect("everypath starts");
        let run = serde_json::from_slice(&out.stdout).unwrap_or_default();
        for p in expect::compare(&wanted, &run, out.status.code()) {
            wrong.push(format!("{name}: {p}"));
        }
    }
    assert!(n >= least, "only {n} programs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn inductions_and_invariants() {
    check("induction_", 2);
    check("invariant_", 8);
}

#[test]
fn machines_with_states() {
    check("reach_", 24);
    prove("reach_", 7);
}

#[test]
fn contracts_at_the_return() {
    check("contract_", 7);
}

#[test]
fn merged_states() {
    check("merge_", 12);
}

#[test]
fn unwinding_and_recursion() {
    check("unwind_", 5);
    check("recursion_", 3);
}

#[test]
fn numbers() {
    check("float_", 6);
    check("integer_", 8);
    check("narrow_", 3);
    prove("float_", 10);
    prove("integer_", 4);
    prove("narrow_", 1);
}

/// What C leaves to the library and to the linker.
#[test]
fn what_libraries_and_linkers_choose() {
    check("library_", 1);
    prove("library_", 1);
    check("literal_", 1);
    prove("literal_", 1);
}

#[test]
fn memory_and_names() {
    check("alias_", 4);
    check("memory_", 9);
}

#[test]
fn whole_programs() {
    check("program_", 10);
    prove("program_", 1);
}

#[test]
fn what_a_round_changes() {
    check("shadow_cut_", 24);
    check("shadow_induction_", 12);
}

#[test]
fn what_a_contract_changes() {
    check("shadow_contract_", 10);
}

#[test]
fn the_stack() {
    check("stack_", 6);
    prove("stack_", 4);
}

#[test]
fn merged_states_without_an_error() {
    prove("merge_", 12);
}

#[test]
fn inputs_of_all_names() {
    check("input_", 4);
    prove("input_", 3);
}

#[test]
fn other_environments() {
    check("environment_", 47);
    prove("environment_", 21);
}

#[test]
fn locals_of_earlier_rounds() {
    check("round_", 36);
    prove("round_", 16);
    prove("cut_", 1);
}

#[test]
fn locals_that_control_jumps_to() {
    check("scope_", 10);
    prove("scope_", 10);
}

#[test]
fn arguments_beyond_the_named_ones() {
    check("variadic_", 4);
    prove("variadic_", 5);
}

#[test]
fn merged_paths_of_test() {
    merge("tests/hostile", "merge_", 12);
    merge("tests/hostile", "round_", 30);
    merge("tests/harmless", "merge_", 12);
    merge("tests/harmless", "round_", 16);
}

#[test]
fn content_that_nobody_wrote() {
    check("uninit_", 12);
    prove("uninit_", 5);
}

#[test]
fn overflow_that_is_no_error() {
    check("overflow_", 4);
    prove("overflow_", 1);
}

#[test]
fn memory_at_the_end() {
    prove("memory_", 4);
}

#[test]
fn arrays_that_loops_sweep() {
    check("array_", 38);
    prove("array_", 17);
}

#[test]
fn sums_and_products_that_are_not_what_they_seem() {
    check("poly_", 34);
}

#[test]
fn cases_that_do_not_hold() {
    check("case_", 5);
    check("gcd_", 3);
}

#[test]
fn sums_products_and_cases_that_are_proved() {
    prove("poly_", 11);
    prove("case_", 2);
    prove("gcd", 3);
}

#[test]
fn lists_of_any_length() {
    check("list_", 27);
    prove("list_", 20);
}
