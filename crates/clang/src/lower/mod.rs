//! LLVM module to [`ep_ir::Module`].
//!
//! Functions and globals get their ids when they are first referred to,
//! starting at the roots, so that only what can be reached is lowered and ids
//! depend on nothing but the program. A work list holds what was referred to
//! and not yet lowered. Labels that are taken as values are written as the
//! block's position in LLVM's list first and patched when all functions are
//! done, because blocks are merged and renumbered.

mod arith;
mod call;
mod counters;
mod function;
mod inst;
mod intrinsic;
mod memory;
mod operand;
mod program;
mod promote;
mod sanitizer;
mod scopes;
mod vector;
mod wide;

pub use program::{module, Lowerer, ASSEMBLY};
