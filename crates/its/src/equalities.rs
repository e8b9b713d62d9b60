//! Affine equalities that hold at locations, as directions for
//! [`crate::invariants`], which proves them.
//!
//! Idea: what is reached at a location lies in a point plus the multiples of some
//! vectors; an edge cuts this with the equations of its guard and maps it, and where
//! edges meet a vector is added, so nothing falls and each location changes at most
//! as often as there are variables. What temporaries and products set is any number.
//! Source: Karr, "Affine relationships among variables of a program", Acta
//! Informatica 1976. Alternatives: equations from runs with numbers, of which many
//! are no invariants; polyhedra, which hold these too and cost more. Cost: cubic in
//! the variables per edge and change, so larger systems are left alone.

use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Rel};
use crate::work::{Rule, Work};
use ep_base::entity::EntityId;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Variables with which this is done.
const MAX_VARIABLES: usize = 24;
/// Rules with which this is done.
const MAX_RULES: usize = 200;

type Vector = Vec<Rat>;

/// A point and what may be added to it: each vector has its first entry, a 1, where
/// all others have 0.
#[derive(Clone, Debug)]
struct Space {
    point: Vector,
    basis: Vec<(usize, Vector)>,
}

fn unit(n: usize, i: usize) -> Vector {
    (0..n)
        .map(|k| if k == i { Rat::one() } else { Rat::zero() })
        .collect()
}

fn subtract(from: &mut Vector, times: &Rat, v: &Vector) {
    for (a, b) in from.iter_mut().zip(v) {
        *a -= times * b;
    }
}

impl Space {
    fn all(n: usize) -> Space {
        Space {
            point: vec![Rat::zero(); n],
            basis: (0..n).map(|i| (i, unit(n, i))).collect(),
        }
    }

    /// With the multiples of one more vector; whether they were missing.
    fn add(&mut self, mut v: Vector) -> bool {
        for (at, b) in &self.basis {
            if let Some(k) = v.get(*at).filter(|k| !k.is_zero()).cloned() {
                subtract(&mut v, &k, b);
            }
        }
        let Some((at, k)) = v.iter().cloned().enumerate().find(|(_, k)| !k.is_zero()) else {
            return false;
        };
        v.iter_mut().for_each(|x| *x /= &k);
        for (_, b) in &mut self.basis {
            if let Some(k) = b.get(at).filter(|k| !k.is_zero()).cloned() {
                subtract(b, &k, &v);
            }
        }
        self.basis.push((at, v));
        true
    }

    /// With all that is in another one; whether anything was missing.
    fn join(&mut self, other: &Space) -> bool {
        let mut apart = other.point.clone();
        subtract(&mut apart, &Rat::one(), &self.point);
        let mut changed = self.add(apart);
        for (_, b) in &other.basis {
            changed |= self.add(b.clone());
        }
        changed
    }

    /// What of it satisfies an equation; nothing where none does.
    fn cut(&self, coefficients: &Vector, constant: &Rat) -> Option<Space> {
        let dot = |v: &Vector| -> Rat { coefficients.iter().zip(v).map(|(a, b)| a * b).sum() };
        let here = dot(&self.point) + constant;
        let falls: Vec<Rat> = self.basis.iter().map(|(_, b)| dot(b)).collect();
        let Some(k) = falls.iter().position(|d| !d.is_zero()) else {
            return here.is_zero().then(|| self.clone());
        };
        let (d, (_, pivot)) = (falls.get(k)?, self.basis.get(k)?);
        let mut point = self.point.clone();
        subtract(&mut point, &(&here / d), pivot);
        let mut out = Space {
            point,
            basis: Vec::new(),
        };
        for (i, ((_, b), e)) in self.basis.iter().zip(&falls).enumerate() {
            if i != k {
                let mut b = b.clone();
                subtract(&mut b, &(e / d), pivot);
                out.add(b);
            }
        }
        Some(out)
    }

    /// After an arm of a rule; nothing where the rule cannot be taken.
    fn after(&self, rule: &Rule, arm: usize, n: usize) -> Option<Space> {
        let t = &rule.transition;
        let wide = n + t.temporaries.len();
        let longer = |v: &Vector| {
            let mut v = v.clone();
            v.resize(wide, Rat::zero());
            v
        };
        let mut before = Space {
            point: longer(&self.point),
            basis: self.basis.iter().map(|(i, b)| (*i, longer(b))).collect(),
        };
        for i in n..wide {
            before.add(unit(wide, i));
        }
        for Atom { poly, .. } in t.guard.iter().filter(|a| a.rel == Rel::Eq) {
            if let Some((row, constant)) = linear(poly, wide) {
                before = before.cut(&row, &constant)?;
            }
        }
        let rows: Vec<Option<(Vector, Rat)>> = (t.arms.get(arm)?.update.iter())
            .map(|p| linear(p, wide))
            .collect();
        let moved = |v: &Vector, constants: bool| -> Vector {
            let one = |row: &Option<(Vector, Rat)>| match row {
                None => Rat::zero(),
                Some((row, c)) => {
                    let sum: Rat = row.iter().zip(v).map(|(a, b)| a * b).sum();
                    if constants {
                        sum + c
                    } else {
                        sum
                    }
                }
            };
            rows.iter().map(one).collect()
        };
        let mut out = Space {
            point: moved(&before.point, true),
            basis: Vec::new(),
        };
        for (_, b) in &before.basis {
            out.add(moved(b, false));
        }
        for (i, row) in rows.iter().enumerate() {
            if row.is_none() {
                out.add(unit(n, i));
            }
        }
        Some(out)
    }

    /// Forms that have one value in all of it.
    fn forms(&self, n: usize) -> Vec<Poly> {
        let leads = |i: usize| self.basis.iter().any(|(at, _)| *at == i);
        let form = |free: usize| {
            let mut terms = vec![(free, Rat::one())];
            for (at, b) in &self.basis {
                terms.extend(b.get(free).map(|k| (*at, -k)));
            }
            whole(terms)
        };
        (0..n).filter(|i| !leads(*i)).map(form).collect()
    }
}

/// Coefficients and constant of what is linear.
fn linear(p: &Poly, n: usize) -> Option<(Vector, Rat)> {
    let (terms, constant) = p.as_linear()?;
    let mut row = vec![Rat::zero(); n];
    for (v, c) in terms {
        *row.get_mut(v.index())? = Rat::from_integer(c);
    }
    Some((row, Rat::from_integer(constant)))
}

/// With integers without a common factor.
fn whole(terms: Vec<(usize, Rat)>) -> Poly {
    let all = (terms.iter()).fold(Int::one(), |l, (_, k)| l.lcm(k.denom()));
    let term = |(i, k): (usize, Rat)| {
        let k = (k * Rat::from_integer(all.clone())).to_integer();
        (Monomial::var(Var::from_index(i)), k)
    };
    let p = Poly::of_terms(terms.into_iter().map(term));
    let g = p.content();
    match g > Int::one() {
        true => Poly::of_terms(p.terms().map(|(m, c)| (m.clone(), c / &g))),
        false => p,
    }
}

/// Per location the forms that have one value whenever it is reached.
pub fn forms(work: &Work) -> Vec<Vec<Poly>> {
    let (count, n) = (work.file.locations.len(), work.dimension());
    let none = vec![Vec::new(); count];
    if work.kept().count() > MAX_VARIABLES || work.rules.len() > MAX_RULES {
        return none;
    }
    let mut spaces: Vec<Option<Space>> = vec![None; count];
    let start = work.file.start.index();
    if let Some(s) = spaces.get_mut(start) {
        *s = Some(Space::all(n));
    }
    let mut waiting = vec![start];
    while let Some(l) = waiting.pop() {
        if work.stop.now() {
            return none;
        }
        let Some(Some(here)) = spaces.get(l).cloned() else {
            continue;
        };
        for r in (work.rules.iter()).filter(|r| r.transition.source.index() == l) {
            for (k, arm) in r.transition.arms.iter().enumerate() {
                let target = arm.target.index();
                let Some((after, slot)) = here.after(r, k, n).zip(spaces.get_mut(target)) else {
                    continue;
                };
                let changed = match slot {
                    Some(s) => s.join(&after),
                    None => {
                        *slot = Some(after);
                        true
                    }
                };
                if changed && !waiting.contains(&target) {
                    waiting.push(target);
                }
            }
        }
    }
    (spaces.iter())
        .map(|s| s.as_ref().map_or_else(Vec::new, |s| s.forms(n)))
        .collect()
}
