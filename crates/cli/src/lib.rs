//! What `everypath` and `everypath-engine` share: the process around a verb
//! (a watched worker, signals, temporary files, the terminal) and the command
//! lines of the verbs that need no C.
//!
//! A library of these two programs and nobody else's, without LLVM, so that the
//! smaller one stays small: the library of verbs is `everypath-verbs`.

pub mod common;
pub mod help;
pub mod its;
pub mod judge;
pub mod log;
pub mod panics;
pub mod parse;
pub mod scratch;
pub mod signals;
pub mod start;
pub mod style;
pub mod supervisor;
pub mod terminal;
pub mod verbs;
pub mod verify;
