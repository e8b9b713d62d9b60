//! Measures that know the width: loops that end because of the bits of their
//! integers, with what their bounds name, and loops of the same shape that do
//! not end for some input. At 8 bits inputs are run beside the claims, all of
//! them where there is one parameter.

use ep_base::time::{Report, Verdict};
use runs::{bound, claims, contradiction, read};

#[path = "support/runs.rs"]
mod runs;
mod support;

/// Programs that end, with what their bounds name.
const END: [(&str, &str); 20] = [
    ("void f(U x) { while (x) x &= x - 1; }", "popcount(x)"),
    ("void f(U x) { while (x) x >>= 1; }", "bitlength(x)"),
    ("void f(U x) { while (x) x /= 2; }", "bitlength(x)"),
    ("void f(U x) { while (x) x = (U)(x << 1); }", ""),
    ("void f(U x) { while (x) x *= 2; }", ""),
    ("void f(U x) { while (x) x *= 6; }", ""),
    // The last bits are those of the entry.
    ("void f(U x) { if (x % 4 == 0) while (x) x -= 4; }", ""),
    (
        "void f(U n) { for (U i = 0; (U)(i + 1) < n; i += 2) ; }",
        "",
    ),
    (
        "void f(U x, U y) { U i = y ? 12 : 4; while (i) { i -= 4; x++; } }",
        "",
    ),
    ("void f(U x) { x &= ~3; while (x) x -= 4; }", ""),
    ("void f(U x) { while (x) x += 3; }", "mod("),
    ("void f(U x) { while (x != 5) x += 3; }", "mod("),
    ("void f(U x, U y) { while (x != y) x += 7; }", "mod("),
    ("void f(U x, U y) { while (x != y) x -= 3; }", "mod("),
    ("void f(S x) { while (x) x -= 3; }", "mod("),
    ("void f(S x) { while (x < -1 || x > 0) x >>= 1; }", ""),
    (
        "void f(U x) { U n = 0; while (x) { n += x & 1; x >>= 1; } }",
        "bitlength(x)",
    ),
    (
        "void f(U x, U s) { s = (s & 3) + 1; while (x) x >>= s; }",
        "bitlength(x)",
    ),
    (
        "void f(U x) { for (U m = 1; m; m = (U)(m << 1)) if (x & m) x ^= m; }",
        "",
    ),
    (
        "void f(U x, U y) { y &= 3; for (U i = 0; i < y; i++) { U z = x; while (z) z &= z - 1; } }",
        "",
    ),
];

/// Programs that do not end for some input, each of the shape of one that does.
const FOREVER: [&str; 30] = [
    // An even stride that misses.
    "void f(U x) { while (x) x += 2; }",
    "void f(U x) { while (x != 5) x += 4; }",
    "void f(U x, U y) { while (x != y) x += 6; }",
    // Last bits that are others at an entry, or that a round changes.
    "void f(U x) { if (x % 4 == 2) while (x) x -= 4; }",
    "void f(U x) { if (x % 2 == 0) while (x) x -= 4; }",
    "void f(U n) { for (U i = 0; (U)(i + 2) <= n; i += 2) ; }",
    "void f(U x, U y) { U i = y ? 4 : 2; while (i) { i -= 4; x++; } }",
    "void f(U x) { U i = 8; while (i) { i -= 4; if (i == 4 && x) i = 2; } }",
    "void f(U n) { U i = 0; do { for (; (U)(i + 1) < n; i += 2) ; i = 1; } while (n); }",
    // As far from 0 as it was.
    "void f(S x) { while (x) x = (S)-x; }",
    "void f(S a, S b) { while (b) { S t = a % b; a = b; b = t ? t : (S)-b; } }",
    // The inverse of another stride; a stride that changes.
    "void f(U x) { while (x != 5) { x += 3; if (x == 7) x -= 6; } }",
    "void f(U x, U k) { while (x) x += k; }",
    // An arithmetic shift that sticks at -1.
    "void f(S x) { while (x) x >>= 1; }",
    "void f(S x) { while (x > 0 || x < -2) x >>= 1; while (x < 0) x >>= 1; }",
    // A shift by 0 for one input.
    "void f(U x, U s) { while (x) x >>= (s & 3); }",
    // Bits are set again.
    "void f(U x) { while (x) { x &= x - 1; if (x == 64) x |= 1; } }",
    "void f(U x, U y) { while (x) { x &= x - 1; x |= y; } }",
    // The lowest bit of a signed view: only one with the top bit stays.
    "void f(S x) { while (x) { x &= x - 1; if (x == -128) x = -127; } }",
    "void f(S x) { while (x < 0) { S y = x & (S)(x - 1); x = y ? y : x; } }",
    // An odd factor never gives 0.
    "void f(U x) { while (x) x *= 3; }",
    "void f(U x) { while (x) x = (U)(x * 2 + 1); }",
    // The body changes the bound.
    "void f(U x, U y) { while (x != y) { x += 3; y += 1; } }",
    "void f(U x, U y) { while (x < y) { x++; if (x == 200) y = 255, x = 3; } }",
    // A rotation that never has the bit.
    "void f(U x) { while (!(x & 1)) x = (U)(x >> 1 | x << 7); }",
    "void f(U x) { while (x != 1) x = (U)(x >> 1 | x << 7); }",
    // The range at the second entry is not that of the first.
    "void f(U x) { for (U i = 0; i < 2; i++) { U y = i ? x : 4; while (y) y -= 4; } }",
    "void f(U x) { U y = 8; do { while (y) y -= 2; y = x; } while (y); }",
    // What the loop leaves with is 0 in most rounds only.
    "void f(U x) { while (x) { x &= x - 1; if (x == 12) for (;;) x++; } }",
    "void f(U x) { while (x) { if (x == 77) continue; x >>= 1; } }",
];

#[test]
fn loops_over_bits_end_and_say_why() {
    let functions: Vec<&str> = END.iter().map(|p| p.0).collect();
    let mut bad = Vec::new();
    for bits in [8, 32] {
        let (module, ids) = read(bits, &functions);
        for ((f, want), id) in END.iter().zip(&ids) {
            let r = claims(&module, *id);
            let shown = bound(&r);
            if r.verdict != Verdict::Terminates || !shown.contains(want) || shown == "none" {
                bad.push(format!("{f} ({bits} bits)\n  {}: {shown}", r.verdict));
            }
            if bits == 8 {
                if let Some(what) = contradiction(&module, *id, &r, 1 << 14) {
                    bad.push(format!("{f}\n  {what}: {shown}"));
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn loops_of_the_same_shape_that_do_not_end_are_not_proved() {
    let mut bad = Vec::new();
    let (module, ids) = read(8, &FOREVER);
    for (f, id) in FOREVER.iter().zip(&ids) {
        let r = claims(&module, *id);
        if r.verdict == Verdict::Terminates {
            bad.push(format!("{f}\n  is proved with {}", bound(&r)));
        }
        if let Some(what) = contradiction(&module, *id, &r, 1 << 14) {
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
            contradiction(&module, *id, &claim, 1 << 14).is_some(),
            "{f} ends"
        );
    }
}

/// Loops inside of loops, with what their bounds name at 32 bits.
const PRODUCTS: [(&str, &str); 6] = [
    ("void f(U x, U y) { for (U i = 0; i < x; i++) for (U j = 0; j < y; j++) ; }", "x*y"),
    ("void f(U x) { for (U i = 0; i < x; i++) for (U j = 0; j < i; j++) ; }", "x*x"),
    ("void f(S x, S y) { for (S i = 0; i < x; i++) for (S j = 0; j < y; j++) ; }", ""),
    ("void f(S x) { for (S i = x; i > 0; i--) for (S j = 0; j < i; j++) ; }", ""),
    ("U f(U x, U y) { U s = 0; for (U i = 0; i < x; i++) for (U j = 0; j < y; j++) if (j & 1) s += i; return s; }", ""),
    // The inner loop ends early once: no polynomial may forget that it did not.
    ("void f(U x, U y) { for (U i = 0; i < x; i++) for (U j = 0; j < y; j++) if (i == 3) break; }", ""),
];

#[test]
fn loops_inside_of_loops_cost_products() {
    let functions: Vec<&str> = PRODUCTS.iter().map(|p| p.0).collect();
    let mut bad = Vec::new();
    for bits in [8, 32] {
        let (module, ids) = read(bits, &functions);
        for ((f, want), id) in PRODUCTS.iter().zip(&ids) {
            let r = claims(&module, *id);
            let shown = bound(&r);
            if bits == 32 && (r.verdict != Verdict::Terminates || !shown.contains(want)) {
                bad.push(format!("{f}\n  {}: {shown}", r.verdict));
            }
            if bits == 8 {
                // Longer runs are left out, and say nothing of termination.
                let bounds = Report {
                    verdict: Report::undecided("f", "", Default::default()).verdict,
                    ..r.clone()
                };
                if let Some(what) = contradiction(&module, *id, &bounds, 1 << 14) {
                    bad.push(format!("{f}\n  {what}: {shown}"));
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Loops that a run may leave otherwise than through their condition: what is
/// exact for the others must not be said of it.
const LEFT: [&str; 10] = [
    "void f(U x, U y) { while (x) { x &= x - 1; if (x == y) return; } }",
    "void f(U x, U y) { while (x) { x &= x - 1; if (x == y) break; } }",
    "void exit(int); static void h2(U x, U y) { if (x == y) exit(1); }
     void f(U x, U y) { while (x) { x &= x - 1; h2(x, y); } }",
    "void f(U x, U y) { while (x) { x >>= 1; if (x == y) exit(2); } }",
    "static void h4(U z, U y) { while (z) { z &= z - 1; if (z == y) exit(0); } }
     void f(U x, U y) { while (x) { x &= x - 1; h4(x, y); } }",
    "static U h5(U x, U y) { while (x) { x &= x - 1; if (x == y) return 1; } return 0; }
     void f(U x, U y) { while (x) { x &= x - 1; if (h5(x, y)) return; } }",
    "static void h6(U x, U y) { if (x < y) exit(1); if (x) h6(x - 1, y); }
     void f(U x, U y) { while (x) { x &= x - 1; h6(x & 3, y); } }",
    "void f(U x, U y) { while (x) { x >>= 1; if (x == y) goto out; } y++; out: while (y) y &= y - 1; }",
    "void f(U x, U y) { U i; for (i = 0; i < 3; i++) { U z = x; while (z) { z >>= 1; if (z == y) return; } } }",
    "void __VERIFIER_assume(int);
     void f(U x, U y) { while (x) { x &= x - 1; __VERIFIER_assume(x != y); } }",
];

#[test]
fn a_run_that_leaves_a_loop_otherwise_is_within_its_bounds() {
    let (module, ids) = read(8, &LEFT);
    let mut bad = Vec::new();
    for (f, id) in LEFT.iter().zip(&ids) {
        let r = claims(&module, *id);
        if let Some(what) = contradiction(&module, *id, &r, 1 << 14) {
            bad.push(format!("{f}\n  {what}: {}", bound(&r)));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
