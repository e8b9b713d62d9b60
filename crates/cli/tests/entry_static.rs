//! A `static` entry function: what the run leaves behind includes the source and
//! is built by the very command in its first lines, without Everypath.

use std::path::Path;
use std::process::{Command, Output};

/// `walk` takes a structure by value, and nothing calls it; the names of the
/// program are those that a test may want for itself.
const PROGRAM: &str = r#"#include <stdlib.h>
#include "helper.h"
struct point { int x, y; };
struct node { int v; struct node *next; };
static int failures;
static int run(int k) { return k + helper(k) + failures; }
static int walk(struct node *n, struct point p, int k) {
  int s = run(k & 3) + CHANGE;
  int t[4] = {0};
  for (int i = 0; n && i < 2; n = n->next, i++) s += n->v == p.x ? 1 : 0;
  if (p.y == 77) t[k & 7] = s;
  return s + t[0];
}
static unsigned char part(const unsigned char *p, unsigned char n) {
  return n > 3 ? 1 : 12 / (p[n & 1] - 9) + n;
}
int main(void) { return part((const unsigned char *)"ab", 1); }
"#;

fn in_folder(dir: &Path, program: &str, args: &[&str]) -> Output {
    Command::new(program)
        .args(args)
        .current_dir(dir)
        .output()
        .expect("it starts")
}

/// Builds by the command in the comment of a file that lies in the folder.
fn build(dir: &Path, file: &str, change: &str) {
    let text = std::fs::read_to_string(dir.join(file)).expect("the test");
    let mut lines = text.lines().filter_map(|l| l.strip_prefix(" *   "));
    let line = lines.find(|l| l.starts_with("clang"));
    let command = line
        .expect("a command")
        .replacen("clang ", "clang-19 ", 1)
        .replace("-DCHANGE=0", change);
    let built = in_folder(dir, "sh", &["-c", &command]);
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{command}: {errors}");
}

#[test]
fn a_static_entry_is_tested_inside_of_its_unit() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = dir.path();
    std::fs::create_dir(at.join("src")).expect("a folder");
    std::fs::write(at.join("src/p.c"), PROGRAM).expect("it is written");
    std::fs::write(at.join("src/helper.h"), "int helper(int k);\n").expect("it is written");
    let helper = "int helper(int k) { return k > 2 ? 5 : 0; }\n";
    std::fs::write(at.join("helper.c"), helper).expect("it is written");
    for entry in ["walk", "part"] {
        let args = ["test", "src/p.c", "helper.c", "--entry", entry];
        let more = ["--buffer", "2", "--out", entry, "--", "-DCHANGE=0"];
        let said = in_folder(
            at,
            env!("CARGO_BIN_EXE_everypath"),
            &[&args[..], &more].concat(),
        );
        let text = String::from_utf8_lossy(&said.stdout);
        assert_eq!(said.status.code(), Some(1), "{text}");
        assert!(text.contains(" of them in suite.c"), "{text}");
        assert!(text.contains("confirmed by a native run"), "{text}");
        std::fs::copy(at.join(entry).join("suite.c"), at.join("suite.c")).expect("a suite");

        build(at, "suite.c", "-DCHANGE=0");
        let run = in_folder(at, "./suite", &[]);
        assert_eq!(run.status.code(), Some(0), "{entry}: {run:?}");
        assert!(String::from_utf8_lossy(&run.stdout).contains(" tests ran"));

        build(at, &format!("{entry}/bugs/bug1.c"), "-DCHANGE=0");
        let run = in_folder(at, "./regression", &[]);
        let told = String::from_utf8_lossy(&run.stderr);
        let wanted = match entry {
            "walk" => "runtime error: index 4 out of bounds",
            _ => "runtime error: division by zero",
        };
        assert!(told.contains(wanted), "{entry}: {told}");
        assert!(!told.contains("incorrect function type"), "{told}");
    }
    // The suite of another program than it was made from.
    std::fs::copy(at.join("walk/suite.c"), at.join("suite.c")).expect("a suite");
    build(at, "suite.c", "-DCHANGE=3");
    assert_eq!(in_folder(at, "./suite", &[]).status.code(), Some(1));
}

#[test]
fn an_entry_that_is_not_there_is_one_message() {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("p.c"), "static int f(void) { return 1; }\n").expect("written");
    let args = ["test", "p.c", "--entry", "g"];
    let said = in_folder(dir.path(), env!("CARGO_BIN_EXE_everypath"), &args);
    let text = String::from_utf8_lossy(&said.stderr);
    assert_eq!(said.status.code(), Some(2), "{text}");
    assert!(text.contains("there is no function `g`"), "{text}");
    assert!(text.contains("with --entry: f"), "{text}");
    assert_eq!(text.matches("error").count(), 1, "{text}");
}
