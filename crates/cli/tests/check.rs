//! `everypath check`: the programs under `examples/check` with what they
//! expect, the exit codes of page 86's three outcomes, wrong input, and the
//! tasks of `bench/tasks` that take no time.

#[allow(dead_code)]
#[path = "support/expect.rs"]
mod expect;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check(args: &[&str]) -> (Output, serde_json::Value) {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("check")
        .args(args)
        .args(["--json", "--out"])
        .arg(scratch.path().join("out"))
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("everypath starts");
    let value = serde_json::from_slice(&out.stdout).unwrap_or_default();
    (out, value)
}

fn example(name: &str) -> String {
    root()
        .join("examples/check")
        .join(name)
        .display()
        .to_string()
}

#[test]
fn programs_have_the_verdicts_and_findings_that_they_expect() {
    let mut n = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(root().join("examples/check")).expect("the folder") {
        let file = entry.expect("an entry").path();
        if file.extension().is_none_or(|e| e != "c") {
            continue;
        }
        n += 1;
        let source = std::fs::read_to_string(&file).expect("the file");
        let wanted = expect::parse(&source).expect("expectations");
        let mut args = vec![file.display().to_string()];
        args.extend(wanted.flags.iter().cloned());
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (out, result) = check(&args);
        for p in expect::compare(&wanted, &result, out.status.code()) {
            wrong.push(format!("{}: {p}", file.display()));
        }
    }
    assert!(n >= 8, "only {n} programs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Pages 87-91: the bug needs two or three inputs whose sum wraps around, and
/// the trace leads to it line by line.
#[test]
fn the_first_example_of_the_slides() {
    let (out, r) = check(&[&example("page87.c"), "--unwind", "3"]);
    assert_eq!(out.status.code(), Some(1));
    let inputs = r["bugs"][0]["inputs"].as_array().expect("inputs");
    let byte = |i: usize| inputs[i]["bytes"][0].as_u64().expect("a byte");
    let n = byte(0);
    assert!(n == 2 || n == 3, "n = {n}");
    assert_eq!(inputs.len() as u64, n + 1);
    let (mut s, mut v) = (0, 0);
    for i in 1..=n as usize {
        v = byte(i);
        s = (s + v) % 256;
    }
    assert!(s < v, "the assertion fails on {s} and {v}");
    let steps = r["traces"][0]["steps"].as_array().expect("a trace");
    let last = steps.last().expect("a step");
    assert_eq!(last["line"], r["bugs"][0]["place"]["line"]);
    let rounds = steps
        .iter()
        .filter(|s| s["values"]["i"].is_string())
        .count();
    assert_eq!(rounds as u64, n + 1, "i is set once and then in each round");
}

/// Pages 92-97: nothing is wrong up to three rounds, and the bound can be
/// reached; the three outcomes of page 86 have their exit codes.
#[test]
fn the_second_example_of_the_slides() {
    let file = example("page92.c");
    let (out, r) = check(&[&file, "--unwind", "3", "--no-induction"]);
    assert_eq!(out.status.code(), Some(3));
    assert_eq!(r["verdict"]["kind"], "proved-up-to");
    assert_eq!(r["verdict"]["bound"], 3);
    assert_eq!(r["bound"]["reachable"], true);
    assert!(r["bound"]["inputs"][0].is_string(), "with an input");
    let (out, _) = check(&[&file, "--unwind", "3", "--accept-bound"]);
    assert_eq!(out.status.code(), Some(0));
    let (out, r) = check(&[&file, "--unwind-loop", "main:14=255", "--unwind", "1"]);
    assert_eq!(out.status.code(), Some(0), "{r}");
    assert_eq!(r["verdict"]["kind"], "proved");
}

#[test]
fn every_proof_names_its_argument() {
    let (_, r) = check(&[&example("count_up.c")]);
    let argument = r["argument"].as_str().expect("an argument");
    assert!(argument.contains("invariant"), "{argument}");
    let (_, r) = check(&[&example("page92_whole.c")]);
    let argument = r["argument"].as_str().expect("an argument");
    assert!(argument.contains("255 rounds"), "{argument}");
}

#[test]
fn wrong_input_gets_one_message() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let write = |name: &str, text: &str| {
        let p = dir.path().join(name);
        std::fs::write(&p, text).expect("a file");
        p.display().to_string()
    };
    let file = example("page92.c");
    let unknown = write("a.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
    let empty = write("b.yml", "format_version: '2.0'\n");
    let cases: [(&[&str], &str); 9] = [
        (&[&file, "--unwind", "0"], "the least bound is 1"),
        (&[&file, "--unwind", "1000000000"], "the most is 1000000"),
        (&[&file, "--unwind-loop", "main:3=4"], "no loop at line 3"),
        (&[&file, "--unwind-loop", "mian:14=4"], "no function `mian`"),
        (&[&file, "--unwind-loop", "main=4"], "FUNCTION:LINE=K"),
        (&[&file, "--property", &unknown], "is not known"),
        (
            &[&file, "--property", "none.prp"],
            "cannot read the property",
        ),
        (&[&empty], "names no input_files"),
        (&[&file, "--tree", "t.json"], "no meaning for check"),
    ];
    for (args, words) in cases {
        let (out, _) = check(args);
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(words), "{args:?}: {text}");
        assert!(!text.contains("panicked"), "{args:?}: {text}");
    }
}

/// A wrong answer on a task would be the worst defect; those of two folders
/// take a second.
#[test]
fn tasks_of_the_suite_are_answered_as_expected() {
    let mut n = 0;
    for folder in ["control", "heap"] {
        let folder = root().join("bench/tasks").join(folder);
        for entry in std::fs::read_dir(folder).expect("the folder") {
            let file = entry.expect("an entry").path();
            if file.extension().is_none_or(|e| e != "yml") {
                continue;
            }
            n += 1;
            let text = std::fs::read_to_string(&file).expect("the task");
            let want = text.contains("expected_verdict: true");
            let (_, r) = check(&[&file.display().to_string(), "--no-native", "--no-trace"]);
            let kind = if want { "proved" } else { "violated" };
            assert_eq!(r["verdict"]["kind"], kind, "{}", file.display());
        }
    }
    assert!(n >= 20, "only {n} tasks");
}

#[test]
fn a_proof_without_a_path_comes_with_a_warning() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let warned = |condition: &str| {
        let file = scratch.path().join("empty.c");
        let text = format!(
            "int nondet_int(void);
             int main(void) {{
               int x = nondet_int();
               __CPROVER_assume({condition});
               __CPROVER_assert(x != 4, \"\");
               return 0;
             }}"
        );
        std::fs::write(&file, text).expect("the program");
        ["check", "test"].map(|verb| {
            let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
                .args([verb, "--no-native", "--out"])
                .arg(
                    tempfile::tempdir_in(&scratch)
                        .expect("a folder")
                        .path()
                        .join("out"),
                )
                .arg(&file)
                .output()
                .expect("everypath starts");
            assert_eq!(out.status.code(), Some(0));
            String::from_utf8_lossy(&out.stdout).contains("see that the proof is not empty")
        })
    };
    assert_eq!(warned("x > 5 && x < 3"), [true, true]);
    assert_eq!(warned("x > 5 && x < 7"), [false, false]);
}
