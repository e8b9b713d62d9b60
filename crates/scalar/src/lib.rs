//! One arithmetic: what every operation on machine integers and floats means.
//!
//! Idea: the reference interpreter, the explorer's concrete path, the folding
//! of terms, the evaluation of models and the byte domains all ask here, so
//! that two of them cannot disagree. A value is a bit pattern, its width or
//! format is an argument, and all functions are total: where C or LLVM leave a
//! result undefined, integers take the value of SMT-LIB's bit-vector theory,
//! floats the one of the processor; separate predicates tell such cases.
//! Alternative: each user its own few lines, which is how `signbit(z / z)` was
//! once proved to be what no machine computes.
//! Source: SMT-LIB `FixedSizeBitVectors` and `FloatingPoint`, LLVM language
//! reference, IEEE 754-2019, Intel 64 and IA-32 manual, volume 1, chapters 4
//! and 8. Held to the machine's own instructions by `tests/machine.rs`
//! and `difftest/tests/floats.rs`. Cost: a few instructions for integers and for `float`
//! and `double`, some hundred nanoseconds for the other formats.

pub mod float;
mod format;
mod int;
mod nan;
mod root;
pub mod x87;

pub use format::Format;
pub use int::{w128, w64};
