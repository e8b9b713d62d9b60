//! A counterexample as a Java program that fails when it is run (document 001,
//! section 6.2: what a failed proof says).
//!
//! Idea: the file itself, with the checks that failed woven in as code, and a
//! class behind it that builds the heap of the counterexample, checks the
//! precondition, saves what `old` needs, calls the method and checks the
//! postcondition. Specifications become Java where they can be run ([`spec`]);
//! integers are `long` with exact operations there, because specifications are
//! mathematical. A permission is counted, so that separation is checked too.
//! Lines stay where they are. Whatever is not executable is a reason, and the
//! run decides: only an `AssertionError` with the wanted words confirms.
//!
//! Alternative: interpreting the counterexample. A run of the real machine also
//! finds mistakes of the lowering. Cost: linear in the text; a run takes a second.

mod heap;
mod run;
mod spec;
mod weave;

use crate::lower::Lowered;
use crate::source::Span;
use crate::tree::{MethodId, Program};
use ep_ivl::ast as ivl;

/// A value in a counterexample.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Null,
    Boolean(bool),
    Integer(i64),
    /// Equal numbers are the same object.
    Object(u64),
}

/// The state on entry.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The receiver, if there is one, and the arguments.
    pub args: Vec<Value>,
    /// Fields: which, of what, its value.
    pub fields: Vec<(ivl::FieldId, Value, Value)>,
    /// Functions of the theories: which, at what, its value.
    pub functions: Vec<(ivl::DomainFuncId, Vec<Value>, Value)>,
}

/// Which proof failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Postcondition,
    /// Of a method that is called at `by`.
    Precondition,
    /// Of the predicate that is closed at `by`.
    Close,
    /// An assertion, a loop invariant or a check of Java.
    Body,
}

/// What a run has to show.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    pub program: &'a Program,
    pub lowered: &'a Lowered,
    pub member: ivl::Member,
    pub kind: Kind,
    /// The conjunct or the expression that is wrong.
    pub at: ep_base::Span,
    /// The statement whose proof failed.
    pub by: ep_base::Span,
    /// What is said about it.
    pub message: &'a str,
    pub start: &'a Start,
}

/// A program that should fail.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The name of the file, as `javac` wants it.
    pub file: String,
    pub text: String,
    /// The class to run.
    pub class: &'static str,
    /// What the `AssertionError` says.
    pub words: String,
}

/// The class behind the file.
const CLASS: &str = "EverypathTest";
/// What the messages of failed checks begin with.
const MARK: &str = "everypath: ";

/// Why there is no program, in a few words.
type Reason = String;

/// Writes the program.
///
/// # Errors
/// What of the counterexample or of the specification cannot be run.
pub fn write(w: &Wanted) -> Result<Trial, Reason> {
    let p = w.program;
    let mut w = w.clone();
    if run::exception(w.message).is_some() {
        w.kind = Kind::Body;
    }
    let w = &w;
    let origin = (w.lowered.origins.get(&w.member)).ok_or("the member has no method")?;
    let at = bytes(p, w.at).ok_or("the place is not known")?;
    let by = bytes(p, w.by).unwrap_or(at);
    let words = format!(
        "{MARK}line {}: {}",
        w.at.start.line,
        w.message.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    let mut gen = spec::Gen::new(p, at, &words);
    let target = run::Target {
        method: origin.method,
        class: origin.class.unwrap_or(p.methods[origin.method].class),
    };
    let edits = weave::weave(w, &mut gen, &target, at, by)?;
    let source = p.sources.file(at.file);
    let main = run::harness(w, &mut gen, &target, at)?;
    let mut text = edits.applied(&source.text);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&main);
    let name = source
        .name
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or("Test.java");
    Ok(Trial {
        file: name.to_owned(),
        text,
        class: CLASS,
        words,
    })
}

/// A place of the verification language in bytes.
fn bytes(p: &Program, at: ep_base::Span) -> Option<Span> {
    if at.is_none() {
        return None;
    }
    let files = p.sources.files();
    let text = &files.get(at.start.file.0 as usize)?.text;
    let offset = |line: u32, column: u32| -> Option<u32> {
        let mut start = 0;
        for _ in 1..line {
            start += text.get(start..)?.find('\n')? + 1;
        }
        Some(start as u32 + column.checked_sub(1)?)
    };
    Some(Span {
        file: at.start.file,
        start: offset(at.start.line, at.start.column)?,
        end: offset(at.end_line, at.end_column)?,
    })
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// The method whose contract holds for another one.
fn contract_owner(p: &Program, m: MethodId) -> MethodId {
    let c = &p.methods[m].contract;
    match p.methods[m].overrides.first() {
        Some(up) if c.requires.is_empty() && c.ensures.is_empty() => contract_owner(p, *up),
        _ => m,
    }
}
