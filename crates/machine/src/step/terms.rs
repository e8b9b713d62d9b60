//! Values as terms and terms as values: what steps need the pool alone for.

use crate::driver::Solving;
use crate::step::float::sort;
use crate::value::{mask, Value};
use ep_ir::{scalar, FloatBinOp, FloatFormat, FloatUnOp, IntPred};
use ep_term::{x87, Rounding, Sort, TermId};

impl Solving {
    /// A constant term back to a machine integer.
    pub fn value(&mut self, t: TermId) -> Value {
        match self.pool.sort(t) {
            Sort::BitVec(w) if w <= 64 => match self.pool.as_bv(t) {
                Some(v) => Value::Int(v as u64),
                None => Value::Term(t),
            },
            Sort::Bool => match self.pool.as_bool(t) {
                Some(b) => Value::Int(u64::from(b)),
                None => Value::Term(self.pool.bool_to_bv(t)),
            },
            _ => Value::Term(t),
        }
    }

    /// A comparison of bit-vector terms.
    pub fn compare_terms(&mut self, pred: IntPred, x: TermId, y: TermId) -> TermId {
        let p = &mut self.pool;
        match pred {
            IntPred::Eq => p.eq(x, y),
            IntPred::Ne => p.ne(x, y),
            IntPred::Ult => p.ult(x, y),
            IntPred::Ule => p.ule(x, y),
            IntPred::Ugt => p.ugt(x, y),
            IntPred::Uge => p.uge(x, y),
            IntPred::Slt => p.slt(x, y),
            IntPred::Sle => p.sle(x, y),
            IntPred::Sgt => p.sgt(x, y),
            IntPred::Sge => p.sge(x, y),
        }
    }

    /// The low `to` bits of a value of `from` bits.
    pub fn narrow(&mut self, v: Value, from: u32, to: u32) -> Value {
        if from == to {
            return v;
        }
        match v {
            Value::Int(x) => Value::Int(x & mask(to)),
            Value::Term(t) if matches!(self.pool.sort(t), Sort::BitVec(_)) => {
                let t = self.pool.extract(t, to - 1, 0);
                self.value(t)
            }
            v => v,
        }
    }

    pub(crate) fn widen(&mut self, v: Value, from: u32, to: u32) -> Value {
        match v {
            Value::Term(t) if from != to && matches!(self.pool.sort(t), Sort::BitVec(_)) => {
                let t = self.pool.zext(t, to);
                self.value(t)
            }
            v => v,
        }
    }

    /// A tree of choices over the bits of `t`, `low..high`, for the offsets
    /// that begin with `prefix`.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn multiplexer(
        &mut self,
        t: TermId,
        terms: &[TermId],
        first: u64,
        step: u64,
        low: u32,
        high: u32,
        prefix: u64,
    ) -> Option<TermId> {
        let last = first + (terms.len() as u64 - 1) * step;
        if prefix > last || prefix + (1 << high) <= first {
            return None;
        }
        if high <= low {
            let at = prefix + first % step;
            let i = at.checked_sub(first)? / step;
            return terms.get(i as usize).copied();
        }
        let bit = high - 1;
        let zero = self.multiplexer(t, terms, first, step, low, bit, prefix);
        let one = self.multiplexer(t, terms, first, step, low, bit, prefix + (1 << bit));
        match (zero, one) {
            (Some(z), Some(o)) => {
                let b = self.pool.extract(t, bit, bit);
                let c = self.pool.bv_to_bool(b);
                Some(self.pool.ite(c, o, z))
            }
            (z, o) => z.or(o),
        }
    }

    /// The offsets that a symbolic offset may have, as `(first, last, step)`,
    /// from ranges and known bits; `last` at most `limit`.
    pub fn offset_range(&self, t: TermId, limit: u64) -> (u64, u64, u64) {
        let (lo, hi) = self.pool.urange(t);
        let known = self.pool.known_bits(t);
        let free = !(known.zeros | known.ones) as u64;
        let step = 1u64 << free.trailing_zeros().min(32);
        let residue = known.ones as u64 & (step - 1);
        let (lo, hi) = (lo as u64, (hi as u64).min(limit));
        let first = lo.saturating_sub(residue).div_ceil(step) * step + residue;
        (first, hi, step)
    }

    /// Whether a term is a multiple of `n`, a power of two, for certain.
    pub(crate) fn aligned(&self, t: TermId, n: u32) -> bool {
        let low = u128::from(n) - 1;
        self.pool.known_bits(t).zeros & low == low
    }

    /// Both as mathematical integers if one is.
    pub fn same_sort(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.pool.sort(a), self.pool.sort(b)) {
            (Sort::Int, Sort::BitVec(_)) => (a, self.pool.sbv2int(b)),
            (Sort::BitVec(_), Sort::Int) => (self.pool.sbv2int(a), b),
            _ => (a, b),
        }
    }

    /// Whether an operation on these values is one on mathematical integers.
    pub fn is_math(&self, a: Value, b: Value) -> bool {
        let int = |v: Value| match v {
            Value::Term(t) => self.pool.sort(t) == Sort::Int,
            _ => false,
        };
        let concrete = |v: Value| matches!(v, Value::Int(_));
        int(a) || int(b) || (concrete(a) && concrete(b))
    }

    /// The value of an `Int` term if it fits the machine.
    pub(crate) fn math_value(&mut self, t: TermId, width: u32) -> Value {
        if let Some(i) = self.pool.as_int(t) {
            if let Ok(x) = i64::try_from(i) {
                let v = x as u64 & mask(width);
                if scalar::sext64(width, v) == x {
                    return Value::Int(v);
                }
            }
        }
        Value::Term(t)
    }

    /// The bits of a concrete value of up to 128 bits.
    pub fn concrete_bits(&self, v: Value) -> Option<u128> {
        match v {
            Value::Int(x) => Some(u128::from(x)),
            Value::Term(t) => self.pool.as_bv(t),
            _ => None,
        }
    }

    /// A value from up to 128 bits.
    pub fn from_bits(&mut self, width: u32, bits: u128) -> Value {
        if width <= 64 {
            Value::Int(bits as u64 & mask(width))
        } else {
            Value::Term(self.pool.bv(width, bits))
        }
    }

    /// The literal with these stored bits.
    pub fn float_literal(&mut self, f: FloatFormat, bits: u128) -> TermId {
        let bits = if f == FloatFormat::F80 {
            x87::loaded(bits)
        } else {
            bits
        };
        self.pool.fp(sort(f), bits)
    }

    /// The value of a float of that format.
    pub fn float_value(&mut self, f: FloatFormat, t: TermId) -> Value {
        let p = &mut self.pool;
        let bits = match f {
            FloatFormat::F80 => p.x87_store(t),
            _ => p.fp_to_bits(t),
        };
        self.value(bits)
    }

    /// Whether the value truncated toward zero fits the integer type.
    pub(crate) fn float_fits(
        &mut self,
        x: TermId,
        f: FloatFormat,
        signed: bool,
        width: u32,
    ) -> TermId {
        // The truncated value lies strictly between the bounds below, which
        // are exact in the format or rounded outward where they are not.
        let bound = |negative: bool, m: &mut Self| -> TermId {
            let e = if signed { width - 1 } else { width };
            let one = scalar::int_to_fp(f, false, 128, 1);
            let two = scalar::int_to_fp(f, false, 128, 2);
            let mut v = one;
            for _ in 0..e {
                v = scalar::float_bin(f, FloatBinOp::Mul, v, two);
            }
            if negative {
                v = scalar::float_un(f, FloatUnOp::Neg, v);
            }
            m.float_literal(f, v)
        };
        let tr = self.pool.fp_round(x, Rounding::TowardZero);
        let high = bound(false, self);
        let below = self.pool.fp_lt(tr, high);
        let above = if signed {
            let low = bound(true, self);
            // The bound is an infinity where the integer holds all numbers.
            let p = &mut self.pool;
            let (above, infinite) = (p.fp_le(low, tr), p.fp_is_inf(tr));
            let finite = p.not(infinite);
            p.and(above, finite)
        } else {
            // -0.0 truncated is zero, which fits.
            let zero = self.float_literal(f, 0);
            self.pool.fp_le(zero, tr)
        };
        self.pool.and(below, above)
    }

    /// `a mod b` for numbers that are not negative, where `a / b` is below
    /// 2^(p-1).
    pub(crate) fn remainder_step(&mut self, a: TermId, b: TermId) -> TermId {
        let p = &mut self.pool;
        let quotient = p.fp_div(a, b);
        let whole = p.fp_round(quotient, Rounding::TowardZero);
        let minus = p.fp_neg(whole);
        let rest = p.fp_fma(minus, b, a);
        let sort = p.float_sort(a);
        let zero = p.fp(sort, 0);
        let over = p.fp_lt(rest, zero);
        let back = p.fp_add(rest, b);
        p.ite(over, back, rest)
    }

    pub(crate) fn power_of_two(&mut self, f: FloatFormat, exponent: u32) -> TermId {
        let two = scalar::int_to_fp(f, false, 128, 2);
        let mut v = scalar::int_to_fp(f, false, 128, 1);
        for _ in 0..exponent {
            v = scalar::float_bin(f, FloatBinOp::Mul, v, two);
        }
        self.float_literal(f, v)
    }
}
