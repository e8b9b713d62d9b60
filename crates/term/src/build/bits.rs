//! Arithmetic and bitwise operators on bit vectors.

use crate::fold;
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::{Sort, TermId};

impl Pool {
    fn bin(&mut self, op: Op, a: TermId, b: TermId, f: fn(u128, u128, u32) -> u128) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            return self.bv(w, f(x, y, w));
        }
        self.mk(op, Sort::BitVec(w), &[a, b])
    }
    /// Sum modulo `2^width`.
    pub fn bvadd(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvAdd, a, b, |x, y, _| x.wrapping_add(y))
    }
    /// Difference modulo `2^width`.
    pub fn bvsub(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvSub, a, b, |x, y, _| x.wrapping_sub(y))
    }
    /// Product modulo `2^width`.
    pub fn bvmul(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvMul, a, b, |x, y, _| x.wrapping_mul(y))
    }
    /// Unsigned quotient; all ones when `b` is zero.
    pub fn bvudiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvUdiv, a, b, fold::udiv)
    }
    /// Signed quotient, truncated; 1 or all ones (for `a` not negative) when `b` is zero.
    pub fn bvsdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvSdiv, a, b, fold::sdiv)
    }
    /// Unsigned remainder; `a` when `b` is zero.
    pub fn bvurem(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvUrem, a, b, |x, y, _| fold::urem(x, y))
    }
    /// Signed remainder with the sign of `a`; `a` when `b` is zero.
    pub fn bvsrem(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvSrem, a, b, fold::srem)
    }
    /// Bitwise conjunction.
    pub fn bvand(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvAnd, a, b, |x, y, _| x & y)
    }
    /// Bitwise disjunction.
    pub fn bvor(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvOr, a, b, |x, y, _| x | y)
    }
    /// Bitwise exclusive disjunction.
    pub fn bvxor(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvXor, a, b, |x, y, _| x ^ y)
    }
    /// Bitwise negation.
    pub fn bvnot(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        match self.as_bv(a) {
            Some(x) => self.bv(w, !x),
            None => self.mk(Op::BvNot, Sort::BitVec(w), &[a]),
        }
    }
    /// Negation modulo `2^width`.
    pub fn bvneg(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        match self.as_bv(a) {
            Some(x) => self.bv(w, x.wrapping_neg()),
            None => self.mk(Op::BvNeg, Sort::BitVec(w), &[a]),
        }
    }
    /// Left shift; zero for amounts of at least the width.
    pub fn bvshl(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvShl, a, b, fold::shl)
    }
    /// Logical right shift; zero for amounts of at least the width.
    pub fn bvlshr(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvLshr, a, b, fold::lshr)
    }
    /// Arithmetic right shift; copies of the sign for amounts of at least the width.
    pub fn bvashr(&mut self, a: TermId, b: TermId) -> TermId {
        self.bin(Op::BvAshr, a, b, fold::ashr)
    }
}
