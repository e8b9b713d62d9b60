//! The run that reached the heap's mark, once more step by step: which line made it
//! grow or shrink, for the page.
//!
//! Idea: the native run says how much, the reference interpreter where. Only where
//! both have the same highest point is the course theirs; else (surroundings that
//! the interpreter has otherwise, structures behind pointers) there is none.
//! Cost: one interpreted run, with a limit of instructions.

use ep_base::memory::{CourseStep, Entry, Kind};
use ep_base::outcome::Place;
use ep_base::Cancel;
use ep_ir::interp::{self, InterpConfig, ReplayHost};
use ep_ir::{LocId, Module};

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
    if host.mismatch.is_some() || ran.heap_high_water != reached.bytes {
        return Vec::new();
    }
    let mut before = 0;
    let mut out = Vec::new();
    for s in &ran.course {
        // What lived before is no peak of a step that frees.
        let high = if s.high > before { s.high } else { s.live };
        out.push(CourseStep {
            place: place(module, s.loc),
            high,
            live: s.live,
        });
        before = s.live;
    }
    out
}

fn place(module: &Module, loc: LocId) -> Place {
    let mut place = Place::default();
    if let Some(p) = module.locs.get(loc) {
        place.file = module.files.get(p.file).cloned().unwrap_or_default();
        place.line = p.line;
        place.column = p.column;
    }
    place
}
