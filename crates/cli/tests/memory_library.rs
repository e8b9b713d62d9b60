//! `everypath memory`: the stack of library functions whose need grows with
//! their arguments.

use serde_json::Value;
use std::process::Command;

fn stack(source: &str) -> Value {
    marks(source, &["--entry", "f"])["stack"].clone()
}

fn marks(source: &str, more: &[&str]) -> Value {
    let dir = tempfile::tempdir().expect("scratch");
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "f.c", "--json"])
        .args(more)
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout);
    let v: Value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&out.stderr)));
    v["entries"][0]["marks"].clone()
}

/// glibc takes stack by the precision with which a float is printed.
#[test]
fn a_precision_that_is_an_argument_has_no_number() {
    for format in [
        "\"%.*f\", n & 0x3fff, 1.0 / 3",
        "\"%.4000f\", 1.0 / n",
        "f2, n, 1.0 / n",
    ] {
        let mark = stack(&format!(
            "#include <stdio.h>\nconst char *f2 = \"%.*g\";\nint f(int n) {{ char b[8]; return snprintf(b, 8, {format}); }}"
        ));
        assert!(mark["bound"]["number"].is_null(), "{format}: {mark:#}");
    }
    let mark = stack("#include <stdio.h>\nint f(int n) { char b[8]; return snprintf(b, 8, \"%.3f %*d\", 1.0 / n, n & 7, n); }");
    assert!(mark["bound"]["number"].is_u64(), "{mark:#}");
}

/// glibc sorts small arrays on the stack: up to 1,024 bytes and a recursion.
#[test]
fn sorting_small_arrays_takes_most() {
    let mark = stack(
        "#include <stdlib.h>\n\
         static int cmp(const void *a, const void *b) { return *(const long *)a > *(const long *)b; }\n\
         static long big[2000];\n\
         int f(unsigned char n) { for (int i = 0; i < 2000; i++) big[i] = (i * 7919 + n) % 1000; qsort(big, n * 7 + 1, 8, cmp); return big[3]; }",
    );
    let bound = mark["bound"]["number"].as_u64().expect("a number");
    // f(18) sorts 127 elements of 8 bytes: 2,032 bytes, painted, at -O0.
    assert!(bound >= 2032, "{mark:#}");
}

/// The mark of the stack of an entry, and the exit code: 70 where a run took
/// more than its bound says.
fn run(source: &str, entry: &str) -> (Value, i32) {
    let dir = tempfile::tempdir().expect("scratch");
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "f.c", "--entry", entry, "--runs", "4", "--json"])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let v: Value = serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&out.stderr)));
    (
        v["entries"][0]["marks"].clone(),
        out.status.code().unwrap_or(-1),
    )
}

/// Headers have bodies for the optimiser of some functions. It is the function
/// of the library that takes stack, not these.
#[test]
fn what_a_header_would_inline_is_measured() {
    let (marks, code) = run(
        "#include <ctype.h>\n#include <stdlib.h>\n\
         static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n\
         int f(unsigned char a) { int k = a, v[4] = {1, 2, 3, 4}; return toupper(a) + (bsearch(&k, v, 4, 4, cmp) != 0); }\n",
        "f",
    );
    assert_eq!(code, 0, "{marks:#}");
}

/// The comparison of `qsort` counts where it is called through a pointer, and
/// where what compares comes from memory that is not seen.
#[test]
fn what_sorts_behind_a_pointer_calls_back() {
    let cmp = "#include <stdlib.h>\n\
        typedef int order(const void *, const void *);\n\
        static int cmp(const void *a, const void *b) { volatile char r[2000]; r[3] = 1; return *(const int *)a - *(const int *)b; }\n";
    for f in [
        "static void (*const t[1])(void *, size_t, size_t, order *) = {qsort};\n\
         int f(unsigned char a) { int v[3] = {a, 2, 3}; t[0](v, 3, 4, cmp); return v[0]; }\n",
        "struct s { order *by; };\n\
         static int sort(struct s *x, int a) { int v[3] = {a, 2, 3}; qsort(v, 3, 4, x->by); return v[0]; }\n\
         int f(struct s *x, unsigned char a) { struct s *y = x; y->by = cmp; return sort(x, a); }\n",
    ] {
        let (marks, code) = run(&format!("{cmp}{f}"), "f");
        assert_ne!(code, 70, "{marks:#}");
        let bound = marks["stack"]["bound"]["number"].as_u64();
        assert!(bound.is_none_or(|b| b > 2000), "{marks:#}");
    }
}

/// What runs before `main` is called from where `main` is called.
#[test]
fn what_runs_before_main_counts() {
    let early = |room: &str| {
        format!(
            "static int s;\n\
             __attribute__((constructor)) static void early(void) {{ {room} b[7] = 1; s = b[7]; }}\n\
             int main(void) {{ return s; }}\n"
        )
    };
    let (marks, code) = run(&early("volatile char b[5000];"), "main");
    assert_eq!(code, 0, "{marks:#}");
    let bound = marks["stack"]["bound"]["number"].as_u64();
    assert!(bound.is_some_and(|b| b > 5000), "{marks:#}");
    let (marks, _) = run(&early("volatile char b[s + 8];"), "main");
    assert!(marks["stack"]["bound"].is_null(), "{marks:#}");
}

/// Blocks as large as memory: no number of the small heap, and no panic.
#[test]
fn a_block_without_a_limit_is_no_small_heap() {
    let (marks, code) = run(
        "#include <stdlib.h>\n\
         int f(int n) { if (n < 0 || n > 30) return 0; char **a = malloc(n * sizeof *a);\n\
         for (int i = 0; i < n; i++) a[i] = malloc(16); for (int i = 0; i < n; i++) free(a[i]);\n\
         free(a); return 0; }\n",
        "f",
    );
    assert_eq!(code, 0, "{marks:#}");
}

#[test]
fn functions_that_hand_out_inputs_take_no_stack() {
    let c = "#include <klee/klee.h>\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n\
        static int deep(int x) { volatile char b[100]; b[x & 63] = 1; return b[0] + __VERIFIER_nondet_int(); }\n\
        int main(void) { int n = __VERIFIER_nondet_int(), k; klee_make_symbolic(&k, sizeof k, \"k\");\n\
        __VERIFIER_assume(k > 0); return n == 3 ? deep(k) : 0; }\n";
    for more in [&[][..], &["--m32"], &["--cc", "gcc"], &["--", "-O2"]] {
        let m = &marks(c, more)["stack"];
        let bound = m["bound"]["number"].as_u64();
        assert!(bound.is_some_and(|n| n < 400), "{more:?}: {m}");
        assert_eq!(m["reached"]["bytes"].as_u64(), bound, "{more:?}: {m}");
    }
    // One that the program has itself is one of its functions.
    let own = "int __VERIFIER_nondet_int(void) { volatile char b[300]; b[0] = 1; return b[0]; }\n\
        int main(void) { return __VERIFIER_nondet_int(); }\n";
    let m = &marks(own, &[])["stack"];
    let bound = m["bound"]["number"].as_u64();
    assert!(bound.is_some_and(|n| n > 300), "{m}");
}

#[test]
fn what_prints_into_a_block_hands_it_out() {
    let c = "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <stdarg.h>\n\
        static char *say(const char *f, ...) { va_list l; char *p; va_start(l, f); int n = vasprintf(&p, f, l); va_end(l); return n < 0 ? 0 : p; }\n\
        int f(signed char a) { char *p, *q; if (asprintf(&p, \"%d\", a) < 0) return 1; q = say(\"<%d>\", a); free(p); free(q); return 0; }\n";
    let m = &marks(c, &["--entry", "f"])["heap"];
    // "-128" and "<-128>".
    assert_eq!(m["bound"]["number"].as_u64(), Some(12), "{m}");
    assert_eq!(m["reached"]["bytes"].as_u64(), Some(12), "{m}");
    let texts = m["peak"].to_string();
    assert!(
        texts.contains("\"vasprintf\"") && !texts.contains("ep_"),
        "{texts}"
    );
}

#[test]
fn what_the_library_keeps_for_itself_is_none_of_the_programs_heap() {
    let c = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
        int main(void) { FILE *f = fopen(\"c.txt\", \"rb\"); if (!f) return 1;\n\
        int c = fgetc(f); char *p = malloc(c == 'k' ? 40 : 8); if (!p) return 1;\n\
        char *q = strdup(\"four\"); free(q); free(p); fclose(f); return 0; }\n";
    let m = &marks(c, &["--file", "c.txt", "2"])["heap"];
    // `strdup` hands its block out, `fopen` keeps its own.
    assert_eq!(m["bound"]["number"].as_u64(), Some(45), "{m}");
    assert_eq!(m["reached"]["bytes"].as_u64(), Some(45), "{m}");
}
