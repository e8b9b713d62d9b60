//! The `main` that calls a chosen function with recorded parameters.
//!
//! It is a translation unit of its own that includes nothing, so that no
//! declaration of the user can clash with it.

use crate::program::ParamShape;
use std::fmt::Write;

/// The C text of the wrapper. `name` must be a C identifier.
pub fn wrapper(name: &str, params: &[ParamShape]) -> String {
    let mut c = String::from(
        "void ep_replay_parameter(unsigned, const char *, void *, __SIZE_TYPE__);\n\
         void *ep_replay_buffer(unsigned);\n",
    );
    let types: Vec<&str> = params
        .iter()
        .map(|p| match p {
            ParamShape::Scalar { c_type, .. } => c_type.as_str(),
            ParamShape::Buffer { .. } => "void *",
        })
        .collect();
    let list = if types.is_empty() {
        "void".to_string()
    } else {
        types.join(", ")
    };
    // The result is not looked at; an aggregate result would need a hidden
    // parameter, and such entries are refused before they get here.
    let _ = writeln!(c, "int {name}({list});");
    // The sanitizers name a module's constants after the symbols it exports;
    // with `main` alone they would clash with those of the user's `main.c`.
    c.push_str("int ep_replay_wrapper = 1;\n");
    // Buffers stay reachable, so that a leak check speaks of the program only.
    let _ = writeln!(c, "static void *buffers[{}];", params.len().max(1));
    c.push_str("int main(void) {\n  (void)buffers;\n");
    let mut call = Vec::new();
    for (i, p) in params.iter().enumerate() {
        match p {
            ParamShape::Scalar { c_type, .. } => {
                let _ = writeln!(
                    c,
                    "  {c_type} p{i};\n  ep_replay_parameter({i}, \"parameter {i}\", &p{i}, sizeof p{i});"
                );
                call.push(format!("p{i}"));
            }
            ParamShape::Buffer { .. } => {
                let _ = writeln!(c, "  buffers[{i}] = ep_replay_buffer({i});");
                call.push(format!("buffers[{i}]"));
            }
        }
    }
    let _ = writeln!(c, "  {name}({});\n  return 0;\n}}", call.join(", "));
    c
}
