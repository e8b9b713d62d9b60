//! Floor 5: what runs outside. The user's program is built with the
//! sanitizers, fed with the recorded input of a bug, and run in a scratch
//! folder under limits; what the sanitizers say is compared with what was
//! predicted.
//!
//! The evidence is strict: a bug counts as confirmed only when the report of
//! the native run is of the predicted kind and stands at the predicted line.
//!
//! Cost: one build per sanitizer set (0.3 s for a small file), then some 50 ms
//! for each bug.

mod begin;
mod bitcode;
mod compile;
mod contracts;
mod counting;
mod coverage;
mod frames;
pub mod fuzz;
mod judge;
pub mod jvm;
pub mod lock;
pub mod machine;
pub mod measure;
mod native;
pub mod own;
mod places;
mod program;
mod record;
pub mod runtime;
mod sandbox;
mod sanitizer;
pub mod sizes;
mod undefined;

pub use counting::{CountedEnd, WatchedEnd};
pub use coverage::{Coverage, Reached};
pub use native::{failed_to_build, Native, ReplayEnd, RunResult};
pub use places::same_file;
pub use program::{Entry, Limits, NativeProgram, ParamShape, Signature};
pub use sandbox::isolation::{Demand, Isolation, Walls};
pub use sandbox::{End, Excess};
