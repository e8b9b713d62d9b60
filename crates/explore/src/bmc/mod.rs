//! Bounded model checking: the third driver of the same steps. All paths run
//! together, merged where they meet; loops are unwound to a bound; the errors
//! become one formula and reaching the bound another.
//!
//! Source: document 003, pages 80-98; the workflow is that of page 86. Without
//! a bound from the user it grows, and what the solver learned is kept, since
//! the terms of a smaller unwinding are those of a larger one. Cost: one state
//! per join and round; see `docs/algorithms/merging.md`.
//!
//! Imports `merge`, `outcome` and, for programs with few paths, the explorer of
//! `forking`; nothing else of the crate imports it.

// States are handed from list to list: a pointer moves, not a kilobyte.
#![allow(clippy::vec_box)]

mod activity;
mod algebra;
mod arrays;
mod check;
mod cut;
mod driver;
mod elements;
mod endless;
mod errors;
mod fewest;
mod formula;
mod houdini;
mod lists;
mod lost;
mod observed;
mod one_by_one;
mod options;
mod polynomial;
mod products;
mod prove;
mod reach;
mod relations;
mod report;
mod result;
mod run;
mod split;
mod templates;
mod unwind;

pub use check::{check, is_proof};
pub use driver::{Effort, Merging};
pub use formula::{formula, Formula};
pub use options::CheckOptions;
pub use result::{Argument, Checked, Reached};
pub use split::split;
