//! What counted runs say of each loop.
//!
//! Idea: the table of loops says how many rounds each of them makes, and other verbs
//! unwind by it, so a row is held against each counted run as the bound of the whole
//! is: how often the run came back to the head of the loop from inside of it. Only
//! loops of the entry itself are looked at, which run in one activation: a row of a
//! callee speaks of one way of calls, and the run does not tell by which it came.
//! What must never happen: a row of another loop is taken for this one's; its line has
//! to be the head's. Alternative: a build for each loop in which only its rounds weigh,
//! which costs a run per loop and point. Cost: two evaluations per loop and run.

use super::lasso::Rounds;
use super::Subject;
use ep_base::entity::EntityId;
use ep_base::time::{CountedRun, Evaluated, Loop, Report};
use ep_ir::BlockId;
use num_bigint::BigInt;

/// What a run contradicts, if it does: a row of the table of loops.
pub(super) fn refuted(
    subject: Subject<'_>,
    report: &Report,
    run: &CountedRun,
    rounds: &Rounds,
) -> Option<String> {
    if run.parameters.is_empty() && !report.parameters.is_empty() {
        return None;
    }
    let values: Vec<BigInt> = run.parameters.iter().map(|n| n.0.clone()).collect();
    let own = |l: &&Loop| l.calls.is_empty() && l.function == subject.entry.index() as u32;
    report.loops.iter().filter(own).find_map(|l| {
        let block = BlockId(l.block);
        if line(subject, block) != Some(l.place.line) {
            return None;
        }
        let count = rounds.get(&(subject.entry, block)).copied().unwrap_or(0);
        let count = BigInt::from(count);
        let upper = match l.rounds.upper.as_ref().map(|b| b.upper_at(&values)) {
            Some(Evaluated::Value(most)) if most < count => Some(("at most", most)),
            _ => None,
        };
        let lower = l.rounds.lower.as_ref().map(|b| b.lower_at(&values));
        let lower = lower.filter(|least| *least > count);
        let (word, said) = upper.or_else(|| Some(("at least", lower?)))?;
        Some(format!(
            "the loop in line {} makes {count} rounds in a run, and {word} {said} by the table of loops",
            l.place.line
        ))
    })
}

/// The line of a block of the entry, as the table of loops has it.
fn line(subject: Subject<'_>, block: BlockId) -> Option<u32> {
    let function = &subject.module.functions[subject.entry];
    let block = function.blocks.get(block)?;
    let loc = block.insts.first().map_or(block.term_loc, |i| i.loc);
    Some(subject.module.locs.get(loc)?.line)
}
