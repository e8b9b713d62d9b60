//! What a program reads that something outside of it may change.
//!
//! Idea: C lets a device change an object that is `volatile`. One that is
//! `const` too (C11 6.7.3, note 132) is nothing else than a device: each read is
//! any value ([`ep_ir::Global::is_device`]). Any other one is a variable of the
//! program: it holds what the program, its handlers and its initializer wrote,
//! as in `test` and `check`. A bound rests on that, so it is printed. Locals
//! whose address is taken from their own frame alone do not count: no device is
//! there. Cost: one look at each instruction. Alternative: each read is an
//! input, as with `--mmio`; then a flag that only handlers set is anything too,
//! and a run cannot hand such values out.

use super::sites::Facts;
use ep_ir::{FuncId, Function, InstKind, Module, Operand};
use std::collections::BTreeSet;

/// Registers that are followed to the local that they lead into.
const DEEPEST: u32 = 32;

/// The assumption about `volatile` objects, if one of these functions can read
/// one.
pub(crate) fn assumption(
    module: &Module,
    roots: impl IntoIterator<Item = FuncId>,
) -> Option<String> {
    let mut seen: BTreeSet<FuncId> = BTreeSet::new();
    let mut work: Vec<FuncId> = module.constructors.clone();
    work.extend(roots);
    let mut next = 0;
    while let Some(f) = work.get(next).copied() {
        next += 1;
        let Some(function) = module.functions.get(f).filter(|_| seen.insert(f)) else {
            continue;
        };
        // Models of the library have no file, and look at no device.
        let own = || {
            !ep_explore::outcome::describe::place(module, f, function.loc)
                .file
                .is_empty()
        };
        if own() && reads(module, function) {
            return Some(format!(
                "`volatile` objects that are not `const` change only by the program and the handlers of --interrupt (one is read in `{}`)",
                function.name
            ));
        }
        for inst in function.blocks.iter().flat_map(|b| &b.1.insts) {
            let InstKind::Call { callee, args, .. } = &inst.kind else {
                continue;
            };
            match callee {
                ep_ir::Callee::Direct(g) => work.push(*g),
                // Whom it calls is not looked for: all functions count then.
                _ => work.extend(
                    module
                        .functions
                        .iter()
                        .map(|(f, _)| f)
                        .filter(|f| !seen.contains(f)),
                ),
            }
            work.extend(args.iter().filter_map(|a| match a.value {
                Operand::Func(h) => Some(h),
                _ => None,
            }));
        }
    }
    None
}

/// Whether a function reads a `volatile` object that is not its own local and
/// that something of the program may write.
fn reads(module: &Module, f: &Function) -> bool {
    let mut facts = None;
    f.blocks
        .iter()
        .flat_map(|(_, b)| &b.insts)
        .any(|inst| match &inst.kind {
            InstKind::Load {
                addr,
                volatile: true,
                ..
            } => !own(
                (module, f),
                facts.get_or_insert_with(|| Facts::new(f)),
                *addr,
                DEEPEST,
            ),
            // The copy of a whole structure does not say what it reads.
            InstKind::MemCopy {
                src: Operand::Global(g, _),
                ..
            } => module
                .globals
                .get(*g)
                .is_some_and(|g| g.volatile && !g.constant),
            _ => false,
        })
}

/// Whether an address is that of a local of this function, or of what counts as
/// a device. False is no answer.
fn own((module, f): (&Module, &Function), facts: &Facts, addr: Operand, depth: u32) -> bool {
    if let Operand::Global(g, _) = addr {
        return module.globals.get(g).is_some_and(|g| g.is_device());
    }
    let (Operand::Reg(r), Some(depth)) = (addr, depth.checked_sub(1)) else {
        return false;
    };
    match facts.only(f, r).map(|(_, i)| &i.kind) {
        Some(InstKind::Alloca { .. }) => true,
        Some(InstKind::PtrAdd { base, .. }) => own((module, f), facts, *base, depth),
        Some(InstKind::Copy { src, .. }) => own((module, f), facts, *src, depth),
        _ => false,
    }
}
