//! Lower bounds: a run for each member of a family of inputs.
//!
//! Idea: the certificate writes the run down as a program of steps and
//! counted repetitions; for each repetition it tells the state at the
//! beginning of round K as a closed form. Then all is identities between
//! polynomials and guards under `0 <= K < COUNT`, by induction over K. Three
//! members are run with numbers besides. Source: Frohn, Giesl, "Proving
//! non-termination and lower runtime bounds with LoAT", IJCAR 2022 (acceleration,
//! of which this is what is left to check).

use crate::names::{Atom, Cx};
use crate::nontermination::with_temps;
use crate::poly::{Poly, Subst, Sym};
use crate::proof::{prove, prove_all, Goal, Premises};
use crate::refusal::Checked;
use crate::replay::{self, Item, Point, Run};
use crate::system::System;
use crate::text::{Args, View};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// Where the run is, over the family's number and the counters around.
struct State {
    loc: Sym,
    at: Subst,
    cost: Poly,
}

struct Walk<'s> {
    cx: &'s Cx,
    system: &'s System,
    /// The family's number, then the counters around.
    scope: Vec<Sym>,
    /// How many values were lost.
    lost: u32,
}

pub fn check(cx: &Cx, claim: View, s: &System, mut args: Args) -> Checked<()> {
    let m = &cx.meter;
    if !s.costs_of_arms_count_alone() {
        return Err(claim.refuse("with several arms each lower cost must be a number >= 0"));
    }
    let mut family = args.call("family")?;
    let n = cx.read_name(family.need("a name")?, "the name of the family's number")?;
    let mut at = Subst::default();
    for pair in family.call("start")? {
        let mut p = pair.list("(VAR POLY)")?;
        let var = cx.read_name(p.need("a variable")?, "a variable")?;
        if !s.vars.contains(&var) {
            return Err(pair.refuse(format!("there is no variable `{}`", cx.name(var))));
        }
        let to = cx.read_poly(p.need("a polynomial")?, &|x| x == n)?;
        p.done()?;
        if at.insert(var, to).is_some() {
            return Err(pair.refuse("this variable has a value already"));
        }
    }
    if let Some(v) = s.vars.iter().find(|v| !at.contains_key(v)) {
        return Err(claim.refuse(format!("`{}` has no value at the start", cx.name(*v))));
    }
    let condition: Vec<Atom> = (family.call("where")?)
        .map(|a| cx.read_atom(a, &|x| x == n))
        .collect::<Checked<_>>()?;
    family.done()?;
    let mut b = args.call("bound")?;
    let bound = cx.read_rational_poly(b.need("a bound")?, &|x| x == n)?;
    b.done()?;
    let items = args.call("run")?;
    let mut walk = Walk {
        cx,
        system: s,
        scope: vec![n],
        lost: 0,
    };
    let mut state = State {
        loc: s.start,
        at: at.clone(),
        cost: Poly::zero(),
    };
    let mut premises = Premises::of("c", &condition);
    walk.items(items.clone(), &mut state, &mut premises)?;
    let mut p = args.call("proof")?;
    let goal = Goal::AtLeastZero(state.cost.minus(&bound, m)?);
    prove(cx, p.need("a proof")?, &mut premises, &goal)?;
    p.done()?;

    let program = walk.program(items, &mut vec![n])?;
    let list = args.call("members")?;
    args.done()?;
    let mut members: Vec<BigInt> = Vec::new();
    for v in list.clone() {
        let x = cx.read_int(v, "an integer")?;
        let point = Point::from_iter([(n, x.clone())]);
        for a in &condition {
            let y = replay::value(cx, &a.poly, &point, v)?;
            if y.is_negative() || (a.equation && !y.is_zero()) {
                return Err(v.refuse("this member does not satisfy the family's condition"));
            }
        }
        let mut run = Run {
            loc: s.start,
            at: Point::default(),
            cost: BigInt::zero(),
        };
        for (var, p) in &at {
            run.at.insert(*var, replay::value(cx, p, &point, v)?);
        }
        let mut point = point;
        replay::run(cx, &program, &mut run, &mut point)?;
        if run.cost < replay::value(cx, &bound, &point, v)? {
            return Err(v.refuse(format!("this member's run costs {} only", run.cost)));
        }
        if members.contains(&x) {
            return Err(v.refuse("a member stands here twice"));
        }
        members.push(x);
    }
    if members.len() == 3 {
        Ok(())
    } else {
        Err(list.refuse("three members are needed"))
    }
}

impl Walk<'_> {
    fn items(&mut self, items: Args, state: &mut State, premises: &mut Premises) -> Checked<()> {
        for item in items {
            let (head, args) = item.form("(step …) or (repeat …)")?;
            match head {
                "step" => self.step(args, state, premises, item)?,
                "repeat" => self.repeat(args, state, premises, item)?,
                _ => return Err(item.refuse("(step …) or (repeat …) is awaited")),
            }
        }
        Ok(())
    }

    fn step(
        &self,
        mut args: Args,
        state: &mut State,
        premises: &mut Premises,
        v: View,
    ) -> Checked<()> {
        let (cx, m) = (self.cx, &self.cx.meter);
        let (t, arm) = replay::named(cx, self.system, &mut args)?;
        if t.source != state.loc {
            return Err(v.refuse("this transition does not leave the location reached"));
        }
        let temps = args.need("temporaries")?;
        let map = with_temps(cx, &t.temps, temps, &|x| self.scope.contains(&x), &state.at)?;
        let goals = (t.guard.iter())
            .map(|a| Ok(a.subst(&map, m)?.goal()))
            .collect::<Checked<Vec<_>>>()?;
        prove_all(cx, &mut args, premises, goals)?;
        args.done()?;
        state.cost = state.cost.plus(&t.lower.subst(&map, m)?, m)?;
        if let Some(arm) = t.arms.get(arm) {
            for (var, p) in &arm.update {
                state.at.insert(*var, p.subst(&map, m)?);
            }
            state.loc = arm.target;
        }
        Ok(())
    }

    fn counter(&self, args: &mut Args) -> Checked<Sym> {
        let v = args.need("a counter")?;
        let k = self.cx.read_name(v, "the name of a counter")?;
        if self.scope.contains(&k) {
            return Err(v.refuse("a counter around has this name"));
        }
        Ok(k)
    }

    /// A value of which nothing is told; no text can name it.
    fn unknown(&mut self) -> Poly {
        self.lost += 1;
        Poly::var(self.cx.sym(&format!("\"lost {}", self.lost)))
    }

    /// The variables whose values in a round are not told.
    fn lost(&self, args: &mut Args) -> Checked<Vec<Sym>> {
        let mut out = Vec::new();
        let Some(v) = args.call_if("lost") else {
            return Ok(out);
        };
        for name in v.called("lost")? {
            let var = self.cx.read_name(name, "a variable")?;
            if !self.system.vars.contains(&var) {
                return Err(name.refuse(format!("there is no variable `{}`", self.cx.name(var))));
            }
            out.push(var);
        }
        Ok(out)
    }

    fn repeat(
        &mut self,
        mut args: Args,
        state: &mut State,
        premises: &mut Premises,
        v: View,
    ) -> Checked<()> {
        let (cx, m) = (self.cx, &self.cx.meter);
        let k = self.counter(&mut args)?;
        let outer = self.scope.clone();
        let count = cx.read_poly(args.need("a count")?, &|x| outer.contains(&x))?;
        self.scope.push(k);
        let mut at = state.at.clone();
        for pair in args.call("state")? {
            let mut p = pair.list("(VAR POLY)")?;
            let var = cx.read_name(p.need("a variable")?, "a variable")?;
            if !self.system.vars.contains(&var) {
                return Err(pair.refuse(format!("there is no variable `{}`", cx.name(var))));
            }
            let to = p.need("a polynomial")?;
            at.insert(
                var,
                cx.read_rational_poly(to, &|x| self.scope.contains(&x))?,
            );
            p.done()?;
        }
        let lost = self.lost(&mut args)?;
        for var in &lost {
            // Any number, another one each time.
            let unknown = self.unknown();
            at.insert(*var, unknown);
        }
        let mut c = args.call("cost")?;
        let cost = c.need("a polynomial")?;
        let cost = cx.read_rational_poly(cost, &|x| self.scope.contains(&x))?;
        c.done()?;
        let mut c = args.call("count")?;
        let goal = Goal::AtLeastZero(count.clone());
        prove(cx, c.need("a proof")?, premises, &goal)?;
        c.done()?;

        let put = |p: &Poly, by: Poly| p.subst(&Subst::from_iter([(k, by)]), m);
        let next = Poly::var(k).plus(&Poly::int(1), m)?;
        for (var, p) in at.iter().filter(|(var, _)| !lost.contains(var)) {
            if state.at.get(var) != Some(&put(p, Poly::zero())?) {
                let var = cx.name(*var);
                return Err(v.refuse(format!(
                    "the closed form of `{var}` is not the state before round 0"
                )));
            }
        }
        if !put(&cost, Poly::zero())?.is_zero() {
            return Err(v.refuse("the closed form of the cost is not 0 before round 0"));
        }
        let low = Atom::at_least_zero(Poly::var(k));
        let high = count.minus(&next, m)?;
        premises.push(cx.sym(&format!("{}.lo", cx.name(k))), low);
        premises.push(
            cx.sym(&format!("{}.hi", cx.name(k))),
            Atom::at_least_zero(high),
        );
        let mut inner = State {
            loc: state.loc,
            at: at.clone(),
            cost: Poly::zero(),
        };
        self.items(args, &mut inner, premises)?;
        premises.pop();
        premises.pop();
        if inner.loc != state.loc {
            return Err(v.refuse("a round ends at another location than it starts from"));
        }
        for (var, p) in at.iter().filter(|(var, _)| !lost.contains(var)) {
            if inner.at.get(var) != Some(&put(p, next.clone())?) {
                let var = cx.name(*var);
                return Err(v.refuse(format!("a round does not keep the closed form of `{var}`")));
            }
        }
        if inner.cost != put(&cost, next)?.minus(&cost, m)? {
            return Err(v.refuse("a round does not keep the closed form of the cost"));
        }
        self.scope.pop();
        for (var, p) in &at {
            let after = match lost.contains(var) {
                true => self.unknown(),
                false => put(p, count.clone())?,
            };
            state.at.insert(*var, after);
        }
        state.cost = state.cost.plus(&put(&cost, count)?, m)?;
        Ok(())
    }

    /// The same to be run with numbers; closed forms are not looked at.
    fn program<'a>(&self, items: Args<'a>, scope: &mut Vec<Sym>) -> Checked<Vec<Item<'a, '_>>> {
        let cx = self.cx;
        let mut out = Vec::new();
        for item in items {
            let (head, mut args) = item.form("(step …) or (repeat …)")?;
            if head == "step" {
                let (transition, arm) = replay::named(cx, self.system, &mut args)?;
                let mut temps = Vec::new();
                for pair in args.need("temporaries")?.list("((TEMP POLY) …)")? {
                    let mut p = pair.list("(TEMP POLY)")?;
                    let name = cx.read_name(p.need("a temporary")?, "a temporary")?;
                    let to = p.need("a polynomial")?;
                    temps.push((name, cx.read_poly(to, &|x| scope.contains(&x))?));
                }
                out.push(Item::Step {
                    view: item,
                    transition,
                    arm,
                    temps,
                });
                continue;
            }
            let k = cx.read_name(args.need("a counter")?, "the name of a counter")?;
            let count = cx.read_poly(args.need("a count")?, &|x| scope.contains(&x))?;
            args.call("state")?;
            args.call_if("lost");
            args.call("cost")?;
            args.call("count")?;
            scope.push(k);
            let items = self.program(args, scope)?;
            scope.pop();
            out.push(Item::Repeat {
                view: item,
                counter: Some(k),
                count,
                items,
            });
        }
        Ok(out)
    }
}
