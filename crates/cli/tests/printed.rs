//! What `printf` writes of a symbolic floating-point number into a buffer, and the
//! functions of math.h that are computed value by value: a formula or all values prove,
//! a part of the values does not.

use serde_json::Value;
use std::process::Command;

/// The JSON of `everypath test` of this program.
fn explored(source: &str, args: &[&str]) -> Value {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("p.c"), source).expect("written");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(dir.path())
        .args(["test", "p.c", "--json", "--timeout", "100", "--out", "out"])
        .args(args)
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}\n{text}{}", String::from_utf8_lossy(&out.stderr)))
}

fn verdict(run: &Value) -> &str {
    run["verdict"]["kind"].as_str().expect("a verdict")
}

fn assumed(run: &Value, part: &str) -> bool {
    run["assumptions"].to_string().contains(part)
}

const HEAD: &str = "#include <assert.h>\n#include <klee/klee.h>\n#include <math.h>\n\
    #include <stdio.h>\n#include <string.h>\n";

/// Any double at all: the digits are a formula, and the value behind them is found.
#[test]
fn digits_of_any_number_are_a_formula() {
    let source = format!(
        "{HEAD}int main(void) {{
  double x;
  char text[400];
  klee_make_symbolic(&x, sizeof x, \"x\");
  if (!(x >= 0 && x < 1000))
    return 0;
  int n = snprintf(text, sizeof text, \"%.2f\", x);
  assert(n >= 4 && n <= 7);
  assert(strcmp(text, \"17.25\") != 0);
  return 0;
}}
"
    );
    let run = explored(&source, &[]);
    let bugs = run["bugs"].as_array().expect("bugs");
    assert_eq!(bugs.len(), 1, "{run:#}");
    assert_eq!(bugs[0]["confirmation"]["kind"], "confirmed", "{run:#}");
    assert!(!assumed(&run, "printed for a few"), "{run:#}");
    assert!(
        run["incomplete"].as_array().is_none_or(Vec::is_empty),
        "{run:#}"
    );
}

/// More values than are tried: what holds for those is no proof.
#[test]
fn a_part_of_the_values_is_no_proof() {
    let source = format!(
        "{HEAD}int main(void) {{
  double x;
  char text[400];
  klee_make_symbolic(&x, sizeof x, \"x\");
  if (!(x >= 1 && x < 2))
    return 0;
  assert(snprintf(text, sizeof text, \"%g\", x) > 0);
  return 0;
}}
"
    );
    let run = explored(&source, &["--no-native"]);
    assert_eq!(verdict(&run), "unknown", "{run:#}");
    assert!(
        assumed(&run, "printed for a few of their values"),
        "{run:#}"
    );
}

/// A table of a hundred logarithms: all of them.
#[test]
fn all_values_of_a_small_argument_are_tried() {
    let source = format!(
        "{HEAD}int main(void) {{
  unsigned char k;
  klee_make_symbolic(&k, sizeof k, \"k\");
  if (k < 1 || k > 100)
    return 0;
  double y = log(k);
  assert(y >= 0 && y < WHAT);
  return 0;
}}
"
    );
    let run = explored(&source.replace("WHAT", "5"), &[]);
    assert_eq!(verdict(&run), "proved", "{run:#}");
    assert!(!assumed(&run, "the others were left out"), "{run:#}");
    // The hundredth is the only one that is as large as this.
    let run = explored(&source.replace("WHAT", "4.6"), &[]);
    assert_eq!(run["bugs"].as_array().map(Vec::len), Some(1), "{run:#}");
    assert_eq!(
        run["bugs"][0]["confirmation"]["kind"], "confirmed",
        "{run:#}"
    );
}

/// A double has more values than are tried.
#[test]
fn a_part_of_the_arguments_is_no_proof() {
    let source = format!(
        "{HEAD}int main(void) {{
  double x;
  klee_make_symbolic(&x, sizeof x, \"x\");
  if (!(x >= 1 && x < 2))
    return 0;
  assert(log(x) != 0.25);
  return 0;
}}
"
    );
    let run = explored(&source, &["--no-native"]);
    assert_eq!(verdict(&run), "unknown", "{run:#}");
    assert!(assumed(&run, "were left out"), "{run:#}");
    let paths = run["statistics"]["paths_completed"].as_u64();
    assert!(paths.is_none_or(|n| n > 8), "more than eight: {run:#}");
}
