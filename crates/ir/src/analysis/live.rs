//! Live registers at the start of each block.
//!
//! Idea: a register is live where a path leads to a read of it before it is
//! written. Backward data flow over the blocks until nothing changes. Source:
//! Aho et al., "Compilers", 9.2.5. Two states of a run are the same where the
//! live registers and the memory are: what is dead decides nothing any more.
//! Cost: blocks times registers in bits, for each pass; passes are as many as
//! loops are nested, and two.

use super::Cfg;
use crate::{visit, BlockId, Function, Operand, Reg};
use ep_base::entity::EntityId;

/// The live registers of a function.
#[derive(Clone, Debug)]
pub struct Live {
    words: usize,
    at_start: Vec<u64>,
}

impl Live {
    /// The live registers at the start of each block of a function.
    pub fn new(f: &Function, cfg: &Cfg) -> Live {
        let words = f.regs.len().div_ceil(64);
        let n = f.blocks.len();
        let (mut read, mut written) = (vec![0u64; n * words], vec![0u64; n * words]);
        for (id, block) in f.blocks.iter() {
            let at = id.index() * words;
            for inst in &block.insts {
                visit::uses(&inst.kind, &mut |o| {
                    note_read(&mut read[at..], &written[at..], o);
                });
                visit::defs(&inst.kind, &mut |r| set(&mut written[at..], *r));
            }
            visit::term_uses(&block.term, &mut |o| {
                note_read(&mut read[at..], &written[at..], o);
            });
        }
        let mut at_start = read.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for &b in cfg.reverse_post_order().iter().rev() {
                let at = b.index() * words;
                for w in 0..words {
                    let out = cfg
                        .successors(b)
                        .iter()
                        .fold(0, |x, s| x | at_start[s.index() * words + w]);
                    let new = read[at + w] | (out & !written[at + w]);
                    changed |= new != at_start[at + w];
                    at_start[at + w] = new;
                }
            }
        }
        Live { words, at_start }
    }

    /// Whether a register is live at the start of a block.
    pub fn is_live(&self, b: BlockId, r: Reg) -> bool {
        let at = b.index() * self.words + r.index() / 64;
        self.at_start
            .get(at)
            .is_some_and(|w| w >> (r.index() % 64) & 1 != 0)
    }

    /// For each register whether it is live at the start of a block.
    pub fn flags(&self, f: &Function, b: BlockId) -> Vec<bool> {
        f.regs.ids().map(|r| self.is_live(b, r)).collect()
    }

    /// For each register whether it is live before instruction `at` of a block
    /// (its terminator stands behind the last).
    pub fn before(&self, f: &Function, b: BlockId, at: usize) -> Vec<bool> {
        let mut live = vec![false; f.regs.len()];
        let Some(block) = f.blocks.get(b) else {
            return live;
        };
        for s in super::successors(&block.term) {
            self.at(s).for_each(|r| mark(&mut live, r, true));
        }
        visit::term_uses(&block.term, &mut |o| mark_read(&mut live, o));
        for inst in block.insts.iter().skip(at).rev() {
            visit::defs(&inst.kind, &mut |r| mark(&mut live, *r, false));
            visit::uses(&inst.kind, &mut |o| mark_read(&mut live, o));
        }
        live
    }

    /// The live registers at the start of a block, in order.
    pub fn at(&self, b: BlockId) -> impl Iterator<Item = Reg> + '_ {
        (0..self.words * 64)
            .map(|i| Reg(i as u32))
            .filter(move |r| self.is_live(b, *r))
    }
}

fn mark(live: &mut [bool], r: Reg, is: bool) {
    if let Some(slot) = live.get_mut(r.index()) {
        *slot = is;
    }
}

fn mark_read(live: &mut [bool], o: &Operand) {
    if let Operand::Reg(r) = *o {
        mark(live, r, true);
    }
}

fn set(bits: &mut [u64], r: Reg) {
    bits[r.index() / 64] |= 1 << (r.index() % 64);
}

fn note_read(read: &mut [u64], written: &[u64], o: &Operand) {
    if let Operand::Reg(r) = *o {
        let (w, bit) = (r.index() / 64, 1 << (r.index() % 64));
        if written[w] & bit == 0 {
            read[w] |= bit;
        }
    }
}
