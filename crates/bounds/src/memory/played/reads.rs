//! What a call that reads does, and what a format stores where.
//!
//! Idea: the words in which who looks for such calls speaks with who replaces them.
//! Cost: linear in a format, and a walk over a function for each address in it.

use super::arguments::named::within;
use crate::time::scanned::{stored, words, Stored, What};
use ep_ir::analysis::only_definition;
use ep_ir::inst::Arg;
use ep_ir::{FuncId, Function, InstKind, LocId, Module, Operand, Type};

/// What is not understood.
pub(in super::super) struct Why {
    pub what: String,
    pub loc: LocId,
}

/// The program as a whole, which has no place.
pub(super) fn somewhere(what: &str) -> Why {
    Why {
        what: what.into(),
        loc: LocId(0),
    }
}

/// What a call does.
pub(super) enum Read {
    /// `scanf`: what is stored where, and how it is called.
    Formatted(Vec<Slot>),
    /// A character or the end.
    Character,
    /// A line into a buffer, which is returned; or null.
    Line(Operand),
    /// Elements, of these many at most.
    Elements(Operand, Operand, Type),
    /// Bytes, of these many at most; or -1.
    Bytes(Operand, Operand, Type),
    /// Yes or no.
    Asked,
    /// The character that was given, or the end.
    GivenBack(Operand),
    /// `sscanf`: what is stored where.
    Scanned(Vec<Slot>),
    /// The number in a text.
    Parsed,
}

impl Read {
    /// Whether it leaves a text in the program's memory.
    pub fn leaves_text(&self) -> bool {
        match self {
            Read::Line(_) | Read::Elements(..) | Read::Bytes(..) => true,
            Read::Formatted(all) => all.iter().any(|s| !s.is_number()),
            _ => false,
        }
    }
}

/// What one conversion of a format stores.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub to: Operand,
    pub stored: Stored,
    /// As the variable.
    pub name: String,
    /// The sign of a decimal number that is a word of the input; none for anything
    /// else.
    pub signed: Option<bool>,
    /// There is room for it whether or not something is stored: a variable, or a part
    /// of one that is always the same.
    pub sure: bool,
}

impl Slot {
    pub fn is_number(&self) -> bool {
        self.stored.bytes.is_some() && self.stored.what == What::Number
    }
}

/// Whether the program has this function; models of the library have no line.
pub(super) fn is_own(module: &Module, f: &Function) -> bool {
    module.locs.get(f.loc).is_some_and(|p| p.line != 0)
}

/// A function that is the library's: a program may have one of that name of its own.
pub(super) fn of_the_library(module: &Module, g: FuncId) -> Option<&Function> {
    let g = module.functions.get(g)?;
    (g.is_declaration() || !is_own(module, g)).then_some(g)
}

pub(super) fn slots(module: &Module, f: &Function, format: &Arg, to: &[Arg]) -> Option<Vec<Slot>> {
    let Operand::Global(g, at) = format.value else {
        return None;
    };
    let g = module.globals.get(g).filter(|g| g.constant)?;
    let bytes = g.init.as_ref()?.bytes.get(usize::try_from(at).ok()?..)?;
    let all = stored(bytes)?;
    if all.len() > to.len() {
        return None;
    }
    let words = words(bytes).unwrap_or_default();
    let narrow = module.layout.ptr_bits == 32;
    let mut out = Vec::new();
    for (i, (stored, a)) in all.into_iter().zip(to).enumerate() {
        // A `long` is shorter there, and a `double` is not. An address that stays
        // leads somewhere, and no number does.
        let wide = narrow && stored.what == What::Number && stored.bytes == Some(8);
        if wide || stored.what == What::Address {
            return None;
        }
        out.push(Slot {
            to: a.value,
            stored,
            name: called(module, f, a.value),
            signed: words.get(i).map(|w| w.1),
            sure: stored
                .bytes
                .is_some_and(|n| has_room(module, f, a.value, n)),
        });
    }
    Some(out)
}

/// Whether an address is that of a variable, or of a part at an offset that is always
/// the same, with room for so many bytes.
fn has_room(module: &Module, f: &Function, address: Operand, bytes: u64) -> bool {
    let fits = |at: i64, size: u64| {
        let end = u64::try_from(at).ok().and_then(|at| at.checked_add(bytes));
        end.is_some_and(|end| end <= size)
    };
    let (mut at, mut by) = (address, 0i64);
    for _ in 0..8 {
        let r = match at {
            Operand::Global(g, off) => {
                let g = module.globals.get(g).filter(|g| !g.constant);
                let off = by.checked_add(off);
                return g.zip(off).is_some_and(|(g, off)| fits(off, g.size));
            }
            Operand::Reg(r) => r,
            _ => return false,
        };
        match only_definition(f, r) {
            Some(InstKind::Alloca {
                size, count: None, ..
            }) => return fits(by, *size),
            Some(InstKind::PtrAdd {
                base,
                offset,
                terms,
                ..
            }) if terms.is_empty() => match by.checked_add(*offset) {
                Some(sum) => (at, by) = (*base, sum),
                None => return false,
            },
            _ => return false,
        }
    }
    false
}

/// What the variable behind an address is called.
fn called(module: &Module, f: &Function, address: Operand) -> String {
    let name = match address {
        Operand::Global(g, 0) => module.globals.get(g).map(|g| g.name.clone()),
        Operand::Reg(r) => {
            let mut insts = f.blocks.iter().flat_map(|(_, b)| &b.insts);
            insts.find_map(|i| match &i.kind {
                InstKind::Alloca {
                    dst, var: Some(v), ..
                } if *dst == r => f.vars.get(*v).map(|v| v.name.clone()),
                _ => None,
            })
        }
        _ => None,
    };
    // The number of arguments is called so.
    match name {
        Some(name) if within(&name).is_some() => format!("{name}'"),
        Some(name) => name,
        None => "word".into(),
    }
}
