//! Integers of more than 128 bits, which clang makes for long bit-fields: one
//! register per 64 bits, lowest first. Only what bit-fields need is here:
//! bitwise operations, shifts by constants, changes of width, equality.

use super::function::{FnLower, Parts};
use super::operand::number;
use crate::layout::{limbs, Unsupported};
use crate::llvm::{Op, Ty, Value};
use ep_ir::{BinOp, CastOp, InstKind, IntPred, Operand, Overflow, Type};
use llvm_sys::LLVMTypeKind;
use smallvec::smallvec;

/// The width of an integer type that does not fit in one register.
pub fn wide_bits(ty: Ty) -> Option<u32> {
    if ty.kind() != LLVMTypeKind::LLVMIntegerTypeKind {
        return None;
    }
    Some(ty.int_bits()).filter(|b| *b > 128)
}

impl FnLower<'_> {
    fn bin(&mut self, ty: Type, op: BinOp, a: Operand, b: Operand) -> Operand {
        let dst = self.new_reg(ty);
        self.emit(InstKind::Bin {
            op,
            flags: Overflow::default(),
            dst,
            a,
            b,
        });
        Operand::Reg(dst)
    }

    fn resize(&mut self, src: Operand, from: u32, to: u32) -> Operand {
        if from == to {
            return src;
        }
        let op = if to < from {
            CastOp::Trunc
        } else {
            CastOp::ZExt
        };
        let dst = self.new_reg(Type::Int(to));
        self.emit(InstKind::Cast {
            op,
            from: Type::Int(from),
            to: Type::Int(to),
            dst,
            src,
        });
        Operand::Reg(dst)
    }

    /// All limbs as integers of 64 bits.
    fn widened(&mut self, parts: &[Operand], bits: u32) -> Vec<Operand> {
        let widths = limbs(bits);
        let pairs: Vec<(Operand, u32)> = parts.iter().copied().zip(widths).collect();
        pairs
            .into_iter()
            .map(|(p, w)| self.resize(p, w, 64))
            .collect()
    }

    /// Cuts 64-bit limbs down to the widths of a type; missing ones are `fill`.
    fn narrowed(&mut self, limbs64: &[Operand], bits: u32, fill: Operand) -> Parts {
        let mut out = Parts::new();
        for (i, w) in limbs(bits).enumerate() {
            let limb = limbs64.get(i).copied().unwrap_or(fill);
            out.push(self.resize(limb, 64, w));
        }
        out
    }

    /// Limb `i` of `limbs64` shifted right by `by` bits (left when negative).
    fn shifted(&mut self, limbs64: &[Operand], i: usize, by: i64, fill: Operand) -> Operand {
        let start = i as i64 * 64 + by;
        let (low, rest) = (start.div_euclid(64), start.rem_euclid(64) as u64);
        let limb = |n: i64| match usize::try_from(n) {
            Ok(n) => limbs64.get(n).copied().unwrap_or(fill),
            Err(_) => Operand::Int(0),
        };
        let word = Type::Int(64);
        let low_limb = limb(low);
        if rest == 0 {
            return low_limb;
        }
        let a = self.bin(word, BinOp::LShr, low_limb, Operand::Int(rest));
        let b = self.bin(word, BinOp::Shl, limb(low + 1), Operand::Int(64 - rest));
        self.bin(word, BinOp::Or, a, b)
    }

    pub fn wide_integer(&mut self, op: Op, v: Value, bits: u32) -> Result<Parts, Unsupported> {
        let unsupported = || format!("arithmetic on integers of {bits} bits");
        let bitwise = match op {
            Op::LLVMAnd => Some(BinOp::And),
            Op::LLVMOr => Some(BinOp::Or),
            Op::LLVMXor => Some(BinOp::Xor),
            _ => None,
        };
        if let Some(op) = bitwise {
            return self.lanes(v, &[v.operand(0), v.operand(1)], |_, dst, o| {
                Ok(InstKind::Bin {
                    op,
                    flags: Overflow::default(),
                    dst,
                    a: o[0],
                    b: o[1],
                })
            });
        }
        if !matches!(op, Op::LLVMShl | Op::LLVMLShr | Op::LLVMAShr) {
            return Err(unsupported());
        }
        let by = self.parts(v.operand(1))?;
        let (Some(Operand::Int(by)), true) = (by.first(), v.operand(1).is_constant_int()) else {
            return Err(unsupported());
        };
        let by = *by;
        if by >= u64::from(bits) {
            return Err(unsupported());
        }
        let parts = self.parts(v.operand(0))?;
        let mut source = self.widened(&parts, bits);
        let fill = if op == Op::LLVMAShr {
            self.extend_sign(&mut source, bits)
        } else {
            Operand::Int(0)
        };
        let by = if op == Op::LLVMShl {
            -(by as i64)
        } else {
            by as i64
        };
        let mut out = Vec::new();
        for i in 0..source.len() {
            out.push(self.shifted(&source, i, by, fill));
        }
        Ok(self.narrowed(&out, bits, fill))
    }

    /// Fills the top limb with the sign; returns a limb of nothing but sign.
    fn extend_sign(&mut self, limbs64: &mut [Operand], bits: u32) -> Operand {
        let word = Type::Int(64);
        let Some(top) = limbs64.last_mut() else {
            return Operand::Int(0);
        };
        let unused = u64::from((64 - bits % 64) % 64);
        if unused > 0 {
            let up = self.bin(word, BinOp::Shl, *top, Operand::Int(unused));
            *top = self.bin(word, BinOp::AShr, up, Operand::Int(unused));
        }
        self.bin(word, BinOp::AShr, *top, Operand::Int(63))
    }

    pub fn wide_cast(&mut self, op: Op, v: Value) -> Result<Parts, Unsupported> {
        let source = v.operand(0);
        let (from, to) = (source.ty(), v.ty());
        let integers = [from, to]
            .iter()
            .all(|t| t.kind() == LLVMTypeKind::LLVMIntegerTypeKind);
        if !integers {
            return Err("a conversion of a very wide integer".to_owned());
        }
        let (fw, tw) = (from.int_bits(), to.int_bits());
        let parts = self.parts(source)?;
        let mut words = if fw > 128 {
            self.widened(&parts, fw)
        } else {
            let one = self.one(source)?;
            let mut out = Vec::new();
            for at in (0..fw).step_by(64) {
                let width = (fw - at).min(64);
                let piece = self.slice(one, fw, at, width);
                out.push(self.resize(piece, width, 64));
            }
            out
        };
        let fill = if op == Op::LLVMSExt {
            self.extend_sign(&mut words, fw)
        } else {
            Operand::Int(0)
        };
        if tw > 128 {
            return Ok(self.narrowed(&words, tw, fill));
        }
        let low = words.first().copied().unwrap_or(Operand::Undef);
        if tw <= 64 {
            return Ok(smallvec![self.resize(low, 64, tw)]);
        }
        let high = words.get(1).copied().unwrap_or(fill);
        let joined = self.join(&[low, high], 64, 128);
        Ok(smallvec![self.resize(joined, 128, tw)])
    }

    pub fn wide_equal(&mut self, v: Value, pred: IntPred) -> Result<Parts, Unsupported> {
        if !matches!(pred, IntPred::Eq | IntPred::Ne) {
            return Err("an order of very wide integers".to_owned());
        }
        let leaves = self.leaves(v.operand(0))?;
        let (a, b) = (self.parts(v.operand(0))?, self.parts(v.operand(1))?);
        let bit = Type::Int(1);
        let mut all = Operand::Int(1);
        for ((leaf, a), b) in leaves.iter().zip(a).zip(b) {
            let dst = self.new_reg(bit);
            self.emit(InstKind::Cmp {
                pred: IntPred::Eq,
                ty: leaf.ty,
                dst,
                a,
                b,
            });
            all = self.bin(bit, BinOp::And, all, Operand::Reg(dst));
        }
        if pred == IntPred::Ne {
            all = self.negate(all);
        }
        Ok(smallvec![all])
    }

    /// The limbs of a constant.
    pub fn wide_constant(&mut self, v: Value, bits: u32) -> Parts {
        limbs(bits)
            .enumerate()
            .map(|(i, w)| number(Type::Int(w), u128::from(v.constant_word(i as u32))))
            .collect()
    }
}
