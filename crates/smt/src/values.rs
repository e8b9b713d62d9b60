//! Questions over few values, by going through them.
//!
//! Idea: a reading of a sensor has a few thousand values, and the filter behind
//! it is floating-point arithmetic or a product of 64 bits, on which a solver
//! spends seconds. Where the conditions on single variables leave few enough
//! combinations, evaluating the question for each is exact, complete and quicker.
//! Source: the truth tables of `domain` are the same for one byte; exhaustive
//! enumeration as in D. Kroening, O. Strichman, "Decision Procedures", 2nd
//! edition, section 1.1.
//! Cost: combinations times terms, bounded by [`MOST_STEPS`]; asked only where a
//! question would go on to the last solver.

use crate::domain::{byte_width, Tables};
use crate::ranges::{RangeSet, RangeTables};
use ep_term::{Assignment, Evaluator, Pool, Sort, TermId, VarId};
use rustc_hash::FxHashSet;

/// Evaluated terms, over all combinations. A term takes some ten nanoseconds
/// (ten times that in formats that the machine lacks).
pub(crate) const MOST_STEPS: u64 = 1 << 22;
/// Between two looks at the clock.
const AT_ONCE: u64 = 256;

/// What going through all combinations found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// None satisfies the query.
    Unsat,
    /// The first one that does.
    Sat(Vec<(VarId, u128)>),
}

/// The values that a variable can have, by the conditions on it alone.
struct Candidates {
    ranges: Vec<(u128, u128)>,
    count: u64,
}

impl Candidates {
    fn new(ranges: Vec<(u128, u128)>) -> Candidates {
        let size = |r: &(u128, u128)| (r.1 - r.0).saturating_add(1);
        let count = ranges.iter().fold(0u128, |n, r| n.saturating_add(size(r)));
        Candidates {
            ranges,
            count: u64::try_from(count).unwrap_or(u64::MAX),
        }
    }

    fn nth(&self, i: u64) -> u128 {
        let mut i = u128::from(i);
        for &(lo, hi) in &self.ranges {
            let size = (hi - lo).saturating_add(1);
            if i < size {
                return lo + i;
            }
            i -= size;
        }
        0
    }
}

/// One combination.
struct Combination<'a> {
    vars: &'a [VarId],
    values: Vec<u128>,
}

impl Assignment for Combination<'_> {
    fn value(&self, v: VarId) -> u128 {
        let at = self.vars.binary_search(&v);
        at.map_or(0, |i| self.values[i])
    }
}

/// The least and the greatest value that the conditions on it alone leave to a
/// variable; `None` if there is none, or it is not a number.
pub(crate) fn bounds(
    pool: &Pool,
    query: &[TermId],
    v: VarId,
    (tables, ranges): (&mut Tables, &mut RangeTables),
) -> Option<(u128, u128)> {
    let found = candidates(pool, query, v, tables, ranges)?;
    Some((found.ranges.first()?.0, found.ranges.last()?.1))
}

/// Goes through all values of the variables (sorted, all of the query's). `None`
/// where there are too many, a term has no value, or `over` says that time is up.
pub(crate) fn go_through(
    pool: &Pool,
    query: &[TermId],
    vars: &[VarId],
    (tables, ranges): (&mut Tables, &mut RangeTables),
    evaluator: &mut Evaluator,
    over: impl Fn() -> bool,
) -> Option<Tried> {
    let mut sets = Vec::with_capacity(vars.len());
    let mut combinations = 1u64;
    for &v in vars {
        let found = candidates(pool, query, v, tables, ranges)?;
        combinations = combinations.checked_mul(found.count)?;
        if combinations > MOST_STEPS {
            return None;
        }
        sets.push(found);
    }
    if combinations == 0 {
        return Some(Tried::Unsat);
    }
    let mut sized: Vec<(u64, TermId)> = Vec::with_capacity(query.len());
    let mut seen = FxHashSet::default();
    for &t in query {
        let before = seen.len();
        count_terms(pool, t, MOST_STEPS / combinations, &mut seen)?;
        sized.push(((seen.len() - before) as u64, t));
    }
    // What is quick to evaluate denies most combinations.
    sized.sort_unstable();
    let mut at = Combination {
        vars,
        values: sets.iter().map(|s| s.nth(0)).collect(),
    };
    for n in 0..combinations {
        if n % AT_ONCE == 0 && over() {
            return None;
        }
        let mut rest = n;
        for (value, set) in at.values.iter_mut().zip(&sets) {
            *value = set.nth(rest % set.count);
            rest /= set.count;
        }
        evaluator.reset();
        let mut holds = true;
        for &(_, t) in &sized {
            if evaluator.continue_bits(pool, t, &at)? & 1 == 0 {
                holds = false;
                break;
            }
        }
        if holds {
            let found = vars.iter().copied().zip(at.values);
            return Some(Tried::Sat(found.collect()));
        }
    }
    Some(Tried::Unsat)
}

/// What the conjuncts over this variable alone leave of its values.
fn candidates(
    pool: &Pool,
    query: &[TermId],
    v: VarId,
    tables: &mut Tables,
    ranges: &mut RangeTables,
) -> Option<Candidates> {
    if let Some(width) = byte_width(pool, v) {
        let mut left = crate::domain::ByteSet::full(width);
        for &t in query {
            if pool.vars(t) == [v] {
                if let Some((_, _, set)) = tables.table(pool, t) {
                    left = left.and(set);
                }
            }
        }
        let values = (0..1u128 << width).filter(|&x| left.contains(x));
        return Some(Candidates::new(values.map(|x| (x, x)).collect()));
    }
    let Sort::BitVec(width) = pool.var_sort(v) else {
        return None;
    };
    let mut left = RangeSet::full(width);
    for &t in query {
        if pool.vars(t) == [v] {
            if let Some((_, set)) = ranges.set(pool, t) {
                left = left.and(&set);
            }
        }
    }
    Some(Candidates::new(left.into_ranges()))
}

/// Adds the terms of `t` to `seen`; `None` beyond `most`.
pub(crate) fn count_terms(
    pool: &Pool,
    t: TermId,
    most: u64,
    seen: &mut FxHashSet<TermId>,
) -> Option<()> {
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            if seen.len() as u64 > most {
                return None;
            }
            stack.extend_from_slice(pool.args(t));
        }
    }
    Some(())
}
