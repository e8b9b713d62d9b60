//! Java sources: read, lowered, and what was found about them in the words of
//! Java.

use super::input::Input;
use super::place::Places;
use ep_base::verification::{Finding, InputProblem, MemberOutcome};
use ep_base::{Diagnostic, FileId, Position, Span};
use ep_idf::{ErrorKind, Reason, VerificationError};
use ep_ivl::ast::{Builder, Member, Program};
use ep_java::lower::{lower, Lowered, Options, Overflow};
use ep_java::tree::MethodKind;
use ep_java::{Problem, ProblemKind, Sources};
use std::collections::HashMap;
use std::path::Path;

/// What a lowered member is in Java.
#[derive(Clone, Debug)]
pub struct JavaMember {
    /// `method`, `constructor`, `pure method`, `predicate`.
    pub kind: &'static str,
    /// `Cell.setX(int)`.
    pub name: String,
}

/// Where a lowered program comes from. The program of `lowered` is elsewhere.
pub struct Origin {
    pub program: ep_java::Program,
    pub lowered: Lowered,
}

/// The members that a reader of the source knows.
pub type JavaMembers = HashMap<Member, JavaMember>;

/// Reads and lowers a file.
///
/// # Errors
/// The file cannot be read.
pub fn read(path: &Path, overflow: Overflow) -> Result<Input, Diagnostic> {
    let file = path.display().to_string();
    let text = crate::input::text(path, "the file")?;
    let program = match ep_java::read(&[(&file, &text)]) {
        Ok(p) => p,
        Err(f) => return Ok(wrong(file, &f.sources, &f.problems)),
    };
    let mut lowered = match lower(&program, Options { overflow }) {
        Ok(l) => l,
        Err(problems) => return Ok(wrong(file, &program.sources, &problems)),
    };
    let mut members = JavaMembers::new();
    for (member, origin) in &lowered.origins {
        let m = &program.methods[origin.method];
        if program.classes[m.class].prelude {
            continue;
        }
        let kind = match m.kind {
            MethodKind::Mutator => "method",
            MethodKind::Constructor => "constructor",
            MethodKind::Pure => "pure method",
            MethodKind::Predicate => "predicate",
        };
        let name = origin.name.clone();
        members.insert(*member, JavaMember { kind, name });
    }
    Ok(Input {
        file,
        problems: Vec::new(),
        program: std::mem::replace(&mut lowered.program, Builder::new().finish()),
        infers: true,
        assumptions: lowered.assumptions.clone(),
        java: Some(members),
        origin: Some(Box::new(Origin { program, lowered })),
    })
}

/// A file that cannot be verified, with everything that is wrong with it.
fn wrong(file: String, sources: &Sources, problems: &[Problem]) -> Input {
    // A program without members carries the texts, so that lines are found.
    let mut b = Builder::new();
    for f in sources.files() {
        b.file(f.name.clone(), f.text.clone());
    }
    let program = b.finish();
    let places = Places::new(&program);
    let problems = (problems.iter())
        .map(|p| problem(p, sources, &places))
        .collect();
    Input {
        file,
        problems,
        program,
        infers: true,
        assumptions: Vec::new(),
        java: None,
        origin: None,
    }
}

fn problem(p: &Problem, sources: &Sources, places: &Places) -> InputProblem {
    let file: FileId = p.span.file;
    let end: Position = sources.at(file, p.span.end);
    let span = Span {
        start: sources.position(p.span),
        end_line: end.line,
        end_column: end.column,
    };
    InputProblem {
        id: match p.kind {
            ProblemKind::Syntax => "java.syntax",
            ProblemKind::Type => "java.type",
            ProblemKind::Outside => "java.subset",
        }
        .to_owned(),
        message: p.message.clone(),
        help: p.help.clone(),
        place: places.region(span),
    }
}

/// The message of a failed proof.
pub fn words(e: &VerificationError) -> String {
    let plain = e.message.as_str();
    if e.reason != Reason::AssertionFalse {
        return plain.to_owned();
    }
    // A front end's words say which check of Java it is.
    if let Some(note) = &e.note {
        return note.clone();
    }
    match e.kind {
        ErrorKind::PostconditionViolated => format!("postcondition {plain}"),
        ErrorKind::AssertFailed => format!("assertion {plain}"),
        ErrorKind::CallPrecondition | ErrorKind::ApplicationPrecondition => {
            format!("precondition {plain}")
        }
        ErrorKind::InvariantNotPreserved => {
            format!("invariant {plain} after an iteration")
        }
        ErrorKind::InvariantNotEstablished => format!("invariant {plain} on entry"),
        ErrorKind::FoldFailed => format!("the predicate's conjunct {plain}"),
        _ => plain.to_owned(),
    }
}

/// Names a member as Java does.
pub fn rename(outcome: &mut MemberOutcome, java: &JavaMember) {
    outcome.kind = java.kind.to_owned();
    outcome.name = java.name.clone();
    for f in &mut outcome.findings {
        trim(f);
    }
}

/// Chunks that stand for parts of Java's memory are named as Java's.
fn trim(f: &mut Finding) {
    for (kind, words) in [
        (".ints ", "[*] "),
        (".longs ", "[*] "),
        (".booleans ", "[*] "),
        (".chars ", "[*] "),
        (".bytes ", "[*] "),
        (".shorts ", "[*] "),
        (".references ", "[*] "),
    ] {
        let steps = f.trace.iter_mut();
        let steps = steps.flat_map(|t| t.heap.iter_mut().chain(&mut t.old));
        for chunk in f.heap.iter_mut().chain(steps) {
            if chunk.contains(kind) {
                *chunk = chunk.replacen(kind, words, 1);
            }
        }
    }
}

/// The verdict of what is only declared says nothing about the source.
pub fn is_interesting(program: &Program, member: Member, java: &JavaMembers) -> bool {
    java.contains_key(&member)
        && match member {
            Member::Method(m) => program.methods[m].body.is_some(),
            _ => true,
        }
}
