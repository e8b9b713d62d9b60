//! The end of `time`: the budget, the files, the summary, the exit code.

use super::compare::Compared;
use super::options::{ItsLimits, Overflow, TimeOptions};
use super::{budget, lasso};
use ep_base::time::{Bound, Report, Verdict};
use ep_base::StopReason;
use ep_base::{Budget, Diagnostic, ExitCode};
use ep_bounds::evidence::counted::Evidence;
use ep_bounds::time::named::{self, AtStart};
use ep_harness::heap::Called;
use ep_harness::literal;
use ep_proofs::{Done, Session};
use ep_report::file;
use ep_report::time::{graph, page, sarif, text, About, Budget as Kept};
use num_bigint::BigInt;
use serde_json::{json, Value};
use std::path::Path;

/// What was found beside the report.
pub struct Found {
    pub evidence: Evidence,
    /// The certificate derives the upper bound.
    pub derives_upper: bool,
    pub compared: Option<Compared>,
    /// What is known where no signed arithmetic overflows.
    pub assumed: Option<String>,
}

/// Writes and prints everything and says how the process ends.
///
/// # Errors
/// A file cannot be written (exit 4); a run contradicts a claim (exit 70).
pub fn finish(
    args: &TimeOptions,
    folder: &Path,
    report: Report,
    found: Found,
    called: Option<&Called>,
    session: &Session,
    whole: &Budget,
) -> Result<Done<Report>, Diagnostic> {
    let Found {
        evidence,
        derives_upper,
        mut compared,
        assumed,
    } = found;
    if let Some(c) = &mut compared {
        c.held_against_runs(&report);
    }
    if let Some(c) = &evidence.contradiction {
        let inputs = json!({ "what": c.what, "inputs": c.inputs, "report": report });
        let path = folder.join("contradiction.json");
        file::write(&path, format!("{inputs:#}\n").as_bytes())?;
        let values: Vec<String> = c
            .inputs
            .iter()
            .take(8)
            .map(|i| literal::assignment(i, &c.inputs))
            .collect();
        return Err(Diagnostic::defect(format!(
            "{} ({}); the input is kept in {}",
            c.what,
            values.join(", "),
            path.display()
        )));
    }
    let interrupted = session.is_cancelled();
    let budget = match &args.budget {
        None => None,
        Some(t) => Some((t.clone(), judge(t, &report)?)),
    };
    let about = About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        files: args.files.iter().map(|f| f.display().to_string()).collect(),
        native_equal: evidence.native_equal,
        run_limit: args.run_limit,
        stopped: evidence.stopped.clone(),
        overflow: match args.overflow {
            Overflow::Error => evidence.overflow.clone(),
            _ => None,
        },
        exhausts: evidence.exhausts,
        derives_upper,
        partial: partial(&report),
        budget,
        notes: {
            let own = notes(args, &report, &evidence, compared.as_ref(), whole);
            assumed.into_iter().chain(own).collect()
        },
        loops: args.loops,
    };
    let exit = exit_code(&report, &about, interrupted);
    let value = json_value(args, &report, &about, compared.as_ref(), exit)?;
    if let Some(l) = &report.lasso {
        let mut flags = vec!["-fwrapv".to_owned()];
        flags.extend(crate::program::database::common(&args.database.flags));
        flags.extend(args.clang_flags.iter().cloned());
        flags.extend(crate::headers::flags_for(&about.files));
        let bugs = folder.join("bugs");
        let clang = args
            .clang
            .clone()
            .unwrap_or_else(crate::program::settings::default_clang);
        let here = crate::out::current_folder()?;
        let name = bugs.join("lasso1.c").display().to_string();
        let told = lasso::Told {
            lasso: l,
            recursion: about.exhausts.is_some(),
        };
        if let Ok(text) = lasso::file(told, &about.files, &flags, called, &here, &name, &clang) {
            file::Folder::create(&bugs)?;
            file::write(&bugs.join("lasso1.c"), text.as_bytes())?;
        }
    }
    let log = format!("{:#}\n", sarif::value(&report, &about));
    file::write(&folder.join("bugs.sarif"), log.as_bytes())?;
    // One that cannot be written costs itself and not the answer.
    let written = reports(args, &report, &about, &log);
    let text = format!("{value:#}\n");
    file::write(&folder.join("run.json"), text.as_bytes())?;
    if args.json {
        session.answer(&text)?;
    } else if !args.quiet {
        let mut out = text::summary(&report, &about, session.observer.style());
        out.push_str(&format!("results: {}\n", folder.display()));
        session.answer(&out)?;
    }
    written?;
    Ok(Done::with(exit, report))
}

/// Asks for every file that is named for output whether it could be written: before
/// the work whose result they get.
///
/// # Errors
/// One could not (exit 4).
pub fn check_outputs(args: &TimeOptions) -> Result<(), Diagnostic> {
    let named = [&args.graph, &args.its, &args.certificate];
    for path in named.into_iter().flatten() {
        file::writable(path)?;
    }
    if let Some(path) = &args.sarif {
        file::replaceable(path, file::Form::Json)?;
    }
    if let Some(dir) = &args.html {
        file::page_folder(dir)?;
    }
    Ok(())
}

/// Writes what was asked for: all that can be written, and the first that cannot is told.
fn reports(
    args: &TimeOptions,
    report: &Report,
    about: &About,
    log: &str,
) -> Result<(), Diagnostic> {
    let mut done = Vec::new();
    if let Some(path) = &args.sarif {
        done.push(file::write(path, log.as_bytes()));
    }
    if let Some(path) = &args.graph {
        let text = match path.extension().and_then(|e| e.to_str()) {
            Some("dot") => graph::dot(&report.graph),
            Some("json") => format!("{:#}\n", json!(report.graph)),
            _ => page::html(report, about),
        };
        done.push(file::write(path, text.as_bytes()));
    }
    if let Some(path) = &args.its {
        let text = written(&report.its, args.its_limits);
        done.push(text.and_then(|t| file::write(path, t.as_bytes())));
    }
    if let (Some(path), Some(c)) = (&args.certificate, &report.certificate) {
        done.push(file::write(path, c.text.as_bytes()));
    }
    if let Some(dir) = &args.html {
        let page = page::html(report, about);
        let written = file::Folder::create(dir)
            .and_then(|_| file::write(&dir.join("index.html"), page.as_bytes()));
        done.push(written);
    }
    done.into_iter().collect()
}

/// Whether there is an upper bound that speaks of some inputs only. Where the graph
/// proves the end, inputs that no case has do not exist; elsewhere they may.
fn partial(report: &Report) -> bool {
    let by_graph = report.verdict == Verdict::Terminates && report.certificate.is_some();
    let some = |b: &Bound| !by_graph && !budget::covers(b, &report.parameters);
    report.bounds.upper.as_ref().is_some_and(some)
}

/// Whether the budget is kept: no run may exceed it, and the bound must lie
/// below it.
fn judge(text: &str, report: &Report) -> Result<Kept, Diagnostic> {
    let e = budget::read(text, &report.parameters)?;
    for (i, r) in report.counted.iter().flat_map(|c| &c.runs).enumerate() {
        let values: Vec<BigInt> = r.parameters.iter().map(|n| n.0.clone()).collect();
        if values.len() != report.parameters.len() {
            continue;
        }
        if let (Some(most), Some(n)) = (e.evaluate(&values).value(), &r.interpreted) {
            if n.0 > most {
                return Ok(Kept::Exceeded { run: i as u32 });
            }
        }
    }
    Ok(match (&report.verdict, &report.bounds.upper) {
        (Verdict::Terminates, Some(bound)) => match budget::below(bound, &e, &report.parameters) {
            Ok(()) => Kept::Kept,
            Err(why) => Kept::Unknown(why),
        },
        (Verdict::Terminates, None) => Kept::Unknown("there is no upper bound".into()),
        _ => Kept::Unknown("it is not proved that the function ends".into()),
    })
}

fn exit_code(report: &Report, about: &About, interrupted: bool) -> ExitCode {
    let over = matches!(&about.budget, Some((_, Kept::Exceeded { .. })));
    let open = matches!(&about.budget, Some((_, Kept::Unknown(_))));
    match &report.verdict {
        _ if interrupted => ExitCode::Interrupted,
        Verdict::DoesNotTerminate => ExitCode::Violated,
        _ if about.overflow.is_some() => ExitCode::Violated,
        _ if over => ExitCode::Violated,
        Verdict::Terminates if !open => ExitCode::Holds,
        _ => ExitCode::Unknown,
    }
}

fn notes(
    args: &TimeOptions,
    report: &Report,
    evidence: &Evidence,
    compared: Option<&Compared>,
    whole: &Budget,
) -> Vec<String> {
    let mut out = match report.verdict {
        // What hindered a lasso is of no interest where one was found or none is.
        Verdict::Unknown { .. } => evidence.notes.clone(),
        _ => (evidence.notes.iter())
            .filter(|n| n.contains("native") || n.starts_with("cross-check"))
            .cloned()
            .collect(),
    };
    out.extend(compared.map(Compared::text));
    if evidence.models {
        out.push("counts hold what the models of the C library execute".into());
    }
    if !args.cost_of.is_empty() && report.counted.is_some() {
        out.push(
            "runs are counted by the interpreter alone: a native run knows no given cost".into(),
        );
    }
    if let (Some(path), None) = (&args.certificate, &report.certificate) {
        out.push(format!(
            "no certificate was written: there is no proof that has one{}",
            match path.exists() {
                // One of an earlier run would be taken for this one's.
                true => format!("; {} is an older one", path.display()),
                false => String::new(),
            }
        ));
    }
    if args.its.is_some() && report.its.is_empty() {
        out.push("there is no integer transition system".into());
    }
    match whole.stop_now() {
        Some(StopReason::Interrupted) => {
            out.push("the run was interrupted; this is what was found".into());
        }
        Some(_) => out.push("the run ended at its limit; this is what was found".into()),
        None => {}
    }
    out
}

/// Puts what is known of a part of the result into it, where there is one.
fn beside(result: &mut Value, part: &str, name: &str, value: Value) {
    if let Some(part) = result.get_mut(part).and_then(Value::as_object_mut) {
        part.insert(name.to_owned(), value);
    }
}

fn json_value(
    args: &TimeOptions,
    report: &Report,
    about: &About,
    compared: Option<&Compared>,
    exit: ExitCode,
) -> Result<Value, Diagnostic> {
    let mut result = serde_json::to_value(report)
        .map_err(|e| Diagnostic::defect(format!("the result cannot be written: {e}")))?;
    beside(
        &mut result,
        "certificate",
        "derives_upper",
        json!(about.derives_upper),
    );
    beside(&mut result, "lasso", "exhausts", json!(about.exhausts));
    let reason = match &report.verdict {
        Verdict::Unknown { reason, .. } => Some(reason.clone()),
        _ => None,
    };
    beside(&mut result, "bounds", "partial", json!(about.partial));
    let assumptions: Vec<&str> = report.assumptions.iter().map(|a| a.text.as_str()).collect();
    let budget = about.budget.as_ref().map(|(text, kept)| {
        let (kind, detail) = match kept {
            Kept::Kept => ("kept", Value::Null),
            Kept::Exceeded { run } => ("exceeded", json!(run)),
            Kept::Unknown(why) => ("unknown", json!(why)),
        };
        json!({ "text": text, "kind": kind, "detail": detail })
    });
    Ok(json!({
        "schema": 1,
        "tool": { "name": "everypath", "version": about.version },
        "verb": "time",
        "files": about.files,
        "options": {
            "entry": args.entry,
            "clang_flags": args.clang_flags,
            "m32": args.m32,
            "overflow": format!("{:?}", args.overflow).to_lowercase(),
            "wrap": format!("{:?}", args.wrap).to_lowercase(),
            "view": format!("{:?}", args.view).to_lowercase(),
            "arith": format!("{:?}", args.arith).to_lowercase(),
            "may_be_null": args.may_be_null,
            "may_alias": args.may_alias,
            "strict": args.strict,
            "cost_of": args.cost_of,
            "cross_check": args.cross_check,
            "run_limit": args.run_limit,
        },
        "exit_code": exit as i32,
        "verdict": result["verdict"],
        "reason": reason,
        "exactness": result["exactness"],
        "assumptions": assumptions,
        "budget": budget,
        "overflow": about.overflow.as_ref().map(|(place, inputs)| json!({ "place": place, "inputs": inputs })),
        "compared": compared.map(Compared::json),
        "stopped": about.stopped.iter().map(|(w, n)| json!({ "what": w, "runs": n })).collect::<Vec<_>>(),
        "native_equal": about.native_equal,
        "notes": about.notes,
        "result": result,
    }))
}
/// The system as it is asked for.
///
/// # Errors
/// It does not parse: a defect.
fn written(its: &str, limits: ItsLimits) -> Result<String, Diagnostic> {
    let start = match limits {
        ItsLimits::Parameter => AtStart::Parameters,
        ItsLimits::Free => AtStart::Free,
        ItsLimits::Number => return Ok(its.to_owned()),
    };
    if its.is_empty() {
        return Ok(String::new());
    }
    named::printed(its, start)
        .map_err(|e| Diagnostic::defect(format!("the system that was printed: {e}")))
}
