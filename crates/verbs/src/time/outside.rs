//! What of a program the analysis knows nothing about, for an answer that is open.
//!
//! Idea: an `unknown` names the loop and what was tried, but not that its guard
//! compares floating-point numbers, waits for a device, or is another thread's to
//! change. The functions that the entry reaches are read once for such instructions.
//! Alternative: to note them while the graph is built; then a graph that is given up
//! early would not say it. Cost: linear in the program.

use ep_base::outcome::Place;
use ep_ir::inst::Callee;
use ep_ir::{visit, FuncId, InstKind, Module, Operand};
use std::collections::BTreeSet;

/// One sentence for each kind that is there, with the first place.
pub(super) fn notes(module: &Module, entry: FuncId) -> Vec<String> {
    let mut out: Vec<(Outside, Place)> = Vec::new();
    for f in reached(module, entry) {
        let Some(function) = module.functions.get(f) else {
            continue;
        };
        for inst in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let Some(what) = Outside::of(module, &inst.kind) else {
                continue;
            };
            // Models of the C library have no places, and are no concern of the user's.
            let place = module.locs.get(inst.loc).filter(|p| p.line > 0);
            let known = out.iter().any(|(other, _)| *other == what);
            if let (false, Some(p)) = (known, place) {
                let file = module.files.get(p.file).cloned().unwrap_or_default();
                let place = Place {
                    file,
                    line: p.line,
                    ..Place::default()
                };
                out.push((what, place));
            }
        }
    }
    out.iter()
        .map(|(what, p)| format!("{}: {}", ep_report::time::short(p), what.text()))
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outside {
    Floats,
    Volatile,
    Threads,
}

impl Outside {
    fn of(module: &Module, kind: &InstKind) -> Option<Outside> {
        match kind {
            InstKind::FloatCmp { .. } => Some(Outside::Floats),
            InstKind::Load { volatile: true, .. } => Some(Outside::Volatile),
            InstKind::Call {
                callee: Callee::Direct(f),
                ..
            } => {
                let name = &module.functions.get(*f)?.name;
                matches!(name.as_str(), "pthread_create" | "thrd_create")
                    .then_some(Outside::Threads)
            }
            _ => None,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Outside::Floats => {
                "floating-point numbers are compared; they are any numbers in this analysis"
            }
            Outside::Volatile => {
                "a volatile object is read; it is any value each time, and a loop that waits for it may wait for ever"
            }
            Outside::Threads => "a thread is started; what threads do is not followed",
        }
    }
}

/// The functions that can be called, by name or through a pointer.
fn reached(module: &Module, entry: FuncId) -> BTreeSet<FuncId> {
    let mut seen = BTreeSet::from([entry]);
    let mut work = vec![entry];
    while let Some(function) = work.pop().and_then(|id| module.functions.get(id)) {
        for inst in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let mut add = |f: FuncId| {
                if seen.insert(f) {
                    work.push(f);
                }
            };
            if let InstKind::Call {
                callee: Callee::Direct(f),
                ..
            } = &inst.kind
            {
                add(*f);
            }
            visit::uses(&inst.kind, &mut |o| {
                if let Operand::Func(f) = o {
                    add(*f);
                }
            });
        }
    }
    seen
}
