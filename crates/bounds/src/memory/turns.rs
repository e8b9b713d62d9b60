//! Merging and single paths in turns, after summaries gave no bound.
//!
//! Idea: which of the two ends depends on the program. States that hold other
//! lists and trees are hardly merged, and some ten thousand paths are followed
//! in seconds; where each of many rounds has two ways there is no end of paths,
//! and merging takes a moment. So merging has an eighth of the time, paths have
//! half of the rest, and merging goes on where it paused. Source: document 000
//! merges contexts at the ends of rounds alone. Alternative: both at one time,
//! which takes two workers. Cost: what the way that does not end takes.

use super::engine::Engine;
use super::options::{Event, Options};
use super::{add_work, NO_LIMIT};
use ep_base::memory::Work;
use ep_base::Diagnostic;
use ep_ir::Module;
use std::time::Duration;

/// The options of each turn; the first one has this part of the time.
pub(super) fn of(limited: &Options, first: u32) -> [Options; 3] {
    let b = &limited.budget;
    let gone = b.start.elapsed();
    let left = b.timeout.map(|t| t.saturating_sub(gone));
    let left = left.unwrap_or(NO_LIMIT * 3);
    let part = left / first.max(1);
    let second = gone + part + (left - part) / 2;
    let until = |end: Option<Duration>| {
        let mut out = limited.clone();
        out.single_paths = u64::MAX;
        out.budget.timeout = end.or(out.budget.timeout);
        out
    };
    [until(Some(gone + part)), until(Some(second)), until(None)]
}

/// Explores by turns until one ends. Merging goes on where it paused, unless
/// the pause cut off a question. If none ends, the paths are what is known:
/// merged states can have peaks that no run has.
pub(super) fn take<'a>(
    module: &Module,
    [first, second, third]: &'a [Options; 3],
    before: &Work,
    observer: &mut dyn FnMut(Event),
) -> Result<Engine<'a>, Diagnostic> {
    let ended = |e: &Engine| e.found.is_complete() || e.reached_enough();
    observer(Event::Stage("merging"));
    let mut merging = Engine::new(module, first, true);
    merging.until_the_end_of(second);
    merging.begin()?;
    merging.go_on(observer)?;
    if ended(&merging) || first.budget.cancel.is_cancelled() {
        merging.leave();
        add_work(&mut merging.found.work, before);
        return Ok(merging);
    }
    observer(Event::Stage("paths"));
    let mut paths = Engine::new(module, second, false);
    paths.has_seen(merging.seen());
    paths.run(observer)?;
    add_work(&mut paths.found.work, before);
    if ended(&paths) || second.budget.cancel.is_cancelled() {
        add_work(&mut paths.found.work, &merging.found.work);
        return Ok(paths);
    }
    observer(Event::Stage("merging"));
    if !merging.wake(third) {
        add_work(&mut paths.found.work, &merging.found.work);
        merging = Engine::new(module, third, true);
        merging.begin()?;
    }
    merging.has_seen(paths.seen());
    merging.go_on(observer)?;
    let (done, other) = match ended(&merging) {
        true => (&mut merging, &paths.found.work),
        false => (&mut paths, &merging.found.work),
    };
    add_work(&mut done.found.work, other);
    let chosen = match ended(&merging) {
        true => merging,
        false => {
            paths.has_seen(merging.seen());
            paths
        }
    };
    Ok(chosen)
}
