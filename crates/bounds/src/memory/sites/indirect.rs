//! Where calls through pointers lead, for the account of blocks.
//!
//! Idea: a table of hooks (`hooks.allocate(n)`) holds functions that the source
//! stores there, and nothing else can; the call then needs what the worst of
//! them needs. Where memory of the caller takes part, a function that is not
//! here could be meant, and the call stays without an answer. Source: the
//! points-to sets of the stack ([`crate::stack::pointers`]), and where those mix the
//! members of a structure (a timer's `left`, which the caller says, and its `fire`),
//! those of the slice, which keep offsets apart (Pearce, Kelly and Hankin, PASTE 2004).
//! Cost: these sets, once, where a call asks for them.

use super::forged::{calls, makes_pointers};
use super::printed::quiet;
use crate::memory::slice::{places, Marks};
use ep_base::memory::Resolution;
use ep_base::Stop;
use ep_explore::outcome::describe as findings;
use ep_ir::{FuncId, InstKind, LocId, Module};
use std::collections::{BTreeMap, BTreeSet};

/// By function and place; none where it is not known.
#[derive(Default)]
pub(super) struct Indirect(BTreeMap<(FuncId, u32, u32), Option<BTreeSet<FuncId>>>);

impl Indirect {
    /// Of a program; none where there was no time. `alone`: only instructions of the
    /// program write its memory, from its begin on.
    pub fn of(module: &Module, entry: FuncId, alone: bool, stop: &Stop) -> Option<Indirect> {
        let calls = calls(module, entry, stop)?;
        let mut by_name: BTreeMap<&str, Vec<FuncId>> = BTreeMap::new();
        for (id, f) in module.functions.iter() {
            by_name.entry(&f.name).or_default().push(id);
        }
        let mut out = Indirect::default();
        for s in &calls.sites {
            let known = matches!(s.how, Resolution::Value | Resolution::PointsTo);
            let targets: Option<Vec<&Vec<FuncId>>> =
                s.targets.iter().map(|n| by_name.get(n.as_str())).collect();
            let targets = targets.filter(|t| known && !t.is_empty());
            for f in by_name.get(s.place.function.as_str()).into_iter().flatten() {
                // Two calls at one place: both sets, or none.
                let there = out
                    .0
                    .entry((*f, s.place.line, s.place.column))
                    .or_insert_with(|| Some(BTreeSet::new()));
                match (&targets, there.as_mut()) {
                    (Some(t), Some(all)) => all.extend(t.iter().copied().flatten()),
                    _ => *there = None,
                }
            }
        }
        if alone && out.0.values().any(Option::is_none) {
            out.by_members(module, entry, stop);
        }
        Some(out)
    }

    /// Calls that have no answer yet, by where each member leads.
    fn by_members(&mut self, module: &Module, entry: FuncId, stop: &Stop) {
        let quiet = quiet(module);
        let Some(places) = places(&quiet, &[entry], Marks::default(), stop) else {
            return;
        };
        if makes_pointers(module, entry, &places) {
            return;
        }
        let mut found: BTreeMap<(FuncId, u32, u32), Option<BTreeSet<FuncId>>> = BTreeMap::new();
        for f in places.reached() {
            let Some(function) = module.functions.get(f) else {
                continue;
            };
            for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
                let InstKind::Call { callee, .. } = &i.kind else {
                    continue;
                };
                if matches!(callee, ep_ir::Callee::Direct(_)) {
                    continue;
                }
                let at = findings::place(module, f, i.loc);
                let there = found
                    .entry((f, at.line, at.column))
                    .or_insert_with(|| Some(BTreeSet::new()));
                match (places.known_targets(f, callee), there.as_mut()) {
                    (Some(t), Some(all)) => all.extend(t),
                    _ => *there = None,
                }
            }
        }
        let open = self.0.iter_mut().filter(|(_, t)| t.is_none());
        for (at, targets) in open {
            *targets = found.remove(at).flatten();
        }
    }

    /// The functions that an indirect call can reach; none where that is not
    /// known.
    pub fn reached(&self, module: &Module, f: FuncId, loc: LocId) -> Option<Vec<FuncId>> {
        let at = findings::place(module, f, loc);
        let list = self.0.get(&(f, at.line, at.column))?.as_ref()?;
        (at.line > 0 && !list.is_empty()).then(|| list.iter().copied().collect())
    }
}
