//! What the passes work on: a function's body, what is known of its
//! registers, and the weights that must keep their sum.

use super::visit;
use ep_base::Arena;
use ep_ir::{Block, BlockId, Inst, LocalVar, Operand, Param, Reg, Type, VarId};

/// A function's body under clean-up.
pub struct Body<'a> {
    pub blocks: &'a mut Arena<BlockId, Block>,
    pub regs: &'a mut Arena<Reg, Type>,
    pub params: &'a mut [Param],
    pub vars: &'a mut Arena<VarId, LocalVar>,
    /// Registers of promoted locals: may be read before they are written.
    pub var_regs: &'a [Reg],
    /// Those with a name in the source: kept although never read.
    pub shown: &'a [Reg],
    /// Targets of computed gotos: neither merged nor removed.
    pub pinned: Vec<BlockId>,
}

/// What the passes know about registers.
pub struct Facts {
    /// Uses of each register, in instructions and terminators.
    pub uses: Vec<u32>,
    /// Writes of each register; a parameter counts as one.
    pub defs: Vec<u32>,
    /// Promoted locals.
    pub is_var: Vec<bool>,
    /// Promoted locals with a name.
    pub is_shown: Vec<bool>,
}

impl Facts {
    /// Counts uses and definitions.
    pub fn new(body: &mut Body) -> Facts {
        let n = body.regs.len();
        let mut facts = Facts {
            uses: vec![0; n],
            defs: vec![0; n],
            is_var: vec![false; n],
            is_shown: vec![false; n],
        };
        for r in body.shown {
            facts.is_shown[r.0 as usize] = true;
        }
        for r in body.var_regs {
            facts.is_var[r.0 as usize] = true;
        }
        for p in body.params.iter() {
            facts.defs[p.reg.0 as usize] += 1;
        }
        for (_, block) in body.blocks.iter_mut() {
            let uses = &mut facts.uses;
            let mut count = |o: &mut Operand| {
                if let Operand::Reg(r) = o {
                    uses[r.0 as usize] += 1;
                }
            };
            for inst in &mut block.insts {
                visit::uses_mut(&mut inst.kind, &mut count);
                visit::defs_mut(&mut inst.kind, &mut |r| facts.defs[r.0 as usize] += 1);
            }
            visit::term_uses_mut(&mut block.term, &mut count);
        }
        facts
    }
    /// Written once, and before every use: the register of an LLVM value.
    pub fn is_single(&self, r: Reg) -> bool {
        let i = r.0 as usize;
        self.defs[i] == 1 && !self.is_var[i]
    }
}

/// Removes the instructions marked `gone`; their weights move to the next
/// instruction that stays, at last to the terminator.
pub fn remove(block: &mut Block, gone: &[bool]) {
    let mut carry = 0u32;
    let mut i = 0;
    block.insts.retain_mut(|inst| {
        let keep = !gone.get(i).copied().unwrap_or(false);
        i += 1;
        if keep {
            carry = add_weight(inst, carry);
        } else {
            carry += u32::from(inst.weight);
        }
        keep
    });
    finish_weight(block, carry);
}

/// Adds `carry` to the instruction's weight; returns what does not fit.
pub fn add_weight(inst: &mut Inst, carry: u32) -> u32 {
    let sum = u32::from(inst.weight) + carry;
    let fits = sum.min(u32::from(u16::MAX));
    inst.weight = fits as u16;
    sum - fits
}

/// Adds `carry` to the terminator; what does not fit goes back over the
/// block's instructions, all of which run before it.
pub fn finish_weight(block: &mut Block, carry: u32) {
    let sum = u32::from(block.term_weight) + carry;
    let fits = sum.min(u32::from(u16::MAX));
    block.term_weight = fits as u16;
    let mut rest = sum - fits;
    for inst in block.insts.iter_mut().rev() {
        if rest == 0 {
            break;
        }
        rest = add_weight(inst, rest);
    }
}
