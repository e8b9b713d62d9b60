//! Integer transition systems: do all runs end, and how much do they cost?
//! Floor 3; knows neither programs nor files of programs.
//!
//! A [`system::System`] is plain data, read from a file or built by a caller.
//! [`analyse`] says what it found as an [`outcome::Outcome`]. Answers about
//! termination and upper bounds stay true for a system with fewer runs, so a
//! caller may give one with more runs than its program has; runs that do not
//! end and lower bounds are then to be ignored.

pub mod bound;
pub mod format;
pub mod num;
pub mod options;
pub mod outcome;
pub mod poly;
pub mod simplify;
pub mod system;

use options::Options;
use outcome::{Event, Outcome};
use system::{Malformed, System};

/// Analyses a system and tells what it finds while it goes.
///
/// # Errors
/// The system is malformed.
pub fn analyse(
    system: &System,
    options: &Options,
    _observer: &mut dyn FnMut(Event),
) -> Result<Outcome, Malformed> {
    system.verify()?;
    let reason = match options.budget.cancel.is_cancelled() {
        true => "interrupted",
        false => "no prover is there yet",
    };
    Ok(Outcome::undecided(reason))
}
