//! The symbolic machine: executes states of a program of `ir`, bit-precisely,
//! and knows nobody who drives it.
//!
//! A [`machine::Machine`] executes one [`state::State`] step by step. What
//! happens at a decision is asked of a [`driver::Driver`], so that the same
//! semantics serve every mode: forking, following one concrete input, merging
//! everything into one formula, accounts of memory.
//!
//! - [`value`], [`memory`], [`state`], [`decision`], [`inputs`]: what a path is.
//! - [`code`], [`compile`], [`coverage`], [`mapped`]: the program as it is
//!   executed, and what of its source was.
//! - [`step`]: the semantics of instructions; [`contract`]: of contracts.
//! - [`world`]: what is around a program: entry, initial heap, allocation, the
//!   C library's primitives, the environment.
//!
//! What must never happen: a value, address or size is silently fixed (each
//! choice is a fork or a recorded condition); an `unknown` is read as an
//! answer; a path that leaves the model goes on as if it were exact.

pub mod assumption;
pub mod choices;
pub mod clock;
pub mod code;
pub mod compile;
pub mod contract;
pub mod coverage;
pub mod decision;
pub mod driver;
pub mod found;
pub mod halt;
pub mod inputs;
pub mod machine;
pub mod mapped;
pub mod memory;
pub mod options;
mod run;
pub mod state;
pub mod step;
pub mod value;
pub mod violation;
pub mod world;
