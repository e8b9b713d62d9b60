//! `everypath memory`: entries with pointers of which nobody says how much they lead to.

use serde_json::Value;
use std::process::Command;

const PROGRAM: &str = "#include <stdlib.h>
int fixed(const int *a) { int s = 0; int *b = malloc(30 * sizeof *b); if (!b) return -1;
  for (int i = 0; i < 30; i++) b[i] = a[i];
  for (int i = 0; i < 30; i++) s += b[i] > 0;
  free(b); return s; }
int counted(const int *a, int n) { if (n < 0 || n > 100000) return 0;
  int *b = malloc(n * sizeof *b + 4); if (!b) return -1;
  for (int i = 0; i < n; i++) b[i] = a[i];
  int s = n ? b[n - 1] : 0; free(b); return s; }
struct item { int key, value; };
int items(const struct item *a, int n) { void *p = 0; int odd = 0;
  for (int i = 0; i < n && i < 1000; i++) odd += a[i].key & 1;
  if (odd > 900) p = malloc(5000); else p = malloc(8);
  free(p); return odd; }
char *copy(const char *s) { size_t n = 0; while (s[n]) n++;
  char *p = malloc(n + 1); if (!p) return 0;
  for (size_t i = 0; i <= n; i++) p[i] = s[i];
  return p; }
char *second(const char *s) { size_t n = 0; while (s[n + 1]) n++; return malloc(n); }
struct view { char *s; int n; };
void held(struct view v) { if (v.n < 0 || v.n > 5000) return; int n = 0;
  for (int i = 0; i < v.n; i++) n += v.s[i] == 7;
  free(malloc(n)); }
void asked(char *p) { size_t n = __builtin_object_size(p, 0); free(malloc(n < 3000 ? n : 3000)); }
int least(const int a[static 4], int n) { if (n < 0 || n > 900) return 0; int odd = 0;
  for (int i = 0; i < n; i++) odd += a[i] & 1;
  free(malloc(odd)); return odd; }
int deep(const int *a, int n) { if (n < 0 || n > 3000) return 0; return n == 0 ? 0 : (a[n - 1] > 0) + deep(a, n - 1); }
";

fn marks(entry: &str, flags: &[&str]) -> Value {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([
            "memory",
            "--json",
            "p.c",
            "--entry",
            entry,
            "--timeout",
            "8s",
        ])
        .args(["--search", "500ms"])
        .args(flags)
        .current_dir(dir.path())
        .output()
        .unwrap();
    let v: Value = serde_json::from_slice(&out.stdout).unwrap();
    v["entries"][0]["marks"].clone()
}

fn most(mark: &Value) -> Option<u64> {
    let b = &mark["bound"];
    b["number"].as_u64().or(b["most"].as_u64())
}

/// Runs get as many elements as the function reads, and then nothing is left out.
#[test]
fn buffers_are_as_large_as_a_function_reads() {
    let m = marks("fixed", &[]);
    assert_eq!(most(&m["heap"]), Some(120), "{m}");
    assert_eq!(m["heap"]["reached"]["bytes"], 120, "{m}");
}

/// Each of these takes more where the caller gives more than the eight elements that
/// runs got, and that is in the bound.
#[test]
fn a_bound_holds_for_buffers_of_any_size() {
    let m = marks("counted", &["--no-native"]);
    assert!(most(&m["heap"]).is_some_and(|n| n >= 400_004), "{m}");
    let m = marks("items", &["--no-native"]);
    assert!(most(&m["heap"]).is_none_or(|n| n >= 5_000), "{m}");
    for (entry, least) in [("held", 5_000), ("asked", 3_000), ("least", 900)] {
        let m = marks(entry, &["--no-native"]);
        assert!(most(&m["heap"]).is_none_or(|n| n >= least), "{entry}: {m}");
    }
    let m = marks("copy", &["--no-native"]);
    assert!(most(&m["heap"]).is_some_and(|n| n > 1 << 20), "{m}");
    let text = m["heap"]["bound"]["text"].to_string();
    assert!(text.contains("strlen(s)"), "{m}");
    let m = marks("second", &["--no-native"]);
    assert!(m["heap"]["bound"].is_null(), "{m}");
    let missing = m["heap"]["missing"].to_string();
    assert!(missing.contains("--buffer N"), "{m}");
}

/// So is the depth of a recursion over them.
#[test]
fn the_stack_is_that_of_buffers_of_any_size() {
    let m = marks("deep", &[]);
    // A frame is no smaller than its return address and its parameters.
    assert!(most(&m["stack"]).is_none_or(|n| n > 3_000 * 20), "{m}");
}

/// Who says how many there are gets the bound for those.
#[test]
fn a_number_of_elements_can_be_said() {
    let m = marks("copy", &["--no-native", "--buffer", "20"]);
    assert_eq!(most(&m["heap"]), Some(20), "{m}");
}

/// A text that a run is given reaches what its length allows.
#[test]
fn runs_reach_a_bound_over_the_length_of_a_text() {
    let m = marks("copy", &[]);
    let r = &m["heap"]["reached"];
    assert!(r["bytes"].as_u64().is_some_and(|n| n > 1), "{m}");
    assert_eq!(r["bytes"], r["of"], "{m}");
}
