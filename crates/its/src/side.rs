//! Provers side by side.
//!
//! Idea: a proof that every run ends and a run that does not end cannot both be
//! found, so their searches may race; and where no upper bound is found the search
//! for costly inputs is the one that would be made without it. (Where there is
//! one, it chooses what is looked at first, so that search is made anew.) What each
//! search finds does not depend on the others, they are only stopped early by
//! them, so the answer is that of one thread. Where the clock ends them it may be
//! more.
//! What must never happen: an answer that depends on which thread was faster.
//! Cost: one thread per search and one that hands on a cancellation.

use crate::counts;
use crate::lower::{self, Lower};
use crate::nontermination::Search;
use crate::options::Options;
use crate::outcome::{Counts, Lasso, Ranking};
use crate::system::System;
use crate::termination::{self, Termination};
use crate::{ranking, FEW_STATES, MANY_STATES};
use ep_base::Cancel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Duration;

/// How often a cancellation is looked for.
const TICK: Duration = Duration::from_millis(10);

/// The same limits with a cancellation of its own.
fn apart(options: &Options) -> (Options, Cancel) {
    let cancel = Cancel::new();
    let mut own = options.clone();
    own.budget.cancel = cancel.clone();
    (own, cancel)
}

/// Hands a cancellation on while some work is done.
fn watched<T>(from: &Cancel, to: &[Cancel], work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if from.is_cancelled() {
                    to.iter().for_each(Cancel::cancel);
                    return;
                }
                std::thread::park_timeout(TICK);
            }
        });
        let out = work();
        over.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        out
    })
}

/// What this thread took since a moment, for the one that waits for it. Where that
/// one ended it, or another search did, no clock is to be blamed.
fn taken(before: Counts, options: &Options) -> Counts {
    let mut taken = counts::since(before, &options.budget);
    if options.budget.cancel.is_cancelled() {
        taken.cuts = 0;
    }
    taken
}

/// What a race about termination ended with.
pub(crate) struct Raced {
    /// The proof, if it was found by refinement.
    pub proof: Option<Termination>,
    /// Its measures.
    pub rankings: Vec<Ranking>,
    /// The run that does not end.
    pub lasso: Option<Lasso>,
}

/// Refinement beside the search for runs that do not end.
pub(crate) fn race(system: &System, found: &Termination, options: &Options) -> Raced {
    let (refining, stop_refining) = apart(options);
    let (searching, stop_searching) = apart(options);
    let mut open = found.clone();
    open.work.stop = refining.budget.stop();
    let both = [stop_refining.clone(), stop_searching.clone()];
    watched(&options.budget.cancel, &both, || {
        std::thread::scope(|scope| {
            let refine = scope.spawn(|| {
                let before = counts::so_far();
                let mut rankings = Vec::new();
                let mut told = |work: &_, r: &_| rankings.push(ranking(work, r));
                let proof = termination::refine(&open, &refining, &mut told);
                if proof.is_some() {
                    stop_searching.cancel();
                }
                (proof, rankings, taken(before, &refining))
            });
            let mut search = Search::new(system, found, &searching);
            let lasso = (search.fixed_points())
                .or_else(|| search.runs(FEW_STATES))
                .or_else(|| search.few_trails())
                .or_else(|| search.closed_sets())
                .or_else(|| search.geometric())
                .or_else(|| search.branching_sets())
                .or_else(|| search.trails())
                .or_else(|| search.runs(MANY_STATES));
            if lasso.is_some() {
                stop_refining.cancel();
            }
            let (proof, rankings, counted) = refine
                .join()
                .unwrap_or_else(|e| std::panic::resume_unwind(e));
            counts::hand_on(counted);
            let proof = proof.map(|mut p| {
                p.work.stop = options.budget.stop();
                p
            });
            Raced {
                proof,
                rankings,
                lasso,
            }
        })
    })
}

/// A search for costly inputs that goes on in a thread of its own.
pub(crate) struct Costly<'scope> {
    cancel: Cancel,
    search: ScopedJoinHandle<'scope, (Option<Lower>, Counts)>,
}

impl<'scope> Costly<'scope> {
    /// Starts it.
    pub fn start<'env>(
        scope: &'scope Scope<'scope, 'env>,
        system: &'env System,
        options: &'env Options,
    ) -> Self {
        let (own, cancel) = apart(options);
        let from = &options.budget.cancel;
        let to = [cancel.clone()];
        let search = scope.spawn(move || {
            let before = counts::so_far();
            let found = watched(from, &to, || lower::find(system, &own, None));
            (found, taken(before, &own))
        });
        Costly { cancel, search }
    }

    /// What it finds where no power is known that nothing costs more than.
    pub fn found(self) -> Option<Lower> {
        let joined = self.search.join();
        let (found, counted) = joined.unwrap_or_else(|e| std::panic::resume_unwind(e));
        counts::hand_on(counted);
        found
    }

    /// Ends it without an answer.
    pub fn end(self) {
        self.cancel.cancel();
        if let Ok((_, counted)) = self.search.join() {
            counts::hand_on(counted);
        }
    }
}
