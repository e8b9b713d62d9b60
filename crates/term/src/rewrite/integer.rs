//! Mathematical integers and reals.

use crate::fold;
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::{Sort, TermId};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// SMT-LIB `div`: Euclidean; 0 for a zero divisor.
pub(crate) fn int_div_value(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_zero() {
        return BigInt::zero();
    }
    (a - int_mod_value(a, b)) / b
}

/// SMT-LIB `mod`: never negative; the dividend for a zero divisor.
pub(crate) fn int_mod_value(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_zero() {
        return a.clone();
    }
    let positive = if b.sign() == num_bigint::Sign::Minus {
        -b
    } else {
        b.clone()
    };
    a.mod_floor(&positive)
}

/// The low bits of an integer in two's complement.
pub(crate) fn int_low_bits(a: &BigInt, width: u32) -> u128 {
    let modulus = BigInt::one() << width;
    u128::try_from(a.mod_floor(&modulus)).unwrap_or(0)
}

impl Pool {
    fn ints2(&self, a: TermId, b: TermId) -> Option<(BigInt, BigInt)> {
        Some((self.as_int(a)?.clone(), self.as_int(b)?.clone()))
    }
    /// SMT-LIB `div` (Euclidean); 0 when `b` is zero.
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        match self.ints2(a, b) {
            Some((x, y)) => self.int(int_div_value(&x, &y)),
            None => self.mk(Op::IntDiv, Sort::Int, &[a, b]),
        }
    }
    /// SMT-LIB `mod`, never negative; `a` when `b` is zero.
    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        match self.ints2(a, b) {
            Some((x, y)) => self.int(int_mod_value(&x, &y)),
            None => self.mk(Op::IntMod, Sort::Int, &[a, b]),
        }
    }
    /// `a > b`.
    pub fn int_gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.int_lt(b, a)
    }
    /// `a >= b`.
    pub fn int_ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.int_le(b, a)
    }
    /// The unsigned value.
    pub fn bv2nat(&mut self, a: TermId) -> TermId {
        match self.as_bv(a) {
            Some(x) => self.int(BigInt::from(x)),
            None => self.mk(Op::Bv2Nat, Sort::Int, &[a]),
        }
    }
    /// The signed value.
    pub fn sbv2int(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        match self.as_bv(a) {
            Some(x) => self.int(BigInt::from(fold::to_signed(x, w))),
            None => self.mk(Op::Sbv2Int, Sort::Int, &[a]),
        }
    }
    /// Modulo `2^width`.
    pub fn int2bv(&mut self, a: TermId, width: u32) -> TermId {
        match self.as_int(a).map(|x| int_low_bits(x, width)) {
            Some(x) => self.bv(width, x),
            None => self.mk(Op::Int2Bv, Sort::BitVec(width), &[a]),
        }
    }

    fn reals2(&self, a: TermId, b: TermId) -> Option<(BigRational, BigRational)> {
        Some((self.as_real(a)?.clone(), self.as_real(b)?.clone()))
    }
    /// Sum.
    pub fn real_add(&mut self, a: TermId, b: TermId) -> TermId {
        match self.reals2(a, b) {
            Some((x, y)) => self.real(x + y),
            None => self.mk(Op::RealAdd, Sort::Real, &[a.min(b), a.max(b)]),
        }
    }
    /// Difference.
    pub fn real_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let n = self.real_neg(b);
        self.real_add(a, n)
    }
    /// Product.
    pub fn real_mul(&mut self, a: TermId, b: TermId) -> TermId {
        match self.reals2(a, b) {
            Some((x, y)) => self.real(x * y),
            None => self.mk(Op::RealMul, Sort::Real, &[a.min(b), a.max(b)]),
        }
    }
    /// Negation.
    pub fn real_neg(&mut self, a: TermId) -> TermId {
        let m = self.real(-BigRational::one());
        self.real_mul(m, a)
    }
    /// Quotient; 0 when `b` is zero.
    pub fn real_div(&mut self, a: TermId, b: TermId) -> TermId {
        match self.reals2(a, b) {
            Some((_, y)) if y.is_zero() => self.real(BigRational::zero()),
            Some((x, y)) => self.real(x / y),
            None => self.mk(Op::RealDiv, Sort::Real, &[a, b]),
        }
    }
    /// `a < b`.
    pub fn real_lt(&mut self, a: TermId, b: TermId) -> TermId {
        match self.reals2(a, b) {
            Some((x, y)) => self.boolean(x < y),
            None if a == b => self.fls(),
            None => self.mk(Op::RealLt, Sort::Bool, &[a, b]),
        }
    }
    /// `a <= b`.
    pub fn real_le(&mut self, a: TermId, b: TermId) -> TermId {
        match self.reals2(a, b) {
            Some((x, y)) => self.boolean(x <= y),
            None if a == b => self.tru(),
            None => self.mk(Op::RealLe, Sort::Bool, &[a, b]),
        }
    }
    /// The integer as a real.
    pub fn int2real(&mut self, a: TermId) -> TermId {
        match self.as_int(a).cloned() {
            Some(x) => self.real(BigRational::from(x)),
            None => self.mk(Op::Int2Real, Sort::Real, &[a]),
        }
    }
}
