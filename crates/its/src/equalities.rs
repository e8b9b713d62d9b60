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

/// The sum of the products; most of the numbers are 0.
fn dot(row: &Vector, v: &Vector) -> Rat {
    let both = row.iter().zip(v);
    let some = both.filter(|(a, b)| !a.is_zero() && !b.is_zero());
    some.map(|(a, b)| a * b).sum()
}

fn subtract(from: &mut Vector, times: &Rat, v: &Vector) {
    for (a, b) in from.iter_mut().zip(v).filter(|(_, b)| !b.is_zero()) {
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
        let here = dot(coefficients, &self.point) + constant;
        let falls: Vec<Rat> = (self.basis.iter())
            .map(|(_, b)| dot(coefficients, b))
            .collect();
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
    fn after(&self, rule: &Rule, arm: usize, kept: &Kept) -> Option<Space> {
        let t = &rule.transition;
        let n = kept.vars.len();
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
            if let Some((row, constant)) = kept.linear(poly, wide) {
                before = before.cut(&row, &constant)?;
            }
        }
        let update = &t.arms.get(arm)?.update;
        let rows: Vec<Option<(Vector, Rat)>> = (kept.vars.iter())
            .map(|v| kept.linear(update.get(v.index())?, wide))
            .collect();
        let moved = |v: &Vector, constants: bool| -> Vector {
            let one = |row: &Option<(Vector, Rat)>| match row {
                None => Rat::zero(),
                Some((row, c)) => {
                    let sum = dot(row, v);
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
    fn forms(&self, kept: &Kept) -> Vec<Poly> {
        let leads = |i: usize| self.basis.iter().any(|(at, _)| *at == i);
        let form = |free: usize| {
            let mut terms = vec![(free, Rat::one())];
            for (at, b) in &self.basis {
                terms.extend(b.get(free).map(|k| (*at, -k)));
            }
            let named = terms.into_iter();
            whole(named.filter_map(|(i, k)| Some((*kept.vars.get(i)?, k))))
        };
        let n = kept.vars.len();
        (0..n).filter(|i| !leads(*i)).map(form).collect()
    }
}

/// The variables that are left; each has the column of its number here.
struct Kept {
    vars: Vec<Var>,
    /// How many there are with those that are not.
    dimension: usize,
}

impl Kept {
    /// Coefficients and constant of what is linear, temporaries behind variables.
    fn linear(&self, p: &Poly, wide: usize) -> Option<(Vector, Rat)> {
        let (terms, constant) = p.as_linear()?;
        let mut row = vec![Rat::zero(); wide];
        for (v, c) in terms {
            let at = match v.index().checked_sub(self.dimension) {
                Some(temporary) => self.vars.len() + temporary,
                None => self.vars.binary_search(&v).ok()?,
            };
            *row.get_mut(at)? = Rat::from_integer(c);
        }
        Some((row, Rat::from_integer(constant)))
    }
}

/// With integers without a common factor.
fn whole(terms: impl Iterator<Item = (Var, Rat)>) -> Poly {
    let terms: Vec<(Var, Rat)> = terms.collect();
    let all = (terms.iter()).fold(Int::one(), |l, (_, k)| l.lcm(k.denom()));
    let term = |(v, k): (Var, Rat)| {
        let k = (k * Rat::from_integer(all.clone())).to_integer();
        (Monomial::var(v), k)
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
    let count = work.file.locations.len();
    let kept = Kept {
        vars: work.kept().collect(),
        dimension: work.dimension(),
    };
    let n = kept.vars.len();
    let none = vec![Vec::new(); count];
    if n > MAX_VARIABLES || work.rules.len() > MAX_RULES {
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
                let Some((after, slot)) = here.after(r, k, &kept).zip(spaces.get_mut(target))
                else {
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
        .map(|s| s.as_ref().map_or_else(Vec::new, |s| s.forms(&kept)))
        .collect()
}
