//! Runs in which handlers of interrupts fire.
//!
//! Idea: a bound with `--interrupt` is for runs in which a handler may come
//! before any instruction; one that is never interrupted says little about it.
//! So the entry is run again step by step (`runtime/replay/fire.c`), and the
//! handler is called below the stack pointer: wherever the stack is deeper than
//! before, and, in another run, wherever it grows at all (where blocks are
//! counted, between any two instructions now and then), so that what handlers
//! write comes to be read. Source: the trap flag of x86. Alternatives: a timer,
//! which meets the deepest point by chance; calls compiled into the program,
//! which would be another build than the one that is bounded.
//! Cost: a microsecond or two for each instruction, at most three million.
//!
//! What must never happen: a run that no interrupt could give. The handler is
//! called between two instructions, at a stack pointer that has just gone down;
//! inside the C library only if it never calls that library; and a run that
//! does not end by itself is left out.

use crate::machine::{Code, FunctionId, Target};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write;

/// In front of the program's own objects.
pub(super) const BEGIN: &str =
    "__asm__(\".text\\n.globl ep_fire_code_begin\\nep_fire_code_begin:\");\n";
/// Behind them.
pub(super) const END: &str = "__asm__(\".text\\n.globl ep_fire_code_end\\nep_fire_code_end:\");\n";
/// Where handlers are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    NewDepths = 1,
    Often = 2,
}

/// How one run is interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fire {
    pub mode: Mode,
    /// Of the handlers, or all of them.
    pub which: usize,
    /// Bytes that the machine pushes.
    pub frame: u64,
    /// Only in code of the program.
    pub careful: bool,
    /// Points that are passed over.
    pub skip: u64,
}

impl Fire {
    /// What the runtime is told.
    pub(super) fn settings(&self) -> Vec<(&'static str, OsString)> {
        let number = |n: u64| OsString::from(n.to_string());
        vec![
            ("EVERYPATH_FIRE_MODE", number(self.mode as u64)),
            ("EVERYPATH_FIRE_HANDLER", number(self.which as u64)),
            ("EVERYPATH_FIRE_FRAME", number(self.frame)),
            ("EVERYPATH_FIRE_CAREFUL", number(u64::from(self.careful))),
            ("EVERYPATH_FIRE_SKIP", number(self.skip)),
        ]
    }
}

/// The table of handlers, in a file of its own: the runtime gives some names
/// another meaning.
pub(super) fn table(handlers: &[(String, Option<u64>)]) -> String {
    let mut c = String::from("struct handler { void (*run)(void); unsigned long most; };\n");
    for (name, _) in handlers {
        let _ = writeln!(c, "extern void {name}(void) __attribute__((weak));");
    }
    c.push_str("const struct handler ep_fire_handlers[] = {");
    for (name, most) in handlers {
        let most = most.map_or("-1ul".to_string(), |n| format!("{}ul", n.min(1 << 31)));
        let _ = write!(c, "{{{name}, {most}}}, ");
    }
    let _ = writeln!(c, "}};\nconst int ep_fire_count = {};", handlers.len());
    c
}

/// Whether a function may come to code that is not the program's own.
pub(super) fn calls_library(code: &Code, name: &str) -> bool {
    let mut work: Vec<FunctionId> = code.named(name).to_vec();
    let mut seen: BTreeSet<FunctionId> = BTreeSet::new();
    while let Some(id) = work.pop() {
        let Some(f) = code.get(id).filter(|_| seen.insert(id)) else {
            continue;
        };
        for c in &f.calls {
            match &c.target {
                Target::Known(to) => work.push(*to),
                _ => return true,
            }
        }
    }
    false
}
