//! What tells two states apart.

use ep_term::TermId;

/// How two states differ: under `guard` the first one's values hold.
#[derive(Clone, Copy)]
pub(super) struct Split {
    pub guard: TermId,
}
