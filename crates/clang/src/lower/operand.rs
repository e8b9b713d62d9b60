//! Operands: registers for computed values, constants, addresses.

use super::function::{FnLower, Parts};
use crate::layout::Unsupported;
use crate::llvm::Value;
use ep_ir::{FloatFormat, Operand, Reg, Type};
use llvm_sys::LLVMValueKind as K;
use smallvec::smallvec;

/// The zero of a type.
pub fn zero(ty: Type) -> Operand {
    number(ty, 0)
}

/// A constant with these bits, in the form that its type asks for.
pub fn number(ty: Type, bits: u128) -> Operand {
    let wide = match ty {
        Type::Int(w) => w > 64,
        Type::Float(f) => matches!(f, FloatFormat::F80 | FloatFormat::F128),
        Type::Ptr => false,
    };
    if wide {
        Operand::Wide(bits)
    } else {
        Operand::Int(bits as u64)
    }
}

impl FnLower<'_> {
    /// The scalar type of a value that must have one.
    pub fn scalar(&mut self, v: Value) -> Result<Type, Unsupported> {
        self.lw
            .layouts
            .scalar(v.ty())?
            .ok_or_else(|| "an aggregate where a scalar is expected".to_owned())
    }

    /// The only leaf of a value that must have one.
    pub fn one(&mut self, v: Value) -> Result<Operand, Unsupported> {
        let parts = self.parts(v)?;
        match parts.as_slice() {
            [one] => Ok(*one),
            _ => Err("an aggregate where a scalar is expected".to_owned()),
        }
    }

    /// The leaves of any value. Constant expressions that do not fold are
    /// computed here, in the current block.
    pub fn parts(&mut self, v: Value) -> Result<Parts, Unsupported> {
        if let Some(parts) = self.vals.get(&v) {
            return Ok(parts.clone());
        }
        match v.kind() {
            K::LLVMInstructionValueKind | K::LLVMArgumentValueKind => {
                // Defined by something unsupported, which ends the path first.
                Ok(self.leaves(v)?.iter().map(|_| Operand::Undef).collect())
            }
            K::LLVMConstantIntValueKind | K::LLVMConstantFPValueKind => {
                if let Some(bits) = super::wide::wide_bits(v.ty()) {
                    return Ok(self.wide_constant(v, bits));
                }
                let ty = self.scalar(v)?;
                let (_, bits) = v.constant_bits().ok_or("a very wide constant")?;
                Ok(smallvec![number(ty, bits)])
            }
            K::LLVMUndefValueValueKind | K::LLVMPoisonValueKind => {
                Ok(self.leaves(v)?.iter().map(|_| Operand::Undef).collect())
            }
            K::LLVMConstantAggregateZeroValueKind | K::LLVMConstantPointerNullValueKind => {
                Ok(self.leaves(v)?.iter().map(|l| zero(l.ty)).collect())
            }
            K::LLVMConstantStructValueKind
            | K::LLVMConstantArrayValueKind
            | K::LLVMConstantVectorValueKind => {
                let mut out = Parts::new();
                for i in 0..v.operand_count() {
                    out.extend(self.parts(v.operand(i))?);
                }
                Ok(out)
            }
            K::LLVMConstantDataArrayValueKind | K::LLVMConstantDataVectorValueKind => {
                let count = self.leaves(v)?.len();
                let mut out = Parts::new();
                for i in 0..count {
                    let element = v.constant_element(i as u32).ok_or("a damaged constant")?;
                    out.extend(self.parts(element)?);
                }
                Ok(out)
            }
            K::LLVMGlobalIFuncValueKind => Err("ifunc".to_owned()),
            _ => self.constant(v),
        }
    }

    fn constant(&mut self, v: Value) -> Result<Parts, Unsupported> {
        let bits = self.lw.layouts.ptr_bits();
        if let Some(operand) = self.lw.address(v).and_then(|a| a.operand(bits)) {
            if self.lw.layouts.scalar(v.ty())? == Some(Type::Ptr) {
                return Ok(smallvec![operand]);
            }
            // An address as an integer: no such constant exists in the ir.
            if !matches!(operand, Operand::Int(_)) {
                return self.address_as_integer(v, operand);
            }
            return Ok(smallvec![operand]);
        }
        if v.is_const_expr() {
            return self.compute(v.const_opcode(), v);
        }
        Err(format!("a constant of kind {:?}", v.kind()))
    }

    fn address_as_integer(&mut self, v: Value, src: Operand) -> Result<Parts, Unsupported> {
        let to = self.scalar(v)?;
        let dst = self.new_reg(to);
        self.emit(ep_ir::InstKind::Cast {
            op: ep_ir::CastOp::PtrToInt,
            from: Type::Ptr,
            to,
            dst,
            src,
        });
        Ok(smallvec![Operand::Reg(dst)])
    }

    /// Binds an instruction's value.
    pub fn bind(&mut self, v: Value, parts: Parts) {
        self.vals.insert(v, parts);
    }

    /// Fresh registers for the leaves of `v`, bound to it.
    pub fn fresh(&mut self, v: Value) -> Result<Vec<Reg>, Unsupported> {
        let leaves = self.leaves(v)?;
        let regs: Vec<Reg> = leaves.iter().map(|l| self.regs.push(l.ty)).collect();
        self.bind(v, regs.iter().map(|r| Operand::Reg(*r)).collect());
        Ok(regs)
    }
}
