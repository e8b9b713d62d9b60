//! The coverage that a run reports is that of the tests that it keeps: measured
//! by replaying them natively, on programs whose paths end at errors that are
//! known already, at assumptions, and in the middle of loops.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// One site of an error that many paths reach, each by a branch of its own.
const ONE_SITE: &str = "#include <everypath.h>
static int table[4];
static int at(int i) {
  return table[i];
}
int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, \"n\");
  if (n == 1)
    return at(7);
  if (n == 2)
    return at(8);
  if (n == 3) {
    n = 9;
    return at(n);
  }
  if (n == 4)
    return at(2);
  return at(11);
}
";

/// Every case of a switch leads to the same failed assertion.
const SWITCH: &str = "#include <everypath.h>
static void check(int ok) {
  ep_assert(ok);
}
int main(void) {
  unsigned char c;
  ep_symbolic(&c, 1, \"c\");
  int v = 0;
  switch (c) {
  case 'a':
    v = 1;
    break;
  case 'b':
    v = 2;
    break;
  case 'c':
    v = 3;
    break;
  default:
    v = 4;
  }
  check(v == 3);
  return 0;
}
";

/// A loop that fails in different rounds.
const LOOP: &str = "#include <everypath.h>
#include <stdlib.h>
int main(void) {
  unsigned char b[3];
  ep_symbolic(b, sizeof b, \"b\");
  int depth = 0;
  for (int i = 0; i < 3; i++) {
    if (b[i] == '(')
      depth++;
    else if (b[i] == ')')
      depth--;
    else if (b[i] == '!')
      depth += 10;
    if (depth < 0)
      abort();
    if (depth > 9)
      abort();
  }
  if (depth != 0)
    abort();
  return 0;
}
";

/// What only paths covered that an assumption ends.
const ASSUMED: &str = "#include <everypath.h>
int main(void) {
  int n, kind = 0;
  ep_symbolic(&n, sizeof n, \"n\");
  if (n < 0)
    kind = 1;
  else
    kind = 2;
  ep_assume(kind == 2);
  if (n > 10)
    kind = 3;
  int *p = n == 5 ? 0 : &kind;
  return *p;
}
";

/// Two pointers, one line that uses them.
const POINTER: &str = "#include <everypath.h>
#include <stddef.h>
static int use(const int *p) {
  return *p + 1;
}
int main(void) {
  int n, one = 1;
  const int *p = &one;
  ep_symbolic(&n, sizeof n, \"n\");
  if (n & 1)
    p = NULL;
  if (n & 2)
    one = 2;
  if (n & 4) {
    one = 3;
    p = NULL;
  }
  int r = use(p);
  if (n & 8)
    r++;
  return r;
}
";

/// No path ends before the limit.
const WAITING: &str = "#include <everypath.h>
#include <stdio.h>
int main(void) {
  unsigned char b[24];
  ep_symbolic(b, sizeof b, \"b\");
  int seen = 0;
  for (int i = 0; i < 24; i++) {
    if (b[i] == 'x')
      seen++;
    else if (b[i] > 200)
      seen--;
    if (seen == 3)
      seen = 7;
  }
  if (seen < 0)
    return 1;
  switch (seen) {
  case 0:
    puts(\"none\");
    break;
  default:
    puts(\"some\");
  }
  return 0;
}
";

/// What waits reads on behind the place where it waits, and one of the states
/// that are the first at a line goes on without end.
const READS_ON: &str = "#include <everypath.h>
#include <stdio.h>
int main(void) {
  int c, n = 0, quotes = 0;
  while ((c = getchar()) != EOF) {
    if (c == '\"')
      quotes++;
    else if (c == '\\n')
      n++;
    else if (c > 'z')
      n += 2;
  }
  if (quotes & 1)
    return 2;
  return n > 4;
}
";

/// One path ends in the middle of two functions.
const NO_BODY: &str = "#include <everypath.h>
int outside(int n);
static int twice(int n) {
  int m = outside(n);
  m = m * 2;
  return m;
}
int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, \"n\");
  if (n == 1) {
    n = twice(n);
    n++;
  } else {
    return 3;
  }
  if (n == 5)
    n = 6;
  else
    n = 7;
  return n;
}
";

/// It reads and answers for ever, and no path ends.
const ANSWERS: &str = "extern int __VERIFIER_nondet_int(void);
int a = 1, b = 7, c = 3, sum = 0;
static int answer(int in) {
  if (a == 1 && in == 1) {
    a = 2;
    return 21;
  } else if (a == 2 && in == 4) {
    b = 8;
    a = 3;
    return 22;
  } else if (a == 3 && b == 8 && in == 2) {
    c = 4;
    a = 1;
    return 23;
  } else if (c == 4 && in == 3) {
    c = 5;
    return 24;
  }
  return -2;
}
int main(void) {
  while (1) {
    int in = __VERIFIER_nondet_int();
    if (in < 1 || in > 6)
      continue;
    sum += answer(in) + in;
  }
}
";

fn lines(of: &Value, key: &str) -> BTreeSet<u64> {
    let all = of[key].as_array().into_iter().flatten();
    all.filter_map(Value::as_u64).collect()
}

/// Sides taken of all branches of each line.
fn branches(of: &Value) -> BTreeMap<u64, (u64, u64)> {
    let mut out = BTreeMap::new();
    for b in of["branches"].as_array().into_iter().flatten() {
        let n = |k: &str| b[k].as_u64().expect("a number");
        let entry = out.entry(n("line")).or_insert((0, 0));
        *entry = (entry.0 + n("taken"), entry.1 + n("total"));
    }
    out
}

#[test]
fn what_is_reported_is_what_the_tests_cover() {
    for (name, source) in [
        ("one_site", ONE_SITE),
        ("switch", SWITCH),
        ("loop", LOOP),
        ("assumed", ASSUMED),
        ("pointer", POINTER),
    ] {
        for more in [&[][..], &["--merge"], &["--search", "bfs"]] {
            // A merged state goes on behind the assumption with one of its
            // paths: what the other one covered has no test.
            if name == "assumed" && more == ["--merge"] {
                continue;
            }
            let dir = tempfile::tempdir().expect("a folder");
            let file = dir.path().join(format!("{name}.c"));
            std::fs::write(&file, source).expect("a program");
            let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
                .current_dir(dir.path())
                .arg("test")
                .arg(&file)
                .args(["--coverage", "--quiet", "--out", "o"])
                .args(more)
                .output()
                .expect("everypath starts");
            assert_eq!(out.status.code(), Some(1), "{name}: {out:?}");
            let run = std::fs::read(dir.path().join("o/run.json")).expect("run.json");
            let run: Value = serde_json::from_slice(&run).expect("JSON");
            same(name, &file, &run);
        }
    }
}

#[test]
fn what_waiting_states_cover_has_tests_when_a_limit_ends_the_run() {
    let waiting = [
        ("waiting", WAITING, "60000", &[][..]),
        // Waiting states are only their decisions.
        ("spilled", WAITING, "400000", &["--max-memory", "64M"]),
        ("reads_on", READS_ON, "60000", &["--stdin", "30"]),
    ];
    for (name, source, most, more) in waiting {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join(format!("{name}.c"));
        std::fs::write(&file, source).expect("a program");
        let run = |args: &[&str]| {
            let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
                .current_dir(dir.path())
                .arg("test")
                .args(args)
                .args(["--coverage", "--quiet"])
                .output()
                .expect("everypath starts");
            assert_eq!(out.status.code(), Some(3), "{name}: {out:?}");
            let run = std::fs::read(dir.path().join("o/run.json")).expect("run.json");
            serde_json::from_slice::<Value>(&run).expect("JSON")
        };
        let path = file.to_str().expect("a name");
        let limits = ["--out", "o", "--search", "bfs", "--max-instructions", most];
        let first = run(&[&[path][..], &limits, more].concat());
        let count = |r: &Value, k: &str| r["statistics"][k].as_u64().expect("a number");
        assert_eq!(count(&first, "paths_complete"), 0, "{name}: a path ends");
        assert!(
            count(&first, "tests") >= 3,
            "{name}: {}",
            first["statistics"]
        );
        same(name, &file, &first);
        assert_eq!(count(&first, "states_spilled") > 0, name == "spilled");
        // What was ended here still waits.
        let waited = count(&first, "states_waiting");
        let again = run(&["--resume", "o", "--max-instructions", "500000"]);
        assert!(count(&again, "states_waiting") >= waited, "{name}: lost");
        assert!(count(&again, "tests") >= count(&first, "tests"), "{name}");
        same(name, &file, &again);
    }
}

/// A run of `everypath` on a program, with its exit code and `run.json`.
fn run(verb: &str, source: &str, args: &[&str]) -> (Option<i32>, Value) {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("a.c"), source).expect("a program");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(dir.path())
        .args([verb, "a.c", "--quiet", "--out", "o"])
        .args(args)
        .output()
        .expect("everypath starts");
    let run = std::fs::read(dir.path().join("o/run.json")).expect("run.json");
    (
        out.status.code(),
        serde_json::from_slice(&run).expect("JSON"),
    )
}

/// What is told of the only source.
fn told(run: &Value) -> &Value {
    let of = run["coverage"].as_object().expect("files");
    of.iter().find(|(f, _)| f.ends_with("a.c")).expect("it").1
}

#[test]
fn what_is_behind_the_end_of_a_path_is_not_covered() {
    let (code, run) = run("test", NO_BODY, &["--no-native"]);
    assert_eq!(code, Some(3));
    let missed: Vec<u64> = lines(told(&run), "missed").into_iter().collect();
    assert_eq!(missed, [5, 6, 7, 13, 17, 18, 19, 20, 21], "{run:#}");
    let taken = branches(told(&run));
    assert_eq!((taken[&11], taken[&17]), ((2, 2), (0, 2)), "{run:#}");
}

#[test]
fn a_program_that_never_ends_leaves_tests_of_what_waits() {
    let limit = [
        "--no-native",
        "--no-subsumption",
        "--max-instructions",
        "1000000",
    ];
    let (code, run) = run("test", ANSWERS, &limit);
    assert_eq!(code, Some(3));
    assert_eq!(run["statistics"]["paths_complete"], 0);
    let covered = lines(told(&run), "covered");
    for line in [5, 8, 9, 12, 13, 16, 19, 25, 26] {
        assert!(covered.contains(&line), "{line} of {run:#}");
    }
}

#[test]
fn coverage_of_a_check_is_that_of_tests() {
    let proved = "#include <everypath.h>\nint main(void) {\n  int n;\n  ep_symbolic(&n, sizeof n, \"n\");\n  if (n > 3)\n    return 1;\n  return 0;\n}\n";
    let (code, none) = run("check", proved, &["--coverage"]);
    assert_eq!((code, &none["measured"]), (Some(0), &Value::Null));
    let hints = none["hints"].to_string();
    assert!(
        hints.contains("--cover") && hints.contains("everypath test --coverage"),
        "{none}"
    );
    let (code, some) = run("check", proved, &["--coverage", "--cover"]);
    assert_eq!(code, Some(0));
    assert!(!some["hints"].to_string().contains("--coverage"), "{some}");
    assert!(some["measured"]["tests"].as_u64() >= Some(2), "{some}");
}

fn same(name: &str, file: &Path, run: &Value) {
    let key = file.display().to_string();
    let (told, measured) = (&run["coverage"][&key], &run["measured"]["files"][&key]);
    assert!(measured.is_object(), "{name}: {run:#}");
    for key in ["covered", "missed"] {
        assert_eq!(lines(told, key), lines(measured, key), "{name}: {key}");
    }
    let known = lines(told, "covered").len() + lines(told, "missed").len();
    assert!(known > 8, "{name}: {told}");
    assert_eq!(branches(told), branches(measured), "{name}: branches");
    assert!(!branches(told).is_empty(), "{name}: no branch");
}
