//! Spans in source texts, and what is told about wrong input.
//!
//! A span is twelve bytes: the file and two byte offsets. Lines and columns
//! are computed on demand from a table of line starts (binary search), since
//! only messages need them.

use ep_base::{Diagnostic, FileId, Position};
use std::sync::Arc;

/// A stretch of source text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// Which text.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// First byte behind it.
    pub end: u32,
}

impl Span {
    /// From the start of this one to the end of the other.
    pub fn to(self, end: Span) -> Span {
        Span {
            file: self.file,
            start: self.start,
            end: end.end.max(self.end),
        }
    }
}

/// One text with its line starts.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name as the user gave it.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    lines: Vec<u32>,
}

/// All texts of a program. File 0 is the prelude.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a text.
    pub fn add(&mut self, name: &str, text: &str) -> FileId {
        let mut lines = vec![0];
        lines.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, b)| *b == b'\n')
                .map(|(i, _)| i as u32 + 1),
        );
        self.files.push(Source {
            name: name.to_string(),
            text: text.into(),
            lines,
        });
        FileId(self.files.len() as u32 - 1)
    }
    /// All texts in order.
    pub fn files(&self) -> &[Source] {
        &self.files
    }
    /// The text of a file.
    pub fn file(&self, id: FileId) -> &Source {
        &self.files[id.0 as usize]
    }
    /// The text under a span.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file)
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }
    /// Line and column of a span's start.
    pub fn position(&self, span: Span) -> Position {
        self.at(span.file, span.start)
    }
    /// Line and column of a byte offset.
    pub fn at(&self, file: FileId, offset: u32) -> Position {
        let lines = &self.file(file).lines;
        let i = lines.partition_point(|l| *l <= offset) - 1;
        Position {
            file,
            line: i as u32 + 1,
            column: offset - lines[i] + 1,
        }
    }
    /// One whole line without its end, counted from 1.
    pub fn line(&self, file: FileId, line: u32) -> &str {
        let f = self.file(file);
        let Some(&start) = f.lines.get(line.saturating_sub(1) as usize) else {
            return "";
        };
        f.text[start as usize..].lines().next().unwrap_or("")
    }
    /// `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        let p = self.position(span);
        format!("{}:{}:{}", self.file(span.file).name, p.line, p.column)
    }
}

/// Which rule of the language was broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// Not Java (or not a specification) by its grammar.
    Syntax,
    /// Against Java's rules of types, names or flow, or those of specifications.
    Type,
    /// Java, but outside of the subset.
    Outside,
}

/// One thing that is wrong in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where.
    pub span: Span,
    /// What, one sentence without a full stop.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Which sort.
    pub kind: ProblemKind,
}

impl Problem {
    /// Against the grammar.
    pub fn syntax(span: Span, message: impl Into<String>) -> Problem {
        Self::new(span, message, ProblemKind::Syntax)
    }
    /// Against a rule of types, names or flow.
    pub fn ty(span: Span, message: impl Into<String>) -> Problem {
        Self::new(span, message, ProblemKind::Type)
    }
    /// Outside the subset; `what` names the construct.
    pub fn outside(span: Span, what: &str) -> Problem {
        Self::new(
            span,
            format!("{what} is outside the Java subset"),
            ProblemKind::Outside,
        )
    }
    fn new(span: Span, message: impl Into<String>, kind: ProblemKind) -> Problem {
        Problem {
            span,
            message: message.into(),
            help: None,
            kind,
        }
    }
    /// Adds what to do.
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
    /// As a message with its place.
    pub fn diagnostic(&self, sources: &Sources) -> Diagnostic {
        let d = Diagnostic::bad_input(self.message.clone()).at(sources.place(self.span));
        match &self.help {
            Some(h) => d.help(h.clone()),
            None => d,
        }
    }
}

/// Why a program could not be read: everything that is wrong, in text order.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The texts.
    pub sources: Sources,
    /// At least one problem.
    pub problems: Vec<Problem>,
}

impl Failure {
    /// One diagnostic for each problem.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.problems
            .iter()
            .map(|p| p.diagnostic(&self.sources))
            .collect()
    }
}
