//! The options of `everypath show`.

use std::path::PathBuf;

/// `everypath show`.
#[derive(Clone, Debug, Default)]
pub struct ShowOptions {
    /// The folder of a run
    pub dir: PathBuf,
    /// Only paths whose outcome contains this word (an error kind, `error` for all of them, `exit 1`, ...)
    pub outcome: Option<String>,
    /// Only paths that come to this line
    pub line: Option<String>,
    /// Only paths that come to this function
    pub function: Option<String>,
    /// Show this path step by step
    pub path: Option<u64>,
    /// Only this step of the path, with the memory there
    pub step: Option<u64>,
    /// At most so many lines of the list
    pub limit: Option<u64>,
    /// Do not ask for commands on a terminal
    pub plain: bool,
}
