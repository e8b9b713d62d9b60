//! The reference interpreter: what a program of `ir` means on concrete inputs.
//!
//! Idea: straightforward execution on dense registers with every error of
//! [`ep_base::outcome::ErrorKind`] that concerns a concrete run detected at
//! the instruction where it happens. The symbolic explorer is tested against
//! it: on a model of each path condition it ends as predicted. It shares
//! [`crate::scalar`] with the explorer and nothing else.
//!
//! - Memory: `memory`. Undefined values: `value`. An undefined value that
//!   decides a branch, a check, a divisor, a callee or an address is an
//!   uninitialised read; merely copying one is not.
//! - The machine is sequential; atomics are plain accesses.
//! - Functions without a body are the builtins of `builtins` (heap, exit,
//!   inputs, raw output) or unsupported.
//!
//! Cost: some ten nanoseconds per instruction, no allocation per step.

mod builtins;
mod course;
mod exec;
mod exec_float;
pub mod host;
mod machine;
mod memory;
mod memory_bulk;
mod printf;
mod result;
mod start;
mod stop;
mod value;
mod varargs;
pub mod watch;

#[cfg(test)]
mod tests;

pub use host::{arguments, Host, InputRequest, Linked, NoInput, ReplayHost};
pub use result::{End, HeapStep, InterpConfig, Outcome, StackEntry};

use crate::{FuncId, LocId, Module};

/// Runs `entry` of a module that passes [`crate::verify::verify`]; one that
/// does not ends as unsupported. `main` gets the program arguments; the
/// parameters of other entries are asked of the host.
pub fn run(module: &Module, entry: FuncId, config: &InterpConfig, host: &mut dyn Host) -> Outcome {
    if let Err(errors) = crate::verify::verify(module) {
        let first = errors.first().map(|e| e.to_string()).unwrap_or_default();
        return Outcome {
            end: End::Unsupported {
                what: format!("invalid module: {first}"),
            },
            message: first,
            loc: LocId(0),
            stack: Vec::new(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            llvm_instructions: 0,
            charged: 0,
            heap_high_water: 0,
            course: Vec::new(),
            stack_high_water: 0,
            by_function: Vec::new(),
        };
    }
    start::run(module, entry, config, host, None)
}

/// As [`run`], of a module that is known to pass [`crate::verify::verify`]: for many
/// short runs, of which looking at the module is the most.
pub fn run_verified(
    module: &Module,
    entry: FuncId,
    config: &InterpConfig,
    host: &mut dyn Host,
) -> Outcome {
    start::run(module, entry, config, host, None)
}

/// As [`run`], and `watch` is asked at the head of each round of a cycle. The
/// module must pass [`crate::verify::verify`].
pub fn run_watched(
    module: &Module,
    entry: FuncId,
    config: &InterpConfig,
    host: &mut dyn Host,
    watch: &mut dyn watch::Watch,
) -> Outcome {
    start::run(module, entry, config, host, Some(watch))
}
