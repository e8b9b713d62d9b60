//! Floor 7: every verb of Everypath, from options to a result, without a
//! process, a command line or a terminal.
//!
//! One room per verb, and what verbs share once:
//!
//! * [`test`], [`check`], [`fuzz`], [`memory`], [`time`], [`solve`],
//!   [`validate`], [`show`], [`paths`], [`cc`], [`judge`] of programs; from the crate
//!   below, which needs no LLVM, [`verify`], [`its`] and the rest of [`judge`];
//! * [`program`], [`given`], [`values`], [`uninit`], [`isolation`]: what is asked
//!   about which program;
//! * [`confirm`]: native runs of what is found, while the verb goes on; `trace` and
//!   `functions`: what pages have beside it;
//! * [`gate`], [`journal`], [`out`]: what becomes of the results.
//!
//! A verb takes its options and a [`Session`], and gives a [`Done`]: how a
//! process would end, and what was found. All that it says on the way goes to
//! the session's [`Observer`].
//!
//! ```no_run
//! use ep_verbs::test::{self, options::TestOptions};
//! use ep_verbs::Session;
//!
//! let options = TestOptions {
//!     files: vec!["ring.c".into()],
//!     ..TestOptions::default()
//! };
//! let done = test::run(&options, &Session::silent())?;
//! for bug in done.report.iter().flat_map(|outcome| &outcome.bugs) {
//!     println!("{} at {}", bug.message, bug.place);
//! }
//! # Ok::<(), ep_base::Diagnostic>(())
//! ```
//!
//! What must never happen: a verb prints, ends the process, or leaves half a
//! result behind as if it were whole. Two verbs change the current folder of
//! the process, because the names in a journal are relative to it: `show`, and
//! `test` when it goes on with a run. Deep terms are walked recursively: a
//! thread that runs a verb should have a large stack (the program gives it
//! 512 MB, of which only what is touched is used).

#![deny(missing_docs)]

pub mod cc;
pub mod check;
pub mod confirm;
pub(crate) mod functions;
pub mod fuzz;
pub mod gate;
pub mod given;
pub mod headers;
pub mod isolation;
pub mod journal;
pub mod judge;
pub mod memory;
pub mod out;
pub mod paths;
pub mod program;
pub mod show;
pub mod solve;
// Tools take a folder with the name of the verb for tests.
#[path = "explore/mod.rs"]
pub mod test;
pub mod time;
pub(crate) mod trace;
pub mod uninit;
pub mod validate;
pub mod values;

/// The hidden process that reads bitcode which somebody else made: a front end
/// that is started with this word calls it and ends.
pub use ep_clang::{child_main, CHILD_VERB};
pub use ep_proofs::{its, verify};
pub use ep_proofs::{Done, Observer, Session, Silent};
