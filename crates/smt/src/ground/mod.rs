//! A prover for what is mostly ground: a path condition with scopes, and whether
//! something follows from it.
//!
//! Idea: a congruence closure over the path condition ([`facts`]) answers most
//! questions; then a proof by cases ([`cases`]) with the normal forms of
//! collections ([`shapes`]) and linear arithmetic over what is left open
//! ([`linear`]); Z3 is asked last ([`prover`]). Each of the first three says only
//! what follows, so that they can be put together in any order.
//!
//! The [`pipeline`](crate::pipeline) is for paths that have a model and for bit
//! vectors; this one for paths without, over uninterpreted sorts, functions and
//! quantifiers. [`integers`](crate::integers) has proofs that are handed on, which
//! this one has not.

mod cases;
mod facts;
mod linear;
mod prover;
mod shapes;

pub use prover::{Entry, Proof, Prover};
pub use shapes::Kind;
