//! Claims that are wrong in one thing, which one line of the checker sees.
//!
//! Each was written for a change of one line that no other test broke
//! (docs/algorithms/its-mutations.md). Where the claim itself is false, nothing else
//! refuses it; where a second line would refuse it as well, the reason is compared.

mod common;

use common::{accepted, refused};

#[track_caller]
fn says(system: &str, claims: &str, why: &str) {
    let e = refused(system, claims);
    assert!(e.why.contains(why), "{e}");
}

const DOWN: &str = "(system (vars x) (locs l) (start l)
  (trans t l (temps) (guard (> x 0)) (cost 1 1) (to l (x (- x 1)))))";

/// A family of runs with another condition, cost of the loop, bound and members.
fn family(condition: &str, cost: &str, bound: &str, members: &str) -> String {
    format!(
        "(claim lower (family n (start (x n)) (where {condition})) (bound {bound})
  (run (repeat k n (state (x (- n k))) (cost {cost}) (count (farkas (1 c0)))
    (step t 0 () (farkas (1 k.hi)))))
  (proof (farkas)) (members {members}))"
    )
}

#[test]
fn a_loop_costs_nothing_before_its_first_round() {
    accepted(DOWN, &family("(>= n 0)", "k", "n", "0 1 5"));
    let early = family("(>= n 0)", "(+ k 3)", "(+ n 3)", "0 1 5");
    says(DOWN, &early, "is not 0 before round 0");
}

#[test]
fn members_satisfy_equations() {
    let few = "(>= n 0) (= (* n (- n 1) (- n 2)) 0)";
    accepted(DOWN, &family(few, "k", "n", "0 1 2"));
    // At 3 the left side is above 0.
    says(DOWN, &family(few, "k", "n", "0 1 3"), "does not satisfy");
}

const STAYS: &str = "(system (vars x) (locs s l) (start s)
  (trans go s (temps) (guard (>= x 5)) (cost 1 1) (to l))
  (trans t l (temps) (guard (>= x 1)) (cost 1 1) (to l)))";

fn endless(start: &str, stem: &str) -> String {
    format!(
        "(claim nontermination (start (x {start})) (stem {stem})
  (set a l (aux) (where (>= x 1)) (point) (path (round t 0 () (farkas (1 s0)))) (next a)
    (proofs (farkas (1 s0)))))"
    )
}

/// No run comes to the loop from here.
#[test]
fn a_stem_ends_where_its_set_is() {
    accepted(STAYS, &endless("7", "(step go 0)"));
    says(STAYS, &endless("3", ""), "ends at another location");
}

/// From 0 the loop is left at once.
#[test]
fn a_stem_ends_inside_its_set() {
    let at = STAYS.replace("(>= x 5)", "(>= x -9)");
    accepted(&at, &endless("1", "(step go 0)"));
    for start in ["0", "-1", "-2"] {
        says(&at, &endless(start, "(step go 0)"), "is false where");
    }
}

#[test]
fn each_temporary_of_a_round_has_a_value() {
    let system = STAYS.replace("(temps) (guard (>= x 1))", "(temps z) (guard (>= x 1))");
    let with = endless("7", "(step go 0)").replace("t 0 ()", "t 0 ((z 4))");
    accepted(&system, &with);
    says(
        &system,
        &endless("7", "(step go 0)"),
        "a temporary has no value",
    );
}

/// The second way out leads to a loop without an end.
#[test]
fn each_pair_of_steps_is_chained() {
    let system = "(system (vars x) (locs s a b c) (start s)
  (trans in s (temps) (guard) (cost 1 1) (to a))
  (trans o a (temps) (guard) (cost 1 1) (to b))
  (trans p a (temps) (guard) (cost 1 1) (to c))
  (trans loop c (temps) (guard) (cost 1 1) (to c)))";
    let claim = "(claim termination (assume) (derive (eliminate a (in o n)) (unreachable)))";
    says(system, claim, "not every pair");
    let ends = system.replace("(to c)))", "(to b)))");
    let both = claim.replace("(in o n)", "(in o n) (in p q)");
    accepted(&ends, &both);
}

/// The second arm leads into a loop without an end.
#[test]
fn a_step_with_two_arms_is_not_chained() {
    let system = "(system (vars x) (locs s a b) (start s)
  (trans in s (temps) (guard) (cost 1 1) (to a (x 0)) (to a (x 1)))
  (trans o a (temps) (guard) (cost 1 1) (to b))
  (trans loop b (temps) (guard (= x 1)) (cost 1 1) (to b)))";
    let claim = "(claim termination (assume) (derive (eliminate a (in o n))
    (invariants (at b (= x 0)) (keep n 0 (farkas)) (keep loop 0 (farkas (1 i0))))
    (remove loop (farkas (1 g0) (-1 g1)))))";
    accepted(&system.replace(" (to a (x 1))", ""), claim);
    says(system, claim, "stands in the way");
}

/// An arm that leads elsewhere is not turned: the loop would be gone.
#[test]
fn only_arms_to_a_location_lead_to_its_copy() {
    let system = "(system (vars x) (locs s m) (start s)
  (trans loop s (temps) (guard) (cost 1 1) (to s))
  (trans out s (temps) (guard) (cost 1 1) (to m)))";
    let claim = "(claim termination (assume) (derive (copy m n (redirect loop 0))))";
    says(system, claim, "does not lead to the location");
    let rest = system.replace("(to s)", "(to m)");
    accepted(&rest, claim);
}

#[test]
fn a_cost_that_is_no_number_is_paid_for() {
    let system = "(system (vars x) (locs s m) (start s)
  (trans t s (temps) (guard) (cost 0 x) (to m)))";
    let claim = "(claim upper (assume) (derive) (bound 0) (total))";
    says(system, claim, "nothing pays");
    accepted(&system.replace("0 x", "0 0"), claim);
}

/// A loop under what is said to hold where it begins.
fn held(guard: &str, says: &str, proof: &str, gone: &str) -> (String, String) {
    let system = format!(
        "(system (vars x) (locs s l) (start s)
  (trans go s (temps) (guard {guard}) (cost 1 1) (to l))
  (trans t l (temps) (guard (>= x 1) (<= x 4)) (cost 1 1) (to l)))"
    );
    let claim = format!(
        "(claim termination (assume) (derive
    (invariants (at l {says}) (keep go 0 {proof}) (keep t 0 (farkas (1 i0))))
    (remove t (farkas {gone}))))"
    );
    (system, claim)
}

#[test]
fn inequalities_prove_no_equation() {
    let of = |guard| held(guard, "(= x 0)", "(farkas (1 g0))", "(1 g0) (-1 g2)");
    let (system, claim) = of("(= x 0)");
    accepted(&system, &claim);
    let (system, claim) = of("(>= x 0)");
    says(&system, &claim, "not the equation of the goal");
}

#[test]
fn the_second_case_is_the_other_one() {
    let proof = "(cases (>= x 7) c (farkas (1 c)) (farkas (1 c)))";
    let (system, claim) = held("", "(>= x 5)", proof, "(1 g1) (1 g2)");
    says(&system, &claim, "the sum of the premises");
    let good = "(cases (>= x 7) c (farkas (1 c)) (farkas (1 g0)))";
    let (system, claim) = held("(>= x 5)", "(>= x 5)", good, "(1 g1) (1 g2)");
    accepted(&system, &claim);
}

const GROWS: &str = "(system (vars x y) (locs s l m) (start s)
  (trans go s (temps) (guard) (cost 1 1) (to l))
  (trans t l (temps) (guard (> x 0)) (cost 1 1) (to l (x (- x 1)) (y (+ y 2))))
  (trans out l (temps) (guard (<= x 0)) (cost 0 y) (to m)))";

/// What y is at most behind the loop, and what comes behind that.
fn grown(most: &str, more: &str) -> String {
    format!(
        "(claim upper (assume) (derive) (bound (+ 1 (max 0 x) (max 0 {most})))
  (once first 1 go) (once last 1 out)
  (value v start x x (invariant (farkas)))
  (value w go x x (before (farkas) v))
  (rank rounds (max 0 x) 0 (at l x) (strict t 1 (farkas) (farkas (1 g0)) (farkas)) (entry w first))
  (value a start y y (invariant (farkas)))
  (value b go y y (before (farkas) a)){more}
  (value c t y {most} (sum (at l y) (entry b) (edge t (grow 2 (farkas) () rounds))))
  (total (use 1 first) (use 1 rounds) (charge out last y (farkas) (b c))))"
    )
}

#[test]
fn what_a_round_adds_is_added_in_each() {
    accepted(GROWS, &grown("(+ y (* 2 (max 0 x)))", ""));
    says(GROWS, &grown("(+ y 2)", ""), "");
    says(GROWS, &grown("(+ y (max 0 x))", ""), "");
}

#[test]
fn a_fact_has_one_direction() {
    let most = "(+ y (* 2 (max 0 x)))";
    accepted(
        GROWS,
        &grown(most, "\n  (value d go (* 3 y) (* 3 y) (linear 0 (3 b)))"),
    );
    let turned = "\n  (value d go (* -1 y) (* -1 y) (linear 0 (-1 b)))";
    says(GROWS, &grown(most, turned), "a factor below 0");
}

/// Of two ways the longer one counts, whichever stands first.
#[test]
fn the_longest_way_counts() {
    let system = "(system (vars x) (locs s a b c) (start s)
  (trans sa s (temps) (guard) (cost 1 1) (to a))
  (trans sb s (temps) (guard) (cost 1 1) (to b))
  (trans ac a (temps) (guard) (cost 1 1) (to c))
  (trans bc b (temps) (guard) (cost 1 1) (to c)))";
    let claim = |most: u32, rules: [&str; 2], others: [&str; 2]| {
        format!(
            "(claim upper (assume) (derive) (bound {}) (once p {most} {}) (once q 2 {})
  (total (use 1 p) (use 1 q)))",
            most + 2,
            rules.join(" "),
            others.join(" ")
        )
    };
    for (rules, others) in [
        (["sa", "ac"], ["sb", "bc"]),
        (["sb", "bc"], ["sa", "ac"]),
        (["sa", "bc"], ["sb", "ac"]),
    ] {
        let most = if rules == ["sa", "bc"] { 1 } else { 2 };
        accepted(system, &claim(most, rules, others));
        says(system, &claim(most - 1, rules, others), "");
    }
}

/// `x > 0` with `x := x + y, y := y - 1`, from (1, -1): one round. The functions are
/// y + 1 and x - 1, both at most 0 there.
#[test]
fn nested_functions_at_zero_leave_a_round_for_each() {
    let system = "(system (vars x y) (locs l) (start l)
  (trans t l (temps) (guard (>= x 1)) (cost 1 1) (to l (x (+ x y)) (y (- y 1)))))";
    let claim = |bound: &str| {
        format!(
            "(claim upper (assume) (derive) (bound {bound})
  (value a start (+ y 1) (+ y 1) (invariant (farkas)))
  (value b start (- x 1) (- x 1) (invariant (farkas)))
  (nest c {bound} (at l (+ y 1) (- x 1)) (strict t (farkas) (farkas) (farkas (1 g0))) (entry (a b)))
  (total (use 1 c)))"
        )
    };
    let most = "(max 0 (max (+ y 1) (- x 1)))";
    accepted(system, &claim(&format!("(* 2 (+ 1 {most}))")));
    let why = "not seen to be at least";
    says(system, &claim(&format!("(* 2 {most})")), why);
    says(system, &claim(&format!("(+ 1 (* 2 {most}))")), why);
}

/// A step that costs x*y, where x and y are at most the first and third number and at
/// least the second and fourth one with the other sign.
fn costs_a_product(ends: [i64; 4], bound: i64) -> String {
    let [high_x, low_x, high_y, low_y] = ends;
    format!(
        "(claim upper
  (assume (<= x {high_x}) (<= (* -1 x) {low_x}) (<= y {high_y}) (<= (* -1 y) {low_y}))
  (derive) (bound (max 0 {bound}))
  (once once 1 t)
  (value a start x {high_x} (invariant (farkas (1 a0))))
  (value a- start (* -1 x) {low_x} (invariant (farkas (1 a1))))
  (value b start y {high_y} (invariant (farkas (1 a2))))
  (value b- start (* -1 y) {low_y} (invariant (farkas (1 a3))))
  (value c start (* x y) {bound} (product a a- b b-))
  (total (charge t once (* x y) (farkas) (c))))"
    )
}

/// Each of the four products is once the greatest.
#[test]
fn each_product_of_two_ends_has_its_sign() {
    let system = "(system (vars x y) (locs s e) (start s)
  (trans t s (temps) (guard) (cost 0 (* x y)) (to e)))";
    for (ends, right) in [
        ([9, 4, 5, 3], 45),
        ([3, 5, 2, 7], 35),
        ([-2, 4, -3, 4], 16),
        ([-2, 4, 9, -3], -6),
        ([9, -3, -2, 4], -6),
    ] {
        accepted(system, &costs_a_product(ends, right));
        let less = costs_a_product(ends, right - 1);
        says(system, &less, "not seen to be at least");
    }
}

/// Values, temporaries, how often and guards: each to the unit.
#[test]
fn replayed_values_are_exact() {
    let system = |guard: &str| {
        format!(
            "(system (vars x y) (locs s l) (start s)
  (trans go s (temps h) (guard (>= h {guard})) (cost 1 1) (to s (x (+ x (* 2 h) 1)) (y (- y h))))
  (trans to s (temps) (guard) (cost 1 1) (to l))
  (trans t l (temps) (guard) (cost 1 1) (to l)))"
        )
    };
    // From (4, 0) three rounds of h = 3 lead to (25, -9).
    let claim = |x: i64, y: i64, e: i64| {
        format!(
            "(claim nontermination (start (x 4) (y 0)) (stem (times 3 (step go 0 (h 3))) (step to 0))
  (set a l (aux e) (where (= x {x}) (= y {y}) (= e (+ y 10))) (point {e})
    (path (round t 0 ())) (next a e)
    (proofs (farkas (1 s0)) (farkas (1 s1)) (farkas (1 s2)))))"
        )
    };
    accepted(&system("3"), &claim(25, -9, 1));
    says(
        &system("4"),
        &claim(25, -9, 1),
        "of the guard of `go` is false here",
    );
    for by in [-1, 1] {
        for (x, y, e, k) in [
            (25 + by, -9, 1, 0),
            (25, -9 + by, 1, 1),
            (25, -9, 1 + by, 2),
        ] {
            let why = format!("relation {k} of the set is false");
            says(&system("3"), &claim(x, y, e), &why);
        }
    }
}

/// A run of a member is of its values and counts, not of those beside them.
#[test]
fn members_run_with_their_own_numbers() {
    let system = "(system (vars x y) (locs s l e) (start s)
  (trans go s (temps) (guard (= x (* 2 y))) (cost 1 1) (to l))
  (trans t l (temps h) (guard (= h (- x y)) (> y 0)) (cost h h) (to l (x (- x 2)) (y (- y 1))))
  (trans out l (temps) (guard (= x 0) (= y 0)) (cost 1 1) (to e)))";
    let claim = |h: &str, members: &str| {
        format!(
            "(claim lower (family n (start (x (* 2 n)) (y n)) (where (>= n 0)))
  (bound (+ 2 (* 1/2 n n) (* 1/2 n)))
  (run (step go 0 () (farkas))
    (repeat k n (state (x (- (* 2 n) (* 2 k))) (y (- n k)))
      (cost (+ (* k n) (* -1/2 k k) (* 1/2 k))) (count (farkas (1 c0)))
      (step t 0 ((h {h})) (farkas) (farkas (1 k.hi))))
    (step out 0 () (farkas) (farkas)))
  (proof (farkas)) (members {members}))"
        )
    };
    accepted(system, &claim("(- n k)", "0 1 7"));
    says(system, &claim("(- n k)", "0 1 -1"), "does not satisfy");
    refused(system, &claim("(- n k 1)", "0 1 7"));
}
