//! The options of `everypath check`: that of `test`, and the bounds.

use crate::test::options::TestOptions;
use std::path::PathBuf;

/// The largest bound that is taken.
pub const MOST: u32 = 1_000_000;

/// `everypath check`.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// What it has in common with `test`.
    pub test: TestOptions,

    /// Rounds that every loop and recursion is unwound, or `auto`: what everypath time proves; without it the bound grows
    pub unwind: Option<Unwind>,
    /// Where the growing bound ends; induction and invariants are tried on the way
    pub max_unwind: Option<u32>,
    /// Rounds of one loop, named by its function and line
    pub unwind_loop: Vec<LoopBound>,
    /// `proved up to K` is what was asked: exit 0
    pub accept_bound: bool,
    /// Only the environment that is given: other arguments, input, files and variables there are none, and the clock is fixed; without it all of them are arbitrary
    pub closed: bool,
    /// Do not try induction and invariants when the bound is reached
    pub no_induction: bool,
    /// A property file of SV-COMP (.prp), instead of --check
    pub property: Option<PathBuf>,
    /// A test for each branch that can be reached within the bound
    pub cover: bool,
    /// Print the formulas of the unwound program, with the instances of its variables (for teaching; 3 rounds unless --unwind says otherwise)
    pub show_formula: bool,
    /// Leave out the run that leads to each violation, line by line
    pub no_trace: bool,
}

/// How far loops are unwound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwind {
    /// All of them, so many rounds.
    Rounds(u32),
    /// Each as many rounds as `everypath time` proves for it.
    Auto,
}

impl Unwind {
    /// The rounds of all loops, where they were given.
    pub fn rounds(self) -> Option<u32> {
        match self {
            Unwind::Rounds(k) => Some(k),
            Unwind::Auto => None,
        }
    }
}

/// How far loops are unwound, from text.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn unwind(text: &str) -> Result<Unwind, String> {
    match text {
        "auto" => Ok(Unwind::Auto),
        _ => bound(text)
            .map(Unwind::Rounds)
            .map_err(|e| format!("{e}; or auto: what everypath time proves")),
    }
}

/// The bound of one loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopBound {
    /// The function around the loop.
    pub function: String,
    /// The line of its head, from 1.
    pub line: u32,
    /// Rounds that are followed at most.
    pub bound: u32,
}

/// A bound, from text.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn bound(text: &str) -> Result<u32, String> {
    match text.parse::<u64>() {
        Ok(0) => Err("0 rounds would leave every loop out; the least bound is 1".into()),
        Ok(n) if n <= u64::from(MOST) => Ok(n as u32),
        Ok(_) => Err(format!(
            "that many rounds cannot be unwound; the most is {MOST} (without --unwind the bound grows by itself)"
        )),
        Err(_) if text.contains(['=', ':']) => Err(format!(
            "want a number of rounds from 1 to {MOST}; one loop's own bound is --unwind-loop FUNCTION:LINE=K"
        )),
        Err(_) => Err(format!("want a number of rounds from 1 to {MOST}")),
    }
}

/// The bound of one loop, from text.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn loop_bound(text: &str) -> Result<LoopBound, String> {
    let wrong = || "want FUNCTION:LINE=K, as in main:12=5".to_string();
    let (place, k) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (function, line) = place.rsplit_once(':').ok_or_else(wrong)?;
    if function.is_empty() {
        return Err(wrong());
    }
    Ok(LoopBound {
        function: function.to_string(),
        line: line.parse().map_err(|_| wrong())?,
        bound: bound(k)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_numbers_that_can_be_unwound() {
        assert_eq!(bound("3"), Ok(3));
        for wrong in ["0", "1000000000", "-1", "three", "99999999999999999999999"] {
            assert!(bound(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn loops_are_named_by_function_and_line() {
        let want = LoopBound {
            function: "main".into(),
            line: 12,
            bound: 5,
        };
        assert_eq!(loop_bound("main:12=5"), Ok(want));
        for wrong in ["main", "main:12", "12=5", ":12=5", "main:x=5", "main:12=0"] {
            assert!(loop_bound(wrong).is_err(), "{wrong}");
        }
    }
}
