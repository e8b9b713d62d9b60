//! Comparisons of merged values, decided branch by branch.
//!
//! Idea: two values that were merged by the same condition are compared under
//! each of its sides; what range analysis cannot say of the hulls it can say
//! of the parts. `ite(c, s1, s2) >= ite(c, v1, v2)` is
//! `ite(c, s1 >= v1, s2 >= v2)`, and both may be true by their ranges. Taken
//! over only where that makes the comparison vanish or smaller; otherwise the
//! original stays. Cost: linear in the chain of merges, with a limit.

use ep_term::{Op, Pool, TermId};
use rustc_hash::FxHashMap;

/// Comparisons that are split for one condition.
const LIMIT: usize = 4_000;

/// The condition, with its comparisons split where that decides them.
pub fn split(pool: &mut Pool, cond: TermId) -> TermId {
    if pool.as_bool(cond).is_some() {
        return cond;
    }
    let mut s = Splitter {
        pool,
        memo: FxHashMap::default(),
        left: LIMIT,
    };
    let r = s.of(cond);
    if s.pool.as_bool(r).is_some() || s.left == LIMIT {
        return r;
    }
    // A formula that is not decided is left as it was: its subterms are known
    // to the solver already.
    cond
}

struct Splitter<'a> {
    pool: &'a mut Pool,
    memo: FxHashMap<TermId, TermId>,
    left: usize,
}

impl Splitter<'_> {
    fn of(&mut self, t: TermId) -> TermId {
        if self.pool.as_bool(t).is_some() {
            return t;
        }
        if let Some(r) = self.memo.get(&t) {
            return *r;
        }
        let args: smallvec::SmallVec<[TermId; 4]> = self.pool.args(t).iter().copied().collect();
        let r = match self.pool.op(t) {
            Op::Not => {
                let a = self.of(args[0]);
                self.pool.not(a)
            }
            Op::And | Op::Or => {
                let op = self.pool.op(t);
                let mut all = None;
                for a in args {
                    let a = self.of(a);
                    all = Some(match all {
                        None => a,
                        Some(x) if op == Op::And => self.pool.and(x, a),
                        Some(x) => self.pool.or(x, a),
                    });
                }
                all.unwrap_or(t)
            }
            op @ (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) => {
                self.compare(t, op, args[0], args[1])
            }
            _ => t,
        };
        self.memo.insert(t, r);
        r
    }

    fn compare(&mut self, t: TermId, op: Op, x: TermId, y: TermId) -> TermId {
        if self.left == 0 {
            return t;
        }
        if let Some(r) = self.sum(op, x, y) {
            return r;
        }
        let (a, b) = (self.parts(x), self.parts(y));
        let (c, pairs) = match (a, b) {
            (Some((c, x1, x2)), Some((d, y1, y2))) if c == d => (c, [(x1, y1), (x2, y2)]),
            (Some((c, x1, x2)), None) => (c, [(x1, y), (x2, y)]),
            (None, Some((c, y1, y2))) => (c, [(x, y1), (x, y2)]),
            // The newer merge is outermost.
            (Some((c, x1, x2)), Some((d, y1, y2))) => {
                if c.0 > d.0 {
                    (c, [(x1, y), (x2, y)])
                } else {
                    (d, [(x, y1), (x, y2)])
                }
            }
            (None, None) => return t,
        };
        self.left -= 1;
        let [p, q] = pairs.map(|(x, y)| {
            let p = &mut *self.pool;
            match op {
                Op::Eq => p.eq(x, y),
                Op::Ult => p.ult(x, y),
                Op::Ule => p.ule(x, y),
                Op::Slt => p.slt(x, y),
                _ => p.sle(x, y),
            }
        });
        let (p, q) = (self.of(p), self.of(q));
        self.pool.ite(c, p, q)
    }

    /// A sum that does not wrap around is not below its parts.
    fn sum(&mut self, op: Op, x: TermId, y: TermId) -> Option<TermId> {
        let (whole, part, result) = match op {
            Op::Ult => (x, y, false),
            Op::Ule => (y, x, true),
            _ => return None,
        };
        if self.pool.op(whole) != Op::BvAdd || !self.pool.args(whole).contains(&part) {
            return None;
        }
        let mut most = 0u128;
        for a in self.pool.args(whole) {
            most = most.checked_add(self.pool.urange(*a).1)?;
        }
        let width = self.pool.width(whole);
        let fits = width < 128 && most < 1 << width;
        fits.then(|| self.pool.boolean(result))
    }

    /// The choice that a bit-vector is, extensions moved into it.
    fn parts(&mut self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        let args: smallvec::SmallVec<[TermId; 4]> = self.pool.args(t).iter().copied().collect();
        match self.pool.op(t) {
            Op::Ite => Some((args[0], args[1], args[2])),
            op @ (Op::Zext | Op::Sext | Op::Extract { .. }) => {
                let sort = self.pool.sort(t);
                if self.pool.op(args[0]) != Op::Ite {
                    return None;
                }
                let inner: smallvec::SmallVec<[TermId; 4]> =
                    self.pool.args(args[0]).iter().copied().collect();
                let x = self.pool.rebuild(op, sort, &[inner[1]]);
                let y = self.pool.rebuild(op, sort, &[inner[2]]);
                Some((inner[0], x, y))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::Sort;

    #[test]
    fn merged_sums_are_compared_part_by_part() {
        let mut p = Pool::new();
        let mut sum = p.bv(32, 0);
        let mut last = p.bv(8, 0);
        // A loop that adds a byte and can stop at each round.
        for i in 0..40 {
            let v = p.fresh_var(&format!("v{i}"), Sort::BitVec(8));
            let c = p.fresh_var(&format!("c{i}"), Sort::Bool);
            let wide = p.zext(v, 32);
            let more = p.bvadd(sum, wide);
            sum = p.ite(c, more, sum);
            last = p.ite(c, v, last);
        }
        let last = p.zext(last, 32);
        let less = p.ult(sum, last);
        assert_eq!(p.as_bool(less), None, "ranges alone do not decide it");
        let t = split(&mut p, less);
        assert_eq!(p.as_bool(t), Some(false));
        let one = p.bv(32, 1);
        let bigger = p.bvadd(last, one);
        let never = p.eq(bigger, last);
        let t = split(&mut p, never);
        assert_eq!(p.as_bool(t), Some(false));
    }
}
