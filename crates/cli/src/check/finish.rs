//! The end of `check`: the verdict with its argument or its bound, the trace
//! of each violation, files, summary, exit code.

use super::args::CheckArgs;
use super::property::Property;
use crate::args::TestArgs;
use crate::gate::{Gap, Gate};
use crate::test::finish::{exit_code, judge, options, print};
use ep_base::outcome::Verdict;
use ep_base::{Cancel, Diagnostic, ExitCode, StopReason};
use ep_explore::bmc::{Checked, Formula, Reached, Trace};
use ep_report::literal;
use ep_report::run::About;
use ep_report::source::Sources;
use ep_report::style::{harmless, Style};
use ep_report::{run, summary};
use serde_json::{json, Value};
use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Lines of a trace that the terminal shows.
const SHOWN: usize = 40;

/// What the user asked.
pub struct Asked<'a> {
    pub args: &'a CheckArgs,
    /// Its options of `test`, with what a task or a property changed.
    pub test: &'a TestArgs,
    pub property: Option<&'a Property>,
    pub gate: &'a Gate,
}

/// Writes and prints everything and says how the process ends.
///
/// # Errors
/// A file or standard output cannot be written (exit 4).
pub fn finish(
    asked: &Asked<'_>,
    folder: &Path,
    checked: Checked,
    formula: Option<&Formula>,
    cancel: &Cancel,
) -> Result<ExitCode, Diagnostic> {
    let Asked {
        args,
        test,
        property,
        gate,
    } = asked;
    let Checked {
        exploration,
        argument,
        no_proof,
        reached,
        traces,
    } = checked;
    let mut outcome = exploration.outcome;
    let interrupted = cancel.is_cancelled() || exploration.stopped == Some(StopReason::Interrupted);
    judge(&mut outcome);
    if let Some(p) = property {
        // Undefined behaviour of another kind is told, but does not answer
        // the question that was asked.
        let answers = outcome.bugs.iter().any(|b| p.asked.contains(&b.kind));
        if outcome.verdict == Verdict::Violated && !answers {
            outcome.verdict = Verdict::Unknown {
                reason: "the property was not violated, but another error ends some runs".into(),
            };
        }
    }
    let mut exit = exit_code(&outcome.verdict, interrupted);
    if args.accept_bound && matches!(outcome.verdict, Verdict::ProvedUpTo { .. }) && !interrupted {
        exit = ExitCode::Holds;
    }
    let limit = exploration.stopped.is_some();
    let within = reached.as_ref().filter(|_| !args.accept_bound);
    let gap = Gap::of(&outcome, limit, within.map(|r| u64::from(r.bound)));
    let judged = gate.judge(&outcome, exit, gap.as_ref());
    let exit = judged.exit;
    let files: Vec<String> = test.files.iter().map(|f| f.display().to_string()).collect();
    let version = env!("CARGO_PKG_VERSION");
    let mut about = About {
        version,
        verb: "check",
        files: &files,
        options: options(test),
        exit,
    };
    about.options["unwind"] = json!(args.unwind);
    about.options["max_unwind"] = json!(args.max_unwind);
    about.options["closed"] = json!(args.closed);
    about.options["cover"] = json!(args.cover);
    about.options["accept_bound"] = json!(args.accept_bound);
    about.options["property"] = json!(args.property.as_ref().map(|p| p.display().to_string()));
    let mut value = run::value(&outcome, &about)?;
    value["argument"] = json!(argument.as_ref().map(ToString::to_string));
    value["no_proof"] = json!(no_proof);
    value["bound"] = reached.as_ref().map_or(Value::Null, bound_value);
    value["traces"] = Value::Array(traces.iter().map(|t| trace_value(t.as_ref())).collect());
    value["formula"] = formula.map_or(
        Value::Null,
        |f| json!({ "error": f.error, "bound": f.bound }),
    );
    judged.tell(&mut value);
    let text = format!("{value:#}\n");
    ep_report::file::write(&folder.join("run.json"), text.as_bytes())?;
    judged.sarif(&folder.join("bugs.sarif"), &outcome)?;
    if test.json {
        print(&text)?;
    } else if !test.quiet {
        let mut sources = Sources::new();
        let style = Style::detect(io::stdout().is_terminal());
        let mut out = summary::summary(&outcome, &mut sources, style);
        let mut note = String::new();
        if let Some(a) = &argument {
            let _ = writeln!(note, "  because: {}", harmless(&a.to_string()));
        }
        if let Some(r) = &reached {
            bound(&mut note, r);
            if let Some(why) = &no_proof {
                let _ = writeln!(note, "  no proof by induction: {}", harmless(why));
            }
        }
        if let Some(f) = formula {
            for (what, text) in [("error", &f.error), ("bound", &f.bound)] {
                let _ = writeln!(note, "\n{what} formula:");
                for line in text.lines() {
                    let _ = writeln!(note, "{}", harmless(line));
                }
            }
        }
        // Behind the line of the verdict.
        let at = out.find('\n').map_or(out.len(), |i| i + 1);
        out.insert_str(at, &note);
        for (i, t) in traces.iter().enumerate() {
            if let Some(t) = t {
                trace(&mut out, i + 1, t, &mut sources);
            }
        }
        let tests = match outcome.statistics.tests {
            1 => "1 test".to_string(),
            n => format!("{n} tests"),
        };
        if let Some(line) = judged.line() {
            let _ = writeln!(out, "{line}");
        }
        let _ = writeln!(out, "results: {} ({tests})", folder.display());
        print(&out)?;
    }
    gate.write("check", &files, &outcome, &judged, gap.as_ref())?;
    Ok(exit)
}

fn bound(out: &mut String, r: &Reached) {
    let _ = write!(
        out,
        "  bound {} reachable at {}",
        r.bound,
        harmless(&r.places.join(", "))
    );
    if let Some(inputs) = &r.inputs {
        let text: Vec<String> = inputs
            .iter()
            .take(8)
            .map(|i| literal::assignment(i, inputs))
            .collect();
        let more = if inputs.len() > 8 { ", …" } else { "" };
        if !text.is_empty() {
            let _ = write!(
                out,
                ", for example with {}{more}",
                harmless(&text.join(", "))
            );
        }
    }
    out.push('\n');
}

fn trace(out: &mut String, number: usize, t: &Trace, sources: &mut Sources) {
    let _ = writeln!(out, "\ntrace of bug {number}:");
    let from = t.steps.len().saturating_sub(SHOWN);
    let hidden = t.left_out + from as u64;
    if hidden > 0 {
        let _ = writeln!(out, "  ({hidden} lines before, see run.json)");
    }
    for s in &t.steps[from..] {
        let source = sources
            .line(&s.place.file, s.place.line)
            .unwrap_or_default()
            .trim()
            .to_string();
        let values: Vec<String> = s
            .changes
            .iter()
            .map(|(n, v)| format!("{n} = {v}"))
            .collect();
        let file = s.place.file.rsplit('/').next().unwrap_or(&s.place.file);
        let _ = write!(
            out,
            "  {file}:{} in {}: {}",
            s.place.line,
            harmless(&s.place.function),
            harmless(&source)
        );
        if values.is_empty() {
            out.push('\n');
        } else {
            let _ = writeln!(out, "    [{}]", harmless(&values.join(", ")));
        }
    }
}

fn bound_value(r: &Reached) -> Value {
    json!({
        "bound": r.bound,
        "reachable": true,
        "loops": r.places,
        "inputs": r.inputs.as_ref().map(|all| {
            let text = |i| literal::assignment(i, all);
            all.iter().map(text).collect::<Vec<_>>()
        }),
    })
}

fn trace_value(t: Option<&Trace>) -> Value {
    let Some(t) = t else { return Value::Null };
    let steps: Vec<Value> = t
        .steps
        .iter()
        .map(|s| {
            let changes: serde_json::Map<String, Value> = s
                .changes
                .iter()
                .map(|(n, v)| (n.clone(), json!(v)))
                .collect();
            json!({
                "file": s.place.file,
                "line": s.place.line,
                "function": s.place.function,
                "depth": s.depth,
                "values": changes,
            })
        })
        .collect();
    json!({ "left_out": t.left_out, "steps": steps })
}
