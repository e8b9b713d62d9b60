//! The witnesses of proofs: what `everypath solve` says of each loop is confirmed by
//! `everypath validate`, and holds in native runs, into which it is compiled as an
//! assertion; also where an invariant is easily wrong.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

#[path = "support/solving.rs"]
mod solving;

use solving::Bench;

const HEAD: &str = "extern void abort(void);\nextern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nextern char __VERIFIER_nondet_char(void);\nvoid reach_error(void) { abort(); }\n";

/// What the witness says at one place.
#[derive(Debug)]
struct Said {
    line: usize,
    column: usize,
    value: String,
}

/// The invariants of a witness.
fn said(witness: &str) -> Vec<Said> {
    let mut out = Vec::new();
    let (mut line, mut column) = (0, 0);
    for l in witness.lines().map(str::trim) {
        if let Some(n) = l.strip_prefix("line: ") {
            line = n.parse().unwrap();
        } else if let Some(n) = l.strip_prefix("column: ") {
            column = n.parse().unwrap();
        } else if let Some(v) = l.strip_prefix("value: '") {
            let value = v.trim_end_matches('\'').replace("''", "'");
            out.push(Said {
                line,
                column,
                value,
            });
        }
    }
    out
}

/// The program with each invariant as an assertion where it stands.
fn asserted(text: &str, all: &[Said]) -> String {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(i, _)| i + 1))
        .collect();
    let mut at: Vec<(usize, String)> = Vec::new();
    for (k, s) in all.iter().enumerate() {
        let from = starts[s.line - 1] + s.column - 1;
        let rest = &text[from..];
        let call = format!("__holds({k}, ({}) ? 1 : 0)", s.value);
        let loops = |w: &str| {
            rest.strip_prefix(w)
                .is_some_and(|r| r.trim_start().starts_with('('))
        };
        if loops("while") {
            at.push((from + rest.find('(').unwrap() + 1, format!("{call}, ")));
        } else if loops("for") {
            let to = from + rest.find(';').unwrap() + 1;
            let empty = text[to..].trim_start().starts_with(';');
            at.push((to, format!("{call}, {}", if empty { "1 " } else { "" })));
        } else {
            at.push((from, format!("{call}; ")));
        }
    }
    at.sort_by_key(|a| std::cmp::Reverse(a.0));
    let mut out = text.to_string();
    let mut last = usize::MAX;
    for (i, call) in at {
        // One empty condition is enough.
        let call = match i == last {
            true => call.replace(", 1 ", ", "),
            false => call,
        };
        last = i;
        out.insert_str(i, &call);
    }
    out
}

const INPUTS: &str = r#"
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
static unsigned long long state;
static long long next(void) {
  static const long long some[] = {0, 1, -1, 2, 3, 5, 7, 9, 10, 12, 20, 40, 100, 127, -128, 2147483647, -2147483648LL};
  static int begun;
  if (!begun) { begun = 1; const char *s = getenv("SEED"); state = s ? strtoull(s, 0, 10) : 0; }
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  unsigned k = (unsigned)(state >> 40);
  return k % 3 ? some[k % 17] : (long long)(k % 64) - 16;
}
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)next(); }
char __VERIFIER_nondet_char(void) { return (char)next(); }
void __holds(int k, int holds) {
  if (!holds) { fprintf(stderr, "invariant %d is broken\n", k); _exit(99); }
}
"#;

/// Runs the program with the assertions; what broke.
fn runs(folder: &Path, text: &str, all: &[Said], flags: &[&str]) -> Result<(), String> {
    let with = folder.join("with.c");
    let text = format!("void __holds(int k, int holds);\n{}", asserted(text, all));
    std::fs::write(&with, text).unwrap();
    let inputs = folder.join("inputs.c");
    std::fs::write(&inputs, INPUTS).unwrap();
    let program = folder.join("with");
    let built = Command::new("clang")
        .args(["-w", "-fsanitize=undefined", "-fsanitize-trap=undefined"])
        .args(flags)
        .args([&with, &inputs])
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    for seed in 0..40 {
        let run = Command::new(&program)
            .env("SEED", seed.to_string())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        // What is undefined is an illegal instruction.
        if run.status.code() == Some(99) || run.status.signal() == Some(4) {
            return Err(format!("seed {seed}: {told}"));
        }
    }
    Ok(())
}

/// What the witness of this program says, confirmed and run natively.
fn confirmed(body: &str, property: &str, model: &str) -> Vec<Said> {
    let b = Bench::new();
    let text = format!("{HEAD}{body}");
    b.file("a.c", &text);
    let more = ["--data-model", model, "--witness", "w.yml"];
    let (line, all) = b.solve("a.c", property, &more);
    assert_eq!(line, "result: true", "{body}\n{all}");
    assert!(all.contains("\nwitness: w.yml"), "{body}\n{all}");
    let witness = std::fs::read_to_string(b.dir.path().join("w.yml")).unwrap();
    let found = said(&witness);
    assert!(!found.is_empty(), "{witness}");
    let (line, all) = match model {
        "LP64" => b.validate("a.c", property, "w.yml"),
        _ => {
            let prp = format!("{property}.prp");
            let about = ["--property", &prp, "--data-model", model];
            let mut args = vec!["validate", "a.c", "--witness", "w.yml"];
            args.extend(about);
            solving::last(&b.run(&args))
        }
    };
    assert_eq!(line, "result: true", "{body}\n{witness}\n{all}");
    if model == "LP64" {
        if let Err(why) = runs(b.dir.path(), &text, &found, &[]) {
            panic!("{body}\n{found:#?}\n{why}");
        }
    }
    found
}

/// Whether one of the invariants is this.
fn says(all: &[Said], value: &str) {
    assert!(all.iter().any(|s| s.value == value), "{value}: {all:#?}");
}

fn never(all: &[Said], value: &str) {
    assert!(all.iter().all(|s| s.value != value), "{value}: {all:#?}");
}

#[test]
fn a_loop_of_constant_bounds_has_the_hull_of_its_rounds() {
    let found = confirmed(
        "int main(void) {\n  int i = 0, s = 4;\n  while (i < 10) {\n    i++;\n    s += 2;\n  }\n  if (s != 24) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    says(&found, "i <= 10");
    says(&found, "i >= 0");
    assert!(
        found.iter().any(|s| s.value.contains("(long long)s")),
        "{found:?}"
    );
}

#[test]
fn a_state_machine_has_its_states() {
    let found = confirmed(
        "enum state { IDLE, BUSY = 3, DONE = 7 };\nint main(void) {\n  enum state s = IDLE;\n  for (int i = 0; i < 6; i++) {\n    if (s == IDLE && __VERIFIER_nondet_int()) s = BUSY;\n    else if (s == BUSY) s = DONE;\n  }\n  if (s == 5) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    says(&found, "s == 0 || s == 3 || s == 7");
}

#[test]
fn members_and_typedefs_have_names() {
    let found = confirmed(
        "typedef unsigned char u8;\nstruct box { int low; u8 n; };\nint main(void) {\n  struct box b = {0, 0};\n  while (b.n < 5) {\n    b.n++;\n    b.low -= 2;\n  }\n  if (b.low != -10) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    says(&found, "b.n <= 5");
    // Six values with gaps are told one by one.
    assert!(
        found.iter().any(|s| s.value.contains("b.low == -10")),
        "{found:?}"
    );
}

#[test]
fn no_overflow_at_both_data_models() {
    let body = "int main(void) {\n  int k = __VERIFIER_nondet_int();\n  if (k < -50 || k > 50) return 0;\n  long total = 0;\n  for (int i = 0; i < 8; i++) {\n    total += k * i;\n  }\n  return total > 0;\n}\n";
    for model in ["LP64", "ILP32"] {
        let found = confirmed(body, "no-overflow", model);
        let above = found.iter().any(|s| s.value.starts_with("k <= 5"));
        assert!(above, "{found:?}");
    }
}

#[test]
fn a_program_without_loops_says_what_decides() {
    let found = confirmed(
        "static int clamp(int x) {\n  if (x < -3) return -3;\n  if (x > 9) return 9;\n  return x;\n}\nint main(void) {\n  int b = clamp(__VERIFIER_nondet_int());\n  if (b < -3 || b > 9) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    says(&found, "!(b < -3 || b > 9)");
}

#[test]
fn a_do_loop_says_it_at_the_start_of_its_body() {
    let found = confirmed(
        "int main(void) {\n  int i = 0;\n  do {\n    i++;\n  } while (i < 7);\n  if (i != 7) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    says(&found, "i <= 6");
}

/// What holds in all rounds but the last.
#[test]
fn a_variable_that_changes_in_the_last_round() {
    let found = confirmed(
        "int main(void) {\n  int x = 1, i;\n  for (i = 0; i < 12; i++) {\n    if (i == 11) x = 900;\n  }\n  if (x != 900) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    never(&found, "x == 1");
    // The same, in one of many runs alone.
    let found = confirmed(
        "int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i, x = 1;\n  if (n > 45) return 0;\n  for (i = 0; i < n; i++) {\n    if (i == 43) x = 7;\n  }\n  if (n < 40 && x != 1) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    never(&found, "x == 1");
}

#[test]
fn a_variable_that_wraps() {
    let found = confirmed(
        "int main(void) {\n  unsigned char c = 250;\n  unsigned u = 4294967290u;\n  int i = 0;\n  while (i < 12) {\n    c++;\n    u++;\n    i++;\n  }\n  if (c != 6 || u != 6) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    never(&found, "c >= 250");
    never(&found, "(long long)u == (long long)i + 4294967290LL");
}

#[test]
fn a_name_that_an_inner_scope_hides() {
    let found = confirmed(
        "int main(void) {\n  int x = 100, i;\n  for (i = 0; i < 3; i++) {\n    unsigned char x = (unsigned char)i;\n    while (x < 9) {\n      x++;\n    }\n    if (x != 9) reach_error();\n  }\n  if (x != 100) reach_error();\n  { int *x = &i; while (*x < 5) (*x)++; }\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    let outer: Vec<&Said> = found.iter().filter(|s| s.value == "x == 100").collect();
    assert!(outer.iter().all(|s| s.line == 8), "{found:?}");
}

#[test]
fn two_loops_in_one_line() {
    let found = confirmed(
        "int main(void) {\n  int i = 0, j = 20; while (i < 5) i++; while (j > 11) j--;\n  if (i != 5 || j != 11) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    let columns: std::collections::BTreeSet<usize> = found.iter().map(|s| s.column).collect();
    assert_eq!(columns.len(), 2, "{found:?}");
}

#[test]
fn a_loop_that_two_calls_reach() {
    let found = confirmed(
        "static int count(int n) {\n  int k = 0;\n  while (k < n) {\n    k++;\n  }\n  return k;\n}\nint main(void) {\n  if (count(3) != 3) reach_error();\n  if (count(11) != 11) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    never(&found, "n == 3");
    never(&found, "k <= 3");
    says(&found, "k <= 11");
}

#[test]
fn a_local_of_a_recursion() {
    let found = confirmed(
        "static int deep(int n) {\n  int k = 0;\n  while (k < n) {\n    k++;\n  }\n  return n > 0 ? deep(n - 1) + k : 0;\n}\nint main(void) {\n  if (deep(4) != 10) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    never(&found, "n == 4");
    says(&found, "k <= n");
}

#[test]
fn a_loop_that_a_goto_leaves_and_enters() {
    let found = confirmed(
        "int main(void) {\n  int i = 0, x = 3;\n  if (__VERIFIER_nondet_int() == 9) { x = 8; goto inside; }\n  while (i < 6) {\n    i++;\n    if (i == 4 && x == 3) goto out;\ninside:\n    x = x == 8 ? 8 : 3;\n  }\nout:\n  if (i > 6) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    never(&found, "x == 3");
    says(&found, "x == 3 || x == 8");
}

#[test]
fn unsigned_beside_signed() {
    let found = confirmed(
        "int main(void) {\n  int s = -5;\n  unsigned u = 7;\n  while (s < 5) {\n    s++;\n    u++;\n  }\n  if (u != 17) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    // In C -5 is not below 7u.
    never(&found, "s < u");
    never(&found, "s <= u");
}

#[test]
fn characters_of_either_sign() {
    let found = confirmed(
        "int main(void) {\n  char c = __VERIFIER_nondet_char();\n  int i = 0;\n  if (c >= 0) return 0;\n  while (i < 3) {\n    i++;\n  }\n  if (c >= 0) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    says(&found, "c <= -1");
}

#[test]
fn a_pointer_is_null_or_not() {
    let found = confirmed(
        "struct node { int v; struct node *next; };\nint main(void) {\n  struct node a = {1, 0}, b = {2, &a};\n  struct node *p = &b, *q = &a;\n  int n = 0;\n  while (p) {\n    n++;\n    p = p->next;\n  }\n  if (n != 2 || !q) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    says(&found, "q != 0");
    assert!(found
        .iter()
        .all(|s| !s.value.contains("p >") && !s.value.contains("p <")));
}

/// No place of the text is a loop there; what is said stands elsewhere, and holds.
#[test]
fn the_head_of_a_loop_in_a_macro() {
    let found = confirmed(
        "#define LOOP(i, n) while (i < n)\n#define K k\nint main(void) {\n  int i = 0, k = 0;\n  LOOP(i, 5) {\n    i++;\n    K += 2;\n  }\n  if (k != 10) reach_error();\n  return 0;\n}\n",
        "unreach-call",
        "LP64",
    );
    says(&found, "!(k != 10)");
}

/// What `check` leaves open and `test` proves, since it assumes nothing of what is around
/// the program: a system of 300 rules that reads for ever. With parameters of `main` its
/// proof would speak of some runs only.
#[test]
fn a_proof_of_test_counts_where_it_is_of_every_run() {
    let eca = format!(
        "{}/../../bench/tasks/eca/eca_300-1.c",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(eca).unwrap();
    let b = Bench::new();
    b.file("alone.c", &text);
    let (line, all) = b.solve("alone.c", "unreach-call", &["--no-witness"]);
    assert_eq!(line, "result: true", "{all}");
    assert!(all.contains("all paths were followed"), "{all}");
    let with = text.replace("int main(void)", "int main(int argc, char **argv)");
    b.file("with.c", &with);
    let (line, all) = b.solve("with.c", "unreach-call", &["--no-witness"]);
    assert!(line.starts_with("result: unknown"), "{all}");
}
