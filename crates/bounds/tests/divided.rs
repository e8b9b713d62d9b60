//! Work that is divided: recursions over parts, searches over halves, digits, limits
//! that a factor reaches. What is claimed of programs that end names what it should,
//! programs of the same shapes that do not end are not proved, and at 8 bits inputs are
//! run beside every claim.

use ep_base::time::{Report, Verdict};
use runs::{bound, claims, contradiction, read};

#[path = "support/runs.rs"]
mod runs;
mod support;

/// Longer runs are left out.
const MOST: u64 = 1 << 14;

/// Programs that end, with what their bounds name and what they must not name, at 32
/// bits.
const END: [(&str, &str, &str); 24] = [
    // By merging: work in proportion to the part, and two halves.
    (
        "void f(U n) { if (n < 2) return; f(n / 2); f(n - n / 2); for (U i = 0; i < n; i++) ; }",
        "bitlength(",
        "n*n",
    ),
    (
        "void f(U l, U r) { if (l >= r || r - l == 1) return; U m = l + (r - l) / 2; f(l, m); f(m, r); for (U i = l; i < r; i++) ; }",
        "",
        "",
    ),
    // Work that does not hang on the size of the part.
    (
        "void f(U l, U r) { if (l >= r || r - l == 1) return; U m = l + (r - l) / 2; f(l, m); f(m, r); }",
        "r - l",
        "bitlength",
    ),
    ("void f(U n) { if (n < 2) return; f(n / 2); f(n / 2); }", "n", "bitlength"),
    // By parts that may be as unequal as can be.
    (
        "void f(U l, U h, U x) { if (l >= h) return; U p = l; for (U i = l; i < h; i++) if (i < x) p = i; f(l, p, x); f(p + 1, h, x); }",
        "",
        "",
    ),
    // One half only.
    ("void f(U n) { if (n) f(n / 2); }", "bitlength(n", ""),
    ("void f(U n, U x) { if (n == 0) return; if (x & 1) f(n / 2, x); else f(n / 3, x); }", "bitlength(n", ""),
    (
        "void f(U l, U h, U x) { if (l >= h) return; U m = l + (h - l) / 2; if (m < x) f(m + 1, h, x); else f(l, m, x); }",
        "bitlength(",
        "",
    ),
    (
        "void f(U n, U x) { U l = 0, h = n; while (l < h) { U m = l + (h - l) / 2; if (m < x) l = m + 1; else h = m; } }",
        "",
        "",
    ),
    // Digits: three bits each and more.
    ("void f(U n) { while (n != 0) n /= 10; }", "bitlength(4*n)", ""),
    ("void f(S n) { while (n > 0) n /= 10; }", "bitlength(4*n)", ""),
    ("void f(U n) { while (n >= 16) n /= 16; }", "bitlength(8*n)", ""),
    ("void f(U n) { do n /= 3; while (n != 0); }", "bitlength(", ""),
    // Of a base between two numbers.
    ("void f(U n, U b) { if (b < 2 || b > 16) return; do n /= b; while (n != 0); }", "bitlength(n)", ""),
    ("void f(U n) { U r = 0; while (n) { r = (U)(r * 10 + n % 10); n /= 10; } }", "bitlength(4*n)", ""),
    // What a factor takes up to a limit.
    ("void f(U n) { U i = 1; while (i < n / 2) i *= 2; }", "", ""),
    ("void f(U n) { U i = 1; while (i < n / 10) i *= 10; }", "", ""),
    // Children of a heap: more than the double, behind ways that meet.
    ("void f(U n, U i) { U c; if (n > 100 || i > 100) return; while ((c = (U)(2 * i + 1)) < n) i = c; }", "bitlength(n)", ""),
    ("void f(U n, U i, U x) { U c; if (n > 100 || i > 100) return; while ((c = (U)(2 * i + 1)) < n) { if ((U)(c + 1) < n && (x & c)) c++; if (x == c) break; i = c; } }", "bitlength(n)", ""),
    (
        "void f(U n, U i, U x) { if (n > 100 || i > 100) return; while (1) { U l = (U)(2 * i + 1), m = i; if (l < n && (x & l)) m = l; if ((U)(l + 1) < n && (x & m)) m = (U)(l + 1); if (m == i) return; i = m; } }",
        "bitlength(n)",
        "",
    ),
    // A recursive call may end the program.
    (
        "void exit(int) __attribute__((noreturn)); void f(U n) { if (n == 7) exit(1); if (n < 2) return; f(n - 1); f(n - 2); }",
        "pow(2, ",
        "",
    ),
    (
        "void exit(int) __attribute__((noreturn)); void f(U n) { if (n == 7) exit(1); if (n < 2) return; f(n / 2); for (U i = 0; i < n; i++) ; }",
        "n",
        "",
    ),
    (
        "void exit(int) __attribute__((noreturn)); void f(U n, U x) { if (n == 0) return; if (x == n) exit(1); f(n - 1, x); for (U i = 0; i < 9; i++) ; }",
        "n",
        "",
    ),
    // Two loops that are divided, one after the other.
    ("void f(U n, U m) { while (n) n /= 2; while (m) m /= 10; }", "bitlength(", ""),
];

/// Programs that do not end for some input, each of the shape of one that does.
const FOREVER: [&str; 16] = [
    // One that has one element is divided into one and none.
    "void f(U n) { if (n == 0) return; f(n / 2); f(n - n / 2); }",
    "void f(U l, U r) { if (l >= r) return; U m = l + (r - l) / 2; f(l, m); f(m, r); }",
    // A sum that wraps around lies outside of what is halved.
    "void f(U l, U r) { if (l >= r || r - l == 1) return; U m = (U)(l + r) / 2; f(l, m); f(m, r); }",
    // The middle belongs to both halves.
    "void f(U l, U h, U x) { while (l < h) { U m = l + (h - l) / 2; if (m < x) l = m; else h = m; } }",
    "void f(U l, U h, U x) { while (l < h) { U m = l + (h - l + 1) / 2; if (m < x) l = m; else h = m; } }",
    "void f(U l, U h, U x) { while (l <= h) { U m = l + (h - l) / 2; if (m < x) l = m + 1; else h = (U)(m - 1); } }",
    // Never 0, or 0 for ever.
    "void f(U n) { while (n != 0) n = n / 2 + 1; }",
    "void f(U n) { while (n < 10) n /= 10; }",
    "void f(S n) { while (n > -10) n /= 10; }",
    "void f(U n) { while (n != 1) n /= 10; }",
    // From 0 no factor leads anywhere, and one may pass the limit and come back.
    "void f(U n) { for (U i = 0; i < n; i *= 2) ; }",
    "void f(U n) { for (U i = 1; i < n; i *= 2) ; }",
    "void f(U n) { for (U i = 1; i <= n; i *= 4) ; }",
    // Not always more than the double.
    "void f(U n, U i) { U c; if (n > 100 || i > 100) return; while ((c = (U)(2 * i + 1)) < n) i = c & 7; }",
    "void f(U n, U i, U x) { if (n > 100 || i > 100) return; while (1) { U l = (U)(2 * i + 1), m = i; if (l < n && (x & 1)) m = l; if (l < n && (x & 2)) m = i > 3 ? i / 2 : l; if (m == i) return; i = m; } }",
    // Of a call that may end the program the other one does not.
    "void exit(int) __attribute__((noreturn)); void f(U n, U x) { if (n == 0) return; if (x == n) exit(1); f(n - (n != 3), x); }",
];

#[test]
fn divided_work_ends_and_its_bounds_say_how() {
    let functions: Vec<&str> = END.iter().map(|p| p.0).collect();
    let mut bad = Vec::new();
    for bits in [8, 32] {
        let (module, ids) = read(bits, &functions);
        for ((f, want, without), id) in END.iter().zip(&ids) {
            let r = claims(&module, *id);
            let shown = bound(&r);
            let other = !without.is_empty() && shown.contains(without);
            if r.verdict != Verdict::Terminates || shown == "none" {
                bad.push(format!("{f} ({bits} bits)\n  {}: {shown}", r.verdict));
            } else if bits == 32 && (!shown.contains(want) || other) {
                bad.push(format!("{f}\n  {shown}"));
            }
            if bits == 8 {
                // Longer runs say nothing of termination.
                let bounds = Report {
                    verdict: Report::undecided("f", "", Default::default()).verdict,
                    ..r.clone()
                };
                if let Some(what) = contradiction(&module, *id, &bounds, MOST) {
                    bad.push(format!("{f}\n  {what}: {shown}"));
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn divisions_of_the_same_shape_that_do_not_end_are_not_proved() {
    let mut bad = Vec::new();
    let (module, ids) = read(8, &FOREVER);
    for (f, id) in FOREVER.iter().zip(&ids) {
        let r = claims(&module, *id);
        if r.verdict == Verdict::Terminates {
            bad.push(format!("{f}\n  is proved with {}", bound(&r)));
        }
        if let Some(what) = contradiction(&module, *id, &r, MOST) {
            bad.push(format!("{f}\n  {what}"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Is each of them really endless? A test of the test.
#[test]
fn what_is_said_not_to_end_does_not() {
    let (module, ids) = read(8, &FOREVER);
    for (f, id) in FOREVER.iter().zip(&ids) {
        let claim = Report {
            verdict: Verdict::Terminates,
            ..Report::undecided("f", "", Default::default())
        };
        assert!(
            contradiction(&module, *id, &claim, MOST).is_some(),
            "{f} ends"
        );
    }
}
