//! `everypath verify`: from files to verdicts per member. The front end of a
//! file is chosen by its ending; both end in the same verification language,
//! and everything from there on is the same.

mod cache;
mod confirm;
mod engine;
mod input;
mod java;
pub mod options;
mod place;
mod viper;
mod watch;

use crate::session::{Done, Session};
use ep_base::outcome::{Exactness, Verdict};
use ep_base::verification::{FileOutcome, Verification};
use ep_base::{Budget, Cancel, Diagnostic, ExitCode};
use ep_report::file::{self, Form};
use ep_report::verification::{json, sarif, states, text};
use input::{Input, VERSION};
use options::VerifyOptions;
use std::path::Path;
use std::time::Instant;

/// Runs the verb.
///
/// # Errors
/// A file cannot be read, results cannot be written.
pub fn run(args: &VerifyOptions, session: &Session) -> Result<Done<Verification>, Diagnostic> {
    let cancel = &session.cancel;
    let start = Instant::now();
    ep_idf::limit_memory(args.max_memory);
    let _watch = watch::start(args.max_memory, args.timeout, args.json, session);
    let budget = Budget {
        start,
        timeout: args.timeout,
        cancel: cancel.clone(),
        ..Budget::default()
    };
    // What cannot be written is told before the work.
    if let Some(path) = &args.sarif {
        file::replaceable(path, Form::Json)?;
    }
    if let Some(folder) = &args.html {
        file::page_folder(folder)?;
    }
    let mut files = Vec::new();
    let mut assumptions: Vec<String> = Vec::new();
    let mut sources: Vec<states::SourceText> = Vec::new();
    for path in &args.files {
        let input = read(path, args)?;
        for a in &input.assumptions {
            if !assumptions.contains(a) {
                assumptions.push(a.clone());
            }
        }
        let bad = input.problems.iter().any(|p| p.id != "warning");
        let members = match bad {
            true => Vec::new(),
            false => engine::verify(&input, args, &budget, session)?,
        };
        if args.html.is_some() {
            sources.extend(input.sources());
        }
        files.push(FileOutcome {
            file: input.file,
            problems: input.problems,
            members,
        });
    }
    let verdict = Verification::judge(files.iter().flat_map(|f| &f.members));
    let bad = files.iter().any(FileOutcome::is_bad_input);
    let verdict = match bad {
        true => Verdict::Unknown {
            reason: "a file is wrong".to_owned(),
        },
        false => verdict,
    };
    let result = Verification {
        verdict,
        exactness: Exactness::EXACT,
        assumptions,
        files,
        time_us: start.elapsed().as_micros() as u64,
    };
    let exit = exit_code(&result, bad, cancel);
    for f in &result.files {
        if f.members.is_empty() && f.problems.is_empty() {
            session.note(&format!(
                "{}: warning: the file has nothing to verify",
                f.file
            ));
        }
    }
    // What was found is told first: a file that cannot be written takes nothing away.
    tell(&result, args, exit, session)?;
    if let Some(path) = &args.sarif {
        sarif::write(path, &result, VERSION)?;
    }
    if let Some(folder) = &args.html {
        states::write(folder, &result, &sources)?;
    }
    Ok(Done::with(exit, result))
}

fn read(path: &Path, args: &VerifyOptions) -> Result<Input, Diagnostic> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("vpr" | "sil") => viper::read(path, &args.library, args.smoke),
        Some("java") => java::read(path, args.overflow.into()),
        _ => Err(
            Diagnostic::bad_input("verify takes files that end in .vpr or .java")
                .at(path.display().to_string()),
        ),
    }
}

fn exit_code(result: &Verification, bad: bool, cancel: &Cancel) -> ExitCode {
    if bad {
        return ExitCode::BadInput;
    }
    if cancel.is_cancelled() {
        return ExitCode::Interrupted;
    }
    match result.verdict {
        Verdict::Proved => ExitCode::Holds,
        Verdict::NotProved | Verdict::Violated => ExitCode::Violated,
        Verdict::Unknown { .. } | Verdict::ProvedUpTo { .. } => ExitCode::Unknown,
    }
}

fn tell(
    result: &Verification,
    args: &VerifyOptions,
    exit: ExitCode,
    session: &Session,
) -> Result<(), Diagnostic> {
    let errors = session.observer.note_style();
    if !args.json {
        for p in result.files.iter().flat_map(|f| &f.problems) {
            let text = text::problem(p, errors);
            session.note(text.strip_suffix('\n').unwrap_or(&text));
        }
    }
    let out = if args.json {
        format!("{:#}\n", json::value(result, VERSION, exit)?)
    } else if args.quiet {
        String::new()
    } else {
        let show = text::Show {
            ghost: args.show_ghost,
            style: session.observer.style(),
        };
        text::summary(result, show)
    };
    // A reader that went away is no failure of the run.
    let _ = session.answer(&out);
    Ok(())
}
