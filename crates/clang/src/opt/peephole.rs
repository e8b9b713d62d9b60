//! Truth values: C makes an `int` of every comparison and compares it with
//! zero again. `ne (zext c), 0` and `trunc (zext c)` are `c`; `xor c, 1` of a
//! comparison that nothing else reads is the opposite comparison.

use super::body::{remove, Body, Facts};
use ep_ir::{BinOp, CastOp, InstKind, IntPred, Operand, Overflow, Reg, Type};
use rustc_hash::FxHashMap;

/// Applies the rules in every block.
pub fn run(body: &mut Body) {
    let facts = Facts::new(body);
    // Single registers that hold a zero-extended truth value, function-wide.
    let mut truth: FxHashMap<Reg, Operand> = FxHashMap::default();
    let stable = |o: &Operand| match o {
        Operand::Reg(r) => facts.is_single(*r),
        _ => false,
    };
    for (_, block) in body.blocks.iter() {
        for inst in &block.insts {
            if let Some((dst, src)) = number_of(&inst.kind) {
                if facts.is_single(dst) && stable(&src) {
                    truth.insert(dst, src);
                }
            }
        }
    }
    for (_, block) in body.blocks.iter_mut() {
        for inst in &mut block.insts {
            if let Some(new) = simplify(&inst.kind, &truth) {
                inst.kind = new;
            }
        }
    }
    // The rules above made new readers of the comparisons.
    let mut facts = Facts::new(body);
    unread(body, &mut facts);
    for (_, block) in body.blocks.iter_mut() {
        invert(block, &facts);
    }
    // The copies that were made are of single registers.
    super::forward::global(body, &facts);
}

/// The register that holds a truth value as a number, and the truth value.
fn number_of(kind: &InstKind) -> Option<(Reg, Operand)> {
    match kind {
        InstKind::Cast {
            op: CastOp::ZExt,
            from: Type::Int(1),
            dst,
            src,
            ..
        } => Some((*dst, *src)),
        _ => None,
    }
}

/// A truth value as an `int` that nothing reads is no reader of it.
fn unread(body: &Body, facts: &mut Facts) {
    for (_, block) in body.blocks.iter() {
        for inst in &block.insts {
            if let Some((dst, Operand::Reg(c))) = number_of(&inst.kind) {
                if facts.is_single(dst) && facts.uses[dst.0 as usize] == 0 {
                    facts.uses[c.0 as usize] -= 1;
                }
            }
        }
    }
}

fn simplify(kind: &InstKind, truth: &FxHashMap<Reg, Operand>) -> Option<InstKind> {
    match kind {
        InstKind::Cmp {
            pred: pred @ (IntPred::Ne | IntPred::Eq),
            dst,
            a: Operand::Reg(a),
            b: Operand::Int(0),
            ..
        } => {
            let src = *truth.get(a)?;
            Some(if *pred == IntPred::Ne {
                InstKind::Copy { dst: *dst, src }
            } else {
                InstKind::Bin {
                    op: BinOp::Xor,
                    flags: Overflow::default(),
                    dst: *dst,
                    a: src,
                    b: Operand::Int(1),
                }
            })
        }
        InstKind::Cast {
            op: CastOp::Trunc,
            to: Type::Int(1),
            dst,
            src: Operand::Reg(r),
            ..
        } => {
            let src = *truth.get(r)?;
            Some(InstKind::Copy { dst: *dst, src })
        }
        _ => None,
    }
}

/// `c = cmp p a, b; d = xor c, 1` becomes `d = cmp !p a, b` in c's place.
fn invert(block: &mut ep_ir::Block, facts: &Facts) {
    let mut place: FxHashMap<Reg, usize> = FxHashMap::default();
    let mut gone = vec![false; block.insts.len()];
    let mut any = false;
    for (i, mark) in gone.iter_mut().enumerate() {
        match block.insts[i].kind {
            InstKind::Cmp { dst, .. } if facts.is_single(dst) => {
                place.insert(dst, i);
            }
            InstKind::Bin {
                op: BinOp::Xor,
                dst,
                a: Operand::Reg(c),
                b: Operand::Int(1),
                ..
            } if facts.uses[c.0 as usize] == 1 && facts.is_single(dst) => {
                let Some(&at) = place.get(&c) else { continue };
                if let InstKind::Cmp { pred, dst: to, .. } = &mut block.insts[at].kind {
                    *pred = opposite(*pred);
                    *to = dst;
                    *mark = true;
                    any = true;
                }
            }
            _ => {}
        }
    }
    if any {
        remove(block, &gone);
    }
}

fn opposite(pred: IntPred) -> IntPred {
    match pred {
        IntPred::Eq => IntPred::Ne,
        IntPred::Ne => IntPred::Eq,
        IntPred::Ult => IntPred::Uge,
        IntPred::Uge => IntPred::Ult,
        IntPred::Ule => IntPred::Ugt,
        IntPred::Ugt => IntPred::Ule,
        IntPred::Slt => IntPred::Sge,
        IntPred::Sge => IntPred::Slt,
        IntPred::Sle => IntPred::Sgt,
        IntPred::Sgt => IntPred::Sle,
    }
}
