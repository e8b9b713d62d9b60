//! Verification with permissions: symbolic execution for implicit dynamic frames.
//! Floor 5.
//!
//! Source: document 001. The modules `eval`, `produce`, `consume` and `exec`
//! are its Figures 5 to 8 for Viper's language; `members` is its validity of
//! programs (section 3.5). Questions about terms go to [`ep_smt::ground`], whose
//! congruence closure and proofs by cases leave few of them for the solver.

mod assumed;
mod backend_types;
mod calls;
mod closed_calls;
mod closures;
mod collections;
mod consume;
mod cycles;
mod definitions;
mod domains;
mod engine;
pub mod error;
mod eval;
mod eval_ops;
mod exchange;
mod exec;
mod footprint;
mod functions;
mod ghost;
mod havoc;
mod heap;
mod heap_triggers;
mod instances;
mod interpreted;
mod iterated;
mod iterated_take;
mod iterated_values;
mod join;
mod jumps;
mod logic;
mod lookup;
mod loops;
mod measures;
mod members;
mod operations;
pub mod options;
mod produce;
mod profile;
mod quantified;
mod scope;
mod sexpr;
mod show;
mod snapshot;
mod state;
mod termination;
mod triggers;
mod walk;
mod wand_shapes;
mod wands;
mod witness;
mod witness_values;
mod work;

/// Keeps the solver within its part of a limit in bytes.
pub use ep_smt::z3::limit_memory;
pub use error::{
    Consumed, ErrorKind, GhostNote, Inside, MemberResult, Outcome, QuantifierUse, Reason,
    TraceStep, VerificationError,
};
pub use members::{verify, verify_only};
pub use options::{Options, Variation};
pub use witness_values::{Witness, WitnessValue};
