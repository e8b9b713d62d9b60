//! Which measures of a loop fall in every round, by one round over bits.
//!
//! Idea: the copy of a round ([`super::round`]) is given the measures of the
//! state that it starts from and says in bits which of them are not smaller at
//! the end. Random states, run by the interpreter, drop most candidates; what
//! is left is asked of the bit-precise engine for all states at once. So a
//! measure is never taken from the shape of a loop: a body that changes the
//! bound, a sign that keeps a shift from reaching 0, an even stride that
//! misses, all are rounds that do not make it smaller.
//!
//! What must never happen: an answer other than `proved` counts as one, or a
//! state at the head lies outside of the ranges that are taken for granted
//! (the caller has them from the finished graph). Source: A. Turing, "Checking
//! a large routine" (1949). Cost: an interpretation per sample, one small
//! question per measure that is left.

use super::aligned::{self, Tail};
use super::decide::{decide, Effort};
use super::facts::{mask, Var};
use super::measure::{candidates, Measure};
use super::round::{self, Builder, Question, State, LEFT, ROUND};
use ep_base::outcome::{Input, InputSource, InputType, Verdict};
use ep_base::random::Xorshift;
use ep_base::{Budget, Diagnostic};
use ep_ir::interp::{run, End, InterpConfig, ReplayHost};
use ep_ir::{BinOp, FuncId, InstKind, IntPred, Module, Operand};

/// Values that a variable has whenever the head is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The bounds as bits; `lo <= x <= hi` in the order of the sign.
    pub lo: u64,
    pub hi: u64,
    pub signed: bool,
    /// The last bits of each of them.
    pub tail: Option<Tail>,
}

impl Range {
    /// All numbers of a width.
    pub fn all(bits: u32) -> Range {
        Range {
            lo: 0,
            hi: mask(bits),
            signed: false,
            tail: None,
        }
    }

    /// Whether each part of a state lies in its range.
    pub(super) fn hold(
        ranges: &[Option<Range>],
        b: &mut Builder<'_>,
        vars: &[Var],
        old: &[Operand],
    ) -> Operand {
        let mut all = Operand::Int(1);
        for ((x, var), range) in old.iter().zip(vars).zip(ranges) {
            let Some(r) = range else {
                continue;
            };
            let (ge, le) = match r.signed {
                true => (IntPred::Sge, IntPred::Sle),
                false => (IntPred::Uge, IntPred::Ule),
            };
            for (pred, bound) in [(ge, r.lo), (le, r.hi)] {
                let holds = b.cmp(pred, var.bits, *x, Operand::Int(bound & mask(var.bits)));
                all = b.bin(BinOp::And, 1, all, holds);
            }
            if let Some(tail) = r.tail {
                let holds = aligned::holds(b, var.bits, *x, tail);
                all = b.bin(BinOp::And, 1, all, holds);
            }
        }
        all
    }
}

/// A measure that every round makes smaller.
#[derive(Clone, Debug)]
pub struct Falling {
    pub state: State,
    pub measure: Measure,
    /// By one, in every round that comes back.
    pub by_one: bool,
    /// The loop is left with 0 only.
    pub ends_at_zero: bool,
}

/// Samples, measures of one program, questions for one loop.
const SAMPLES: usize = 120;
const MEASURES: usize = 30;
const QUESTIONS: usize = 6;
/// What one question may cost.
const EFFORT: Effort = Effort {
    conflicts: 3_000,
    instructions: 1 << 15,
};

/// Measures that fall in every round from states in these ranges (one for each
/// part of the state), the best first; nothing where none was found or the
/// loop's rounds are not looked at. `questions` counts down.
///
/// # Errors
/// A defect of the engine.
pub fn search(
    module: &Module,
    state: &State,
    ranges: &[Option<Range>],
    questions: &mut u32,
    budget: &Budget,
) -> Result<Option<Falling>, Diagnostic> {
    let (strides, numbers) = words_of(module, state.func);
    let all = candidates(&state.vars, &strides, &numbers);
    let mut left: Vec<(Measure, Seen)> = Vec::new();
    let mut random = Samples(Xorshift::new(0x9e37_79b9_7f4a_7c15));
    let samples: Vec<Vec<u64>> = (0..SAMPLES)
        .map(|_| random.state(&state.vars, ranges))
        .collect();
    for part in all.chunks(MEASURES) {
        if budget.stop_now().is_some() {
            return Ok(None);
        }
        match sampled(module, state, part, &samples) {
            Some(found) => left.extend(found),
            None => return Ok(None),
        }
    }
    left.retain(|(_, seen)| !seen.grows);
    // Exact ones first, then those with few values.
    left.sort_by_key(|(m, seen)| {
        let exact = !seen.skips && !seen.leaves_early;
        (!exact, m.most(&state.vars))
    });
    for (measure, seen) in left.into_iter().take(QUESTIONS) {
        let mut ask = |what| -> Result<bool, Diagnostic> {
            let Some(left) = questions.checked_sub(1) else {
                return Ok(false);
            };
            *questions = left;
            let question = One {
                vars: &state.vars,
                ranges,
                measures: &[measure],
                what,
            };
            proved(module, state, &question, budget)
        };
        if !ask(What::Falls)? {
            continue;
        }
        return Ok(Some(Falling {
            state: state.clone(),
            measure,
            by_one: !seen.skips && ask(What::ByOne)?,
            ends_at_zero: !seen.leaves_early && ask(What::EndsAtZero)?,
        }));
    }
    Ok(None)
}

/// What samples say of a measure.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    /// A round did not make it smaller.
    grows: bool,
    /// A round made it smaller by more than one.
    skips: bool,
    /// The loop was left with something else than 0.
    leaves_early: bool,
}

/// What is asked of a measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Falls,
    ByOne,
    EndsAtZero,
}

/// Bit `2i` of what comes back: measure `i` is not smaller; bit `2i + 1`: it is
/// not smaller by one. Where the loop is left, bit `2i`: it is not 0.
struct One<'a> {
    vars: &'a [Var],
    ranges: &'a [Option<Range>],
    measures: &'a [Measure],
    what: What,
}

impl Question for One<'_> {
    fn beside(&self) -> usize {
        self.measures.len()
    }
    fn given(&self, b: &mut Builder<'_>, old: &[Operand]) -> Vec<Operand> {
        let all = self.measures.iter();
        all.map(|m| m.code(b, self.vars, old)).collect()
    }
    fn assumed(&self, b: &mut Builder<'_>, old: &[Operand]) -> Operand {
        Range::hold(self.ranges, b, self.vars, old)
    }
    fn back(&self, b: &mut Builder<'_>, _: usize, new: &[Operand], beside: &[Operand]) -> Operand {
        let mut word = Operand::Int(0);
        for (i, (m, old)) in self.measures.iter().zip(beside).enumerate() {
            let now = m.code(b, self.vars, new);
            let [smaller, by_one] = m.falls(b, *old, now);
            word = b.unless(smaller, 2 * i as u32, word);
            word = b.unless(by_one, 2 * i as u32 + 1, word);
        }
        word
    }
    fn left(&self, b: &mut Builder<'_>, beside: &[Operand]) -> Operand {
        let mut word = Operand::Int(LEFT);
        for (i, old) in beside.iter().enumerate() {
            let zero = b.cmp(IntPred::Eq, 64, *old, Operand::Int(0));
            word = b.unless(zero, 2 * i as u32, word);
        }
        word
    }
    fn bad(&self, b: &mut Builder<'_>, word: Operand) -> Operand {
        let (left, bit) = match self.what {
            What::Falls => (0, 1),
            What::ByOne => (0, 2),
            What::EndsAtZero => (LEFT, 1),
        };
        // The end of the round that is asked of, and the bit of the measure.
        let seen = b.bin(BinOp::And, 64, word, Operand::Int(LEFT | bit));
        b.cmp(IntPred::Eq, 64, seen, Operand::Int(left | bit))
    }
}

/// Runs the rounds of some states; nothing where they cannot be run.
fn sampled(
    module: &Module,
    state: &State,
    measures: &[Measure],
    samples: &[Vec<u64>],
) -> Option<Vec<(Measure, Seen)>> {
    let question = One {
        vars: &state.vars,
        ranges: &[],
        measures,
        what: What::Falls,
    };
    let program = round::with_question(module, state, &question);
    ep_ir::verify::verify(&program).ok()?;
    let entry = program.function(ROUND)?;
    let limits = InterpConfig {
        max_instructions: 1 << 14,
        ..InterpConfig::default()
    };
    let mut out: Vec<(Measure, Seen)> = measures.iter().map(|m| (*m, Seen::default())).collect();
    for s in samples {
        let given = measures.iter().map(|m| m.word(&state.vars, s));
        let inputs: Vec<Input> = (s.iter().copied().chain(given))
            .enumerate()
            .map(|(i, v)| Input {
                name: String::new(),
                ty: InputType::Int {
                    bits: 64,
                    signed: false,
                },
                source: InputSource::Parameter { index: i as u32 },
                bytes: v.to_le_bytes().to_vec(),
            })
            .collect();
        let o = run(&program, entry, &limits, &mut ReplayHost::new(&inputs));
        let End::Exit { status: Some(word) } = o.end else {
            continue;
        };
        for (i, (_, seen)) in out.iter_mut().enumerate() {
            let bit = |n: usize| word >> n & 1 == 1;
            if word & LEFT != 0 {
                seen.leaves_early |= bit(2 * i);
            } else {
                seen.grows |= bit(2 * i);
                seen.skips |= bit(2 * i + 1);
            }
        }
    }
    Some(out)
}

/// Whether no state is wrong for a question.
pub(super) fn proved(
    module: &Module,
    state: &State,
    question: &dyn Question,
    budget: &Budget,
) -> Result<bool, Diagnostic> {
    if budget.stop_now().is_some() {
        return Ok(false);
    }
    let program = round::with_question(module, state, question);
    let outcome = decide(&program, budget, EFFORT)?;
    Ok(outcome.verdict == Verdict::Proved && outcome.bugs.is_empty())
}

/// The strides and the numbers that a function names: what it adds and
/// subtracts, and what it compares with.
pub(super) fn words_of(module: &Module, func: FuncId) -> (Vec<u64>, Vec<u64>) {
    let (mut strides, mut numbers) = (Vec::new(), vec![0]);
    let blocks = module.functions.get(func).into_iter();
    for (_, block) in blocks.flat_map(|f| f.blocks.iter()) {
        for inst in &block.insts {
            match &inst.kind {
                InstKind::Bin { op, a, b, .. } if matches!(op, BinOp::Add | BinOp::Sub) => {
                    for o in [a, b] {
                        if let (Operand::Int(n), true) = (o, strides.len() < 4) {
                            let n = match op {
                                BinOp::Sub => n.wrapping_neg(),
                                _ => *n,
                            };
                            if !strides.contains(&n) {
                                strides.push(n);
                            }
                        }
                    }
                }
                InstKind::Cmp { a, b, .. } => {
                    for o in [a, b] {
                        if let Operand::Int(n) = o {
                            if !numbers.contains(n) && numbers.len() < 4 {
                                numbers.push(*n);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }
    (strides, numbers)
}

struct Samples(Xorshift);

impl Samples {
    /// A state in these ranges: ends, powers of two and their neighbours,
    /// small and large numbers, and parts that lie near each other.
    fn state(&mut self, vars: &[Var], ranges: &[Option<Range>]) -> Vec<u64> {
        let mut out: Vec<u64> = Vec::new();
        for (i, var) in vars.iter().enumerate() {
            let all = mask(var.bits);
            let near = out.last().copied().unwrap_or(0);
            let word = self.0.bits();
            let small = word >> 8 & 7;
            let mut v = match word >> 60 {
                0 | 1 => small,
                2 => small.wrapping_neg(),
                3 | 4 => 1u64 << (word % u64::from(var.bits.max(1))),
                5 => (1u64 << (word % u64::from(var.bits.max(1)))).wrapping_sub(small),
                6 | 7 => near.wrapping_add(small),
                8 => near.wrapping_sub(small),
                9 => self.0.bits() >> (word % 64),
                _ => self.0.bits(),
            } & all;
            if let Some(Some(r)) = ranges.get(i) {
                let size = r.hi.wrapping_sub(r.lo) & all;
                let at = v.wrapping_sub(r.lo) & all;
                if at > size {
                    let step = match size {
                        u64::MAX => at,
                        n => at % (n + 1),
                    };
                    v = r.lo.wrapping_add(step) & all;
                }
                if let Some(tail) = r.tail {
                    // The next number with these bits, or one before it.
                    let up = tail.value.wrapping_sub(v) & mask(tail.bits);
                    v = v.wrapping_add(up) & all;
                    if v.wrapping_sub(r.lo) & all > size {
                        v = v.wrapping_sub(1u64 << tail.bits.min(63)) & all;
                    }
                }
            }
            out.push(v);
        }
        out
    }
}
