//! Booleans and if-then-else.
//!
//! Normal form: no constants inside, `not` never over `not` or a comparison that
//! has a complement, `ite` never over a negated condition, Boolean `ite` with a
//! constant branch is `and`/`or`. Comparisons of one term with literals are
//! intervals, which meet and join. Cost: constant.

use crate::fold::{from_signed, mask, smax, smin, to_signed};
use crate::op::Op;
use crate::pool::Pool;
use crate::rules::{rule, Rule};
use crate::sort::{Sort, TermId};

/// A comparison with literals, as an interval of one term. Bounds are unsigned
/// offsets from the least value of the order.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Interval {
    term: TermId,
    signed: bool,
    /// The complement of the interval is meant (always a single value).
    negated: bool,
    lo: u128,
    hi: u128,
}

impl Pool {
    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        if let Some(b) = self.as_bool(a) {
            return self.boolean(!b);
        }
        let (x, y) = (self.arg(a, 0), self.arg(a, 1));
        match self.op(a) {
            Op::Not => rule!(self, NotNot, x),
            Op::Ult => rule!(self, NotOrder, self.ule(y, x)),
            Op::Ule => rule!(self, NotOrder, self.ult(y, x)),
            Op::Slt => rule!(self, NotOrder, self.sle(y, x)),
            Op::Sle => rule!(self, NotOrder, self.slt(y, x)),
            Op::IntLt => rule!(self, NotOrder, self.int_le(y, x)),
            Op::IntLe => rule!(self, NotOrder, self.int_lt(y, x)),
            Op::RealLt => rule!(self, NotOrder, self.real_le(y, x)),
            Op::RealLe => rule!(self, NotOrder, self.real_lt(y, x)),
            _ => {}
        }
        self.mk(Op::Not, Sort::Bool, &[a])
    }

    /// Whether the one is the negation of the other, as far as their shapes show.
    pub fn is_complement(&self, a: TermId, b: TermId) -> bool {
        if self.arg1(a, Op::Not) == Some(b) || self.arg1(b, Op::Not) == Some(a) {
            return true;
        }
        let (p, q) = (self.arg(a, 0), self.arg(a, 1));
        let (r, s) = (self.arg(b, 0), self.arg(b, 1));
        match (self.op(a), self.op(b)) {
            (Op::Ult, Op::Ule)
            | (Op::Ule, Op::Ult)
            | (Op::Slt, Op::Sle)
            | (Op::Sle, Op::Slt)
            | (Op::IntLt, Op::IntLe)
            | (Op::IntLe, Op::IntLt)
            | (Op::RealLt, Op::RealLe)
            | (Op::RealLe, Op::RealLt) => p == s && q == r,
            // x < c and c - 1 < x.
            (Op::Ult, Op::Ult) => {
                match (self.as_bv(q), self.as_bv(r), self.as_bv(p), self.as_bv(s)) {
                    (Some(c), Some(d), _, _) if p == s => d.checked_add(1) == Some(c),
                    (_, _, Some(d), Some(c)) if q == r => d.checked_add(1) == Some(c),
                    _ => false,
                }
            }
            (Op::Slt, Op::Slt) => {
                let v = |t| self.as_bv(t).map(|x| to_signed(x, self.width(t)));
                match (v(q), v(r), v(p), v(s)) {
                    (Some(c), Some(d), _, _) if p == s => d.checked_add(1) == Some(c),
                    (_, _, Some(d), Some(c)) if q == r => d.checked_add(1) == Some(c),
                    _ => false,
                }
            }
            (Op::IntLt, Op::IntLt) => match (
                self.as_int(q),
                self.as_int(r),
                self.as_int(p),
                self.as_int(s),
            ) {
                (Some(c), Some(d), _, _) if p == s => d + 1 == *c,
                (_, _, Some(d), Some(c)) if q == r => d + 1 == *c,
                _ => false,
            },
            _ => false,
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.junction(a, b, true)
    }

    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.junction(a, b, false)
    }

    fn junction(&mut self, a: TermId, b: TermId, and: bool) -> TermId {
        // `and`: true is neutral and false decides; `or`: the other way round.
        let (neutral, decides) = (self.boolean(and), self.boolean(!and));
        if a == neutral || a == b {
            rule!(self, JunctionNeutral, b);
        }
        if b == neutral {
            rule!(self, JunctionNeutral, a);
        }
        if a == decides || b == decides || self.is_complement(a, b) {
            rule!(self, JunctionDecided, decides);
        }
        let (same, dual) = if and {
            (Op::And, Op::Or)
        } else {
            (Op::Or, Op::And)
        };
        for (p, q) in [(a, b), (b, a)] {
            if let Some((x, y)) = self.args2(q, same) {
                if x == p || y == p {
                    rule!(self, JunctionAbsorbed, q);
                }
                if self.is_complement(x, p) || self.is_complement(y, p) {
                    rule!(self, JunctionInnerDecided, decides);
                }
            }
            if let Some((x, y)) = self.args2(q, dual) {
                if x == p || y == p {
                    rule!(self, JunctionDual, p);
                }
                if self.is_complement(x, p) {
                    rule!(self, JunctionDualOpposite, self.junction(p, y, and));
                }
                if self.is_complement(y, p) {
                    rule!(self, JunctionDualOpposite, self.junction(p, x, and));
                }
            }
        }
        if let Some(t) = self.meet_intervals(a, b, and) {
            rule!(self, MeetIntervals, t);
        }
        self.mk(same, Sort::Bool, &[a.min(b), a.max(b)])
    }

    fn interval(&self, t: TermId) -> Option<Interval> {
        let (t, negated) = match self.arg1(t, Op::Not) {
            Some(x) if self.op(x) == Op::Eq => (x, true),
            Some(_) => return None,
            None => (t, false),
        };
        let op = self.op(t);
        if !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
            return None;
        }
        let (x, y) = (self.arg(t, 0), self.arg(t, 1));
        let Sort::BitVec(w) = self.sort(x) else {
            return None;
        };
        let signed = op == Op::Slt;
        // Signed order is unsigned order after flipping the top bit.
        let flip = |v: u128| if signed { v ^ (1 << (w - 1)) } else { v };
        let (term, lo, hi) = match (self.as_bv(x), self.as_bv(y)) {
            (None, Some(c)) if op == Op::Eq => (x, c, c),
            (None, Some(c)) => (x, 0, flip(c).checked_sub(1)?),
            (Some(c), None) if op != Op::Eq => (y, flip(c).checked_add(1)?, mask(w)),
            _ => return None,
        };
        Some(Interval {
            term,
            signed,
            negated,
            lo,
            hi,
        })
    }

    /// The meet (or join) of two comparisons of one term with literals.
    fn meet_intervals(&mut self, a: TermId, b: TermId, and: bool) -> Option<TermId> {
        let (mut x, mut y) = (self.interval(a)?, self.interval(b)?);
        if x.term != y.term {
            return None;
        }
        let w = self.width(x.term);
        if x.signed != y.signed {
            // An equality has no order of its own: read it in the other's.
            for i in [&mut x, &mut y] {
                if i.signed {
                    continue;
                }
                if i.lo != i.hi {
                    return None;
                }
                i.lo ^= 1 << (w - 1);
                i.hi = i.lo;
                i.signed = true;
            }
        }
        let max = mask(w);
        match (x.negated, y.negated) {
            (false, false) => {
                let (lo, hi) = if and {
                    (x.lo.max(y.lo), x.hi.min(y.hi))
                } else {
                    (x.lo.min(y.lo), x.hi.max(y.hi))
                };
                if and && lo > hi {
                    return Some(self.fls());
                }
                if !and {
                    // A gap between the two is no interval.
                    let (first, second) = if x.lo <= y.lo { (x, y) } else { (y, x) };
                    if first.hi < max && second.lo > first.hi + 1 {
                        return None;
                    }
                }
                if (lo, hi) == (x.lo, x.hi) {
                    return Some(a);
                }
                if (lo, hi) == (y.lo, y.hi) {
                    return Some(b);
                }
                if lo == 0 && hi == max {
                    return Some(self.tru());
                }
                self.interval_term(x.term, x.signed, lo, hi, w)
            }
            (true, true) => (!and).then(|| self.tru()),
            (n, _) => {
                // x != k with an interval that is not {k}.
                let (ne, ne_term, i, i_term) = if n { (x, a, y, b) } else { (y, b, x, a) };
                let inside = i.lo <= ne.lo && ne.lo <= i.hi;
                if and {
                    if !inside {
                        return Some(i_term);
                    }
                    if i.lo == i.hi {
                        return Some(self.fls());
                    }
                    if ne.lo == i.lo {
                        return self.interval_term(i.term, i.signed, i.lo + 1, i.hi, w);
                    }
                    if ne.lo == i.hi {
                        return self.interval_term(i.term, i.signed, i.lo, i.hi - 1, w);
                    }
                    None
                } else if inside {
                    Some(self.tru())
                } else {
                    Some(ne_term)
                }
            }
        }
    }

    /// An interval that one comparison says.
    fn interval_term(
        &mut self,
        t: TermId,
        signed: bool,
        lo: u128,
        hi: u128,
        w: u32,
    ) -> Option<TermId> {
        let max = mask(w);
        let back = |v: u128| {
            if signed {
                v ^ (1 << (w - 1))
            } else {
                v
            }
        };
        if lo == hi {
            let c = self.bv(w, back(lo));
            return Some(self.eq(t, c));
        }
        if lo != 0 && hi != max {
            return None;
        }
        let (c, below) = if lo == 0 {
            (self.bv(w, back(hi)), true)
        } else {
            (self.bv(w, back(lo)), false)
        };
        Some(match (signed, below) {
            (false, true) => self.ule(t, c),
            (false, false) => self.ule(c, t),
            (true, true) => self.sle(t, c),
            (true, false) => self.sle(c, t),
        })
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

    /// `a` where `c` holds, else `b`; `a` and `b` of one sort.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        match self.as_bool(c) {
            Some(true) => rule!(self, IteLiteral, a),
            Some(false) => rule!(self, IteLiteral, b),
            None => {}
        }
        if a == b {
            rule!(self, IteSame, a);
        }
        if let Some(n) = self.arg1(c, Op::Not) {
            rule!(self, IteNot, self.ite(n, b, a));
        }
        let sort = self.sort(a);
        if sort == Sort::Bool {
            if let Some(t) = self.ite_bool(c, a, b) {
                rule!(self, IteBool, t);
            }
        }
        // Branches that ask the same condition or share a branch.
        if self.op(a) == Op::Ite {
            let (d, x, y) = (self.arg(a, 0), self.arg(a, 1), self.arg(a, 2));
            if d == c {
                rule!(self, IteAskedAgain, self.ite(c, x, b));
            }
            if y == b {
                let both = self.and(c, d);
                rule!(self, IteSharedBranch, self.ite(both, x, b));
            }
            if x == b {
                let n = self.not(d);
                let both = self.and(c, n);
                rule!(self, IteSharedBranch, self.ite(both, y, b));
            }
        }
        if self.op(b) == Op::Ite {
            let (d, x, y) = (self.arg(b, 0), self.arg(b, 1), self.arg(b, 2));
            if d == c {
                rule!(self, IteAskedAgain, self.ite(c, a, y));
            }
            if x == a {
                let either = self.or(c, d);
                rule!(self, IteSharedBranch, self.ite(either, a, y));
            }
            if y == a {
                let n = self.not(d);
                let either = self.or(c, n);
                rule!(self, IteSharedBranch, self.ite(either, a, x));
            }
        }
        // ite(x == k, k, x) is x; also for two terms.
        if self.op(c) == Op::Eq {
            let (x, y) = (self.arg(c, 0), self.arg(c, 1));
            if (x, y) == (a, b) || (y, x) == (a, b) {
                rule!(self, IteEqual, b);
            }
        }
        if let Sort::BitVec(w) = sort {
            if let Some(t) = self.ite_extended(c, a, b, w) {
                rule!(self, IteExtended, t);
            }
            return self.bv_node(Op::Ite, w, &[c, a, b]);
        }
        self.mk(Op::Ite, sort, &[c, a, b])
    }

    fn ite_bool(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return Some(self.or(c, b)),
            (Some(false), _) => {
                let n = self.not(c);
                return Some(self.and(n, b));
            }
            (_, Some(true)) => {
                let n = self.not(c);
                return Some(self.or(n, a));
            }
            (_, Some(false)) => return Some(self.and(c, a)),
            _ => {}
        }
        if a == c {
            return Some(self.or(c, b));
        }
        if b == c {
            return Some(self.and(c, a));
        }
        if self.is_complement(a, b) {
            return Some(self.eq(c, a));
        }
        None
    }

    /// Both branches extended the same way: choose at the narrow width. Two
    /// literals stay as they are.
    fn ite_extended(&mut self, c: TermId, a: TermId, b: TermId, w: u32) -> Option<TermId> {
        let ext = |p: &Pool, t| matches!(p.op(t), Op::Zext | Op::Sext).then(|| p.op(t));
        let (op, n) = match (ext(self, a), ext(self, b)) {
            (Some(x), Some(y)) if x == y => (
                x,
                self.width(self.arg(a, 0)).max(self.width(self.arg(b, 0))),
            ),
            (Some(x), None) if self.as_bv(b).is_some() => (x, self.width(self.arg(a, 0))),
            (None, Some(y)) if self.as_bv(a).is_some() => (y, self.width(self.arg(b, 0))),
            _ => return None,
        };
        for t in [a, b] {
            if let Some(v) = self.as_bv(t) {
                let s = to_signed(v, w);
                let fits = if op == Op::Zext {
                    v <= mask(n)
                } else {
                    smin(n) <= s && s <= smax(n) && from_signed(s, w) == v
                };
                if !fits {
                    return None;
                }
            }
        }
        let (x, y) = (self.extract(a, n - 1, 0), self.extract(b, n - 1, 0));
        let t = self.ite(c, x, y);
        Some(if op == Op::Zext {
            self.zext(t, w)
        } else {
            self.sext(t, w)
        })
    }

    /// The bit vector of width 1 that is 1 where `b` holds.
    pub fn bool_to_bv(&mut self, b: TermId) -> TermId {
        let (one, zero) = (self.bv(1, 1), self.bv(1, 0));
        self.ite(b, one, zero)
    }

    /// The condition and the value of a word that is zero where the condition
    /// does not hold, as C's comparisons are.
    fn flag(&mut self, t: TermId) -> Option<(TermId, u128)> {
        if self.op(t) != Op::Ite {
            return None;
        }
        let c = self.arg(t, 0);
        match (self.as_bv(self.arg(t, 1)), self.as_bv(self.arg(t, 2))) {
            (Some(k), Some(0)) => Some((c, k)),
            (Some(0), Some(k)) => Some((self.not(c), k)),
            _ => None,
        }
    }

    /// `(p ? c : 0) & (q ? d : 0)` as one choice. `klee_assume(a & b)` is two
    /// conditions, which can be told apart.
    pub(crate) fn both_flags(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let ((p, c), (q, d)) = (self.flag(a)?, self.flag(b)?);
        let w = self.width(a);
        let (k, zero) = (self.bv(w, c & d), self.bv(w, 0));
        let both = self.and(p, q);
        Some(self.ite(both, k, zero))
    }

    /// `(p ? c : 0) | (q ? c : 0)` as one choice.
    pub(crate) fn either_flag(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let ((p, c), (q, d)) = (self.flag(a)?, self.flag(b)?);
        if c != d {
            return None;
        }
        let w = self.width(a);
        let (k, zero) = (self.bv(w, c), self.bv(w, 0));
        let either = self.or(p, q);
        Some(self.ite(either, k, zero))
    }

    /// Whether a bit vector of width 1 is 1.
    pub fn bv_to_bool(&mut self, t: TermId) -> TermId {
        let one = self.bv(1, 1);
        self.eq(t, one)
    }
}
