//! SARIF 2.1.0 (OASIS) for failed proofs and wrong inputs: one rule per id,
//! one result per finding, the statement that needed it as related location.

use crate::file;
use crate::sarif::log::{self, physical, Log};
use ep_base::verification::{Region, Verification};
use ep_base::Diagnostic;
use serde_json::{json, Value};
use std::collections::BTreeSet;
use std::path::Path;

/// The log.
pub fn value(v: &Verification, version: &str) -> Value {
    let mut ids: BTreeSet<&str> = BTreeSet::new();
    let mut results = Vec::new();
    let mut notes = Vec::new();
    for f in &v.files {
        for p in &f.problems {
            ids.insert(&p.id);
            let level = if p.id == "warning" {
                "warning"
            } else {
                "error"
            };
            results.push(result(&p.id, level, &p.message, &p.place));
        }
        for m in &f.members {
            for finding in &m.findings {
                ids.insert(&finding.id);
                let mut r = result(&finding.id, "error", &finding.message, &finding.at);
                if finding.place.line != 0 {
                    r["relatedLocations"] = json!([location(&finding.place)]);
                }
                if let Some(run) = &finding.run {
                    r["properties"] = json!({ "confirmed": run.confirmed, "run": run.to_string(), "test": run.test });
                }
                results.push(r);
            }
            if let ep_base::outcome::Verdict::Unknown { reason } = &m.verdict {
                let text = format!("{} {}: {reason}", m.kind, m.name);
                notes.push(log::note(&text, Some(location(&m.place))));
            }
        }
    }
    let log = Log {
        rules: ids.into_iter().map(log::rule).collect(),
        results,
        notes,
        properties: json!({
            "verdict": v.verdict.to_string(),
            "exactness": v.exactness.word(),
            "assumptions": v.assumptions,
        }),
    };
    log.value(version)
}

/// Writes the log to `path`.
///
/// # Errors
/// The file cannot be written (exit 4).
pub fn write(path: &Path, v: &Verification, version: &str) -> Result<(), Diagnostic> {
    let text = format!("{:#}\n", value(v, version));
    file::write(path, text.as_bytes())
}

fn result(id: &str, level: &str, message: &str, at: &Region) -> Value {
    let at = (at.line != 0).then(|| vec![location(at)]);
    log::result(id, level, message, at)
}

fn location(r: &Region) -> Value {
    let mut region = json!({ "startLine": r.line.max(1) });
    if r.column > 0 {
        region["startColumn"] = json!(column(&r.text, r.column));
        if r.end_line == r.line && r.end_column > r.column {
            region["endColumn"] = json!(column(&r.text, r.end_column));
        }
    }
    json!({ "physicalLocation": physical(&r.file, Some(region)) })
}

/// The column in code points of a column in bytes.
fn column(text: &str, bytes: u32) -> usize {
    let n = bytes as usize - 1;
    text.get(..n).map_or(n, |t| t.chars().count()) + 1
}
