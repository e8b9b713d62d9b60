//! Each rule accepts what it is for.

mod common;

use common::{accepted, examples::EXAMPLES, refused};

#[test]
fn every_example_is_accepted_and_rests_on_nothing() {
    for (name, system, claims) in EXAMPLES {
        println!("{name}");
        let v = accepted(system, claims);
        assert!(v.rests.is_empty(), "{name}");
        assert_eq!(v.claims.len(), claims.matches("(claim ").count(), "{name}");
    }
}

const DOUBLING: &str = "(system (vars x y) (locs s l m) (start s)
  (trans t0 s (temps) (guard) (cost 1 1) (to l))
  (trans t1 l (temps) (guard (> x 0)) (cost x x) (to l (x (- x 1)) (y (* 2 y))))
  (trans t2 l (temps) (guard (> y 0)) (cost 1 1) (to m)))";

fn doubling(lost: &str, bound: &str, after: &str) -> String {
    format!(
        "(claim lower (family n (start (x n) (y 1)) (where (>= n 0))) (bound {bound})
  (run (step t0 0 ())
    (repeat k n (state (x (- n k))) {lost} (cost (+ (* k n) (* -1/2 k k) (* 1/2 k))) (count (farkas (1 c0)))
      (step t1 0 () (farkas (1 k.hi)))) {after})
  (proof (farkas)) (members 0 1 5))"
    )
}

/// What doubles has no closed form, so nothing may rest on it; a bound may have
/// fractions where its values are whole.
#[test]
fn what_is_lost_proves_nothing() {
    let half = "(+ 1 (* 1/2 n n) (* 1/2 n))";
    accepted(DOUBLING, &doubling("(lost y)", half, ""));
    refused(DOUBLING, &doubling("", half, ""));
    refused(DOUBLING, &doubling("(lost x y)", half, ""));
    refused(DOUBLING, &doubling("(lost z)", half, ""));
    // It is above 0 afterwards, but that cannot be seen.
    refused(
        DOUBLING,
        &doubling("(lost y)", half, "(step t2 0 () (farkas))"),
    );
    refused(DOUBLING, &doubling("(lost y)", "(+ 1 (* 1/2 n n) n)", ""));
}
