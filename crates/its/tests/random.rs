//! Random systems. What is proved to end never comes back to a state and never
//! runs for long, over all runs from a box of inputs; what is disproved runs
//! 10,000 steps; every certificate is accepted by the checker. The interpreter
//! here shares no line with the one of the crate.
//!
//! `EVERYPATH_CASES=100000` makes it that many.

mod support;

use ep_its::num::Int;
use ep_its::options::{Goals, Options};
use ep_its::outcome::{Answer, Lasso, Ray};
use ep_its::poly::Poly;
use ep_its::system::System;
use ep_its::{analyse_with_proofs, format};
use support::{step, value, Place};

fn cases(default: u64) -> u64 {
    let wanted = std::env::var("EVERYPATH_CASES").ok();
    wanted.and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Runs a lasso with the interpreter of the tests.
fn runs(s: &System, lasso: &Lasso) -> u64 {
    let mut at: Place = (s.start, lasso.input.clone());
    let mut count = 0;
    for t in &lasso.stem {
        let after = step(s, &s.transitions[t.transition], &at, &t.temporaries);
        at = after.expect("the stem runs")[t.arm].clone();
        count += 1;
    }
    assert_eq!(at, (lasso.head, lasso.entry.clone()));
    let mut along = vec![Int::from(0); lasso.rays.len()];
    while count < 10_000 {
        // The state, and how far it is along each ray.
        let head = [at.1.clone(), along].concat();
        for v in s.vars().filter(|_| !lasso.rays.is_empty()) {
            let of = |r: &Ray| r.direction.iter().find(|d| d.0 == v).map(|d| d.1.clone());
            let spoken = lasso.set.iter().any(|a| a.poly.mentions(v));
            let all = lasso.rays.iter().zip(&head[s.dimension()..]);
            let moved: Int = all.map(|(r, k)| of(r).unwrap_or_default() * k).sum();
            let i = v.0 as usize;
            assert!(
                !spoken || head[i] == &lasso.entry[i] + moved,
                "off the rays"
            );
        }
        let holds = |p: &Poly| value(p, &head).sign() != num_bigint::Sign::Minus;
        let taken = lasso.branches.iter().find(|b| holds(&b.when.poly));
        for r in taken.map_or(&lasso.cycle, |b| &b.cycle) {
            let temps: Vec<_> = r.temporaries.iter().map(|p| value(p, &head)).collect();
            let after = step(s, &s.transitions[r.transition], &at, &temps);
            at = after.expect("the cycle runs")[r.arm].clone();
            count += 1;
        }
        along = lasso.rays.iter().map(|r| value(&r.next, &head)).collect();
        if at.1.iter().any(|x| x.bits() > 1 << 14) {
            break;
        }
    }
    count
}

#[test]
fn claims_about_random_systems_hold() {
    let (mut ends, mut endless, mut open) = (0u64, 0u64, 0u64);
    let count = cases(2_000);
    for seed in 0..count {
        let s = support::system(seed);
        let begun = std::time::Instant::now();
        let analysis =
            analyse_with_proofs(&s, &Options::default(), &mut |_| {}).expect("well formed");
        if begun.elapsed().as_millis() > 500 {
            println!(
                "seed {seed}: {:?} {:?}",
                begun.elapsed(),
                analysis.outcome.termination
            );
        }
        let text = analysis.certificate(&s);
        match &analysis.outcome.termination {
            Answer::Terminates => {
                ends += 1;
                let found = support::endless(&s, 3, 1_500, 800);
                let shown = format::koat::print(&s);
                assert!(found.is_none(), "seed {seed} runs on at {found:?}\n{shown}");
            }
            Answer::Diverges => {
                endless += 1;
                let lasso = analysis.outcome.nontermination.as_ref().expect("a lasso");
                let count = runs(&s, lasso);
                assert!(count >= 10_000.min(lasso.replayed), "seed {seed}");
            }
            Answer::Unknown { .. } => {
                open += 1;
                assert_eq!(text, None, "seed {seed}");
                continue;
            }
        }
        let text = text.unwrap_or_else(|| panic!("seed {seed} has no certificate"));
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("seed {seed}: {e}\n{}\n{text}", format::koat::print(&s));
        }
    }
    println!("{ends} end, {endless} do not, {open} open");
    // The test is about claims, so there must be some of both kinds.
    assert!(
        ends * 5 > count && endless * 10 > count,
        "{ends} {endless} {open}"
    );
}

#[test]
fn what_is_printed_reads_back() {
    for seed in 0..cases(2_000) {
        let s = support::system(seed);
        let text = format::koat::print(&s);
        let back = format::koat::read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(format::koat::print(&back), text, "seed {seed}");
        assert_eq!(back.variables, s.variables);
        assert_eq!(back.transitions.len(), s.transitions.len());
        for ((_, a), (_, b)) in s.transitions.iter().zip(back.transitions.iter()) {
            assert_eq!(
                (&a.guard, &a.cost, &a.temporaries),
                (&b.guard, &b.cost, &b.temporaries)
            );
            assert_eq!(s.locations[a.source], back.locations[b.source]);
            let arms = |s: &System, t: &ep_its::system::Transition| -> Vec<(String, Vec<Poly>)> {
                let arm =
                    |a: &ep_its::system::Arm| (s.locations[a.target].clone(), a.update.clone());
                t.arms.iter().map(arm).collect()
            };
            assert_eq!(arms(&s, a), arms(&back, b));
        }
    }
}

/// T2's format has assignments one after another and no temporaries: both come back.
#[test]
fn t2_is_read_as_it_was_printed() {
    let mut refused = 0;
    for seed in 0..cases(2_000) {
        let s = support::system(seed);
        let text = match format::t2::print(&s) {
            Ok(text) => text,
            Err(e) => {
                assert!(e.contains("several targets"), "seed {seed}: {e}");
                assert!(s.transitions.iter().any(|(_, t)| t.arms.len() > 1));
                refused += 1;
                continue;
            }
        };
        let back = format::t2::read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(back.variables, s.variables, "seed {seed}\n{text}");
        assert_eq!(back.transitions.len(), s.transitions.len());
        for ((_, a), (_, b)) in s.transitions.iter().zip(back.transitions.iter()) {
            let update = |t: &ep_its::system::Transition| -> Vec<Vec<Poly>> {
                t.arms.iter().map(|a| a.update.clone()).collect()
            };
            assert_eq!(
                (&a.guard, &a.cost, update(a)),
                (&b.guard, &b.cost, update(b)),
                "seed {seed}\n{text}"
            );
            assert_eq!(s.locations[a.source], back.locations[b.source]);
            let target =
                |s: &System, t: &ep_its::system::Transition| s.locations[t.arms[0].target].clone();
            assert_eq!(target(&s, a), target(&back, b));
        }
    }
    assert!(refused * 3 < cases(2_000));
}

/// In the smt2 form new values are relations. The reader solves those that are
/// equalities, also for temporaries, so systems are the same once both are solved;
/// where a temporary stands in an update, steps are compared.
#[test]
fn smt2_is_read_as_it_was_printed() {
    let mut exact = 0;
    for seed in 0..cases(2_000) {
        let mut s = support::system(seed);
        let Ok(text) = format::smt2::print(&s) else {
            assert!(s.transitions.iter().any(|(_, t)| t.arms.len() > 1));
            continue;
        };
        let back = format::smt2::read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        ep_its::simplify::temporaries::solve(&mut s);
        assert_eq!(back.variables, s.variables, "seed {seed}\n{text}");
        assert_eq!(back.transitions.len(), s.transitions.len());
        let mut dice = support::Dice::new(seed);
        for ((_, a), (_, b)) in s.transitions.iter().zip(back.transitions.iter()) {
            assert_eq!(s.locations[a.source], back.locations[b.source]);
            let (to, too) = (&a.arms[0], &b.arms[0]);
            assert_eq!(s.locations[to.target], back.locations[too.target]);
            if a.temporaries.is_empty() {
                assert_eq!(
                    (&a.guard, &to.update),
                    (&b.guard, &too.update),
                    "seed {seed}\n{text}"
                );
                exact += 1;
                continue;
            }
            for _ in 0..40 {
                let mut number = || Int::from(dice.within(-6, 6));
                let at: Vec<Int> = s.variables.iter().map(|_| number()).collect();
                let own: Vec<Int> = a.temporaries.iter().map(|_| number()).collect();
                let Some(after) = step(&s, a, &(a.source, at.clone()), &own) else {
                    continue;
                };
                // What is left over there is a new value or a temporary.
                let value = |name: &String| match name.strip_suffix("^post") {
                    Some(x) => {
                        let i = s.variables.iter().position(|v| v == x).expect("a variable");
                        after[0].1[i].clone()
                    }
                    None => {
                        let i = a.temporaries.iter().position(|t| t == name);
                        own[i.expect("a temporary")].clone()
                    }
                };
                let theirs: Vec<Int> = b.temporaries.iter().map(value).collect();
                let other = step(&back, b, &(b.source, at), &theirs);
                let other = other.unwrap_or_else(|| panic!("seed {seed}\n{text}"));
                assert_eq!(after[0].1, other[0].1, "seed {seed}\n{text}");
            }
        }
        // And nothing is added: what was read is printed and read the same.
        let again = format::smt2::print(&back).expect("it was printed before");
        let twice = format::smt2::read(&again).unwrap_or_else(|e| panic!("{e}\n{again}"));
        assert_eq!(format::koat::print(&twice), format::koat::print(&back));
    }
    assert!(exact > cases(2_000), "{exact}");
}

/// Changing any number of the system or any factor of a proof is noticed, but
/// for the few that leave a proof a proof.
#[test]
fn changed_certificates_are_refused() {
    let (mut tried, mut accepted) = (0, 0);
    for seed in 0..60 {
        let s = support::system(seed);
        let analysis =
            analyse_with_proofs(&s, &Options::default(), &mut |_| {}).expect("well formed");
        let Some(text) = analysis.certificate(&s) else {
            continue;
        };
        let claims = text.find("(claim").expect("a claim");
        let digits: Vec<usize> = text
            .char_indices()
            .filter(|(i, c)| {
                let before = text[..*i].chars().next_back().unwrap_or(' ');
                c.is_ascii_digit() && (before == ' ' || before == '(' || before == '-')
            })
            .map(|(i, _)| i)
            .collect();
        for at in digits.into_iter().step_by(3) {
            let old = text.as_bytes()[at] - b'0';
            let new = ((old + 1) % 10).to_string();
            let changed = format!("{}{new}{}", &text[..at], &text[at + 1..]);
            let verdict = ep_judge::check(&changed, None);
            if at < claims {
                assert!(
                    verdict.is_err(),
                    "seed {seed}: the system was changed at {at}"
                );
                continue;
            }
            tried += 1;
            accepted += u32::from(verdict.is_ok());
        }
    }
    // A larger constant in a measure, say, may still be a proof.
    assert!(
        tried > 100 && accepted * 3 < tried,
        "{accepted} of {tried} accepted"
    );
}

/// What the judge takes for one system has the same steps, from small values.
fn same_steps(a: &System, b: &System) {
    assert_eq!(a.transitions.len(), b.transitions.len());
    for ((_, t), (_, u)) in a.transitions.iter().zip(b.transitions.iter()) {
        let width = a.dimension() + t.temporaries.len().max(u.temporaries.len());
        for code in 0..7usize.pow(width as u32) {
            let digit = |i: usize| Int::from((code / 7usize.pow(i as u32) % 7) as i64 - 3);
            let at: Vec<Int> = (0..width).map(digit).collect();
            let holds = |t: &ep_its::system::Transition| {
                let value = |v: ep_its::poly::Var| at.get(v.0 as usize).cloned();
                t.guard.iter().all(|g| g.holds(&value) == Some(true))
            };
            assert_eq!(holds(t), holds(u), "{at:?}");
            if holds(t) {
                for (x, y) in t.arms.iter().zip(&u.arms) {
                    let values = |list: &[Poly]| -> Vec<Int> {
                        list.iter().map(|p| value(p, &at)).collect()
                    };
                    assert_eq!(values(&x.update), values(&y.update), "{at:?}");
                }
            }
        }
    }
}

/// ARI says the same system, where it has words for it: names may be others, and
/// what has no target leads to a place that nothing leaves.
#[test]
fn ari_is_read_as_it_was_printed() {
    let mut printed = 0;
    let mut refused = 0;
    let koat = |s: &System| format::koat::print(s);
    for seed in 0..300 {
        let s = support::system(seed);
        let several = s.transitions.iter().any(|(_, t)| t.arms.len() > 1);
        let text = match format::ari::print(&s) {
            Ok(text) => text,
            Err(e) => {
                assert!(several, "seed {seed}: {e}");
                continue;
            }
        };
        assert!(!several, "seed {seed}");
        let read = format::read(format::Format::Ari, &text);
        let read = read.unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert_eq!(format::ari::print(&read).as_ref(), Ok(&text), "seed {seed}");
        // The judge's own reader says so too, and that another system is another.
        let said = ep_its::certificate::together(&read, &[]);
        let verdict = ep_judge::check(&said, Some(&text));
        let verdict = verdict.unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert!(verdict.compared);
        for (from, to) in [(">= ", "> "), ("(- 1)", "(- 2)"), ("(= ", "(>= ")] {
            let other = text.replacen(from, to, 1);
            let Ok(changed) = format::ari::read(&other) else {
                continue;
            };
            if koat(&changed) == koat(&read) {
                continue;
            }
            match ep_judge::check(&said, Some(&other)) {
                Ok(_) => same_steps(&read, &changed),
                Err(_) => refused += 1,
            }
        }
        // The same through KoAT's format.
        if s.transitions.iter().all(|(_, t)| !t.arms.is_empty()) {
            assert_eq!(koat(&read), koat(&s), "seed {seed}");
        }
        printed += 1;
    }
    assert!(printed > 200, "{printed}");
    assert!(refused > 100, "{refused}");
}

/// An upper bound says what costly inputs are looked for first, also where the
/// search began before it was known.
#[test]
fn jobs_do_not_change_costly_inputs() {
    for rules in [
        "f(x, y) -> f(x - 1, y) :|: x > 0 f(x, y) -> g(x, y) g(x, y) -> g(x, y - 1) :|: y > 0",
        "f(x, y) -> g(x, y) g(x, y) -> h(x, y) :|: x > y g(x, y) -> g(x + 1, y) :|: x < y \
         h(x, y) -> h(x, y + 2) :|: y < x h(x, y) -> k(x, x) k(x, y) -> k(x, y - 3) :|: y > 0",
    ] {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))(VAR x y)(RULES {rules})");
        let s = format::koat::read(&text).expect("a system");
        let asked = |jobs| {
            let options = Options {
                goals: Goals::ALL,
                jobs,
                ..Options::default()
            };
            analyse_with_proofs(&s, &options, &mut |_| {}).expect("well formed")
        };
        let one = asked(1).outcome.lower;
        assert!(!one.is_empty(), "{rules}");
        for _ in 0..3 {
            assert_eq!(one, asked(2).outcome.lower, "{rules}");
        }
    }
}

/// Searches side by side find what one after another finds: the same lasso, the
/// same measures, the same bounds.
#[test]
fn jobs_do_not_change_answers() {
    let (mut ends, mut endless) = (0, 0);
    for seed in 0..60 {
        let s = support::system(seed);
        let asked = |jobs| {
            let options = Options {
                goals: Goals::ALL,
                jobs,
                ..Options::default()
            };
            analyse_with_proofs(&s, &options, &mut |_| {}).expect("well formed")
        };
        let (one, three) = (asked(1), asked(3));
        let shown = format::koat::print(&s);
        let (a, b) = (&one.outcome, &three.outcome);
        assert_eq!(a.termination, b.termination, "seed {seed}\n{shown}");
        assert_eq!(a.nontermination, b.nontermination, "seed {seed}\n{shown}");
        assert_eq!(a.components, b.components, "seed {seed}\n{shown}");
        assert_eq!(a.upper, b.upper, "seed {seed}\n{shown}");
        // Questions with products stand under the clock, so only such a family may
        // be missed on a busy machine.
        let linear = (s.transitions.iter()).all(|(_, t)| {
            t.temporaries.is_empty()
                && t.arms.len() == 1
                && t.guard.iter().all(|g| g.poly.is_linear())
        });
        if linear {
            assert_eq!(a.lower, b.lower, "seed {seed}\n{shown}");
        }
        ends += u32::from(a.termination == Answer::Terminates);
        endless += u32::from(a.nontermination.is_some());
        if let Some(text) = three.certificate(&s) {
            if let Err(e) = ep_judge::check(&text, None) {
                panic!("seed {seed}: {e}\n{text}");
            }
        }
    }
    assert!(ends > 10 && endless > 5, "{ends} {endless}");
}
