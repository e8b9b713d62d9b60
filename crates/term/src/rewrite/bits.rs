//! Arithmetic and bitwise operators on bit vectors.
//!
//! Normal form: constants stand on the right and float to the outside of sums;
//! `x - c` is `x + (-c)`; commutative operands are ordered by id; masks,
//! constant shifts and disjoint unions become extractions and concatenations,
//! which cost a solver nothing. Source: Z3's `bv_rewriter`, Bitwuzla's rules of
//! level 1 and 2. Cost: constant per call.

use crate::fold::mask;
use crate::op::Op;
use crate::pool::Pool;
use crate::rules::{rule, Rule};
use crate::sort::{Sort, TermId};

impl Pool {
    /// The node, or its only possible value.
    pub(crate) fn bv_node(&mut self, op: Op, w: u32, args: &[TermId]) -> TermId {
        let t = self.mk(op, Sort::BitVec(w), args);
        let f = self.facts(t);
        if f.ulo == f.uhi {
            let value = f.ulo;
            return self.bv(w, value);
        }
        t
    }

    /// Condition and literals of an `ite` between two bit-vector literals.
    #[inline]
    pub(crate) fn ite_consts(&self, t: TermId) -> Option<(TermId, u128, u128)> {
        if self.op(t) != Op::Ite {
            return None;
        }
        let x = self.as_bv(self.arg(t, 1))?;
        let y = self.as_bv(self.arg(t, 2))?;
        Some((self.arg(t, 0), x, y))
    }

    /// `ite` between two literals of width `w`.
    pub(crate) fn ite_bv(&mut self, c: TermId, w: u32, x: u128, y: u128) -> TermId {
        let (x, y) = (self.bv(w, x), self.bv(w, y));
        self.ite(c, x, y)
    }

    /// `(x, c)` for `x op c` with a literal on the right.
    #[inline]
    pub(crate) fn with_const(&self, t: TermId, op: Op) -> Option<(TermId, u128)> {
        if self.op(t) != op {
            return None;
        }
        Some((self.arg(t, 0), self.as_bv(self.arg(t, 1))?))
    }

    /// `(c, x)` for `c - x`.
    #[inline]
    fn const_minus(&self, t: TermId) -> Option<(u128, TermId)> {
        if self.op(t) != Op::BvSub {
            return None;
        }
        Some((self.as_bv(self.arg(t, 0))?, self.arg(t, 1)))
    }

    #[inline]
    pub(crate) fn args2(&self, t: TermId, op: Op) -> Option<(TermId, TermId)> {
        (self.op(t) == op).then(|| (self.arg(t, 0), self.arg(t, 1)))
    }

    #[inline]
    pub(crate) fn arg1(&self, t: TermId, op: Op) -> Option<TermId> {
        (self.op(t) == op).then(|| self.arg(t, 0))
    }

    /// The bits that can be 1.
    #[inline]
    fn maybe(&self, t: TermId) -> u128 {
        !self.facts(t).zeros & mask(self.width(t))
    }

    pub(super) fn both_const(&self, a: TermId, b: TermId) -> Option<(u128, u128)> {
        Some((self.as_bv(a)?, self.as_bv(b)?))
    }

    /// If all bits that `a` can set lie above those of `b` (or the other way round),
    /// `a + b`, `a | b` and `a ^ b` are a concatenation.
    fn join(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (ma, mb) = (self.maybe(a), self.maybe(b));
        if ma & mb != 0 || ma == 0 || mb == 0 {
            return None;
        }
        let (hi, lo, m_hi, m_lo) = if ma > mb {
            (a, b, ma, mb)
        } else {
            (b, a, mb, ma)
        };
        let cut = m_hi.trailing_zeros();
        if m_lo >> cut != 0 {
            return None;
        }
        let w = self.width(a);
        let (h, l) = (self.extract(hi, w - 1, cut), self.extract(lo, cut - 1, 0));
        Some(self.concat(h, l))
    }

    /// Sum modulo `2^width`.
    pub fn bvadd(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some((x, y)) = self.both_const(a, b) {
            rule!(self, Literals, self.bv(w, x.wrapping_add(y)));
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        if w == 1 {
            rule!(self, AddBit, self.bvxor(a, b));
        }
        if let Some(c) = self.as_bv(b) {
            return self.add_const(a, c, w);
        }
        if let Some((x, c)) = self.with_const(a, Op::BvAdd) {
            let s = self.bvadd(x, b);
            rule!(self, AddInnerLiteral, self.add_const(s, c, w));
        }
        if let Some((y, c)) = self.with_const(b, Op::BvAdd) {
            let s = self.bvadd(a, y);
            rule!(self, AddInnerLiteral, self.add_const(s, c, w));
        }
        for (p, q) in [(a, b), (b, a)] {
            if let Some(x) = self.arg1(p, Op::BvNeg) {
                rule!(self, AddNeg, self.bvsub(q, x));
            }
            if let Some(x) = self.arg1(p, Op::BvNot) {
                let d = self.bvsub(q, x);
                rule!(self, AddNot, self.add_const(d, mask(w), w));
            }
            if let Some((c, x)) = self.const_minus(p) {
                let d = self.bvsub(q, x);
                rule!(self, AddLiteralMinus, self.add_const(d, c, w));
            }
            if let Some((x, y)) = self.args2(p, Op::BvSub) {
                if y == q {
                    rule!(self, AddSubSame, x);
                }
            }
            if let Some((x, c)) = self.with_const(p, Op::BvMul) {
                let (y, d) = self.with_const(q, Op::BvMul).unwrap_or((q, 1));
                if x == y {
                    let k = self.bv(w, c.wrapping_add(d));
                    rule!(self, AddMultiples, self.bvmul(x, k));
                }
            }
        }
        if a == b {
            rule!(self, AddSame, self.shl_const(a, 1));
        }
        if let Some(t) = self.join(a, b) {
            rule!(self, AddDisjoint, t);
        }
        self.bv_node(Op::BvAdd, w, &[a.min(b), a.max(b)])
    }

    fn add_const(&mut self, a: TermId, c: u128, w: u32) -> TermId {
        if c == 0 {
            rule!(self, AddZero, a);
        }
        let k = |x: u128| x & mask(w);
        if let Some(x) = self.as_bv(a) {
            rule!(self, Literals, self.bv(w, x.wrapping_add(c)));
        }
        if let Some((x, d)) = self.with_const(a, Op::BvAdd) {
            rule!(
                self,
                AddLiterals,
                self.add_const(x, k(c.wrapping_add(d)), w)
            );
        }
        if let Some((d, x)) = self.const_minus(a) {
            let s = self.bv(w, c.wrapping_add(d));
            rule!(self, AddLiteralToLiteralMinus, self.bvsub(s, x));
        }
        if let Some((p, x, y)) = self.ite_consts(a) {
            rule!(
                self,
                AddLiteralToIte,
                self.ite_bv(p, w, x.wrapping_add(c), y.wrapping_add(c))
            );
        }
        if let Some(x) = self.arg1(a, Op::BvNot) {
            let s = self.bv(w, c.wrapping_sub(1));
            rule!(self, AddLiteralToNot, self.bvsub(s, x));
        }
        if let Some(x) = self.arg1(a, Op::BvNeg) {
            let s = self.bv(w, c);
            rule!(self, AddLiteralToNeg, self.bvsub(s, x));
        }
        if let Some((h, l)) = self.args2(a, Op::Concat) {
            let wl = self.width(l);
            if let Some(low) = self.as_bv(l) {
                // No carry leaves the low part.
                if c <= mask(wl) && low + c <= mask(wl) {
                    let l = self.bv(wl, low + c);
                    rule!(self, AddLiteralToConcat, self.concat(h, l));
                }
            }
        }
        let c = self.bv(w, c);
        self.bv_node(Op::BvAdd, w, &[a, c])
    }

    /// Difference modulo `2^width`.
    pub fn bvsub(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if a == b {
            rule!(self, SubSame, self.bv(w, 0));
        }
        if let Some(c) = self.as_bv(b) {
            return self.add_const_or_xor(a, c.wrapping_neg() & mask(w), w);
        }
        if w == 1 {
            rule!(self, SubBit, self.bvxor(a, b));
        }
        if let Some(c) = self.as_bv(a) {
            return self.const_sub(c, b, w);
        }
        if let Some((x, c)) = self.with_const(a, Op::BvAdd) {
            let d = self.bvsub(x, b);
            rule!(self, SubFromSum, self.add_const(d, c, w));
        }
        if let Some((y, c)) = self.with_const(b, Op::BvAdd) {
            let d = self.bvsub(a, y);
            rule!(
                self,
                SubSum,
                self.add_const(d, c.wrapping_neg() & mask(w), w)
            );
        }
        if let Some((c, x)) = self.const_minus(a) {
            let s = self.bvadd(x, b);
            rule!(self, SubFromLiteralMinus, self.const_sub(c, s, w));
        }
        if let Some((c, y)) = self.const_minus(b) {
            let s = self.bvadd(a, y);
            rule!(
                self,
                SubLiteralMinus,
                self.add_const(s, c.wrapping_neg() & mask(w), w)
            );
        }
        if let Some(y) = self.arg1(b, Op::BvNeg) {
            rule!(self, SubNeg, self.bvadd(a, y));
        }
        if let Some((x, y)) = self.args2(a, Op::BvAdd) {
            if x == b {
                rule!(self, SubFromSumOfSame, y);
            }
            if y == b {
                rule!(self, SubFromSumOfSame, x);
            }
        }
        if let Some((x, y)) = self.args2(b, Op::BvAdd) {
            if x == a {
                rule!(self, SubSumOfSame, self.bvneg(y));
            }
            if y == a {
                rule!(self, SubSumOfSame, self.bvneg(x));
            }
        }
        if let Some((x, y)) = self.args2(a, Op::BvSub) {
            if x == b {
                rule!(self, SubFromDifference, self.bvneg(y));
            }
        }
        if let Some((x, y)) = self.args2(b, Op::BvSub) {
            if x == a {
                rule!(self, SubDifference, y);
            }
        }
        if let Some((x, c)) = self.with_const(a, Op::BvMul) {
            let (y, d) = self.with_const(b, Op::BvMul).unwrap_or((b, 1));
            if x == y {
                let k = self.bv(w, c.wrapping_sub(d));
                rule!(self, SubMultiples, self.bvmul(x, k));
            }
        }
        self.bv_node(Op::BvSub, w, &[a, b])
    }

    fn add_const_or_xor(&mut self, a: TermId, c: u128, w: u32) -> TermId {
        if w == 1 {
            let k = self.bv(1, c);
            rule!(self, SubBit, self.bvxor(a, k));
        }
        self.add_const(a, c, w)
    }

    /// `c - b` where `b` is at least 2 bits wide.
    fn const_sub(&mut self, c: u128, b: TermId, w: u32) -> TermId {
        if let Some(y) = self.as_bv(b) {
            rule!(self, Literals, self.bv(w, c.wrapping_sub(y)));
        }
        if c == 0 {
            rule!(self, ZeroMinus, self.bvneg(b));
        }
        let k = |x: u128| x & mask(w);
        if let Some((y, d)) = self.with_const(b, Op::BvAdd) {
            rule!(
                self,
                LiteralMinusSum,
                self.const_sub(k(c.wrapping_sub(d)), y, w)
            );
        }
        if let Some((d, y)) = self.const_minus(b) {
            rule!(
                self,
                LiteralMinusLiteralMinus,
                self.add_const(y, k(c.wrapping_sub(d)), w)
            );
        }
        if let Some(y) = self.arg1(b, Op::BvNeg) {
            rule!(self, LiteralMinusNeg, self.add_const(y, c, w));
        }
        if let Some(y) = self.arg1(b, Op::BvNot) {
            rule!(
                self,
                LiteralMinusNot,
                self.add_const(y, k(c.wrapping_add(1)), w)
            );
        }
        if let Some((p, x, y)) = self.ite_consts(b) {
            rule!(
                self,
                LiteralMinusIte,
                self.ite_bv(p, w, c.wrapping_sub(x), c.wrapping_sub(y))
            );
        }
        if c == mask(w) {
            rule!(self, OnesMinus, self.bvnot(b));
        }
        let c = self.bv(w, c);
        self.bv_node(Op::BvSub, w, &[c, b])
    }

    /// Negation modulo `2^width`.
    pub fn bvneg(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        if let Some(x) = self.as_bv(a) {
            rule!(self, Literals, self.bv(w, x.wrapping_neg()));
        }
        if w == 1 {
            rule!(self, NegBit, a);
        }
        match self.op(a) {
            Op::BvNeg => rule!(self, NegNeg, self.arg(a, 0)),
            Op::BvSub => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                rule!(self, NegSub, self.bvsub(y, x));
            }
            Op::BvNot => {
                let x = self.arg(a, 0);
                rule!(self, NegNot, self.add_const(x, 1, w));
            }
            _ => {}
        }
        if let Some((x, c)) = self.with_const(a, Op::BvAdd) {
            rule!(
                self,
                NegSum,
                self.const_sub(c.wrapping_neg() & mask(w), x, w)
            );
        }
        if let Some((x, c)) = self.with_const(a, Op::BvMul) {
            let k = self.bv(w, c.wrapping_neg());
            rule!(self, NegMultiple, self.bvmul(x, k));
        }
        if let Some((p, x, y)) = self.ite_consts(a) {
            rule!(
                self,
                NegIte,
                self.ite_bv(p, w, x.wrapping_neg(), y.wrapping_neg())
            );
        }
        self.bv_node(Op::BvNeg, w, &[a])
    }

    /// Bitwise negation.
    pub fn bvnot(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        if let Some(x) = self.as_bv(a) {
            rule!(self, Literals, self.bv(w, !x));
        }
        match self.op(a) {
            Op::BvNot => rule!(self, NotNotBits, self.arg(a, 0)),
            Op::BvNeg => {
                let x = self.arg(a, 0);
                rule!(self, NotNeg, self.add_const(x, mask(w), w));
            }
            _ => {}
        }
        if let Some((x, c)) = self.with_const(a, Op::BvAdd) {
            rule!(self, NotSum, self.const_sub(!c & mask(w), x, w));
        }
        if let Some((c, x)) = self.const_minus(a) {
            rule!(self, NotLiteralMinus, self.add_const(x, !c & mask(w), w));
        }
        if let Some((x, c)) = self.with_const(a, Op::BvXor) {
            let k = self.bv(w, !c);
            rule!(self, NotXor, self.bvxor(x, k));
        }
        if let Some((p, x, y)) = self.ite_consts(a) {
            rule!(self, NotIte, self.ite_bv(p, w, !x, !y));
        }
        self.bv_node(Op::BvNot, w, &[a])
    }

    /// Product modulo `2^width`.
    pub fn bvmul(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some((x, y)) = self.both_const(a, b) {
            rule!(self, Literals, self.bv(w, x.wrapping_mul(y)));
        }
        if w == 1 {
            rule!(self, MulBit, self.bvand(a, b));
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        if let Some(c) = self.as_bv(b) {
            return self.mul_const(a, c, w);
        }
        for (p, q) in [(a, b), (b, a)] {
            if let Some((x, c)) = self.with_const(p, Op::BvMul) {
                let m = self.bvmul(x, q);
                rule!(self, MulInnerLiteral, self.mul_const(m, c, w));
            }
            if let Some(x) = self.arg1(p, Op::BvNeg) {
                let m = self.bvmul(x, q);
                rule!(self, MulNeg, self.bvneg(m));
            }
            if let Some((c, x, y)) = self.ite_consts(p) {
                if x <= 1 && y <= 1 {
                    let zero = self.bv(w, 0);
                    let (x, y) = (if x == 1 { q } else { zero }, if y == 1 { q } else { zero });
                    rule!(self, MulFlag, self.ite(c, x, y));
                }
            }
        }
        self.bv_node(Op::BvMul, w, &[a.min(b), a.max(b)])
    }

    fn mul_const(&mut self, a: TermId, c: u128, w: u32) -> TermId {
        if let Some(x) = self.as_bv(a) {
            rule!(self, Literals, self.bv(w, x.wrapping_mul(c)));
        }
        match c {
            0 => rule!(self, MulZero, self.bv(w, 0)),
            1 => rule!(self, MulOne, a),
            _ if c == mask(w) => rule!(self, MulOnes, self.bvneg(a)),
            _ if c.is_power_of_two() => {
                rule!(self, MulPower, self.shl_const(a, c.trailing_zeros()))
            }
            _ => {}
        }
        if let Some((x, d)) = self.with_const(a, Op::BvMul) {
            rule!(
                self,
                MulLiterals,
                self.mul_const(x, c.wrapping_mul(d) & mask(w), w)
            );
        }
        if let Some((x, d)) = self.with_const(a, Op::BvAdd) {
            let m = self.mul_const(x, c, w);
            rule!(
                self,
                MulSum,
                self.add_const(m, c.wrapping_mul(d) & mask(w), w)
            );
        }
        if let Some(x) = self.arg1(a, Op::BvNeg) {
            rule!(
                self,
                MulLiteralNeg,
                self.mul_const(x, c.wrapping_neg() & mask(w), w)
            );
        }
        if let Some((p, x, y)) = self.ite_consts(a) {
            rule!(
                self,
                MulLiteralIte,
                self.ite_bv(p, w, x.wrapping_mul(c), y.wrapping_mul(c))
            );
        }
        let c = self.bv(w, c);
        self.bv_node(Op::BvMul, w, &[a, c])
    }

    /// Bitwise conjunction.
    pub fn bvand(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some((x, y)) = self.both_const(a, b) {
            rule!(self, Literals, self.bv(w, x & y));
        }
        if a == b {
            rule!(self, AndSame, a);
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        let (ma, mb) = (self.maybe(a), self.maybe(b));
        if ma & mb == 0 {
            rule!(self, AndDisjoint, self.bv(w, 0));
        }
        if let Some(c) = self.as_bv(b) {
            if ma & !c == 0 {
                rule!(self, AndAll, a);
            }
            if let Some((x, d)) = self.with_const(a, Op::BvAnd) {
                let k = self.bv(w, c & d);
                rule!(self, AndLiterals, self.bvand(x, k));
            }
            let lo = c.trailing_zeros();
            let run = c >> (lo & 127);
            if c != 0 && run & run.wrapping_add(1) == 0 {
                rule!(self, AndRun, self.keep_run(a, lo, 127 - c.leading_zeros()));
            }
            return self.bitwise_const(Op::BvAnd, a, c, w);
        }
        if let Some(t) = self.both_flags(a, b) {
            rule!(self, AndFlags, t);
        }
        for (p, q) in [(a, b), (b, a)] {
            if self.arg1(p, Op::BvNot) == Some(q) {
                rule!(self, AndNot, self.bv(w, 0));
            }
            if let Some((x, y)) = self.args2(p, Op::BvAnd) {
                if x == q || y == q {
                    rule!(self, AndAbsorbed, p);
                }
            }
            if let Some((x, y)) = self.args2(p, Op::BvOr) {
                if x == q || y == q {
                    rule!(self, AndOr, q);
                }
            }
        }
        self.bitwise(Op::BvAnd, a, b, w)
    }

    /// Bits `lo..=hi` in their places, all others zero.
    fn keep_run(&mut self, a: TermId, lo: u32, hi: u32) -> TermId {
        let w = self.width(a);
        let e = self.extract(a, hi, lo);
        let shifted = if lo == 0 {
            e
        } else {
            let zero = self.bv(lo, 0);
            self.concat(e, zero)
        };
        self.zext(shifted, w)
    }

    /// Bitwise disjunction.
    pub fn bvor(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some((x, y)) = self.both_const(a, b) {
            rule!(self, Literals, self.bv(w, x | y));
        }
        if a == b {
            rule!(self, OrSame, a);
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        if let Some(c) = self.as_bv(b) {
            if c & !self.facts(a).ones == 0 {
                rule!(self, OrKnown, a);
            }
            if self.maybe(a) & !c == 0 {
                rule!(self, OrAll, b);
            }
            if let Some((x, d)) = self.with_const(a, Op::BvOr) {
                let k = self.bv(w, c | d);
                rule!(self, OrLiterals, self.bvor(x, k));
            }
            if let Some(t) = self.join(a, b) {
                rule!(self, OrDisjoint, t);
            }
            return self.bitwise_const(Op::BvOr, a, c, w);
        }
        if let Some(t) = self.either_flag(a, b) {
            rule!(self, OrFlags, t);
        }
        for (p, q) in [(a, b), (b, a)] {
            if self.arg1(p, Op::BvNot) == Some(q) {
                rule!(self, OrNot, self.bv(w, u128::MAX));
            }
            if let Some((x, y)) = self.args2(p, Op::BvOr) {
                if x == q || y == q {
                    rule!(self, OrAbsorbed, p);
                }
            }
            if let Some((x, y)) = self.args2(p, Op::BvAnd) {
                if x == q || y == q {
                    rule!(self, OrAnd, q);
                }
            }
        }
        if let Some(t) = self.join(a, b) {
            rule!(self, OrDisjoint, t);
        }
        self.bitwise(Op::BvOr, a, b, w)
    }

    /// Bitwise exclusive disjunction.
    pub fn bvxor(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some((x, y)) = self.both_const(a, b) {
            rule!(self, Literals, self.bv(w, x ^ y));
        }
        if a == b {
            rule!(self, XorSame, self.bv(w, 0));
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                rule!(self, XorZero, a);
            }
            if c == mask(w) {
                rule!(self, XorOnes, self.bvnot(a));
            }
            if let Some((x, d)) = self.with_const(a, Op::BvXor) {
                let k = self.bv(w, c ^ d);
                rule!(self, XorLiterals, self.bvxor(x, k));
            }
            if let Some(x) = self.arg1(a, Op::BvNot) {
                let k = self.bv(w, !c);
                rule!(self, XorNotLiteral, self.bvxor(x, k));
            }
            if let Some(t) = self.join(a, b) {
                rule!(self, XorDisjoint, t);
            }
            return self.bitwise_const(Op::BvXor, a, c, w);
        }
        for (p, q) in [(a, b), (b, a)] {
            if let Some(x) = self.arg1(p, Op::BvNot) {
                if x == q {
                    rule!(self, XorOpposite, self.bv(w, u128::MAX));
                }
                let r = self.bvxor(x, q);
                rule!(self, XorNot, self.bvnot(r));
            }
            if let Some((x, y)) = self.args2(p, Op::BvXor) {
                if x == q {
                    rule!(self, XorTwice, y);
                }
                if y == q {
                    rule!(self, XorTwice, x);
                }
            }
        }
        if let Some(t) = self.join(a, b) {
            rule!(self, XorDisjoint, t);
        }
        self.bitwise(Op::BvXor, a, b, w)
    }

    fn bit_op(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        match op {
            Op::BvAnd => self.bvand(a, b),
            Op::BvOr => self.bvor(a, b),
            _ => self.bvxor(a, b),
        }
    }

    /// A bitwise operator with a literal, split along concatenations.
    fn bitwise_const(&mut self, op: Op, a: TermId, c: u128, w: u32) -> TermId {
        let apply = |x: u128| match op {
            Op::BvAnd => x & c,
            Op::BvOr => x | c,
            _ => x ^ c,
        };
        if let Some((p, x, y)) = self.ite_consts(a) {
            rule!(self, BitwiseIte, self.ite_bv(p, w, apply(x), apply(y)));
        }
        let parts = match self.op(a) {
            Op::Concat => Some((self.arg(a, 0), self.arg(a, 1))),
            Op::Zext => {
                let x = self.arg(a, 0);
                let wx = self.width(x);
                Some((self.bv(w - wx, 0), x))
            }
            _ => None,
        };
        if let Some((h, l)) = parts {
            let (wh, wl) = (self.width(h), self.width(l));
            let (ch, cl) = (self.bv(wh, c >> wl), self.bv(wl, c));
            let (h, l) = (self.bit_op(op, h, ch), self.bit_op(op, l, cl));
            rule!(self, BitwiseConcat, self.concat(h, l));
        }
        let c = self.bv(w, c);
        self.bv_node(op, w, &[a, c])
    }

    /// A bitwise operator on two terms that are no literals.
    fn bitwise(&mut self, op: Op, a: TermId, b: TermId, w: u32) -> TermId {
        if let (Some(x), Some(y)) = (self.arg1(a, Op::Zext), self.arg1(b, Op::Zext)) {
            if self.width(x) == self.width(y) {
                let r = self.bit_op(op, x, y);
                rule!(self, BitwiseZext, self.zext(r, w));
            }
        }
        if w == 1 {
            if let (Some((p, 1, 0)), Some((q, 1, 0))) = (self.ite_consts(a), self.ite_consts(b)) {
                let r = match op {
                    Op::BvAnd => self.and(p, q),
                    Op::BvOr => self.or(p, q),
                    _ => self.xor(p, q),
                };
                rule!(self, BitwiseFlags, self.bool_to_bv(r));
            }
        }
        self.bv_node(op, w, &[a.min(b), a.max(b)])
    }
}
