//! Loops of several phases: a value falls only after another one did. Nested
//! measures prove them, the checker accepts the proofs, and loops that look
//! like them and do not end are not proved. Loops whose phases are told apart by
//! what stays, or has turned, come apart by control-flow refinement.

use ep_its::format::{read, Format};
use ep_its::options::Options;
use ep_its::outcome::Answer;
use ep_its::system::System;
use ep_its::{analyse_with_proofs, Analysis};

fn system(rules: &str) -> System {
    let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES {rules})");
    read(Format::Koat, &text).expect("a system")
}

fn asked(s: &System, depth: u32) -> Analysis {
    let options = Options {
        depth,
        ..Options::default()
    };
    analyse_with_proofs(s, &options, &mut |_| {}).expect("well formed")
}

#[test]
fn values_that_fall_one_after_the_other() {
    for (depth, rules) in [
        (2, "f(x,y) -> g(x,y) g(x,y) -> g(x + y, y - 1) :|: x > 0"),
        (2, "f(x,y) -> g(x,y) g(x,y) -> g(x - y, y + 1) :|: x >= 0"),
        (
            3,
            "f(x,y,z) -> g(x,y,z) g(x,y,z) -> g(x + y, y + z, z - 1) :|: x > 0",
        ),
        // Two ways through one location; the other one keeps what is measured.
        (
            2,
            "f(x,y,z) -> g(x,y,z) g(x,y,z) -> g(x + y, y - 1, z) :|: x > 0 \
             g(x,y,z) -> g(x, y, z - 1) :|: z > 0",
        ),
    ] {
        let s = system(rules);
        // Before transitions are split.
        let options = Options {
            depth: depth - 1,
            ..Options::default()
        };
        let less = ep_its::termination::prove(&s, &options, &mut |_, _| {});
        assert!(!less.open.is_empty(), "{rules}");
        let found = asked(&s, depth);
        assert_eq!(found.outcome.termination, Answer::Terminates, "{rules}");
        let deepest = found.outcome.components.iter().flat_map(|c| &c.rankings);
        let deepest = deepest.flat_map(|r| &r.measure).map(|m| m.1.len()).max();
        assert_eq!(deepest, Some(depth as usize), "{rules}");
        let text = found.certificate(&s).expect("a certificate");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{rules}: {e}\n{text}");
        }
    }
}

#[test]
fn what_grows_again_is_not_proved() {
    for rules in [
        "f(x,y) -> g(x,y) g(x,y) -> g(x + y, y) :|: x > 0",
        // The second way sets back what the first one needs.
        "f(x,y) -> g(x,y) g(x,y) -> g(x + y, y - 1) :|: x > 0 \
         g(x,y) -> g(x, t) :|: x > 0 && t > y",
    ] {
        let s = system(rules);
        assert_ne!(
            asked(&s, 4).outcome.termination,
            Answer::Terminates,
            "{rules}"
        );
    }
}

/// Forms that fall and that nothing bounds: the transition is split where the
/// form is below 0, and the rest has a measure. Neither nested measures nor
/// conditions of guards are enough.
#[test]
fn forms_that_fall_without_a_bound() {
    for rules in [
        "f(x,y,z) -> f(x + z, y, z - 1) :|: x > 0 f(x,y,z) -> f(x + y, y - 1, z) :|: x > 0",
        "f(x,y,z) -> f(x - z, y - 2*z, z - 1) :|: x >= y f(x,y,z) -> f(x + 1, x + y + 1, z) :|: x >= y",
        "f(x,y,z) -> g(x,y,z) g(x,y,z) -> g(x + z, y, z - 1) :|: x > 0 \
         g(x,y,z) -> h(x,y,z) :|: x > 0 h(x,y,z) -> g(x + y, y - 2, z)",
    ] {
        let s = system(rules);
        let options = Options::default();
        let before = ep_its::termination::prove(&s, &options, &mut |_, _| {});
        assert!(!before.open.is_empty(), "{rules}");
        let found = asked(&s, 4);
        assert_eq!(found.outcome.termination, Answer::Terminates, "{rules}");
        let text = found.certificate(&s).expect("a certificate");
        assert!(text.contains("(split "), "{rules}");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{rules}: {e}\n{text}");
        }
    }
}

#[test]
fn phases_that_conditions_tell_apart() {
    for rules in [
        // A flag that stays.
        "f(x,y) -> g(x,y) g(x,y) -> g(x, y + 1) :|: x > 0 && y > 0 && y < 10 \
         g(x,y) -> g(x, y - 1) :|: x <= 0 && y > 0 && y < 10",
        // The same with the start in the loop.
        "f(x,y) -> f(x, y + 1) :|: x > 0 && y > 0 && y < 10 \
         f(x,y) -> f(x, y - 1) :|: x <= 0 && y > 0 && y < 10",
        "f(x,y) -> f(x + 1, y) :|: x < y f(x,y) -> f(x - 1, y) :|: x > y",
        "f(x,y,z) -> g(y + 1, y, z) :|: y >= 0 && z >= y \
         g(x,y,z) -> g(x + 1, y, z) :|: x != y && x <= z \
         g(x,y,z) -> g(0, y, z) :|: x != y && x > z",
    ] {
        let s = system(rules);
        let found = asked(&s, 4);
        assert_eq!(found.outcome.termination, Answer::Terminates, "{rules}");
        // Measures are told at locations of the file.
        let measures = found.outcome.components.iter().flat_map(|c| &c.rankings);
        for (l, _) in measures.flat_map(|r| &r.measure) {
            assert!(s.locations.get(*l).is_some(), "{rules}");
        }
        let invariants = found.outcome.invariants.iter();
        assert!(invariants
            .map(|i| i.location)
            .all(|l| s.locations.get(l).is_some()));
        let text = found.certificate(&s).expect("a certificate");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{rules}: {e}\n{text}");
        }
    }
    for rules in [
        "f(x,y) -> f(0, y + 1) :|: x > 0 && y > 0 && y < 10 \
         f(x,y) -> f(1, y - 1) :|: x <= 0 && y > 0 && y < 10",
        "f(x,y) -> f(x + 2, y) :|: x < y f(x,y) -> f(x - 2, y) :|: x > y",
    ] {
        let s = system(rules);
        assert_ne!(
            asked(&s, 4).outcome.termination,
            Answer::Terminates,
            "{rules}"
        );
    }
}

#[test]
fn nothing_is_claimed_when_the_time_is_over_before_it_began() {
    let s = system("f(x,y) -> g(x,y) g(x,y) -> g(x + y, y - 1) :|: x > 0");
    let mut options = Options::default();
    options.budget.timeout = Some(std::time::Duration::ZERO);
    let found = analyse_with_proofs(&s, &options, &mut |_| {}).expect("well formed");
    let Answer::Unknown { reason, .. } = &found.outcome.termination else {
        panic!("{:?}", found.outcome.termination);
    };
    assert_eq!(reason, "the time is over");
    assert!(found.certificate(&s).is_none());
}
