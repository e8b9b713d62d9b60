//! Which variables matter behind a location.
//!
//! Idea: a variable is live where some path from there reads it before it is set: in a
//! guard, in a cost, or in what a live variable is set to. Sizes of others need not be
//! asked for: in a row of loops that each set a counter of their own, that would be all
//! counters at each loop. Source: live variables by a fixed point from the back, as in
//! Aho, Lam, Sethi and Ullman, "Compilers", 2nd edition, section 9.2.5; here copies
//! make nothing live by themselves. Cost: each rule once per variable that becomes live
//! at one of its targets.

use crate::poly::{Poly, Var};
use crate::system::Loc;
use crate::work::{Rule, Work};
use ep_base::entity::EntityId;
use std::collections::{BTreeMap, BTreeSet};

/// The live variables of each location that has some.
pub(super) fn live(work: &Work) -> BTreeMap<Loc, BTreeSet<Var>> {
    let n = work.dimension();
    let ours = |v: &Var| v.index() < n;
    let mut into: BTreeMap<Loc, Vec<&Rule>> = BTreeMap::new();
    let mut out: BTreeMap<Loc, BTreeSet<Var>> = BTreeMap::new();
    let mut open: Vec<(Loc, Var)> = Vec::new();
    for r in &work.rules {
        let t = &r.transition;
        let targets: BTreeSet<Loc> = t.arms.iter().map(|a| a.target).collect();
        for l in targets {
            into.entry(l).or_default().push(r);
        }
        let read = t.guard.iter().map(|a| &a.poly).chain([&t.cost.upper]);
        for v in read.flat_map(Poly::vars).filter(ours) {
            if out.entry(t.source).or_default().insert(v) {
                open.push((t.source, v));
            }
        }
    }
    while let Some((l, v)) = open.pop() {
        for r in into.get(&l).into_iter().flatten() {
            let t = &r.transition;
            for a in t.arms.iter().filter(|a| a.target == l) {
                let set = a.update.get(v.index()).map(Poly::vars).unwrap_or_default();
                for u in set.into_iter().filter(ours) {
                    if out.entry(t.source).or_default().insert(u) {
                        open.push((t.source, u));
                    }
                }
            }
        }
    }
    out
}
