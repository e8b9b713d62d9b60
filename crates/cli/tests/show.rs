//! `everypath show`: the list of a run's paths, filters, one path step by step.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn everypath(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(args)
        .current_dir(dir)
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("everypath starts")
}

fn text(out: &Output) -> String {
    assert_eq!(
        out.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8_lossy(&out.stdout).into_owned()
}

const SOURCE: &str = r#"#include <klee/klee.h>
struct point { int x, y; };
int count;
static int twice(int v) {
  count++;
  return v + v;
}
int main(void) {
  int a[2];
  struct point p = {3, 4};
  klee_make_symbolic(a, sizeof a, "a");
  if (a[0] == 7) {
    p.x = a[1];
    return 1;
  }
  if (a[0] == 9)
    p.y = twice(a[1] & 15);
  return 100 / (a[1] - 5) > 3;
}
"#;

fn run() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("p.c"), SOURCE).expect("write");
    let out = everypath(
        dir.path(),
        &[
            "test",
            "p.c",
            "--no-native",
            "--quiet",
            "--out",
            "o",
            "--check",
            "-signed-overflow",
        ],
    );
    assert_eq!(out.status.code(), Some(1));
    let folder = dir.path().join("o");
    (dir, folder)
}

/// The numbers in the first column.
fn paths(list: &str) -> Vec<u64> {
    list.lines()
        .filter(|l| l.split_whitespace().count() > 3)
        .filter_map(|l| l.split_whitespace().next()?.parse().ok())
        .collect()
}

#[test]
fn paths_are_listed_and_filtered() {
    let (dir, _) = run();
    let all = text(&everypath(dir.path(), &["show", "o"]));
    assert!(all.contains("complete;"), "{all}");
    let n = paths(&all).len();
    let errors = text(&everypath(
        dir.path(),
        &["show", "o", "--outcome", "division"],
    ));
    assert_eq!(paths(&errors).len(), 2, "{errors}");
    assert!(errors.contains("p.c:18 main"), "{errors}");
    let any = text(&everypath(dir.path(), &["show", "o", "--outcome", "error"]));
    assert_eq!(paths(&any), paths(&errors), "{any}");
    let none = text(&everypath(dir.path(), &["show", "o", "--outcome", "leak"]));
    assert!(
        none.contains("no path; the outcomes are: division-by-zero, exit"),
        "{none}"
    );
    // Through `twice`: the paths with a[0] == 9.
    let inside = text(&everypath(
        dir.path(),
        &["show", "o", "--function", "twice"],
    ));
    let outside = n - paths(&inside).len();
    assert!(!paths(&inside).is_empty() && outside > 0, "{inside}");
    let line = text(&everypath(dir.path(), &["show", "o", "--line", "p.c:13"]));
    assert_eq!(paths(&line).len(), 1, "{line}");
    let both = text(&everypath(
        dir.path(),
        &["show", "o", "--function", "twice", "--outcome", "division"],
    ));
    assert_eq!(paths(&both).len(), 1, "{both}");
    let limited = text(&everypath(dir.path(), &["show", "o", "--limit", "2"]));
    assert_eq!(paths(&limited).len(), 2);
    assert!(limited.contains(&format!("{} more", n - 2)), "{limited}");
}

#[test]
fn a_path_is_walked_step_by_step_with_its_memory() {
    let (dir, _) = run();
    let list = text(&everypath(
        dir.path(),
        &["show", "o", "--function", "twice", "--outcome", "division"],
    ));
    let path = paths(&list)[0].to_string();
    let walk = text(&everypath(dir.path(), &["show", "o", "--path", &path]));
    for part in [
        "division-by-zero at ",
        "input: a = {9, 5}",
        "if (a[0] == 9)",
        "return v + v;",
        "assumed",
        "end: division-by-zero",
    ] {
        assert!(walk.contains(part), "{part}: {walk}");
    }
    // The last step has the memory of main and the globals.
    let steps = walk
        .lines()
        .filter_map(|l| l.split_whitespace().next()?.parse::<u64>().ok())
        .max()
        .expect("steps");
    let last = text(&everypath(
        dir.path(),
        &["show", "o", "--path", &path, "--step", &steps.to_string()],
    ));
    assert!(last.contains("p = {x = 3, y = "), "{last}");
    assert!(last.contains("count = 1"), "{last}");
}

#[test]
fn every_path_of_a_larger_run_can_be_walked() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/c/bytecode.c");
    let out = everypath(
        dir.path(),
        &[
            "test",
            program.to_str().expect("UTF-8"),
            "--no-native",
            "--quiet",
            "--jobs",
            "2",
            "--out",
            "o",
            "--",
            "-DN=3",
        ],
    );
    assert_eq!(out.status.code(), Some(1));
    let all = text(&everypath(dir.path(), &["show", "o"]));
    // All paths pass through main: each is walked to its end.
    let walked = text(&everypath(dir.path(), &["show", "o", "--function", "main"]));
    let n = paths(&all).len();
    assert!(n > 500, "{n}");
    assert_eq!(paths(&walked).len(), n);
}

#[test]
fn wrong_questions_have_one_answer() {
    let (dir, _) = run();
    for (args, message) in [
        (&["show", "missing"][..], "no such folder"),
        (&["show", "."], "no journal"),
        (&["show", "o", "--path", "999"], "there is no path 999"),
        (
            &["show", "o", "--path", "1", "--step", "999"],
            "no step 999",
        ),
        (&["show", "o", "--function", "nope"], "no function `nope`"),
        (&["show", "o", "--line", "x"], "no line"),
    ] {
        let out = everypath(dir.path(), args);
        let e = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {e}");
        assert!(e.contains(message), "{args:?}: {e}");
    }
    std::fs::write(dir.path().join("p.c"), SOURCE.replace("== 9", "== 8")).expect("write");
    let out = everypath(dir.path(), &["show", "o"]);
    let e = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2));
    assert!(e.contains("has changed"), "{e}");
}
