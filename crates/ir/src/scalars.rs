//! What a function keeps in memory that nothing else can name, as registers.
//!
//! Idea: a counter of a program is often a field or a `static` variable, and the rules
//! about registers (what a test says, how often a step is made) do not see it. Where all
//! that happens to an object (a variable, or a block of the heap) are loads and stores at known offsets, in one function that
//! is active once, each field is a variable of that function, and its address is no
//! longer needed. Source: scalar replacement of aggregates (Muchnick, "Advanced Compiler
//! Design", 12.2) and promotion of globals; together with [`crate::inline`] it reaches
//! what helpers get by pointer. Alternative: the rules over places in memory, each of
//! which then asks what may be written in between. Cost: two walks over the function.
//!
//! What must never happen: a write that is not seen. So an object whose address goes
//! anywhere (a call, memory, a register that is set twice, arithmetic that is not known,
//! another function, the initial content of a global) stays as it is, and so does one of
//! which two accesses overlap in part. An index that a check of the sanitizer keeps in an
//! array reaches that array alone: what is behind such a check has passed it.

mod uses;

use crate::analysis::addresses_taken;
use crate::inst::{Inst, InstKind, Operand, Reg};
use crate::module::{Block, FuncId, Global, Init, Module, RelocTarget, Type};
use crate::{undefined, visit, Callee};
use std::collections::{BTreeMap, BTreeSet};
use uses::{made, Field, Made, Object, Uses};

/// Fields of one function that become registers, at most.
const MOST: usize = 512;

/// The program with such fields of `entry` as registers; none where there are none.
/// `from_start` says that globals hold what the program begins with where it does.
pub fn in_registers(module: &Module, entry: FuncId, from_start: bool) -> Option<Module> {
    let f = module.functions.get(entry)?;
    (!f.is_declaration() && !is_called(module, entry)).then_some(())?;
    // What is set once is then set on every way to its uses, so that a copy of a block's
    // address is of the block that was made last.
    let mut out = f.clone();
    undefined::set_where_it_begins(&mut out);
    let f = &out.clone();
    let uses = Uses::of(module, (entry, f))?;
    let mut registers: BTreeMap<Field, Reg> = BTreeMap::new();
    let mut begin: Vec<Inst> = Vec::new();
    for field in uses.fields() {
        if registers.len() == MOST {
            break;
        }
        let before = match field.object {
            Object::Global(g) if from_start => {
                let global = module.globals.get(g);
                match global.and_then(|g| initial(module, g, &field)) {
                    Some(value) => Some(value),
                    None => continue,
                }
            }
            _ => None,
        };
        let r = out.regs.push(field.ty);
        if let Object::Global(g) = field.object {
            let kind = match before {
                Some(src) => InstKind::Copy { dst: r, src },
                None => InstKind::Load {
                    dst: r,
                    ty: field.ty,
                    addr: Operand::Global(g, field.offset),
                    align: 1,
                    volatile: false,
                },
            };
            begin.push(Inst {
                kind,
                loc: f.loc,
                weight: 0,
            });
        }
        registers.insert(field, r);
    }
    if registers.is_empty() {
        return None;
    }
    for b in f.blocks.ids() {
        let mut insts = Vec::new();
        for i in &f.blocks.get(b)?.insts {
            replace((module, i), &uses, &registers, &mut insts);
        }
        out.blocks[b].insts = insts;
        read_directly(&mut out.blocks[b], &registers);
    }
    let first = out.blocks.iter_mut().next()?.1;
    first.insts.splice(0..0, begin);
    undefined::set_where_it_begins(&mut out);
    crate::inline::without_copies(&mut out);
    let mut module = module.clone();
    module.functions[entry] = out;
    Some(module)
}

/// Whether a function of the program calls it, or has its address.
fn is_called(module: &Module, entry: FuncId) -> bool {
    if addresses_taken(module).contains(&entry) {
        return true;
    }
    let mut insts = module
        .functions
        .iter()
        .flat_map(|(_, f)| f.blocks.iter())
        .flat_map(|(_, b)| &b.insts);
    insts
        .any(|i| matches!(&i.kind, InstKind::Call { callee: Callee::Direct(f), .. } if *f == entry))
}

/// What a field of a global holds where the program begins.
fn initial(module: &Module, g: &Global, field: &Field) -> Option<Operand> {
    let init: &Init = g.init.as_ref()?;
    let at = usize::try_from(field.offset).ok()?;
    let n = usize::try_from(module.layout.store_size(field.ty)).ok()?;
    let within = |offset: u64| offset < (at + n) as u64 && offset + n as u64 > at as u64;
    if let Some(r) = init.relocs.iter().find(|r| within(r.offset)) {
        let whole = r.offset == at as u64 && field.ty == Type::Ptr;
        return match (r.target, whole) {
            (RelocTarget::Global(t), true) => Some(Operand::Global(t, r.addend)),
            (RelocTarget::Func(t), true) if r.addend == 0 => Some(Operand::Func(t)),
            _ => None,
        };
    }
    let bytes = init.bytes.get(at..at + n)?;
    let mut word = [0u8; 16];
    word.get_mut(..n)?.copy_from_slice(bytes);
    let value = u128::from_le_bytes(word);
    Some(match u64::try_from(value) {
        Ok(v) => Operand::Int(v),
        Err(_) => Operand::Wide(value),
    })
}

/// What stands for an instruction.
fn replace(
    (module, i): (&Module, &Inst),
    uses: &Uses<'_>,
    registers: &BTreeMap<Field, Reg>,
    out: &mut Vec<Inst>,
) {
    let mut copy = |dst: Reg, src: Operand, weight: u16| {
        out.push(Inst {
            kind: InstKind::Copy { dst, src },
            loc: i.loc,
            weight,
        });
    };
    match &i.kind {
        InstKind::Load { dst, ty, addr, .. } => {
            let field = uses.field(*addr, *ty);
            if let Some(r) = field.and_then(|f| registers.get(&f)) {
                return copy(*dst, Operand::Reg(*r), i.weight);
            }
        }
        InstKind::Store {
            ty, value, addr, ..
        } => {
            let field = uses.field(*addr, *ty);
            if let Some(r) = field.and_then(|f| registers.get(&f)) {
                return copy(*r, *value, i.weight);
            }
        }
        // The object stays where a part of it does: both are set.
        InstKind::MemSet { dst, len, .. } => {
            if let (Some((object, from)), Operand::Int(n)) = (uses.address(*dst), len) {
                let to = from.saturating_add_unsigned(*n);
                for (f, r) in registers {
                    if f.object == object && from <= f.offset && f.offset < to {
                        copy(*r, Operand::Int(0), 0);
                    }
                }
            }
        }
        InstKind::Call { .. } => {
            if let Some((p, how)) = made(module, &i.kind) {
                let value = match how {
                    Made::Fresh => Operand::Undef,
                    Made::Zero => Operand::Int(0),
                };
                let own = |f: &Field| f.object == Object::Block(p);
                for (_, r) in registers.iter().filter(|(f, _)| own(f)) {
                    copy(*r, value, 0);
                }
            }
        }
        InstKind::Lifetime { ptr, .. } => {
            if let Some((object, _)) = uses.address(*ptr) {
                for (_, r) in registers.iter().filter(|(f, _)| f.object == object) {
                    copy(*r, Operand::Undef, 0);
                }
            }
        }
        _ => {}
    }
    out.push(i.clone());
}

/// What was read from a field is the field's register, as long as that is not set again in
/// its block.
fn read_directly(block: &mut Block, registers: &BTreeMap<Field, Reg>) {
    let own: BTreeSet<Reg> = registers.values().copied().collect();
    let mut same: BTreeMap<Reg, Reg> = BTreeMap::new();
    let put = |o: &mut Operand, same: &BTreeMap<Reg, Reg>| {
        if let Operand::Reg(r) = o {
            *r = same.get(r).copied().unwrap_or(*r);
        }
    };
    for i in &mut block.insts {
        visit::uses_mut(&mut i.kind, &mut |o| put(o, &same));
        visit::defs(&i.kind, &mut |r| {
            same.retain(|to, from| to != r && from != r)
        });
        if let InstKind::Copy {
            dst,
            src: Operand::Reg(r),
        } = &i.kind
        {
            if own.contains(r) && !own.contains(dst) {
                same.insert(*dst, *r);
            }
        }
    }
    visit::term_uses_mut(&mut block.term, &mut |o| put(o, &same));
}
