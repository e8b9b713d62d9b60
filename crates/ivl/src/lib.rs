//! The verification language: Viper's. Floor 1.
//!
//! What a verifier walks is an [`ast::Program`]: dense ids, a type and a span
//! on every node. A front end of another language builds one with
//! [`ast::Builder`].

pub mod ast;
