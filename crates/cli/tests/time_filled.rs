//! `everypath time`: inputs that are read into objects, by the program itself
//! (`__VERIFIER_nondet_memory`) and for what has no value (`--uninit input`).

#[path = "support/timed.rs"]
mod timed;

use timed::{text, time};

const NONDET: &str = "void __VERIFIER_nondet_memory(void *, unsigned long);\n";

/// A way of writing that no rule knew: what was there before was still believed.
#[test]
fn what_is_filled_holds_anything() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let run = |source: &str| {
        std::fs::write(dir.path().join("f.c"), format!("{NONDET}{source}")).expect("a file");
        let out = time(dir.path(), &["f.c", "--entry", "f"]);
        (out.status.code(), text(&out))
    };
    let endless = [
        "void f(void) { int x = 0; __VERIFIER_nondet_memory(&x, sizeof x); while (x) ; }",
        "void f(void) { int a[2] = {0, 0}; __VERIFIER_nondet_memory(a, sizeof a); while (a[0] == 3) ; }",
        "int g; void f(void) { g = 0; __VERIFIER_nondet_memory(&g, 4); while (g > 0) { g++; if (g < 0) g = 1; } }",
        "void f(void) { int a[2] = {0, 5}; __VERIFIER_nondet_memory(a, 4); while (a[1] == 5 && a[0]) ; }",
    ];
    for source in endless {
        let (code, told) = run(source);
        assert_eq!(code, Some(1), "{source}: {told}");
    }
    // By a function that is called from a recursive one.
    let (code, told) = run("static void h(int *p) { __VERIFIER_nondet_memory(p, 4); }
        static int r(int *p, int n) { if (n <= 0) return 0; h(p); return r(p, n - 1); }
        void f(void) { int y = 0; r(&y, 2); while (y == 9) ; }");
    assert!(matches!(code, Some(1 | 3)), "{told}");
    // It is one input, and those behind it keep their numbers.
    let (code, told) = run("int __VERIFIER_nondet_int(void);
        void f(void) { int a[3]; __VERIFIER_nondet_memory(a, sizeof a);
        int n = __VERIFIER_nondet_int(); while (n > 0) n--; }");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("*n"), "{told}");
    assert!(!told.contains("assuming"), "{told}");
}

/// Objects that are made symbolic are inputs among the others.
#[test]
fn what_is_made_symbolic_is_one_of_the_inputs() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "void klee_make_symbolic(void *, unsigned long, const char *);
        int __VERIFIER_nondet_int(void);
        void f(void) { int v = 0; klee_make_symbolic(&v, sizeof v, \"v\");
        for (int n = __VERIFIER_nondet_int(); n > 0; n--) ;
        for (v &= 3; v > 0; v--) ; }";
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let out = time(dir.path(), &["f.c", "--entry", "f"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(told.contains("*n"), "{told}");
}

/// A counter of 16 bits comes back after more than a usual run, and a run that
/// is merely long is no place to look for a set that recurs.
#[test]
fn a_run_that_goes_on_is_looked_at_longer() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "void f(unsigned short x) {
        for (unsigned short i = 0; i + 1 > 0; i++) if (x != 9 && i == x) break; }";
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let out = time(dir.path(), &["f.c", "--entry", "f"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(1), "{told}");
    assert!(told.contains("does not terminate for x = 9"), "{told}");
}

/// Arrays, structures, what `alloca` makes, and numbers whose address is known.
#[test]
fn objects_without_a_value_are_inputs_where_that_is_said() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let programs = [
        ("int main(void) { int a[3]; while (a[1] == 7) ; return 0; }", 1),
        ("int main(void) { int a[20]; while (a[2] >= 0) a[2]++, a[2] = a[2] < 9 ? a[2] : 0; return 0; }", 1),
        ("struct s { int a; char b; }; int main(void) { struct s v; while (v.b == 7) v.a = 3; return 0; }", 1),
        ("int main(void) { int *p = __builtin_alloca(sizeof(int)); while (*p > 5) if (*p != 9) --*p; return 0; }", 1),
        ("static void z(int *p) { while (*p == 1) ; } int main(void) { int y; z(&y); return 0; }", 1),
        // What has a value keeps it.
        ("int main(void) { int a[3] = {0}; while (a[1]) ; return 0; }", 0),
        ("struct s { int a, b; }; static int g(struct s v) { while (v.a == 3) ; return v.b; } int main(void) { struct s w = {1, 2}; return g(w); }", 0),
        ("static void z(int *p) { while (*p == 1) ; } int main(void) { int y = 2; z(&y); return 0; }", 0),
        ("int main(void) { int *p = __builtin_alloca(sizeof(int)); *p = 4; while (*p > 0) --*p; return 0; }", 0),
        ("int main(void) { int a[2]; for (a[0] = 3; a[0] > 0; a[0]--) a[1] = 0; return 0; }", 0),
    ];
    for (source, code) in programs {
        std::fs::write(dir.path().join("f.c"), source).expect("a file");
        let out = time(dir.path(), &["f.c", "--uninit", "input"]);
        assert_eq!(out.status.code(), Some(code), "{source}: {}", text(&out));
    }
    // Without the flag they hold any value, and no lasso is told.
    std::fs::write(dir.path().join("f.c"), programs[0].0).expect("a file");
    let out = time(dir.path(), &["f.c"]);
    assert_eq!(out.status.code(), Some(3), "{}", text(&out));
}

/// Numbers that a program takes from its input are parameters of its bounds, under the
/// name of what takes them, and are what the runs beside the bound had.
#[test]
fn numbers_of_the_input_are_parameters() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let told = |source: &str| {
        std::fs::write(dir.path().join("p.c"), source).expect("a file");
        let out = time(dir.path(), &["p.c"]);
        assert_eq!(out.status.code(), Some(0), "{source}: {}", text(&out));
        text(&out)
    };
    let head = "#include <stdio.h>\nint main(void) { int n, k = 1; ";
    let tail = "int s = 0; for (int i = 0; i < n; i++) s += k; return s & 1; }";
    for (read, named, other) in [
        ("if (scanf(\"%d\", &n) != 1) return 1;", "13*n", "n + k"),
        (
            "if (scanf(\"%d%d\", &k, &n) != 2) return 1;",
            "13*n",
            "13*k",
        ),
        (
            "if (scanf(\"%d\", &k) != 1) return 1; if (scanf(\" %d\", &n) != 1) return 1;",
            "13*n",
            "13*k",
        ),
    ] {
        let all = told(&format!("{head}{read}{tail}"));
        assert!(all.contains(named) && !all.contains(other), "{read}: {all}");
        assert!(all.contains("n = "), "{read}: {all}");
    }
    // What stands in the input behind something else is no word of it.
    for read in [
        "getchar(); if (scanf(\"%d\", &n) != 1) return 1;",
        "if (scanf(\"x%d\", &n) != 1) return 1;",
        "if (scanf(\"%2d\", &n) != 1) return 1;",
        "if (scanf(\"%d,%d\", &k, &n) != 2) return 1;",
    ] {
        let all = told(&format!("{head}{read}{tail}"));
        assert!(!all.contains("13*n"), "{read}: {all}");
    }
    // A conversion that failed left its variable as it was.
    let all = told(
        "#include <stdio.h>\nint main(void) { int n = 7; scanf(\"%d\", &n); for (int i = 0; i < n; i++) ; return 0; }",
    );
    assert!(all.contains("counted"), "{all}");
}
