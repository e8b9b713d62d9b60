//! `everypath memory`: the stack where it depends on values.

use serde_json::Value;
use std::process::Command;

const PROGRAM: &str = r#"
#include <stdlib.h>
#include <string.h>
unsigned fact(unsigned n) { return n == 0 ? 1 : n * fact(n - 1); }
int ten(void) { return (int)fact(10); }
int forever(int n) { return n == 0 ? 0 : forever(n - 1); }
int vla(int n) {
  if (n < 1 || n > 60) return 0;
  volatile char a[n];
  a[0] = a[n - 1] = 1;
  return a[n - 1];
}
int rounds(int n) {
  if (n < 1 || n > 9) return 0;
  int s = 0;
  for (int i = 1; i <= n; i++) {
    volatile int a[4 * n];
    a[i] = i;
    s += a[i];
  }
  return s;
}
struct node { struct node *next; };
static int length(struct node *x) { return x ? 1 + length(x->next) : 0; }
int list(unsigned char n) {
  struct node pool[8], *first = 0;
  for (int i = 0; i < 8 && i < n; i++) {
    pool[i].next = first;
    first = &pool[i];
  }
  return length(first);
}
static void drop(struct node *x) { if (x) { drop(x->next); free(x); } }
int heap(unsigned char n) {
  struct node *first = 0;
  for (int i = 0; i < 6 && i < n; i++) {
    struct node *x = malloc(sizeof *x);
    if (!x) break;
    x->next = first;
    first = x;
  }
  drop(first);
  return 0;
}
static void *(*make)(size_t) = malloc;
static void (*release)(void *) = free;
int hook(int n) { if (n <= 0 || n > 5) return 0; void *p = make(10); release(p); return 1 + hook(n - 1); }
int pads(int n) {
  if (n < 0 || n > 6) return 0;
  int s = 0;
  for (int i = 0; i < n; i++) {
    volatile char *p = __builtin_alloca(100);
    p[i] = 1;
    s += p[i];
  }
  return s;
}
static int deep(int n) {
  volatile char room[400];
  room[0] = 1;
  char *p = malloc(24);
  free(p);
  return room[0] + n;
}
int twice(int n) {
  char *p = malloc(16);
  if (!p) return 0;
  n = deep(n & 7);
  free(p);
  return n;
}
int failed(int n) {
  char *p = malloc((size_t)n % 5 == 4 ? (size_t)-1 : 16);
  n = deep(n & 7);
  free(p);
  return n;
}
struct ops { int (*run)(int); };
static const struct ops table[] = {{deep}, {twice}};
int called(int k) {
  int n = k == 1 ? table[0].run(0) : 0;
  char *p = malloc(8);
  free(p);
  return n + table[k & 1].run(1);
}
int grow(int n) {
  if (n < 1 || n > 9) return 0;
  char *p = malloc(4);
  for (int i = 1; p && i < n; i++) {
    char *q = realloc(p, 4 + 4 * (unsigned)i);
    if (!q) break;
    p = q;
  }
  free(p);
  return n;
}
int load(int n) { return deep(n & 7); }
int ninth(const char a[9]) {
  char *p = a[8] ? malloc(5) : 0;
  free(p);
  return 0;
}
int copied(const char a[9]) {
  char x[9];
  memcpy(x, a, 9);
  unsigned n = x[8] & 7, rounds = 0;
  while (n > 1) { n = n & 1 ? 3 * n + 1 : n / 2; rounds++; }
  free(malloc(rounds + 1));
  return 0;
}
int size(unsigned n) { volatile char a[n ? n : 1]; a[0] = 1; return a[0]; }
"#;

struct Marks(Value, i32);

impl Marks {
    fn stack(&self) -> &Value {
        &self.0["entries"][0]["marks"]["stack"]
    }
    fn text(&self) -> String {
        self.stack()["bound"]["text"]
            .as_str()
            .unwrap_or("unknown")
            .into()
    }
    fn reached(&self) -> (u64, u64) {
        let r = &self.stack()["reached"];
        let of = r["of"].as_u64().or_else(|| r["of"].as_str()?.parse().ok());
        (r["bytes"].as_u64().unwrap(), of.unwrap())
    }
}

fn run(entry: &str, flags: &[&str]) -> Marks {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.c"), PROGRAM).unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([
            "memory",
            "--json",
            "p.c",
            "--search",
            "2s",
            "--timeout",
            "20s",
            "--entry",
            entry,
        ])
        .args(flags)
        .current_dir(dir.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    let value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&out.stderr)));
    Marks(value, out.status.code().unwrap())
}

/// Bounded, and a run came there but for bytes of the last frame that nothing
/// wrote.
#[track_caller]
fn reached(entry: &str, flags: &[&str]) -> Marks {
    let m = run(entry, flags);
    assert_eq!(m.1, 0, "{:#}", m.0);
    let (bytes, of) = m.reached();
    assert!(
        bytes <= of && of <= bytes + 48,
        "{entry}: {bytes} of {}",
        m.text()
    );
    m
}

#[test]
fn a_recursion_is_an_expression_over_its_argument() {
    let m = reached("fact", &[]);
    assert!(m.text().contains("*n"), "{}", m.text());
    let m = reached("ten", &[]);
    assert!(m.text().parse::<u64>().is_ok(), "{}", m.text());
}

#[test]
fn a_library_function_behind_a_pointer_counts() {
    // Exit code 70 where a run is above the bound.
    let m = run("hook", &[]);
    assert_eq!(m.1, 0, "{:#}", m.0);
    let (bytes, of) = m.reached();
    assert!(bytes <= of && of <= 2 * bytes, "{bytes} of {of}");
}

#[test]
fn a_recursion_without_a_limit_stays_unknown() {
    let m = run("forever", &["--no-native"]);
    assert_eq!((m.1, m.text().as_str()), (3, "unknown"));
}

#[test]
fn a_recursion_that_the_data_ends_is_followed() {
    reached("list", &[]);
    // Its blocks are told apart from its frames; the library takes less in
    // this run than it can.
    let m = run("heap", &[]);
    assert_eq!(m.1, 0, "{:#}", m.0);
    let (bytes, of) = m.reached();
    assert!(bytes <= of && of < bytes + 300, "{bytes} of {of}");
}

#[test]
fn arrays_of_variable_length_end_with_their_block() {
    reached("vla", &[]);
    let m = reached("rounds", &[]);
    // One array of 36 numbers at a time, and not nine.
    assert!(m.reached().0 < 400, "{}", m.text());
    let m = run("size", &[]);
    assert!(m.text().contains('n'), "{}", m.text());
}

#[test]
fn the_optimiser_and_the_other_compiler() {
    let m = run("ten", &["--", "-O2"]);
    assert_eq!(m.1, 0, "{:#}", m.0);
    reached("vla", &["--cc", "gcc"]);
    reached("fact", &["--cc", "gcc"]);
}

#[test]
fn an_alloca_of_a_constant_in_a_loop_counts_each_round() {
    for cc in ["clang-19", "gcc"] {
        let m = reached("pads", &["--cc", cc]);
        assert!(m.text().contains("*max(n, 0)"), "{cc}: {}", m.text());
        assert!(m.reached().1 > 600, "{cc}: {}", m.text());
    }
}

#[test]
fn only_the_first_call_makes_the_heap() {
    let m = reached("twice", &[]);
    assert!(m.0.to_string().contains("malloc (later)"), "{:#}", m.0);
    // The program's own number counts as it is.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.txt");
    std::fs::write(&file, "malloc 5000 0\n").unwrap();
    let m = run("twice", &["--library", &file.display().to_string()]);
    assert!(m.reached().1 > 5400, "{}", m.text());
    // A size that no heap has makes none, and a pointer may lead to the first
    // call: 70 where a run is above the bound.
    for entry in ["failed", "called"] {
        let m = reached(entry, &[]);
        assert!(m.reached().1 > 700, "{entry}: {}", m.text());
    }
    let m = run("grow", &[]);
    assert_eq!(m.1, 0, "{:#}", m.0);
    let (bytes, of) = m.reached();
    assert!(bytes <= of && of <= bytes + 160, "{}", m.text());
}

#[test]
fn a_name_that_our_own_functions_have_is_the_users() {
    let m = reached("load", &[]);
    assert!(!m.0.to_string().contains("replay.c"), "{:#}", m.0);
}

#[test]
fn what_no_run_defines_has_no_bound() {
    let heap = |m: &Marks| m.0["entries"][0]["marks"]["heap"]["bound"]["text"].clone();
    let m = run("copied", &["--buffer", "8"]);
    assert_eq!((m.1, heap(&m)), (3, Value::Null), "{:#}", m.0);
    let text = m.0.to_string();
    assert!(
        text.contains("every run ends here in undefined behaviour (out-of-bounds-read)"),
        "{text}"
    );
    // The message says what helps; who says nothing gets as many as it reads.
    for flags in [&["--buffer", "9"][..], &[]] {
        let m = run("copied", flags);
        assert_eq!((m.1, heap(&m)), (0, "17".into()), "{:#}", m.0);
    }
    // What memory does not depend on is left out, and then there is one.
    let m = run("ninth", &[]);
    assert_eq!((m.1, heap(&m)), (0, "5".into()), "{:#}", m.0);
}

/// The lines of a peak add up to its bound: each activation, array and call, and of
/// blocks that exclude each other those of one run.
#[test]
fn what_makes_a_peak_adds_up() {
    let c = "#include <stdlib.h>\nstruct n { struct n *next; char b[20]; };\n\
        static void rel(struct n *p) { if (!p) return; rel(p->next); free(p); }\n\
        int list(unsigned char k) { struct n *h = 0; for (int i = 0; i < (k & 15); i++) { struct n *x = malloc(sizeof *x); x->next = h; h = x; } int r = h != 0; rel(h); return r; }\n\
        int vl(unsigned char n) { for (int i = 0; i < n; i++) { char v[i + 1]; v[0] = 1; volatile char *q = v; q[0] = 2; } return n; }\n\
        int pairs(unsigned char *x) { char *p[40]; int n = 0; for (int i = 0; i < 20; i++) { if (x[i]) p[n++] = malloc(10); if (!x[i]) p[n++] = malloc(10); } for (int i = 0; i < n; i++) free(p[i]); return n; }\n";
    let dir = tempfile::tempdir().expect("scratch");
    std::fs::write(dir.path().join("f.c"), c).expect("a file");
    for (entry, kind) in [
        ("list", "stack"),
        ("vl", "stack"),
        ("list", "heap"),
        ("pairs", "heap"),
    ] {
        let out = std::process::Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["memory", "f.c", "--json", "--buffer", "20", "--runs", "2"])
            .args(["--entry", entry, "--search", "1s", "--timeout", "15s"])
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let v: serde_json::Value = serde_json::from_slice(&out.stdout).expect("a report");
        let m = &v["entries"][0]["marks"][kind];
        let lines = m["peak"].as_array().expect("a list");
        let sum: u64 = lines
            .iter()
            .filter_map(|l| l["bytes"]["number"].as_u64())
            .sum();
        assert_eq!(
            m["bound"]["number"].as_u64(),
            Some(sum),
            "{entry} {kind}: {m:#}"
        );
        if entry == "pairs" {
            let blocks: u64 = lines
                .iter()
                .filter_map(|l| l["count"]["number"].as_u64())
                .sum();
            assert_eq!(blocks, 20, "{m:#}");
        }
    }
}

/// Recursions that paths exhaust: mutual ones beside code that another entry of the file
/// has, and ones whose heap is an expression.
#[test]
fn recursions_are_exhausted_whatever_else_the_file_has() {
    let c = "#include <stdlib.h>\n#include <setjmp.h>\njmp_buf j;\n\
        int lj(int n) { if (setjmp(j)) return 1; if (n) longjmp(j, 1); return 0; }\n\
        int grow(int n) { char *a = __builtin_alloca(n & 63); a[0] = 1; return a[0]; }\n\
        int ev(int n); int od(int n) { return n == 0 ? 0 : ev(n - 1); }\n\
        int ev(int n) { return n == 0 ? 1 : od(n - 1); }\n\
        int f(unsigned char n) { return ev(n); }\n\
        int g(unsigned char n) { if (n > 20) return 0; char *p = malloc(n); int r = g(n + 1); if (n & 1) free(p); return r + (p != 0); }\n";
    let dir = tempfile::tempdir().expect("scratch");
    std::fs::write(dir.path().join("f.c"), c).expect("a file");
    for entry in ["f", "g"] {
        let out = std::process::Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args([
                "memory", "f.c", "--json", "--entry", entry, "--search", "1s",
            ])
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let v: serde_json::Value = serde_json::from_slice(&out.stdout).expect("a report");
        let m = &v["entries"][0]["marks"]["stack"];
        let bound = m["bound"]["number"].as_u64().expect("a bound");
        let reached = m["reached"]["bytes"].as_u64().expect("a run");
        // What library functions take is the most that was measured.
        assert!(
            reached <= bound && reached * 5 / 4 + 32 >= bound,
            "{entry}: {m:#}"
        );
    }
}
