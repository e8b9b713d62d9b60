//! What a trail is made of: ways of the system, and loops that were accelerated.
//!
//! Idea: a clause is a guard and an update between two locations. What is learned
//! is at least one round of a cycle, and remembers which clauses that cycle was
//! made of: its word. A piece of a trail that is only rounds of what was learned
//! says nothing new, and is called covered. Source: Frohn and Giesl, "ADCL",
//! SAS 2023, there with regular languages of words; here a piece is cut into
//! rounds. Cost: linear in the piece.

use crate::lower::accelerate::{accelerate, Rounds};
use crate::lower::macros::Macro;
use crate::lower::ratpoly::RatPoly;
use crate::poly::Var;
use crate::system::{Loc, System, TransId};
use ep_base::entity::EntityId;
use ep_base::Stop;
use std::collections::{BTreeSet, HashMap};

/// Accelerated forms of one cycle: ways to choose its temporaries.
const MAX_FORMS: usize = 4;
/// Repetitions inside each other.
const MAX_DEPTH: u32 = 3;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    /// What it does.
    pub whole: Macro,
    /// Where it starts.
    pub from: Loc,
    /// The transitions, and the arm of the last; none of what was learned.
    pub path: Vec<TransId>,
    pub arm: usize,
    /// What a round of it is, if it was learned.
    pub word: Vec<usize>,
    /// The number of rounds, if a guard or an update speaks of it.
    pub rounds: Option<Var>,
}

impl Clause {
    /// A way of the system; `None` where it is never taken.
    pub fn plain(stop: &Stop, system: &System, path: &[TransId], arm: usize) -> Option<Clause> {
        let mut whole: Option<Macro> = None;
        for (i, id) in path.iter().enumerate() {
            let arm = if i + 1 == path.len() { arm } else { 0 };
            let next = Macro::of_arm(stop, system, *id, arm)?;
            whole = Some(match whole {
                None => next,
                Some(before) if before.target == system.transitions.get(*id)?.source => {
                    before.then(stop, &next)?
                }
                Some(_) => return None,
            });
        }
        let mut whole = whole?;
        // What a run costs decides nothing here.
        whole.cost = RatPoly::zero();
        Some(Clause {
            from: whole.source?,
            whole,
            path: path.to_vec(),
            arm,
            word: Vec::new(),
            rounds: None,
        })
    }

    /// Many rounds of a cycle, in a few ways.
    pub fn learned(
        stop: &Stop,
        cycle: &Macro,
        from: Loc,
        word: &[usize],
        fresh: &mut u32,
    ) -> Vec<Clause> {
        let n = cycle.update.len();
        if cycle.depth >= MAX_DEPTH {
            return Vec::new();
        }
        let clause = |mut whole: Macro| {
            whole.source = Some(from);
            let last = Var::from_index(n + whole.temporaries.saturating_sub(1));
            let guard = whole.guard.iter().any(|a| a.poly.mentions(last));
            let told = guard || whole.update.iter().any(|p| p.mentions(last));
            Clause {
                from,
                whole,
                path: Vec::new(),
                arm: 0,
                word: word.to_vec(),
                rounds: told.then_some(last),
            }
        };
        let forms = accelerate(stop, cycle, fresh, Rounds::Some).into_iter();
        forms.take(MAX_FORMS).map(clause).collect()
    }

    pub fn is_learned(&self) -> bool {
        !self.word.is_empty()
    }
}

/// Into how many rounds of what was learned (by its number) a piece falls apart,
/// one of them being that itself; `None` where it does not.
pub(super) fn rounds(piece: &[usize], learned: usize, word: &[usize]) -> Option<usize> {
    let (mut rest, mut count, mut itself) = (piece, 0, false);
    while let Some((first, behind)) = rest.split_first() {
        if *first == learned {
            itself = true;
            rest = behind;
        } else if !word.is_empty() && rest.starts_with(word) {
            rest = rest.get(word.len()..).unwrap_or_default();
        } else {
            return None;
        }
        count += 1;
    }
    itself.then_some(count)
}

/// How often a piece stands at the end, one behind the other.
pub(super) fn repeated(trail: &[usize], piece: &[usize]) -> usize {
    let (mut rest, mut count) = (trail, 0);
    while !piece.is_empty() && rest.ends_with(piece) {
        rest = rest.get(..rest.len() - piece.len()).unwrap_or_default();
        count += 1;
    }
    count
}

/// How many clauses lead from a location to one of these.
pub(super) fn far(clauses: &[Clause], heads: &BTreeSet<Loc>) -> HashMap<Loc, usize> {
    let mut out: HashMap<Loc, usize> = heads.iter().map(|l| (*l, 0)).collect();
    let mut now: BTreeSet<Loc> = heads.clone();
    let mut steps = 0;
    while !now.is_empty() {
        steps += 1;
        let new: BTreeSet<Loc> = (clauses.iter())
            .filter(|c| now.contains(&c.whole.target) && !out.contains_key(&c.from))
            .map(|c| c.from)
            .collect();
        out.extend(new.iter().map(|l| (*l, steps)));
        now = new;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_of_what_was_learned_are_counted() {
        // 7 was learned from a round 1 2.
        assert_eq!(rounds(&[7, 1, 2], 7, &[1, 2]), Some(2));
        assert_eq!(rounds(&[1, 2, 7, 7], 7, &[1, 2]), Some(3));
        assert_eq!(rounds(&[7], 7, &[1, 2]), Some(1));
        assert_eq!(rounds(&[1, 2, 1, 2], 7, &[1, 2]), None);
        assert_eq!(rounds(&[7, 1], 7, &[1, 2]), None);
        assert_eq!(rounds(&[7, 2, 1], 7, &[1, 2]), None);
    }

    #[test]
    fn what_is_repeated_at_the_end_is_counted() {
        assert_eq!(repeated(&[3, 1, 2, 1, 2], &[1, 2]), 2);
        assert_eq!(repeated(&[3, 1, 2, 1], &[1, 2]), 0);
        assert_eq!(repeated(&[1, 1, 1], &[1]), 3);
        assert_eq!(repeated(&[1], &[]), 0);
    }
}
