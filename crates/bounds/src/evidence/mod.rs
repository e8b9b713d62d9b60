//! What is run to back a claim about time: counted runs over a grid of inputs,
//! and lassos, that is runs that never end.
//!
//! Nothing here proves that a program ends. A count beside a bound can refute
//! the bound; a lasso refutes termination, and is told only when the
//! interpreter and the native build have both come back to where they were.
//!
//! - [`grid`]: which inputs are run.
//! - [`counted`]: runs, their counts, and what they say about a bound.
//! - [`lasso`]: a state that comes again, and the way there.
//! - [`recurrent`]: a condition at a loop head that every round keeps, for
//!   loops whose period is too long to be run.
//! - [`descent`]: recursion without end, as a loop for the two above.
//! - [`measure`], [`falls`]: numbers that every round over bits makes smaller,
//!   for the provers of [`crate::time`].
//! - `endless`: which of the runs that did not end never do.
//! - [`early`]: runs that are seen not to end, before proofs are looked for.
//! - [`aligned`]: last bits that every round keeps.
//! - [`twice`]: what a transition system says of a round, held against bits.
//!
//! - [`unwound`]: all runs at once, to their end.
//!
//! Source: document 004, section 6 and Figures 11 and 12; A. Gupta et al.,
//! "Proving non-termination", POPL 2008 (lassos and recurrent sets).

pub mod aligned;
pub mod counted;
mod decide;
pub mod descent;
pub mod early;
mod endless;
pub mod expression;
pub mod facts;
pub mod falls;
pub mod grid;
pub mod host;
pub mod lasso;
pub mod linked;
pub mod measure;
mod patterns;
pub mod recurrent;
pub mod round;
mod rounds;
pub mod surroundings;
pub mod twice;
pub mod unwound;
mod words;

use ep_ir::{FuncId, Module};

/// The program that is run.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// It passes [`ep_ir::verify::verify`].
    pub module: &'a Module,
    pub entry: FuncId,
}

impl Subject<'_> {
    /// Whether the user wrote the function: models of the C library have no
    /// positions.
    pub fn is_own(&self, f: FuncId) -> bool {
        let function = &self.module.functions[f];
        let line = |l| self.module.locs.get(l).map_or(0, |p| p.line);
        line(function.loc) > 0
    }
}
