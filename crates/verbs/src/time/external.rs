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

use crate::program::bodiless::called;
use ep_base::time::Assumption;
use ep_base::Diagnostic;
use ep_harness::body;
use ep_ir::Module;
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
        let Some(body) = body::read(name, &signature) else {
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
