//! Every feasible side is followed (`everypath test`): the search among waiting
//! states, workers and what they exchange, the journal, and the variant that
//! merges on its way (`--merge`). Imports `merge` and `outcome`; `view` reads
//! its journal. `concolic` does not see it.

pub mod counting;
mod distance;
pub mod driver;
mod ending;
pub mod engine;
pub mod exchange;
mod findings;
pub mod journal;
mod merging;
pub(crate) mod met;
pub mod packed;
pub mod packing;
mod patience;
pub mod places;
pub mod portable;
pub mod search;
mod share;
pub mod workers;

pub use driver::State;
