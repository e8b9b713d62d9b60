//! `everypath solve`: one property, all engines, one line as the answer.
//!
//! Idea: the question of a property file or a task is put to the engines in
//! turn ([`portfolio`]), each in a process of its own under one budget
//! ([`pool`]), about a program in which only what the property asks about is
//! an error ([`program`]). Source: the rules of SV-COMP and Test-Comp. Cost:
//! that of the engines that are asked.

pub mod answer;
pub mod falls;
mod hull;
mod included;
pub mod inputs;
pub mod invariants;
pub mod measures;
pub mod options;
pub mod places;
pub mod pool;
pub mod portfolio;
mod program;
pub mod proof;
mod property;
mod reduce;
pub mod replay;
mod scope;
mod spots;
mod suite;
mod task;
pub mod tokens;
mod witness;
mod witness_ends;

use answer::Answer;
use ep_base::{Diagnostic, ExitCode};
use ep_proofs::{Done, Session};
use ep_report::style::harmless;
use ep_report::testcomp::{program_hash, Metadata};
use options::{DataModel, SolveOptions};
use pool::Pool;
use portfolio::{Portfolio, Said};
use property::Goal;
use serde_json::{json, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use suite::Suite;

pub use program::{Asked as AskedProgram, Program};
#[cfg(test)]
pub use property::MemorySafety;
pub use property::{read as read_property, Property, Question};
pub use task::{is_task, read as read_task};
pub use witness_ends::PLACES;

/// Where a witness goes that nobody named.
const WITNESS: &str = "witness.yml";

/// What is asked about which program.
pub struct Asked {
    /// The program's.
    pub files: Vec<PathBuf>,
    /// Properties, with the files that ask.
    pub questions: Vec<(PathBuf, Question)>,
    /// Widths of C's types.
    pub data_model: DataModel,
}

/// A question with its answer; suites of tests are no answers.
pub struct Answered {
    /// The property.
    pub property: String,
    /// What was found.
    pub answer: Answer,
}

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70); answers
/// are no errors.
pub fn run(args: &SolveOptions, session: &Session) -> Result<Done<Vec<Answered>>, Diagnostic> {
    let asked = question(args)?;
    let scratch = crate::out::scratch()?;
    let mut program = Program::new(
        &asked.files,
        &args.clang_flags,
        asked.data_model == DataModel::Ilp32,
        args.clang.clone(),
        scratch.path(),
    )?;
    program.isolation = args.isolation;
    let pool = Pool::new(args.cpu_time, args.max_memory, session)?;
    let mut results = Vec::new();
    let mut answers = Vec::new();
    let mut exit = ExitCode::Holds;
    for (i, (file, question)) in asked.questions.iter().enumerate() {
        let waiting = (asked.questions.len() - i) as u32;
        let portfolio = Portfolio {
            pool: &pool,
            program: &program,
            property: question.property,
            property_file: file,
            scratch: scratch.path(),
            budget: pool.left() / waiting,
        };
        if let Property::Cover(goal) = question.property {
            let tests = cover(args, &portfolio, question, goal, session)?;
            if !args.json {
                if !args.quiet {
                    session.answer(&format!(
                        "suite: {}\n",
                        ep_base::words::count(tests, "test")
                    ))?;
                }
                session.answer("result: done\n")?;
            }
            results.push(json!({
                "property": question.property.to_string(),
                "line": "result: done",
                "tests": tests,
            }));
            continue;
        }
        let witness = witness_file(args, asked.questions.len());
        if let Some(path) = &witness {
            make_way(path)?;
        }
        let (answer, said) = portfolio.ask(|s| tell(args, s, session))?;
        let told = witness.map(|path| {
            export(
                &path,
                (&answer, &said),
                &portfolio,
                question,
                asked.data_model,
            )
        });
        // The answer is told, whatever becomes of its witness.
        let (told, failed) = match told {
            Some(Ok(told)) => (Some(told), None),
            Some(Err(e)) => (None, Some(e)),
            None => (None, None),
        };
        if !args.json {
            if !args.quiet {
                explain(&answer, session)?;
                if let (Some(t), false) = (&told, answer.is_open()) {
                    session.answer(&format!("{}\n", harmless(t)))?;
                }
            }
            session.answer(&format!("{}\n", harmless(&answer.line())))?;
        }
        if let Some(e) = failed {
            return Err(e);
        }
        exit = worse(exit, answer.exit());
        results.push(value(question, &answer, &said, told));
        answers.push(Answered {
            property: question.property.to_string(),
            answer,
        });
    }
    if session.is_cancelled() {
        exit = ExitCode::Interrupted;
    }
    if args.json {
        let all = json!({
            "schema": 1,
            "tool": { "name": "everypath", "version": env!("CARGO_PKG_VERSION") },
            "verb": "solve",
            "files": asked.files,
            "data_model": asked.data_model.word(),
            "exit_code": exit as u8,
            "results": results,
        });
        session.answer(&format!("{all:#}\n"))?;
    }
    Ok(Done::with(exit, answers))
}

/// The worse of two ends: an error found, then an open question.
fn worse(a: ExitCode, b: ExitCode) -> ExitCode {
    let rank = |e| match e {
        ExitCode::Violated => 2,
        ExitCode::Unknown => 1,
        _ => 0,
    };
    if rank(b) > rank(a) {
        b
    } else {
        a
    }
}

/// What the command line asks.
///
/// # Errors
/// Nothing, or what contradicts itself (exit 2).
pub fn question(args: &SolveOptions) -> Result<Asked, Diagnostic> {
    let mut files = args.files.clone();
    let mut properties: Vec<PathBuf> = args.property.iter().cloned().collect();
    let mut model = args.data_model;
    if let Some(task_file) = files.iter().find(|f| is_task(f)).cloned() {
        if files.len() > 1 {
            return Err(Diagnostic::bad_input("a task file stands alone")
                .at(task_file.display().to_string())
                .help("name one task definition, or C sources"));
        }
        let t = read_task(&task_file)?;
        if let (Some(a), Some(b)) = (args.data_model, t.data_model) {
            if a != b {
                return Err(Diagnostic::bad_input(format!(
                    "--data-model {} is not the task's, {}",
                    a.word(),
                    b.word()
                ))
                .at(task_file.display().to_string()));
            }
        }
        files = t.inputs;
        model = model.or(t.data_model);
        if properties.is_empty() {
            properties = t.properties;
        }
        if properties.is_empty() {
            return Err(Diagnostic::bad_input("the task names no property")
                .at(task_file.display().to_string())
                .help("give one with --property"));
        }
    }
    if properties.is_empty() {
        return Err(Diagnostic::bad_input("no question is asked")
            .help("give a property file with --property, or a task file"));
    }
    let m32 = args.clang_flags.iter().any(|f| f == "-m32");
    let m64 = args.clang_flags.iter().any(|f| f == "-m64");
    let against = match model {
        Some(DataModel::Lp64) if m32 => Some("-m32"),
        Some(DataModel::Ilp32) if m64 => Some("-m64"),
        _ => None,
    };
    if let (Some(flag), Some(m)) = (against, model) {
        return Err(
            Diagnostic::bad_input(format!("{flag} is not the data model {}", m.word()))
                .help("give one of them"),
        );
    }
    let default = if m32 {
        DataModel::Ilp32
    } else {
        DataModel::Lp64
    };
    let questions = properties
        .into_iter()
        .map(|p| property::read(&p).map(|q| (p, q)))
        .collect::<Result<_, _>>()?;
    Ok(Asked {
        files,
        questions,
        data_model: model.unwrap_or(default),
    })
}

/// Writes the suite; how many tests it has.
fn cover(
    args: &SolveOptions,
    portfolio: &Portfolio<'_>,
    question: &Question,
    goal: Goal,
    session: &Session,
) -> Result<usize, Diagnostic> {
    let sources = &portfolio.program.sources;
    let Some(first) = sources.first() else {
        return Err(Diagnostic::defect("a program without files"));
    };
    let about = Metadata {
        producer: concat!("everypath ", env!("CARGO_PKG_VERSION")).into(),
        specification: question.text.clone(),
        program_file: first.path.display().to_string(),
        program_hash: program_hash(&first.bytes),
        entry: "main".into(),
        bits: if portfolio.program.m32 { 32 } else { 64 },
        created: SystemTime::now(),
    };
    let path = args.suite.clone().unwrap_or_else(|| "suite.zip".into());
    let mut suite = Suite::create(&path, &about)?;
    for said in portfolio.cover(goal, &mut suite)? {
        if !args.json && !args.quiet {
            let seconds = said.cpu.as_secs_f64();
            session.answer(&format!("{} {seconds:.1} s\n", said.engine.verb()))?;
        }
    }
    if let Some(kept) = needed(portfolio, &suite, goal) {
        suite.keep(&kept)?;
    }
    Ok(suite.len())
}

/// The tests that are needed, where that can be found out.
fn needed(portfolio: &Portfolio<'_>, suite: &Suite, goal: Goal) -> Option<BTreeSet<String>> {
    if goal == Goal::ErrorCall {
        let shortest = suite.tests().min_by_key(|(_, text)| text.len())?;
        return Some([shortest.0.to_string()].into());
    }
    let program = portfolio.program;
    let headers = portfolio.scratch.join("include");
    ep_runtime::write_headers(&headers).ok()?;
    let asked = program.asked(portfolio.property).ok()?;
    let mut native = replay::native(program, &asked, portfolio.property, &headers).ok()?;
    let model = match program.m32 {
        true => DataModel::Ilp32,
        false => DataModel::Lp64,
    };
    reduce::needed(suite, &mut native, model, portfolio.pool)
}

/// Where the witness goes, if one is asked for.
fn witness_file(args: &SolveOptions, questions: usize) -> Option<PathBuf> {
    match &args.witness {
        Some(path) => Some(path.clone()),
        None if args.no_witness || questions > 1 => None,
        None => Some(WITNESS.into()),
    }
}

/// What an earlier run left there would be taken for the witness of this one. That it
/// cannot be written is known before the work; what another tool or the user put there
/// under our own name for it stays.
///
/// # Errors
/// It cannot be written, or something else has this name (exit 4).
fn make_way(path: &Path) -> Result<(), Diagnostic> {
    let cannot = |what: &str| {
        Diagnostic::surroundings(format!("the witness cannot be written: {what}"))
            .at(path.display().to_string())
            .help("name another file with --witness")
    };
    ep_report::file::writable(path).map_err(|e| cannot(&e.message))?;
    // Devices and pipes are not read.
    if !std::fs::metadata(path).is_ok_and(|m| m.is_file()) {
        return Ok(());
    }
    let old = std::fs::read(path).map_err(|e| cannot(&e.to_string()))?;
    let text = String::from_utf8_lossy(&old);
    let ours =
        ep_report::witness::read(&text).is_ok_and(|w| w.metadata.producer == witness::PRODUCER);
    match ours {
        true => std::fs::remove_file(path).map_err(|e| cannot(&e.to_string())),
        false if !old.is_empty() && path == Path::new(WITNESS) => {
            Err(cannot("what is there is no witness of Everypath's"))
        }
        false => Ok(()),
    }
}

/// Writes the witness; what became of it in one line.
fn export(
    path: &Path,
    (answer, said): (&Answer, &[Said]),
    portfolio: &Portfolio<'_>,
    question: &Question,
    model: DataModel,
) -> Result<String, Diagnostic> {
    let about = witness::About {
        question,
        model,
        portfolio,
        said,
    };
    match about.witness(answer)? {
        Ok(w) => {
            ep_report::file::write(path, ep_report::witness::text(&w).as_bytes())?;
            Ok(format!("witness: {}", path.display()))
        }
        Err(why) => Ok(format!("no witness: {why}")),
    }
}

/// One line for each turn, on the way.
fn tell(args: &SolveOptions, said: &Said, session: &Session) {
    if !args.json && !args.quiet {
        let line = format!(
            "{} {:.1} s: {}",
            said.engine.verb(),
            said.cpu.as_secs_f64(),
            said.answer.line().trim_start_matches("result: ")
        );
        // A closed pipe is the reader's decision.
        let _ = session.answer(&format!("{}\n", harmless(&line)));
    }
}

/// What stands behind an answer.
fn explain(answer: &Answer, session: &Session) -> Result<(), Diagnostic> {
    let text = match answer {
        Answer::Holds { because } => format!("because: {because}"),
        Answer::Violated { bug, .. } => {
            let values: Vec<String> = bug
                .inputs
                .iter()
                .take(16)
                .map(|i| ep_harness::literal::assignment(i, &bug.inputs))
                .collect();
            let inputs = match values.is_empty() {
                true => "no input is needed".to_string(),
                false => format!("input: {}", values.join(", ")),
            };
            format!(
                "{} at {} in {}; {inputs}",
                bug.message, bug.place, bug.place.function
            )
        }
        Answer::Endless { .. } => "a run repeats a round for ever; it was replayed".into(),
        Answer::Open { .. } => return Ok(()),
    };
    session.answer(&format!("{}\n", harmless(&text)))
}

fn value(question: &Question, answer: &Answer, said: &[Said], told: Option<String>) -> Value {
    let turns: Vec<Value> = said
        .iter()
        .map(|s| {
            json!({
                "engine": s.engine.verb(),
                "cpu_seconds": s.cpu.as_secs_f64(),
                "answer": s.answer.line().trim_start_matches("result: "),
            })
        })
        .collect();
    json!({
        "property": question.property.to_string(),
        "line": answer.line(),
        "answer": answer.value(),
        "turns": turns,
        "witness": told,
    })
}
