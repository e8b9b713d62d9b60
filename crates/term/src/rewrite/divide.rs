//! Division and remainder. Divisions are the dearest circuits, so they are
//! turned into shifts and masks or done at the narrowest width that is exact.

use crate::fold::{self, mask, smax, smin, to_signed};
use crate::op::Op;
use crate::pool::Pool;
use crate::rules::{rule, Rule};
use crate::sort::TermId;

impl Pool {
    fn fold2(&mut self, a: TermId, b: TermId, f: fn(u128, u128, u32) -> u128) -> Option<TermId> {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        match (self.as_bv(a), self.as_bv(b)) {
            (Some(x), Some(y)) => Some(self.bv(w, f(x, y, w))),
            _ => None,
        }
    }

    /// Both arguments as zero extensions (or fitting literals) of one narrower width.
    fn both_zext(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let inner = |p: &Pool, t: TermId| p.arg1(t, Op::Zext).map(|x| p.width(x));
        let n = match (inner(self, a), inner(self, b)) {
            (Some(x), Some(y)) => x.max(y),
            (Some(x), None) => x.max(128 - self.as_bv(b)?.leading_zeros()),
            (None, Some(y)) => y.max(128 - self.as_bv(a)?.leading_zeros()),
            (None, None) => return None,
        };
        if n >= self.width(a) || n == 0 {
            return None;
        }
        Some((self.extract(a, n - 1, 0), self.extract(b, n - 1, 0)))
    }

    /// `a` as a sign extension of `x`, to whose width the literal `c` fits.
    fn sext_and_const(&self, a: TermId, c: u128) -> Option<(TermId, u128)> {
        let x = self.arg1(a, Op::Sext)?;
        let (n, s) = (self.width(x), to_signed(c, self.width(a)));
        (smin(n) <= s && s <= smax(n)).then(|| (x, c & mask(n)))
    }

    /// Unsigned quotient; all ones when `b` is zero.
    pub fn bvudiv(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(r) = self.fold2(a, b, fold::udiv) {
            rule!(self, Literals, r);
        }
        let w = self.width(a);
        match self.as_bv(b) {
            Some(0) => rule!(self, DivZero, self.bv(w, u128::MAX)),
            Some(1) => rule!(self, DivOne, a),
            Some(c) if c.is_power_of_two() => {
                let k = self.bv(w, u128::from(c.trailing_zeros()));
                rule!(self, DivPower, self.bvlshr(a, k));
            }
            _ => {}
        }
        if let Some((p, x, y)) = self.ite_consts(a) {
            if let Some(c) = self.as_bv(b) {
                rule!(
                    self,
                    DivIte,
                    self.ite_bv(p, w, fold::udiv(x, c, w), fold::udiv(y, c, w))
                );
            }
        }
        if self.facts(b).ulo > 0 {
            if let Some((x, y)) = self.both_zext(a, b) {
                let q = self.bvudiv(x, y);
                rule!(self, DivZext, self.zext(q, w));
            }
        }
        self.bv_node(Op::BvUdiv, w, &[a, b])
    }

    /// Unsigned remainder; `a` when `b` is zero.
    pub fn bvurem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(r) = self.fold2(a, b, |x, y, _| fold::urem(x, y)) {
            rule!(self, Literals, r);
        }
        let w = self.width(a);
        match self.as_bv(b) {
            Some(0) => rule!(self, RemZero, a),
            Some(1) => rule!(self, RemOne, self.bv(w, 0)),
            Some(c) if c.is_power_of_two() => {
                let m = self.bv(w, c - 1);
                rule!(self, RemPower, self.bvand(a, m));
            }
            Some(c) => {
                if let Some((p, x, y)) = self.ite_consts(a) {
                    rule!(
                        self,
                        RemIte,
                        self.ite_bv(p, w, fold::urem(x, c), fold::urem(y, c))
                    );
                }
            }
            None => {}
        }
        if a == b {
            rule!(self, RemSame, self.bv(w, 0));
        }
        if self.facts(a).uhi < self.facts(b).ulo {
            rule!(self, RemLess, a);
        }
        if let Some((x, y)) = self.both_zext(a, b) {
            let r = self.bvurem(x, y);
            rule!(self, RemZext, self.zext(r, w));
        }
        self.bv_node(Op::BvUrem, w, &[a, b])
    }

    /// Signed quotient, truncated; 1 or all ones (for `a` not negative) when `b` is zero.
    pub fn bvsdiv(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(r) = self.fold2(a, b, fold::sdiv) {
            rule!(self, Literals, r);
        }
        let w = self.width(a);
        // Also by zero: both give all ones.
        if self.facts(a).slo >= 0 && self.facts(b).slo >= 0 {
            rule!(self, DivPositive, self.bvudiv(a, b));
        }
        if let Some(c) = self.as_bv(b) {
            if to_signed(c, w) == 1 {
                rule!(self, DivOne, a);
            }
            if c == mask(w) {
                rule!(self, DivOnes, self.bvneg(a));
            }
            if let Some((p, x, y)) = self.ite_consts(a) {
                rule!(
                    self,
                    DivIte,
                    self.ite_bv(p, w, fold::sdiv(x, c, w), fold::sdiv(y, c, w))
                );
            }
            if c != 0 {
                if let Some((x, k)) = self.sext_and_const(a, c) {
                    let k = self.bv(self.width(x), k);
                    let q = self.bvsdiv(x, k);
                    rule!(self, DivSext, self.sext(q, w));
                }
            }
        }
        self.bv_node(Op::BvSdiv, w, &[a, b])
    }

    /// Signed remainder with the sign of `a`; `a` when `b` is zero.
    pub fn bvsrem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(r) = self.fold2(a, b, fold::srem) {
            rule!(self, Literals, r);
        }
        let w = self.width(a);
        if a == b {
            rule!(self, RemSame, self.bv(w, 0));
        }
        if self.facts(a).slo >= 0 && self.facts(b).slo >= 0 {
            rule!(self, RemPositive, self.bvurem(a, b));
        }
        if let Some(c) = self.as_bv(b) {
            if c == 0 {
                rule!(self, RemZero, a);
            }
            if c == 1 || c == mask(w) {
                rule!(self, RemOne, self.bv(w, 0));
            }
            if let Some((p, x, y)) = self.ite_consts(a) {
                rule!(
                    self,
                    RemIte,
                    self.ite_bv(p, w, fold::srem(x, c, w), fold::srem(y, c, w))
                );
            }
            if let Some((x, k)) = self.sext_and_const(a, c) {
                let k = self.bv(self.width(x), k);
                let r = self.bvsrem(x, k);
                rule!(self, RemSext, self.sext(r, w));
            }
        }
        self.bv_node(Op::BvSrem, w, &[a, b])
    }
}
