//! Bit-precise symbolic execution of `ir`.
//!
//! A [`machine::Machine`] executes one state step by step. What happens at a
//! decision is asked of a [`driver::Driver`], so that the same semantics serve
//! three uses: forking ([`driver::Forking`]), following one concrete input and
//! merging everything into one formula.
//!
//! What must never happen: a value, address or size is silently fixed (each
//! choice is a fork or a recorded condition); an `unknown` is read as an
//! answer; a path that leaves the model goes on as if it were exact.

pub mod aggregates;
pub mod allocation;
pub mod bmc;
pub mod builtins;
pub mod code;
pub mod compile;
pub mod concolic;
mod content;
pub mod contract;
pub mod coverage;
pub mod decision;
pub mod distance;
pub mod driver;
pub mod engine;
pub mod entry;
pub mod exchange;
pub mod findings;
pub mod goals;
pub mod inputs;
pub mod inspect;
pub mod journal;
pub mod lazy;
pub mod ledger;
mod left;
pub mod library;
pub mod machine;
pub mod memory;
pub mod merge;
mod merging;
pub mod open_world;
pub mod options;
mod packing;
mod patience;
pub mod places;
pub mod pointers;
pub mod portable;
pub mod retrace;
mod rounds;
pub mod search;
pub mod shape;
mod stack;
pub mod state;
pub mod step;
pub mod surroundings;
pub mod tree;
mod unwritten;
pub mod value;
pub mod varargs;
mod verdict;
pub mod walk;
pub mod workers;

pub use engine::{resident, Exploration, Observer, PathView};
pub use options::{
    ArgSpec, Arith, CheckSet, Content, Device, Entry, External, GivenFile, HeapLimits, Options,
    SearchKind, Variable,
};
pub use workers::{explore, explore_with};
