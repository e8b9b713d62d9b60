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
        .args((!more.contains(&"--timeout")).then_some("--timeout=15s"))
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
        .args(["--timeout", "15s"])
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
        texts.contains("\"what\":\"p\"") && !texts.contains("ep_"),
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

/// What is said of the arrays that `qsort` sorts, and the stack.
fn sorting(source: &str) -> (String, Value) {
    sorting_with(source, &[])
}

fn sorting_with(source: &str, flags: &[&str]) -> (String, Value) {
    let dir = tempfile::tempdir().expect("scratch");
    let head = "#include <stdlib.h>\n\
         static int cmp(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }\n";
    std::fs::write(dir.path().join("f.c"), format!("{head}{source}")).expect("a file");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["memory", "f.c", "--entry", "f", "--runs", "3", "--json"])
        .args(["--search", "1s", "--timeout", "10s"])
        .args(flags)
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    assert_ne!(out.status.code(), Some(70), "{source}");
    let v: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let text = v["assumptions"].to_string();
    let said = text
        .split_once("(arrays of at most ")
        .unwrap_or_else(|| panic!("{text}"));
    let said = said.1.split_once(')').expect("a closing one").0;
    let stack = v["entries"][0]["marks"]["stack"].clone();
    (said.into(), stack)
}

/// `qsort` is measured for the arrays that there can be.
#[test]
fn sorted_arrays_have_a_size() {
    let (said, stack) = sorting("int f(int k) { int v[12]; for (int i = 0; i < 12; i++) v[i] = i ^ k; qsort(v, 12, sizeof *v, cmp); return v[0]; }");
    assert_eq!(said, "12 elements of 4 bytes");
    let reached = stack["reached"]["bytes"].as_u64().expect("a run");
    let bound = stack["bound"]["number"].as_u64().expect("a number");
    assert!(bound <= reached + 100, "{stack:#}");
    // As many as the largest object has room for.
    for (source, want) in [
        ("static char big[500]; int f(unsigned n) { if (n <= 500) qsort(big, n, 1, cmp); return 0; }", "500 elements of 1 byte"),
        ("int f(unsigned n) { if (n > 60) return 0; char *p = calloc(n + 1, 8); if (p) qsort(p, n, 8, cmp); free(p); return 0; }", "61 elements of 8 bytes"),
    ] {
        assert_eq!(sorting(source).0, want, "{source}");
    }
    // What a caller gives is as large as the user says.
    let source =
        "int f(unsigned char *p, unsigned n) { if (n <= 8) qsort(p, n, 1, cmp); return 0; }";
    let (said, _) = sorting_with(source, &["--buffer", "8"]);
    assert_eq!(said, "8 elements of 1 byte");
}

/// The same where an object is not known, or a call.
#[test]
fn sorted_arrays_without_a_size() {
    for source in [
        "extern char end[]; int f(unsigned n) { if (n & 1) qsort(end, n & 2, 1, cmp); qsort(end, n / 3, 1, cmp); return 0; }",
        "struct s { struct s *next; char *p; unsigned n; }; int f(struct s *s) { if (s->n <= 8) qsort(s->p, s->n, 1, cmp); return 0; }",
        "int f(unsigned n) { if (n > 99) return 0; char v[n * 20 + 1]; v[0] = 1; qsort(v, n * 20, 1, cmp); return v[0]; }",
        "int f(unsigned char n) { char v[300] = {0}; void (*volatile s)(void *, size_t, size_t, int (*)(const void *, const void *)) = qsort; s(v, n, 1, cmp); return v[0]; }",
        "int f(unsigned n) { char v[8] = {0}; qsort(v, n, 0, cmp); return v[0]; }",
        "int f(unsigned char *p, unsigned n) { if (n <= 8) qsort(p, n, 1, cmp); return 0; }",
    ] {
        let (said, _) = sorting(source);
        assert!(!said.contains("elements of"), "{said}: {source}");
    }
}

/// Code behind `longjmp` runs in the frame of `setjmp`, which the machine code
/// has: the stack is bounded, the heap is not.
#[test]
fn a_jump_out_of_functions_has_a_stack() {
    let jumps = |save: &str, jump: &str| {
        format!(
            "#include <setjmp.h>\n\
             static {} env;\n\
             static void deep(int n) {{ volatile char b[600]; b[n & 511] = 1; if (!(n & 1)) {jump}; }}\n\
             static void after(void) {{ volatile char b[2000]; b[7] = 1; }}\n\
             int f(int n) {{ if ({save}) {{ after(); return 1; }} deep(n); return 0; }}\n",
            if save.contains("sig") { "sigjmp_buf" } else { "jmp_buf" },
        )
    };
    for (save, jump) in [
        ("setjmp(env)", "longjmp(env, 1)"),
        ("sigsetjmp(env, 1)", "siglongjmp(env, 2)"),
    ] {
        let (marks, code) = run(&jumps(save, jump), "f");
        assert_eq!(code, 3, "{marks:#}");
        assert!(marks["heap"]["bound"].is_null(), "{marks:#}");
        let bound = marks["stack"]["bound"]["number"].as_u64();
        assert!(bound.is_some_and(|b| b > 2000), "{marks:#}");
        assert!(
            marks["stack"]["reached"]["bytes"].as_u64() > Some(2000),
            "{marks:#}"
        );
    }
    // How deep a recursion goes is not asked of the source then.
    let (marks, _) = run(
        "#include <setjmp.h>\nstatic jmp_buf env;\n\
         static int down(int n) { if (n > 20) longjmp(env, 1); return n <= 0 ? 0 : 1 + down(n - 1); }\n\
         int f(int n) { if (setjmp(env)) return 1; return down(n); }\n",
        "f",
    );
    assert!(marks["stack"]["bound"].is_null(), "{marks:#}");
}

/// A function without a source that has a line in the library file leaves the
/// heap bounded; what it keeps for itself is told apart.
#[test]
fn described_functions_leave_the_heap_bounded() {
    let dir = tempfile::tempdir().expect("scratch");
    let source = "#include <stdlib.h>\n\
        int get(char *to, int n);\n\
        int f(void) { char b[8]; int n = get(b, 8); if (n < 0 || n > 60) return 0; free(malloc(n)); return b[0]; }\n";
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    std::fs::write(dir.path().join("lib"), "get 200 32\nput 100 16\n").expect("a file");
    let run = |more: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["memory", "f.c", "--entry", "f", "--json", "--no-native"])
            .args(more)
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let v: Value = serde_json::from_slice(&out.stdout).expect("a report");
        v["entries"][0].clone()
    };
    let with = run(&["--library", "lib"]);
    assert_eq!(with["marks"]["heap"]["bound"]["number"], 60, "{with:#}");
    let own = with["library"].as_array().expect("a list");
    assert_eq!(own.len(), 1, "`put` is never called: {own:?}");
    assert_eq!(own[0]["what"], "get");
    assert_eq!(own[0]["bytes"]["number"], 32);
    let said = |e: &Value| {
        e["assumptions"]
            .to_string()
            .contains("`get` makes, frees and keeps no blocks")
    };
    assert!(said(&with));
    let without = run(&[]);
    assert!(without["marks"]["heap"]["bound"].is_null(), "{without:#}");
    assert!(!said(&without));
}

/// What `%m` hands out is the program's while it grows, too, in the bound and in the
/// runs, so that a run can refute the bound.
#[test]
fn what_scanning_hands_out_is_the_programs() {
    let f = |body: &str| {
        format!("#include <stdio.h>\n#include <stdlib.h>\nchar big[400];\nint f(void) {{ char *w = 0, *v = 0; int a = 0; {body} free(w); free(v); return a; }}\n")
    };
    for (body, most) in [
        // 100 at first, and 4 beside them when it is moved into a block that fits.
        ("sscanf(\"abc\", \"%ms\", &w);", 104),
        (
            "sscanf(\"abc 12 def\", \"%ms %d %m[a-z]\", &w, &a, &v);",
            108,
        ),
        ("sscanf(\"abc\", \"%*ms %d\", &a);", 0),
        ("sscanf(\"abcdef\", \"%5mc\", &w);", 5),
        // 200 and 400 while it grows.
        (
            "for (int i = 0; i < 300; i++) big[i] = 'a'; sscanf(big, \"%ms\", &w);",
            701,
        ),
    ] {
        let m = &marks(&f(body), &["--entry", "f", "--runs", "1", "--search", "1s"])["heap"];
        assert_eq!(m["bound"]["number"].as_u64(), Some(most), "{body}: {m}");
        assert_eq!(m["reached"]["bytes"].as_u64(), Some(most), "{body}: {m}");
        let other = m["peak"].as_array().is_some_and(|l| {
            l.iter()
                .any(|x| !["w", "v", "sscanf"].contains(&x["what"].as_str().unwrap_or("")))
        });
        assert!(!other, "{body}: {m}");
    }
}

/// A function that no source and no library has takes nothing of other entries, and a
/// line in the library file is enough for its callers.
#[test]
fn what_does_not_link_leaves_the_rest() {
    let c = "#include <stdlib.h>\nextern int ext(int);\n\
        int f(int n) { char *p = malloc(5); int r = ext(n); free(p); return r; }\n\
        int g(int n) { volatile char b[40]; b[n & 31] = 1; return b[3]; }\n";
    let m = marks(c, &["--entry", "g", "--runs", "2"]);
    let (bound, reached) = (
        &m["stack"]["bound"]["number"],
        &m["stack"]["reached"]["bytes"],
    );
    assert!(bound.as_u64().is_some() && bound == reached, "{m}");
    let m = marks(c, &["--entry", "f", "--runs", "2"]);
    assert!(m["stack"]["missing"].to_string().contains("`ext`"), "{m}");
    let dir = tempfile::tempdir().expect("scratch");
    let lib = dir.path().join("lib.txt");
    std::fs::write(&lib, "ext 64 0\n").expect("a file");
    let lib = lib.display().to_string();
    let m = marks(c, &["--entry", "f", "--runs", "2", "--library", &lib]);
    assert_eq!(m["heap"]["bound"]["number"], 5, "{m}");
    let bound = m["stack"]["bound"]["number"].as_u64();
    assert!(bound.is_some_and(|b| b > 64), "{m}");
    // No run gets past it.
    assert!(m["heap"]["reached"].is_null(), "{m}");
}

/// Heap and stack at one time: the frames of the call that makes a block count with it.
#[test]
fn what_is_reached_of_both_is_looked_at_inside_of_malloc() {
    let c = "#include <stdlib.h>\nint f(unsigned char n) { char **b = malloc(n * sizeof *b);\n\
        for (int i = 0; i < n; i++) b[i] = malloc(16);\n\
        for (int i = 0; i < n; i++) free(b[i]); free(b); return 0; }\n";
    for more in [&["--entry", "f"][..], &["--entry", "f", "--m32"]] {
        let m = &marks(c, more)["both"];
        let of = m["reached"]["of"].as_u64().expect("a bound");
        let bytes = m["reached"]["bytes"].as_u64().expect("a run");
        assert!(bytes <= of && bytes * 105 >= of * 100, "{m}");
        let what = m["peak"].to_string();
        assert!(what.contains("malloc") && what.contains("b[i]"), "{what}");
    }
}

/// The input that is shown is one that C defines.
#[test]
fn an_input_that_overflows_is_not_shown() {
    let c = "#include <stdlib.h>\nint f(int n) { if (n < 1) return 0; char *p = malloc(n); p = realloc(p, 2 * n); free(p); return 0; }\n";
    let m = &marks(
        c,
        &["--entry", "f", "--realloc", "in-place", "--timeout", "20s"],
    )["heap"];
    let n = m["reached"]["bytes"].as_u64().expect("a run");
    assert!(n > 0 && n < 1 << 31 && n % 2 == 0, "{m}");
    // No path has the old block beside the new one.
    assert_eq!(m["reached"]["of"].as_u64(), Some(n), "{m}");
}

/// Of several runs the one that reaches the most is told, also where the bound is loose.
#[test]
fn the_greatest_run_is_told() {
    let c = "#include <stdlib.h>\nint f(unsigned short n) { for (unsigned i = 0; i < n; i++) { char *p = malloc(16); if (i & 1) free(p); } return 0; }\n";
    let m = &marks(
        c,
        &[
            "--entry",
            "f",
            "--timeout",
            "60s",
            "--runs",
            "4",
            "--search",
            "1s",
        ],
    )["heap"];
    assert_eq!(m["bound"]["text"], "16*n", "{m}");
    // The least input reaches all of its bound, and a large one half.
    assert!(m["reached"]["bytes"].as_u64() > Some(2_000), "{m}");
}

/// An input that decides over no parameter has values for them all the same.
#[test]
fn an_entry_gets_its_parameters() {
    let c = "int g(int n) { if (n <= 0) return 0; volatile char b[64]; b[n & 63] = 1; return g(n - 1) + b[0]; }\n";
    let m = &marks(c, &["--entry", "g", "--runs", "1", "--search", "1s"]);
    assert!(m["stack"]["reached"]["bytes"].is_u64(), "{m}");
    let c = "int f(unsigned char *in) { volatile char b[40]; b[in[0] & 31] = 1; return b[3]; }\n";
    let m = &marks(c, &["--entry", "f", "--runs", "2", "--search", "1s"]);
    let told = m["stack"]["reached"]["input"].as_str().unwrap_or_default();
    assert!(told.starts_with("in = "), "{m}");
}

/// What is not said is not 0, and what is said twice is refused.
#[test]
fn what_is_half_said_is_refused() {
    let dir = tempfile::tempdir().expect("scratch");
    let write = |name: &str, text: &str| {
        std::fs::write(dir.path().join(name), text).expect("a file");
    };
    write(
        "f.c",
        "extern int ext(int); void h(void) { } int f(int n) { return ext(n); }\n",
    );
    write("lib", "# our own\next 200\n");
    for (more, want) in [
        (["--library", "lib"], "lib:2"),
        (["--interrupt", "h:1:2"], "two priorities"),
    ] {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["memory", "f.c", "--entry", "f"])
            .args(more)
            .current_dir(dir.path())
            .output()
            .expect("everypath starts");
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{said}");
        assert!(said.contains(want), "{said}");
    }
}

/// Functions of mathematics have no model that follows them and no source: what they
/// return is anything, they make no blocks, and their stack is measured.
#[test]
fn mathematics_returns_anything_and_makes_nothing() {
    let c = "#include <complex.h>\n#include <math.h>\n#include <stdlib.h>\n\
        int main(int argc, char **argv) { double complex z = argc + 2.0 * I; z = z / (z * z + 1.0);\n\
        if (erf(argc) + cabs(z) > 0.5 && log1pl(argc) < 1e9L) free(malloc(100)); else free(malloc(7));\n\
        return 0; }\n";
    let m = marks(c, &["--search", "1s"]);
    assert_eq!(m["heap"]["bound"]["number"].as_u64(), Some(100), "{m}");
    assert!(m["stack"]["bound"]["number"].as_u64() > Some(64), "{m}");
    // Either side counts, whatever the function gives for one.
    let c = "#include <math.h>\n#include <stdlib.h>\n\
        int main(int argc, char **argv) { free(malloc(erfcl(argc) > 2 ? 900 : 8)); return 0; }\n";
    let m = marks(c, &["--search", "1s"]);
    assert!(m["heap"]["bound"]["number"].as_u64() >= Some(900), "{m}");
}

/// The calendar and the language are questions to the library.
#[test]
fn what_the_calendar_takes_is_measured() {
    let c = "#include <locale.h>\n#include <time.h>\n\
        int f(long t) { time_t x = t; char b[64]; setlocale(LC_ALL, \"\");\n\
        struct tm *m = localtime(&x); return m ? strftime(b, 64, \"%c\", m) : 0; }\n";
    // Following what the calendar returns takes all the time there is.
    let m = marks(c, &["--entry", "f", "--search", "1s", "--timeout", "15s"]);
    assert!(m["stack"]["bound"]["number"].as_u64() > Some(500), "{m}");
}
