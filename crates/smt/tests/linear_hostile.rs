//! The simplex on problems whose answer is known because of how they are made:
//! many constraints through one corner, coefficients of forty digits, optima
//! that are combinations of constraints, contradictions that miss by one. No
//! solver and no checker of the crate takes part: proofs are multiplied here.

use ep_smt::linear::{
    Col, Constraint, Feasibility, Form, Multiplier, Optimum, Relation, Simplex, Q,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn number(&mut self, large: bool) -> BigInt {
        let small = BigInt::from(self.below(7) as i64 - 3);
        if large {
            small * BigInt::from(10).pow(36 + self.below(9) as u32) + self.below(5)
        } else {
            small
        }
    }
}

const COLUMNS: u32 = 4;

/// Coefficients by column, and the constant under `None`.
type Sum = BTreeMap<Option<u32>, BigRational>;

fn add(sum: &mut Sum, form: &Form, by: &BigRational) {
    for (x, c) in form.terms() {
        *sum.entry(Some(x.0)).or_insert_with(BigRational::zero) += by * c.to_big();
    }
    *sum.entry(None).or_insert_with(BigRational::zero) += by * form.constant().to_big();
}

/// The sum of multiplied constraints, each as something that is at most 0.
fn multiplied(all: &[Constraint], by: &[Multiplier]) -> (Sum, bool) {
    let (mut sum, mut strict) = (Sum::new(), false);
    for (tag, k) in by {
        let c = all
            .iter()
            .find(|c| c.tag == *tag)
            .expect("a tag that was asserted");
        let k = k.to_big();
        assert!(
            c.relation == Relation::Eq || !k.is_negative(),
            "{k} for {tag}"
        );
        strict |= !k.is_zero() && matches!(c.relation, Relation::Lt | Relation::Gt);
        let turned = matches!(c.relation, Relation::Ge | Relation::Gt);
        add(&mut sum, &c.form, &if turned { -k } else { k });
    }
    sum.retain(|_, c| !c.is_zero());
    (sum, strict)
}

#[track_caller]
fn contradicts(all: &[Constraint], by: &[Multiplier]) {
    let (sum, strict) = multiplied(all, by);
    let constant = sum.get(&None).cloned().unwrap_or_else(BigRational::zero);
    assert!(sum.keys().all(Option::is_none), "{sum:?}");
    assert!(
        constant.is_positive() || (strict && constant.is_zero()),
        "{sum:?}"
    );
}

fn dot(form: &Form, at: &[Q]) -> BigRational {
    let terms = form.terms().iter();
    let sum = terms.map(|(x, c)| c.to_big() * at[x.0 as usize].to_big());
    sum.sum::<BigRational>() + form.constant().to_big()
}

#[track_caller]
fn satisfied(all: &[Constraint], at: &[Q]) {
    for c in all {
        let x = dot(&c.form, at);
        let holds = match c.relation {
            Relation::Le => !x.is_positive(),
            Relation::Lt => x.is_negative(),
            Relation::Ge => !x.is_negative(),
            Relation::Gt => x.is_positive(),
            Relation::Eq => x.is_zero(),
        };
        assert!(holds, "{c:?} at {at:?}");
    }
}

fn fresh(all: &[Constraint]) -> Simplex {
    let mut s = Simplex::new();
    for _ in 0..COLUMNS {
        s.column();
    }
    for c in all {
        s.assert(c);
    }
    s
}

/// Constraints that all touch one corner, and a combination of them that is
/// at most 0 wherever they hold and 0 in the corner.
fn corner(r: &mut Random, large: bool) -> (Vec<Constraint>, Form) {
    let point: Vec<BigInt> = (0..COLUMNS).map(|_| r.number(large)).collect();
    let mut all = Vec::new();
    let mut goal = Form::zero();
    for tag in 0..2 + r.below(9) as u32 {
        let row: Vec<BigInt> = (0..COLUMNS).map(|_| r.number(large)).collect();
        let constant: BigInt = row.iter().zip(&point).map(|(a, x)| a * x).sum();
        let terms = (0..).map(Col).zip(row.iter());
        let form = Form::new(terms, -constant);
        let relation = [Relation::Le, Relation::Ge, Relation::Eq][r.below(3) as usize];
        let by = r.below(3) as i64;
        let sign = if relation == Relation::Ge { -by } else { by };
        goal = goal.plus_multiple(&form, &Q::int(sign));
        all.push(Constraint::new(form, relation, tag));
    }
    (all, goal)
}

#[test]
fn corners_with_many_constraints() {
    for large in [false, true] {
        let mut r = Random(1);
        for _ in 0..60 {
            let (mut all, goal) = corner(&mut r, large);
            let mut s = fresh(&all);
            assert!(matches!(s.check(), Feasibility::Feasible));
            satisfied(&all, &s.model());
            let Optimum::Value(b) = s.maximum(&goal) else {
                panic!("{goal} has a maximum in {all:?}")
            };
            assert!(b.value.is_zero() && b.attained, "{b:?}");
            satisfied(&all, &s.model());
            assert!(dot(&goal, &s.model()).is_zero());
            let (mut sum, _) = multiplied(&all, &b.multipliers);
            add(&mut sum, &goal, &-BigRational::one());
            assert!(sum.values().all(Zero::is_zero), "{sum:?}");
            // At least 0 can be had, more cannot, neither by one nor by any.
            let tag = all.len() as u32;
            for (form, relation, can) in [
                (goal.clone(), Relation::Ge, true),
                (goal.clone(), Relation::Gt, false),
                (goal.plus(&Form::constant_of(-1)), Relation::Ge, false),
            ] {
                all.push(Constraint::new(form, relation, tag));
                s.push();
                s.assert(&all[tag as usize]);
                for answer in [s.check(), fresh(&all).check()] {
                    match answer {
                        Feasibility::Feasible => assert!(can, "{all:?}"),
                        Feasibility::Infeasible(f) => {
                            assert!(!can, "{all:?}");
                            contradicts(&all, &f.multipliers);
                        }
                        Feasibility::Unknown => panic!("no limit was set"),
                    }
                }
                if can {
                    satisfied(&all, &s.model());
                }
                s.pop();
                all.pop();
            }
        }
    }
}

#[test]
fn nothing_asserted() {
    let mut s = fresh(&[]);
    assert!(matches!(s.check(), Feasibility::Feasible));
    let x = Form::of(Col(0));
    let goal = x.plus_multiple(&Form::of(Col(3)), &Q::int(-2));
    for optimum in [s.maximum(&goal), s.minimum(&goal.negated())] {
        assert!(matches!(optimum, Optimum::Unbounded { .. }), "{optimum:?}");
    }
    let Optimum::Value(b) = s.minimum(&Form::constant_of(7)) else {
        panic!("a number has a minimum")
    };
    assert_eq!(b.value, Q::int(7));
    assert!(matches!(Simplex::new().check(), Feasibility::Feasible));
    // A relation between numbers alone.
    let mut s = fresh(&[Constraint::new(Form::constant_of(1), Relation::Le, 0)]);
    assert!(matches!(s.check(), Feasibility::Infeasible(_)));
}

#[test]
fn rays_stay_inside_and_grow() {
    let mut r = Random(3);
    let mut seen = 0;
    for _ in 0..400 {
        let (all, _) = corner(&mut r, false);
        let row = (0..COLUMNS)
            .map(|i| (Col(i), r.number(false)))
            .collect::<Vec<_>>();
        let goal = Form::new(row, 0);
        let mut s = fresh(&all);
        let Optimum::Unbounded { ray } = s.maximum(&goal) else {
            continue;
        };
        seen += 1;
        let along = |form: &Form| -> BigRational {
            let step = |x: &Col| ray.iter().find(|(y, _)| y == x).map(|(_, c)| c.to_big());
            let terms = form.terms().iter();
            terms
                .map(|(x, c)| c.to_big() * step(x).unwrap_or_else(BigRational::zero))
                .sum()
        };
        assert!(along(&goal).is_positive(), "{ray:?}");
        for c in &all {
            let d = along(&c.form);
            let stays = match c.relation {
                Relation::Le | Relation::Lt => !d.is_positive(),
                Relation::Ge | Relation::Gt => !d.is_negative(),
                Relation::Eq => d.is_zero(),
            };
            assert!(stays, "{c:?} along {ray:?}");
        }
    }
    assert!(seen > 50, "{seen}");
}

/// One instance through many scopes says at each point what a new one says.
#[test]
fn scopes_are_as_new_instances() {
    let mut r = Random(4);
    for round in 0..60 {
        let mut s = fresh(&[]);
        let mut all: Vec<Constraint> = Vec::new();
        let mut marks = Vec::new();
        let mut tag = 0;
        for _ in 0..60 {
            match r.below(5) {
                0 => {
                    s.push();
                    marks.push(all.len());
                }
                1 => {
                    if let Some(n) = marks.pop() {
                        s.pop();
                        all.truncate(n);
                    }
                }
                2 | 3 => {
                    let large = round % 3 == 0;
                    let row = (0..COLUMNS)
                        .map(|i| (Col(i), r.number(large)))
                        .collect::<Vec<_>>();
                    let relation = [
                        Relation::Le,
                        Relation::Lt,
                        Relation::Ge,
                        Relation::Gt,
                        Relation::Eq,
                    ][r.below(5) as usize];
                    let c = Constraint::new(Form::new(row, r.number(large)), relation, tag);
                    tag += 1;
                    s.assert(&c);
                    all.push(c);
                }
                _ => {
                    let mut other = fresh(&all);
                    let (a, b) = (s.check(), other.check());
                    match (&a, &b) {
                        (Feasibility::Feasible, Feasibility::Feasible) => {
                            satisfied(&all, &s.model());
                            satisfied(&all, &other.model());
                        }
                        (Feasibility::Infeasible(f), Feasibility::Infeasible(g)) => {
                            contradicts(&all, &f.multipliers);
                            contradicts(&all, &g.multipliers);
                        }
                        _ => panic!("{a:?} and, anew, {b:?} for {all:?}"),
                    }
                    let goal = Form::of(Col(r.below(u64::from(COLUMNS)) as u32));
                    match (s.maximum(&goal), other.maximum(&goal)) {
                        (Optimum::Value(x), Optimum::Value(y)) => {
                            assert_eq!((x.value, x.attained), (y.value, y.attained), "{all:?}");
                        }
                        (x, y) => assert_eq!(
                            std::mem::discriminant(&x),
                            std::mem::discriminant(&y),
                            "{all:?}"
                        ),
                    }
                }
            }
        }
    }
}
