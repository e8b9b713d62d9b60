//! One instruction: integers, memory, intrinsics.
//!
//! Idea: a fast path for defined values of at most 64 bits, everything else
//! through 128-bit values with their undefined bits. Cost: see `machine`.

use super::machine::Machine;
use super::stop::{Stop, R};
use super::value::{decided_cmp, undef_bin, undef_cast, Value, Wide};
use crate::inst::{PtrTerm, RmwOp};
use crate::scalar::{self, cast128, cast64, cmp128, cmp64, mask128, mask64, sext64};
use crate::{
    BinOp, CastOp, FloatBinOp, Function, InstKind, IntPred, Intrinsic, Operand, Overflow, Reg, Type,
};
use ep_base::outcome::ErrorKind;

impl<'m> Machine<'m, '_> {
    /// Executes an instruction that is not a call.
    #[inline(always)]
    pub(super) fn step(&mut self, func: &Function, kind: &'m InstKind) -> R<()> {
        match kind {
            InstKind::Bin {
                op,
                flags,
                dst,
                a,
                b,
            } => {
                let bits = self.reg_bits(func, *dst);
                if bits <= 64 {
                    let (x, y) = (self.get(a), self.get(b));
                    let v = self.bin(*op, *flags, bits, x, y)?;
                    self.set(*dst, v);
                } else {
                    let (x, y) = (self.get_wide(a, bits), self.get_wide(b, bits));
                    let v = self.bin_wide(*op, *flags, bits, x, y)?;
                    self.set_wide(*dst, bits, v);
                }
            }
            InstKind::Cmp {
                pred,
                ty,
                dst,
                a,
                b,
            } => {
                let bits = self.bits(*ty);
                let v = if bits <= 64 {
                    let (x, y) = (self.get(a), self.get(b));
                    if x.undef | y.undef == 0 {
                        Value::int(cmp64(*pred, bits, x.bits, y.bits).into())
                    } else {
                        compare_undef(*pred, bits, x.into(), y.into())
                    }
                } else {
                    let (x, y) = (self.get_wide(a, bits), self.get_wide(b, bits));
                    compare_undef(*pred, bits, x, y)
                };
                self.set(*dst, v);
            }
            InstKind::Load {
                dst,
                ty,
                addr,
                volatile,
                ..
            } => {
                self.volatiles += u64::from(*volatile);
                let bits = self.bits(*ty);
                let n = bits.div_ceil(8) as usize;
                let at = self.get(addr);
                if bits <= 64 {
                    let mut v = self.memory.load(at, n)?;
                    if bits & 7 != 0 {
                        v.bits &= mask64(bits);
                    }
                    v.bits &= !v.undef;
                    v.undef &= mask64(bits);
                    self.set(*dst, v);
                } else {
                    let v = self.memory.load_wide(at, n)?;
                    self.set_wide(*dst, bits, v);
                }
            }
            InstKind::Store {
                ty, value, addr, ..
            } => {
                let bits = self.bits(*ty);
                let n = bits.div_ceil(8) as usize;
                let at = self.get(addr);
                if bits <= 64 {
                    let v = self.get(value);
                    self.memory.store(at, n, v)?;
                } else {
                    let v = self.get_wide(value, bits);
                    self.memory.store_wide(at, n, v)?;
                }
            }
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } => {
                let v = self.ptr_add(base, *offset, terms);
                self.set(*dst, v);
            }
            InstKind::Copy { dst, src } => {
                let bits = self.reg_bits(func, *dst);
                if bits > 64 || *src == Operand::Undef {
                    let v = self.get_wide(src, bits);
                    self.set_wide(*dst, bits, v);
                } else {
                    let v = self.get(src);
                    self.set(*dst, v);
                }
            }
            InstKind::Cast {
                op,
                from,
                to,
                dst,
                src,
            } => self.cast(*op, *from, *to, *dst, src)?,
            InstKind::Select { dst, cond, a, b } => {
                let bits = self.reg_bits(func, *dst);
                let c = self.get(cond);
                let (x, y) = (self.get_wide(a, bits), self.get_wide(b, bits));
                let v = if c.undef & 1 != 0 {
                    // Defined where both agree.
                    Wide {
                        bits: x.bits,
                        undef: x.undef | y.undef | (x.bits ^ y.bits),
                        prov: if x.prov == y.prov { x.prov } else { 0 },
                    }
                } else if c.bits & 1 != 0 {
                    x
                } else {
                    y
                };
                self.set_wide(*dst, bits, v);
            }
            InstKind::Check { kind, ok } => {
                let c = self.get(ok);
                if self.decide(c, 1, "a check")? & 1 == 0 {
                    return Err(Stop::error(kind.error(), "the check fails"));
                }
            }
            InstKind::Intrinsic { op, ty, dsts, args } => {
                self.intrinsic(func, *op, *ty, dsts, args)?
            }
            InstKind::FloatBin { op, dst, a, b } => {
                self.float_bin(func, *op, *dst, a, b);
            }
            InstKind::FloatUn { op, dst, a } => self.float_un(func, *op, *dst, a),
            InstKind::FloatCmp {
                pred,
                ty,
                dst,
                a,
                b,
            } => self.float_cmp(*pred, *ty, *dst, a, b),
            _ => self.rare(func, kind)?,
        }
        Ok(())
    }

    fn rare(&mut self, func: &Function, kind: &'m InstKind) -> R<()> {
        match kind {
            InstKind::Alloca {
                dst,
                size,
                align,
                count,
                ..
            } => {
                let mut bytes = *size;
                if let Some((op, ty)) = count {
                    let bits = self.bits(*ty);
                    let n = self.get(op);
                    let n = self.decide(n, bits, "the size of an array")?;
                    bytes = bytes.saturating_mul(n & mask64(bits));
                }
                self.use_stack(bytes)?;
                let v = self.memory.push_stack(bytes, *align, self.loc)?;
                self.set(*dst, v);
            }
            InstKind::MemCopy {
                dst,
                src,
                len,
                len_ty,
                may_overlap,
            } => {
                let (d, s) = (self.get(dst), self.get(src));
                let n = self.length(len, *len_ty)?;
                self.copy_memory(d, s, n, *may_overlap)?;
            }
            InstKind::MemSet {
                dst,
                value,
                len,
                len_ty,
            } => {
                let (d, v) = (self.get(dst), self.get(value));
                let n = self.length(len, *len_ty)?;
                self.memory.set(d, v, n)?;
            }
            InstKind::Assume { cond } => {
                let c = self.get(cond);
                if self.decide(c, 1, "an assumption")? & 1 == 0 {
                    return Err(Stop::error(
                        ErrorKind::ReachedUnreachable,
                        "an assumption given to the compiler is false",
                    ));
                }
            }
            InstKind::ObjectSize { dst, ptr, min } => {
                let p = self.get(ptr);
                let v = match self.memory.object_at(p) {
                    // Nothing is left outside the object.
                    Some(o) if p.undef == 0 && p.bits < o.base => 0,
                    Some(o) if p.undef == 0 => (o.base + o.size).saturating_sub(p.bits),
                    _ if *min => 0,
                    _ => u64::MAX,
                };
                let bits = self.reg_bits(func, *dst);
                self.set_wide(*dst, bits, Wide::int(v.into()));
            }
            InstKind::StackSave { dst } => {
                let (count, _) = self.memory.stack_mark();
                self.set(*dst, Value::int(count as u64));
            }
            InstKind::StackRestore { token } => {
                let t = self.get(token);
                let count = self.decide(t, self.ptr_bits, "a stack restore")?;
                let floor = self.frames.last().map_or(0, |f| f.mark_count());
                let freed = self.memory.truncate_stack((count as usize).max(floor));
                self.stack_used = self.stack_used.saturating_sub(freed);
            }
            InstKind::Lifetime { ptr, end } => {
                let p = self.get(ptr);
                self.memory.lifetime(p, *end);
            }
            InstKind::VaStart { list } => {
                let v = self.get(list);
                self.va_start(v)?;
            }
            InstKind::VaEnd { .. } | InstKind::Count { .. } => {}
            InstKind::VaCopy { dst, src } => {
                let (d, s) = (self.get(dst), self.get(src));
                self.va_copy(d, s)?;
            }
            InstKind::Freeze { dst, src } => {
                let bits = self.reg_bits(func, *dst);
                let mut v = self.get_wide(src, bits);
                v.undef = 0;
                self.set_wide(*dst, bits, v);
            }
            InstKind::AtomicRmw {
                op,
                ty,
                dst,
                addr,
                value,
            } => {
                let bits = self.bits(*ty);
                let n = bits.div_ceil(8) as usize;
                let at = self.get(addr);
                let old = self.memory.load_wide(at, n)?.cut(bits);
                let operand = self.get_wide(value, bits);
                let new = self.rmw(*op, *ty, bits, old, operand)?;
                self.memory.store_wide(at, n, new)?;
                self.set_wide(*dst, bits, old);
            }
            InstKind::CmpXchg {
                ty,
                old,
                success,
                addr,
                expected,
                new,
            } => {
                let bits = self.bits(*ty);
                let n = bits.div_ceil(8) as usize;
                let at = self.get(addr);
                let before = self.memory.load_wide(at, n)?.cut(bits);
                let want = self.get_wide(expected, bits);
                let equal = compare_undef(IntPred::Eq, bits, before, want);
                if self.decide(equal, 1, "a compare and exchange")? != 0 {
                    let v = self.get_wide(new, bits);
                    self.memory.store_wide(at, n, v)?;
                }
                self.set_wide(*old, bits, before);
                self.set(*success, equal);
            }
            InstKind::Unsupported { what, .. } => return Err(Stop::unsupported(what.as_str())),
            // The others are handled before.
            _ => return Err(Stop::unsupported("an instruction out of place")),
        }
        Ok(())
    }

    fn length(&self, len: &Operand, ty: Type) -> R<u64> {
        let bits = self.bits(ty);
        let n = self.get(len);
        Ok(self.decide(n, bits, "the length of a copy")? & mask64(bits))
    }

    /// `memcpy` and `memmove`.
    pub(super) fn copy_memory(&mut self, d: Value, s: Value, n: u64, may_overlap: bool) -> R<()> {
        let apart = d.bits.abs_diff(s.bits);
        if !may_overlap && d.bits != s.bits && apart < n {
            // Bounds first: a wild range is the graver finding.
            self.memory.bytes(s, n)?;
            return Err(Stop::error(
                ErrorKind::InvalidArgument,
                format!("memcpy of {n} bytes between ranges that are {apart} bytes apart"),
            ));
        }
        self.memory.copy(d, s, n)
    }

    #[inline(always)]
    fn ptr_add(&self, base: &Operand, offset: i64, terms: &[PtrTerm]) -> Value {
        let mut v = self.get(base);
        v.bits = v.bits.wrapping_add_signed(offset);
        for t in terms {
            let i = self.get(&t.index);
            let bits = self.bits(t.ty);
            let step = sext64(bits.min(64), i.bits).wrapping_mul(t.scale);
            v.bits = v.bits.wrapping_add_signed(step);
            if i.undef & mask64(bits) != 0 {
                v.undef = u64::MAX;
            }
        }
        let m = mask64(self.ptr_bits);
        v.bits &= m;
        if v.undef != 0 {
            v.undef = m;
            v.bits = 0;
        }
        v
    }

    /// The object of a result of integer arithmetic on addresses.
    #[inline(always)]
    fn kept_provenance(op: BinOp, a: Value, b: Value) -> u64 {
        if a.prov | b.prov == 0 {
            return 0;
        }
        match op {
            BinOp::Add | BinOp::And | BinOp::Or if a.prov == 0 || b.prov == 0 => a.prov | b.prov,
            BinOp::Sub if b.prov == 0 => a.prov,
            _ => 0,
        }
    }

    /// An integer operation of at most 64 bits.
    #[inline(always)]
    fn bin(&self, op: BinOp, flags: Overflow, bits: u32, a: Value, b: Value) -> R<Value> {
        let divides = matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem);
        let shifts = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
        if a.undef | b.undef == 0 && !divides && !(shifts && b.bits >= u64::from(bits)) {
            let bad = (flags.nsw && scalar::wraps_signed64(op, bits, a.bits, b.bits))
                || ((flags.nuw || flags.exact)
                    && scalar::violates(
                        Overflow {
                            nsw: false,
                            ..flags
                        },
                        op,
                        bits,
                        a.bits.into(),
                        b.bits.into(),
                    ));
            if !bad {
                return Ok(Value {
                    bits: scalar::bin64(op, bits, a.bits, b.bits),
                    undef: 0,
                    prov: Self::kept_provenance(op, a, b),
                });
            }
        }
        Ok(self.bin_wide(op, flags, bits, a.into(), b.into())?.low())
    }

    /// Any integer operation, with all its errors.
    fn bin_wide(&self, op: BinOp, flags: Overflow, bits: u32, a: Wide, b: Wide) -> R<Wide> {
        let (a, b) = (a.cut(bits), b.cut(bits));
        if matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem) {
            self.decide_wide(b, "a division")?;
            if b.bits == 0 {
                return Err(Stop::error(
                    ErrorKind::DivisionByZero,
                    "the divisor is zero",
                ));
            }
            if a.undef == 0 && scalar::division_overflows(op, bits, a.bits, b.bits) {
                return Err(Stop::error(
                    ErrorKind::SignedOverflow,
                    "the smallest number is divided by -1",
                ));
            }
        }
        if b.undef == 0 && scalar::shift_oversized(op, bits, b.bits) {
            if !self.module.from_source {
                return Ok(Wide::UNDEF.cut(bits));
            }
            return Err(Stop::error(
                ErrorKind::OversizedShift,
                format!("{bits} bits are shifted by {}", b.bits),
            ));
        }
        let prov = Self::kept_provenance(op, a.low(), b.low());
        if a.undef | b.undef != 0 {
            let r = scalar::bin128(op, bits, a.bits, b.bits);
            let undef = undef_bin(op, bits, a, b);
            return Ok(Wide {
                bits: r,
                undef,
                prov,
            }
            .cut(bits));
        }
        if flags.nsw && self.module.from_source && scalar::wraps_signed(op, bits, a.bits, b.bits) {
            return Err(Stop::error(
                ErrorKind::SignedOverflow,
                "the result does not fit its signed type",
            ));
        }
        if scalar::violates(flags, op, bits, a.bits, b.bits) {
            return Ok(Wide::UNDEF.cut(bits));
        }
        Ok(Wide {
            bits: scalar::bin128(op, bits, a.bits, b.bits),
            undef: 0,
            prov,
        })
    }

    #[inline(always)]
    fn cast(&mut self, op: CastOp, from: Type, to: Type, dst: Reg, src: &Operand) -> R<()> {
        let (f, t) = (self.bits(from), self.bits(to));
        match op {
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::SExt
            | CastOp::Bitcast
            | CastOp::PtrToInt
            | CastOp::IntToPtr => {
                if f <= 64 && t <= 64 {
                    let v = self.get(src);
                    if v.undef == 0 {
                        let mut r = Value {
                            bits: cast64(op, f, t, v.bits),
                            undef: 0,
                            prov: v.prov,
                        };
                        if op == CastOp::IntToPtr {
                            // The address decides; a dead object keeps its id.
                            let found = self.memory.lookup(r.bits);
                            if found != 0 {
                                r.prov = found;
                            }
                        }
                        self.set(dst, r);
                        return Ok(());
                    }
                }
                let v = self.get_wide(src, f);
                let r = Wide {
                    bits: cast128(op, f, t, v.bits),
                    undef: undef_cast(op, f, t, v.undef),
                    prov: v.prov,
                };
                self.set_wide(dst, t, r);
                Ok(())
            }
            _ => self.float_cast(op, from, to, dst, src),
        }
    }

    fn intrinsic(
        &mut self,
        func: &Function,
        op: Intrinsic,
        ty: Type,
        dsts: &[Reg],
        args: &[Operand],
    ) -> R<()> {
        if let Type::Float(format) = ty {
            self.float_intrinsic(func, op, format, dsts, args);
            return Ok(());
        }
        let bits = self.bits(ty);
        let mut words = [0u128; 3];
        let mut all = [Wide::default(); 3];
        let mut undef = false;
        for (i, a) in args.iter().take(3).enumerate() {
            all[i] = self.get_wide(a, bits);
            words[i] = all[i].bits;
            undef |= all[i].undef != 0;
        }
        let (first, second) = if undef {
            self.undef_intrinsic(op, bits, &all)
        } else if scalar::intrinsic_undefined(op, bits, words) {
            (Wide::UNDEF, Wide::UNDEF)
        } else {
            let (r, o) = scalar::intrinsic(op, bits, words);
            (Wide::int(r), Wide::int(o))
        };
        for (dst, v) in dsts.iter().zip([first, second]) {
            let w = self.reg_bits(func, *dst);
            self.set_wide(*dst, w, v);
        }
        Ok(())
    }

    /// Results on undefined arguments: bit permutations stay precise.
    fn undef_intrinsic(&self, op: Intrinsic, bits: u32, args: &[Wide; 3]) -> (Wide, Wide) {
        match op {
            Intrinsic::Bswap | Intrinsic::BitReverse => {
                let (v, _) = scalar::intrinsic(op, bits, [args[0].bits, 0, 0]);
                let (undef, _) = scalar::intrinsic(op, bits, [args[0].undef, 0, 0]);
                let v = Wide {
                    bits: v,
                    undef,
                    prov: 0,
                };
                (v, Wide::int(0))
            }
            Intrinsic::FShl | Intrinsic::FShr if args[2].undef == 0 => {
                let word = |f: fn(&Wide) -> u128| {
                    scalar::intrinsic(op, bits, [f(&args[0]), f(&args[1]), args[2].bits]).0
                };
                let v = Wide {
                    bits: word(|w| w.bits),
                    undef: word(|w| w.undef),
                    prov: 0,
                };
                (v, Wide::int(0))
            }
            _ => (Wide::UNDEF, Wide::UNDEF),
        }
    }

    fn rmw(&self, op: RmwOp, ty: Type, bits: u32, old: Wide, v: Wide) -> R<Wide> {
        let bin = |op| self.bin_wide(op, Overflow::default(), bits, old, v);
        let pick = |pred| {
            let c = compare_undef(pred, bits, old, v);
            Ok(if c.undef != 0 {
                Wide::UNDEF.cut(bits)
            } else if c.bits != 0 {
                old
            } else {
                v
            })
        };
        match op {
            RmwOp::Xchg => Ok(v),
            RmwOp::Add => bin(BinOp::Add),
            RmwOp::Sub => bin(BinOp::Sub),
            RmwOp::And => bin(BinOp::And),
            RmwOp::Or => bin(BinOp::Or),
            RmwOp::Xor => bin(BinOp::Xor),
            RmwOp::Nand => {
                let mut r = bin(BinOp::And)?;
                r.bits = !r.bits & mask128(bits) & !r.undef;
                r.prov = 0;
                Ok(r)
            }
            RmwOp::Max => pick(IntPred::Sgt),
            RmwOp::Min => pick(IntPred::Slt),
            RmwOp::UMax => pick(IntPred::Ugt),
            RmwOp::UMin => pick(IntPred::Ult),
            RmwOp::FAdd | RmwOp::FSub => {
                let Type::Float(format) = ty else {
                    return Err(Stop::unsupported("atomic float operation on an integer"));
                };
                if old.undef | v.undef != 0 {
                    return Ok(Wide::UNDEF.cut(bits));
                }
                let op = if op == RmwOp::FAdd {
                    FloatBinOp::Add
                } else {
                    FloatBinOp::Sub
                };
                Ok(Wide::int(scalar::float_bin(format, op, old.bits, v.bits)))
            }
        }
    }
}

/// A comparison, undefined unless the defined bits decide it.
fn compare_undef(pred: IntPred, bits: u32, a: Wide, b: Wide) -> Value {
    let (a, b) = (a.cut(bits), b.cut(bits));
    if a.undef | b.undef == 0 {
        return Value::int(cmp128(pred, bits, a.bits, b.bits).into());
    }
    match decided_cmp(pred, bits, a, b) {
        Some(r) => Value::int(r.into()),
        None => Value {
            bits: 0,
            undef: 1,
            prov: 0,
        },
    }
}
