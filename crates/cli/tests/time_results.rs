//! `everypath time`: recursion that ends because of what its functions return,
//! and recursion that never ends.

#[path = "support/timed.rs"]
mod timed;

use timed::{text, time};

/// `f(f(n - 1))` ends because of what `f` returns; what only looks so does not.
#[test]
fn nested_recursion_is_decided_by_its_results() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let programs = [
        ("int g(int n) { if (n <= 0) return 0; return g(g(g(n - 2) - 1)) + 1; } void f(int x) { g(x); }", true),
        ("int g(int n) { return n > 50 ? n - 5 : g(g(n + 6)); } void f(int x) { g(x); }", true),
        ("int g(int n) { if (n < 3) return n; return g(g(n - 1) - 1); } void f(int x) { g(x); }", true),
        ("int h(int n) { if (n <= 0) return 0; return h(n - 1); } int g(int n) { if (n <= 0) return 0; return g(h(n) - 1); } void f(int x) { g(x); }", true),
        // One more or one less, and it is called with what it was called with.
        ("int g(int n) { return n > 50 ? n - 6 : g(g(n + 6)); } void f(int x) { g(x); }", false),
        ("int g(int n) { if (n <= 0) return n; return g(g(n - 1) + 1); } void f(int x) { g(x); }", false),
        // All runs that are looked at say less than what holds.
        ("int g(int n) { if (n == 777) return 5000; if (n <= 0) return 0; return g(g(n - 1) - 1); } void f(int x) { g(x & 1023); }", false),
        ("int z; int g(int n) { if (n <= 0) return z; return g(g(n - 1) - 1); } void f(int x) { z = x; g(9); }", false),
        // The result is less than what the argument was changed to.
        ("int g(int n) { if (n == 777) { n = 5001; return 5000; } if (n <= 0) return 0; return g(g(n - 1) - 1); } void f(int x) { g(x & 1023); }", false),
        ("int any(void); int g(int n) { if (n <= 0) return any(); return g(g(n - 1)); } void f(int x) { g(x); }", false),
    ];
    for (source, ends) in programs {
        std::fs::write(dir.path().join("n.c"), source).expect("a file");
        let how = ["--external", "havoc", "--overflow", "assume"];
        let flags = [
            &["n.c", "--entry", "f", "--goal", "termination"][..],
            &how[..],
        ]
        .concat();
        let out = time(dir.path(), &flags);
        let code = if ends { 0 } else { 3 };
        assert_eq!(out.status.code(), Some(code), "{source}: {}", text(&out));
    }
}

/// A recursion that never ends, in each of the outputs, and shown without
/// Everypath.
#[test]
fn recursion_without_end_is_told() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "int even(int n);\nint odd(int n) {\n  return n == 0 ? 0 : even(n - 2);\n}\n\
        int even(int n) {\n  return n == 0 ? 1 : odd(n - 2);\n}\n";
    std::fs::write(dir.path().join("p.c"), source).expect("a file");
    let flags = ["p.c", "--entry", "even", "--out", "o", "--sarif", "p.sarif"];
    let out = time(dir.path(), &flags);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(1), "{told}");
    for part in [
        "does not terminate for n = ",
        "with (n & 0x3) == 3 in every call",
        "one bit-precise call from any such state leads to another",
        "the stack has no bound (natively it was exhausted, ",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let log = std::fs::read_to_string(dir.path().join("p.sarif")).expect("a log");
    assert!(log.contains("the recursion never ends for n = "), "{log}");
    let lasso = dir.path().join("o/bugs/lasso1.c");
    let shown = dir.path().join("shown");
    let built = std::process::Command::new("clang")
        .args(["-w", "-fwrapv", "-Dmain=program_main", "p.c", "-o"])
        .arg(&shown)
        .arg(&lasso)
        .current_dir(dir.path())
        .output()
        .expect("clang");
    assert!(built.status.success(), "{}", text(&built));
    let run = std::process::Command::new(&shown)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains("the stack is exhausted"), "{said}");
}

/// Where a case fixes a parameter its bound is a number.
#[test]
fn a_case_that_fixes_a_parameter_has_a_number() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "unsigned f(unsigned x) { unsigned s = 0;
        if (x == 7 || x > 100) for (unsigned i = 0; i < x; i++) s++; return s; }";
    std::fs::write(dir.path().join("seven.c"), source).expect("a file");
    let out = time(dir.path(), &["seven.c", "--entry", "f"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(told.contains("x == 7: 101 "), "{told}");
    assert!(told.contains("x >= 101: 12*x + 20 "), "{told}");
    assert!(told.contains("exact"), "{told}");
}
