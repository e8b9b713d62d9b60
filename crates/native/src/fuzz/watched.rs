//! Wrappers that record what functions outside the model return, so that a run
//! along the same input can go on with the result (document 003, page 70: "if
//! a symbolic value is not available, we can switch to a concrete one").
//!
//! A wrapper takes the place of a function of any type: it keeps the return
//! address aside, puts its own in its place, and jumps; arguments stay where
//! they are. For x86-64 and one thread. Effects on memory are not recorded.

use std::fmt::Write;

/// The assembly of the wrappers, as a C file.
pub(crate) fn text(names: &[String]) -> String {
    let mut c = String::from("__asm__(\n\".text\\n\"\n");
    // Inline assembly is recorded where it stands.
    let functions = names.iter().enumerate().filter(|(_, n)| can_watch(n));
    for (i, name) in functions {
        let lines = [
            format!(".globl ep_watched_{name}"),
            format!(".type ep_watched_{name}, @function"),
            format!("ep_watched_{name}:"),
            "movq ep_fuzz_shadow@GOTPCREL(%rip), %r10".into(),
            "movq (%r10), %r11".into(),
            "addq $8, (%r10)".into(),
            "popq (%r11)".into(),
            "leaq 1f(%rip), %r11".into(),
            "pushq %r11".into(),
            format!("jmp {name}@PLT"),
            "1: subq $8, %rsp".into(),
            "pushq %rax".into(),
            "pushq %rdx".into(),
            "subq $24, %rsp".into(),
            "movsd %xmm0, (%rsp)".into(),
            format!("movl ${i}, %edi"),
            "movq %rax, %rsi".into(),
            "movq (%rsp), %rdx".into(),
            "call ep_fuzz_result@PLT".into(),
            "movsd (%rsp), %xmm0".into(),
            "addq $24, %rsp".into(),
            "popq %rdx".into(),
            "popq %rax".into(),
            "movq ep_fuzz_shadow@GOTPCREL(%rip), %r10".into(),
            "subq $8, (%r10)".into(),
            "movq (%r10), %r11".into(),
            "movq (%r11), %r11".into(),
            "movq %r11, (%rsp)".into(),
            "ret".into(),
        ];
        for line in lines {
            let _ = writeln!(c, "\"{line}\\n\"");
        }
    }
    c.push_str(");\n");
    c
}

/// What inline assembly is called among the watched functions.
pub const ASSEMBLY: &str = "inline assembly";

/// Whether a function can be wrapped: its name is an identifier, and it
/// returns once to where it was called.
pub fn can_watch(name: &str) -> bool {
    let identifier =
        name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.is_empty();
    let twice = [
        "setjmp",
        "_setjmp",
        "sigsetjmp",
        "__sigsetjmp",
        "vfork",
        "fork",
        "longjmp",
    ];
    identifier
        && !name.starts_with("__asan")
        && !name.starts_with("__ubsan")
        && !twice.contains(&name)
}
