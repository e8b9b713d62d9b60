//! The program without what memory does not depend on.
//!
//! Idea: of a program with too many paths, only those matter that differ in
//! what is allocated and freed. The backward slice from allocation, `free`,
//! inputs and the ends of the program ([`depend`]) is a program of its own:
//! everything else is cut out, and a branch that decides nothing goes to where
//! its ways come together. It needs as much heap as the whole program on every
//! run that ends, and is explored in its place. Source: document 000, section
//! 7 (slicing); Weiser, ICSE 1981.
//!
//! What must never happen: a value that is used in the slice is one that it no
//! longer computes. So an instruction is in it with all that it depends on, or
//! not at all, and what is left open is `undef`, which nothing reads.
//! Endless loops that do nothing to memory end here: that allows more runs,
//! and no fewer. Checks for undefined behaviour stay where they are about
//! values that are still computed: others would only exclude runs.
//! Alternative: to make the cells that the cut writes arbitrary, which keeps
//! no relation between them. Cost: that of the points-to sets.

mod control;
mod depend;
mod offsets;
mod places;
mod points;

use depend::{At, Depend};
use ep_base::Stop;
use ep_ir::{visit, BlockId, FuncId, Inst, InstKind, Module, Operand, Terminator};
pub(super) use places::{places, Home, Leads, Made, Places, Spot, Way};
pub(super) use points::Marks;
use std::collections::BTreeSet;

/// Instructions that a check may need beside what matters.
const MOST_FOR_A_CHECK: usize = 6;

/// The slice, and whether some branch is not in it. None where time is over
/// before it is known what matters.
pub(super) fn slice(module: &Module, entry: FuncId, stop: &Stop) -> Option<(Module, bool)> {
    let points = points::points(module, &[entry], stop)?;
    let d = depend::depend(module, points, stop)?;
    let mut keep = d.keep.clone();
    checks(module, &d, &mut keep);
    let mut out = module.clone();
    let mut cut = false;
    for (f, function) in out.functions.iter_mut() {
        let rets = function.rets.len();
        // The environment looks at what `main` returns.
        let open = match f == entry {
            true => Operand::Int(0),
            false => Operand::Undef,
        };
        let ret = |k: usize| d.rets.contains(&(f, k)) && f != entry;
        for (b, block) in function.blocks.iter_mut() {
            let insts = std::mem::take(&mut block.insts);
            for (i, mut inst) in insts.into_iter().enumerate() {
                let at = (f, b, i as u32);
                if !keep.contains(&at) {
                    continue;
                }
                if let InstKind::Call { args, callee, .. } = &mut inst.kind {
                    for (k, a) in args.iter_mut().enumerate() {
                        if !d.reads(at, *callee, k) && a.byval.is_none() {
                            a.value = Operand::Undef;
                        }
                    }
                }
                block.insts.push(inst);
            }
            match &mut block.term {
                Terminator::Branch { .. } | Terminator::Switch { .. }
                    if !d.terms.contains(&(f, b)) =>
                {
                    cut = true;
                    block.term = match d.behind(f, b) {
                        Some(to) => Terminator::Jump(to),
                        None => Terminator::Return(vec![open; rets]),
                    };
                }
                Terminator::Return(values) => {
                    for (k, v) in values.iter_mut().enumerate() {
                        if !ret(k) {
                            *v = open;
                        }
                    }
                }
                _ => {}
            }
        }
    }
    Some((out, cut))
}

/// Whether handlers can write what memory depends on in the program; true
/// where time is over before that is known.
pub(super) fn interferes(module: &Module, entry: FuncId, handlers: &[FuncId], stop: &Stop) -> bool {
    let mut entries = vec![entry];
    entries.extend(handlers);
    let points = points::points(module, &entries, stop);
    let Some(d) = points.and_then(|p| depend::depend(module, p, stop)) else {
        return true;
    };
    let mut own = vec![entry];
    own.extend(&module.constructors);
    d.interferes(&own, handlers)
}

/// Whether others, which may have run before or run beside it, or an earlier
/// run of its own can have written what decides about the memory of an entry.
pub(super) fn disturbed(module: &Module, entry: FuncId, others: &[FuncId], stop: &Stop) -> bool {
    let mut entries = vec![entry];
    entries.extend(others);
    let points = points::points(module, &entries, stop);
    match points.and_then(|p| depend::depend(module, p, stop)) {
        Some(d) => d.disturbed(entry, others),
        None => true,
    }
}

/// Whether functions without a body, which do nothing to blocks, can write
/// what memory depends on in what is entered at one of these; true where time is
/// over before that is known.
pub(super) fn told_decide(
    module: &Module,
    entries: &[FuncId],
    told: &BTreeSet<FuncId>,
    stop: &Stop,
) -> bool {
    let points = points::points(module, entries, stop);
    match points.and_then(|p| depend::depend_where(module, p, told.clone(), stop)) {
        Some(d) => d.told_decide(),
        None => true,
    }
}

/// Keeps the checks that need nothing but values that are computed anyway.
fn checks(module: &Module, d: &Depend<'_>, keep: &mut BTreeSet<At>) {
    let matters: BTreeSet<(FuncId, BlockId)> = keep.iter().map(|a| (a.0, a.1)).collect();
    for (f, b) in matters {
        let block = module.functions.get(f).and_then(|f| f.blocks.get(b));
        for (i, inst) in block.iter().flat_map(|b| b.insts.iter().enumerate()) {
            if !matches!(inst.kind, InstKind::Check { .. } | InstKind::Assume { .. }) {
                continue;
            }
            let at = (f, b, i as u32);
            let mut more = BTreeSet::from([at]);
            let mut any = false;
            if computed(module, d, at, inst, keep, &mut more, &mut any) && any {
                keep.extend(more);
            }
        }
    }
}

/// Whether all that an instruction reads is computed, or is by a few pure
/// instructions of its own block.
fn computed(
    module: &Module,
    d: &Depend<'_>,
    at: At,
    inst: &Inst,
    keep: &BTreeSet<At>,
    more: &mut BTreeSet<At>,
    any: &mut bool,
) -> bool {
    let mut used = Vec::new();
    visit::uses(&inst.kind, &mut |o| used.push(*o));
    for o in used {
        let Operand::Reg(r) = o else { continue };
        let (defs, entered) = d.reaching(at, r);
        if entered {
            let function = module.functions.get(at.0);
            let n = function.and_then(|f| f.params.iter().position(|p| p.reg == r));
            if !n.is_some_and(|n| d.params.contains(&(at.0, n))) {
                return false;
            }
            *any = true;
        }
        for def in defs {
            if keep.contains(&def) {
                *any = true;
                continue;
            }
            if more.contains(&def) {
                continue;
            }
            let block = module
                .functions
                .get(def.0)
                .and_then(|f| f.blocks.get(def.1));
            let Some(source) = block.and_then(|b| b.insts.get(def.2 as usize)) else {
                return false;
            };
            let pure = matches!(
                source.kind,
                InstKind::Copy { .. }
                    | InstKind::Bin { .. }
                    | InstKind::Cmp { .. }
                    | InstKind::Cast { .. }
                    | InstKind::Select { .. }
                    | InstKind::Intrinsic { .. }
            );
            if !pure || def.1 != at.1 || more.len() > MOST_FOR_A_CHECK {
                return false;
            }
            more.insert(def);
            if !computed(module, d, def, source, keep, more, any) {
                return false;
            }
        }
    }
    true
}
