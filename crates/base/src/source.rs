//! Positions in the user's source.

crate::entity!(
    /// A source file of the program under analysis.
    FileId,
    "file"
);

/// A place in a source file. Line and column start at 1; 0 means unknown.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
)]
pub struct Position {
    /// The file, in the table of the module that holds the position.
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// A stretch of a source file, for carets under the source line. The end is
/// exclusive and may lie on a later line.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
)]
pub struct Span {
    /// Where it begins.
    pub start: Position,
    /// Line of the first byte after it, from 1; 0 unknown.
    pub end_line: u32,
    /// Column of the first byte after it, from 1; 0 unknown.
    pub end_column: u32,
}

impl Span {
    /// A span of nothing known, for what has no place in a source.
    pub const NONE: Span = Span {
        start: Position {
            file: FileId(0),
            line: 0,
            column: 0,
        },
        end_line: 0,
        end_column: 0,
    };

    /// The empty span at a position.
    pub fn at(start: Position) -> Span {
        Span {
            start,
            end_line: start.line,
            end_column: start.column,
        }
    }

    /// From the beginning of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end_line: other.end_line,
            end_column: other.end_column,
        }
    }

    /// True when nothing is known.
    pub fn is_none(self) -> bool {
        self.start.line == 0
    }
}
