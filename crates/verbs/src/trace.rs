//! The runs to the findings of `test` and `check`: made from their inputs, and as
//! text, as JSON and on a page.
//!
//! Cost: one execution on constants for each finding ([`ep_explore::view::trace`]),
//! of as many findings and for as long as the constants here say; what has no run
//! says so.

use ep_base::outcome::Bug;
use ep_base::words::count;
use ep_base::Diagnostic;
use ep_explore::view::inspect::Variables;
use ep_explore::view::trace::{Trace, TraceStep, Tracer};
use ep_explore::Options;
use ep_ir::Module;
use ep_report::page::{Assignment, Finding, TraceLine};
use ep_report::source::Sources;
use ep_report::style::harmless;
use serde_json::{json, Value};
use std::fmt::Write as _;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

/// Findings that have a run.
pub(crate) const MOST: usize = 100;
/// What all of them may take.
const TIME: Duration = Duration::from_secs(10);
/// What they may take of a run that was interrupted.
const TIME_INTERRUPTED: Duration = Duration::from_secs(2);
/// Lines of a trace that the terminal shows.
const SHOWN: usize = 40;
/// Lines of a trace on a page.
const ON_PAGE: usize = 500;
/// Variables at the failing line on a page.
const VALUES: usize = 40;

/// What all runs together may take.
pub(crate) fn granted(interrupted: bool) -> Duration {
    match interrupted {
        true => TIME_INTERRUPTED,
        false => TIME,
    }
}

/// The run to each finding, where there is one.
///
/// # Errors
/// The entry cannot be set up.
pub fn of(
    bugs: &[Bug],
    module: &Module,
    options: &Options,
    interrupted: bool,
) -> Result<Vec<Option<Trace>>, Diagnostic> {
    if bugs.is_empty() {
        return Ok(Vec::new());
    }
    let deadline = Instant::now() + granted(interrupted);
    let mut tracer = Tracer::new(module, options);
    let mut out = Vec::new();
    for (i, bug) in bugs.iter().enumerate() {
        out.push(match i < MOST && Instant::now() < deadline {
            // What is wrong with one run is told of one finding.
            true => match catch_unwind(AssertUnwindSafe(|| tracer.trace(bug, deadline))) {
                Ok(trace) => trace?,
                Err(_) => {
                    tracer = Tracer::new(module, options);
                    None
                }
            },
            false => None,
        });
    }
    Ok(out)
}

/// As `a = 1, b = 2`.
fn changes(step: &TraceStep) -> String {
    let all = step.changes.iter().map(|(n, v)| format!("{n} = {v}"));
    all.collect::<Vec<_>>().join(", ")
}

/// `file:line in function`.
fn place(step: &TraceStep) -> String {
    let file = step.place.file.rsplit('/').next();
    let file = file.unwrap_or(&step.place.file);
    format!("{file}:{} in {}", step.place.line, step.place.function)
}

fn source<'a>(step: &TraceStep, sources: &'a mut Sources) -> &'a str {
    let line = sources.line(&step.place.file, step.place.line);
    line.unwrap_or_default().trim()
}

/// For the terminal.
pub fn text(out: &mut String, number: usize, t: &Trace, sources: &mut Sources) {
    let _ = writeln!(out, "\ntrace of bug {number}:");
    let from = t.steps.len().saturating_sub(SHOWN);
    let hidden = t.left_out + from as u64;
    if hidden > 0 {
        let _ = writeln!(out, "  ({} before, see run.json)", count(hidden, "line"));
    }
    for s in &t.steps[from..] {
        let _ = write!(
            out,
            "  {}: {}",
            harmless(&place(s)),
            harmless(source(s, sources))
        );
        match changes(s) {
            none if none.is_empty() => out.push('\n'),
            some => {
                let _ = writeln!(out, "    [{}]", harmless(&some));
            }
        }
    }
}

/// For run.json.
pub fn value(t: Option<&Trace>) -> Value {
    let Some(t) = t else { return Value::Null };
    let steps: Vec<Value> = (t.steps.iter())
        .map(|s| {
            let changes = s.changes.iter().map(|(n, v)| (n.clone(), json!(v)));
            json!({
                "file": s.place.file,
                "line": s.place.line,
                "function": s.place.function,
                "depth": s.depth,
                "values": changes.collect::<serde_json::Map<String, Value>>(),
            })
        })
        .collect();
    json!({ "left_out": t.left_out, "steps": steps })
}

/// On a page: the lines, and what holds where the last one fails.
pub fn show(finding: &mut Finding, bug: &Bug, t: Option<&Trace>, sources: &mut Sources) {
    let Some(t) = t else {
        finding.no_trace = match finding.inputs.is_empty() && bug.inputs.is_empty() {
            true => "the run to it was not made: it takes too long, or this is one of many",
            false => "the run to it was not made: it takes too long, this is one of many findings, or the input leads elsewhere on constants",
        }
        .into();
        return;
    };
    let from = t.steps.len().saturating_sub(ON_PAGE);
    let hidden = t.left_out + from as u64;
    finding.trace.clear();
    if hidden > 0 {
        finding.trace.push(TraceLine {
            text: format!(
                "({} before {} left out)",
                count(hidden, "line"),
                if hidden == 1 { "is" } else { "are" }
            ),
            ..TraceLine::default()
        });
    }
    for s in &t.steps[from..] {
        finding.trace.push(TraceLine {
            place: place(s),
            text: source(s, sources).to_owned(),
            values: changes(s),
        });
    }
    let line = sources.line(&bug.place.file, bug.place.line);
    let line = line.unwrap_or_default();
    let mut values: Variables = Vec::new();
    if let Some(s) = t.values.iter().find(|s| s.name == bug.place.function) {
        values.extend(s.variables.iter().cloned());
    }
    // Of the globals, those that the line names.
    if let Some(s) = t.values.iter().find(|s| s.name == "globals") {
        let named = s.variables.iter().filter(|(n, _)| names(line, n));
        values.extend(named.cloned());
    }
    let left = values.len().saturating_sub(VALUES);
    let shown = values.into_iter().take(VALUES);
    finding.values = shown
        .map(|(name, literal)| Assignment { name, literal })
        .collect();
    if left > 0 {
        finding.values.push(Assignment {
            name: "…".into(),
            literal: format!("and {}", count(left, "more variable")),
        });
    }
}

/// Whether a line of C has this name in it.
fn names(line: &str, name: &str) -> bool {
    let of_name = |c: char| c.is_alphanumeric() || c == '_';
    line.split(|c| !of_name(c)).any(|w| w == name)
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_line_names_whole_words() {
        assert!(names("return a[count++];", "count"));
        assert!(!names("return a[counter];", "count"));
    }
}
