//! `traps.java`: programs that Java runs into an error, or that break their contract.
//! Each line that ends in `// fails` has a finding about it, and no other line has.

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};
use ep_java::lower::lower;
use std::collections::BTreeSet;

const TRAPS: &str = include_str!("traps.java");

fn marked() -> BTreeSet<u32> {
    let ends = |l: &str| l.ends_with("// fails");
    (1..)
        .zip(TRAPS.lines())
        .filter(|(_, l)| ends(l))
        .map(|(n, _)| n)
        .collect()
}

fn found(options: &Options) -> BTreeSet<u32> {
    let program =
        ep_java::read(&[("T.java", TRAPS)]).unwrap_or_else(|f| panic!("{:#?}", f.diagnostics()));
    let lowered = lower(&program, ep_java::lower::Options::default())
        .unwrap_or_else(|p| panic!("it lowers: {p:#?}"));
    let mut lines = BTreeSet::new();
    for r in verify(&lowered.program, options, &Budget::default()) {
        let decided = matches!(r.outcome, Outcome::Verified | Outcome::Failed);
        assert!(decided, "{:?}", r.outcome);
        lines.extend(r.errors.iter().map(|e| e.span.start.line));
    }
    lines
}

fn inferring() -> Options {
    Options {
        infer_open: true,
        infer_close: true,
        infer_use: true,
        unfold_contracts: true,
        ..Options::default()
    }
}

#[test]
fn every_trap_is_seen_and_nothing_else() {
    assert!(marked().len() >= 42, "{}", marked().len());
    assert_eq!(found(&inferring()), marked());
}

#[test]
fn joining_hides_no_trap() {
    let apart = Options {
        joins: false,
        ..inferring()
    };
    assert_eq!(found(&apart), marked());
}
