//! Removes computations that nothing reads and that cannot be an error.
//!
//! Promoted locals keep their writes, which the execution tree shows, but for
//! the start of a scope right before its first write. Checked arithmetic,
//! division, shifts, loads and calls stay: they can be errors.

use super::body::{remove, Body, Facts};
use super::visit;
use ep_ir::{BinOp, Block, CastOp, InstKind, Operand, Reg};

/// Runs until nothing changes.
pub fn run(body: &mut Body) {
    let mut facts = Facts::new(body);
    for (_, block) in body.blocks.iter_mut() {
        overwritten_scope_starts(block);
    }
    loop {
        let mut changed = false;
        for (_, block) in body.blocks.iter_mut() {
            let mut gone = vec![false; block.insts.len()];
            let mut any = false;
            // Backward, so that what only a dead instruction reads dies too.
            for (i, inst) in block.insts.iter_mut().enumerate().rev() {
                if is_dead(&mut inst.kind, &facts) {
                    gone[i] = true;
                    any = true;
                    visit::uses_mut(&mut inst.kind, &mut |o| {
                        if let Operand::Reg(r) = o {
                            facts.uses[r.0 as usize] -= 1;
                        }
                    });
                }
            }
            if any {
                remove(block, &gone);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

fn is_dead(kind: &mut InstKind, facts: &Facts) -> bool {
    if let InstKind::Copy { dst, src } = kind {
        if *src == Operand::Reg(*dst) {
            return true;
        }
    }
    if !is_pure(kind) {
        return false;
    }
    let mut dead = true;
    visit::defs_mut(kind, &mut |r| {
        dead &= facts.uses[r.0 as usize] == 0 && !facts.is_shown[r.0 as usize];
    });
    dead
}

fn is_pure(kind: &InstKind) -> bool {
    match kind {
        InstKind::Copy { .. }
        | InstKind::Cmp { .. }
        | InstKind::FloatBin { .. }
        | InstKind::FloatUn { .. }
        | InstKind::FloatCmp { .. }
        | InstKind::Select { .. }
        | InstKind::PtrAdd { .. }
        | InstKind::Freeze { .. } => true,
        InstKind::Cast { op, .. } => !matches!(op, CastOp::FpToSi | CastOp::FpToUi),
        InstKind::Bin { op, flags, .. } => {
            !flags.nsw
                && !flags.nuw
                && !flags.exact
                && matches!(
                    op,
                    BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor
                )
        }
        _ => false,
    }
}

/// `x = undef` directly followed by another write of `x`.
fn overwritten_scope_starts(block: &mut Block) {
    let mut gone = vec![false; block.insts.len()];
    for (i, mark) in gone.iter_mut().enumerate() {
        let InstKind::Copy {
            dst,
            src: Operand::Undef,
        } = block.insts[i].kind
        else {
            continue;
        };
        *mark = written_first(&mut block.insts[i + 1..], dst);
    }
    if gone.contains(&true) {
        remove(block, &gone);
    }
}

fn written_first(rest: &mut [ep_ir::Inst], x: Reg) -> bool {
    for inst in rest.iter_mut().take(64) {
        let mut read = false;
        visit::uses_mut(&mut inst.kind, &mut |o| read |= *o == Operand::Reg(x));
        if read {
            return false;
        }
        let mut written = false;
        visit::defs_mut(&mut inst.kind, &mut |r| written |= *r == x);
        if written {
            return true;
        }
    }
    false
}
