//! Values that depend on each other.
//!
//! Idea: let M be the greatest of 0, of the values, and of what the resets set
//! values to. An edge with a count makes each value at most K * M plus what is
//! added; one without a count leaves M as it is, since each value is then at most
//! one of the values or 0. With K >= 1, M after n edges with a count is at most
//! K^n times what it was at the entry and all that was added, and n is at most
//! the sum of the counts. Source: Brockschmidt et al., TOPLAS 38(4), 2016,
//! section 4.2.

use super::{Edge, Upper};
use crate::poly::{Poly, Sym};
use crate::refusal::Checked;
use crate::text::{Args, View};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

/// Counts by name, each with what is added when it counts.
type Growth = FxHashMap<Sym, (Poly, Vec<Poly>)>;

impl Upper<'_> {
    pub(super) fn joint(&self, v: View, mut args: Args, edge: Edge, poly: &Poly) -> Checked<Poly> {
        let (s, cx, m) = (&self.d.system, self.cx, &self.cx.meter);
        let shown = args.need("a factor")?;
        let factor = cx.read_int(shown, "a factor (a number)")?;
        if !factor.is_positive() {
            return Err(shown.refuse("a factor below 1"));
        }
        let which = cx.read_index(args.need("which value it is")?, "the number of a value")?;
        let (at, depth) = self.levels(&mut args)?;
        let wanted = at.get(&self.target(v, edge)?).and_then(|f| f.get(which));
        if wanted != Some(poly) {
            return Err(v.refuse("the polynomial is another at the edge's target"));
        }
        let mut inside = Vec::new();
        let mut outside = Vec::new();
        if at.contains_key(&s.start) {
            outside.push(Edge::Start);
        }
        for (i, t) in s.transitions.iter().enumerate() {
            for (j, a) in t.arms.iter().enumerate() {
                match (at.contains_key(&t.source), at.contains_key(&a.target)) {
                    (_, false) => {}
                    (true, true) => inside.push((i, j)),
                    (false, true) => outside.push(Edge::After(i, j)),
                }
            }
        }
        let mut starts = Vec::new();
        while let Some(e) = args.call_if("entry") {
            let mut a = e.called("entry")?;
            let shown = a.need("a list of facts")?;
            a.done()?;
            let (edge, bounds) = self.entered_at(shown, shown.list("(FACT …)")?, &at, depth)?;
            let Some(k) = outside.iter().position(|x| *x == edge) else {
                return Err(e.refuse("this edge does not lead in from outside, or is named twice"));
            };
            outside.swap_remove(k);
            starts.extend(bounds);
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
            let count = a.need("a count, or _")?;
            let added = self.row(e, a, place, &at, &factor, count, &mut starts)?;
            if count.word() != Some("_") {
                let bound = self.count_of(count, i)?.clone();
                let key = cx.read_name(count, "a count")?;
                let entry = growth.entry(key).or_insert_with(|| (bound, Vec::new()));
                entry.1.extend(added);
            }
        }
        args.done()?;
        if !inside.is_empty() {
            return Err(v.refuse("a transition inside has no (edge …)"));
        }
        if starts.is_empty() {
            // Nothing leads in: no value is ever there.
            starts.push(Poly::zero());
        }
        let mut sum = self.exprs.at_least_zero(self.exprs.max(starts)?)?;
        let mut times = Poly::zero();
        for (count, by) in growth.into_values() {
            let by = match by.is_empty() {
                true => Poly::zero(),
                false => self.exprs.at_least_zero(self.exprs.max(by)?)?,
            };
            sum = sum.plus(&count.times(&by, m)?, m)?;
            times = times.plus(&count, m)?;
        }
        match factor.is_one() {
            true => Ok(sum),
            false => self.exprs.pow(factor, times)?.times(&sum, m),
        }
    }

    /// What one edge makes of each value; bounds of what it adds.
    #[allow(clippy::too_many_arguments)]
    fn row(
        &self,
        e: View,
        parts: Args,
        (i, j): (usize, usize),
        at: &FxHashMap<Sym, Vec<Poly>>,
        factor: &BigInt,
        count: View,
        starts: &mut Vec<Poly>,
    ) -> Checked<Vec<Poly>> {
        let (cx, m) = (self.cx, &self.cx.meter);
        let t = self.transition(e, i)?;
        let arm = self.arm(e, t, j)?;
        let (Some(here), Some(there)) = (at.get(&t.source), at.get(&arm.target)) else {
            return Err(e.refuse("this transition is not inside"));
        };
        let mut there = there.iter();
        let mut added = Vec::new();
        for part in parts {
            let Some(q) = there.next() else {
                return Err(part.refuse("there are more parts than values"));
            };
            let (head, mut a) = part.form("(part …) or (reset …)")?;
            match head {
                "reset" => {
                    let name = a.need("a fact")?;
                    let (edge, r, bound) = self.value_fact(name)?;
                    if edge != Edge::After(i, j) || r != q {
                        return Err(name.refuse("this fact is about something else"));
                    }
                    starts.push(bound.clone());
                }
                "part" => {
                    let shown = a.need("a list of factors")?;
                    let mut of = here.iter();
                    let (mut sum, mut goal) = (BigInt::zero(), Poly::zero());
                    for k in shown.list("(INT …)")? {
                        let n = cx.read_int(k, "a number >= 0")?;
                        let Some(p) = of.next().filter(|_| !n.is_negative()) else {
                            return Err(k.refuse("a factor below 0, or one too many"));
                        };
                        goal.add_scaled(&BigRational::from_integer(n.clone()), p, m)?;
                        sum += n;
                    }
                    if sum > *factor {
                        return Err(shown.refuse("the factors are more than that of the rule"));
                    }
                    let rest = self.d.system.poly(cx, a.need("a polynomial")?)?;
                    let proof = a.need("a proof")?;
                    let facts = a.need("a list of facts")?.list("(FACT …)")?;
                    if count.word() == Some("_") {
                        let quiet = rest.as_int().is_some_and(|c| !c.is_positive());
                        if !quiet || sum > BigInt::one() {
                            return Err(count.refuse("what grows needs a count"));
                        }
                    }
                    let after = q.subst(&arm.update, m)?;
                    self.show(proof, t, goal.plus(&rest, m)?.minus(&after, m)?)?;
                    added.extend(self.before(facts, t.source, &rest)?);
                }
                _ => return Err(part.refuse("(part …) or (reset …) is awaited")),
            }
            a.done()?;
        }
        match there.next() {
            None => Ok(added),
            Some(_) => Err(e.refuse("there are fewer parts than values")),
        }
    }
}
