//! How the work of an analysis grows with the size of a system, in counted units.
//!
//! Idea: questions, pivots and the entries that pivots compute are the same on each
//! machine and beside any other work, so the exponent is a fact that a test can hold;
//! `examples/growth.rs` has the clock's. Cost: seconds.

#[allow(dead_code)]
#[path = "support/families.rs"]
mod families;

use ep_its::analyse;
use ep_its::format::koat;
use ep_its::options::{Goals, Options};
use ep_its::outcome::Answer;
use ep_smt::linear::{spent, Spent};

/// What one analysis takes, which has to find what is asked.
fn counted(text: &str, goals: Goals) -> Spent {
    let system = koat::read(text).expect("a system");
    let options = Options {
        goals,
        ..Options::default()
    };
    let before = spent();
    let found = analyse(&system, &options, &mut |_| {}).expect("well formed");
    let after = spent();
    match (goals.upper, goals.lower) {
        (true, _) => assert!(!found.upper.is_empty(), "no upper bound"),
        (_, true) => assert!(!found.lower.is_empty(), "no lower bound"),
        _ => assert_eq!(found.termination, Answer::Terminates),
    }
    Spent {
        questions: after.questions - before.questions,
        pivots: after.pivots - before.pivots,
        entries: after.entries - before.entries,
    }
}

/// The d of n^d between two sizes.
fn slope((small, a): (usize, u64), (large, b): (usize, u64)) -> f64 {
    let ratio = |a: f64, b: f64| (b.max(1.0) / a.max(1.0)).ln();
    ratio(a as f64, b as f64) / ratio(small as f64, large as f64)
}

/// The most that questions, pivots and entries may grow with. The wanted 1.5 holds
/// for questions; where it does not hold for what one question takes, the limit is
/// above what was measured, so that it does not get worse unseen.
fn grows(name: &str, make: fn(usize) -> String, sizes: [usize; 2], most: [f64; 3]) {
    let mut steep = Vec::new();
    for (goal, goals) in [
        ("termination", Goals::TERMINATION),
        ("upper", Goals::UPPER),
        ("lower", Goals::LOWER),
    ] {
        let [a, b] = sizes.map(|n| (n, counted(&make(n), goals)));
        for (most, (unit, of)) in most.into_iter().zip([
            ("questions", (|s: &Spent| s.questions) as fn(&Spent) -> u64),
            ("pivots", |s| s.pivots),
            ("entries", |s| s.entries),
        ]) {
            let (from, to) = ((a.0, of(&a.1)), (b.0, of(&b.1)));
            let slope = slope(from, to);
            let line = format!("{name} {goal} {unit}: {from:?} {to:?} slope {slope:.2}");
            println!("{line}");
            if slope > most {
                steep.push(line);
            }
        }
    }
    assert!(steep.is_empty(), "{steep:#?}");
}

#[test]
fn loops_in_sequence() {
    grows("sequence", families::sequence, [12, 100], [1.5, 1.5, 1.5]);
}

#[test]
fn independent_branches() {
    grows("branches", families::branches, [3, 20], [1.5, 1.5, 2.0]);
}

#[test]
fn loops_inside_each_other() {
    grows("nested", families::nested, [2, 5], [1.5, 2.5, 4.0]);
}
