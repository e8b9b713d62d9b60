//! Registers that can be read before they are written.
//!
//! A forward data-flow analysis: what is written on all paths to a block. Sets
//! only shrink, so it ends. Cost: a pass or two over the function.

use crate::{Function, Operand, Reg};

/// A set of registers.
type Set = Vec<u64>;

fn has(s: &Set, r: u32) -> bool {
    s.get(r as usize / 64)
        .is_some_and(|w| w >> (r % 64) & 1 != 0)
}

fn add(s: &mut Set, r: u32) {
    if let Some(w) = s.get_mut(r as usize / 64) {
        *w |= 1 << (r % 64);
    }
}

/// The registers that some path reads before it writes them.
pub fn unwritten(f: &Function) -> Vec<Reg> {
    let words = f.regs.len().div_ceil(64);
    let all: Set = vec![u64::MAX; words];
    let mut at_start: Vec<Set> = vec![all; f.blocks.len()];
    let mut entry: Set = vec![0; words];
    for p in &f.params {
        add(&mut entry, p.reg.0);
    }
    if let Some(first) = at_start.first_mut() {
        *first = entry;
    }
    let mut out: Set = vec![0; words];
    let mut changed = true;
    while changed {
        changed = false;
        for (id, block) in f.blocks.iter() {
            let Some(mut written) = at_start.get(id.0 as usize).cloned() else {
                continue;
            };
            for inst in &block.insts {
                crate::visit::uses(&inst.kind, &mut |o| {
                    if let Operand::Reg(r) = o {
                        if !has(&written, r.0) {
                            add(&mut out, r.0);
                        }
                    }
                });
                crate::visit::defs(&inst.kind, &mut |r| add(&mut written, r.0));
            }
            crate::visit::term_uses(&block.term, &mut |o| {
                if let Operand::Reg(r) = o {
                    if !has(&written, r.0) {
                        add(&mut out, r.0);
                    }
                }
            });
            for next in super::successors(&block.term) {
                let Some(there) = at_start.get_mut(next.0 as usize) else {
                    continue;
                };
                for (a, b) in there.iter_mut().zip(&written) {
                    changed |= *a & !b != 0;
                    *a &= b;
                }
            }
        }
    }
    // Sets only shrink, so what was found early stands at the end as well.
    (0..f.regs.len() as u32)
        .filter(|r| has(&out, *r))
        .map(Reg)
        .collect()
}
