//! Several locations in place of one, so that what is known there can depend on
//! the way that led to it.
//!
//! Idea: a copy of a location has a copy of each transition that leaves it; then
//! any arm that leads to the location may be turned to any of its copies. Each
//! run of the old system is one of the new system: wherever it is, the same
//! transitions leave. So nothing has to be shown here; what holds at copies is
//! shown by `invariants`, and what is never taken there goes by `remove`.
//! Source: Doménech, Gallagher and Genaim, "Control-flow refinement by partial
//! evaluation, and its application to termination and cost analysis", TPLP 2019.
//! Cost: one pass per copy over the transitions.

use crate::derive::Derived;
use crate::names::Cx;
use crate::poly::Sym;
use crate::refusal::Checked;
use crate::system::Transition;
use crate::text::Args;
use rustc_hash::{FxHashMap, FxHashSet};

impl Derived {
    /// `(copy LOC NEW (as T NAME)…)…` and then `(to T ARM NEW)…`
    pub(crate) fn unfold(&mut self, cx: &Cx, mut args: Args) -> Checked<()> {
        // What leaves a location is what left it before this step.
        let before: Vec<Transition> = self.system.transitions.clone();
        cx.meter.spend(16 * before.len() as u64)?;
        let mut base: FxHashMap<Sym, Sym> = FxHashMap::default();
        while let Some(c) = args.call_if("copy") {
            let mut a = c.called("copy")?;
            let shown = a.need("a location")?;
            let loc = self.system.location(cx, shown)?;
            if base.contains_key(&loc) {
                return Err(shown.refuse("this location is a copy itself"));
            }
            let place = a.need("a new location")?;
            let new = cx.read_name(place, "a new location")?;
            if self.system.locs.contains(&new) {
                return Err(place.refuse("there is such a location already"));
            }
            self.system.locs.push(new);
            base.insert(new, loc);
            cx.meter.spend(before.len() as u64)?;
            for t in before.iter().filter(|t| t.source == loc) {
                cx.meter.spend(64)?;
                let mut list = a.call("as")?;
                let old = list.need("a transition")?;
                if cx.read_name(old, "a transition")? != t.name {
                    let awaited = cx.name(t.name);
                    return Err(old.refuse(format!("`{awaited}` leaves the location and is next")));
                }
                let mut copy = t.clone();
                copy.name = self.fresh_transition(cx, list.need("a name")?)?;
                list.done()?;
                copy.source = new;
                self.system.transitions.push(copy);
            }
            a.done()?;
        }
        let mut turned = FxHashSet::default();
        while let Some(r) = args.call_if("to") {
            let mut a = r.called("to")?;
            let i = self.system.named(cx, a.need("a transition")?)?;
            let j = cx.read_index(a.need("an arm")?, "the number of an arm")?;
            let place = a.need("a copy of where it leads to")?;
            let new = self.system.location(cx, place)?;
            a.done()?;
            let Some(of) = base.get(&new) else {
                return Err(place.refuse("this location was not made by this step"));
            };
            let t = self.system.transitions.get_mut(i);
            match t.and_then(|t| t.arms.get_mut(j)) {
                Some(arm) if arm.target == *of && turned.insert((i, j)) => arm.target = new,
                _ => return Err(r.refuse("this arm does not lead to what was copied")),
            }
        }
        args.done()
    }
}
