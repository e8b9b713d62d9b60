//! Locals that live in memory only because of -O0 become registers.
//!
//! An alloca qualifies when it holds one scalar, stands in the entry block,
//! and is used by nothing but plain loads and stores of exactly its type (and
//! lifetime markers). The register is undefined at entry as the memory was. A
//! parameter whose only use is its store into such an alloca shares the
//! alloca's register. Source: LLVM's `isAllocaPromotable`, without SSA.

use super::function::FnLower;
use crate::llvm::{Bb, Op, Ty, Value};
use ep_ir::debug::VarStorage;
use ep_ir::Operand;
use llvm_sys::LLVMValueKind;

impl FnLower<'_> {
    /// Decides for every alloca of the entry block.
    pub fn promote(&mut self, entry: Bb) {
        for alloca in entry.insts() {
            if alloca.opcode() != Op::LLVMAlloca {
                continue;
            }
            let ty = alloca.allocated_type();
            let Ok(Some(scalar)) = self.lw.layouts.scalar(ty) else {
                continue;
            };
            if !is_promotable(alloca, ty) {
                continue;
            }
            let reg = match self.shared_parameter(alloca, entry) {
                Some(reg) => reg,
                None => self.new_reg(scalar),
            };
            self.promoted.insert(alloca, reg);
            self.var_regs.push(reg);
            if let Some(var) = self.declared.get(&alloca) {
                self.vars[*var].storage = VarStorage::Register(reg);
            }
        }
    }

    /// The register of the parameter that is stored here first, if that store
    /// is the parameter's only use. The store is then nothing.
    fn shared_parameter(&mut self, alloca: Value, entry: Bb) -> Option<ep_ir::Reg> {
        let first = entry
            .insts()
            .find(|v| match v.opcode() {
                Op::LLVMStore => v.operand(1) == alloca,
                Op::LLVMLoad => v.operand(0) == alloca,
                _ => false,
            })
            .filter(|v| v.opcode() == Op::LLVMStore)?;
        let arg = first.operand(0);
        if arg.kind() != LLVMValueKind::LLVMArgumentValueKind || arg.single_user() != Some(first) {
            return None;
        }
        let [Operand::Reg(reg)] = self.vals.get(&arg)?.as_slice() else {
            return None;
        };
        let reg = *reg;
        self.vals.insert(first, Default::default());
        Some(reg)
    }
}

fn is_promotable(alloca: Value, ty: Ty) -> bool {
    let count = alloca.operand(0);
    if count.constant_bits().map(|(_, n)| n) != Some(1) {
        return false;
    }
    alloca.users().into_iter().all(|user| {
        if !user.is_instruction() {
            return false;
        }
        match user.opcode() {
            Op::LLVMLoad => user.ty() == ty && !user.is_volatile(),
            Op::LLVMStore => {
                user.operand(1) == alloca
                    && user.operand(0) != alloca
                    && user.operand(0).ty() == ty
                    && !user.is_volatile()
            }
            Op::LLVMCall => {
                let callee = user.called();
                callee.is_function() && callee.name().starts_with("llvm.lifetime.")
            }
            _ => false,
        }
    })
}
