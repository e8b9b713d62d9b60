//! What a verb makes of content that nobody wrote (`--uninit`). A file of its
//! own, because verbs that share nothing else share it.

use ep_proofs::words::Words;

/// What is done about a read of memory that was never set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninit {
    /// Deciding by it is an error
    Error,
    /// It holds any value, the same at each read
    Input,
}

impl Words for Uninit {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Uninit::Error, "error", "Deciding by it is an error"),
        (
            Uninit::Input,
            "input",
            "It holds any value, the same at each read",
        ),
    ];
}
