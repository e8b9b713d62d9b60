//! `run.json` and `--json`: the outcome, the options and the tool's version as
//! one object. Its schema is `docs/schema/run.schema.json`; within a schema
//! number, fields are only added.

use crate::file;
use ep_base::outcome::{Outcome, Verdict};
use ep_base::{Diagnostic, ExitCode};
use ep_harness::literal;
use serde_json::{json, Map, Value};
use std::path::Path;

/// The number of the schema, in the field `schema`.
pub const SCHEMA: u32 = 1;

/// What is told about the run beside its outcome.
#[derive(Clone, Debug)]
pub struct About<'a> {
    /// The version of Everypath.
    pub version: &'a str,
    /// The verb: `test`, `check`, ...
    pub verb: &'a str,
    /// The files given.
    pub files: &'a [String],
    /// The options in force, by name.
    pub options: Value,
    /// The exit code.
    pub exit: ExitCode,
}

/// The object.
///
/// # Errors
/// A defect (exit 70) when the outcome cannot be written as JSON.
pub fn value(outcome: &Outcome, about: &About) -> Result<Value, Diagnostic> {
    let outcome_value = serde_json::to_value(outcome)
        .map_err(|e| Diagnostic::defect(format!("the outcome is no JSON: {e}")))?;
    let mut all = Map::new();
    all.insert("schema".into(), json!(SCHEMA));
    all.insert(
        "tool".into(),
        json!({ "name": "everypath", "version": about.version }),
    );
    all.insert("verb".into(), json!(about.verb));
    all.insert("files".into(), json!(about.files));
    all.insert("options".into(), about.options.clone());
    all.insert("exit_code".into(), json!(about.exit as u8));
    let reason = match &outcome.verdict {
        Verdict::Unknown { reason } => json!(reason),
        _ => Value::Null,
    };
    all.insert("reason".into(), reason);
    if let Value::Object(fields) = outcome_value {
        all.extend(fields);
    }
    if let Some(bugs) = all.get_mut("bugs").and_then(Value::as_array_mut) {
        for (bug, plain) in bugs.iter_mut().zip(&outcome.bugs) {
            let inputs = bug.get_mut("inputs").and_then(Value::as_array_mut);
            for (input, i) in inputs.into_iter().flatten().zip(&plain.inputs) {
                input["literal"] = json!(literal::value(i, &plain.inputs));
            }
        }
    }
    Ok(Value::Object(all))
}

/// The object as text with a line feed at its end.
///
/// # Errors
/// As for [`value`].
pub fn text(outcome: &Outcome, about: &About) -> Result<String, Diagnostic> {
    let value = value(outcome, about)?;
    Ok(format!("{value:#}\n"))
}

/// Writes the object to `path`.
///
/// # Errors
/// As for [`value`], or the file cannot be written (exit 4).
pub fn write(path: &Path, outcome: &Outcome, about: &About) -> Result<(), Diagnostic> {
    file::write(path, text(outcome, about)?.as_bytes())
}
