//! `everypath time`: what programs of strangers showed. A bound speaks of a
//! parameter as C reads it, whatever the code does with its bits; a native run
//! with another clock is no defect.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn time(dir: &Path, source: &str, more: &[&str]) -> (Value, i32) {
    std::fs::write(dir.join("f.c"), source).expect("a file");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath-engine"))
        .args(["time", "f.c", "--entry", "f", "--json"])
        .args((!more.contains(&"--timeout")).then_some("--timeout=60"))
        .args(more)
        .current_dir(dir)
        .output()
        .expect("everypath-engine starts");
    let text = String::from_utf8_lossy(&out.stdout);
    let value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&out.stderr)));
    (value, out.status.code().expect("an exit code"))
}

/// `int` parameters that are compared as `unsigned`: negative ones run longest.
#[test]
fn a_budget_in_an_int_is_not_kept_because_the_code_reads_it_unsigned() {
    let dir = tempfile::tempdir().expect("scratch");
    let source = "int f(int x) { unsigned i = 0; while (i < (unsigned)x) i++; return 0; }";
    let (v, code) = time(dir.path(), source, &["--budget", "9*x+40"]);
    assert_ne!(code, 0, "f(-1) takes 8 * 4294967295 + 10: {v:#}");
    let capped =
        "int f(int x) { int n = 0; for (unsigned i = 0; i < x && i < 1000; i++) n++; return n; }";
    let (v, code) = time(dir.path(), capped, &["--budget", "17*x+40"]);
    assert_eq!(code, 1, "f(-1) takes 17,018: {v:#}");
    let (v, code) = time(dir.path(), capped, &["--budget", "20000"]);
    assert_eq!(code, 0, "{v:#}");
}

/// An `unsigned` parameter is never negative in a bound, a `signed char` may be.
#[test]
fn the_sign_of_a_parameter_is_that_of_its_type() {
    let dir = tempfile::tempdir().expect("scratch");
    for (ty, signed) in [
        ("int", true),
        ("unsigned", false),
        ("signed char", true),
        ("enum e", false),
    ] {
        for body in [
            "unsigned i = 0; while (i < (unsigned)x) i += 2; return 0;",
            "int i = 0; while (i < (int)x) i++; return 0;",
        ] {
            let source = format!(
                "typedef unsigned long size_t; enum e {{ A, B }}; int f({ty} x) {{ {body} }}"
            );
            // What it answers is not asked.
            let (v, _) = time(dir.path(), &source, &["--no-native", "--timeout", "3"]);
            assert_eq!(
                v["result"]["parameters"][0]["signed"], signed,
                "{ty}: {v:#}"
            );
        }
    }
}

/// The machine has another clock, environment and addresses than the interpreter.
#[test]
fn a_native_run_with_other_surroundings_is_no_defect() {
    let dir = tempfile::tempdir().expect("scratch");
    for source in [
        "#include <time.h>\nint f(int x) { time_t t = time(0) + 1; int n = 0; while (time(0) < t && n < 100000) n++; return x; }",
        "#include <stdlib.h>\nint f(int n) { while (getenv(\"HOME\") && n < 5 && n > 0) n++; return n; }",
        // Variadic arguments lie in registers there, which clang asks about.
        "#include <stdarg.h>\nstatic int g(int n, ...) { va_list l; va_start(l, n); int k = va_arg(l, int); va_end(l); return k; }\nint f(unsigned char n) { int s = 0; while (n--) s += g(n, 1); return s; }",
        // What starts the run there calls it, too.
        "unsigned long strlen(const char *s) { unsigned long n = 0; while (n < 7) n++; return n; }\nint f(char *s) { for (unsigned long i = 0; i < strlen(s); i++) ; return 0; }",
        "int f(int n) { int a = 0, b = 0; int *p = &a, *q = &b; n = 0; while (p < q && n < 50) n++; return n + *p + *q; }",
    ] {
        let (v, code) = time(dir.path(), source, &["--timeout", "10"]);
        assert!(code == 0 || code == 3, "{code}: {v:#}");
    }
}

/// All runs were unwound: of the loop that stays open nothing else is known, and
/// what is told of the others does not speak of it.
#[test]
fn a_bound_of_some_inputs_says_that_others_have_none() {
    let dir = tempfile::tempdir().expect("scratch");
    let source = "void f(unsigned char n) { while (n > 1) { if (n & 1) n = (unsigned char)(3 * n + 1); else n /= 2; } }";
    let ask = |source: &str| {
        std::fs::write(dir.path().join("f.c"), source).expect("a file");
        let out = Command::new(env!("CARGO_BIN_EXE_everypath-engine"))
            .args(["time", "f.c", "--entry", "f", "--no-native"])
            .current_dir(dir.path())
            .output()
            .expect("everypath-engine starts");
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let told = ask(source);
    assert!(told.starts_with("terminates"), "{told}");
    assert!(told.contains("n <= 1: 8"), "{told}");
    assert!(
        told.contains("of the other inputs there is no bound"),
        "{told}"
    );
    let whole = ask("void f(unsigned char n) { while (n > 1) n /= 2; }");
    assert!(whole.starts_with("terminates"), "{whole}");
    assert!(!whole.contains("there is no bound"), "{whole}");
}
