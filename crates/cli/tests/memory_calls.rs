//! `everypath memory`: the stack of calls that no run makes.

use serde_json::Value;
use std::process::Command;

const PROGRAM: &str = r#"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct big { char bytes[4000]; };
static int sum(int n) { int s = 0; for (int i = 0; i <= n; i++) s += i; return s; }
static void report(const char *what) { char line[3000]; memset(line, 0, sizeof line); puts(what); puts(line); }
static void check(int holds) { if (!holds) report("it does not hold"); }
static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
"#;

/// Programs with their `main`, and whether what stands on the other way counts; behind
/// a function that calls back it does.
const CASES: [(&str, &str, bool); 12] = [
    ("never", "assert(sum(10) == 55);", false),
    ("input", "int n = getchar(); assert(n != 'x');", true),
    ("scanned", "int n; if (scanf(\"%d\", &n) != 1) return 1; assert(n < 2000000000);", true),
    ("tested", "int n; if (scanf(\"%d\", &n) != 1) return 1; if (n > 5 || n < 0) return 1; assert(n < 6);", false),
    ("callee", "for (int i = 0; i < 100; i++) check(sum(i) == i * (i + 1) / 2);", false),
    ("last", "for (int i = 0; i < 100; i++) check(sum(i) < 4950);", true),
    ("line", "if (sum(3) == 6) puts(\"a\"); else report(\"b\");", false),
    ("pointer", "void (*f)(const char *) = sum(3) == 6 ? report : 0; if (f) f(\"x\");", true),
    ("sorted", "int v[5] = {3, 1, 2, 5, 4}; qsort(v, 5, sizeof *v, less); assert(v[0] == 1);", true),
    ("unsorted", "int v[5] = {3, 1, 2, 5, 4}; qsort(v, 5, sizeof *v, less); assert(v[0] != 1);", true),
    ("text", "char t[8] = \"abc\"; strcat(t, \"de\"); if (strcmp(t, \"abcde\") != 0) report(t);", false),
    ("read", "char t[8]; if (!fgets(t, sizeof t, stdin)) return 1; if (strcmp(t, \"abcd\\n\") == 0) report(t);", true),
];

fn stack(dir: &std::path::Path, name: &str, body: &str, flags: &[&str]) -> Value {
    let file = dir.join(format!("{name}.c"));
    let text = format!("{PROGRAM}int main(void) {{ {body} return 0; }}\n");
    std::fs::write(&file, text).expect("written");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "--json", "--timeout", "20s"])
        .arg(&file)
        .args(flags)
        .current_dir(dir)
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&out.stdout);
    let v: Value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{name}: {e}: {}", String::from_utf8_lossy(&out.stderr)));
    assert_ne!(out.status.code(), Some(70), "{name}: {v:#}");
    v["entries"][0]["marks"]["stack"].clone()
}

/// What the rarely called functions take at least.
const DEEP: u64 = 3000;

#[test]
fn calls_that_no_run_makes_do_not_count() {
    let dir = tempfile::tempdir().expect("scratch");
    for (name, body, counts) in CASES {
        let m = stack(dir.path(), name, body, &[]);
        let bound = m["bound"]["number"].as_u64().expect("a bound");
        let peak = m["peak"].as_array().expect("a peak");
        let deep = peak.iter().any(|l| {
            let what = l["what"].as_str().unwrap_or("");
            what == "__assert_fail" || what.starts_with("report")
        });
        assert_eq!(deep, counts, "{name}: {m:#}");
        assert!(!counts || bound > DEEP, "{name}: {m:#}");
        let all: u64 = (peak.iter())
            .filter_map(|l| l["bytes"]["number"].as_u64())
            .sum();
        assert_eq!(all, bound, "{name}: {m:#}");
        let reached = m["reached"]["bytes"].as_u64().expect("a run");
        assert!(reached <= bound, "{name}: {m:#}");
    }
}

#[test]
fn what_the_compiler_calls_by_itself_counts() {
    let dir = tempfile::tempdir().expect("scratch");
    // A structure is copied by a call that the source does not name, on the line of
    // one that it names and that is not made.
    let body =
        "static struct big a, b; if (sum(2) != 3) memcpy(&a, &b, sizeof a); a = b; puts(a.bytes);";
    let m = stack(dir.path(), "copied", body, &[]);
    let bound = m["bound"]["number"].as_u64().expect("a bound");
    let reached = m["reached"]["bytes"].as_u64().expect("a run");
    assert!(reached <= bound, "{m:#}");
    // The optimiser's calls are not those of the source.
    let m = stack(
        dir.path(),
        "optimised",
        "assert(sum(10) == 55);",
        &["--", "-O1"],
    );
    let bound = m["bound"]["number"].as_u64().expect("a bound");
    let reached = m["reached"]["bytes"].as_u64().expect("a run");
    assert!(reached <= bound, "{m:#}");
}

#[test]
fn main_has_its_name_where_its_frame_depends_on_values() {
    let dir = tempfile::tempdir().expect("scratch");
    let body = "volatile int a[1 + (getchar() & 7)]; a[0] = 1; if (a[0] != 1) return 1;";
    let m = stack(dir.path(), "array", body, &[]);
    assert!(!m["bound"].is_null(), "{m:#}");
    assert!(!m.to_string().contains("ep_user_main"), "{m:#}");
}
