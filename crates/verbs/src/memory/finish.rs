//! What is printed and written, and the exit code.

use super::evidence::Defect;
use super::options::MemoryOptions;
use super::page;
use ep_base::memory::{grouped, Bound, Entry, Kind, Report};
use ep_base::words::noun;
use ep_base::{Diagnostic, ExitCode};
use ep_proofs::Session;
use ep_report::file;
use ep_report::memory::sarif::OverBudget;
use ep_report::memory::{compare, json, range, sarif, tables, text};
use num_bigint::BigInt;
use serde_json::{json, Value};
use std::path::{Path, PathBuf};

/// The report to compare with.
///
/// # Errors
/// It cannot be read, or is none (exit 2).
pub fn old_report(path: &Path) -> Result<(Value, PathBuf), Diagnostic> {
    let shown = path.display().to_string();
    let bytes = ep_proofs::input::bytes(path, "the report to compare with")?;
    let value: Value = serde_json::from_slice(&bytes)
        .map_err(|e| Diagnostic::bad_input(format!("this is no JSON: {e}")).at(shown.clone()))?;
    compare::check(&value, &shown)?;
    Ok((value, path.to_path_buf()))
}

/// How a mark stands to its budget.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stand {
    Within,
    Unknown,
    /// Only the bound is over.
    Bound,
    /// A run is.
    Run,
}

/// Prints, writes, and maps to the exit code.
///
/// # Errors
/// A file cannot be written (exit 4), or a run exceeded its bound (70).
pub fn finish(
    args: &MemoryOptions,
    report: &Report,
    defects: &[Defect],
    old: Option<(Value, PathBuf)>,
    session: &Session,
) -> Result<ExitCode, Diagnostic> {
    let (budgets, over, worst) = budgets(args, report);
    let unknown = report
        .entries
        .iter()
        .any(|e| e.marks.iter().any(|m| m.bound.expr().is_none()));
    let verdict = match (worst, unknown) {
        (Some(Stand::Within), _) => "within",
        (Some(Stand::Unknown), _) => "unknown",
        (Some(_), _) => "over",
        (None, false) => "bounded",
        (None, true) => "unknown",
    };
    let value = json::value(report, verdict, budgets.clone());
    let mut rows = None;
    if let Some((old, path)) = old {
        compare::same_program(&old, &value, &path.display().to_string())?;
        rows = Some(compare::rows(&old, &value));
    }
    if args.json {
        let line = serde_json::to_string_pretty(&value)
            .map_err(|e| Diagnostic::defect(format!("the report is no JSON: {e}")))?;
        say(session, &format!("{line}\n"));
    } else if !args.quiet {
        say(session, &text::report(report));
        for o in &over {
            say(session, &format!("{}\n", o.message));
        }
    }
    if let Some(rows) = &rows {
        if !args.json && !args.quiet {
            say(session, &compare::text(rows));
        }
        if let Some(path) = &args.markdown {
            file::write(path, compare::markdown(rows).as_bytes())?;
        }
    }
    if let Some(path) = &args.write_su {
        file::write(path, tables::su(report).as_bytes())?;
    }
    if let Some(path) = &args.write_ci {
        file::write(path, tables::ci(report).as_bytes())?;
    }
    if let Some(path) = &args.sarif {
        let log = sarif::value(report, &over, env!("CARGO_PKG_VERSION"));
        file::write(path, format!("{log:#}\n").as_bytes())?;
    }
    if let Some(dir) = &args.html {
        file::write(&dir.join("index.html"), page::page(report).as_bytes())?;
    }
    if let Some(first) = defects.first() {
        let folder =
            crate::out::create(None, args.files.first().map_or(Path::new("program"), |f| f))?;
        let kept = json!({ "message": first.message, "inputs": first.inputs });
        let path = folder.join("above-bound.json");
        file::write(&path, format!("{kept:#}\n").as_bytes())?;
        return Err(Diagnostic::defect(first.message.clone())
            .at(path.display().to_string())
            .help("the input is kept in this file; please report it"));
    }
    if session.is_cancelled() {
        return Ok(ExitCode::Interrupted);
    }
    let mut code = match verdict {
        "within" | "bounded" => ExitCode::Holds,
        "over" => ExitCode::Violated,
        _ => ExitCode::Unknown,
    };
    if let (Some(rows), Some(most)) = (&rows, args.fail_on_increase) {
        // The answer may be JSON, which has no place for it.
        for sentence in compare::beyond(rows, most) {
            session.note(&sentence);
            code = ExitCode::Violated;
        }
    }
    Ok(code)
}

/// Asks for every file that is named for output whether it could be written,
/// and makes the folder of the page: before the work whose result they get.
///
/// # Errors
/// One could not (exit 4), or the folder holds something (exit 2).
pub fn check_outputs(args: &MemoryOptions) -> Result<(), Diagnostic> {
    let named = [&args.markdown, &args.write_su, &args.write_ci];
    for path in named.into_iter().flatten() {
        file::writable(path)?;
    }
    if let Some(path) = &args.sarif {
        file::replaceable(path, file::Form::Json)?;
    }
    if let Some(dir) = &args.html {
        crate::out::empty(dir, "--html")?;
    }
    Ok(())
}

fn say(session: &Session, text: &str) {
    // A closed pipe is not worth a message.
    let _ = session.answer(text);
}

fn budgets(args: &MemoryOptions, report: &Report) -> (Value, Vec<OverBudget>, Option<Stand>) {
    let given = args.budget.unwrap_or_default();
    let mut list = Vec::new();
    let mut over = Vec::new();
    let mut worst: Option<Stand> = None;
    for e in &report.entries {
        let thread = e.thread.flatten();
        let limits = [
            (Kind::Heap, given.heap),
            (Kind::Stack, given.stack),
            (Kind::Both, given.both),
            (Kind::Stack, thread),
        ];
        for (kind, limit) in limits {
            let Some(limit) = limit else { continue };
            let (stand, message) = stand(e, kind, limit);
            worst = worst.max(Some(stand));
            let word = match stand {
                Stand::Within => "within",
                Stand::Unknown => "unknown",
                Stand::Bound => "bound over",
                Stand::Run => "run over",
            };
            list.push(
                json!({ "entry": e.name, "kind": kind.word(), "budget": limit, "result": word }),
            );
            if stand != Stand::Within {
                let flow = e
                    .mark(kind)
                    .map(|m| m.peak.iter().map(|l| l.place.clone()).collect());
                over.push(OverBudget {
                    message,
                    place: e.place.clone(),
                    flow: flow.unwrap_or_default(),
                    error: stand != Stand::Unknown,
                });
            }
        }
    }
    (Value::Array(list), over, worst)
}

fn stand(e: &Entry, kind: Kind, limit: u64) -> (Stand, String) {
    let budget = grouped(&limit.into());
    let (name, word) = (&e.name, kind.word());
    let Some(m) = e.mark(kind) else {
        return (
            Stand::Unknown,
            format!("`{name}`: {word} is not known, its budget is {budget}"),
        );
    };
    if let Some(r) = m.reached.as_ref().filter(|r| r.bytes > limit) {
        let with = if r.shown.is_empty() {
            String::new()
        } else {
            format!(" with {}", r.shown)
        };
        let took = grouped(&r.bytes.into());
        return (
            Stand::Run,
            format!(
                "`{name}`: over the budget of {budget}: a run took {took} {} of {word}{with}",
                noun(r.bytes == 1, "byte")
            ),
        );
    }
    match &m.bound {
        Bound::Unknown { .. } => (Stand::Unknown, format!("`{name}`: {word} is not known, its budget is {budget}")),
        Bound::Known(x) => match range(e, x) {
            Some((_, most)) if most <= BigInt::from(limit) => (Stand::Within, String::new()),
            Some((_, most)) => (
                Stand::Bound,
                format!(
                    "`{name}`: over the budget of {budget}: the bound of {word} is up to {}; no run that was made went over",
                    grouped(&most)
                ),
            ),
            None => (Stand::Unknown, format!("`{name}`: {word} has no greatest value, its budget is {budget}")),
        },
    }
}
