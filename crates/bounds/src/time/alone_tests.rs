//! Rounds over small constants that are executed on their own, ways that are kept apart
//! by registers that are equal, and inputs that are looked at alone.

use super::apart_tests::{asked, contradiction, inputs, EIGHT};
use super::middle::Middle;
use super::walk_tests::read_with;
use ep_base::time::{Report, Verdict};

/// Loops over a few elements, with all that may go on in a round.
const TABLES: [(usize, &str); 16] = [
    (1, "static const U t[6] = { 3, 9, 27, 81, 200, 0 }; void f(U n) { for (U i = 0; t[i]; i++) if (t[i] == n) return; }"),
    (1, "static const U t[5] = { 1, 2, 3, 4, 5 }; void f(U n) { for (U i = 0; i < 5; i++) if (n > t[i]) n = (U)(n - t[i]); while (n) n--; }"),
    (1, "static const S t[4] = { -1, 1, -1, 1 }; void f(S n) { for (U i = 0; n; i = (U)((i + 1) & 3)) n = (S)(n + t[i]); }"),
    (1, "static const U t[4] = { 1, 2, 3, 0 }; void f(U n) { for (U i = 0; i != n; i = t[i & 3]) ; }"),
    (1, "static const U t[3] = { 1, 0, 2 }; void f(U n) { U i = (U)(n % 3); while (t[i] != i) i = t[i]; }"),
    (2, "static const U t[8] = { 1, 2, 4, 8, 16, 32, 64, 128 }; void f(U n, U m) { U s = 0; for (U i = 0; i < 8; i++) if (n & t[i]) s++; while (s < m) m--; }"),
    (2, "static const U t[6] = { 7, 1, 5, 1, 9, 0 }; void f(U n, U m) { for (U j = 0; j < m; j++) for (U i = 0; t[i]; i++) if (t[i] == n) break; }"),
    (2, "static U is(U c) { const char *v = \"aei\"; for (U i = 0; v[i]; i++) if ((U)v[i] == c) return 1; return 0; } void f(U n, U m) { while (m--) if (is((U)(n + m))) return; }"),
    (2, "static const U t[4] = { 1, 2, 3, 4 }; void f(U n, U m) { for (U i = 0; i < 4; i++) for (U j = 0; j < t[i]; j++) if (n == m) return; else n++; }"),
    (1, "static const U t[40] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 }; void f(U n) { for (U i = 0; t[i]; i++) if (t[i] == n) return; }"),
    (1, "static const U t[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; void f(U n) { for (U i = 0; i < 2; i++) for (U j = 0; j < 3; j++) if (t[i][j] == n) i = 1; }"),
    (1, "static U t[4] = { 1, 1, 1, 0 }; void f(U n) { for (U i = 0; t[i & 3]; i++) t[n & 3] = 1; }"),
    (2, "static const U t[4] = { 3, 2, 1, 0 }; void f(U n, U m) { U i = 0; do { n = (U)(n + t[i]); i++; } while (i < 4 && n != m); while (n > m) n--; }"),
    (1, "static const U t[3] = { 5, 6, 7 }; static U g(U k, U n) { return k > 2 ? n : g((U)(k + 1), (U)(n ^ t[k])); } void f(U n) { for (U i = g(0, n); i < 250; i++) ; }"),
    (1, "static const struct { U k; S v; } t[3] = { { 1, -3 }, { 2, 0 }, { 3, 4 } }; void f(U n) { S s = 0; for (U i = 0; i < 3; i++) if (t[i].k != n) s = (S)(s + t[i].v); while (s > 0) s--; }"),
    (1, "static const U t[4] = { 2, 4, 6, 8 }; void f(U n) { U i = 0; again: if (t[i] < n) { i++; if (i < 4) goto again; } while (i) i--; }"),
];

/// Registers that are compared where ways meet.
const EQUAL: [(usize, &str); 8] = [
    (2, "void f(S n, S m) { S i = n; if (i < 0 || m > 60) return; while (1) { S l = (S)(2 * i + 1), r = (S)(2 * i + 2), k = i; if (l < m && (l & 3)) k = l; if (r < m && (r & 4)) k = r; if (k == i) return; i = k; } }"),
    (2, "void f(U n, U m) { while (1) { U k = n; if (m & 1) k = (U)(n + 1); if (m & 2) k = (U)(n - 1); if (m & 4) k = n; if (m & 8) k = (U)(k + 1); if (k == n) return; n = k; } }"),
    (2, "void f(U n, U m) { for (U i = 0; i != n; ) { U k = i; if (m & 1) k++; if (m & 2) k++; if (m & 4) k--; if (k == i) k = n; i = k; } }"),
    (2, "void f(U n, U m) { U k = m; for (U i = 0; i < n; i++) { if (i & 1) k = n; else if (i & 2) k = i; else if (m & 1) k = m; if (k != n) continue; n--; } }"),
    (2, "void f(S n, S m) { S a = n, b = m; while (a != b) { if (a > b) { S t = a; a = b; b = t; } else if (a & 1) b = (S)(b - 1); else if (b & 1) a = b; else b = a; } }"),
    (1, "void f(U n) { U a = n, b = n; for (U i = 0; i < 5; i++) { if (n & 1) a++; if (n & 2) b++; if (n & 4) { a++; b++; } if (a == b) return; } while (a != b) a++; }"),
    (2, "static U g(U a, U b) { U c = a; if (a & 1) c = b; if (b & 1) c = a; if (a & 2) c++; return c == a; } void f(U n, U m) { while (n && !g(n, m)) n--; }"),
    (2, "void f(S n, S m) { S lo = 0, hi = n; while (lo < hi) { S k = lo; if (m & 1) k = (S)(lo + 1); if (m & 2) k = hi; if (m & 4) k = lo; if (k == lo) hi--; else lo = k; } }"),
];

fn claims(programs: &[(usize, &str)], middles: &[Middle]) -> (Vec<String>, Vec<Report>) {
    let (mut bad, mut all) = (Vec::new(), Vec::new());
    for (params, program) in programs {
        let module = read_with(&format!("{EIGHT}{program}"), &["-fwrapv"]);
        for middle in middles {
            let report = asked(&module, *middle);
            let wrong = inputs(*params)
                .into_iter()
                .find_map(|v| contradiction(&module, &report, &v));
            bad.extend(wrong.map(|w| format!("{program} ({middle:?}): {w}")));
            all.push(report);
        }
    }
    (bad, all)
}

#[test]
fn no_run_contradicts_what_is_claimed_of_loops_over_constants() {
    // What stays open takes all of its time.
    let quick = |t: &&(usize, &str)| !t.1.contains("(i + 1) & 3") && !t.1.contains("static U t");
    let quick: Vec<(usize, &str)> = TABLES.iter().filter(quick).copied().collect();
    let (mut bad, mut all) = claims(&quick, &[Middle::Everything]);
    let (other, more) = claims(&TABLES, &[Middle::Alone]);
    bad.extend(other);
    all.extend(more);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    let proved = all.iter().filter(|r| r.verdict == Verdict::Terminates);
    assert!(proved.count() >= 9);
}

#[test]
fn no_run_contradicts_what_is_claimed_where_ways_are_told_apart() {
    // Most of them take their time where all inputs are looked at.
    let (mut bad, mut all) = claims(&EQUAL, &[Middle::Alone]);
    let (other, more) = claims(EQUAL.split_at(5).1, &[Middle::Everything]);
    bad.extend(other);
    all.extend(more);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    let known = all.iter().filter(|r| r.bounds.upper.is_some());
    assert!(known.count() >= 5);
}

/// What a literal holds is found, round by round, and costs what it costs.
#[test]
fn a_search_in_a_literal_has_the_cost_of_its_rounds() {
    let program = "static int is(char c) { const char *v = \"aeiou\"; for (int i = 0; v[i]; i++) if (v[i] == c) return 1; return 0; } int f(const char *s) { int n = 0; for (; *s; s++) if (is(*s)) n++; return n; }";
    let report = asked(&read_with(program, &["-fwrapv"]), Middle::Everything);
    assert_eq!(report.verdict, Verdict::Terminates);
    let upper = report.bounds.upper.as_ref().expect("a bound");
    // Five rounds, and a few instructions around them.
    let at = [1000.into()];
    let worst = upper.upper_at(&at).value().expect("a number");
    assert!(worst < 200_000.into(), "{worst}");
    // The loop inside is one of the loops, with its rounds.
    assert_eq!(report.loops.len(), 2);
    let inner = report.loops.iter().filter_map(|l| l.rounds.upper.as_ref());
    let most = inner.filter_map(|b| b.upper_at(&at).value()).max();
    assert_eq!(most, Some(5000.into()));
}

/// A measure of a loop has one step for each round, also where a way between cuts inside
/// of it goes around the head.
#[test]
fn rounds_one_by_one_have_no_other_measure() {
    let program = "static const U t[3] = { 4, 1, 0 }; int f(S n) { S y = 3; int c = 0, i = 0; for (i = 0; i < 3; i++) { if (y > 3) y = (S)(y & 1); else { if (y != 3) { if (n & 3) y = 2; else n--; y++; } else if (t[i] < n) n = 0; } y++; c++; } return c; }";
    let module = read_with(&format!("{EIGHT}{program}"), &["-fwrapv"]);
    let report = asked(&module, Middle::Everything);
    let mut all = inputs(1).into_iter();
    let wrong = all.find_map(|v| contradiction(&module, &report, &v));
    assert_eq!(wrong, None);
    let rounds = report.loops.iter().map(|l| &l.rounds);
    for b in rounds {
        for n in [-128, 0, 1, 5, 127] {
            let at = [n.into()];
            let most = b.upper.as_ref().and_then(|b| b.upper_at(&at).value());
            let least = b.lower.as_ref().map(|b| b.lower_at(&at));
            assert!(most.is_none_or(|m| m >= 3.into()), "{n}");
            assert!(least.is_none_or(|l| l <= 3.into()), "{n}");
        }
    }
}

/// Where the middle is looked at alone, nothing is said of the other inputs.
#[test]
fn inputs_that_were_left_out_have_no_answer() {
    let ends = "void f(S n) { if (n < 0) for (;;) ; while (n > 0) n--; }";
    let module = read_with(&format!("{EIGHT}{ends}"), &["-fwrapv"]);
    let report = asked(&module, Middle::Alone);
    assert!(matches!(report.verdict, Verdict::Unknown { .. }));
    let upper = report.bounds.upper.as_ref().expect("a bound of the middle");
    assert!(upper.upper_at(&[20.into()]).value().is_some());
    for n in [-1, -128, 63, 127] {
        assert_eq!(upper.upper_at(&[n.into()]).value(), None, "{n}");
    }
    let decided = |l: &ep_base::time::Loop| l.verdict == ep_base::time::LoopVerdict::Terminates;
    assert!(!report.loops.iter().any(decided));
}
