//! What runs machines (`ep_machine`): each way of exploring a program is a folder
//! with a driver of its own.
//!
//! - [`forking`]: every feasible side is followed (`test`).
//! - [`bmc`]: states are merged, loops unwound and cut (`check`).
//! - [`concolic`]: one concrete input is followed (`fuzz`).
//! - [`merge`]: two states at one place become one, for the former two.
//! - [`outcome`]: what runs leave behind, whoever runs.
//! - [`view`]: what people look at: trees, paths, memories.
//!
//! What must never happen: a value, address or size is silently fixed (each
//! choice is a fork or a recorded condition); an `unknown` is read as an
//! answer; a path that leaves the model goes on as if it were exact.

pub mod bmc;
pub mod concolic;
pub mod forking;
pub mod merge;
pub mod outcome;
pub mod view;

pub use ep_machine::options::{
    ArgSpec, Arith, CheckSet, Content, Device, Entry, External, GivenFile, HeapLimits, Options,
    SearchKind, SizedPair, Sizes, Variable,
};
pub use forking::engine::trim;
pub use forking::workers::{explore, explore_with};
pub use outcome::{resident, Exploration, Observer, PathView};
