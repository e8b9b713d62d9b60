//! The builds of a search, and its end where it is interrupted before it began.
//!
//! Compiling takes seconds, longer on busy machines, and three builds run at once,
//! each in a thread that nobody waits for: who presses Ctrl-C meanwhile hears at once
//! that nothing was run, what earlier runs have left in the folder, and the command
//! that goes on. Compilers end with the process that started them. Cost: who calls
//! the library and goes on has them for as long as they take.

use super::options::FuzzOptions;
use crate::gate::Gate;
use ep_base::outcome::{Exactness, Outcome, Statistics, Verdict};
use ep_base::words::count;
use ep_base::{Cancel, Diagnostic, ExitCode, StopReason};
use ep_native::fuzz::Fuzzer;
use ep_native::{Limits, NativeProgram};
use ep_proofs::{Done, Session};
use ep_report::page::Command;
use ep_report::regression::word;
use ep_report::run::{self, About};
use std::fmt::Write;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// What a program is built for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// With sanitizers: its crashes are findings.
    Judging = 0,
    /// To be compared with the followed run.
    Plain = 1,
    /// Without sanitizers, for mutated inputs.
    Lean = 2,
}

/// The builds by their kind; nothing for one that was not asked for.
pub type Built = [Option<Result<Fuzzer, Diagnostic>>; 3];

/// Builds side by side; nothing where the run was interrupted.
///
/// # Errors
/// A thread cannot be started (exit 4).
pub fn build(
    program: &NativeProgram,
    limits: &Limits,
    kinds: &[Build],
    cancel: &Cancel,
) -> Result<Option<Built>, Diagnostic> {
    let (done, built) = mpsc::channel();
    for kind in kinds.iter().copied() {
        let (program, limits, done) = (program.clone(), limits.clone(), done.clone());
        let work = move || {
            let made = match kind {
                Build::Judging => Fuzzer::build(&program, limits),
                Build::Plain => Fuzzer::build_plain(&program, limits),
                Build::Lean => Fuzzer::build_lean(&program, limits),
            };
            // Who was interrupted does not listen any more.
            let _ = done.send((kind, made));
        };
        std::thread::Builder::new()
            .name("build".into())
            .spawn(work)
            .map_err(|e| Diagnostic::surroundings(format!("cannot start a thread: {e}")))?;
    }
    drop(done);
    let mut out = [None, None, None];
    loop {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        match built.recv_timeout(LOOK) {
            Ok((kind, made)) => out[kind as usize] = Some(made),
            Err(RecvTimeoutError::Timeout) => {}
            // A compiler may end of the signal before our own handler has run.
            Err(RecvTimeoutError::Disconnected) => {
                if out.iter().flatten().any(Result::is_err) {
                    std::thread::sleep(LOOK);
                }
                return Ok((!cancel.is_cancelled()).then_some(out));
            }
        }
    }
}

/// How often it is looked whether the run was interrupted.
const LOOK: Duration = Duration::from_millis(20);

/// Why there is no answer.
const REASON: &str = "interrupted while the program was compiled: nothing was run";

/// Tells it.
///
/// # Errors
/// Standard output or a report cannot be written (exit 4).
pub fn interrupted(
    args: &FuzzOptions,
    gate: &Gate,
    session: &Session,
) -> Result<Done<Outcome>, Diagnostic> {
    let outcome = Outcome {
        verdict: Verdict::Unknown {
            reason: REASON.into(),
        },
        exactness: Exactness {
            over: false,
            under: true,
        },
        assumptions: Vec::new(),
        bugs: Vec::new(),
        incomplete: Vec::new(),
        statistics: Statistics::default(),
        coverage: Default::default(),
        counted: Default::default(),
        measured: None,
        stopped: Some(StopReason::Interrupted),
        hints: Vec::new(),
    };
    let judged = gate.judge(&outcome, ExitCode::Interrupted, None);
    let files: Vec<String> = args.files.iter().map(|f| f.display().to_string()).collect();
    if args.json {
        let about = About {
            version: env!("CARGO_PKG_VERSION"),
            verb: "fuzz",
            files: &files,
            options: serde_json::json!({}),
            exit: judged.exit,
        };
        let mut value = run::value(&outcome, &about)?;
        judged.tell(&mut value);
        session.answer(&format!("{value:#}\n"))?;
    } else if !args.quiet {
        let mut text = format!("no bug found ({REASON})\n");
        if let Some(folder) = &args.out {
            let inputs = ["queue", "waiting", "crashes"].map(|f| entries(&folder.join(f)));
            let bugs = entries(&folder.join("bugs")) / 2;
            if inputs.iter().sum::<usize>() > 0 {
                let _ = writeln!(
                    text,
                    "{}: {} and {} of earlier runs are kept",
                    folder.display(),
                    count(inputs.iter().sum::<usize>(), "input"),
                    count(bugs, "bug")
                );
            }
        }
        if let Some(line) = go_on(session, args.out.as_deref()).lines.last() {
            let _ = writeln!(text, "go on with: {line}");
        }
        session.answer(&text)?;
    }
    gate.write("fuzz", &files, &outcome, &judged, None)?;
    Ok(Done::with(judged.exit, outcome))
}

/// The command of the search with its folder, which goes on with what is there.
pub fn go_on(session: &Session, folder: Option<&Path>) -> Command {
    let words = session.command.iter().skip(1);
    let mut words: Vec<String> = words.map(|w| word(w)).collect();
    let has_folder = words
        .iter()
        .any(|w| w == "--out" || w.starts_with("--out="));
    if let Some(folder) = folder.filter(|_| !has_folder) {
        let whole = std::path::absolute(folder);
        let folder = whole.as_deref().unwrap_or(folder);
        let out = ["--out".into(), word(&folder.display().to_string())];
        let behind_verb = words.len().min(1);
        words.splice(behind_verb..behind_verb, out);
    }
    // Names are relative to it.
    let here = crate::out::current_folder().ok();
    let mut lines: Vec<String> = here.iter().map(|f| format!("cd {}", word(f))).collect();
    lines.push(format!("everypath {}", words.join(" ")));
    Command {
        what: "Go on with all inputs that are there".into(),
        lines,
    }
}

/// Files in a folder; none where there is no folder.
fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}
