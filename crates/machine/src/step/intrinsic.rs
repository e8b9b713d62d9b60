//! Pure intrinsics on symbolic integers. Concrete operands use the reference
//! semantics of `ir`.

use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::state::State;
use crate::value::Value;
use ep_base::outcome::ErrorKind;
use ep_ir::{scalar, FloatFormat, Intrinsic, Type};
use ep_term::TermId;

impl<D: Driver> Machine<D> {
    /// One or two results.
    pub fn intrinsic(
        &mut self,
        st: &mut State<D>,
        op: Intrinsic,
        ty: Type,
        args: &[Value],
    ) -> Step<(Value, Option<Value>)> {
        if let Type::Float(f) = ty {
            return self.float_intrinsic(st, op, f, args).map(|v| (v, None));
        }
        let width = self.program.bits(ty);
        let args: Vec<Value> = args.iter().map(|a| self.observe(st, *a)).collect();
        let has_overflow = matches!(
            op,
            Intrinsic::SAddOverflow
                | Intrinsic::UAddOverflow
                | Intrinsic::SSubOverflow
                | Intrinsic::USubOverflow
                | Intrinsic::SMulOverflow
                | Intrinsic::UMulOverflow
        );
        let bits: Option<Vec<u128>> = args.iter().map(|a| self.cx.concrete_bits(*a)).collect();
        if let Some(b) = bits {
            let at = |i: usize| b.get(i).copied().unwrap_or(0);
            let three = [at(0), at(1), at(2)];
            if scalar::intrinsic_undefined(op, width, three) {
                return Ok((Value::Undef, None));
            }
            let (r, o) = scalar::intrinsic(op, width, three);
            let o = has_overflow.then_some(Value::Int(o as u64));
            return Ok((self.cx.from_bits(width, r), o));
        }
        let flag = |i: usize| matches!(args.get(i), Some(Value::Int(1)));
        let (flag1, terms) = (flag(1), {
            let n = match op {
                Intrinsic::Ctlz | Intrinsic::Cttz | Intrinsic::Abs => 1,
                _ => args.len(),
            };
            let mut t = Vec::new();
            for a in &args[..n] {
                t.push(self.term(st, *a, width));
            }
            t
        });
        let x = terms[0];
        let y = terms.get(1).copied().unwrap_or(x);
        let p = &mut self.cx.pool;
        let overflow = |m: &mut Self, r: TermId, o: TermId| {
            let (r, o) = (m.cx.value(r), m.cx.value(o));
            Ok((r, Some(o)))
        };
        let min = p.bv(width, 1u128 << (width - 1));
        let zero = p.bv(width, 0);
        let t = match op {
            Intrinsic::SAddOverflow => {
                let (r, o) = (p.bvadd(x, y), p.saddo(x, y));
                return overflow(self, r, o);
            }
            Intrinsic::UAddOverflow => {
                let (r, o) = (p.bvadd(x, y), p.uaddo(x, y));
                return overflow(self, r, o);
            }
            Intrinsic::SSubOverflow => {
                let (r, o) = (p.bvsub(x, y), p.ssubo(x, y));
                return overflow(self, r, o);
            }
            Intrinsic::USubOverflow => {
                let (r, o) = (p.bvsub(x, y), p.usubo(x, y));
                return overflow(self, r, o);
            }
            Intrinsic::SMulOverflow => {
                let (r, o) = (p.bvmul(x, y), p.smulo(x, y));
                return overflow(self, r, o);
            }
            Intrinsic::UMulOverflow => {
                let (r, o) = (p.bvmul(x, y), p.umulo(x, y));
                return overflow(self, r, o);
            }
            Intrinsic::SAddSat | Intrinsic::SSubSat => {
                let add = op == Intrinsic::SAddSat;
                let (r, o) = if add {
                    (p.bvadd(x, y), p.saddo(x, y))
                } else {
                    (p.bvsub(x, y), p.ssubo(x, y))
                };
                let max = p.bvnot(min);
                let negative = p.slt(x, zero);
                let limit = p.ite(negative, min, max);
                p.ite(o, limit, r)
            }
            Intrinsic::UAddSat => {
                let (r, o) = (p.bvadd(x, y), p.uaddo(x, y));
                let max = p.bvnot(zero);
                p.ite(o, max, r)
            }
            Intrinsic::USubSat => {
                let (r, o) = (p.bvsub(x, y), p.usubo(x, y));
                p.ite(o, zero, r)
            }
            Intrinsic::SShlSat | Intrinsic::UShlSat => {
                let r = p.bvshl(x, y);
                let signed = op == Intrinsic::SShlSat;
                let back = if signed {
                    p.bvashr(r, y)
                } else {
                    p.bvlshr(r, y)
                };
                let o = p.ne(back, x);
                let limit = if signed {
                    let max = p.bvnot(min);
                    let negative = p.slt(x, zero);
                    p.ite(negative, min, max)
                } else {
                    p.bvnot(zero)
                };
                p.ite(o, limit, r)
            }
            Intrinsic::Bswap => {
                let mut t = p.extract(x, 7, 0);
                for i in 1..width / 8 {
                    let b = p.extract(x, 8 * i + 7, 8 * i);
                    t = p.concat(t, b);
                }
                t
            }
            Intrinsic::BitReverse => {
                let mut t = p.extract(x, 0, 0);
                for i in 1..width {
                    let b = p.extract(x, i, i);
                    t = p.concat(t, b);
                }
                t
            }
            Intrinsic::CtPop => {
                let mut t = zero;
                for i in 0..width {
                    let b = p.extract(x, i, i);
                    let b = p.zext(b, width);
                    t = p.bvadd(t, b);
                }
                t
            }
            Intrinsic::Ctlz | Intrinsic::Cttz => {
                if flag1 {
                    let is_zero = p.eq(x, zero);
                    if self.decide(st, is_zero)? {
                        return Ok((Value::Undef, None));
                    }
                }
                let p = &mut self.cx.pool;
                let mut t = p.bv(width, u128::from(width));
                // The last bit that is set in this order decides.
                for i in 0..width {
                    let (bit, count) = if op == Intrinsic::Ctlz {
                        (i, width - 1 - i)
                    } else {
                        (width - 1 - i, width - 1 - i)
                    };
                    let b = p.extract(x, bit, bit);
                    let c = p.bv_to_bool(b);
                    let n = p.bv(width, u128::from(count));
                    t = p.ite(c, n, t);
                }
                t
            }
            Intrinsic::Abs => {
                if flag1 {
                    let is_min = p.eq(x, min);
                    if self.decide(st, is_min)? {
                        return Ok((Value::Undef, None));
                    }
                }
                let p = &mut self.cx.pool;
                let n = p.bvneg(x);
                let negative = p.slt(x, zero);
                p.ite(negative, n, x)
            }
            Intrinsic::SMin | Intrinsic::SMax | Intrinsic::UMin | Intrinsic::UMax => {
                let c = match op {
                    Intrinsic::SMin => p.slt(x, y),
                    Intrinsic::SMax => p.slt(y, x),
                    Intrinsic::UMin => p.ult(x, y),
                    _ => p.ult(y, x),
                };
                p.ite(c, x, y)
            }
            Intrinsic::FShl | Intrinsic::FShr => {
                let z = terms.get(2).copied().unwrap_or(zero);
                let w = p.bv(width, u128::from(width));
                let amount = p.bvurem(z, w);
                let rest = p.bvsub(w, amount);
                // A shift by the whole width gives zero in SMT-LIB, as wanted.
                let (hi, lo) = if op == Intrinsic::FShl {
                    (p.bvshl(x, amount), p.bvlshr(y, rest))
                } else {
                    (p.bvshl(x, rest), p.bvlshr(y, amount))
                };
                p.bvor(hi, lo)
            }
            Intrinsic::Fma | Intrinsic::IsFpClass => {
                return self.unsupported(st, format!("{op:?} of integers"))
            }
        };
        Ok((self.cx.value(t), None))
    }

    fn float_intrinsic(
        &mut self,
        st: &mut State<D>,
        op: Intrinsic,
        f: FloatFormat,
        args: &[Value],
    ) -> Step<Value> {
        let bits: Option<Vec<u128>> = args.iter().map(|a| self.cx.concrete_bits(*a)).collect();
        match (op, bits) {
            (Intrinsic::Fma, Some(b)) if b.len() == 3 => {
                let r = scalar::float_fma(f, b[0], b[1], b[2]);
                Ok(self.cx.from_bits(f.bits(), r))
            }
            (Intrinsic::IsFpClass, _) if f == FloatFormat::F80 && args.len() == 2 => {
                self.is_x87_class(st, args)
            }
            (Intrinsic::IsFpClass, Some(b)) if b.len() == 2 => {
                Ok(Value::Int(u64::from(scalar::float_is_class(f, b[0], b[1]))))
            }
            (Intrinsic::Fma, None) if args.len() == 3 => {
                let [a, b, c] = [args[0], args[1], args[2]].map(|v| self.float(st, f, v));
                let r = self.cx.pool.fp_fma(a, b, c);
                Ok(self.cx.float_value(f, r))
            }
            (Intrinsic::IsFpClass, None) if args.len() == 2 => self.is_class(st, f, args),
            _ => self.unsupported(st, format!("{op:?} on {f:?}")),
        }
    }

    /// The same for stored bits of x87. What has a leading bit without an
    /// exponent or the reverse is in a class or not as the mask is compiled, but
    /// for the question whether it is a number.
    fn is_x87_class(&mut self, st: &mut State<D>, args: &[Value]) -> Step<Value> {
        const NAN: u128 = 0b11;
        const NUMBER: u128 = 0b11_1111_1100;
        let mask = self.cx.concrete_bits(args[1]);
        if !matches!(mask, Some(NAN | NUMBER)) {
            let x = self.term(st, args[0], 80);
            let p = &mut self.cx.pool;
            let (exponent, leading) = (p.extract(x, 78, 64), p.extract(x, 63, 63));
            let none = p.bv(15, 0);
            let small = p.eq(exponent, none);
            let leading = p.bv_to_bool(leading);
            let odd = p.eq(small, leading);
            if self.decide(st, odd)? {
                return self.unsupported(
                    st,
                    "the class of a long double that is no valid encoding of x87",
                );
            }
        }
        self.is_class(st, FloatFormat::F80, args)
    }

    /// `llvm.is.fpclass` by the fields of the encoding.
    fn is_class(&mut self, st: &mut State<D>, f: FloatFormat, args: &[Value]) -> Step<Value> {
        let Some(mask) = self.cx.concrete_bits(args[1]) else {
            return self.unsupported(st, "a class of floats that is not constant");
        };
        let fp = self.float(st, f, args[0]);
        let x = self.term(st, args[0], f.bits());
        let w = f.bits();
        let p = &mut self.cx.pool;
        let nan = p.fp_is_nan(fp);
        // The first bit of the fraction tells quiet from signalling.
        let mantissa = match f {
            FloatFormat::F16 => 10,
            FloatFormat::F32 => 23,
            FloatFormat::F64 => 52,
            FloatFormat::F80 => 63,
            FloatFormat::F128 => 112,
        };
        let quiet_bit = p.extract(x, mantissa - 1, mantissa - 1);
        let quiet = p.bv_to_bool(quiet_bit);
        let sign_bit = p.extract(x, w - 1, w - 1);
        let negative = p.bv_to_bool(sign_bit);
        let positive = p.not(negative);
        let loud = p.not(quiet);
        let classes = [
            (nan, loud),
            (nan, quiet),
            (p.fp_is_inf(fp), negative),
            (p.fp_is_normal(fp), negative),
            (p.fp_is_subnormal(fp), negative),
            (p.fp_is_zero(fp), negative),
            (p.fp_is_zero(fp), positive),
            (p.fp_is_subnormal(fp), positive),
            (p.fp_is_normal(fp), positive),
            (p.fp_is_inf(fp), positive),
        ];
        let mut t = p.fls();
        for (i, (a, b)) in classes.into_iter().enumerate() {
            if mask & (1 << i) != 0 {
                let c = p.and(a, b);
                t = p.or(t, c);
            }
        }
        Ok(self.cx.value(t))
    }

    /// The kind that a sanitizer's trap stands for.
    pub fn check_error(kind: ep_ir::CheckKind) -> (ErrorKind, &'static str) {
        use ep_ir::CheckKind as K;
        match kind {
            K::SignedOverflow => (ErrorKind::SignedOverflow, "the signed result does not fit"),
            K::Shift => (
                ErrorKind::OversizedShift,
                "the shift amount is negative or too large",
            ),
            K::ShiftBase => (
                ErrorKind::SignedOverflow,
                "the value is negative, or shifted to the left it does not fit",
            ),
            K::Division => (
                ErrorKind::DivisionByZero,
                "division by zero or overflow of the quotient",
            ),
            K::Unreachable => (
                ErrorKind::ReachedUnreachable,
                "`__builtin_unreachable` was reached",
            ),
            K::VlaBound => (
                ErrorKind::InvalidArgument,
                "the bound of a variable-length array is not positive",
            ),
            K::Bounds => (
                ErrorKind::OutOfBoundsRead,
                "the index lies outside the array",
            ),
            K::FloatCast => (
                ErrorKind::FloatCastOverflow,
                "the value does not fit the integer type",
            ),
            K::Trap => (ErrorKind::Abort, "a trap was reached"),
            _ => (
                ErrorKind::InvalidArgument,
                "an argument breaks what its function demands",
            ),
        }
    }
}
