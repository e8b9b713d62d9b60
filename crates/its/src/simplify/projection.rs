//! Temporaries that only guards speak of.
//!
//! Idea: a transition with `y <= t && t <= x` asks only that there be such a `t`;
//! where it is in no update and in no cost, the relations with it are replaced by
//! what they say of the rest, `y <= x`. Each new relation is a sum of multiples of
//! the guard, which is its proof, and the multiples are kept over the guard as it
//! was, so that one step of the certificate (`weaken`) replaces a whole guard.
//! Over the rationals, by [`ep_smt::linear::project`] (Fourier and Motzkin); over
//! integers that is weaker (`y <= 2*t && 2*t <= x` needs an even number between
//! them), which is the side of termination and of upper bounds. An equation with a
//! factor, `2*t == x`, says that x is even, which [`crate::congruences`] reads, so
//! it stays.
//! Source: Schrijver, "Theory of linear and integer programming", section 12.2.
//! Alternatives: projection over integers (Pugh, CACM 1992), which has disjunctions;
//! temporaries as they are, with a column in every linear program.
//! Cost: quadratic in the relations with the temporary; where more than a few come
//! out than went in, it stays.
//! What must never happen: a value that must be an integer taken to be one half in
//! something that a run is made from. This takes a [`Work`], from which none is.

use crate::linear::{Facts, Proof};
use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Rel, Transition};
use crate::work::Work;
use ep_base::entity::EntityId;
use ep_base::Stop;
use ep_smt::linear::{project, Col, Constraint, Form, Project, Relation, Q};
use std::collections::{BTreeMap, BTreeSet};

/// Relations that may come out more than went in.
const MORE: usize = 4;
/// Pairs of a lower and an upper bound over which it is not tried.
const MAX_PAIRS: usize = 64;
/// Bits of a factor over which a relation is not taken.
const MAX_BITS: u64 = 128;

/// Projects temporaries out of all guards where that makes these no longer; whether
/// it did.
pub fn project_temporaries(work: &mut Work) -> bool {
    let n = work.dimension();
    let stop = work.stop.clone();
    let mut some = false;
    for i in 0..work.rules.len() {
        if stop.now() {
            break;
        }
        let rule = work.rules.get(i);
        if let Some(guard) = rule.and_then(|r| projected(&stop, &r.transition, n)) {
            work.weaken(i, guard);
            some = true;
        }
    }
    some
}

/// A relation, as a form that is at most 0 or equal to 0, and of which relations of
/// the first guard it is the sum.
struct Row {
    form: Form,
    equation: bool,
    from: BTreeMap<usize, Q>,
}

/// A guard as rows over monomials.
struct Rows {
    columns: Vec<Monomial>,
    list: Vec<Row>,
}

impl Rows {
    fn of(guard: &[Atom]) -> Rows {
        let mut columns: BTreeMap<Monomial, Col> = BTreeMap::new();
        let mut list = Vec::new();
        for (i, a) in guard.iter().enumerate() {
            let mut constant = Q::ZERO;
            let mut terms = Vec::new();
            for (m, c) in a.poly.terms() {
                let c = Q::from_int(c).negated();
                if m.degree() == 0 {
                    constant = c;
                    continue;
                }
                let next = Col(columns.len() as u32);
                terms.push((*columns.entry(m.clone()).or_insert(next), c));
            }
            list.push(Row {
                form: Form::new(terms, constant),
                equation: a.rel == Rel::Eq,
                from: BTreeMap::from([(i, Q::ONE)]),
            });
        }
        let mut names: Vec<(Monomial, Col)> = columns.into_iter().collect();
        names.sort_by_key(|c| c.1);
        Rows {
            columns: names.into_iter().map(|c| c.0).collect(),
            list,
        }
    }

    fn column(&self, v: Var) -> Option<Col> {
        let own = |m: &Monomial| m.as_var() == Some(v);
        (self.columns.iter().position(own)).map(|i| Col(i as u32))
    }

    /// Eliminates a column; whether it is gone.
    fn eliminate(&mut self, x: Col) -> bool {
        let has = |r: &Row| !r.form.coefficient(x).is_zero();
        let with: Vec<usize> = (0..self.list.len())
            .filter(|i| self.list.get(*i).is_some_and(has))
            .collect();
        let rows: Vec<&Row> = with.iter().filter_map(|i| self.list.get(*i)).collect();
        let equations = || rows.iter().filter(|r| r.equation);
        let sign = |s: i32| {
            let those = rows.iter().filter(|r| r.form.coefficient(x).signum() == s);
            those.count()
        };
        let solved = equations().any(|r| is_unit(&r.form, x));
        // A factor says what its rest is a multiple of.
        if !solved && (equations().next().is_some() || sign(1) * sign(-1) > MAX_PAIRS) {
            return false;
        }
        let given: Vec<Constraint> = (rows.iter().enumerate())
            .map(|(k, r)| {
                let relation = match r.equation {
                    true => Relation::Eq,
                    false => Relation::Le,
                };
                Constraint::new(r.form.clone(), relation, k as u32)
            })
            .collect();
        let options = Project {
            integers: false,
            rows: MAX_PAIRS,
        };
        let found = project(&given, |y| y != x, options);
        if found.constraints.len() > rows.len() + MORE {
            return false;
        }
        // What each step is a sum of, over the first guard.
        let mut sums: BTreeMap<u32, BTreeMap<usize, Q>> = BTreeMap::new();
        for (k, r) in rows.iter().enumerate() {
            sums.insert(k as u32, r.from.clone());
        }
        for step in &found.steps {
            let mut sum: BTreeMap<usize, Q> = BTreeMap::new();
            for (tag, k) in &step.from {
                for (i, q) in sums.get(tag).into_iter().flatten() {
                    let slot = sum.entry(*i).or_insert(Q::ZERO);
                    *slot = slot.plus_product(k, q);
                }
            }
            sum.retain(|_, q| !q.is_zero());
            sums.insert(step.tag, sum);
        }
        let mut new = Vec::new();
        for c in &found.constraints {
            let Some(from) = sums.get(&c.tag) else {
                return false;
            };
            new.push(Row {
                form: c.form.clone(),
                equation: c.relation == Relation::Eq,
                from: from.clone(),
            });
        }
        self.list.retain(|r| !has(r));
        self.list.extend(new);
        true
    }

    /// The relation that a row says over integers, and why.
    fn atom(&self, row: &Row, guard: &[Atom]) -> Option<(Atom, Proof)> {
        // `form <= 0` is `-form >= 0`.
        let factor = row.form.primitive_factor().unwrap_or(Q::ONE);
        let form = row.form.times(&factor).negated();
        let constant = match row.equation {
            true if !form.constant().is_integer() => return None,
            _ => form.constant().floor(),
        };
        let mut terms: Vec<(Monomial, Int)> = vec![(Monomial::one(), constant.numer())];
        for (x, c) in form.terms() {
            terms.push((self.columns.get(x.0 as usize)?.clone(), c.numer()));
        }
        if terms.iter().any(|(_, c)| c.bits() > MAX_BITS) {
            return None;
        }
        let rel = match row.equation {
            true => Rel::Eq,
            false => Rel::Ge,
        };
        let multiples = row.from.iter().map(|(i, q)| {
            // The form of a premise is the negation of its polynomial, and so is
            // that of the relation.
            let k: Rat = q.times(&factor).to_big();
            (k, *i)
        });
        let atom = Atom {
            poly: Poly::of_terms(terms),
            rel,
        };
        let proof = Proof::Farkas(multiples.collect());
        debug_assert!(crate::linear::check(guard, &atom, &proof));
        Some((atom, proof))
    }
}

/// Whether a column has the factor 1 where all are whole and have nothing in common.
fn is_unit(form: &Form, x: Col) -> bool {
    let factor = form.primitive_factor().unwrap_or(Q::ONE);
    let whole = form.constant().times(&factor).is_integer();
    whole && form.coefficient(x).times(&factor).abs().is_one()
}

/// Temporaries that are in linear terms of the guard and nowhere else.
fn candidates(t: &Transition, n: usize) -> Vec<Var> {
    let mut out: BTreeSet<Var> = BTreeSet::new();
    let mut others: BTreeSet<Var> = BTreeSet::new();
    for (m, _) in t.guard.iter().flat_map(|a| a.poly.terms()) {
        match m.as_var() {
            Some(v) => {
                out.insert(v);
            }
            None => others.extend(m.powers().iter().map(|p| p.0)),
        }
    }
    let updates = t.arms.iter().flat_map(|a| &a.update);
    for p in updates.chain([&t.cost.lower, &t.cost.upper]) {
        others.extend(p.vars());
    }
    let only = |v: &Var| v.index() >= n && !others.contains(v);
    out.into_iter().filter(only).collect()
}

/// The guard without what can be projected, each relation with its proof from the
/// guard as it is; `None` where nothing can.
fn projected(stop: &Stop, t: &Transition, n: usize) -> Option<Vec<(Atom, Proof)>> {
    let candidates = candidates(t, n);
    if candidates.is_empty() {
        return None;
    }
    let guard = &t.guard;
    let mut rows = Rows::of(guard);
    let mut gone = 0;
    // One may be in the way of another.
    let mut waiting: Vec<Col> = (candidates.iter())
        .filter_map(|v| rows.column(*v))
        .collect();
    loop {
        let before = waiting.len();
        waiting.retain(|x| !rows.eliminate(*x));
        gone += before - waiting.len();
        if waiting.len() == before || waiting.is_empty() || stop.now() {
            break;
        }
    }
    if gone == 0 {
        return None;
    }
    let mut out: Vec<(Atom, Proof)> = Vec::new();
    let mut new: Vec<(Atom, Proof)> = Vec::new();
    for row in &rows.list {
        let mut from = row.from.iter();
        match (from.next(), from.next()) {
            (Some((i, k)), None) if k.is_one() => {
                let same = guard.get(*i)?.clone();
                let proof = Proof::Farkas(vec![(Rat::from(Int::from(1)), *i)]);
                out.push((same, proof));
            }
            _ => new.extend(rows.atom(row, guard)),
        }
    }
    if new.is_empty() {
        return Some(out);
    }
    // What follows from the rest says nothing new.
    let mut facts = Facts::new(stop, out.iter().map(|(a, _)| a));
    for (a, why) in new {
        if a.constant() != Some(true) && facts.prove(&a).is_none() {
            facts.add(&a);
            out.push((a, why));
        }
    }
    Some(out)
}
