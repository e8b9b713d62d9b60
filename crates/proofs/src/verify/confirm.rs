//! Counterexamples of Java programs, tried: what the engine found becomes a
//! program ([`ep_java::trial`]), which `javac` compiles and `java` runs. Only a
//! run that ends with the wanted assertion error confirms a finding; everything
//! else is a reason. The run is a native one like all others and has their walls
//! ([`ep_native::jvm`]). Cost: about a second for each failed proof.

use super::input::Input;
use super::options::VerifyOptions;
use ep_base::verification::{MemberOutcome, Run};
use ep_base::{Budget, Diagnostic};
use ep_idf::{ErrorKind, MemberResult, Reason, VerificationError, Witness, WitnessValue};
use ep_ivl::ast::Member;
use ep_java::trial::{self, Kind, Start, Trial, Value, Wanted};
use ep_native::jvm::Jvm;
use ep_native::Demand;
use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long the compiler and the program may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Whether counterexamples are to be looked for.
pub fn wanted(input: &Input, args: &VerifyOptions) -> bool {
    input.origin.is_some() && !args.no_run
}

/// Tries each finding of the results.
///
/// # Errors
/// The folder for tests cannot be written to (exit 4).
pub fn confirm(
    input: &Input,
    args: &VerifyOptions,
    budget: &Budget,
    results: &[MemberResult],
    outcomes: &mut HashMap<Member, MemberOutcome>,
) -> Result<(), Diagnostic> {
    let mut names: HashMap<String, u32> = HashMap::new();
    for r in results {
        let Some(outcome) = outcomes.get_mut(&r.member) else {
            continue;
        };
        for (e, f) in r.errors.iter().zip(&mut outcome.findings) {
            if budget.stop_now().is_some() {
                return Ok(());
            }
            let base = format!("{}-{}", plain(&outcome.name), f.at.line);
            let n = names.entry(base.clone()).or_default();
            *n += 1;
            let name = match n {
                1 => base,
                n => format!("{base}-{n}"),
            };
            let run = match program(input, r.member, e, &f.message) {
                Err(reason) => Run {
                    confirmed: false,
                    reason,
                    test: None,
                },
                Ok(trial) => {
                    let left = budget.deadline().map_or(PATIENCE, |d| {
                        PATIENCE.min(d.saturating_duration_since(Instant::now()))
                    });
                    one(args, &trial, &name, left)?
                }
            };
            f.run = Some(run);
        }
    }
    Ok(())
}

/// A name for a folder.
fn plain(name: &str) -> String {
    let short = name.split('(').next().unwrap_or(name);
    let keep = |c: char| match c.is_ascii_alphanumeric() || c == '.' || c == '_' {
        true => c,
        false => '_',
    };
    short.chars().map(keep).collect()
}

/// The program that should fail.
fn program(
    input: &Input,
    member: Member,
    e: &VerificationError,
    message: &str,
) -> Result<Trial, String> {
    let origin = input.origin.as_ref().ok_or("there is no Java program")?;
    let Member::Method(m) = member else {
        return Err("only methods are run".into());
    };
    let inside = e.inside.as_ref();
    let reason = inside.map_or(e.reason, |i| i.reason);
    if reason == Reason::InsufficientPermission {
        return Err("a run does not know permissions".into());
    }
    let kind = match e.kind {
        ErrorKind::PostconditionViolated => Kind::Postcondition,
        ErrorKind::CallPrecondition => Kind::Precondition,
        ErrorKind::FoldFailed => Kind::Close,
        ErrorKind::AssertFailed
        | ErrorKind::AssignmentFailed
        | ErrorKind::CallFailed
        | ErrorKind::ExhaleFailed
        | ErrorKind::IfFailed
        | ErrorKind::WhileFailed
        | ErrorKind::InvariantNotEstablished
        | ErrorKind::InvariantNotPreserved => Kind::Body,
        ErrorKind::NotWellformed
        | ErrorKind::FunctionNotWellformed
        | ErrorKind::PredicateNotWellformed => {
            return Err("what is wrong is the contract itself".into())
        }
        _ => return Err("a run does not show this".into()),
    };
    let witness = e
        .witness
        .as_ref()
        .ok_or("the solver gave no counterexample")?;
    let params = &input.program.methods[m].params;
    let start = start(witness, params)?;
    trial::write(&Wanted {
        program: &origin.program,
        lowered: &origin.lowered,
        member,
        kind,
        at: inside.map_or(e.at, |i| i.at),
        by: e.span,
        message,
        start: &start,
    })
}

fn start(w: &Witness, params: &[ep_ivl::ast::VarId]) -> Result<Start, String> {
    let value = |v: &WitnessValue| -> Option<Value> {
        Some(match v {
            WitnessValue::Null => Value::Null,
            WitnessValue::Bool(b) => Value::Boolean(*b),
            WitnessValue::Int(_) => Value::Integer(v.as_i64()?),
            WitnessValue::Element(n) => Value::Object(*n),
        })
    };
    let large = "the counterexample has a number that no Java type holds";
    let mut start = Start::default();
    for p in params {
        let found = w.params.iter().find(|x| x.0 == *p);
        let found = found.ok_or("the counterexample does not give all arguments")?;
        start.args.push(value(&found.1).ok_or(large)?);
    }
    for (f, o, v) in &w.fields {
        let (o, v) = (value(o).ok_or(large)?, value(v).ok_or(large)?);
        start.fields.push((*f, o, v));
    }
    for (f, args, v) in &w.functions {
        let args: Option<Vec<Value>> = args.iter().map(value).collect();
        if let (Some(args), Some(v)) = (args, value(v)) {
            start.functions.push((*f, args, v));
        }
    }
    Ok(start)
}

/// Writes, compiles and runs one program.
fn one(
    args: &VerifyOptions,
    trial: &Trial,
    name: &str,
    patience: Duration,
) -> Result<Run, Diagnostic> {
    let cannot = |path: &Path, e: &std::io::Error| {
        Diagnostic::surroundings(format!("cannot write a test: {e}"))
            .at(path.display().to_string())
            .help("choose another folder with --tests, or --no-run")
    };
    let scratch = tempfile::tempdir().map_err(|e| cannot(Path::new("a temporary folder"), &e))?;
    let mut test = None;
    if let Some(dir) = &args.tests {
        let folder = dir.join(name);
        let file = folder.join(&trial.file);
        std::fs::create_dir_all(&folder).map_err(|e| cannot(&folder, &e))?;
        std::fs::write(&file, &trial.text).map_err(|e| cannot(&file, &e))?;
        test = Some(file.display().to_string());
    }
    let (confirmed, reason) = match attempt(args, trial, scratch.path(), patience) {
        Ok(()) => (true, String::new()),
        Err(reason) => (false, reason),
    };
    Ok(Run {
        confirmed,
        reason,
        test,
    })
}

/// Compiles and runs it in a folder of its own below `scratch`, behind the walls
/// of native runs.
fn attempt(
    args: &VerifyOptions,
    trial: &Trial,
    scratch: &Path,
    patience: Duration,
) -> Result<(), String> {
    let demand = match args.no_isolation {
        true => Demand::Waived,
        false => Demand::Required,
    };
    let jvm = Jvm::find(false, demand).map_err(|_| "javac is not installed")?;
    let folder = scratch.join("run");
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(folder.join(&trial.file), &trial.text))
        .map_err(|e| format!("cannot write the test: {e}"))?;
    let files = [trial.file.to_string()];
    let end = Instant::now() + patience;
    if let Err(e) = jvm.compile(&folder, &files, patience) {
        let short = e.message.rsplit(".java:").next().unwrap_or(&e.message);
        let short = short.lines().next().unwrap_or_default();
        return Err(match e.message.contains(".java:") {
            true => format!("javac does not accept the test: line {short}"),
            false => e.message,
        });
    }
    let left = end.saturating_duration_since(Instant::now());
    let ran = jvm.run(&folder, trial.class, &[], left);
    // What the program itself writes is no evidence.
    let (code, told) = ran.map_err(|e| e.message).map(|(c, o)| (c, o.errors))?;
    let wanted = format!(
        "Exception in thread \"main\" java.lang.AssertionError: {}",
        trial.words
    );
    if code == 1 && told.lines().any(|l| l == wanted) {
        return Ok(());
    }
    let first = (told.lines())
        .find_map(|l| l.strip_prefix("everypath: "))
        .or_else(|| told.lines().find(|l| l.starts_with("Exception in")));
    Err(match (code, first) {
        (0, _) => "the run of the counterexample does not fail".into(),
        (_, Some(line)) => {
            let line = line.replace("Exception in thread \"main\" ", "the run ends with ");
            line.replace("EverypathTest$Unmet: ", "")
        }
        _ => "the run fails in another way".into(),
    })
}
