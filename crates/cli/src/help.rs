//! What each verb says of itself, for the small program, which does not know the
//! arguments of most: they are defined where LLVM is.
//!
//! Idea: the texts are kept as files, which a test compares with what the engine
//! prints and writes anew when it is told to (`EVERYPATH_WRITE_HELP=1`). They are
//! shown only where the engine is not there. Alternative: the definitions in a crate
//! without LLVM, away from the options that they become. Cost: 40 kB.

use std::ffi::OsString;

/// The help of the verbs that the engine has, as it prints it.
pub const TEXTS: [(&str, &str); 11] = [
    ("test", include_str!("help/test.txt")),
    ("check", include_str!("help/check.txt")),
    ("solve", include_str!("help/solve.txt")),
    ("validate", include_str!("help/validate.txt")),
    ("fuzz", include_str!("help/fuzz.txt")),
    ("memory", include_str!("help/memory.txt")),
    ("time", include_str!("help/time.txt")),
    ("show", include_str!("help/show.txt")),
    ("paths", include_str!("help/paths.txt")),
    ("completions", include_str!("help/completions.txt")),
    ("man", include_str!("help/man.txt")),
];

/// What a line asks of a verb beside doing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked<'a> {
    Help(&'a str),
    Version(&'a str),
}

/// The question of a line that is one: `test --help`, `help test`, `test -V`.
pub fn asked(arguments: &[OsString]) -> Option<Asked<'_>> {
    let words: Vec<&str> = (arguments.iter().skip(1))
        .map(|a| a.to_str())
        .collect::<Option<_>>()?;
    match words[..] {
        ["help", verb] | [verb, "-h" | "--help"] => Some(Asked::Help(verb)),
        [verb, "-V" | "--version"] => Some(Asked::Version(verb)),
        _ => None,
    }
}
