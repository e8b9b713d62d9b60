//! Floating point: concrete exactly (the reference semantics of `ir`),
//! symbolic through the floating-point theory. x87 `long double` is brought to
//! the numbers of the theory and back at each operation ([`ep_term::x87`]).

use crate::driver::Driver;
use crate::machine::{Assumption, Machine, Step};
use crate::state::State;
use crate::value::Value;
use ep_base::outcome::ErrorKind;
use ep_ir::{scalar, CastOp, FloatBinOp, FloatFormat, FloatPred, FloatUnOp};
use ep_term::{FloatSort, Rounding, TermId};

/// The sort of a format in the floating-point theory.
pub(super) fn sort(f: FloatFormat) -> FloatSort {
    match f {
        FloatFormat::F16 => FloatSort::F16,
        FloatFormat::F32 => FloatSort::F32,
        FloatFormat::F64 => FloatSort::F64,
        FloatFormat::F80 => FloatSort::X87,
        FloatFormat::F128 => FloatSort::F128,
    }
}

impl<D: Driver> Machine<D> {
    /// The operand as a floating-point term.
    pub fn float(&mut self, st: &mut State<D>, f: FloatFormat, v: Value) -> TermId {
        let v = self.observe(st, v);
        let t = self.term(st, v, f.bits());
        let p = &mut self.cx.pool;
        match f {
            FloatFormat::F80 => p.x87_load(t),
            f => p.fp_from_bits(t, sort(f)),
        }
    }

    /// Fixes a value of any width, 64 bits at a time.
    pub fn fix_wide(&mut self, st: &mut State<D>, t: TermId) -> Step<Value> {
        let width = self.cx.pool.width(t);
        let mut bits = 0;
        for low in (0..width).step_by(64) {
            let high = (low + 63).min(width - 1);
            let part = self.cx.pool.extract(t, high, low);
            bits |= self.fix(st, part)? << low;
        }
        Ok(self.cx.from_bits(width, bits))
    }

    /// `a op b`.
    pub fn float_bin(
        &mut self,
        st: &mut State<D>,
        f: FloatFormat,
        op: FloatBinOp,
        a: Value,
        b: Value,
    ) -> Step<Value> {
        let chooses = matches!(op, FloatBinOp::Min | FloatBinOp::Max) && !D::FOLLOWS;
        if let (Some(x), Some(y)) = (self.cx.concrete_bits(a), self.cx.concrete_bits(b)) {
            let zeros = x != y && (x | y) & ((1 << (f.bits() - 1)) - 1) == 0;
            if !(chooses && zeros) {
                let r = scalar::float_bin(f, op, x, y);
                return Ok(self.cx.from_bits(f.bits(), r));
            }
        }
        if op == FloatBinOp::CopySign {
            let w = f.bits();
            let (a, b) = (self.observe(st, a), self.observe(st, b));
            let (x, y) = (self.term(st, a, w), self.term(st, b, w));
            let p = &mut self.cx.pool;
            let sign = p.extract(y, w - 1, w - 1);
            let rest = p.extract(x, w - 2, 0);
            let t = p.concat(sign, rest);
            return Ok(self.cx.value(t));
        }
        let (x, y) = (self.float(st, f, a), self.float(st, f, b));
        let p = &mut self.cx.pool;
        let t = match op {
            FloatBinOp::Add => p.fp_add(x, y),
            FloatBinOp::Sub => p.fp_sub(x, y),
            FloatBinOp::Mul => p.fp_mul(x, y),
            FloatBinOp::Div => p.fp_div(x, y),
            FloatBinOp::Min | FloatBinOp::Max if f == FloatFormat::F80 => {
                let r = self.chosen(st, f, op == FloatBinOp::Min, (a, x), (b, y));
                return Ok(if chooses {
                    self.any_zero(st, f, (x, y), r)
                } else {
                    r
                });
            }
            FloatBinOp::Min => p.fp_min(x, y),
            FloatBinOp::Max => p.fp_max(x, y),
            FloatBinOp::Rem => self.float_rem(st, f, x, y)?,
            FloatBinOp::CopySign => x,
        };
        let r = self.cx.float_value(f, t);
        Ok(if chooses {
            self.any_zero(st, f, (x, y), r)
        } else {
            r
        })
    }

    /// The result of a minimum or maximum, of which C and LLVM leave the sign
    /// open where it is one of zeros with different signs: compilers and
    /// libraries differ.
    fn any_zero(
        &mut self,
        st: &mut State<D>,
        f: FloatFormat,
        (x, y): (TermId, TermId),
        result: Value,
    ) -> Value {
        let w = f.bits();
        let p = &mut self.cx.pool;
        let (zero_x, zero_y) = (p.fp_is_zero(x), p.fp_is_zero(y));
        let (minus_x, minus_y) = (p.fp_is_negative(x), p.fp_is_negative(y));
        let zeros = p.and(zero_x, zero_y);
        let differ = p.ne(minus_x, minus_y);
        let open = p.and(zeros, differ);
        if p.as_bool(open) == Some(false) {
            return result;
        }
        self.assume_note(st, Assumption::ZeroSign);
        let any = self.havoc_term(st, "sign of a zero", 8);
        let plain = self.term(st, result, w);
        let p = &mut self.cx.pool;
        let sign = p.extract(any, 0, 0);
        let rest = p.bv(w - 1, 0);
        let zero = p.concat(sign, rest);
        let t = p.ite(open, zero, plain);
        self.cx.value(t)
    }

    /// The less (or greater) of two values as it is stored: an x87 number may
    /// have two encodings.
    fn chosen(
        &mut self,
        st: &mut State<D>,
        f: FloatFormat,
        least: bool,
        (a, x): (Value, TermId),
        (b, y): (Value, TermId),
    ) -> Value {
        let (a, b) = (self.observe(st, a), self.observe(st, b));
        let (ta, tb) = (self.term(st, a, f.bits()), self.term(st, b, f.bits()));
        let p = &mut self.cx.pool;
        let (low, high) = if least { (x, y) } else { (y, x) };
        let less = p.fp_lt(low, high);
        let equal = p.fp_eq(x, y);
        // -0 is below +0.
        let negative = p.fp_is_negative(x);
        let wanted = if least { negative } else { p.not(negative) };
        let tie = p.and(equal, wanted);
        let nan = p.fp_is_nan(y);
        let first = p.or(less, tie);
        let first = p.or(first, nan);
        // Where both are no numbers the second one is the result.
        let number = p.fp_is_nan(x);
        let number = p.not(number);
        let first = p.and(first, number);
        let t = p.ite(first, ta, tb);
        self.cx.value(t)
    }

    /// `op a`.
    pub fn float_un(
        &mut self,
        st: &mut State<D>,
        f: FloatFormat,
        op: FloatUnOp,
        a: Value,
    ) -> Step<Value> {
        if let Some(x) = self.cx.concrete_bits(a) {
            let r = scalar::float_un(f, op, x);
            return Ok(self.cx.from_bits(f.bits(), r));
        }
        // Sign operations are on the bits, NaN included.
        if matches!(op, FloatUnOp::Neg | FloatUnOp::Abs) {
            let w = f.bits();
            let a = self.observe(st, a);
            let x = self.term(st, a, w);
            let p = &mut self.cx.pool;
            let sign = if op == FloatUnOp::Abs {
                p.bv(1, 0)
            } else {
                let s = p.extract(x, w - 1, w - 1);
                p.bvnot(s)
            };
            let rest = p.extract(x, w - 2, 0);
            let t = p.concat(sign, rest);
            return Ok(self.cx.value(t));
        }
        let x = self.float(st, f, a);
        let p = &mut self.cx.pool;
        let t = match op {
            FloatUnOp::Sqrt => p.fp_sqrt(x),
            FloatUnOp::Floor => p.fp_round(x, Rounding::TowardNegative),
            FloatUnOp::Ceil => p.fp_round(x, Rounding::TowardPositive),
            FloatUnOp::Trunc => p.fp_round(x, Rounding::TowardZero),
            FloatUnOp::Round => p.fp_round(x, Rounding::NearestAway),
            FloatUnOp::RoundEven | FloatUnOp::Neg | FloatUnOp::Abs => {
                p.fp_round(x, Rounding::NearestEven)
            }
        };
        Ok(self.cx.float_value(f, t))
    }

    /// A comparison as a value of one bit.
    pub fn float_cmp(
        &mut self,
        st: &mut State<D>,
        f: FloatFormat,
        pred: FloatPred,
        a: Value,
        b: Value,
    ) -> Step<Value> {
        if let (Some(x), Some(y)) = (self.cx.concrete_bits(a), self.cx.concrete_bits(b)) {
            return Ok(Value::Int(u64::from(scalar::float_cmp(f, pred, x, y))));
        }
        let (x, y) = (self.float(st, f, a), self.float(st, f, b));
        let p = &mut self.cx.pool;
        let nan = |p: &mut ep_term::Pool| {
            let (a, b) = (p.fp_is_nan(x), p.fp_is_nan(y));
            p.or(a, b)
        };
        let t = match pred {
            FloatPred::False => p.fls(),
            FloatPred::True => p.tru(),
            FloatPred::Oeq => p.fp_eq(x, y),
            FloatPred::Ogt => p.fp_lt(y, x),
            FloatPred::Oge => p.fp_le(y, x),
            FloatPred::Olt => p.fp_lt(x, y),
            FloatPred::Ole => p.fp_le(x, y),
            FloatPred::One => {
                let (l, g) = (p.fp_lt(x, y), p.fp_lt(y, x));
                p.or(l, g)
            }
            FloatPred::Ord => {
                let n = nan(p);
                p.not(n)
            }
            FloatPred::Uno => nan(p),
            FloatPred::Ueq => {
                let (l, g) = (p.fp_lt(x, y), p.fp_lt(y, x));
                let o = p.or(l, g);
                p.not(o)
            }
            FloatPred::Ugt => {
                let c = p.fp_le(x, y);
                p.not(c)
            }
            FloatPred::Uge => {
                let c = p.fp_lt(x, y);
                p.not(c)
            }
            FloatPred::Ult => {
                let c = p.fp_le(y, x);
                p.not(c)
            }
            FloatPred::Ule => {
                let c = p.fp_lt(y, x);
                p.not(c)
            }
            FloatPred::Une => {
                let c = p.fp_eq(x, y);
                p.not(c)
            }
        };
        Ok(self.cx.value(t))
    }

    /// Conversions from or to floating point. `fw`/`tw` are integer widths.
    #[allow(clippy::too_many_arguments)]
    pub fn float_cast(
        &mut self,
        st: &mut State<D>,
        op: CastOp,
        from: (Option<FloatFormat>, u32),
        to: (Option<FloatFormat>, u32),
        v: Value,
    ) -> Step<Value> {
        let signed = matches!(op, CastOp::FpToSi | CastOp::SiToFp);
        match (op, from, to) {
            (CastOp::FloatCast, (Some(f), _), (Some(t), tw)) => {
                if let Some(x) = self.cx.concrete_bits(v) {
                    let r = scalar::float_cast(f, t, x);
                    return Ok(self.cx.from_bits(tw, r));
                }
                let x = self.float(st, f, v);
                let r = self.cx.pool.fp_to_fp(x, sort(t));
                Ok(self.cx.float_value(t, r))
            }
            (CastOp::FpToSi | CastOp::FpToUi, (Some(f), _), (None, tw)) => {
                if let Some(x) = self.cx.concrete_bits(v) {
                    return match scalar::fp_to_int(f, signed, tw, x) {
                        Some(r) => Ok(self.cx.from_bits(tw, r)),
                        None if self.options.checks.has(ErrorKind::FloatCastOverflow) => self
                            .error(
                                st,
                                ErrorKind::FloatCastOverflow,
                                format!("the value does not fit a {}-bit integer", tw),
                            ),
                        None => Ok(Value::Undef),
                    };
                }
                let x = self.float(st, f, v);
                let fits = self.cx.float_fits(x, f, signed, tw);
                let not = self.cx.pool.not(fits);
                if self.options.checks.has(ErrorKind::FloatCastOverflow) {
                    self.error_if(st, not, ErrorKind::FloatCastOverflow, &|| {
                        format!("the value does not fit a {tw}-bit integer")
                    })?;
                } else if self.decide(st, not)? {
                    return Ok(Value::Undef);
                }
                let p = &mut self.cx.pool;
                let t = if signed {
                    p.fp_to_sbv(x, tw)
                } else {
                    p.fp_to_ubv(x, tw)
                };
                Ok(self.cx.value(t))
            }
            (CastOp::SiToFp | CastOp::UiToFp, (None, fw), (Some(t), tw)) => {
                if let Some(x) = self.cx.concrete_bits(v) {
                    let r = scalar::int_to_fp(t, signed, fw, x);
                    return Ok(self.cx.from_bits(tw, r));
                }
                let v = self.observe(st, v);
                let x = self.term(st, v, fw);
                let p = &mut self.cx.pool;
                let r = if signed {
                    p.sbv_to_fp(x, sort(t))
                } else {
                    p.ubv_to_fp(x, sort(t))
                };
                Ok(self.cx.float_value(t, r))
            }
            _ => Ok(v),
        }
    }
}
