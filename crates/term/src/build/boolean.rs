//! Booleans, equality and if-then-else.

use crate::op::Op;
use crate::pool::Pool;
use crate::sort::{Sort, TermId};

impl Pool {
    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        if let Some(b) = self.as_bool(a) {
            return self.boolean(!b);
        }
        match self.op(a) {
            Op::Not => self.arg(a, 0),
            _ => self.mk(Op::Not, Sort::Bool, &[a]),
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (Some(false), _) | (_, Some(false)) => return self.fls(),
            _ => {}
        }
        if a == b {
            return a;
        }
        self.mk(Op::And, Sort::Bool, &[a.min(b), a.max(b)])
    }

    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(false), _) => return b,
            (_, Some(false)) => return a,
            (Some(true), _) | (_, Some(true)) => return self.tru(),
            _ => {}
        }
        if a == b {
            return a;
        }
        self.mk(Op::Or, Sort::Bool, &[a.min(b), a.max(b)])
    }

    /// Exclusive disjunction.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let e = self.eq(a, b);
        self.not(e)
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let n = self.not(a);
        self.or(n, b)
    }

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
        if let Sort::Float(_) = self.sort(a) {
            let (a, b) = (self.fp_to_bits(a), self.fp_to_bits(b));
            return self.eq(a, b);
        }
        self.mk(Op::Eq, Sort::Bool, &[a.min(b), a.max(b)])
    }

    /// Negated equality.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let e = self.eq(a, b);
        self.not(e)
    }

    /// `a` where `c` holds, else `b`; `a` and `b` of one sort.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        match self.as_bool(c) {
            Some(true) => return a,
            Some(false) => return b,
            None => {}
        }
        if a == b {
            return a;
        }
        let sort = self.sort(a);
        self.mk(Op::Ite, sort, &[c, a, b])
    }

    /// The bit vector of width 1 that is 1 where `b` holds.
    pub fn bool_to_bv(&mut self, b: TermId) -> TermId {
        let (one, zero) = (self.bv(1, 1), self.bv(1, 0));
        self.ite(b, one, zero)
    }

    /// Whether a bit vector of width 1 is 1.
    pub fn bv_to_bool(&mut self, t: TermId) -> TermId {
        let one = self.bv(1, 1);
        self.eq(t, one)
    }
}
