//! The bit-blaster: hash-consed terms become literals, each once.
//!
//! Idea: one long-lived circuit in one SAT instance; a query is a set of
//! assumptions. The circuit is thrown away when it has outgrown its use
//! (gates over a limit and much larger than the cones that are asked), because
//! propagation still reaches gates outside of the cone.
//! Floats are words of their encodings: comparisons, classification, sign
//! operations and minimum are circuits; arithmetic is left to another solver.
//! Source: Kroening and Strichman, "Decision Procedures", chapter 6.
//! Cost: 8 bytes per term of the pool and 4 per bit.

mod floats;
pub mod gates;
pub mod words;

use crate::sat::{Cdcl, GaveUp, Lit, SatAnswer, SatBackend, SatLimits};
use ep_base::Cancel;
use ep_term::{Op, Pool, Sort, TermId, VarId};
use gates::{Gates, FALSE, TRUE};
use std::time::{Duration, Instant};
use words::{not, Word};

/// Gates beyond which a rebuild is considered.
const REBUILD_AT: usize = 60_000;

/// Gates that one query may need; beyond, the circuit would cost gigabytes.
const GATES_AT_MOST: usize = 3_000_000;

/// Terms between two looks at the clock.
const SLICE: usize = 64;

/// A circuit is kept for the queries to come, so building it may go on for
/// this long when the query's own time is over.
const BUILDING: Duration = Duration::from_secs(1);

/// Why a term has no circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unsupported(pub &'static str);

const NONE: u32 = u32::MAX;

/// Terms as circuits over a SAT backend.
pub struct BitBlaster<S = Cdcl> {
    make: fn() -> S,
    gates: Gates<S>,
    /// Per term the start of its bits.
    places: Vec<u32>,
    bits: Vec<Lit>,
    stack: Vec<TermId>,
    gate_limit: usize,
    cones: usize,
    queries: usize,
    /// How often the circuit was thrown away.
    pub rebuilds: u64,
    /// Ends queries of the [`crate::Solver`] trait, whose limits do not name it.
    pub cancel: Cancel,
}

impl<S: SatBackend + Default> Default for BitBlaster<S> {
    fn default() -> Self {
        Self::with(S::default)
    }
}

impl<S: SatBackend> BitBlaster<S> {
    /// An empty circuit over the solver that `make` makes.
    pub fn with(make: fn() -> S) -> Self {
        BitBlaster {
            make,
            gates: Gates::new(make()),
            places: Vec::new(),
            bits: Vec::new(),
            stack: Vec::new(),
            gate_limit: REBUILD_AT,
            cones: 0,
            queries: 0,
            rebuilds: 0,
            cancel: Cancel::new(),
        }
    }

    /// Sets the number of gates beyond which a rebuild is considered.
    pub fn set_gate_limit(&mut self, gates: usize) {
        self.gate_limit = gates;
    }

    /// The number of gates.
    pub fn gates(&self) -> usize {
        self.gates.size()
    }

    /// Conflicts of the SAT solver so far.
    pub fn conflicts(&self) -> u64 {
        self.gates.conflicts()
    }

    fn rebuild_if_outgrown(&mut self) {
        let mean = self.cones / self.queries.max(1);
        if self.gates.size() > self.gate_limit && self.gates.size() > 24 * mean {
            self.clear();
            self.rebuilds += 1;
        }
    }

    /// Throws the circuit away.
    pub fn clear(&mut self) {
        self.gates = Gates::new((self.make)());
        self.places.clear();
        self.bits.clear();
        self.cones = 0;
        self.queries = 0;
    }

    fn word(&self, pool: &Pool, t: TermId) -> Word {
        let start = self.places[t.0 as usize] as usize;
        self.bits[start..start + pool.width(t) as usize].to_vec()
    }

    fn bit(&self, t: TermId) -> Lit {
        self.bits[self.places[t.0 as usize] as usize]
    }

    fn known(&self, t: TermId) -> bool {
        self.places.get(t.0 as usize).is_some_and(|&p| p != NONE)
    }

    /// Translates the term and all below it; false when there is no time for it.
    fn translate(
        &mut self,
        pool: &Pool,
        root: TermId,
        limits: &SatLimits,
    ) -> Result<bool, Unsupported> {
        if self.places.len() < pool.len() {
            self.places.resize(pool.len(), NONE);
        }
        self.stack.clear();
        self.stack.push(root);
        let start = self.gates.size();
        let mut made = 0usize;
        let end = limits.deadline.and_then(|d| d.checked_add(BUILDING));
        while let Some(&t) = self.stack.last() {
            if self.known(t) {
                self.stack.pop();
                continue;
            }
            match pool.sort(t) {
                Sort::Bool | Sort::BitVec(_) | Sort::Float(_) => {}
                Sort::Int | Sort::Real => return Err(Unsupported("unbounded numbers")),
                Sort::Array(_) => return Err(Unsupported("arrays")),
                Sort::Uninterpreted(_) => return Err(Unsupported("uninterpreted sorts")),
            }
            match pool.op(t) {
                Op::Apply(_) => return Err(Unsupported("uninterpreted functions")),
                Op::Select => return Err(Unsupported("arrays")),
                Op::Forall(_) | Op::Exists(_) => return Err(Unsupported("quantifiers")),
                Op::Int2Bv => return Err(Unsupported("unbounded numbers")),
                _ => {}
            }
            let before = self.stack.len();
            for &a in pool.args(t) {
                if !self.known(a) {
                    self.stack.push(a);
                }
            }
            if self.stack.len() > before {
                continue;
            }
            if self.gates.size() > start + GATES_AT_MOST {
                self.clear();
                return Err(Unsupported("the circuit is too large"));
            }
            made += 1;
            let over = || limits.cancel.is_cancelled() || end.is_some_and(|d| Instant::now() >= d);
            if made % SLICE == 0 && over() {
                return Ok(false);
            }
            self.stack.pop();
            let word = self.circuit(pool, t)?;
            debug_assert_eq!(word.len(), pool.width(t) as usize);
            self.places[t.0 as usize] = self.bits.len() as u32;
            self.bits.extend(word);
        }
        Ok(true)
    }

    /// The circuit of one term whose arguments are translated.
    fn circuit(&mut self, pool: &Pool, t: TermId) -> Result<Word, Unsupported> {
        let args: smallvec::SmallVec<[TermId; 4]> = pool.args(t).iter().copied().collect();
        let width = pool.width(t);
        let w = |this: &Self, i: usize| this.word(pool, args[i]);
        let b = |this: &Self, i: usize| this.bit(args[i]);
        let one = |l: Lit| vec![l];
        Ok(match pool.op(t) {
            Op::Var(_) => (0..width).map(|_| self.gates.input()).collect(),
            Op::True => one(TRUE),
            Op::False => one(FALSE),
            Op::BvConst(_) => self
                .gates
                .constant(width, pool.as_bv(t).unwrap_or_default()),
            Op::FpConst(_) => self
                .gates
                .constant(width, pool.as_fp(t).unwrap_or_default()),
            Op::Not => one(b(self, 0) ^ 1),
            Op::And => {
                let mut all = TRUE;
                for &a in &args {
                    let bit = self.bit(a);
                    all = self.gates.and(all, bit);
                }
                one(all)
            }
            Op::Or => {
                let mut any = FALSE;
                for &a in &args {
                    let bit = self.bit(a);
                    any = self.gates.or(any, bit);
                }
                one(any)
            }
            Op::Eq => match pool.sort(args[0]) {
                Sort::Bool | Sort::BitVec(_) => {
                    let (x, y) = (w(self, 0), w(self, 1));
                    one(self.gates.equal(&x, &y))
                }
                _ => return Err(Unsupported("equality of this sort")),
            },
            Op::Ite => {
                let (c, x, y) = (b(self, 0), w(self, 1), w(self, 2));
                self.gates.select(c, &x, &y)
            }
            Op::BvAdd => {
                let mut sum = w(self, 0);
                for &a in &args[1..] {
                    let y = self.word(pool, a);
                    sum = self.gates.add(&sum, &y, FALSE).0;
                }
                sum
            }
            Op::BvSub => {
                let (x, y) = (w(self, 0), w(self, 1));
                self.gates.sub(&x, &y).0
            }
            Op::BvMul => {
                let mut product = w(self, 0);
                for &a in &args[1..] {
                    let y = self.word(pool, a);
                    product = self.gates.mul(&product, &y);
                }
                product
            }
            Op::BvUdiv => {
                let (x, y) = (w(self, 0), w(self, 1));
                self.gates.udivrem(&x, &y).0
            }
            Op::BvUrem => {
                let (x, y) = (w(self, 0), w(self, 1));
                self.gates.udivrem(&x, &y).1
            }
            Op::BvSdiv => {
                let (x, y) = (w(self, 0), w(self, 1));
                self.gates.sdivrem(&x, &y).0
            }
            Op::BvSrem => {
                let (x, y) = (w(self, 0), w(self, 1));
                self.gates.sdivrem(&x, &y).1
            }
            op @ (Op::BvAnd | Op::BvOr | Op::BvXor) => {
                let mut word = w(self, 0);
                for &a in &args[1..] {
                    let y = self.word(pool, a);
                    for (x, y) in word.iter_mut().zip(y) {
                        *x = match op {
                            Op::BvAnd => self.gates.and(*x, y),
                            Op::BvOr => self.gates.or(*x, y),
                            _ => self.gates.xor(*x, y),
                        };
                    }
                }
                word
            }
            Op::BvNot => not(&w(self, 0)),
            Op::BvNeg => {
                let x = w(self, 0);
                self.gates.neg(&x)
            }
            Op::BvShl => {
                let (x, y) = (w(self, 0), w(self, 1));
                self.gates.shift(&x, &y, true, FALSE)
            }
            Op::BvLshr => {
                let (x, y) = (w(self, 0), w(self, 1));
                self.gates.shift(&x, &y, false, FALSE)
            }
            Op::BvAshr => {
                let (x, y) = (w(self, 0), w(self, 1));
                let sign = x[x.len() - 1];
                self.gates.shift(&x, &y, false, sign)
            }
            Op::Concat => {
                let mut word = Word::with_capacity(width as usize);
                for &a in args.iter().rev() {
                    word.extend(self.word(pool, a));
                }
                word
            }
            Op::Extract { hi, lo } => w(self, 0)[lo as usize..=hi as usize].to_vec(),
            Op::Zext => {
                let mut word = w(self, 0);
                word.resize(width as usize, FALSE);
                word
            }
            Op::Sext => {
                let mut word = w(self, 0);
                let sign = word[word.len() - 1];
                word.resize(width as usize, sign);
                word
            }
            op @ (Op::Ult | Op::Ule | Op::Slt | Op::Sle) => {
                let (x, y) = (w(self, 0), w(self, 1));
                one(match op {
                    Op::Ult => self.gates.ult(&x, &y),
                    Op::Ule => self.gates.ult(&y, &x) ^ 1,
                    Op::Slt => self.gates.slt(&x, &y),
                    _ => self.gates.slt(&y, &x) ^ 1,
                })
            }
            op @ (Op::Saddo | Op::Ssubo) => {
                let (x, y) = (w(self, 0), w(self, 1));
                let top = x.len() - 1;
                let y = if op == Op::Saddo { y } else { not(&y) };
                let carry = if op == Op::Saddo { FALSE } else { TRUE };
                let sum = self.gates.add(&x, &y, carry).0;
                let same = self.gates.xor(x[top], y[top]) ^ 1;
                let turned = self.gates.xor(x[top], sum[top]);
                one(self.gates.and(same, turned))
            }
            Op::Umulo => {
                let (x, y) = (w(self, 0), w(self, 1));
                one(self.gates.umul_overflows(&x, &y))
            }
            Op::Smulo => {
                let (x, y) = (w(self, 0), w(self, 1));
                one(self.gates.smul_overflows(&x, &y))
            }
            Op::FpFromBits | Op::FpToBits => w(self, 0),
            op => {
                let sort = match pool.sort(args[0]) {
                    Sort::Float(f) => f,
                    _ => return Err(Unsupported("conversion to floating point")),
                };
                let words: Vec<Word> = args.iter().map(|&a| self.word(pool, a)).collect();
                floats::circuit(&mut self.gates, op, sort, &words)?
            }
        })
    }

    /// Whether all conjuncts can hold together.
    pub fn solve(
        &mut self,
        pool: &Pool,
        conjuncts: &[TermId],
        limits: &SatLimits,
    ) -> Result<SatAnswer, Unsupported> {
        self.rebuild_if_outgrown();
        let mut assumptions = Vec::with_capacity(conjuncts.len());
        for &t in conjuncts {
            if !self.translate(pool, t, limits)? {
                return Ok(SatAnswer::Unknown(GaveUp::Circuit));
            }
            assumptions.push(self.bit(t));
        }
        let answer = self.gates.solve(&assumptions, limits);
        self.queries += 1;
        self.cones += self.gates.last_cone();
        if answer == SatAnswer::Unsat && self.gates.core().is_empty() {
            // Definitions are never contradictory: this answer is not believed.
            self.clear();
            return Ok(SatAnswer::Unknown(GaveUp::Contradiction));
        }
        Ok(answer)
    }

    /// After `Unsat`: the indices of conjuncts that cannot hold together.
    pub fn core(&self, conjuncts: &[TermId]) -> Vec<usize> {
        let core = self.gates.core();
        (0..conjuncts.len())
            .filter(|&i| core.contains(&self.bit(conjuncts[i])))
            .collect()
    }

    /// After `Sat`: the bits of a variable; 0 when the query does not have it.
    pub fn value(&self, pool: &Pool, v: VarId) -> u128 {
        let t = pool.var_term(v);
        if !self.known(t) {
            return 0;
        }
        let start = self.places[t.0 as usize] as usize;
        (0..pool.width(t) as usize)
            .map(|i| u128::from(self.gates.value(self.bits[start + i])) << i)
            .sum()
    }
}
