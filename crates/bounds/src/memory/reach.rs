//! Whether anything that the entry can reach allocates at all.
//!
//! Idea: a walk over direct calls. A call through a pointer, or of a function
//! that is neither here nor known not to allocate, ends it without an answer;
//! then paths are explored. Cost: one look at each reachable instruction.

use ep_explore::builtins::{lookup, Builtin};
use ep_ir::{Callee, FuncId, InstKind, Module};
use std::collections::BTreeSet;

/// True when no path from the entry can make a block. False is no answer.
pub(super) fn allocates_nothing(module: &Module, entry: FuncId) -> bool {
    let mut seen: BTreeSet<FuncId> = BTreeSet::new();
    let mut work = vec![entry];
    work.extend(module.constructors.iter().copied());
    while let Some(f) = work.pop() {
        if !seen.insert(f) {
            continue;
        }
        let Some(function) = module.functions.get(f) else {
            return false;
        };
        if function.is_declaration() {
            if !harmless(&function.name) {
                return false;
            }
            continue;
        }
        for (_, block) in function.blocks.iter() {
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Call {
                        callee: Callee::Direct(g),
                        ..
                    } => work.push(*g),
                    InstKind::Call { .. } => return false,
                    _ => {}
                }
            }
        }
    }
    true
}

/// A function without a body here that makes no block.
fn harmless(name: &str) -> bool {
    matches!(
        lookup(name),
        Some(
            Builtin::MakeSymbolic
                | Builtin::Range
                | Builtin::KleeInt
                | Builtin::Assume
                | Builtin::Assert
                | Builtin::Nothing
                | Builtin::Identity
                | Builtin::Zero
                | Builtin::IsSymbolic
                | Builtin::Fixed
                | Builtin::SilentExit
                | Builtin::ReachError
                | Builtin::AssertFail
                | Builtin::Abort
                | Builtin::Nondet
                | Builtin::NondetBool
                | Builtin::Free
                | Builtin::Memcpy
                | Builtin::Memmove
                | Builtin::Memset
        )
    )
}
