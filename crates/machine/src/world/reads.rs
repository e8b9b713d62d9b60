//! What a program reads of what surrounds it, by its instructions alone.

use ep_ir::Module;

/// Whether the program reads the array of variables itself.
pub fn reads_environ(m: &Module) -> bool {
    if reads_parameters(m, 2) {
        return true;
    }
    let found = m.globals.iter().find(|(_, g)| g.name == "environ");
    let Some((environ, _)) = found else {
        return false;
    };
    let address = ep_ir::RelocTarget::Global(environ);
    let contents = m.globals.iter().filter_map(|(_, g)| g.init.as_ref());
    if contents
        .flat_map(|i| &i.relocs)
        .any(|r| r.target == address)
    {
        return true;
    }
    let used = |o: &ep_ir::Operand| matches!(o, ep_ir::Operand::Global(g, _) if *g == environ);
    let others = m.functions.iter().filter(|(_, f)| !is_getenv(m, f));
    others.flat_map(|(_, f)| f.blocks.iter()).any(|(_, b)| {
        let mut found = false;
        for i in &b.insts {
            ep_ir::visit::uses(&i.kind, &mut |o| found |= used(o));
        }
        ep_ir::visit::term_uses(&b.term, &mut |o| found |= used(o));
        found
    })
}

/// Whether it is the model of `getenv`, which the engine answers; models have
/// no positions, and a program without positions may not be one of them.
fn is_getenv(m: &Module, f: &ep_ir::Function) -> bool {
    let named = f.name.starts_with("ep_getenv") || f.name == "getenv" || f.name == "secure_getenv";
    let insts = f.blocks.iter().flat_map(|(_, b)| &b.insts);
    let mut lines = insts.filter_map(|i| m.locs.get(i.loc));
    named && lines.all(|l| l.line == 0)
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
