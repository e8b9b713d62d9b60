//! From text to trees: tokens, parser, macros, imports.

pub mod lex;
mod load;
mod macros;
mod parse;
pub(crate) mod rewrite;
mod standard;
pub mod symbol;
pub mod tree;

pub use load::{load, Loaded, Loader};
pub use parse::parse_file;
