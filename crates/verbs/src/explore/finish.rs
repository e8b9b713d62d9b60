//! The end of a run: the verdict in the light of the native runs, the files,
//! the summary, the exit code.

use super::shown::Shown;
use super::trees;
use crate::confirm::observer::Failure;
use crate::gate::{Gap, Gate};
use crate::program::settings;
use crate::test::options::{Sizes, TestOptions};
use ep_base::outcome::{Bug, ErrorKind, Exactness, Outcome, Statistics, Verdict};
use ep_base::words::count;
use ep_base::{Diagnostic, ExitCode, StopReason};
use ep_explore::Exploration;
use ep_harness::heap::Called;
use ep_native::failed_to_build;
use ep_proofs::words::Words;
use ep_proofs::{Done, Session};
use ep_report::entry_suite;
use ep_report::page::Tab;
use ep_report::regression::{building, regression, Subject};
use ep_report::run::About;
use ep_report::sanitizers;
use ep_report::source::Sources;
use ep_report::tree::Tree;
use ep_report::{file, run, summary};
use serde_json::{json, Value};
use std::path::{Path, PathBuf};

/// What a test needs beside the program.
#[derive(Clone, Copy)]
pub struct Harness<'a> {
    /// The entry; none for `main`.
    pub called: Option<&'a Called>,
    /// Bodies in C for the functions that the program lacks.
    pub bodies: Option<&'a str>,
}

/// Writes and prints everything and says how the process ends.
///
/// # Errors
/// A file or standard output cannot be written (exit 4).
pub fn finish(
    args: &TestOptions,
    folder: &Path,
    harness: Harness<'_>,
    (found, mut shown): (Exploration, Shown),
    gate: &Gate,
    failure: &Failure,
    session: &Session,
) -> Result<Done<Outcome>, Diagnostic> {
    let Exploration { mut outcome, tree } = found;
    let stopped = outcome.stopped;
    let interrupted = session.is_cancelled() || stopped == Some(StopReason::Interrupted);
    judge(&mut outcome);
    let gap = Gap::of(&outcome, None);
    let plain = exit_code(&outcome.verdict, interrupted);
    let judged = gate.judge(&outcome, plain, gap.as_ref());
    // What cannot be written is told at the end, after what was found.
    let keep = |d: Diagnostic| failure.set(d);
    let files: Vec<String> = args.files.iter().map(|f| f.display().to_string()).collect();
    let version = env!("CARGO_PKG_VERSION");
    judged
        .sarif(&folder.join("bugs.sarif"), &outcome)
        .unwrap_or_else(keep);
    let called = harness.called;
    let kept = regressions(args, folder, harness, &files, &outcome.bugs);
    shown.builds = kept.map_err(keep).unwrap_or_default();
    let kept = shown.builds.iter().flatten().count();
    let in_suite = suite(args, folder, called, &files, &outcome.bugs);
    let in_suite = in_suite.map_err(keep).unwrap_or(0);
    let about = About {
        version,
        verb: "test",
        files: &files,
        options: options(args),
        exit: match failure.get() {
            Some(e) => e.exit,
            None => judged.exit,
        },
    };
    // Last: where it stands, everything stands.
    let mut value = run::value(&outcome, &about)?;
    judged.tell(&mut value);
    let value = format!("{value:#}\n");
    file::write(&folder.join("run.json"), value.as_bytes()).unwrap_or_else(keep);
    let mut sources = Sources::new();
    if let Some(tree) = &tree {
        let program = files.join(" ");
        let tree = trees::convert(tree, &program, args.arith.name().into(), &mut sources);
        shown.folder = folder.to_path_buf();
        pictures(args, &outcome, &tree, &shown, &mut sources, session).unwrap_or_else(keep);
    }
    if args.json {
        session.answer(&value)?;
    } else if !args.quiet {
        let mut text = summary::summary(&outcome, &mut sources, session.observer.style());
        let mut tests = match outcome.statistics.tests {
            1 => "1 test".to_string(),
            n => format!("{n} tests"),
        };
        match kept {
            0 => {}
            1 => tests.push_str(", 1 regression test in bugs/"),
            n => tests.push_str(&format!(", {n} regression tests in bugs/")),
        }
        if in_suite > 0 {
            tests.push_str(&format!(", {in_suite} of them in suite.c"));
        }
        if let Some(line) = judged.line() {
            text.push_str(&format!("{line}\n"));
        }
        let place = folder.display();
        text.push_str(&match failure.get() {
            None => format!("results: {place} ({tests})\n"),
            Some(_) => format!("results: {place} (what could be written)\n"),
        });
        if stopped.is_some() && !args.merge {
            text.push_str(&format!(
                "go on with: everypath test --resume {}\n",
                folder.display()
            ));
        }
        session.answer(&text)?;
    }
    // Last, since a report elsewhere that cannot be written costs only itself.
    gate.write("test", &files, &outcome, &judged, gap.as_ref())?;
    match failure.get() {
        Some(e) => Err(e.clone()),
        None => Ok(Done::with(judged.exit, outcome)),
    }
}

/// The end of a run whose time was over while it read the program: its verdict
/// is told as that of any other run.
///
/// # Errors
/// Standard output or a report cannot be written (exit 4).
pub(crate) fn without_program(
    verb: &'static str,
    args: &TestOptions,
    why: &Diagnostic,
    gate: &Gate,
    session: &Session,
) -> Result<Done<Outcome>, Diagnostic> {
    let place = why.place.as_ref().map(|p| format!(": {p}"));
    let outcome = Outcome {
        verdict: Verdict::Unknown {
            reason: format!("{}{}", why.message, place.unwrap_or_default()),
        },
        exactness: Exactness::EXACT,
        assumptions: Vec::new(),
        bugs: Vec::new(),
        incomplete: Vec::new(),
        statistics: Statistics::default(),
        coverage: Default::default(),
        counted: Default::default(),
        measured: None,
        stopped: Some(StopReason::Timeout),
        hints: Vec::new(),
    };
    let gap = Gap::of(&outcome, None);
    let judged = gate.judge(&outcome, ExitCode::Unknown, gap.as_ref());
    let files: Vec<String> = args.files.iter().map(|f| f.display().to_string()).collect();
    if args.json {
        let about = About {
            version: env!("CARGO_PKG_VERSION"),
            verb,
            files: &files,
            options: options(args),
            exit: judged.exit,
        };
        let mut value = run::value(&outcome, &about)?;
        judged.tell(&mut value);
        session.answer(&format!("{value:#}\n"))?;
    } else if !args.quiet {
        session.answer(&format!("{}\n", outcome.verdict))?;
    }
    gate.write(verb, &files, &outcome, &judged, gap.as_ref())?;
    Ok(Done::with(judged.exit, outcome))
}

/// The clang of the lines that build a test.
fn compiler(args: &TestOptions) -> String {
    let clang = args.clang.clone().unwrap_or_else(settings::default_clang);
    clang.display().to_string()
}

/// A native build was tried and failed, so that nobody can build a test either.
/// MemorySanitizer may be what is missing: others do not need it.
fn no_build(bugs: &[Bug]) -> bool {
    bugs.iter()
        .any(|b| b.kind != ErrorKind::UninitialisedRead && failed_to_build(&b.confirmation))
}

/// A C file for each bug whose input C can hand out, and the lines that build it.
pub(crate) fn regressions(
    args: &TestOptions,
    folder: &Path,
    harness: Harness<'_>,
    files: &[String],
    bugs: &[Bug],
) -> Result<Vec<Option<Vec<String>>>, Diagnostic> {
    let mut flags = settings::build_flags(args);
    flags.extend(crate::headers::flags_for(files));
    let compiler = compiler(args);
    let here = crate::out::current_folder()?;
    let headers = crate::headers::asked_by(files);
    let mut kept = vec![None; bugs.len()];
    if !args.mmio.is_empty() || no_build(bugs) {
        // Nothing would stand for the devices, or for what is not there.
        return Ok(kept);
    }
    for (i, bug) in bugs.iter().enumerate() {
        if failed_to_build(&bug.confirmation) {
            continue;
        }
        let mut bug = bug.clone();
        bug.inputs.extend(args.given.constants(args.timeout)?);
        let path = folder.join("bugs").join(format!("bug{}.c", i + 1));
        let subject = Subject {
            sources: files,
            compiler: &compiler,
            flags: &flags,
            folder: &here,
            headers: headers.as_deref(),
            sanitizers: sanitizers::of(bug.kind),
            entry: harness.called,
            bodies: harness.bodies,
            again: None,
        };
        if let Ok(text) = regression(&bug, &path.display().to_string(), &subject) {
            file::Folder::create(&folder.join("bugs"))?;
            file::write(&path, text.as_bytes())?;
            kept[i] = Some(building(&text));
        }
    }
    Ok(kept)
}

/// `suite.c` of an entry function; how many tests it has.
fn suite(
    args: &TestOptions,
    folder: &Path,
    called: Option<&Called>,
    files: &[String],
    bugs: &[Bug],
) -> Result<usize, Diagnostic> {
    let Some(called) = called else {
        return Ok(0);
    };
    if !args.mmio.is_empty() || no_build(bugs) {
        return Ok(0);
    }
    let parts = ep_report::suite::parts(&folder.join("tests"))?;
    if !parts.is_empty() {
        let mut flags = args.clang_flags.clone();
        flags.extend(crate::headers::flags_for(files));
        let text = entry_suite::file(called, files, &compiler(args), &flags, &parts);
        file::write(&folder.join("suite.c"), text.as_bytes())?;
    }
    Ok(parts.len())
}

/// `--tree` and `--html`.
fn pictures(
    args: &TestOptions,
    outcome: &Outcome,
    tree: &Tree,
    shown: &Shown,
    sources: &mut Sources,
    session: &Session,
) -> Result<(), Diagnostic> {
    let in_page = |p: &PathBuf| p.extension().is_some_and(|e| e == "html");
    // Why another one was cut has been told where it was made.
    if tree.truncated && args.merge && !args.quiet {
        let n = count(tree.nodes.len(), "node");
        session.note(&format!(
            "note: the tree was cut at {n}; --max-depth and --max-paths bound it"
        ));
    }
    let page = match settings::paged(args) {
        true => Some(shown.page(args, outcome, tree, sources)?),
        false => None,
    };
    if let Some(path) = &args.tree {
        match &page {
            Some(page) if in_page(path) => page.write(path, Tab::Tree)?,
            _ => tree.write(path)?,
        }
    }
    if let (Some(folder), Some(page)) = (&args.html, &page) {
        file::Folder::create(folder)?;
        page.write(&folder.join("index.html"), Tab::Summary)?;
    }
    Ok(())
}

/// `violated` needs an exact path or a native confirmation; a bug that has
/// neither is only a possible one.
pub(crate) fn judge(outcome: &mut Outcome) {
    if outcome.bugs.is_empty() {
        return;
    }
    outcome.verdict = if outcome.bugs.iter().any(Bug::is_certain) {
        Verdict::Violated
    } else {
        let n = outcome.bugs.len();
        let (violations, paths) = match n {
            1 => ("1 possible violation", "on an inexact path"),
            _ => ("possible violations", "on inexact paths"),
        };
        let count = if n == 1 {
            String::new()
        } else {
            format!("{n} ")
        };
        Verdict::Unknown {
            reason: format!("{count}{violations} {paths}, none confirmed by a native run"),
        }
    };
}

pub(crate) fn exit_code(verdict: &Verdict, interrupted: bool) -> ExitCode {
    if interrupted {
        return ExitCode::Interrupted;
    }
    match verdict {
        Verdict::Proved => ExitCode::Holds,
        Verdict::Violated | Verdict::NotProved => ExitCode::Violated,
        Verdict::ProvedUpTo { .. } | Verdict::Unknown { .. } => ExitCode::Unknown,
    }
}

/// The options in force, for `run.json`.
pub(crate) fn options(args: &TestOptions) -> Value {
    let checks = args.check.unwrap_or_else(ep_explore::CheckSet::default_set);
    let checked: Vec<_> = ep_base::outcome::ErrorKind::ALL
        .into_iter()
        .filter(|k| checks.has(*k))
        .map(|k| k.word())
        .collect();
    json!({
        "entry": args.entry,
        "buffer": args.buffer,
        "sized": match &args.sized {
            Sizes::Pairs(all) => all.iter().map(|p| format!("{}:{}", p.data, p.size)).collect(),
            Sizes::Libfuzzer | Sizes::Apart => Vec::new(),
        },
        "may_be_null": args.may_be_null,
        "may_alias": args.may_alias,
        "strings": args.strings,
        "pointer_depth": args.pointer_depth,
        "varargs": args.varargs,
        "stdin": args.stdin,
        "external": args.external.name(),
        "malloc_may_fail": args.malloc_may_fail,
        "malloc_never_fails": args.malloc_never_fails,
        "max_fail": args.max_fail,
        "mmio": args.mmio.iter().map(|d| format!("0x{:x}:0x{:x}", d.base, d.size)).collect::<Vec<_>>(),
        "m32": args.m32,
        "clang_flags": args.clang_flags,
        "check": checked,
        "uninit": args.uninit.name(),
        "overflow": args.overflow.name(),
        "search": args.search.name(),
        "arith": args.arith.name(),
        "seed": args.seed,
        "jobs": args.jobs,
        "merge": args.merge,
        "subsumption": args.subsumption,
        "stack_size": args.stack_size,
        "first_bug": args.first_bug,
        "cross_check": args.cross_check,
        "solver_limit": args.solver_limit,
        "timeout_seconds": args.timeout.map(|t| t.as_secs_f64()),
        "max_memory": args.max_memory,
        "max_paths": args.max_paths,
        "max_depth": args.max_depth,
        "max_instructions": args.max_instructions,
        "all_tests": args.all_tests,
        "native": !args.no_native,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::{Confirmation, Place};

    fn outcome(bugs: Vec<Bug>) -> Outcome {
        Outcome {
            verdict: Verdict::Proved,
            exactness: Exactness::EXACT,
            assumptions: vec![],
            bugs,
            incomplete: vec![],
            statistics: Statistics::default(),
            coverage: Default::default(),
            counted: Default::default(),
            measured: None,
            stopped: None,
            hints: vec![],
        }
    }

    fn bug(over: bool, confirmed: bool) -> Bug {
        Bug {
            kind: ErrorKind::Abort,
            message: String::new(),
            place: Place::default(),
            stack: vec![],
            inputs: vec![],
            exactness: Exactness { over, under: false },
            paths: 1,
            confirmation: if confirmed {
                Confirmation::Confirmed {
                    by: "x".into(),
                    message: String::new(),
                }
            } else {
                Confirmation::NotTried
            },
            test: String::new(),
        }
    }

    fn verdict(bugs: Vec<Bug>) -> Verdict {
        let mut o = outcome(bugs);
        judge(&mut o);
        o.verdict
    }

    #[test]
    fn violated_needs_exactness_or_a_confirmation() {
        assert_eq!(verdict(vec![]), Verdict::Proved);
        assert_eq!(verdict(vec![bug(false, false)]), Verdict::Violated);
        assert_eq!(verdict(vec![bug(true, true)]), Verdict::Violated);
        assert!(matches!(
            verdict(vec![bug(true, false)]),
            Verdict::Unknown { .. }
        ));
        assert_eq!(
            verdict(vec![bug(true, false), bug(false, false)]),
            Verdict::Violated
        );
    }

    #[test]
    fn exit_codes_follow_the_verdict() {
        let unknown = Verdict::Unknown {
            reason: String::new(),
        };
        for (v, code) in [
            (Verdict::Proved, ExitCode::Holds),
            (Verdict::Violated, ExitCode::Violated),
            (unknown, ExitCode::Unknown),
            (Verdict::ProvedUpTo { bound: 3 }, ExitCode::Unknown),
        ] {
            assert_eq!(exit_code(&v, false), code);
            assert_eq!(exit_code(&v, true), ExitCode::Interrupted);
        }
    }
}
