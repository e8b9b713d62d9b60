//! Floor 5: every picture and exchange format, printed from the plain structs
//! of [`ep_base::outcome`] and nothing else.
//!
//! * [`suite`]: test cases as `.ktest` ([`ktest`], [`klee_main`]), Test-Comp XML and raw bytes;
//! * [`entry_suite`]: the tests of an entry function as C;
//! * [`sarif`], [`junit`], [`run`]: findings for other tools, the whole run as JSON;
//! * [`baseline`], [`fingerprint`]: which findings an earlier run had;
//! * [`summary`]: what the terminal shows;
//! * [`tree`]: the symbolic execution tree as JSON and DOT;
//! * [`memory`]: bounds of heap and stack;
//! * [`page`]: all of it as one HTML page;
//! * [`witness`]: verification witnesses, read ([`yaml`]) and written.
//!
//! Writing never loses data silently: each failure is a
//! [`Diagnostic`](ep_base::Diagnostic) that names the path (exit 4).

pub mod baseline;
pub mod building;
pub mod dot;
pub mod entry_suite;
pub mod file;
pub mod fingerprint;
pub mod frame;
pub mod junit;
pub mod klee_main;
pub mod ktest;
pub mod memory;
mod outside;
pub mod page;
pub mod regression;
pub mod run;
pub mod sanitizers;
pub mod sarif;
pub mod source;
pub mod style;
pub mod suite;
pub mod summary;
mod surroundings;
pub mod testcomp;
pub mod time;
pub mod tree;
pub mod verification;
pub mod witness;
pub mod yaml;
