//! `everypath memory`: programs that read standard input, which may hold anything
//! unless `--stdin` says what; inputs that a search finds; the course of a run.

use serde_json::Value;
use std::process::Command;

const HEAD: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";

struct Run {
    report: Value,
    page: String,
}

fn run(name: &str, body: &str, flags: &[&str]) -> Run {
    // Most inputs are found in a moment.
    let short = ["--search", "4s"];
    let search = match flags.contains(&"--search") {
        true => &[][..],
        false => &short[..],
    };
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join(format!("{name}.c"));
    std::fs::write(&file, format!("{HEAD}{body}")).expect("written");
    let page = dir.path().join("page");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("memory")
        .arg(&file)
        .args(["--json", "--timeout", "30s"])
        .args(search)
        .arg("--html")
        .arg(&page)
        .args(flags)
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    Run {
        report: serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}{said}")),
        page: std::fs::read_to_string(page.join("index.html")).unwrap_or_default(),
    }
}

impl Run {
    fn heap(&self) -> &Value {
        &self.report["entries"][0]["marks"]["heap"]
    }
    /// What the stack's bound and the deepest run are.
    fn stack(&self) -> (u64, u64) {
        let m = &self.report["entries"][0]["marks"]["stack"];
        let bytes = |v: &Value| v.as_u64().unwrap_or_else(|| panic!("{}", self.report));
        (bytes(&m["bound"]["number"]), bytes(&m["reached"]["bytes"]))
    }
    /// The bound as text; empty where there is none.
    fn bound(&self) -> &str {
        self.heap()["bound"]["text"].as_str().unwrap_or("")
    }
    fn reached(&self) -> u64 {
        self.heap()["reached"]["bytes"].as_u64().unwrap_or(0)
    }
    fn assumes_an_empty_input(&self) -> bool {
        self.report.to_string().contains("standard input is empty")
    }
}

#[test]
fn a_number_that_is_read_is_an_input_of_the_bound() {
    let body = "int main(void) { int n = 1; scanf(\"%d\", &n); if (n < 0 || n > 100) return 1;
        char *p = malloc(4 * n); free(p); return 0; }";
    let r = run("number", body, &[]);
    assert_eq!(r.bound(), "max(min(4*n, 400), 0)", "{}", r.report);
    assert_eq!(r.reached(), 400, "{}", r.report);
    assert!(!r.assumes_an_empty_input(), "{}", r.report);
    // As many bytes as are given: one digit here.
    let r = run("number", body, &["--stdin", "1"]);
    assert_eq!(r.bound(), "36", "{}", r.report);
}

/// What a program finds in a line that it reads is any number.
/// The greatest value of a mark's bound.
fn most(mark: &Value) -> Option<u64> {
    mark["bound"]["most"].as_u64()
}

#[test]
fn a_variable_that_is_read_into_is_one_as_others_are() {
    // Whichever way the number came about, it is at most 48.
    let fib = "unsigned fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }\n";
    for main in [
        "int main(void) { int n; scanf(\"%d\", &n); if (n > 48) n = 3; return fib(n); }",
        "int get(void) { int n; scanf(\"%d\", &n); if (n > 48) return 3; return n; }
         int main(void) { int n = get(); return fib(n); }",
        "int main(void) { char t[9], *e; fgets(t, 9, stdin); int n = strtol(t, &e, 10);
         while (n > 48) n /= 2; return fib(n); }",
        "int main(void) { int n; fib(1); fib(7); scanf(\"%d\", &n); if (n > 48) n = 3; return fib(n); }",
    ] {
        let r = run("deep", &format!("{fib}{main}"), &["--search", "1s"]);
        let most = most(&r.report["entries"][0]["marks"]["stack"]);
        assert!(most.is_some_and(|n| n < 20_000), "{main}: {most:?}");
    }
    // Something else writes there, so that 48 is not the most.
    for main in [
        "int *g; int main(void) { int n; scanf(\"%d\", &n); g = &n; if (n > 48) n = 3;
         char c; scanf(\"%c\", &c); if (c) *g = 1000; return fib(n); }",
        "int main(void) { int n; scanf(\"%d\", &n); if (n > 48) n = 3;
         scanf(\"%hhd\", (char *)&n + 2); return fib(n); }",
        "int main(void) { int n; scanf(\"%d\", &n); if (n > 48) n = 3;
         scanf(\"%d\", &n); return fib(n); }",
    ] {
        let r = run("else", &format!("{fib}{main}"), &["--search", "1s"]);
        let most = most(&r.report["entries"][0]["marks"]["stack"]);
        assert!(most.is_none_or(|n| n > 32_000), "{main}: {most:?}");
    }
}

#[test]
fn what_ways_that_meet_leave_is_a_size() {
    let body = "int main(void) { int n = 10; scanf(\"%d\", &n); if (n < 0 || n > 99) n = 5;
        char *p = malloc(4 * n); free(p); return 0; }";
    let r = run("meet", body, &["--search", "1s"]);
    let found = (most(r.heap()), r.reached());
    assert_eq!(found, (Some(396), 396), "{}", r.bound());
    let body = "int main(void) { int n = 10, m; scanf(\"%d\", &n); scanf(\"%d\", &m);
        if (n < 0 || n > 99) n = 5; if (m > 0) n = m;
        for (int i = 0; i < n; i++) { if (!malloc(16)) return 1; } return 0; }";
    let r = run("other", body, &["--search", "1s"]);
    assert!(most(r.heap()).is_none_or(|n| n > 1 << 20), "{}", r.bound());
}

#[test]
fn numbers_in_texts_are_any_numbers() {
    let bounds = [
        ("sscanf", "if (sscanf(l, \"%d\", &n) != 1) return 1;"),
        (
            "sscanf_kept",
            "if (sscanf(l, \"x %*s %d\", &n) < 0) return 1;",
        ),
        ("atoi", "n = atoi(l);"),
        ("strtol", "n = (int)strtol(l, 0, 10);"),
        ("strtoul", "n = (int)strtoul(l + 2, NULL, 16);"),
    ];
    for (name, body) in bounds {
        let body = format!(
            "int main(void) {{ char l[80]; int n = 3; if (!fgets(l, sizeof l, stdin)) return 1; {body}
             if (n < 0 || n > 100) return 1; char *p = malloc(4 * n + 1); free(p); return 0; }}"
        );
        let r = run(name, &body, &[]);
        assert_eq!(r.heap()["bound"]["most"], 401, "{name}: {}", r.report);
        assert!(r.reached() >= 1, "{name}: {}", r.report);
    }
    // A program that reads no text knows its own.
    let body = "int main(void) { int n = 0; if (getchar() == 'x') return 1;
        if (sscanf(\"7\", \"%d\", &n) != 1) return 1; char *p = malloc(n); free(p); return 0; }";
    let r = run("constant", body, &[]);
    assert_eq!(r.heap()["bound"]["most"], 7, "{}", r.report);
}

/// Where the input ends nothing is stored, and there need be no room for it.
#[test]
fn what_is_not_stored_needs_no_room() {
    let programs = [
        ("array", "int a[4], i = 0; while (scanf(\"%d\", &a[i]) == 1) i++; char *p = malloc(i * 10);", 40),
        ("pair", "struct { int x; unsigned char y; } a[2]; int i = 0, s = 0; while (scanf(\"%d %hhu\", &a[i].x, &a[i].y) == 2) { s = 25 * (i + 1); i++; } char *p = malloc(s);", 50),
        ("line", "char l[20]; short a[3]; int i = 0; while (fgets(l, 20, stdin) && sscanf(l, \"%hd\", a + i) == 1) i++; char *p = malloc(i * 7);", 21),
    ];
    for (name, body, truth) in programs {
        let r = run(
            name,
            &format!("int main(void) {{ {body} free(p); return 0; }}"),
            &[],
        );
        let most = r.heap()["bound"]["most"].as_u64();
        assert!(most.is_none_or(|n| n >= truth), "{name}: {}", r.report);
        assert!(name == "line" || most.is_some(), "{name}: {}", r.report);
    }
}

/// A program may have functions of its own that are called as the library's.
#[test]
fn functions_of_the_program_are_its_own() {
    let programs = [
        ("parses", "static int atoi(const char *s) { char *p = malloc(33); int n = s[0] & 7; free(p); return n; }
          int main(void) { char b[16]; if (!fgets(b, 16, stdin)) return 1; return atoi(b); }", 33),
        ("reads", "static int getchar(void) { char *p = malloc(120); free(p); return 5; }
          int main(void) { int n = 0; if (scanf(\"%d\", &n) != 1) return 1; return getchar(); }", 120),
    ];
    for (name, text, truth) in programs {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("own.c");
        // Without the header, which declares them.
        let head = "void *malloc(unsigned long); void free(void *); int scanf(const char *, ...);
            extern struct _IO_FILE *stdin; char *fgets(char *, int, struct _IO_FILE *);\n";
        std::fs::write(&file, format!("{head}{text}\n")).expect("written");
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["memory", "--json", "--timeout", "20s"])
            .arg(&file)
            .output()
            .expect("it starts");
        let report: Value = serde_json::from_slice(&out.stdout).expect("a report");
        let most = report["entries"][0]["marks"]["heap"]["bound"]["most"].as_u64();
        assert!(most.is_none_or(|n| n >= truth), "{name}: {report}");
        assert_ne!(out.status.code(), Some(70), "{name}: {report}");
    }
}

/// Where a pointer leads into one of two texts, the larger one has room for digits; and
/// hexadecimal floats go deeper than all other numbers.
#[test]
fn texts_that_are_scanned_may_be_long() {
    let programs = [
        "static char small[100] = \"12\", big[6000];
         int main(int c, char **v) { int n = 0; memset(big, '7', 5999); char *p = small + c;
         if (c < 5) p = big + c; sscanf(p, \"%d\", &n); return n & 1; }",
        "static char big[6000]; int main(void) { double d = 0; memset(big, 'f', 5999);
         big[0] = '0'; big[1] = 'x'; return sscanf(big, \"%lf\", &d) == 5; }",
    ];
    for text in programs {
        let (bound, reached) = run("long", text, &[]).stack();
        assert!(
            reached > 3500 && reached <= bound,
            "{reached} of {bound}: {text}"
        );
    }
}

/// For a number of many digits the library makes a block, below all else.
#[test]
fn numbers_may_have_many_digits() {
    let read = |format: &str| {
        let body = format!("int main(void) {{ int n = 0; return scanf(\"{format}\", &n) == n; }}");
        run("digits", &body, &[]).stack()
    };
    // The library's frames align themselves.
    let (any, reached) = read("%d");
    assert!(reached <= any && reached + 64 > any, "{reached} of {any}");
    let (few, reached) = read("%6d");
    assert!(reached <= few && reached + 64 > few, "{reached} of {few}");
    assert!(few + 500 < any, "{few} {any}");
    // Where the format is not known any may be.
    let body =
        "int main(void) { int n = 0; char f[3] = \"%d\"; f[1] += n; return scanf(f, &n) == n; }";
    assert!(run("format", body, &["--stdin", "0"]).stack().0 >= any);
    let body = "int main(void) { int n = 0; int (*volatile f)(const char *, ...) = scanf;
        return f(\"%6d\", &n) + scanf(\"%6d\", &n) == n; }";
    assert!(run("pointer", body, &["--stdin", "0"]).stack().0 >= any);
}

/// A pointer may call with any of the program's formats.
#[test]
fn a_format_behind_a_pointer_is_seen() {
    for (format, known) in [("%ls", false), ("%s", true)] {
        let body = format!(
            "static int w[2] = {{'x'}}; int main(void) {{ int (*volatile f)(const char *, ...) = printf;
             f(\"{format}\", (void *)w); return 0; }}"
        );
        let r = run("pointer", &body, &[]);
        let told = r.report.to_string();
        assert_eq!(!told.contains("called through a pointer"), known, "{told}");
    }
}

#[test]
fn what_stood_there_before_may_stay() {
    let body = "int main(void) { unsigned char n = 200; scanf(\"%hhu\", &n);
        char *p = malloc(n); free(p); return 0; }";
    let r = run("stays", body, &[]);
    assert_eq!(r.reached(), 255, "{}", r.report);
    assert_eq!(r.heap()["bound"]["most"], 255, "{}", r.report);
}

#[test]
fn as_many_are_stored_as_the_format_asks_for() {
    let body = "int main(void) { int a, b; int r = scanf(\"%d %d\", &a, &b); if (r < 0) r = 7;
        free(malloc(r * 4)); return 0; }";
    let r = run("stored", body, &[]);
    assert_eq!(r.bound(), "28", "{}", r.report);
    assert_eq!(r.reached(), 28, "{}", r.report);
}

#[test]
fn characters_until_the_end() {
    let body = "int main(void) { void *p[10]; int c, i = 0;
        while ((c = getchar()) != EOF && i < 10) p[i++] = malloc(c == 'x' ? 16 : 8);
        while (i > 0) free(p[--i]); return 0; }";
    let r = run("characters", body, &[]);
    assert_eq!(r.bound(), "160", "{}", r.report);
    assert_eq!(r.reached(), 160, "{}", r.report);
}

#[test]
fn a_text_that_is_copied_is_as_long_as_its_buffer() {
    let body = "int main(void) { char line[32]; if (!fgets(line, sizeof line, stdin)) return 1;
        char *p = strdup(line); free(p); return 0; }";
    let r = run("line", body, &[]);
    assert_eq!(r.heap()["bound"]["most"], 32, "{}", r.report);
    assert!(!r.assumes_an_empty_input(), "{}", r.report);
}

#[test]
fn a_text_that_decides_nothing_costs_nothing() {
    let body = "int main(void) { char line[8]; int k = 0;
        while (fgets(line, sizeof line, stdin) && k < 4) { void *p = malloc(16); k++; free(p); }
        return 0; }";
    let r = run("decides", body, &[]);
    assert_eq!(r.bound(), "16", "{}", r.report);
}

/// A path that reads a buffer which the copy of the program leaves as it is would end
/// in what no run does: it is not initialised, or leads out of an array.
#[test]
fn a_text_that_is_read_for_something_else_ends_no_path() {
    for body in [
        "int g;
         int main(void) { char line[16]; if (!fgets(line, sizeof line, stdin)) return 0;
         if (line[3] == 'x') g = 1; else g = 2; g += line[2] * 3;
         void *p = malloc(64); free(p); return 0; }",
        "int g; char at[4] = {9, 9, 9}; int a[8];
         int main(void) { if (!fgets(at, sizeof at, stdin)) return 0;
         a[at[0] & 15] = 1; g = 8 / (9 - at[1]);
         void *p = malloc(64); free(p); return 0; }",
        "int g;
         int main(void) { char w[8]; int n = 0; scanf(\"%7s %d\", w, &n);
         for (int i = 0; w[i]; i++) g += w[i];
         printf(\"%s\", w); void *p = malloc(64); free(p); return 0; }",
    ] {
        let r = run("elsewhere", body, &[]);
        assert_eq!(r.bound(), "64", "{body}: {}", r.report);
        assert_eq!(r.reached(), 64, "{body}: {}", r.report);
    }
}

#[test]
fn what_grows_with_the_input_has_no_bound() {
    let body = "struct n { struct n *next; int v; };
        int main(void) { struct n *l = 0; int v;
        while (scanf(\"%d\", &v) == 1) { struct n *x = malloc(sizeof *x); x->next = l; x->v = v; l = x; }
        while (l) { struct n *x = l->next; free(l); l = x; } return 0; }";
    let r = run("list", body, &[]);
    assert_eq!(r.bound(), "", "{}", r.report);
    // Two numbers fit into four bytes.
    let r = run("list", body, &["--stdin", "4"]);
    assert_eq!(r.bound(), "32", "{}", r.report);
}

#[test]
fn what_is_not_understood_reads_an_empty_input_and_says_so() {
    for (body, why) in [
        (
            "int main(void) { char *l = 0; size_t n = 0; getline(&l, &n, stdin); free(l); return 0; }",
            "`getline` is not followed (",
        ),
        (
            "static int next(FILE *f) { return getc(f); }
         int main(void) { void *p = 0; if (next(stdin) == 'x') p = malloc(8); free(p); return 0; }",
            "`stdin` is handed on (",
        ),
        (
            "int main(void) { char *s = 0; scanf(\"%ms\", &s); free(s); return 0; }",
            "scanf` reads is not understood (",
        ),
        (
            "FILE *input; int main(void) { input = stdin; int c = getc(input); void *p = malloc(c + 1);
         free(p); return 0; }",
            "`stdin` is handed on (",
        ),
    ] {
        let r = run("other", body, &[]);
        assert!(r.assumes_an_empty_input(), "{body}: {}", r.report);
        let notes = r.report["notes"].to_string();
        assert!(notes.contains(why) && notes.contains("other.c:"), "{body}: {notes}");
    }
}

#[test]
fn slots_that_inputs_fill_are_filled_by_a_search() {
    let body = "unsigned char __VERIFIER_nondet_uchar(void);
        int main(void) { void *s[8] = {0};
        for (int k = 0; k < 30; k++) { unsigned i = __VERIFIER_nondet_uchar() % 8;
          free(s[i]); s[i] = malloc(__VERIFIER_nondet_uchar()); }
        for (int k = 0; k < 8; k++) free(s[k]);
        return 0; }";
    let r = run("slots", body, &[]);
    assert_eq!(r.bound(), "2,040", "{}", r.report);
    assert!(r.reached() >= 1_900, "{}", r.report);
}

#[test]
fn the_page_has_the_course_of_the_run() {
    let body = "int main(void) { char *a = malloc(8); char *b = malloc(40);\n free(a);\n b = realloc(b, 100);\n free(b); return 0; }";
    let r = run("course", body, &["--realloc", "moving"]);
    assert!(r.page.contains("class=course"), "{}", r.page);
    assert!(
        r.page.contains("5 changes; highest: 140 bytes, change 4"),
        "{}",
        r.page
    );
    assert!(
        r.page
            .contains("the run leaves 100 bytes, the run&#x27;s peak while a block moves")
            || r.page
                .contains("the run leaves 100 bytes, the run's peak while a block moves"),
        "{}",
        r.page
    );
}

#[test]
fn each_of_several_inputs_of_one_kind_is_its_own() {
    let of = |r: &Run| r.heap()["reached"]["of"].as_u64();
    let body = "int __VERIFIER_nondet_int(void);
        int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
        if (a < 0 || a > 10 || b < 0 || b > 100) return 1;
        char *p = malloc(b); free(p); return 0; }";
    let r = run("second", body, &[]);
    assert_eq!((r.reached(), of(&r)), (100, Some(100)), "{}", r.report);
    // The first one is greater, and is none of the bound's.
    let body = body.replace("a > 10", "a != 1000");
    let r = run("second", &body, &[]);
    assert_eq!((r.reached(), of(&r)), (100, Some(100)), "{}", r.report);
    let body = "int main(void) { int a, b; if (scanf(\"%d%d\", &a, &b) != 2) return 1;
        if (a < 0 || a > 1000 || b < 0 || b > 100) return 1;
        char *p = malloc(a + b), *q = malloc(b); free(p); free(q); return 0; }";
    let r = run("two", body, &[]);
    assert_eq!((r.reached(), of(&r)), (1200, Some(1200)), "{}", r.report);
    let body = "int main(void) { char *v[3]; for (int i = 0; i < 3; i++) { int n;
        if (scanf(\"%d\", &n) != 1 || n < 0 || n > 100 * (i + 1)) return 1;
        v[i] = malloc(n); } for (int i = 0; i < 3; i++) free(v[i]); return 0; }";
    let r = run("three", body, &[]);
    assert!(r.bound().contains("n + n#2 + n#3"), "{}", r.report);
    let shown = r.heap()["reached"]["input"].as_str();
    assert_eq!(shown, Some("n = 100, n#2 = 200, n#3 = 300"), "{}", r.report);
    assert_eq!((r.reached(), of(&r)), (600, Some(600)), "{}", r.report);
}

#[test]
fn an_input_after_one_that_only_some_paths_read() {
    let body = "int __VERIFIER_nondet_int(void);
        int main(void) { int a = 0; if (__VERIFIER_nondet_int() > 7) a = __VERIFIER_nondet_int();
        int b = __VERIFIER_nondet_int(); if (b < 0 || b > 100 || a < 0 || a > 50) return 1;
        char *p = malloc(a + b); free(p); return 0; }";
    let r = run("perhaps", body, &[]);
    assert_eq!(r.reached(), 150, "{}", r.report);
    assert_eq!(r.heap()["bound"]["most"], 150, "{}", r.report);
}
