//! What a verb makes of content that nobody wrote (`--uninit`). A file of its
//! own, because verbs that share nothing else share it.

use clap::ValueEnum;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Uninit {
    /// Deciding by it is an error
    Error,
    /// It holds any value, the same at each read
    Input,
}
