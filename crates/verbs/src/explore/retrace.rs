//! `--tree` and `--html`: the tree of a run from its journal, when the run is
//! over. Also of the parts of a run that was resumed.

use crate::journal::Found;
use crate::test::options::TestOptions;
use ep_base::words::count;
use ep_base::{Cancel, Diagnostic};
use ep_explore::view::retrace::{self, Cut, TestPath};
use ep_explore::view::tree::Tree;
use ep_explore::Options;
use ep_ir::Module;
use ep_proofs::Session;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a tree may take of a run that was interrupted or has a time limit.
const LEAST: Duration = Duration::from_secs(5);

/// The tree of the run in this folder, and its paths with a test.
///
/// # Errors
/// The journal cannot be read (exit 2 or 4).
pub fn tree(
    module: &Module,
    options: &Options,
    folder: &Path,
    args: &TestOptions,
    session: &Session,
) -> Result<(Tree, Vec<TestPath>), Diagnostic> {
    let cancel = &session.cancel;
    let run = Found::read(folder, false)?.restored;
    let interrupted = cancel.is_cancelled();
    let granted = match interrupted {
        true => Some(LEAST),
        false => args.timeout.map(|t| (t / 2).max(LEAST)),
    };
    // Who interrupts a run still wants to see how far it came.
    let fresh = Cancel::new();
    let cancel = if interrupted { &fresh } else { cancel };
    let deadline = granted.map(|t| Instant::now() + t);
    let made = retrace::tree(module, options, &run, cancel, deadline)?;
    if !args.quiet {
        let n = count(made.tree.nodes.len(), "node");
        match made.cut {
            None => {}
            Some(Cut::Full) => session.note(&format!(
                "note: the tree was cut at {n}; --max-depth and --max-paths bound it"
            )),
            Some(Cut::Time) => session.note(&format!(
                "note: the tree was cut at {n}: drawing it may take half of --timeout, or {} s",
                LEAST.as_secs()
            )),
            Some(Cut::Journal) => session.note(&format!(
                "note: the tree was cut at {n}: the journal had no room for all paths"
            )),
        }
        if made.lost > 0 {
            session.note(&format!(
                "note: {} could not be walked again and {} not in the tree",
                count(made.lost, "path"),
                if made.lost == 1 { "is" } else { "are" }
            ));
        }
    }
    Ok((made.tree, made.tests))
}
