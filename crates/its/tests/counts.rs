//! What an analysis took is counted and repeats, and what the clock ended is told.

#[allow(dead_code)]
mod support;

use ep_its::analyse;
use ep_its::format::koat;
use ep_its::options::{Goals, Options};
use ep_its::outcome::{Answer, Counts, Outcome};
use ep_its::system::System;
use std::time::Duration;

fn found(s: &System, jobs: u32, timeout: Option<Duration>) -> Outcome {
    let mut options = Options {
        goals: Goals::ALL,
        jobs,
        ..Options::default()
    };
    options.budget.timeout = timeout;
    analyse(s, &options, &mut |_| {}).expect("well formed")
}

/// Twice the same system is the same answer and the same work, unit by unit, unless a
/// clock ended something, and then that is said.
#[test]
fn counts_repeat() {
    let (mut alike, mut sum) = (0, Counts::NONE);
    for seed in 0..40 {
        let s = support::system(seed);
        let (one, two) = (found(&s, 1, None), found(&s, 1, None));
        if one.counts.cuts + two.counts.cuts > 0 {
            continue;
        }
        assert_eq!(one, two, "seed {seed}\n{}", koat::print(&s));
        alike += 1;
        sum.questions += one.counts.questions;
        sum.programs += one.counts.programs;
        sum.pivots += one.counts.pivots;
        sum.steps += one.counts.steps;
        assert!(one.counts.solver <= one.counts.questions);
        assert!(one.counts.unknown <= one.counts.questions);
    }
    assert!(alike > 30, "{alike}");
    assert!(sum.questions > 100 && sum.programs > 1_000, "{sum:?}");
    assert!(sum.pivots > 1_000 && sum.steps > 10_000, "{sum:?}");
}

/// What other threads did is counted too, and no search that another one ended is
/// taken for one that the clock ended.
#[test]
fn threads_hand_on_what_they_counted() {
    let endless = "(STARTTERM (FUNCTIONSYMBOLS f))(VAR x y)(RULES \
        f(x, y) -> g(x, y) :|: x > 0  g(x, y) -> g(x + y, y + 1) :|: x > 0)";
    let s = koat::read(endless).expect("a system");
    let (one, two) = (found(&s, 1, None), found(&s, 2, None));
    assert_eq!(one.termination, Answer::Diverges);
    assert_eq!(one.nontermination, two.nontermination);
    assert_eq!((one.counts.cuts, two.counts.cuts), (0, 0));
    // The run of the lasso alone.
    assert!(two.counts.steps >= 1_000, "{:?}", two.counts);
    assert!(two.counts.programs > 0, "{:?}", two.counts);
}

#[test]
fn what_the_clock_ends_is_told() {
    let s = koat::read(
        "(STARTTERM (FUNCTIONSYMBOLS f))(VAR x y)(RULES \
         f(x, y) -> g(x, y)  g(x, y) -> g(x - y, y) :|: x > 0 && y > 0)",
    )
    .expect("a system");
    let out = found(&s, 1, Some(Duration::ZERO));
    assert!(out.counts.cuts > 0, "{:?}", out.counts);
    let Answer::Unknown { reason, .. } = &out.termination else {
        panic!("{:?}", out.termination);
    };
    assert_eq!(reason, "the time is over");
    assert_eq!(found(&s, 1, None).counts.cuts, 0);
}
