//! Steps from the system of the file to the one that is reasoned about.
//!
//! Idea: the judge makes each new system itself and asks the certificate only
//! for what cannot be computed: names and proofs. Every step keeps each run
//! of the old system as a run of the new one, with at least its upper cost;
//! that is the direction of termination and of upper bounds, and the only
//! one, so the two sides cannot be mixed up. Source: docs/certificates.md,
//! section "Steps of a derivation".

use crate::graph;
use crate::names::{Atom, Cx};
use crate::poly::{Poly, Subst, Sym};
use crate::proof::{prove, prove_all, Goal, Premises};
use crate::refusal::Checked;
use crate::system::{Arm, System, Transition};
use crate::text::{Args, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// A system that was reached, and what is known of initial values.
#[derive(Clone)]
pub struct Derived {
    pub system: System,
    /// `a0 a1 …`
    pub assumed: Vec<Atom>,
    /// The variables of the file, whose names mean initial values in bounds.
    pub inputs: Vec<Sym>,
    /// Ghosts by the variable whose initial value they keep.
    pub ghosts: FxHashMap<Sym, Sym>,
}

/// Whether the claim is made of some starts only.
pub fn claims_less(args: &Args) -> bool {
    let first = args.peek().and_then(View::items);
    first.is_some_and(|mut a| a.nth(1).is_some())
}

/// Reads `(assume …) (derive …)` and does the steps.
pub fn derive(cx: &Cx, original: &System, args: &mut Args) -> Checked<Derived> {
    let assumed = (args.call("assume")?)
        .map(|a| original.atom(cx, a))
        .collect::<Checked<Vec<_>>>()?;
    let mut d = Derived {
        system: original.clone(),
        assumed,
        inputs: original.vars.clone(),
        ghosts: FxHashMap::default(),
    };
    for step in args.call("derive")? {
        d.step(cx, step)?;
    }
    Ok(d)
}

impl Derived {
    fn step(&mut self, cx: &Cx, v: View) -> Checked<()> {
        cx.meter.at(v.line());
        // Steps walk over the system; a list of many must not go on for ever.
        cx.meter.spend(16 + self.system.transitions.len() as u64)?;
        let (head, args) = v.form("a step")?;
        match head {
            "unreachable" => {
                args.done()?;
                self.unreachable();
                Ok(())
            }
            "remove" => self.remove(cx, args),
            "invariants" => self.invariants(cx, v, args),
            "exists" => self.exists(cx, v, args),
            "ghost" => self.ghost(cx, args),
            "split" => self.split(cx, args),
            "copy" => self.copy(cx, v, args),
            "unfold" => self.unfold(cx, args),
            "weaken" => self.weaken(cx, args),
            "forget" => self.forget(cx, args),
            "eliminate" => self.eliminate(cx, v, args),
            _ => Err(v.refuse(format!("`{head}` is no step of a derivation"))),
        }
    }

    fn unreachable(&mut self) {
        let s = &mut self.system;
        let mut seen = FxHashSet::default();
        let mut out: FxHashMap<Sym, Vec<Sym>> = FxHashMap::default();
        for t in &s.transitions {
            let targets = t.arms.iter().map(|a| a.target);
            out.entry(t.source).or_default().extend(targets);
        }
        let mut todo = vec![s.start];
        while let Some(l) = todo.pop() {
            if seen.insert(l) {
                todo.extend(out.get(&l).into_iter().flatten());
            }
        }
        s.locs.retain(|l| seen.contains(l));
        s.transitions.retain(|t| seen.contains(&t.source));
    }

    fn remove(&mut self, cx: &Cx, mut args: Args) -> Checked<()> {
        let i = self.system.named(cx, args.need("a transition")?)?;
        let proof = args.need("a proof")?;
        args.done()?;
        if let Some(t) = self.system.transitions.get(i) {
            prove(cx, proof, &mut Premises::of("g", &t.guard), &Goal::False)?;
            self.system.transitions.remove(i);
        }
        Ok(())
    }

    fn invariants(&mut self, cx: &Cx, v: View, mut args: Args) -> Checked<()> {
        let mut at: FxHashMap<Sym, Vec<Atom>> = FxHashMap::default();
        while let Some(a) = args.call_if("at") {
            let mut a = a.called("at")?;
            let place = a.need("a location")?;
            let loc = self.system.location(cx, place)?;
            let atoms = a
                .map(|x| self.system.atom(cx, x))
                .collect::<Checked<Vec<_>>>()?;
            if at.insert(loc, atoms).is_some() {
                return Err(place.refuse("a location has two lists of invariants"));
            }
        }
        let goals = |loc: Sym| at.get(&loc).into_iter().flatten().cloned();
        if let Some(init) = args.call_if("init") {
            let mut proofs = init.called("init")?;
            let goals = goals(self.system.start).map(Atom::goal);
            prove_all(
                cx,
                &mut proofs,
                &mut Premises::of("a", &self.assumed),
                goals,
            )?;
            proofs.done()?;
        } else if goals(self.system.start).next().is_some() {
            return Err(v.refuse("the invariants at the start have no proofs (init …)"));
        }
        let none = Vec::new();
        let mut kept = FxHashSet::default();
        while let Some(k) = args.call_if("keep") {
            let (name, (i, j), mut k) = self.kept_arm(cx, k, &mut kept)?;
            let t = self.system.transitions.get(i);
            let Some((t, arm)) = t.and_then(|t| Some((t, t.arms.get(j)?))) else {
                return Err(name.refuse("there is no such arm"));
            };
            let goals = goals(arm.target)
                .map(|a| Ok(a.subst(&arm.update, &cx.meter)?.goal()))
                .collect::<Checked<Vec<_>>>()?;
            let before = at.get(&t.source).unwrap_or(&none);
            let mut premises = Premises::of("g", &t.guard).and("i", before);
            prove_all(cx, &mut k, &mut premises, goals)?;
            k.done()?;
        }
        args.done()?;
        for (i, t) in self.system.transitions.iter().enumerate() {
            for (j, arm) in t.arms.iter().enumerate() {
                if goals(arm.target).next().is_some() && !kept.contains(&(i, j)) {
                    let t = cx.name(t.name);
                    return Err(v.refuse(format!(
                        "arm {j} of `{t}` leads to invariants and has no proofs (keep …)"
                    )));
                }
            }
        }
        for t in &mut self.system.transitions {
            let atoms = at.get(&t.source).unwrap_or(&none);
            cx.meter.spend(atoms.len() as u64 * 16)?;
            t.guard.extend(atoms.iter().cloned());
        }
        Ok(())
    }

    /// A name that no variable and no temporary has.
    pub(crate) fn fresh_variable(&self, cx: &Cx, v: View) -> Checked<Sym> {
        let s = cx.read_name(v, "a new name")?;
        let taken = self.system.vars.contains(&s)
            || self.inputs.contains(&s)
            || (self.system.transitions.iter()).any(|t| t.temps.contains(&s));
        if taken {
            return Err(v.refuse(format!("the name `{}` is taken", cx.name(s))));
        }
        Ok(s)
    }

    /// `(keep T ARM …)`: the arm, which has no proofs yet, and what is left.
    pub(crate) fn kept_arm<'a>(
        &self,
        cx: &Cx,
        keep: View<'a>,
        kept: &mut FxHashSet<(usize, usize)>,
    ) -> Checked<(View<'a>, (usize, usize), Args<'a>)> {
        let mut rest = keep.called("keep")?;
        let name = rest.need("a transition")?;
        let i = self.system.named(cx, name)?;
        let j = cx.read_index(rest.need("an arm")?, "the number of an arm")?;
        if !kept.insert((i, j)) {
            return Err(name.refuse("this arm has its proofs already"));
        }
        Ok((name, (i, j), rest))
    }

    /// A name that no transition has.
    pub(crate) fn fresh_transition(&self, cx: &Cx, v: View) -> Checked<Sym> {
        let s = cx.read_name(v, "the name of a new transition")?;
        if self.system.transitions.iter().any(|t| t.name == s) {
            return Err(v.refuse(format!("there is a transition `{}` already", cx.name(s))));
        }
        Ok(s)
    }

    fn ghost(&mut self, cx: &Cx, args: Args) -> Checked<()> {
        for pair in args {
            let mut p = pair.list("(NAME VAR)")?;
            let ghost = self.fresh_variable(cx, p.need("a new name")?)?;
            let v = p.need("a variable")?;
            let var = cx.read_name(v, "a variable")?;
            p.done()?;
            if !self.system.vars.contains(&var) {
                return Err(v.refuse(format!("there is no variable `{}`", cx.name(var))));
            }
            self.system.vars.push(ghost);
            let same = Poly::var(ghost).minus(&Poly::var(var), &cx.meter)?;
            self.assumed.push(Atom::zero(same));
            // A ghost of a ghost keeps the value of its origin too.
            let origin = self.ghosts.iter().find(|(_, g)| **g == var);
            let origin = origin.map_or(var, |(v, _)| *v);
            self.ghosts.insert(origin, ghost);
        }
        Ok(())
    }

    fn split(&mut self, cx: &Cx, mut args: Args) -> Checked<()> {
        let i = self.system.named(cx, args.need("a transition")?)?;
        let Some(old) = self.system.transitions.get(i).cloned() else {
            return Ok(());
        };
        let shown = args.need("a relation")?;
        let vars = &self.system.vars;
        let atom = cx.read_atom(shown, &|s| vars.contains(&s) || old.temps.contains(&s))?;
        if atom.equation {
            return Err(shown.refuse("an equation has no negation that is one relation"));
        }
        let first = self.fresh_transition(cx, args.need("a name")?)?;
        let place = args.need("a name")?;
        let second = self.fresh_transition(cx, place)?;
        args.done()?;
        if first == second {
            return Err(place.refuse("both copies have one name"));
        }
        let mut other = old.clone();
        other.guard.push(atom.negation(&cx.meter)?);
        other.name = second;
        if let Some(t) = self.system.transitions.get_mut(i) {
            t.name = first;
            t.guard.push(atom);
        }
        self.system.transitions.insert(i + 1, other);
        Ok(())
    }

    fn copy(&mut self, cx: &Cx, v: View, mut args: Args) -> Checked<()> {
        let loc = self.system.location(cx, args.need("a location")?)?;
        let place = args.need("a new location")?;
        let new = cx.read_name(place, "a new location")?;
        if self.system.locs.contains(&new) {
            return Err(place.refuse("there is such a location already"));
        }
        let leaving: Vec<Transition> = (self.system.transitions.iter())
            .filter(|t| t.source == loc)
            .cloned()
            .collect();
        self.system.locs.push(new);
        for mut t in leaving {
            cx.meter.spend(64)?;
            let mut a = args.call("as")?;
            let old = a.need("a transition")?;
            if cx.read_name(old, "a transition")? != t.name {
                let awaited = cx.name(t.name);
                return Err(old.refuse(format!("`{awaited}` leaves the location and is next")));
            }
            t.name = self.fresh_transition(cx, a.need("a name")?)?;
            a.done()?;
            t.source = new;
            self.system.transitions.push(t);
        }
        while let Some(r) = args.call_if("redirect") {
            let mut a = r.called("redirect")?;
            let i = self.system.named(cx, a.need("a transition")?)?;
            let j = cx.read_index(a.need("an arm")?, "the number of an arm")?;
            a.done()?;
            let t = self.system.transitions.get_mut(i);
            match t.and_then(|t| t.arms.get_mut(j)) {
                Some(arm) if arm.target == loc => arm.target = new,
                _ => return Err(r.refuse("this arm does not lead to the location")),
            }
        }
        args.done().map_err(|mut e| {
            e.line = e.line.max(v.line() as usize);
            e
        })
    }

    fn weaken(&mut self, cx: &Cx, mut args: Args) -> Checked<()> {
        let i = self.system.named(cx, args.need("a transition")?)?;
        let vars = self.system.vars.clone();
        let Some(t) = self.system.transitions.get_mut(i) else {
            return Ok(());
        };
        let mut guard = Vec::new();
        for pair in args {
            let mut p = pair.list("(ATOM PROOF)")?;
            let scope = |s: Sym| vars.contains(&s) || t.temps.contains(&s);
            let atom = cx.read_atom(p.need("a relation")?, &scope)?;
            let proof = p.need("a proof")?;
            p.done()?;
            let mut premises = Premises::of("g", &t.guard);
            prove(cx, proof, &mut premises, &atom.clone().goal())?;
            guard.push(atom);
        }
        t.guard = guard;
        t.drop_unused();
        Ok(())
    }

    fn forget(&mut self, cx: &Cx, args: Args) -> Checked<()> {
        let mut gone = FxHashSet::default();
        for v in args {
            let s = cx.read_name(v, "a variable")?;
            if !self.system.vars.contains(&s) {
                return Err(v.refuse(format!("there is no variable `{}`", cx.name(s))));
            }
            gone.insert(s);
            cx.meter.at(v.line());
        }
        let assumed = self.assumed.iter().map(|a| &a.poly);
        let mut needed = assumed.collect::<Vec<_>>();
        for t in &self.system.transitions {
            needed.extend(t.guard.iter().map(|a| &a.poly));
            needed.extend([&t.lower, &t.upper]);
            for arm in &t.arms {
                let stays = arm.update.iter().filter(|(v, _)| !gone.contains(*v));
                needed.extend(stays.map(|(_, p)| p));
            }
        }
        for p in needed {
            cx.meter.spend(1)?;
            if let Some(v) = p.vars().find(|v| gone.contains(v)) {
                let name = cx.name(v);
                return Err(cx.meter.refuse(format!("`{name}` is still needed")));
            }
        }
        self.system.vars.retain(|v| !gone.contains(v));
        for arm in self.system.transitions.iter_mut().flat_map(|t| &mut t.arms) {
            arm.update.retain(|v, _| !gone.contains(v));
        }
        for t in &mut self.system.transitions {
            let read = t.temps.len() as u64 * (1 + t.guard.len() as u64);
            cx.meter.spend(read)?;
            t.drop_unused();
        }
        self.ghosts.retain(|_, g| !gone.contains(g));
        Ok(())
    }

    fn eliminate(&mut self, cx: &Cx, v: View, mut args: Args) -> Checked<()> {
        let loc = self.system.location(cx, args.need("a location")?)?;
        if loc == self.system.start {
            return Err(v.refuse("the start location cannot be eliminated"));
        }
        let all = &self.system.transitions;
        let leads = |t: &&Transition| t.arms.iter().any(|a| a.target == loc);
        let ins: Vec<Transition> = all.iter().filter(leads).cloned().collect();
        let outs: Vec<Transition> = all.iter().filter(|t| t.source == loc).cloned().collect();
        for t in &ins {
            if t.source == loc || t.arms.len() != 1 {
                let t = cx.name(t.name);
                return Err(v.refuse(format!("`{t}` stands in the way of the elimination")));
            }
        }
        let mut made: Vec<Transition> = Vec::new();
        let mut pairs = FxHashSet::default();
        for entry in args {
            let mut e = entry.list("(IN OUT NAME)")?;
            let (i, o) = (e.need("a transition")?, e.need("a transition")?);
            let (i, o) = (self.system.named(cx, i)?, self.system.named(cx, o)?);
            let name = self.fresh_transition(cx, e.need("a name")?)?;
            e.done()?;
            let fits = |k: usize, list: &[Transition]| {
                let t = self.system.transitions.get(k)?;
                list.iter().find(|x| x.name == t.name).cloned()
            };
            let (Some(first), Some(second)) = (fits(i, &ins), fits(o, &outs)) else {
                return Err(entry.refuse("these two do not meet at the location"));
            };
            if !pairs.insert((i, o)) || made.iter().any(|t| t.name == name) {
                return Err(entry.refuse("this pair or this name stands here twice"));
            }
            made.push(self.chain(cx, entry, name, &first, &second)?);
        }
        if pairs.len() != ins.len() * outs.len() {
            return Err(v.refuse("not every pair of transitions is chained"));
        }
        self.system.locs.retain(|l| *l != loc);
        self.system.transitions.retain(|t| t.source != loc);
        for t in &mut self.system.transitions {
            if t.arms.iter().any(|a| a.target == loc) {
                // A run may end there; what it has cost must not be lost.
                t.arms.clear();
            }
        }
        self.system.transitions.extend(made);
        Ok(())
    }

    fn chain(
        &self,
        cx: &Cx,
        entry: View,
        name: Sym,
        first: &Transition,
        second: &Transition,
    ) -> Checked<Transition> {
        let m = &cx.meter;
        let mut map = (first.arms.first()).map_or_else(Subst::default, |a| a.update.clone());
        let mut temps = first.temps.clone();
        for &t in &second.temps {
            let new = cx.sym(&format!("{}.{}", cx.name(name), cx.name(t)));
            let taken = temps.contains(&new) || self.system.vars.contains(&new);
            if taken || (map.values()).any(|p| p.mentions(new)) {
                let new = cx.name(new);
                return Err(entry.refuse(format!("the name `{new}` is taken")));
            }
            temps.push(new);
            map.insert(t, Poly::var(new));
        }
        let mut guard = first.guard.clone();
        for a in &second.guard {
            guard.push(a.subst(&map, m)?);
        }
        let mut arms = Vec::new();
        for arm in &second.arms {
            let mut update = (first.arms.first()).map_or_else(Subst::default, |a| a.update.clone());
            for (v, p) in &arm.update {
                update.insert(*v, p.subst(&map, m)?);
            }
            arms.push(Arm {
                target: arm.target,
                update,
            });
        }
        Ok(Transition {
            name,
            source: first.source,
            temps,
            guard,
            lower: first.lower.plus(&second.lower.subst(&map, m)?, m)?,
            upper: first.upper.plus(&second.upper.subst(&map, m)?, m)?,
            arms,
        })
    }

    /// The edges that lead to a location: transitions and arms by number, `None`
    /// for the start.
    pub fn entries(&self, loc: Sym) -> Vec<Option<(usize, usize)>> {
        let mut out = Vec::new();
        if loc == self.system.start {
            out.push(None);
        }
        for (i, t) in self.system.transitions.iter().enumerate() {
            let arms = t.arms.iter().enumerate();
            let leads = arms.filter(|(_, a)| a.target == loc);
            out.extend(leads.map(|(j, _)| Some((i, j))));
        }
        out
    }

    /// For each transition whether one of its arms lies on a cycle.
    pub fn cyclic(&self) -> Vec<bool> {
        let s = &self.system;
        let (mut edges, mut owner) = (Vec::new(), Vec::new());
        for (i, t) in s.transitions.iter().enumerate() {
            for a in &t.arms {
                edges.push((s.place(t.source), s.place(a.target)));
                owner.push(i);
            }
        }
        let mut out = vec![false; s.transitions.len()];
        let cycles = graph::on_cycles(s.locs.len(), &edges);
        for (i, on) in owner.into_iter().zip(cycles) {
            if let Some(o) = out.get_mut(i) {
                *o |= on;
            }
        }
        out
    }
}
