//! `everypath memory`: programs that look at their arguments, which may be any.

use serde_json::Value;
use std::process::Command;

const HEAD: &str = "#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n";

/// The report of a program, with what is said beside it.
fn run(name: &str, body: &str, flags: &[&str]) -> Value {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join(format!("{name}.c"));
    std::fs::write(&file, format!("{HEAD}{body}")).expect("written");
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("memory")
        .arg(&file)
        .args([
            "--json",
            "--timeout",
            "10s",
            "--search",
            "0.3s",
            "--runs",
            "8",
        ])
        .args(flags)
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_ne!(out.status.code(), Some(70), "{name}: {text}{said}");
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}: {e}: {text}{said}"))
}

fn heap(r: &Value) -> &Value {
    &r["entries"][0]["marks"]["heap"]
}

/// No bound that holds for "no arguments" alone.
fn any_arguments(r: &Value) -> bool {
    let text = r.to_string();
    text.contains("any arguments") && !text.contains("called without arguments")
}

fn bound(name: &str, body: &str) -> (u64, u64) {
    let r = run(name, body, &[]);
    assert!(any_arguments(&r), "{name}: {r}");
    let most = heap(&r)["bound"]["most"].as_u64();
    let most = most.unwrap_or_else(|| panic!("{name}: {r}"));
    (most, heap(&r)["reached"]["bytes"].as_u64().unwrap_or(0))
}

#[test]
fn a_number_in_an_argument_is_any_number() {
    let check = "if (n < 0 || n > 100) return 1; char *p = malloc(4 * n + 8); free(p); return 0; }";
    for (name, found) in [
        ("atoi", "int n = argc > 1 ? atoi(argv[1]) : 10;"),
        ("strtol", "if (argc != 2) return 1; long n = strtol(argv[1], NULL, 0);"),
        (
            "strtoul",
            "if (argc < 3) return 1; char *end; unsigned n = strtoul(argv[2], &end, 10); if (*end || end == argv[2]) return 2;",
        ),
        ("sscanf", "int n; if (argc < 2 || sscanf(argv[1], \"%d\", &n) != 1) return 1;"),
        ("moved", "int n = 0; while (--argc > 0) { argv++; n = atoi(*argv + 1); }"),
    ] {
        let body = format!("int main(int argc, char **argv) {{ {found} {check}");
        let (most, reached) = bound(name, &body);
        assert_eq!(most, 408, "{name}");
        assert!(name == "sscanf" || name == "moved" || reached == 408, "{name}: {reached}");
    }
}

/// The bound speaks of the argument, where nothing limits it.
#[test]
fn bounds_are_written_over_arguments() {
    let body = "int main(int argc, char **argv) { if (argc != 2) return 1;
        char *p = malloc(strlen(argv[1]) + 1); if (p) strcpy(p, argv[1]); free(p); return 0; }";
    let r = run("length", body, &[]);
    let text = heap(&r)["bound"]["text"].as_str().unwrap_or("").to_owned();
    assert!(text.contains("strlen(argv[1])"), "{r}");
    assert_eq!(heap(&r)["bound"]["most"], 131_072, "{r}");
    let body = "static int down(int n) { return n <= 0 ? 0 : down(n - 1) ^ n; }
        int main(int argc, char **argv) { return argc > 1 ? down(atoi(argv[1])) : 0; }";
    let r = run("depth", body, &[]);
    let stack = &r["entries"][0]["marks"]["stack"];
    let text = stack["bound"]["text"].as_str().unwrap_or("");
    assert!(text.contains("atoi(argv[1])"), "{r}");
    // A run with a large number comes near what it may take.
    let (bytes, of) = (&stack["reached"]["bytes"], &stack["reached"]["of"]);
    let near = bytes.as_u64().zip(of.as_u64());
    assert!(
        near.is_some_and(|(b, of)| b > 10_000 && 20 * b >= 19 * of),
        "{r}"
    );
}

/// What the program keeps of its arguments, and hands on.
#[test]
fn texts_are_kept_and_handed_on() {
    let programs = [
        ("copies", "int main(int argc, char **argv) { for (int i = 1; i < argc; i++) { char *s = strdup(argv[i]); if (!s) return 1; puts(s); free(s); } return 0; }", 131_072),
        ("options", "struct o { const char *file; int n; } o;
          static void usage(const char *p) { fprintf(stderr, \"usage: %s\\n\", p); exit(1); }
          static void parse(int argc, char **argv, struct o *o) { for (int i = 1; i < argc; i++) {
            if (!strcmp(argv[i], \"-x\")) o->n++; else if (argv[i][0] == '-') o->n = atoi(argv[i] + 2); else o->file = argv[i]; }
            if (!o->file) usage(argv[0]); }
          int main(int argc, char **argv) { parse(argc, argv, &o); if (o.n < 1 || o.n > 64) usage(argv[0]);
            char *b = malloc(o.n); if (!b) return 1; strncpy(b, o.file, o.n); free(b); return 0; }", 64),
        ("getopt", "int main(int argc, char **argv) { int c, n = 4; while ((c = getopt(argc, argv, \"n:v\")) != -1) { if (c == 'n') n = atoi(optarg); else if (c != 'v') return 1; }
            if (n < 0 || n > 100) return 1; void *p = calloc(n, 8); for (int i = optind; i < argc; i++) puts(argv[i]); free(p); return 0; }", 800),
        ("mixed", "static int first(const char *s) { return *s; } static const char *next(const char *s) { return s + 1; }
          int main(int argc, char **argv) { const char *s = argc > 1 ? argv[1] : \"abc\"; s = next(s);
            char *p = malloc(first(next(\"a\\005\")) + 1); char *q = malloc((unsigned char)first(s)); free(p); free(q); return 0; }", 383),
    ];
    for (name, body, truth) in programs {
        let (most, reached) = bound(name, body);
        assert_eq!(most, truth, "{name}");
        assert!(reached <= most, "{name}");
    }
}

/// What a call leaves behind beside its result.
#[test]
fn calls_with_arguments_leave_what_they_may() {
    let programs = [
        ("errno", "int main(int argc, char **argv) { if (argc < 2) return 1; errno = 0; long n = strtol(argv[1], 0, 10);
            char *p = malloc(errno == ERANGE ? 70 : 3); free(p); return n != 0; }", 70),
        ("end", "int main(int argc, char **argv) { if (argc < 2) return 1; char *e = \"\"; strtol(argv[1], &e, 10);
            char *p = malloc(*e == 'k' ? 90 : 5); free(p); return 0; }", 90),
        ("buffer", "int main(int argc, char **argv) { char b[8] = \"\"; if (argc > 1) strncpy(b, argv[1], 7);
            char *p = malloc(b[0] == 'x' ? 60 : 6); free(p); return 0; }", 60),
        ("counted", "int main(int argc, char **argv) { int n = printf(\"%s\\n\", argv[0]); char *p = malloc(n > 100 ? 40 : 4); free(p); return 0; }", 40),
        ("optarg", "int main(int argc, char **argv) { int c = getopt(argc, argv, \"a:\"); char *p = malloc(c == 'a' && optarg[0] == 'z' && optind == 3 ? 50 : 5); free(p); return 0; }", 50),
        ("null", "int main(int argc, char **argv) { char *p = malloc(argv[1] ? 30 : 3); free(p); return argc; }", 30),
        ("found", "int main(int argc, char **argv) { char *s = strrchr(argv[0], '/'); char *p = malloc(s ? s[1] == 'a' ? 33 : 22 : 11); free(p); return argc; }", 33),
    ];
    for (name, body, truth) in programs {
        let r = run(name, body, &[]);
        assert!(any_arguments(&r), "{name}: {r}");
        let most = heap(&r)["bound"]["most"].as_u64();
        assert!(most.is_none_or(|n| n >= truth), "{name}: {r}");
        let whole = !matches!(name, "buffer");
        assert!(!whole || most == Some(truth), "{name}: {r}");
    }
}

/// Where something is not understood the bound holds without arguments, and why is said.
#[test]
fn what_is_not_followed_is_told() {
    let programs = [
        ("kept", "int main(int argc, char **argv) { char *t = strtok(argv[argc - 1], \",\"); return t != NULL; }", "strtok"),
        ("set", "int main(int argc, char **argv) { static char b[4]; argv[0] = b; return argv[0][0] + argc; }", "is set"),
        ("again", "int main(int argc, char **argv) { return argc > 5 ? argc : main(argc + 1, argv); }", "calls `main` itself"),
        ("pointer", "int main(int argc, char **argv) { size_t (*f)(const char *) = strlen; return f(argv[argc - 1]) != 3; }", "pointer to a function"),
        ("copied", "int main(int argc, char **argv) { char *c[4]; memcpy(c, argv, sizeof c); return c[0][0] + argc; }", "are copied"),
    ];
    for (name, body, why) in programs {
        let r = run(name, body, &[]);
        assert!(!any_arguments(&r), "{name}: {r}");
        let notes = r["notes"].to_string();
        assert!(
            notes.contains("arguments of `main` are taken to be none"),
            "{name}: {r}"
        );
        assert!(notes.contains(why), "{name}: {r}");
    }
}

/// Arguments that the user gives are those.
#[test]
fn given_arguments_are_taken_as_they_are() {
    let body = "int main(int argc, char **argv) { char *p = malloc(argc > 1 ? atoi(argv[1]) : 1); free(p); return 0; }";
    let r = run("given", body, &["--args", "77"]);
    assert_eq!(heap(&r)["bound"]["number"], 77, "{r}");
    assert!(!any_arguments(&r), "{r}");
    let r = run("symbolic", body, &["--sym-args", "0", "1", "2"]);
    assert_eq!(heap(&r)["reached"]["of"], 99, "{r}");
}
