//! Non-termination: a stem that is run with numbers, and sets of states that
//! a path never leaves.
//!
//! Idea: a set that is not empty (the stem ends in it) and from each state of
//! which a path of the system leads into a set again has an infinite run. The
//! path's temporaries, and the set's own integers, are polynomials with
//! integer coefficients, so an integer point leads to an integer point and no
//! rational run can slip in. Where a set has several paths, the first whose
//! condition holds is taken, and the last has none, so one always is. Where each
//! path is also shown to cost at least 1, the costs of the run have no bound.
//! Source: Gupta, Henzinger, Majumdar, Rybalchenko, Xu, POPL 2008 (recurrent
//! sets); docs/certificates.md.

use crate::names::{Atom, Cx};
use crate::poly::{Poly, Subst, Sym};
use crate::proof::{prove_all, Goal, Premises};
use crate::refusal::Checked;
use crate::replay::{self, Item, Point, Run};
use crate::system::System;
use crate::text::{Args, View};
use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashMap;

/// Whether the costs of the run are shown to have no bound.
pub fn check(cx: &Cx, claim: View, s: &System, mut args: Args) -> Checked<bool> {
    let mut run = Run {
        loc: s.start,
        at: start(cx, s, args.call("start")?)?,
        cost: BigInt::zero(),
    };
    for step in args.call("stem")? {
        let step = stem(cx, s, step)?;
        replay::run(cx, &[step], &mut run, &mut Point::default())?;
    }
    let sets: Vec<Set> = args.map(|v| Set::read(cx, s, v)).collect::<Checked<_>>()?;
    let Some(first) = sets.first() else {
        return Err(claim.refuse("a set of states is missing"));
    };
    let mut by_name: FxHashMap<Sym, &Set> = FxHashMap::default();
    for set in &sets {
        if by_name.insert(set.name, set).is_some() {
            return Err(set.view.refuse("two sets have one name"));
        }
    }
    first.holds(cx, &run)?;
    sets.iter()
        .try_for_each(|set| set.closed(cx, s, &by_name))?;
    pays(claim, s, &sets)
}

/// Whether every path pays; some that do and some that do not are a mistake.
fn pays(claim: View, s: &System, sets: &[Set]) -> Checked<bool> {
    let mut branches = sets.iter().flat_map(|set| &set.branches);
    if branches.clone().all(|b| b.pays.is_none()) {
        return Ok(false);
    }
    if let Some(b) = branches.find(|b| b.pays.is_none()) {
        return Err(b.view.refuse("`pays` stands at some paths and not here"));
    }
    match s.costs_of_arms_count_alone() {
        true => Ok(true),
        false => Err(claim.refuse("with several arms each lower cost must be a number >= 0")),
    }
}

fn start(cx: &Cx, s: &System, args: Args) -> Checked<Point> {
    let end = args.clone();
    let mut at = Point::default();
    for pair in args {
        let mut p = pair.list("(VAR INT)")?;
        let var = cx.read_name(p.need("a variable")?, "a variable")?;
        if !s.vars.contains(&var) {
            return Err(pair.refuse(format!("there is no variable `{}`", cx.name(var))));
        }
        if at
            .insert(var, cx.read_int(p.need("an integer")?, "an integer")?)
            .is_some()
        {
            return Err(pair.refuse("this variable has a value already"));
        }
        p.done()?;
    }
    match s.vars.iter().find(|v| !at.contains_key(v)) {
        Some(v) => Err(end.refuse(format!("`{}` has no value at the start", cx.name(*v)))),
        None => Ok(at),
    }
}

fn stem<'a, 's>(cx: &Cx, s: &'s System, v: View<'a>) -> Checked<Item<'a, 's>> {
    let (head, mut args) = v.form("a step")?;
    match head {
        "step" => {
            let (transition, arm) = replay::named(cx, s, &mut args)?;
            let mut temps: Vec<(Sym, Poly)> = Vec::new();
            for pair in args {
                let mut p = pair.list("(TEMP INT)")?;
                let name = cx.read_name(p.need("a temporary")?, "a temporary")?;
                if !transition.temps.contains(&name) {
                    return Err(pair.refuse(format!("`{}` is no temporary here", cx.name(name))));
                }
                let x = cx.read_int(p.need("an integer")?, "an integer")?;
                p.done()?;
                if temps.iter().any(|(other, _)| *other == name) {
                    return Err(pair.refuse("this temporary has a value already"));
                }
                temps.push((name, Poly::int(x)));
            }
            if temps.len() != transition.temps.len() {
                return Err(v.refuse("a temporary has no value"));
            }
            Ok(Item::Step {
                view: v,
                transition,
                arm,
                temps,
            })
        }
        "times" => {
            let n = cx.read_index(args.need("a number")?, "how often")?;
            if args.peek().is_none() {
                return Err(v.refuse("nothing is to be repeated"));
            }
            Ok(Item::Repeat {
                view: v,
                counter: None,
                count: Poly::int(n),
                items: args.map(|step| stem(cx, s, step)).collect::<Checked<_>>()?,
            })
        }
        _ => Err(v.refuse("(step T ARM …) or (times N …) is awaited")),
    }
}

struct Set<'a> {
    view: View<'a>,
    name: Sym,
    loc: Sym,
    aux: Vec<Sym>,
    atoms: Vec<Atom>,
    point: Vec<BigInt>,
    branches: Vec<Branch<'a>>,
}

/// What is done from the states of a set at which the conditions before it are
/// false and its own, if it has one, is true.
struct Branch<'a> {
    view: View<'a>,
    /// The negated conditions before it, then its own.
    decided: Vec<Atom>,
    path: Args<'a>,
    next: Args<'a>,
    proofs: Args<'a>,
    /// The proof that the path costs at least 1.
    pays: Option<View<'a>>,
}

impl<'a> Branch<'a> {
    fn read(view: View<'a>, args: &mut Args<'a>, decided: Vec<Atom>) -> Checked<Branch<'a>> {
        Ok(Branch {
            view,
            decided,
            path: args.call("path")?,
            next: args.call("next")?,
            proofs: args.call("proofs")?,
            pays: args.call_if("pays"),
        })
    }

    /// `(when ATOM …)…` and at last `(otherwise …)`, so that one is always taken.
    fn choose(cx: &Cx, view: View<'a>, scope: &dyn Fn(Sym) -> bool) -> Checked<Vec<Branch<'a>>> {
        let mut out = Vec::new();
        let mut before: Vec<Atom> = Vec::new();
        let mut args = view.called("choose")?;
        while let Some(v) = args.call_if("when") {
            let mut inside = v.called("when")?;
            let condition = inside.need("a condition")?;
            let atom = cx.read_atom(condition, scope)?;
            if atom.equation {
                return Err(condition.refuse("a condition is no equation"));
            }
            let mut decided = before.clone();
            decided.push(atom.clone());
            out.push(Branch::read(v, &mut inside, decided)?);
            inside.done()?;
            before.push(atom.negation(&cx.meter)?);
        }
        let v = args.need("(otherwise …)")?;
        let mut inside = v.called("otherwise")?;
        out.push(Branch::read(v, &mut inside, before)?);
        inside.done()?;
        args.done()?;
        Ok(out)
    }
}

impl<'a> Set<'a> {
    fn read(cx: &Cx, s: &System, view: View<'a>) -> Checked<Set<'a>> {
        let mut args = view.called("set")?;
        let name = cx.read_name(args.need("a name")?, "the name of a set")?;
        let loc = s.location(cx, args.need("a location")?)?;
        let mut aux: Vec<Sym> = Vec::new();
        for v in args.call("aux")? {
            let a = cx.read_name(v, "a name")?;
            if s.vars.contains(&a) || aux.contains(&a) {
                return Err(v.refuse(format!("the name `{}` is taken", cx.name(a))));
            }
            aux.push(a);
        }
        let scope = |x: Sym| s.vars.contains(&x) || aux.contains(&x);
        let atoms = (args.call("where")?)
            .map(|a| cx.read_atom(a, &scope))
            .collect::<Checked<_>>()?;
        let point = (args.call("point")?)
            .map(|v| cx.read_int(v, "an integer"))
            .collect::<Checked<_>>()?;
        let branches = match args.call_if("choose") {
            Some(v) => Branch::choose(cx, v, &scope)?,
            None => vec![Branch::read(view, &mut args, Vec::new())?],
        };
        args.done()?;
        Ok(Set {
            view,
            name,
            loc,
            aux,
            atoms,
            point,
            branches,
        })
    }

    /// The state that the stem has reached lies in the set.
    fn holds(&self, cx: &Cx, run: &Run) -> Checked<()> {
        if run.loc != self.loc {
            return Err(self.view.refuse("the stem ends at another location"));
        }
        if self.point.len() != self.aux.len() {
            return Err(self.view.refuse("`point` needs a number for each of `aux`"));
        }
        let mut at = run.at.clone();
        at.extend(self.aux.iter().copied().zip(self.point.iter().cloned()));
        for (k, a) in self.atoms.iter().enumerate() {
            let x = replay::value(cx, &a.poly, &at, self.view)?;
            if x < BigInt::zero() || (a.equation && !x.is_zero()) {
                return Err((self.view).refuse(format!(
                    "relation {k} of the set is false where the stem ends"
                )));
            }
        }
        Ok(())
    }

    /// Each state of the set is led into a set.
    fn closed(&self, cx: &Cx, s: &System, sets: &FxHashMap<Sym, &Set>) -> Checked<()> {
        (self.branches.iter()).try_for_each(|b| self.led(cx, s, sets, b))
    }

    /// Each state at which a branch is taken is led into a set.
    fn led(
        &self,
        cx: &Cx,
        s: &System,
        sets: &FxHashMap<Sym, &Set>,
        branch: &Branch,
    ) -> Checked<()> {
        let m = &cx.meter;
        let scope = |x: Sym| s.vars.contains(&x) || self.aux.contains(&x);
        let mut loc = self.loc;
        let mut state: Subst = s.vars.iter().map(|v| (*v, Poly::var(*v))).collect();
        let mut cost = Poly::zero();
        let mut premises = Premises::of("s", &self.atoms).and("d", &branch.decided);
        if branch.path.peek().is_none() {
            return Err(branch.view.refuse("the path has no round"));
        }
        for round in branch.path.clone() {
            let mut args = round.called("round")?;
            let (t, arm) = replay::named(cx, s, &mut args)?;
            if t.source != loc {
                return Err(round.refuse("this transition does not leave the location reached"));
            }
            let map = with_temps(cx, &t.temps, args.need("temporaries")?, &scope, &state)?;
            let goals = (t.guard.iter())
                .map(|a| Ok(a.subst(&map, m)?.goal()))
                .collect::<Checked<Vec<_>>>()?;
            prove_all(cx, &mut args, &mut premises, goals)?;
            args.done()?;
            cost = cost.plus(&t.lower.subst(&map, m)?, m)?;
            if let Some(arm) = t.arms.get(arm) {
                for (v, p) in &arm.update {
                    state.insert(*v, p.subst(&map, m)?);
                }
                loc = arm.target;
            }
        }
        let mut next = branch.next.clone();
        let name = next.need("the name of a set")?;
        let Some(target) = sets.get(&cx.read_name(name, "the name of a set")?) else {
            return Err(name.refuse("there is no such set"));
        };
        if target.loc != loc {
            return Err(name.refuse("the path ends at another location"));
        }
        for a in &target.aux {
            let p = cx.read_poly(next.need("a polynomial for each of `aux`")?, &scope)?;
            state.insert(*a, p);
        }
        next.done()?;
        let goals = (target.atoms.iter())
            .map(|a| Ok(a.subst(&state, m)?.goal()))
            .collect::<Checked<Vec<_>>>()?;
        let mut proofs = branch.proofs.clone();
        prove_all(cx, &mut proofs, &mut premises, goals)?;
        proofs.done()?;
        let Some(paid) = branch.pays else {
            return Ok(());
        };
        let mut paid = paid.called("pays")?;
        let one = Goal::AtLeastZero(cost.minus(&Poly::int(1), m)?);
        prove_all(cx, &mut paid, &mut premises, [one])?;
        paid.done()
    }
}

/// The state together with polynomials for all temporaries of a transition.
pub fn with_temps(
    cx: &Cx,
    temps: &[Sym],
    v: View,
    scope: &dyn Fn(Sym) -> bool,
    state: &Subst,
) -> Checked<Subst> {
    let mut map = state.clone();
    let mut given = 0;
    for pair in v.list("((TEMP POLY) …)")? {
        let mut p = pair.list("(TEMP POLY)")?;
        let name = cx.read_name(p.need("a temporary")?, "a temporary")?;
        if !temps.contains(&name) {
            return Err(pair.refuse(format!("`{}` is no temporary here", cx.name(name))));
        }
        let to = cx.read_poly(p.need("a polynomial")?, scope)?;
        p.done()?;
        if map.insert(name, to).is_some() {
            return Err(pair.refuse("this temporary has a value already"));
        }
        given += 1;
    }
    if given != temps.len() {
        return Err(v.refuse("a temporary has no value"));
    }
    Ok(map)
}
