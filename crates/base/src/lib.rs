//! Floor 0: what every other crate shares and nothing that knows programs,
//! formulas or files. Typed ids and arenas, source positions, diagnostics,
//! budgets with cancellation, graphs that explorations unfold, the few algorithms that
//! several crates need, and the plain result of a run.

/// For the derives that [`entity!`] writes.
pub use serde;

#[doc(hidden)]
extern crate self as ep_base;

pub mod budget;
pub mod chain;
pub mod diagnostic;
pub mod entity;
pub mod forks;
pub mod graph;
pub mod hash;
pub mod memory;
pub mod outcome;
pub mod random;
pub mod sets;
pub mod source;
pub mod time;
pub mod unfold;
pub mod verification;
pub mod words;

/// The variable that asks for what the engines do, line by line.
pub const LOG_VARIABLE: &str = "EVERYPATH_LOG";

pub use budget::{Budget, Cancel, Stop, StopReason};
pub use diagnostic::{Diagnostic, ExitCode, Severity};
pub use entity::Arena;
pub use source::{FileId, Position, Span};
