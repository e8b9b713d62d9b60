//! Heap and stack at one time, in a third program.
//!
//! Idea: the highest sum of both lies where blocks live and a call goes deep, and only
//! the calls that make or free blocks change one of them. So these calls come through
//! thunks (`--wrap`) that look at the paint before and after the real one, on another
//! stack and with nothing in between: the real call goes as deep as in the painted
//! program, and what it takes counts together with the block that it makes. Source:
//! GNU ld, `--wrap`. Alternative: to look at the caller's depth when blocks are
//! counted, which leaves the allocator's own frames out. Cost: a link, a run, and for
//! each of these calls a look at the paint below the caller.
//!
//! What must never happen: a sum that no moment had. What the stack reached between
//! two calls is added to the blocks that lived then, and never to later ones.

use std::fmt::Write;

/// The program's calls that hand out blocks.
pub(super) const ALLOCATING: [&str; 14] = [
    "malloc",
    "calloc",
    "realloc",
    "memalign",
    "aligned_alloc",
    "valloc",
    "posix_memalign",
    "reallocarray",
    "strdup",
    "strndup",
    "getline",
    "getdelim",
    "asprintf",
    "vasprintf",
];

/// The functions, in the order of the runtime's list: those that hand out blocks, and
/// the one that takes them back.
pub(super) fn watched() -> impl Iterator<Item = &'static str> {
    ALLOCATING.into_iter().chain(["free"])
}

/// Registers that hold arguments, and the number of vector registers in use.
const KEPT: [&str; 7] = ["rdi", "rsi", "rdx", "rcx", "r8", "r9", "rax"];

/// The thunks, as C with assembly. A thread or a handler on another stack calls the
/// function as it is.
pub(super) fn thunks(m32: bool) -> String {
    let mut c = String::new();
    for (k, n) in watched().enumerate() {
        let s = match m32 {
            true => narrow(k, n),
            false => wide(k, n),
        };
        let _ = writeln!(c, "__asm__({s:?});");
    }
    c
}

fn wide(k: usize, n: &str) -> String {
    let mut s = format!(
        ".text\n.globl __wrap_{n}\n.type __wrap_{n},@function\n__wrap_{n}:\n\
         cmpq ep_measure_low(%rip), %rsp\njb 1f\ncmpq ep_measure_high(%rip), %rsp\njae 1f\n\
         cmpl $0, ep_both_inside(%rip)\njne 1f\n"
    );
    for (i, r) in KEPT.iter().enumerate() {
        let _ = writeln!(s, "movq %{r}, ep_both_args+{}(%rip)", 8 * i);
    }
    let _ = write!(
        s,
        "popq ep_both_ra(%rip)\nmovq %rsp, ep_both_sp(%rip)\n\
         movq ep_measure_other(%rip), %rsp\nmovl ${k}, %edi\ncall ep_both_before\n\
         movq ep_both_sp(%rip), %rsp\n"
    );
    for (i, r) in KEPT.iter().enumerate() {
        let _ = writeln!(s, "movq ep_both_args+{}(%rip), %{r}", 8 * i);
    }
    let _ = write!(
        s,
        "call __real_{n}\nmovq %rax, ep_both_result(%rip)\n\
         movq ep_measure_other(%rip), %rsp\nmovl ${k}, %edi\ncall ep_both_after\n\
         movq ep_both_sp(%rip), %rsp\nmovq ep_both_result(%rip), %rax\n\
         pushq ep_both_ra(%rip)\nret\n\
         1: jmp __real_{n}\n.size __wrap_{n}, .-__wrap_{n}\n"
    );
    s
}

fn narrow(k: usize, n: &str) -> String {
    format!(
        ".text\n.globl __wrap_{n}\n.type __wrap_{n},@function\n__wrap_{n}:\n\
         cmpl ep_measure_low, %esp\njb 1f\ncmpl ep_measure_high, %esp\njae 1f\n\
         cmpl $0, ep_both_inside\njne 1f\n\
         popl ep_both_ra\nmovl %esp, ep_both_sp\n\
         movl ep_measure_other, %esp\nsubl $12, %esp\npushl ${k}\ncall ep_both_before\n\
         movl ep_both_sp, %esp\ncall __real_{n}\nmovl %eax, ep_both_result\n\
         movl ep_measure_other, %esp\nsubl $12, %esp\npushl ${k}\ncall ep_both_after\n\
         movl ep_both_sp, %esp\nmovl ep_both_result, %eax\npushl ep_both_ra\nret\n\
         1: jmp __real_{n}\n.size __wrap_{n}, .-__wrap_{n}\n"
    )
}
