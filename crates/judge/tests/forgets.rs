//! Variables that are left out and guards that are weakened: what is still needed is
//! refused, and so is what does not follow.

mod common;

use common::{accepted, refused};

/// `while (x > 0 && y <= u && u <= x) { x--; z += u; }` for any u.
fn system(cost: &str, arms: &str) -> String {
    format!(
        "(system (vars x y z) (locs l) (start l)
  (trans t l (temps u) (guard (>= x 1) (>= u y) (<= u x)) (cost {cost}) {arms}))"
    )
}

const PLAIN: &str = "(to l (x (- x 1)) (z (+ z u)))";
const PROJECT: &str = "(weaken t ((>= x 1) (farkas (1 g0))) ((>= x y) (farkas (1 g1) (1 g2))))";

fn claim(derive: &str) -> String {
    format!(
        "(claim termination (assume) (derive {derive})
  (rank (at l x) (strict t 0 (farkas) (farkas (1 g0)))))"
    )
}

#[test]
fn what_decides_nothing_is_left_out() {
    let plain = system("1 1", PLAIN);
    accepted(&plain, &claim("(forget z)"));
    accepted(&plain, &claim(&format!("(forget z) {PROJECT}")));
    // The temporary is in the update, and stays.
    accepted(&plain, &claim(PROJECT));
}

#[test]
fn what_decides_is_refused() {
    let plain = system("1 1", PLAIN);
    for derive in [
        "(forget x)",
        "(forget y)",
        "(forget x y z)",
        "(forget w)",
        "(forget z) (forget z)",
        "(forget u)",
        // Nothing can be said of it any more.
        "(forget z) (weaken t ((>= x 1) (farkas (1 g0))) ((= z z) (farkas)))",
        "(forget z) (split t (>= z 0) a b)",
    ] {
        let e = refused(&plain, &claim(derive));
        assert!(!e.to_string().is_empty(), "{derive}");
    }
    let forget = claim("(forget z)");
    for (cost, arms) in [
        // A cost needs it, on either side.
        ("1 z", PLAIN),
        ("(- 0 (* z z)) 1", PLAIN),
        // So does what is set from it.
        ("1 1", "(to l (x (- x 1)) (y z))"),
        // Also in the other arm.
        ("1 1", "(to l (x (- x 1))) (to l (x z))"),
    ] {
        let e = refused(&system(cost, arms), &forget).to_string();
        assert!(e.contains("`z` is still needed"), "{e}");
    }
}

#[test]
fn what_does_not_follow_is_refused() {
    let plain = system("1 1", PLAIN);
    for weaken in [
        "((>= x 1) (farkas (1 g0))) ((>= x (+ y 1)) (farkas (1 g1) (1 g2)))",
        "((>= x 1) (farkas (1 g0))) ((>= x y) (farkas (1 g1) (2 g2)))",
        "((>= x 1) (farkas (1 g0))) ((>= y x) (farkas (1 g1) (1 g2)))",
        "((>= x 1) (farkas (1 g0))) ((>= y x) (farkas (-1 g1) (-1 g2)))",
        "((>= x 2) (farkas (1 g0)))",
        // What has been left out is no premise any more.
        "((>= u y) (farkas (1 g1)))",
    ] {
        refused(&plain, &claim(&format!("(forget z) (weaken t {weaken})")));
    }
}
