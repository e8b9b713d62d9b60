//! Which findings are about what a contract says of a function's return, and
//! what the native run says of them.
//!
//! Idea: for these the program is built once more, with the clauses of
//! `everypath.h` as closures that run when the function returns
//! (`runtime/replay/contracts.c`). A broken `ep_ensures` stops there with the
//! clause as its place; a broken `ep_assigns` has no place natively, since the
//! activation is over, so the function is what must agree. Cost: one build per
//! program with such a finding; natively a copy of the global variables per
//! activation.

use crate::program::NativeProgram;
use ep_base::outcome::{Bug, ErrorKind};

/// Whether the finding is one at the return of a function with a contract.
pub fn at_return(bug: &Bug) -> bool {
    bug.kind == ErrorKind::AssertionFailure
        && (bug.message.contains("where its ep_ensures(") || changer(bug).is_some())
}

/// Closures and the place of a return address: C for x86-64, from its source.
pub fn can_be_checked(program: &NativeProgram) -> bool {
    let is_c = |e: &std::ffi::OsStr| e == "c" || e == "i";
    cfg!(target_arch = "x86_64")
        && !program.m32
        && program
            .sources
            .iter()
            .all(|s| s.extension().is_some_and(is_c))
}

/// The function that changes, or frees, what its contract does not name.
fn changer(bug: &Bug) -> Option<&str> {
    let unnamed = bug.message.ends_with("which its ep_assigns does not name")
        || bug.message.ends_with("which its contract does not say");
    let name = bug.message.strip_prefix('`')?.split('`').next()?;
    unnamed.then_some(name)
}

/// The native run shows that this function did.
pub fn frame_broken(bug: &Bug, replay_log: &str) -> bool {
    let Some(name) = changer(bug) else {
        return false;
    };
    let said = |line: &str| line.strip_prefix("error: ep_assigns of ") == Some(name);
    replay_log.lines().any(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::{Confirmation, Exactness, Place};

    fn bug(message: &str) -> Bug {
        Bug {
            kind: ErrorKind::AssertionFailure,
            message: message.into(),
            place: Place::default(),
            stack: Vec::new(),
            inputs: Vec::new(),
            exactness: Exactness::EXACT,
            paths: 1,
            confirmation: Confirmation::NotTried,
            test: String::new(),
        }
    }

    #[test]
    fn only_the_function_itself_counts() {
        let b = bug("`next` changes `g`, which its ep_assigns does not name");
        assert!(at_return(&b) && frame_broken(&b, "error: ep_assigns of next\n"));
        assert!(!frame_broken(&b, "error: ep_assigns of nextone\n"));
        assert!(!frame_broken(&b, "error: ep_ensures(next)\n"));
        let b = bug("`next` returns where its ep_ensures(x) does not hold");
        assert!(at_return(&b) && !frame_broken(&b, "error: ep_assigns of next\n"));
        assert!(!at_return(&bug(
            "`x` is called where its ep_requires(y) does not hold"
        )));
    }
}
