//! Endless runs that begin only after a number of rounds of other loops that nobody
//! guesses, and systems that miss the number by a little: by parity, by one round,
//! by what a temporary may be, by a guard in the middle of the rounds.

use crate::Said;
use ep_its::analyse_with_proofs;
use ep_its::certificate::{nontermination_claim, together};
use ep_its::format::koat;
use ep_its::nontermination::Search;
use ep_its::options::Options;
use ep_its::outcome::Answer;
use ep_its::termination::prove;
use std::time::Duration;

/// Whether trails alone are to find it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Trails,
    Anything,
}

const SYSTEMS: &[(&str, Said, By, &str)] = {
    use By::{Anything, Trails};
    use Said::{Diverges, Ends};
    &[
        // Numbers of rounds.
        ("an exact number of rounds", Diverges, Trails, "f(x, y) -> g(x, 0)\n g(x, y) -> g(x - 1, y + 1) :|: x > 0\n g(x, y) -> h(x, y) :|: x = 0 && y = 3000\n h(x, y) -> h(x, y + 1)"),
        ("an exact number of rounds, and an end", Ends, Anything, "f(x, y) -> g(x, 0)\n g(x, y) -> g(x - 1, y + 1) :|: x > 0\n g(x, y) -> h(x, y) :|: x = 0 && y = 3000\n h(x, y) -> h(x, y - 1) :|: y > 0"),
        ("two rounds at a time from an odd number", Ends, Anything, "f(x, y) -> g(2*x + 1, 0)\n g(x, y) -> g(x - 2, y + 1) :|: x > 0\n g(x, y) -> h(x, y) :|: x = 0 && y > 700\n h(x, y) -> h(x, y + 1)"),
        ("two rounds at a time from an even number", Diverges, Trails, "f(x, y) -> g(2*x, 0)\n g(x, y) -> g(x - 2, y + 1) :|: x > 0\n g(x, y) -> h(x, y) :|: x = 0 && y > 700\n h(x, y) -> h(x, y + 1)"),
        ("a set of even numbers behind steps of three", Diverges, Trails, "f(x, y, z) -> g(x, 0, z)\n g(x, y, z) -> g(x - 1, y + 3, z) :|: x > 0\n g(x, y, z) -> h(x, y, z) :|: x = 0 && y > 1500\n h(x, y, z) -> h(x, y, z) :|: 2*z = y"),
        ("a set that steps of three miss", Ends, Anything, "f(x, y, z) -> g(x, 0, z)\n g(x, y, z) -> g(x - 1, y + 3, z) :|: x > 0\n g(x, y, z) -> h(x, y, z) :|: x = 0 && y > 1500\n h(x, y, z) -> h(x, y, z) :|: 3*z = y + 1"),
        ("steps of seven to the place", Diverges, Trails, "f(x, y) -> g(0, y)\n g(x, y) -> g(x + 7, y) :|: x < 5000\n g(x, y) -> h(x, y) :|: x = 5005\n h(x, y) -> h(x, y)"),
        ("steps of seven beside the place", Ends, Anything, "f(x, y) -> g(0, y)\n g(x, y) -> g(x + 7, y) :|: x < 5000\n g(x, y) -> h(x, y) :|: x = 5006\n h(x, y) -> h(x, y)"),
        ("steps of seven, one round too few", Ends, Anything, "f(x, y) -> g(0, y)\n g(x, y) -> g(x + 7, y) :|: x < 5000\n g(x, y) -> h(x, y) :|: x = 5012\n h(x, y) -> h(x, y)"),
        ("steps of two, then of three", Diverges, Trails, "f(x, y) -> g(x, 0)\n g(x, y) -> g(x - 2, y + 1) :|: x > 100\n g(x, y) -> k(x, y) :|: x >= 0\n k(x, y) -> k(x - 3, y) :|: x > 0\n k(x, y) -> h(x, y) :|: x = 0 && y > 2000\n h(x, y) -> h(x, y)"),
        ("two loops with the same number", Diverges, Trails, "f(x, y, z) -> g(x, y, 0) :|: x > 1200\n g(x, y, z) -> g(x - 1, y, z + 1) :|: x > 0\n g(x, y, z) -> k(x, y, z) :|: x = 0\n k(x, y, z) -> k(x, y - 1, z - 1) :|: z > 0 && y > 0\n k(x, y, z) -> h(x, y, z) :|: y = 0 && z = 0\n h(x, y, z) -> h(x, y, z)"),
        ("two loops with numbers that differ", Ends, Anything, "f(x, y, z) -> g(x, x + 1, 0) :|: x > 1200\n g(x, y, z) -> g(x - 1, y, z + 1) :|: x > 0\n g(x, y, z) -> k(x, y, z) :|: x = 0\n k(x, y, z) -> k(x, y - 1, z - 1) :|: z > 0 && y > 0\n k(x, y, z) -> h(x, y, z) :|: y = 0 && z = 0\n h(x, y, z) -> h(x, y, z)"),
        // No round at all.
        ("the loop must be left out", Diverges, Trails, "f(x, y) -> g(x, y) :|: y > 900\n g(x, y) -> g(x + 1, y - 1) :|: y > 0 && x > 0\n g(x, y) -> h(x, y) :|: y > 800 && x < 1\n h(x, y) -> h(x, y) :|: x < 1"),
        ("the loop must not be left out", Ends, Anything, "f(x, y) -> g(0, y) :|: y > 0\n g(x, y) -> g(x + 1, y - 1) :|: y > 0\n g(x, y) -> h(x, y) :|: y = 0 && x = 0\n h(x, y) -> h(x, y)"),
        // Blocked here and open there.
        ("blocked behind one prefix, open behind another", Diverges, Trails, "f(x, y) -> g(x, 0)\n f(x, y) -> g(x, 1)\n g(x, y) -> k(x + 1, y) :|: x < 2000\n k(x, y) -> g(x, y)\n g(x, y) -> h(x, y) :|: y = 1 && x >= 2000\n h(x, y) -> h(x, y) :|: y > 0"),
        ("blocked behind every prefix", Ends, Anything, "f(x, y) -> g(x, 0)\n f(x, y) -> g(x, 2)\n g(x, y) -> k(x + 1, y) :|: x < 2000\n k(x, y) -> g(x, y)\n g(x, y) -> h(x, y) :|: y = 1 && x >= 2000\n h(x, y) -> h(x, y) :|: y > 0"),
        ("blocked until another loop was run", Diverges, Trails, "f(x, y) -> g(0, 0)\n g(x, y) -> g(x + 1, y) :|: x < 900\n g(x, y) -> k(x, y) :|: y > 500\n g(x, y) -> g(x - 1, y + 1) :|: x > 0\n k(x, y) -> k(x, y + 1)"),
        ("a way out of the middle that no round may come before", Diverges, Trails, "f(x, y) -> g(0, y) :|: y > 900\n g(x, y) -> k(x, y)\n k(x, y) -> g(x + 1, y) :|: x < 50\n k(x, y) -> m(x, y) :|: x = 0\n m(x, y) -> l(x, y)\n l(x, y) -> h(x, y)\n h(x, y) -> h(x, y)\n g(x, y) -> g(x, y + 1) :|: y < 0\n k(x, y) -> k(x, y + 1) :|: y < 0\n m(x, y) -> m(x, y + 1) :|: y < 0\n l(x, y) -> l(x, y + 1) :|: y < 0\n g(x, y) -> z(x, y) :|: x*x = 2\n z(x, y) -> z(x, y + 1)"),
        ("a way out of the middle, and it ends", Ends, Anything, "f(x, y) -> g(0, y) :|: y > 900\n g(x, y) -> k(x, y)\n k(x, y) -> g(x + 1, y) :|: x < 50\n k(x, y) -> m(x, y) :|: x = 0\n m(x, y) -> l(x, y)\n l(x, y) -> h(x, y)\n h(x, y) -> h(x, y - 1) :|: y > x\n g(x, y) -> g(x, y + 1) :|: y < 0\n k(x, y) -> k(x, y + 1) :|: y < 0\n m(x, y) -> m(x, y + 1) :|: y < 0\n l(x, y) -> l(x, y + 1) :|: y < 0\n g(x, y) -> z(x, y) :|: x*x = 2\n z(x, y) -> z(x, y + 1)"),
        // Resets.
        ("a counter that is reset", Diverges, Trails, "f(x, y) -> g(0, 0)\n g(x, y) -> g(x + 1, y) :|: x < 100\n g(x, y) -> g(0, y + 1) :|: x >= 100 && y < 50\n g(x, y) -> h(x, y) :|: y >= 50\n h(x, y) -> h(x, y) :|: y > 20"),
        ("a counter that is reset, and an end", Ends, Anything, "f(x, y) -> g(0, 0)\n g(x, y) -> g(x + 1, y) :|: x < 100\n g(x, y) -> g(0, y + 1) :|: x >= 100 && y < 50\n g(x, y) -> h(x, y) :|: y >= 50\n h(x, y) -> h(x, y - 1) :|: y > 20"),
        ("a counter that is reset too often", Ends, Anything, "f(x, y) -> g(0, 0)\n g(x, y) -> g(x + 1, y) :|: x < 100\n g(x, y) -> g(0, y + 1) :|: x >= 100 && y < 50\n g(x, y) -> h(x, y) :|: y >= 51\n h(x, y) -> h(x, y) :|: y > 20"),
        ("a loop inside, empty at first", Diverges, Trails, "f(x, y) -> g(0, 0)\n g(x, y) -> k(x, 0) :|: x < 60\n k(x, y) -> k(x, y + 1) :|: y < x\n k(x, y) -> g(x + 1, y) :|: y >= x\n g(x, y) -> h(x, y) :|: x = 60\n h(x, y) -> h(x, y)"),
        ("a loop inside, empty at first, one too many", Ends, Anything, "f(x, y) -> g(0, 0)\n g(x, y) -> k(x, 0) :|: x < 60\n k(x, y) -> k(x, y + 1) :|: y < x\n k(x, y) -> g(x + 1, y) :|: y >= x\n g(x, y) -> h(x, y) :|: x = 61\n h(x, y) -> h(x, y)"),
        // Guards in the middle of the rounds.
        ("a guard that fails in the middle", Ends, Anything, "f(x, y) -> g(0, y)\n g(x, y) -> g(x + 1, y) :|: x*x - 6*x + 8 > 0\n g(x, y) -> h(x, y) :|: x > 5\n h(x, y) -> h(x, y)"),
        ("a place that cannot be passed", Ends, Anything, "f(x, y) -> g(0, y)\n g(x, y) -> g(x + 1, y) :|: x != 3\n g(x, y) -> h(x, y) :|: x > 5\n h(x, y) -> h(x, y)"),
        ("faster and faster to the place", Diverges, Anything, "f(x, y) -> g(0, 100)\n g(x, y) -> g(x + 1, y - x) :|: y > 0\n g(x, y) -> h(x, y) :|: y = 0 - 5\n h(x, y) -> h(x, y)"),
        ("faster and faster past the place", Ends, Anything, "f(x, y) -> g(0, 100)\n g(x, y) -> g(x + 1, y - x) :|: y > 0\n g(x, y) -> h(x, y) :|: y = 0 - 4\n h(x, y) -> h(x, y)"),
        ("a guard that fails between its ends", Ends, Anything, "f(x, y) -> g(0, y)\n g(x, y) -> g(x + 1, y) :|: 0 - x*x*x + 16*x*x - 68*x + 80 >= 0\n g(x, y) -> h(x, y) :|: x = 10\n h(x, y) -> h(x, y)"),
        ("a guard that fails nowhere between its ends", Diverges, Anything, "f(x, y) -> g(0, y)\n g(x, y) -> g(x + 1, y) :|: 0 - x*x*x + 15*x*x - 56*x + 60 >= 0\n g(x, y) -> h(x, y) :|: x = 10\n h(x, y) -> h(x, y)"),
        // Temporaries.
        ("half of three in each step", Ends, Anything, "f(x, y, z) -> g(x, 0, 3)\n g(x, y, z) -> g(x - 1, y + t, z) :|: 2*t = z && x > 0\n g(x, y, z) -> h(x, y, z) :|: x = 0 && y = 3000\n h(x, y, z) -> h(x, y, z)"),
        ("half of four in each step", Diverges, Anything, "f(x, y, z) -> g(x, 0, 4)\n g(x, y, z) -> g(x - 1, y + t, z) :|: 2*t = z && x > 0\n g(x, y, z) -> h(x, y, z) :|: x = 0 && y = 3000\n h(x, y, z) -> h(x, y, z)"),
        ("steps of up to three to the place", Diverges, Anything, "f(x, y) -> g(2500, 0)\n g(x, y) -> g(x - t, y + 1) :|: x > 0 && t > 0 && t < 4\n g(x, y) -> h(x, y) :|: x = 0 && y = 1000\n h(x, y) -> h(x, y)"),
        ("steps of up to three, not so far", Ends, Anything, "f(x, y) -> g(2500, 0)\n g(x, y) -> g(x - t, y + 1) :|: x > 0 && t > 0 && t < 4\n g(x, y) -> h(x, y) :|: x = 0 && y = 800\n h(x, y) -> h(x, y)"),
        ("what is chosen anew is never the same", Ends, Anything, "f(x, y) -> g(x, 0) :|: x > 0\n g(x, y) -> g(t, y + 1) :|: t < x && x > 0\n g(x, y) -> h(x, y) :|: x > 5 && y > x && y > 900 && x > 900000 - y && x < 9\n h(x, y) -> h(x, y)"),
        ("half of what is left", Ends, Anything, "f(x, y) -> g(x, 0) :|: x > 0\n g(x, y) -> g(t, y + 1) :|: 2*t = x && x > 0\n g(x, y) -> h(x, y) :|: x = 3 && y = 1 && x > y + 2\n h(x, y) -> h(x, y)"),
        // Products.
        ("a product that is met", Diverges, Trails, "f(x, y, z) -> g(x, 0, z)\n g(x, y, z) -> g(x - 1, y + z, z) :|: x > 0 && z > 0\n g(x, y, z) -> h(x, y, z) :|: x = 0 && y = 1500\n h(x, y, z) -> h(x, y, z) :|: y > z"),
        ("a product that is a prime", Ends, Anything, "f(x, y, z) -> g(x, 0, z) :|: x > 1 && z > 1\n g(x, y, z) -> g(x - 1, y + z, z) :|: x > 0 && z > 0\n g(x, y, z) -> h(x, y, z) :|: x = 0 && y = 1499\n h(x, y, z) -> h(x, y, z) :|: y > z"),
        ("a sum that is met", Diverges, Anything, "f(x, y) -> g(x, 0)\n g(x, y) -> g(x - 1, y + x) :|: x > 0\n g(x, y) -> h(x, y) :|: x = 0 && y = 5050\n h(x, y) -> h(x, y)"),
        ("a sum that is missed", Ends, Anything, "f(x, y) -> g(x, 0)\n g(x, y) -> g(x - 1, y + x) :|: x > 0\n g(x, y) -> h(x, y) :|: x = 0 && y = 5051\n h(x, y) -> h(x, y)"),
        ("a power that is met", Diverges, Anything, "f(x, y) -> g(1, y)\n g(x, y) -> g(2*x, y - 1) :|: y > 0\n g(x, y) -> h(x, y) :|: y = 0 && x = 4096\n h(x, y) -> h(x, y)"),
        ("a power that is missed", Ends, Anything, "f(x, y) -> g(1, y)\n g(x, y) -> g(2*x, y - 1) :|: y > 0\n g(x, y) -> h(x, y) :|: y = 0 && x = 4098\n h(x, y) -> h(x, y)"),
        // Cycles of accelerated loops, long cycles, several arms.
        ("for ever through a long loop inside", Diverges, Trails, "f(x, y) -> g(x, y)\n g(x, y) -> k(x, 0)\n k(x, y) -> k(x, y + 1) :|: y < 200\n k(x, y) -> g(x, y) :|: y >= 200"),
        ("not for ever through a long loop inside", Ends, Anything, "f(x, y) -> g(x, y)\n g(x, y) -> k(x, 0) :|: x > 0\n k(x, y) -> k(x, y + 1) :|: y < 200\n k(x, y) -> g(x - 1, y) :|: y >= 200"),
        ("for ever through a long loop inside, handed on", Diverges, Trails, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> k(x, 0, z) :|: x > 0\n k(x, y, z) -> k(x, y + 1, z) :|: y < 200\n k(x, y, z) -> g(z, y, x) :|: y >= 200 && x < 1000 && z > 0 - 1000"),
        ("what falls behind a loop and must not be below 0", Diverges, Trails, "f(x, y, z) -> g(x, 0, z)\n g(x, y, z) -> g(x - 1, y + 1, z - 1) :|: x > 0\n g(x, y, z) -> h(x, y, z) :|: x = 0 && y > 2000\n h(x, y, z) -> h(x, y + z, z) :|: y > 0"),
        ("what falls behind a loop and is below 0", Ends, Anything, "f(x, y, z) -> g(x, 0, z) :|: z < 2000\n g(x, y, z) -> g(x - 1, y + 1, z - 1) :|: x > 0\n g(x, y, z) -> h(x, y, z) :|: x = 0 && y > 2000\n h(x, y, z) -> h(x, y + z, z) :|: y > 0"),
        ("a cycle of seven places", Diverges, Trails, "f(x, y, z) -> a(x, 0, z)\n a(x, y, z) -> b(y, x, z) :|: z > 0\n a(x, y, z) -> b(x, y, z - 1) :|: z > 50\n b(x, y, z) -> c(y, x, z)\n b(x, y, z) -> c(y, x, z - 1) :|: z > 0 \n c(x, y, z) -> d(x, y + 1, z) :|: y >= 0\n d(x, y, z) -> e(x, y - 1, z)\n d(x, y, z) -> e(x, y, z - 2) :|: z > 0\n e(x, y, z) -> k(x, y, z + 1) :|: y < 10\n k(x, y, z) -> a(x, y, z - 1)\n k(x, y, z) -> a(x + 1, y, z - 2) :|: z > 7"),
        ("one of two calls runs for ever", Diverges, Trails, "f(x, y) -> Com_2(g(x, 0), k(x, y))\n g(x, y) -> g(x - 1, y + 1) :|: x > 0\n g(x, y) -> h(x, y) :|: x = 0 && y = 2500\n h(x, y) -> Com_2(k(x, y), h(x, y))"),
        ("neither of two calls runs for ever", Ends, Anything, "f(x, y) -> Com_2(g(x, 0), k(x, y))\n g(x, y) -> g(x - 1, y + 1) :|: x > 0\n g(x, y) -> h(x, y) :|: x = 0 && y = 2500\n h(x, y) -> Com_2(k(x, y), h(x, y - 1)) :|: y > 0"),
    ]
};

fn text(rules: &str) -> String {
    format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES\n {rules}\n)\n")
}

/// The answer, if the judge accepts its certificate. The runs are longer than the
/// simulator's, which would take them for endless, so the truth is known by hand.
fn judged(text: &str) -> Result<Said, String> {
    let system = koat::read(text).map_err(|e| format!("not read: {e:?}"))?;
    let mut options = Options::default();
    options.budget.timeout = Some(Duration::from_secs(8));
    let found = analyse_with_proofs(&system, &options, &mut |_| {});
    let found = found.map_err(|e| format!("malformed: {e}"))?;
    let said = match found.outcome.termination {
        Answer::Terminates => Said::Ends,
        Answer::Diverges => Said::Diverges,
        Answer::Unknown { .. } => return Ok(Said::Unknown),
    };
    let certificate = found.certificate(&system).ok_or("no certificate")?;
    let verdict = ep_judge::check(&certificate, Some(text));
    verdict.map_err(|e| format!("{said:?}: the judge refuses: {e}"))?;
    Ok(said)
}

#[test]
fn no_answer_is_wrong() {
    let mut wrong = Vec::new();
    for (name, truth, _, rules) in SYSTEMS {
        match judged(&text(rules)) {
            Err(e) => wrong.push(format!("{name}: {e}")),
            Ok(said) if said != *truth && said != Said::Unknown => {
                wrong.push(format!("{name}: {said:?}"));
            }
            Ok(said) => println!("{said:?}: {name}"),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Trails alone: what they find is judged, and what ends is not found.
#[test]
fn trails_alone_find_the_numbers() {
    let mut wrong = Vec::new();
    for (name, truth, by, rules) in SYSTEMS {
        let text = text(rules);
        let system = koat::read(&text).expect("a system");
        let mut options = Options::default();
        options.budget.timeout = Some(Duration::from_secs(10));
        let t = prove(&system, &options, &mut |_, _| {});
        let lasso = Search::new(&system, &t, &options).trails();
        println!("{}: {name}", lasso.is_some());
        let Some(lasso) = lasso else {
            if *by == By::Trails {
                wrong.push(format!("{name}: not found"));
            }
            continue;
        };
        let claim = nontermination_claim(&system, &lasso, false);
        let certificate = together(&system, &[claim.expect("it was proved")]);
        let judged = ep_judge::check(&certificate, Some(&text));
        if *truth != Said::Diverges || judged.is_err() {
            wrong.push(format!("{name}: found, {judged:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A stem with one round more or less of one of its loops is refused.
#[test]
fn other_numbers_of_rounds_are_refused() {
    let exact = [
        "an exact number of rounds",
        "two rounds at a time from an even number",
        "steps of seven to the place",
        "a loop inside, empty at first",
    ];
    let mut changed = 0;
    for (name, _, _, rules) in SYSTEMS.iter().filter(|s| exact.contains(&s.0)) {
        let text = text(rules);
        let system = koat::read(&text).expect("a system");
        let options = Options::default();
        let t = prove(&system, &options, &mut |_, _| {});
        let lasso = Search::new(&system, &t, &options).trails();
        let lasso = lasso.expect("it is found");
        let claim = nontermination_claim(&system, &lasso, false);
        let certificate = together(&system, &[claim.expect("it was proved")]);
        assert!(ep_judge::check(&certificate, Some(&text)).is_ok(), "{name}");
        for (place, word) in certificate.match_indices("(times ") {
            let (before, behind) = certificate.split_at(place + word.len());
            let digits = behind.find(' ').expect("a step");
            let n: u64 = behind[..digits].parse().expect("a number");
            for other in [n - 1, n + 1] {
                let damaged = format!("{before}{other}{}", &behind[digits..]);
                let judged = ep_judge::check(&damaged, Some(&text));
                assert!(judged.is_err(), "{name}: {n} and {other}");
                changed += 1;
            }
        }
    }
    assert!(changed >= 8, "{changed}");
}
