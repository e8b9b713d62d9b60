//! Small problems whose answers are known; random ones are in `tests/linear.rs`.

use super::farkas::{implies, refutes, Affine, Solved, Template};
use super::*;

fn form(terms: &[(Col, i64)], constant: i64) -> Form {
    Form::new(terms.iter().copied(), constant)
}

#[test]
fn a_contradiction_has_multipliers_that_show_it() {
    let mut s = Simplex::new();
    let (x, y) = (s.column(), s.column());
    // x + y <= 2, x >= 1, 2y > 2
    let all = [
        Constraint::new(form(&[(x, 1), (y, 1)], -2), Relation::Le, 7),
        Constraint::new(form(&[(x, 1)], -1), Relation::Ge, 8),
        Constraint::new(form(&[(y, 2)], -2), Relation::Gt, 9),
    ];
    for c in &all[..2] {
        assert!(s.assert(c));
    }
    assert_eq!(s.check(), Feasibility::Feasible);
    s.push();
    s.assert(&all[2]);
    let Feasibility::Infeasible(mut proof) = s.check() else {
        panic!("not refuted");
    };
    assert!(refutes(&all, &proof));
    assert_eq!(proof.tags(), [7, 8, 9]);
    for i in 0..3 {
        let old = proof.multipliers[i].1.clone();
        proof.multipliers[i].1 = old.plus(&Q::ONE);
        assert!(!refutes(&all, &proof));
        proof.multipliers[i].1 = old;
    }
    s.pop();
    assert_eq!(s.check(), Feasibility::Feasible);
    let at = s.model();
    assert!(all[..2]
        .iter()
        .all(|c| c.holds(|x| at[x.0 as usize].to_big())));
}

#[test]
fn optima_are_proved_and_strict_bounds_are_not_reached() {
    let mut s = Simplex::new();
    let (x, y) = (s.column(), s.column());
    let all = [
        Constraint::new(form(&[(x, 1), (y, 2)], -4), Relation::Le, 0),
        Constraint::new(form(&[(x, 3), (y, 1)], -6), Relation::Lt, 1),
    ];
    for c in &all {
        s.assert(c);
    }
    let goal = form(&[(x, 1), (y, 1)], 5);
    let Optimum::Value(b) = s.maximum(&goal) else {
        panic!("no optimum");
    };
    assert_eq!(b.value.to_string(), "39/5");
    assert!(!b.attained);
    let above = goal.with_constant(Q::int(5).minus(&b.value));
    assert!(implies(&all, &above, true, &b.multipliers));
    assert!(matches!(
        s.minimum(&form(&[(x, 1)], 0)),
        Optimum::Unbounded { .. }
    ));
}

/// `while (x > 0) x--` has the ranking function x.
#[test]
fn a_template_finds_a_ranking_function() {
    let (x, y) = (Col(0), Col(1));
    // x > 0 and y = x - 1
    let premises = [
        Constraint::new(form(&[(x, 1)], -1), Relation::Ge, 0),
        Constraint::new(form(&[(y, 1), (x, -1)], 1), Relation::Eq, 1),
    ];
    let mut t = Template::new();
    let (a, b) = (t.param(), t.param());
    // a y + b - (a x + b) + 1 <= 0, and -(a x + b) <= 0
    let falls = Affine {
        parts: vec![(a, form(&[(y, 1), (x, -1)], 0))],
        fixed: form(&[], 1),
    };
    let bounded = Affine {
        parts: vec![(a, form(&[(x, -1)], 0)), (b, form(&[], -1))],
        fixed: Form::zero(),
    };
    let first = t.imply(&premises, &falls);
    let second = t.imply(&premises, &bounded);
    let Solved::Found(found) = t.solve() else {
        panic!("no ranking function");
    };
    assert!(found.value(a).is_positive());
    assert!(implies(
        &premises,
        &found.form(&falls),
        false,
        found.multipliers(first)
    ));
    assert!(implies(
        &premises,
        &found.form(&bounded),
        false,
        found.multipliers(second)
    ));
    t.require(form(&[(a.0, 1)], 0), Relation::Le);
    assert_eq!(t.solve(), Solved::Impossible);
}
