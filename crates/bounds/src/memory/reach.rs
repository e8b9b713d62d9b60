//! Whether anything that the entry can reach allocates at all.
//!
//! Idea: a walk over direct calls. A call through a pointer, or of a function
//! that is neither here nor known not to allocate, ends it without an answer;
//! then paths are explored. Cost: one look at each reachable instruction.

use ep_ir::{Callee, FuncId, InstKind, Module, Operand};
use ep_machine::world::builtins::{lookup, Builtin};
use std::collections::BTreeSet;

/// True when no path from the entry can make a block. False is no answer.
pub(super) fn allocates_nothing(module: &Module, entry: FuncId) -> bool {
    let mut all = module.constructors.iter().chain([&entry]);
    all.all(|f| makes_nothing(module, *f))
}

/// The same of one function.
pub(super) fn makes_nothing(module: &Module, f: FuncId) -> bool {
    let mut seen: BTreeSet<FuncId> = BTreeSet::new();
    let mut work = vec![f];
    while let Some(f) = work.pop() {
        if !seen.insert(f) {
            continue;
        }
        let Some(function) = module.functions.get(f) else {
            return false;
        };
        if calls_back(&function.name) {
            return false;
        }
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
                        args,
                        ..
                    } => {
                        work.push(*g);
                        // Who gets a function may call it.
                        for a in args {
                            if let Operand::Func(h) = a.value {
                                work.push(h);
                            }
                        }
                    }
                    InstKind::Call { .. } | InstKind::Unsupported { .. } => return false,
                    _ => {}
                }
            }
        }
    }
    true
}

/// A function of the library that calls one that it was given, at another time
/// or in another thread.
pub(super) fn calls_back(name: &str) -> bool {
    matches!(
        name,
        "atexit"
            | "at_quick_exit"
            | "on_exit"
            | "__cxa_atexit"
            | "signal"
            | "bsd_signal"
            | "sysv_signal"
            | "sigaction"
            | "sigset"
            | "pthread_create"
            | "thrd_create"
            | "pthread_atfork"
    )
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
