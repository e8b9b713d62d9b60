//! Variables that decide nothing.
//!
//! Idea: whether a run goes on is decided by guards, and what it costs by costs; a
//! variable that is in neither, and in no update of a variable that decides, may
//! have any value. Such variables are left out: `x` may decide through a guard two
//! steps later, or through the argument of a call, so what decides is closed under
//! the updates of all arms. Both costs count, although the lower one is not asked
//! for here: the steps of a certificate sum up both.
//! Bounds are over the values at the start and speak of no variable that is left
//! out. What is left out keeps its place, so nothing is renumbered.
//! Source: Weiser, "Program slicing", TSE 1984, for the whole program, with guards
//! as criterion; with it chains of updates become shorter, and temporaries that
//! were in them alone can be projected ([`super::projection`]).
//! Alternative: the same per component ([`crate::invariants::relevant`]), which
//! templates do anyway; this one goes before chaining, where products of such
//! variables are in the way.
//! Cost: linear in the size of the system.
//! What must never happen: a variable left out that decides, which the judge
//! refuses, and a lower bound or a run that does not end made from what is left:
//! those are not made from a [`Work`].

use crate::poly::{Poly, Var};
use crate::work::Work;
use ep_base::entity::EntityId;
use std::collections::BTreeSet;

/// Leaves out all variables that decide nothing; whether there are any.
pub fn slice(work: &mut Work) -> bool {
    let decide = deciding(work);
    let gone: Vec<Var> = work.kept().filter(|v| !decide.contains(v)).collect();
    let some = !gone.is_empty();
    work.forget(gone);
    some
}

/// Variables on which guards or costs depend, now or later.
fn deciding(work: &Work) -> BTreeSet<Var> {
    let n = work.dimension();
    // For each variable what it is set from.
    let mut from: Vec<BTreeSet<Var>> = vec![BTreeSet::new(); n];
    let mut out: BTreeSet<Var> = BTreeSet::new();
    let own = |p: &Poly| p.vars().into_iter().filter(|v| v.index() < n);
    // What is assumed at the start is spoken of to the end.
    for a in work.assumed() {
        out.extend(own(&a.poly));
    }
    for r in &work.rules {
        let t = &r.transition;
        let guard = t.guard.iter().map(|a| &a.poly);
        for p in guard.chain([&t.cost.lower, &t.cost.upper]) {
            out.extend(own(p));
        }
        for arm in &t.arms {
            for (list, p) in from.iter_mut().zip(&arm.update) {
                list.extend(own(p));
            }
        }
    }
    let mut waiting: Vec<Var> = out.iter().copied().collect();
    while let Some(v) = waiting.pop() {
        for u in from.get(v.index()).into_iter().flatten() {
            if out.insert(*u) {
                waiting.push(*u);
            }
        }
    }
    out
}
