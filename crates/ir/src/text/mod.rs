//! The text form of a module: lossless, readable, parsed with positions.
//!
//! `parse(print(m)) == m` for every module, debug data included. The grammar
//! is in `docs/ir.md`. The parser never panics and never allocates more than
//! the text (or an explicit, bounded count in it) asks for. Cost: linear.

mod lexer;
mod parse_entities;
mod parse_function;
mod parse_inst;
mod parser;
mod print;
mod print_inst;
mod words;

#[cfg(test)]
mod arbitrary;
#[cfg(test)]
mod tests;

pub use parser::{parse, ParseError};
pub use print::print;
pub use print_inst::print_inst;
