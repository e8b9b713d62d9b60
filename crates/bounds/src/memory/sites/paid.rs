//! Rounds that leave something, where nothing counts the others.
//!
//! Idea: a loop that reads until its input ends has any number of rounds, and `if (n <
//! 8) t[n++] = malloc(k);` leaves a block in eight of them. Each of these steps a
//! register up that the loop never sets back, and a test on every way to the step says
//! how large the register is before it; so they are no more than fit between what the
//! loop begins with and that. Source: amortised counting by a potential that only grows
//! (R. E. Tarjan, "Amortized computational complexity", 1985). Alternative: a measure
//! of `its`, which knows no memory. Cost: the tests above the steps of a few registers.
//!
//! What must never happen: a register that is set back, by another step or around its
//! type; a way to what leaves a block that passes no step; a step that no test is above.

use super::amount::Amount;
use super::counted::before_step;
use super::facts::{inst, At};
use super::numbers::Reading;
use super::rounds::step;
use super::{Context, Sites};
use ep_ir::analysis::LoopId;
use ep_ir::{BlockId, Reg, Type};
use num_bigint::BigInt;
use num_traits::{One, Signed};

/// Registers that are tried.
const MOST_REGISTERS: usize = 16;

impl<'m> Sites<'m> {
    /// How many rounds of a loop that is entered once leave something.
    pub(super) fn paid_rounds(&mut self, cx: &Context<'m>, l: LoopId) -> Option<Amount> {
        let facts = cx.facts.clone();
        let x = facts.loops.loops.get(l)?;
        let leaves: Vec<BlockId> = (x.blocks.iter())
            .filter(|b| !self.quiet(cx, **b))
            .copied()
            .collect();
        let first = *leaves.first()?;
        // A register that is stepped before this block, or in it.
        let near = |at: &At| {
            let own = facts.loops.innermost(at.0) == Some(l);
            own && (at.0 == first || facts.dom.dominates(at.0, first))
        };
        let mut tried = 0;
        for (r, ty) in cx.function.regs.iter() {
            let Type::Int(w) = *ty else { continue };
            if !facts.defs(r).iter().any(near) || tried == MOST_REGISTERS {
                continue;
            }
            tried += 1;
            for how in [Reading::Signed, Reading::Unsigned] {
                let times = self.paid_by(cx, l, &leaves, (r, w, how));
                if times.is_some() {
                    return times;
                }
            }
        }
        None
    }

    fn paid_by(
        &mut self,
        cx: &Context<'m>,
        l: LoopId,
        leaves: &[BlockId],
        (r, w, how): (Reg, u32, Reading),
    ) -> Option<Amount> {
        let facts = cx.facts.clone();
        let x = facts.loops.loops.get(l)?;
        let moves = facts.defs(r).iter().filter(|d| x.contains(d.0));
        // Steps with a test above, and what the register is at most before them.
        let mut paying: Vec<BlockId> = Vec::new();
        let mut high: Option<BigInt> = None;
        let mut least: Option<BigInt> = None;
        for at in moves {
            let (by, wraps) = step(cx.function, &facts, r, inst(cx.function, *at)?)?;
            by.is_positive().then_some(())?;
            let tested = before_step(cx, (r, w, how), *at).and_then(|t| t.0.high);
            match tested {
                Some(most) => {
                    // The sum stays within the type.
                    let room = BigInt::one() << (w - u32::from(how == Reading::Signed));
                    (&most + &by < room || !wraps).then_some(())?;
                    paying.push(at.0);
                    high = Some(high.map_or(most.clone(), |h| h.max(most)));
                    least = Some(least.map_or(by.clone(), |b| b.min(by)));
                }
                // Undefined behaviour keeps it from being set back.
                None => (!wraps && how == Reading::Signed).then_some(())?,
            }
        }
        let pays = |b: &BlockId| {
            paying.iter().any(|s| {
                let own = facts.loops.innermost(*s) == Some(l);
                own && (s == b || facts.dom.dominates(*s, *b))
            })
        };
        leaves.iter().all(pays).then_some(())?;
        let begin = self.begin(cx, l, r, (how, Type::Int(w)))?;
        let rounds = (high? - begin.low) / least? + BigInt::one();
        Some(Amount::number(rounds.max(BigInt::from(0))))
    }
}
