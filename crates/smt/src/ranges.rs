//! Sets of values of one wide variable, as ranges.
//!
//! Idea: `while (i < n)` asks about one integer against constants again and
//! again. Comparisons of a variable (shifted by a constant, extended) with
//! constants, and their Boolean combinations, denote few ranges of values; what
//! a path knows of such a variable is their intersection. Feasibility is one
//! more intersection: exact, with a witness, without a solver and without
//! looking at the k conditions that were collected before.
//! Alternative: the order graph, which looks at all of them each time.
//! Source: interval domains; the byte sets of `domain` are the same for bytes.
//! Cost: linear in the number of ranges (at most 64), one map look-up per term.

use ep_term::{Op, Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// More ranges than this are left to the solvers.
const MAX_RANGES: usize = 64;
/// Nesting of Boolean operators that is looked into.
const MAX_DEPTH: u32 = 32;

/// A set of bit-vectors as sorted, disjoint, not adjacent ranges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RangeSet {
    width: u32,
    ranges: Vec<(u128, u128)>,
}

fn top(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

impl RangeSet {
    fn of(width: u32, mut ranges: Vec<(u128, u128)>) -> RangeSet {
        ranges.retain(|r| r.0 <= r.1);
        ranges.sort_unstable();
        let mut out: Vec<(u128, u128)> = Vec::with_capacity(ranges.len());
        for r in ranges {
            match out.last_mut() {
                Some(l) if l.1 == u128::MAX || r.0 <= l.1 + 1 => l.1 = l.1.max(r.1),
                _ => out.push(r),
            }
        }
        RangeSet { width, ranges: out }
    }

    /// All values of a width.
    pub fn full(width: u32) -> RangeSet {
        RangeSet {
            width,
            ranges: vec![(0, top(width))],
        }
    }

    /// The ranges, in order.
    pub fn into_ranges(self) -> Vec<(u128, u128)> {
        self.ranges
    }

    /// Values in both.
    pub fn and(&self, o: &RangeSet) -> RangeSet {
        let mut out = Vec::new();
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.ranges.get(i), o.ranges.get(j)) {
            let (lo, hi) = (a.0.max(b.0), a.1.min(b.1));
            if lo <= hi {
                out.push((lo, hi));
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        RangeSet {
            width: self.width,
            ranges: out,
        }
    }

    fn or(&self, o: &RangeSet) -> RangeSet {
        let all = self.ranges.iter().chain(&o.ranges).copied().collect();
        RangeSet::of(self.width, all)
    }

    fn not(&self) -> RangeSet {
        let mut out = Vec::new();
        let mut next = Some(0);
        for &(lo, hi) in &self.ranges {
            if let Some(n) = next {
                if n < lo {
                    out.push((n, lo - 1));
                }
            }
            next = (hi < top(self.width)).then(|| hi + 1);
        }
        if let Some(n) = next {
            out.push((n, top(self.width)));
        }
        RangeSet {
            width: self.width,
            ranges: out,
        }
    }

    /// Whether the value is in the set.
    pub fn contains(&self, v: u128) -> bool {
        self.ranges.iter().any(|r| r.0 <= v && v <= r.1)
    }

    /// The least value.
    pub fn first(&self) -> Option<u128> {
        self.ranges.first().map(|r| r.0)
    }

    /// Few enough ranges to be kept.
    pub fn is_small(&self) -> bool {
        self.ranges.len() <= MAX_RANGES
    }

    /// The values `x` with `x + k` in the set.
    fn minus(&self, k: u128) -> RangeSet {
        let m = top(self.width);
        let mut out = Vec::new();
        for &(lo, hi) in &self.ranges {
            let (a, b) = (lo.wrapping_sub(k) & m, hi.wrapping_sub(k) & m);
            if a <= b {
                out.push((a, b));
            } else {
                out.push((a, m));
                out.push((0, b));
            }
        }
        RangeSet::of(self.width, out)
    }
}

/// What is known of a term: not looked at, no ranges, or its variable and set.
type Known = Option<(VarId, Rc<RangeSet>)>;

/// The sets of conditions, computed once per term.
#[derive(Default)]
pub(crate) struct RangeTables {
    known: FxHashMap<TermId, Known>,
}

impl RangeTables {
    /// Variable and set of a condition over one variable of more than 8 bits,
    /// where it has that form.
    pub fn set(&mut self, pool: &Pool, cond: TermId) -> Known {
        let &[v] = pool.vars(cond) else { return None };
        let Sort::BitVec(width) = pool.var_sort(v) else {
            return None;
        };
        if width <= 8 {
            return None;
        }
        if let Some(k) = self.known.get(&cond) {
            return k.clone();
        }
        let set = condition(pool, cond, width, MAX_DEPTH).filter(RangeSet::is_small);
        let known = set.map(|s| (v, Rc::new(s)));
        self.known.insert(cond, known.clone());
        known
    }
}

/// The values that make a condition true.
fn condition(pool: &Pool, t: TermId, width: u32, depth: u32) -> Option<RangeSet> {
    let depth = depth.checked_sub(1)?;
    let args = pool.args(t);
    match pool.op(t) {
        Op::Not => Some(condition(pool, args[0], width, depth)?.not()),
        Op::And => {
            let (a, b) = (args[0], args[1]);
            Some(condition(pool, a, width, depth)?.and(&condition(pool, b, width, depth)?))
        }
        Op::Or => {
            let (a, b) = (args[0], args[1]);
            Some(condition(pool, a, width, depth)?.or(&condition(pool, b, width, depth)?))
        }
        op @ (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) => {
            let Sort::BitVec(w) = pool.sort(args[0]) else {
                return None;
            };
            let (x, k, left) = match (pool.as_bv(args[0]), pool.as_bv(args[1])) {
                (None, Some(k)) => (args[0], k, true),
                (Some(k), None) => (args[1], k, false),
                _ => return None,
            };
            preimage(pool, x, comparison(op, w, k, left), width, depth)
        }
        _ => None,
    }
}

/// `{u | u op k}`, or `{u | k op u}` if the variable is not on the left.
fn comparison(op: Op, w: u32, k: u128, left: bool) -> RangeSet {
    let m = top(w);
    let min = 1u128 << (w - 1);
    // Signed order is unsigned order after flipping the sign bit.
    let signed = matches!(op, Op::Slt | Op::Sle);
    let bias = if signed { min } else { 0 };
    let k = k.wrapping_add(bias) & m;
    let ranges = match (op, left) {
        (Op::Eq, _) => vec![(k, k)],
        (Op::Ult | Op::Slt, true) => k.checked_sub(1).map(|h| (0, h)).into_iter().collect(),
        (Op::Ult | Op::Slt, false) => (k < m).then(|| (k + 1, m)).into_iter().collect(),
        (_, true) => vec![(0, k)],
        (_, false) => vec![(k, m)],
    };
    RangeSet { width: w, ranges }.minus(bias)
}

/// The values of the variable that bring `x` into the set.
fn preimage(pool: &Pool, x: TermId, set: RangeSet, width: u32, depth: u32) -> Option<RangeSet> {
    let depth = depth.checked_sub(1)?;
    if pool.as_var(x).is_some() {
        return (set.width == width).then_some(set);
    }
    let args = pool.args(x);
    match pool.op(x) {
        Op::BvAdd => {
            let (y, k) = match (pool.as_bv(args[0]), pool.as_bv(args[1])) {
                (None, Some(k)) => (args[0], k),
                (Some(k), None) => (args[1], k),
                _ => return None,
            };
            preimage(pool, y, set.minus(k), width, depth)
        }
        Op::Zext => {
            let w = pool.width(args[0]);
            let low = RangeSet {
                width: set.width,
                ranges: vec![(0, top(w))],
            };
            let mut s = set.and(&low);
            s.width = w;
            preimage(pool, args[0], s, width, depth)
        }
        Op::Sext => {
            // The values that have a preimage, moved so that they are a
            // range from zero.
            let w = pool.width(args[0]);
            let half = 1u128 << (w - 1);
            let m = top(set.width);
            let moved = set.minus(0u128.wrapping_sub(half) & m);
            let low = RangeSet {
                width: set.width,
                ranges: vec![(0, top(w))],
            };
            let mut s = moved.and(&low);
            s.width = w;
            preimage(pool, args[0], s.minus(half), width, depth)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::Evaluator;

    struct Random(u64);
    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.0 >> 33) % n
        }
    }

    fn term(r: &mut Random, p: &mut Pool, v: TermId, depth: u32) -> TermId {
        if depth > 0 && r.below(3) > 0 {
            let a = term(r, p, v, depth - 1);
            let b = term(r, p, v, depth - 1);
            return match r.below(3) {
                0 => p.and(a, b),
                1 => p.or(a, b),
                _ => p.not(a),
            };
        }
        let mut x = v;
        for _ in 0..r.below(3) {
            let w = p.width(x);
            x = match r.below(3) {
                0 => {
                    let k = p.bv(w, u128::from(r.below(1 << w.min(30))));
                    p.bvadd(x, k)
                }
                1 => p.zext(x, w + 3),
                _ => p.sext(x, w + 2),
            };
        }
        let w = p.width(x);
        let k = p.bv(w, u128::from(r.below(1 << w.min(30))));
        let (a, b) = if r.below(2) == 0 { (x, k) } else { (k, x) };
        match r.below(5) {
            0 => p.eq(a, b),
            1 => p.ult(a, b),
            2 => p.ule(a, b),
            3 => p.slt(a, b),
            _ => p.sle(a, b),
        }
    }

    #[test]
    fn sets_are_the_values_that_satisfy_the_condition() {
        let mut r = Random(3);
        let mut known = 0;
        for round in 0..3000 {
            let mut p = Pool::new();
            let v = p.fresh_var("x", Sort::BitVec(9));
            let id = p.as_var(v).expect("a variable");
            let t = term(&mut r, &mut p, v, 3);
            let Some((of, set)) = RangeTables::default().set(&p, t) else {
                continue;
            };
            known += 1;
            assert_eq!(of, id);
            let mut e = Evaluator::new();
            for value in 0..512u128 {
                let mut m = ep_term::Model::new();
                m.set_bits(id, value);
                let holds = e.eval_bool(&p, t, &m);
                assert_eq!(
                    set.contains(value),
                    holds,
                    "round {round}: {} at {value}",
                    p.infix(t)
                );
            }
            let least = (0..512u128).find(|x| set.contains(*x));
            assert_eq!(set.first(), least);
        }
        assert!(known > 1500, "only {known} conditions had the form");
    }
}
