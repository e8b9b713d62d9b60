//! Termination: transition invariants, a union of relations that fall.
//!
//! Idea: relations between a state and a later one, such that each edge of a
//! component is in one of them and each of them, followed by an edge, is in one
//! again. Then every piece of a path in the component is in one. Of an infinite
//! path all pieces between infinitely many of its states would be in one and the
//! same relation (Ramsey), which leads from a location to itself; but each such
//! relation has a function that is at least 0 and falls. So there is no such path
//! and the edges of the component can go. Sources: Podelski and Rybalchenko,
//! "Transition invariants", LICS 2004, and "Transition predicate abstraction and
//! fair termination", POPL 2005. Alternative: size change, which is the case
//! where relations compare values of a fixed list. Cost: one obligation for each
//! relation, edge and atom.

use crate::derive::Derived;
use crate::names::{Atom, Cx};
use crate::poly::{Poly, Subst, Sym};
use crate::proof::{prove, prove_all, Goal, Premises};
use crate::refusal::Checked;
use crate::termination::{in_components, Edge, Named, Removed};
use crate::text::{Args, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// Between a state at the source, whose values have names of their own, and a later
/// one at the target.
struct Relation {
    source: usize,
    target: usize,
    atoms: Vec<Atom>,
}

struct Check<'a> {
    cx: &'a Cx,
    d: &'a Derived,
    places: &'a Named,
    /// What the values of the first state are called, by variable.
    old: FxHashMap<Sym, Sym>,
    names: FxHashMap<Sym, usize>,
    relations: Vec<Relation>,
}

/// The edges that a `(transition-invariant …)` removes.
pub(crate) fn step(
    cx: &Cx,
    d: &Derived,
    places: &Named,
    edges: &[Edge],
    view: View,
) -> Checked<Removed> {
    let mut args = view.called("transition-invariant")?;
    let mut c = Check {
        cx,
        d,
        places,
        old: FxHashMap::default(),
        names: FxHashMap::default(),
        relations: Vec::new(),
    };
    c.olds(args.call("old")?)?;
    while let Some(r) = args.call_if("relation") {
        c.relation(r)?;
    }
    let at: FxHashMap<usize, Vec<Poly>> = (c.relations.iter())
        .flat_map(|r| [(r.source, Vec::new()), (r.target, Vec::new())])
        .collect();
    let inside = in_components(&d.system, edges, &at);
    let mut todo: FxHashSet<(usize, usize)> = inside.keys().copied().collect();
    while let Some(v) = args.call_if("edge") {
        let mut a = v.called("edge")?;
        let edge = c.edge(&mut a, &inside, v)?;
        if !todo.remove(&(edge.transition, edge.arm)) {
            return Err(v.refuse("this edge stands here twice"));
        }
        c.first(edge, a, v)?;
    }
    if let Some((i, j)) = todo.iter().min() {
        return Err(view.refuse(format!("arm {j} of `{}` is in no relation", c.named(*i))));
    }
    let mut pairs: FxHashSet<(usize, usize, usize)> = FxHashSet::default();
    for (k, r) in c.relations.iter().enumerate() {
        let next = inside.values().filter(|e| e.source == r.target);
        pairs.extend(next.map(|e| (k, e.transition, e.arm)));
    }
    for v in args {
        let mut a = v.called("after")?;
        let k = c.index(a.need("a relation")?)?;
        let edge = c.edge(&mut a, &inside, v)?;
        if !pairs.remove(&(k, edge.transition, edge.arm)) {
            return Err(v.refuse("this edge does not follow the relation, or stands here twice"));
        }
        c.after(k, edge, a, v)?;
    }
    if let Some((_, i, j)) = pairs.iter().min() {
        return Err(view.refuse(format!(
            "what a relation and then arm {j} of `{}` do is in no relation",
            c.named(*i)
        )));
    }
    Ok(inside.into_keys().collect())
}

impl Check<'_> {
    fn named(&self, i: usize) -> String {
        let t = self.d.system.transitions.get(i);
        t.map_or_else(String::new, |t| self.cx.name(t.name))
    }

    /// `(old (NAME VAR)…)`
    fn olds(&mut self, args: Args) -> Checked<()> {
        for pair in args {
            let mut p = pair.list("(NAME VAR)")?;
            let name = self.d.fresh_variable(self.cx, p.need("a new name")?)?;
            let v = p.need("a variable")?;
            let var = self.cx.read_name(v, "a variable")?;
            p.done()?;
            if !self.d.system.vars.contains(&var) {
                return Err(v.refuse(format!("there is no variable `{}`", self.cx.name(var))));
            }
            let taken = self.old.values().any(|o| *o == name);
            if taken || self.old.insert(var, name).is_some() {
                return Err(pair.refuse("this name or this variable stands here twice"));
            }
        }
        Ok(())
    }

    fn place(&self, v: View) -> Checked<usize> {
        let loc = self.d.system.location(self.cx, v)?;
        let place = self.places.get(&loc).copied();
        place.ok_or_else(|| v.refuse("there is no such location"))
    }

    /// `(relation NAME SOURCE TARGET (ATOM…) [(falls POLY PROOF PROOF)])`
    fn relation(&mut self, v: View) -> Checked<()> {
        let (cx, m) = (self.cx, &self.cx.meter);
        let mut a = v.called("relation")?;
        let name = cx.read_name(a.need("a name")?, "the name of a relation")?;
        let source = self.place(a.need("a location")?)?;
        let target = self.place(a.need("a location")?)?;
        let vars = &self.d.system.vars;
        let old = |s: Sym| self.old.values().any(|o| *o == s);
        let atoms = (a.need("the atoms")?.list("(ATOM …)")?)
            .map(|x| cx.read_atom(x, &|s| vars.contains(&s) || old(s)))
            .collect::<Checked<Vec<Atom>>>()?;
        if source == target {
            let mut f = a.call("falls")?;
            let shown = f.need("a polynomial")?;
            let now = self.d.system.poly(cx, shown)?;
            if now.vars().any(|x| !self.old.contains_key(&x)) {
                return Err(shown.refuse("a variable has no old name"));
            }
            let back: Subst = (self.old.iter())
                .map(|(x, o)| (*x, Poly::var(*o)))
                .collect();
            let before = now.subst(&back, m)?;
            let mut premises = Premises::of("r", &atoms);
            let goal = before.minus(&now, m)?.minus(&Poly::int(1), m)?;
            let proof = f.need("a proof that it falls")?;
            prove(cx, proof, &mut premises, &Goal::AtLeastZero(goal))?;
            let proof = f.need("a proof that it is not below 0")?;
            prove(cx, proof, &mut premises, &Goal::AtLeastZero(before))?;
            f.done()?;
        }
        a.done()?;
        if self.names.insert(name, self.relations.len()).is_some() {
            return Err(v.refuse("this relation stands here twice"));
        }
        self.relations.push(Relation {
            source,
            target,
            atoms,
        });
        Ok(())
    }

    fn index(&self, v: View) -> Checked<usize> {
        let name = self.cx.read_name(v, "a relation")?;
        let i = self.names.get(&name).copied();
        i.ok_or_else(|| v.refuse(format!("there is no relation `{}`", v.shown())))
    }

    /// `T ARM`
    fn edge<'e>(
        &self,
        a: &mut Args,
        inside: &FxHashMap<(usize, usize), &'e Edge>,
        v: View,
    ) -> Checked<&'e Edge> {
        let i = self.d.system.named(self.cx, a.need("a transition")?)?;
        let j = self
            .cx
            .read_index(a.need("an arm")?, "the number of an arm")?;
        let edge = inside.get(&(i, j)).copied();
        edge.ok_or_else(|| v.refuse("this edge lies in no component that is named"))
    }

    /// The edge alone: what was before it is what is there.
    fn first(&self, edge: &Edge, mut a: Args, v: View) -> Checked<()> {
        let k = self.index(a.need("a relation")?)?;
        let same: Vec<(Sym, Poly)> = (self.old.iter())
            .map(|(x, o)| (*o, Poly::var(*x)))
            .collect();
        self.leads(edge, edge.source, k, &[], &same, a, v)
    }

    /// `RELATION PROOF…`, or `never PROOF`.
    fn after(&self, k: usize, edge: &Edge, mut a: Args, v: View) -> Checked<()> {
        let Some(r) = self.relations.get(k) else {
            return Err(v.refuse("there is no such relation"));
        };
        if let Some(never) = a.call_if("never") {
            a.done()?;
            let mut proof = never.called("never")?;
            let t = self.d.system.transitions.get(edge.transition);
            let guard = t.map_or(&[][..], |t| &t.guard);
            let mut premises = Premises::of("g", guard).and("r", &r.atoms);
            prove(self.cx, proof.need("a proof")?, &mut premises, &Goal::False)?;
            return proof.done();
        }
        let to = self.index(a.need("a relation")?)?;
        self.leads(edge, r.source, to, &r.atoms, &[], a, v)
    }

    /// That the atoms of relation `to` hold after the edge.
    #[allow(clippy::too_many_arguments)] // One obligation with all that it speaks of.
    fn leads(
        &self,
        edge: &Edge,
        source: usize,
        to: usize,
        known: &[Atom],
        same: &[(Sym, Poly)],
        mut proofs: Args,
        v: View,
    ) -> Checked<()> {
        let t = self.d.system.transitions.get(edge.transition);
        let arm = t.and_then(|t| t.arms.get(edge.arm));
        let (Some(t), Some(arm), Some(r)) = (t, arm, self.relations.get(to)) else {
            return Err(v.refuse("there is no such edge"));
        };
        if r.source != source || r.target != edge.target {
            return Err(v.refuse("this relation is between other locations"));
        }
        let mut put: Subst = arm.update.clone();
        put.extend(same.iter().cloned());
        let goals = (r.atoms.iter())
            .map(|x| Ok(x.subst(&put, &self.cx.meter)?.goal()))
            .collect::<Checked<Vec<_>>>()?;
        let mut premises = Premises::of("g", &t.guard).and("r", known);
        prove_all(self.cx, &mut proofs, &mut premises, goals)?;
        proofs.done()
    }
}
