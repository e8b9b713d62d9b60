//! Concrete semantics of bit-vector operators on `u128`: those of
//! [`ep_scalar`], which also the interpreter and the explorer compute with.

pub use ep_scalar::w128::*;
