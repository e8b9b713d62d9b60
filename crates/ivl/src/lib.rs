//! The verification language: Viper's. Floor 2.
//!
//! A `.vpr` file goes through [`syntax`] (tokens, trees with names, macros,
//! imports) and [`check`] (names to ids, types, consistency) and becomes what
//! a verifier walks, an [`ast::Program`]: dense ids, a type and a span on
//! every node. A front end of another language builds the same program with
//! [`ast::Builder`].

pub mod ast;
pub mod check;
pub mod fingerprint;
pub mod graph;
pub mod print;
pub mod problem;
pub mod smoke;
pub mod syntax;
