//! Whether a run does what C leaves undefined.
//!
//! Idea: bounds assume that no run does, so that one that was measured above
//! its bound is held against the sanitizers before it counts as a defect: where
//! a signed sum wrapped around on the way, nothing was claimed. What must never
//! happen: a run that only took much (a stack that overflowed, memory that was
//! not there, a leak) is told to be undefined. Cost: a build, and a run each.

use crate::compile::Set;
use crate::judge;
use crate::native::{short, Native, Unfreed};
use crate::sanitizer::{self, Report, Tool};
use ep_base::outcome::Input;

/// What AddressSanitizer says of accesses and frees that C does not define;
/// a deep stack and a lack of memory are not among them.
const MISUSE: [&str; 7] = [
    "buffer-overflow",
    "buffer-underflow",
    "use-after",
    "double-free",
    "attempting free",
    "negative-size-param",
    "param-overlap",
];

fn is_misuse(r: &Report) -> bool {
    match r.tool {
        Tool::Undefined => true,
        Tool::Address => MISUSE.iter().any(|m| r.what.contains(m)),
        _ => false,
    }
}

impl Native {
    /// What the run does first that C leaves undefined, in a few words.
    ///
    /// # Errors
    /// One sentence: the program does not build with sanitizers, or does not
    /// run.
    pub fn undefined(&mut self, inputs: &[Input]) -> Result<Option<String>, String> {
        let evidence = self.run(Set::Address, inputs, Unfreed::NotAsked)?;
        let reports = sanitizer::parse(&evidence.sanitizer_log);
        let first = reports.iter().find(|r| is_misuse(r));
        Ok(first.map(|r| match &r.site {
            Some((file, line)) => format!("{} at {}:{line}", judge::words(r), short(file)),
            None => judge::words(r),
        }))
    }
}
