//! Truth tables of conditions over one variable of up to 65,536 values.
//!
//! Idea: a path asks about the same number again and again (`tenths < 700`,
//! `tenths == 777`, the bounds of an index). What is computed from a variable is
//! evaluated once for each of its values; a comparison is then a pass over that
//! list, and what a path knows is an intersection of bit sets. The lists are
//! over an interval that holds all values that the path leaves, and stay right
//! when it leaves fewer.
//! Source: the tables of `domain`, for more than a byte.
//! Cost: a list costs its values times its terms, once; a comparison a
//! nanosecond for each value, once; after that a question is a few thousand
//! words. Memory is bounded by [`MOST_BYTES`].

use crate::values::{count_terms, Tried, MOST_STEPS};
use ep_term::{float, Assignment, Evaluator, Op, Pool, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Values of a variable that has lists.
const MOST_VALUES: u128 = 1 << 16;
/// Lists and tables that are kept; beyond, all are dropped.
const MOST_BYTES: usize = 64 << 20;
/// Nesting of Boolean operators that is looked into.
const MOST_DEPTH: u32 = 64;

/// One bit for each value.
type Bits = Rc<[u64]>;

/// What is known over an interval of values of one variable.
struct Span {
    first: u128,
    count: usize,
    lists: FxHashMap<TermId, Rc<[u64]>>,
    tables: FxHashMap<TermId, Bits>,
}

/// The lists and tables of all variables.
#[derive(Default)]
pub(crate) struct Sweeps {
    spans: FxHashMap<VarId, Span>,
    evaluator: Evaluator,
    bytes: usize,
}

/// One value of one variable.
struct One(u128);

impl Assignment for One {
    fn value(&self, _: VarId) -> u128 {
        self.0
    }
}

impl Sweeps {
    /// Decides a query over `v` alone, whose values lie in `least..=most`. `None`
    /// where they are too many or too much work.
    pub fn decide(
        &mut self,
        pool: &Pool,
        query: &[TermId],
        v: VarId,
        (least, most): (u128, u128),
    ) -> Option<Tried> {
        if most - least >= MOST_VALUES {
            return None;
        }
        if self.bytes > MOST_BYTES {
            self.spans.clear();
            self.bytes = 0;
        }
        let holds = |s: &Span| s.first <= least && most - s.first < s.count as u128;
        if !self.spans.get(&v).is_some_and(holds) {
            let span = Span {
                first: least,
                count: (most - least + 1) as usize,
                lists: FxHashMap::default(),
                tables: FxHashMap::default(),
            };
            self.spans.insert(v, span);
        }
        let span = self.spans.get_mut(&v)?;
        let mut sweep = Sweep {
            span,
            evaluator: &mut self.evaluator,
            bytes: &mut self.bytes,
        };
        let mut left: Vec<u64> = sweep.all();
        for &t in query {
            let table = sweep.table(pool, t, MOST_DEPTH)?;
            for (l, b) in left.iter_mut().zip(table.iter()) {
                *l &= b;
            }
        }
        let found = left.iter().position(|&w| w != 0);
        Some(match found {
            None => Tried::Unsat,
            Some(i) => {
                let at = 64 * i as u128 + u128::from(left[i].trailing_zeros());
                Tried::Sat(vec![(v, span.first + at)])
            }
        })
    }
}

/// The work on one variable.
struct Sweep<'a> {
    span: &'a mut Span,
    evaluator: &'a mut Evaluator,
    bytes: &'a mut usize,
}

impl Sweep<'_> {
    fn all(&self) -> Vec<u64> {
        let n = self.span.count;
        let mut bits = vec![u64::MAX; n.div_ceil(64)];
        if let (Some(last), true) = (bits.last_mut(), n % 64 != 0) {
            *last = (1 << (n % 64)) - 1;
        }
        bits
    }

    /// Where a condition holds.
    fn table(&mut self, pool: &Pool, t: TermId, depth: u32) -> Option<Bits> {
        if let Some(found) = self.span.tables.get(&t) {
            return Some(found.clone());
        }
        let depth = depth.checked_sub(1)?;
        let args = pool.args(t);
        let bits: Vec<u64> = match pool.op(t) {
            Op::Not => {
                let a = self.table(pool, args[0], depth)?;
                let all = self.all();
                all.iter().zip(a.iter()).map(|(all, a)| all & !a).collect()
            }
            op @ (Op::And | Op::Or) => {
                let (a, b) = (
                    self.table(pool, args[0], depth)?,
                    self.table(pool, args[1], depth)?,
                );
                let join = |(a, b): (&u64, &u64)| if op == Op::And { a & b } else { a | b };
                a.iter().zip(b.iter()).map(join).collect()
            }
            op @ (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) if matches!(pool.sort(args[0]), Sort::BitVec(w) if w <= 64) =>
            {
                let w = pool.width(args[0]);
                let (a, b) = (self.list(pool, args[0])?, self.list(pool, args[1])?);
                let signed = |x: u64| (x << (64 - w)) as i64;
                self.compare(&a, &b, |x, y| match op {
                    Op::Eq => x == y,
                    Op::Ult => x < y,
                    Op::Ule => x <= y,
                    Op::Slt => signed(x) < signed(y),
                    _ => signed(x) <= signed(y),
                })
            }
            op @ (Op::FpEq | Op::FpLt | Op::FpLe) if pool.width(args[0]) <= 64 => {
                let sort = pool.sort(args[0]);
                let (a, b) = (self.list(pool, args[0])?, self.list(pool, args[1])?);
                self.compare(&a, &b, |x, y| {
                    float::apply(op, Sort::Bool, sort, &[x.into(), y.into()]) == Some(1)
                })
            }
            _ => {
                let a = self.list(pool, t)?;
                self.compare(&a, &a, |x, _| x & 1 == 1)
            }
        };
        let bits: Bits = bits.into();
        *self.bytes += 8 * bits.len();
        self.span.tables.insert(t, bits.clone());
        Some(bits)
    }

    fn compare(&self, a: &[u64], b: &[u64], holds: impl Fn(u64, u64) -> bool) -> Vec<u64> {
        let mut bits = vec![0; self.span.count.div_ceil(64)];
        for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
            bits[i / 64] |= u64::from(holds(x, y)) << (i % 64);
        }
        bits
    }

    /// The values of a term of at most 64 bits.
    fn list(&mut self, pool: &Pool, t: TermId) -> Option<Rc<[u64]>> {
        if let Some(found) = self.span.lists.get(&t) {
            return Some(found.clone());
        }
        let n = self.span.count;
        count_terms(pool, t, MOST_STEPS / n as u64, &mut FxHashSet::default())?;
        let mut list = Vec::with_capacity(n);
        for i in 0..n {
            let at = One(self.span.first + i as u128);
            list.push(self.evaluator.eval_bits(pool, t, &at)? as u64);
        }
        let list: Rc<[u64]> = list.into();
        *self.bytes += 8 * n;
        self.span.lists.insert(t, list.clone());
        Some(list)
    }
}
