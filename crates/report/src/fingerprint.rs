//! What a finding is known by in other runs: its kind, file and function and
//! the text of its line, never the number of the line, so that edits elsewhere
//! take nothing from it.
//!
//! Two forms. The first has no text of the line and is kept for logs that were
//! written before; the second tells two findings of one kind in one function
//! apart by their lines, so that a new one above an old one is the new one.
//! Findings that agree in all of it are counted. Source: the partial
//! fingerprints of SARIF 2.1.0, section 3.27.17; the hash is FNV-1a. Cost: one
//! line of source per finding.

use crate::source::Sources;
use ep_base::hash;
use ep_base::outcome::Bug;
use std::collections::HashMap;

/// Name of the first form in a log.
pub const V1: &str = "everypath/v1";
/// Name of the second form in a log.
pub const V2: &str = "everypath/v2";

/// Both forms of one finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marks {
    /// Kind, file, function, and which of those that agree.
    pub v1: String,
    /// The same with the text of the line.
    pub v2: String,
}

/// The marks of all findings of a run.
pub fn marks(bugs: &[Bug], sources: &mut Sources) -> Vec<Marks> {
    let mut seen = HashMap::new();
    let mut all = Vec::new();
    for bug in bugs {
        let file = bug.place.file.rsplit('/').next().unwrap_or_default();
        let key = format!("{}\0{file}\0{}", bug.kind, bug.place.function);
        let line = sources.line(&bug.place.file, bug.place.line);
        // Indentation is no change of a line.
        let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
        let longer = format!("{key}\0{}", words.join(" "));
        all.push(Marks {
            v1: counted(key, &mut seen),
            v2: counted(longer, &mut seen),
        });
    }
    all
}

fn counted(key: String, seen: &mut HashMap<String, u32>) -> String {
    let hash = hash::fnv(key.bytes());
    let count = seen.entry(key).or_insert(0);
    *count += 1;
    format!("{hash:016x}:{count}")
}
