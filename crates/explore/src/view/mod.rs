//! What people look at: the tree of a run, a path walked again line by line, the
//! run of one input, the memory of a state by source names. `retrace` and `walk` read the journal of
//! `forking`; the modes import `tree` to record it, and `source` to print.

pub mod inspect;
pub mod retrace;
pub(crate) mod source;
pub mod trace;
pub mod tree;
pub mod walk;
