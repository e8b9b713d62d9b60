//! `everypath time`: what `--overflow` says of each operation, and what rounds
//! of a run without end read.

#[path = "support/timed.rs"]
mod timed;

use timed::{text, time};

/// What `--overflow` says holds for constants too, which the graph keeps
/// unsigned, and beside locals without a value.
#[test]
fn overflows_of_sums_with_constants_are_assumed_away_or_named() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let up = "void f(int n) {\n int x = 1;\n while (x <= n)\n  x = x + 1;\n}";
    let down = "void f(int n) {\n int x = 1;\n while (x >= n)\n  x = x - 1;\n}";
    // The guard leaves room: nothing is to be assumed or named.
    let room = "void f(int n) {\n int x = 1;\n while (x < n)\n  x = x + 1;\n}";
    let twice = "void f(int n) {\n int x = 1;\n while (x <= n)\n  x = 2 * x;\n}";
    for (name, source) in [
        ("up.c", up),
        ("down.c", down),
        ("room.c", room),
        ("twice.c", twice),
    ] {
        std::fs::write(dir.path().join(name), source).expect("a file");
    }
    let run = |name: &str, how: &str| {
        let out = time(dir.path(), &[name, "--entry", "f", "--overflow", how]);
        (out.status.code(), text(&out))
    };
    for name in ["up.c", "down.c", "twice.c"] {
        let (code, told) = run(name, "assume");
        assert_eq!(code, Some(0), "{name}: {told}");
        assert!(
            told.contains(":4: signed arithmetic does not overflow"),
            "{name}: {told}"
        );
        let (code, told) = run(name, "error");
        // Where a run reaches it, it is reported with its input.
        let reached = told.contains(":4: signed arithmetic overflows for n = ");
        let wanted = if reached { 1 } else { 3 };
        assert_eq!(code, Some(wanted), "{name}: {told}");
        assert_eq!(reached, name == "twice.c", "{name}: {told}");
        assert!(
            told.contains(":4: a signed overflow could not be excluded"),
            "{name}: {told}"
        );
    }
    assert_eq!(run("up.c", "wrap").0, Some(1));
    for how in ["assume", "error", "wrap"] {
        let (code, told) = run("room.c", how);
        assert_eq!(code, Some(0), "{how}: {told}");
        assert!(!told.contains("overflow"), "{how}: {told}");
    }
    // The least number by -1 does not fit either.
    let quotients = "int any(int x, int y) { return y == 0 ? 0 : x / y; }
        int up(int x, int y) { return y <= 0 ? 0 : x % y; } int by(int x) { return x / 7; }";
    std::fs::write(dir.path().join("quotients.c"), quotients).expect("a file");
    for (entry, code) in [("any", 3), ("up", 0), ("by", 0)] {
        let out = time(
            dir.path(),
            &["quotients.c", "--entry", entry, "--overflow", "error"],
        );
        assert_eq!(out.status.code(), Some(code), "{entry}: {}", text(&out));
    }
    // The runs beside a proof end where it assumes that there is none.
    let halves =
        "int __VERIFIER_nondet_int(void); int main(void) { int x, old; x = __VERIFIER_nondet_int();
        while (x > 1 && 2 * x <= old) { old = x; x = __VERIFIER_nondet_int(); } return 0; }";
    std::fs::write(dir.path().join("halves.c"), halves).expect("a file");
    let out = time(
        dir.path(),
        &["halves.c", "--uninit", "input", "--overflow", "assume"],
    );
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(told.contains("natively with the same count"), "{told}");
    assert!(told.contains("end otherwise: signed-overflow"), "{told}");
}

/// Where each run of some inputs overflows, no cost of theirs is told: 0 would read as
/// if they took no time. Where nothing is assumed their value is a number.
#[test]
fn inputs_whose_every_run_overflows_have_no_bound() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let all = "int main(void) { int y = 1; while (y > 0) y = y + 1; return y; }";
    let some = "int f(int x) { int y = x; while (y >= 0) y = y + 1; return y; }";
    std::fs::write(dir.path().join("all.c"), all).expect("a file");
    std::fs::write(dir.path().join("some.c"), some).expect("a file");
    let run = |args: &[&str]| {
        let out = time(dir.path(), args);
        let told = text(&out);
        assert_eq!(out.status.code(), Some(0), "{args:?}: {told}");
        told
    };
    let told = run(&["all.c", "--overflow", "assume"]);
    assert!(
        told.contains("without signed overflow no run ends"),
        "{told}"
    );
    assert!(!told.contains("exact"), "{told}");
    let told = run(&["some.c", "--entry", "f", "--overflow", "assume"]);
    assert!(told.contains("x <= -1: 11 "), "{told}");
    let none = "without signed overflow no run ends whose inputs are in no case";
    assert!(told.contains(none), "{told}");
    assert!(!told.contains("x >= 0"), "{told}");
    // As the machine runs it, it ends for all of them.
    let told = run(&["some.c", "--entry", "f"]);
    assert!(!told.contains("without signed overflow"), "{told}");
    assert!(told.contains("x >= 0: 7*(INT_MAX - x) + 18 "), "{told}");
    assert!(told.contains("x >= 0: INT_MAX - x + 1 "), "{told}");
}

/// The file that shows a lasso reads what its rounds read over and over.
#[test]
fn what_rounds_read_is_read_again_in_the_file_of_a_lasso() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source =
        "int __VERIFIER_nondet_int(void); int main(void) { int n = __VERIFIER_nondet_int(), a = 0;
        for (int x = 1; x <= n; x++) { if (__VERIFIER_nondet_int()) a++; else a--; } return 0; }";
    std::fs::write(dir.path().join("w.c"), source).expect("a file");
    let out = time(dir.path(), &["w.c"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(1), "{told}");
    assert!(
        told.contains(" in every round  (violated, replayed)"),
        "{told}"
    );
    let file = dir.path().join("everypath-out/w-1/bugs/lasso1.c");
    let written = std::fs::read_to_string(file).expect("a lasso");
    assert!(written.contains("    next = 1"), "{written}");
    assert!(!written.contains("no longer fits"), "{written}");
    // Objects that are made symbolic are inputs as well.
    let made = "void klee_make_symbolic(void *, unsigned long, const char *);
        static int pick(void) { int v; klee_make_symbolic(&v, sizeof v, \"v\"); return v; }
        int main(void) { int n = pick(), a = 0;
        for (unsigned char x = 1; x <= n; x++) { if (pick()) a = 1; else a = 2; } return a; }";
    std::fs::write(dir.path().join("m.c"), made).expect("a file");
    let out = time(dir.path(), &["m.c"]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out));
    let file = dir.path().join("everypath-out/m-1/bugs/lasso1.c");
    let written = std::fs::read_to_string(file).expect("a lasso");
    assert!(written.contains("    ep_next_input = "), "{written}");
}

/// What is assumed away is assumed where runs are unwound, too, and what ends
/// with wrap-around is asked of the program that wraps around.
#[test]
fn short_runs_are_unwound_up_to_an_overflow() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    // The distance to the fixed point between -1 and 0 grows each time.
    let away = "int __VERIFIER_nondet_int(void); void f(int n) {
        while (n <= 90) { if (__VERIFIER_nondet_int()) n = -3 * n - 1; else n = -4 * n - 3; } }";
    // Without an overflow 0 stays where it is.
    let stays = "int __VERIFIER_nondet_int(void); void f(int n) {
        while (n <= 90) { if (__VERIFIER_nondet_int()) n = -3 * n; else n = -4 * n - 3; } }";
    for (name, source, code) in [("away.c", away, 0), ("stays.c", stays, 1)] {
        std::fs::write(dir.path().join(name), source).expect("a file");
        let out = time(dir.path(), &[name, "--entry", "f", "--overflow", "assume"]);
        let told = text(&out);
        assert_eq!(out.status.code(), Some(code), "{name}: {told}");
        if code == 0 {
            let assumed = "assuming            signed arithmetic does not overflow";
            assert!(told.contains(assumed), "{told}");
            assert!(
                told.contains("the runs of all inputs were unwound to their end"),
                "{told}"
            );
        }
    }
    let out = time(
        dir.path(),
        &["away.c", "--entry", "f", "--overflow", "error"],
    );
    // It is not excluded, and runs reach it.
    assert_eq!(out.status.code(), Some(1), "{}", text(&out));
}

/// A line is told once, whatever its columns are.
#[test]
fn what_is_assumed_of_a_line_is_told_once() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "void f(int n, int m) {\n for (int x = 1; x <= n; )\n  x = x + 1, m = m + 1;\n while (m > 9) m--;\n}";
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let out = time(dir.path(), &["f.c", "--entry", "f", "--overflow", "assume"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    let line = ":3: signed arithmetic does not overflow";
    assert_eq!(told.matches(line).count(), 1, "{told}");
}

/// The least number by -1: a machine that goes on has the wrapped result, and
/// the place is named. No other result is taken for granted.
#[test]
fn the_least_number_by_minus_one_wraps_around_or_stops() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let said = "INT_MIN % -1 is 0, or the machine stops there";
    for (source, code, assumption) in [
        ("int f(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }", 0, Some(said)),
        ("int f(int a, int b) { return b ? f(b, a % b) : a; }", 0, Some(said)),
        ("int f(int x) { int n = 0; while (x % -1 != 0) n++; return n; }", 0, Some(said)),
        ("int f(int x) { while (x / -1 > 0 && x > 0) ; return x; }", 0, Some("INT_MIN / -1 is INT_MIN, or the machine stops there")),
        // Here it cannot happen.
        ("int f(int a, int b) { if (b > 0) while (b) { int t = a % b; a = b; b = t < 0 ? -t : t; } return a; }", 0, None),
        // A machine that does not stop at the remainder stays in the loop, and
        // no run of this one does.
        ("int f(int x, int y) { if (y == -1 && x < -2147483647 && x % y == 0) for (;;) ; return x; }", 3, Some(said)),
    ] {
        std::fs::write(dir.path().join("p.c"), source).expect("a file");
        let out = time(dir.path(), &["p.c", "--entry", "f"]);
        let told = text(&out);
        assert_eq!(out.status.code(), Some(code), "{source}: {told}");
        match assumption {
            Some(a) => assert!(told.contains(a), "{source}: {told}"),
            None => assert!(!told.contains("machine stops"), "{source}: {told}"),
        }
        let strict = time(dir.path(), &["p.c", "--entry", "f", "--strict"]);
        let code = if assumption.is_some() { 3 } else { 0 };
        assert_eq!(strict.status.code(), Some(code), "{source}: {}", text(&strict));
    }
}

/// Where the one input on which a counter overflows cannot be run, what holds of all
/// others is told beside the answer.
#[test]
fn what_holds_without_overflow_is_told_beside_an_open_answer() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "void f(int *a, int n) { for (int i = 0; i <= n; i++) a[i] = 0; }\n\
        int g(int n) { int s = 0; for (int i = 0; i < n - 1; i++) for (int j = 0; j < n - i - 1; j++) s ^= i; return s; }\n";
    std::fs::write(dir.path().join("o.c"), source).expect("a file");
    let rest = "note                where no signed arithmetic overflows, it terminates, at most ";
    let told = |entry: &str, more: &[&str]| {
        let out = time(dir.path(), &[&["o.c", "--entry", entry], more].concat());
        (out.status.code(), text(&out))
    };
    let (code, f) = told("f", &[]);
    assert_eq!(code, Some(3), "{f}");
    assert!(f.contains(rest) && f.contains("(--overflow assume)"), "{f}");
    let (code, f) = told("f", &["--overflow", "assume"]);
    assert_eq!(code, Some(0), "{f}");
    assert!(!f.contains(rest), "{f}");
    // For the least `n` there are 2^62 rounds.
    let (code, g) = told("g", &[]);
    assert_eq!(code, Some(0), "{g}");
    let most = "note                where no signed arithmetic overflows, it takes at most ";
    assert!(g.contains(most), "{g}");
}
