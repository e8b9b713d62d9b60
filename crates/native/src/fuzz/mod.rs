//! Native execution for fuzzing: the program is compiled once with sanitizers
//! and edge counters, and run on thousands of inputs a second.
//!
//! Source: document 003, page 75, `Run&Check(program, input)`. The interface
//! between the processes is described in `runtime/fuzz/fuzz.c`. Cost: a fork
//! for each input of a `main` (0.2 ms without sanitizers, 0.8 ms with), nothing
//! but the call where the target is a function made to be called repeatedly.

mod corpus;
mod crash;
mod dictionary;
mod executor;
mod lines;
mod mutate;
mod shared;
mod watched;

pub use corpus::{read_folder, Corpus, CorpusError, Kind, Seed};
pub use crash::{Crash, Triage};
pub use dictionary::Dictionary;
pub use ep_harness::entry::fuzzed::{Channel, FuzzEntry};
pub use executor::{Execution, Executor, Fuzzer, RunEnd, MAX_INPUT};
pub use lines::Lines;
pub use mutate::Mutator;
pub use shared::{bucket, shape, Coverage};
pub(crate) use watched::text as watched_text;
pub use watched::{can_watch, ASSEMBLY};
