//! Which functions Everypath provides, by name.
//!
//! One table for all that run a program: the symbolic machine, the summaries of the
//! memory analysis, the formulas of state machines and the reference interpreter. What
//! a name does in a mode is said there; that two modes read one name as two things is
//! what a table each had led to. Alternative: attributes in the models' C, which names
//! that no model has (`klee_…`, `__VERIFIER_…`) would not get. Cost: one look per
//! function of a program.

use ep_harness::nondet;

/// What a builtin does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// `klee_make_symbolic(addr, size, name)`, `ep_symbolic` alike.
    MakeSymbolic,
    /// `klee_range(begin, end, name)`.
    Range,
    /// `klee_int(name)`.
    KleeInt,
    /// The path goes on only where the argument is not zero.
    Assume,
    /// A violation where the argument is zero.
    Assert,
    /// `ep_invariant(e)`: see `bmc`.
    Invariant,
    /// `__CPROVER_r_ok(p, n)`, `__CPROVER_w_ok(p, n)`.
    ReadOk,
    WriteOk,
    /// The clauses of a contract: see the machine's `contract`.
    Clause,
    Requires,
    Ensures,
    Assigns,
    Fresh,
    Result,
    OldBegin,
    OldEnd,
    /// Ends the path without a finding.
    SilentExit,
    /// No effect.
    Nothing,
    /// No effect, returns its first argument.
    Identity,
    /// Returns zero.
    Zero,
    /// `klee_is_replay()`: zero where inputs are symbols.
    IsReplay,
    IsSymbolic,
    /// `__ep_fixed(value)`: the value that the followed input makes; where
    /// none is followed, the value itself.
    Fixed,
    /// `klee_check_memory_access(addr, size)`.
    CheckAccess,
    /// `klee_define_fixed_object`, which is not modelled.
    FixedObject,
    /// `klee_get_value_*`: one value, the others live on in other states.
    GetValue,
    /// `klee_report_error(file, line, message, suffix)`.
    ReportError,
    /// `reach_error`, `__VERIFIER_error`.
    ReachError,
    /// `__assert_fail(expression, file, line, function)`.
    AssertFail,
    Abort,
    Exit,
    Nondet,
    NondetBool,
    /// `__VERIFIER_nondet_memory(address, size)`.
    NondetMemory,
    Malloc,
    Calloc,
    Realloc,
    Free,
    AlignedAlloc,
    PosixMemalign,
    Memcpy,
    Memmove,
    Memset,
    Read,
    Write,
    /// `__ep_open(path)`: the descriptor of the input file.
    Open,
    /// `__ep_assume_no_other_file()`.
    NoOtherFile,
    /// `__ep_assume_folder(inside)`.
    Folder,
    /// `__ep_optional_arguments(group, &least, &most)`.
    OptionalArguments,
    /// `__ep_keep_arguments(group, count)`.
    KeepArguments,
    /// `__ep_seek(descriptor, offset, whence)`.
    Seek,
    /// `__ep_variable(name)`: a variable of the environment that is the input.
    Variable,
    Unsupported,
    Getenv,
    /// `__ep_math(function, x, y)`.
    Math,
    /// `__ep_math_error(function, x, y)`.
    MathError,
    /// `__ep_assume_clock()`.
    Clock,
    /// `__ep_assume_order()`.
    Order,
    /// `__ep_any_number(what, least, most)`.
    AnyNumber,
    /// `__ep_some_value(value)`.
    SomeValue,
    /// `__ep_max_failures()`.
    MaxFailures,
    /// `__ep_may_fail()`.
    MayFail,
    /// `__ep_is_open()`.
    IsOpen,
    /// `__ep_surrounding(what, least, most)`.
    Surrounding,
    /// `__ep_read_any(to, size)`.
    ReadAny,
    /// `__ep_any_file(name, size)`.
    AnyFile,
    /// `__ep_any_variable(name, present)`.
    AnyVariable,
    /// `__ep_assume_sequence()`.
    Sequence,
    /// `__ep_assume_names()`.
    Names,
    /// `__ep_outside(argument, address)`.
    Outside,
    /// `__ep_outside_leads(address, argument, …, null)`.
    OutsideLeads,
    /// `__ep_outside_result(name, bytes)`.
    OutsideResult,
}

/// The function of the library's models that makes the blocks which the library
/// keeps for itself: they are none of the program's.
pub const OWN_BLOCK: &str = "__ep_own_block";

/// The builtin of this name.
pub fn lookup(name: &str) -> Option<Builtin> {
    use Builtin as B;
    Some(match name {
        "klee_make_symbolic" | "ep_symbolic" => B::MakeSymbolic,
        "klee_range" => B::Range,
        "klee_int" => B::KleeInt,
        "klee_assume" | "ep_assume" | "__VERIFIER_assume" | "assume_abort_if_not" => B::Assume,
        // Without its header, `assert` is a call of an undeclared function.
        "ep_assert" | "__CPROVER_assert" | "__ESBMC_assert" | "__VERIFIER_assert" | "assert" => {
            B::Assert
        }
        "__CPROVER_assume" | "__ESBMC_assume" => B::Assume,
        "__ep_invariant" => B::Invariant,
        "__ep_clause" => B::Clause,
        "__ep_requires" => B::Requires,
        "__ep_ensures" => B::Ensures,
        "__ep_assigns" => B::Assigns,
        "ep_fresh" => B::Fresh,
        "__ep_result" => B::Result,
        "__ep_old_begin" => B::OldBegin,
        "__ep_old_end" => B::OldEnd,
        "__CPROVER_r_ok" | "__CPROVER_rw_ok" => B::ReadOk,
        "__CPROVER_w_ok" => B::WriteOk,
        "__ep_outside" => B::Outside,
        "__ep_outside_result" => B::OutsideResult,
        "__ep_outside_leads" => B::OutsideLeads,
        "klee_silent_exit" => B::SilentExit,
        "klee_prefer_cex"
        | "klee_posix_prefer_cex"
        | "everypath.charge"
        | "klee_warning"
        | "klee_warning_once"
        | "klee_print_expr"
        | "klee_print_range"
        | "klee_open_merge"
        | "klee_close_merge"
        | "klee_set_forking"
        | "klee_stack_trace"
        | "klee_mark_global"
        | "klee_alias_function"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end" => B::Nothing,
        "klee_get_errno" => B::Zero,
        "klee_is_replay" => B::IsReplay,
        "klee_is_symbolic" => B::IsSymbolic,
        "__ep_fixed" => B::Fixed,
        "klee_check_memory_access" => B::CheckAccess,
        "klee_define_fixed_object" => B::FixedObject,
        "klee_report_error" => B::ReportError,
        "klee_abort" | "abort" | "__ep_abort" => B::Abort,
        "reach_error" | "__VERIFIER_error" => B::ReachError,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => B::AssertFail,
        "exit" | "_exit" | "_Exit" | "quick_exit" => B::Exit,
        "malloc" => B::Malloc,
        "calloc" => B::Calloc,
        "realloc" => B::Realloc,
        "free" | "cfree" => B::Free,
        "aligned_alloc" | "memalign" => B::AlignedAlloc,
        "posix_memalign" => B::PosixMemalign,
        "memcpy" | "__memcpy_chk" => B::Memcpy,
        "memmove" | "__memmove_chk" => B::Memmove,
        "memset" | "__memset_chk" => B::Memset,
        "__ep_read" => B::Read,
        "__ep_open" => B::Open,
        "__ep_assume_no_other_file" => B::NoOtherFile,
        "__ep_assume_folder" => B::Folder,
        "__ep_optional_arguments" => B::OptionalArguments,
        "__ep_keep_arguments" => B::KeepArguments,
        "__ep_seek" => B::Seek,
        "__ep_variable" => B::Variable,
        "__ep_write" => B::Write,
        "__ep_unsupported" => B::Unsupported,
        "getenv" => B::Getenv,
        "__ep_math" => B::Math,
        "__ep_math_error" => B::MathError,
        "__ep_assume_clock" => B::Clock,
        "__ep_assume_order" => B::Order,
        "__ep_any_number" => B::AnyNumber,
        "__ep_some_value" => B::SomeValue,
        "__ep_max_failures" => B::MaxFailures,
        "__ep_may_fail" => B::MayFail,
        "__ep_is_open" => B::IsOpen,
        "__ep_surrounding" => B::Surrounding,
        "__ep_read_any" => B::ReadAny,
        "__ep_any_file" => B::AnyFile,
        "__ep_any_variable" => B::AnyVariable,
        "__ep_assume_sequence" => B::Sequence,
        "__ep_assume_names" => B::Names,
        _ if matches!(nondet::suffix(name), Some("bool" | "_Bool")) => B::NondetBool,
        _ if nondet::suffix(name) == Some("memory") => B::NondetMemory,
        _ if nondet::suffix(name).is_some() => B::Nondet,
        _ if name.starts_with("klee_get_value") => B::GetValue,
        _ => return None,
    })
}

/// Harness functions whose own definition, if there is one, is a stub for
/// native runs.
pub fn overrides_body(name: &str) -> bool {
    matches!(
        name,
        "reach_error" | "__VERIFIER_error" | "assume_abort_if_not" | "__VERIFIER_assume"
    ) || gives_input(name)
}

/// Whether this is one of them that has no other body natively.
pub fn gives_input(name: &str) -> bool {
    name.starts_with("klee_") || name.starts_with("__VERIFIER_nondet_")
}
