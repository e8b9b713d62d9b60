//! Loops that constants decide and that never end: proved where the state comes again,
//! and only there.

use serde_json::Value;
use std::process::Command;

fn check(program: &str, more: &[&str]) -> Value {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.c"), program).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(dir.path())
        .args(["check", "p.c", "--json", "--timeout", "20", "--first-bug"])
        .args(more)
        .output()
        .unwrap();
    serde_json::from_slice(&run.stdout).unwrap_or_else(|_| {
        panic!("{program}: {}", String::from_utf8_lossy(&run.stderr));
    })
}

/// The same program with what every one needs in front.
fn checked(body: &str, more: &[&str]) -> Value {
    let head = "#include <stdio.h>\n#include <stdlib.h>\nextern void reach_error(void);\nint __VERIFIER_nondet_int(void);\nint g; int *q;\n";
    check(&format!("{head}{body}\n"), more)
}

#[test]
fn a_run_that_repeats_its_state_is_followed_to_no_limit() {
    for body in [
        "int main(void) { int x = 0, y = 0; while (y >= 0) { y = y + x; } if (y >= 0) reach_error(); return 0; }",
        "int main(void) { int x = 1; while (x >= 0) x += x & 0; reach_error(); return *q; }",
        "int main(void) { int n = __VERIFIER_nondet_int(), k = 0; if (n < 0 || n > 3) return 1; while (k < n) k++; while (g == 0) { k = k ^ 1; } reach_error(); return 0; }",
        "int main(void) { unsigned x = 0; while (x < 10) { for (int i = 0; i < 100; i++); x = (x + 3) % 9; if (x == 7) reach_error(); } return 0; }",
        "static int turn(int x) { while (x >= 0) { if (x == 5) return x; x = (x + 1) % 5; } return 0; }\nint main(void) { return turn(g) == 5 ? (reach_error(), 1) : 0; }",
    ] {
        let json = checked(body, &[]);
        assert_eq!(json["verdict"]["kind"], "proved", "{body}: {json:#}");
        let because = json["argument"].as_str().unwrap_or_default();
        assert!(because.contains("never ends"), "{body}: {because}");
    }
}

#[test]
fn what_changes_unseen_is_no_repetition() {
    for body in [
        // A variable in memory, of a callee, behind a pointer.
        "int main(void) { int x = 0; while (x >= 0) { if (g == 5000) reach_error(); g++; } return 0; }",
        "static int count(void) { static int n; return ++n; }\nint main(void) { while (g == 0) if (count() == 3000) reach_error(); }",
        "int main(void) { int n = 0, *p = &n; q = p; while (g == 0) { if (*q == 2500) reach_error(); ++*p; } }",
        // Two blocks in turns, an input, the position of the input.
        "int main(void) { char *p = malloc(1); int k = 0; while (g == 0) { free(p); p = malloc(1); if (p && ++k == 2000) reach_error(); } }",
        "int main(void) { int n = 0; while (g == 0) { if (n == 1100 && __VERIFIER_nondet_int() == 9) reach_error(); if (n < 1100) n++; } }",
        // The cycle is longer than is looked for.
        "int main(void) { unsigned x = 0; while (g == 0) { x = (x + 1) % 5000; if (x == 4999) reach_error(); } }",
        // It comes back once, and then not.
        "int main(void) { int x = 0, y = 0; while (g == 0) { x = !x; y++; if (y == 4000) reach_error(); } }",
        // A frame deeper each time.
        "static void down(int n) { if (n == 1500) reach_error(); down(n + 1); }\nint main(void) { down(0); }",
    ] {
        let json = checked(body, &[]);
        assert_eq!(json["verdict"]["kind"], "violated", "{body}: {json:#}");
    }
}

#[test]
fn the_input_that_is_read_in_a_round_counts() {
    let body = "int main(void) { int c, n = 0; while ((c = getchar()) != 7 || n < 1) n = 0; reach_error(); }";
    let json = checked(body, &["--stdin", "4", "--closed"]);
    assert_ne!(json["verdict"]["kind"], "violated", "{json:#}");
    let body = "int main(void) { int n = 0; while (g == 0) { int c = getchar(); if (c == 'x') reach_error(); n = n & 0; } }";
    let json = checked(body, &["--stdin", "3", "--closed"]);
    assert_eq!(json["verdict"]["kind"], "violated", "{json:#}");
}

#[test]
fn what_is_lost_on_the_way_is_not_proved_to_be_kept() {
    let body = |more: &str| {
        format!("int main(void) {{ char *p = malloc(4); {more} int x = 0; while (x >= 0) x = 1 - x; return p != 0; }}")
    };
    let leak = ["--check", "+leak"];
    let json = checked(&body("p = 0;"), &leak);
    assert_ne!(json["verdict"]["kind"], "proved", "{json:#}");
    let json = checked(&body(""), &leak);
    assert_eq!(json["verdict"]["kind"], "proved", "{json:#}");
}

#[test]
fn it_is_no_proof_that_a_run_ends() {
    let dir = tempfile::tempdir().unwrap();
    let program =
        "int f(int a) { int x = a & 0, y = x; while (y >= 0) { y = y + x; } return y; }\n";
    std::fs::write(dir.path().join("p.c"), program).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(dir.path())
        .args(["time", "p.c", "--entry", "f", "--json", "--timeout", "20"])
        .output()
        .unwrap();
    let json: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_ne!(json["verdict"]["kind"], "terminates", "{json:#}");
    assert_ne!(json["verdict"], "terminates", "{json:#}");
    assert!(
        json["verdict"].to_string().contains("terminat")
            || json["verdict"].to_string().contains("endless"),
        "{json:#}"
    );
}
