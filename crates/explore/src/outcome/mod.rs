//! What runs leave behind, whoever runs: findings, verdict, assumptions, what a
//! test expects. Imported by the modes (`forking`, `bmc`, `view`); imports none
//! of them.

pub mod describe;
mod exploration;
pub(crate) mod left;
pub(crate) mod process;
pub(crate) mod totals;
pub(crate) mod verdict;

pub use exploration::{Exploration, Observer, PathView, AGAIN};
pub use process::resident;
pub use verdict::pointer_assumptions;
