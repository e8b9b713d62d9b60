//! Proofs about programs that build lists of any length: symbolic memory
//! graphs with list segments.
//!
//! Idea: a state is a graph of objects with values; a row of nodes of any
//! length is one object ([`segment`]). All runs of the program are covered by
//! finitely many such states ([`run`]), each instruction of which is executed
//! with every check that `check` makes ([`step`]). Where a check cannot be shown
//! to hold in one of them, or something is not modelled, there is no proof; no
//! error is ever reported from here. So what is over-approximated may cost a
//! proof, and never makes a wrong one.
//!
//! Source: K. Dudka, P. Peringer, T. Vojnar, "Byte-Precise Verification of
//! Low-Level List Manipulation", SAS 2013 (Predator); document 004 for graphs
//! with generalisation. Alternative: the symbolic execution graph of
//! `everypath time`, whose lists are numbers of nodes that are left: it knows
//! no values in nodes and not who owns them, and takes memory errors as
//! assumptions, so neither `assert(p->data == 1)` nor a leak, a double free or
//! a read of what was never set can be decided there. Cost: linear in the
//! states, which are as many as the shapes of memory at the heads of loops.
//!
//! What must never happen: a run is left out, or a check is passed over.

mod access;
mod calls;
mod join;
mod library;
mod memory;
mod numbers;
mod range;
mod run;
mod segment;
mod state;
mod step;
mod tell;
mod value;

pub use run::prove;

use ep_base::outcome::ErrorKind;
use ep_base::Cancel;
use ep_ir::FuncId;
use std::time::Instant;

/// What is to be shown.
pub struct Question<'a> {
    pub entry: FuncId,
    /// Which errors count.
    pub checks: &'a dyn Fn(ErrorKind) -> bool,
    /// What was never set has some value, and reading it is no error.
    pub uninit_is_input: bool,
    /// `malloc` may return null.
    pub malloc_may_fail: bool,
}

/// What may be spent.
pub struct Limits {
    pub steps: u64,
    pub deadline: Option<Instant>,
    pub cancel: Cancel,
}

/// A proof.
pub struct Proof {
    /// What holds at the heads of loops, a line each.
    pub shapes: Vec<String>,
    pub steps: u64,
}

pub enum Answer {
    Proved(Proof),
    /// Too many steps, or too long.
    Limit,
    /// No proof, and where it ended.
    Open {
        why: String,
        line: u32,
        function: String,
    },
}
