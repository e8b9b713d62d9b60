//! Wrong systems in each format: one message with its line and its column, exit code 2;
//! and what only looks wrong is read.

use std::path::Path;
use std::process::{Command, Output};

fn run(dir: &Path, file: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["its", file, "--termcomp"])
        .current_dir(dir)
        .output()
        .expect("everypath starts")
}

const KOAT: &str = "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y)\n(RULES\n";
const T2: &str = "START: 0;\nFROM: 0;\n";
const INIT: &str = "(declare-const f Loc)\n\
    (define-fun init_main ((pc Loc) (x Int)) Bool (cfg_init pc f true))\n";

fn ari(declared: &str, rule: &str) -> String {
    format!("(format LCTRS)\n(theory Ints)\n(fun f (-> Int Int))\n{declared}{rule}\n")
}

fn smt2(relation: &str) -> String {
    format!(
        "{INIT}(define-fun next_main ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool\n\
         (cfg_trans2 pc f pc1 f {relation}))\n"
    )
}

#[track_caller]
fn wrong(name: &str, file: &str, message: &str) {
    let dir = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(dir.path().join(name), file).expect("a file");
    let out = run(dir.path(), name);
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{err}");
    assert!(out.stdout.is_empty(), "{out:?}");
    assert!(err.starts_with(&format!("{name}:{message}")), "{err}");
    assert_eq!(err.matches("error:").count(), 1, "{err}");
}

#[test]
fn no_start_term() {
    let rules = "(VAR x)\n(RULES\n f(x) -> f(x - 1)\n)\n";
    wrong("w.koat", rules, "5:1: error: there is no start term");
    let rule = "(rule (f x) (f (- x 1)))";
    wrong(
        "w.ari",
        &ari("", rule),
        "5:1: error: there is no entrypoint",
    );
    wrong(
        "w.t2",
        "FROM: 0;\nx := x - 1;\nTO: 0;\n",
        "4:1: error: there is no start location",
    );
    let file = smt2("(= x1 (- x 1))").replace("init_main", "begin_main");
    wrong(
        "w.smt2",
        &file,
        "5:1: error: there is no function `init_main`",
    );
}

#[test]
fn wrong_arity() {
    wrong(
        "w.koat",
        &format!("{KOAT} f(x, y) -> f(x)\n)\n"),
        "4:13: error: `f` has 1 argument here and 2 in line 4",
    );
    wrong(
        "w.ari",
        &ari("(entrypoint f)\n", "(rule (f x) (f x 1))"),
        "5:1: error: `f` has 2 arguments here and 1 in line 3",
    );
    wrong(
        "w.t2",
        &format!("{T2}x := nondet(1);\nTO: 0;\n"),
        "3:12: error: `;` is wanted here, not `(`",
    );
    wrong(
        "w.smt2",
        &smt2("(= x1 x)").replace("main ((pc Loc) (x Int)) B", "main ((pc Loc)) B"),
        "2:39: error: init_main takes what next_main takes as old values",
    );
}

#[test]
fn an_exponent_that_is_a_variable() {
    wrong(
        "w.koat",
        &format!("{KOAT} f(x, y) -> f(x^y, y)\n)\n"),
        "4:17: error: a number as exponent is wanted here, not `y`",
    );
    wrong(
        "w.ari",
        &ari("(entrypoint f)\n", "(rule (f x) (f (^ x x)))"),
        "5:16: error: `^` is not supported in expressions",
    );
    wrong(
        "w.t2",
        &format!("{T2}x := x^y;\nTO: 0;\n"),
        "3:8: error: a number as exponent is wanted here, not `y`",
    );
    wrong(
        "w.smt2",
        &smt2("(= x1 (^ x x))"),
        "4:30: error: `^` is not supported in expressions",
    );
}

#[test]
fn a_truncated_file() {
    wrong(
        "w.koat",
        &format!("{KOAT} f(x, y) -> f(x - 1"),
        "4:20: error: `)` is wanted here, not the end of the file",
    );
    wrong(
        "w.ari",
        "(format LCTRS)\n(theory Ints)\n(fun f (-> Int Int))\n(entrypoint f)\n(rule (f x) (f (- x",
        "5:16: error: this bracket is never closed",
    );
    wrong(
        "w.t2",
        &format!("{T2}x := x - "),
        "3:10: error: an expression is wanted here, not the end of the file",
    );
    let whole = smt2("(= x1 (- x 1))");
    wrong(
        "w.smt2",
        whole.trim_end().trim_end_matches(')'),
        "4:30: error: this bracket is never closed",
    );
}

/// Numbers of 100 digits are read, and reckoned with exactly.
#[test]
fn a_number_of_100_digits() {
    let digits = "9".repeat(100);
    let files = [
        (
            "n.koat",
            format!("{KOAT} f(x, y) -> f(x - 1, y) :|: x > {digits}\n)\n"),
        ),
        (
            "n.ari",
            ari(
                "(entrypoint f)\n",
                &format!("(rule (f x) (f (- x 1)) :guard (> x {digits}))"),
            ),
        ),
        (
            "n.t2",
            format!("{T2}assume(x > {digits});\nx := x - 1;\nTO: 0;\n"),
        ),
        (
            "n.smt2",
            smt2(&format!("(and (> x {digits}) (= x1 (- x 1)))")),
        ),
    ];
    let dir = tempfile::tempdir().expect("a scratch folder");
    for (name, file) in files {
        std::fs::write(dir.path().join(name), file).expect("a file");
        let out = run(dir.path(), name);
        assert_eq!(out.status.code(), Some(0), "{name}: {out:?}");
        assert!(out.stdout.starts_with(b"YES"), "{name}: {out:?}");
        let explained = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["its", name, "--goal", "upper", "--quiet", "--cross-check"])
            .current_dir(dir.path())
            .status();
        assert_eq!(explained.expect("it starts").code(), Some(0), "{name}");
    }
}

/// 10 MB of transitions with a mistake in the last one: it is told with its line. (KoAT's
/// form is tried with 50 MB in `its.rs`.)
#[test]
fn many_transitions() {
    use std::fmt::Write;
    const BYTES: usize = 10_000_000;
    let (mut t2, mut n) = ("START: 0;\n".to_string(), 0);
    while t2.len() < BYTES {
        let _ = write!(
            t2,
            "FROM: {n};\nassume(x >= {} && y > 0);\nx := x + {};\ny := y - 1;\nTO: {};\n",
            n % 13,
            n % 7,
            n + 1
        );
        n += 1;
    }
    let line = 1 + 5 * n + 2;
    let _ = write!(t2, "FROM: {n};\nx := x^y;\nTO: 0;\n");
    wrong(
        "w.t2",
        &t2,
        &format!("{line}:8: error: a number as exponent is wanted"),
    );
    let (mut ari, mut n) = (
        "(format LCTRS)\n(theory Ints)\n(entrypoint f0)\n".to_string(),
        0,
    );
    while ari.len() < BYTES {
        let _ = write!(
            ari,
            "(fun f{n} (-> Int Int))\n(rule (f{n} x) (f{} (- x 1)) :guard (> x {}))\n",
            n + 1,
            n % 13
        );
        n += 1;
    }
    let line = 3 + 2 * n + 2;
    let _ = write!(
        ari,
        "(fun f{n} (-> Int Int))\n(rule (f{n} x) (f0 (^ x x)))\n"
    );
    wrong("w.ari", &ari, &format!("{line}:"));
    let (mut rules, mut n) = (String::new(), 0);
    while rules.len() < BYTES {
        let _ = writeln!(
            rules,
            "(cfg_trans2 pc f pc1 f (and (> x {n}) (= x1 (- x 1))))"
        );
        n += 1;
    }
    let head = "(define-fun next_main ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool (or\n".to_string();
    let text = format!("{INIT}{head}{rules}(cfg_trans2 pc f pc1 f (= x1 (^ x x)))\n))\n");
    wrong("w.smt2", &text, &format!("{}:", 3 + n + 1));
}
