//! The order graph: conjunctions of comparisons without a solver.
//!
//! Idea: sorting and searching ask whether `a <= b` fits with comparisons asked
//! before. Terms are nodes, `a <= b` and `a < b` are edges of length 0 and 1,
//! constants and the pool's ranges bound the nodes. Longest paths give the least
//! solution or a contradiction (a positive cycle, a bound passed); disequalities
//! are repaired by moving nodes up a few times.
//! The graph is a relaxation: terms other than variables are opaque nodes, and
//! conjuncts that are not comparisons of the question's signedness are left out.
//! So a contradiction is final, while a solution counts only after evaluation,
//! and what is not settled goes to the next stage.
//! Source: difference constraints (Cormen et al., chapter 24.4).
//! Cost: O(nodes · edges), about 1 µs for 20 comparisons; the bit-blaster needs
//! 10 to 50 times as long on them.

use ep_term::{Op, Pool, Sort, TermId, VarId};

/// Larger graphs are left to the solver.
const MAX_NODES: usize = 64;
const MAX_EDGES: usize = 512;
const REPAIRS: usize = 64;

/// What the graph says.
pub(crate) enum Order {
    /// The comparisons alone contradict each other.
    Contradiction,
    /// Values that satisfy the comparisons, sorted by variable.
    Candidate(Vec<(VarId, u128)>),
    /// Nothing.
    Open,
}

struct Edge {
    from: usize,
    to: usize,
    length: i128,
}

/// Scratch space, reused.
#[derive(Default)]
pub(crate) struct OrderGraph {
    terms: Vec<TermId>,
    /// Bounds of the nodes.
    low: Vec<i128>,
    high: Vec<i128>,
    edges: Vec<Edge>,
    apart: Vec<(usize, usize)>,
    value: Vec<i128>,
    width: u32,
    signed: bool,
}

/// A comparison: operator, negation, sides.
fn comparison(pool: &Pool, t: TermId) -> Option<(Op, bool, TermId, TermId)> {
    let (t, negated) = match pool.op(t) {
        Op::Not => (pool.args(t)[0], true),
        _ => (t, false),
    };
    let op = pool.op(t);
    match op {
        Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Eq => {
            let args = pool.args(t);
            matches!(pool.sort(args[0]), Sort::BitVec(w) if w <= 64)
                .then(|| (op, negated, args[0], args[1]))
        }
        _ => None,
    }
}

impl OrderGraph {
    /// What the comparisons among the conjuncts and the question say. The last
    /// of `query` is the question.
    pub fn decide(&mut self, pool: &Pool, query: &[TermId]) -> Order {
        let Some((op, _, a, _)) = query.last().and_then(|&t| comparison(pool, t)) else {
            return Order::Open;
        };
        self.terms.clear();
        self.low.clear();
        self.high.clear();
        self.edges.clear();
        self.apart.clear();
        self.width = pool.width(a);
        self.signed = match op {
            Op::Slt | Op::Sle => true,
            Op::Ult | Op::Ule => false,
            // An equality says nothing about the sign: the others decide.
            _ => query
                .iter()
                .any(|&t| matches!(comparison(pool, t), Some((Op::Slt | Op::Sle, ..)))),
        };
        for &t in query.iter().rev() {
            if self.add(pool, t).is_none() {
                return Order::Open;
            }
        }
        let lows = self.low.clone();
        if !self.longest(&lows) || self.forced_equal() {
            return Order::Contradiction;
        }
        // Values near zero are nicer to read than the least ones.
        let least = self.value.clone();
        let near: Vec<i128> = lows.iter().map(|&l| l.max(0)).collect();
        if !(self.longest(&near) && self.repair()) {
            self.value = least;
            if !self.repair() {
                return Order::Open;
            }
        }
        self.assignment(pool)
    }

    fn node(&mut self, pool: &Pool, t: TermId) -> Option<usize> {
        if let Some(i) = self.terms.iter().position(|&o| o == t) {
            return Some(i);
        }
        if self.terms.len() == MAX_NODES {
            return None;
        }
        let (low, high) = if self.signed {
            pool.srange(t)
        } else {
            let (l, h) = pool.urange(t);
            (l as i128, h as i128)
        };
        self.terms.push(t);
        self.low.push(low);
        self.high.push(high);
        Some(self.terms.len() - 1)
    }

    /// `None` when the graph becomes too large.
    fn add(&mut self, pool: &Pool, t: TermId) -> Option<()> {
        let Some((op, negated, a, b)) = comparison(pool, t) else {
            return Some(());
        };
        let fits = match op {
            Op::Slt | Op::Sle => self.signed,
            Op::Ult | Op::Ule => !self.signed,
            _ => true,
        };
        if !fits || pool.width(a) != self.width {
            return Some(());
        }
        if self.edges.len() + 2 > MAX_EDGES {
            return None;
        }
        let (a, b) = (self.node(pool, a)?, self.node(pool, b)?);
        match (op, negated) {
            (Op::Ult | Op::Slt, false) => self.edge(a, b, 1),
            (Op::Ult | Op::Slt, true) => self.edge(b, a, 0),
            (Op::Ule | Op::Sle, false) => self.edge(a, b, 0),
            (Op::Ule | Op::Sle, true) => self.edge(b, a, 1),
            (_, false) => {
                self.edge(a, b, 0);
                self.edge(b, a, 0);
            }
            (_, true) => self.apart.push((a, b)),
        }
        Some(())
    }

    fn edge(&mut self, from: usize, to: usize, length: i128) {
        self.edges.push(Edge { from, to, length });
    }

    /// The least solution at or above `from`; false when there is none.
    fn longest(&mut self, from: &[i128]) -> bool {
        self.value.clear();
        self.value.extend_from_slice(from);
        self.settle()
    }

    fn settle(&mut self) -> bool {
        for _ in 0..=self.terms.len() {
            let mut changed = false;
            for e in &self.edges {
                let bound = self.value[e.from] + e.length;
                if self.value[e.to] < bound {
                    if bound > self.high[e.to] {
                        return false;
                    }
                    self.value[e.to] = bound;
                    changed = true;
                }
            }
            if !changed {
                return self.value.iter().zip(&self.high).all(|(v, h)| v <= h);
            }
        }
        // A longest path has fewer edges than nodes: there is a positive cycle.
        false
    }

    /// Whether two terms that differ are equal by `a <= b <= a` (through others).
    fn forced_equal(&self) -> bool {
        if self.apart.is_empty() {
            return false;
        }
        let n = self.terms.len();
        let mut reach: Vec<u64> = (0..n).map(|i| 1 << i).collect();
        for e in &self.edges {
            reach[e.from] |= 1 << e.to;
        }
        for k in 0..n {
            for i in 0..n {
                if reach[i] >> k & 1 == 1 {
                    reach[i] |= reach[k];
                }
            }
        }
        self.apart
            .iter()
            .any(|&(a, b)| reach[a] >> b & 1 == 1 && reach[b] >> a & 1 == 1)
    }

    /// Moves nodes up until all disequalities hold.
    fn repair(&mut self) -> bool {
        for _ in 0..REPAIRS {
            let clash = self
                .apart
                .iter()
                .find(|&&(a, b)| self.value[a] == self.value[b]);
            let Some(&(a, b)) = clash else { return true };
            let up = if self.value[a] < self.high[a] { a } else { b };
            if self.value[up] >= self.high[up] {
                return false;
            }
            self.value[up] += 1;
            if !self.settle() {
                return false;
            }
        }
        false
    }

    /// The values of the variables behind the nodes.
    fn assignment(&self, pool: &Pool) -> Order {
        let mut bits: Vec<(VarId, u128)> = Vec::with_capacity(self.terms.len());
        for (i, &t) in self.terms.iter().enumerate() {
            let mask = if self.width == 64 {
                u128::from(u64::MAX)
            } else {
                (1 << self.width) - 1
            };
            if !assign(pool, t, self.value[i] as u128 & mask, &mut bits) {
                return Order::Open;
            }
        }
        bits.sort_unstable_by_key(|b| b.0);
        if bits
            .windows(2)
            .any(|w| w[0].0 == w[1].0 && w[0].1 != w[1].1)
        {
            return Order::Open;
        }
        bits.dedup();
        Order::Candidate(bits)
    }
}

/// Gives a variable, a concatenation of variables or an extended variable its
/// value; false when the value does not fit it.
fn assign(pool: &Pool, t: TermId, value: u128, bits: &mut Vec<(VarId, u128)>) -> bool {
    match pool.op(t) {
        Op::Var(v) => {
            bits.push((v, value));
            true
        }
        Op::BvConst(_) => pool.as_bv(t) == Some(value),
        Op::Concat => {
            let mut rest = value;
            pool.args(t).iter().rev().all(|&a| {
                let w = pool.width(a);
                let part = rest & ((1 << w) - 1);
                rest >>= w;
                assign(pool, a, part, bits)
            })
        }
        // Evaluation finds out whether the cut bits agree.
        Op::Zext | Op::Sext => {
            let a = pool.args(t)[0];
            assign(pool, a, value & ((1 << pool.width(a)) - 1), bits)
        }
        _ => false,
    }
}
