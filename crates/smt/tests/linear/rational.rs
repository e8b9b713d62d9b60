//! The simplex over the rationals.

use crate::support::{cases, satisfies, Judge, Random};
use ep_base::Stop;
use ep_smt::linear::farkas::{implies, refutes};
use ep_smt::linear::{Feasibility, Form, Optimum, Simplex, Q};
use ep_term::Sort;
use std::time::Instant;

fn problem(columns: u32) -> Simplex {
    let mut s = Simplex::new();
    for _ in 0..columns {
        s.column();
    }
    s
}

/// Feasibility as Z3 says; models hold; multipliers multiply to a contradiction,
/// and no changed one does.
#[test]
fn feasibility_is_z3s() {
    let mut r = Random::new(1);
    let mut judge = Judge::new(Sort::Real);
    let (mut yes, mut no) = (0, 0);
    for case in 0..cases() {
        let columns = 2 + r.below(5) as u32;
        let n = 2 + r.below(10);
        let all = r.constraints(columns, n, 12);
        let mut s = problem(columns);
        for c in &all {
            assert!(s.assert(c));
        }
        let said = judge
            .satisfiable(&all)
            .expect("linear problems are decided");
        match s.check() {
            Feasibility::Feasible => {
                yes += 1;
                assert!(said, "case {case}: {all:?}");
                assert!(satisfies(&all, &s.model()), "case {case}: {all:?}");
            }
            Feasibility::Infeasible(mut proof) => {
                no += 1;
                assert!(!said, "case {case}: {all:?}");
                assert!(refutes(&all, &proof), "case {case}: {all:?} {proof:?}");
                for i in 0..proof.multipliers.len() {
                    let old = proof.multipliers[i].1.clone();
                    let c = all.iter().find(|c| c.tag == proof.multipliers[i].0);
                    // A constraint without columns takes any factor of its sign.
                    if c.is_some_and(|c| c.form.is_constant()) {
                        continue;
                    }
                    for by in [Q::ONE, Q::MINUS_ONE, Q::int(7).inverse()] {
                        proof.multipliers[i].1 = old.plus(&by);
                        assert!(!refutes(&all, &proof), "case {case}: accepted {proof:?}");
                    }
                    proof.multipliers[i].1 = old;
                }
            }
            Feasibility::Unknown => panic!("case {case}: no limit was set"),
        }
    }
    assert!(yes > cases() / 10 && no > cases() / 10, "{yes} and {no}");
}

/// Optima are proved by their multipliers, reached by their model where they
/// say so, and nearly reached otherwise.
#[test]
fn optima_are_bounds_that_are_reached() {
    let mut r = Random::new(2);
    let mut judge = Judge::new(Sort::Real);
    let mut found = 0;
    for case in 0..cases() {
        let columns = 2 + r.below(4) as u32;
        let n = 3 + r.below(7);
        let all = r.constraints(columns, n, 12);
        let goal = r.form(columns, 5);
        let mut s = problem(columns);
        for c in &all {
            s.assert(c);
        }
        let least = r.below(2) == 0;
        let optimum = if least {
            s.minimum(&goal)
        } else {
            s.maximum(&goal)
        };
        let sign = if least { Q::MINUS_ONE } else { Q::ONE };
        match optimum {
            Optimum::Value(b) => {
                found += 1;
                let above = goal.minus(&Form::constant_of(&b.value)).times(&sign);
                assert!(
                    implies(&all, &above, !b.attained, &b.multipliers),
                    "case {case}: {all:?}, {goal}: {b:?}"
                );
                let less = above.plus(&Form::constant_of(1));
                assert!(!implies(&all, &less, false, &b.multipliers));
                let at = s.model();
                assert!(satisfies(&all, &at), "case {case}");
                let reached = Q::from_big(&goal.value(|x| at[x.0 as usize].to_big()));
                assert_eq!(reached == b.value, b.attained, "case {case}: {b:?}");
                if !b.attained {
                    let gap = Form::constant_of(Q::int(1_000).inverse());
                    let near = ep_smt::linear::Constraint::new(
                        above.plus(&gap),
                        ep_smt::linear::Relation::Ge,
                        100,
                    );
                    let mut more = all.clone();
                    more.push(near);
                    assert_eq!(judge.satisfiable(&more), Some(true), "case {case}");
                }
            }
            Optimum::Unbounded { ray } => {
                let at = s.model();
                assert!(satisfies(&all, &at), "case {case}");
                let mut far = at.clone();
                for (x, step) in &ray {
                    let k = &mut far[x.0 as usize];
                    *k = k.plus_product(&Q::int(1_000_000_007), step);
                }
                assert!(satisfies(&all, &far), "case {case}: {all:?} {ray:?}");
                let grows = |v: &[Q]| goal.times(&sign).value(|x| v[x.0 as usize].to_big());
                assert!(grows(&far) > grows(&at), "case {case}");
            }
            Optimum::Infeasible(proof) => assert!(refutes(&all, &proof), "case {case}"),
            Optimum::Unknown => panic!("case {case}: no limit was set"),
        }
    }
    assert!(found > cases() / 10, "{found}");
}

/// What scopes leave behind is what a fresh problem has.
#[test]
fn scopes_leave_nothing_behind() {
    let mut r = Random::new(3);
    for case in 0..cases() / 4 {
        let columns = 2 + r.below(4) as u32;
        let mut s = problem(columns);
        let mut stack = vec![Vec::new()];
        let mut tag = 0;
        for _ in 0..25 {
            match r.below(6) {
                0 => {
                    s.push();
                    stack.push(Vec::new());
                }
                1 if stack.len() > 1 => {
                    s.pop();
                    stack.pop();
                }
                2 => {
                    let goal = r.form(columns, 3);
                    let _ = s.maximum(&goal);
                }
                _ => {
                    let mut c = r.constraints(columns, 1, 9).remove(0);
                    c.tag = tag;
                    tag += 1;
                    s.assert(&c);
                    stack.last_mut().expect("a scope").push(c);
                }
            }
            let all: Vec<_> = stack.iter().flatten().cloned().collect();
            let mut fresh = problem(columns);
            for c in &all {
                fresh.assert(c);
            }
            let wanted = fresh.check();
            match s.check() {
                Feasibility::Feasible => {
                    assert_eq!(wanted, Feasibility::Feasible, "case {case}");
                    assert!(satisfies(&all, &s.model()), "case {case}");
                }
                Feasibility::Infeasible(proof) => {
                    assert_ne!(wanted, Feasibility::Feasible, "case {case}");
                    assert!(refutes(&all, &proof), "case {case}");
                }
                Feasibility::Unknown => panic!("case {case}"),
            }
            let goal = r.form(columns, 3);
            let value = |o: Optimum| match o {
                Optimum::Value(b) => Some(Some((b.value, b.attained))),
                Optimum::Unbounded { .. } => Some(None),
                _ => None,
            };
            assert_eq!(value(s.maximum(&goal)), value(fresh.maximum(&goal)));
        }
    }
}

/// A limit of pivots gives `Unknown`, and more pivots the answer.
#[test]
fn limits_are_no_answers() {
    let mut r = Random::new(4);
    let mut limited = 0;
    for _ in 0..200 {
        let all = r.constraints(6, 12, 12);
        let mut s = problem(6);
        for c in &all {
            s.assert(c);
        }
        s.set_limit(Some(1));
        let first = s.check();
        s.set_limit(None);
        let last = s.check();
        if first == Feasibility::Unknown {
            limited += 1;
        } else {
            let kind = std::mem::discriminant::<Feasibility>;
            assert_eq!(kind(&first), kind(&last));
        }
    }
    assert!(limited > 10);
}

/// A problem whose time is over answers nothing, whatever is asked of it.
#[test]
fn what_was_stopped_says_nothing() {
    let mut r = Random::new(9);
    for _ in 0..200 {
        let columns = 2 + r.below(5) as u32;
        let all = r.constraints(columns, 10, 12);
        let mut s = problem(columns);
        let (before, after) = all.split_at(5);
        for c in before {
            s.assert(c);
        }
        s.check();
        s.set_stop(Stop::at(Instant::now()));
        s.push();
        for c in after {
            s.assert(c);
        }
        assert_eq!(s.check(), Feasibility::Unknown);
        let form = all[0].form.clone();
        assert_eq!(s.maximum(&form), Optimum::Unknown);
        s.pop();
        assert_eq!(s.check(), Feasibility::Unknown);
    }
}
