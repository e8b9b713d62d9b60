//! Copies backward: `t = add x, 1; x = copy t` becomes `x = add x, 1`.
//!
//! Allowed when `t` is written once, in this block, `x` is neither read nor
//! written between the two, and every other use of `t` stands in this block
//! behind its definition and before the next write of `x`. Looks at most
//! [`WINDOW`] instructions in each direction.

use super::body::{remove, Body, Facts};
use super::visit;
use ep_ir::{Block, InstKind, Operand, Reg};

const WINDOW: usize = 256;

/// Runs over every block.
pub fn run(body: &mut Body) {
    let mut facts = Facts::new(body);
    for (_, block) in body.blocks.iter_mut() {
        let mut gone = vec![false; block.insts.len()];
        for q in 0..block.insts.len() {
            let InstKind::Copy {
                dst: x,
                src: Operand::Reg(t),
            } = block.insts[q].kind
            else {
                continue;
            };
            if x != t && facts.is_single(t) && try_one(block, &gone, q, x, t, &facts) {
                gone[q] = true;
                facts.uses[x.0 as usize] += facts.uses[t.0 as usize];
                facts.uses[t.0 as usize] = 0;
                facts.defs[t.0 as usize] = 0;
            }
        }
        if gone.contains(&true) {
            remove(block, &gone);
        }
    }
}

fn reads(kind: &mut InstKind, r: Reg) -> u32 {
    let mut n = 0;
    visit::uses_mut(kind, &mut |o| n += u32::from(*o == Operand::Reg(r)));
    n
}

fn writes(kind: &mut InstKind, r: Reg) -> bool {
    let mut found = false;
    visit::defs_mut(kind, &mut |d| found |= *d == r);
    found
}

fn try_one(block: &mut Block, gone: &[bool], q: usize, x: Reg, t: Reg, facts: &Facts) -> bool {
    // Back to the definition.
    let mut uses = 1;
    let mut p = q;
    loop {
        if p == 0 || q - p > WINDOW {
            return false;
        }
        p -= 1;
        if gone[p] {
            continue;
        }
        let kind = &mut block.insts[p].kind;
        if writes(kind, t) {
            // Two results in one instruction must stay two registers.
            if writes(kind, x) {
                return false;
            }
            break;
        }
        if reads(kind, x) > 0 || writes(kind, x) {
            return false;
        }
        uses += reads(kind, t);
    }
    // Forward over the uses behind the copy.
    let total = facts.uses[t.0 as usize];
    let mut end = q + 1;
    while uses < total && end < block.insts.len() && end - q <= WINDOW {
        if !gone[end] {
            let kind = &mut block.insts[end].kind;
            uses += reads(kind, t);
            if writes(kind, x) {
                end += 1;
                break;
            }
        }
        end += 1;
    }
    let mut in_term = 0;
    if uses < total && end == block.insts.len() {
        let last_writes = (q + 1..end).any(|i| !gone[i] && writes(&mut block.insts[i].kind, x));
        if !last_writes {
            visit::term_uses_mut(&mut block.term, &mut |o| {
                in_term += u32::from(*o == Operand::Reg(t));
            });
        }
    }
    if uses + in_term != total {
        return false;
    }
    let mut rename = |o: &mut Operand| {
        if *o == Operand::Reg(t) {
            *o = Operand::Reg(x);
        }
    };
    for inst in &mut block.insts[p + 1..end] {
        visit::uses_mut(&mut inst.kind, &mut rename);
    }
    if in_term > 0 {
        visit::term_uses_mut(&mut block.term, &mut rename);
    }
    visit::defs_mut(&mut block.insts[p].kind, &mut |d| {
        if *d == t {
            *d = x;
        }
    });
    true
}
