//! Inputs that are structures: printed with the names of their members, with
//! their bytes beside them, and still handed out by C files and replayed.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn everypath(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath starts")
}

/// Runs `source` with the flags; what was printed, and `run.json`.
fn run(dir: &Path, source: &str, flags: &[&str]) -> (String, Value) {
    std::fs::write(dir.join("p.c"), source).expect("a program");
    let args: Vec<&str> = ["test", "p.c", "--out", "out"]
        .iter()
        .chain(flags)
        .copied()
        .collect();
    let out = everypath(dir, &args);
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(out.status.code(), Some(1), "{text}{out:?}");
    let run = std::fs::read(dir.join("out/run.json")).expect("run.json");
    (text, serde_json::from_slice(&run).expect("JSON"))
}

const MADE: &str = r#"
#include <klee/klee.h>
enum color { RED, GREEN };
struct point { short x, y; };
struct shape {
  int id;
  char name[3];
  unsigned flag : 3;
  signed level : 5;
  enum color color;
  struct point corners[2];
  union { int whole; unsigned char parts[4]; } either;
  _Bool on;
  double *weight;
};
int main(void) {
  struct shape s;
  klee_make_symbolic(&s, sizeof s, "s");
  if (s.id == -7 && s.name[0] == 'a' && s.name[1] == 'b' && s.name[2] == 0 && s.flag == 5 &&
      s.level == -2 && s.color == GREEN && s.corners[1].y == -3 && s.corners[1].x == 4 &&
      s.corners[0].x == 1 && s.corners[0].y == 2 && s.either.whole == 258 && s.weight == 0)
    __builtin_abort();
  return 0;
}
"#;

#[test]
fn members_have_their_names() {
    let dir = tempfile::tempdir().expect("a folder");
    let (text, run) = run(dir.path(), MADE, &[]);
    let shown = "s = {id = -7, name = \"ab\\x00\", flag = 5, level = -2, color = 1, \
                 corners = {{x = 1, y = 2}, {x = 4, y = -3}}, \
                 either = {whole = 258, parts = \"";
    assert!(text.contains(&shown[..60]), "{text}");
    assert!(text.contains("confirmed"), "{text}");
    let input = &run["bugs"][0]["inputs"][0];
    let literal = input["literal"].as_str().expect("a literal");
    assert!(literal.starts_with(&shown["s = ".len()..]), "{literal}");
    assert!(literal.ends_with("weight = null}"), "{literal}");
    // The bytes are there as they lie in memory.
    let bytes = input["bytes"].as_array().expect("bytes");
    assert_eq!(bytes.len(), 40);
    assert_eq!(bytes[..4], [0xf9, 0xff, 0xff, 0xff].map(Value::from));
    assert_eq!(input["type"]["kind"], "record");
    let fields = input["type"]["fields"].as_array().expect("fields");
    assert_eq!(fields[2]["name"], "flag");
    assert_eq!(
        (&fields[2]["bits"], &fields[2]["bit_offset"]),
        (&3.into(), &56.into())
    );
    let sarif = std::fs::read_to_string(dir.path().join("out/bugs.sarif")).expect("SARIF");
    assert!(sarif.contains("level = -2"), "{sarif}");
    let walked = everypath(dir.path(), &["show", "out", "--outcome", "error"]);
    let list = String::from_utf8_lossy(&walked.stdout).into_owned();
    let number: String = list
        .split_whitespace()
        .find(|w| w.chars().all(|c| c.is_ascii_digit()))
        .expect("a path")
        .into();
    let path = everypath(dir.path(), &["show", "out", "--path", &number]);
    let path = String::from_utf8_lossy(&path.stdout).into_owned();
    assert!(
        path.contains("input: s = {id = -7, name = "),
        "{list}{path}"
    );
}

const LIST: &str = r#"
struct node { int key; struct node *next; char tag[2]; };
int f(struct node *list, struct node by_value) {
  if (list->key == 3 && list->next && list->next->key == 4 && !list->next->next &&
      list->tag[0] == 'x' && by_value.key == 5 && by_value.next &&
      by_value.next->key == 6)
    __builtin_abort();
  return 0;
}
"#;

#[test]
fn pointers_in_structures_show_where_they_lead() {
    let dir = tempfile::tempdir().expect("a folder");
    let (text, run) = run(dir.path(), LIST, &["--entry", "f"]);
    let inputs = run["bugs"][0]["inputs"].as_array().expect("inputs");
    let literal = |name: &str| {
        let i = inputs.iter().find(|i| i["name"] == name);
        let i = i.unwrap_or_else(|| panic!("{name} is no input: {text}"));
        i["literal"].as_str().expect("a literal").to_string()
    };
    assert!(
        literal("list").starts_with("{key = 3, next = &object "),
        "{text}"
    );
    assert!(
        literal("*list->next").starts_with("{key = 4, next = null, tag = \""),
        "{text}"
    );
    assert!(
        literal("by_value").starts_with("{key = 5, next = &object "),
        "{text}"
    );
    // What is printed is no C; the file of the bug still builds the heap.
    assert!(text.contains("confirmed"), "{text}");
    let bug = std::fs::read_to_string(dir.path().join("out/bugs/bug1.c")).expect("bug1.c");
    assert!(!bug.contains("key ="), "{bug}");
}
