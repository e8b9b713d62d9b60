//! What is wrong with a file, and where.

/// A mistake in a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {what}")]
pub struct Mistake {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// One sentence without a full stop.
    pub what: String,
    /// What the user can do.
    pub help: Option<String>,
}

impl Mistake {
    pub(super) fn helped(mut self, help: &str) -> Self {
        self.help = Some(help.to_string());
        self
    }
}
