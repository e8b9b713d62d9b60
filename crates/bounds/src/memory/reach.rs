//! Whether anything that the entry can reach allocates at all.
//!
//! Idea: a walk over direct calls. A call through a pointer, or of a function
//! that is neither here nor known not to allocate, ends it without an answer;
//! then paths are explored. Cost: one look at each reachable instruction.

use ep_explore::outcome::describe as findings;
use ep_ir::inst::Arg;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{Callee, FuncId, InstKind, LocId, Module, Operand, Type};
use std::collections::BTreeSet;

/// What the function is called that stands for writing a text of standard input
/// ([`super::played`]).
pub(super) const TEXT: &str = "__ep_read_text";

/// Functions of the library that copy the text of their first argument into a
/// block of their own.
pub(super) const COPIES_OF_TEXTS: [&str; 2] = ["strdup", "strndup"];

/// True when no path from the entry can make a block. False is no answer.
pub(super) fn allocates_nothing(module: &Module, entry: FuncId) -> bool {
    let mut all = module.constructors.iter().chain([&entry]);
    all.all(|f| makes_nothing(module, *f))
}

/// The same of one function.
pub(super) fn makes_nothing(module: &Module, f: FuncId) -> bool {
    makes_nothing_through(module, f, &mut |_, _| None)
}

/// The same where the functions that calls through pointers reach are known.
pub(super) fn makes_nothing_through(
    module: &Module,
    f: FuncId,
    reached: &mut dyn FnMut(FuncId, LocId) -> Option<Vec<FuncId>>,
) -> bool {
    let mut seen: BTreeSet<FuncId> = BTreeSet::new();
    let mut work = vec![f];
    while let Some(f) = work.pop() {
        if !seen.insert(f) {
            continue;
        }
        let Some(function) = module.functions.get(f) else {
            return false;
        };
        if calls_back(&function.name) {
            return false;
        }
        if keeps_for_itself(module, f) {
            continue;
        }
        if function.is_declaration() {
            if !harmless(&function.name)
                && !allocates_none(&function.name)
                && !of_the_network(&function.name)
                && !of_mathematics(&function.name)
            {
                return false;
            }
            continue;
        }
        for (_, block) in function.blocks.iter() {
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Call {
                        callee: Callee::Direct(g),
                        args,
                        ..
                    } => {
                        if compares(module, *g, args).is_none() {
                            work.push(*g);
                        }
                        // Who gets a function may call it.
                        for a in args {
                            if let Operand::Func(h) = a.value {
                                work.push(h);
                            }
                        }
                    }
                    InstKind::Call { args, rets, .. } => {
                        let Some(list) = reached(f, inst.loc) else {
                            return false;
                        };
                        let of_type = |g: &FuncId| has_type(module, *g, args, rets);
                        work.extend(list.into_iter().filter(of_type));
                        for a in args {
                            if let Operand::Func(h) = a.value {
                                work.push(h);
                            }
                        }
                    }
                    InstKind::Unsupported { .. } => return false,
                    _ => {}
                }
            }
        }
    }
    true
}

/// Whether a call with these arguments and results can be of this function: of
/// another type it is undefined.
pub(super) fn has_type(module: &Module, g: FuncId, args: &[Arg], rets: &[Type]) -> bool {
    module.functions.get(g).is_none_or(|g| {
        let number = g.params.len() == args.len() || g.variadic && g.params.len() <= args.len();
        let kinds = g.params.iter().zip(args).all(|(p, a)| p.ty == a.ty);
        number && kinds && (rets.is_empty() || g.rets == rets)
    })
}

/// A function of the library that calls one that it was given, at another time
/// or in another thread.
pub(super) fn calls_back(name: &str) -> bool {
    matches!(
        name,
        "atexit"
            | "at_quick_exit"
            | "on_exit"
            | "__cxa_atexit"
            | "signal"
            | "bsd_signal"
            | "sysv_signal"
            | "sigaction"
            | "sigset"
            | "pthread_create"
            | "thrd_create"
            | "pthread_atfork"
    )
}

/// Functions of POSIX that talk to others: what they do to the program is what they
/// return and what they write where their arguments lead.
pub(super) fn of_the_network(name: &str) -> bool {
    const NAMES: [&str; 26] = [
        "accept",
        "accept4",
        "bind",
        "connect",
        "getpeername",
        "getsockname",
        "getsockopt",
        "htonl",
        "htons",
        "inet_addr",
        "inet_aton",
        "inet_pton",
        "listen",
        "ntohl",
        "ntohs",
        "poll",
        "recv",
        "recvfrom",
        "recvmsg",
        "select",
        "send",
        "sendmsg",
        "sendto",
        "setsockopt",
        "shutdown",
        "socket",
    ];
    NAMES.binary_search(&name).is_ok()
}

/// Functions of mathematics, and those that compilers call for complex numbers: they
/// return and write where their arguments lead. `lgamma` writes a variable, too.
pub(super) fn of_mathematics(name: &str) -> bool {
    let complex = |n: &str| {
        let op = n.strip_suffix("c3").and_then(|n| n.strip_prefix("__"));
        matches!(
            op,
            Some("divd" | "divs" | "divx" | "muld" | "muls" | "mulx")
        )
    };
    let known = ep_native::measure::mathematical(name) && !name.starts_with("lgamma");
    known || complex(name)
}

/// Functions of the library that have no model here and make no block that
/// lives: questions to the system, options, messages. What messages allocate
/// for a stream is the library's own, as with `printf`.
fn allocates_none(name: &str) -> bool {
    const NAMES: [&str; 52] = [
        "access",
        "alarm",
        "chdir",
        "chmod",
        "chown",
        "clearerr",
        "clock",
        "clock_gettime",
        "close",
        "drand48",
        "dup",
        "dup2",
        "err",
        "errx",
        "fabs",
        "feof",
        "ferror",
        "fileno",
        "fork",
        "fsync",
        "ftruncate",
        "getegid",
        "geteuid",
        "getgid",
        "getopt",
        "getpgrp",
        "getpid",
        "getppid",
        "gettimeofday",
        "getuid",
        "ioctl",
        "isatty",
        "kill",
        "lrand48",
        "lseek",
        "mkdir",
        "nanosleep",
        "random",
        "rmdir",
        "setgid",
        "setregid",
        "setreuid",
        "setuid",
        "sleep",
        "srand48",
        "srandom",
        "symlink",
        "umask",
        "unlink",
        "usleep",
        "waitpid",
        "warnx",
    ];
    NAMES.binary_search(&name).is_ok()
}

/// A function of the library, with a model, that makes no block of the program's
/// whatever its arguments are: streams, and ends of the program. What runs at
/// the end is told where it is registered ([`calls_back`]).
fn keeps_for_itself(module: &Module, f: FuncId) -> bool {
    const NAMES: [&str; 46] = [
        "_Exit",
        "_IO_getc",
        "_exit",
        "clearerr",
        "exit",
        "fclose",
        "feof",
        "ferror",
        "fflush",
        "fgetc",
        "fgetc_unlocked",
        "fgets",
        "fileno",
        "fopen",
        "fprintf",
        "fputc",
        "fputc_unlocked",
        "fputs",
        "fread",
        "fseek",
        "ftell",
        "fwrite",
        "getc",
        "getc_unlocked",
        "getchar",
        "getchar_unlocked",
        "perror",
        "printf",
        "putc",
        "putc_unlocked",
        "putchar",
        "putchar_unlocked",
        "puts",
        "quick_exit",
        "read",
        "rewind",
        "setbuf",
        "setvbuf",
        "snprintf",
        "sprintf",
        "ungetc",
        "vfprintf",
        "vprintf",
        "vsnprintf",
        "vsprintf",
        "write",
    ];
    const MORE: [&str; 24] = [
        "asctime",
        "asctime_r",
        "creat",
        "ctime",
        "ctime_r",
        "dprintf",
        "fcntl",
        "fgetpos",
        "fseeko",
        "fsetpos",
        "fstat",
        "ftello",
        "getenv",
        "gets",
        "lstat",
        "open",
        "rand",
        "rand_r",
        "remove",
        "srand",
        "stat",
        "time",
        "vdprintf",
        "warn",
    ];
    // Models have no file.
    let known = |f: &ep_ir::Function| {
        let name = f.name.as_str();
        NAMES.binary_search(&name).is_ok()
            || MORE.binary_search(&name).is_ok()
            || allocates_none(name)
    };
    (module.functions.get(f))
        .is_some_and(|x| known(x) && findings::place(module, f, x.loc).file.is_empty())
}

/// The function that a model of `qsort` and its kin is given to compare with:
/// they make no block of the program's by themselves (a copy of the array is the
/// library's own), and call nothing else.
pub(super) fn compares(module: &Module, f: FuncId, args: &[Arg]) -> Option<FuncId> {
    let g = module.functions.get(f)?;
    let given = match (g.name.as_str(), args) {
        ("qsort", [_, _, _, c]) | ("bsearch" | "lfind", [_, _, _, _, c]) => c,
        _ => return None,
    };
    // Models have no file; one of the program's own does what it likes.
    let model = g.is_declaration() || findings::place(module, f, g.loc).file.is_empty();
    match given.value {
        Operand::Func(c) if model => Some(c),
        _ => None,
    }
}

/// A function without a body here that makes no block.
pub(super) fn harmless(name: &str) -> bool {
    matches!(
        lookup(name),
        Some(
            Builtin::MakeSymbolic
                | Builtin::Range
                | Builtin::KleeInt
                | Builtin::Assume
                | Builtin::Assert
                | Builtin::Nothing
                | Builtin::Identity
                | Builtin::Zero
                | Builtin::IsReplay
                | Builtin::IsSymbolic
                | Builtin::Fixed
                | Builtin::SilentExit
                | Builtin::ReachError
                | Builtin::AssertFail
                | Builtin::Abort
                | Builtin::Nondet
                | Builtin::NondetBool
                | Builtin::Free
                | Builtin::Memcpy
                | Builtin::Memmove
                | Builtin::Memset
                | Builtin::Math
                | Builtin::MathError
                | Builtin::Clock
                | Builtin::Order
                | Builtin::Names
                | Builtin::Sequence
                | Builtin::AnyNumber
                | Builtin::MaxFailures
                | Builtin::MayFail
                | Builtin::Read
                | Builtin::Write
                | Builtin::Seek
                | Builtin::IsOpen
        )
    )
}
