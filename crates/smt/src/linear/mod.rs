//! Exact linear arithmetic: what is feasible, how large a form gets, and why.
//!
//! [`Simplex`] decides conjunctions of linear constraints over the rationals
//! and finds optima; every contradiction and every optimum comes with Farkas
//! multipliers, which [`farkas`] checks by multiplication. Nothing here knows of
//! terms: callers name columns and constraints by numbers.
//! Source: Schrijver, "Theory of Linear and Integer Programming", 1986, for what is
//! computed; Dutertre and de Moura, CAV 2006, for how, since their simplex takes
//! constraints away again at no cost. The parts say which sections.

mod equations;
pub mod farkas;
mod form;
pub mod integer;
mod number;
pub mod project;
mod simplex;
#[cfg(test)]
mod tests;

pub use farkas::{Farkas, Multiplier};
pub use form::{Col, Constraint, Form, Number, Relation};
pub use integer::{Integral, Proof, Search};
pub use number::Q;
pub use project::{project, Exactness, Project, Projection};
pub use simplex::{spent, Bounded, Feasibility, Optimum, Simplex, Spent};
