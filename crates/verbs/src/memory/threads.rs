//! Threads: what they take together, and what may have written memory when
//! one begins.

use super::options::MemoryOptions;
use ep_base::memory::{Entry, Kind, Report};
use ep_explore::outcome::describe;
use ep_ir::analysis::addresses_taken;
use ep_ir::{Callee, FuncId, InstKind, Module};
use std::collections::BTreeSet;

/// What may have run before the start of a thread, or run beside it: the
/// functions of the program that nothing in it calls, and the other threads.
pub fn beside(module: &Module, entry: FuncId, args: &MemoryOptions) -> Vec<FuncId> {
    let mut called: BTreeSet<FuncId> = addresses_taken(module);
    for (_, f) in module.functions.iter() {
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            if let InstKind::Call {
                callee: Callee::Direct(g),
                ..
            } = &inst.kind
            {
                called.insert(*g);
            }
        }
    }
    let threads = args.thread.iter().map(|t| t.function.as_str());
    let entries = args.entry.iter().map(String::as_str);
    let named: BTreeSet<&str> = threads.chain(entries).chain(["main"]).collect();
    let handlers: BTreeSet<&str> = args.interrupt.iter().map(|i| i.function.as_str()).collect();
    let roots = module.functions.iter().filter(|(id, f)| {
        // Models of the library have no file.
        let own = || !describe::place(module, *id, f.loc).file.is_empty();
        let wanted = named.contains(f.name.as_str()) || handlers.contains(f.name.as_str());
        *id != entry && !f.is_declaration() && (wanted || !called.contains(id) && own())
    });
    roots.map(|(id, _)| id).collect()
}

/// Threads run at one time: their heaps add up.
pub fn together(r: &mut Report) {
    let list: Vec<&Entry> = r.entries.iter().filter(|e| e.thread.is_some()).collect();
    if list.len() < 2 {
        return;
    }
    let numbers: Option<Vec<_>> = list
        .iter()
        .map(|e| e.mark(Kind::Heap)?.bound.expr()?.as_number().cloned())
        .collect();
    let note = match numbers {
        Some(n) => format!(
            "the threads together take at most {} bytes of heap beyond what lives when they start",
            ep_base::memory::grouped(&n.into_iter().sum())
        ),
        None => "the heap of the threads together is the sum of theirs".into(),
    };
    r.notes.push(note);
}
