//! Whether what a transition system says of a stretch of code is what its bits
//! do.
//!
//! Idea: from a loop's head to where control stops next, the system has steps:
//! conditions over the numbers before and after. The copy of the stretch
//! ([`super::round`]) is given any state that meets what is known at the head;
//! where it stops, the conditions of at least one step must hold of the numbers
//! that its bits are in their views. The numbers are computed in integers wide
//! enough that nothing wraps. Alternative: to compare post-states one by one;
//! steps with unknowns have none.
//!
//! What must never happen: a contradiction that is none. The conditions that
//! are handed in may leave out what they cannot say of the state after, never
//! more; what is known before must be complete ([`Stretch::complete`]) or a
//! contradiction only leaves the question open. Source: "translation
//! validation", A. Pnueli et al., TACAS 1998. Cost: one question.

use super::decide::{decide, Effort};
use super::facts::Var;
use super::round::{self, Builder, Plan, Question, State, Way, CHECK, ROUND};
use ep_base::outcome::Verdict;
use ep_base::{Budget, Diagnostic};
use ep_ir::interp::{run, End, InterpConfig, ReplayHost};
use ep_ir::{BinOp, BlockId, CastOp, IntPred, Module, Operand};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

/// A number of a stretch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Source {
    /// A part of the state before, by its index.
    Before(usize),
    /// A part of the state where it stops.
    After(usize),
    /// A number that keeps its value, so many bits wide.
    Free(usize, u32),
}

/// A linear form over numbers; `true`: with a sign.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Form {
    pub terms: Vec<(Source, bool, BigInt)>,
    pub constant: BigInt,
}

/// `lo <= form <= hi`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    pub form: Form,
    pub lo: Option<BigInt>,
    pub hi: Option<BigInt>,
}

/// A step of the system: where it stops, and what holds then.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub stop: usize,
    pub holds: Vec<Condition>,
}

/// A stretch of code and what the system says of it.
pub(crate) struct Stretch<'a> {
    pub start: State,
    pub stops: Vec<State>,
    pub way: &'a dyn Fn(BlockId, BlockId) -> Way,
    /// Numbers that are neither part of the state nor change.
    pub free: usize,
    /// What is known before: [`Source::Before`] and [`Source::Free`] only.
    pub known: Vec<Condition>,
    /// Nothing that is known was left out.
    pub complete: bool,
    pub steps: Vec<Step>,
}

/// What a second look found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    Agrees,
    /// A run of the stretch that no step has, told by the interpreter too.
    Differs,
    Open(String),
}

/// Conflicts and instructions for one question.
const EFFORT: Effort = Effort {
    conflicts: 2_000,
    instructions: 1 << 14,
};

/// Bits of the widest integer.
const WIDEST: u64 = 127;

/// Looks at a stretch: from more states first, as that is a smaller formula.
///
/// # Errors
/// A defect of the bit-precise engine.
pub(crate) fn look(
    module: &Module,
    mut s: Stretch<'_>,
    budget: &Budget,
) -> Result<Seen, Diagnostic> {
    let simple = |c: &Condition| {
        let same = c.lo.is_some() && c.lo == c.hi;
        same || c.form.terms.len() == 1
    };
    let known = s.known.clone();
    s.known.retain(simple);
    let fewer = s.known.len() < known.len();
    let complete = std::mem::replace(&mut s.complete, false);
    if fewer {
        if let Seen::Agrees = ask(module, &s, budget)? {
            return Ok(Seen::Agrees);
        }
    }
    s.known = known;
    s.complete = complete;
    ask(module, &s, budget)
}

fn ask(module: &Module, s: &Stretch<'_>, budget: &Budget) -> Result<Seen, Diagnostic> {
    let Some(width) = s.width() else {
        return Ok(Seen::Open("its numbers are too large".into()));
    };
    let question = Asked { of: s, width };
    let plan = Plan {
        stops: &s.stops,
        way: s.way,
    };
    let program = round::with_plan(module, &s.start, &plan, &question);
    let outcome = decide(&program, budget, EFFORT)?;
    if outcome.verdict == Verdict::Proved && outcome.bugs.is_empty() {
        return Ok(Seen::Agrees);
    }
    let Some(bug) = outcome.bugs.first() else {
        return Ok(Seen::Open("the bits are not decided".into()));
    };
    if bug.place.function != CHECK {
        return Ok(Seen::Open(format!(
            "the round may end in an error: {}",
            bug.kind.word()
        )));
    }
    if !s.complete {
        return Ok(Seen::Open("it needs what is known of memory".into()));
    }
    let Some(entry) = program.function(CHECK) else {
        return Err(Diagnostic::defect("the copy of a loop's round is lost"));
    };
    debug_assert!(program.function(ROUND).is_some());
    let limits = InterpConfig {
        max_instructions: 1 << 20,
        ..InterpConfig::default()
    };
    let o = run(&program, entry, &limits, &mut ReplayHost::new(&bug.inputs));
    Ok(match o.end {
        End::Error { .. } => Seen::Differs,
        End::Exit { .. } => {
            return Err(Diagnostic::defect(
                "two engines do not agree on one round of a loop",
            ))
        }
        _ => Seen::Open("the round could not be run".into()),
    })
}

impl Stretch<'_> {
    /// The most bits of a number.
    fn bits(&self, of: Source) -> u32 {
        match of {
            Source::Before(i) => self.start.vars.get(i).map_or(64, |v| v.bits),
            Source::After(i) => {
                let all = self.stops.iter().filter_map(|s| s.vars.get(i));
                all.map(|v| v.bits).max().unwrap_or(64)
            }
            Source::Free(_, bits) => bits,
        }
    }

    /// The width in which no form wraps around; none if that is too wide.
    fn width(&self) -> Option<u32> {
        let steps = self.steps.iter().flat_map(|s| &s.holds);
        let mut most = BigInt::from(1);
        for c in self.known.iter().chain(steps) {
            let mut sum = c.form.constant.abs();
            for (of, _, k) in &c.form.terms {
                sum += k.abs() << self.bits(*of);
            }
            for end in [&c.lo, &c.hi].into_iter().flatten() {
                sum += end.abs();
            }
            most = most.max(sum);
        }
        let bits = most.bits() + 2;
        (bits <= WIDEST).then_some(bits as u32)
    }
}

/// A factor as signed powers of two, no two of them neighbours.
fn digits(k: &BigInt) -> Vec<(u32, bool)> {
    let mut out = Vec::new();
    let mut rest = k.abs();
    let mut shift = 0;
    while !rest.is_zero() {
        let low = (&rest & BigInt::from(3)).to_u32().unwrap_or(0);
        if low & 1 == 1 {
            let minus = low == 3;
            out.push((shift, minus != k.is_negative()));
            match minus {
                true => rest += 1,
                false => rest -= 1,
            }
        }
        rest >>= 1u32;
        shift += 1;
    }
    out
}

/// The word that is returned is 0 if a step holds.
struct Asked<'a> {
    of: &'a Stretch<'a>,
    width: u32,
}

/// The words that a form may speak of, each as 64 bits or of its own width.
struct Words<'a> {
    before: &'a [Operand],
    /// Widths of the words before.
    widths: &'a [u32],
    after: &'a [Operand],
    vars: &'a [Var],
    free: &'a [Operand],
}

impl Asked<'_> {
    fn number(&self, n: &BigInt) -> Operand {
        let all = (BigInt::from(1) << self.width) - 1;
        let n: BigInt = n & all;
        match n.to_u64() {
            Some(x) => Operand::Int(x),
            None => Operand::Wide(n.to_u128().unwrap_or_default()),
        }
    }

    /// A word of so many bits as a wide number.
    fn widen(&self, b: &mut Builder<'_>, x: Operand, bits: u32, signed: bool) -> Operand {
        let op = match signed {
            true => CastOp::SExt,
            false => CastOp::ZExt,
        };
        b.cast(op, bits, self.width, x)
    }

    fn value(&self, b: &mut Builder<'_>, w: &Words<'_>, of: Source, signed: bool) -> Operand {
        let none = Operand::Int(0);
        let cut = |b: &mut Builder<'_>, x: Operand, from: u32, to: u32| match from == to {
            true => x,
            false => b.cast(CastOp::Trunc, from, to, x),
        };
        match of {
            Source::Before(i) => {
                let bits = self.of.start.vars.get(i).map_or(64, |v| v.bits);
                let from = w.widths.get(i).copied().unwrap_or(64);
                let x = cut(b, w.before.get(i).copied().unwrap_or(none), from, bits);
                self.widen(b, x, bits, signed)
            }
            Source::After(i) => {
                let bits = w.vars.get(i).map_or(64, |v| v.bits);
                let x = w.after.get(i).copied().unwrap_or(none);
                self.widen(b, x, bits, signed)
            }
            Source::Free(i, bits) => {
                let x = cut(b, w.free.get(i).copied().unwrap_or(none), 64, bits);
                self.widen(b, x, bits, signed)
            }
        }
    }

    fn holds(&self, b: &mut Builder<'_>, w: &Words<'_>, c: &Condition) -> Operand {
        let mut sum = self.number(&c.form.constant);
        for (of, signed, k) in &c.form.terms {
            if k.is_zero() {
                continue;
            }
            let x = self.value(b, w, *of, *signed);
            // Few digits: a factor near a power of two is one subtraction.
            for (shift, minus) in digits(k) {
                let part = match shift {
                    0 => x,
                    s => b.bin(BinOp::Shl, self.width, x, Operand::Int(s.into())),
                };
                let op = match minus {
                    true => BinOp::Sub,
                    false => BinOp::Add,
                };
                sum = b.bin(op, self.width, sum, part);
            }
        }
        let mut all = Operand::Int(1);
        for (pred, end) in [(IntPred::Sge, &c.lo), (IntPred::Sle, &c.hi)] {
            if let Some(end) = end {
                let end = self.number(end);
                let holds = b.cmp(pred, self.width, sum, end);
                all = b.bin(BinOp::And, 1, all, holds);
            }
        }
        all
    }

    fn all(&self, b: &mut Builder<'_>, w: &Words<'_>, of: &[Condition]) -> Operand {
        of.iter().fold(Operand::Int(1), |all, c| {
            let holds = self.holds(b, w, c);
            b.bin(BinOp::And, 1, all, holds)
        })
    }
}

impl Question for Asked<'_> {
    fn free(&self) -> usize {
        self.of.free
    }

    fn beside(&self) -> usize {
        self.of.start.cells.len() + self.of.free
    }

    fn given(&self, b: &mut Builder<'_>, old: &[Operand]) -> Vec<Operand> {
        let vars = &self.of.start.vars;
        (old.iter().enumerate())
            .map(|(i, x)| match vars.get(i) {
                Some(v) if v.bits < 64 => b.cast(CastOp::ZExt, v.bits, 64, *x),
                _ => *x,
            })
            .collect()
    }

    fn assumed(&self, b: &mut Builder<'_>, old: &[Operand]) -> Operand {
        let n = self.of.start.cells.len();
        let (before, free) = old.split_at(n.min(old.len()));
        let widths: Vec<u32> = self.of.start.vars.iter().map(|v| v.bits).collect();
        let words = Words {
            before,
            widths: &widths,
            after: &[],
            vars: &[],
            free,
        };
        self.all(b, &words, &self.of.known)
    }

    fn back(
        &self,
        b: &mut Builder<'_>,
        stop: usize,
        new: &[Operand],
        beside: &[Operand],
    ) -> Operand {
        let n = self.of.start.cells.len();
        let (before, free) = beside.split_at(n.min(beside.len()));
        let words = Words {
            before,
            widths: &[],
            after: new,
            vars: self.of.stops.get(stop).map_or(&[], |s| &s.vars),
            free,
        };
        let mut some = Operand::Int(0);
        for step in self.of.steps.iter().filter(|s| s.stop == stop) {
            let holds = self.all(b, &words, &step.holds);
            some = b.bin(BinOp::Or, 1, some, holds);
        }
        b.unless(some, 0, Operand::Int(0))
    }

    fn left(&self, _: &mut Builder<'_>, _: &[Operand]) -> Operand {
        Operand::Int(0)
    }

    fn bad(&self, b: &mut Builder<'_>, word: Operand) -> Operand {
        b.cmp(IntPred::Ne, 64, word, Operand::Int(0))
    }
}
