//! Solving: the query pipeline and its backends. Floor 3; knows terms only.
//!
//! An explorer keeps a [`PathCondition`] per path and asks a [`Pipeline`]. The
//! path carries a model of itself, so one side of each branch is known at once;
//! the other goes through the stages in [`pipeline`], cheapest first. Answers are
//! three-valued everywhere and `unknown` carries its reason.

#![warn(clippy::undocumented_unsafe_blocks)]

mod answer;
pub mod blast;
mod cache;
mod check;
mod cross;
mod domain;
mod extremes;
pub mod ground;
pub mod integers;
pub mod linear;
mod log;
pub mod maxsat;
mod narrow;
mod options;
mod order;
mod path;
pub mod pipeline;
mod ranges;
mod reason;
pub mod sat;
mod scan;
mod solver;
pub mod stage;
mod sweeps;
mod values;
pub mod z3;

pub use answer::{Answer, Branch, Side, Witness};
pub use domain::{ByteSet, Tables};
pub use options::{SmtOptions, SmtStats};
pub use path::PathCondition;
pub use pipeline::Pipeline;
pub use reason::Reason;
pub use solver::{Limits, Solver};
pub use stage::{Part, Parts, Stage};
