//! `everypath verify --json`: one object. Its schema is
//! `docs/schema/verify.schema.json`; within a schema number, fields are only
//! added.

use ep_base::outcome::Verdict;
use ep_base::verification::Verification;
use ep_base::{Diagnostic, ExitCode};
use serde_json::{json, Value};

/// The number of the schema, in the field `schema`.
pub const SCHEMA: u32 = 1;

/// The object.
///
/// # Errors
/// A defect (exit 70) when the result cannot be written as JSON.
pub fn value(v: &Verification, version: &str, exit: ExitCode) -> Result<Value, Diagnostic> {
    let mut all = serde_json::to_value(v)
        .map_err(|e| Diagnostic::defect(format!("the result is no JSON: {e}")))?;
    all["schema"] = json!(SCHEMA);
    all["tool"] = json!({ "name": "everypath", "version": version });
    all["verb"] = json!("verify");
    all["exit_code"] = json!(exit as u8);
    all["reason"] = match &v.verdict {
        Verdict::Unknown { reason } => json!(reason),
        _ => Value::Null,
    };
    let count = |f: &dyn Fn(&Verdict) -> bool| v.members().filter(|m| f(&m.verdict)).count();
    all["counts"] = json!({
        "members": v.members().count(),
        "proved": count(&|x| *x == Verdict::Proved),
        "not_proved": count(&|x| *x == Verdict::NotProved),
        "unknown": count(&|x| matches!(x, Verdict::Unknown { .. })),
        "cached": v.members().filter(|m| m.cached).count(),
        "questions": v.members().map(|m| m.questions).sum::<u64>(),
        "solver_questions": v.members().map(|m| m.solver_questions).sum::<u64>(),
    });
    Ok(all)
}
