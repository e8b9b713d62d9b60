//! The generated files that call an entry natively.
//!
//! Each is a translation unit of its own that includes nothing, so that no declaration
//! of the user can clash with it. What they share is written here: how the entry is
//! declared, how recorded parameters are fetched, and the functions behind pointers.

pub mod fuzzed;
pub mod given;
pub mod measured;
pub mod replay;
pub mod sized;

use crate::signature::{declared, ParamShape, Signature, RESULT};
use crate::types::POINTER;
use std::fmt::Write;

/// Functions of one signature; as many as the explorer has.
pub const STUBS: usize = 8;

/// What the runtime gives to a file that fetches parameters.
const RUNTIME: &str = "\
void ep_replay_parameter(unsigned, const char *, void *, __SIZE_TYPE__);
void *ep_replay_pointer(unsigned);
void ep_replay_functions(void *const *, unsigned, unsigned);
void ep_replay_returned(void *, __SIZE_TYPE__);
void *ep_replay_returned_pointer(void);
";

/// Declares the entry `name`, room for its parameters and its result, and what its
/// pointers to functions may lead to.
///
/// The result is not looked at, but kept: a leak check must not count what the caller
/// is to free. Without a structure any type may come back in the register of a pointer.
fn declarations(c: &mut String, name: &str, s: &Signature) {
    c.push_str(RUNTIME);
    stubs(c, &s.functions);
    c.push_str(&s.typedefs());
    let returns = s.result.as_ref().map_or(POINTER, |_| RESULT);
    let _ = writeln!(
        c,
        "{}({});\n{};",
        declared(returns, name),
        s.list(),
        declared(returns, "ep_replay_result_kept")
    );
    for (i, ty) in s.types().iter().enumerate() {
        let _ = writeln!(c, "static {};", declared(ty, &format!("p{i}")));
    }
}

/// The call, as a statement.
fn call(name: &str, s: &Signature) -> String {
    let arguments: Vec<String> = (0..s.params.len()).map(|i| format!("p{i}")).collect();
    format!("ep_replay_result_kept = {name}({});", arguments.join(", "))
}

/// Statements that fetch what was recorded.
fn fetched(c: &mut String, s: &Signature) {
    if !s.functions.is_empty() {
        let n = s.functions.len();
        let _ = writeln!(c, "  ep_replay_functions(functions, {STUBS}, {n});");
    }
    for (i, p) in s.params.iter().enumerate() {
        let _ = match p {
            ParamShape::Scalar { .. } => writeln!(
                c,
                "  ep_replay_parameter({i}, \"parameter {i}\", &p{i}, sizeof p{i});"
            ),
            // The runtime keeps it reachable, so that a leak check speaks of the
            // program only.
            ParamShape::Buffer { .. } => writeln!(c, "  p{i} = ep_replay_pointer({i});"),
            // The object need not be aligned as the type is.
            ParamShape::Aggregate { .. } => writeln!(
                c,
                "  __builtin_memcpy(&p{i}, ep_replay_pointer({i}), sizeof p{i});"
            ),
        };
    }
}

/// Functions that return what was recorded. Their parameters are not looked at,
/// so the sanitizer's check of the callee's type is left out.
fn stubs(c: &mut String, functions: &[String]) {
    if functions.is_empty() {
        return;
    }
    let mut table = Vec::new();
    for (k, ty) in functions.iter().enumerate() {
        for i in 0..STUBS {
            if ty.is_empty() {
                table.push("0".to_string());
                continue;
            }
            let body = match ty.as_str() {
                "void" => "ep_replay_returned(0, 0);".to_string(),
                POINTER => "return ep_replay_returned_pointer();".to_string(),
                ty => format!("{ty} r = 0; ep_replay_returned(&r, sizeof r); return r;"),
            };
            let _ = writeln!(
                c,
                "__attribute__((no_sanitize(\"function\"))) static {ty} function_{k}_{i}() {{ {body} }}"
            );
            table.push(format!("(void *)function_{k}_{i}"));
        }
    }
    let _ = writeln!(
        c,
        "static void *const functions[] = {{{}}};",
        table.join(", ")
    );
}
