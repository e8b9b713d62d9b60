//! Lower bounds. Loops whose cost is known have at least their growth; on
//! random systems the checker accepts each family, an interpreter of its own
//! finds a run that costs what is claimed, and no upper bound is below.
//! `EVERYPATH_CASES` sets the number of systems, `EVERYPATH_FIRST` the number of the
//! first; with `--nocapture` each thousandth is told.

#[allow(dead_code)]
#[path = "support/families.rs"]
mod families;
mod support;

use ep_its::bound::{Bound, Value};
use ep_its::format::{self, Format};
use ep_its::lower::{growth, Growth};
use ep_its::num::Int;
use ep_its::options::{Goals, Options};
use ep_its::outcome::Family;
use ep_its::system::System;
use ep_its::{analyse_with_proofs, Analysis};
use std::collections::HashSet;

fn asked(s: &System) -> Analysis {
    let options = Options {
        goals: Goals::ALL,
        ..Options::default()
    };
    analyse_with_proofs(s, &options, &mut |_| {}).expect("well formed")
}

fn system(rules: &str) -> System {
    let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES {rules})");
    format::read(Format::Koat, &text).expect("a system")
}

#[test]
fn loops_of_known_cost() {
    let power = |d| Some(Growth::Power(d));
    let infinite = Some(Growth::Unbounded);
    for (rules, wanted) in [
        // Counted down, by two, and up to another.
        ("f(x,y) -> f(x - 1, y) :|: x > 0", power(1)),
        ("f(x,y) -> f(x - 2, y) :|: x > 0", power(1)),
        ("f(x,y) -> f(x + 3, y) :|: x < y", power(1)),
        // Nested, with what is set anew and what doubles.
        (
            "f(x,y) -> g(x, x) g(x,y) -> g(x, y - 1) :|: y > 0 g(x,y) -> f(x - 1, y) :|: x > 0",
            power(2),
        ),
        (
            "f(x,y,z) -> g(x, x, z) :|: x > 0 g(x,y,z) -> g(x, y - 1, 2*z) :|: y > 0 \
             g(x,y,z) -> f(x - 1, y, z) :|: y <= 0",
            power(2),
        ),
        // One loop fills what the other one empties.
        (
            "f(x,y) -> f(x - 1, y + x) :|: x > 0 f(x,y) -> g(x, y) :|: x = 0 \
             g(x,y) -> g(x, y - 1) :|: y > 0",
            power(2),
        ),
        // A number that nobody bounds; a run that does not end.
        (
            "f(x,y) -> g(t, y) g(x,y) -> g(x - 1, y) :|: x > 0",
            infinite,
        ),
        ("f(x,y) -> f(x, y) :|: x > y", infinite),
        // Chosen in each round: down by one is slowest.
        ("f(x,y) -> f(x - t, y) :|: x > 0 && t > 0", power(1)),
        // Costs are polynomials, and one that is 0 pays nothing.
        ("f(x,y) -{y}> f(x - 1, y) :|: x > 0 && y > 0", power(2)),
        ("f(x,y) -{y}> f(x - 1, y) :|: x > 0", power(2)),
        ("f(x,y) -{x*y}> f(x - 1, y) :|: x > 0", power(3)),
        ("f(x,y) -{0 - x*y}> f(x - 1, y) :|: x > 0", power(3)),
        ("f(x,y) -{0 - x*y*y}> f(x - 1, y) :|: x > 0", None),
        ("f(x,y) -{0,1}> f(x - 1, y) :|: x > 0", None),
        // What changes places.
        (
            "f(x,y,z) -> f(y, x, z - 1) :|: z > 0 && x > 0 && y > 0",
            power(1),
        ),
        // What turns: back after four rounds, or still after the first.
        (
            "f(x,y,z,t) -> f(x - 1, 3*y + 2*z, 0 - 5*y - 3*z, t + x*x) :|: x > 0 \
             f(x,y,z,t) -> g(x, y, z, t) g(x,y,z,t) -> g(x, y - 1, z, t - 1) :|: y + t > 0",
            power(3),
        ),
        (
            "f(x,y,z,t) -> f(x - 1, 3*y + z, 0 - 6*y - 2*z, t + x*x) :|: x > 0 \
             f(x,y,z,t) -> g(x, y, z, t) g(x,y,z,t) -> g(x, y - 1, z, t - 1) :|: y + t > 0",
            power(3),
        ),
        ("f(x,y) -> f(x, y) :|: 0 > 1", None),
        (
            "f(x,y) -> Com_2(f(x - 1, y), f(x - 1, y)) :|: x > 0",
            power(1),
        ),
    ] {
        let s = system(rules);
        let analysis = asked(&s);
        let found = analysis.outcome.lower.first().map(growth);
        assert_eq!(found, wanted, "{rules}");
        if found.is_some() {
            let text = analysis.certificate(&s).expect("a certificate");
            if let Err(e) = ep_judge::check(&text, None) {
                panic!("{rules}: {e}\n{text}");
            }
        }
    }
}

/// What one of the passes over the locations finds and the other ones do not.
#[test]
fn loops_inside_each_other() {
    let nest = |inner: &str| {
        format!(
            "f(x,y,z,n) -> a(0, y, z, n) \
             a(x,y,z,n) -> b(x, 0, z, n) :|: x < n \
             b(x,y,z,n) -> c(x, y, 0, n) :|: y < x \
             b(x,y,z,n) -> a(x + 1, y, z, n) :|: y >= x \
             c(x,y,z,n) -> b(x, y + 1, z, n) :|: z >= y {inner}"
        )
    };
    for (rules, wanted) in [
        // The inner loops have no round at first.
        (nest("c(x,y,z,n) -> c(x, y, z + 1, n) :|: z < y"), 3),
        (
            nest(
                "c(x,y,z,n) -> d(x, y, z, n) :|: z < y \
                 d(x,y,z,n) -> c(x, y, z + 1, n) :|: t > 0 \
                 d(x,y,z,n) -> c(x, y, z + 2, n) :|: t <= 0",
            ),
            3,
        ),
        // Ways that meet again in the innermost loop, and one that leaves it.
        (
            "f(x,y,z,n,m) -> a(n, y, z, n, m) \
             a(x,y,z,n,m) -> b(x - 1, m, z, n, m) :|: x > 0 \
             b(x,y,z,n,m) -> c(x, y - 1, x, n, m) :|: y > 0 \
             b(x,y,z,n,m) -> a(x, y, z, n, m) :|: y <= 0 \
             c(x,y,z,n,m) -> d(x, y, z - 1, n, m) :|: z > 0 \
             c(x,y,z,n,m) -> b(x, y, z, n, m) :|: z <= 0 \
             d(x,y,z,n,m) -> e(x, y, z, n, m) :|: t > 0 \
             d(x,y,z,n,m) -> h(x, y, z, n, m) :|: t < 0 \
             e(x,y,z,n,m) -> c(x, y, z, n, m) \
             h(x,y,z,n,m) -> c(x, y, z, n, m) \
             h(x,y,z,n,m) -> b(x, y, z, n, m) :|: t = 3"
                .to_string(),
            3,
        ),
        // The innermost counter becomes the outermost one.
        (
            "f(x,y,z,m,n,p) -> a(0, y, z, m, n, p) :|: n >= 0 && m >= 0 && p >= 0 \
             a(x,y,z,m,n,p) -> b(x, 0, z, m, n, p) :|: x < n \
             b(x,y,z,m,n,p) -> c(x, y, x, m, n, p) :|: y < m && t > 0 \
             b(x,y,z,m,n,p) -> a(x + 1, y, z, m, n, p) :|: y >= m \
             b(x,y,z,m,n,p) -> a(x + 1, y, z, m, n, p) :|: t <= 0 \
             c(x,y,z,m,n,p) -> c(x, y, z + 1, m, n, p) :|: z < p && t > 0 \
             c(x,y,z,m,n,p) -> b(z, y + 1, z, m, n, p) :|: z >= p \
             c(x,y,z,m,n,p) -> b(z, y + 1, z, m, n, p) :|: t <= 0"
                .to_string(),
            2,
        ),
    ] {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z m n p t)\n(RULES {rules})");
        let s = format::read(Format::Koat, &text).expect("a system");
        let analysis = asked(&s);
        let found = analysis.outcome.lower.first().map(growth);
        assert_eq!(found, Some(Growth::Power(wanted)), "{rules}");
        let text = analysis.certificate(&s).expect("a certificate");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{rules}: {e}\n{text}");
        }
    }
}

/// Four and five loops inside each other, each of as many rounds: the cost has their
/// power, and members of it were run.
#[test]
fn deep_nests_have_their_power() {
    for depth in [4, 5] {
        let text = families::nested(depth);
        let s = format::read(Format::Koat, &text).expect("a system");
        let analysis = asked(&s);
        let family = analysis.outcome.lower.first().expect("a family");
        assert_eq!(growth(family), Growth::Power(depth as u32), "{depth}");
        assert_eq!(family.run.len(), 3, "{:?}", family.run);
        let text = analysis.certificate(&s).expect("a certificate");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{depth}: {e}\n{text}");
        }
    }
}

/// A hundred squarings of 2 have no place in any memory, four of them have: of the
/// family only the members are run that can be.
#[test]
fn members_that_outgrow_memory_are_not_run() {
    let s = system("f(x,y) -> g(x*x, y) :|: y >= 2 && x > 0\n g(x,y) -> g(x - 1, y*y) :|: x > 0");
    let analysis = asked(&s);
    let family = analysis.outcome.lower.first().expect("a family");
    assert_eq!(growth(family), Growth::Power(2));
    let last = family.run.last().expect("a member");
    assert!(last.1 < Int::from(30), "{last:?}");
    let text = analysis.certificate(&s).expect("a certificate");
    assert!(ep_judge::check(&text, None).is_ok(), "{text}");
}

/// What is squared five times in a row is no question for a solver: one of its
/// steps took all memory.
#[test]
fn what_is_squared_again_and_again_ends() {
    let begun = std::time::Instant::now();
    let s = support::system(9_732);
    let analysis = asked(&s);
    if let Some(text) = analysis.certificate(&s) {
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{e}\n{text}");
        }
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

fn cases(default: u64) -> u64 {
    let wanted = std::env::var("EVERYPATH_CASES").ok();
    wanted.and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Bits of the values of states: what is squared in each of 40 steps has no place
/// in any memory.
const MAX_BITS: u64 = 16_384;

/// Whether some run makes this many steps; nothing where there are too many
/// states or they are too large. Each step of these systems costs 1.
fn reaches(s: &System, input: &[Int], steps: usize) -> Option<bool> {
    let mut layer = HashSet::from([(s.start, input.to_vec())]);
    for _ in 0..steps {
        let next: HashSet<_> = (layer.iter())
            .flat_map(|p| support::successors(s, p))
            .collect();
        if next.is_empty() || next.len() > 2_000 {
            return next.is_empty().then_some(false);
        }
        if next.iter().any(|p| p.1.iter().any(|x| x.bits() > MAX_BITS)) {
            return None;
        }
        layer = next;
    }
    Some(true)
}

fn input(family: &Family, n: &Int) -> Vec<Int> {
    let values = family.input.iter();
    values
        .map(|p| support::value(p, std::slice::from_ref(n)))
        .collect()
}

#[test]
fn families_of_random_systems_have_their_runs() {
    let (mut found, mut run, mut met) = (0u64, 0u64, 0u64);
    let count = cases(200);
    for seed in support::seeds(count) {
        let s = support::system(seed);
        let begun = std::time::Instant::now();
        let analysis = asked(&s);
        if begun.elapsed().as_secs() > 2 {
            println!("seed {seed} took {:?}", begun.elapsed());
        }
        let Some(family) = analysis.outcome.lower.first() else {
            continue;
        };
        found += u64::from(growth(family) > Growth::Power(0));
        let shown = || format!("seed {seed}\n{}", format::koat::print(&s));
        let text = analysis.certificate(&s).expect("a certificate");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{e}\n{}{text}", shown());
        }
        let temporaries = s.transitions.iter().any(|(_, t)| !t.temporaries.is_empty());
        for (n, cost) in &family.run {
            let at = input(family, n);
            if let Some(case) = analysis.outcome.upper.first() {
                let most = case.bound.evaluate(&|v| at.get(v.0 as usize).cloned());
                if let Some(Value::Int(most)) = most {
                    assert!(most >= *cost, "{most} < {cost} at {at:?}\n{}", shown());
                    met += u64::from(most == *cost);
                }
            }
            // Other values of temporaries than the interpreter tries may be needed.
            if *cost > Int::from(40) || temporaries {
                continue;
            }
            let steps = usize::try_from(cost).expect("small");
            if let Some(there) = reaches(&s, &at, steps) {
                assert!(there, "no run from {at:?} costs {cost}\n{}", shown());
                run += 1;
            }
        }
    }
    println!("{found} grow, {run} members run, {met} bounds met");
    assert!(found * 4 > count && run * 4 > count, "{found} {run}");
}

/// A changed number in the claim is noticed, but where what is left is true.
#[test]
fn changed_families_are_refused() {
    let (mut tried, mut accepted) = (0, 0);
    for rules in [
        "f(x,y) -> f(x - 1, y) :|: x > 0",
        "f(x,y) -> g(x, x) :|: x > 0 g(x,y) -> g(x, y - 1) :|: y > 0 g(x,y) -> f(x - 1, y) :|: y <= 0",
    ] {
        let s = system(rules);
        let analysis = asked(&s);
        let Some(Family { cost: Bound::Sum(_) | Bound::Var(_) | Bound::FloorDiv(..), .. }) =
            analysis.outcome.lower.first()
        else {
            panic!("{:?}", analysis.outcome.lower);
        };
        let text = analysis.certificate(&s).expect("a certificate");
        let from = text.find("(claim lower").expect("a claim");
        let digits: Vec<usize> = (text.char_indices())
            .filter(|(i, c)| *i > from && c.is_ascii_digit() && text[..*i].ends_with([' ', '(', '-']))
            .map(|(i, _)| i)
            .collect();
        for at in digits {
            let new = ((text.as_bytes()[at] - b'0' + 1) % 10).to_string();
            let changed = format!("{}{new}{}", &text[..at], &text[at + 1..]);
            tried += 1;
            accepted += u32::from(ep_judge::check(&changed, None).is_ok());
        }
    }
    // A member may be another one, and a factor larger than it needs to be.
    assert!(tried >= 40 && accepted * 3 < tried, "{accepted} of {tried}");
}
