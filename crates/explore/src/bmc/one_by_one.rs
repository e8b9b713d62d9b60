//! Programs that build structures in memory and have few paths are followed
//! path by path.
//!
//! Idea: states whose heaps have different shapes are not merged, or only with
//! a choice at each pointer, and asking about those costs more than the paths
//! do: an insertion into a sorted list of six has 720 paths, which take a tenth
//! of a second, and merged states that take minutes. So where a program
//! allocates and has loops, the explorer of `test` goes first, with a small
//! share of the time; only if it comes to the end of every path, and all are
//! exact, that is the proof. Source: D. Beyer, P. Wendler, "Reuse of
//! Verification Results", SPIN 2013 (engines in turn, each under a limit);
//! document 003, pages 20-33. Cost: the share, where it is in vain.
//!
//! What must never happen: a proof for fewer runs than `check` speaks of. What
//! assumes anything but that memory can be allocated is not taken over, and
//! contracts, invariants and bounds of the user's are left to the merging.

use super::options::CheckOptions;
use super::result::{Argument, Checked};
use crate::outcome::Observer;
use ep_base::outcome::{Bug, Exactness, Statistics, TestCase, Verdict};
use ep_base::{Budget, Diagnostic};
use ep_ir::{Callee, InstKind, Module};
use ep_machine::options::Options;
use ep_term::Pool;
use std::time::{Duration, Instant};

/// Instructions of all paths.
const INSTRUCTIONS: u64 = 400_000;
/// The clock behind them, and the share of what is left.
const TIME: Duration = Duration::from_millis(1_500);
const SHARE: u32 = 8;

/// What `check` relies on in any case.
const ALLOCATION: &str = "memory allocation does not fail";

/// Follows all paths of a program that allocates, if they are few.
///
/// # Errors
/// Those of an exploration: the entry does not exist, a defect.
pub(super) fn paths(
    module: &Module,
    options: &Options,
    how: &CheckOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Option<Checked>, Diagnostic> {
    let plain = how.unwind.is_none() && how.loops.is_empty() && !how.cover && how.induction;
    // Of its surroundings nothing may be fixed.
    let one = !options.closed && crate::outcome::verdict::given(options, module, 0).is_some();
    if !plain || one || !allocates(module) {
        return Ok(None);
    }
    let left = match budget.deadline() {
        Some(d) => d.saturating_duration_since(Instant::now()),
        None => TIME * SHARE,
    };
    let share = Budget {
        start: Instant::now(),
        timeout: Some(TIME.min(left / SHARE)),
        max_memory: budget.max_memory,
        max_paths: None,
        max_instructions: Some(INSTRUCTIONS),
        cancel: budget.cancel.clone(),
    };
    let mut options = options.clone();
    options.first_bug = true;
    options.tree = false;
    options.merge = false;
    options.subsumption = false;
    let mut silent = Silent::default();
    let mut found = crate::explore(module, &options, &share, &mut silent)?;
    let o = &mut found.outcome;
    let whole = o.verdict == Verdict::Proved
        && o.exactness == Exactness::EXACT
        && o.bugs.is_empty()
        && o.incomplete.is_empty()
        && o.stopped.is_none()
        && o.assumptions.iter().all(|a| a.starts_with(ALLOCATION));
    if !whole {
        return Ok(None);
    }
    o.hints.clear();
    let argument = Argument::Paths {
        paths: o.statistics.paths_complete,
    };
    if let Some(pool) = silent.pool {
        observer.done(pool);
    }
    Ok(Some(Checked {
        exploration: found,
        argument: Some(argument),
        no_proof: None,
        reached: None,
    }))
}

/// Whether the program asks for memory.
pub(super) fn allocates(module: &Module) -> bool {
    let call = |i: &ep_ir::Inst| match &i.kind {
        InstKind::Call {
            callee: Callee::Direct(f),
            ..
        } => matches!(
            &module.functions[*f].name[..],
            "malloc" | "calloc" | "realloc" | "aligned_alloc"
        ),
        _ => false,
    };
    let mut bodies = module.functions.iter().map(|(_, f)| f);
    bodies.any(|f| f.blocks.iter().any(|(_, b)| b.insts.iter().any(call)))
}

/// Nobody is told of what is found here.
#[derive(Default)]
struct Silent {
    pool: Option<Pool>,
}

impl Observer for Silent {
    fn test(&mut self, _test: &TestCase) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn bug(&mut self, _bug: &Bug) {}

    fn progress(&mut self, _statistics: &Statistics) {}

    fn done(&mut self, pool: Pool) {
        self.pool = Some(pool);
    }
}
