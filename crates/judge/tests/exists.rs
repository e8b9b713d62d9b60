//! What holds of some integers: each thing that the step looks at is left out or
//! made wrong, and the claim, which is then false or unproved, is refused.

mod common;

use common::{accepted, refused};

/// `x := ENTRY; while (x != 0) x -= 2`, in two places that take turns.
fn system(entry: &str) -> String {
    format!(
        "(system (vars x y) (locs f g h) (start f)
  (trans t0 f (temps u) (guard (>= x 0)) (cost 1 1) (to g (x {entry})))
  (trans t1 g (temps) (guard (>= x 1)) (cost 1 1) (to h (x (- x 2))))
  (trans t2 h (temps) (guard) (cost 1 1) (to g)))"
    )
}

const SOME: &str = "(at g (k) (= x (* 2 k))) (at h (m) (= x (* 2 m)))";
const IN: &str = "(keep t0 0 (x) (farkas))";
const ON: &str = "(keep t1 0 ((- k 1)) (farkas (1 i0)))";
const BACK: &str = "(keep t2 0 (m) (farkas (1 i0)))";
const TIGHT: &str = "(weaken t1 ((>= x 1) (farkas (1 g0)))
    ((>= x 2) (by (have c (>= k 1) (farkas (1/2 g0) (-1/2 g1))) (farkas (1 g1) (2 c)))))
  (weaken t2)
  (invariants (at h (>= x 0)) (keep t1 0 (farkas (1 g1))))";

/// `x >= 0` at h is true of even values alone.
fn claim(parts: &[&str], after: &str) -> String {
    format!(
        "(claim termination (assume) (derive (exists {}) {after})
  (rank (at g x) (at h (+ x 1)) (strict t1 0 (farkas) (farkas (1 g0))) (strict t2 0 (farkas) (farkas (1 g0)))))",
        parts.join(" ")
    )
}

#[test]
fn values_that_stay_even_are_accepted() {
    accepted(&system("(* 2 x)"), &claim(&[SOME, IN, ON, BACK], TIGHT));
}

#[test]
fn other_entries_are_refused() {
    for entry in ["x", "(+ (* 2 x) 1)", "(* 3 x)", "u", "(* -2 x)"] {
        refused(&system(entry), &claim(&[SOME, IN, ON, BACK], TIGHT));
    }
    // The integer that would be needed is half of one.
    let half = "(keep t0 0 ((* 1/2 x)) (farkas))";
    let e = refused(&system("x"), &claim(&[SOME, half, ON, BACK], TIGHT));
    assert!(e.to_string().contains("no integer"), "{e}");
}

#[test]
fn ways_that_are_left_out_are_refused() {
    let good = system("(* 2 x)");
    for parts in [
        [SOME, "", ON, BACK],
        [SOME, IN, "", BACK],
        [SOME, IN, ON, ""],
        [SOME, IN, IN, BACK],
        [SOME, IN, "(keep t1 0 (k) (farkas (1 i0)))", BACK],
        [SOME, IN, "(keep t1 0 (m) (farkas (1 i0)))", BACK],
        [SOME, IN, "(keep t1 0 ((- k 1) k) (farkas (1 i0)))", BACK],
        [SOME, IN, "(keep t1 0 () (farkas (1 i0)))", BACK],
        [SOME, IN, "(keep t1 0 ((- k 1)))", BACK],
        [SOME, IN, "(keep t1 0 ((- k 1)) (farkas))", BACK],
        [SOME, IN, "(keep t1 0 never (farkas (1 g0)))", BACK],
        [SOME, IN, "(keep t1 1 ((- k 1)) (farkas (1 i0)))", BACK],
        // What holds at the target is no premise.
        [SOME, "(keep t0 0 (x) (farkas (1 i0)))", ON, BACK],
    ] {
        refused(&good, &claim(&parts, TIGHT));
    }
}

#[test]
fn names_are_new_and_nobody_elses() {
    let good = system("(* 2 x)");
    for some in [
        "(at g (y) (= x (* 2 y))) (at h (m) (= x (* 2 m)))",
        "(at g (u) (= x (* 2 u))) (at h (m) (= x (* 2 m)))",
        "(at g (k k) (= x (* 2 k))) (at h (m) (= x (* 2 m)))",
        "(at g (k) (= x (* 2 k))) (at g (k) (= x (* 2 k))) (at h (m) (= x (* 2 m)))",
        "(at g () (= x (* 2 k))) (at h (m) (= x (* 2 m)))",
        "(at g (k) (= x (* 2 m))) (at h (m) (= x (* 2 m)))",
        "(at f (k)) (at g (k) (= x (* 2 k))) (at h (m) (= x (* 2 m)))",
    ] {
        refused(&good, &claim(&[some, IN, ON, BACK], TIGHT));
    }
    // One name at two places is two integers.
    let same = "(at g (k) (= x (* 2 k))) (at h (k) (= x (* 2 k)))";
    let back = "(keep t2 0 (k) (farkas (1 i0)))";
    accepted(&good, &claim(&[same, IN, ON, back], TIGHT));
    let unchanged = "(keep t1 0 (k) (farkas (1 i0)))";
    refused(&good, &claim(&[same, IN, unchanged, back], TIGHT));
}

/// A name that a variable has would say something of its values, and what is refused
/// may not be refused for another reason.
#[test]
fn a_name_in_use_proves_nothing() {
    let named = |text: &str, name: &str| {
        let mut out = text.replace("(k)", &format!("({name})"));
        for before in ["(* 2", "(-", "(>="] {
            out = out.replace(&format!("{before} k"), &format!("{before} {name}"));
        }
        out
    };
    let claim = |name: &str| {
        let parts = [SOME, IN, ON, BACK].map(|p| named(p, name));
        claim(&parts.each_ref().map(String::as_str), &named(TIGHT, name))
    };
    let good = system("(* 2 x)");
    accepted(&good, &claim("n"));
    for name in ["x", "y", "u"] {
        let e = refused(&good, &claim(name));
        assert!(e.to_string().contains(&format!("`{name}`")), "{e}");
    }
    let twice = "(at g (k k) (= x (* 2 k))) (at h (m) (= x (* 2 m)))";
    let both = "(keep t0 0 (x x) (farkas))";
    let back = "(keep t2 0 (m m) (farkas (1 i0)))";
    let e = refused(&good, &self::claim(&[twice, both, ON, back], TIGHT));
    assert!(e.to_string().contains("twice"), "{e}");
}

/// The integers of two places are two, also where one of them is passed through.
#[test]
fn chained_integers_stay_apart() {
    let endless = "(system (vars x) (locs f g h) (start f)
  (trans t0 f (temps) (guard) (cost 1 1) (to g (x (* 2 x))))
  (trans t1 g (temps) (guard) (cost 1 1) (to h (x (- x 2))))
  (trans t2 h (temps) (guard) (cost 1 1) (to g)))";
    let claim = |last: &str| {
        format!(
            "(claim termination (assume) (derive
  (exists (at g (k) (= x (* 2 k))) (at h (k) (= x (* 2 k)))
    (keep t0 0 (x) (farkas)) (keep t1 0 ((- k 1)) (farkas (1 i0))) (keep t2 0 (k) (farkas (1 i0))))
  (eliminate h (t1 t2 t12)) {last}))"
        )
    };
    // The proof would be one if both were the same.
    refused(endless, &claim("(remove t12 (farkas (-1 g0) (1 g1)))"));
    let e = refused(endless, &claim(""));
    assert!(e.to_string().contains("finitely often"), "{e}");
}

/// Runs start with any values, also where a loop leads back to the start.
#[test]
fn nothing_is_said_of_the_start() {
    let system = "(system (vars x) (locs g) (start g)
  (trans t1 g (temps) (guard (>= x 1)) (cost 1 1) (to g (x (- x 2))))
  (trans t2 g (temps) (guard (<= x -1)) (cost 1 1) (to g (x (- x 2)))))";
    let e = refused(
        system,
        "(claim termination (assume) (derive (exists (at g (k) (= x (* 2 k)))
    (keep t1 0 ((- k 1)) (farkas (1 i0))) (keep t2 0 ((- k 1)) (farkas (1 i0))))))",
    );
    assert!(e.to_string().contains("any values"), "{e}");
}

/// Of two calls each has its own integers.
#[test]
fn every_arm_has_its_integers() {
    let calls = |second: &str| {
        format!(
            "(system (vars x) (locs f g) (start f)
  (trans t0 f (temps) (guard) (cost 1 1) (to g (x (* 2 x))) (to g (x {second})))
  (trans t1 g (temps t) (guard (= x (+ (* 2 t) 1))) (cost 1 1) (to g)))"
        )
    };
    let claim = |keep: &str| {
        format!(
            "(claim termination (assume) (derive
  (exists (at g (k) (= x (* 2 k))) (keep t0 0 (x) (farkas)) {keep}
    (keep t1 0 never (by (have c (>= k (+ t 1)) (farkas (1/2 g0) (-1/2 i0))) (farkas (-1 g0) (1 i0) (2 c)))))
  (remove t1 (by (have c (>= k (+ t 1)) (farkas (1/2 g0) (-1/2 g1))) (farkas (-1 g0) (1 g1) (2 c))))))"
        )
    };
    accepted(&calls("(* 6 x)"), &claim("(keep t0 1 ((* 3 x)) (farkas))"));
    refused(&calls("(* 6 x)"), &claim(""));
    refused(&calls("(* 3 x)"), &claim("(keep t0 1 ((* 3 x)) (farkas))"));
    refused(&calls("(* 6 x)"), &claim("(keep t0 1 (x) (farkas))"));
}
