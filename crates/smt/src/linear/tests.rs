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

/// Work is counted, the same each time, and an allowance that is used up leaves
/// a problem without answers instead of with a wrong one.
#[test]
fn an_allowance_of_work_ends_a_problem() {
    let ask = |allowance: Option<u64>| {
        let mut s = Simplex::new();
        s.set_allowance(allowance);
        let c: Vec<Col> = (0..6).map(|_| s.column()).collect();
        let large = i64::MAX - 1;
        for i in 0..6i64 {
            // Each row is violated at 0 and shares its columns with the others.
            let terms = (0..6).map(|j| (c[j as usize], Q::int(1 + (i * j) % 7 * (large / 7))));
            let form = Form::new(terms, Q::int(-3 - i));
            let known = s.assert(&Constraint::new(form, Relation::Eq, i as u32));
            assert!(known);
        }
        let first = s.check();
        (first, s.check(), s.work)
    };
    let (free, again, work) = ask(None);
    assert_eq!(free, again);
    assert_ne!(free, Feasibility::Unknown);
    assert!(work > 36, "large numbers weigh more than one each: {work}");
    assert_eq!(ask(Some(work + 1)), (free, again, work));
    for less in [0, 1, work / 2] {
        let (first, again, used) = ask(Some(less));
        assert_eq!(first, Feasibility::Unknown, "{less}");
        assert_eq!(again, Feasibility::Unknown, "{less}");
        assert!(used < work);
    }
}
