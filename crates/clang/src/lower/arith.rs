//! Arithmetic, comparisons, conversions, selection, addresses.

use super::function::{FnLower, Parts};
use super::operand::number;
use super::wide::wide_bits;
use crate::layout::Unsupported;
use crate::llvm::{Op, Ty, Value};
use ep_ir::inst::PtrTerm;
use ep_ir::{
    BinOp, CastOp, FloatBinOp, FloatFormat, FloatPred, FloatUnOp, InstKind, IntPred, Operand,
    Overflow, Type,
};
use llvm_sys::{LLVMIntPredicate as IP, LLVMRealPredicate as FP, LLVMTypeKind, LLVMValueKind};
use smallvec::smallvec;

impl FnLower<'_> {
    pub fn integer(&mut self, op: Op, v: Value) -> Result<Parts, Unsupported> {
        if let Some(bits) = wide_bits(v.ty()) {
            return self.wide_integer(op, v, bits);
        }
        let (bin, wraps, exact) = match op {
            Op::LLVMAdd => (BinOp::Add, true, false),
            Op::LLVMSub => (BinOp::Sub, true, false),
            Op::LLVMMul => (BinOp::Mul, true, false),
            Op::LLVMShl => (BinOp::Shl, true, false),
            Op::LLVMUDiv => (BinOp::UDiv, false, true),
            Op::LLVMSDiv => (BinOp::SDiv, false, true),
            Op::LLVMLShr => (BinOp::LShr, false, true),
            Op::LLVMAShr => (BinOp::AShr, false, true),
            Op::LLVMURem => (BinOp::URem, false, false),
            Op::LLVMSRem => (BinOp::SRem, false, false),
            Op::LLVMAnd => (BinOp::And, false, false),
            Op::LLVMOr => (BinOp::Or, false, false),
            _ => (BinOp::Xor, false, false),
        };
        // What a sanitizer computes for its own check is not the program's.
        let has_flags = v.is_instruction() && !v.has_metadata(self.lw.nosanitize);
        let flags = Overflow {
            nsw: wraps && has_flags && v.no_signed_wrap(),
            nuw: wraps && has_flags && v.no_unsigned_wrap(),
            exact: exact && has_flags && v.is_exact(),
        };
        if let (Op::LLVMXor, Ok(Type::Int(1))) = (op, self.scalar(v)) {
            // The negated overflow bit of a fused check.
            let (a, b) = (self.one(v.operand(0))?, self.one(v.operand(1))?);
            if let (Operand::Int(a), Operand::Int(b)) = (a, b) {
                return Ok(smallvec![Operand::Int(a ^ b)]);
            }
        }
        let shift = matches!(bin, BinOp::Shl | BinOp::LShr | BinOp::AShr);
        if shift && !self.lw.module.from_source && v.operand(1).constant_bits().is_none() {
            return self.poisoned_shift(v, bin, flags);
        }
        self.lanes(v, &[v.operand(0), v.operand(1)], |_, dst, o| {
            Ok(InstKind::Bin {
                op: bin,
                flags,
                dst,
                a: o[0],
                b: o[1],
            })
        })
    }

    /// In bitcode of others an oversized shift is poison, which optimisers
    /// make freely and then do not use: undefined, not an error.
    fn poisoned_shift(
        &mut self,
        v: Value,
        op: BinOp,
        flags: Overflow,
    ) -> Result<Parts, Unsupported> {
        let ty = self.lane_type(v)?;
        let width = u128::from(self.lw.layouts.bits(ty));
        self.lanes(v, &[v.operand(0), v.operand(1)], |this, dst, o| {
            let inside = this.new_reg(Type::Int(1));
            this.emit(InstKind::Cmp {
                pred: IntPred::Ult,
                ty,
                dst: inside,
                a: o[1],
                b: number(ty, width),
            });
            let amount = this.new_reg(ty);
            this.emit(InstKind::Select {
                dst: amount,
                cond: Operand::Reg(inside),
                a: o[1],
                b: number(ty, 0),
            });
            let shifted = this.new_reg(ty);
            this.emit(InstKind::Bin {
                op,
                flags,
                dst: shifted,
                a: o[0],
                b: Operand::Reg(amount),
            });
            Ok(InstKind::Select {
                dst,
                cond: Operand::Reg(inside),
                a: Operand::Reg(shifted),
                b: Operand::Undef,
            })
        })
    }

    /// As for shifts: a float that does not fit is poison in bitcode of others.
    fn poisoned_conversion(
        &mut self,
        v: Value,
        op: CastOp,
        (low, high): ((FloatPred, u64), u64),
    ) -> Result<Parts, Unsupported> {
        let from = self.lane_type(v.operand(0))?;
        let to = self.lane_type(v)?;
        let bit = Type::Int(1);
        self.lanes(v, &[v.operand(0)], |this, dst, o| {
            let mut test = |(pred, bound)| {
                let fits = this.new_reg(bit);
                this.emit(InstKind::FloatCmp {
                    pred,
                    ty: from,
                    dst: fits,
                    a: o[0],
                    b: Operand::Int(bound),
                });
                Operand::Reg(fits)
            };
            let (a, b) = (test(low), test((FloatPred::Olt, high)));
            let fits = this.new_reg(bit);
            this.emit(InstKind::Bin {
                op: BinOp::And,
                flags: Overflow::default(),
                dst: fits,
                a,
                b,
            });
            let cond = Operand::Reg(fits);
            let safe = this.new_reg(from);
            this.emit(InstKind::Select {
                dst: safe,
                cond,
                a: o[0],
                b: Operand::Int(0),
            });
            let converted = this.new_reg(to);
            this.emit(InstKind::Cast {
                op,
                from,
                to,
                dst: converted,
                src: Operand::Reg(safe),
            });
            Ok(InstKind::Select {
                dst,
                cond,
                a: Operand::Reg(converted),
                b: Operand::Undef,
            })
        })
    }

    pub fn float(&mut self, op: Op, v: Value) -> Result<Parts, Unsupported> {
        let op = match op {
            Op::LLVMFAdd => FloatBinOp::Add,
            Op::LLVMFSub => FloatBinOp::Sub,
            Op::LLVMFMul => FloatBinOp::Mul,
            Op::LLVMFDiv => FloatBinOp::Div,
            _ => FloatBinOp::Rem,
        };
        self.lanes(v, &[v.operand(0), v.operand(1)], |_, dst, o| {
            Ok(InstKind::FloatBin {
                op,
                dst,
                a: o[0],
                b: o[1],
            })
        })
    }

    pub fn float_negate(&mut self, v: Value) -> Result<Parts, Unsupported> {
        self.lanes(v, &[v.operand(0)], |_, dst, o| {
            Ok(InstKind::FloatUn {
                op: FloatUnOp::Neg,
                dst,
                a: o[0],
            })
        })
    }

    pub fn compare(&mut self, v: Value) -> Result<Parts, Unsupported> {
        let pred = match v.int_predicate() {
            IP::LLVMIntEQ => IntPred::Eq,
            IP::LLVMIntNE => IntPred::Ne,
            IP::LLVMIntUGT => IntPred::Ugt,
            IP::LLVMIntUGE => IntPred::Uge,
            IP::LLVMIntULT => IntPred::Ult,
            IP::LLVMIntULE => IntPred::Ule,
            IP::LLVMIntSGT => IntPred::Sgt,
            IP::LLVMIntSGE => IntPred::Sge,
            IP::LLVMIntSLT => IntPred::Slt,
            IP::LLVMIntSLE => IntPred::Sle,
        };
        if wide_bits(v.operand(0).ty()).is_some() {
            return self.wide_equal(v, pred);
        }
        let ty = self.lane_type(v.operand(0))?;
        self.lanes(v, &[v.operand(0), v.operand(1)], |_, dst, o| {
            Ok(InstKind::Cmp {
                pred,
                ty,
                dst,
                a: o[0],
                b: o[1],
            })
        })
    }

    pub fn float_compare(&mut self, v: Value) -> Result<Parts, Unsupported> {
        let pred = match v.float_predicate() {
            FP::LLVMRealPredicateFalse => FloatPred::False,
            FP::LLVMRealOEQ => FloatPred::Oeq,
            FP::LLVMRealOGT => FloatPred::Ogt,
            FP::LLVMRealOGE => FloatPred::Oge,
            FP::LLVMRealOLT => FloatPred::Olt,
            FP::LLVMRealOLE => FloatPred::Ole,
            FP::LLVMRealONE => FloatPred::One,
            FP::LLVMRealORD => FloatPred::Ord,
            FP::LLVMRealUNO => FloatPred::Uno,
            FP::LLVMRealUEQ => FloatPred::Ueq,
            FP::LLVMRealUGT => FloatPred::Ugt,
            FP::LLVMRealUGE => FloatPred::Uge,
            FP::LLVMRealULT => FloatPred::Ult,
            FP::LLVMRealULE => FloatPred::Ule,
            FP::LLVMRealUNE => FloatPred::Une,
            FP::LLVMRealPredicateTrue => FloatPred::True,
        };
        let ty = self.lane_type(v.operand(0))?;
        self.lanes(v, &[v.operand(0), v.operand(1)], |_, dst, o| {
            Ok(InstKind::FloatCmp {
                pred,
                ty,
                dst,
                a: o[0],
                b: o[1],
            })
        })
    }

    /// The type of a scalar or of a vector's lanes.
    pub fn lane_type(&mut self, v: Value) -> Result<Type, Unsupported> {
        let leaves = self.leaves(v)?;
        let first = leaves.first().ok_or("an empty vector")?;
        Ok(first.ty)
    }

    pub fn cast(&mut self, op: Op, v: Value) -> Result<Parts, Unsupported> {
        if wide_bits(v.ty()).is_some() || wide_bits(v.operand(0).ty()).is_some() {
            return self.wide_cast(op, v);
        }
        let op = match op {
            Op::LLVMTrunc => CastOp::Trunc,
            Op::LLVMZExt => CastOp::ZExt,
            Op::LLVMSExt => CastOp::SExt,
            Op::LLVMFPTrunc | Op::LLVMFPExt => CastOp::FloatCast,
            Op::LLVMFPToUI => CastOp::FpToUi,
            Op::LLVMFPToSI => CastOp::FpToSi,
            Op::LLVMUIToFP => CastOp::UiToFp,
            Op::LLVMSIToFP => CastOp::SiToFp,
            Op::LLVMPtrToInt => CastOp::PtrToInt,
            _ => CastOp::IntToPtr,
        };
        let from = self.lane_type(v.operand(0))?;
        let to = self.lane_type(v)?;
        let signed = op == CastOp::FpToSi;
        if (signed || op == CastOp::FpToUi) && !self.lw.module.from_source {
            if let Some(range) = float_range(from, self.lw.layouts.bits(to), signed) {
                return self.poisoned_conversion(v, op, range);
            }
        }
        self.lanes(v, &[v.operand(0)], |_, dst, o| {
            Ok(InstKind::Cast {
                op,
                from,
                to,
                dst,
                src: o[0],
            })
        })
    }

    pub fn select(&mut self, v: Value) -> Result<Parts, Unsupported> {
        let cond = self.parts(v.operand(0))?;
        let (a, b) = (self.parts(v.operand(1))?, self.parts(v.operand(2))?);
        let leaves = self.leaves(v)?;
        let mut out = Parts::new();
        for (i, leaf) in leaves.iter().enumerate() {
            let (Some(&a), Some(&b)) = (a.get(i), b.get(i)) else {
                return Err("operands of different shapes".to_owned());
            };
            let cond = if cond.len() == leaves.len() {
                cond[i]
            } else {
                cond[0]
            };
            let dst = self.new_reg(leaf.ty);
            self.emit(InstKind::Select { dst, cond, a, b });
            out.push(Operand::Reg(dst));
        }
        Ok(out)
    }

    pub fn freeze(&mut self, v: Value) -> Result<Parts, Unsupported> {
        self.lanes(v, &[v.operand(0)], |_, dst, o| {
            Ok(InstKind::Freeze { dst, src: o[0] })
        })
    }

    /// Whether a field is an array with other members behind it: what is at the end of a
    /// structure is often meant to be longer than its type.
    fn is_array_before(&self, ty: Ty, field: u32, fields: usize) -> bool {
        let array = ty.kind() == LLVMTypeKind::LLVMArrayTypeKind && ty.array_len() > 1;
        array && (field as usize) + 1 < fields
    }

    /// Bytes of the array that an address computation indexes, where its address is that
    /// of such a member: computed beside it, or of a global.
    fn member_of(&self, v: Value, base: Option<&Operand>) -> Option<u64> {
        let array = v.source_type();
        let zero = |i: u32| v.operand(i).constant_bits().is_some_and(|c| c.1 == 0);
        let whole = array.kind() == LLVMTypeKind::LLVMArrayTypeKind && v.operand_count() > 2;
        (whole && (zero(1) || v.operand(1).is_null_constant())).then_some(())?;
        let mut from = v.operand(0);
        if from.is_instruction() && from.opcode() == Op::LLVMGetElementPtr {
            let mut ty = from.source_type();
            let mut member = false;
            for i in 2..from.operand_count() {
                member = false;
                if ty.kind() != LLVMTypeKind::LLVMStructTypeKind {
                    ty = ty.element();
                    continue;
                }
                let field = u32::try_from(from.operand(i).constant_bits()?.1).ok()?;
                let fields = ty.fields();
                ty = *fields.get(field as usize)?;
                member = self.is_array_before(ty, field, fields.len());
            }
            return (member && ty == array).then(|| self.lw.layouts.alloc_size(array));
        }
        let Some(Operand::Global(_, at)) = base else {
            return None;
        };
        while from.is_const_expr() && from.const_opcode() == Op::LLVMGetElementPtr {
            from = from.operand(0);
        }
        (from.kind() == LLVMValueKind::LLVMGlobalVariableValueKind).then_some(())?;
        let mut ty = from.value_type();
        let mut at = u64::try_from(*at).ok()?;
        loop {
            (ty.kind() == LLVMTypeKind::LLVMStructTypeKind).then_some(())?;
            let fields = ty.fields();
            let begin = |i: &u32| self.lw.layouts.field_offset(ty, *i);
            let field = (0..fields.len() as u32).rev().find(|i| begin(i) <= at)?;
            at -= begin(&field);
            let inner = *fields.get(field as usize)?;
            if at == 0 && inner == array {
                let before = self.is_array_before(inner, field, fields.len());
                return before.then(|| self.lw.layouts.alloc_size(array));
            }
            ty = inner;
        }
    }

    /// Address arithmetic; one result per lane when any operand is a vector.
    pub fn gep(&mut self, v: Value) -> Result<Parts, Unsupported> {
        let inbounds = v.is_inbounds();
        let lanes = self.leaves(v)?.len();
        let bases = self.parts(v.operand(0))?;
        let mut offset = 0i64;
        let mut terms: Vec<(Parts, Type, i64, u64)> = Vec::new();
        let mut ty = v.source_type();
        // Bytes of the member that is indexed next, and where it begins.
        let mut room = (self.member_of(v, bases.first())).map(|n| (n, 0));
        for i in 1..v.operand_count() {
            let index = v.operand(i);
            if i > 1 && ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                let field = self.parts(index)?;
                let Some(Operand::Int(field)) = field.first() else {
                    return Err("a computed field".to_owned());
                };
                let field = *field as u32;
                offset = offset.wrapping_add(self.lw.layouts.field_offset(ty, field) as i64);
                let fields = ty.fields();
                ty = *fields.get(field as usize).ok_or("a wrong field")?;
                if room.is_none() && self.is_array_before(ty, field, fields.len()) {
                    room = Some((self.lw.layouts.alloc_size(ty), offset));
                }
                continue;
            }
            if i > 1 {
                ty = ty.element();
            }
            if !ty.is_sized() {
                return Err("an index over an unsized type".to_owned());
            }
            let scale = self.lw.layouts.alloc_size(ty) as i64;
            if let Some((width, bits)) = index.constant_bits() {
                if width > 64 {
                    return Err("an index of more than 64 bits".to_owned());
                }
                let shift = 64 - width;
                let index = ((bits as u64) << shift) as i64 >> shift;
                offset = offset.wrapping_add(index.wrapping_mul(scale));
                continue;
            }
            if index.is_null_constant() {
                continue;
            }
            let index_ty = self.lane_type(index)?;
            let parts = self.parts(index)?;
            let own = room.take().filter(|_| i > 1);
            let within = own.and_then(|(n, begin)| {
                let before = u64::try_from(offset.checked_sub(begin)?).ok()?;
                n.checked_sub(before)
            });
            terms.push((parts, index_ty, scale, within.unwrap_or(0)));
        }
        let mut out = Parts::new();
        let pick = |parts: &Parts, i: usize| parts.get(i).or(parts.first()).copied();
        for i in 0..lanes {
            let base = pick(&bases, i).ok_or("an empty vector")?;
            let mut lane_terms = Vec::with_capacity(terms.len());
            for (parts, ty, scale, within) in &terms {
                lane_terms.push(PtrTerm {
                    index: pick(parts, i).ok_or("an empty vector")?,
                    ty: *ty,
                    scale: *scale,
                    within: *within,
                });
            }
            if lane_terms.is_empty() && offset == 0 {
                out.push(base);
                continue;
            }
            let dst = self.new_reg(Type::Ptr);
            self.emit(InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms: lane_terms,
                inbounds,
            });
            out.push(Operand::Reg(dst));
        }
        Ok(out)
    }
}

/// A comparison with a lower bound and an upper bound (exclusive), as bits of
/// the format, that hold for exactly the floats whose integer part fits.
/// `None` for formats or widths where the bounds are not at hand.
fn float_range(from: Type, width: u32, signed: bool) -> Option<((FloatPred, u64), u64)> {
    let Type::Float(format) = from else {
        return None;
    };
    let precision = match format {
        FloatFormat::F32 => 24,
        FloatFormat::F64 => 53,
        _ => return None,
    };
    if width > 64 {
        return None;
    }
    let bits = |x: f64| match format {
        FloatFormat::F32 => u64::from((x as f32).to_bits()),
        _ => x.to_bits(),
    };
    let high = 2f64.powi(width as i32 - i32::from(signed));
    let low = if !signed {
        (FloatPred::Ogt, bits(-1.0))
    } else if width <= precision {
        (FloatPred::Ogt, bits(-high - 1.0))
    } else {
        // No float lies between this bound and the next lower integer.
        (FloatPred::Oge, bits(-high))
    };
    Some((low, bits(high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_of_a_conversion_is_exact() {
        let fits = |x: f64, width, signed| {
            let ((pred, low), high) =
                float_range(Type::Float(FloatFormat::F64), width, signed).expect("a known format");
            let (low, high) = (f64::from_bits(low), f64::from_bits(high));
            let above = if pred == FloatPred::Ogt {
                x > low
            } else {
                x >= low
            };
            above && x < high
        };
        assert!(fits(-2147483648.9, 32, true) && !fits(-2147483649.0, 32, true));
        assert!(fits(2147483647.9, 32, true) && !fits(2147483648.0, 32, true));
        assert!(fits(-0.9, 8, false) && !fits(-1.0, 8, false) && !fits(256.0, 8, false));
        let min = -(2f64.powi(63));
        assert!(fits(min, 64, true) && !fits(min * (1.0 + f64::EPSILON), 64, true));
        assert!(!fits(f64::NAN, 32, true));
        let single = float_range(Type::Float(FloatFormat::F32), 32, true);
        let bound = u64::from((-2147483648f32).to_bits());
        assert_eq!(single.map(|(low, _)| low), Some((FloatPred::Oge, bound)));
    }
}
