//! `everypath its`: answers, exit codes, certificates, and wrong files.

use std::path::Path;
use std::process::{Command, Output};

fn run(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(args)
        .current_dir(dir)
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("everypath starts")
}

fn text(out: &Output) -> String {
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn example(name: &str) -> String {
    format!("{}/../../examples/its/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn answers_have_their_codes_and_certificates() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let cases = [("count.koat", 0, "YES\n"), ("endless.koat", 1, "NO\n")];
    for (name, code, first) in cases {
        let file = example(name);
        let flags = [
            "its",
            &file,
            "--termcomp",
            "--cross-check",
            "--certificate",
            "c",
        ];
        let out = run(dir.path(), &flags);
        assert_eq!(
            out.status.code(),
            Some(code),
            "{name} {}",
            String::from_utf8_lossy(&out.stderr)
        );
        assert!(text(&out).starts_with(first), "{name}: {}", text(&out));
        let judged = run(dir.path(), &["judge", "c", &file]);
        assert_eq!(
            judged.status.code(),
            Some(0),
            "{name} {}",
            String::from_utf8_lossy(&judged.stderr)
        );
    }
    let all: Vec<String> = cases.iter().map(|c| example(c.0)).collect();
    let mut flags = vec!["its"];
    flags.extend(all.iter().map(String::as_str));
    assert_eq!(run(dir.path(), &flags).status.code(), Some(1));
}

/// A wrong file among several: the answers about the others are there.
#[test]
fn a_wrong_file_among_several_loses_nothing() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(dir.path().join("wrong.koat"), "(RULES\n").expect("a file");
    let (count, endless) = (example("count.koat"), example("endless.koat"));
    let out = run(
        dir.path(),
        &["its", &count, "wrong.koat", &endless, "--json"],
    );
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(
        text(&out).matches("\"verdict\"").count(),
        2,
        "{}",
        text(&out)
    );
    let err = String::from_utf8_lossy(&out.stderr);
    assert_eq!(err.matches("error: ").count(), 1, "{err}");
    assert!(err.contains("wrong.koat"), "{err}");
    let out = run(dir.path(), &["its", &count, "wrong.koat", &endless]);
    assert!(text(&out).contains("does not terminate"), "{}", text(&out));
}

/// A certificate of an earlier run is not taken for one of a run that proved nothing.
#[test]
fn an_older_certificate_is_told() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let flags = ["its", &example("count.koat"), "--certificate", "c"];
    assert_eq!(run(dir.path(), &flags).status.code(), Some(0));
    let open =
        "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x)\n(RULES f(x) -> f(t) :|: x*x*x = t*t + 7)\n";
    std::fs::write(dir.path().join("open.koat"), open).expect("a file");
    let flags = ["its", "open.koat", "--certificate", "c", "--goal", "upper"];
    let out = run(dir.path(), &flags);
    assert_eq!(out.status.code(), Some(3), "{}", text(&out));
    let err = String::from_utf8_lossy(&out.stderr);
    assert!(err.contains("c: warning: nothing was proved"), "{err}");
}

#[test]
fn what_is_open_says_where() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    // Ends, but by no measure that is looked for.
    let system = "(STARTTERM (FUNCTIONSYMBOLS f))(VAR x y)(RULES \
        f(x,y) -> g(x,y) :|: x >= 2 && y >= 2  g(x,y) -> g(x*y,y) :|: x <= 1000 && x >= 2 && y >= 2 \
        g(x,y) -> g(x,y-1) :|: x*x*x < y*y && y > x)";
    std::fs::write(dir.path().join("a.koat"), system).expect("a file");
    let out = run(dir.path(), &["its", "a.koat", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text(&out)).expect("JSON");
    let schema = include_str!("../../../docs/schema/its.schema.json");
    let schema = serde_json::from_str(schema).expect("a schema");
    assert!(jsonschema::is_valid(&schema, &value), "{value:#}");
    if out.status.code() == Some(3) {
        assert_eq!(value["verdict"], "unknown");
        assert!(
            value["reason"].as_str().is_some_and(|r| r.contains("g")),
            "{value:#}"
        );
    }
}

#[test]
fn json_of_an_endless_run_fits_its_schema() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let out = run(dir.path(), &["its", &example("endless.koat"), "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text(&out)).expect("JSON");
    let schema = include_str!("../../../docs/schema/its.schema.json");
    let schema = serde_json::from_str(schema).expect("a schema");
    assert!(jsonschema::is_valid(&schema, &value), "{value:#}");
    assert_eq!(value["lasso"]["replayed"].as_u64(), Some(10_000));
}

#[test]
fn wrong_files_are_told_with_their_line() {
    let start = "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y)\n";
    let digits = "9".repeat(100);
    let cases: Vec<(String, &str, i32)> = vec![
        (
            "(VAR x)\n(RULES\n f(x) -> f(x)\n)".into(),
            "there is no start term",
            2,
        ),
        (
            format!("{start}(RULES\n f(x,y) -> f(x)\n)"),
            "w.koat:4:12: error: `f` has 1 argument here and 2 in line 4",
            2,
        ),
        (
            format!("{start}(RULES\n f(x) -> f(x^y)\n)"),
            "w.koat:4:14: error: a number as exponent",
            2,
        ),
        (
            format!("{start}(RULES\n f(x) -> f(z) :|: x > 0\n)"),
            "w.koat:4:12: warning: `z` is not declared and not on the left",
            1,
        ),
        (
            format!("{start}(RULES\n f(x) -> f(x) :|: x + 1\n)"),
            "a condition is wanted here",
            2,
        ),
        (
            format!("{start}(RULES\n f(x) -> f(x -"),
            "an expression is wanted here, not the end of the file",
            2,
        ),
        (
            format!("{start}(RULES\n f(x) -{{x,0 - x}}> f(x-1) :|: x>0\n)"),
            "w.koat:4:9: error: the lower cost is above the upper cost wherever the condition holds",
            2,
        ),
        (
            format!("{start}(RULES\n f(x) -{{5,2}}> f(x-1) :|: x>0\n)"),
            "w.koat:4:9: error: the lower cost is above the upper cost",
            2,
        ),
        (
            format!("{start}(RULES\n f(x) -> Com_2(f(x))\n)"),
            "Com_2 has 1 terms",
            2,
        ),
        (
            format!("{start}(RULES\n g(x) -> g(x)\n)"),
            "w.koat:1:29: warning: no rule leaves the start location `f`",
            0,
        ),
        (
            format!("{start}(RULES\n f(x) -> f(x-1) :|: x > {digits}\n)"),
            "",
            0,
        ),
    ];
    let dir = tempfile::tempdir().expect("a scratch folder");
    for (file, words, code) in cases {
        std::fs::write(dir.path().join("w.koat"), &file).expect("a file");
        let out = run(dir.path(), &["its", "w.koat"]);
        let err = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(code), "{file}\n{err}");
        assert!(err.contains(words), "no `{words}` in: {err}");
        assert!(
            err.lines().filter(|l| l.contains("error:")).count() <= 1,
            "{err}"
        );
    }
    // Numbers that nobody can compute with, in each format; a left side with a sum.
    let digits = "7".repeat(2_000_000);
    let wrong = [
        ("n.koat", format!("{start}(RULES\n f(x) -> f(x-1) :|: x > {digits}\n)"), "n.koat:4:25: error: a number of over"),
        ("n.t2", format!("START: 0;\nFROM: 0;\nx := {digits};\nTO: 0;\n"), "n.t2:3:6: error: a number of over"),
        (
            "n.ari",
            format!("(format LCTRS)\n(theory Ints)\n(fun f (-> Int Int))\n(entrypoint f)\n(rule (f x) (f {digits}))"),
            "n.ari:5:16: error: a number of over",
        ),
        (
            "n.smt2",
            format!("(declare-const f Loc)\n\
                 (define-fun init_main ((pc Loc) (x Int)) Bool (cfg_init pc f true))\n\
                 (define-fun next_main ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool\n\
                 (cfg_trans2 pc f pc1 f (and (> x {digits}) (= x1 (- x 1)))))\n"
            ),
            "error: a number of over",
        ),
        ("l.koat", format!("{start}(RULES\n f(x+1) -> f(x)\n)"), "a left side has variables alone"),
    ];
    for (name, file, words) in wrong {
        std::fs::write(dir.path().join(name), &file).expect("a file");
        let begun = std::time::Instant::now();
        let out = run(dir.path(), &["its", name]);
        let err = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{name}");
        assert!(err.contains(words), "no `{words}` in: {err:.300}");
        assert!(begun.elapsed().as_secs() < 20, "{name}");
    }
    let out = run(dir.path(), &["its", "nowhere.koat"]);
    assert_eq!(out.status.code(), Some(2));
    std::fs::write(dir.path().join("x.what"), "hello").expect("a file");
    let out = run(dir.path(), &["its", "x.what"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("--from koat"));
}

/// Where no rule has the start location on its left side, nothing is analysed, and the
/// user is told so in every format.
#[test]
fn a_start_that_no_rule_leaves_is_told() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let files = [
        ("w.koat", "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x)\n(RULES\n g(x) -> f(x)\n)", "w.koat:1:29: "),
        (
            "w.ari",
            "(format LCTRS)\n(theory Ints)\n(fun f (-> Int Int))\n(fun g (-> Int Int))\n(entrypoint f)\n(rule (g x) (f x))\n",
            "w.ari:5:13: ",
        ),
        ("w.t2", "START: 0;\nFROM: 1;\nx := x + 1;\nTO: 0;\n", "w.t2:1:1: "),
        (
            "w.smt2",
            "(declare-const f Loc)\n(declare-const g Loc)\n\
             (define-fun init_main ((pc Loc) (x Int)) Bool (cfg_init pc f (> x 0)))\n\
             (define-fun next_main ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool\n\
             (cfg_trans2 pc g pc1 f (= x1 (- x 1))))\n",
            "w.smt2:3:60: ",
        ),
    ];
    for (name, file, place) in files {
        std::fs::write(dir.path().join(name), file).expect("a file");
        let out = run(dir.path(), &["its", name]);
        let err = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(0), "{name}: {err}");
        assert!(err.starts_with(place), "{name}: {err}");
        assert!(
            err.contains("warning: no rule leaves the start location `"),
            "{err}"
        );
        // The same system with one more rule has no warning.
        let more = file
            .replace("g(x) -> f(x)", "f(x) -> f(x) :|: x != x")
            .replace("(rule (g x)", "(rule (f x)");
        let more = more
            .replace("FROM: 1", "FROM: 0")
            .replace("pc g pc1", "pc f pc1");
        std::fs::write(dir.path().join(name), more).expect("a file");
        let out = run(dir.path(), &["its", "--timeout", "5s", name]);
        assert_eq!(String::from_utf8_lossy(&out.stderr), "", "{name}");
    }
    for (bytes, line) in [(&b"(VAR x)\n\xff"[..], 2), (b"(VAR x)\n# a\n# \0\n", 3)] {
        std::fs::write(dir.path().join("w.koat"), bytes).expect("a file");
        let out = run(dir.path(), &["its", "w.koat"]);
        let err = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{err}");
        assert!(err.starts_with(&format!("w.koat:{line}: error: ")), "{err}");
    }
}

/// A condition with 2^14 cases is asked part by part, and costs what it cost: with 14
/// values that are left out on the way down the bound is linear.
#[test]
fn conditions_with_many_cases_are_read() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let parts: String = (0..14).map(|k| format!("assume(x != a{k});\n")).collect();
    let down = format!(
        "START: 0;\nFROM: 0;\nTO: 1;\nFROM: 1;\nassume(x > 0);\n{parts}x := x - 1;\nTO: 1;\n"
    );
    let once = format!(
        "START: s;\nFROM: s;\nTO: a;\nFROM: a;\nassume(v != 0);\nassume(x == 0);\nx := v;\n\
         TO: b;\nFROM: b;\n{parts}TO: a;\n"
    );
    for (file, bounded) in [(&down, true), (&once, false)] {
        std::fs::write(dir.path().join("p.t2"), file).expect("a file");
        let all = ["--goal", "all", "--cross-check", "--certificate", "c"];
        let out = run(dir.path(), &[&["its", "p.t2"], &all[..]].concat());
        assert_eq!(out.status.code(), Some(0), "{out:?}");
        let said = text(&out);
        assert!(said.contains("terminates (proved)"), "{said}");
        let upper = said
            .lines()
            .find_map(|l| l.split_once("cost at most  max(0, "));
        // Of the steps in between none is counted, and nothing is multiplied.
        let linear = upper.is_some_and(|(_, l)| l.contains('x') && !l.contains(['^', 'a', 'm']));
        assert!(!bounded || linear, "{said}");
        let out = run(dir.path(), &["judge", "c", "p.t2"]);
        assert_eq!(out.status.code(), Some(0), "{out:?}");
    }
}

/// The same in the formats that the checker has readers for: it does not follow them
/// into such a condition, which is told, and what is proved is judged.
#[test]
fn long_conditions_of_every_format_are_judged() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let infix: Vec<String> = (0..12).map(|k| format!("x != {k}0")).collect();
    let prefix: Vec<String> = (0..12).map(|k| format!("(distinct x {k}0)")).collect();
    let (infix, prefix) = (infix.join(" && "), prefix.join(" "));
    let koat = format!(
        "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x)\n(RULES\nf(x) -> f(x - 1) :|: x > 0 && {infix}\n)\n"
    );
    let ari = format!(
        "(format LCTRS)\n(theory Ints)\n(fun f (-> Int Int))\n(entrypoint f)\n\
         (rule (f x) (f (- x 1)) :guard (and (> x 0) {prefix}))\n"
    );
    let smt2 = format!(
        "(declare-const f Loc)\n\
         (define-fun init_main ((pc Loc) (x Int)) Bool (cfg_init pc f true))\n\
         (define-fun next_main ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool\n\
         (cfg_trans2 pc f pc1 f (and (> x 0) (= x1 (- x 1)) {prefix})))\n"
    );
    for (name, file) in [("a.koat", koat), ("a.ari", ari), ("a.smt2", smt2)] {
        std::fs::write(dir.path().join(name), file).expect("a file");
        let all = ["--goal", "all", "--cross-check"];
        let out = run(dir.path(), &[&["its", name], &all[..]].concat());
        assert_eq!(out.status.code(), Some(0), "{name}: {out:?}");
        assert!(text(&out).contains("terminates (proved)"), "{name}");
        let err = String::from_utf8_lossy(&out.stderr);
        let untold = ["more than 1024 cases", "no reader for it"];
        assert!(untold.iter().any(|w| err.contains(w)), "{name}: {err}");
    }
}

/// What an analysis took is told, and two processes take the same.
#[test]
fn work_is_counted() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let counts = |more: &[&str]| {
        let flags = ["its", &example("step.koat"), "--goal", "all", "--json"];
        let out = run(dir.path(), &[&flags[..], more].concat());
        let value: serde_json::Value = serde_json::from_str(&text(&out)).expect("JSON");
        let schema = include_str!("../../../docs/schema/its.schema.json");
        let schema = serde_json::from_str(schema).expect("a schema");
        assert!(jsonschema::is_valid(&schema, &value), "{value:#}");
        (value["counts"].clone(), value["lasso"].clone())
    };
    let (one, two, side) = (counts(&[]), counts(&[]), counts(&["--jobs", "2"]));
    assert_eq!(one, two);
    assert_eq!(one.1, side.1);
    assert!(one.0["steps"].as_u64() >= Some(10_000), "{one:?}");
    assert!(one.0["programs"].as_u64() > Some(0), "{one:?}");
    assert_eq!(one.0["cuts"].as_u64(), Some(0));
    let out = run(dir.path(), &["its", &example("step.koat"), "--explain"]);
    assert!(text(&out).contains("  took "), "{}", text(&out));
    let flags = [
        "its",
        &example("step.koat"),
        "--explain",
        "--timeout",
        "0.1ms",
    ];
    let out = run(dir.path(), &flags);
    let said = text(&out);
    assert!(said.contains("unknown (the time is over)"), "{said}");
    assert!(said.contains("the clock ended "), "{said}");
}

/// Costs with products of values that are chosen anew, with and without recursion.
#[test]
fn costs_of_chosen_values_have_bounds() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let square = "f(n) -{t*t}> TO :|: n > 0 && t >= 0 && t <= n";
    let root = "f(n) -{t}> TO :|: n > 0 && t*t <= n";
    let (one, two) = ("f(n - 1)", "Com_2(f(n - 1), f(n - 2))");
    for (rule, to, bound) in [
        (square, one, "max(0, n)*max(0, n*n)"),
        (square, two, "pow(2, n)*max(0, n*n)"),
        (root, two, "pow(2, n)*max(0, n)"),
    ] {
        let rule = rule.replace("TO", to);
        let file = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR n t)\n(RULES\n{rule}\n)");
        std::fs::write(dir.path().join("p.koat"), file).expect("a file");
        let asked = ["its", "p.koat", "--goal", "upper", "--certificate", "c"];
        let said = text(&run(dir.path(), &asked));
        let line = format!("cost at most  {bound}");
        assert!(said.lines().any(|l| l.trim() == line), "{said}");
        let out = run(dir.path(), &["judge", "c", "p.koat"]);
        assert_eq!(out.status.code(), Some(0), "{out:?}");
    }
}

/// A long row of transitions, as text of about this many bytes.
fn row(bytes: usize) -> (String, usize) {
    use std::fmt::Write;
    let mut text = "(STARTTERM (FUNCTIONSYMBOLS f0))\n(VAR x y)\n(RULES\n".to_string();
    let mut count = 0;
    while text.len() < bytes {
        let next = count + 1;
        let _ = writeln!(
            text,
            " f{count}(x, y) -> f{next}(x + {}, y - 1) :|: x >= {} && y > 0",
            count % 7,
            count % 13
        );
        count = next;
    }
    (text, count)
}

/// Files of many megabytes: a mistake is told with its line, and time is kept.
#[test]
fn large_files_are_read_and_answered_in_time() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let (text_of, count) = row(50_000_000);
    let wrong = format!("{text_of} f{count}(x, y) -> f0(x ^ y, y)\n)\n");
    std::fs::write(dir.path().join("wrong.koat"), wrong).expect("a file");
    let out = run(dir.path(), &["its", "wrong.koat"]);
    let err = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{err}");
    assert_eq!(err.lines().filter(|l| l.contains("error:")).count(), 1);
    let place = format!("wrong.koat:{}:", count + 4);
    assert!(
        err.contains(&place) && err.contains("a number as exponent"),
        "{err}"
    );
    // 1 MB, whose graph took time that grew with its square.
    let (text_of, _) = row(1_000_000);
    std::fs::write(dir.path().join("row.koat"), text_of + ")\n").expect("a file");
    let begun = std::time::Instant::now();
    let out = run(
        dir.path(),
        &["its", "row.koat", "--timeout", "20s", "--termcomp"],
    );
    assert!(text(&out).starts_with("YES"), "{}", text(&out));
    let took = begun.elapsed().as_secs();
    assert!(took < 60, "{took} s");
}

#[test]
fn what_is_printed_is_the_same_system() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let once = text(&run(
        dir.path(),
        &["its", &example("endless.koat"), "--to", "koat"],
    ));
    std::fs::write(dir.path().join("p.koat"), &once).expect("a file");
    let twice = text(&run(dir.path(), &["its", "p.koat", "--to", "koat"]));
    assert_eq!(once, twice);
}

/// Every format is printed and read again, and what one has no words for is refused
/// with the transition and the way out.
#[test]
fn every_format_is_printed() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let print = |file: &str, to: &str| run(dir.path(), &["its", file, "--to", to]);
    let koat = text(&print(&example("count.ari"), "koat"));
    for to in ["smt2", "t2", "ari"] {
        let out = print(&example("count.ari"), to);
        assert_eq!(out.status.code(), Some(0), "{to}");
        let name = format!("printed.{to}");
        std::fs::write(dir.path().join(&name), &out.stdout).expect("a file");
        let again = run(dir.path(), &["its", &name, "--cross-check", "--termcomp"]);
        assert_eq!(again.status.code(), Some(0), "{to}: {}", text(&again));
        assert!(text(&again).starts_with("YES"), "{to}");
        if to == "ari" {
            assert_eq!(text(&print(&name, "koat")), koat);
        }
    }
    let costly = "(STARTTERM (FUNCTIONSYMBOLS f))(VAR x)(RULES f(x) -{2}> f(x - 1) :|: x > 0)";
    std::fs::write(dir.path().join("costly.koat"), costly).expect("a file");
    for to in ["smt2", "t2"] {
        let out = print(&example("quicksort.koat"), to);
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{to} {err}");
        assert!(err.contains("several targets") && err.contains("--to koat"));
        // What is left out is told; the rest is printed.
        let out = print("costly.koat", to);
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(0), "{to} {err}");
        assert!(
            err.contains("costs are left out") && err.contains("(t0: 2)"),
            "{err}"
        );
        let name = format!("plain.{to}");
        std::fs::write(dir.path().join(&name), &out.stdout).expect("a file");
        let plain = text(&print(&name, "koat"));
        assert!(plain.contains("f(x) -> Com_1(f(x - 1))"), "{plain}");
    }
    // A condition at the start, as files of the database have it.
    let given = "(declare-const f Loc)\n\
        (define-fun init_main ((pc Loc) (x Int)) Bool (cfg_init pc f (or (> x 3) (< x 0))))\n\
        (define-fun next_main ((pc Loc) (x Int) (pc1 Loc) (x1 Int)) Bool\n\
        (cfg_trans2 pc f pc1 f (and (> x 0) (= x1 (- x 1)))))\n";
    std::fs::write(dir.path().join("given.smt2"), given).expect("a file");
    let out = print("given.smt2", "smt2");
    assert!(text(&out).contains("(cfg_init pc f (or "), "{}", text(&out));
    std::fs::write(dir.path().join("again.smt2"), &out.stdout).expect("a file");
    let (one, two) = (print("given.smt2", "koat"), print("again.smt2", "koat"));
    assert_eq!(text(&one), text(&two));
}

/// ARI is told by its first words, read and printed; both ways lead to the same
/// system, and what it has no words for is refused.
#[test]
fn ari_is_read_and_printed() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let at = |name: &str| dir.path().join(name);
    let out = run(dir.path(), &["its", &example("count.ari"), "--cross-check"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    let ari = text(&run(
        dir.path(),
        &["its", &example("count.ari"), "--to", "ari"],
    ));
    assert!(
        ari.contains("(rule (loop x y) (loop (+ x (* (- 1) t)) y)"),
        "{ari}"
    );
    std::fs::write(at("one"), &ari).expect("a file");
    let koat = text(&run(dir.path(), &["its", "one", "--to", "koat"]));
    std::fs::write(at("two.koat"), &koat).expect("a file");
    let again = text(&run(dir.path(), &["its", "two.koat", "--to", "ari"]));
    assert_eq!(ari, again);
    let out = run(
        dir.path(),
        &["its", &example("quicksort.koat"), "--to", "ari"],
    );
    let err = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{err}");
    assert!(err.contains("several targets"), "{err}");
    let head = "(format LCTRS)\n(theory Ints)\n(fun f (-> Int Int))\n";
    for (rest, words) in [
        ("(rule (f x) (f x))", "there is no entrypoint"),
        ("(entrypoint g)", "the entrypoint `g` is not declared"),
        (
            "(entrypoint f)\n(rule (f x) (f x x))",
            "w.ari:5:1: error: `f` has 2 arguments here and 1 in line 3",
        ),
        ("(entrypoint f)\n(rule (f x) (g x))", "`g` is not declared"),
        (
            "(entrypoint f)\n(rule (f x) (f x) :guard)",
            "`:guard` has nothing behind it",
        ),
        (
            "(entrypoint f)\n(rule (f x) (f (div x 2)))",
            "`div` is not supported",
        ),
        (
            "(entrypoint f)\n(rule (f x) (f x) :var ((x Bool)))",
            "variables are of sort Int",
        ),
        (
            "(entrypoint f)\n(rule (f x) (f x) :guard (and (> x 0)",
            "never closed",
        ),
        (
            "(entrypoint f)\n(fun f (-> Int Int))",
            "`f` is declared twice",
        ),
    ] {
        std::fs::write(at("w.ari"), format!("{head}{rest}\n")).expect("a file");
        let out = run(dir.path(), &["its", "w.ari"]);
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{rest}: {err}");
        assert!(err.contains(words), "no `{words}` in: {err}");
    }
}

/// Calls share what they are given: the bound is linear, and the checker says so.
#[test]
fn recursion_has_bounds() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = example("quicksort.koat");
    let flags = [
        "its",
        &file,
        "--goal",
        "upper",
        "--cross-check",
        "--certificate",
        "c",
    ];
    let out = run(dir.path(), &flags);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    assert!(
        text(&out).contains("cost at most  max(0, n)"),
        "{}",
        text(&out)
    );
    let judged = run(dir.path(), &["judge", "c", &file]);
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged));
}

#[test]
fn upper_bounds_are_told_and_judged() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = example("count.koat");
    let out = run(
        dir.path(),
        &[
            "its",
            &file,
            "--goal",
            "upper",
            "--cross-check",
            "--certificate",
            "c",
        ],
    );
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    assert!(text(&out).contains("cost at most"), "{}", text(&out));
    let judged = run(dir.path(), &["judge", "c", &file]);
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged));
    let out = run(dir.path(), &["its", &file, "--goal", "upper", "--termcomp"]);
    assert!(
        text(&out).starts_with("WORST_CASE(?,O(n^1))"),
        "{}",
        text(&out)
    );
    let endless = example("endless.koat");
    let out = run(
        dir.path(),
        &["its", &endless, "--goal", "upper", "--termcomp"],
    );
    assert_eq!(out.status.code(), Some(3));
    assert!(text(&out).starts_with("MAYBE"), "{}", text(&out));
}

#[test]
fn lower_bounds_are_told_and_judged() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = example("count.koat");
    let goal = |goal: &str, more: &[&str], file: &str| {
        let list = [&["its", file, "--goal", goal, "--cross-check"], more].concat();
        run(dir.path(), &list)
    };
    let out = goal("lower", &["--certificate", "c"], &file);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    assert!(text(&out).contains("cost at least"), "{}", text(&out));
    let judged = run(dir.path(), &["judge", "c", &file]);
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged));
    let out = goal("bounds", &["--termcomp"], &file);
    let wanted = "WORST_CASE(Omega(n^1),O(n^1))";
    assert!(text(&out).starts_with(wanted), "{}", text(&out));
    let endless = example("endless.koat");
    let out = goal("lower", &["--termcomp"], &endless);
    assert_eq!(out.status.code(), Some(0));
    assert!(
        text(&out).starts_with("WORST_CASE(INF,?)"),
        "{}",
        text(&out)
    );
    // One of two bounds is not both.
    let out = goal("bounds", &[], &endless);
    assert_eq!(out.status.code(), Some(3), "{}", text(&out));
    std::fs::write(
        dir.path().join("dead.koat"),
        "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x)\n(RULES f(x) -> f(x) :|: 0 > 1)",
    )
    .expect("a file");
    let out = goal("lower", &["--json"], "dead.koat");
    let value: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(value["lower"], serde_json::json!([]), "{value}");
    assert_eq!(out.status.code(), Some(3));
}

const START: &str = "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y)\n(RULES\n";

/// What is handed on, relations between states, and rounds that the values choose,
/// in words, as JSON and as a certificate.
#[test]
fn size_change_and_branches_are_told() {
    let schema = include_str!("../../../docs/schema/its.schema.json");
    let schema = serde_json::from_str(schema).expect("a schema");
    let dir = tempfile::tempdir().expect("a scratch folder");
    let handed = "f(x, y) -> f(y - 2, y - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x - 1, x - 1) :|: x > 0 && y > 0";
    let related = "f(x, y, z) -> f(-1, x + z, z) :|: x > 0\n f(x, y, z) -> f(y - 2, 0, 2*x - 1) :|: x > 0 && y > 0 && x < z";
    let chosen = "f(x, y) -> f(x - 1, y) :|: x >= 0 && y >= 0 && x > y\n f(x, y) -> f(2*x + 1, y + 1) :|: x >= 0 && y >= 0 && x = y";
    for (rules, code, key, words) in [
        (
            handed,
            0,
            "/size_change/0/transitions/1",
            "hand on and fall (size change)",
        ),
        (
            related,
            0,
            "/transition_invariants/0/transitions/1",
            "one of them falls (transition invariant)",
        ),
        (chosen, 1, "/lasso/branches/0/when", "else a round"),
    ] {
        std::fs::write(dir.path().join("a.koat"), format!("{START} {rules}\n)\n")).expect("a file");
        let out = run(dir.path(), &["its", "a.koat", "--json"]);
        let value: serde_json::Value = serde_json::from_str(&text(&out)).expect("JSON");
        assert!(jsonschema::is_valid(&schema, &value), "{value:#}");
        assert!(value.pointer(key).is_some(), "{value:#}");
        let out = run(dir.path(), &["its", "a.koat", "--certificate", "c"]);
        assert_eq!(out.status.code(), Some(code), "{}", text(&out));
        assert!(text(&out).contains(words), "{}", text(&out));
        let judged = run(dir.path(), &["judge", "c", "a.koat"]);
        assert_eq!(judged.status.code(), Some(0), "{}", text(&judged));
    }
}

/// Where a certificate cannot be written the message names it, and what stands beside
/// it is not touched.
#[test]
fn certificates_are_written_whole_and_beside_others() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = example("count.koat");
    std::fs::write(dir.path().join("c.part"), "mine").expect("a file");
    let out = run(dir.path(), &["its", &file, "--certificate", "c.cert"]);
    assert_eq!(out.status.code(), Some(0));
    let mut names: Vec<_> = (std::fs::read_dir(dir.path()).expect("a folder"))
        .map(|e| e.expect("a name").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["c.cert", "c.part"]);
    let kept = std::fs::read_to_string(dir.path().join("c.part")).expect("a file");
    assert_eq!(kept, "mine");
    let out = run(dir.path(), &["its", &file, "--certificate", "none/c.cert"]);
    assert_eq!(out.status.code(), Some(4));
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(said.starts_with("none/c.cert: error: "), "{said}");
    std::fs::write(dir.path().join("bytes"), b"(every\xff").expect("a file");
    let out = run(dir.path(), &["judge", "bytes"]);
    assert_eq!(out.status.code(), Some(2));
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(
        said,
        "bytes:1: error: cannot read the file: it is not UTF-8 text\n"
    );
}

/// What is even is an invariant like any other, with the integer that exists, and a
/// proof that needs none has none.
#[test]
fn congruences_are_told() {
    let schema = include_str!("../../../docs/schema/its.schema.json");
    let schema = serde_json::from_str(schema).expect("a schema");
    let dir = tempfile::tempdir().expect("a scratch folder");
    let even =
        "f(x, y) -> g(2*x, 2*x + 3*y) :|: x >= 0\n g(x, y) -> g(x - 2, y - 2) :|: x != 0 && y != 1";
    let below = "f(x, y) -> g(2*x, y)\n g(x, y) -> g(x - 2, y) :|: x > 0";
    for (rules, wanted) in [(even, 1), (below, 0)] {
        std::fs::write(dir.path().join("a.koat"), format!("{START} {rules}\n)\n")).expect("a file");
        let out = run(dir.path(), &["its", "a.koat", "--json"]);
        let value: serde_json::Value = serde_json::from_str(&text(&out)).expect("JSON");
        assert_eq!(value["verdict"], "proved", "{value:#}");
        assert!(jsonschema::is_valid(&schema, &value), "{value:#}");
        let invariants = value["invariants"].as_array().expect("a list");
        let exists = |i: &&serde_json::Value| i["integers"] != serde_json::json!([]);
        let told: Vec<_> = invariants.iter().filter(exists).collect();
        assert_eq!(told.len(), wanted, "{value:#}");
        let out = run(dir.path(), &["its", "a.koat", "--explain"]);
        let said = text(&out).contains("  always at g: x - 2*k1 == 0");
        assert_eq!(said, wanted == 1, "{}", text(&out));
        for i in told {
            assert_eq!(i["location"], "g", "{value:#}");
            assert_eq!(i["integers"], serde_json::json!(["k1", "k2"]), "{value:#}");
            let atoms = serde_json::json!(["x - 2*k1 == 0", "y - 2*k1 - 3*k2 == 0"]);
            assert_eq!(i["atoms"], atoms, "{value:#}");
        }
    }
}

/// A certificate is compared with a file of any format, and one of another system
/// is refused.
#[test]
fn certificates_are_compared_with_files_of_every_format() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let t2 = "START: 0;\nFROM: 0;\nassume(x > 0);\nx := x - 1;\nTO: 0;\n";
    let ari = "(format LCTRS)\n(theory Ints)\n(fun f (-> Int Int))\n(entrypoint f)\n(rule (f x) (f (- x 1)) :guard (> x 0))\n";
    let koat = "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x)\n(RULES\n f(x) -> f(x - 1) :|: x > 0\n)\n";
    for (name, good, by) in [
        ("a.t2", t2, "its"),
        ("a.ari", ari, "judge"),
        ("a.koat", koat, "judge"),
    ] {
        let other = good
            .replace("x - 1", "x + 1 - 3")
            .replace("(- x 1)", "(- x 2)");
        assert_ne!(good, other);
        std::fs::write(dir.path().join(name), good).expect("a file");
        let other_name = format!("other_{name}");
        std::fs::write(dir.path().join(&other_name), other).expect("a file");
        let out = run(dir.path(), &["its", name, "--certificate", "c"]);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out));
        let judged = run(dir.path(), &["judge", "c", name, "--json"]);
        let value: serde_json::Value = serde_json::from_str(&text(&judged)).expect("JSON");
        assert_eq!(judged.status.code(), Some(0), "{value:#}");
        assert_eq!(
            (value["compared"].as_bool(), value["read_by"].as_str()),
            (Some(true), Some(by))
        );
        let says = text(&run(dir.path(), &["judge", "c", name])).contains("reader of the provers");
        assert_eq!(says, by == "its");
        let judged = run(dir.path(), &["judge", "c", &other_name]);
        assert_eq!(judged.status.code(), Some(1), "{name}: {}", text(&judged));
        std::fs::write(dir.path().join(&other_name), &good[..good.len() - 9]).expect("a file");
        let judged = run(dir.path(), &["judge", "c", &other_name]);
        assert_eq!(judged.status.code(), Some(2), "{name}: {}", text(&judged));
    }
}

/// A system of one component with many long guards, on which the provers go on for
/// long.
fn hard() -> String {
    let names: Vec<String> = (0..12).map(|i| format!("x{i}")).collect();
    let all = names.join(", ");
    let mut text =
        format!("(STARTTERM (FUNCTIONSYMBOLS l0))\n(VAR {all})\n(RULES\n").replace(", ", " ");
    for l in 0..10 {
        for k in 0..2 {
            let guard: Vec<String> = (0..30)
                .map(|a| {
                    let (x, y) = ((a * 3 + l) % 12, (a * 5 + k) % 12);
                    format!("x{x} <= x{y} + {}", a * l + k)
                })
                .collect();
            let update: Vec<String> = (0..12)
                .map(|i| format!("x{i} + {}", u8::from(i == l % 12)))
                .collect();
            text += &format!(
                " l{l}({all}) -> l{}({}) :|: {}\n",
                (l + 1 + k * 7) % 10,
                update.join(", "),
                guard.join(" && ")
            );
        }
    }
    text + ")\n"
}

/// What was found stands in the output before the next file is asked about, and
/// after Ctrl-C.
#[test]
fn answers_are_there_as_soon_as_they_are_found() {
    use std::io::{BufRead, BufReader, Read};
    let dir = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(dir.path().join("hard.koat"), hard()).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["its", &example("count.koat"), "hard.koat", "--goal", "all"])
        .current_dir(dir.path())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("everypath starts");
    let mut from = BufReader::new(child.stdout.take().expect("its output"));
    let mut first = String::new();
    from.read_line(&mut first).expect("a line");
    assert!(
        first.ends_with("count.koat: terminates (proved)\n"),
        "{first}"
    );
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(
        child.try_wait().expect("a child").is_none(),
        "it is done too soon"
    );
    // SAFETY: a signal to a child that was not waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let begun = std::time::Instant::now();
    let mut rest = String::new();
    from.read_to_string(&mut rest).expect("the rest");
    let status = child.wait().expect("waits");
    let took = begun.elapsed().as_secs();
    assert!(took < 20, "{took} s");
    assert_eq!(status.code(), Some(130), "{rest}");
    assert!(rest.contains("cost at most"), "{rest}");
    assert!(rest.contains("hard.koat: "), "{rest}");
    // Where the time is over, what was found by then is the answer, and judged.
    let flags = ["its", "hard.koat", "--goal", "all", "--cross-check"];
    let out = run(dir.path(), &[&flags[..], &["--timeout", "8s"]].concat());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    assert!(text(&out).contains("terminates (proved)"), "{}", text(&out));
}

/// A system of 16,000 loops keeps to its time: what is looked for when it is over, too.
#[test]
fn a_long_chain_of_loops_keeps_to_its_time() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let mut system =
        String::from("(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS f0))\n(VAR x y)\n(RULES\n");
    for i in 0..16_000 {
        let next = i + 1;
        system += &format!(
            "f{i}(x, y) -> f{next}(x, y)\nf{next}(x, y) -> f{next}(x - 1, y) :|: x > 0 && y > {i}\n"
        );
    }
    system += ")\n";
    std::fs::write(dir.path().join("chain.koat"), system).expect("it is written");
    let begin = std::time::Instant::now();
    let out = run(dir.path(), &["its", "chain.koat", "--timeout", "1s"]);
    let took = begin.elapsed();
    assert_eq!(out.status.code(), Some(3), "{}", text(&out));
    assert!(took.as_secs() < 15, "it took {took:?}");
}

#[test]
fn flags_that_would_be_ignored_are_refused() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = example("count.koat");
    for flags in [
        ["--to", "koat", "--json"],
        ["--to", "koat", "--explain"],
        ["--to", "koat", "--certificate=c"],
        ["--json", "--termcomp", "--quiet"],
    ] {
        let out = run(dir.path(), &[&["its", &file][..], &flags[..]].concat());
        assert_eq!(out.status.code(), Some(2), "{flags:?}");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(said.contains("cannot be used with"), "{flags:?}: {said}");
    }
}

/// Where no step rests on a solver nobody confirmed anything.
#[test]
fn a_solver_that_is_not_asked_is_not_named() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let file = example("count.koat");
    run(dir.path(), &["its", &file, "--certificate", "c"]);
    let out = run(
        dir.path(),
        &["judge", "c", &file, "--solver", "nosuchprogram"],
    );
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    assert!(!text(&out).contains("nosuchprogram"), "{}", text(&out));
}
