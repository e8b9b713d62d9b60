//! How often nested functions let transitions fire.
//!
//! Idea: f1 falls by 1 with each strict firing; the next ones fall by 1 less
//! what the function before them is, so they may rise while that one is high.
//! If all are at most M when the part is entered, then after n strict firings
//! f1 is at most M - n, and, from one function to the next by the rule of
//! Pascal's triangle, fd is at most the sum over j < d of
//! C(n, j) * (M - (n - j) / (j + 1)). From n = d * (M + 1) on each bracket is
//! below 0, and C(n, 0) = 1, so fd is below 0 and nothing strict fires any more:
//! there are at most d * (M + 1) strict firings. Source: Ben-Amram and Genaim, CAV 2017; Giesl, Lommen,
//! Hark and Meyer, "Improving automatic complexity analysis of integer
//! programs", 2022 (with other constants; the proof above is self-contained).

use super::{Edge, Upper};
use crate::poly::{Poly, Sym};
use crate::refusal::Checked;
use crate::text::{Args, View};
use rustc_hash::FxHashMap;

impl Upper<'_> {
    pub(super) fn nest(&self, v: View, mut args: Args) -> Checked<(FxHashMap<usize, Poly>, Poly)> {
        let (at, depth) = self.levels(&mut args)?;
        let m = &self.cx.meter;
        let (inside, weights) = self.members(&mut args, &mut |e, t, arm, strict, a| {
            let named = |loc: Sym| {
                at.get(&loc).ok_or_else(|| {
                    let loc = self.cx.name(loc);
                    e.refuse(format!("`{loc}` has no functions (at …)"))
                })
            };
            let here = named(t.source)?;
            let next = match arm.and_then(|j| t.arms.get(j)) {
                Some(arm) => Some((named(arm.target)?, arm)),
                None => None,
            };
            for (i, f) in here.iter().enumerate() {
                // Where the run ends, nothing is left to fall.
                let fall = match &next {
                    None => Poly::zero(),
                    Some((there, arm)) => {
                        let after = there.get(i).cloned().unwrap_or_default();
                        let fall = f.minus(&after.subst(&arm.update, m)?, m)?;
                        match (strict, i.checked_sub(1).and_then(|j| here.get(j))) {
                            (false, _) => fall,
                            (true, None) => fall.minus(&Poly::int(1), m)?,
                            (true, Some(above)) => fall.plus(above, m)?.minus(&Poly::int(1), m)?,
                        }
                    }
                };
                self.show(a.need("a proof for each function")?, t, fall)?;
            }
            if strict {
                let last = here.last().cloned().unwrap_or_default();
                self.show(a.need("a proof")?, t, last)?;
            }
            Ok(Poly::int(1))
        })?;
        // Each function falls at most so often from where it begins, for each of the
        // others above it.
        let todo = self.leading_in(&inside);
        let sum = self.entered_by_all(v, args, (&at, depth), todo, &|most| {
            let each = most.plus(&Poly::int(1), m)?;
            each.times(&Poly::int(depth as u64), m)
        })?;
        Ok((weights, sum))
    }

    /// `(entry (FACT …) COUNT?)…`: of each edge that leads in how often that is, times
    /// what follows from the greatest of the functions there, 0 where all are below.
    pub(super) fn entered_by_all(
        &self,
        v: View,
        entries: Args,
        (at, depth): (&FxHashMap<Sym, Vec<Poly>>, usize),
        mut todo: Vec<Edge>,
        firings: &dyn Fn(Poly) -> Checked<Poly>,
    ) -> Checked<Poly> {
        let m = &self.cx.meter;
        let mut sum = Poly::zero();
        for e in entries {
            let mut a = e.called("entry")?;
            let shown = a.need("a list of facts")?;
            let facts = shown.list("(FACT …)")?;
            let (edge, bounds) = self.entered_at(shown, facts, at, depth)?;
            let Some(k) = todo.iter().position(|x| *x == edge) else {
                return Err(e.refuse("this edge does not lead in, or is named twice"));
            };
            todo.swap_remove(k);
            let times = match edge {
                Edge::Start => Poly::int(1),
                Edge::After(i, _) => self.count_of(a.need("a count")?, i)?.clone(),
            };
            a.done()?;
            let most = self.exprs.at_least_zero(self.exprs.max(bounds)?)?;
            sum = sum.plus(&times.times(&firings(most)?, m)?, m)?;
        }
        match todo.is_empty() {
            true => Ok(sum),
            false => Err(v.refuse("an edge that leads in has no (entry …)")),
        }
    }

    /// `(at LOC POLY…)…`, and how many there are at each location.
    pub(super) fn levels(&self, args: &mut Args) -> Checked<(FxHashMap<Sym, Vec<Poly>>, usize)> {
        let system = &self.d.system;
        let mut at: FxHashMap<Sym, Vec<Poly>> = FxHashMap::default();
        let mut depth = 0;
        while let Some(a) = args.call_if("at") {
            let mut inside = a.called("at")?;
            let loc = system.location(self.cx, inside.need("a location")?)?;
            let f = inside
                .map(|p| system.poly(self.cx, p))
                .collect::<Checked<Vec<Poly>>>()?;
            if f.is_empty() || f.len() > 64 || (!at.is_empty() && f.len() != depth) {
                return Err(a.refuse("each location has the same number of functions, 1 to 64"));
            }
            depth = f.len();
            if at.insert(loc, f).is_some() {
                return Err(a.refuse("this location is named twice"));
            }
        }
        Ok((at, depth))
    }

    /// One value fact for each function at the target of one edge: the edge and
    /// the bounds.
    pub(super) fn entered_at(
        &self,
        v: View,
        facts: Args,
        at: &FxHashMap<Sym, Vec<Poly>>,
        depth: usize,
    ) -> Checked<(Edge, Vec<Poly>)> {
        let mut found: Option<Edge> = None;
        let mut bounds = Vec::new();
        for (i, name) in facts.enumerate() {
            let (edge, q, bound) = self.value_fact(name)?;
            if found.is_some_and(|e| e != edge) {
                return Err(name.refuse("this fact is about another edge"));
            }
            found = Some(edge);
            let wanted = at.get(&self.target(name, edge)?).and_then(|f| f.get(i));
            if wanted != Some(q) {
                return Err(name.refuse("this fact is about another polynomial"));
            }
            bounds.push(bound.clone());
        }
        match found {
            Some(edge) if bounds.len() == depth => Ok((edge, bounds)),
            _ => Err(v.refuse("each function has one fact")),
        }
    }
}
