//! Calls that do not come back.
//!
//! Idea: behind `usage();`, a function of the program that ends in `exit`, nothing is
//! reached, though its type does not say so: `if (n > 64) usage();` is a test as
//! `if (n > 64) return;` is. Where a call cannot come back the block ends there.
//! Alternative: to look for it at each test. Cost: passes over the program until no
//! more functions are found.
//!
//! What must never happen: a function that can return is taken for one that cannot. So a
//! call through a pointer returns, and so does everything without a body but for the
//! functions that the language says end the program.

use ep_ir::analysis::Cfg;
use ep_ir::{Callee, FuncId, Function, InstKind, Module, Terminator};
use std::collections::BTreeSet;

/// Functions that end the program or leave it elsewhere.
const ENDS: [&str; 12] = [
    "_Exit",
    "__assert_fail",
    "_exit",
    "abort",
    "err",
    "errx",
    "exit",
    "longjmp",
    "_longjmp",
    "pthread_exit",
    "quick_exit",
    "siglongjmp",
];

/// The program without what is behind calls that do not come back; none where nothing is.
pub(super) fn cut(module: &Module) -> Option<Module> {
    let never = never(module);
    let mut out = None;
    for (f, function) in module.functions.iter() {
        for (b, block) in function.blocks.iter() {
            let Some(k) = block.insts.iter().position(|i| ends(&i.kind, &never)) else {
                continue;
            };
            let done = k + 1 == block.insts.len() && matches!(block.term, Terminator::Unreachable);
            if done {
                continue;
            }
            let copy = out.get_or_insert_with(|| module.clone());
            let block = &mut copy.functions[f].blocks[b];
            block.insts.truncate(k + 1);
            block.term = Terminator::Unreachable;
        }
    }
    out
}

fn ends(kind: &InstKind, never: &BTreeSet<FuncId>) -> bool {
    matches!(kind, InstKind::Call { callee: Callee::Direct(g), .. } if never.contains(g))
}

/// The functions that never return.
fn never(module: &Module) -> BTreeSet<FuncId> {
    let own = |f: &Function| module.locs.get(f.loc).is_some_and(|p| p.line > 0);
    let library = module.functions.iter().filter(|(_, f)| {
        // A program may have a function of that name of its own.
        !own(f) && ENDS.contains(&f.name.as_str())
    });
    let mut never: BTreeSet<FuncId> = library.map(|(id, _)| id).collect();
    loop {
        let before = never.len();
        for (id, f) in module.functions.iter() {
            if !f.is_declaration() && !never.contains(&id) && !returns(f, &never) {
                never.insert(id);
            }
        }
        if never.len() == before {
            return never;
        }
    }
}

/// Whether some way through a function comes to its end.
fn returns(f: &Function, never: &BTreeSet<FuncId>) -> bool {
    let cfg = Cfg::new(f);
    let Some(first) = f.blocks.ids().next() else {
        return true;
    };
    let mut seen = BTreeSet::from([first]);
    let mut work = vec![first];
    while let Some(b) = work.pop() {
        let Some(block) = f.blocks.get(b) else {
            return true;
        };
        if block.insts.iter().any(|i| ends(&i.kind, never)) {
            continue;
        }
        if matches!(
            block.term,
            Terminator::Return(_) | Terminator::IndirectJump { .. } | Terminator::Unsupported(_)
        ) {
            return true;
        }
        work.extend(cfg.successors(b).iter().filter(|s| seen.insert(**s)));
    }
    false
}
