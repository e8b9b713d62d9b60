//! Dispatch of one instruction, and scalars out of aggregates.

use super::function::{FnLower, Parts};
use crate::layout::Unsupported;
use crate::llvm::{Op, Value};
use ep_ir::{InstKind, Operand, Reg};
use llvm_sys::LLVMTypeKind;

impl FnLower<'_> {
    /// Lowers `v` at the end of the current block. What cannot be represented
    /// becomes an unsupported instruction that defines the same registers.
    pub fn instruction(&mut self, v: Value) {
        if self.vals.contains_key(&v) {
            // Fused into an earlier instruction.
            return;
        }
        if let Err(what) = self.try_instruction(v) {
            let dsts = if v.ty().kind() == LLVMTypeKind::LLVMVoidTypeKind {
                Vec::new()
            } else {
                self.fresh(v).unwrap_or_default()
            };
            self.emit(InstKind::Unsupported { what, dsts });
        }
    }

    fn try_instruction(&mut self, v: Value) -> Result<(), Unsupported> {
        if v.is_debug() {
            self.scope_start(v);
            return Ok(());
        }
        match v.opcode() {
            Op::LLVMAlloca => self.alloca(v),
            Op::LLVMLoad => self.load(v),
            Op::LLVMStore => self.store(v),
            Op::LLVMCall => self.call(v),
            Op::LLVMAtomicRMW => self.atomic_rmw(v),
            Op::LLVMAtomicCmpXchg => self.compare_exchange(v),
            // One thread: nothing to order.
            Op::LLVMFence => Ok(()),
            Op::LLVMVAArg => Err("va_arg as an instruction".to_owned()),
            op => {
                let parts = self.compute(op, v)?;
                self.bind(v, parts);
                Ok(())
            }
        }
    }

    /// The value of an operation that reads nothing but its operands; `v` is
    /// an instruction or a constant expression.
    pub fn compute(&mut self, op: Op, v: Value) -> Result<Parts, Unsupported> {
        match op {
            Op::LLVMAdd
            | Op::LLVMSub
            | Op::LLVMMul
            | Op::LLVMUDiv
            | Op::LLVMSDiv
            | Op::LLVMURem
            | Op::LLVMSRem
            | Op::LLVMAnd
            | Op::LLVMOr
            | Op::LLVMXor
            | Op::LLVMShl
            | Op::LLVMLShr
            | Op::LLVMAShr => self.integer(op, v),
            Op::LLVMFAdd | Op::LLVMFSub | Op::LLVMFMul | Op::LLVMFDiv | Op::LLVMFRem => {
                self.float(op, v)
            }
            Op::LLVMFNeg => self.float_negate(v),
            Op::LLVMICmp => self.compare(v),
            Op::LLVMFCmp => self.float_compare(v),
            Op::LLVMTrunc
            | Op::LLVMZExt
            | Op::LLVMSExt
            | Op::LLVMFPTrunc
            | Op::LLVMFPExt
            | Op::LLVMFPToUI
            | Op::LLVMFPToSI
            | Op::LLVMUIToFP
            | Op::LLVMSIToFP
            | Op::LLVMPtrToInt
            | Op::LLVMIntToPtr => self.cast(op, v),
            Op::LLVMBitCast => self.bitcast(v),
            Op::LLVMSelect => self.select(v),
            Op::LLVMFreeze => self.freeze(v),
            Op::LLVMGetElementPtr => self.gep(v),
            Op::LLVMExtractValue => {
                let aggregate = v.operand(0);
                let (start, len) = self.lw.layouts.leaf_range(aggregate.ty(), &v.indices())?;
                let parts = self.parts(aggregate)?;
                let range = parts.get(start..start + len).ok_or("a wrong index")?;
                Ok(Parts::from_slice(range))
            }
            Op::LLVMInsertValue => {
                let aggregate = v.operand(0);
                let (start, len) = self.lw.layouts.leaf_range(aggregate.ty(), &v.indices())?;
                let mut parts = self.parts(aggregate)?;
                let inner = self.parts(v.operand(1))?;
                let range = parts.get_mut(start..start + len).ok_or("a wrong index")?;
                if range.len() != inner.len() {
                    return Err("a wrong index".to_owned());
                }
                range.copy_from_slice(&inner);
                Ok(parts)
            }
            Op::LLVMExtractElement => self.extract_element(v),
            Op::LLVMInsertElement => self.insert_element(v),
            Op::LLVMShuffleVector => self.shuffle(v),
            Op::LLVMAddrSpaceCast => Err("a cast between address spaces".to_owned()),
            Op::LLVMLandingPad | Op::LLVMCatchPad | Op::LLVMCleanupPad | Op::LLVMCatchSwitch => {
                Err("landingpad (C++ exceptions)".to_owned())
            }
            other => Err(format!("the instruction {other:?}")),
        }
    }

    /// Runs `f` on each lane of an operation whose result and operands have
    /// the same number of leaves.
    pub fn lanes(
        &mut self,
        v: Value,
        operands: &[Value],
        mut f: impl FnMut(&mut Self, Reg, &[Operand]) -> Result<InstKind, Unsupported>,
    ) -> Result<Parts, Unsupported> {
        let leaves = self.leaves(v)?;
        let mut inputs = Vec::with_capacity(operands.len());
        for o in operands {
            let parts = self.parts(*o)?;
            if parts.len() != leaves.len() {
                return Err("operands of different shapes".to_owned());
            }
            inputs.push(parts);
        }
        let mut out = Parts::new();
        let mut args: smallvec::SmallVec<[Operand; 3]> = Default::default();
        for (i, leaf) in leaves.iter().enumerate() {
            args.clear();
            args.extend(inputs.iter().map(|p| p[i]));
            let dst = self.new_reg(leaf.ty);
            let kind = f(self, dst, &args)?;
            self.emit(kind);
            out.push(Operand::Reg(dst));
        }
        Ok(out)
    }
}
