//! Relations that lassos give: systems whose measures are in no guard, each beside one
//! that has another number somewhere and a run that comes back to where it was. The
//! comments have that run. What is said is judged and tried out; a proof that is told
//! for the second of a pair is the worst that can happen.

use crate::{wrong, Said};
use ep_its::format::koat;
use ep_its::options::{Goals, Options};
use ep_its::termination::{components, edges, prove, related};

const SYSTEMS: &[(&str, Said, &str)] = {
    use Said::{Diverges, Ends};
    &[
        ("down in turns", Ends, "f(x, y) -> f(x - 2, x) :|: x > 0 && y > 0\n f(x, y) -> f(y + 1, y - x - 2) :|: x > 0 && y > 0"),
        // (6, 8) (9, 1) (7, 9) (10, 1) (8, 10) (6, 8)
        ("down in turns, and up", Diverges, "f(x, y) -> f(x - 2, x) :|: x > 0 && y > 0\n f(x, y) -> f(y + 1, y - x - 1) :|: x > 0 && y > 0"),
        ("the difference, then less", Ends, "f(x, y) -> f(x - y - 2, 2*y - 2) :|: x > 0 && y > 0\n f(x, y) -> f(y, y - 1) :|: y > 0 && x > 0"),
        // (1, 4) (4, 3) (1, 4)
        ("the difference, then the same", Diverges, "f(x, y) -> f(x - y, 2*y - 2) :|: x > 0 && y > 0\n f(x, y) -> f(y, y - 1) :|: y > 0 && x > 0"),
        ("twice as much, then none", Ends, "f(x, y) -> f(2*y, 0) :|: x > 0 && y > 0\n f(x, y) -> f(2*y - 2, x - y - 1) :|: x > 0 && y > 0"),
        // (2, 1) (2, 1)
        ("twice as much, then one", Diverges, "f(x, y) -> f(2*y, 1) :|: x > 0 && y > 0\n f(x, y) -> f(2*y - 2, x - y - 1) :|: x > 0 && y > 0"),
        ("less than the other one", Ends, "f(x, y) -> f(0, 2*y - 1) :|: x > 0 && y > 0\n f(x, y) -> f(t, x + 1) :|: x > 0 && y > 0 && t < y - 1"),
        // (1, 3) (1, 3)
        ("as much as the other one", Diverges, "f(x, y) -> f(0, 2*y - 1) :|: x > 0 && y > 0\n f(x, y) -> f(t, x + 2) :|: x > 0 && y > 0 && t < y - 1"),
        ("two steps below, or the sum", Ends, "f(x, y) -> f(x - 2, x - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x + y, t) :|: x > 0 && y > 0 && t < y - x"),
        // (1, 3) (4, 1) (1, 3)
        ("three steps below, or the sum", Diverges, "f(x, y) -> f(x - 3, x - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x + y, t) :|: x > 0 && y > 0 && t < y - x"),
        // (16, 18) (14, 16) (12, 14) (10, 12) (22, 1) (20, 22) (18, 20) (16, 18)
        ("two steps below, or the sum, later", Diverges, "f(x, y) -> f(x - 2, x) :|: x > 0 && y > 0\n f(x, y) -> f(x + y, t) :|: x > 0 && y > 0 && t < y - x"),
        ("what is left of it", Ends, "f(x, y) -> f(t, x - y) :|: x > 0 && y > 0 && x > y - 2 && t < y + 1\n f(x, y) -> f(x - 1, t) :|: x > 0 && y > 0"),
        // (2, 1) (3, 1) (3, 2) (4, 1) (3, 21) (2, 1)
        ("what is left of it, and more", Diverges, "f(x, y) -> f(t, x - y) :|: x > 0 && y > 0 && x > y - 2 && t < y + 3\n f(x, y) -> f(x - 1, t) :|: x > 0 && y > 0"),
        ("made anew from the sum", Ends, "f(x, y) -> f(1, t) :|: x > 0 && y > 0 && t < x + y - 2\n f(x, y) -> f(2*x - 2, y - 1) :|: x > 0 && y > 0"),
        // (1, 4) (2, 3) (4, 2) (8, 1) (1, 4)
        ("made anew from the sum, which grew", Diverges, "f(x, y) -> f(1, t) :|: x > 0 && y > 0 && t < x + y - 2\n f(x, y) -> f(2*x, y - 1) :|: x > 0 && y > 0"),
        ("differences in turns", Ends, "f(x, y) -> f(y - x + 1, y - 1) :|: x > 0 && y > 0\n f(x, y) -> f(x - y - 2, t) :|: x > 0 && y > 0 && t < 2*x - 1"),
        // (1, 4) (4, 1) (1, 4)
        ("differences in longer turns", Diverges, "f(x, y) -> f(y - x + 1, y - 3) :|: x > 0 && y > 0\n f(x, y) -> f(x - y - 2, t) :|: x > 0 && y > 0 && t < 2*x - 1"),
        ("the one behind the other", Ends, "f(x, y) -> f(y - 2, y - 1) :|: x > 0 && y > 0\n f(x, y) -> f(t, t) :|: x > 0 && y > 2*x && t < y"),
        // (1, 3) (1, 3)
        ("the one behind the other, which stays", Diverges, "f(x, y) -> f(y - 2, y) :|: x > 0 && y > 0\n f(x, y) -> f(t, t) :|: x > 0 && y > 2*x && t < y"),
        ("two places", Ends, "f(x, y) -> g(x - 1, 2*y - 1) :|: x > 0\n g(x, y) -> f(y, x - y + 1) :|: y > 0\n f(x, y) -> f(t, y - 2) :|: x > 0 && y > 0 && t < y"),
        // (1, 3) (2, 1) at g (1, 1) (1, 3)
        ("two places, with more on the way", Diverges, "f(x, y) -> g(x - 1, 2*y - 1) :|: x > 0\n g(x, y) -> f(y, x - y + 3) :|: y > 0\n f(x, y) -> f(t, y - 2) :|: x > 0 && y > 0 && t < y"),
        ("change places, or put together", Ends, "f(x, y) -> f(y - 2, x - 2) :|: x > 0 && y > 0\n f(x, y) -> f(x, x + y + 1) :|: x > 0 && x > 2*y + 1"),
        // (4, 1) (4, 6) (4, 1)
        ("change places for less, or put together", Diverges, "f(x, y) -> f(y - 2, x - 3) :|: x > 0 && y > 0\n f(x, y) -> f(x, x + y + 1) :|: x > 0 && x > 2*y + 1"),
        ("three steps at two places", Ends, "f(x, y) -> g(y, x + 1) :|: x > 0 && y > 0\n g(x, y) -> f(x + y - 1, t) :|: y > 0 && t < x - y - 1\n g(x, y) -> f(y - 2, y + 1) :|: x > 0 && y > 0"),
        // (1, 3) at g (3, 2) (1, 3)
        ("three steps at two places, two of which come back", Diverges, "f(x, y) -> g(y, x + 1) :|: x > 0 && y > 0\n g(x, y) -> f(x + y - 1, t) :|: y > 0 && t < x - y - 1\n g(x, y) -> f(y - 1, y + 1) :|: x > 0 && y > 0"),
        // (10, 14) at g (14, 11) (8, 12) at g (12, 9) (20, 1) at g (1, 21) (18, 22) at g
        // (22, 19) (16, 20) at g (20, 17) (14, 18) at g (18, 15) (12, 16) at g (16, 13) (10, 14)
        ("three steps at two places, fourteen of which come back", Diverges, "f(x, y) -> g(y, x + 1) :|: x > 0 && y > 0\n g(x, y) -> f(x + y - 1, t) :|: y > 0 && t < x - y - 1\n g(x, y) -> f(y - 3, y + 1) :|: x > 0 && y > 0"),
        ("the sum and the difference", Ends, "f(x, y) -> f(x + y + 1, y - x - 1) :|: x > 0 && y > 0\n f(x, y) -> f(t, x + 1) :|: x > 0 && y > 0 && t < y - x - 1"),
        // (1, 4) (1, 4)
        ("the sum and the difference, and more", Diverges, "f(x, y) -> f(x + y + 1, y - x - 1) :|: x > 0 && y > 0\n f(x, y) -> f(t, x + 3) :|: x > 0 && y > 0 && t < y - x - 1"),
        // Each relation falls, and one after the other is none of both.
        ("each falls and the other one grows", Diverges, "f(x, y) -> f(x - 1, y + 1) :|: x > 0\n f(x, y) -> f(x + 1, y - 1) :|: y > 0"),
        ("each falls and the sum does too", Ends, "f(x, y) -> f(x - 2, y + 1) :|: x > 0 && y > 0\n f(x, y) -> f(x + 1, y - 2) :|: x > 0 && y > 0"),
        ("the bound is in the guard of another", Diverges, "f(x, y) -> f(x - 1, y) :|: y > 0\n f(x, y) -> f(y - 2, x) :|: x > 0 && y > 0"),
        ("falls in two of three", Diverges, "f(x, y, z) -> f(x - 1, z, y) :|: x > 0\n f(x, y, z) -> f(y, z - 1, x) :|: y > 0 && z > 0\n f(x, y, z) -> f(z, x, y) :|: x > 1"),
    ]
};

/// Systems that nothing else proves.
const BY_LASSOS: &[&str] = &[
    "down in turns",
    "the difference, then less",
    "twice as much, then none",
    "less than the other one",
    "two steps below, or the sum",
    "what is left of it",
    "made anew from the sum",
    "differences in turns",
    "two places",
    "change places, or put together",
    "the sum and the difference",
];

#[test]
fn what_lassos_give_is_a_proof() {
    let goals = (Goals::TERMINATION, 8);
    let wrong = wrong(
        SYSTEMS,
        "x y z t",
        goals,
        (BY_LASSOS, "(transition-invariant"),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The lassos alone: all components are left to them.
#[test]
fn lassos_alone_are_a_proof() {
    let (mut proofs, mut wrong) = (0, Vec::new());
    for (name, truth, rules) in SYSTEMS.iter().chain(crate::relations::SYSTEMS) {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES\n {rules}\n)\n");
        let system = koat::read(&text).expect("a system");
        let mut t = prove(&system, &Options::default(), &mut |_, _| {});
        t.rankings.clear();
        t.open = components(&t.work, &edges(&t.work));
        let Some(found) = related(&t, true) else {
            continue;
        };
        if *truth == Said::Diverges {
            wrong.push(format!("{name}: ends"));
        }
        let certificate = ep_its::certificate::termination(&found);
        match ep_judge::check(&certificate, Some(&text)) {
            Ok(_) => proofs += 1,
            Err(e) => wrong.push(format!("{name}: {e}\n{certificate}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    println!("{proofs} by lassos");
    assert!(proofs >= 20, "{proofs}");
}

/// Lassos with two phases beside steps that begin another one anew.
const PHASES: &[(&str, Said, &str)] = {
    use Said::{Diverges, Ends};
    &[
        ("a second phase that is set", Ends, "f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0\n f(x, y, z) -> f(x + y - 1, 0 - 2, z) :|: x > 0"),
        // (1, 0) (1, 0)
        ("a second phase that never comes", Diverges, "f(x, y, z) -> f(x + y, y, z) :|: x > 0\n f(x, y, z) -> f(x + y - 1, 0 - 2, z) :|: x > 0"),
        // (1, 1) (1, 1)
        ("a first phase that is set", Diverges, "f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0\n f(x, y, z) -> f(x + y - 1, 1, z) :|: x > 0"),
        ("sooner by what grows", Ends, "f(x, y, z) -> f(x, y - x - 1, z) :|: x > 0 && y > 0\n f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0"),
        ("put into each other", Ends, "f(x, y, z) -> f(x + y, y - 1, x + y) :|: x > 0 && y > 0 && z > 0\n f(x, y, z) -> f(2*z + 1, t, y - z + 1) :|: x > 0 && z > 0 && t < z - 1"),
        // (3, -1, 1) (3, -1, 1)
        ("put into each other with more", Diverges, "f(x, y, z) -> f(x + y, y - 1, x + y) :|: x > 0 && y > 0 && z > 0\n f(x, y, z) -> f(2*z + 1, t, y - z + 3) :|: x > 0 && z > 0 && t < z - 1"),
        ("below a third one", Ends, "f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0 && z > 0\n f(x, y, z) -> f(z + y - 1, y + x - 2, z) :|: x > 0 && y > 0 && z > x"),
        // (2, 1, 3) (2, 1, 3)
        ("as much as a third one", Diverges, "f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0 && z > 0\n f(x, y, z) -> f(z + y - 2, y + x - 2, z) :|: x > 0 && y > 0 && z > x"),
        ("the phases begin anew for less", Ends, "f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0\n f(x, y, z) -> f(t, 0, z) :|: x > 0 && t < x"),
        // (1, 1) (2, 0) (1, 1)
        ("the phases begin anew for as much", Diverges, "f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0\n f(x, y, z) -> f(t, 1, z) :|: x > 0 && t < x"),
        ("the first phase is short", Ends, "f(x, y, z) -> f(x - 2, t, z) :|: x > 0 && t < 1\n f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0"),
        // (4, 2) (6, 1) (4, 2)
        ("the first phase is long enough", Diverges, "f(x, y, z) -> f(x - 2, t, z) :|: x > 0 && t < 4\n f(x, y, z) -> f(x + y, y - 1, z) :|: x > 0"),
    ]
};

/// Those that nothing else proves.
const BY_PHASES: &[&str] = &[
    "a second phase that is set",
    "the phases begin anew for less",
    "the first phase is short",
    "put into each other",
    "below a third one",
];

/// A lasso with two phases is taken apart where the first of them ends.
#[test]
fn lassos_with_phases_are_taken_apart() {
    let goals = (Goals::TERMINATION, 8);
    let wrong = wrong(PHASES, "x y z t", goals, (BY_PHASES, "(split"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
