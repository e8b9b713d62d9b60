//! Floating point. A value is its encoding; see [`crate::float`] for NaNs.

use crate::float;
use crate::op::{Op, Rounding};
use crate::pool::Pool;
use crate::rules::{rule, Rule};
use crate::sort::{FloatSort, Sort, TermId};

impl Pool {
    /// The format of a float term.
    pub fn float_sort(&self, t: TermId) -> FloatSort {
        match self.sort(t) {
            Sort::Float(f) => f,
            other => {
                debug_assert!(false, "{t} has sort {other:?}, not Float");
                FloatSort::F64
            }
        }
    }

    /// Every float operator goes through here: it folds literals.
    pub(crate) fn fp_node(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let mut values = [0u128; 3];
        let mut all = true;
        for (slot, &a) in values.iter_mut().zip(args) {
            match self.literal_bits(a) {
                Some(v) => *slot = v,
                None => all = false,
            }
        }
        if all {
            let arg_sort = self.sort(args[0]);
            if let Some(v) = float::apply(op, sort, arg_sort, &values[..args.len()]) {
                rule!(
                    self,
                    Literals,
                    match sort {
                        Sort::Bool => self.boolean(v & 1 == 1),
                        Sort::Float(f) => self.fp(f, v),
                        _ => {
                            let w = match sort {
                                Sort::BitVec(w) => w,
                                _ => 1,
                            };
                            self.bv(w, v)
                        }
                    }
                );
            }
        }
        self.mk(op, sort, args)
    }

    fn fp_same(&mut self, op: Op, args: &[TermId]) -> TermId {
        let sort = self.sort(args[0]);
        self.fp_node(op, sort, args)
    }

    fn fp_pred(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.fp_node(op, Sort::Bool, args)
    }

    /// The float with this encoding; `t` has `sort.bits()` bits.
    pub fn fp_from_bits(&mut self, t: TermId, sort: FloatSort) -> TermId {
        debug_assert_eq!(self.width(t), sort.bits());
        if let Some(x) = self.as_bv(t) {
            rule!(self, Literals, self.fp(sort, x));
        }
        if self.op(t) == Op::FpToBits {
            let inner = self.arg(t, 0);
            if self.sort(inner) == Sort::Float(sort) {
                rule!(self, FloatBitsBack, inner);
            }
        }
        self.mk(Op::FpFromBits, Sort::Float(sort), &[t])
    }

    /// The encoding.
    pub fn fp_to_bits(&mut self, t: TermId) -> TermId {
        let w = self.width(t);
        if let Some(x) = self.as_fp(t) {
            rule!(self, Literals, self.bv(w, x));
        }
        if self.op(t) == Op::FpFromBits {
            rule!(self, BitsFloatBack, self.arg(t, 0));
        }
        self.mk(Op::FpToBits, Sort::BitVec(w), &[t])
    }

    /// Sum, to nearest even.
    pub fn fp_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_same(Op::FpAdd, &[a, b])
    }
    /// Difference, to nearest even.
    pub fn fp_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_same(Op::FpSub, &[a, b])
    }
    /// Product, to nearest even.
    pub fn fp_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_same(Op::FpMul, &[a, b])
    }
    /// Quotient, to nearest even.
    pub fn fp_div(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_same(Op::FpDiv, &[a, b])
    }
    /// C's `fmod` (LLVM's `frem`).
    pub fn fp_rem(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_same(Op::FpRem, &[a, b])
    }
    /// `a * b + c` with one rounding.
    pub fn fp_fma(&mut self, a: TermId, b: TermId, c: TermId) -> TermId {
        self.fp_same(Op::FpFma, &[a, b, c])
    }
    /// Flips the sign bit, also of NaNs.
    pub fn fp_neg(&mut self, a: TermId) -> TermId {
        if self.op(a) == Op::FpNeg {
            rule!(self, FloatNegNeg, self.arg(a, 0));
        }
        if let Some((x, f)) = self.encoding(a) {
            let w = f.bits();
            let sign = self.bv(w, 1 << (w - 1));
            let x = self.bvxor(x, sign);
            rule!(self, FloatNegBits, self.fp_from_bits(x, f));
        }
        self.fp_same(Op::FpNeg, &[a])
    }
    /// Clears the sign bit, also of NaNs.
    pub fn fp_abs(&mut self, a: TermId) -> TermId {
        if self.op(a) == Op::FpAbs {
            rule!(self, FloatAbsAbs, a);
        }
        if let Some((x, f)) = self.encoding(a) {
            let w = f.bits();
            let x = self.extract(x, w - 2, 0);
            let x = self.zext(x, w);
            rule!(self, FloatAbsBits, self.fp_from_bits(x, f));
        }
        self.fp_same(Op::FpAbs, &[a])
    }
    /// Square root, to nearest even.
    pub fn fp_sqrt(&mut self, a: TermId) -> TermId {
        self.fp_same(Op::FpSqrt, &[a])
    }
    /// C's `fmin`.
    pub fn fp_min(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_same(Op::FpMin, &[a, b])
    }
    /// C's `fmax`.
    pub fn fp_max(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_same(Op::FpMax, &[a, b])
    }
    /// Rounds to an integral value.
    pub fn fp_round(&mut self, a: TermId, mode: Rounding) -> TermId {
        self.fp_same(Op::FpRound(mode), &[a])
    }
    /// IEEE equality: no NaN equals anything, zeros are equal.
    pub fn fp_eq(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some((x, y, f)) = self.encodings(a, b) {
            let (p, q) = (self.number(x, f), self.number(y, f));
            let numbers = self.and(p, q);
            let same = self.equal_numbers(x, y);
            rule!(self, FloatCompareBits, self.and(numbers, same));
        }
        self.fp_pred(Op::FpEq, &[a.min(b), a.max(b)])
    }
    /// IEEE `a < b`.
    pub fn fp_lt(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            rule!(self, FloatLessSame, self.fls());
        }
        if let Some((x, y, f)) = self.encodings(a, b) {
            let (p, q) = (self.number(x, f), self.number(y, f));
            let numbers = self.and(p, q);
            let less = self.less_numbers(x, y);
            rule!(self, FloatCompareBits, self.and(numbers, less));
        }
        self.fp_pred(Op::FpLt, &[a, b])
    }
    /// IEEE `a <= b`.
    pub fn fp_le(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some((x, y, f)) = self.encodings(a, b) {
            let (p, q) = (self.number(x, f), self.number(y, f));
            let numbers = self.and(p, q);
            let (less, same) = (self.less_numbers(x, y), self.equal_numbers(x, y));
            let either = self.or(less, same);
            rule!(self, FloatCompareBits, self.and(numbers, either));
        }
        self.fp_pred(Op::FpLe, &[a, b])
    }
    /// Not a number.
    pub fn fp_is_nan(&mut self, a: TermId) -> TermId {
        if let Some((x, f)) = self.encoding(a) {
            let n = self.number(x, f);
            rule!(self, FloatClassBits, self.not(n));
        }
        self.fp_pred(Op::FpIsNan, &[a])
    }
    /// An infinity.
    pub fn fp_is_inf(&mut self, a: TermId) -> TermId {
        if let Some((x, f)) = self.encoding(a) {
            let (m, inf) = (self.magnitude(x), self.infinite(f));
            rule!(self, FloatClassBits, self.eq(m, inf));
        }
        self.fp_pred(Op::FpIsInf, &[a])
    }
    /// A zero of either sign.
    pub fn fp_is_zero(&mut self, a: TermId) -> TermId {
        if let Some((x, f)) = self.encoding(a) {
            let m = self.magnitude(x);
            let zero = self.bv(f.bits() - 1, 0);
            rule!(self, FloatClassBits, self.eq(m, zero));
        }
        self.fp_pred(Op::FpIsZero, &[a])
    }
    /// The sign bit is set (also of zeros and NaNs).
    pub fn fp_is_negative(&mut self, a: TermId) -> TermId {
        if let Some((x, _)) = self.encoding(a) {
            rule!(self, FloatClassBits, self.sign(x));
        }
        self.fp_pred(Op::FpIsNegative, &[a])
    }
    /// Finite, not zero, not subnormal.
    pub fn fp_is_normal(&mut self, a: TermId) -> TermId {
        if let Some((x, f)) = self.encoding(a) {
            let (m, inf) = (self.magnitude(x), self.infinite(f));
            let least = self.bv(f.bits() - 1, 1 << (f.sig - 1));
            let (p, q) = (self.ule(least, m), self.ult(m, inf));
            rule!(self, FloatClassBits, self.and(p, q));
        }
        self.fp_pred(Op::FpIsNormal, &[a])
    }
    /// Not zero and below the least normal number.
    pub fn fp_is_subnormal(&mut self, a: TermId) -> TermId {
        if let Some((x, f)) = self.encoding(a) {
            let m = self.magnitude(x);
            let zero = self.bv(f.bits() - 1, 0);
            let least = self.bv(f.bits() - 1, 1 << (f.sig - 1));
            let (p, q) = (self.ult(zero, m), self.ult(m, least));
            rule!(self, FloatClassBits, self.and(p, q));
        }
        self.fp_pred(Op::FpIsSubnormal, &[a])
    }

    // Predicates on encodings, which need no floating-point theory.

    /// The encoding of a float that is made of bits.
    fn encoding(&mut self, a: TermId) -> Option<(TermId, FloatSort)> {
        let f = self.float_sort(a);
        if self.op(a) != Op::FpFromBits {
            return None;
        }
        Some((self.arg(a, 0), f))
    }

    /// The encodings of two floats that are made of bits; one may be a literal.
    fn encodings(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId, FloatSort)> {
        let f = self.float_sort(a);
        let made = |p: &Pool, t| matches!(p.op(t), Op::FpFromBits | Op::FpConst(_));
        let literals = self.op(a).is_const() && self.op(b).is_const();
        if literals || !made(self, a) || !made(self, b) {
            return None;
        }
        Some((self.fp_to_bits(a), self.fp_to_bits(b), f))
    }

    fn magnitude(&mut self, x: TermId) -> TermId {
        let w = self.width(x);
        self.extract(x, w - 2, 0)
    }

    fn sign(&mut self, x: TermId) -> TermId {
        let w = self.width(x);
        let zero = self.bv(w, 0);
        self.slt(x, zero)
    }

    fn infinite(&mut self, f: FloatSort) -> TermId {
        let w = f.bits() - 1;
        self.bv(w, ((1 << f.exp) - 1) << (f.sig - 1))
    }

    /// No NaN.
    fn number(&mut self, x: TermId, f: FloatSort) -> TermId {
        let (m, inf) = (self.magnitude(x), self.infinite(f));
        self.ule(m, inf)
    }

    /// Both magnitudes are zero.
    fn both_zero(&mut self, x: TermId, y: TermId) -> TermId {
        let (m, n) = (self.magnitude(x), self.magnitude(y));
        let zero = self.bv(self.width(m), 0);
        let (p, q) = (self.eq(m, zero), self.eq(n, zero));
        self.and(p, q)
    }

    fn equal_numbers(&mut self, x: TermId, y: TermId) -> TermId {
        let (e, z) = (self.eq(x, y), self.both_zero(x, y));
        self.or(e, z)
    }

    /// Sign and magnitude: `-a < +b` unless both are zero; else by magnitude.
    fn less_numbers(&mut self, x: TermId, y: TermId) -> TermId {
        let (s, t) = (self.sign(x), self.sign(y));
        let zero = self.both_zero(x, y);
        let not_zero = self.not(zero);
        let (up, down) = (self.ult(x, y), self.ult(y, x));
        let not_t = self.not(t);
        let mixed = self.and(not_t, not_zero);
        let negative = self.ite(t, down, mixed);
        let positive = self.and(not_t, up);
        self.ite(s, negative, positive)
    }

    /// Conversion between formats, to nearest even.
    pub fn fp_to_fp(&mut self, a: TermId, sort: FloatSort) -> TermId {
        if self.sort(a) == Sort::Float(sort) {
            rule!(self, FloatSameFormat, a);
        }
        self.fp_node(Op::FpToFp, Sort::Float(sort), &[a])
    }
    /// To a signed integer, towards zero; what does not fit gives the least value.
    pub fn fp_to_sbv(&mut self, a: TermId, width: u32) -> TermId {
        self.fp_node(Op::FpToSbv, Sort::BitVec(width), &[a])
    }
    /// To an unsigned integer, towards zero; what does not fit gives all ones.
    pub fn fp_to_ubv(&mut self, a: TermId, width: u32) -> TermId {
        self.fp_node(Op::FpToUbv, Sort::BitVec(width), &[a])
    }
    /// From a signed integer, to nearest even.
    pub fn sbv_to_fp(&mut self, a: TermId, sort: FloatSort) -> TermId {
        self.fp_node(Op::SbvToFp, Sort::Float(sort), &[a])
    }
    /// From an unsigned integer, to nearest even.
    pub fn ubv_to_fp(&mut self, a: TermId, sort: FloatSort) -> TermId {
        self.fp_node(Op::UbvToFp, Sort::Float(sort), &[a])
    }
}
