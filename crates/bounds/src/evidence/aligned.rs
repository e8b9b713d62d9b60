//! Last bits that no round of a loop changes.
//!
//! Idea: `for (i = 0; i + 8 <= n; i += 8)` ends, or not, because `i` is a multiple
//! of 8, which no interval says. The last bits that a variable has at every entry
//! are known (the caller has them from the finished graph). One round over bits is
//! asked whether it keeps as many of them as a stride of the function leaves alone.
//! What is kept by each round and holds at each entry holds at each visit: an
//! induction, as for the ranges. Source: P. Granger, "Static analysis of
//! arithmetical congruences" (1989), with a proof in the place of his rules.
//! What must never happen: an answer other than `proved` counts as one.
//! Cost: one small question per variable and number of bits.

use super::facts::{mask, Var};
use super::falls::{proved, words_of, Range};
use super::round::{Builder, Question, State, LEFT};
use ep_base::{Budget, Diagnostic};
use ep_ir::{BinOp, IntPred, Module, Operand};

/// The last bits of a number, and how many of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tail {
    pub bits: u32,
    pub value: u64,
}

impl Tail {
    /// The last of these bits.
    fn last(self, bits: u32) -> Tail {
        Tail {
            bits,
            value: self.value & mask(bits),
        }
    }
}

/// The ranges with the last bits that every round keeps; nothing where there are
/// none. `tails`: those at every entry. `questions` counts down.
///
/// # Errors
/// A defect of the engine.
pub fn kept(
    module: &Module,
    state: &State,
    ranges: &[Option<Range>],
    tails: &[Option<Tail>],
    questions: &mut u32,
    budget: &Budget,
) -> Result<Option<Vec<Option<Range>>>, Diagnostic> {
    let (strides, _) = words_of(module, state.func);
    let mut widths: Vec<u32> = (strides.iter().filter(|s| **s != 0))
        .map(|s| s.trailing_zeros())
        .filter(|n| *n > 0)
        .collect();
    widths.sort_unstable_by(|a, b| b.cmp(a));
    widths.dedup();
    let mut out = ranges.to_vec();
    let mut any = false;
    for (i, tail) in tails.iter().enumerate() {
        let (Some(tail), Some(var)) = (tail, state.vars.get(i)) else {
            continue;
        };
        for bits in widths.iter().copied().filter(|n| *n <= tail.bits) {
            let Some(left) = questions.checked_sub(1) else {
                return Ok(any.then_some(out));
            };
            *questions = left;
            let tail = tail.last(bits.min(var.bits));
            let question = Keeps {
                vars: &state.vars,
                ranges: &out,
                of: i,
                tail,
            };
            if !proved(module, state, &question, budget)? {
                continue;
            }
            if let Some(slot) = out.get_mut(i) {
                let own = slot.unwrap_or(Range::all(var.bits));
                *slot = Some(Range {
                    tail: Some(tail),
                    ..own
                });
                any = true;
            }
            break;
        }
    }
    Ok(any.then_some(out))
}

/// Whether a round that begins with these last bits ends with them.
struct Keeps<'a> {
    vars: &'a [Var],
    ranges: &'a [Option<Range>],
    of: usize,
    tail: Tail,
}

impl Keeps<'_> {
    fn holds(&self, b: &mut Builder<'_>, state: &[Operand]) -> Operand {
        let x = state.get(self.of).copied().unwrap_or(Operand::Int(0));
        let bits = self.vars.get(self.of).map_or(64, |v| v.bits);
        holds(b, bits, x, self.tail)
    }
}

/// Whether a number has these last bits.
pub(super) fn holds(b: &mut Builder<'_>, bits: u32, x: Operand, tail: Tail) -> Operand {
    let last = b.bin(BinOp::And, bits, x, Operand::Int(mask(tail.bits)));
    b.cmp(IntPred::Eq, bits, last, Operand::Int(tail.value))
}

impl Question for Keeps<'_> {
    fn beside(&self) -> usize {
        0
    }
    fn given(&self, _: &mut Builder<'_>, _: &[Operand]) -> Vec<Operand> {
        Vec::new()
    }
    fn assumed(&self, b: &mut Builder<'_>, old: &[Operand]) -> Operand {
        let within = Range::hold(self.ranges, b, self.vars, old);
        let own = self.holds(b, old);
        b.bin(BinOp::And, 1, within, own)
    }
    fn back(&self, b: &mut Builder<'_>, _: usize, new: &[Operand], _: &[Operand]) -> Operand {
        let own = self.holds(b, new);
        b.unless(own, 0, Operand::Int(0))
    }
    fn left(&self, _: &mut Builder<'_>, _: &[Operand]) -> Operand {
        Operand::Int(LEFT)
    }
    fn bad(&self, b: &mut Builder<'_>, word: Operand) -> Operand {
        let seen = b.bin(BinOp::And, 64, word, Operand::Int(LEFT | 1));
        b.cmp(IntPred::Eq, 64, seen, Operand::Int(1))
    }
}
