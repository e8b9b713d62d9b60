//! Paths as text and as JSON.

use super::junit::Tests;
use super::{heap, Proof, Run, Told};
use ep_base::ExitCode;
use ep_traces::explore::{Decision, Way};
use ep_traces::infix;
use ep_traces::java::Lowered;
use ep_traces::machine::{Outcome, Why};
use serde_json::{json, Value as Json};
use std::fmt::Write as _;

/// The number of the schema, `docs/schema/paths.schema.json`.
const SCHEMA: u32 = 1;

/// How a path ends, in words.
pub fn outcome(low: &Lowered, t: &Told) -> String {
    match &t.path.outcome {
        Outcome::Returns => match t.path.result {
            Some(e) => format!("returns {}", infix::infix(&low.x, &low.p, e)),
            None => "returns".into(),
        },
        Outcome::Throws(thrown) => {
            let class = t.run.as_ref().and_then(|r| r.thrown).or(thrown.class);
            let name = class.map_or("an exception".to_string(), |c| {
                low.p.classes[c as usize].name.clone()
            });
            let kind = thrown
                .class
                .and_then(|c| low.p.error_of(c))
                .map_or(String::new(), |k| format!(" ({})", k.word()));
            format!("throws {name} at line {}{kind}", thrown.line)
        }
        Outcome::Cut(what) => format!("cut at {what}"),
        Outcome::Unsupported(what, line) => {
            format!("not modelled: {what}, line {line}")
        }
    }
}

fn word(d: &Decision, low: &Lowered) -> String {
    match d.why {
        Why::Check(k) if d.taken => format!("no {}", k.word()),
        Why::Check(k) => k.word().to_string(),
        Why::Branch => (if d.taken { "if" } else { "else" }).into(),
        Why::Loop => (if d.taken { "loop" } else { "leave loop" }).into(),
        Why::Dispatch(p) => {
            let name = &low.p.procs[p].name;
            format!("{} {name}", if d.taken { "call" } else { "not" })
        }
        Why::Catch => (if d.taken { "catch" } else { "no catch" }).into(),
    }
}

/// The word of the verdict and the reason for not knowing.
pub fn verdict(run: &Run) -> (&'static str, Option<String>) {
    if run.args.prove.is_none() {
        let cut = || run.cut().map(|what| format!("paths were cut at {what}"));
        return ("explored", run.stopped.map(str::to_string).or_else(cut));
    }
    let proofs = || run.told.iter().filter_map(|t| t.proof.as_ref());
    if run.fails() {
        return ("violated", None);
    }
    if let Some(Proof::Unknown(reason)) = proofs().find(|p| matches!(p, Proof::Unknown(_))) {
        return ("unknown", Some(reason.clone()));
    }
    if let Some(why) = run.stopped {
        return ("unknown", Some(why.to_string()));
    }
    if run.told.iter().any(|t| t.path.unsure) {
        let reason = "the solver did not say whether every path is possible";
        return ("unknown", Some(reason.to_string()));
    }
    for t in &run.told {
        match &t.path.outcome {
            Outcome::Cut(what) => return ("unknown", Some(format!("paths were cut at {what}"))),
            Outcome::Unsupported(what, line) => {
                return (
                    "unknown",
                    Some(format!("not modelled: {what}, line {line}")),
                )
            }
            _ => {}
        }
    }
    ("proved", None)
}

/// What holds only because it was assumed.
pub fn assumptions(run: &Run, low: &Lowered) -> Vec<String> {
    let objects = match &run.left {
        None => "objects are of the classes in the file".to_string(),
        Some(classes) => format!(
            "objects are of the classes that the method reaches ({}); the rest of the file was not read",
            classes.join(", ")
        ),
    };
    let mut out = vec![objects];
    let of_references = |t: &ep_java::Type| t.element().is_some_and(|e| e.is_reference());
    if run.tree.methods[run.id].params > 0 && low.arrays.keys().any(of_references) {
        out.push("arrays are of the types that the file mentions".into());
    }
    if run.args.total {
        out.push("division by zero gives 0".into());
    }
    out.push(format!("at most {} choices on a path", run.depth));
    out
}

fn way(run: &Run) -> &'static str {
    match run.way {
        Way::Forward => "forward",
        Way::Backward => "backward",
        Way::Both => "both",
    }
}

fn counted(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

/// The text.
pub fn text(run: &Run, low: &Lowered, tests: Option<&Tests>) -> String {
    let mut out = String::new();
    let (word_of, reason) = verdict(run);
    let file = run.args.file.display();
    let _ = writeln!(
        out,
        "{file}: {}: {}, {}",
        run.tree.method_name(run.id),
        counted(run.told.len(), "path"),
        way(run),
    );
    if !run.args.quiet {
        for (n, t) in run.told.iter().enumerate() {
            path(&mut out, run, low, n + 1, t);
        }
        let _ = writeln!(out);
    }
    if run.args.prove.is_some() {
        let why = reason.as_ref().map_or(String::new(), |r| format!(" ({r})"));
        let _ = writeln!(out, "{word_of}{why}");
    } else if let Some(r) = reason {
        let _ = writeln!(out, "stopped: {r}");
    }
    if let Way::Both = run.way {
        let same = run
            .told
            .iter()
            .filter(|t| matches!(t.path.equivalent, Some(Ok(true))))
            .count();
        let _ = writeln!(
            out,
            "forward and backward conditions are equivalent on {same} of {}",
            counted(run.told.len(), "path")
        );
    }
    if let Some(t) = tests {
        let _ = writeln!(
            out,
            "tests: {} of {} passed on the JVM, in {}",
            t.run - t.failed.len(),
            t.run,
            t.folder.display()
        );
        for f in &t.failed {
            let why = if f.expected {
                "the property does not hold"
            } else {
                "WRONG PREDICTION"
            };
            let _ = writeln!(out, "  {} fails: {why}: {}", f.name, f.message);
        }
        for (n, why) in &t.left_out {
            let _ = writeln!(out, "  no test for path {n}: {why}");
        }
    }
    let _ = writeln!(out, "assuming: {}", assumptions(run, low).join("; "));
    let _ = writeln!(
        out,
        "time {} ms, of it solver {} ms for {}",
        run.time.as_millis(),
        run.solver.as_millis(),
        counted(
            usize::try_from(run.queries).unwrap_or(usize::MAX),
            "question"
        )
    );
    out
}

fn path(out: &mut String, run: &Run, low: &Lowered, n: usize, t: &Told) {
    let _ = writeln!(out, "\npath {n}: {}", outcome(low, t));
    for d in t.path.decisions.iter() {
        let cond = infix::infix(&low.x, &low.p, d.cond);
        let _ = writeln!(out, "  line {:>3}  {:<18} {cond}", d.line, word(d, low));
    }
    let condition = |c: &Option<Vec<ep_traces::ExprId>>| {
        c.as_ref().map(|c| infix::conjunction(&low.x, &low.p, c))
    };
    let (f, b) = (condition(&t.path.forward), condition(&t.path.backward));
    match (f, b) {
        (Some(f), Some(b)) => {
            let _ = writeln!(out, "  forward   {f}\n  backward  {b}");
        }
        (Some(c), None) | (None, Some(c)) => {
            let _ = writeln!(out, "  when      {c}");
        }
        (None, None) => {}
    }
    match &t.path.equivalent {
        Some(Ok(true)) => out.push_str("  equivalent\n"),
        Some(Ok(false)) => out.push_str("  NOT EQUIVALENT\n"),
        Some(Err(e)) => {
            let _ = writeln!(out, "  equivalence unknown: {e}");
        }
        None => {}
    }
    if let Some(p) = &t.run {
        let text = heap::input(run.tree, low, run.id, &run.params, &p.before);
        if !text.is_empty() {
            let _ = writeln!(out, "  input     {text}");
        }
    } else if let Some(why) = &t.no_input {
        let _ = writeln!(out, "  no input: {why}");
    }
    if t.path.unsure {
        out.push_str("  the solver left a choice on this path open\n");
    }
    match &t.proof {
        Some(Proof::Holds) => out.push_str("  property  holds\n"),
        Some(Proof::Unknown(r)) => {
            let _ = writeln!(out, "  property  unknown: {r}");
        }
        Some(Proof::Fails(p)) => {
            let text = heap::input(run.tree, low, run.id, &run.params, &p.before);
            let _ = writeln!(out, "  property  FAILS for {text}");
        }
        None => {}
    }
}

/// The JSON object.
pub fn json(run: &Run, low: &Lowered, tests: Option<&Tests>, code: ExitCode) -> String {
    let (word_of, reason) = verdict(run);
    let under = run.stopped.is_some()
        || run
            .told
            .iter()
            .any(|t| matches!(t.path.outcome, Outcome::Cut(_) | Outcome::Unsupported(..)));
    let paths: Vec<Json> = run
        .told
        .iter()
        .enumerate()
        .map(|(n, t)| path_json(run, low, n + 1, t))
        .collect();
    let value = json!({
        "schema": SCHEMA,
        "tool": { "name": "everypath", "version": env!("CARGO_PKG_VERSION") },
        "verb": "paths",
        "exit_code": code as u8,
        "file": run.args.file.display().to_string(),
        "method": run.tree.method_name(run.id),
        "way": way(run),
        "verdict": { "kind": word_of },
        "reason": reason,
        "exactness": { "over": false, "under": under },
        "assumptions": assumptions(run, low),
        "property": run.args.prove,
        "counts": {
            "paths": run.told.len(),
            "returns": run.told.iter().filter(|t| t.path.outcome == Outcome::Returns).count(),
            "throws": run.told.iter().filter(|t| matches!(t.path.outcome, Outcome::Throws(_))).count(),
            "queries": run.queries,
        },
        "time_us": run.time.as_micros() as u64,
        "solver_us": run.solver.as_micros() as u64,
        "paths": paths,
        "tests": tests.map(|t| json!({
            "folder": t.folder.display().to_string(),
            "run": t.run,
            "passed": t.run - t.failed.len(),
            "failed": t.failed.iter().map(|f| json!({
                "name": f.name, "message": f.message, "expected": f.expected,
            })).collect::<Vec<_>>(),
            "left_out": t.left_out.iter().map(|(n, why)| json!({ "path": n, "reason": why })).collect::<Vec<_>>(),
        })),
    });
    format!("{value:#}\n")
}

fn path_json(run: &Run, low: &Lowered, n: usize, t: &Told) -> Json {
    let text = |c: &[ep_traces::ExprId]| infix::conjunction(&low.x, &low.p, c);
    let kind = match &t.path.outcome {
        Outcome::Returns => "returns",
        Outcome::Throws(_) => "throws",
        Outcome::Cut(_) => "cut",
        Outcome::Unsupported(..) => "unsupported",
    };
    let class = t.run.as_ref().and_then(|r| r.thrown);
    let input = |p: &ep_traces::predict::Prediction| {
        heap::input(run.tree, low, run.id, &run.params, &p.before)
    };
    json!({
        "path": n,
        "outcome": kind,
        "text": outcome(low, t),
        "exception": class.map(|c| low.p.classes[c as usize].name.clone()),
        "decisions": t.path.decisions.iter().map(|d| json!({
            "line": d.line,
            "kind": word(d, low),
            "taken": d.taken,
            "condition": infix::infix(&low.x, &low.p, d.cond),
        })).collect::<Vec<_>>(),
        "forward": t.path.forward.as_ref().map(|c| text(c)),
        "backward": t.path.backward.as_ref().map(|c| text(c)),
        "dag_nodes": low.x.dag_size(t.path.condition()),
        "equivalent": match &t.path.equivalent {
            Some(Ok(b)) => json!(b),
            Some(Err(e)) => json!(e),
            None => Json::Null,
        },
        "result": t.path.result.map(|e| infix::infix(&low.x, &low.p, e)),
        "input": t.run.as_ref().map(input),
        "unsure": t.path.unsure,
        "property": match &t.proof {
            Some(Proof::Holds) => json!("holds"),
            Some(Proof::Fails(p)) => json!({ "fails_for": input(p) }),
            Some(Proof::Unknown(r)) => json!({ "unknown": r }),
            None => Json::Null,
        },
    })
}
