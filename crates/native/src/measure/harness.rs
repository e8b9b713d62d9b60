//! Functions that hand out inputs take nothing of the measured stack.
//!
//! Idea: `__VERIFIER_nondet_int` and its kin stand for what the program reads
//! somewhere; in a measured run they look up a recorded value, which is no need
//! of the program. Calls of them are redirected at link time (`--wrap`) to a
//! thunk that goes on a stack of its own while they run, so that a call takes
//! its return address and no more, in the runs and in the bound. Source: GNU ld,
//! `--wrap`. Alternative: to count what they take, which puts `strerror` and
//! `mmap` under every harness. Cost: a few instructions per call.
//!
//! What must never happen: a function of the program is taken for one of these.
//! So only what the sources leave undefined and the runtime defines is.

use object::{Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What an object defines (or, else, leaves to others).
fn symbols(object: &Path, defined: bool) -> BTreeSet<String> {
    let Ok(bytes) = fs::read(object) else {
        return BTreeSet::new();
    };
    let Ok(file) = object::File::parse(&*bytes) else {
        return BTreeSet::new();
    };
    let of = |s: &object::Symbol<'_, '_>| s.is_global() && s.is_undefined() != defined;
    let names = file.symbols().filter(of);
    names
        .filter_map(|s| s.name().ok().map(String::from))
        .filter(|n| !n.is_empty())
        .collect()
}

/// The functions of the runtime that the program calls.
pub fn called(sources: &[String], runtime: &str) -> BTreeSet<String> {
    let all = |defined: bool| -> BTreeSet<String> {
        let each = sources.iter().map(|o| symbols(Path::new(o), defined));
        each.flatten().collect()
    };
    let (own, wanted) = (all(true), all(false));
    let given = symbols(Path::new(runtime), true);
    wanted
        .into_iter()
        .filter(|n| given.contains(n) && !own.contains(n))
        .collect()
}

/// Words of arguments on the stack that are handed on.
const PASSED: usize = 16;

/// The thunks, as C with assembly. A thread or a handler on another stack calls
/// the function as it is.
pub fn thunks(names: &BTreeSet<String>, m32: bool) -> String {
    let mut c = String::from("long ep_measure_caller_sp;\n");
    let (sp, old, word, l, own) = match m32 {
        true => ("%esp", "%ecx", 4, "l", ""),
        false => ("%rsp", "%r11", 8, "q", "(%rip)"),
    };
    for n in names {
        let mut s = format!(
            ".text\n.globl __wrap_{n}\n.type __wrap_{n},@function\n__wrap_{n}:\n\
             cmp{l} ep_measure_low{own}, {sp}\njb 1f\ncmp{l} ep_measure_high{own}, {sp}\njae 1f\n\
             mov{l} {sp}, ep_measure_caller_sp{own}\nmov{l} {sp}, {old}\nmov{l} ep_measure_other{own}, {sp}\n"
        );
        for i in (1..=PASSED).rev() {
            let _ = writeln!(s, "push{l} {}({old})", i * word);
        }
        let _ = write!(
            s,
            "call __real_{n}\nmov{l} ep_measure_caller_sp{own}, {sp}\nret\n\
             1: jmp __real_{n}\n.size __wrap_{n}, .-__wrap_{n}\n"
        );
        let _ = writeln!(c, "__asm__({:?});", s);
    }
    c
}
