//! Floor 1: how a C function is called from outside, and the one writer of C for
//! that. Knows text and plain results, neither programs nor engines.
//!
//! | | |
//! | --- | --- |
//! | [`signature`] | an entry with its parameters and its result, and how C declares it |
//! | [`types`] | the C type of a value |
//! | [`nondet`] | functions that return any value, by the type in their names |
//! | [`literal`] | values as C literals (`extended`: those of `long double`) |
//! | [`object`] | a variable with the value of an input |
//! | [`heap`] | arguments, and what pointers lead to, for tests that users keep |
//! | [`entry`] | the generated files that call an entry: replayed, measured, fuzzed, sized |
//! | [`body`] | bodies of functions that nobody has |
//! | [`compiler`] | what clang must be told to read what gcc reads |
//!
//! What must never happen: a type or a literal of C is spelled anywhere else, so that
//! what one build is given is not what another one takes.

pub mod body;
pub mod compiler;
pub mod entry;
mod extended;
pub mod heap;
pub mod literal;
pub mod nondet;
pub mod object;
pub mod signature;
pub mod types;

pub use signature::{ParamShape, Signature};
