//! `--tree` and `--html` with several workers, with a journal and in parts: the
//! same tree; and what `--merge`, whose states no journal can tell, says instead.

use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = r#"#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char n, code[3];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(code, sizeof code, "code");
  klee_assume(n < 4);
  int found = 0, t[3] = {0};
  for (int i = 0; i < n; i++)
    if (code[i % 3] > 100 + i) found++;
  if (found == 3) abort();
  t[code[0] & 3] = found;
  return t[found & 1];
}
"#;

fn everypath(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath starts")
}

fn said(o: &Output) -> String {
    String::from_utf8_lossy(&o.stdout).into_owned() + &String::from_utf8_lossy(&o.stderr)
}

#[test]
fn one_tree_for_any_number_of_workers_and_parts() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = dir.path();
    std::fs::write(at.join("p.c"), PROGRAM).expect("it is written");
    let test = |more: &[&str]| {
        let args = [&["test", "p.c", "--no-native"], more].concat();
        let o = everypath(at, &args);
        assert!(matches!(o.status.code(), Some(1 | 3)), "{}", said(&o));
        assert!(!said(&o).contains("one worker"), "{}", said(&o));
        o
    };
    let tree = |file: &str| std::fs::read_to_string(at.join(file)).expect("a tree");
    test(&["--out", "one", "--tree", "one.json"]);
    test(&["--out", "two", "--tree", "two.json", "--jobs", "2"]);
    assert!(tree("one.json").matches("\"id\"").count() > 100);
    assert_eq!(tree("one.json"), tree("two.json"));

    let more = ["--tree", "part.json", "--html", "page", "--max-paths", "5"];
    let o = test(&[&["--out", "parts"][..], &more].concat());
    assert!(
        said(&o).contains("everypath test --resume parts"),
        "{}",
        said(&o)
    );
    let part = tree("part.json");
    assert!(part.len() < tree("one.json").len());
    let o = everypath(at, &["test", "--resume", "parts", "--jobs", "2"]);
    assert_eq!(o.status.code(), Some(1), "{}", said(&o));
    assert_eq!(tree("one.json"), tree("part.json"));
    assert!(at.join("page/index.html").exists());

    let o = everypath(at, &["show", "two", "--path", "1"]);
    assert_eq!(o.status.code(), Some(0), "{}", said(&o));
    let list = said(&everypath(at, &["show", "two"]));
    assert!(
        list.contains("complete; ") && list.contains("abort"),
        "{list}"
    );
    // A finished run says so.
    let o = everypath(at, &["test", "--resume", "two", "--tree", "again.json"]);
    assert_eq!(o.status.code(), Some(2));
    assert!(said(&o).contains("this run is finished"), "{}", said(&o));
}

#[test]
fn what_merging_leaves_out_is_said() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = dir.path();
    std::fs::write(at.join("p.c"), PROGRAM).expect("it is written");
    let args = ["test", "p.c", "--no-native", "--merge", "--jobs", "2"];
    let o = everypath(
        at,
        &[&args[..], &["--out", "m", "--tree", "m.json"]].concat(),
    );
    assert_eq!(o.status.code(), Some(1), "{}", said(&o));
    let told = said(&o);
    assert_eq!(
        told.matches("note: --merge explores with one worker")
            .count(),
        1,
        "{told}"
    );
    let tree = std::fs::read_to_string(at.join("m.json")).expect("a tree");
    assert!(tree.contains("\"merge\""), "no merge in the tree");
    let run = std::fs::read_to_string(at.join("m/run.json")).expect("run.json");
    assert!(!run.contains("\"merges\": 0"), "{run}");
    for verb in [&["test", "--resume", "m"][..], &["show", "m"]] {
        let o = everypath(at, verb);
        assert_eq!(o.status.code(), Some(2), "{}", said(&o));
        let told = said(&o);
        assert!(
            told.contains("the folder holds no journal of a run"),
            "{told}"
        );
        assert!(told.contains("runs with --merge keep no journal"), "{told}");
        assert_eq!(told.matches("error").count(), 1, "{told}");
    }
}
