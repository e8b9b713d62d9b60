//! What holds for some inputs, where it does not hold for all of them: each part is
//! judged, says what was written down before, and no run from a box of inputs like
//! these is longer. `EVERYPATH_CASES` sets the number of random systems.

use ep_its::bound::Value;
use ep_its::format::koat;
use ep_its::num::Int;
use ep_its::options::{Goals, Options};
use ep_its::outcome::Part;
use ep_its::poly::Var;
use ep_its::system::System;
use ep_its::{analyse_with_proofs, Analysis};
use std::collections::HashMap;
use std::time::Duration;

#[allow(dead_code)]
mod support;

fn asked(s: &System, goals: Goals) -> Analysis {
    let mut options = Options {
        goals,
        parts: true,
        ..Options::default()
    };
    options.budget.timeout = Some(Duration::from_secs(20));
    analyse_with_proofs(s, &options, &mut |_| {}).expect("well formed")
}

fn text(rules: &str) -> String {
    format!("(STARTTERM (FUNCTIONSYMBOLS s))\n(VAR x y z t)\n(RULES {rules}\n)\n")
}

/// The parts of a system, each as it is told, after the certificate was judged.
fn told(rules: &str, goals: Goals) -> Vec<String> {
    let text = text(rules);
    let s = koat::read(&text).expect("a system");
    let a = asked(&s, goals);
    if let Some(certificate) = a.certificate(&s) {
        if let Err(e) = ep_judge::check(&certificate, Some(&text)) {
            panic!("{rules}: {e}\n{certificate}");
        }
    }
    (a.outcome.parts.iter()).map(|p| shown(&s, p)).collect()
}

fn shown(s: &System, p: &Part) -> String {
    let name = |v| s.name(v);
    let atoms: Vec<String> = p.condition.iter().map(|a| a.show(&name)).collect();
    let bound = p.bound.as_ref().map(|b| b.show(&name));
    let bound = bound.unwrap_or_else(|| "no bound".into());
    let ends = if p.ends { "ends" } else { "open" };
    format!("{}: {ends}, {bound}", atoms.join(" && "))
}

#[test]
fn what_a_loop_falls_by_is_a_condition() {
    let fall = "s(x, y) -> f(x, y)\n f(x, y) -> f(x - y, y) :|: x > 0";
    assert_eq!(
        told(fall, Goals::ALL),
        [
            "y - 1 >= 0: ends, max(0, x) + 1",
            "-y >= 0 && -x >= 0: ends, 1"
        ]
    );
    // It is another number at the start.
    let moved = "s(x, y, z) -> f(x, y - z, z)\n f(x, y, z) -> f(x - y, y, z) :|: x > 0";
    assert_eq!(
        told(moved, Goals::UPPER).first().map(String::as_str),
        Some("y - z - 1 >= 0: ends, max(0, x) + 1")
    );
    let unequal = "s(x, y) -> f(x, y)\n f(x, y) -> f(x + 1, y) :|: x != y";
    assert_eq!(
        told(unequal, Goals::ALL),
        ["-x + y >= 0: ends, max(0, -x + y) + 1"]
    );
    assert_eq!(
        told(unequal, Goals::TERMINATION),
        ["-x + y >= 0: ends, no bound"]
    );
}

#[test]
fn where_all_inputs_have_an_answer_none_is_a_part() {
    let all = "s(x, y) -> f(x, y)\n f(x, y) -> f(x - 1, y) :|: x > 0";
    assert!(told(all, Goals::ALL).is_empty());
    // No input ends: there is a loop that does not look at any.
    let none = "s(x, y) -> f(x, y)\n f(x, y) -> f(x, y)";
    assert!(told(none, Goals::ALL).is_empty());
}

/// What is assumed at the start does not hold when it is reached again.
#[test]
fn a_start_that_is_come_back_to_has_no_parts() {
    let back = "s(x, y) -> f(x, y)\n f(x, y) -> f(x - y, y) :|: x > 0\n f(x, y) -> s(5, y - 1) :|: x <= 0 && y > -9";
    assert!(told(back, Goals::ALL).is_empty());
}

/// The condition holds at first, and a step of the loop takes it away.
#[test]
fn conditions_that_do_not_last_are_not_told() {
    let lost = "s(x, y) -> f(x, y)\n f(x, y) -> f(x - y, y - 1) :|: x > 0";
    assert_eq!(told(lost, Goals::ALL), ["-x >= 0: ends, 1"]);
    let chosen = "s(x, y) -> f(x, y)\n f(x, y) -> f(x - y, t) :|: x > 0";
    assert_eq!(told(chosen, Goals::ALL), ["-x >= 0: ends, 1"]);
}

#[test]
fn the_checker_holds_what_is_assumed_against_the_proof() {
    let text = text("s(x, y) -> f(x, y)\n f(x, y) -> f(x - y, y) :|: x > 0");
    let s = koat::read(&text).expect("a system");
    let certificate = asked(&s, Goals::UPPER).certificate(&s).expect("parts");
    assert!(ep_judge::check(&certificate, Some(&text)).is_ok());
    let assumed = "(assume (>= (+ -1 y) 0))";
    for weaker in [
        "(assume)",
        "(assume (>= (+ 0 y) 0))",
        "(assume (>= (+ -1 x) 0))",
    ] {
        let other = certificate.replacen(assumed, weaker, 1);
        assert_ne!(other, certificate);
        assert!(ep_judge::check(&other, Some(&text)).is_err(), "{weaker}");
    }
}

/// Why the longest run from a state is not known.
#[derive(PartialEq, Eq, Debug)]
enum Unknown {
    TooLong,
    TooMany,
}

/// The longest run from a state, where it is no longer than that.
fn longest(
    s: &System,
    at: &support::Place,
    left: u32,
    known: &mut HashMap<support::Place, u32>,
) -> Result<u32, Unknown> {
    if let Some(n) = known.get(at) {
        return match *n <= left {
            true => Ok(*n),
            false => Err(Unknown::TooLong),
        };
    }
    if known.len() > 3_000 {
        return Err(Unknown::TooMany);
    }
    let mut most = 0;
    for next in support::successors(s, at) {
        let left = left.checked_sub(1).ok_or(Unknown::TooLong)?;
        most = most.max(1 + longest(s, &next, left, known)?);
    }
    known.insert(at.clone(), most);
    Ok(most)
}

#[test]
fn no_run_of_a_part_is_longer_than_its_bound() {
    let count = std::env::var("EVERYPATH_CASES").ok();
    let count = count.and_then(|v| v.parse().ok()).unwrap_or(250);
    let (mut parts, mut runs) = (0, 0);
    for seed in support::seeds(count) {
        let s = support::system(seed);
        let a = asked(&s, Goals::ALL);
        if a.outcome.parts.is_empty() {
            continue;
        }
        let certificate = a.certificate(&s).expect("there are parts");
        if let Err(e) = ep_judge::check(&certificate, None) {
            panic!("{seed}: {e}\n{certificate}");
        }
        let n = s.variables.len() as u32;
        for p in &a.outcome.parts {
            parts += 1;
            for code in 0..7u32.pow(n) {
                let values: Vec<Int> = (0..n)
                    .map(|i| Int::from(code / 7u32.pow(i) % 7) - 3)
                    .collect();
                let at = |v: Var| values.get(v.0 as usize).cloned();
                if !p.condition.iter().all(|a| a.holds(&at) == Some(true)) {
                    continue;
                }
                let bound = p.bound.as_ref().and_then(|b| b.evaluate(&at));
                let most = match bound {
                    Some(Value::Int(most)) => u32::try_from(most.max(0.into())).unwrap_or(400),
                    _ => continue,
                };
                if most >= 400 {
                    continue;
                }
                let start = (s.start, values.clone());
                let run = longest(&s, &start, most, &mut HashMap::new());
                runs += u32::from(run.is_ok());
                let told = shown(&s, p);
                assert_ne!(run, Err(Unknown::TooLong), "{seed} at {values:?}: {told}");
            }
        }
    }
    println!("{parts} parts, {runs} runs");
    assert!(parts > 20 && runs > 1_000, "{parts} parts, {runs} runs");
}
