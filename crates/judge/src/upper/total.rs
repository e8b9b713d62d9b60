//! The sum of what all transitions cost.
//!
//! Idea: each transition that may cost something is paid for once, by a count that
//! covers it. Source: docs/certificates.md, section on bounds; own. Cost: one pass.

use super::Upper;
use crate::poly::Poly;
use crate::refusal::Checked;
use crate::text::{Args, View};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;
use rustc_hash::FxHashMap;

impl Upper<'_> {
    /// What the facts together pay for; each transition must be paid.
    pub(super) fn total(&self, v: View, mut args: Args) -> Checked<Poly> {
        let (cx, m, s) = (self.cx, &self.cx.meter, &self.d.system);
        let mut sum = Poly::zero();
        let mut paid: FxHashMap<usize, Poly> = FxHashMap::default();
        while let Some(u) = args.call_if("use") {
            let mut a = u.called("use")?;
            let n: BigInt = self.multiple(a.need("a number")?)?;
            let (weights, bound) = self.weights(a.need("a count")?)?;
            a.done()?;
            let n = BigRational::from_integer(n);
            sum.add_scaled(&n, bound, m)?;
            for (i, w) in weights {
                paid.entry(*i).or_default().add_scaled(&n, w, m)?;
            }
        }
        let mut charged = vec![false; s.transitions.len()];
        while let Some(c) = args.call_if("charge") {
            let mut a = c.called("charge")?;
            let name = a.need("a transition")?;
            let i = s.named(cx, name)?;
            let t = self.transition(name, i)?;
            let count = self.count_of(a.need("a count")?, i)?.clone();
            let p = s.poly(cx, a.need("a polynomial")?)?;
            let proof = a.need("a proof")?;
            let facts = a.need("a list of facts")?.list("(FACT …)")?;
            a.done()?;
            self.show(proof, t, p.minus(&t.upper, m)?)?;
            let most = self.exprs.max(self.before(facts, t.source, &p)?)?;
            let most = self.exprs.at_least_zero(most)?;
            sum = sum.plus(&count.times(&most, m)?, m)?;
            match charged.get_mut(i) {
                Some(done) if !*done => *done = true,
                _ => return Err(name.refuse("this transition is charged twice")),
            }
        }
        while let Some(c) = args.call_if("cover") {
            let mut a = c.called("cover")?;
            let name = a.need("a transition")?;
            let i = s.named(cx, name)?;
            let t = self.transition(name, i)?;
            let w = paid.get(&i).cloned().unwrap_or_default();
            self.show(a.need("a proof")?, t, w.minus(&t.upper, m)?)?;
            a.done()?;
            match charged.get_mut(i) {
                Some(done) if !*done => *done = true,
                _ => return Err(name.refuse("this transition is paid for twice")),
            }
        }
        args.done()?;
        for (i, t) in s.transitions.iter().enumerate() {
            if charged.get(i) == Some(&true) {
                continue;
            }
            let w = paid.get(&i).cloned().unwrap_or_default();
            let rest = w.minus(&t.upper, m)?.as_constant();
            if rest.is_none_or(|c| c.is_negative()) {
                let t = cx.name(t.name);
                return Err(v.refuse(format!("nothing pays for what `{t}` costs")));
            }
        }
        Ok(sum)
    }
}
