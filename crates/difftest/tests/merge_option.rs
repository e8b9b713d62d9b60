//! `everypath test --merge` against the run without it, on generated programs:
//! where both see everything they find the same violations at the same places
//! and cover the same lines and branches, and none sees more paths for it.
//!
//! `EP_MERGE_COUNT` sets the number of programs of each kind, `EP_MERGE_FIRST`
//! the first seed.

mod common;

use common::listen::Silent;
use common::properties::setting;
use common::random::Random;
use common::{computing_program, memory_program};
use ep_base::outcome::{Bug, ErrorKind, Outcome, Verdict};
use ep_base::Budget;
use ep_explore::{explore, Options};
use ep_ir::Module;
use std::collections::{BTreeMap, BTreeSet};

/// The outcome of a run that saw everything.
fn run(module: &Module, merge: bool) -> Option<Outcome> {
    let options = Options {
        merge,
        ..Options::default()
    };
    let budget = Budget {
        max_paths: Some(600),
        max_instructions: Some(3_000_000),
        ..Budget::default()
    };
    let done = explore(module, &options, &budget, &mut Silent).expect("explore");
    let all = done.outcome.stopped.is_none() && done.outcome.incomplete.is_empty();
    all.then_some(done.outcome)
}

#[derive(PartialEq, Debug)]
struct Seen {
    findings: BTreeSet<(ErrorKind, u32, u32)>,
    lines: BTreeMap<String, Vec<u32>>,
    branches: u64,
    verdict: String,
}

fn seen(o: &Outcome) -> Seen {
    let place = |b: &Bug| (b.kind, b.place.line, b.place.column);
    let covered = |(f, c): (&String, &ep_base::outcome::FileCoverage)| {
        let mut lines = c.covered.clone();
        lines.sort_unstable();
        (f.clone(), lines)
    };
    Seen {
        findings: o.bugs.iter().map(place).collect(),
        lines: o.coverage.iter().map(covered).collect(),
        branches: o.statistics.branches_covered,
        verdict: match &o.verdict {
            Verdict::Unknown { .. } => "unknown".into(),
            v => format!("{v:?}"),
        },
    }
}

#[derive(Default, Debug)]
struct Totals {
    compared: u64,
    merges: u64,
    fewer: u64,
    findings: usize,
}

fn compare(seed: u64, source: &str, totals: &mut Totals) {
    let module = common::module(source, &["main"]);
    let (Some(apart), Some(merged)) = (run(&module, false), run(&module, true)) else {
        return;
    };
    assert_eq!(seen(&apart), seen(&merged), "seed {seed}\n{source}");
    let paths = |o: &Outcome| o.statistics.paths_complete;
    assert!(paths(&merged) <= paths(&apart), "seed {seed}\n{source}");
    totals.compared += 1;
    totals.merges += merged.statistics.merges;
    totals.fewer += u64::from(paths(&merged) < paths(&apart));
    totals.findings += apart.bugs.len();
}

#[test]
fn merging_changes_no_finding_and_no_coverage() {
    let count = setting("EP_MERGE_COUNT", 110);
    let first = setting("EP_MERGE_FIRST", 0);
    let mut totals = Totals::default();
    for seed in first..first + count {
        let mut r = Random(seed ^ 0x6a6f_696e);
        compare(seed, &computing_program::generate(&mut r).0, &mut totals);
        compare(seed, &memory_program::generate(&mut r).0, &mut totals);
    }
    println!("{totals:?} of {}", 2 * count);
    // The comparison is of something.
    assert!(totals.compared * 6 >= 5 * 2 * count, "{totals:?}");
    assert!(
        totals.merges > count && totals.fewer > count / 4,
        "{totals:?}"
    );
    assert!(totals.findings as u64 > count / 4, "{totals:?}");
}
