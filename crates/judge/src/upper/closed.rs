//! How often loops with closed forms fire.
//!
//! Idea: several transitions from a location to itself have the same update, whose
//! values after k firings are sums of terms `c * k^d * b^k` with polynomials c
//! over the values at the entry. That the form is right is an identity for k = 0
//! and from k to k + 1. Put into an atom `p >= 0` of a guard, let `c1 * k^d1 *
//! b1^k` be its greatest term and `c1 <= -1`, as integers. Let S be the sum of
//! what is above 0 of the other coefficients.
//! If d1 = 0, all others have d = 0 and bases of at most b2 < b1, and `b1^m >= 2 *
//! b2^m`, then from k = m * bits(S) on `(b1/b2)^k >= 2^bits(S) > S`, so p is below
//! 0. If d1 >= 1 and all others have smaller d and no larger base, then p is below
//! 0 from k = S + 1 on. So all of these transitions together fire at most the
//! greatest of these numbers of times per entry. A base below 0 is taken for its
//! size, and S has its coefficient with both signs: `c * k^d * b^k` is at most
//! `max(0, c, -c) * k^d * |b|^k`.
//!
//! An atom may have a sum F of its own instead: F for k = 0 is the atom as an identity,
//! and F after the update of each of these transitions is F for k + 1. So by induction
//! F is what the atom is after k firings of whichever of them: the first one leads to
//! where k more make F after its update of it.
//! Source: Lommen, Meyer and Giesl, "Automatic complexity analysis of integer programs
//! via triangular weakly non-linear loops", IJCAR 2022 (with other constants; the proof
//! above is self-contained).

use super::count::{Member, Weighed};
use super::{Edge, Upper};
use crate::poly::{Poly, Sym};
use crate::refusal::Checked;
use crate::system::Transition;
use crate::text::{Args, View};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The greatest exponent of the number of the round.
const MAX_POWER: u32 = 64;

/// Coefficients by base and exponent of the number of the round; none is zero.
type Form = BTreeMap<(BigInt, u32), Poly>;

/// What is needed of one atom: m, whether its greatest term is a power of a base
/// alone, and the other coefficients, whole and in order.
struct Bounded {
    scale: u64,
    exponential: bool,
    others: Vec<Poly>,
}

/// Loops that end together: where they are, which they are, and what is needed of
/// the atom of each, with its greatest coefficient.
pub(super) struct Ended {
    pub at: Sym,
    pub loops: Vec<usize>,
    found: Vec<Bounded>,
}

impl Upper<'_> {
    pub(super) fn closed(&self, v: View, mut args: Args) -> Checked<Weighed> {
        let m = &self.cx.meter;
        let Ended { loops, found, .. } = self.ended(v, &mut args)?;
        let inside: Vec<Member> = loops.iter().map(|i| (*i, Some(0))).collect();
        let weights = loops.iter().map(|i| (*i, Poly::int(1))).collect();
        let mut todo = self.leading_in(&inside);
        let mut sum = Poly::zero();
        for e in args {
            let mut a = e.called("entry")?;
            let named = a.need("start or an edge")?;
            let edge = self.edge(named)?;
            let Some(k) = todo.iter().position(|x| *x == edge) else {
                return Err(e.refuse("this edge does not lead in, or is named twice"));
            };
            todo.swap_remove(k);
            let mut rounds = Vec::new();
            for bounded in &found {
                let facts = a.need("a list of facts")?.list("(FACT …)")?;
                rounds.push(self.rounds(e, edge, bounded, facts)?);
            }
            let times = match edge {
                Edge::Start => Poly::int(1),
                Edge::After(i, _) => self.count_of(a.need("a count")?, i)?.clone(),
            };
            a.done()?;
            sum = sum.plus(&times.times(&self.exprs.max(rounds)?, m)?, m)?;
        }
        match todo.is_empty() {
            true => Ok((weights, sum)),
            false => Err(v.refuse("an edge that leads in has no (entry …)")),
        }
    }

    /// `LOC (form …)… (loop …)…`, checked: from whatever values on, these loops
    /// alone do not go on for ever.
    pub(super) fn ended(&self, v: View, args: &mut Args) -> Checked<Ended> {
        let (s, cx, m) = (&self.d.system, self.cx, &self.cx.meter);
        let at = s.location(cx, args.need("a location")?)?;
        let forms = self.forms(args)?;
        let mut fired: Vec<usize> = Vec::new();
        let mut found: Vec<(Bounded, Poly)> = Vec::new();
        let mut loops: Vec<(View, &Transition, Args)> = Vec::new();
        let mut sums: Vec<(View, Form)> = Vec::new();
        while let Some(e) = args.call_if("loop") {
            let mut a = e.called("loop")?;
            let name = a.need("a transition")?;
            let i = s.named(cx, name)?;
            let t = self.transition(name, i)?;
            if fired.contains(&i) {
                return Err(name.refuse("this transition stands here twice"));
            }
            fired.push(i);
            let [arm] = t.arms.as_slice() else {
                return Err(name.refuse("this transition has not one arm"));
            };
            if t.source != at || arm.target != at {
                return Err(name.refuse("this transition does not lead from the location to it"));
            }
            for (x, form) in &forms {
                let to = arm.update.get(x).cloned().unwrap_or_else(|| Poly::var(*x));
                if let Some(y) = to.vars().find(|y| !forms.contains_key(y)) {
                    let y = cx.name(y);
                    return Err(name.refuse(format!("`{y}` has no form")));
                }
                if self.put(v, &to, &forms)? != self.next(form)? {
                    let x = cx.name(*x);
                    return Err(name.refuse(format!("the form of `{x}` is not kept")));
                }
            }
            let shown = a.need("the number of an atom")?;
            let atom = t.guard.get(cx.read_index(shown, "the number of an atom")?);
            let Some(atom) = atom.filter(|a| !a.equation) else {
                return Err(shown.refuse("no inequality of the guard has this number"));
            };
            let scale = cx.read_index(a.need("a number")?, "a number of rounds")?;
            let form = match a.call_if("sum") {
                Some(of) => {
                    let (form, first) = self.terms(of.called("sum")?)?;
                    if first != atom.poly {
                        return Err(of.refuse("the sum is not the atom in round 0"));
                    }
                    sums.push((of, form.clone()));
                    form
                }
                None => {
                    if let Some(y) = atom.poly.vars().find(|y| !forms.contains_key(y)) {
                        let y = cx.name(y);
                        return Err(shown.refuse(format!("`{y}` has no form")));
                    }
                    self.put(v, &atom.poly, &forms)?
                }
            };
            let (bounded, lead) = self.bounded(shown, form, scale as u64)?;
            let lead = lead.negated(m)?.minus(&Poly::int(1), m)?;
            found.push((bounded, lead));
            loops.push((e, t, a));
        }
        if found.is_empty() {
            return Err(v.refuse("a (loop …) is missing"));
        }
        // Whichever fires first, the others go on from there.
        for (of, form) in &sums {
            let next = self.next(form)?;
            for (_, t, _) in &loops {
                if self.after(*of, t, form)? != next {
                    return Err(of.refuse("a transition does not keep this sum"));
                }
            }
        }
        // Whichever fires first, the greatest term of each is below 0.
        for (e, t, mut proofs) in loops {
            for (_, lead) in &found {
                self.show(proofs.need("a proof for each loop")?, t, lead.clone())?;
            }
            if proofs.peek().is_some() {
                return Err(e.refuse("there are more proofs than loops"));
            }
        }
        let found = found.into_iter().map(|f| f.0).collect();
        Ok(Ended {
            at,
            loops: fired,
            found,
        })
    }

    /// `(form VAR (BASE N POLY)…)…`, each checked for round 0.
    fn forms(&self, args: &mut Args) -> Checked<FxHashMap<Sym, Form>> {
        let cx = self.cx;
        let mut out: FxHashMap<Sym, Form> = FxHashMap::default();
        let vars = &self.d.system.vars;
        while let Some(f) = args.call_if("form") {
            let mut a = f.called("form")?;
            let x = cx.read_name(a.need("a variable")?, "a variable")?;
            if !vars.contains(&x) {
                return Err(f.refuse("this is no variable"));
            }
            let (form, first) = self.terms(a)?;
            if first != Poly::var(x) {
                return Err(f.refuse("the form is not the variable in round 0"));
            }
            if out.insert(x, form).is_some() {
                return Err(f.refuse("this variable is named twice"));
            }
        }
        Ok(out)
    }

    /// `(BASE N POLY)…`, and what that is in round 0.
    fn terms(&self, args: Args) -> Checked<(Form, Poly)> {
        let (cx, m) = (self.cx, &self.cx.meter);
        let vars = &self.d.system.vars;
        let mut form = Form::new();
        let mut first = Poly::zero();
        for term in args {
            let mut t = term.list("(BASE N POLY)")?;
            let shown = t.need("a base")?;
            let base = cx.read_int(shown, "a base")?;
            let power = cx.read_index(t.need("an exponent")?, "an exponent")?;
            let c = cx.read_rational_poly(t.need("a polynomial")?, &|y| vars.contains(&y))?;
            t.done()?;
            if base.is_zero() || power > MAX_POWER as usize {
                return Err(shown.refuse("a base of 0, or an exponent over 64"));
            }
            if power == 0 {
                first = first.plus(&c, m)?;
            }
            self.add_term(&mut form, (base, power as u32), &c)?;
        }
        Ok((form, first))
    }

    /// A sum over what the variables are after a transition with one arm.
    fn after(&self, v: View, t: &Transition, form: &Form) -> Checked<Form> {
        let [arm] = t.arms.as_slice() else {
            return Err(v.refuse("a transition has not one arm"));
        };
        let mut out = Form::new();
        for (key, c) in form {
            let c = c.subst(&arm.update, &self.cx.meter)?;
            self.add_term(&mut out, key.clone(), &c)?;
        }
        Ok(out)
    }

    fn add_term(&self, form: &mut Form, key: (BigInt, u32), c: &Poly) -> Checked<()> {
        let m = &self.cx.meter;
        m.spend(8 + key.0.bits() / 64 + c.len() as u64)?;
        let old = form.remove(&key).unwrap_or_default();
        let new = old.plus(c, m)?;
        if !new.is_zero() {
            form.insert(key, new);
        }
        Ok(())
    }

    /// A polynomial of forms.
    fn put(&self, v: View, p: &Poly, forms: &FxHashMap<Sym, Form>) -> Checked<Form> {
        let m = &self.cx.meter;
        let mut out = Form::new();
        for (mono, c) in p.terms() {
            let one = Poly::constant(c.clone());
            let mut product = Form::from([((BigInt::one(), 0), one)]);
            for (x, e) in mono {
                let Some(by) = forms.get(x) else {
                    return Err(v.refuse("a variable has no form"));
                };
                for _ in 0..*e {
                    let mut next = Form::new();
                    for ((b, d), c) in &product {
                        for ((b2, d2), c2) in by {
                            if d + d2 > MAX_POWER {
                                return Err(v.refuse("an exponent over 64"));
                            }
                            let c = c.times(c2, m)?;
                            self.add_term(&mut next, (b * b2, d + d2), &c)?;
                        }
                    }
                    product = next;
                }
            }
            for (key, c) in product {
                self.add_term(&mut out, key, &c)?;
            }
        }
        Ok(out)
    }

    /// The same in the next round: `b^(k + 1)` is `b * b^k`, `(k + 1)^d` a sum.
    fn next(&self, form: &Form) -> Checked<Form> {
        let mut out = Form::new();
        for ((b, d), c) in form {
            let mut choose = BigInt::one();
            for e in 0..=*d {
                let mut part = Poly::zero();
                let factor = BigRational::from_integer(&choose * b);
                part.add_scaled(&factor, c, &self.cx.meter)?;
                self.add_term(&mut out, (b.clone(), e), &part)?;
                choose = choose * BigInt::from(d - e) / BigInt::from(e + 1);
            }
        }
        Ok(out)
    }

    /// What an atom needs, and its greatest coefficient.
    fn bounded(&self, v: View, form: Form, scale: u64) -> Checked<(Bounded, Poly)> {
        let m = &self.cx.meter;
        let mut whole = BigInt::one();
        for c in form.values() {
            whole = whole.lcm(&c.denominator());
        }
        let factor = BigRational::from_integer(whole);
        let mut terms = Vec::new();
        for (key, c) in form {
            let mut p = Poly::zero();
            p.add_scaled(&factor, &c, m)?;
            terms.push((key, p));
        }
        // In the order of bases, then of exponents.
        let Some(((base, power), lead)) = terms.pop() else {
            return Err(v.refuse("this atom does not change"));
        };
        let mut second = BigInt::one();
        let mut others = Vec::new();
        for ((b, d), c) in terms {
            let size = b.abs();
            let fits = match power {
                0 => d == 0 && size < base,
                _ => d < power && size <= base,
            };
            if !fits {
                return Err(v.refuse("the terms of this atom have no greatest one"));
            }
            second = second.max(size);
            if b.is_negative() {
                let opposite = c.negated(m)?;
                others.extend([c, opposite]);
            } else {
                others.push(c);
            }
        }
        if !base.is_positive() || scale > 1_000 {
            return Err(v.refuse("a base below 1, or a number over 1000"));
        }
        if power == 0 {
            let n = scale as u32;
            m.spend(base.bits() * scale)?;
            if base.pow(n) < second.pow(n) * 2 {
                return Err(v.refuse("the greatest base does not double so soon"));
            }
        }
        let bounded = Bounded {
            scale,
            exponential: power == 0,
            others,
        };
        Ok((bounded, lead))
    }

    /// The rounds after an edge that leads in.
    fn rounds(&self, v: View, edge: Edge, of: &Bounded, facts: Args) -> Checked<Poly> {
        let m = &self.cx.meter;
        let mut others = of.others.iter();
        let mut sum = Poly::zero();
        for name in facts {
            let (at, q, bound) = self.value_fact(name)?;
            if at != edge || others.next() != Some(q) {
                return Err(name.refuse("this fact is about something else"));
            }
            sum = sum.plus(&self.exprs.at_least_zero(bound.clone())?, m)?;
        }
        if others.next().is_some() {
            return Err(v.refuse("a coefficient has no fact"));
        }
        match of.exponential {
            true => (self.exprs.bits(sum)?).times(&Poly::int(of.scale), m),
            false => sum.plus(&Poly::int(1), m),
        }
    }
}
