//! The end of `check`: the verdict with its argument or its bound, the trace
//! of each violation, files, summary, exit code.

use super::auto::Bounds;
use super::options::{CheckOptions, Unwind};
use super::property::Property;
use super::Report;
use crate::gate::{Gap, Gate};
use crate::test::finish::{exit_code, judge, options, regressions, Harness};
use crate::test::options::TestOptions;
use crate::test::shown;
use crate::trace;
use ep_base::outcome::Verdict;
use ep_base::words::count;
use ep_base::{Diagnostic, ExitCode, StopReason};
use ep_explore::bmc::{Checked, Formula, Reached};
use ep_explore::view::trace::Trace;
use ep_harness::literal;
use ep_proofs::{Done, Session};
use ep_report::page::{self, Command, Fact, Function, Tab};
use ep_report::regression::word;
use ep_report::run::About;
use ep_report::source::Sources;
use ep_report::style::harmless;
use ep_report::{file, run, summary};
use serde_json::{json, Value};
use std::fmt::Write as _;
use std::path::Path;

/// What the user asked.
pub struct Asked<'a> {
    pub args: &'a CheckOptions,
    /// Its options of `test`, with what a task or a property changed.
    pub test: &'a TestOptions,
    pub property: Option<&'a Property>,
    pub gate: &'a Gate,
    /// Bounds of loops that `everypath time` proved.
    pub auto: &'a Bounds,
    pub functions: &'a [Function],
    pub harness: Harness<'a>,
}

/// Writes and prints everything and says how the process ends.
///
/// # Errors
/// A file or standard output cannot be written (exit 4).
pub fn finish(
    asked: &Asked<'_>,
    folder: &Path,
    (checked, traces): (Checked, Vec<Option<Trace>>),
    formula: Option<&Formula>,
    session: &Session,
) -> Result<Done<Report>, Diagnostic> {
    let Asked {
        args,
        test,
        property,
        gate,
        auto,
        functions,
        harness,
    } = asked;
    let Checked {
        exploration,
        argument,
        no_proof,
        reached,
    } = checked;
    let mut outcome = exploration.outcome;
    let interrupted = session.is_cancelled() || outcome.stopped == Some(StopReason::Interrupted);
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
    let within = reached.as_ref().filter(|_| !args.accept_bound);
    let gap = Gap::of(&outcome, within.map(|r| u64::from(r.bound)));
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
    about.options["unwind"] = match args.unwind {
        Some(Unwind::Auto) => json!("auto"),
        other => json!(other.and_then(Unwind::rounds)),
    };
    about.options["max_unwind"] = json!(args.max_unwind);
    about.options["closed"] = json!(args.closed);
    about.options["cover"] = json!(args.cover);
    about.options["accept_bound"] = json!(args.accept_bound);
    about.options["property"] = json!(args.property.as_ref().map(|p| p.display().to_string()));
    let mut value = run::value(&outcome, &about)?;
    value["argument"] = json!(argument.as_ref().map(ToString::to_string));
    value["no_proof"] = json!(no_proof);
    value["bound"] = reached.as_ref().map_or(Value::Null, bound_value);
    if args.unwind == Some(Unwind::Auto) {
        value["unwound"] = auto.value();
    }
    value["traces"] = Value::Array(traces.iter().map(|t| trace::value(t.as_ref())).collect());
    value["formula"] = formula.map_or(
        Value::Null,
        |f| json!({ "error": f.error, "bound": f.bound }),
    );
    judged.tell(&mut value);
    let text = format!("{value:#}\n");
    file::write(&folder.join("run.json"), text.as_bytes())?;
    judged.sarif(&folder.join("bugs.sarif"), &outcome)?;
    // Tests that cannot be written cost themselves, and are told at the end.
    let builds = regressions(test, folder, *harness, &files, &outcome.bugs);
    let (builds, lost) = match builds {
        Ok(builds) => (builds, None),
        Err(e) => (Vec::new(), Some(e)),
    };
    let mut sources = Sources::new();
    if let Some(to) = &test.html {
        let mut page = page::from_outcome("check", &files.join(" "), &outcome, None, &mut sources)?;
        page::functions(&mut page, functions, &outcome);
        let bugs = page.bugs.iter_mut().zip(&outcome.bugs).zip(&traces);
        for ((finding, bug), t) in bugs.filter(|_| !args.no_trace) {
            trace::show(finding, bug, t.as_ref(), &mut sources);
        }
        for (i, finding) in page.bugs.iter_mut().enumerate() {
            if let Some(Some(lines)) = builds.get(i) {
                finding.commands.push(shown::build(i, lines));
            }
        }
        if matches!(
            outcome.verdict,
            Verdict::Unknown { .. } | Verdict::ProvedUpTo { .. }
        ) {
            page.commands.push(longer(test, session));
        }
        let facts = [
            ("because", argument.as_ref().map(ToString::to_string)),
            (
                "bound reached",
                reached.as_ref().map(|r| r.bound.to_string()),
            ),
            ("no proof by induction", no_proof.clone()),
        ];
        let facts = facts
            .into_iter()
            .filter_map(|(n, v)| Some((n.to_owned(), v?)));
        page.facts
            .splice(0..0, facts.map(|(name, value)| Fact { name, value }));
        file::Folder::create(to)?;
        page.write(&to.join("index.html"), Tab::Summary)?;
    }
    if test.json {
        session.answer(&text)?;
    } else if !test.quiet {
        let mut out = summary::summary(&outcome, &mut sources, session.observer.style());
        let mut note = auto.text();
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
                trace::text(&mut out, i + 1, t, &mut sources);
            }
        }
        let mut tests = count(outcome.statistics.tests, "test");
        let kept = builds.iter().flatten().count();
        if kept > 0 {
            let _ = write!(tests, ", {} in bugs/", count(kept, "regression test"));
        }
        if let Some(line) = judged.line() {
            let _ = writeln!(out, "{line}");
        }
        let _ = writeln!(out, "results: {} ({tests})", folder.display());
        session.answer(&out)?;
    }
    gate.write("check", &files, &outcome, &judged, gap.as_ref())?;
    if let Some(e) = lost {
        return Err(e);
    }
    let report = Report {
        outcome,
        argument,
        no_proof,
        reached,
        traces,
    };
    Ok(Done::with(exit, report))
}

/// The command with twice the time. A run is not gone on with: its formulas are built
/// again, up to a bound that is higher.
fn longer(test: &TestOptions, session: &Session) -> Command {
    let mut words: Vec<String> = Vec::new();
    let mut rest = session.command.iter().skip(1).map(|w| word(w));
    while let Some(w) = rest.next() {
        match w.as_str() {
            // The folder of results must be new.
            "--timeout" | "--out" => drop(rest.next()),
            w if w.starts_with("--timeout=") || w.starts_with("--out=") => {}
            _ => words.push(w),
        }
    }
    let seconds = test.timeout.map_or(60, |t| t.as_secs().max(1)) * 2;
    words.insert(words.len().min(1), format!("--timeout {seconds}"));
    // Names are relative to it.
    let here = crate::out::current_folder().ok();
    let mut lines: Vec<String> = here.iter().map(|f| format!("cd {}", word(f))).collect();
    lines.push(format!("everypath {}", words.join(" ")));
    Command {
        what: "Ask again with twice the time, for a higher bound".into(),
        lines,
    }
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
