//! The shape of the program with callees copied into their callers.
//!
//! Idea: rules about blocks look at one function at a time: what is freed by the
//! register that it was made in, what is put into a slot that is empty. A program that
//! people write has `xmalloc`, `set(&s, n)`, `list_free(l)` between the two. Where the
//! bodies stand in place of the calls ([`ep_ir::inline`]) the same rules see both, and
//! a `malloc` of a function is one for each place that calls it. Both shapes hold, so
//! the lower one counts. Source: document 000, section 5 (a summary is used where its
//! context is the one that it was made in). Alternative: what a callee does to the
//! objects that it is handed, as a summary per function; needs names for what a pointer
//! leads to. Cost: the analysis once more, over copies that are limited.

use super::super::reach::allocates_nothing;
use ep_explore::outcome::describe as findings;
use ep_ir::inline::{inlined, Limits};
use ep_ir::{scalars, visit, FuncId, GlobalId, Module, Operand, Type};

/// Instructions of a body that is copied, and of a function with all copies.
const LIMITS: Limits = Limits {
    body: 400,
    function: 4_000,
};

/// Instructions of a function that only computes, and is copied for its result.
const SMALL: usize = 60;

/// The program with what can matter for blocks copied; none where nothing is.
pub(super) fn copied(module: &Module, entry: FuncId) -> Option<Module> {
    let changes = |g: GlobalId| {
        let g = module.globals.get(g);
        g.is_some_and(|g| g.init.is_some() && !g.constant)
    };
    let wanted = |f: FuncId| {
        let pointers = |f: &ep_ir::Function| {
            let params = f.params.iter().map(|p| p.ty);
            params.chain(f.rets.iter().copied()).any(|t| t == Type::Ptr)
        };
        // Where all that name a variable are copied it can become a register.
        let names = |x: &ep_ir::Function| {
            let mut any = false;
            let insts = x.blocks.iter().flat_map(|(_, b)| &b.insts);
            let mut note = |o: &Operand| any |= matches!(o, Operand::Global(g, _) if changes(*g));
            insts.for_each(|i| visit::uses(&i.kind, &mut note));
            any
        };
        // Models of the C library are known by their names.
        let own = |x: &ep_ir::Function| !findings::place(module, f, x.loc).file.is_empty();
        let function = module.functions.get(f).filter(|x| own(x));
        // A size that a small function computes.
        let computes = |x: &ep_ir::Function| {
            let size: usize = x.blocks.iter().map(|(_, b)| b.insts.len() + 1).sum();
            size <= SMALL && x.rets.iter().any(|t| matches!(t, Type::Int(_)))
        };
        let matters = |x| pointers(x) || names(x) || computes(x) || !allocates_nothing(module, f);
        function.is_some_and(matters)
    };
    inlined(module, &[entry], &wanted, LIMITS)
}

/// The program with what the entry alone keeps in memory as registers: `count++` of a
/// variable of the program is a step like any other then. None where nothing is.
pub(super) fn in_registers(module: &Module, entry: FuncId) -> Option<Module> {
    // That globals hold what they are initialised with is told for any other entry.
    let from_start = module.constructors.is_empty();
    scalars::in_registers(module, entry, from_start)
}

/// Whether a variable is the begin or the end of a section, as linkers name it: then one
/// object may have two names.
pub(super) fn names_sections(module: &Module) -> bool {
    let mut globals = module.globals.iter().map(|(_, g)| g);
    globals.any(|g| {
        let name = g.name.as_str();
        g.init.is_none() && (name.starts_with("__start_") || name.starts_with("__stop_"))
    })
}
