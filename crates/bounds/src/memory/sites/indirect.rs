//! Where calls through pointers lead, for the account of blocks.
//!
//! Idea: a table of hooks (`hooks.allocate(n)`) holds functions that the source
//! stores there, and nothing else can; the call then needs what the worst of
//! them needs. Where memory of the caller takes part, a function that is not
//! here could be meant, and the call stays without an answer. Source: the
//! points-to sets of the stack ([`crate::stack::pointers`]). Cost: these sets,
//! once, where a call asks for them.

use crate::stack::pointers;
use ep_base::memory::Resolution;
use ep_base::Stop;
use ep_explore::outcome::describe as findings;
use ep_ir::{FuncId, LocId, Module};
use std::collections::{BTreeMap, BTreeSet};

/// By function and place; none where it is not known.
#[derive(Default)]
pub(super) struct Indirect(BTreeMap<(FuncId, u32, u32), Option<BTreeSet<FuncId>>>);

impl Indirect {
    /// Of a program; none where there was no time.
    pub fn of(module: &Module, entry: FuncId, stop: &Stop) -> Option<Indirect> {
        let calls = pointers::resolve(module, &[entry], stop)?;
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
        Some(out)
    }
    /// The functions that an indirect call can reach; none where that is not
    /// known.
    pub fn reached(&self, module: &Module, f: FuncId, loc: LocId) -> Option<Vec<FuncId>> {
        let at = findings::place(module, f, loc);
        let list = self.0.get(&(f, at.line, at.column))?.as_ref()?;
        (at.line > 0 && !list.is_empty()).then(|| list.iter().copied().collect())
    }
}
