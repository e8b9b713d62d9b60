//! The functions of a program with the lines of their bodies, for the table of a
//! page.
//!
//! Cost: linear in the program.

use ep_ir::Module;
use ep_report::page::Function;

/// The functions of the user's own source.
pub fn of(module: &Module) -> Vec<Function> {
    let mut out = Vec::new();
    for (_, f) in module.functions.iter().filter(|(_, f)| !f.is_declaration()) {
        let blocks = f.blocks.iter().map(|(_, b)| b);
        let locs = blocks.flat_map(|b| {
            let insts = b.insts.iter().map(|i| i.loc);
            insts.chain(std::iter::once(b.term_loc))
        });
        let places = locs.filter_map(|l| module.locs.get(l).filter(|p| p.line > 0));
        let places: Vec<_> = places.map(|p| (p.file, p.line)).collect();
        let declared = module.locs.get(f.loc).filter(|p| p.line > 0);
        let Some(file) = declared.map_or(places.first().map(|p| p.0), |p| Some(p.file)) else {
            continue;
        };
        // Lines of a header that is included in a body are others'.
        let lines = || places.iter().filter(|p| p.0 == file).map(|p| p.1);
        let name = &module.files[file];
        if let (Some(first), Some(last), false) = (lines().min(), lines().max(), name.is_empty()) {
            out.push(Function {
                file: name.clone(),
                first,
                last,
                name: f.name.clone(),
            });
        }
    }
    out.sort();
    out.dedup();
    out
}
