//! Linear arithmetic on random problems: against Z3, against enumeration, and
//! against the checkers of its own proofs, which only multiply.
//!
//! `EVERYPATH_CASES` sets the number of problems per test (2,000 unless said);
//! `EVERYPATH_SEED` another sequence.

mod entailment;
mod integer;
mod projection;
mod rational;
mod support;
