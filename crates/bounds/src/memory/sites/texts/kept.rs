//! Which texts stay what they are.
//!
//! Idea: a text of the caller is what it was as long as no instruction writes memory of
//! the caller, by the points-to sets; buffers of several parameters are separate, unless
//! the user says that they may meet, so that what is written through one of them changes
//! no other one. Cost: a look at all instructions that are reached.

use super::super::facts::{inst, Facts};
use super::super::mirrored::{comes_back, written, Written};
use crate::memory::slice::Places;
use ep_ir::{FuncId, InstKind, Module, Operand, Type};
use std::collections::BTreeSet;

/// The pointers among the entry's parameters behind which nothing is written; none where
/// that is not known of any.
pub(super) fn kept(
    module: &Module,
    entry: FuncId,
    places: &Places<'_>,
    apart: bool,
) -> Option<BTreeSet<usize>> {
    (!comes_back(module, places)).then_some(())?;
    let f = module.functions.get(entry)?;
    let facts = Facts::new(f);
    let pointers = f.params.iter().enumerate();
    let pointers = pointers.filter(|(_, p)| p.ty == Type::Ptr);
    let mut out: BTreeSet<usize> = pointers.map(|p| p.0).collect();
    for g in places.reached() {
        let function = module.functions.get(g)?;
        for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            match written(module, places, g, &i.kind) {
                Written::Nothing => {}
                Written::There(addr, _) if !places.leads_outside(g, &addr) => {}
                Written::There(addr, _) => {
                    let one = (g == entry && apart).then(|| through(module, entry, &facts, addr));
                    let Some(one) = one.flatten() else {
                        tracing::debug!(function = %function.name, ?i.kind, "texts: a write to what is not seen");
                        return None;
                    };
                    out.remove(&one);
                }
                Written::From(from, _) => {
                    let outside = |o: &Operand| places.reaches_outside(g, o);
                    if from.iter().any(outside) {
                        tracing::debug!(function = %function.name, ?i.kind, "texts: a call that may write");
                        return None;
                    }
                }
                Written::Anything => return None,
            }
        }
    }
    Some(out)
}

/// The one parameter that a pointer comes from.
fn through(module: &Module, entry: FuncId, facts: &Facts, o: Operand) -> Option<usize> {
    let f = module.functions.get(entry)?;
    let (mut seen, mut work) = (BTreeSet::new(), vec![o]);
    let mut found = BTreeSet::new();
    while let Some(o) = work.pop() {
        let Operand::Reg(r) = o else { return None };
        if !seen.insert(r) {
            continue;
        }
        let param = f.params.iter().position(|p| p.reg == r);
        (param.is_some() || !facts.defs(r).is_empty()).then_some(())?;
        found.extend(param);
        for at in facts.defs(r) {
            match &inst(f, *at)?.kind {
                InstKind::Copy { src, .. } | InstKind::Freeze { src, .. } => work.push(*src),
                InstKind::PtrAdd { base, .. } => work.push(*base),
                InstKind::Select { a, b, .. } => work.extend([*a, *b]),
                _ => return None,
            }
        }
    }
    match found.len() {
        1 => found.pop_first(),
        _ => None,
    }
}
