//! Does a report of the native run show the predicted kind of error?
//!
//! One table, [`fits`], from kinds to the words of the sanitizers. Where a
//! sanitizer cannot tell two kinds apart (any fault is a `SEGV`), the access,
//! the address and, in any case, the line decide.

use crate::sanitizer::{Access, Report, Tool};
use ep_base::outcome::ErrorKind;
use ep_base::words::count;

/// The part of the address space below which a fault is a null dereference:
/// what a field offset or a small index adds to null.
const NULL_ZONE: u64 = 1 << 20;

/// What else the run said, beside the report.
pub struct Context<'a> {
    /// The program's standard error.
    pub stderr: &'a str,
    /// The line that the replay runtime left.
    pub replay: &'a str,
    /// An earlier report of this run said `division of … cannot be represented`.
    pub division_overflow: bool,
}

/// Whether `report` is of kind `kind`.
pub fn fits(kind: ErrorKind, report: &Report, context: &Context) -> bool {
    let what = report.what.as_str();
    match report.tool {
        Tool::Address if report.check.is_some() => {
            report.check.is_some_and(|check| trapped_as(kind, check))
        }
        Tool::Address => address(kind, what, report, context),
        Tool::Undefined => undefined(kind, what),
        Tool::Memory => {
            kind == ErrorKind::UninitialisedRead && what == "use-of-uninitialized-value"
        }
        Tool::Leak => matches!(kind, ErrorKind::Leak | ErrorKind::UnfreedMemory),
    }
}

fn address(kind: ErrorKind, what: &str, report: &Report, context: &Context) -> bool {
    use ErrorKind::*;
    let fault = matches!(what, "SEGV" | "BUS");
    let near_null = report.address.is_some_and(|a| a < NULL_ZONE);
    let overflow = what.ends_with("-buffer-overflow")
        || what.ends_with("-buffer-underflow")
        || matches!(what, "unknown-crash" | "wild-addr" | "container-overflow");
    let not_a = |access| report.access != Some(access);
    let aborted = what == "ABRT";
    let trapped = matches!(what, "ILL" | "TRAP");
    match kind {
        OutOfBoundsRead => {
            (overflow || fault && !near_null) && not_a(Access::Write)
                || what == "negative-size-param"
        }
        OutOfBoundsWrite => {
            (overflow || fault && !near_null) && not_a(Access::Read)
                || what == "negative-size-param"
        }
        NullDereference => fault && near_null,
        UseAfterFree => what == "heap-use-after-free",
        UseAfterReturn => matches!(what, "stack-use-after-return" | "stack-use-after-scope"),
        DoubleFree => what == "attempting double-free",
        InvalidFree => {
            matches!(
                what,
                "attempting free on address which was not malloc()-ed"
                    | "alloc-dealloc-mismatch"
                    | "bad-free"
            ) || fault
        }
        DivisionByZero => what == "FPE" && !context.division_overflow,
        AssertionFailure => {
            aborted
                && (context.stderr.contains("Assertion `") || context.replay.starts_with("error:"))
        }
        Abort => aborted || trapped,
        ReachedUnreachable => trapped,
        WildCall => fault,
        UnboundedRecursion => what == "stack-overflow",
        WildPointer => fault || overflow,
        ReadOnlyWrite => fault && !near_null && not_a(Access::Read),
        InvalidArgument => {
            what.ends_with("-param-overlap")
                || matches!(
                    what,
                    "negative-size-param"
                        | "calloc-overflow"
                        | "allocation-size-too-big"
                        | "reallocarray-overflow"
                )
        }
        Leak | UnfreedMemory | UninitialisedRead | SignedOverflow | OversizedShift
        | FloatCastOverflow => false,
    }
}

/// Whether a trap of this check is an error of this kind. Bitcode that was made
/// for us holds its checks as traps; no sanitizer can be asked to report them
/// any more. One check of a division stands for a zero and for an overflow.
/// Numbers of clang's `SanitizerHandler`, as of LLVM 19.
fn trapped_as(kind: ErrorKind, check: u8) -> bool {
    use ErrorKind::*;
    match check {
        0 | 12 | 13 | 21 => kind == SignedOverflow,
        1 | 11 => kind == ReachedUnreachable,
        3 => matches!(kind, DivisionByZero | SignedOverflow),
        5 => kind == FloatCastOverflow,
        8 | 14..=17 | 24 => kind == InvalidArgument,
        18 => matches!(kind, OutOfBoundsRead | OutOfBoundsWrite),
        // Amount and value have one check.
        20 => matches!(kind, OversizedShift | SignedOverflow),
        _ => kind == Abort,
    }
}

/// What the check with this number looks at.
fn check_name(check: u8) -> &'static str {
    match check {
        0 | 12 | 13 | 21 => "signed overflow",
        1 | 11 => "unreachable code",
        3 => "division",
        5 => "conversion of a floating-point number",
        8 | 14..=17 | 24 => "an argument",
        18 => "array bounds",
        20 => "shift",
        _ => "undefined behaviour",
    }
}

fn undefined(kind: ErrorKind, what: &str) -> bool {
    use ErrorKind::*;
    let starts = |words: &[&str]| words.iter().any(|w| what.starts_with(w));
    match kind {
        SignedOverflow => starts(&[
            "signed integer overflow",
            "negation of",
            "division of",
            "left shift of",
        ]),
        OversizedShift => starts(&["shift exponent"]),
        DivisionByZero => what == "division by zero",
        OutOfBoundsRead | OutOfBoundsWrite => {
            what.starts_with("index ") && what.contains("out of bounds for type")
        }
        ReachedUnreachable => what.starts_with("execution reached"),
        FloatCastOverflow => what.contains("is outside the range of representable values"),
        WildCall => what.starts_with("call to function"),
        InvalidArgument => starts(&[
            "passing zero to",
            "variable length array bound",
            "null pointer",
        ]),
        NullDereference => what.starts_with("null pointer"),
        _ => false,
    }
}

/// The report in a few words.
pub fn words(report: &Report) -> String {
    if let Some(check) = report.check {
        return format!("trap of the check for {}", check_name(check));
    }
    let access = match report.access {
        Some(Access::Read) => "read",
        Some(Access::Write) => "write",
        None => "",
    };
    match (access, report.size) {
        ("", Some(n)) if report.tool == Tool::Leak => format!("leak of {}", count(n, "byte")),
        ("", _) => report.what.clone(),
        (a, Some(n)) => format!("{} ({a} of {})", report.what, count(n, "byte")),
        (a, None) => format!("{} ({a})", report.what),
    }
}
