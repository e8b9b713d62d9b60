//! Concatenation, extraction and extension.
//!
//! Normal form: concatenations nest to the right; adjacent extractions of one
//! term are merged, so that a value that was stored byte by byte is read back as
//! itself; zeros on top are `zext`, copies of the sign are `sext`. The low part of
//! arithmetic on extended values is taken at the narrow width. Cost: at most the
//! depth of a concatenation, which is bounded by 128.

use crate::fold::{self, mask};
use crate::op::Op;
use crate::pool::Pool;
use crate::rules::{rule, Rule};
use crate::sort::TermId;

impl Pool {
    /// `hi` above `lo`; together at most 128 bits.
    pub fn concat(&mut self, hi: TermId, lo: TermId) -> TermId {
        let (wh, wl) = (self.width(hi), self.width(lo));
        debug_assert!(wh + wl <= 128);
        if let Some(t) = self.merge(hi, lo) {
            rule!(self, ConcatMerged, t);
        }
        match self.op(hi) {
            Op::Concat => {
                let (x, y) = (self.arg(hi, 0), self.arg(hi, 1));
                let low = self.concat(y, lo);
                rule!(self, ConcatNested, self.concat(x, low));
            }
            Op::Zext => {
                let x = self.arg(hi, 0);
                let low = self.concat(x, lo);
                rule!(self, ConcatZext, self.zext(low, wh + wl));
            }
            _ => {}
        }
        match self.op(lo) {
            Op::Concat => {
                let (m, r) = (self.arg(lo, 0), self.arg(lo, 1));
                if let Some(x) = self.merge(hi, m) {
                    rule!(self, ConcatMergedInside, self.concat(x, r));
                }
            }
            Op::Zext => {
                if let Some(c) = self.as_bv(hi) {
                    let x = self.arg(lo, 0);
                    let wx = self.width(x);
                    let c = self.bv(wh + wl - wx, c << (wl - wx));
                    rule!(self, ConcatLiteralZext, self.concat(c, x));
                }
            }
            _ => {}
        }
        self.bv_node(Op::Concat, wh + wl, &[hi, lo])
    }

    /// The concatenation where it is no `Concat` node.
    fn merge(&mut self, hi: TermId, lo: TermId) -> Option<TermId> {
        let (wh, wl) = (self.width(hi), self.width(lo));
        let w = wh + wl;
        if let Some(x) = self.as_bv(hi) {
            if let Some(y) = self.as_bv(lo) {
                return Some(self.bv(w, x << wl | y));
            }
            if x == 0 {
                return Some(self.zext(lo, w));
            }
        }
        if let Op::Extract { hi: h, lo: l } = self.op(hi) {
            let (h, l, t) = (u32::from(h), u32::from(l), self.arg(hi, 0));
            if self.op(lo)
                == (Op::Extract {
                    hi: (l.wrapping_sub(1)) as u8,
                    lo: (l.wrapping_sub(wl)) as u8,
                })
                && self.arg(lo, 0) == t
            {
                return Some(self.extract(t, h, l - wl));
            }
            // The low part may have been narrowed: see `extract`.
            if l == wl && narrows(self.op(t)) && self.extract(t, l - 1, 0) == lo {
                return Some(self.extract(t, h, 0));
            }
        }
        let sign = match self.op(hi) {
            Op::Sext => Some(self.arg(hi, 0)),
            _ => Some(hi),
        };
        if let Some(s) = sign.filter(|s| self.width(*s) == 1 && self.as_bv(*s).is_none()) {
            if self.extract(lo, wl - 1, wl - 1) == s {
                return Some(self.sext(lo, w));
            }
        }
        if let (Some((p, a, b)), Some((q, c, d))) = (self.ite_consts(hi), self.ite_consts(lo)) {
            if p == q {
                return Some(self.ite_bv(p, w, a << wl | c, b << wl | d));
            }
        }
        // A literal below a two-valued high part, or above a two-valued low part.
        if let (Some((p, a, b)), Some(c)) = (self.ite_consts(hi), self.as_bv(lo)) {
            return Some(self.ite_bv(p, w, a << wl | c, b << wl | c));
        }
        if let (Some(c), Some((p, a, b))) = (self.as_bv(hi), self.ite_consts(lo)) {
            return Some(self.ite_bv(p, w, c << wl | a, c << wl | b));
        }
        None
    }

    /// Bits `lo..=hi`.
    pub fn extract(&mut self, t: TermId, hi: u32, lo: u32) -> TermId {
        debug_assert!(lo <= hi && hi < self.width(t), "extract {hi}..{lo}");
        let w = hi - lo + 1;
        if w == self.width(t) {
            rule!(self, ExtractAll, t);
        }
        if let Some(x) = self.as_bv(t) {
            rule!(self, Literals, self.bv(w, x >> lo));
        }
        match self.op(t) {
            Op::Extract { lo: below, .. } => {
                let below = u32::from(below);
                rule!(
                    self,
                    ExtractExtract,
                    self.extract(self.arg(t, 0), hi + below, lo + below)
                );
            }
            Op::Concat => {
                let (h, l) = (self.arg(t, 0), self.arg(t, 1));
                let wl = self.width(l);
                let parts = if lo >= wl {
                    self.extract(h, hi - wl, lo - wl)
                } else if hi < wl {
                    self.extract(l, hi, lo)
                } else {
                    let (h, l) = (self.extract(h, hi - wl, 0), self.extract(l, wl - 1, lo));
                    self.concat(h, l)
                };
                rule!(self, ExtractConcat, parts);
            }
            Op::Zext => {
                let x = self.arg(t, 0);
                let wx = self.width(x);
                let inside = if lo >= wx {
                    self.bv(w, 0)
                } else {
                    let e = self.extract(x, hi.min(wx - 1), lo);
                    self.zext(e, w)
                };
                rule!(self, ExtractZext, inside);
            }
            Op::Sext => {
                let x = self.arg(t, 0);
                let wx = self.width(x);
                let e = self.extract(x, hi.min(wx - 1), lo.min(wx - 1));
                rule!(self, ExtractSext, self.sext(e, w));
            }
            Op::Ite => {
                if let Some((p, x, y)) = self.ite_consts(t) {
                    rule!(self, ExtractIte, self.ite_bv(p, w, x >> lo, y >> lo));
                }
            }
            op if lo == 0 && narrows(op) => {
                let args = self.args(t).len();
                let (a, b) = (self.arg(t, 0), self.arg(t, 1));
                if self.fits_low(a, w) && (args == 1 || self.fits_low(b, w)) {
                    let a = self.extract(a, hi, 0);
                    if args == 1 {
                        rule!(
                            self,
                            ExtractNarrowed,
                            match op {
                                Op::BvNot => self.bvnot(a),
                                _ => self.bvneg(a),
                            }
                        );
                    }
                    let b = self.extract(b, hi, 0);
                    rule!(
                        self,
                        ExtractNarrowed,
                        match op {
                            Op::BvAdd => self.bvadd(a, b),
                            Op::BvSub => self.bvsub(a, b),
                            Op::BvMul => self.bvmul(a, b),
                            Op::BvAnd => self.bvand(a, b),
                            Op::BvOr => self.bvor(a, b),
                            _ => self.bvxor(a, b),
                        }
                    );
                }
            }
            _ => {}
        }
        let op = Op::Extract {
            hi: hi as u8,
            lo: lo as u8,
        };
        self.bv_node(op, w, &[t])
    }

    /// Whether the low `w` bits of `t` are simpler than `t`.
    fn fits_low(&self, t: TermId, w: u32) -> bool {
        match self.op(t) {
            Op::Zext | Op::Sext => self.width(self.arg(t, 0)) <= w,
            op => op.is_const(),
        }
    }

    /// Zero extension to `to` bits in all.
    pub fn zext(&mut self, t: TermId, to: u32) -> TermId {
        let w = self.width(t);
        debug_assert!(w <= to && to <= 128);
        if w == to {
            return t;
        }
        if let Some(x) = self.as_bv(t) {
            rule!(self, Literals, self.bv(to, x));
        }
        if let Some(x) = self.arg1(t, Op::Zext) {
            rule!(self, ZextZext, self.zext(x, to));
        }
        if let Some((p, x, y)) = self.ite_consts(t) {
            rule!(self, ZextIte, self.ite_bv(p, to, x, y));
        }
        if let Some(x) = self.uncut(t, to) {
            if self.facts(x).uhi <= mask(w) {
                rule!(self, ZextUncut, x);
            }
        }
        if let Some((op, a, b)) = self.extended_sum(t) {
            let (f, g) = (self.facts(a), self.facts(b));
            let most = match op {
                Op::BvAdd => f.uhi.checked_add(g.uhi),
                _ => f.uhi.checked_mul(g.uhi),
            };
            if most.is_some_and(|m| m <= mask(w)) {
                let (a, b) = (self.zext(a, to), self.zext(b, to));
                rule!(
                    self,
                    ZextSum,
                    if op == Op::BvAdd {
                        self.bvadd(a, b)
                    } else {
                        self.bvmul(a, b)
                    }
                );
            }
        }
        self.bv_node(Op::Zext, to, &[t])
    }

    /// The term of width `to` whose low part `t` is.
    fn uncut(&self, t: TermId, to: u32) -> Option<TermId> {
        match self.op(t) {
            Op::Extract { lo: 0, .. } => Some(self.arg(t, 0)).filter(|x| self.width(*x) == to),
            _ => None,
        }
    }

    /// A sum or product of zero extensions and literals: where it does not wrap,
    /// the extension goes inside, which undoes the narrowing by `extract`.
    fn extended_sum(&self, t: TermId) -> Option<(Op, TermId, TermId)> {
        let op = self.op(t);
        if !matches!(op, Op::BvAdd | Op::BvMul) {
            return None;
        }
        let (a, b) = (self.arg(t, 0), self.arg(t, 1));
        let wide = |x| matches!(self.op(x), Op::Zext | Op::BvConst(_));
        (wide(a) && wide(b)).then_some((op, a, b))
    }

    /// Sign extension to `to` bits in all.
    pub fn sext(&mut self, t: TermId, to: u32) -> TermId {
        let w = self.width(t);
        debug_assert!(w <= to && to <= 128);
        if w == to {
            return t;
        }
        if let Some(x) = self.as_bv(t) {
            rule!(self, Literals, self.bv(to, fold::to_signed(x, w) as u128));
        }
        if self.facts(t).slo >= 0 {
            rule!(self, SextPositive, self.zext(t, to));
        }
        if let Some(x) = self.arg1(t, Op::Sext) {
            rule!(self, SextSext, self.sext(x, to));
        }
        if let Some((p, x, y)) = self.ite_consts(t) {
            let (x, y) = (fold::to_signed(x, w) as u128, fold::to_signed(y, w) as u128);
            rule!(
                self,
                SextIte,
                self.ite_bv(p, to, x & mask(to), y & mask(to))
            );
        }
        if let Some(x) = self.uncut(t, to) {
            let f = self.facts(x);
            if fold::smin(w) <= f.slo && f.shi <= fold::smax(w) {
                rule!(self, SextUncut, x);
            }
        }
        self.bv_node(Op::Sext, to, &[t])
    }
}

/// Operators whose low bits depend on low bits only.
fn narrows(op: Op) -> bool {
    matches!(
        op,
        Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvNot
            | Op::BvNeg
    )
}
