//! Runs with numbers: firing by firing, nothing assumed.
//!
//! Idea: what is to be fired is read from the certificate once and fired as often as
//! it says; alternative: to read it anew in each round, which took most of the time of
//! checks whose members run thousands of steps. Cost: linear in the firings.

use crate::names::Cx;
use crate::poly::{Poly, Sym};
use crate::refusal::Checked;
use crate::system::{System, Transition};
use crate::text::View;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use rustc_hash::FxHashMap;

/// Firings of one check.
const MAX_STEPS: u64 = 10_000_000;

pub type Point = FxHashMap<Sym, BigInt>;

/// A configuration and what it has cost to get there.
#[derive(Clone)]
pub struct Run {
    pub loc: Sym,
    pub at: Point,
    pub cost: BigInt,
}

/// The value of a polynomial at a point, an integer.
pub fn value(cx: &Cx, p: &Poly, at: &Point, v: View) -> Checked<BigInt> {
    match p.value(&|s| at.get(&s), &cx.meter)? {
        Some(r) if r.is_integer() => Ok(r.to_integer()),
        Some(_) => Err(v.refuse("a value is no integer")),
        None => Err(v.refuse("a variable has no value")),
    }
}

impl Run {
    /// Fires one arm of a transition; `temps` has a value for each temporary.
    pub fn fire(
        &mut self,
        cx: &Cx,
        v: View,
        t: &Transition,
        arm: usize,
        temps: &Point,
    ) -> Checked<()> {
        let m = &cx.meter;
        m.at(v.line());
        cx.replayed.set(cx.replayed.get() + 1);
        m.spend(64)?;
        if cx.replayed.get() > MAX_STEPS {
            return Err(v.refuse(format!("more than {MAX_STEPS} firings are to be replayed")));
        }
        if t.source != self.loc {
            let (t, l) = (cx.name(t.name), cx.name(self.loc));
            return Err(v.refuse(format!("`{t}` does not leave `{l}`")));
        }
        let Some(arm) = t.arms.get(arm) else {
            return Err(v.refuse("there is no such arm"));
        };
        let now = |s: Sym| temps.get(&s).or_else(|| self.at.get(&s));
        let whole = |p: &Poly| -> Checked<BigRational> {
            p.value(&now, m)?
                .ok_or_else(|| v.refuse("a variable has no value"))
        };
        for (k, a) in t.guard.iter().enumerate() {
            let x = whole(&a.poly)?;
            if x.is_negative() || (a.equation && !x.is_zero()) {
                let t = cx.name(t.name);
                return Err(v.refuse(format!("relation {k} of the guard of `{t}` is false here")));
            }
        }
        let cost = whole(&t.lower)?.to_integer();
        let mut next = Vec::new();
        for (var, p) in &arm.update {
            next.push((*var, whole(p)?.to_integer()));
        }
        self.at.extend(next);
        self.cost += cost;
        self.loc = arm.target;
        Ok(())
    }
}

/// What is to be fired, read and not yet run.
pub enum Item<'a, 's> {
    Step {
        view: View<'a>,
        transition: &'s Transition,
        arm: usize,
        /// What the temporaries are, over the numbers that have names there.
        temps: Vec<(Sym, Poly)>,
    },
    Repeat {
        view: View<'a>,
        /// The name of the number of the round, for what is inside.
        counter: Option<Sym>,
        count: Poly,
        items: Vec<Item<'a, 's>>,
    },
}

/// Runs all of it; `point` has the numbers that have names.
pub fn run(cx: &Cx, items: &[Item], run: &mut Run, point: &mut Point) -> Checked<()> {
    for item in items {
        match item {
            Item::Step {
                view,
                transition,
                arm,
                temps,
            } => {
                let temps = (temps.iter())
                    .map(|(name, p)| Ok((*name, value(cx, p, point, *view)?)))
                    .collect::<Checked<Point>>()?;
                run.fire(cx, *view, transition, *arm, &temps)?;
            }
            Item::Repeat {
                view,
                counter,
                count,
                items,
            } => {
                let count = value(cx, count, point, *view)?;
                let mut i = BigInt::zero();
                while i < count {
                    cx.meter.spend(64)?;
                    if let Some(k) = counter {
                        point.insert(*k, i.clone());
                    }
                    self::run(cx, items, run, point)?;
                    i += 1;
                }
                if let Some(k) = counter {
                    point.remove(k);
                }
            }
        }
    }
    Ok(())
}

/// The transition and the arm that a step names.
pub fn named<'s>(
    cx: &Cx,
    s: &'s System,
    args: &mut crate::text::Args,
) -> Checked<(&'s Transition, usize)> {
    let name = args.need("a transition")?;
    let i = s.named(cx, name)?;
    let place = args.need("the number of an arm")?;
    let arm = cx.read_index(place, "the number of an arm")?;
    match s.transitions.get(i) {
        Some(t) if arm < t.arms.len() => Ok((t, arm)),
        _ => Err(place.refuse("there is no such arm")),
    }
}
