//! `everypath its`: integer transition systems from files to answers. Each file
//! is a question of its own; the exit code is the most serious one.

mod cross;
mod json;
pub mod options;
mod text;

use crate::input;
use crate::session::{Done, Session};
use ep_base::{Budget, Diagnostic, ExitCode};
use ep_its::format::{self, Format};
use ep_its::options::{Goals, Options};
use ep_its::outcome::Answer;
use ep_its::system::System;
use ep_its::Analysis;
use options::{Goal, ItsOptions};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A file with what was found about it.
pub struct Answered {
    /// The file as it was named.
    pub file: String,
    /// What was asked.
    pub goal: Goal,
    /// What was read.
    pub system: System,
    /// What was found.
    pub analysis: Analysis,
    /// How long it took, in microseconds.
    pub time_us: u64,
    /// What a process that asked for this file alone would end with.
    pub exit: ExitCode,
}

/// Runs the verb.
///
/// # Errors
/// A file cannot be read or is wrong; a certificate cannot be written.
pub fn run(args: &ItsOptions, session: &Session) -> Result<Done<Vec<Answered>>, Diagnostic> {
    let cancel = &session.cancel;
    let mut all = Vec::new();
    let mut worst = ExitCode::Holds;
    let mut values = Vec::new();
    for path in &args.files {
        let start = Instant::now();
        let file = path.display().to_string();
        let Read {
            system,
            text: source,
            format,
        } = match read(path, args, session) {
            Ok(read) => read,
            // What is wrong with one of several files is no reason to lose the others.
            Err(wrong) if args.files.len() > 1 => {
                session.note(&wrong.to_string());
                worst = worse(worst, wrong.exit);
                continue;
            }
            Err(wrong) => return Err(wrong),
        };
        if let Some(to) = args.to {
            let (text, left) = printed(&system, to).map_err(|e| e.at(file.clone()))?;
            if let Some(left) = left {
                let left = Diagnostic::warning(left).at(file);
                session.note(&left.help("--to koat keeps them").to_string());
            }
            say(session, &text);
            continue;
        }
        let goals = match args.goal {
            Goal::Termination => Goals::TERMINATION,
            Goal::Upper => Goals::UPPER,
            Goal::Lower => Goals::LOWER,
            Goal::Bounds => Goals {
                upper: true,
                ..Goals::LOWER
            },
            Goal::All => Goals::ALL,
        };
        let options = Options {
            goals,
            budget: Budget {
                start,
                timeout: args.timeout,
                cancel: cancel.clone(),
                ..Budget::default()
            },
            depth: args.depth,
            jobs: args.jobs,
            // Scripts compare one line, which has no place for them.
            parts: !args.termcomp,
            ..Options::default()
        };
        let observer = &session.observer;
        let analysis = ep_its::analyse_with_proofs(&system, &options, &mut |event| {
            if observer.wants_progress() {
                observer.progress(Some(&text::found(&file, &system, &event)));
            }
        })
        .map_err(|e| Diagnostic::defect(e.to_string()).at(file.clone()))?;
        observer.progress(None);
        let exit = match analysis.outcome.termination {
            _ if cancel.is_cancelled() => ExitCode::Interrupted,
            _ if args.goal.is_bounds() => match bounded(args.goal, &analysis) {
                true => ExitCode::Holds,
                false => ExitCode::Unknown,
            },
            Answer::Terminates => ExitCode::Holds,
            Answer::Diverges => ExitCode::Violated,
            Answer::Unknown { .. } => ExitCode::Unknown,
        };
        if args.cross_check {
            let given = cross::given(format, source, &system);
            for left in cross::check(&file, &given, &system, &analysis)? {
                session.note(&left.to_string());
            }
        }
        let time_us = start.elapsed().as_micros() as u64;
        let answered = Answered {
            file,
            goal: args.goal,
            system,
            analysis,
            time_us,
            exit,
        };
        if let Some(to) = &args.certificate {
            write_certificate(&answered, to, args.files.len() > 1, session)?;
        }
        match (args.json, args.quiet) {
            (true, _) => values.push(json::value(&answered)),
            (_, true) => {}
            _ => say(session, &text::answer(&answered, args)),
        }
        worst = worse(worst, exit);
        all.push(answered);
        if cancel.is_cancelled() {
            break;
        }
    }
    for v in values {
        say(session, &format!("{v:#}\n"));
    }
    Ok(Done::with(worst, all))
}

/// The system in another format, and what that leaves out.
fn printed(system: &System, to: options::To) -> Result<(String, Option<String>), Diagnostic> {
    let to = match to {
        options::To::Koat => Format::Koat,
        options::To::Smt2 => Format::Smt2,
        options::To::T2 => Format::T2,
        options::To::Ari => Format::Ari,
    };
    let text = format::print_leaving(to, system);
    text.map_err(|e| Diagnostic::bad_input(e).help("--to koat prints every system"))
}

/// Whether each bound that was asked for is there.
fn bounded(goal: Goal, analysis: &Analysis) -> bool {
    let o = &analysis.outcome;
    (goal == Goal::Lower || !o.upper.is_empty()) && (goal == Goal::Upper || !o.lower.is_empty())
}

/// Which bound is missing, where one that was asked for was not found.
fn missing(goal: Goal, analysis: &Analysis) -> Option<String> {
    let side = match goal {
        _ if bounded(goal, analysis) => return None,
        Goal::Upper | Goal::Bounds if analysis.outcome.upper.is_empty() => "upper",
        _ => "lower",
    };
    let late = match analysis.outcome.counts.cuts {
        0 => "",
        _ => ", and searches were ended by the clock",
    };
    Some(format!("no {side} bound was found{late}"))
}

/// The more serious of two: a defect, an interrupt, a violation, an open one.
fn worse(a: ExitCode, b: ExitCode) -> ExitCode {
    let rank = |e: ExitCode| match e {
        ExitCode::Holds => 0,
        ExitCode::Unknown => 1,
        ExitCode::Violated => 2,
        _ => 3,
    };
    if rank(b) > rank(a) {
        b
    } else {
        a
    }
}

fn say(session: &Session, text: &str) {
    // A reader that went away is no failure of the run.
    let _ = session.answer(text);
}

/// A system with the text that it was read from.
struct Read {
    system: System,
    text: String,
    format: Format,
}

fn read(path: &Path, args: &ItsOptions, session: &Session) -> Result<Read, Diagnostic> {
    let shown = path.display().to_string();
    let text = input::text(path, "the system")?;
    let format = match args.from {
        Some(options::From::Koat) => Some(Format::Koat),
        Some(options::From::Smt2) => Some(Format::Smt2),
        Some(options::From::T2) => Some(Format::T2),
        Some(options::From::Ari) => Some(Format::Ari),
        None => format::guess(&shown, &text),
    };
    let Some(format) = format else {
        return Err(Diagnostic::bad_input("the format is not known")
            .at(shown)
            .help("name it with --from koat, --from smt2, --from t2 or --from ari"));
    };
    let (system, remarks) =
        format::read_remarking(format, &text).map_err(|m| input::mistaken(&shown, m))?;
    for r in remarks {
        let d = Diagnostic::warning(r.what).at(format!("{shown}:{}:{}", r.line, r.column));
        let d = match r.help {
            Some(help) => d.help(help),
            None => d,
        };
        session.note(&d.to_string());
    }
    Ok(Read {
        system,
        text,
        format,
    })
}

/// The name of a file in one folder for all. Two files have two names: with a plain
/// sign for `/` the proof about `a/b` would take the place of that about `a_b`.
fn flat(file: &str) -> String {
    let mut out = String::new();
    for c in file.chars() {
        match c {
            '%' => out.push_str("%25"),
            '/' => out.push_str("%2F"),
            '\\' => out.push_str("%5C"),
            c => out.push(c),
        }
    }
    out
}

fn write_certificate(
    a: &Answered,
    to: &Path,
    several: bool,
    session: &Session,
) -> Result<(), Diagnostic> {
    let cannot = |path: &Path, e: std::io::Error| {
        Diagnostic::surroundings(format!("the certificate cannot be written: {e}"))
            .at(path.display().to_string())
    };
    let path: PathBuf = match several {
        false => to.to_path_buf(),
        true => {
            std::fs::create_dir_all(to).map_err(|e| cannot(to, e))?;
            to.join(flat(&a.file) + ".cert")
        }
    };
    let Some(text) = a.analysis.certificate(&a.system) else {
        // One of an earlier run would be taken for this one's.
        if path.exists() {
            let what = "nothing was proved, so no certificate is written; the file is an older one";
            let left = Diagnostic::warning(what).at(path.display().to_string());
            session.note(&left.to_string());
        }
        return Ok(());
    };
    // Whole or not at all, and beside it nobody else's file is written.
    let mut part = path.clone().into_os_string();
    part.push(".part");
    std::fs::write(&part, text).map_err(|e| cannot(&path, e))?;
    std::fs::rename(&part, &path).map_err(|e| cannot(&path, e))
}

#[cfg(test)]
mod tests {
    use super::flat;

    /// The proof about one file was written over that about another one.
    #[test]
    fn two_files_have_two_certificates() {
        let names = ["a/b", "a_b", "a%2Fb", "a\\b", "a%5Cb", "/a/b", "a%252Fb"].map(flat);
        for (i, a) in names.iter().enumerate() {
            assert!(!a.contains('/'), "{a}");
            assert!(names.iter().skip(i + 1).all(|b| a != b), "{names:?}");
        }
        assert_eq!(flat("a_b.koat"), "a_b.koat");
    }
}
