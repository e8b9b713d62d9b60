//! Spans of a program as regions with the text of their line.

use ep_base::verification::Region;
use ep_base::Span;
use ep_ivl::ast::Program;

/// Finds lines; remembers where they begin.
pub struct Places<'a> {
    program: &'a Program,
}

impl<'a> Places<'a> {
    /// For the files of a program.
    pub fn new(program: &'a Program) -> Self {
        Places { program }
    }

    /// The region of a span; an empty one when the span is not known.
    pub fn region(&self, span: Span) -> Region {
        if span.is_none() {
            return Region::default();
        }
        let Some(file) = self.program.files.get(span.start.file) else {
            return Region::default();
        };
        let line = (file.text.split('\n')).nth(span.start.line.saturating_sub(1) as usize);
        Region {
            file: file.path.clone(),
            line: span.start.line,
            column: span.start.column,
            end_line: span.end_line,
            end_column: span.end_column,
            text: line.unwrap_or_default().trim_end_matches('\r').to_owned(),
        }
    }
}
