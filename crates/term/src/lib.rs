//! Hash-consed terms: the formulas that the engines build and the solvers read.
//!
//! A [`Pool`] holds all terms of one worker. Its constructors keep a normal form
//! and fold constants, so that much never reaches a solver; ranges and known bits
//! are kept per term. [`Evaluator`] evaluates under an [`Assignment`].

mod eval;
mod facts;
pub mod float;
pub mod fold;
mod infix;
mod op;
mod pool;
mod rewrite;
mod rules;
mod smtlib;
mod sort;
mod subst;
mod support;
mod value;
pub mod x87;

pub use eval::Evaluator;
pub use facts::KnownBits;
pub use op::{Op, Rounding};
pub use pool::{FunData, Pool, QuantData};
pub use rules::Rule;
pub use smtlib::smtlib_script;
pub use sort::{ArraySortId, FloatSort, FunId, QuantId, Sort, TermId, UninterpretedId, VarId};
pub use value::{Assignment, Model, Value};
