//! Termination step by step, for callers that look for runs without an end themselves.
//!
//! Idea: a caller whose system has more runs than its program cannot believe a run
//! without an end; but it can try the input of that run on its own, and then what is
//! dear to prove need not be tried any more. So the steps of an analysis are here one
//! by one: measures ([`plain`]), runs without an end that are found with little
//! effort ([`near`], [`few_trails`]), what is dear to prove ([`refined`]), and what is dear to
//! disprove ([`far`]). Each begins where the one before ended, so that nothing is
//! looked for twice. Alternative: [`super::analyse`] once for each goal, which looks
//! for all measures again each time. Cost: as of [`super::analyse`], where all of them
//! are asked for.

use crate::nontermination::Search;
use crate::options::Options;
use crate::outcome::{Answer, Lasso, Outcome};
use crate::system::{Malformed, System};
use crate::termination::{self, Termination};
use crate::{describe, unknown, Analysis, FEW_STATES, MANY_STATES};

/// What measures alone prove.
///
/// # Errors
/// The system is malformed.
pub fn plain(system: &System, options: &Options) -> Result<Analysis, Malformed> {
    system.verify()?;
    let found = termination::prove(system, options, &mut |_, _| {});
    Ok(told(found, options))
}

/// The same, with all that is dear to prove. What is proved already stays.
pub fn refined(before: Analysis, options: &Options) -> Analysis {
    let Some(found) = before.termination.as_ref().filter(|t| !t.open.is_empty()) else {
        return before;
    };
    let proof = termination::refine(found, options, &mut |_, _| {});
    let proof = proof.or_else(|| termination::counted(found));
    proof.map_or(before, |p| told(p, options))
}

/// A run without an end in what is left open: what is cheap to find.
pub fn near(system: &System, before: &Analysis, options: &Options) -> Option<Lasso> {
    let mut search = search(system, before, options)?;
    search.fixed_points().or_else(|| search.runs(FEW_STATES))
}

/// The same along a few trails, which takes longer.
pub fn few_trails(system: &System, before: &Analysis, options: &Options) -> Option<Lasso> {
    search(system, before, options)?.few_trails()
}

/// A run without an end where [`near`] and [`few_trails`] have found none.
pub fn far(system: &System, before: &Analysis, options: &Options) -> Option<Lasso> {
    let mut search = search(system, before, options)?;
    let set = search.closed_sets().or_else(|| search.geometric());
    let set = set.or_else(|| search.branching_sets());
    set.or_else(|| search.trails())
        .or_else(|| search.runs(MANY_STATES))
}

fn search<'s>(system: &'s System, before: &Analysis, options: &Options) -> Option<Search<'s>> {
    let open = before.termination.as_ref().filter(|t| !t.open.is_empty())?;
    Some(Search::new(system, open, options))
}

/// A proof, as far as it was made, as an analysis.
fn told(found: Termination, options: &Options) -> Analysis {
    let mut outcome = Outcome::undecided("nothing was asked");
    describe(&found, &mut outcome);
    outcome.termination = match found.open.is_empty() {
        true => Answer::Terminates,
        false => unknown(&found, options),
    };
    Analysis {
        outcome,
        termination: Some(found),
        upper: None,
        lower: None,
        parts: Vec::new(),
    }
}
