//! Integer transition systems, as the certificate tells them.
//!
//! Source: docs/certificates.md, section "System".

use crate::names::{Atom, Cx};
use crate::poly::{Poly, Subst, Sym};
use crate::refusal::Checked;
use crate::text::{Args, View};
use num_traits::Signed;

/// What is started when a transition fires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arm {
    pub target: Sym,
    /// The variables that change.
    pub update: Subst,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    pub name: Sym,
    pub source: Sym,
    pub temps: Vec<Sym>,
    pub guard: Vec<Atom>,
    pub lower: Poly,
    pub upper: Poly,
    pub arms: Vec<Arm>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct System {
    pub vars: Vec<Sym>,
    pub locs: Vec<Sym>,
    pub start: Sym,
    pub transitions: Vec<Transition>,
}

impl Transition {
    pub fn mentions(&self, v: Sym) -> bool {
        let arms = || self.arms.iter().flat_map(|a| a.update.values());
        let guard = self.guard.iter().map(|a| &a.poly);
        (guard.chain([&self.lower, &self.upper]).chain(arms())).any(|p| p.mentions(v))
    }

    /// Drops temporaries that are nowhere.
    pub fn drop_unused(&mut self) {
        let temps = std::mem::take(&mut self.temps);
        self.temps = temps.into_iter().filter(|x| self.mentions(*x)).collect();
    }
}

fn names(cx: &Cx, args: Args, what: &str) -> Checked<Vec<Sym>> {
    let mut out: Vec<Sym> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    for v in args {
        let s = cx.read_name(v, what)?;
        if !seen.insert(s) {
            return Err(v.refuse(format!("`{}` stands here twice", cx.name(s))));
        }
        out.push(s);
    }
    Ok(out)
}

impl System {
    /// Whether what other arms of a run cost can be left out of a lower bound:
    /// there are none, or no cost is below 0.
    pub fn costs_of_arms_count_alone(&self) -> bool {
        let honest = |t: &Transition| t.lower.as_int().is_some_and(|c| !c.is_negative());
        self.transitions.iter().all(|t| t.arms.len() <= 1) || self.transitions.iter().all(honest)
    }

    pub fn read(cx: &Cx, v: View) -> Checked<System> {
        let mut args = v.called("system")?;
        let vars = names(cx, args.call("vars")?, "the name of a variable")?;
        let locs = names(cx, args.call("locs")?, "the name of a location")?;
        let mut s = args.call("start")?;
        let start = s.need("the start location")?;
        s.done()?;
        let mut system = System {
            vars,
            locs,
            start: cx.read_name(start, "the start location")?,
            transitions: Vec::new(),
        };
        system.location(cx, start)?;
        let mut seen = rustc_hash::FxHashSet::default();
        for t in args {
            let read = system.transition(cx, t)?;
            if !seen.insert(read.name) {
                let name = cx.name(read.name);
                return Err(t.refuse(format!("there are two transitions `{name}`")));
            }
            system.transitions.push(read);
        }
        Ok(system)
    }

    /// A location that exists.
    pub fn location(&self, cx: &Cx, v: View) -> Checked<Sym> {
        let s = cx.read_name(v, "a location")?;
        cx.meter.spend(1 + self.locs.len() as u64 / 16)?;
        if self.locs.contains(&s) {
            Ok(s)
        } else {
            Err(v.refuse(format!("there is no location `{}`", cx.name(s))))
        }
    }

    /// The number of a transition that exists.
    pub fn named(&self, cx: &Cx, v: View) -> Checked<usize> {
        let s = cx.read_name(v, "a transition")?;
        cx.meter.spend(1 + self.transitions.len() as u64 / 16)?;
        (self.transitions.iter().position(|t| t.name == s))
            .ok_or_else(|| v.refuse(format!("there is no transition `{}`", cx.name(s))))
    }

    /// The number of a location.
    pub fn place(&self, loc: Sym) -> usize {
        let at = self.locs.iter().position(|l| *l == loc);
        at.unwrap_or(self.locs.len())
    }

    /// A polynomial over the variables.
    pub fn poly(&self, cx: &Cx, v: View) -> Checked<Poly> {
        cx.read_poly(v, &|s| self.vars.contains(&s))
    }

    /// A relation over the variables.
    pub fn atom(&self, cx: &Cx, v: View) -> Checked<Atom> {
        cx.read_atom(v, &|s| self.vars.contains(&s))
    }

    fn transition(&self, cx: &Cx, v: View) -> Checked<Transition> {
        let mut args = v.called("trans")?;
        let name = cx.read_name(args.need("a name")?, "the name of a transition")?;
        let source = self.location(cx, args.need("a source")?)?;
        let temps = names(cx, args.call("temps")?, "the name of a temporary")?;
        if let Some(t) = temps.iter().find(|t| self.vars.contains(t)) {
            return Err(v.refuse(format!("`{}` is a variable already", cx.name(*t))));
        }
        let scope = |s: Sym| self.vars.contains(&s) || temps.contains(&s);
        let guard = (args.call("guard")?)
            .map(|a| cx.read_atom(a, &scope))
            .collect::<Checked<Vec<_>>>()?;
        let mut cost = args.call("cost")?;
        let lower = cx.read_poly(cost.need("a lower cost")?, &scope)?;
        let shown = cost.need("an upper cost")?;
        let upper = cx.read_poly(shown, &scope)?;
        cost.done()?;
        let room = upper.minus(&lower, &cx.meter)?.as_constant();
        if room.is_some_and(|c| c.is_negative()) {
            return Err(shown.refuse("the lower cost is above the upper cost"));
        }
        let mut arms = Vec::new();
        for arm in args {
            let mut arm = arm.called("to")?;
            let target = self.location(cx, arm.need("a target")?)?;
            let mut update = Subst::default();
            for pair in arm {
                let mut p = pair.list("(VAR POLY)")?;
                let var = cx.read_name(p.need("a variable")?, "a variable")?;
                if !self.vars.contains(&var) {
                    return Err(pair.refuse(format!("there is no variable `{}`", cx.name(var))));
                }
                let to = cx.read_poly(p.need("a polynomial")?, &scope)?;
                p.done()?;
                if update.insert(var, to).is_some() {
                    return Err(pair.refuse(format!("`{}` is set twice", cx.name(var))));
                }
            }
            arms.push(Arm { target, update });
        }
        Ok(Transition {
            name,
            source,
            temps,
            guard,
            lower,
            upper,
            arms,
        })
    }
}
