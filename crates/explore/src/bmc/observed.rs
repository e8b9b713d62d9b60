//! States of a loop's first rounds, and what they suggest: bounds in one case
//! (`phase == 1 => x == 10`), and that values are not zero together.
//!
//! Idea: a candidate for an invariant that a real round breaks is none, and
//! evaluation finds that without a solver. The same states tell which case
//! distinctions are worth a question: a value with few different numbers tells
//! phases apart, and what others are in each of its cases is between the
//! nearest constants of the program. All of it are guesses, proved by `houdini`
//! as any other. Source: M. Ernst et al., "Dynamically Discovering Likely
//! Program Invariants", TSE 2001. Cost: some hundreds of evaluations of one
//! round, and a dozen candidates per case.
//!
//! What must never happen: a state counts as all states. What is left out here
//! is a weaker proof, what stays is shown.

use super::houdini::Subject;
use super::run::Run;
use super::templates::{Candidate, Item};
use ep_ir::scalar::mask128;
use ep_smt::PathCondition;
use ep_term::{Assignment, Evaluator, Pool, TermId, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Rounds from one start, and starts.
const ROUNDS: u64 = 260;
const STARTS: u64 = 9;
/// States that are kept.
const MOST_STATES: usize = 700;
/// States that every candidate is evaluated in.
const MOST_TESTED: usize = 16;
/// Different numbers of a value that tells cases apart.
const MOST_CASES: usize = 5;
/// Candidates.
const MOST: usize = 160;

/// The numbers of a state at the loop's head.
pub(super) struct Observed {
    known: FxHashMap<VarId, u128>,
    seed: u64,
}

impl Assignment for Observed {
    fn value(&self, v: VarId) -> u128 {
        match self.known.get(&v) {
            Some(x) => *x,
            None => number(v, self.seed),
        }
    }
}

/// A number for a variable that is there before the loop.
fn first_number(v: VarId, start: u64) -> u128 {
    let mixed = (u64::from(v.0) + 11)
        .wrapping_mul(start * 2 + 1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let most = [8, 40, 300, 5_000, 60_000];
    match most.get(start as usize) {
        Some(most) => u128::from(mixed >> 33) % most,
        None => number(v, start),
    }
}

/// A number for a variable: often zero or one, else a small one.
fn number(v: VarId, seed: u64) -> u128 {
    let mixed = (u64::from(v.0) + 11)
        .wrapping_mul(seed * 2 + 1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let n = u128::from(mixed >> 33);
    match mixed >> 29 & 7 {
        0 => 0,
        1 | 2 => 1,
        3 | 4 => n % 8,
        5 | 6 => n % 100,
        _ => n,
    }
}

/// States that runs have at the loop's head.
pub(super) fn observe(pool: &Pool, s: &Subject) -> Vec<Observed> {
    let items: Vec<(VarId, TermId)> = s
        .items
        .iter()
        .filter_map(|i| Some((pool.as_var(i.var)?, i.entry)))
        .collect();
    let mut older: BTreeSet<VarId> = BTreeSet::new();
    for t in s.entry.conjuncts().chain(items.iter().map(|i| i.1)) {
        older.extend(pool.vars(t));
    }
    for (pc, after) in &s.rounds {
        for t in pc.conjuncts().chain(after.values().copied()) {
            older.extend(pool.vars(t).iter().filter(|v| (v.0 as usize) < s.mark));
        }
    }
    let mut out: Vec<Observed> = Vec::new();
    let mut e = Evaluator::new();
    for start in 0..STARTS {
        let mut at = Observed {
            known: FxHashMap::default(),
            seed: start,
        };
        for v in &older {
            let own = start == 0 && s.entry.has_model();
            let x = if own {
                s.entry.value(*v)
            } else {
                first_number(*v, start)
            };
            at.known.insert(*v, x & mask128(bits(pool, *v)));
        }
        if !all(pool, &mut e, &s.entry, &at) {
            continue;
        }
        let first: Vec<(VarId, u128)> = items
            .iter()
            .filter_map(|(v, t)| Some((*v, e.eval_bits(pool, *t, &at)?)))
            .collect();
        at.known.extend(first);
        for round in 0..ROUNDS {
            out.push(Observed {
                known: at.known.clone(),
                seed: at.seed,
            });
            if out.len() >= MOST_STATES {
                return out;
            }
            // What a round reads is new in each.
            let way = (0..4).find_map(|n| {
                at.seed = start + 7 + 4 * round + n;
                s.rounds.iter().find(|r| all(pool, &mut e, &r.0, &at))
            });
            let Some((_, after)) = way else { break };
            let next: Option<Vec<(VarId, u128)>> = items
                .iter()
                .map(|(v, _)| Some((*v, e.eval_bits(pool, *after.get(v)?, &at)?)))
                .collect();
            let Some(next) = next else { break };
            at.known.extend(next);
        }
    }
    out
}

fn bits(pool: &Pool, v: VarId) -> u32 {
    match pool.var_sort(v) {
        ep_term::Sort::BitVec(w) => w,
        _ => 1,
    }
}

fn all(pool: &Pool, e: &mut Evaluator, pc: &PathCondition, at: &Observed) -> bool {
    pc.conjuncts().all(|c| e.eval_bool(pool, c, at))
}

impl Run<'_> {
    /// Without the candidates that a state breaks, and with those that the
    /// states suggest.
    pub(super) fn observed(&mut self, s: &Subject, mut list: Vec<Candidate>) -> Vec<Candidate> {
        let states = observe(&self.machine.cx.pool, s);
        if states.len() < 2 {
            return list;
        }
        let pool = &mut self.machine.cx.pool;
        list.extend(suggested(pool, s, &states));
        let apart = states.len().div_ceil(MOST_TESTED);
        for at in states.iter().step_by(apart) {
            let mut e = Evaluator::new();
            e.reset();
            list.retain(|c| e.continue_bits(pool, c.term, at) == Some(1));
        }
        list
    }
}

/// What the states suggest beyond intervals.
fn suggested(pool: &mut Pool, s: &Subject, states: &[Observed]) -> Vec<Candidate> {
    let mut out = Vec::new();
    let named: Vec<&Item> = s.items.iter().filter(|i| i.source).collect();
    let numbers: Vec<Vec<u128>> = named
        .iter()
        .map(|i| {
            let v = pool.as_var(i.var);
            let of = |at: &Observed| v.map_or(0, |v| at.value(v));
            states.iter().map(of).collect()
        })
        .collect();
    for (i, sel) in named.iter().enumerate() {
        let values: BTreeSet<u128> = numbers[i].iter().copied().collect();
        // Few rounds have few numbers.
        let few = states.len() < 8 * values.len();
        if values.len() < 2 || values.len() > MOST_CASES || sel.width < 2 || few {
            continue;
        }
        let mut any = pool.fls();
        for v in &values {
            let k = pool.bv(sel.width, *v);
            let is = pool.eq(sel.var, k);
            any = pool.or(any, is);
            let other = pool.not(is);
            for (j, x) in named.iter().enumerate().filter(|(j, _)| *j != i) {
                let cases = (0..states.len()).filter(|n| numbers[i][*n] == *v);
                let seen = cases.map(|n| signed(numbers[j][n], x.width));
                for t in between(pool, x, seen, s) {
                    out.push(Candidate::new(pool.or(other, t), true));
                }
            }
        }
        out.push(Candidate::new(any, true));
    }
    // Not zero together, unless something was zero from the start.
    let mut before: Vec<TermId> = s.stable.clone();
    before.extend(s.items.iter().map(|i| i.entry));
    before.retain(|t| pool.as_var(*t).is_some());
    before.sort_unstable();
    before.dedup();
    let zero = |pool: &mut Pool, t: TermId| {
        let zero = pool.bv(pool.width(t), 0);
        pool.eq(t, zero)
    };
    for (i, x) in named.iter().enumerate() {
        for y in &named[i + 1..] {
            let (a, b) = (zero(pool, x.var), zero(pool, y.var));
            let (na, nb) = (pool.not(a), pool.not(b));
            for (p, q) in [(na, nb), (a, nb), (na, b), (a, b)] {
                let t = pool.or(p, q);
                out.push(Candidate::new(t, true));
            }
            let apart = pool.or(na, nb);
            for t in before.iter().take(4) {
                let none = zero(pool, *t);
                out.push(Candidate::new(pool.or(apart, none), true));
            }
        }
    }
    out.retain(|c| pool.as_bool(c.term).is_none());
    let mut e = Evaluator::new();
    let mut known = BTreeSet::new();
    out.retain(|c| known.insert(c.term));
    out.retain(|c| states.iter().all(|at| e.eval_bool(pool, c.term, at)));
    out.truncate(MOST);
    out
}

fn signed(v: u128, width: u32) -> i128 {
    let shift = 128 - width;
    (v << shift) as i128 >> shift
}

/// The tightest bounds by constants of the program.
fn between(
    pool: &mut Pool,
    x: &Item,
    seen: impl Iterator<Item = i128>,
    s: &Subject,
) -> Vec<TermId> {
    let seen: Vec<i128> = seen.collect();
    let (Some(lo), Some(hi)) = (seen.iter().min(), seen.iter().max()) else {
        return Vec::new();
    };
    let mut constants: BTreeSet<i128> = [0, 1].into();
    for c in &s.constants {
        let c = signed(u128::from(*c) & mask128(x.width), x.width);
        constants.extend([c - 1, c, c + 1]);
    }
    let mut number = |n: i128| pool.bv(x.width, n as u128 & mask128(x.width));
    if lo == hi {
        let n = number(*lo);
        return vec![pool.eq(x.var, n)];
    }
    let below = constants.range(..=*lo).next_back().map(|c| number(*c));
    let above = constants.range(*hi..).next().map(|c| number(*c));
    let mut out = Vec::new();
    out.extend(below.map(|c| pool.sle(c, x.var)));
    out.extend(above.map(|c| pool.sle(x.var, c)));
    out
}
