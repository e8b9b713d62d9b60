//! Programs that must not be proved, about fractions, wildcards, `perm`, aliasing,
//! predicates, old states, jumps, loops, joins, snapshots, inhale-exhale assertions,
//! collections, domains, quantifiers, iterated permissions, magic wands, data types and
//! termination. Each line that ends in `// fails`
//! has an error, and no other line has one.

mod common;

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};
use std::collections::BTreeSet;

const TRAPS: &str = include_str!("traps.vpr");
const FRAMING: &str = include_str!("traps_framing.vpr");
const AMOUNTS: &str = include_str!("traps_amounts.vpr");
const VALUES: &str = include_str!("traps_values.vpr");
const JUMPS: &str = include_str!("traps_jumps.vpr");
const FUNCTIONS: &str = include_str!("traps_functions.vpr");
const ITERATED: &str = include_str!("traps_iterated.vpr");
const WANDS: &str = include_str!("traps_wands.vpr");
const TRIGGERS: &str = include_str!("traps_triggers.vpr");
const ALL: [&str; 9] = [
    TRAPS, FRAMING, AMOUNTS, VALUES, JUMPS, FUNCTIONS, ITERATED, WANDS, TRIGGERS,
];

/// The lines that end in this.
fn marked(text: &str, with: &str) -> BTreeSet<u32> {
    let lines = (1..).zip(text.lines());
    let fails = lines.filter(|(_, l)| l.ends_with(with));
    fails.map(|(n, _)| n).collect()
}

fn all(text: &str) -> BTreeSet<u32> {
    let mut all = marked(text, "// fails");
    all.extend(marked(text, "// fails uninferred"));
    all
}

fn found(text: &str, options: &Options) -> BTreeSet<u32> {
    let program = common::program(text);
    let mut lines = BTreeSet::new();
    for r in verify(&program, options, &Budget::default()) {
        let decided = matches!(r.outcome, Outcome::Verified | Outcome::Failed);
        assert!(decided, "{:?}", r.outcome);
        lines.extend(r.errors.iter().map(|e| e.span.start.line));
    }
    lines
}

#[test]
fn every_trap_is_seen_and_nothing_else() {
    let traps: usize = ALL.iter().map(|t| all(t).len()).sum();
    assert!(traps >= 466, "{traps}");
    for text in ALL {
        assert_eq!(found(text, &Options::default()), all(text), "{text:.80}");
    }
}

#[test]
fn joining_hides_no_trap() {
    let apart = Options {
        joins: false,
        ..Options::default()
    };
    for text in ALL {
        assert_eq!(found(text, &apart), all(text), "{text:.80}");
    }
}

/// Inference proves only what is right. What `perm` sees depends on what was inferred,
/// so that there is nothing to compare in `AMOUNTS`.
#[test]
fn inference_closes_no_trap() {
    let inferring = Options {
        infer_open: true,
        infer_close: true,
        ..Options::default()
    };
    for text in [TRAPS, FRAMING, VALUES, JUMPS, FUNCTIONS] {
        let want = marked(text, "// fails");
        assert_eq!(found(text, &inferring), want, "{text:.80}");
    }
}
