//! Variables that decide nothing, and some that do so late or far away; temporaries
//! that only guards speak of, and some that a cost, an update or a product needs.
//! What is left out gives more runs, and no more integers: a number that would have
//! to be one half is there over the rationals, so a run that is made from what is
//! left would be none.

use crate::{ask_for, wrong, Said};
use ep_its::options::Goals;

const SYSTEMS: &[(&str, Said, &str)] = {
    use Said::{Diverges, Ends};
    &[
        // Variables that decide nothing.
        ("a sum that nobody reads", Ends, "f(x, y, z) -> f(x - 1, y + x, z) :|: x > 0"),
        ("squares that nobody reads", Ends, "f(x, y, z) -> f(x - 1, y*y, z*y) :|: x > 0"),
        ("two that read each other alone", Ends, "f(x, y, z) -> f(x - 1, z, y + 1) :|: x > 0"),
        ("two that read each other, and one is read", Diverges, "f(x, y, z) -> f(x - 1, z, y + 1) :|: x > 0\n f(x, y, z) -> f(x, y, z) :|: y > 0 && x < 0"),
        ("read where nothing leads to", Ends, "f(x, y, z) -> f(x - 1, y + 1, z) :|: x > 0\n h(x, y, z) -> h(x, y, z) :|: y > 0"),
        ("read where nothing can lead to", Ends, "f(x, y, z) -> f(x - 1, y + 1, z) :|: x > 0\n f(x, y, z) -> h(x, y, z) :|: x > 0 && x < 0\n h(x, y, z) -> h(x, y, z) :|: y > 0"),
        ("any number that nobody reads", Ends, "f(x, y, z) -> f(x - 1, t, z) :|: x > 0 && t >= x"),
        // Variables that decide late.
        ("decides two rounds later, and falls", Ends, "f(x, y, z) -> f(y, z, z - 1) :|: x > 0"),
        ("decides two rounds later, and grows", Diverges, "f(x, y, z) -> f(y, z, z + 1) :|: x > 0"),
        ("decides behind two places, and grows", Diverges, "f(x, y, z) -> g(x, y, z + 1) :|: x > 0\n g(x, y, z) -> h(x, z, z)\n h(x, y, z) -> f(y, y, z)"),
        ("decides behind two places, and falls", Ends, "f(x, y, z) -> g(x, y, z - 1) :|: x > 0\n g(x, y, z) -> h(x, z, z)\n h(x, y, z) -> f(y, y, z)"),
        ("decides in the second of two calls alone, and grows", Diverges, "f(x, y, z) -> Com_2(f(x - 1, y, z), g(y, y, z)) :|: x > 0\n g(x, y, z) -> g(x + 1, y, z) :|: x > 0"),
        ("decides in the second of two calls alone, and falls", Ends, "f(x, y, z) -> Com_2(f(x - 1, y, z), g(y, y, z)) :|: x > 0\n g(x, y, z) -> g(x - 1, y, z) :|: x > 0"),
        ("decides through a product", Diverges, "f(x, y, z) -> f(x - 1 + y*z, y, z) :|: x > 0"),
        ("decides through a product with nothing", Ends, "f(x, y, z) -> g(x, 0, z)\n g(x, y, z) -> g(x - 1 + y*z, y, z) :|: x > 0"),
        ("decides at the end", Diverges, "f(x, y, z) -> f(x - 1, y + 2, z) :|: x > 0\n f(x, y, z) -> g(x, y, z) :|: x <= 0\n g(x, y, z) -> g(x, y, z) :|: y > 0"),
        ("the cost reads it", Ends, "f(x, y, z) -{y}> f(x - 1, y + 1, z) :|: x > 0"),
        ("the cost reads what reads it", Ends, "f(x, y, z) -{y}> f(x - 1, z, z + 1) :|: x > 0"),
        // Temporaries that only guards speak of.
        ("between two", Ends, "f(x, y, z) -> f(x - 1, y, z) :|: y <= t && t <= x && y > 0"),
        ("above two", Diverges, "f(x, y, z) -> f(x - 1, y, z) :|: t >= x && t >= y && y > 0"),
        ("two between two", Ends, "f(x, y, z) -> f(x - 1, y, z) :|: y <= t && t < s && s <= x && y > 0"),
        ("twice it between two", Ends, "f(x, y, z) -> f(x, y + 1, z) :|: 2*t >= 2*y + 1 && 2*t <= 2*x"),
        ("three times it between two that may meet", Diverges, "f(x, y, z) -> f(x, y, z) :|: 3*t >= 3*y - 1 && 3*t <= 3*x + 1"),
        ("three times it, and thirds are left", Ends, "f(x, y, z) -> f(x, y + 1, z) :|: 3*t >= 3*y + 1 && 3*t <= 3*x + 1"),
        ("between what is read in between alone", Ends, "f(x, y, z) -> g(t, y, z) :|: t > y\n g(x, y, z) -> f(0, y + 1, z) :|: x < 9"),
        ("above what is read in between alone", Diverges, "f(x, y, z) -> g(t, y, z) :|: t > y\n g(x, y, z) -> f(0, y + 1, z) :|: x > 9"),
        // Integers that are not there.
        ("half of it is there, and half of one more", Ends, "f(x, y, z) -> f(x + 1, y, z) :|: 2*t >= x && 2*t <= x && 2*s >= x + 1 && 2*s <= x + 1"),
        ("a third of it is there, in two rounds", Ends, "f(x, y, z) -> f(x + 1, y, z) :|: 3*t >= x && 3*t <= x"),
        ("a third of it is there, in each round", Diverges, "f(x, y, z) -> f(x + 3, y, z) :|: 3*t >= x && 3*t <= x"),
        ("it is even, by an equation", Ends, "f(x, y, z) -> g(x, y, z) :|: 2*t = x && x >= 0\n g(x, y, z) -> g(x - 2, y, z) :|: x != 0"),
        ("it is even, by two inequalities", Ends, "f(x, y, z) -> g(x, y, z) :|: 2*t >= x && 2*t <= x && x >= 0\n g(x, y, z) -> g(x - 2, y, z) :|: x != 0"),
        ("it is even or odd", Diverges, "f(x, y, z) -> g(x, y, z) :|: 2*t >= x && 2*t <= x + 1 && x >= 0\n g(x, y, z) -> g(x - 2, y, z) :|: x != 0"),
        ("no integer between two halves", Ends, "f(x, y, z) -> f(x, y, z) :|: 4*t >= 4*x + 1 && 4*t <= 4*x + 3"),
        ("an integer between two halves", Diverges, "f(x, y, z) -> f(x, y, z) :|: 4*t >= 4*x + 1 && 4*t <= 4*x + 4"),
        // Temporaries that are needed.
        ("a step between two", Ends, "f(x, y, z) -> f(x - t, y, z) :|: x > 0 && t >= 1 && t <= y"),
        ("a step that may be nothing", Diverges, "f(x, y, z) -> f(x - t, y, z) :|: x > 0 && t >= 0 && t <= y"),
        ("the cost is between two", Ends, "f(x, y, z) -{t}> f(x - 1, y, z) :|: x > 0 && t >= 0 && t <= y"),
        ("its square is below", Ends, "f(x, y, z) -> f(x - 1, y, z) :|: t*t <= x"),
        ("its square is above", Diverges, "f(x, y, z) -> f(x - 1, y, z) :|: t*t >= x"),
        ("a multiple by a variable", Diverges, "f(x, y, z) -> f(x, y, z) :|: t*y >= 1 && t <= y"),
        ("a multiple by a variable that is nothing", Ends, "f(x, y, z) -> g(x, 0, z)\n g(x, y, z) -> g(x, y, z) :|: t*y >= 1 && t <= x"),
        ("one of two integers alone", Ends, "f(x, y, z) -> f(x - 1, s, z) :|: x > 0 && t <= s && s <= t + 1 && t >= y"),
    ]
};

/// In these a variable is left out.
const FORGOTTEN: &[&str] = &[
    "a sum that nobody reads",
    "squares that nobody reads",
    "two that read each other alone",
    "read where nothing leads to",
    "read where nothing can lead to",
    "any number that nobody reads",
    "decides in the second of two calls alone, and falls",
    "between two",
];

/// In these a temporary is projected.
const PROJECTED: &[&str] = &[
    "between two",
    "two between two",
    "twice it between two",
    "between what is read in between alone",
    "one of two integers alone",
    "any number that nobody reads",
];

const VARIABLES: &str = "x y z t s";

#[test]
fn no_answer_is_wrong() {
    // Costly runs have temporaries over what the simulator tries.
    let goals = Goals {
        lower: false,
        ..Goals::ALL
    };
    let found = wrong(SYSTEMS, VARIABLES, (goals, 4), (&[], ""));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_decides_nothing_is_left_out() {
    let ends: Vec<_> = (SYSTEMS.iter().copied())
        .filter(|s| s.1 == Said::Ends)
        .collect();
    for (names, word) in [(FORGOTTEN, "(forget"), (PROJECTED, "(weaken")] {
        let found = wrong(&ends, VARIABLES, (Goals::TERMINATION, 4), (names, word));
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

/// What a cost reads has a place in its bound.
#[test]
fn what_a_cost_reads_is_in_its_bound() {
    for (name, variable) in [
        ("the cost reads it", "y"),
        ("the cost reads what reads it", "z"),
        ("the cost is between two", "y"),
    ] {
        let (_, _, rules) = SYSTEMS.iter().find(|s| s.0 == name).expect("a system");
        let text =
            format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR {VARIABLES})\n(RULES\n {rules}\n)\n");
        let (_, certificate) = ask_for(&text, Goals::ALL).expect("an answer");
        let certificate = certificate.expect("a certificate");
        let bound = certificate.split_once("(bound ").expect("a bound").1;
        let bound = bound.lines().next().unwrap_or_default();
        assert!(bound.contains(variable), "{name}: {bound}");
    }
}
