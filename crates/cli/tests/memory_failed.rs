//! `everypath memory`: the stack behind an allocation that does not fail, and
//! of library functions once the heap is there.

use serde_json::Value;
use std::process::Command;

const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int report(int n) { volatile char room[3000]; room[0] = (char)n; return room[0]; }
struct box { char *at; unsigned long size; };
int plain(int n) {
  char *p = malloc(16);
  if (!p) return report(n);
  free(p);
  return 0;
}
static char *need(size_t n) {
  char *p = malloc(n);
  if (p == NULL) { report(1); exit(1); }
  return p;
}
int wrapped(unsigned char n, const char *s) {
  char *p = need(8u * n), *q = need(strlen(s) + 1);
  free(p);
  free(q);
  return 0;
}
int member(unsigned short n) {
  struct box b;
  b.size = n;
  b.at = calloc(n, 4);
  if (!b.at) return report(n);
  free(b.at);
  return 0;
}
/* What follows calls it. */
int negative(int n) {
  char *p = malloc((size_t)n);
  if (!p) return report(n);
  free(p);
  return 0;
}
static char *ask(size_t n) {
  char *p = malloc(n);
  if (p == NULL) report(1);
  return p;
}
int two_callers(int n) {
  free(ask(8));
  if (n == 3) free(ask((size_t)-1));
  return 0;
}
static char *(*const asks[])(size_t) = {ask, 0};
int by_pointer(int n) {
  free(ask(8));
  if (n == 3) free(asks[n - 3]((size_t)-1));
  return 0;
}
int either(int n) {
  char *p = n > 3 ? malloc(8) : NULL;
  if (!p) return report(n);
  free(p);
  return 0;
}
int changed(int n) {
  char *p = malloc(8), *q = p;
  if (n == 3) p = NULL;
  if (!p) { free(q); return report(n); }
  free(p);
  return 0;
}
static void lose(struct box *b, int n) { if (n == 3) { free(b->at); b->at = NULL; } }
int overwritten(int n) {
  struct box *b = malloc(sizeof *b);
  if (!b) return 1;
  b->at = malloc(8);
  lose(b, n);
  if (!b->at) { free(b); return report(n); }
  free(b->at);
  free(b);
  return 0;
}
int other_member(int n) {
  struct box b[2] = {{0}};
  b[0].at = malloc(8);
  if (!b[1].at) { free(b[0].at); return report(n); }
  return 0;
}
int to_nothing(unsigned n) {
  char *p = malloc(8);
  if (!p) return 1;
  char *q = realloc(p, n & 1);
  if (!q) return report(2);
  free(q);
  return 0;
}
int one_line(int n) {
  char *p = malloc(8);
  if (!p) return report(n); if (n == 3) { free(p); return report(n); }
  free(p);
  return 0;
}
int narrow_sum(unsigned n) {
  char *p = malloc((size_t)0 - (n & 1));
  if (!p) return report(3);
  free(p);
  return 0;
}
/* The library. */
int prints(int n) {
  char *p = malloc(16);
  if (!p) return 1;
  p[0] = (char)n;
  puts("made");
  free(p);
  return 0;
}
int prints_first(int n) {
  char *p = NULL;
  if (n == 3) p = malloc(16);
  puts("perhaps");
  free(p);
  return 0;
}
int stops(int n) {
  if (n == 3) exit(0);
  return 0;
}
"#;

struct Marks(Value, i32);

impl Marks {
    /// What was reached, and the bound.
    fn stack(&self) -> (u64, u64) {
        let r = &self.0["entries"][0]["marks"]["stack"]["reached"];
        let of = r["of"].as_u64().or_else(|| r["of"].as_str()?.parse().ok());
        (r["bytes"].as_u64().unwrap(), of.unwrap())
    }
}

/// A run above its bound ends with 70.
#[track_caller]
fn run(entry: &str) -> Marks {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "--json", "p.c", "--search", "2s"])
        .args(["--timeout", "20s", "--strings", "--entry", entry])
        .current_dir(dir.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    let value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&out.stderr)));
    let m = Marks(value, out.status.code().unwrap());
    assert_eq!(m.1, 0, "{entry}: {:#}", m.0);
    m
}

#[test]
fn a_call_behind_an_allocation_that_failed_takes_no_stack() {
    for entry in ["plain", "wrapped", "member"] {
        let m = run(entry);
        assert!(m.stack().1 < 1000, "{entry}: {:?}", m.stack());
        let told = m.0.to_string().contains("memory allocation does not fail");
        assert!(told, "{entry}: {:#}", m.0);
    }
}

#[test]
fn a_call_behind_another_test_takes_its_stack() {
    for entry in [
        "negative",
        "two_callers",
        "by_pointer",
        "either",
        "changed",
        "overwritten",
        "other_member",
        "to_nothing",
        "one_line",
        "narrow_sum",
    ] {
        let m = run(entry);
        assert!(m.stack().0 > 3000, "{entry}: {:?}", m.stack());
    }
}

#[test]
fn a_stream_makes_its_buffer_in_the_heap_that_is_there() {
    let m = run("prints");
    assert!(m.0.to_string().contains("puts (later)"), "{:#}", m.0);
    let first = run("prints_first");
    assert!(
        !first.0.to_string().contains("puts (later)"),
        "{:#}",
        first.0
    );
    let ((reached, of), (_, most)) = (m.stack(), first.stack());
    assert!(reached <= of && of < most, "{reached} of {of} of {most}");
}

#[test]
fn the_end_of_a_program_makes_no_heap() {
    // The probe wrote to a stream itself, and that made the heap.
    let (reached, of) = run("stops").stack();
    assert!(reached <= of && of < 640, "{reached} of {of}");
}

/// Runs `everypath memory` on files of one program: the stack that was reached,
/// and its bound. A run above its bound is a defect.
fn units(files: &[(&str, &str)]) -> (u64, u64) {
    let dir = tempfile::tempdir().expect("a scratch folder");
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).expect("a file");
    }
    let sources = files.iter().map(|f| f.0).filter(|n| n.ends_with(".c"));
    let out = Command::new(env!("CARGO_BIN_EXE_everypath-engine"))
        .arg("memory")
        .args(sources)
        .args(["--json", "--timeout", "40s"])
        .current_dir(dir.path())
        .output()
        .expect("everypath-engine starts");
    let errors = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_ne!(out.status.code(), Some(70), "{errors}");
    let json: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    Marks(json, 0).stack()
}

const MAIN: &str = "int other(unsigned long n); static int mine(int n);
int main(int argc, char **argv) { int m = mine(argc & 255); return m + other((unsigned long)argc << 50); }\n";

#[test]
fn a_header_function_that_fails_in_one_unit_only_keeps_its_calls() {
    let header = "#include <stdlib.h>
static void deep(int k) { volatile char b[6000]; b[k & 3] = 1; if (b[k & 3] == 2) exit(2); }
static void *need(size_t n) { void *p = malloc(n); if (!p) { deep(3); exit(1); } return p; }\n";
    let one = format!(
        "#include \"need.h\"\n{MAIN}static int mine(int n) {{ free(need(16)); return n; }}\n"
    );
    let two = "#include \"need.h\"\nint other(unsigned long n) { free(need(n)); return 0; }\n";
    let (reached, of) = units(&[("need.h", header), ("one.c", &one), ("two.c", two)]);
    assert!(6000 < reached && reached <= of, "{reached} of {of}");
}

#[test]
fn recursions_of_one_name_are_each_their_own() {
    let one = format!("{MAIN}static int rec(unsigned n) {{ volatile char b[40]; b[n & 31] = 1; return n == 0 ? b[0] : rec(n / 2) + b[3]; }}
static int mine(int n) {{ return rec(n); }}\n");
    let two = "static int rec(unsigned n) { volatile char b[200]; b[n & 31] = 1; return n == 0 ? b[0] : rec(n - 1) + b[3]; }
int other(unsigned long n) { return rec(200); }\n";
    let (reached, of) = units(&[("one.c", &one), ("two.c", two)]);
    assert!(40_000 < reached && reached <= of, "{reached} of {of}");
}

#[test]
fn a_header_function_that_makes_the_heap_in_another_unit_makes_it() {
    let header = "#include <stdlib.h>
static char *need(int n) { volatile char pad[2000]; pad[n & 3] = 1; return malloc(n + pad[n & 3]); }\n";
    let one = format!("#include \"need.h\"\n{MAIN}static int mine(int n) {{ int r = other(0); char *q = malloc(8); free(need(16)); free(q); return r; }}\n");
    let two = "#include \"need.h\"\nint other(unsigned long n) { free(need(32)); return 0; }\n";
    let (reached, of) = units(&[("need.h", header), ("one.c", &one), ("two.c", two)]);
    assert!(2_300 < reached && reached <= of, "{reached} of {of}");
}

#[test]
fn pointers_to_functions_of_one_name_reach_both() {
    let one = "typedef void (*fn)(int); void reg(fn f), run(int k), two(void);
static void big(int k) { volatile char b[40]; b[0] = k; }
int main(int argc, char **argv) { reg(big); two(); run(argc); return 0; }\n";
    let two = "typedef void (*fn)(int); static fn t[4]; static int n;
void reg(fn f) { t[n++ & 3] = f; }
static void small(int k) { volatile char c[16]; c[0] = k; }
static void big(int k) { volatile char b[4000]; b[k & 3] = k; }
void two(void) { reg(small); reg(big); }
void run(int k) { for (int i = 0; i < n; i++) t[i & 3](k); }\n";
    let (reached, of) = units(&[("one.c", one), ("two.c", two)]);
    assert!(4_000 < reached && reached <= of, "{reached} of {of}");
}
