//! The `main` of the measured programs: inputs are fetched on the ordinary
//! stack, the entry is called on the one that is measured.

use crate::entry::stubs;
use crate::machine::{Code, Target};
use crate::program::{Entry, ParamShape};
use std::fmt::Write;

/// Who calls the entry.
const CALLER: &str = "ep_measure_call";

/// The symbol of the entry in the linked program.
pub fn symbol(entry: &Entry) -> String {
    match entry {
        Entry::Main => "ep_user_main".into(),
        Entry::Function { name, .. } if name == "main" => "ep_user_main".into(),
        Entry::Function { name, .. } => name.clone(),
    }
}

/// How deep the caller's frame goes before the entry's return address.
pub fn depth(code: &Code, entry: &Entry) -> Option<u64> {
    let wanted = symbol(entry);
    let [caller] = code.named(CALLER) else {
        return None;
    };
    let caller = code.get(*caller)?;
    let call = caller.calls.iter().find(|c| match &c.target {
        Target::Known(f) => code.named(&wanted).contains(f),
        Target::Library(n) => *n == wanted,
        _ => false,
    })?;
    // The caller's own return address is below where the runtime stands, the
    // entry's is part of what is measured: one for the other.
    Some(call.depth.fixed).filter(|_| !call.depth.variable)
}

/// The C text.
pub fn text(entry: &Entry) -> String {
    let mut c = String::from(
        "void ep_replay_parameter(unsigned, const char *, void *, __SIZE_TYPE__);\n\
         void *ep_replay_pointer(unsigned);\n\
         void ep_replay_load(void);\n\
         void ep_replay_functions(void *const *, unsigned, unsigned);\n\
         void ep_replay_returned(void *, __SIZE_TYPE__);\n\
         void *ep_replay_returned_pointer(void);\n\
         void ep_measure_run(void (*)(void));\n",
    );
    let Entry::Function {
        name,
        params,
        variable,
        functions,
        result,
    } = entry
    else {
        c.push_str(MAIN);
        return c;
    };
    let name = if name == "main" { "ep_user_main" } else { name };
    stubs(&mut c, functions);
    let types: Vec<String> = (params.iter().enumerate())
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
        Some(named) => {
            let named = types.iter().take(*named).map(String::as_str);
            named.chain(["..."]).collect::<Vec<_>>().join(", ")
        }
        None if types.is_empty() => "void".to_string(),
        None => types.join(", "),
    };
    let returns = match result {
        Some(c_type) => {
            let _ = writeln!(c, "typedef {c_type} ep_replay_result;");
            "ep_replay_result"
        }
        None => "void *",
    };
    let _ = writeln!(
        c,
        "{returns} {name}({list});\n{returns} ep_replay_result_kept;"
    );
    for (i, t) in types.iter().enumerate() {
        let _ = writeln!(c, "static {t} p{i};");
    }
    let call: Vec<String> = (0..types.len()).map(|i| format!("p{i}")).collect();
    let _ = writeln!(
        c,
        "void {CALLER}(void) {{ ep_replay_result_kept = {name}({}); }}",
        call.join(", ")
    );
    c.push_str("int main(void) {\n  ep_replay_load();\n");
    if !functions.is_empty() {
        let _ = writeln!(
            c,
            "  ep_replay_functions(functions, {}, {});",
            crate::entry::STUBS,
            functions.len()
        );
    }
    for (i, p) in params.iter().enumerate() {
        let _ = match p {
            ParamShape::Scalar { .. } => writeln!(
                c,
                "  ep_replay_parameter({i}, \"parameter {i}\", &p{i}, sizeof p{i});"
            ),
            ParamShape::Buffer { .. } => writeln!(c, "  p{i} = ep_replay_pointer({i});"),
            ParamShape::Aggregate { .. } => writeln!(
                c,
                "  __builtin_memcpy(&p{i}, ep_replay_pointer({i}), sizeof p{i});"
            ),
        };
    }
    let _ = writeln!(c, "  ep_measure_run({CALLER});\n  return 0;\n}}");
    c
}

const MAIN: &str = "\
int ep_user_main(int, char **, char **);
static int ep_argc, ep_result;
static char **ep_argv, **ep_envp;
void ep_measure_call(void) { ep_result = ep_user_main(ep_argc, ep_argv, ep_envp); }
int main(int argc, char **argv, char **envp) {
  ep_argc = argc;
  ep_argv = argv;
  ep_envp = envp;
  ep_replay_load();
  ep_measure_run(ep_measure_call);
  return ep_result;
}
";
