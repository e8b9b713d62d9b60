//! What is told to a reader holds the proof: for each kind of answer the claims, the
//! relations from which they follow, and their factors.

#[allow(dead_code)]
mod support;

use ep_its::format::koat;
use ep_its::options::{Goals, Options};
use ep_its::outcome::Answer;
use ep_its::system::System;
use ep_its::{analyse_with_proofs, explain};
use std::time::Duration;

fn told(rules: &str) -> String {
    told_for(rules, Goals::ALL)
}

fn told_for(rules: &str, goals: Goals) -> String {
    let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES\n {rules}\n)\n");
    let system = koat::read(&text).expect("a system");
    let options = Options {
        goals,
        ..Options::default()
    };
    let found = analyse_with_proofs(&system, &options, &mut |_| {}).expect("well formed");
    explain::proof(&system, &found)
}

#[track_caller]
fn says(rules: &str, lines: &[&str]) {
    holds(&told(rules), lines);
}

#[track_caller]
fn holds(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.contains(line), "`{line}` is missing in:\n{text}");
    }
}

#[test]
fn measures_and_phases() {
    says(
        "f(x, y) -> f(x, y - t) :|: y > x && t > 2",
        &[
            "t0    f -> f with y := y - t   if y >= x + 1 && t >= 3",
            "-x + y becomes -x + y - t: falls by at least 1, by (t >= 3)",
            "so finitely often: t0",
        ],
    );
    says(
        "f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0",
        &[
            "y + 1 becomes y: falls by at least 1, by arithmetic alone",
            "x becomes x + y: falls by at least 1 less the value before it, by arithmetic alone",
            "x >= 0 before it, by (x >= 1)",
        ],
    );
}

#[test]
fn what_is_handed_on_and_closed_forms() {
    says(
        "f(x, y) -> f(y - 2, y - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x - 1, x - 1) :|: x > 0 && y > 0",
        &[
            "values that are handed on (size change)",
            "x - 1 after it is less than y - 1 before, by arithmetic alone; that was at least 0, by (y >= 1)",
        ],
    );
    says(
        "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(3*x, 2*y) :|: x < y",
        &[
            "x = (x) * (3)^k",
            "y >= x + 1 fails from some round on, as its greatest term is below 0",
            "where t1 fires, by (x >= 1)",
        ],
    );
}

/// Each relation with what it says at its tightest, why it falls, and what follows
/// what.
#[test]
fn transition_invariants() {
    let rules = "f(x, y, z) -> f(-1, x + z, z) :|: x > 0\n f(x, y, z) -> f(y - 2, 0, 2*x - 1) :|: x > 0 && y > 0 && x < z";
    // Where a bound is asked for, measures are looked for all the same.
    let text = told_for(rules, Goals::TERMINATION);
    holds(
        &text,
        &[
            "old.x is x in the first of both, and so are the others",
            "r0 from f to f: old.x >= x + 1 && old.x >= 1 && 0 >= x && ",
            "x - 1 falls, by (old.x >= 1) + (0 >= x); it was at least 0, by (old.x >= 1)",
            "y - 1 falls, by (old.y >= 1) + (0 >= y); it was at least 0, by (old.y >= 1)",
            "t0 alone is in r0",
            "r0 and then t1 cannot be",
            "r1 and then t0 is in r2",
            "what falls there was at least 0 each time",
        ],
    );
    for line in text.lines().filter(|l| l.contains("from f to f: ")) {
        assert!(!line.contains("old.x >= x &&"), "said twice: {line}");
    }
}

#[test]
fn endless_runs_and_what_they_cost() {
    says(
        "f(x, y) -{y}> f(x - 1, y) :|: x >= 0 && y >= 0 && x > y\n f(x, y) -{x + 1}> f(2*x + 1, y + 1) :|: x >= 0 && y >= 0 && x = y",
        &["if x >= y + 1", "else", "2*x + 1 >= 0, by 2 * (x >= 0)"],
    );
    says(
        "f(x) -{x}> f(x) :|: x > 0",
        &[
            "costs at least x, by (",
            "and each costs at least 1, so the cost has no bound",
        ],
    );
}

#[test]
fn upper_bounds() {
    says(
        "f(n) -> Com_2(f(k), f(n - k - 1)) :|: n > 0 && k >= 0 && k < n",
        &[
            "t0 pays 1 and hands on what is above 0 of (0) k, (1) n - k - 1",
            "where k >= 0: n >= k + 1, by (n >= k + 1)",
            "where k >= 0 && n >= k + 1: 0 >= 0, by arithmetic alone",
        ],
    );
    says(
        "f(x) -> Com_2(f(x - 1), f(x - 2)) :|: x > 1",
        &[
            "t0 (1): x becomes x - 2: falls by at least 1, by arithmetic alone",
            "t0: x >= 1 before it, by (x >= 2)",
        ],
    );
    says(
        "f(x, y) -{y}> f(x - 1, y + 2) :|: x > 0 && y > 0",
        &[
            "grows by at most 2, ",
            "t0 costs at most y, by arithmetic alone; that is at most what is before it",
        ],
    );
    says(
        "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(y + 3, x - 1, z - 1) :|: z > 0\n g(x, y, z) -> h(x, y, z)\n h(x, y, z) -> h(x - 1, y, z) :|: x > 0",
        &["x becomes y + 3, at most y + 3, by arithmetic alone"],
    );
}

/// Guards are shown with the values of the round, and products of its ranges.
#[test]
fn lower_bounds() {
    says(
        "f(x, y) -> g(x, x) :|: x > 0\n g(x, y) -> g(x, y - 1) :|: y > 0\n g(x, y) -> f(x - 1, y) :|: y <= 0",
        &["y >= 1: n >= k2 + k1 + 1, by (n >= k2 + k1 + 1)", "together"],
    );
    says(
        "f(n, k1) -> f(n - 1, k1 + 1) :|: n > 0",
        &["a run for each n_ >= 0", "in round k1_ = 0, 1, …"],
    );
}

/// What holds of some integer, and what a guard says then.
#[test]
fn congruences() {
    says(
        "f(x, y) -> g(2*x, y) :|: x >= 0\n g(x, y) -> g(x - 2, y) :|: x != 0",
        &[
            "always at g: x == 2*k1 for an integer k1 (congruence), since every way there keeps it",
            "so t1 has x >= 2 over the integers",
            "t1: falls by 1 by arithmetic alone; at least 1 before it by (x >= 2)",
        ],
    );
}

/// A geometric argument is told with its point, its rays and how far each round
/// leads along them; products of premises stand where they are used.
#[test]
fn rays_and_products() {
    says(
        "f(x, y) -> f(4*t, y) :|: 2*t = x && x > 0",
        &[
            "every state from here on is this point and a sum of rays, as often as these numbers say, from 0:",
            "k1 is 2*k1 + 1 after a round, for the ray x + 4",
            "from every state there with x == 4*k1 + 4 && k1 >= 0",
            "t0 can be taken with t = 2*k1 + 2",
            "x >= 1, by (x == 4*k1 + 4) + 4 * (k1 >= 0)",
            "and is back at f with x = 8*k1 + 8, k1 = 2*k1 + 1",
        ],
    );
    says(
        "f(x, y) -> f(x*y, y) :|: x > 1 && y > 1",
        &[
            "from every state there with x >= 2 && y >= 2",
            "x*y >= 2, by 2 * (x >= 2) + 2 * (y >= 2) + (x >= 2) * (y >= 2)",
        ],
    );
}

/// The answer, the whole explanation, and for how many parts of the inputs it has a
/// proof that their runs end.
fn explained(system: &System) -> (Answer, String, usize) {
    let mut options = Options {
        goals: Goals::ALL,
        parts: true,
        ..Options::default()
    };
    options.budget.timeout = Some(Duration::from_secs(10));
    let found = analyse_with_proofs(system, &options, &mut |_| {}).expect("well formed");
    let text = explain::proof(system, &found);
    let parts = found.outcome.parts.iter().filter(|p| p.ends).count();
    (found.outcome.termination, text, parts)
}

/// That every run ends is said where that was proved, and of no part of the inputs
/// where other runs do not end or nothing is known of them.
#[test]
fn every_run_ends_only_where_every_run_does() {
    let mut systems: Vec<System> = (0..400).map(support::system).collect();
    for rules in [
        "f(x, y) -> g(x, y)\n g(x, y) -> g(x - y, y) :|: x > 0",
        "f(x, y) -> g(x, y)\n g(x, y) -> g(x + y, y) :|: x > 0",
        "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(x, y)",
        "f(x, y) -> g(x, y)\n g(x, y) -> g(x - 1, y) :|: x > 0\n g(x, y) -> h(x, y) :|: y > 5\n \
         h(x, y) -> h(x, y + 1) :|: y > 0",
    ] {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))(VAR x y)(RULES {rules})");
        systems.push(koat::read(&text).expect("a system"));
    }
    // With the number of each: proved, endless, open, and parts of the last two.
    let (mut ends, mut endless, mut open, mut parts) = (0, 0, 0, 0);
    for system in &systems {
        let (answer, text, some) = explained(system);
        let shown = koat::print(system);
        let said = text.contains("every run ends");
        let of_part = text.matches("from such values always ends").count();
        assert_eq!(of_part, some, "{shown}\n{text}");
        match answer {
            Answer::Terminates => {
                ends += 1;
                assert!(said, "{shown}\n{text}");
                continue;
            }
            Answer::Diverges => endless += 1,
            Answer::Unknown { .. } => open += 1,
        }
        parts += some;
        assert!(!said, "{answer:?}\n{shown}\n{text}");
    }
    println!("{ends} end, {endless} do not, {open} open; {parts} parts of these end");
    assert!(ends > 100 && endless > 50 && open > 0 && parts > 10);
}
