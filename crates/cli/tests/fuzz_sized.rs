//! `everypath fuzz --sized data:size`: buffers are as large as their sizes say, natively
//! and where an input is followed.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn everypath(dir: &Path, source: &str, flags: &[&str]) -> Output {
    std::fs::write(dir.join("p.c"), source).expect("written");
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["fuzz", "p.c", "--max-runs", "4000", "--timeout", "100"])
        .args(["--out", "out"])
        .args(flags)
        .current_dir(dir)
        .output()
        .expect("everypath starts")
}

/// The findings of a search.
fn found(source: &str, flags: &[&str]) -> Value {
    let dir = tempfile::tempdir().expect("a folder");
    let out = everypath(dir.path(), source, flags);
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(matches!(out.status.code(), Some(0 | 1)), "{text}{told}");
    let run = std::fs::read(dir.path().join("out/run.json")).expect("a report");
    serde_json::from_slice(&run).expect("JSON")
}

const SUM: &str = "int sum(short kind, const int *a, unsigned char n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s ^= a[i];
  if (kind == 712 && n == 3 && a[1] == 123456)
    s ^= a[n OFF];
  return s;
}
";

/// Elements are no bytes, and another parameter stands before.
#[test]
fn the_first_element_behind_is_out_of_bounds() {
    let flags = ["--entry", "sum", "--sized", "a:n", "--first-bug"];
    let run = found(&SUM.replace("OFF", ""), &flags);
    let bug = &run["bugs"][0];
    assert_eq!(bug["kind"], "out-of-bounds-read", "{run:#}");
    assert_eq!(bug["place"]["line"], 6, "{run:#}");
    assert_eq!(bug["confirmation"]["kind"], "confirmed", "{run:#}");
    let steps = run["traces"][0]["steps"].as_array().expect("a trace");
    assert!(!steps.is_empty(), "{run:#}");
}

/// The last element is not.
#[test]
fn what_the_size_allows_is_no_finding() {
    let run = found(
        &SUM.replace("OFF", "- 1"),
        &["--entry", "sum", "--sized", "a:n"],
    );
    assert_eq!(run["bugs"], serde_json::json!([]), "{run:#}");
}

#[test]
fn two_buffers_have_their_own_sizes() {
    let source = "#include <stddef.h>
void pack(char *to, size_t room, const char *from, int n) {
  for (int i = 0; i < n; i++)
    if (from[i] != ' ')
      *to++ = from[i];
    else if (room < 2)
      return;
}
";
    let pairs = ["--entry", "pack", "--sized", "to:room", "--sized", "from:n"];
    let run = found(source, &[&pairs[..], &["--first-bug"]].concat());
    let bug = &run["bugs"][0];
    assert_eq!(bug["kind"], "out-of-bounds-write", "{run:#}");
    assert_eq!(bug["place"]["line"], 5, "{run:#}");
}

#[test]
fn entries_that_cannot_be_called_so_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let source = "static int own(char *p, int n) { return n ? *p : 0; }
int most(int n, char *p, ...) { return n ? *p : own(p, n); }
struct s { int a, b, c; };
struct s made(char *p, int n) { struct s s = { n ? *p : 0, 0, 0 }; return s; }
int two(char *p, char *q, int n) { return n ? *p + *q : 0; }
int main(void) { return 0; }
";
    for (flags, says) in [
        (&["--entry", "own", "--sized", "p:n"][..], "is static"),
        (
            &["--entry", "most", "--sized", "p:n"],
            "takes variable arguments",
        ),
        (
            &["--entry", "made", "--sized", "p:n"],
            "returns a structure",
        ),
        (
            &["--entry", "two", "--sized", "p:n", "--sized", "q:n"],
            "two buffers with the size of parameter 3",
        ),
        (
            &["--entry", "two", "--sized", "p:z"],
            "has no parameter `z`",
        ),
        (&["--entry", "two", "--sized", "p"], "data:size"),
        (&["--sized", "p:n"], "--entry"),
    ] {
        let out = everypath(dir.path(), source, flags);
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{flags:?}: {text}");
        assert!(text.contains(says), "{flags:?}: {text}");
    }
}
