//! Invariants that `everypath check` prints, as assertions of the program that
//! they are about, run natively on a thousand inputs: none may fail. It is for
//! programs with one loop; the assertion stands in front of the loop's test.

use std::path::Path;
use std::process::Command;

/// Inputs are numbers of this program's own; `int0` is the first `int` and so
/// on, as in the text of an invariant.
const HARNESS: &str = r#"
static unsigned long long seed = 88172645463325252ull;
static long long any(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  switch (seed >> 60 & 3) {
  case 0: return seed & 3;
  case 1: return (long long)(seed & 63) - 8;
  default: return seed >> 20 & 511;
  }
}
static int int0, int1, int2, ints;
static unsigned uint0, uint1, uint2, uints;
int __VERIFIER_nondet_int(void) {
  int v = any();
  if (ints == 0) int0 = v;
  if (ints == 1) int1 = v;
  if (ints == 2) int2 = v;
  ints++;
  return v;
}
unsigned __VERIFIER_nondet_uint(void) {
  unsigned v = any() & 511;
  if (uints == 0) uint0 = v;
  if (uints == 1) uint1 = v;
  if (uints == 2) uint2 = v;
  uints++;
  return v;
}
#define SIGNED(x) _Generic((x), unsigned: (int)(x), unsigned long: (long)(x), \
  unsigned long long: (long long)(x), default: (x))
#define WIDE(x) ((__int128)(x))
#define HOLDS(e) ((e) ? 0 : (failed(#e), 0))
#include <stdio.h>
#include <stdlib.h>
static unsigned long passed;
static void failed(const char *e) { puts(e), exit(9); }
#define main program
"#;

const MAIN: &str = r#"
#undef main
int main(void) {
  for (int i = 0; i < 1000; i++) {
    ints = uints = 0;
    program();
  }
  printf("%lu\n", passed);
  return 0;
}
"#;

/// The invariants of an argument as C; those that have no such form are left
/// out.
pub fn as_c(argument: &str) -> Vec<String> {
    let Some((_, list)) = argument.split_once(": ") else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for text in list.split("; ") {
        // Casts are of values that have no sign of their own here.
        let foreign = [
            "(unsigned",
            "(int",
            "(long",
            "(char",
            "(short",
            "[",
            ">>",
            "ite",
            "forall",
        ];
        if foreign.iter().any(|f| text.contains(f)) {
            continue;
        }
        let (claim, modulo) = match text.split_once(" (modulo 2^") {
            Some((c, w)) => (c, w.trim_end_matches(')').parse::<u32>().ok()),
            None => (text, None),
        };
        let polynomial = modulo.is_some() || claim.contains('*');
        let c = with_names(claim, if polynomial { "WIDE" } else { "SIGNED" });
        out.push(match (modulo, c.split_once(" == ")) {
            (Some(w), Some((a, b))) => {
                format!("(((unsigned __int128)(({a}) - ({b}))) << {}) == 0", 128 - w)
            }
            _ => c,
        });
    }
    out
}

/// The same with each name in a macro.
fn with_names(claim: &str, with: &str) -> String {
    let mut out = String::new();
    let mut name = String::new();
    for c in claim.chars().chain([' ']) {
        let part = c.is_ascii_alphanumeric() || c == '_';
        if part {
            name.push(c);
            continue;
        }
        match name.chars().next() {
            Some(first) if !first.is_ascii_digit() => out.push_str(&format!("{with}({name})")),
            _ => out.push_str(&name),
        }
        name.clear();
        out.push(c);
    }
    out.trim_end().to_string()
}

/// The program with assertions in front of its loop's test, if it has one loop.
pub fn asserted(source: &str, invariants: &[String]) -> Option<String> {
    let loops: Vec<usize> = ["while (", "for ("]
        .iter()
        .flat_map(|w| source.match_indices(w).map(|m| m.0 + w.len()))
        .collect();
    let [start] = loops[..] else {
        return None;
    };
    let check: String = invariants.iter().map(|i| format!("HOLDS({i}), ")).collect();
    let check = format!("{check}passed++, ");
    let at = match source[..start].ends_with("for (") {
        true => start + source[start..].find(';')? + 1,
        false => start,
    };
    let (before, behind) = source.split_at(at);
    Some(format!("{HARNESS}{before}{check}{behind}{MAIN}"))
}

/// Runs it; how often the loop's head was reached with all of them true.
pub fn run(program: &str, folder: &Path) -> Result<u64, String> {
    let (source, binary) = (folder.join("asserted.c"), folder.join("asserted"));
    std::fs::write(&source, program).map_err(|e| e.to_string())?;
    let out = Command::new("clang-19")
        .args(["-w", "-O1", "-fwrapv", "-o"])
        .args([&binary, &source])
        .output()
        .map_err(|e| e.to_string())?;
    if !out.status.success() {
        return Err(String::from_utf8_lossy(&out.stderr).into_owned());
    }
    let out = Command::new(&binary).output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&out.stdout).trim().to_string();
    match out.status.success() {
        true => text.parse().map_err(|_| text),
        false => Err(text),
    }
}
