//! Comparisons and overflow predicates on bit vectors.
//!
//! Normal form: comparisons with a literal are strict, so `x <= 4` and `x < 5`
//! are one node; what ranges decide is decided; extensions are stripped; at the
//! edge of a range an order is an equality. `uaddo`, `usubo` and overflow with a
//! literal are comparisons. Cost: constant.

use crate::fold::{self, from_signed, mask, smax, smin, to_signed};
use crate::op::Op;
use crate::pool::Pool;
use crate::rules::{rule, Rule};
use crate::sort::{Sort, TermId};

impl Pool {
    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        let (f, g) = (*self.facts(a), *self.facts(b));
        if a == b || f.ulo >= g.uhi {
            return self.fls();
        }
        if f.uhi < g.ulo {
            return self.tru();
        }
        match (self.as_bv(a), self.as_bv(b)) {
            (None, Some(c)) => {
                // At an edge of a's range.
                if f.ulo + 1 == c {
                    let k = self.bv(w, f.ulo);
                    rule!(self, OrderEdge, self.eq(a, k));
                }
                if f.uhi == c {
                    rule!(self, OrderEdge, self.ne(a, b));
                }
                if let Some(t) = self.ult_const(a, c, w, true) {
                    rule!(self, OrderPushed, t);
                }
            }
            (Some(c), None) => {
                if g.uhi == c + 1 {
                    let k = self.bv(w, g.uhi);
                    rule!(self, OrderEdge, self.eq(b, k));
                }
                if g.ulo == c {
                    rule!(self, OrderEdge, self.ne(a, b));
                }
                if let Some(t) = self.ult_const(b, c, w, false) {
                    rule!(self, OrderPushed, t);
                }
            }
            _ => {
                if let Some((x, y)) = self.same_extension(a, b) {
                    rule!(self, OrderExtended, self.ult(x, y));
                }
            }
        }
        self.mk(Op::Ult, Sort::Bool, &[a, b])
    }

    /// `t < c` (`below`) or `c < t`, where `c` is within t's range.
    fn ult_const(&mut self, t: TermId, c: u128, w: u32, below: bool) -> Option<TermId> {
        let x = self.arg(t, 0);
        match self.op(t) {
            Op::Zext => {
                let n = self.width(x);
                let c = self.bv(n, c);
                Some(if below {
                    self.ult(x, c)
                } else {
                    self.ult(c, x)
                })
            }
            Op::Sext => {
                let n = self.width(x);
                let half = 1u128 << (n - 1);
                // Values are [0, half) and [2^w - half, 2^w).
                if c < half || c > mask(w) - half {
                    let c = self.bv(n, c);
                    return Some(if below {
                        self.ult(x, c)
                    } else {
                        self.ult(c, x)
                    });
                }
                let zero = self.bv(n, 0);
                Some(if below {
                    self.sle(zero, x)
                } else {
                    self.slt(x, zero)
                })
            }
            Op::Ite => {
                let (p, k, l) = self.ite_consts(t)?;
                let side = |k: u128| if below { k < c } else { c < k };
                let (x, y) = (self.boolean(side(k)), self.boolean(side(l)));
                Some(self.ite(p, x, y))
            }
            Op::Concat => {
                let l = self.arg(t, 1);
                let (wh, wl) = (self.width(x), self.width(l));
                let low = c & mask(wl);
                if below && low == 0 {
                    let h = self.bv(wh, c >> wl);
                    return Some(self.ult(x, h));
                }
                if !below && low == mask(wl) {
                    let h = self.bv(wh, c >> wl);
                    return Some(self.ult(h, x));
                }
                None
            }
            Op::BvAdd => {
                let (x, d) = self.with_const(t, Op::BvAdd)?;
                let f = self.facts(x);
                let s = to_signed(d, w);
                if s >= 0 && f.uhi <= mask(w) - d {
                    // No wrap: c >= d, for else the range had decided.
                    let k = self.bv(w, c.checked_sub(d)?);
                    return Some(if below {
                        self.ult(x, k)
                    } else {
                        self.ult(k, x)
                    });
                }
                let back = d.wrapping_neg() & mask(w);
                if s < 0 && f.ulo >= back {
                    let k = c.checked_add(back).filter(|k| *k <= mask(w))?;
                    let k = self.bv(w, k);
                    return Some(if below {
                        self.ult(x, k)
                    } else {
                        self.ult(k, x)
                    });
                }
                None
            }
            _ => None,
        }
    }

    /// Both arguments extended the same way: their insides at one width. Both
    /// extensions keep both orders.
    fn same_extension(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let op = self.op(a);
        if op != self.op(b) || !matches!(op, Op::Zext | Op::Sext) {
            return None;
        }
        let (x, y) = (self.arg(a, 0), self.arg(b, 0));
        let n = self.width(x).max(self.width(y));
        Some(if op == Op::Zext {
            (self.zext(x, n), self.zext(y, n))
        } else {
            (self.sext(x, n), self.sext(y, n))
        })
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        let (f, g) = (*self.facts(a), *self.facts(b));
        if a == b || f.uhi <= g.ulo {
            return self.tru();
        }
        if f.ulo > g.uhi {
            return self.fls();
        }
        if let Some(c) = self.as_bv(b) {
            let k = self.bv(w, c + 1);
            rule!(self, OrderStrict, self.ult(a, k));
        }
        if let Some(c) = self.as_bv(a) {
            let k = self.bv(w, c - 1);
            rule!(self, OrderStrict, self.ult(k, b));
        }
        if let Some((x, y)) = self.same_extension(a, b) {
            rule!(self, OrderExtended, self.ule(x, y));
        }
        self.mk(Op::Ule, Sort::Bool, &[a, b])
    }

    /// Unsigned `a > b`.
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    /// Unsigned `a >= b`.
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    /// Both have the same known sign, so the signed order is the unsigned one.
    fn same_sign(&self, a: TermId, b: TermId) -> bool {
        let (f, g) = (self.facts(a), self.facts(b));
        (f.slo >= 0 && g.slo >= 0) || (f.shi < 0 && g.shi < 0)
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        let (f, g) = (*self.facts(a), *self.facts(b));
        if a == b || f.slo >= g.shi {
            return self.fls();
        }
        if f.shi < g.slo {
            return self.tru();
        }
        if self.same_sign(a, b) {
            rule!(self, OrderUnsigned, self.ult(a, b));
        }
        let value = |p: &Pool, t| p.as_bv(t).map(|x| to_signed(x, w));
        match (value(self, a), value(self, b)) {
            (None, Some(c)) => {
                if f.slo + 1 == c {
                    let k = self.bv(w, from_signed(f.slo, w));
                    rule!(self, OrderEdge, self.eq(a, k));
                }
                if f.shi == c {
                    rule!(self, OrderEdge, self.ne(a, b));
                }
                if let Some(t) = self.slt_const(a, c, w, true) {
                    rule!(self, OrderPushed, t);
                }
            }
            (Some(c), None) => {
                if g.shi == c + 1 {
                    let k = self.bv(w, from_signed(g.shi, w));
                    rule!(self, OrderEdge, self.eq(b, k));
                }
                if g.slo == c {
                    rule!(self, OrderEdge, self.ne(a, b));
                }
                if let Some(t) = self.slt_const(b, c, w, false) {
                    rule!(self, OrderPushed, t);
                }
            }
            _ => {
                if let (Op::Sext, Op::Sext) = (self.op(a), self.op(b)) {
                    if let Some((x, y)) = self.same_extension(a, b) {
                        rule!(self, OrderExtended, self.slt(x, y));
                    }
                }
            }
        }
        self.mk(Op::Slt, Sort::Bool, &[a, b])
    }

    /// `t < c` (`below`) or `c < t`, where `c` is within t's range.
    fn slt_const(&mut self, t: TermId, c: i128, w: u32, below: bool) -> Option<TermId> {
        let x = self.arg(t, 0);
        match self.op(t) {
            Op::Sext => {
                let n = self.width(x);
                let c = self.bv(n, from_signed(c, n));
                Some(if below {
                    self.slt(x, c)
                } else {
                    self.slt(c, x)
                })
            }
            Op::Ite => {
                let (p, k, l) = self.ite_consts(t)?;
                let side = |k: u128| {
                    let k = to_signed(k, w);
                    if below {
                        k < c
                    } else {
                        c < k
                    }
                };
                let (x, y) = (self.boolean(side(k)), self.boolean(side(l)));
                Some(self.ite(p, x, y))
            }
            Op::BvAdd => {
                let (x, d) = self.with_const(t, Op::BvAdd)?;
                let d = to_signed(d, w);
                let f = self.facts(x);
                let fits = |v: i128| {
                    v.checked_add(d)
                        .is_some_and(|s| smin(w) <= s && s <= smax(w))
                };
                if !fits(f.slo) || !fits(f.shi) {
                    return None;
                }
                let k = c
                    .checked_sub(d)
                    .filter(|k| smin(w) <= *k && *k <= smax(w))?;
                let k = self.bv(w, from_signed(k, w));
                Some(if below {
                    self.slt(x, k)
                } else {
                    self.slt(k, x)
                })
            }
            _ => None,
        }
    }

    /// Signed `a <= b`.
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        let (f, g) = (*self.facts(a), *self.facts(b));
        if a == b || f.shi <= g.slo {
            return self.tru();
        }
        if f.slo > g.shi {
            return self.fls();
        }
        if self.same_sign(a, b) {
            rule!(self, OrderUnsigned, self.ule(a, b));
        }
        if let Some(c) = self.as_bv(b) {
            let k = self.bv(w, c.wrapping_add(1));
            rule!(self, OrderStrict, self.slt(a, k));
        }
        if let Some(c) = self.as_bv(a) {
            let k = self.bv(w, c.wrapping_sub(1));
            rule!(self, OrderStrict, self.slt(k, b));
        }
        if let (Op::Sext, Op::Sext) = (self.op(a), self.op(b)) {
            if let Some((x, y)) = self.same_extension(a, b) {
                rule!(self, OrderExtended, self.sle(x, y));
            }
        }
        self.mk(Op::Sle, Sort::Bool, &[a, b])
    }

    /// Signed `a > b`.
    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    /// Signed `a >= b`.
    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }

    /// Unsigned addition does not fit.
    pub fn uaddo(&mut self, a: TermId, b: TermId) -> TermId {
        // A literal ends up alone on one side.
        let (a, b) = if self.as_bv(b).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        let room = self.bvnot(a);
        self.ult(room, b)
    }

    /// Unsigned subtraction does not fit.
    pub fn usubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(a, b)
    }

    /// `lo <= t <= hi` fails, where the bounds may lie outside the width.
    fn outside(&mut self, t: TermId, lo: i128, hi: i128) -> TermId {
        let w = self.width(t);
        let mut result = self.fls();
        if lo > smin(w) {
            let k = self.bv(w, from_signed(lo, w));
            result = self.slt(t, k);
        }
        if hi < smax(w) {
            let k = self.bv(w, from_signed(hi, w));
            let over = self.slt(k, t);
            result = self.or(result, over);
        }
        result
    }

    /// Signed addition does not fit.
    pub fn saddo(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            rule!(self, Literals, self.boolean(fold::saddo(x, y, w)));
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        let (f, g) = (*self.facts(a), *self.facts(b));
        let (lo, hi) = (f.slo.checked_add(g.slo), f.shi.checked_add(g.shi));
        if let Some(r) = self.decided(lo, hi, w) {
            rule!(self, OverflowDecided, r);
        }
        if let Some(c) = self.as_bv(b) {
            let c = to_signed(c, w);
            rule!(
                self,
                OverflowLiteral,
                if c >= 0 {
                    self.outside(a, smin(w), smax(w) - c)
                } else {
                    self.outside(a, smin(w) - c, smax(w))
                }
            );
        }
        self.mk(Op::Saddo, Sort::Bool, &[a.min(b), a.max(b)])
    }

    /// What the exact ends of a result say about overflow. `None` ends are
    /// outside of `i128`.
    fn decided(&self, lo: Option<i128>, hi: Option<i128>, w: u32) -> Option<TermId> {
        let (lo, hi) = (lo?, hi?);
        if lo >= smin(w) && hi <= smax(w) {
            return Some(self.fls());
        }
        if hi < smin(w) || lo > smax(w) {
            return Some(self.tru());
        }
        None
    }

    /// Signed subtraction does not fit.
    pub fn ssubo(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            rule!(self, Literals, self.boolean(fold::ssubo(x, y, w)));
        }
        if a == b {
            rule!(self, OverflowSubSame, self.fls());
        }
        let (f, g) = (*self.facts(a), *self.facts(b));
        let (lo, hi) = (f.slo.checked_sub(g.shi), f.shi.checked_sub(g.slo));
        if let Some(r) = self.decided(lo, hi, w) {
            rule!(self, OverflowDecided, r);
        }
        if let Some(c) = self.as_bv(b) {
            let c = to_signed(c, w);
            rule!(
                self,
                OverflowLiteral,
                if c >= 0 {
                    self.outside(a, smin(w) + c, smax(w))
                } else {
                    self.outside(a, smin(w), smax(w) + c)
                }
            );
        }
        if let Some(c) = self.as_bv(a) {
            let c = to_signed(c, w);
            rule!(
                self,
                OverflowLiteral,
                if c >= 0 {
                    self.outside(b, c - smax(w), smax(w))
                } else {
                    self.outside(b, smin(w), c - smin(w))
                }
            );
        }
        self.mk(Op::Ssubo, Sort::Bool, &[a, b])
    }

    /// Unsigned multiplication does not fit.
    pub fn umulo(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            rule!(self, Literals, self.boolean(fold::umulo(x, y, w)));
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        let (f, g) = (*self.facts(a), *self.facts(b));
        if f.uhi.checked_mul(g.uhi).is_some_and(|p| p <= mask(w)) {
            rule!(self, OverflowDecided, self.fls());
        }
        if f.ulo.checked_mul(g.ulo).is_none_or(|p| p > mask(w)) {
            rule!(self, OverflowDecided, self.tru());
        }
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                return self.fls();
            }
            let most = self.bv(w, mask(w) / c);
            rule!(self, OverflowLiteral, self.ult(most, a));
        }
        self.mk(Op::Umulo, Sort::Bool, &[a.min(b), a.max(b)])
    }

    /// Signed multiplication does not fit.
    pub fn smulo(&mut self, a: TermId, b: TermId) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            rule!(self, Literals, self.boolean(fold::smulo(x, y, w)));
        }
        let (a, b) = if self.as_bv(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        let (f, g) = (*self.facts(a), *self.facts(b));
        let corners = [
            f.slo.checked_mul(g.slo),
            f.slo.checked_mul(g.shi),
            f.shi.checked_mul(g.slo),
            f.shi.checked_mul(g.shi),
        ];
        if let [Some(p), Some(q), Some(r), Some(s)] = corners {
            let (lo, hi) = (p.min(q).min(r).min(s), p.max(q).max(r).max(s));
            if let Some(t) = self.decided(Some(lo), Some(hi), w) {
                rule!(self, OverflowDecided, t);
            }
        }
        if let Some(c) = self.as_bv(b) {
            rule!(
                self,
                OverflowLiteral,
                match to_signed(c, w) {
                    0 => self.fls(),
                    -1 => {
                        let least = self.bv(w, from_signed(smin(w), w));
                        self.eq(a, least)
                    }
                    c if c > 0 => self.outside(a, smin(w) / c, smax(w) / c),
                    c => self.outside(a, smax(w) / c, smin(w) / c),
                }
            );
        }
        self.mk(Op::Smulo, Sort::Bool, &[a.min(b), a.max(b)])
    }
}
