//! Merging against everything else: on generated programs a verdict of
//! `check` must not contradict the reference interpreter, nor `test`.
//!
//! * Each violation is met by the interpreter on the input that comes with
//!   it: the same kind in the same line.
//! * After `proved` no concrete run ends in an error, and `test` finds none.
//! * Where `test` has seen every path, `check` reports none but its
//!   violations, and all of them when no bound is reached.
//!
//! `EP_MERGING_COUNT` sets the number of programs of each kind,
//! `EP_MERGING_FIRST` the first seed.

mod common;

use common::listen::Silent;
use common::properties::{random_inputs, setting, Symbol};
use common::random::Random;
use common::{computing_program, memory_program};
use ep_base::outcome::{Bug, ErrorKind, Input, Verdict};
use ep_base::Budget;
use ep_explore::bmc::{self, CheckOptions};
use ep_explore::{explore, Options};
use ep_ir::interp::{self, End, InterpConfig, ReplayHost};
use ep_ir::Module;
use std::collections::BTreeSet;
use std::time::Duration;

#[derive(Default, Debug)]
struct Totals {
    proved: u64,
    violated: u64,
    other: u64,
    findings: u64,
    compared: u64,
    runs: u64,
}

fn run(module: &Module, inputs: &[Input]) -> interp::Outcome {
    let main = module.function("main").expect("main");
    let config = InterpConfig {
        max_instructions: 1_000_000,
        ..InterpConfig::default()
    };
    interp::run(module, main, &config, &mut ReplayHost::new(inputs))
}

fn line(module: &Module, got: &interp::Outcome) -> u32 {
    let own = got.stack.iter().filter_map(|s| module.locs.get(s.loc));
    match got.place(module).line {
        0 => own.map(|l| l.line).find(|l| *l > 0).unwrap_or(0),
        l => l,
    }
}

fn sites(bugs: &[Bug]) -> BTreeSet<(ErrorKind, u32)> {
    bugs.iter().map(|b| (b.kind, b.place.line)).collect()
}

fn compare(seed: u64, source: &str, symbols: &[Symbol], r: &mut Random, totals: &mut Totals) {
    let module = common::module(source, &["main"]);
    let options = Options::default();
    let budget = |s| Budget {
        timeout: Some(Duration::from_secs(s)),
        max_paths: Some(400),
        ..Budget::default()
    };
    let how = CheckOptions {
        induction: true,
        ..CheckOptions::default()
    };
    let checked = bmc::check(&module, &options, &how, &budget(15), &mut Silent).expect("check");
    let outcome = checked.exploration.outcome;
    for b in outcome.bugs.iter().filter(|b| !b.exactness.over) {
        let got = run(&module, &b.inputs);
        assert!(
            matches!(got.end, End::Error { kind } if kind == b.kind)
                && line(&module, &got) == b.place.line,
            "seed {seed}: check says {} in line {}, the run {:?} in line {}\ninputs {:?}\n{source}",
            b.kind,
            b.place.line,
            got.end,
            line(&module, &got),
            b.inputs
        );
        totals.findings += 1;
    }
    match outcome.verdict {
        Verdict::Proved => totals.proved += 1,
        Verdict::Violated => totals.violated += 1,
        _ => totals.other += 1,
    }
    if outcome.verdict == Verdict::Proved {
        for inputs in random_inputs(r, symbols) {
            let got = run(&module, &inputs);
            assert!(
                !matches!(got.end, End::Error { .. }),
                "seed {seed}: proved, but a run ends {:?} in line {}\ninputs {inputs:?}\n{source}",
                got.end,
                line(&module, &got)
            );
            totals.runs += 1;
        }
    }
    let forked = explore(&module, &options, &budget(15), &mut Silent).expect("explore");
    let all = forked.outcome;
    let exact: Vec<Bug> = all
        .bugs
        .iter()
        .filter(|b| !b.exactness.over)
        .cloned()
        .collect();
    assert!(
        !(outcome.verdict == Verdict::Proved && all.verdict == Verdict::Violated),
        "seed {seed}: check proves what test refutes: {exact:?}\n{source}"
    );
    assert!(
        !(outcome.verdict == Verdict::Violated && all.verdict == Verdict::Proved),
        "seed {seed}: check refutes what test proves: {:?}\n{source}",
        outcome.bugs
    );
    let every_path = all.stopped.is_none() && all.incomplete.is_empty();
    if every_path && exact.len() == all.bugs.len() {
        let (a, b) = (sites(&outcome.bugs), sites(&exact));
        assert!(
            a.is_subset(&b),
            "seed {seed}: check finds {a:?}, test {b:?}\n{source}"
        );
        let whole =
            outcome.stopped.is_none() && outcome.incomplete.is_empty() && checked.reached.is_none();
        if whole {
            assert_eq!(a, b, "seed {seed}: check and test\n{source}");
            totals.compared += 1;
        }
    }
}

#[test]
fn check_agrees_on_programs_that_compute() {
    let count = setting("EP_MERGING_COUNT", 250);
    let first = setting("EP_MERGING_FIRST", 0);
    let mut totals = Totals::default();
    for seed in first..first + count {
        let mut r = Random(seed ^ 0x006d_6572_6765);
        let (source, symbols) = computing_program::generate(&mut r);
        compare(seed, &source, &symbols, &mut r, &mut totals);
    }
    println!("{totals:?}");
    assert!(totals.other * 4 <= count, "{totals:?}");
    assert!(
        totals.findings > count / 4 && totals.compared > count / 4,
        "{totals:?}"
    );
}

#[test]
fn check_agrees_on_programs_that_live_in_memory() {
    let count = setting("EP_MERGING_COUNT", 150);
    let first = setting("EP_MERGING_FIRST", 0);
    let mut totals = Totals::default();
    for seed in first..first + count {
        let mut r = Random(seed ^ 0x6d65_7267_656d);
        let (source, symbols) = memory_program::generate(&mut r);
        compare(seed, &source, &symbols, &mut r, &mut totals);
    }
    println!("{totals:?}");
    assert!(totals.other * 2 <= count, "{totals:?}");
    assert!(
        totals.findings > count / 4 && totals.compared > count / 4,
        "{totals:?}"
    );
}
