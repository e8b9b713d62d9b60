//! Invariants of a loop that was made arbitrary: intervals, octagons and
//! linear equalities with the values at its start, by guessing and checking.
//!
//! Idea: candidates are instances of templates over the changing values, the
//! values that do not change, and the program's constants. Those that fail at
//! the start are dropped, then those that a round does not keep, until what is
//! left is kept by every round (a fixed point, so the strongest conjunction of
//! candidates). Models drop many candidates at once. Source: C. Flanagan,
//! K. Leino, "Houdini, an Annotation Assistant for ESC/Java", FME 2001; the
//! templates are those of intervals and octagons (A. Miné, 2006). Everything is
//! bit-precise: wrap-around is part of the question. Cost: a query per model
//! found, each over one round.

use super::algebra::{multiplies, Algebra, Equality};
use super::arrays::{Array, Quantified};
use super::run::Run;
use super::templates::{Candidate, Head, Item, Templates};
use ep_machine::memory::swept::Touch;
use ep_smt::{Answer, PathCondition};
use ep_term::{Evaluator, Pool, TermId, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::time::Duration;

/// What is known of a loop.
#[derive(Default)]
pub(super) struct Subject {
    pub items: Vec<Item>,
    pub entry: PathCondition,
    /// Conditions and values after one round.
    pub rounds: Vec<(PathCondition, FxHashMap<VarId, TermId>)>,
    /// Values that the loop does not change.
    pub stable: Vec<TermId>,
    pub constants: BTreeSet<u64>,
    pub invariants: Vec<Candidate>,
    pub equalities: Vec<Equality>,
    /// Variables before it are none that the loop changes.
    pub mark: usize,
    /// Unknown functions before it are older than the loop's head.
    pub bases: usize,
    /// Those that the state has at the loop's start.
    pub known: rustc_hash::FxHashSet<VarId>,
    /// Accesses of a round to arrays that are swept.
    pub touched: Vec<Touch>,
    /// Writes of a round that depend on a condition.
    pub guarded: Vec<(
        ep_machine::value::ObjectId,
        ep_machine::memory::swept::Write,
    )>,
    pub arrays: Vec<Array>,
    pub facts: Vec<Quantified>,
    /// The candidates that are `facts`.
    pub quantified: Vec<Candidate>,
    /// What their variables are at the loop's start.
    pub entry_values: FxHashMap<VarId, TermId>,
    /// What holds of the elements that are spoken of, at the loop's head.
    pub axioms: Vec<TermId>,
}

/// Candidates that are considered for one loop.
const MOST: usize = 900;
/// Those of them that are case distinctions.
const MOST_CASES: usize = 1_200;
/// Values that take part in pairs.
const PAIRS: usize = 10;
/// Models per loop.
const MOST_MODELS: usize = 200;

impl Run<'_> {
    /// Fills in the invariants.
    pub(super) fn infer(&mut self, s: &mut Subject, head: Head) {
        let mut list = match self.given(head, s) {
            Some(list) => list,
            None => self.guessed(s),
        };
        list.extend(s.quantified.iter().copied());
        let before = self
            .machine
            .cx
            .smt
            .set_effort(4_000, Duration::from_millis(400));
        let mut entry: FxHashMap<VarId, TermId> = s
            .items
            .iter()
            .filter_map(|i| Some((self.machine.cx.pool.as_var(i.var)?, i.entry)))
            .collect();
        entry.extend(s.entry_values.iter().map(|(v, t)| (*v, *t)));
        let start: Vec<TermId> = s.entry.conjuncts().collect();
        list = self.keep(list, &start, &entry, false);
        let rounds = self.linear_rounds(s);
        // A round that drops a candidate may lose what others relied on.
        loop {
            let n = list.len();
            for (path, values) in &rounds {
                list = self.keep(list, path, values, true);
            }
            if list.len() == n || list.is_empty() {
                break;
            }
        }
        self.machine.cx.smt.set_effort(before.0, before.1);
        s.invariants = list;
    }

    fn guessed(&mut self, s: &Subject) -> Vec<Candidate> {
        let mut list = candidates(&mut self.machine.cx.pool, s, self.attempt.templates.rich());
        list.truncate(MOST);
        list = self.observed(s, list);
        if self.attempt.templates == Templates::Cases {
            list.extend(cases(&mut self.machine.cx.pool, s));
        }
        list
    }

    /// Conditions and values after a round; in an attempt with polynomials
    /// without the products, which would make each question hard.
    fn linear_rounds(&mut self, s: &Subject) -> Vec<(Vec<TermId>, FxHashMap<VarId, TermId>)> {
        let mut out = Vec::new();
        for (pc, values) in &s.rounds {
            let path: Vec<TermId> = pc.conjuncts().chain(s.axioms.iter().copied()).collect();
            let machine = &mut self.machine;
            let products = &mut machine.driver.products;
            let mut seen = FxHashMap::default();
            let mut all = path.iter().chain(values.values());
            let hard = products.on && all.any(|t| multiplies(&machine.cx.pool, *t, &mut seen));
            out.push(match hard {
                true => {
                    Algebra::new(&mut machine.cx, products, &path, true).without_products(values)
                }
                false => (path, values.clone()),
            });
        }
        out
    }

    /// The candidates that hold of `values` under `path`, and, if they may be
    /// assumed, under themselves.
    fn keep(
        &mut self,
        mut list: Vec<Candidate>,
        path: &[TermId],
        values: &FxHashMap<VarId, TermId>,
        assume: bool,
    ) -> Vec<Candidate> {
        let mut memo = FxHashMap::default();
        let mut after: Vec<TermId> = list
            .iter()
            .map(|c| {
                let t = self
                    .machine
                    .cx
                    .pool
                    .substitute_with(c.term, values, &mut memo);
                super::split(&mut self.machine.cx.pool, t)
            })
            .collect();
        let mut e = Evaluator::new();
        for _ in 0..MOST_MODELS {
            if list.is_empty() || self.late() {
                return Vec::new();
            }
            let mut query = path.to_vec();
            if assume {
                query.extend(list.iter().map(|c| c.assume));
            }
            let pool = &mut self.machine.cx.pool;
            let mut broken = pool.fls();
            for t in &after {
                let not = pool.not(*t);
                broken = pool.or(broken, not);
            }
            query.push(broken);
            let mut dropped = vec![false; list.len()];
            match self.machine.cx.smt.check(&mut self.machine.cx.pool, &query) {
                Answer::Unsat { .. } => return list,
                Answer::Sat(model) => {
                    for (d, t) in dropped.iter_mut().zip(&after) {
                        *d = !e.eval_bool(&self.machine.cx.pool, *t, &model);
                    }
                }
                Answer::Unknown(_) => {
                    // Each alone; what is not decided is not kept.
                    let mut hard = 0;
                    for (d, t) in dropped.iter_mut().zip(&after) {
                        if hard > 8 || self.late() {
                            *d = true;
                            continue;
                        }
                        query.pop();
                        let not = self.machine.cx.pool.not(*t);
                        query.push(not);
                        let a = self.machine.cx.smt.check(&mut self.machine.cx.pool, &query);
                        *d = !matches!(a, Answer::Unsat { .. });
                        hard += u32::from(matches!(a, Answer::Unknown(_)));
                    }
                }
            }
            if !dropped.contains(&true) {
                return if assume { Vec::new() } else { list };
            }
            let mut d = dropped.iter();
            list.retain(|_| !d.next().copied().unwrap_or(false));
            let mut d = dropped.iter();
            after.retain(|_| !d.next().copied().unwrap_or(false));
        }
        Vec::new()
    }
}

/// What holds of one value where another, that tells phases apart, has one of
/// the program's small constants. The templates are those of
/// intervals, one per case.
fn cases(pool: &mut Pool, s: &Subject) -> Vec<Candidate> {
    let mut out = Vec::new();
    let mut small: BTreeSet<u64> = s.constants.iter().copied().filter(|c| *c < 16).collect();
    small.extend([0, 1]);
    for sel in s.items.iter().filter(|i| i.width > 1 && i.source) {
        for &v in &small {
            let mask = ep_ir::scalar::mask128(sel.width);
            if u128::from(v) > mask {
                continue;
            }
            let k = pool.bv(sel.width, u128::from(v));
            let other = pool.ne(sel.var, k);
            for x in s.items.iter().filter(|i| i.cell != sel.cell && i.source) {
                let mask = ep_ir::scalar::mask128(x.width);
                let mut bounds: BTreeSet<u128> = BTreeSet::new();
                for c in &s.constants {
                    for c in [c.wrapping_sub(1), *c, c.wrapping_add(1)] {
                        bounds.insert(u128::from(c) & mask);
                    }
                }
                for b in bounds {
                    let b = pool.bv(x.width, b);
                    if out.len() >= MOST_CASES {
                        break;
                    }
                    for t in [pool.ule(x.var, b), pool.ule(b, x.var), pool.eq(x.var, b)] {
                        let t = pool.or(other, t);
                        if pool.as_bool(t).is_none() && out.len() < MOST_CASES {
                            out.push(Candidate::new(t, true));
                        }
                    }
                }
            }
        }
    }
    out.sort_by_key(|c| c.term);
    out.dedup_by_key(|c| c.term);
    out
}

/// Instances of the templates.
///
/// `rich` adds what is dear: remainders, factors.
fn candidates(pool: &mut Pool, s: &Subject, rich: bool) -> Vec<Candidate> {
    let mut out = Vec::new();
    let mut add = |pool: &Pool, term: TermId, told: bool| {
        if pool.as_bool(term).is_none() {
            out.push(Candidate::new(term, told));
        }
    };
    for i in &s.items {
        let (h, e, w) = (i.var, i.entry, i.width);
        let (lo, hi) = pool.urange(e);
        let (slo, shi) = pool.srange(e);
        let mask = ep_ir::scalar::mask128(w);
        let mut bounds: BTreeSet<u128> = [lo, hi, slo as u128 & mask, shi as u128 & mask].into();
        for c in &s.constants {
            for c in [c.wrapping_sub(1), *c, c.wrapping_add(1)] {
                bounds.insert(u128::from(c) & mask);
            }
        }
        for b in bounds {
            let k = pool.bv(w, b);
            let list = [
                pool.sle(k, h),
                pool.sle(h, k),
                pool.ule(h, k),
                pool.ule(k, h),
            ];
            for t in list {
                add(pool, t, i.source);
            }
        }
        let list = [
            pool.sle(e, h),
            pool.sle(h, e),
            pool.ule(e, h),
            pool.ule(h, e),
            pool.eq(h, e),
        ];
        for t in list {
            add(pool, t, i.source);
        }
        let moved = pool.bvsub(h, e);
        let zero = pool.bv(w, 0);
        for step in [2u128, 4, 8, 3, 5, 10] {
            let used = s.constants.contains(&(step as u64));
            let cheap = step.is_power_of_two() || (rich && used);
            if w < 4 || step > mask || !cheap {
                continue;
            }
            let k = pool.bv(w, step);
            let rest = pool.bvurem(moved, k);
            let t = pool.eq(rest, zero);
            add(pool, t, i.source);
        }
        for &n in &s.stable {
            if pool.width(n) == w {
                // A loop up to n, inclusive, ends one behind it.
                let one = pool.bv(w, 1);
                let next = pool.bvadd(n, one);
                let list = [
                    pool.sle(h, n),
                    pool.ule(h, n),
                    pool.sle(n, h),
                    pool.ule(n, h),
                    pool.sle(h, next),
                    pool.ule(h, next),
                ];
                for t in list {
                    add(pool, t, i.source);
                }
            }
        }
    }
    for (a, x) in s.items.iter().take(PAIRS).enumerate() {
        for (b, y) in s.items.iter().take(PAIRS).enumerate() {
            if a == b {
                continue;
            }
            let told = x.source && y.source;
            if x.width != y.width {
                if x.width < y.width {
                    let wide = pool.zext(x.var, y.width);
                    let list = [pool.ule(wide, y.var), pool.ule(y.var, wide)];
                    for t in list {
                        add(pool, t, told);
                    }
                }
                continue;
            }
            let list = [pool.sle(x.var, y.var), pool.ule(x.var, y.var)];
            for t in list {
                add(pool, t, told);
            }
            let dx = pool.bvsub(x.var, x.entry);
            let dy = pool.bvsub(y.var, y.entry);
            let mut factors: BTreeSet<u64> = (1..=6).collect();
            factors.extend(
                s.constants
                    .iter()
                    .copied()
                    .filter(|c| *c > 0 && *c < 1 << 16),
            );
            for f in factors {
                let k = pool.bv(x.width, u128::from(f));
                let scaled = pool.bvmul(dy, k);
                let t = pool.eq(dx, scaled);
                add(pool, t, told);
                if f == 1 {
                    continue;
                }
                let back = pool.bvneg(scaled);
                let t = pool.eq(dx, back);
                add(pool, t, told);
            }
            if a < b {
                let sum = pool.bvadd(dx, dy);
                let zero = pool.bv(x.width, 0);
                let t = pool.eq(sum, zero);
                add(pool, t, told);
            }
        }
    }
    out.sort_by_key(|c| c.term);
    out.dedup_by_key(|c| c.term);
    out
}
