//! LLVM's intrinsics by name. Types are in the operands, so the suffix that
//! mangles them is not read.

use super::function::{FnLower, Parts};
use super::operand::{number, zero};
use super::sanitizer;
use crate::layout::Unsupported;
use crate::llvm::Value;
use ep_ir::{
    BinOp, CastOp, CheckKind, FloatBinOp, FloatFormat, FloatPred, FloatUnOp, InstKind, IntPred,
    Intrinsic, Operand, Overflow, Type,
};
use smallvec::smallvec;

impl FnLower<'_> {
    /// Lowers a call of `llvm.<name>`.
    pub fn intrinsic(&mut self, v: Value, name: &str) -> Result<(), Unsupported> {
        if let Some((base, rest)) = name.split_once(".with.overflow") {
            if rest.starts_with('.') {
                return self.with_overflow(v, base);
            }
        }
        if let Some(op) = pure(name) {
            return self.pure(v, op);
        }
        if let Some(op) = float_unary(name) {
            let parts = self.lanes(v, &[v.operand(0)], |_, dst, o| {
                Ok(InstKind::FloatUn { op, dst, a: o[0] })
            })?;
            self.bind(v, parts);
            return Ok(());
        }
        if let Some(op) = float_binary(name) {
            let parts = self.lanes(v, &[v.operand(0), v.operand(1)], |_, dst, o| {
                Ok(InstKind::FloatBin {
                    op,
                    dst,
                    a: o[0],
                    b: o[1],
                })
            })?;
            self.bind(v, parts);
            return Ok(());
        }
        if stem(name) == "fmuladd" {
            return self.multiply_add(v);
        }
        if let Some(rest) = name.strip_prefix("vector.reduce.") {
            return self.reduce(v, rest);
        }
        if self.memory_intrinsic(v, name)? || self.hint(v, name)? {
            return Ok(());
        }
        Err(format!("llvm.{name}"))
    }

    /// `fmuladd` may round once or twice; x86 without FMA rounds twice.
    fn multiply_add(&mut self, v: Value) -> Result<(), Unsupported> {
        let operands = [v.operand(0), v.operand(1), v.operand(2)];
        let parts = self.lanes(v, &operands, |this, dst, o| {
            let product = this.new_reg(this.regs[dst]);
            this.emit(InstKind::FloatBin {
                op: FloatBinOp::Mul,
                dst: product,
                a: o[0],
                b: o[1],
            });
            Ok(InstKind::FloatBin {
                op: FloatBinOp::Add,
                dst,
                a: Operand::Reg(product),
                b: o[2],
            })
        })?;
        self.bind(v, parts);
        Ok(())
    }

    fn with_overflow(&mut self, v: Value, base: &str) -> Result<(), Unsupported> {
        if let Some((op, flags)) = self.fused_overflow(v, base) {
            let ty = self.scalar(v.operand(0))?;
            let (a, b) = (self.one(v.operand(0))?, self.one(v.operand(1))?);
            let dst = self.new_reg(ty);
            // The sanitizer put this in place of the plain operation.
            self.pending += 1;
            self.emit(InstKind::Bin {
                op,
                flags,
                dst,
                a,
                b,
            });
            self.bind(v, smallvec![Operand::Reg(dst), Operand::Int(0)]);
            return Ok(());
        }
        let op = match base {
            "sadd" => Intrinsic::SAddOverflow,
            "uadd" => Intrinsic::UAddOverflow,
            "ssub" => Intrinsic::SSubOverflow,
            "usub" => Intrinsic::USubOverflow,
            "smul" => Intrinsic::SMulOverflow,
            "umul" => Intrinsic::UMulOverflow,
            _ => return Err(format!("llvm.{base}.with.overflow")),
        };
        let ty = self.lane_type(v.operand(0))?;
        let (a, b) = (self.parts(v.operand(0))?, self.parts(v.operand(1))?);
        let (mut results, mut bits) = (Parts::new(), Parts::new());
        for (a, b) in a.into_iter().zip(b) {
            let result = self.new_reg(ty);
            let bit = self.new_reg(Type::Int(1));
            self.emit(InstKind::Intrinsic {
                op,
                ty,
                dsts: vec![result, bit],
                args: vec![a, b],
            });
            results.push(Operand::Reg(result));
            bits.push(Operand::Reg(bit));
        }
        results.extend(bits);
        self.bind(v, results);
        Ok(())
    }

    /// Operations of the ir with the same arguments, lane by lane; arguments
    /// that are scalars are shared by all lanes.
    fn pure(&mut self, v: Value, op: Intrinsic) -> Result<(), Unsupported> {
        let count = v.argument_count();
        let ty = self.lane_type(v.operand(0))?;
        let mut inputs = Vec::new();
        for i in 0..count {
            inputs.push(self.parts(v.operand(i))?);
        }
        let leaves = self.leaves(v)?;
        let mut out = Parts::new();
        for (i, leaf) in leaves.iter().enumerate() {
            let mut args = Vec::with_capacity(inputs.len());
            for parts in &inputs {
                let part = parts.get(i).or(parts.first());
                args.push(*part.ok_or("an empty vector")?);
            }
            let dst = self.new_reg(leaf.ty);
            self.emit(InstKind::Intrinsic {
                op,
                ty,
                dsts: vec![dst],
                args,
            });
            out.push(Operand::Reg(dst));
        }
        self.bind(v, out);
        Ok(())
    }

    fn memory_intrinsic(&mut self, v: Value, name: &str) -> Result<bool, Unsupported> {
        let head = name.split(".p0").next().unwrap_or(name);
        match head {
            "memcpy" | "memcpy.inline" | "memmove" => {
                let kind = InstKind::MemCopy {
                    dst: self.one(v.operand(0))?,
                    src: self.one(v.operand(1))?,
                    len: self.one(v.operand(2))?,
                    len_ty: self.scalar(v.operand(2))?,
                    may_overlap: head == "memmove",
                };
                self.emit(kind);
            }
            "memset" | "memset.inline" => {
                let kind = InstKind::MemSet {
                    dst: self.one(v.operand(0))?,
                    value: self.one(v.operand(1))?,
                    len: self.one(v.operand(2))?,
                    len_ty: self.scalar(v.operand(2))?,
                };
                self.emit(kind);
            }
            "lifetime.start" | "lifetime.end" => {
                let object = v.operand(1);
                if let Some(&dst) = self.promoted.get(&object) {
                    let pending = std::mem::take(&mut self.pending);
                    let src = Operand::Undef;
                    self.emit(InstKind::Copy { dst, src });
                    self.pending = pending;
                } else if object.is_instruction() && object.opcode() == crate::llvm::Op::LLVMAlloca
                {
                    // LLVM may read ahead of a marker: the content of a dead
                    // object is undefined, a read of it is not an error.
                    let ptr = self.one(object)?;
                    self.emit(InstKind::Lifetime { ptr, end: false });
                }
            }
            "stacksave" => {
                let dst = self.single(v)?;
                self.emit(InstKind::StackSave { dst });
            }
            "stackrestore" => {
                let token = self.one(v.operand(0))?;
                self.emit(InstKind::StackRestore { token });
            }
            "va_start" => {
                let list = self.one(v.operand(0))?;
                self.emit(InstKind::VaStart { list });
            }
            "va_end" => {
                let list = self.one(v.operand(0))?;
                self.emit(InstKind::VaEnd { list });
            }
            "va_copy" => {
                let (dst, src) = (self.one(v.operand(0))?, self.one(v.operand(1))?);
                self.emit(InstKind::VaCopy { dst, src });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Hints, traps and the rest.
    fn hint(&mut self, v: Value, name: &str) -> Result<bool, Unsupported> {
        let is = |prefix: &str| {
            name.strip_prefix(prefix)
                .is_some_and(|r| r.is_empty() || r.starts_with('.'))
        };
        let nothing = [
            "prefetch",
            "donothing",
            "sideeffect",
            "var.annotation",
            "codeview.annotation",
            "pcmarker",
            "experimental.noalias.scope.decl",
            "invariant.end",
            "pseudoprobe",
            "lifetime",
        ];
        let same = [
            "expect",
            "expect.with.probability",
            "launder.invariant.group",
            "strip.invariant.group",
            "ssa.copy",
            "annotation",
            "ptr.annotation",
            "threadlocal.address",
            "arithmetic.fence",
        ];
        if nothing.iter().any(|n| is(n)) {
        } else if same.iter().any(|n| is(n)) {
            let parts = self.parts(v.operand(0))?;
            self.bind(v, parts);
        } else if is("invariant.start") {
            self.bind(v, smallvec![Operand::Int(0)]);
        } else if is("assume") {
            let cond = self.one(v.operand(0))?;
            if cond != Operand::Int(1) {
                self.emit(InstKind::Assume { cond });
            }
        } else if is("is.constant") {
            self.bind(v, smallvec![Operand::Int(0)]);
        } else if is("objectsize") {
            let ptr = self.one(v.operand(0))?;
            let min = v.operand(1).constant_bits().map(|(_, b)| b) == Some(1);
            let dst = self.single(v)?;
            self.emit(InstKind::ObjectSize { dst, ptr, min });
        } else if is("trap") || is("debugtrap") {
            self.emit(InstKind::Check {
                kind: CheckKind::Trap,
                ok: Operand::Int(0),
            });
        } else if is("ubsantrap") {
            let kind = sanitizer::ubsan_trap(v).map_or(CheckKind::Trap, sanitizer::check_kind);
            let ok = Operand::Int(0);
            self.emit(InstKind::Check { kind, ok });
        } else if is("ptrmask") {
            self.pointer_mask(v)?;
        } else if is("abs") {
            self.abs(v)?;
        } else if is("scmp") || is("ucmp") {
            self.three_way(v, is("scmp"))?;
        } else if is("fptosi.sat") || is("fptoui.sat") {
            self.saturating_conversion(v, is("fptosi.sat"))?;
        } else if is("get.rounding") {
            self.bind(v, smallvec![Operand::Int(1)]);
        } else if is("lrint") || is("llrint") || is("lround") || is("llround") {
            let op = if name.contains("rint") {
                FloatUnOp::RoundEven
            } else {
                FloatUnOp::Round
            };
            self.round_to_integer(v, op)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn pointer_mask(&mut self, v: Value) -> Result<(), Unsupported> {
        let (ptr, mask) = (self.one(v.operand(0))?, self.one(v.operand(1))?);
        let ty = self.scalar(v.operand(1))?;
        let number = self.new_reg(ty);
        self.emit(InstKind::Cast {
            op: CastOp::PtrToInt,
            from: Type::Ptr,
            to: ty,
            dst: number,
            src: ptr,
        });
        // The distance to the masked address keeps the object of `ptr`.
        let low = self.new_reg(ty);
        self.emit(InstKind::Bin {
            op: BinOp::And,
            flags: Overflow::default(),
            dst: low,
            a: Operand::Reg(number),
            b: mask,
        });
        let distance = self.new_reg(ty);
        self.emit(InstKind::Bin {
            op: BinOp::Sub,
            flags: Overflow::default(),
            dst: distance,
            a: Operand::Reg(low),
            b: Operand::Reg(number),
        });
        let dst = self.single(v)?;
        self.emit(InstKind::PtrAdd {
            dst,
            base: ptr,
            offset: 0,
            terms: vec![ep_ir::inst::PtrTerm {
                index: Operand::Reg(distance),
                ty,
                scale: 1,
                within: 0,
            }],
            inbounds: false,
        });
        Ok(())
    }

    /// `llvm.abs(x, poison_on_min)`.
    fn abs(&mut self, v: Value) -> Result<(), Unsupported> {
        let ty = self.lane_type(v)?;
        let nsw = v.operand(1).constant_bits().map(|(_, b)| b) == Some(1);
        let parts = self.parts(v.operand(0))?;
        let mut out = Parts::new();
        if !nsw {
            for x in parts {
                let dst = self.new_reg(ty);
                self.emit(InstKind::Intrinsic {
                    op: Intrinsic::Abs,
                    ty,
                    dsts: vec![dst],
                    args: vec![x],
                });
                out.push(Operand::Reg(dst));
            }
            self.bind(v, out);
            return Ok(());
        }
        for x in parts {
            let negated = self.new_reg(ty);
            let flags = Overflow {
                nsw: true,
                ..Overflow::default()
            };
            self.emit(InstKind::Bin {
                op: BinOp::Sub,
                flags,
                dst: negated,
                a: zero(ty),
                b: x,
            });
            let negative = self.new_reg(Type::Int(1));
            self.emit(InstKind::Cmp {
                pred: IntPred::Slt,
                ty,
                dst: negative,
                a: x,
                b: zero(ty),
            });
            let dst = self.new_reg(ty);
            self.emit(InstKind::Select {
                dst,
                cond: Operand::Reg(negative),
                a: Operand::Reg(negated),
                b: x,
            });
            out.push(Operand::Reg(dst));
        }
        self.bind(v, out);
        Ok(())
    }

    /// -1, 0 or 1.
    fn three_way(&mut self, v: Value, signed: bool) -> Result<(), Unsupported> {
        let ty = self.scalar(v.operand(0))?;
        let to = self.scalar(v)?;
        let (a, b) = (self.one(v.operand(0))?, self.one(v.operand(1))?);
        let (less, more) = if signed {
            (IntPred::Slt, IntPred::Sgt)
        } else {
            (IntPred::Ult, IntPred::Ugt)
        };
        let mut value = zero(to);
        let ones = number(to, u128::MAX >> (128 - self.lw.layouts.bits(to)));
        for (pred, result) in [(more, number(to, 1)), (less, ones)] {
            let cond = self.new_reg(Type::Int(1));
            self.emit(InstKind::Cmp {
                pred,
                ty,
                dst: cond,
                a,
                b,
            });
            let dst = self.new_reg(to);
            self.emit(InstKind::Select {
                dst,
                cond: Operand::Reg(cond),
                a: result,
                b: value,
            });
            value = Operand::Reg(dst);
        }
        self.bind(v, smallvec![value]);
        Ok(())
    }

    /// `fptosi.sat`: only formats where the limits are exact powers of two.
    fn saturating_conversion(&mut self, v: Value, signed: bool) -> Result<(), Unsupported> {
        let from = self.scalar(v.operand(0))?;
        let to = self.scalar(v)?;
        let (Type::Float(FloatFormat::F64), Type::Int(w @ 1..=64)) = (from, to) else {
            return Err("a saturating conversion of this type".to_owned());
        };
        let x = self.one(v.operand(0))?;
        // Inside [low, high) the plain conversion is defined.
        let high = (2f64).powi(if signed { w as i32 - 1 } else { w as i32 });
        let low = if signed { -high } else { 0.0 };
        let constant = |f: f64| Operand::Int(f.to_bits());
        let mut test = |pred, bound: f64| {
            let dst = self.new_reg(Type::Int(1));
            self.emit(InstKind::FloatCmp {
                pred,
                ty: from,
                dst,
                a: x,
                b: constant(bound),
            });
            Operand::Reg(dst)
        };
        let above = test(FloatPred::Oge, high);
        let below = test(FloatPred::Olt, low);
        let nan = test(FloatPred::Uno, 0.0);
        let max = u128::MAX >> (128 - w + u32::from(signed));
        let min = if signed { 1u128 << (w - 1) } else { 0 };
        let mut safe = x;
        for out in [above, below, nan] {
            let dst = self.new_reg(from);
            self.emit(InstKind::Select {
                dst,
                cond: out,
                a: Operand::Int(0),
                b: safe,
            });
            safe = Operand::Reg(dst);
        }
        let converted = self.new_reg(to);
        self.emit(InstKind::Cast {
            op: if signed {
                CastOp::FpToSi
            } else {
                CastOp::FpToUi
            },
            from,
            to,
            dst: converted,
            src: safe,
        });
        let mut value = Operand::Reg(converted);
        for (cond, result) in [(above, max), (below, min)] {
            let dst = self.new_reg(to);
            self.emit(InstKind::Select {
                dst,
                cond,
                a: number(to, result),
                b: value,
            });
            value = Operand::Reg(dst);
        }
        self.bind(v, smallvec![value]);
        Ok(())
    }

    fn round_to_integer(&mut self, v: Value, op: FloatUnOp) -> Result<(), Unsupported> {
        let from = self.scalar(v.operand(0))?;
        let to = self.scalar(v)?;
        let a = self.one(v.operand(0))?;
        let rounded = self.new_reg(from);
        self.emit(InstKind::FloatUn {
            op,
            dst: rounded,
            a,
        });
        let dst = self.single(v)?;
        self.emit(InstKind::Cast {
            op: CastOp::FpToSi,
            from,
            to,
            dst,
            src: Operand::Reg(rounded),
        });
        Ok(())
    }

    /// `llvm.vector.reduce.*`: lanes joined from left to right.
    fn reduce(&mut self, v: Value, name: &str) -> Result<(), Unsupported> {
        let which = name.split('.').next().unwrap_or_default();
        let last = v.argument_count() - 1;
        let mut lanes = self.parts(v.operand(last))?.into_iter();
        let ty = self.scalar(v)?;
        let mut value = match which {
            // An ordered sum starts with its first argument.
            "fadd" | "fmul" => self.one(v.operand(0))?,
            _ => lanes.next().ok_or("an empty vector")?,
        };
        for lane in lanes {
            let dst = self.new_reg(ty);
            let bin = |op| InstKind::Bin {
                op,
                flags: Overflow::default(),
                dst,
                a: value,
                b: lane,
            };
            let float = |op| InstKind::FloatBin {
                op,
                dst,
                a: value,
                b: lane,
            };
            let pure = |op| InstKind::Intrinsic {
                op,
                ty,
                dsts: vec![dst],
                args: vec![value, lane],
            };
            let kind = match which {
                "add" => bin(BinOp::Add),
                "mul" => bin(BinOp::Mul),
                "and" => bin(BinOp::And),
                "or" => bin(BinOp::Or),
                "xor" => bin(BinOp::Xor),
                "smax" => pure(Intrinsic::SMax),
                "smin" => pure(Intrinsic::SMin),
                "umax" => pure(Intrinsic::UMax),
                "umin" => pure(Intrinsic::UMin),
                "fadd" => float(FloatBinOp::Add),
                "fmul" => float(FloatBinOp::Mul),
                "fmax" => float(FloatBinOp::Max),
                "fmin" => float(FloatBinOp::Min),
                _ => return Err(format!("llvm.vector.reduce.{name}")),
            };
            self.emit(kind);
            value = Operand::Reg(dst);
        }
        self.bind(v, smallvec![value]);
        Ok(())
    }
}

/// The part of an intrinsic's name before the types: `ctpop` of `ctpop.i32`.
fn stem(name: &str) -> &str {
    let end = name
        .match_indices('.')
        .find(|(i, _)| is_type(&name[i + 1..]))
        .map_or(name.len(), |(i, _)| i);
    &name[..end]
}

fn is_type(suffix: &str) -> bool {
    let first = suffix.split('.').next().unwrap_or_default();
    let number = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if let Some(rest) = first.strip_prefix('v') {
        let lanes = rest.bytes().take_while(u8::is_ascii_digit).count();
        return lanes > 0 && is_type(&rest[lanes..]);
    }
    let plain = |c: char| first.strip_prefix(c).is_some_and(number);
    plain('i') || plain('f') || plain('p')
}

fn pure(name: &str) -> Option<Intrinsic> {
    Some(match stem(name) {
        "sadd.sat" => Intrinsic::SAddSat,
        "uadd.sat" => Intrinsic::UAddSat,
        "ssub.sat" => Intrinsic::SSubSat,
        "usub.sat" => Intrinsic::USubSat,
        "sshl.sat" => Intrinsic::SShlSat,
        "ushl.sat" => Intrinsic::UShlSat,
        "bswap" => Intrinsic::Bswap,
        "bitreverse" => Intrinsic::BitReverse,
        "ctpop" => Intrinsic::CtPop,
        "ctlz" => Intrinsic::Ctlz,
        "cttz" => Intrinsic::Cttz,
        "smin" => Intrinsic::SMin,
        "smax" => Intrinsic::SMax,
        "umin" => Intrinsic::UMin,
        "umax" => Intrinsic::UMax,
        "fshl" => Intrinsic::FShl,
        "fshr" => Intrinsic::FShr,
        "fma" => Intrinsic::Fma,
        "is.fpclass" => Intrinsic::IsFpClass,
        _ => return None,
    })
}

fn float_unary(name: &str) -> Option<FloatUnOp> {
    Some(match stem(name) {
        "fabs" => FloatUnOp::Abs,
        "sqrt" => FloatUnOp::Sqrt,
        "floor" => FloatUnOp::Floor,
        "ceil" => FloatUnOp::Ceil,
        "trunc" => FloatUnOp::Trunc,
        "round" => FloatUnOp::Round,
        "rint" | "nearbyint" | "roundeven" => FloatUnOp::RoundEven,
        _ => return None,
    })
}

fn float_binary(name: &str) -> Option<FloatBinOp> {
    Some(match stem(name) {
        "copysign" => FloatBinOp::CopySign,
        "minnum" => FloatBinOp::Min,
        "maxnum" => FloatBinOp::Max,
        _ => return None,
    })
}
