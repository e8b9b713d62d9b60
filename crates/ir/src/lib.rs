//! The C-level program: types with layout, functions, blocks, instructions,
//! globals and debug positions. Knows neither LLVM nor terms.
//!
//! What must never happen: a construct of the input that is not represented
//! here is dropped. It becomes [`InstKind::Unsupported`] with its name and
//! place, and an engine that reaches it ends that path as unsupported.

pub mod analysis;
mod checks;
pub mod debug;
pub mod inline;
pub mod inst;
pub mod interp;
pub mod mapping;
pub mod module;
pub mod provided;
pub mod scalar;
pub mod scalars;
pub mod text;
pub mod undefined;
pub mod verify;
pub mod visit;

pub use debug::{ArrayKind, DebugType, DebugTypeId, LocId, LocalVar, VarId};
pub use inst::{
    BinOp, Callee, CastOp, CheckKind, FloatBinOp, FloatPred, FloatUnOp, Inst, InstKind, IntPred,
    Intrinsic, Operand, Overflow, Reg, SwitchCase, Terminator,
};
pub use module::{
    Block, BlockId, DataLayout, FloatFormat, FuncId, Function, Global, GlobalId, Init, Module,
    Param, RelocTarget, Relocation, Type,
};
