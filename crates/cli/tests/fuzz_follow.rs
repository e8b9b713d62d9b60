//! `everypath fuzz`: what a followed run does with what has no formula, with
//! native runs that go elsewhere, and with the length of the input.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// Runs a program from a seed; the JSON and the inputs that are kept.
fn fuzz(program: &str, seed: &str, flags: &[&str]) -> (Value, Vec<Vec<u8>>) {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    fs::write(at("program.c"), program).expect("writes");
    fs::write(at("seed"), seed).expect("writes");
    let o = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args([
            "fuzz",
            "program.c",
            "--seed",
            "seed",
            "--out",
            "out",
            "--json",
        ])
        .args(flags)
        .current_dir(dir.path())
        .output()
        .expect("starts");
    let text = String::from_utf8_lossy(&o.stdout);
    let json = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}\n{text}\n{}", String::from_utf8_lossy(&o.stderr)));
    let mut inputs = Vec::new();
    for folder in ["queue", "waiting", "crashes"] {
        for e in fs::read_dir(at("out").join(folder))
            .expect("a folder")
            .flatten()
        {
            inputs.push(fs::read(e.path()).expect("reads"));
        }
    }
    (json, inputs)
}

/// The line of the program with this mark.
fn line(program: &str, mark: &str) -> String {
    let at = program
        .lines()
        .position(|l| l.contains(mark))
        .expect("the mark");
    format!(":{}:", at + 1)
}

/// How often the list has an entry like this at the marked line.
fn count(list: &Value, what: &str, at: &str) -> u64 {
    list.as_array()
        .into_iter()
        .flatten()
        .filter(|e| e["what"].as_str().is_some_and(|w| w.contains(what)))
        .filter(|e| e["place"].as_str().is_some_and(|p| p.contains(at)))
        .filter_map(|e| e["count"].as_u64())
        .sum()
}

/// The program goes wrong at the line with the mark `BUG`, and no run along
/// an input ended before its end.
fn finds(program: &str, seed: &str, flags: &[&str]) -> Value {
    let (j, _) = fuzz(program, seed, flags);
    let found = j["bugs"][0]["place"]["line"].as_u64().unwrap_or(0);
    assert_eq!(
        format!(":{found}:"),
        line(program, "BUG"),
        "{:#}",
        j["fuzz"]
    );
    assert_eq!(
        j["fuzz"]["ends"]["not modelled"],
        Value::Null,
        "{:#}",
        j["fuzz"]
    );
    j
}

const FIXED: &str = "a value that is taken as the input has it";

#[test]
fn inline_assembly_is_concretised() {
    let program = "#include <stdio.h>
#include <stdlib.h>
static unsigned rotated(unsigned x) {
  unsigned r;
  __asm__(\"rorl $3, %0\" : \"=r\"(r) : \"0\"(x)); // ROR
  return r;
}
int main(void) {
  unsigned x, low, high;
  if (fread(&x, 4, 1, stdin) != 1) return 0;
  if (rotated(x) == 0) return 1;
  __asm__ volatile(\"movl %2, %0; movl %2, %1; shrl $16, %1\" : \"=&r\"(low), \"=&r\"(high) : \"r\"(x));
  if (low != x || high != x >> 16) return 2;
  if (getchar() == 'k') abort(); // BUG
  return 0;
}
";
    let j = finds(program, "abcdx", &["--max-expansions", "20"]);
    let fixed = &j["fuzz"]["concretised"];
    assert!(
        count(fixed, FIXED, &line(program, "ROR")) >= 1,
        "{:#}",
        j["fuzz"]
    );
    assert_eq!(j["fuzz"]["diverged_natively"], 0, "{:#}", j["fuzz"]);
    assert_eq!(j["fuzz"]["not_followed"], Value::Array(vec![]));
    // Elsewhere assembly is still not modelled.
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("p.c"), program).expect("writes");
    let o = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["test", "p.c", "--stdin", "5", "--no-native", "--out", "o"])
        .current_dir(dir.path())
        .output()
        .expect("starts");
    let text = String::from_utf8_lossy(&o.stdout);
    assert!(text.contains("inline assembly"), "{text}");
}

#[test]
fn a_call_out_of_the_model_is_concretised() {
    let program = "#include <stdio.h>
#include <stdlib.h>
unsigned gnu_dev_major(unsigned long long);
int main(void) {
  unsigned x = 0;
  if (fread(&x, 4, 1, stdin) != 1) return 0;
  if (gnu_dev_major(x) == 0) return 1; // CALL
  if (getchar() == 'k') abort(); // BUG
  return 0;
}
";
    let j = finds(program, "abcdx", &["--max-expansions", "20"]);
    let fixed = &j["fuzz"]["concretised"];
    assert!(
        count(fixed, FIXED, &line(program, "CALL")) >= 1,
        "{:#}",
        j["fuzz"]
    );
}

#[test]
fn a_huge_multiplication_is_concretised() {
    let program = "#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  uint64_t f[2];
  int more = 0;
  // The product of two primes of 64 bits, without long runs of equal bits.
  unsigned __int128 product = (unsigned __int128)0x78547880b60314a4u << 64 | 0xa23900f89182653bu;
  if (fread(f, 8, 2, stdin) != 2) return 0;
  for (int i = 0; i < 4; i++) {
    int c = getchar();
    if ((unsigned __int128)(f[0] + i) * f[1] == product) puts(\"factors\"); // PRODUCT
    if (c == 'a' + i) more++;
  }
  if (more == 4) abort(); // BUG
  return 0;
}
";
    let j = finds(program, "abcdefghijklmnopxxxx", &["--max-expansions", "40"]);
    let unanswered = "a condition that the solver does not answer";
    let fixed = &j["fuzz"]["concretised"];
    let n = count(fixed, unanswered, &line(program, "PRODUCT"));
    assert!(n >= 1, "{:#}", j["fuzz"]);
    assert!(j["fuzz"]["unknown"].as_u64() >= Some(1));
}

#[test]
fn numbers_without_formulas_are_concretised() {
    let program = "#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  unsigned char b[2];
  if (fread(b, 1, 2, stdin) != 2) return 0;
  if (sin(b[0] / 64.0) > 2) return 1; // SINE
  double real = b[1] + 0.25;
  printf(\"%.3f\\n\", real); // PRINTED
  long double wide = b[0];
  if (wide * 1.5L < 0 || fmod(real, 0.5) != 0.25) return 2;
  if (getchar() == 'k') abort(); // BUG
  return 0;
}
";
    let j = finds(program, "abx", &["--max-expansions", "20", "--", "-lm"]);
    let fixed = &j["fuzz"]["concretised"];
    assert!(
        count(fixed, FIXED, &line(program, "SINE")) >= 1,
        "{:#}",
        j["fuzz"]
    );
    assert!(
        count(fixed, FIXED, &line(program, "PRINTED")) >= 1,
        "{:#}",
        j["fuzz"]
    );
}

/// What a function outside the model writes is not seen: the native run goes
/// elsewhere. That is counted by place, and the search goes on.
#[test]
fn a_native_run_that_goes_elsewhere_is_counted() {
    let program = "#include <stdio.h>
#include <stdlib.h>
void *memfrob(void *, size_t);
int main(void) {
  char b[2];
  if (fread(b, 1, 2, stdin) != 2) return 0;
  memfrob(b, 1);
  if (b[0] == 'A')
    puts(\"only in the followed run\"); // ELSEWHERE
  if (b[1] == 'k') abort(); // BUG
  return 0;
}
";
    let j = finds(program, "xx", &[]);
    let n = j["fuzz"]["diverged_natively"].as_u64();
    assert!(n >= Some(1), "{:#}", j["fuzz"]);
    let places = &j["fuzz"]["divergences"];
    assert!(
        count(places, "", &line(program, "ELSEWHERE")) >= 1,
        "{places:#}"
    );
}

/// The result of a call depends on bytes behind a pointer: a child leaves the
/// path that was predicted for it.
#[test]
fn a_child_that_leaves_its_predicted_path_is_counted() {
    let program = "#include <stdio.h>
#include <stdlib.h>
long a64l(const char *);
int main(void) {
  char b[4] = {0};
  if (fread(b, 1, 3, stdin) != 3) return 0;
  if (a64l(b) & 1) {
    if (b[1] == 'x') puts(\"odd\");
  } else {
    if (b[2] == 'y') puts(\"even\");
  }
  if (b[0] == '/') puts(\"slash\");
  if (b[1] == 'x' && b[0] == '/') abort(); // BUG
  return 0;
}
";
    let j = finds(program, "aaa", &[]);
    assert!(j["fuzz"]["diverged"].as_u64() >= Some(1), "{:#}", j["fuzz"]);
}

/// A read beyond the end is a condition on the length: its negation is a longer
/// input; a shorter one negates that there was a next byte.
#[test]
fn inputs_grow_and_shrink() {
    let program = "#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 0;
  while (n < 9 && getchar() != EOF) n++;
  if (n == 8) abort(); // BUG
  return n;
}
";
    let lengths = |seed: &str| -> BTreeSet<usize> {
        let (_, inputs) = fuzz(program, seed, &["--max-expansions", "1"]);
        inputs.iter().map(Vec::len).collect()
    };
    assert_eq!(
        lengths("abcd"),
        (0..=5).collect(),
        "one longer, all shorter"
    );
    assert_eq!(lengths(""), (0..=1).collect());
    finds(program, "", &[]);
    let buffer = "#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  uint8_t at = data[0] & 7;
  if (data[at] == 0xee) return 1; // BUG
  return 0;
}
";
    let j = finds(buffer, "a", &[]);
    assert_eq!(j["bugs"][0]["kind"], "out-of-bounds-read");
    let exact = "#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 11 && data[10] == '!') abort(); // BUG
  return 0;
}
";
    let j = finds(exact, "a", &[]);
    let bytes = j["bugs"][0]["inputs"][0]["bytes"]
        .as_array()
        .expect("bytes");
    assert_eq!(bytes.len(), 11);
    let j = finds(exact, "abcdefghijklmnop", &[]);
    assert_eq!(j["bugs"][0]["kind"], "abort");
}
