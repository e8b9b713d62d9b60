//! Equality.
//!
//! Normal form: a literal stands on the right; invertible operators around the
//! left side are undone on the literal; extensions are stripped, so that the
//! comparison is as narrow as the data; concatenations split into conjuncts, so
//! that bytes become independent. Cost: the depth of a concatenation, and at most
//! `CHAIN` links of an `ite` chain.

use crate::fold::{mask, to_signed};
use crate::op::Op;
use crate::pool::Pool;
use crate::rules::{rule, Rule};
use crate::sort::{Sort, TermId};

/// How many links of an `ite` chain with literal leaves an equality is pushed into.
const CHAIN: u32 = 8;

/// How deep an equality is pushed into its arguments in all. Chains of invertible
/// operators have no other bound.
const DEPTH: u32 = 64;

impl Pool {
    /// Equality of two terms of one sort. On floats it compares encodings; IEEE
    /// equality is [`Pool::fp_eq`].
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return self.tru();
        }
        if self.op(a).is_const() && self.op(b).is_const() {
            return self.fls();
        }
        let (a, b) = if self.op(a).is_const() {
            (b, a)
        } else {
            (a, b)
        };
        if self.eq_depth >= DEPTH {
            return self.eq_node(a, b);
        }
        self.eq_depth += 1;
        let t = self.eq_sorted(a, b);
        self.eq_depth -= 1;
        t
    }

    fn eq_sorted(&mut self, a: TermId, b: TermId) -> TermId {
        match self.sort(a) {
            Sort::Bool => self.iff(a, b),
            Sort::BitVec(w) => self.eq_bv(a, b, w, CHAIN),
            Sort::Float(_) => {
                let (a, b) = (self.fp_to_bits(a), self.fp_to_bits(b));
                self.eq(a, b)
            }
            Sort::Int => self.int_eq(a, b),
            _ => self.eq_node(a, b),
        }
    }

    /// Negated equality.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let e = self.eq(a, b);
        self.not(e)
    }

    pub(crate) fn eq_node(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.op(b).is_const() || a < b {
            (a, b)
        } else {
            (b, a)
        };
        self.mk(Op::Eq, Sort::Bool, &[a, b])
    }

    fn iff(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(v) = self.as_bool(b) {
            rule!(self, IffLiteral, if v { a } else { self.not(a) });
        }
        if self.is_complement(a, b) {
            rule!(self, IffOpposite, self.fls());
        }
        match (self.arg1(a, Op::Not), self.arg1(b, Op::Not)) {
            (Some(x), Some(y)) => rule!(self, IffNot, self.iff(x, y)),
            (Some(x), None) => {
                let e = self.iff(x, b);
                rule!(self, IffNot, self.not(e));
            }
            (None, Some(y)) => {
                let e = self.iff(a, y);
                rule!(self, IffNot, self.not(e));
            }
            (None, None) => {}
        }
        self.eq_node(a, b)
    }

    fn eq_bv(&mut self, a: TermId, b: TermId, w: u32, chain: u32) -> TermId {
        let (f, g) = (*self.facts(a), *self.facts(b));
        if f.uhi < g.ulo
            || g.uhi < f.ulo
            || f.shi < g.slo
            || g.shi < f.slo
            || f.ones & g.zeros != 0
            || f.zeros & g.ones != 0
        {
            rule!(self, EqDecided, self.fls());
        }
        if let Some(c) = self.as_bv(b) {
            return self.eq_const(a, c, w, chain);
        }
        if let Some(t) = self.eq_stripped(a, b, w) {
            rule!(self, EqStripped, t);
        }
        for (p, q) in [(a, b), (b, a)] {
            // x + y == x, x - y == x, and so on.
            if let Some((x, y)) = self.args2(p, Op::BvAdd) {
                let zero = if x == q {
                    Some(y)
                } else {
                    (y == q).then_some(x)
                };
                if let Some(z) = zero {
                    rule!(self, EqSumOfSame, self.eq_const(z, 0, w, chain));
                }
            }
            if let Some((x, y)) = self.args2(p, Op::BvXor) {
                let zero = if x == q {
                    Some(y)
                } else {
                    (y == q).then_some(x)
                };
                if let Some(z) = zero {
                    rule!(self, EqSumOfSame, self.eq_const(z, 0, w, chain));
                }
            }
            if let Some((x, y)) = self.args2(p, Op::BvSub) {
                if x == q {
                    rule!(self, EqDifferenceOfSame, self.eq_const(y, 0, w, chain));
                }
            }
            if self.arg1(p, Op::BvNot) == Some(q) {
                rule!(self, EqNot, self.fls());
            }
            if self.op(p) == Op::Ite {
                let (c, x, y) = (self.arg(p, 0), self.arg(p, 1), self.arg(p, 2));
                if x == q {
                    let e = self.eq(y, q);
                    rule!(self, EqBranch, self.or(c, e));
                }
                if y == q {
                    let (n, e) = (self.not(c), self.eq(x, q));
                    rule!(self, EqBranch, self.or(n, e));
                }
            }
        }
        self.eq_node(a, b)
    }

    /// Equal injective operators on both sides.
    fn eq_stripped(&mut self, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        match (self.op(a), self.op(b)) {
            (Op::Zext, Op::Zext) | (Op::Sext, Op::Sext) => {
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                let n = self.width(x).max(self.width(y));
                let (x, y) = if self.op(a) == Op::Zext {
                    (self.zext(x, n), self.zext(y, n))
                } else {
                    (self.sext(x, n), self.sext(y, n))
                };
                Some(self.eq(x, y))
            }
            (Op::BvNot, Op::BvNot) | (Op::BvNeg, Op::BvNeg) => {
                Some(self.eq(self.arg(a, 0), self.arg(b, 0)))
            }
            (Op::BvAdd, Op::BvAdd) | (Op::BvXor, Op::BvXor) => {
                let (p, q) = (self.arg(a, 0), self.arg(a, 1));
                let (r, s) = (self.arg(b, 0), self.arg(b, 1));
                let rest = if p == r {
                    Some((q, s))
                } else if p == s {
                    Some((q, r))
                } else if q == r {
                    Some((p, s))
                } else if q == s {
                    Some((p, r))
                } else {
                    None
                };
                if let Some((x, y)) = rest {
                    return Some(self.eq(x, y));
                }
                // x + c == y + d, x ^ c == y ^ d: one literal is enough.
                let (c, d) = (self.as_bv(q)?, self.as_bv(s)?);
                let y = if self.op(a) == Op::BvAdd {
                    let k = self.bv(w, d.wrapping_sub(c));
                    self.bvadd(r, k)
                } else {
                    let k = self.bv(w, c ^ d);
                    self.bvxor(r, k)
                };
                Some(self.eq_node(p, y))
            }
            (Op::BvSub, Op::BvSub) => {
                let (p, q) = (self.arg(a, 0), self.arg(a, 1));
                let (r, s) = (self.arg(b, 0), self.arg(b, 1));
                if p == r {
                    return Some(self.eq(q, s));
                }
                (q == s).then(|| self.eq(p, r))
            }
            (Op::Concat, Op::Concat) => {
                let (h, l) = (self.arg(a, 0), self.arg(a, 1));
                let (m, n) = (self.arg(b, 0), self.arg(b, 1));
                if self.width(l) != self.width(n) {
                    return None;
                }
                let (x, y) = (self.eq(h, m), self.eq(l, n));
                Some(self.and(x, y))
            }
            _ => None,
        }
    }

    /// `a == c`, where `c` is within the ranges and known bits of `a`.
    fn eq_const(&mut self, a: TermId, c: u128, w: u32, chain: u32) -> TermId {
        if let Some(x) = self.as_bv(a) {
            return self.boolean(x == c);
        }
        let f = self.facts(a);
        if c < f.ulo || c > f.uhi || f.ones & !c != 0 || f.zeros & c != 0 {
            return self.fls();
        }
        if self.eq_depth >= DEPTH {
            let c = self.bv(w, c);
            return self.eq_node(a, c);
        }
        self.eq_depth += 1;
        let t = self.eq_const_pushed(a, c, w, chain);
        self.eq_depth -= 1;
        t
    }

    /// [`Pool::eq_const`] for a value that ranges and known bits allow.
    fn eq_const_pushed(&mut self, a: TermId, c: u128, w: u32, chain: u32) -> TermId {
        let (op, x) = (self.op(a), self.arg(a, 0));
        let m = mask(w);
        match op {
            Op::BvNot => rule!(self, EqNotLiteral, self.eq_const(x, !c & m, w, chain)),
            Op::BvNeg => rule!(
                self,
                EqNegLiteral,
                self.eq_const(x, c.wrapping_neg() & m, w, chain)
            ),
            Op::Zext => {
                let n = self.width(x);
                rule!(self, EqZextLiteral, self.eq_const(x, c, n, chain));
            }
            Op::Sext => {
                let n = self.width(x);
                if to_signed(c & mask(n), n) as u128 & m != c {
                    return self.fls();
                }
                rule!(self, EqSextLiteral, self.eq_const(x, c & mask(n), n, chain));
            }
            Op::Concat => {
                let l = self.arg(a, 1);
                let (wh, wl) = (self.width(x), self.width(l));
                let h = self.eq_const(x, c >> wl, wh, chain);
                if self.as_bool(h) == Some(false) {
                    return h;
                }
                let l = self.eq_const(l, c & mask(wl), wl, chain);
                rule!(self, EqConcatLiteral, self.and(h, l));
            }
            Op::BvAdd | Op::BvXor | Op::BvMul => {
                let y = self.arg(a, 1);
                if let Some(d) = self.as_bv(y) {
                    match op {
                        Op::BvAdd => rule!(
                            self,
                            EqSumLiteral,
                            self.eq_const(x, c.wrapping_sub(d) & m, w, chain)
                        ),
                        Op::BvXor => rule!(self, EqXorLiteral, self.eq_const(x, c ^ d, w, chain)),
                        _ if d & 1 == 1 => {
                            let k = c.wrapping_mul(inverse(d)) & m;
                            rule!(self, EqMultipleLiteral, self.eq_const(x, k, w, chain));
                        }
                        _ => {}
                    }
                } else if op == Op::BvXor && c == 0 {
                    rule!(self, EqXorZero, self.eq(x, y));
                }
            }
            Op::BvSub => {
                let y = self.arg(a, 1);
                if let Some(d) = self.as_bv(x) {
                    rule!(
                        self,
                        EqLiteralMinus,
                        self.eq_const(y, d.wrapping_sub(c) & m, w, chain)
                    );
                }
                if c == 0 {
                    rule!(self, EqDifferenceZero, self.eq(x, y));
                }
            }
            Op::BvOr if c == 0 => {
                let (p, q) = (
                    self.eq_const(x, 0, w, chain),
                    self.eq_const(self.arg(a, 1), 0, w, chain),
                );
                rule!(self, EqOrZero, self.and(p, q));
            }
            Op::BvAnd if c == m => {
                let (p, q) = (
                    self.eq_const(x, m, w, chain),
                    self.eq_const(self.arg(a, 1), m, w, chain),
                );
                rule!(self, EqAndOnes, self.and(p, q));
            }
            Op::Ite => {
                if let Some(t) = self.eq_ite(a, c, w, chain) {
                    rule!(self, EqIteLiteral, t);
                }
            }
            _ => {}
        }
        if w == 1 {
            if c == 0 {
                let e = self.eq_const(a, 1, 1, chain);
                rule!(self, EqBitZero, self.not(e));
            }
            if op == Op::BvXor {
                let y = self.arg(a, 1);
                let (p, q) = (self.eq_const(x, 1, 1, chain), self.eq_const(y, 1, 1, chain));
                rule!(self, EqBitXor, self.xor(p, q));
            }
            if op == Op::BvOr {
                let y = self.arg(a, 1);
                let (p, q) = (self.eq_const(x, 1, 1, chain), self.eq_const(y, 1, 1, chain));
                rule!(self, EqBitOr, self.or(p, q));
            }
        }
        let c = self.bv(w, c);
        self.mk(Op::Eq, Sort::Bool, &[a, c])
    }

    /// `ite(p, x, y) == c` where a branch is a literal.
    fn eq_ite(&mut self, a: TermId, c: u128, w: u32, chain: u32) -> Option<TermId> {
        let (p, x, y) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
        match (self.as_bv(x), self.as_bv(y)) {
            (Some(k), Some(l)) => Some(match (k == c, l == c) {
                (true, true) => self.tru(),
                (true, false) => p,
                (false, true) => self.not(p),
                (false, false) => self.fls(),
            }),
            (Some(k), None) if chain > 0 => {
                let e = self.eq_const(y, c, w, chain - 1);
                if k == c {
                    Some(self.or(p, e))
                } else {
                    let n = self.not(p);
                    Some(self.and(n, e))
                }
            }
            (None, Some(k)) if chain > 0 => {
                let e = self.eq_const(x, c, w, chain - 1);
                if k == c {
                    let n = self.not(p);
                    Some(self.or(n, e))
                } else {
                    Some(self.and(p, e))
                }
            }
            _ => None,
        }
    }
}

/// The inverse of an odd number modulo 2^128 (Newton: each step doubles the
/// number of right bits, from 3).
fn inverse(odd: u128) -> u128 {
    let mut x = odd;
    for _ in 0..6 {
        x = x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}
