//! What holds at locations of *some* integers, such as `x = 2*k`.
//!
//! Idea: a congruence is an equation with an integer that nobody stores. So the
//! certificate says for each way to a location which integer it is there: a
//! polynomial with integer coefficients over the values before, the temporaries
//! and the integers at the source. The judge puts it in and asks for a proof as
//! for any other relation; nothing is divided. Afterwards the integers are
//! temporaries of the transitions that leave the location. What has to be looked
//! at: a start location has any values, so nothing is said of it; each way needs
//! its integers; a name is nobody else's; a coefficient that is no integer is
//! refused by whoever reads the polynomial. Source: docs/certificates.md, section
//! "Steps of a derivation". Cost: that of the proofs.

use crate::derive::Derived;
use crate::names::{Atom, Cx};
use crate::poly::{Subst, Sym};
use crate::proof::{prove, prove_all, Goal, Premises};
use crate::refusal::Checked;
use crate::text::{Args, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is said of a location.
struct Existing {
    names: Vec<Sym>,
    atoms: Vec<Atom>,
}

type Places = FxHashMap<Sym, Existing>;

impl Derived {
    /// `(exists (at LOC (NAME…) ATOM…)… (keep T ARM (POLY…) PROOF…)…)`, and
    /// `(keep T ARM never PROOF)` for an arm that is not taken.
    pub(crate) fn exists(&mut self, cx: &Cx, v: View, mut args: Args) -> Checked<()> {
        let mut at = Places::default();
        while let Some(a) = args.call_if("at") {
            self.some(cx, a, &mut at)?;
        }
        let mut kept = FxHashSet::default();
        while let Some(k) = args.call_if("keep") {
            let (name, arm, rest) = self.kept_arm(cx, k, &mut kept)?;
            self.keeps(cx, name, arm, rest, &at)?;
        }
        args.done()?;
        for (i, t) in self.system.transitions.iter().enumerate() {
            for (j, arm) in t.arms.iter().enumerate() {
                if at.contains_key(&arm.target) && !kept.contains(&(i, j)) {
                    let t = cx.name(t.name);
                    return Err(v.refuse(format!(
                        "arm {j} of `{t}` leads to what exists and has no proofs (keep …)"
                    )));
                }
            }
        }
        for t in &mut self.system.transitions {
            if let Some(here) = at.get(&t.source) {
                cx.meter.spend(here.atoms.len() as u64 * 16)?;
                t.temps.extend(here.names.iter().copied());
                t.guard.extend(here.atoms.iter().cloned());
            }
        }
        Ok(())
    }

    /// `(at LOC (NAME…) ATOM…)`
    fn some(&self, cx: &Cx, v: View, at: &mut Places) -> Checked<()> {
        let mut a = v.called("at")?;
        let place = a.need("a location")?;
        let loc = self.system.location(cx, place)?;
        if loc == self.system.start {
            return Err(place.refuse("runs start here with any values"));
        }
        let mut names: Vec<Sym> = Vec::new();
        for n in a.need("a list of new names")?.list("(NAME…)")? {
            let s = self.fresh_variable(cx, n)?;
            if names.contains(&s) {
                return Err(n.refuse("this name stands here twice"));
            }
            names.push(s);
        }
        let vars = &self.system.vars;
        let atoms = a
            .map(|x| cx.read_atom(x, &|s| vars.contains(&s) || names.contains(&s)))
            .collect::<Checked<Vec<_>>>()?;
        if at.insert(loc, Existing { names, atoms }).is_some() {
            return Err(place.refuse("a location stands here twice"));
        }
        Ok(())
    }

    /// `(POLY…) PROOF…` or `never PROOF`
    fn keeps(
        &self,
        cx: &Cx,
        place: View,
        (i, j): (usize, usize),
        mut args: Args,
        at: &Places,
    ) -> Checked<()> {
        let t = self.system.transitions.get(i);
        let Some((t, arm)) = t.and_then(|t| Some((t, t.arms.get(j)?))) else {
            return Err(place.refuse("there is no such arm"));
        };
        let Some(there) = at.get(&arm.target) else {
            return Err(place.refuse("nothing is said of where this arm leads"));
        };
        let before = at.get(&t.source);
        let (own, known) = before.map_or((&[][..], &[][..]), |b| (&b.names, &b.atoms));
        let mut premises = Premises::of("g", &t.guard).and("i", known);
        let given = args.need("the integers, or never")?;
        if given.word() == Some("never") {
            prove(cx, args.need("a proof")?, &mut premises, &Goal::False)?;
            return args.done();
        }
        let vars = &self.system.vars;
        let scope = |s: Sym| vars.contains(&s) || t.temps.contains(&s) || own.contains(&s);
        let mut put: Subst = arm.update.clone();
        let mut given = given.list("(POLY…)")?;
        for n in &there.names {
            let p = cx.read_poly(given.need("an integer for each name")?, &scope)?;
            put.insert(*n, p);
        }
        given.done()?;
        let goals = (there.atoms.iter())
            .map(|a| Ok(a.subst(&put, &cx.meter)?.goal()))
            .collect::<Checked<Vec<_>>>()?;
        prove_all(cx, &mut args, &mut premises, goals)?;
        args.done()
    }
}
