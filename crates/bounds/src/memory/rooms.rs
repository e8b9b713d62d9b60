//! How much there is behind the pointers that an entry is given.
//!
//! Idea: C does not say how many elements a caller passes, and a run that reads behind
//! a buffer of ours is one of a caller with a larger one (`a[static 12]` says how many
//! there are at least). Where the user did not say a number (`--buffer`) the bound has to
//! hold for every number: what such a run does after it left our buffer is missing, and
//! the shape of the program knows nothing of the buffer's size. Many functions read a
//! fixed number of elements; a short look at paths with 8, 64 and 512 of them finds how
//! many are enough, and then nothing is missing.
//! Alternative: a size that is a symbol; then each access forks, and `for (i < n)` over
//! the buffer has no end that paths reach. Cost: at most three explorations of some
//! paths, a third of a second each.

use super::engine::Engine;
use super::options::Options;
use super::sites::Texts;
use ep_base::outcome::ErrorKind;
use ep_explore::Entry;
use ep_ir::{FuncId, Module};
use ep_machine::options::HeapLimits;
use ep_machine::world::entry::{entry_params, EntryParam};
use ep_machine::world::pointers::{pointee, Pointee};
use std::time::Duration;

/// Elements that are tried, the fewest first: what `--buffer` is without a number.
const TRIED: [u64; 3] = [8, 64, 512];
/// Paths of one look.
const PATHS: u64 = 128;
/// Time of one look, and the part of the whole time that it may take.
const LOOK: Duration = Duration::from_millis(350);
const PART: u32 = 16;

/// What is missing where a path left our buffer.
pub(super) const BEYOND: &str = "a run goes on here whose caller gives more elements than were tried behind a pointer; --buffer N bounds those with N";

/// What the parameters of the entry are. A buffer of which nobody said how large it is
/// is a pointer to anything.
pub(super) fn shapes(module: &Module, name: &str, heap: &HeapLimits) -> Vec<EntryParam> {
    let mut shapes = entry_params(module, name, heap.buffer).unwrap_or_default();
    for s in shapes.iter_mut().filter(|_| heap.open) {
        if let EntryParam::Buffer { to, .. } = &*s {
            *s = EntryParam::Pointer { to: *to };
        }
    }
    shapes
}

/// Which parameters of the entry lead to characters, as many as their caller likes.
pub(super) fn texts(module: &Module, name: &str, heap: &HeapLimits) -> Texts {
    let shapes = entry_params(module, name, heap.buffer).unwrap_or_default();
    let text = |s: &EntryParam| {
        matches!(
            s,
            EntryParam::Buffer {
                element_bytes: 1,
                ..
            }
        )
    };
    let all = shapes
        .iter()
        .enumerate()
        .filter(|(_, s)| heap.open && text(s));
    Texts {
        of: all.map(|x| x.0).collect(),
        apart: !heap.alias,
    }
}

/// Whether an error can be one of our buffer alone.
pub(super) fn beyond(kind: ErrorKind, entry: &Entry) -> bool {
    let open = matches!(entry, Entry::Function { heap, .. } if heap.open);
    let behind = matches!(
        kind,
        ErrorKind::OutOfBoundsRead | ErrorKind::OutOfBoundsWrite
    );
    open && behind
}

/// The elements behind each pointer of the entry that some paths stay within; the
/// fewest where none of those tried is enough. None where the entry has no pointer
/// whose room nobody said.
#[must_use]
pub fn fitting(module: &Module, entry: FuncId, options: &Options) -> Option<u64> {
    let Entry::Function { name, .. } = &options.explore.entry else {
        return None;
    };
    // A structure by value can hold pointers.
    let unknown = |s: &EntryParam| match s {
        EntryParam::Pointer { .. } => true,
        EntryParam::Aggregate { ty, .. } => !matches!(pointee(module, *ty), Pointee::Plain(_)),
        EntryParam::Scalar { .. } | EntryParam::Buffer { .. } => false,
    };
    let open = HeapLimits {
        open: true,
        ..HeapLimits::default()
    };
    if !shapes(module, name, &open).iter().any(unknown) {
        return None;
    }
    if super::reach::allocates_nothing(module, entry) {
        return TRIED.first().copied();
    }
    let fits = TRIED.into_iter().find(|n| stays(module, options, *n));
    tracing::debug!(?fits, "elements behind the entry's pointers");
    fits.or(TRIED.first().copied())
}

/// No path of a short look leaves buffers of so many elements.
fn stays(module: &Module, options: &Options, elements: u64) -> bool {
    let mut own = options.clone();
    if let Entry::Function { heap, .. } = &mut own.explore.entry {
        heap.buffer = elements;
        heap.open = true;
    }
    let gone = own.budget.start.elapsed();
    let left = own.budget.timeout.map(|t| t.saturating_sub(gone) / PART);
    own.budget.timeout = Some(gone + left.map_or(LOOK, |l| l.min(LOOK)));
    own.budget.max_paths = Some(PATHS);
    own.single_paths = PATHS;
    let mut engine = Engine::new(module, &own, false);
    let ran = engine.run(&mut |_| {});
    ran.is_ok() && !engine.found.beyond
}
