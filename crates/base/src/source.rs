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
