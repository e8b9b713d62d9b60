//! A register that counts something else than the rounds of its loop: matches,
//! filled cells, bytes of a line.
//!
//! Idea: each step has a reason for which it cannot go on for ever. A test on
//! every way to it says how large the register is there (`if (n < 16) v[n++] =
//! c;`); or it stops at a number that steps of one cannot pass (`if (n == 16) n
//! = 0; else n++;`); or it is made no more often than the loops around it go
//! round (`for (i < 8) if (v[i]) n++;`). The register is then at most the
//! largest of what it is set to and of the first two, and all steps of the last
//! kind on top: what wraps around becomes less. Alternative: an interval
//! analysis with widening, which loses the last kind, or a relational one.
//! Cost: the tests above each step, the counts of the loops around it.
//!
//! What must never happen: a test that held of another value of the register; a
//! stop that the register begins behind, or steps over; a loop whose count rests
//! on the register itself.

use super::amount::Amount;
use super::facts::{inst, At};
use super::guards;
use super::input;
use super::numbers::Reading;
use super::steps::Steps;
use super::{Context, Sites};
use ep_ir::analysis::LoopId;
use ep_ir::Reg;
use num_bigint::BigInt;
use num_traits::{One, Signed};

/// Registers whose counts rest on each other.
const MOST_COUNTING: usize = 4;

impl<'m> Sites<'m> {
    /// Adds a step of the register by at most `by`, which is not negative, at a place.
    /// Whether a test before it says that the sum stays within the type.
    pub(super) fn step_counts(
        &mut self,
        cx: &Context<'m>,
        (r, w, how): (Reg, u32, Reading),
        (at, by): (At, &Amount),
        steps: &mut Steps,
    ) -> Option<bool> {
        if let Some(number) = by.as_number() {
            if let Some(end) = self.tested(cx, (r, w, how), (at, &number), steps) {
                let top = BigInt::one() << (w - u32::from(how == Reading::Signed));
                return Some(end.is_some_and(|e| e < top));
            }
        }
        let times = self.times_of(cx, r, at)?;
        steps.beyond = steps.beyond.plus(&times.times(by)?);
        Some(false)
    }

    /// Where a test says how large the register is before the step: what it is behind it,
    /// if that is a number.
    fn tested(
        &mut self,
        cx: &Context<'m>,
        (r, w, how): (Reg, u32, Reading),
        (at, by): (At, &BigInt),
        steps: &mut Steps,
    ) -> Option<Option<BigInt>> {
        let (between, other) =
            guards::before_step((cx.function, cx.facts.as_ref()), (r, w, how), at)?;
        if let Some(high) = between.high {
            let end = (high + by).max(BigInt::from(0));
            steps.tested = steps.tested.max(&Amount::number(end.clone()));
            return Some(Some(end));
        }
        let stop = other.into_iter().filter(|n| !n.is_negative()).min();
        let same = |n: &BigInt| steps.stop.as_ref().is_none_or(|s| s == n);
        match stop.filter(|n| by.is_one() && same(n)) {
            Some(n) => {
                steps.stop = Some(n);
                Some(None)
            }
            None => self.tested_against(cx, (r, w, how), (at, by), steps),
        }
    }

    /// The same, where the test is against another register that has a bound.
    fn tested_against(
        &mut self,
        cx: &Context<'m>,
        (r, w, how): (Reg, u32, Reading),
        (at, by): (At, &BigInt),
        steps: &mut Steps,
    ) -> Option<Option<BigInt>> {
        let few = self.counting.len() <= MOST_COUNTING;
        let limit = few.then(|| self.limit_at_begin(cx, at.0, (r, w, how)))??;
        // Below the end before the step, so less than the step above it then.
        let end = limit.end();
        let behind = end.plus(&Amount::number(by - BigInt::one()));
        let most = behind.most(&self.variables)?;
        steps.tested = steps.tested.max(&behind);
        Some(Some(most))
    }

    /// How often the register is moved at a place before it is set anew, or its
    /// function returns.
    fn times_of(&mut self, cx: &Context<'m>, r: Reg, at: At) -> Option<Amount> {
        let facts = cx.facts.clone();
        let few = self.counting.len() <= MOST_COUNTING;
        (few && facts.loops.irreducible.is_empty()).then_some(())?;
        let mut times = Amount::number(BigInt::one());
        let mut next = facts.loops.innermost(at.0);
        while let Some(l) = next {
            if set_anew(cx, r, l, at) {
                break;
            }
            times = times.times(&self.rounds_before(cx, l, at)?)?;
            next = facts.loops.loops.get(l)?.parent;
        }
        Some(times)
    }

    /// How often a loop that is entered once comes to a place, or to a loop
    /// inside that has it.
    fn rounds_before(&mut self, cx: &Context<'m>, l: LoopId, at: At) -> Option<Amount> {
        let facts = cx.facts.clone();
        let header = facts.loops.loops.get(l)?.header;
        let (inside, passes) = match self.count(cx, l) {
            Some(c) => (c.inside, c.passes),
            None => {
                let code = (cx.function, facts.as_ref());
                let bytes = self.input?;
                let inside = input::behind_a_byte(self.module, code, l)?;
                (inside, Amount::number(BigInt::from(bytes)))
            }
        };
        let behind = inside != header && facts.dom.dominates(inside, at.0);
        Some(match behind {
            true => passes,
            // What stands before the test is done once more.
            false => passes.plus(&Amount::number(BigInt::one())),
        })
    }
}

/// Whether each round of a loop sets the register before it comes to a place
/// that moves it. Loops inside that have the place are entered once by then.
fn set_anew(cx: &Context<'_>, r: Reg, l: LoopId, at: At) -> bool {
    let (f, facts) = (cx.function, cx.facts.as_ref());
    let Some(x) = facts.loops.loops.get(l) else {
        return false;
    };
    let before = |d: &At| match d.0 == at.0 {
        true => d.1 < at.1,
        false => facts.dom.dominates(d.0, at.0),
    };
    let moves = |d: &At| inst(f, *d).is_none_or(|i| super::rounds::step(f, facts, r, i).is_some());
    let mut inside = facts.defs(r).iter().filter(|d| x.contains(d.0));
    inside.any(|d| before(d) && !moves(d))
}
