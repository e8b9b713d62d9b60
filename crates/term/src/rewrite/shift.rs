//! Shifts. One by a literal is an extraction and a concatenation, which cost a
//! solver nothing. Cost: constant per call.

use crate::fold;
use crate::op::Op;
use crate::pool::Pool;
use crate::rules::{rule, Rule};
use crate::sort::TermId;

impl Pool {
    /// Shift by a literal amount below the width.
    pub(super) fn shl_const(&mut self, a: TermId, amount: u32) -> TermId {
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
            rule!(self, Literals, self.bv(w, fold::ashr(x, y, w)));
        }
        if self.facts(a).slo >= 0 {
            rule!(self, AshrPositive, self.bvlshr(a, b));
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
