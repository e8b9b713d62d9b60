//! Transition invariants: relations between a state and a later one that no single
//! measure and no list of values that are handed on sees, and small changes that do
//! not end. What is said is judged and tried out; a proof that is told for a change
//! is the worst that can happen.

use crate::{ask_within, Said};
use ep_its::format::koat;
use ep_its::options::{Goals, Options};
use ep_its::termination::{components, edges, prove};

pub const SYSTEMS: &[(&str, Said, &str)] = {
    use Said::{Diverges, Ends};
    &[
        ("one or the other falls", Ends, "f(x, y) -> f(x - 1, t) :|: x > 0 && y > 0\n f(x, y) -> f(t, y - 1) :|: x > 0 && y > 0 && t <= x"),
        ("one or the other falls, and is made anew", Diverges, "f(x, y) -> f(x - 1, t) :|: x > 0 && y > 0\n f(x, y) -> f(t, y - 1) :|: x > 0 && y > 0"),
        ("falls after any other step", Ends, "f(x, y) -> f(x - 1, x) :|: x > 0\n f(x, y) -> f(y - 2, x) :|: x > 0 && y <= x + 1 && y > 0"),
        ("comes back after any other step", Diverges, "f(x, y) -> f(x - 1, x) :|: x > 0\n f(x, y) -> f(y, x) :|: x > 0 && y <= x + 1 && y > 0"),
        ("the sum falls in turns", Ends, "f(x, y) -> g(x - 2, y + 1) :|: x > 0 && y > 0\n g(x, y) -> f(x + 1, y - 1) :|: y > 0"),
        ("the sum stays in turns", Diverges, "f(x, y) -> g(x - 1, y + 1) :|: x > 0 && y > 0\n g(x, y) -> f(x + 1, y - 1) :|: y > 0"),
        ("a piece of two steps falls", Ends, "f(x, y) -> f(y, x - 1) :|: x > 0 && y > 0"),
        ("a piece of three steps falls", Ends, "f(x, y, z) -> f(y, z, x - 1) :|: x > 0 && y > 0 && z > 0"),
        ("a piece of three steps stays", Diverges, "f(x, y, z) -> f(y, z, x) :|: x > 0 && y > 0 && z > 0"),
        ("changes its side", Ends, "f(x, y) -> g(y, x) :|: x > y && x > 0 && y > 0\n g(x, y) -> f(y - 1, x) :|: x < y && x > 0"),
        ("changes its side for nothing", Diverges, "f(x, y) -> g(y, x) :|: x > y && x > 0 && y > 0\n g(x, y) -> f(y, x) :|: x < y && x > 0"),
        ("cannot follow itself", Ends, "f(x, y) -> f(t, y) :|: x = 1 && t > 1\n f(x, y) -> f(x - 2, y - 1) :|: x > 2 && y > 0"),
        ("can follow itself", Diverges, "f(x, y) -> f(t, y) :|: x = 1 && t > 0\n f(x, y) -> f(x - 2, y - 1) :|: x > 2 && y > 0"),
        ("bounded only at first", Diverges, "f(x, y) -> f(x - 1, y) :|: y > 0\n f(x, y) -> f(x - 1, y) :|: x > 0"),
        ("falls below each start", Diverges, "f(x) -> f(x - 1) :|: x < 9"),
        ("two places, one of which waits", Diverges, "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(x - 1, y) :|: x > 5\n g(x, y) -> f(x, y - 1)"),
        ("two places, each with its own end", Ends, "f(x, y) -> g(x, t) :|: x > 0 && t < 9\n g(x, y) -> g(x, y - 1) :|: y > 0\n g(x, y) -> f(x - 1, y) :|: y < 1"),
        ("costs nothing and ends", Ends, "f(x, y) -{0}> f(y - 1, x) :|: x > 0 && y > 0"),
        ("costs nothing and does not end", Diverges, "f(x, y) -{0}> f(y, x) :|: x > 0 && y > 0"),
        ("two calls with less", Ends, "f(x, y) -> Com_2(f(y - 1, x), f(x - 1, y - 1)) :|: x > 0 && y > 0"),
        ("two calls, one with the same", Diverges, "f(x, y) -> Com_2(f(y - 1, x), f(y, x)) :|: x > 0 && y > 0"),
        ("a temporary in between", Ends, "f(x, y) -> f(t, x) :|: x > 0 && y > 0 && t < y"),
        ("a temporary that may be as large", Diverges, "f(x, y) -> f(t, x) :|: x > 0 && y > 0 && t <= y"),
    ]
};

fn text(rules: &str) -> String {
    format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES\n {rules}\n)\n")
}

#[test]
fn no_answer_is_wrong() {
    let mut wrong = Vec::new();
    for (name, truth, rules) in SYSTEMS {
        match ask_within(&text(rules), Goals::TERMINATION, 8) {
            Err(e) => wrong.push(format!("{name}: {e}")),
            Ok((said, _)) if said != *truth && said != Said::Unknown => {
                wrong.push(format!("{name}: {said:?}"));
            }
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The relations alone: all components are left to them.
#[test]
fn relations_alone_are_a_proof() {
    let (mut proofs, mut wrong) = (0, Vec::new());
    for (name, truth, rules) in SYSTEMS {
        let text = text(rules);
        let system = koat::read(&text).expect("a system");
        let mut t = prove(&system, &Options::default(), &mut |_, _| {});
        t.rankings.clear();
        t.open = components(&t.work, &edges(&t.work));
        let Some(found) = ep_its::termination::related(&t, false) else {
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
    assert!(proofs >= 6, "{proofs}");
}
