//! Comparisons and overflow predicates on bit vectors.

use crate::fold;
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::{Sort, TermId};

impl Pool {
    fn pred(&mut self, op: Op, a: TermId, b: TermId, f: fn(u128, u128, u32) -> bool) -> TermId {
        let w = self.width(a);
        debug_assert_eq!(w, self.width(b));
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            return self.boolean(f(x, y, w));
        }
        self.mk(op, Sort::Bool, &[a, b])
    }
    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.pred(Op::Ult, a, b, |x, y, _| x < y)
    }
    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        self.pred(Op::Ule, a, b, |x, y, _| x <= y)
    }
    /// Unsigned `a > b`.
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }
    /// Unsigned `a >= b`.
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }
    /// Signed `a < b`.
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.pred(Op::Slt, a, b, |x, y, w| {
            fold::to_signed(x, w) < fold::to_signed(y, w)
        })
    }
    /// Signed `a <= b`.
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.pred(Op::Sle, a, b, |x, y, w| {
            fold::to_signed(x, w) <= fold::to_signed(y, w)
        })
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
        let na = self.bvnot(a);
        self.ult(na, b)
    }
    /// Signed addition does not fit.
    pub fn saddo(&mut self, a: TermId, b: TermId) -> TermId {
        self.pred(Op::Saddo, a, b, fold::saddo)
    }
    /// Unsigned subtraction does not fit.
    pub fn usubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(a, b)
    }
    /// Signed subtraction does not fit.
    pub fn ssubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.pred(Op::Ssubo, a, b, fold::ssubo)
    }
    /// Unsigned multiplication does not fit.
    pub fn umulo(&mut self, a: TermId, b: TermId) -> TermId {
        self.pred(Op::Umulo, a, b, fold::umulo)
    }
    /// Signed multiplication does not fit.
    pub fn smulo(&mut self, a: TermId, b: TermId) -> TermId {
        self.pred(Op::Smulo, a, b, fold::smulo)
    }
}
