//! Variables that only inputs are read into become registers.
//!
//! Idea: `scanf("%d", &n)` takes the address of `n`, so the front end keeps `n` in
//! memory, where the shape of the program knows little of it. In the copy the call is
//! gone: where all that is left are whole loads and stores and the input itself, `n` is
//! a register as any other local is, the input is read into its old place and loaded at
//! once. So `if (n > 48) n = 48;` bounds what is made from `n` behind it. Source: the
//! promotion of the front end (`clang::lower::promote`), after the fact. Alternative: to
//! follow memory in the shape of the program, which costs all others. Cost: a walk over
//! each function that reads an input.
//!
//! What must never happen: a variable that something else can reach becomes a register.
//! Functions that may come back twice from a call keep theirs, since a register of
//! before would come back too.

use ep_ir::inst::Arg;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{visit, Callee, FuncId, Function, Inst, InstKind, Module, Operand, Reg, Type};
use std::collections::BTreeMap;

/// A variable in memory, and the register that it becomes.
struct Cell {
    ty: Type,
    register: Reg,
}

/// Makes registers of them, in all functions.
pub(super) fn to_registers(module: &mut Module) {
    let makers: Vec<FuncId> = (module.functions.iter())
        .filter(|(_, f)| f.is_declaration() && lookup(&f.name) == Some(Builtin::MakeSymbolic))
        .map(|(id, _)| id)
        .collect();
    let twice: Vec<FuncId> = (module.functions.iter())
        .filter(|(_, f)| f.name.contains("setjmp"))
        .map(|(id, _)| id)
        .collect();
    let ids: Vec<FuncId> = module.functions.iter().map(|(id, _)| id).collect();
    for id in ids {
        let f = &mut module.functions[id];
        if !f.is_declaration() && !calls(f, &twice) {
            let cells = cells(f, &makers);
            if !cells.is_empty() {
                rewrite(f, &cells, &makers);
            }
        }
    }
}

fn calls(f: &Function, any: &[FuncId]) -> bool {
    let mut insts = f.blocks.iter().flat_map(|(_, b)| &b.insts);
    insts.any(|i| matches!(called(i), Some((g, _)) if any.contains(&g)))
}

fn called(i: &Inst) -> Option<(FuncId, &[Arg])> {
    match &i.kind {
        InstKind::Call {
            callee: Callee::Direct(g),
            args,
            ..
        } => Some((*g, args)),
        _ => None,
    }
}

/// The variable that an input is read into as a whole, and its bytes.
fn read_into(i: &Inst, makers: &[FuncId]) -> Option<(Reg, u64)> {
    let (g, args) = called(i)?;
    match args {
        [to, size, name] if makers.contains(&g) => match (to.value, size.value, name.value) {
            (Operand::Reg(r), Operand::Int(n), Operand::Global(..)) => Some((r, n)),
            _ => None,
        },
        _ => None,
    }
}

/// The variables of a function that are read into and else only loaded and stored.
fn cells(f: &mut Function, makers: &[FuncId]) -> BTreeMap<Reg, Cell> {
    let mut sizes: BTreeMap<Reg, u64> = BTreeMap::new();
    let mut read: Vec<(Reg, u64)> = Vec::new();
    for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        if let InstKind::Alloca {
            dst,
            size: size @ (1 | 2 | 4 | 8),
            count: None,
            ..
        } = &i.kind
        {
            sizes.insert(*dst, *size);
        }
        read.extend(read_into(i, makers));
    }
    read.retain(|(r, n)| sizes.get(r) == Some(n));
    sizes.retain(|r, _| read.iter().any(|x| x.0 == *r));
    for (_, b) in f.blocks.iter() {
        for i in &b.insts {
            keep(&mut sizes, i, makers);
        }
        visit::term_uses(&b.term, &mut |o| drop_used(&mut sizes, *o));
    }
    let regs = &mut f.regs;
    let cell = |(r, n): (Reg, u64)| {
        let ty = Type::Int(n as u32 * 8);
        let register = regs.push(ty);
        (r, Cell { ty, register })
    };
    sizes.into_iter().map(cell).collect()
}

fn drop_used(sizes: &mut BTreeMap<Reg, u64>, o: Operand) {
    if let Operand::Reg(r) = o {
        sizes.remove(&r);
    }
}

/// Variables that this instruction uses in another way are none.
fn keep(sizes: &mut BTreeMap<Reg, u64>, i: &Inst, makers: &[FuncId]) {
    let whole = |sizes: &BTreeMap<Reg, u64>, o: Operand, ty: Type| match o {
        Operand::Reg(r) => sizes
            .get(&r)
            .is_some_and(|n| Type::Int(*n as u32 * 8) == ty),
        _ => false,
    };
    match &i.kind {
        InstKind::Load {
            addr,
            ty,
            volatile: false,
            ..
        } if whole(sizes, *addr, *ty) => {}
        InstKind::Store {
            addr,
            ty,
            value,
            volatile: false,
            ..
        } if whole(sizes, *addr, *ty) => drop_used(sizes, *value),
        InstKind::Lifetime { .. } | InstKind::Alloca { .. } => {}
        _ => match read_into(i, makers) {
            Some((r, n)) if sizes.get(&r) == Some(&n) => {}
            _ => visit::uses(&i.kind, &mut |o| drop_used(sizes, *o)),
        },
    }
}

fn rewrite(f: &mut Function, cells: &BTreeMap<Reg, Cell>, makers: &[FuncId]) {
    let cell = |o: &Operand| match o {
        Operand::Reg(r) => cells.get(r),
        _ => None,
    };
    for (_, b) in f.blocks.iter_mut() {
        let mut out = Vec::with_capacity(b.insts.len());
        for mut i in std::mem::take(&mut b.insts) {
            let load = read_into(&i, makers).and_then(|(r, _)| {
                let c = cells.get(&r)?;
                Some(InstKind::Load {
                    dst: c.register,
                    ty: c.ty,
                    addr: Operand::Reg(r),
                    align: 1,
                    volatile: false,
                })
            });
            let kind = match &i.kind {
                InstKind::Load { dst, addr, .. } => cell(addr).map(|c| InstKind::Copy {
                    dst: *dst,
                    src: Operand::Reg(c.register),
                }),
                InstKind::Store { addr, value, .. } => cell(addr).map(|c| InstKind::Copy {
                    dst: c.register,
                    src: *value,
                }),
                _ => None,
            };
            if let Some(kind) = kind {
                i.kind = kind;
            }
            let loc = i.loc;
            out.push(i);
            out.extend(load.map(|kind| Inst {
                kind,
                loc,
                weight: 0,
            }));
        }
        b.insts = out;
    }
}
