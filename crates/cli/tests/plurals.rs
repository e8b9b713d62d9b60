//! One of a thing is told in the singular, by every verb, on the terminal and on pages.

use std::path::Path;
use std::process::Command;

const ONE: &str = "\
#include <stdlib.h>
int f(int x) {
  if (x == 7)
    abort();
  return 1;
}
int main(void) { return f(1); }
";

/// Words behind a lone 1 that end as plurals do.
fn wrong(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plural = |w: &str| {
        let w = w.trim_matches(|c: char| !c.is_alphanumeric());
        w.ends_with('s')
            && !w.ends_with("ss")
            && w.len() > 3
            && w.chars().all(|c| c.is_alphabetic())
    };
    let mut out = Vec::new();
    for (i, pair) in words.windows(2).enumerate() {
        let number = pair[0].trim_start_matches(['(', ',']);
        // `3 of 1 lines` counts, `x - 1 holds` does not.
        let counts = i == 0 || !["-", "+", "*", "=", "<", ">", "==", "to"].contains(&words[i - 1]);
        let verbs = [
            "holds", "takes", "ends", "waits", "rests", "covers", "agrees", "leaves",
        ];
        let verb = |w: &str| verbs.contains(&w.trim_end_matches([',', ';', '.']));
        if number == "1" && counts && plural(pair[1]) && !verb(pair[1]) {
            out.push(pair.join(" "));
        }
    }
    out
}

fn run(dir: &Path, args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath starts");
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        out.status.code().is_some_and(|c| c <= 3),
        "{args:?}: {told}"
    );
    let mut text = String::from_utf8_lossy(&out.stdout).into_owned() + &told;
    let page = dir.join("page/index.html");
    if let Ok(page) = std::fs::read_to_string(&page) {
        // What scripts have is source, and words of the program.
        text.push_str(page.split("<script").next().unwrap_or_default());
    }
    let _ = std::fs::remove_dir_all(dir.join("page"));
    text.replace('<', " <").replace('>', "> ")
}

#[test]
fn one_of_a_thing_is_no_plural() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str, text: &str| {
        std::fs::write(dir.path().join(name), text).expect("written");
    };
    at("a.c", ONE);
    at(
        "leak.c",
        "#include <stdlib.h>\nint main(void) { char *p = malloc(1); return p == (char *)7; }\n",
    );
    at(
        "over.c",
        "int f(unsigned n) { static char a[1]; return n < 3 ? a[n] : 0; }\n",
    );
    at(
        "heap.c",
        "#include <stdlib.h>\nint main(void) { free(malloc(1)); return 0; }\n",
    );
    at("C.java", "class C { int m() { return 1; } }\n");
    at("c.vpr", "method m() { assert false }\n");
    at("c.koat", "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x)\n(RULES\n  f(x) -> Com_1(g(x))\n)\n");
    let mut seen = String::new();
    for args in [
        &["test", "a.c", "--html", "page"][..],
        &[
            "test",
            "a.c",
            "--entry",
            "f",
            "--max-paths",
            "1",
            "--coverage",
            "--html",
            "page",
        ],
        &["test", "leak.c", "--check", "all", "--html", "page"],
        &["test", "over.c", "--entry", "f"],
        &["check", "a.c", "--entry", "f", "--html", "page"],
        &["check", "leak.c", "--check", "all"],
        &[
            "fuzz",
            "a.c",
            "--entry",
            "f",
            "--max-runs",
            "1",
            "--html",
            "page",
        ],
        &["memory", "heap.c", "--html", "page"],
        &["memory", "leak.c", "--budget", "heap=0"],
        &["time", "heap.c", "--html", "page"],
        &["paths", "C.java", "--method", "C.m", "--html", "page"],
        &["verify", "c.vpr"],
        &["its", "c.koat"],
    ] {
        let text = run(dir.path(), args);
        let found = wrong(&text);
        assert!(found.is_empty(), "{args:?}: {found:?}\n{text}");
        seen.push_str(&text);
    }
    // It has looked at texts that count one of something.
    for one in ["1 path", "1 test", "1 byte", "1 run", "1 line"] {
        assert!(seen.contains(one), "no `{one}` in {seen}");
    }
    assert_eq!(wrong("found 1 paths, 1 path, x - 1 holds"), ["1 paths,"]);
}
