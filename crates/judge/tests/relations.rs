//! Transition invariants of loops without end: what each would be accepted with, if
//! one rule were left out.

mod common;

use common::judge;

/// A relation that ends elsewhere need not fall: of two steps in turns every piece
/// would be in one that leads from one place to the other.
#[test]
fn relations_end_where_their_edges_do() {
    let endless = "(system (vars x) (locs l m) (start l)
 (trans t1 l (temps) (guard) (cost 1 1) (to m))
 (trans t2 m (temps) (guard) (cost 1 1) (to l)))";
    let claim = "(claim termination (assume) (derive)
 (transition-invariant (old (x0 x)) (relation lm l m ()) (relation ml m l ())
  (edge t1 0 lm) (edge t2 0 ml) (after lm t2 0 lm) (after ml t1 0 ml)))";
    let e = judge(endless, claim).unwrap_err();
    assert!(e.why.contains("between other locations"), "{e}");
}

/// Two variables with one old name: what is proved of one would be said of the other.
#[test]
fn old_names_are_one_variables() {
    let endless = "(system (vars x y) (locs l) (start l)
 (trans t1 l (temps) (guard (>= y (+ x 1)) (>= x 0)) (cost 1 1) (to l)))";
    let mirrored = "(system (vars y x) (locs l) (start l)
 (trans t1 l (temps) (guard (>= x (+ y 1)) (>= y 0)) (cost 1 1) (to l)))";
    let claim = |falls: &str| {
        format!(
            "(claim termination (assume) (derive)
 (transition-invariant (old (o x) (o y))
  (relation r l l ((<= {falls} (- o 1)) (>= o 0)) (falls {falls} (farkas (1 r0)) (farkas (1 r1))))
  (edge t1 0 r (farkas (1 g0)) (farkas (1 g0) (1 g1)))
  (after r t1 0 r (farkas (1 r0)) (farkas (1 r1)))))"
        )
    };
    for (system, falls) in [(endless, "x"), (mirrored, "y")] {
        let e = judge(system, &claim(falls)).unwrap_err();
        assert!(e.why.contains("stands here twice"), "{e}");
    }
}

/// What falls has an old name in all its variables: otherwise the values of now stand
/// for those of before. `x - 1, y + 1` while `x + y >= 0` goes on for ever.
#[test]
fn what_falls_speaks_of_the_values_before() {
    let endless = "(system (vars x y) (locs l) (start l)
 (trans t1 l (temps) (guard (>= (+ x y) 0)) (cost 1 1) (to l (x (- x 1)) (y (+ y 1)))))";
    let claim = "(claim termination (assume) (derive)
 (transition-invariant (old (x0 x))
  (relation r l l ((<= x (- x0 1)) (>= (+ x y) 0))
   (falls (+ x y) (farkas (1 r0)) (farkas (1 r0) (1 r1))))
  (edge t1 0 r (farkas) (farkas (1 g0)))
  (after r t1 0 r (farkas (1 r0)) (farkas (1 g0)))))";
    let e = judge(endless, claim).unwrap_err();
    assert!(e.why.contains("no old name"), "{e}");
    // With a name for y it does not fall.
    let named = claim.replace("(old (x0 x))", "(old (x0 x) (y0 y))");
    assert!(judge(endless, &named).is_err());
}
