//! The Java subset with specifications in comments. Floor 3.
//!
//! Text goes through [`lexer`], [`parse`] and [`check`] to the typed tree
//! ([`tree::Program`]), which `traces` executes and lowering turns into the
//! verification language. The program is what `javac` accepts: specifications
//! stand in comments, and whatever is outside the subset is named with its
//! place, never skipped. What the library offers stands in `prelude.java`,
//! which is read by the same front end.

pub mod ast;
mod check;
mod lexer;
pub mod lower;
mod parse;
pub mod source;
pub mod tree;
pub mod trial;
pub mod types;
mod walk;

pub use check::constant::fold as constant_value;
pub use source::{Failure, Problem, ProblemKind, Source, Sources, Span};
pub use tree::Program;
pub use types::{Base, Type};

/// The classes of `java.lang` that the subset knows.
const PRELUDE: &str = include_str!("prelude.java");

/// Reads and checks a program of one or more files, given as name and text.
/// A failure holds every problem of the first phase that found one: all that
/// is wrong with the grammar, or all that is wrong with types and flow.
pub fn read(files: &[(&str, &str)]) -> Result<Program, Box<Failure>> {
    let mut sources = Sources::default();
    let mut units = Vec::new();
    let mut problems = Vec::new();
    for (name, text) in [("java.lang", PRELUDE)].iter().chain(files) {
        let file = sources.add(name, text);
        let (unit, told) = parse::parse(file, text);
        units.push(unit);
        problems.extend(told);
    }
    if !problems.is_empty() {
        return Err(Box::new(Failure { sources, problems }));
    }
    check::check(sources, &units)
        .map_err(|(sources, problems)| Box::new(Failure { sources, problems }))
}
