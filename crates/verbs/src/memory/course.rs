//! The run that reached the heap's mark, once more step by step: which line made it
//! grow or shrink, for the page.
//!
//! Idea: the native run says how much, the reference interpreter where. Only where
//! both have the same highest point is the course theirs; else (surroundings that
//! the interpreter has otherwise, structures behind pointers) there is none.
//! Cost: one interpreted run, with a limit of instructions.

use ep_base::memory::{CourseStep, Entry, Kind};
use ep_base::Cancel;
use ep_explore::outcome::describe::place;
use ep_ir::interp::{self, InterpConfig, ReplayHost};
use ep_ir::Module;

/// Changes that are kept: a plot of more is as fine as a screen.
const MOST: usize = 20_000;
/// Instructions of the run.
const INSTRUCTIONS: u64 = 200_000_000;

/// The course of the run that the heap's mark names; empty where it is not known.
pub fn of(module: &Module, entry: &Entry, cancel: &Cancel) -> Vec<CourseStep> {
    let reached = entry.mark(Kind::Heap).and_then(|m| m.reached.as_ref());
    let (Some(f), Some(reached)) = (module.function(&entry.name), reached) else {
        return Vec::new();
    };
    let config = InterpConfig {
        max_instructions: INSTRUCTIONS,
        args: interp::arguments(&reached.inputs),
        cancel: cancel.clone(),
        course: MOST,
        ..InterpConfig::default()
    };
    let mut host = ReplayHost::new(&reached.inputs);
    let ran = interp::run(module, f, &config, &mut host);
    // Also where the peak is not among the changes that are kept.
    let highest = ran.course.iter().map(|s| s.high).max();
    if host.mismatch.is_some() || highest != Some(reached.bytes) {
        return Vec::new();
    }
    let step = |s: &interp::HeapStep| CourseStep {
        place: place(module, s.at.func, s.at.loc),
        high: s.high,
        live: s.live,
    };
    ran.course.iter().map(step).collect()
}
