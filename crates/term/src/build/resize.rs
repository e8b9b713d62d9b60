//! Concatenation, extraction and extension.

use crate::fold;
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::{Sort, TermId};

impl Pool {
    /// `hi` above `lo`; together at most 128 bits.
    pub fn concat(&mut self, hi: TermId, lo: TermId) -> TermId {
        let (wh, wl) = (self.width(hi), self.width(lo));
        if let (Some(x), Some(y)) = (self.as_bv(hi), self.as_bv(lo)) {
            return self.bv(wh + wl, x << wl | y);
        }
        self.mk(Op::Concat, Sort::BitVec(wh + wl), &[hi, lo])
    }

    /// Bits `lo..=hi`.
    pub fn extract(&mut self, t: TermId, hi: u32, lo: u32) -> TermId {
        debug_assert!(lo <= hi && hi < self.width(t));
        let w = hi - lo + 1;
        if w == self.width(t) {
            return t;
        }
        if let Some(x) = self.as_bv(t) {
            return self.bv(w, x >> lo);
        }
        let op = Op::Extract {
            hi: hi as u8,
            lo: lo as u8,
        };
        self.mk(op, Sort::BitVec(w), &[t])
    }

    /// Zero extension to `to` bits in all.
    pub fn zext(&mut self, t: TermId, to: u32) -> TermId {
        debug_assert!(self.width(t) <= to);
        if self.width(t) == to {
            return t;
        }
        match self.as_bv(t) {
            Some(x) => self.bv(to, x),
            None => self.mk(Op::Zext, Sort::BitVec(to), &[t]),
        }
    }

    /// Sign extension to `to` bits in all.
    pub fn sext(&mut self, t: TermId, to: u32) -> TermId {
        let w = self.width(t);
        debug_assert!(w <= to);
        if w == to {
            return t;
        }
        match self.as_bv(t) {
            Some(x) => self.bv(to, fold::to_signed(x, w) as u128),
            None => self.mk(Op::Sext, Sort::BitVec(to), &[t]),
        }
    }
}
