//! Geometric arguments: a point and rays along which a cycle leads away from it.
//! Half of the systems run for ever over the rationals or the reals, or nearly do,
//! and end over the integers; beside most of them stands one that differs by one
//! number and does not end. A lasso that is told for what ends is the worst that can
//! happen.

use crate::oracle::{refute, S};
use crate::{ask_within, Said};
use ep_its::format::koat;
use ep_its::nontermination::Search;
use ep_its::options::{Goals, Options};
use ep_its::system::System;
use ep_its::termination::{components, edges, prove};

const SYSTEMS: &[(&str, Said, &str)] = {
    use Said::{Diverges, Ends};
    &[
        // Factors above 1.
        ("the paper's", Diverges, "f(x, y) -> g(x, 1)\n g(x, y) -> g(3*x - 2, 2*y) :|: x + y >= 3"),
        ("the paper's from the other side", Ends, "f(x, y) -> g(x, 1) :|: x < 1\n g(x, y) -> g(3*x - 2, 2*y) :|: x + y >= 3"),
        ("one is faster", Diverges, "f(x, y) -> g(x, x)\n g(x, y) -> g(3*x, 2*y) :|: x >= y"),
        ("one is faster, below zero", Ends, "f(x, y) -> g(x, x) :|: x < 0\n g(x, y) -> g(3*x, 2*y) :|: x >= y"),
        ("a strict guard that is just met", Diverges, "f(x, y) -> g(x, x - 1)\n g(x, y) -> g(2*x, 2*y + 1) :|: x > y"),
        ("a strict guard that is just missed", Ends, "f(x, y) -> g(x, x - 1)\n g(x, y) -> g(2*x, 2*y + 2) :|: x > y"),
        ("a factor of seven", Diverges, "f(x, y) -> f(7*x - y, y) :|: x > y && y > 0"),
        ("changes its sign", Ends, "f(x, y) -> f(-2*x, y) :|: x > 0"),
        ("changes its sign inside of a cone", Diverges, "f(x, y) -> f(-2*x, 2*y) :|: y >= x && y + x >= 0 && x != 0"),
        ("changes its sign and grows out of the cone", Ends, "f(x, y) -> f(-3*x, 2*y) :|: y >= x && y + x >= 0 && x != 0"),
        // Nilpotent parts.
        ("grows by what grows", Diverges, "f(x, y) -> f(x + y, y + 1) :|: x > 0"),
        ("grows by what falls", Ends, "f(x, y) -> f(x + y, y - 1) :|: x > 0"),
        ("grows by what grows by what grows", Diverges, "f(x, y, z) -> f(x + y, y + z, z + 1) :|: x > 0"),
        ("grows by what grows by what falls", Ends, "f(x, y, z) -> f(x + y, y + z, z - 1) :|: x > 0"),
        ("dips, and is caught", Diverges, "f(x, y) -> g(9, -3)\n g(x, y) -> g(x + y, y + 1) :|: x > 0"),
        ("dips, and is not caught", Ends, "f(x, y) -> g(5, -3)\n g(x, y) -> g(x + y, y + 1) :|: x > 0"),
        ("is added to what doubles", Diverges, "f(x, y) -> f(2*x + y, 2*y) :|: x > 3 && y > 0"),
        ("is taken from what doubles", Ends, "f(x, y) -> f(2*x - y, 2*y) :|: x > 3 && y > 0"),
        ("a ray leads out of one relation", Ends, "f(x, y) -> f(2*x, y - x) :|: x > 0 && y > 0"),
        ("the first round is another one", Diverges, "f(x, y, z) -> g(x, 0, z) :|: x > 0\n g(x, y, z) -> g(x + y, x, z) :|: x > y && z > 0\n g(x, y, z) -> g(x + 1, x, z) :|: x > y && z < 0"),
        // Factors that are no natural numbers.
        ("halves", Ends, "f(x, y) -> f(t, y) :|: 2*t = x && x > 0"),
        ("halves up to one", Ends, "f(x, y) -> f(t, y) :|: x > 0 && 2*t <= x && 2*t >= x - 1"),
        ("halves, rounded up", Diverges, "f(x, y) -> f(t, y) :|: x > 0 && 2*t <= x + 1 && 2*t >= x"),
        ("three halves", Ends, "f(x, y) -> f(3*t, y) :|: 2*t = x && x > 0"),
        ("three halves of nothing", Diverges, "f(x, y) -> f(3*t, y) :|: 2*t = x && x >= 0"),
        ("four halves", Diverges, "f(x, y) -> f(4*t, y) :|: 2*t = x && x > 0"),
        ("four halves and one", Ends, "f(x, y) -> f(4*t + 1, y) :|: 2*t = x && x > 0"),
        ("four thirds", Ends, "f(x, y) -> f(4*t, y) :|: 3*t = x && x != 0"),
        ("five thirds in two variables", Ends, "f(x, y) -> f(x + t, y + t) :|: 3*t = x + y && x > 0 && y > 0"),
        ("two in two variables", Diverges, "f(x, y) -> f(x + t, y + t) :|: 2*t = x + y && x > 0 && y > x"),
        ("the golden ratio", Ends, "f(x, y) -> f(y, x - y) :|: x > 0 && y > 0"),
        ("the golden ratio upwards", Diverges, "f(x, y) -> f(y, x + y) :|: x > 0 && y > 0"),
        ("the golden ratio up to a bound", Ends, "f(x, y) -> f(y, x + y) :|: x > 0 && y > 0 && x < 99"),
        ("the root of two", Ends, "f(x, y) -> f(2*y - x, x - y) :|: x > 0 && y > 0 && x > y"),
        // Points and rays that are no integers.
        ("a point between integers", Ends, "f(x, y) -> f(x, y + 1) :|: 2*x = 1"),
        ("a point between integers in two variables", Ends, "f(x, y) -> f(x + 1, y + 1) :|: 2*x - 2*y >= 1 && 2*x - 2*y <= 1"),
        ("steps between integers", Ends, "f(x, y) -> f(x + t, y + 1) :|: 2*t = 1 && x > 0"),
        ("a value between neighbours", Ends, "f(x, y) -> f(t, y + 1) :|: 2*t > 2*x && 2*t < 2*x + 2 && x > 0"),
        ("a value between other neighbours", Diverges, "f(x, y) -> f(t, y + 1) :|: 2*t > 2*x && 2*t <= 2*x + 2 && x > 0"),
        ("the fixed point is a half", Ends, "f(x, y) -> f(1 - x, y) :|: 3*x > 0 && 3*x < 3"),
        ("a grid without the point", Ends, "f(x, y) -> g(2*x, 2*y + 1)\n g(x, y) -> g(x + 2, y + 2) :|: x = y"),
        ("a grid with the point", Diverges, "f(x, y) -> g(2*x, 2*y + 2)\n g(x, y) -> g(x + 2, y + 2) :|: x = y"),
        ("a coarse grid", Ends, "f(x, y) -> g(6*x, 10*y + 1)\n g(x, y) -> g(3*x, 3*y) :|: x = y"),
        // Temporaries that need a name.
        ("odd stays odd", Diverges, "f(x, y) -> g(2*x + 1, y)\n g(x, y) -> g(2*t + 3, y) :|: 2*t + 1 = x && x > 0"),
        ("odd becomes even", Ends, "f(x, y) -> g(2*x + 1, y)\n g(x, y) -> g(2*t + 4, y) :|: 2*t + 1 = x && x > 0"),
        ("a half is handed on", Diverges, "f(x, y) -> g(x, t) :|: 2*t = x && x > 0\n g(x, y) -> f(2*y + 2, y)"),
        ("a half is handed on with one", Ends, "f(x, y) -> g(x, t) :|: 2*t = x && x > 0\n g(x, y) -> f(2*y + 1, y)"),
        ("a third that grows by one", Diverges, "f(x, y) -> f(x + 3, y + t) :|: 3*t = x && x > 0 && y > 0"),
        ("a third that grows by a third", Ends, "f(x, y) -> f(x + 1, y + t) :|: 3*t = x && x > 0 && y > 0"),
        ("two temporaries with one sum", Diverges, "f(x, y) -> f(2*t + 6, y) :|: 2*t = x && 3*z = y + t && x > 0 && y = 0"),
        ("two temporaries with another sum", Ends, "f(x, y) -> f(2*t + 4, y) :|: 2*t = x && 3*z = y + t && x > 0 && y = 0"),
        ("between three and four times", Diverges, "f(x, y) -> f(t, y) :|: 3*x <= t && t <= 4*x && x > 0"),
        ("between three and four times, shrinking", Ends, "f(x, y) -> f(t, y) :|: 3*t <= x && 4*t >= x - 3 && x > 0"),
        // What stands around.
        ("a second call", Diverges, "f(x, y) -> Com_2(f(2*x + y, 2*y), h(x, y)) :|: x > 0 && y > 0"),
        ("a second call, up to a bound", Ends, "f(x, y) -> Com_2(f(2*x + y, 2*y), h(x, y)) :|: x > 0 && y > 0 && x < 99"),
        ("costs less in each round", Diverges, "f(x, y) -{y}> f(x + 1, y - 1) :|: x > y"),
        ("no stem has the point", Ends, "f(x, y) -> g(x, -1)\n g(x, y) -> g(x + y, 2*y) :|: x > 0"),
        ("a variable that no guard asks for", Diverges, "f(x, y, z) -> f(4*t, y, z*z*z + x) :|: 2*t = x && x > 0"),
        ("a variable that is asked for later", Ends, "f(x, y, z) -> f(4*t, z, -x) :|: 2*t = x && x > 0 && y >= 0"),
        // Cycles that runs with numbers repeat.
        ("dips for long, and is caught", Diverges, "f(x, y) -> g(1300, -50)\n g(x, y) -> g(x + y, y + 1) :|: x > 0"),
        ("dips for long, and is not caught", Ends, "f(x, y) -> g(1200, -50)\n g(x, y) -> g(x + y, y + 1) :|: x > 0"),
        ("six in turn, upwards", Diverges, "f(x, y) -> g(x, 0) :|: x > 9\n g(x, y) -> g(x - 1, 1) :|: y = 0 && x > 0\n g(x, y) -> g(x - 1, 2) :|: y = 1 && x > 0\n g(x, y) -> g(x - 1, 3) :|: y = 2 && x > 0\n g(x, y) -> g(x + 1, 4) :|: y = 3 && x > 0\n g(x, y) -> g(x + 1, 5) :|: y = 4 && x > 0\n g(x, y) -> g(x + 2, 0) :|: y = 5 && x > 0"),
        ("six in turn, downwards", Ends, "f(x, y) -> g(x, 0) :|: x > 9\n g(x, y) -> g(x - 1, 1) :|: y = 0 && x > 0\n g(x, y) -> g(x - 1, 2) :|: y = 1 && x > 0\n g(x, y) -> g(x - 1, 3) :|: y = 2 && x > 0\n g(x, y) -> g(x + 1, 4) :|: y = 3 && x > 0\n g(x, y) -> g(x + 1, 5) :|: y = 4 && x > 0\n g(x, y) -> g(x, 0) :|: y = 5 && x > 0"),
        ("six in turn, up to a bound", Ends, "f(x, y) -> g(x, 0) :|: x > 9\n g(x, y) -> g(x - 1, 1) :|: y = 0 && x > 0 && x < 99\n g(x, y) -> g(x - 1, 2) :|: y = 1 && x > 0\n g(x, y) -> g(x - 1, 3) :|: y = 2 && x > 0\n g(x, y) -> g(x + 1, 4) :|: y = 3 && x > 0\n g(x, y) -> g(x + 1, 5) :|: y = 4 && x > 0\n g(x, y) -> g(x + 2, 0) :|: y = 5 && x > 0"),
        ("six in turn, doubled", Diverges, "f(x, y) -> g(x, 0) :|: x > 9\n g(x, y) -> g(x - 1, 1) :|: y = 0 && x > 0\n g(x, y) -> g(x - 1, 2) :|: y = 1 && x > 0\n g(x, y) -> g(x - 1, 3) :|: y = 2 && x > 0\n g(x, y) -> g(x + 1, 4) :|: y = 3 && x > 0\n g(x, y) -> g(x + 1, 5) :|: y = 4 && x > 0\n g(x, y) -> g(2*x, 0) :|: y = 5 && x > 0"),
        ("six in turn, halved", Ends, "f(x, y) -> g(x, 0) :|: x > 9\n g(x, y) -> g(x - 1, 1) :|: y = 0 && x > 0\n g(x, y) -> g(x - 1, 2) :|: y = 1 && x > 0\n g(x, y) -> g(x - 1, 3) :|: y = 2 && x > 0\n g(x, y) -> g(x + 1, 4) :|: y = 3 && x > 0\n g(x, y) -> g(x + 1, 5) :|: y = 4 && x > 0\n g(x, y) -> g(t, 0) :|: y = 5 && x > 0 && 2*t = x + 1"),
        // Products in sets that are kept.
        ("a factorial that has passed its end", Diverges, "f(x, y, z) -> f(x, y + 1, y*z) :|: z > x && y > 0 && z > 0"),
        ("a factorial before its end", Ends, "f(x, y, z) -> f(x, y + 1, y*z) :|: z < x && y > 1 && z > 0"),
        ("a factorial that may pass its end", Diverges, "f(x, y, z) -> g(x, 1, 1)\n g(x, y, z) -> g(x, y + 1, y*z) :|: z < x && y > 0 && z > 0\n g(x, y, z) -> g(x, y + 1, y*z) :|: z > x && y > 0 && z > 0"),
        ("a square", Diverges, "f(x, y) -> f(x*x, y) :|: x > 1"),
        ("a square of what is below zero", Ends, "f(x, y) -> f(x*x, y) :|: x < 0"),
        ("a square, taken away", Ends, "f(x, y) -> f(x - x*x, y) :|: x > 1"),
        ("a product by one at least", Diverges, "f(x, y) -> f(x*y, y) :|: x > 0 && y > 0"),
        ("a product by nothing at most", Ends, "f(x, y) -> f(x*y, y) :|: x > 0 && y < 1"),
        ("a product by less than one", Ends, "f(x, y) -> f(x*y - x, y) :|: x > 0 && y < 2"),
        ("a product of two signs", Diverges, "f(x, y) -> f(x*y, y) :|: x < 0 && y > 0"),
        ("a product of one sign", Ends, "f(x, y) -> f(x*y, y) :|: x < 0 && y < 0"),
        ("a product of three", Diverges, "f(x, y, z) -> f(x*y*z, y, z) :|: x > 0 && y > 0 && z > 0"),
        ("a product of three, up to a bound", Ends, "f(x, y, z) -> f(x*y*z, y, z) :|: x > 0 && y > 1 && z > 0 && x < 99"),
    ]
};

/// What needs products of premises, or cycles that were repeated.
const OTHERS: &[&str] = &[
    "dips for long, and is caught",
    "six in turn, upwards",
    "six in turn, doubled",
    "a factorial that has passed its end",
    "a factorial that may pass its end",
    "a square",
    "a product by one at least",
    "a product of two signs",
    "a product of three",
];

/// What rays alone find.
const FOUND: &[&str] = &[
    "the paper's",
    "one is faster",
    "a strict guard that is just met",
    "a factor of seven",
    "changes its sign inside of a cone",
    "grows by what grows",
    "grows by what grows by what grows",
    "is added to what doubles",
    "four halves",
    "two in two variables",
    "the golden ratio upwards",
    "a grid with the point",
    "odd stays odd",
    "a half is handed on",
    "a third that grows by one",
    "two temporaries with one sum",
    "between three and four times",
    "a second call",
    "a variable that no guard asks for",
];

fn text(rules: &str) -> String {
    format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES\n {rules}\n)\n")
}

#[test]
fn no_answer_is_wrong() {
    let mut wrong = Vec::new();
    let mut open = Vec::new();
    for (name, truth, rules) in SYSTEMS {
        match ask_within(&text(rules), Goals::ALL, 4) {
            Err(e) => wrong.push(format!("{name}: {e}")),
            Ok((Said::Unknown, _)) => open.push(*name),
            Ok((said, _)) if said != *truth => wrong.push(format!("{name}: {said:?}")),
            Ok(_) => {}
        }
    }
    println!("open: {open:#?}");
    let lost = FOUND
        .iter()
        .chain(OTHERS)
        .filter(|name| open.contains(name));
    wrong.extend(lost.map(|name| format!("{name}: not found")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What rays alone find, with all components left to them.
fn certificate(system: &System) -> Option<String> {
    let options = Options::default();
    let mut t = prove(system, &options, &mut |_, _| {});
    t.rankings.clear();
    t.open = components(&t.work, &edges(&t.work));
    let lasso = Search::new(system, &t, &options).geometric()?;
    let claim = ep_its::certificate::nontermination_claim(system, &lasso, false);
    let claim = claim.expect("a certificate");
    Some(ep_its::certificate::together(system, &[claim]))
}

/// Rays alone, everything else left out: nothing that ends has a lasso, and each
/// lasso has a certificate, which its rays are in.
#[test]
fn rays_alone_are_a_proof() {
    let (mut wrong, mut found) = (Vec::new(), Vec::new());
    for (name, truth, rules) in SYSTEMS {
        let text = text(rules);
        let system = koat::read(&text).expect("a system");
        let Some(certificate) = certificate(&system) else {
            continue;
        };
        if *truth == Said::Ends {
            wrong.push(format!("{name}: does not end\n{certificate}"));
        }
        match ep_judge::check(&certificate, Some(&text)) {
            Ok(_) => found.push(*name),
            Err(e) => wrong.push(format!("{name}: {e}\n{certificate}")),
        }
    }
    println!("found: {found:#?}");
    wrong.extend(
        FOUND
            .iter()
            .filter(|name| !found.contains(name))
            .map(|name| format!("{name}: not found")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A geometric argument with one digit changed is refused, but for what does not
/// matter (the value of a variable that the set does not speak of, say); what is
/// accepted is tried out.
#[test]
fn changed_arguments_are_refused() {
    let (mut tried, mut accepted, mut wrong) = (0, 0, Vec::new());
    for (name, _, rules) in SYSTEMS.iter().filter(|s| FOUND.contains(&s.0)) {
        let system = koat::read(&text(rules)).expect("a system");
        let certificate = certificate(&system).unwrap_or_else(|| panic!("{name}: not found"));
        let claim = certificate.find("(claim").expect("a claim");
        let digits = (certificate.char_indices()).filter(|(i, c)| {
            let before = certificate[..*i].chars().next_back().unwrap_or(' ');
            *i > claim && c.is_ascii_digit() && " (-/".contains(before)
        });
        for (at, digit) in digits.collect::<Vec<_>>() {
            let new = (digit as u8 - b'0' + 1) % 10;
            let changed = format!("{}{new}{}", &certificate[..at], &certificate[at + 1..]);
            tried += 1;
            if ep_judge::check(&changed, None).is_err() {
                continue;
            }
            accepted += 1;
            let forms = S::parse_all(&changed);
            let form = |head: &str| forms.iter().find(|s| s.head() == head).expect("a form");
            if let Err(e) = refute(form("system"), form("claim")) {
                wrong.push(format!("{name}: {e}\n{changed}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(
        tried > 400 && accepted * 10 < tried,
        "{accepted} of {tried}"
    );
}
