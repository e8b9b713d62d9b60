//! Path conditions of object-oriented code, forward and backward. Floor 5.
//!
//! Source: document 002 (de Boer and Bonsangue, "Symbolic execution formally
//! explained"), all sections. [`lang`] is the paper's language, from the basic
//! one of section 2 to the objects of section 4, with Java's errors,
//! exceptions and dynamic dispatch. [`machine`] holds the transitions that all
//! semantics share (sequence, choice, iteration, call, return, exceptions);
//! what an assignment, a creation and a test mean is a [`world::World`]:
//!
//! * [`concrete`]: valuations and heaps;
//! * [`forward`]: substitution and path condition on the fly (2, 2.1, 3, 4.1);
//! * [`backward`]: symbolic traces by unfolding and their weakest
//!   preconditions, Definition 4.2.
//!
//! [`lower`] turns conditions into terms for the solvers, [`explore`] walks
//! the paths of a procedure.
//!
//! Slips of the paper that its own theorems show, mended here:
//!
//! * 2.1 writes the bound as `0 ≤ e ≤ |a|`; it must be `0 ≤ e < |a|`
//!   ([`delta`]).
//! * 4, method call: replacing `this` by `e₀` in the body is wrong when the
//!   body changes what `e₀` reads; `this` is a parameter like the others and
//!   gets a fresh variable ([`machine`]).
//! * 4, method return: `return e` must drop the rest of the body, and nothing
//!   in the rule does so ([`machine`], `unwind`).
//! * Proposition 3.1 says that no local variable occurs in `τ` of any reachable
//!   closure; the bottom closure has `τ = id` and must be excluded
//!   (`tests/theorems/procedures.rs`).
//! * Theorem 4.5 fails with strict conditionals: for
//!   `x := new C · w.f := x · a.f.g = nil` with `a = w` and `w.f = nil` the
//!   branch that is not taken is undefined. Conditionals are lazy, and so is
//!   `δ` of them ([`delta`], [`eval`]).
//! * Definition 4.2 leaves `δ(b)` out of `path(b · ρ)`; but
//!   `(x = e)[x := new C] = false` is defined where `e` is not, so that 4.5 fails
//!   for `x := new C · ¬(x = y.f)` with `y = nil` ([`backward`]).

pub mod backward;
pub mod build;
pub mod concrete;
pub mod delta;
pub mod equivalence;
pub mod eval;
pub mod explore;
pub mod expr;
pub mod forward;
pub mod fresh;
pub mod infix;
pub mod java;
pub mod lang;
pub mod lower;
pub mod machine;
pub mod mutation;
pub mod predict;
pub mod subst;
pub mod world;

pub use expr::ClassTag as ClassTagOf;
pub use expr::{BinOp, ExprId, Exprs, Keys, Node, Role, Scalar, Ty, UnOp, VarId};
