//! Floor 6: the verbs that need no C, from options to a result, and what all
//! verbs share.
//!
//! * [`session`]: what a verb is run in: who is told, and when it is to end;
//! * [`words`], [`values`]: options that are words, numbers and sizes;
//! * [`input`]: reading what the options name;
//! * [`verify`], [`its`], [`judge`]: the verbs.
//!
//! A crate of its own below the library of all verbs, because a program that
//! uses only these must not load LLVM, which takes longer than most of their
//! runs. No file here knows a command line or a terminal.

#![deny(missing_docs)]

pub mod input;
pub mod its;
pub mod judge;
pub mod session;
pub mod values;
pub mod verify;
pub mod words;

pub use session::{Done, Observer, Session, Silent};
