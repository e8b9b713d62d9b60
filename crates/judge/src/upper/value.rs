//! Facts about values.
//!
//! Idea: as for counts ([`super::count`]): a rule's bound is made again from the facts
//! that it rests on. Source: the rules are those of docs/certificates.md; checking them
//! is our own. Cost: the multiplications of each proof.

use super::{Edge, Fact, Upper};
use crate::poly::{Poly, Subst, Sym};
use crate::proof::{prove, Goal, Premises};
use crate::refusal::Checked;
use crate::text::{Args, View};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};
use rustc_hash::FxHashMap;

impl Upper<'_> {
    pub(super) fn value(&mut self, v: View, mut args: Args) -> Checked<()> {
        let name = self
            .cx
            .read_name(args.need("a name")?, "the name of a fact")?;
        let edge = self.edge(args.need("an edge")?)?;
        let poly = self.d.system.poly(self.cx, args.need("a polynomial")?)?;
        let written = args.need("an expression")?;
        let because = args.need("a reason")?;
        args.done()?;
        let (rule, inside) = because.form("a reason")?;
        let bound = match rule {
            "invariant" => self.by_invariant(because, inside, edge, &poly, written)?,
            _ => {
                let yields = match rule {
                    "linear" => self.linear(because, inside, edge, &poly)?,
                    "product" => self.product(because, inside, edge, &poly)?,
                    "before" => self.passed_on(because, inside, edge, &poly)?,
                    "joint" => self.joint(because, inside, edge, &poly)?,
                    "sum" => self.accumulated(because, inside, edge, &poly, None)?,
                    "scale" => {
                        let mut inside = inside;
                        let n = inside.need("a factor")?;
                        let factor = self.cx.read_int(n, "a factor (a number)")?;
                        if !factor.is_positive() {
                            return Err(n.refuse("a factor below 1"));
                        }
                        self.accumulated(because, inside, edge, &poly, Some(factor))?
                    }
                    _ => return Err(because.refuse(format!("`{rule}` is no reason here"))),
                };
                self.accept(&yields, written)?
            }
        };
        self.add(v, name, Fact::Value { edge, poly, bound })
    }

    /// A polynomial over initial values, by a proof.
    fn by_invariant(
        &self,
        v: View,
        mut args: Args,
        edge: Edge,
        poly: &Poly,
        written: View,
    ) -> Checked<Poly> {
        let (cx, m) = (self.cx, &self.cx.meter);
        let proof = args.need("a proof")?;
        args.done()?;
        let inputs = |s: Sym| self.d.inputs.contains(&s);
        let bound = cx.read_poly(written, &inputs)?;
        match edge {
            Edge::Start => {
                let goal = Goal::AtLeastZero(bound.minus(poly, m)?);
                prove(cx, proof, &mut Premises::of("a", &self.d.assumed), &goal)?;
            }
            Edge::After(i, j) => {
                let mut ghosts = Subst::default();
                for x in bound.vars() {
                    let Some(g) = self.d.ghosts.get(&x) else {
                        let x = cx.name(x);
                        return Err(v.refuse(format!("`{x}` has no ghost that keeps its start")));
                    };
                    ghosts.insert(x, Poly::var(*g));
                }
                let t = self.transition(v, i)?;
                let after = poly.subst(&self.arm(v, t, j)?.update, m)?;
                let goal = bound.subst(&ghosts, m)?.minus(&after, m)?;
                self.show(proof, t, goal)?;
            }
        }
        Ok(bound)
    }

    fn linear(&self, v: View, mut args: Args, edge: Edge, poly: &Poly) -> Checked<Poly> {
        let m = &self.cx.meter;
        let c = self.cx.read_int(args.need("a number")?, "an integer")?;
        let (mut sum, mut bound) = (Poly::int(c.clone()), Poly::int(c));
        for pair in args {
            let mut p = pair.list("(INT FACT)")?;
            let k = self.cx.read_int(p.need("a factor")?, "an integer >= 0")?;
            let name = p.need("a fact")?;
            let (at, q, b) = self.value_fact(name)?;
            p.done()?;
            if k.is_negative() || at != edge {
                return Err(pair.refuse("a factor below 0, or a fact about another edge"));
            }
            let k = BigRational::from_integer(k);
            sum.add_scaled(&k, q, m)?;
            bound.add_scaled(&k, b, m)?;
        }
        if sum == *poly {
            Ok(bound)
        } else {
            Err(v.refuse("the facts do not add up to the polynomial"))
        }
    }

    fn product(&self, v: View, mut args: Args, edge: Edge, poly: &Poly) -> Checked<Poly> {
        let m = &self.cx.meter;
        let mut polys = Vec::new();
        let mut bounds = Vec::new();
        for _ in 0..4 {
            let name = args.need("four facts")?;
            let (at, q, b) = self.value_fact(name)?;
            if at != edge {
                return Err(name.refuse("a fact about another edge"));
            }
            polys.push(q.clone());
            bounds.push(b.clone());
        }
        args.done()?;
        let ([a, a_neg, b, b_neg], [high_a, low_a, high_b, low_b]) =
            (polys.as_slice(), bounds.as_slice())
        else {
            return Err(v.refuse("four facts are needed"));
        };
        if a.negated(m)? != *a_neg || b.negated(m)? != *b_neg || a.times(b, m)? != *poly {
            return Err(v.refuse("the facts are not about a, -a, b, -b with the product a*b"));
        }
        self.exprs.max(vec![
            high_a.times(high_b, m)?,
            high_a.times(low_b, m)?.negated(m)?,
            low_a.times(high_b, m)?.negated(m)?,
            low_a.times(low_b, m)?,
        ])
    }

    /// From what holds before the transition.
    fn passed_on(&self, v: View, mut args: Args, edge: Edge, poly: &Poly) -> Checked<Poly> {
        let m = &self.cx.meter;
        let Edge::After(i, j) = edge else {
            return Err(v.refuse("nothing comes before the start"));
        };
        let t = self.transition(v, i)?;
        let after = poly.subst(&self.arm(v, t, j)?.update, m)?;
        let proof = args.need("a proof")?;
        let q = match args.peek() {
            Some(f) => self.value_fact(f)?.1.clone(),
            None => return Err(v.refuse("a fact is missing")),
        };
        let bounds = self.before(args, t.source, &q)?;
        self.show(proof, t, q.minus(&after, m)?)?;
        self.exprs.max(bounds)
    }

    /// What a part of the graph adds, or multiplies and adds.
    fn accumulated(
        &self,
        v: View,
        mut args: Args,
        edge: Edge,
        poly: &Poly,
        factor: Option<BigInt>,
    ) -> Checked<Poly> {
        let (s, m) = (&self.d.system, &self.cx.meter);
        let at = self.functions(&mut args)?;
        if at.get(&self.target(v, edge)?) != Some(poly) {
            return Err(v.refuse("the polynomial is another at the edge's target"));
        }
        let mut inside = Vec::new();
        let mut outside = Vec::new();
        if at.contains_key(&s.start) {
            outside.push(Edge::Start);
        }
        for (i, t) in s.transitions.iter().enumerate() {
            let arms = t.arms.iter().enumerate();
            for (j, _) in arms.filter(|(_, a)| at.contains_key(&a.target)) {
                if at.contains_key(&t.source) {
                    inside.push((i, j));
                } else {
                    outside.push(Edge::After(i, j));
                }
            }
        }
        let mut starts = Vec::new();
        while let Some(e) = args.call_if("entry") {
            let mut a = e.called("entry")?;
            let name = a.need("a fact")?;
            a.done()?;
            let (edge, q, bound) = self.value_fact(name)?;
            let Some(k) = outside.iter().position(|x| *x == edge) else {
                return Err(e.refuse("this edge does not lead in from outside, or is named twice"));
            };
            if at.get(&self.target(name, edge)?) != Some(q) {
                return Err(e.refuse("this fact is about another polynomial"));
            }
            outside.swap_remove(k);
            starts.push(bound.clone());
        }
        if !outside.is_empty() {
            return Err(v.refuse("an edge that leads in from outside has no (entry …)"));
        }
        let mut growth: Growth = FxHashMap::default();
        while let Some(e) = args.call_if("edge") {
            let mut a = e.called("edge")?;
            let name = a.need("a transition")?;
            let (i, j) = self.place(name)?;
            let Some(k) = inside.iter().position(|x| (x.0, Some(x.1)) == (i, j)) else {
                return Err(name.refuse("this transition is not inside, or is named twice"));
            };
            let place = inside.swap_remove(k);
            let how = a.need("what the edge does")?;
            a.done()?;
            self.change(how, place, &at, factor.as_ref(), &mut starts, &mut growth)?;
        }
        args.done()?;
        if let Some(t) = inside.first().and_then(|(i, _)| s.transitions.get(*i)) {
            let t = self.cx.name(t.name);
            return Err(v.refuse(format!("`{t}` is inside and has no (edge …)")));
        }
        if starts.is_empty() {
            // Nothing leads in: no value is ever there.
            starts.push(Poly::zero());
        }
        let mut added = Poly::zero();
        let mut times = Poly::zero();
        for (count, by) in growth.into_values() {
            let by = self.exprs.at_least_zero(self.exprs.max(by)?)?;
            added = added.plus(&count.times(&by, m)?, m)?;
            times = times.plus(&count, m)?;
        }
        match factor {
            None => self.exprs.max(starts)?.plus(&added, m),
            Some(factor) => {
                starts.push(Poly::zero());
                let base = self.exprs.max(starts)?.plus(&added, m)?;
                self.exprs.pow(factor, times)?.times(&base, m)
            }
        }
    }

    /// One arm of a transition inside.
    fn change(
        &self,
        how: View,
        (i, j): (usize, usize),
        at: &FxHashMap<Sym, Poly>,
        factor: Option<&BigInt>,
        starts: &mut Vec<Poly>,
        growth: &mut Growth,
    ) -> Checked<()> {
        let (cx, m) = (self.cx, &self.cx.meter);
        let t = self.transition(how, i)?;
        let arm = self.arm(how, t, j)?;
        let (Some(p), Some(q)) = (at.get(&t.source), at.get(&arm.target)) else {
            return Err(how.refuse("this transition is not inside"));
        };
        let after = q.subst(&arm.update, m)?;
        let (head, mut a) = how.form("(grow …), (keep …) or (reset …)")?;
        match head {
            "keep" => self.show(a.need("a proof")?, t, p.minus(&after, m)?)?,
            "reset" => {
                let name = a.need("a fact")?;
                let (edge, r, bound) = self.value_fact(name)?;
                if edge != Edge::After(i, j) || r != q {
                    return Err(name.refuse("this fact is about something else"));
                }
                starts.push(bound.clone());
            }
            "grow" => {
                let by = self.d.system.poly(cx, a.need("a polynomial")?)?;
                let proof = a.need("a proof")?;
                let facts = a.need("a list of facts")?.list("(FACT …)")?;
                let place = a.need("a count")?;
                let count = self.count_of(place, i)?.clone();
                let mut goal = Poly::zero();
                let factor = factor.cloned().unwrap_or_else(BigInt::one);
                goal.add_scaled(&BigRational::from_integer(factor), p, m)?;
                let goal = goal.plus(&by, m)?.minus(&after, m)?;
                self.show(proof, t, goal)?;
                let bounds = self.before(facts, t.source, &by)?;
                let name = cx.read_name(place, "a count")?;
                let entry = growth.entry(name).or_insert_with(|| (count, Vec::new()));
                entry.1.extend(bounds);
            }
            _ => return Err(how.refuse("(grow …), (keep …) or (reset …) is awaited")),
        }
        a.done()
    }
}

/// Counts by name, each with what is added when it counts.
type Growth = FxHashMap<Sym, (Poly, Vec<Poly>)>;
