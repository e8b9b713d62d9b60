//! What the source calls things, and where they are in it.
//!
//! Idea: whoever tells of areas, loops and registers (the system, the graph's picture,
//! the report) asks for their names here and not of each other. Cost: a look at the
//! module.

use super::engine::{AreaKey, Engine};
use super::state::Area;
use ep_base::outcome::Place;
use ep_ir::{BlockId, FuncId, InstKind};

/// What the source calls an area.
pub(super) fn area_name(engine: &Engine<'_>, area: Area) -> String {
    let known = engine.areas.get(area).and_then(|a| match &a.key {
        AreaKey::Global(g) => engine.module.globals.get(*g).map(|g| g.name.clone()),
        AreaKey::Behind(index) => {
            let function = engine.module.functions.get(engine.entry?)?;
            let own = function.vars.iter().find(|(_, v)| v.arg == index + 1);
            let name = own.map(|(_, v)| format!("*{}", v.name));
            name.or_else(|| Some(format!("behind parameter {}", index + 1)))
        }
        AreaKey::Field(index, offset) => {
            let function = engine.module.functions.get(engine.entry?)?;
            let own = function.vars.iter().find(|(_, v)| v.arg == index + 1);
            own.map(|(_, v)| format!("what *{} leads to at byte {offset}", v.name))
        }
        AreaKey::Local(_, f, b, at) => {
            let function = engine.module.functions.get(*f)?;
            match function.blocks.get(*b)?.insts.get(*at)?.kind {
                InstKind::Alloca { var: Some(v), .. } => {
                    function.vars.get(v).map(|v| v.name.clone())
                }
                _ => None,
            }
        }
        AreaKey::Heap(_, f, b, at) | AreaKey::Older(_, f, b, at) => {
            let function = engine.module.functions.get(*f)?;
            let inst = function.blocks.get(*b)?.insts.get(*at)?;
            Some(format!(
                "object of line {}",
                engine.place(*f, inst.loc).line
            ))
        }
        AreaKey::Arguments => Some("argv".to_owned()),
        AreaKey::Argument(n) => Some(format!("argv[{n}]")),
        AreaKey::SomeArgument(..) => Some("an argument".to_owned()),
        AreaKey::StandardInput | AreaKey::InputStream => Some("stdin".to_owned()),
    });
    known.unwrap_or_else(|| format!("object {}", area.0))
}

/// Where a block begins.
pub(super) fn header_place(engine: &Engine<'_>, func: FuncId, block: BlockId) -> Place {
    let block = engine
        .module
        .functions
        .get(func)
        .and_then(|f| f.blocks.get(block));
    let loc = block.map(|b| b.insts.first().map_or(b.term_loc, |i| i.loc));
    engine.place(func, loc.unwrap_or(ep_ir::LocId(0)))
}

/// Whether a name is that of a register, which the source has not.
pub(super) fn is_register(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let number = last.strip_prefix('r').or_else(|| last.strip_prefix('v'));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}
