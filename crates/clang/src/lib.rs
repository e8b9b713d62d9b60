//! C sources and bitcode to [`ep_ir::Module`]; the only user of LLVM.
//!
//! Idea: clang at -O0 with trapping sanitizers keeps what the programmer
//! wrote, undefined behaviour included; the lowering then undoes what -O0 and
//! the sanitizers cost. A local that lives in memory only because of -O0
//! becomes a register, the three instructions and the branch of an overflow
//! check become one flagged addition, and blocks split by checks are merged.
//! Alternative: optimise with LLVM's passes first; they are allowed to fold
//! undefined behaviour away, which is what this platform looks for.
//!
//! Instruction counts: `weight` is the number of LLVM instructions that clang
//! emits at -O0 without the sanitizers. Debug records and what a sanitizer
//! added (`!nosanitize`) weigh nothing; a fused checked addition weighs one.
//! When an instruction is removed its weight moves to the next one of its
//! block.
//!
//! Bitcode that our own clang has just written is read in this process.
//! Anything else may crash or hang LLVM's reader and is read in a child
//! ([`child`]).
//!
//! Cost: parsing dominates; the lowering takes about as long as clang's
//! writing of the bitcode (see `docs`).

#![warn(clippy::undocumented_unsafe_blocks)]

mod arguments;
pub mod child;
pub mod compile;
mod constants;
mod debug;
mod globals;
mod layout;
mod llvm;
mod load;
mod loaded;
mod lower;
mod mapping;
pub mod opt;
mod options;

pub mod wrapper;

pub use child::{child_main, CHILD_VERB};
pub use compile::{compile, text, Bitcode, Checks};
pub use lower::ASSEMBLY;
pub use options::{ModelLibrary, ReadOptions};

use ep_base::Diagnostic;
use ep_ir::Module;
use std::path::PathBuf;
use std::time::Instant;

/// What reading cost. Times are microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ReadStats {
    /// Running clang.
    pub clang_us: u64,
    /// Parsing, linking and lowering.
    pub lower_us: u64,
    /// LLVM instructions in the linked module, debug records and sanitizer
    /// checks included.
    pub llvm_instructions: u64,
}

/// Links `modules` and the model libraries and lowers what the roots reach,
/// in this process: only for bitcode that is known to be sound.
///
/// # Errors
/// When a module cannot be parsed, linked, or is not for x86.
pub fn read_bitcode(modules: &[Bitcode], options: &ReadOptions) -> Result<Module, Diagnostic> {
    load::read(modules, options).map(|(module, _)| module)
}

/// Compiles and reads `inputs`: C sources, `.bc` and `.ll` files.
///
/// # Errors
/// Exit code 2 for inputs that cannot be read or compiled, 4 when clang is
/// missing or its process cannot be run.
pub fn read(inputs: &[PathBuf], options: &ReadOptions) -> Result<(Module, ReadStats), Diagnostic> {
    let start = Instant::now();
    let modules = compile(inputs, options)?;
    let clang_us = micros(start);
    let start = Instant::now();
    let (module, llvm_instructions) = if modules.iter().all(|m| m.trusted) {
        load::read(&modules, options)?
    } else {
        child::read(&modules, options)?
    };
    let stats = ReadStats {
        clang_us,
        lower_us: micros(start),
        llvm_instructions,
    };
    Ok((module, stats))
}

fn micros(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX)
}
