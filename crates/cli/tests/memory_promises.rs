//! `everypath memory`: what the source assumes is told.

use serde_json::Value;
use std::process::Command;

#[test]
fn what_the_source_assumes_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let source =
        "#include <everypath.h>\n#include <stdlib.h>\n#define SMALL(x) ep_assume((x) < 9)\n\
     static void deep(int n) { ep_assume((n & 1) == 0); free(malloc(n)); }\n\
     int f(int n) {\n  ep_assume(n >= 0);\n  SMALL(n);\n  deep(n);\n  return 0;\n}\n\
     int g(int n) { return n; }\n";
    std::fs::write(dir.path().join("p.c"), source).unwrap();
    let told = |entry: &str| {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["memory", "--json", "p.c", "--entry", entry, "--no-native"])
            .current_dir(dir.path())
            .output()
            .unwrap();
        let v: Value = serde_json::from_slice(&out.stdout).unwrap();
        v["assumptions"].to_string()
    };
    let f = told("f");
    for sentence in [
        "n >= 0 (p.c:6)",
        "what `ep_assume` says (p.c:7)",
        "(n & 1) == 0 (p.c:4)",
    ] {
        assert!(f.contains(sentence), "{sentence}: {f}");
    }
    assert!(!told("g").contains("p.c"), "{}", told("g"));
}

/// A bound over a text speaks of the texts that there is room for.
#[test]
fn how_much_pointers_lead_to_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let source = "#include <stdlib.h>\n#include <string.h>\n\
     void f(const char *s) { free(malloc(strlen(s))); }\n\
     void g(int n) { free(malloc(n & 7)); }\n";
    std::fs::write(dir.path().join("p.c"), source).unwrap();
    let told = |flags: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["memory", "--json", "p.c", "--no-native", "--strings"])
            .args(flags)
            .current_dir(dir.path())
            .output()
            .unwrap();
        let v: Value = serde_json::from_slice(&out.stdout).unwrap();
        v["assumptions"].to_string()
    };
    let f = told(&["--entry", "f"]);
    assert!(f.contains("buffers of 8 elements"), "{f}");
    let f = told(&["--entry", "f", "--buffer", "40"]);
    assert!(f.contains("buffers of 40 elements"), "{f}");
    let g = told(&["--entry", "g"]);
    assert!(!g.contains("buffers of"), "{g}");
}
