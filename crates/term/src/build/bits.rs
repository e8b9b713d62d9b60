//! Arithmetic and bitwise operators on bit vectors.
//!
//! Normal form: constants stand on the right and float to the outside of sums;
//! `x - c` is `x + (-c)`; commutative operands are ordered by id; masks,
//! constant shifts and disjoint unions become extractions and concatenations,
//! which cost a solver nothing. Source: Z3's `bv_rewriter`, Bitwuzla's rules of
//! level 1 and 2. Cost: constant per call.

use crate::fold::{self, mask};
use crate::op::Op;
use crate::pool::Pool;
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

    fn both_const(&self, a: TermId, b: TermId) -> Option<(u128, u128)> {
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
            return self.bv(w, x.wrapping_add(y));
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        if w == 1 {
            return self.bvxor(a, b);
        }
        if let Some(c) = self.as_bv(b) {
            return self.add_const(a, c, w);
        }
        if let Some((x, c)) = self.with_const(a, Op::BvAdd) {
            let s = self.bvadd(x, b);
            return self.add_const(s, c, w);
        }
        if let Some((y, c)) = self.with_const(b, Op::BvAdd) {
            let s = self.bvadd(a, y);
            return self.add_const(s, c, w);
        }
        for (p, q) in [(a, b), (b, a)] {
            if let Some(x) = self.arg1(p, Op::BvNeg) {
                return self.bvsub(q, x);
            }
            if let Some(x) = self.arg1(p, Op::BvNot) {
                let d = self.bvsub(q, x);
                return self.add_const(d, mask(w), w);
            }
            if let Some((c, x)) = self.const_minus(p) {
                let d = self.bvsub(q, x);
                return self.add_const(d, c, w);
            }
            if let Some((x, y)) = self.args2(p, Op::BvSub) {
                if y == q {
                    return x;
                }
            }
            if let Some((x, c)) = self.with_const(p, Op::BvMul) {
                let (y, d) = self.with_const(q, Op::BvMul).unwrap_or((q, 1));
                if x == y {
                    let k = self.bv(w, c.wrapping_add(d));
                    return self.bvmul(x, k);
                }
            }
        }
        if a == b {
            return self.shl_const(a, 1);
        }
        if let Some(t) = self.join(a, b) {
            return t;
        }
        self.bv_node(Op::BvAdd, w, &[a.min(b), a.max(b)])
    }

    fn add_const(&mut self, a: TermId, c: u128, w: u32) -> TermId {
        if c == 0 {
            return a;
        }
        let k = |x: u128| x & mask(w);
        if let Some(x) = self.as_bv(a) {
            return self.bv(w, x.wrapping_add(c));
        }
        if let Some((x, d)) = self.with_const(a, Op::BvAdd) {
            return self.add_const(x, k(c.wrapping_add(d)), w);
        }
        if let Some((d, x)) = self.const_minus(a) {
            let s = self.bv(w, c.wrapping_add(d));
            return self.bvsub(s, x);
        }
        if let Some((p, x, y)) = self.ite_consts(a) {
            return self.ite_bv(p, w, x.wrapping_add(c), y.wrapping_add(c));
        }
        if let Some(x) = self.arg1(a, Op::BvNot) {
            let s = self.bv(w, c.wrapping_sub(1));
            return self.bvsub(s, x);
        }
        if let Some(x) = self.arg1(a, Op::BvNeg) {
            let s = self.bv(w, c);
            return self.bvsub(s, x);
        }
        if let Some((h, l)) = self.args2(a, Op::Concat) {
            let wl = self.width(l);
            if let Some(low) = self.as_bv(l) {
                // No carry leaves the low part.
                if c <= mask(wl) && low + c <= mask(wl) {
                    let l = self.bv(wl, low + c);
                    return self.concat(h, l);
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
            return self.bv(w, 0);
        }
        if let Some(c) = self.as_bv(b) {
            return self.add_const_or_xor(a, c.wrapping_neg() & mask(w), w);
        }
        if w == 1 {
            return self.bvxor(a, b);
        }
        if let Some(c) = self.as_bv(a) {
            return self.const_sub(c, b, w);
        }
        if let Some((x, c)) = self.with_const(a, Op::BvAdd) {
            let d = self.bvsub(x, b);
            return self.add_const(d, c, w);
        }
        if let Some((y, c)) = self.with_const(b, Op::BvAdd) {
            let d = self.bvsub(a, y);
            return self.add_const(d, c.wrapping_neg() & mask(w), w);
        }
        if let Some((c, x)) = self.const_minus(a) {
            let s = self.bvadd(x, b);
            return self.const_sub(c, s, w);
        }
        if let Some((c, y)) = self.const_minus(b) {
            let s = self.bvadd(a, y);
            return self.add_const(s, c.wrapping_neg() & mask(w), w);
        }
        if let Some(y) = self.arg1(b, Op::BvNeg) {
            return self.bvadd(a, y);
        }
        if let Some((x, y)) = self.args2(a, Op::BvAdd) {
            if x == b {
                return y;
            }
            if y == b {
                return x;
            }
        }
        if let Some((x, y)) = self.args2(b, Op::BvAdd) {
            if x == a {
                return self.bvneg(y);
            }
            if y == a {
                return self.bvneg(x);
            }
        }
        if let Some((x, y)) = self.args2(a, Op::BvSub) {
            if x == b {
                return self.bvneg(y);
            }
        }
        if let Some((x, y)) = self.args2(b, Op::BvSub) {
            if x == a {
                return y;
            }
        }
        if let Some((x, c)) = self.with_const(a, Op::BvMul) {
            let (y, d) = self.with_const(b, Op::BvMul).unwrap_or((b, 1));
            if x == y {
                let k = self.bv(w, c.wrapping_sub(d));
                return self.bvmul(x, k);
            }
        }
        self.bv_node(Op::BvSub, w, &[a, b])
    }

    fn add_const_or_xor(&mut self, a: TermId, c: u128, w: u32) -> TermId {
        if w == 1 {
            let k = self.bv(1, c);
            return self.bvxor(a, k);
        }
        self.add_const(a, c, w)
    }

    /// `c - b` where `b` is at least 2 bits wide.
    fn const_sub(&mut self, c: u128, b: TermId, w: u32) -> TermId {
        if let Some(y) = self.as_bv(b) {
            return self.bv(w, c.wrapping_sub(y));
        }
        if c == 0 {
            return self.bvneg(b);
        }
        let k = |x: u128| x & mask(w);
        if let Some((y, d)) = self.with_const(b, Op::BvAdd) {
            return self.const_sub(k(c.wrapping_sub(d)), y, w);
        }
        if let Some((d, y)) = self.const_minus(b) {
            return self.add_const(y, k(c.wrapping_sub(d)), w);
        }
        if let Some(y) = self.arg1(b, Op::BvNeg) {
            return self.add_const(y, c, w);
        }
        if let Some(y) = self.arg1(b, Op::BvNot) {
            return self.add_const(y, k(c.wrapping_add(1)), w);
        }
        if let Some((p, x, y)) = self.ite_consts(b) {
            return self.ite_bv(p, w, c.wrapping_sub(x), c.wrapping_sub(y));
        }
        if c == mask(w) {
            return self.bvnot(b);
        }
        let c = self.bv(w, c);
        self.bv_node(Op::BvSub, w, &[c, b])
    }

    /// Negation modulo `2^width`.
    pub fn bvneg(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        if let Some(x) = self.as_bv(a) {
            return self.bv(w, x.wrapping_neg());
        }
        if w == 1 {
            return a;
        }
        match self.op(a) {
            Op::BvNeg => return self.arg(a, 0),
            Op::BvSub => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                return self.bvsub(y, x);
            }
            Op::BvNot => {
                let x = self.arg(a, 0);
                return self.add_const(x, 1, w);
            }
            _ => {}
        }
        if let Some((x, c)) = self.with_const(a, Op::BvAdd) {
            return self.const_sub(c.wrapping_neg() & mask(w), x, w);
        }
        if let Some((x, c)) = self.with_const(a, Op::BvMul) {
            let k = self.bv(w, c.wrapping_neg());
            return self.bvmul(x, k);
        }
        if let Some((p, x, y)) = self.ite_consts(a) {
            return self.ite_bv(p, w, x.wrapping_neg(), y.wrapping_neg());
        }
        self.bv_node(Op::BvNeg, w, &[a])
    }

    /// Bitwise negation.
    pub fn bvnot(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        if let Some(x) = self.as_bv(a) {
            return self.bv(w, !x);
        }
        match self.op(a) {
            Op::BvNot => return self.arg(a, 0),
            Op::BvNeg => {
                let x = self.arg(a, 0);
                return self.add_const(x, mask(w), w);
            }
            _ => {}
        }
        if let Some((x, c)) = self.with_const(a, Op::BvAdd) {
            return self.const_sub(!c & mask(w), x, w);
        }
        if let Some((c, x)) = self.const_minus(a) {
            return self.add_const(x, !c & mask(w), w);
        }
        if let Some((x, c)) = self.with_const(a, Op::BvXor) {
            let k = self.bv(w, !c);
            return self.bvxor(x, k);
        }
        if let Some((p, x, y)) = self.ite_consts(a) {
            return self.ite_bv(p, w, !x, !y);
        }
        self.bv_node(Op::BvNot, w, &[a])
    }

    /// Product modulo `2^width`.
    pub fn bvmul(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some((x, y)) = self.both_const(a, b) {
            return self.bv(w, x.wrapping_mul(y));
        }
        if w == 1 {
            return self.bvand(a, b);
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
                return self.mul_const(m, c, w);
            }
            if let Some(x) = self.arg1(p, Op::BvNeg) {
                let m = self.bvmul(x, q);
                return self.bvneg(m);
            }
            if let Some((c, x, y)) = self.ite_consts(p) {
                if x <= 1 && y <= 1 {
                    let zero = self.bv(w, 0);
                    let (x, y) = (if x == 1 { q } else { zero }, if y == 1 { q } else { zero });
                    return self.ite(c, x, y);
                }
            }
        }
        self.bv_node(Op::BvMul, w, &[a.min(b), a.max(b)])
    }

    fn mul_const(&mut self, a: TermId, c: u128, w: u32) -> TermId {
        if let Some(x) = self.as_bv(a) {
            return self.bv(w, x.wrapping_mul(c));
        }
        match c {
            0 => return self.bv(w, 0),
            1 => return a,
            _ if c == mask(w) => return self.bvneg(a),
            _ if c.is_power_of_two() => return self.shl_const(a, c.trailing_zeros()),
            _ => {}
        }
        if let Some((x, d)) = self.with_const(a, Op::BvMul) {
            return self.mul_const(x, c.wrapping_mul(d) & mask(w), w);
        }
        if let Some((x, d)) = self.with_const(a, Op::BvAdd) {
            let m = self.mul_const(x, c, w);
            return self.add_const(m, c.wrapping_mul(d) & mask(w), w);
        }
        if let Some(x) = self.arg1(a, Op::BvNeg) {
            return self.mul_const(x, c.wrapping_neg() & mask(w), w);
        }
        if let Some((p, x, y)) = self.ite_consts(a) {
            return self.ite_bv(p, w, x.wrapping_mul(c), y.wrapping_mul(c));
        }
        let c = self.bv(w, c);
        self.bv_node(Op::BvMul, w, &[a, c])
    }

    /// Bitwise conjunction.
    pub fn bvand(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some((x, y)) = self.both_const(a, b) {
            return self.bv(w, x & y);
        }
        if a == b {
            return a;
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        let (ma, mb) = (self.maybe(a), self.maybe(b));
        if ma & mb == 0 {
            return self.bv(w, 0);
        }
        if let Some(c) = self.as_bv(b) {
            if ma & !c == 0 {
                return a;
            }
            if let Some((x, d)) = self.with_const(a, Op::BvAnd) {
                let k = self.bv(w, c & d);
                return self.bvand(x, k);
            }
            let lo = c.trailing_zeros();
            let run = c >> lo;
            if run & (run + 1) == 0 {
                return self.keep_run(a, lo, 127 - c.leading_zeros());
            }
            return self.bitwise_const(Op::BvAnd, a, c, w);
        }
        if let Some(t) = self.both_flags(a, b) {
            return t;
        }
        for (p, q) in [(a, b), (b, a)] {
            if self.arg1(p, Op::BvNot) == Some(q) {
                return self.bv(w, 0);
            }
            if let Some((x, y)) = self.args2(p, Op::BvAnd) {
                if x == q || y == q {
                    return p;
                }
            }
            if let Some((x, y)) = self.args2(p, Op::BvOr) {
                if x == q || y == q {
                    return q;
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
            return self.bv(w, x | y);
        }
        if a == b {
            return a;
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        if let Some(c) = self.as_bv(b) {
            if c & !self.facts(a).ones == 0 {
                return a;
            }
            if self.maybe(a) & !c == 0 {
                return b;
            }
            if let Some((x, d)) = self.with_const(a, Op::BvOr) {
                let k = self.bv(w, c | d);
                return self.bvor(x, k);
            }
            if let Some(t) = self.join(a, b) {
                return t;
            }
            return self.bitwise_const(Op::BvOr, a, c, w);
        }
        if self.maybe(a) == 0 {
            return b;
        }
        if self.maybe(b) == 0 {
            return a;
        }
        if let Some(t) = self.either_flag(a, b) {
            return t;
        }
        for (p, q) in [(a, b), (b, a)] {
            if self.arg1(p, Op::BvNot) == Some(q) {
                return self.bv(w, u128::MAX);
            }
            if let Some((x, y)) = self.args2(p, Op::BvOr) {
                if x == q || y == q {
                    return p;
                }
            }
            if let Some((x, y)) = self.args2(p, Op::BvAnd) {
                if x == q || y == q {
                    return q;
                }
            }
        }
        if let Some(t) = self.join(a, b) {
            return t;
        }
        self.bitwise(Op::BvOr, a, b, w)
    }

    /// Bitwise exclusive disjunction.
    pub fn bvxor(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some((x, y)) = self.both_const(a, b) {
            return self.bv(w, x ^ y);
        }
        if a == b {
            return self.bv(w, 0);
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                return a;
            }
            if c == mask(w) {
                return self.bvnot(a);
            }
            if let Some((x, d)) = self.with_const(a, Op::BvXor) {
                let k = self.bv(w, c ^ d);
                return self.bvxor(x, k);
            }
            if let Some(x) = self.arg1(a, Op::BvNot) {
                let k = self.bv(w, !c);
                return self.bvxor(x, k);
            }
            if let Some(t) = self.join(a, b) {
                return t;
            }
            return self.bitwise_const(Op::BvXor, a, c, w);
        }
        for (p, q) in [(a, b), (b, a)] {
            if let Some(x) = self.arg1(p, Op::BvNot) {
                if x == q {
                    return self.bv(w, u128::MAX);
                }
                let r = self.bvxor(x, q);
                return self.bvnot(r);
            }
            if let Some((x, y)) = self.args2(p, Op::BvXor) {
                if x == q {
                    return y;
                }
                if y == q {
                    return x;
                }
            }
        }
        if let Some(t) = self.join(a, b) {
            return t;
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
            return self.ite_bv(p, w, apply(x), apply(y));
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
            return self.concat(h, l);
        }
        let c = self.bv(w, c);
        self.bv_node(op, w, &[a, c])
    }

    /// A bitwise operator on two terms that are no literals.
    fn bitwise(&mut self, op: Op, a: TermId, b: TermId, w: u32) -> TermId {
        if let (Some(x), Some(y)) = (self.arg1(a, Op::Zext), self.arg1(b, Op::Zext)) {
            if self.width(x) == self.width(y) {
                let r = self.bit_op(op, x, y);
                return self.zext(r, w);
            }
        }
        if w == 1 {
            if let (Some((p, 1, 0)), Some((q, 1, 0))) = (self.ite_consts(a), self.ite_consts(b)) {
                let r = match op {
                    Op::BvAnd => self.and(p, q),
                    Op::BvOr => self.or(p, q),
                    _ => self.xor(p, q),
                };
                return self.bool_to_bv(r);
            }
        }
        self.bv_node(op, w, &[a.min(b), a.max(b)])
    }

    /// Shift by a literal amount below the width.
    fn shl_const(&mut self, a: TermId, amount: u32) -> TermId {
        let w = self.width(a);
        if amount == 0 {
            return a;
        }
        let (h, l) = (self.extract(a, w - 1 - amount, 0), self.bv(amount, 0));
        self.concat(h, l)
    }

    /// Left shift; zero for amounts of at least the width.
    pub fn bvshl(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some(r) = self.shift_trivial(a, b) {
            return r;
        }
        match self.as_bv(b) {
            Some(k) => self.shl_const(a, k as u32),
            None => self.bv_node(Op::BvShl, w, &[a, b]),
        }
    }

    /// Logical right shift; zero for amounts of at least the width.
    pub fn bvlshr(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some(r) = self.shift_trivial(a, b) {
            return r;
        }
        match self.as_bv(b) {
            Some(k) => {
                let e = self.extract(a, w - 1, k as u32);
                self.zext(e, w)
            }
            None => self.bv_node(Op::BvLshr, w, &[a, b]),
        }
    }

    /// Zero by too large an amount, or nothing to do; for `shl` and `lshr`.
    fn shift_trivial(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if self.facts(b).ulo >= u128::from(w) {
            return Some(self.bv(w, 0));
        }
        (self.as_bv(b) == Some(0) || self.as_bv(a) == Some(0)).then_some(a)
    }

    /// Arithmetic right shift; copies of the sign for amounts of at least the width.
    pub fn bvashr(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let Some((x, y)) = self.both_const(a, b) {
            return self.bv(w, fold::ashr(x, y, w));
        }
        if self.facts(a).slo >= 0 {
            return self.bvlshr(a, b);
        }
        if self.facts(b).ulo >= u128::from(w) {
            let s = self.extract(a, w - 1, w - 1);
            return self.sext(s, w);
        }
        match self.as_bv(b) {
            Some(k) => {
                let e = self.extract(a, w - 1, k as u32);
                self.sext(e, w)
            }
            None => self.bv_node(Op::BvAshr, w, &[a, b]),
        }
    }
}
