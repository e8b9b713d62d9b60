//! How often transitions fire where runs are trees.
//!
//! Idea: three rules. *arrive*: each firing at a location is one arrival there,
//! and arrivals are firings of what leads there. *share*: what is left to pay
//! stands at each node as max(0, f); a firing pays for itself and hands the rest
//! to its calls, so a whole tree costs what its root has. *branch*: f falls by 1
//! in each call of a transition with several calls and nowhere grows, so a path
//! meets at most f of them, and with at most b calls each there are at most
//! 1 + b + … + b^(f-1) <= b^f of them. In each rule what is said of the whole
//! tree is the sum over the edges that lead into the part, each of which is
//! taken as often as its transition fires. Sources: for potentials Tarjan,
//! "Amortized computational complexity", SIAM J. Alg. Disc. Meth. 6(2), 1985;
//! Hoffmann, Aehlig, Hofmann, TOPLAS 34(3), 2012; the proofs are the above.

use super::count::Weighed;
use super::{Edge, Upper};
use crate::names::Atom;
use crate::poly::{Poly, Sym};
use crate::proof::{prove, Goal, Premises};
use crate::refusal::Checked;
use crate::system::Transition;
use crate::text::{Args, View};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

/// Arms of one transition over which nothing is shared: each set of them is a
/// case.
const MAX_ARMS: usize = 10;

impl Upper<'_> {
    /// `(arrive NAME EXPR LOC (by EDGE COUNT)…)`
    pub(super) fn arrive(&self, v: View, mut args: Args) -> Checked<Weighed> {
        let (m, s) = (&self.cx.meter, &self.d.system);
        let loc = s.location(self.cx, args.need("a location")?)?;
        let mut todo = self.entries(loc);
        let mut sum = Poly::zero();
        if let Some(k) = todo.iter().position(|e| *e == Edge::Start) {
            todo.swap_remove(k);
            sum = Poly::int(1);
        }
        for e in args {
            let mut a = e.called("by")?;
            let name = a.need("an edge")?;
            let edge = self.edge(name)?;
            let (Edge::After(i, _), Some(k)) = (edge, todo.iter().position(|x| *x == edge)) else {
                return Err(name.refuse("this edge does not lead there, or is named twice"));
            };
            todo.swap_remove(k);
            sum = sum.plus(self.count_of(a.need("a count")?, i)?, m)?;
            a.done()?;
        }
        if !todo.is_empty() {
            return Err(v.refuse("an edge that leads there has no (by …)"));
        }
        let all = s.transitions.iter().enumerate();
        let leaving = all.filter(|(_, t)| t.source == loc);
        Ok((leaving.map(|(i, _)| (i, Poly::int(1))).collect(), sum))
    }

    /// The edges that lead to a named location and belong to none of these
    /// transitions.
    fn outside(
        &self,
        at: &FxHashMap<Sym, Poly>,
        inside: &FxHashMap<usize, Poly>,
    ) -> Checked<Vec<Edge>> {
        let mut out = Vec::new();
        for loc in at.keys() {
            self.cx
                .meter
                .spend(4 + self.d.system.transitions.len() as u64)?;
            let edges = self.entries(*loc).into_iter();
            out.extend(edges.filter(|e| !matches!(e, Edge::After(i, _) if inside.contains_key(i))));
        }
        Ok(out)
    }

    /// f after each arm that leads to a named location.
    fn calls(&self, t: &Transition, at: &FxHashMap<Sym, Poly>) -> Checked<Vec<Poly>> {
        (t.arms.iter())
            .filter_map(|arm| Some(at.get(&arm.target)?.subst(&arm.update, &self.cx.meter)))
            .collect()
    }

    /// A firing pays `weight` and hands the rest of max(0, from) on to what
    /// follows: a case for each set of arms that have something left.
    pub(super) fn paid(
        &self,
        name: View,
        args: &mut Args,
        t: &Transition,
        from: &Poly,
        weight: &Poly,
        after: &[Poly],
    ) -> Checked<()> {
        let (cx, m) = (self.cx, &self.cx.meter);
        if after.len() > MAX_ARMS {
            return Err(name.refuse(format!("more than {MAX_ARMS} arms inside")));
        }
        for set in 0..1usize << after.len() {
            let case = args.need("a case for each set of arms")?;
            let (head, mut proof) = case.form("(up PROOF) or (zero PROOF)")?;
            let mut goal = match head {
                "up" => from.clone(),
                "zero" => Poly::zero(),
                _ => return Err(case.refuse("(up PROOF) or (zero PROOF) is awaited")),
            };
            goal = goal.minus(weight, m)?;
            let mut premises = Premises::of("g", &t.guard);
            for (j, g) in after.iter().enumerate().filter(|(j, _)| set >> j & 1 == 1) {
                goal = goal.minus(g, m)?;
                premises.push(cx.sym(&format!("p{j}")), Atom::at_least_zero(g.clone()));
            }
            let shown = proof.need("a proof")?;
            prove(cx, shown, &mut premises, &Goal::AtLeastZero(goal))?;
            proof.done()?;
        }
        Ok(())
    }

    /// `(share NAME EXPR (at LOC POLY)… (firing T W CASE…)… (entry FACT COUNT)…)`
    pub(super) fn share(&self, v: View, mut args: Args) -> Checked<Weighed> {
        let (cx, s) = (self.cx, &self.d.system);
        let at = self.functions(&mut args)?;
        let mut weights: FxHashMap<usize, Poly> = FxHashMap::default();
        while let Some(e) = args.call_if("firing") {
            let mut a = e.called("firing")?;
            let name = a.need("a transition")?;
            let i = s.named(cx, name)?;
            let t = self.transition(name, i)?;
            let Some(f) = at.get(&t.source) else {
                return Err(name.refuse("the location that this leaves has no function (at …)"));
            };
            let scope = |x: Sym| s.vars.contains(&x) || t.temps.contains(&x);
            let weight = cx.read_poly(a.need("a weight")?, &scope)?;
            let after = self.calls(t, &at)?;
            self.paid(name, &mut a, t, f, &weight, &after)?;
            a.done()?;
            if weights.insert(i, weight).is_some() {
                return Err(name.refuse("this transition stands here twice"));
            }
        }
        let todo = self.outside(&at, &weights)?;
        let yields = self.entered(v, args, &at, todo, &|bound| self.exprs.at_least_zero(bound))?;
        Ok((weights, yields))
    }

    /// `(branch NAME EXPR (at LOC POLY)… (inside T PROOF)… (strict T PROOF…)…
    /// (entry FACT COUNT)…)`
    pub(super) fn branch(&self, v: View, mut args: Args) -> Checked<Weighed> {
        let (m, s) = (&self.cx.meter, &self.d.system);
        let at = self.functions(&mut args)?;
        let mut inside: FxHashMap<usize, Poly> = FxHashMap::default();
        let mut counted = FxHashSet::default();
        let mut most = 2;
        while let Some(e) = args.peek().filter(|e| e.is("inside") || e.is("strict")) {
            args.next();
            let strict = e.is("strict");
            let (_, mut a) = e.form("(inside …) or (strict …)")?;
            let name = a.need("a transition")?;
            let i = s.named(self.cx, name)?;
            let t = self.transition(name, i)?;
            let Some(f) = at.get(&t.source) else {
                return Err(name.refuse("the location that this leaves has no function (at …)"));
            };
            let after = self.calls(t, &at)?;
            if !strict && after.len() > 1 {
                return Err(
                    name.refuse("several arms lead to named locations: (strict …) is awaited")
                );
            }
            most = most.max(after.len());
            let less = Poly::int(u64::from(strict));
            for g in &after {
                let fall = f.minus(g, m)?.minus(&less, m)?;
                self.show(a.need("a proof for each arm")?, t, fall)?;
            }
            if strict {
                self.show(a.need("a proof")?, t, f.minus(&less, m)?)?;
                counted.insert(i);
            }
            a.done()?;
            if inside.insert(i, less).is_some() {
                return Err(name.refuse("this transition stands here twice"));
            }
        }
        let todo = self.outside(&at, &inside)?;
        let base = BigInt::from(most);
        let yields = self.entered(v, args, &at, todo, &|bound| {
            self.exprs.pow(base.clone(), bound)
        })?;
        inside.retain(|i, _| counted.contains(i));
        Ok((inside, yields))
    }
}
