//! Projection against enumeration.

use crate::support::{cases, Random};
use ep_smt::linear::project::replay;
use ep_smt::linear::{project, Col, Constraint, Exactness, Form, Project, Relation};
use num_rational::BigRational;

const SIDE: i64 = 3;

fn holds(all: &[Constraint], at: &[i64]) -> bool {
    let value = |x: Col| BigRational::from_integer(at[x.0 as usize].into());
    all.iter().all(|c| c.holds(value))
}

fn points(columns: usize) -> Vec<Vec<i64>> {
    let mut out = vec![Vec::new()];
    for _ in 0..columns {
        let longer = |p: &Vec<i64>| {
            let p = p.clone();
            (-SIDE..=SIDE).map(move |v| {
                let mut p = p.clone();
                p.push(v);
                p
            })
        };
        out = out.iter().flat_map(longer).collect();
    }
    out
}

#[test]
fn projections_hold_what_can_be_completed() {
    let mut r = Random::new(20);
    let mut exact = 0;
    for case in 0..cases() / 4 {
        let (kept, gone) = (2, 1 + r.below(2) as usize);
        let columns = kept + gone;
        let n = 1 + r.below(5);
        let mut all = r.constraints(columns as u32, n, 6);
        for x in 0..columns as u32 {
            for (c, k) in [(1, -SIDE), (-1, -SIDE)] {
                let tag = all.len() as u32;
                let form = Form::new([(Col(x), c)], k);
                all.push(Constraint::new(form, Relation::Le, tag));
            }
        }
        let integers = r.below(3) > 0;
        let options = Project {
            integers,
            ..Project::default()
        };
        let found = project(&all, |x| (x.0 as usize) < kept, options);
        for c in &found.constraints {
            assert!(c.form.terms().iter().all(|t| (t.0 .0 as usize) < kept));
        }
        // Every constraint is a given one or follows by its steps.
        let made = replay(&all, &found.steps).expect("steps that multiply");
        for c in &found.constraints {
            assert!(
                all.contains(c) || made.contains(c),
                "case {case}: {c} is not derived"
            );
        }
        assert_ne!(found.exactness, Exactness::Over);
        for p in points(kept) {
            let completed = points(gone).into_iter().any(|q| {
                let all_of: Vec<i64> = p.iter().chain(&q).copied().collect();
                holds(&all, &all_of)
            });
            let inside = holds(&found.constraints, &p);
            assert!(
                inside || !completed,
                "case {case}: {p:?} of {all:?} is lost"
            );
            if found.exactness == Exactness::Integers {
                assert_eq!(inside, completed, "case {case}: {p:?} of {all:?}");
            }
        }
        exact += u64::from(found.exactness == Exactness::Integers);
    }
    assert!(exact > cases() / 40, "{exact} exact");
}

/// Steps with a changed number do not replay to the same constraints.
#[test]
fn changed_steps_are_noticed() {
    let mut r = Random::new(21);
    let mut seen = 0;
    for _ in 0..200 {
        let all = r.constraints(4, 8, 6);
        let found = project(&all, |x| x.0 < 2, Project::default());
        let Some(first) = found.steps.first() else {
            continue;
        };
        let mut changed = found.steps.clone();
        changed[0].from[0].1 = first.from[0].1.plus(&ep_smt::linear::Q::ONE);
        let same = replay(&all, &changed) == replay(&all, &found.steps);
        assert!(!same);
        seen += 1;
    }
    assert!(seen > 50);
}
