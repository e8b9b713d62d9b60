//! `--minimise`: the seeds that together cover what all cover, smallest first.
//!
//! Greedy, as `afl-cmin`: an input is kept when it covers an edge, or a class
//! of its count, that no smaller input covers.

use super::options::FuzzOptions;
use super::state::{lock, New, Shared};
use ep_base::outcome::Outcome;
use ep_base::words::count;
use ep_base::{Diagnostic, ExitCode};
use ep_native::fuzz::{Executor, Kind, RunEnd};
use ep_proofs::{Done, Session};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Writes the seeds that are needed to the folder's `queue`.
///
/// # Errors
/// They cannot be run or written.
pub fn minimise(
    args: &FuzzOptions,
    executor: &mut Executor<'_>,
    shared: &Mutex<Shared>,
    mut seeds: Vec<(PathBuf, Vec<u8>)>,
    folder: &Path,
    session: &Session,
) -> Result<Done<Outcome>, Diagnostic> {
    seeds.sort_by(|a, b| (a.1.len(), &a.1).cmp(&(b.1.len(), &b.1)));
    let (mut kept, mut crashes) = (0u64, 0u64);
    let mut s = lock(shared);
    for (_, input) in &seeds {
        let end = executor.run(input)?.end;
        if matches!(end, RunEnd::Hang | RunEnd::Memory) {
            continue;
        }
        let crashed = matches!(end, RunEnd::Crash { .. });
        if !s.coverage.add(executor.counters()).1 {
            continue;
        }
        let kind = if crashed { Kind::Crash } else { Kind::Queue };
        s.corpus
            .add(kind, input, None, "seed", New::of(input, "").bound)?;
        kept += u64::from(!crashed);
        crashes += u64::from(crashed);
    }
    if args.json {
        let value = serde_json::json!({
            "verb": "fuzz", "seeds": seeds.len(), "kept": kept, "crashes": crashes,
            "edges": s.coverage.edges(), "folder": folder.display().to_string(),
        });
        session.answer(&format!("{value:#}\n"))?;
    } else if !args.quiet {
        session.answer(&format!(
            "kept {kept} of {} ({crashes} crashing ones apart), {}: {}\n",
            count(seeds.len(), "seed"),
            count(s.coverage.edges(), "edge"),
            folder.join("queue").display()
        ))?;
    }
    Ok(Done {
        exit: ExitCode::Holds,
        report: None,
    })
}
