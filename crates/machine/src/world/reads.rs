//! What a program reads of what surrounds it, by its instructions alone.

use ep_ir::{Function, Module};

/// Whether the program reads the array of variables itself.
pub fn reads_environ(m: &Module) -> bool {
    if reads_parameters(m, 2) {
        return true;
    }
    reads_global(m, "environ", &is_getenv)
}

/// Whether the program reads its own name where glibc keeps it. Models print
/// it, which no check looks at.
pub fn reads_own_name(m: &Module) -> bool {
    let names = ["program_invocation_name", "program_invocation_short_name"];
    names.iter().any(|n| reads_global(m, n, &is_model))
}

/// Whether a function that is not left out, or the content of a variable, names
/// this variable.
fn reads_global(m: &Module, name: &str, left_out: &dyn Fn(&Module, &Function) -> bool) -> bool {
    let found = m.globals.iter().find(|(_, g)| g.name == name);
    let Some((global, _)) = found else {
        return false;
    };
    let address = ep_ir::RelocTarget::Global(global);
    let contents = m.globals.iter().filter_map(|(_, g)| g.init.as_ref());
    if contents
        .flat_map(|i| &i.relocs)
        .any(|r| r.target == address)
    {
        return true;
    }
    let used = |o: &ep_ir::Operand| matches!(o, ep_ir::Operand::Global(g, _) if *g == global);
    let others = m.functions.iter().filter(|(_, f)| !left_out(m, f));
    others.flat_map(|(_, f)| f.blocks.iter()).any(|(_, b)| {
        let mut found = false;
        for i in &b.insts {
            ep_ir::visit::uses(&i.kind, &mut |o| found |= used(o));
        }
        ep_ir::visit::term_uses(&b.term, &mut |o| found |= used(o));
        found
    })
}

/// Whether it is the model of `getenv`, which the engine answers.
fn is_getenv(m: &Module, f: &Function) -> bool {
    let named = f.name.starts_with("ep_getenv") || f.name == "getenv" || f.name == "secure_getenv";
    named && is_model(m, f)
}

/// Whether it may be a model: they have no positions, as a program may have
/// none.
fn is_model(m: &Module, f: &Function) -> bool {
    let insts = f.blocks.iter().flat_map(|(_, b)| &b.insts);
    insts.filter_map(|i| m.locs.get(i.loc)).all(|l| l.line == 0)
}

/// Whether `main` does anything with its parameters but to keep them.
pub fn reads_arguments(m: &Module) -> bool {
    reads_parameters(m, 0)
}

/// The same of those from a number on.
fn reads_parameters(m: &Module, from: usize) -> bool {
    let Some(main) = m.function("main") else {
        return false;
    };
    let f = &m.functions[main];
    let mut held: rustc_hash::FxHashSet<ep_ir::Reg> =
        f.params.iter().skip(from).map(|p| p.reg).collect();
    loop {
        let before = held.len();
        for (_, block) in f.blocks.iter() {
            for inst in &block.insts {
                if let ep_ir::InstKind::Copy { dst, src } = &inst.kind {
                    if matches!(src, ep_ir::Operand::Reg(r) if held.contains(r)) {
                        held.insert(*dst);
                    }
                    continue;
                }
                let mut read = false;
                ep_ir::visit::uses(&inst.kind, &mut |o| {
                    read |= matches!(o, ep_ir::Operand::Reg(r) if held.contains(r));
                });
                if read {
                    return true;
                }
            }
            let mut read = false;
            ep_ir::visit::term_uses(&block.term, &mut |o| {
                read |= matches!(o, ep_ir::Operand::Reg(r) if held.contains(r));
            });
            if read {
                return true;
            }
        }
        if held.len() == before {
            return false;
        }
    }
}
