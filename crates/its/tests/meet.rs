//! Upper and lower bounds that meet. Loops that come apart by phases, measures
//! that are bounded where they fall, and polynomial numbers of rounds have the
//! growth that is known of them; systems that look like them have not. Whatever
//! is found is judged.

use ep_its::format::{read, Format};
use ep_its::lower::{growth, Growth};
use ep_its::options::{Goals, Options};
use ep_its::system::System;
use ep_its::{analyse_with_proofs, Analysis};

fn bounds() -> Goals {
    Goals {
        upper: true,
        ..Goals::LOWER
    }
}

fn system(rules: &str) -> System {
    let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES {rules})");
    read(Format::Koat, &text).expect("a system")
}

fn asked(s: &System) -> Analysis {
    let options = Options {
        goals: bounds(),
        ..Options::default()
    };
    analyse_with_proofs(s, &options, &mut |_| {}).expect("well formed")
}

/// The powers of both bounds; `None` where there is none, or no power.
fn powers(rules: &str) -> (Option<u32>, Option<u32>) {
    let s = system(rules);
    let found = asked(&s);
    let upper = (found.outcome.upper.first()).and_then(|case| case.bound.degree());
    let lower = found.outcome.lower.first().map(growth);
    let lower = lower.and_then(|g| match g {
        Growth::Power(d) => Some(d),
        Growth::Unbounded => None,
    });
    if upper.is_some() || lower.is_some() {
        let text = found.certificate(&s).expect("a certificate");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{rules}: {e}\n{text}");
        }
    }
    (lower, upper)
}

#[test]
fn bounds_meet() {
    for (rules, power) in [
        // What cannot follow itself.
        ("f(x,y) -> g(x,y) g(x,y) -> g(y,x) :|: x > y", 0),
        (
            "f(x,y) -> g(x,y) g(x,y) -> g(0 - x,y) :|: x > 0 && y > 0",
            0,
        ),
        // Between 1 and 41, whatever it was before.
        ("f(x) -> g(x) g(x) -> g(17*x) :|: 0 < x && x < 42", 0),
        // The rounds of the second loop are a polynomial of the input; what leaves
        // the first one may lead nowhere.
        (
            "f(x,y,z) -> f(x - 1, y, z + y^2) :|: x > 0 \
             f(x,y,z) -> g(x, y, z) g(x,y,z) -> g(x, y, z - 1) :|: z > 0",
            3,
        ),
        (
            "f(x,y,z) -> h(x - 1, y, z) :|: x > 0 \
             f(x,y,z) -> f(x - 1, y, z + y^2 + 1) :|: x > 0 \
             f(x,y,z) -> g(x, y, z) g(x,y,z) -> g(x, y, z - 1) :|: z > 0",
            3,
        ),
        // What turns around each other is back after three rounds, or stays.
        (
            "f(x,y,z) -> g(x, y, z) g(x,y,z) -> g(x - 1, 0 - z, y - z) :|: x > 0 \
             g(x,y,z) -> h(x, y, z) h(x,y,z) -> h(x, y - 1, z) :|: y > 0",
            1,
        ),
        (
            "f(x,y,z) -> g(x, y, z) g(x,y,z) -> g(x - 1, 3*y + z, 0 - 6*y - 2*z) :|: x > 0 \
             g(x,y,z) -> h(x, y, z) h(x,y,z) -> h(x, y - 1, z) :|: y > 0",
            1,
        ),
    ] {
        let (lower, upper) = powers(rules);
        assert_eq!(upper, Some(power), "{rules}");
        assert_eq!(lower.unwrap_or(0), power, "{rules}");
    }
}

#[test]
fn what_looks_like_it_does_not() {
    for (rules, least) in [
        // Equal values follow each other for ever.
        ("f(x,y) -> g(x,y) g(x,y) -> g(y,x) :|: x >= y", None),
        (
            "f(x,y) -> g(x,y) g(x,y) -> g(0 - x,y) :|: x >= 0 && y > 0",
            None,
        ),
        // The number above is an input.
        (
            "f(x,y) -> g(x,y) g(x,y) -> g(x + 17,y) :|: 0 < x && x < y",
            Some(1),
        ),
        // Nothing is below.
        ("f(x) -> g(x) g(x) -> g(x + 17) :|: x < 42", Some(1)),
        // Almost back, and larger each time: what is below is no power.
        (
            "f(x,y,z) -> g(x, y, z) g(x,y,z) -> g(x - 1, 0 - 2*z, y - z) :|: x > 0 \
             g(x,y,z) -> h(x, y, z) h(x,y,z) -> h(x, y - 1, z) :|: y > 0",
            None,
        ),
    ] {
        let (_, upper) = powers(rules);
        assert_eq!(upper, least, "{rules}");
    }
}
