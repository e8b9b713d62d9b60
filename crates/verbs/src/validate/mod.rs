//! `everypath validate`: whether a witness of another tool is true.
//!
//! Idea: a witness is first held to its format and to the task ([`about`]);
//! every problem is told with its line. A violation then runs natively
//! ([`violation`]), the invariants of a proof are asserted and checked
//! ([`proof`]). Source: sosy-lab's witness format 2.0 to 2.2. What is not
//! confirmed is `unknown`, with what could not be used.

mod about;
mod endless;
pub(crate) mod expression;
pub(crate) mod macros;
pub mod options;
mod proof;
mod violation;

use crate::solve::options::SolveOptions;
use crate::solve::pool::Pool;
use crate::solve::portfolio::Portfolio;
use crate::solve::{question, Program, Property};
use ep_base::{Budget, Diagnostic, ExitCode};
use ep_proofs::{Done, Session};
use ep_report::style::harmless;
use ep_report::witness::{self, Content, Witness};
use ep_report::yaml::{Problem, MOST_BYTES};
use options::ValidateOptions;
use serde_json::json;
use std::time::Duration;

/// The answer to a witness.
pub struct Verdict {
    /// The answer as it is printed.
    pub line: String,
    /// What stands behind it, one line each.
    pub notes: Vec<String>,
    exit: ExitCode,
}

impl Verdict {
    fn open(why: String) -> Verdict {
        Verdict {
            line: format!("result: unknown ({why})"),
            notes: vec![],
            exit: ExitCode::Unknown,
        }
    }
}

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70); answers
/// are no errors.
pub fn run(args: &ValidateOptions, session: &Session) -> Result<Done<Verdict>, Diagnostic> {
    let verdict = judge(args, session)?;
    let exit = match session.is_cancelled() {
        true => ExitCode::Interrupted,
        false => verdict.exit,
    };
    if args.json {
        let all = json!({
            "schema": 1,
            "tool": { "name": "everypath", "version": env!("CARGO_PKG_VERSION") },
            "verb": "validate",
            "files": args.files,
            "witness": args.witness,
            "line": verdict.line,
            "notes": verdict.notes,
            "exit_code": exit as u8,
        });
        session.answer(&format!("{all:#}\n"))?;
        return Ok(Done::with(exit, verdict));
    }
    if !args.quiet {
        for n in &verdict.notes {
            session.answer(&format!("{}\n", harmless(n)))?;
        }
    }
    session.answer(&format!("{}\n", harmless(&verdict.line)))?;
    Ok(Done::with(exit, verdict))
}

fn judge(args: &ValidateOptions, session: &Session) -> Result<Verdict, Diagnostic> {
    let asked = question(&SolveOptions {
        files: args.files.clone(),
        clang_flags: args.clang_flags.clone(),
        property: args.property.clone(),
        data_model: args.data_model,
        clang: args.clang.clone(),
        cpu_time: args.cpu_time.unwrap_or(PROOF),
        max_memory: args.max_memory,
        witness: None,
        no_witness: true,
        suite: None,
        isolation: args.isolation,
        json: false,
        quiet: true,
    })?;
    if let Some((_, q)) = asked
        .questions
        .iter()
        .find(|(_, q)| matches!(q.property, Property::Cover(_)))
    {
        return Err(
            Diagnostic::bad_input(format!("{} has no witness", q.property))
                .help("suites of tests are measured by TestCov"),
        );
    }
    let [(file, question)] = &asked.questions[..] else {
        return Err(Diagnostic::bad_input("the task has several properties")
            .help("say with --property which of them the witness is about"));
    };
    let scratch = crate::out::scratch()?;
    let m32 = asked.data_model.word() == "ILP32";
    let mut program = Program::new(
        &asked.files,
        &args.clang_flags,
        m32,
        args.clang.clone(),
        scratch.path(),
    )?;
    program.isolation = args.isolation;
    let w = match read(args)? {
        Ok(w) => w,
        Err(p) => return Ok(invalid(args, &[p])),
    };
    let problems = about::problems(&w, &program, question, asked.data_model.word());
    if !problems.is_empty() {
        return Ok(invalid(args, &problems));
    }
    let default = match w.content {
        Content::Violation(_) => VIOLATION,
        Content::Invariants(_) => PROOF,
    };
    let limit = args.cpu_time.unwrap_or(default);
    match &w.content {
        Content::Violation(segments) => {
            let budget = Budget {
                timeout: Some(limit),
                cancel: session.cancel.clone(),
                ..Budget::default()
            };
            let found = if question.property == Property::Termination {
                let pool = Pool::new(limit, args.max_memory, session)?;
                let portfolio = Portfolio {
                    pool: &pool,
                    program: &program,
                    property: question.property,
                    property_file: file,
                    scratch: scratch.path(),
                    budget: pool.left(),
                };
                endless::validate(segments, &portfolio, asked.data_model)?
            } else {
                violation::validate(
                    segments,
                    &program,
                    question,
                    asked.data_model,
                    (scratch.path(), budget.stop()),
                )?
            };
            Ok(match found {
                violation::Outcome::Confirmed { name, by } => Verdict {
                    line: format!("result: false({name})"),
                    notes: vec![format!("confirmed by a native run ({by})")],
                    exit: ExitCode::Violated,
                },
                violation::Outcome::Open(why) => Verdict::open(why),
            })
        }
        Content::Invariants(all) => {
            let pool = Pool::new(limit, args.max_memory, session)?;
            let portfolio = Portfolio {
                pool: &pool,
                program: &program,
                property: question.property,
                property_file: file,
                scratch: scratch.path(),
                budget: pool.left(),
            };
            Ok(match proof::validate(all, &portfolio)? {
                proof::Outcome::Confirmed { because } => Verdict {
                    line: "result: true".into(),
                    notes: vec![format!("all invariants hold; {because}")],
                    exit: ExitCode::Holds,
                },
                proof::Outcome::Broken { at, value, bug } => {
                    let inputs: Vec<String> = bug
                        .inputs
                        .iter()
                        .take(16)
                        .map(|i| ep_harness::literal::assignment(i, &bug.inputs))
                        .collect();
                    Verdict {
                        line: "result: false(witness)".into(),
                        notes: vec![format!(
                            "{}:{at}: a run breaks the invariant `{value}`; input: {}",
                            args.witness.display(),
                            inputs.join(", ")
                        )],
                        exit: ExitCode::Violated,
                    }
                }
                proof::Outcome::Open(why) => Verdict::open(why),
            })
        }
    }
}

/// Validators get these times in SV-COMP.
const VIOLATION: Duration = Duration::from_secs(90);
const PROOF: Duration = Duration::from_secs(300);

fn read(args: &ValidateOptions) -> Result<Result<Witness, Problem>, Diagnostic> {
    let bytes = ep_proofs::input::bytes(&args.witness, "the witness")?;
    if bytes.len() > MOST_BYTES {
        let what = format!("the witness is larger than {} MiB", MOST_BYTES >> 20);
        return Ok(Err(Problem::new(1, what)));
    }
    Ok(match std::str::from_utf8(&bytes) {
        Ok(text) => witness::read(text),
        Err(_) => Err(Problem::new(1, "the witness is no text in UTF-8")),
    })
}

/// Every problem with its line; the first one in the answer.
fn invalid(args: &ValidateOptions, problems: &[Problem]) -> Verdict {
    let place = args.witness.display();
    let text = |p: &Problem| format!("{place}:{}: {}", p.line, p.what);
    let first = problems.first().map(|p| p.what.clone()).unwrap_or_default();
    Verdict {
        line: format!("result: unknown (the witness is not valid: {first})"),
        notes: problems.iter().map(text).collect(),
        exit: ExitCode::BadInput,
    }
}
