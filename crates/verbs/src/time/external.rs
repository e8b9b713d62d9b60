//! `--external havoc`: functions without a body come back with any result.
//!
//! Idea: each gets a body in C that reads its result as an input
//! (`__VERIFIER_nondet_…`) and writes nothing. So the proofs, the interpreter
//! and the native build see one program, and a run that never ends is replayed
//! with its results. `assume` without a body is what suites call
//! `__VERIFIER_assume`. What must never happen: it is done silently; each
//! function is told among the assumptions. Left undefined: functions that
//! return addresses or take structures by value. Cost: the program is read once
//! more.

use crate::program::bodiless::{called, Signature};
use ep_base::time::Assumption;
use ep_base::Diagnostic;
use ep_ir::{Module, Type};
use std::path::{Path, PathBuf};

/// The functions that get a body, and the file that has them.
pub struct External {
    pub file: PathBuf,
    pub assumptions: Vec<Assumption>,
}

/// Writes bodies for what the program calls and does not have; none where there
/// is nothing of the kind.
///
/// # Errors
/// The file cannot be written.
pub fn bodies(module: &Module, scratch: &Path) -> Result<Option<External>, Diagnostic> {
    let mut text = String::new();
    let mut assumptions = Vec::new();
    for (f, signature) in called(module, &ep_bounds::time::is_known) {
        let name = &module.functions[f].name;
        let Some(body) = body(name, &signature) else {
            continue;
        };
        text.push_str(&body);
        let what = match name.as_str() {
            _ if signature.ends => "it does not return, and the program ends there",
            "assume" => "runs in which its argument is 0 are not looked at",
            _ => "it comes back with any result and writes nothing",
        };
        assumptions.push(Assumption {
            text: format!("{name} has no body: {what}"),
            place: Default::default(),
        });
    }
    if text.is_empty() {
        return Ok(None);
    }
    let file = scratch.join("external.c");
    std::fs::write(&file, text).map_err(|e| {
        Diagnostic::surroundings(format!("cannot write bodies of external functions: {e}"))
            .at(file.display().to_string())
            .help("set TMPDIR to a folder with room")
    })?;
    Ok(Some(External { file, assumptions }))
}

/// The C type of a value, and the suffix of the function that reads one.
fn written(ty: Type) -> Option<(&'static str, &'static str)> {
    Some(match ty {
        Type::Int(8) => ("unsigned char", "uchar"),
        Type::Int(16) => ("unsigned short", "ushort"),
        Type::Int(32) => ("unsigned int", "uint"),
        Type::Int(64) => ("unsigned long long", "ulonglong"),
        Type::Int(_) | Type::Float(_) | Type::Ptr => return None,
    })
}

fn body(name: &str, signature: &Signature) -> Option<String> {
    let (args, rets) = (&signature.args[..], &signature.rets[..]);
    let mut params = Vec::new();
    for (i, ty) in args.iter().enumerate() {
        let c = match ty {
            Type::Ptr => "void *",
            ty => written(*ty)?.0,
        };
        params.push(format!("{c} p{i}"));
    }
    if signature.variadic {
        params.push("...".to_owned());
    }
    let params = match params.is_empty() {
        true => "void".to_owned(),
        false => params.join(", "),
    };
    if signature.ends {
        return Some(format!(
            "void _exit(int) __attribute__((noreturn));\nvoid {name}({params}) {{ _exit(1); }}\n"
        ));
    }
    if name == "assume" && args.len() == 1 {
        let ty = match rets {
            [] => "void",
            [ty] => written(*ty)?.0,
            _ => return None,
        };
        let back = if rets.is_empty() { "" } else { " return 1;" };
        return Some(format!(
            "void __VERIFIER_assume(int);\n{ty} assume({params}) {{ __VERIFIER_assume(p0 != 0);{back} }}\n"
        ));
    }
    Some(match rets {
        [] => format!("void {name}({params}) {{ }}\n"),
        [ty] => {
            let (c, read) = written(*ty)?;
            format!(
                "{c} __VERIFIER_nondet_{read}(void);\n\
                 {c} {name}({params}) {{ return __VERIFIER_nondet_{read}(); }}\n"
            )
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(name: &str, args: &[Type], rets: &[Type]) -> Option<String> {
        let signature = Signature {
            args: args.to_vec(),
            rets: rets.to_vec(),
            variadic: false,
            more: Vec::new(),
            loose: false,
            ends: false,
        };
        body(name, &signature)
    }

    #[test]
    fn bodies_read_their_result_and_write_nothing() {
        let int = Type::Int(32);
        let made = given("pick", &[Type::Ptr, int], &[int]).unwrap();
        assert!(made.contains("unsigned int pick(void * p0, unsigned int p1)"));
        assert!(made.contains("return __VERIFIER_nondet_uint();"));
        assert_eq!(
            given("log_it", &[], &[]).unwrap(),
            "void log_it(void) { }\n"
        );
        // An address has no input to come from.
        assert_eq!(given("next", &[], &[Type::Ptr]), None);
        let made = given("assume", &[int], &[int]).unwrap();
        assert!(made.contains("__VERIFIER_assume(p0 != 0); return 1;"));
    }
}
