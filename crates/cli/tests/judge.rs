//! `everypath judge` as a user runs it: words and exit codes.

use std::process::{Command, Output};

const SYSTEM: &str = "(system (vars x) (locs l) (start l)\n (trans t l (temps) (guard (> x 0)) (cost 1 1) (to l (x (- x 1)))))";
/// SHA-256 of [`SYSTEM`].
const HASH: &str = "a9c7b8c1a2bcb7e77ed9839d50732e97c7f8accc65120f27af5dc4050c7d9114";
const FILE: &str =
    "(STARTTERM (FUNCTIONSYMBOLS l))\n(VAR x)\n(RULES\n l(x) -> Com_1(l(x - 1)) :|: x > 0\n)\n";

fn certificate(bounded: &str) -> String {
    format!("(everypath-certificate 1)\n{SYSTEM}\n(sha256 {HASH})\n(claim termination (assume) (derive)\n (rank (at l x) (strict t 0 (farkas) {bounded})))\n(end)\n")
}

fn judge(certificate: &str, file: Option<&str>, more: &[&str]) -> Output {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let path = dir.path().join("proof.cert");
    std::fs::write(&path, certificate).expect("a scratch file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_everypath"));
    command.arg("judge").arg(&path);
    if let Some(text) = file {
        let path = dir.path().join("system.koat");
        std::fs::write(&path, text).expect("a scratch file");
        command.arg(&path);
    }
    command.args(more).output().expect("everypath starts")
}

#[track_caller]
fn says(out: &Output, code: i32, words: &[&str]) {
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&out.stdout),
        String::from_utf8_lossy(&out.stderr)
    );
    assert_eq!(out.status.code(), Some(code), "{text}");
    for w in words {
        assert!(text.contains(w), "`{w}` is missing in: {text}");
    }
}

#[test]
fn accepted_and_refused() {
    let good = certificate("(farkas (1 g0))");
    says(&judge(&good, None, &[]), 0, &["terminates", "accepted"]);
    says(&judge(&good, Some(FILE), &[]), 0, &["accepted"]);
    says(
        &judge(&good, Some(FILE), &["--json"]),
        0,
        &["\"verdict\": \"accepted\"", "\"compared\": true"],
    );
    let other = FILE.replace("x - 1", "x - 2");
    says(
        &judge(&good, Some(&other), &[]),
        1,
        &["refused", "another system"],
    );
    let short = certificate("(farkas (1/2 g0))");
    says(&judge(&short, None, &[]), 1, &["refused", "proof.cert:6"]);
    says(&judge(&good.replace("(end)", ""), None, &[]), 1, &["(end)"]);
    let claim = good.find("(claim").expect("a claim");
    let none = format!("{}(end)\n", &good[..claim]);
    says(
        &judge(&none, None, &[]),
        1,
        &["refused", "nothing is claimed"],
    );
    says(
        &judge("hello", None, &["--json"]),
        1,
        &["\"refused\"", "no certificate"],
    );
}

#[test]
fn bad_input() {
    let good = certificate("(farkas (1 g0))");
    says(&judge(&good, Some("hello"), &[]), 2, &["system.koat:1"]);
    says(
        &judge(&good, None, &["/nowhere/at/all"]),
        2,
        &["/nowhere/at/all"],
    );
    says(&judge(&good, None, &["--no-such"]), 2, &["--no-such"]);
}

/// Older ones, damaged ones, and ones of many megabytes: one line each, with its
/// place, and soon.
#[test]
fn old_damaged_and_large_certificates() {
    let good = certificate("(farkas (1 g0))");
    for version in ["0", "2", "one"] {
        let other = good.replace(
            "(everypath-certificate 1)",
            &format!("(everypath-certificate {version})"),
        );
        says(
            &judge(&other, None, &[]),
            1,
            &["proof.cert:1", "this program reads version 1"],
        );
    }
    let damaged = good.replace("(> x 0)", "(> x 1)");
    says(
        &judge(&damaged, None, &[]),
        1,
        &["proof.cert:4", "the text was damaged"],
    );
    // The same proof again and again: 20 MB.
    let (before, claim) = good.split_once("(claim").expect("a claim");
    let claim = format!("(claim{}", claim.replace("\n(end)\n", "\n"));
    let count = 20_000_000 / claim.len();
    let large = format!("{before}{}", claim.repeat(count));
    let begun = std::time::Instant::now();
    says(
        &judge(&format!("{large}(end)\n"), None, &["--json"]),
        0,
        &["\"accepted\""],
    );
    // And one that is wrong at its end.
    let wrong = claim.replace("(1 g0)", "(1/2 g0)");
    let lines = before.lines().count() + claim.lines().count() * count + 2;
    says(
        &judge(&format!("{large}{wrong}(end)\n"), None, &[]),
        1,
        &["refused", &format!("proof.cert:{lines}")],
    );
    assert!(begun.elapsed().as_secs() < 120);
}

#[test]
fn steps_that_rest_on_a_solver() {
    let open = certificate("(solver)");
    says(
        &judge(&open, None, &["--solver", "none"]),
        3,
        &["rest on a solver", "line 6", "alone"],
    );
    says(
        &judge(&open, None, &["--solver", "z3"]),
        0,
        &["1 of them confirmed"],
    );
    says(
        &judge(&open, None, &["--solver", "no-such-solver"]),
        4,
        &["no-such-solver"],
    );
    // cvc5 is asked where it is installed (scripts/setup.sh installs it), and not
    // where nothing rests on a solver.
    says(
        &judge(&open, None, &[]),
        0,
        &["1 of them confirmed by cvc5", "accepted"],
    );
    says(
        &judge(&certificate("(farkas (1 g0))"), None, &["--json"]),
        0,
        &["\"solver\": null"],
    );
    // A step that is not linear, as text for any solver.
    let system = SYSTEM.replace("(guard (> x 0))", "(guard (> (* x x x) 0))");
    let hash = "9a5b4bbfdfc0a2ebaa669178b239e589acbddce12bc88ac3aded92f2304f6983";
    let cubic = open.replace(SYSTEM, &system).replace(HASH, hash);
    let folder = tempfile::tempdir().expect("a scratch folder");
    let to = folder.path().join("steps");
    let flags = ["--smtlib", to.to_str().expect("a name")];
    says(
        &judge(&cubic, None, &flags),
        0,
        &["1 of them confirmed by cvc5"],
    );
    let text = std::fs::read_to_string(to.join("line-6.smt2")).expect("the step");
    assert!(text.contains("(set-logic QF_NIA)"), "{text}");
    assert!(text.contains("(check-sat)"), "{text}");
    // Not implied: the solver has a counterexample.
    let wrong = open.replace("(at l x)", "(at l (- x 5))");
    says(
        &judge(&wrong, None, &["--solver", "z3"]),
        1,
        &["counterexample", "refused"],
    );
}

/// A certificate that names no program cannot be compared with one.
#[test]
fn a_certificate_of_a_system_is_none_of_a_program() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let at = |name: &str| dir.path().join(name);
    std::fs::write(at("proof.cert"), certificate("(farkas (1 g0))")).expect("a scratch file");
    std::fs::write(at("p.c"), "int main(void) { return 0; }").expect("a scratch file");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("judge")
        .args([at("proof.cert"), at("p.c")])
        .output()
        .expect("everypath starts");
    says(&out, 2, &["proof.cert", "does not say which program"]);
}
