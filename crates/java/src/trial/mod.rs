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
mod wanted;
mod weave;

pub use wanted::{Kind, Start, Value, Wanted};

use crate::source::Span;
use crate::tree::Program;
use wanted::{Reason, CLASS, MARK};

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
