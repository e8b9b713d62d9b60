//! Upper bounds: facts about values and counts, and their sum.
//!
//! Idea: alternate between how often transitions fire (ranking functions, one
//! run of a loop at a time, times how often it is entered) and how large
//! values get (what the loop adds, times how often). Each fact is a line of
//! the certificate with its rule; the judge computes what the rule yields and
//! compares. Values are bounded above only, of polynomials: the lower side of
//! v is a fact about -v, so nothing is an absolute value. Source: Brockschmidt,
//! Emmes, Falke, Fuhs, Giesl, TOPLAS 38(4), 2016 (alternating runtime and size
//! bounds); docs/certificates.md, section "Upper bounds".

mod calls;
mod closed;
mod count;
pub mod expr;
mod joint;
mod most;
mod nest;
mod total;
mod value;

use crate::derive::{claims_less, derive, Derived};
use crate::names::{Cx, Rest};
use crate::poly::{Poly, Sym};
use crate::proof::{prove, Goal, Premises};
use crate::refusal::Checked;
use crate::system::{Arm, System, Transition};
use crate::text::{Args, View};
use expr::Exprs;
use num_traits::Signed;
use rustc_hash::FxHashMap;

/// An arm of a transition, both by number, or the beginning of the run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Edge {
    Start,
    After(usize, usize),
}

#[derive(Clone)]
enum Fact {
    /// Right after the edge `poly` is at most `bound`.
    Value { edge: Edge, poly: Poly, bound: Poly },
    /// The weighted number of firings is at most `bound`.
    Count {
        weights: FxHashMap<usize, Poly>,
        bound: Poly,
        /// No weight is below 0, so each part is at most the whole.
        parts: bool,
    },
}

struct Upper<'c> {
    cx: &'c Cx,
    d: Derived,
    exprs: Exprs<'c>,
    facts: FxHashMap<Sym, Fact>,
    cyclic: Vec<bool>,
    /// Some transition has several arms: runs are trees.
    trees: bool,
}

/// Whether the claim is made of some starts only, and the bound as written.
pub fn check(cx: &Cx, original: &System, mut args: Args) -> Checked<(bool, String)> {
    let assumes = claims_less(&args);
    let d = derive(cx, original, &mut args)?;
    let mut b = args.call("bound")?;
    let shown = b.need("an expression")?;
    b.done()?;
    if shown.word() == Some("_") {
        return Err(shown.refuse("the bound of a claim must be written"));
    }
    let mut u = Upper::new(cx, d);
    let (v, rest) = u.facts(&mut args, "total")?;
    let total = u.total(v, rest)?;
    args.done()?;
    u.accept(&total, shown)?;
    let mut inner = shown;
    if shown.is("le") {
        inner = shown.called("le")?.need("an expression")?;
    }
    let text = inner.source().split_whitespace().collect::<Vec<_>>();
    Ok((assumes, text.join(" ")))
}

/// The transitions that `(counted FACT… (finite NAME…))` shows to fire finitely
/// often in every run, by number.
pub(crate) fn counted(cx: &Cx, d: &Derived, view: View) -> Checked<Vec<usize>> {
    let mut args = view.called("counted")?;
    let mut u = Upper::new(cx, d.clone());
    let (end, names) = u.facts(&mut args, "finite")?;
    args.done()?;
    let mut out = Vec::new();
    for v in names {
        let Fact::Count {
            weights,
            parts: true,
            ..
        } = u.fact(v)?
        else {
            return Err(v.refuse("this does not bound how often transitions fire"));
        };
        let paid = |w: &Poly| w.as_int().is_some_and(|w| w.is_positive());
        out.extend(weights.iter().filter(|(_, w)| paid(w)).map(|(i, _)| *i));
    }
    match out.is_empty() {
        true => Err(end.refuse("the name of a count is awaited")),
        false => Ok(out),
    }
}

/// The location of `(closed LOC …)` and the loops there that do not go on for ever.
pub(crate) fn closed_loops(cx: &Cx, d: &Derived, view: View) -> Checked<(Sym, Vec<usize>)> {
    let mut args = view.called("closed")?;
    let ended = Upper::new(cx, d.clone()).ended(view, &mut args)?;
    args.done()?;
    Ok((ended.at, ended.loops))
}

impl<'c> Upper<'c> {
    fn new(cx: &'c Cx, d: Derived) -> Self {
        Upper {
            cx,
            exprs: Exprs::new(cx, d.assumed.clone()),
            facts: FxHashMap::default(),
            cyclic: d.cyclic(),
            trees: d.system.transitions.iter().any(|t| t.arms.len() > 1),
            d,
        }
    }

    /// Reads facts up to a form with this head, and that.
    fn facts<'v>(&mut self, args: &mut Args<'v>, end: &str) -> Checked<(View<'v>, Args<'v>)> {
        loop {
            let v = args.need(&format!("({end} …)"))?;
            self.cx.meter.at(v.line());
            let (head, rest) = v.form("a fact")?;
            match head {
                _ if head == end => return Ok((v, rest)),
                "value" => self.value(v, rest)?,
                _ => self.count(v, head, rest)?,
            }
        }
    }
}

impl Upper<'_> {
    /// The expression that is written, if what the rule yields is at most it.
    fn accept(&self, yields: &Poly, written: View) -> Checked<Poly> {
        if written.word() == Some("_") {
            return Ok(yields.clone());
        }
        let inputs = |s: Sym| self.d.inputs.contains(&s);
        let m = &self.cx.meter;
        if written.is("le") {
            let mut args = written.called("le")?;
            let bound = self.exprs.read(args.need("an expression")?, &inputs)?;
            args.done()?;
            let smtlib = self.exprs.rest(yields, &bound, written)?;
            let line = written.line() as usize;
            self.cx.rests.borrow_mut().push(Rest { line, smtlib });
            return Ok(bound);
        }
        let bound = self.exprs.read(written, &inputs)?;
        m.at(written.line());
        if self.exprs.at_most(yields, &bound)? {
            self.cx.proved.set(self.cx.proved.get() + 1);
            Ok(bound)
        } else {
            Err(written.refuse("this is not seen to be at least what the rule yields"))
        }
    }

    fn add(&mut self, v: View, name: Sym, fact: Fact) -> Checked<()> {
        if self.facts.insert(name, fact).is_some() {
            return Err(v.refuse(format!("the name `{}` is taken", self.cx.name(name))));
        }
        Ok(())
    }

    fn transition(&self, v: View, i: usize) -> Checked<&Transition> {
        let t = self.d.system.transitions.get(i);
        t.ok_or_else(|| v.refuse("there is no such transition"))
    }

    /// An arm by number.
    fn arm<'t>(&self, v: View, t: &'t Transition, j: usize) -> Checked<&'t Arm> {
        (t.arms.get(j))
            .ok_or_else(|| v.refuse(format!("`{}` has no arm {j}", self.cx.name(t.name))))
    }

    /// `T`, which has at most one arm, or `(T ARM)`. The arm of a transition
    /// without arms is `None`.
    fn place(&self, v: View) -> Checked<(usize, Option<usize>)> {
        let Some(mut inside) = v.items() else {
            let i = self.d.system.named(self.cx, v)?;
            let t = self.transition(v, i)?;
            return match t.arms.len() {
                0 => Ok((i, None)),
                1 => Ok((i, Some(0))),
                _ => {
                    let t = self.cx.name(t.name);
                    Err(v.refuse(format!("`{t}` has several arms: ({t} ARM) is awaited")))
                }
            };
        };
        let i = self.d.system.named(self.cx, inside.need("a transition")?)?;
        let j = inside.need("an arm")?;
        let arm = self.cx.read_index(j, "the number of an arm")?;
        inside.done()?;
        self.arm(j, self.transition(v, i)?, arm)?;
        Ok((i, Some(arm)))
    }

    fn edge(&self, v: View) -> Checked<Edge> {
        if v.word() == Some("start") {
            return Ok(Edge::Start);
        }
        match self.place(v)? {
            (i, Some(j)) => Ok(Edge::After(i, j)),
            (_, None) => Err(v.refuse("the run ends after this transition")),
        }
    }

    /// Where an edge leads.
    fn target(&self, v: View, e: Edge) -> Checked<Sym> {
        match e {
            Edge::Start => Ok(self.d.system.start),
            Edge::After(i, j) => Ok(self.arm(v, self.transition(v, i)?, j)?.target),
        }
    }

    /// The edges that lead to a location.
    fn entries(&self, loc: Sym) -> Vec<Edge> {
        let list = self.d.entries(loc);
        list.into_iter()
            .map(|e| e.map_or(Edge::Start, |(i, j)| Edge::After(i, j)))
            .collect()
    }

    fn fact(&self, v: View) -> Checked<&Fact> {
        let name = self.cx.read_name(v, "a fact")?;
        let fact = self.facts.get(&name);
        fact.ok_or_else(|| v.refuse(format!("there is no fact `{}` so far", v.shown())))
    }

    fn value_fact(&self, v: View) -> Checked<(Edge, &Poly, &Poly)> {
        match self.fact(v)? {
            Fact::Value { edge, poly, bound } => Ok((*edge, poly, bound)),
            Fact::Count { .. } => Err(v.refuse("a fact about a value is awaited")),
        }
    }

    /// The bound of a count in which a transition weighs at least 1.
    fn count_of(&self, v: View, i: usize) -> Checked<&Poly> {
        match self.fact(v)? {
            Fact::Count {
                weights,
                bound,
                parts: true,
            } if (weights.get(&i).and_then(Poly::as_int)).is_some_and(|w| w.is_positive()) => {
                Ok(bound)
            }
            _ => Err(v.refuse("this does not bound how often the transition fires")),
        }
    }

    /// One value fact for each edge that leads to `loc`, about `poly`; their
    /// bounds. A number needs none.
    fn before(&self, facts: Args, loc: Sym, poly: &Poly) -> Checked<Vec<Poly>> {
        let end = facts.clone();
        if poly.as_constant().is_some() && facts.peek().is_none() {
            return Ok(vec![poly.clone()]);
        }
        let mut todo = self.entries(loc);
        let mut bounds = Vec::new();
        for v in facts {
            let (edge, q, bound) = self.value_fact(v)?;
            let Some(at) = todo.iter().position(|e| *e == edge) else {
                return Err(v.refuse("this edge does not lead there, or has a fact already"));
            };
            if q != poly {
                return Err(v.refuse("this fact is about another polynomial"));
            }
            todo.swap_remove(at);
            bounds.push(bound.clone());
        }
        if let Some(e) = todo.first() {
            let e = match e {
                Edge::Start => "the start".to_string(),
                Edge::After(i, j) => {
                    let t = self.d.system.transitions.get(*i);
                    let name = t.map_or_else(String::new, |t| self.cx.name(t.name));
                    format!("arm {j} of `{name}`")
                }
            };
            return Err(end.refuse(format!("a fact about {e} is missing")));
        }
        if bounds.is_empty() {
            // No edge leads there: the transition never fires.
            bounds.push(Poly::zero());
        }
        Ok(bounds)
    }

    /// `(at LOC POLY)…`
    fn functions(&self, args: &mut Args) -> Checked<FxHashMap<Sym, Poly>> {
        let mut at = FxHashMap::default();
        while let Some(a) = args.call_if("at") {
            let mut inside = a.called("at")?;
            let loc = self
                .d
                .system
                .location(self.cx, inside.need("a location")?)?;
            let f = self.d.system.poly(self.cx, inside.need("a polynomial")?)?;
            inside.done()?;
            if at.insert(loc, f).is_some() {
                return Err(a.refuse("this location is named twice"));
            }
        }
        Ok(at)
    }

    /// `p >= 0` from the guard of a transition.
    fn show(&self, proof: View, t: &Transition, p: Poly) -> Checked<()> {
        let mut premises = Premises::of("g", &t.guard);
        prove(self.cx, proof, &mut premises, &Goal::AtLeastZero(p))
    }

    fn no_trees(&self, v: View) -> Checked<()> {
        if self.trees {
            return Err(v.refuse("this rule needs a system without several arms"));
        }
        Ok(())
    }
}
