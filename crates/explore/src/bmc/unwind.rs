//! Which rounds count: the phases of loops that are cut, and what the user's
//! invariant does in each.

use super::driver::{Frame, Merging, State};
use crate::merge::Phase;
use ep_base::outcome::ErrorKind;
use ep_machine::machine::{Machine, Step};
use ep_term::TermId;

/// Loops on the stack whose errors do not count. Fewer than the state was
/// told means that it has left one.
pub(crate) fn hypothetical(st: &State) -> u32 {
    let count = |f: &Frame| {
        f.extra
            .loops
            .iter()
            .filter(|l| l.phase.is_hypothetical())
            .count() as u32
    };
    let mut n = count(&st.top);
    let mut next = st.top.caller.as_ref();
    while let Some(f) = next {
        n += count(f);
        next = f.caller.as_ref();
    }
    n
}

/// The user's loop invariant: what it does depends on what the state
/// shows about the loop around it.
pub(super) fn invariant(machine: &mut Machine<Merging>, st: &mut State, cond: TermId) -> Step<()> {
    let phase = st
        .top
        .extra
        .loops
        .last()
        .map_or(Phase::Unwound, |l| l.phase);
    let not = machine.cx.pool.not(cond);
    match phase {
        Phase::Guess | Phase::Step | Phase::Hypothesis | Phase::Probe => {
            machine.assume_user(st, cond)?;
            if phase == Phase::Guess {
                // What was an error before is none that counts.
                machine.found.violations.clear();
                machine.found.deferred.clear();
                st.extra.hypotheses -= 1;
                set_phase(st, Phase::Step);
            }
        }
        Phase::Unwound | Phase::Base | Phase::Entry | Phase::Kept | Phase::Done => {
            let text = if matches!(phase, Phase::Kept) {
                NOT_KEPT
            } else {
                "the loop invariant does not hold"
            };
            machine.error_if(st, not, ErrorKind::AssertionFailure, &|| text.to_string())?;
            if matches!(phase, Phase::Entry | Phase::Kept | Phase::Done) {
                // What was found up to here counts, what follows does not.
                machine
                    .driver
                    .certain
                    .0
                    .append(&mut machine.found.violations);
                machine.driver.certain.1.append(&mut machine.found.deferred);
            }
            if matches!(phase, Phase::Entry | Phase::Kept) {
                st.extra.hypotheses += 1;
                set_phase(st, Phase::Done);
            }
        }
    }
    Ok(())
}

/// The message of an invariant that a round does not keep.
pub const NOT_KEPT: &str = "the loop invariant is not preserved by the loop";

fn set_phase(st: &mut State, phase: Phase) {
    if let Some(l) = st.top.extra.loops.last_mut() {
        l.phase = phase;
    }
}
