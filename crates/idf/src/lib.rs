//! Verification with permissions: symbolic execution for implicit dynamic frames.
//! Floor 3.
//!
//! Source: document 001. The modules `eval`, `produce`, `consume` and `exec`
//! are its Figures 5 to 8 for Viper's language; `members` is its validity of
//! programs (section 3.5). Questions that a congruence closure over the path
//! condition answers (`facts`), or a proof by cases with the normal forms of
//! collections and linear arithmetic (`cases`), never reach the solver (`prover`).

mod assumed;
mod backend_types;
mod calls;
mod cases;
mod closures;
mod collections;
mod consume;
mod domains;
mod engine;
pub mod error;
mod eval;
mod eval_ops;
mod exchange;
mod exec;
mod facts;
mod footprint;
mod functions;
mod ghost;
mod havoc;
mod heap;
mod heap_triggers;
mod interpreted;
mod iterated;
mod iterated_take;
mod iterated_values;
mod join;
mod jumps;
mod linear;
mod logic;
mod lookup;
mod loops;
mod members;
pub mod options;
mod produce;
mod profile;
mod prover;
mod quantified;
mod sexpr;
mod shapes;
mod show;
mod snapshot;
mod state;
mod termination;
mod triggers;
mod wand_shapes;
mod wands;
mod witness;

pub use error::{
    Consumed, ErrorKind, GhostNote, Inside, MemberResult, Outcome, QuantifierUse, Reason,
    TraceStep, VerificationError,
};
pub use members::{verify, verify_only};
pub use options::{Options, Variation};
pub use witness::{Witness, WitnessValue};
