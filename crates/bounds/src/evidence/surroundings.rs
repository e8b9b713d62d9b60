//! What of a run is no consequence of its inputs.
//!
//! Idea: the interpreter's clock, environment and addresses are not those of
//! the machine, so that a native run of the same inputs may go another way.
//! Variadic arguments lie on the stack here and in registers there, which is
//! another way through what clang makes of `va_arg`. A function of the program
//! with a name of the C library takes that one's place natively, in what starts
//! the run too, and clang copies memory without a call. A difference is a
//! defect only where the executed functions ask for none of these. Cost: one
//! pass over the functions that a run executed.

use super::Subject;
use crate::time::library;
use ep_ir::interp::Outcome;
use ep_ir::{Callee, CastOp, FuncId, InstKind, IntPred, Type};

/// Functions that read the clock.
pub const CLOCK: [&str; 7] = [
    "time",
    "clock",
    "gettimeofday",
    "clock_gettime",
    "times",
    "localtime",
    "gmtime",
];
/// Functions that ask for the process and its environment.
pub const ENVIRONMENT: [&str; 9] = [
    "getenv",
    "secure_getenv",
    "getpid",
    "getppid",
    "getuid",
    "isatty",
    "gethostname",
    "getcwd",
    "sysconf",
];
const RANDOM: [&str; 6] = [
    "rand",
    "rand_r",
    "random",
    "drand48",
    "lrand48",
    "arc4random",
];
/// Names of suites, which no library has.
const SUITES: [&str; 4] = ["__VERIFIER_", "reach_error", "klee_", "ep_"];

/// What the executed functions ask for that a native run answers otherwise.
pub fn free(subject: Subject<'_>, o: &Outcome) -> Option<&'static str> {
    let of_the_library = subject.module.functions.iter().any(|(f, function)| {
        !function.is_declaration()
            && !function.internal
            && subject.is_own(f)
            && !SUITES.iter().any(|s| function.name.starts_with(s))
            && library::known(&function.name).is_some()
    });
    if of_the_library {
        return Some("the program has a function of the C library of its own");
    }
    let executed = o.by_function.iter().enumerate().filter(|(_, n)| **n > 0);
    for (f, _) in executed {
        let Some(function) = subject.module.functions.get(FuncId(f as u32)) else {
            continue;
        };
        for inst in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let found = match &inst.kind {
                InstKind::Call {
                    callee: Callee::Direct(g),
                    ..
                } => {
                    let name = subject.module.functions.get(*g).map_or("", |g| &g.name);
                    let among = |list: &[&str]| list.contains(&name);
                    match () {
                        () if among(&CLOCK) => Some("the program reads the clock"),
                        () if among(&ENVIRONMENT) => Some("the program reads its environment"),
                        () if among(&RANDOM) => Some("the program draws random numbers"),
                        () => None,
                    }
                }
                InstKind::Cmp {
                    pred,
                    ty: Type::Ptr,
                    ..
                } if !matches!(pred, IntPred::Eq | IntPred::Ne) => {
                    Some("the program orders addresses")
                }
                InstKind::Cast {
                    op: CastOp::PtrToInt,
                    ..
                } => Some("the program calculates with addresses"),
                InstKind::VaStart { .. } => Some("the program takes variadic arguments"),
                _ => None,
            };
            if found.is_some() && subject.is_own(FuncId(f as u32)) {
                return found;
            }
        }
    }
    None
}
