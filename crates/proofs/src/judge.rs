//! `everypath judge`: re-checks a certificate.
//!
//! The checking is `ep_judge`'s; here are files, the solver for the steps
//! that rest on one, and the exit code.

use crate::session::{Done, Session};
use ep_base::words::count;
use ep_base::{Diagnostic, ExitCode};
use ep_its::format::{self, Format};
use ep_judge::{About, Kind, Program, Rest, Verdict};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// `everypath judge`.
#[derive(Clone, Debug)]
pub struct JudgeOptions {
    /// The certificate
    pub certificate: PathBuf,
    /// The system that it must speak of, in any format of `everypath its`, or the
    /// program that it was made from
    pub files: Vec<PathBuf>,
    /// Flags for clang, where it is a program
    pub clang_flags: Vec<String>,
    /// Ask this program about the steps that rest on a solver (NAME FILE.smt2), or
    /// `none` [default: cvc5 where it is installed]
    pub solver: Option<String>,
    /// Seconds for each question to the solver
    pub solver_timeout: u64,
    /// Write each step that rests on a solver into this folder, as SMT-LIB
    pub smtlib: Option<PathBuf>,
    /// Print one JSON object
    pub json: bool,
}

impl Default for JudgeOptions {
    /// What the command line has without any flag.
    fn default() -> JudgeOptions {
        JudgeOptions {
            certificate: PathBuf::new(),
            files: Vec::new(),
            clang_flags: Vec::new(),
            solver: None,
            solver_timeout: 30,
            smtlib: None,
            json: false,
        }
    }
}

impl JudgeOptions {
    /// Whether the certificate is compared with a program, and not with a system.
    pub fn of_a_program(&self) -> bool {
        self.files.iter().any(|f| is_program(f))
    }
}

/// Whether a file is a program by its name.
fn is_program(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str());
    ending.is_some_and(|e| matches!(e, "c" | "h" | "i" | "bc" | "ll"))
}

/// Longest file that is read.
const MAX_BYTES: u64 = 50_000_000;

/// The text of a certificate or a system.
///
/// # Errors
/// It cannot be read, is too long or is no text (exit 2).
pub fn read(path: &Path) -> Result<String, Diagnostic> {
    let shown = path.display().to_string();
    let wrong = |e: String| Diagnostic::bad_input(e).at(shown.clone());
    let bytes = crate::input::bytes(path, "the file")?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(wrong(format!("the file has more than {MAX_BYTES} bytes")));
    }
    crate::input::decoded(path, "the file", bytes)
}

/// Who made the system that a certificate is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadBy {
    /// A reader of the judge's own: KoAT's format and ARI.
    Judge,
    /// The reader of the provers, from which the judge has it in the ARI form.
    Provers,
    /// `everypath time`, which translated the program once more.
    Time,
}

/// A system to compare a certificate with.
#[derive(Clone, Debug)]
pub struct System {
    /// In KoAT's or the ARI form.
    pub text: String,
    /// Which reader takes it.
    pub by: ReadBy,
}

/// The text of a system as the judge compares it.
fn comparable(path: &Path) -> Result<System, Diagnostic> {
    let text = read(path)?;
    let shown = path.display().to_string();
    match format::guess(&shown, &text) {
        Some(of @ (Format::Smt2 | Format::T2)) => {
            let system = format::read(of, &text).map_err(|m| crate::input::mistaken(&shown, m))?;
            Ok(System::read_by_provers(&system))
        }
        _ => Ok(System {
            text,
            by: ReadBy::Judge,
        }),
    }
}

impl System {
    /// For the formats that the judge has no reader for.
    pub(crate) fn read_by_provers(system: &ep_its::system::System) -> System {
        // The ARI form keeps all names, such as the numbers of T2's locations.
        let text = format::ari::print(system);
        System {
            text: text.unwrap_or_else(|_| format::koat::print(system)),
            by: ReadBy::Provers,
        }
    }
}

/// Runs the verb. The result is the verdict of the checker; nothing where the
/// certificate is refused.
///
/// # Errors
/// A file cannot be read or is not what it should be (exit 2), or the solver
/// cannot be run (4).
pub fn run(args: &JudgeOptions, session: &Session) -> Result<Done<Verdict>, Diagnostic> {
    let certificate = read(&args.certificate)?;
    let system = match args.files.as_slice() {
        [] => None,
        [file] => Some(comparable(file)?),
        [_, second, ..] => {
            return Err(Diagnostic::bad_input("a system is one file")
                .at(second.display().to_string())
                .help("only the files of a program (.c, .i, .bc, .ll) can be several"))
        }
    };
    against(args, &certificate, system.as_ref(), session)
}

/// Checks a certificate that was read, and compares it with a system where there is
/// one.
///
/// # Errors
/// The system cannot be read (exit 2), or the solver cannot be run (4).
pub fn against(
    args: &JudgeOptions,
    certificate: &str,
    system: Option<&System>,
    session: &Session,
) -> Result<Done<Verdict>, Diagnostic> {
    let by = system.map(|s| s.by);
    let file = system.map(|s| s.text.as_str());
    let refused = |line: usize, why: &str| {
        let place = format!("{}:{line}", args.certificate.display());
        if args.json {
            let out = json!({ "verdict": "refused", "line": line, "reason": why });
            say(session, &format!("{out:#}\n"));
        } else {
            say(session, &format!("refused: {place}: {why}\n"));
        }
        Ok(Done {
            exit: ExitCode::Violated,
            report: None,
        })
    };
    match ep_judge::check(certificate, file) {
        // Nothing is wrong with it, but who reads "accepted" takes it for a proof.
        Ok(verdict) if verdict.claims.is_empty() => {
            refused(certificate.lines().count(), "nothing is claimed")
        }
        Ok(verdict) => {
            let (text, exit) = accepted(args, &verdict, by)?;
            say(session, &text);
            Ok(Done::with(exit, verdict))
        }
        Err(refusal) if refusal.about == About::File => {
            let file = args.files.first().unwrap_or(&args.certificate);
            Err(Diagnostic::bad_input(refusal.why)
                .at(format!("{}:{}", file.display(), refusal.line))
                .help("a file that the provers read is printed by: everypath its FILE --to koat"))
        }
        Err(refusal) => refused(refusal.line, &refusal.why),
    }
}

fn say(session: &Session, text: &str) {
    // A reader that went away is no failure of the run.
    let _ = session.answer(text);
}

/// What a solver said about the steps that rest on one.
#[derive(Default)]
pub(crate) struct Asked {
    confirmed: usize,
    /// The lines of steps that it did not confirm.
    pub(crate) open: Vec<usize>,
    /// The line of a step with a counterexample.
    pub(crate) refuted: Option<usize>,
}

/// The text of the answer, and the exit code.
fn accepted(
    args: &JudgeOptions,
    v: &Verdict,
    by: Option<ReadBy>,
) -> Result<(String, ExitCode), Diagnostic> {
    if let Some(folder) = &args.smtlib {
        list(folder, &v.rests)?;
    }
    let (solver, asked) = confirmed(args, &v.rests)?;
    let (word, exit) = match (asked.refuted, asked.open.is_empty()) {
        (Some(_), _) => ("refused", ExitCode::Violated),
        (None, true) => ("accepted", ExitCode::Holds),
        (None, false) => (
            "accepted, but for steps that rest on a solver",
            ExitCode::Unknown,
        ),
    };
    if args.json {
        let claims: Vec<_> = (v.claims.iter())
            .map(|c| {
                json!({
                    "line": c.line, "claim": shown(&c.kind), "assumes": c.assumes,
                    "rests": c.rests,
                })
            })
            .collect();
        let out = json!({
            "verdict": word, "claims": claims, "proved": v.proved, "replayed": v.replayed,
            "compared": v.compared, "read_by": by.map(|b| match b {
                ReadBy::Judge => "judge",
                ReadBy::Provers => "its",
                ReadBy::Time => "time",
            }),
            "program": v.program.as_ref().map(program),
            "rests": v.rests.len(), "confirmed": asked.confirmed, "solver": solver,
            "open": asked.open, "refuted": asked.refuted,
        });
        return Ok((format!("{out:#}\n"), exit));
    }
    let mut text = String::new();
    for c in &v.claims {
        let assumes = (c.assumes.as_ref()).map_or(String::new(), |a| format!(", {a}"));
        let _ = writeln!(text, "line {}: {}{assumes}", c.line, shown(&c.kind));
    }
    let _ = writeln!(
        text,
        "{} proved, {} replayed, {} {} on a solver, {} of them confirmed{}",
        count(v.proved, "obligation"),
        count(v.replayed, "firing"),
        count(v.rests.len(), "step"),
        if v.rests.len() == 1 { "rests" } else { "rest" },
        asked.confirmed,
        (solver.as_ref()).map_or(String::new(), |s| format!(" by {s}"))
    );
    if let Some(p) = &v.program {
        let _ = writeln!(text, "{}", made_from(p));
    }
    match by {
        Some(ReadBy::Provers) => {
            let _ = writeln!(
                text,
                "the file was read by the reader of the provers: that it is right rests on this one"
            );
        }
        Some(ReadBy::Time) => {
            let _ = writeln!(
                text,
                "translated again, the program has this system: that the translation is right rests on everypath time"
            );
        }
        Some(ReadBy::Judge) | None => {}
    }
    for line in &asked.open {
        let _ = writeln!(
            text,
            "line {line}: rests on the solver of who wrote it alone; a second one did not answer or was not run"
        );
    }
    if let Some(line) = asked.refuted {
        let _ = writeln!(text, "line {line}: the solver has a counterexample");
    }
    let _ = writeln!(text, "{word}");
    Ok((text, exit))
}

/// What a system was made from, as one line.
fn made_from(p: &Program) -> String {
    let mut flags = String::new();
    for (name, value) in &p.options {
        let value = value.as_ref().map_or(String::new(), |v| format!(" {v}"));
        let _ = write!(flags, " --{name}{value}");
    }
    if !p.clang_flags.is_empty() {
        let _ = write!(flags, " -- {}", p.clang_flags.join(" "));
    }
    format!(
        "the certificate says that it speaks of {} in {}{}{flags}",
        p.entry,
        p.files.join(", "),
        if flags.is_empty() { "" } else { ", with" },
    )
}

/// The same for `--json`.
fn program(p: &Program) -> serde_json::Value {
    let places: Vec<_> = (p.places.iter())
        .map(|at| json!({ "location": at.location, "file": at.file, "line": at.line, "column": at.column }))
        .collect();
    json!({
        "entry": p.entry, "files": p.files, "options": p.options, "clang_flags": p.clang_flags,
        "places": places,
    })
}

fn shown(kind: &Kind) -> String {
    match kind {
        Kind::Termination => "terminates".into(),
        Kind::NonTermination { pays: false } => "has a run that does not end".into(),
        Kind::NonTermination { pays: true } => {
            "has a run that does not end and costs more than any number".into()
        }
        Kind::Upper(bound) => format!("costs at most {bound}"),
        Kind::Lower { family, bound } => format!("costs at least {bound} for {family}"),
    }
}

/// The solver that is asked about steps that rest on one: the one that is named, or
/// the one that everybody can install, if it is there.
fn second(named: Option<&str>, rests: &[Rest]) -> Option<String> {
    const USUAL: &str = "cvc5";
    match named {
        Some("none") => None,
        // Nobody is asked about nothing.
        Some(name) => (!rests.is_empty()).then(|| name.to_string()),
        None => {
            let path = std::env::var_os("PATH")?;
            let there = std::env::split_paths(&path).any(|dir| dir.join(USUAL).is_file());
            (there && !rests.is_empty()).then(|| USUAL.to_string())
        }
    }
}

/// Asks a second solver about the steps that rest on one, where there is one.
///
/// # Errors
/// It cannot be run (exit 4).
pub(crate) fn confirmed(
    args: &JudgeOptions,
    rests: &[Rest],
) -> Result<(Option<String>, Asked), Diagnostic> {
    let solver = second(args.solver.as_deref(), rests);
    let asked = match &solver {
        Some(solver) => ask_all(solver, args.solver_timeout, rests)?,
        None => Asked {
            open: rests.iter().map(|r| r.line).collect(),
            ..Asked::default()
        },
    };
    Ok((solver, asked))
}

/// Writes the questions, each under the line of its step; several steps of a line are
/// numbered.
fn list(folder: &Path, rests: &[Rest]) -> Result<(), Diagnostic> {
    let cannot = |e: std::io::Error| {
        Diagnostic::surroundings(format!("the steps cannot be written: {e}"))
            .at(folder.display().to_string())
    };
    std::fs::create_dir_all(folder).map_err(cannot)?;
    for (i, r) in rests.iter().enumerate() {
        let before = rests.iter().take(i).filter(|q| q.line == r.line).count();
        let name = match before {
            0 => format!("line-{}.smt2", r.line),
            n => format!("line-{}-{}.smt2", r.line, n + 1),
        };
        std::fs::write(folder.join(name), &r.smtlib).map_err(cannot)?;
    }
    Ok(())
}

fn ask_all(solver: &str, seconds: u64, rests: &[Rest]) -> Result<Asked, Diagnostic> {
    let mut out = Asked::default();
    for r in rests {
        match ask(solver, Duration::from_secs(seconds), &r.smtlib)?.as_str() {
            "unsat" => out.confirmed += 1,
            "sat" => out.refuted = out.refuted.or(Some(r.line)),
            _ => out.open.push(r.line),
        }
    }
    Ok(out)
}

/// The first line of the solver's answer; empty when its time is over.
fn ask(solver: &str, limit: Duration, question: &str) -> Result<String, Diagnostic> {
    let trouble = |e: std::io::Error| {
        Diagnostic::surroundings(format!("cannot run the solver `{solver}`: {e}"))
            .help("install it (apt-get install cvc5) or name another one")
    };
    let dir = tempfile::tempdir().map_err(trouble)?;
    let file = dir.path().join("question.smt2");
    let answer = dir.path().join("answer");
    std::fs::write(&file, question).map_err(trouble)?;
    let out = std::fs::File::create(&answer).map_err(trouble)?;
    let mut child = Command::new(solver)
        .arg(&file)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(Stdio::null())
        .spawn()
        .map_err(trouble)?;
    let end = Instant::now() + limit;
    while child.try_wait().map_err(trouble)?.is_none() {
        if Instant::now() >= end {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(String::new());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let text = std::fs::read_to_string(&answer).map_err(trouble)?;
    Ok(text.lines().next().unwrap_or("").trim().to_string())
}
