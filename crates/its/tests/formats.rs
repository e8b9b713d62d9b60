//! What is printed in one format, read, printed in another one and read again is the
//! same system: for all pairs of formats, over random systems.

#[allow(dead_code)]
mod support;

use ep_its::format::{print_leaving, read, Format};
use ep_its::poly::Poly;
use ep_its::system::{Arm, System, Transition};

const ALL: [Format; 4] = [Format::Koat, Format::Smt2, Format::T2, Format::Ari];

/// The system that comes back; nothing where the format cannot say it.
fn through(format: Format, system: &System) -> Option<System> {
    let (text, _) = print_leaving(format, system).ok()?;
    Some(read(format, &text).unwrap_or_else(|e| panic!("{format:?}: {e}\n{text}")))
}

/// Each transition, with names in place of the numbers of locations.
fn told(s: &System) -> Vec<String> {
    let arm =
        |a: &Arm| -> (String, Vec<Poly>) { (s.locations[a.target].clone(), a.update.clone()) };
    let one = |t: &Transition| {
        let arms: Vec<_> = t.arms.iter().map(arm).collect();
        let from = &s.locations[t.source];
        let own = t.temporaries.len();
        format!("{from} {:?} {own} {arms:?} {:?}", t.guard, t.cost)
    };
    s.transitions.iter().map(|(_, t)| one(t)).collect()
}

#[test]
fn each_format_says_what_another_one_said() {
    let mut seen = [[0; 4]; 4];
    for seed in 0..600 {
        let system = support::system(seed);
        for (i, from) in ALL.into_iter().enumerate() {
            let Some(first) = through(from, &system) else {
                continue;
            };
            for (j, to) in ALL.into_iter().enumerate() {
                let Some(second) = through(to, &first) else {
                    continue;
                };
                let mut wanted = first.clone();
                // This form has relations, whose reader solves what an equality defines
                // and leaves out what is always true. Where temporaries are left,
                // `random.rs` compares steps.
                if to == Format::Smt2 {
                    ep_its::simplify::temporaries::solve(&mut wanted);
                    if first
                        .transitions
                        .iter()
                        .any(|(_, t)| !t.temporaries.is_empty())
                    {
                        continue;
                    }
                }
                assert_eq!(
                    second.variables, wanted.variables,
                    "{seed}: {from:?}, {to:?}"
                );
                assert_eq!(told(&second), told(&wanted), "{seed}: {from:?}, {to:?}");
                seen[i][j] += 1;
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.iter().flatten().all(|n| *n > 100), "{seen:?}");
}
