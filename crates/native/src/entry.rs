//! The `main` that calls a chosen function with recorded parameters.
//!
//! It is a translation unit of its own that includes nothing, so that no
//! declaration of the user can clash with it.

use crate::program::ParamShape;
use std::fmt::Write;

/// Functions of one signature; as many as the explorer has.
pub(crate) const STUBS: usize = 8;

/// The C text of the wrapper. `name` must be a C identifier; `functions` is
/// what the functions behind its pointers return.
pub fn wrapper(
    name: &str,
    (params, variable): (&[ParamShape], Option<usize>),
    functions: &[String],
    result: Option<&str>,
) -> String {
    let mut c = String::from(
        "void ep_replay_parameter(unsigned, const char *, void *, __SIZE_TYPE__);\n\
         void *ep_replay_pointer(unsigned);\n\
         void ep_replay_functions(void *const *, unsigned, unsigned);\n\
         void ep_replay_returned(void *, __SIZE_TYPE__);\n\
         void *ep_replay_returned_pointer(void);\n",
    );
    stubs(&mut c, functions);
    let types: Vec<String> = params
        .iter()
        .enumerate()
        .map(|(i, p)| match p {
            ParamShape::Scalar { c_type, .. } => c_type.clone(),
            ParamShape::Buffer { .. } => "void *".into(),
            ParamShape::Aggregate { c_type } => {
                let _ = writeln!(c, "typedef {c_type} ep_replay_{i};");
                format!("ep_replay_{i}")
            }
        })
        .collect();
    let list = match variable {
        // The rest has the types of the values.
        Some(named) => {
            let named = types.iter().take(named).map(String::as_str);
            named.chain(["..."]).collect::<Vec<_>>().join(", ")
        }
        None if types.is_empty() => "void".to_string(),
        None => types.join(", "),
    };
    // The result is not looked at, but kept: a leak check must not count what
    // the caller is to free. Without a structure any type may come back in the
    // register of a pointer.
    let returns = match result {
        Some(c_type) => {
            let _ = writeln!(c, "typedef {c_type} ep_replay_result;");
            "ep_replay_result"
        }
        None => "void *",
    };
    let _ = writeln!(c, "{returns} {name}({list});");
    let _ = writeln!(c, "{returns} ep_replay_result_kept;");
    // The sanitizers name a module's constants after the symbols it exports;
    // with `main` alone they would clash with those of the user's `main.c`.
    c.push_str("int ep_replay_wrapper = 1;\n");
    c.push_str("int main(void) {\n");
    if !functions.is_empty() {
        let n = functions.len();
        let _ = writeln!(c, "  ep_replay_functions(functions, {STUBS}, {n});");
    }
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
                // The runtime keeps it reachable, so that a leak check speaks of
                // the program only.
                let _ = writeln!(c, "  void *p{i} = ep_replay_pointer({i});");
                call.push(format!("p{i}"));
            }
            ParamShape::Aggregate { .. } => {
                // The object need not be aligned as the type is.
                let _ = writeln!(
                    c,
                    "  ep_replay_{i} p{i};\n  __builtin_memcpy(&p{i}, ep_replay_pointer({i}), sizeof p{i});"
                );
                call.push(format!("p{i}"));
            }
        }
    }
    let _ = writeln!(
        c,
        "  ep_replay_result_kept = {name}({});\n  return 0;\n}}",
        call.join(", ")
    );
    c
}

/// Functions that return what was recorded. Their parameters are not looked at,
/// so the sanitizer's check of the callee's type is left out.
pub(crate) fn stubs(c: &mut String, functions: &[String]) {
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
                "void *" => "return ep_replay_returned_pointer();".to_string(),
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
