//! Formats of files: read and printed.
//!
//! Every reader builds the same [`System`]: disjunctions become several
//! transitions with one origin, fresh variables become temporaries. A mistake
//! in a file is one [`Mistake`] with its line, its column and what to do.

pub mod ari;
mod formula;
pub mod koat;
mod lex;
mod mistake;
pub(crate) mod sexp;
pub mod smt2;
mod spread;
pub mod t2;

pub use mistake::Mistake;

use crate::system::System;

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// KoAT's, of the complexity competition.
    Koat,
    /// The `smt2` form of the termination competition up to 2024.
    Smt2,
    /// T2's.
    T2,
    /// ARI, of the termination competition since 2025.
    Ari,
}

/// A format by the ending of a file's name, and if that says nothing by its
/// first word.
pub fn guess(name: &str, text: &str) -> Option<Format> {
    let ending = name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase());
    match ending.as_deref() {
        Some("koat" | "its") => return Some(Format::Koat),
        Some("smt2") => return Some(Format::Smt2),
        Some("t2") => return Some(Format::T2),
        Some("ari") => return Some(Format::Ari),
        _ => {}
    }
    let start = text.trim_start();
    if start.starts_with("(GOAL") || start.starts_with("(STARTTERM") || start.starts_with("(VAR") {
        Some(Format::Koat)
    } else if start.starts_with("(declare-") || start.starts_with("(set-") {
        Some(Format::Smt2)
    } else if start.starts_with("(format") {
        Some(Format::Ari)
    } else if start.starts_with("START") {
        Some(Format::T2)
    } else {
        None
    }
}

/// Prints a system, with what the format leaves out: those that speak of termination
/// alone have no costs.
///
/// # Errors
/// The first transition that the format cannot say at all, as a sentence.
pub fn print_leaving(format: Format, system: &System) -> Result<(String, Option<String>), String> {
    match format {
        Format::Koat => Ok((koat::print(system), None)),
        Format::Ari => Ok((ari::print(system)?, None)),
        Format::Smt2 => {
            // What asks for a condition at the start is no step of the file.
            let free = smt2::given(system).map(|g| g.0);
            let (plain, left) = smt2::without_costs(system, free);
            Ok((smt2::print(&plain)?, left))
        }
        Format::T2 => {
            let (plain, left) = smt2::without_costs(system, None);
            Ok((t2::print(&plain)?, left))
        }
    }
}

/// Reads a text.
///
/// # Errors
/// The first mistake in it.
pub fn read(format: Format, text: &str) -> Result<System, Mistake> {
    read_remarking(format, text).map(|read| read.0)
}

/// Reads a text, with what is legal in it but may not be meant.
///
/// # Errors
/// The first mistake in it.
pub fn read_remarking(format: Format, text: &str) -> Result<(System, Vec<Mistake>), Mistake> {
    match format {
        Format::Koat => koat::read_remarking(text),
        Format::Smt2 => smt2::read_remarking(text),
        Format::T2 => t2::read_remarking(text),
        Format::Ari => ari::read_remarking(text),
    }
}
