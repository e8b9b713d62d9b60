//! Loops that need closed forms and values in a circle: bounded ones, and small
//! changes that have runs of any cost; random ones. What is found is judged and
//! tried out.

use crate::{ask_within, Said};
use ep_its::options::{Goals, Options};

/// What is true of the cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cost {
    /// It has a bound, and that is found.
    Found,
    /// It has a bound.
    Bounded,
    /// It has none.
    Endless,
}

const SYSTEMS: &[(&str, Cost, &str)] = {
    use Cost::{Bounded, Endless, Found};
    &[
        ("doubles up to a bound", Found, "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(2*x, y) :|: x < y"),
        ("doubles nothing", Endless, "f(x, y) -> g(x, y) :|: x >= 0\n g(x, y) -> g(2*x, y) :|: x < y"),
        ("the larger base wins", Found, "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(3*x, 2*y) :|: x < y"),
        ("the larger base is on the other side", Endless, "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(2*x, 3*y) :|: x < y"),
        ("alike bases", Endless, "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(2*x, 2*y) :|: x < y"),
        ("close bases", Found, "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(8*x, 7*y) :|: x < y"),
        ("a square of a smaller base", Found, "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(5*x, 2*y) :|: x < y*y"),
        ("a square of a smaller base, and what only products keep above 0", Bounded, "f(x, y, z) -> g(x, y, z) :|: x > 0\n g(x, y, z) -> g(5*x + z*z, 2*y, z) :|: x < y*y"),
        ("a square of a larger base", Endless, "f(x, y, z) -> g(x, y, z) :|: x > 0\n g(x, y, z) -> g(3*x + z*z, 2*y, z) :|: x < y*y"),
        ("either sign", Found, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(0 - 2*x, 3*y - 2*z*z, z) :|: x*x + z < y && x != 0"),
        ("either sign, and zero", Endless, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(0 - 2*x, 3*y - 2*z*z, z) :|: x*x + z < y"),
        ("turns its sign", Endless, "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(0 - 2*x, 3*y) :|: x < y"),
        ("two guards of one update", Found, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(2*x, 3*y, 4*z) :|: z < x && z > 0\n g(x, y, z) -> g(2*x, 3*y, 4*z) :|: z < y && z > 0"),
        ("two guards, one of which stays", Endless, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(2*x, 3*y, 4*z) :|: z < x && z > 0\n g(x, y, z) -> g(2*x, 3*y, 4*z) :|: z > y && z > 0"),
        ("two updates", Bounded, "f(x, y) -> g(x, y)\n g(x, y) -> g(2*x, 3*y) :|: y < x && y > 0\n g(x, y) -> g(2*x, 4*y) :|: y < x && y > 0"),
        ("powers of the round", Found, "f(x, y, z) -> g(x, y, z) :|: z < 0\n g(x, y, z) -> g(x + y*y*z, y - 2*z*z, z) :|: x + y*y > 0 && x > 0"),
        ("entered again, larger each time", Found, "f(x, y, z) -> g(1, y, z)\n g(x, y, z) -> g(2*x, y, z) :|: x < y && x > 0\n g(x, y, z) -> g(1, y + z, z - 1) :|: z > 0"),
        ("entered again for nothing", Endless, "f(x, y, z) -> g(1, y, z)\n g(x, y, z) -> g(2*x, y, z) :|: x < y && x > 0\n g(x, y, z) -> g(1, y, z) :|: z > 0"),
        ("another loop takes it back", Endless, "f(x, y, z) -> g(x, y, z) :|: x > 0\n g(x, y, z) -> g(2*x, y, z) :|: x < y && x > 0\n g(x, y, z) -> g(1, y, z) :|: x > 7"),
        ("what a power made is counted down", Found, "f(x, y, z) -> g(x, y, 1) :|: x > 0\n g(x, y, z) -> g(2*x, y, 3*z) :|: x < y\n g(x, y, z) -> h(x, y, z)\n h(x, y, z) -> h(x, y, z - 1) :|: z > 0"),
        ("change places, then count", Found, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(y, x, z - 1) :|: z > 0\n g(x, y, z) -> h(x, y, z)\n h(x, y, z) -> h(x - 1, y, z) :|: x > 0"),
        ("change places and signs, then count", Found, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(0 - y, x, z - 1) :|: z > 0\n g(x, y, z) -> h(x, y, z)\n h(x, y, z) -> h(x - 1, y, z) :|: x > 0"),
        ("change places and grow", Found, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(y + 3, x - 1, z - 1) :|: z > 0\n g(x, y, z) -> h(x, y, z)\n h(x, y, z) -> h(x - 1, y, z) :|: x > 0"),
        ("what changes places less what falls, term by term", Found, "f(x, y, z, t) -> g(x, y, z, t)\n g(x, y, z, t) -> g(y, x, z - 1, t - 1) :|: t > 0\n g(x, y, z, t) -> h(x, y, z, t)\n h(x, y, z, t) -> h(x - 1, y, z, t) :|: x > z"),
        ("the sum of two", Found, "f(x, y, z) -> g(0, 1, z)\n g(x, y, z) -> g(y, x + y, z - 1) :|: z > 0\n g(x, y, z) -> h(x, y, z)\n h(x, y, z) -> h(x, y - 1, z) :|: y > 0"),
        ("the sum of two without an end", Endless, "f(x, y, z) -> g(0, 1, z)\n g(x, y, z) -> g(y, x + y, z) :|: z > 0\n g(x, y, z) -> h(x, y, z)\n h(x, y, z) -> h(x, y - 1, z) :|: y > 0"),
        ("a circle of three and a reset", Found, "f(x, y, z, t) -> g(x, y, x, t)\n g(x, y, z, t) -> g(y, z, x + 1, t - 1) :|: t > 0\n g(x, y, z, t) -> g(7, z, y, t - 1) :|: t > 3\n g(x, y, z, t) -> h(x, y, z, t)\n h(x, y, z, t) -> h(x, y - 1, z, t) :|: y > 0"),
        ("a square that is added up", Found, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(x - 1, y + z*z, z) :|: x > 0\n g(x, y, z) -> h(x, y, z)\n h(x, y, z) -> h(x, y - 1, z) :|: y > 0"),
        ("a sum that doubles, while its parts are squared", Found, "f(x, y, z) -> g(x, y, z) :|: z > 0\n g(x, y, z) -> g(2*x*x + 2*x, 2*y - x*x, 4*z) :|: z < x + 2*y"),
        ("a sum that doubles beside what doubles", Endless, "f(x, y, z) -> g(x, y, z) :|: z > 0\n g(x, y, z) -> g(2*x*x + 2*x, 2*y - x*x, 2*z) :|: z < x + 2*y"),
        ("a sum that doubles, and nothing above 0", Endless, "f(x, y, z) -> g(x, y, z) :|: z >= 0\n g(x, y, z) -> g(2*x*x + 2*x, 2*y - x*x, 4*z) :|: z < x + 2*y"),
        ("another sum than the one that doubles", Endless, "f(x, y, z) -> g(x, y, z) :|: z > 0\n g(x, y, z) -> g(2*x*x + 2*x, 2*y - x*x, 4*z) :|: z < x + y + 7*x*x"),
        ("one sum, two updates", Found, "f(x, y, z) -> g(x, y, z) :|: z > 0\n g(x, y, z) -> g(2*x + 1, 2*y - 1, 4*z) :|: z < x + y\n g(x, y, z) -> g(2*x, 2*y, 4*z) :|: z < x + y"),
        ("one sum, and an update that keeps up", Endless, "f(x, y, z) -> g(x, y, z) :|: z > 0\n g(x, y, z) -> g(2*x + 1, 2*y - 1, 4*z) :|: z < x + y\n g(x, y, z) -> g(4*x, 4*y, 4*z) :|: z < x + y"),
        ("a number that is chosen in each round", Endless, "f(x, y, z) -> g(x, y, z) :|: z > 0\n g(x, y, z) -> g(2*x + t, 2*y - x, 4*z) :|: z < x + y"),
        ("chosen in each round, and taken back", Found, "f(x, y, z) -> g(x, y, z) :|: z > 0\n g(x, y, z) -> g(2*x + t, 2*y - t, 4*z) :|: z < x + y"),
        ("a smaller base below 0", Found, "f(x, y) -> g(x, y) :|: y > 0\n g(x, y) -> g(0 - 2*x, 3*y) :|: y < x"),
        ("a base below 0 that is as large, squared", Endless, "f(x, y) -> g(x, y) :|: y > 0\n g(x, y) -> g(0 - 3*x, 3*y) :|: y*y < x*x"),
        ("a base below 0 and its own square", Endless, "f(x, y) -> g(x, y) :|: y > 0\n g(x, y) -> g(0 - 2*x, 3*y) :|: y + x < 4*x*x*x*x"),
        ("nothing left after a round", Bounded, "f(x, y, z) -> g(x, y, z) :|: z > 0\n g(x, y, z) -> g(y, 0, 2*z) :|: z < x"),
        ("a square of either sign", Found, "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(x - 1, y - z*x, z) :|: x > 0\n g(x, y, z) -> h(x, y, z)\n h(x, y, z) -> h(x, y - 1, z) :|: y > 0"),
    ]
};

fn text(rules: &str) -> String {
    format!(
        "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES\n {rules}\n)\n"
    )
}

fn bounded(rules: &str, seconds: u64) -> Result<bool, String> {
    let (_, certificate) = ask_within(&text(rules), Goals::UPPER, seconds)?;
    Ok(certificate.is_some_and(|c| c.contains("(claim upper")))
}

#[test]
fn no_bound_is_wrong() {
    let mut wrong = Vec::new();
    for (name, truth, rules) in SYSTEMS {
        // What is to be found is waited for on a busy machine too.
        let seconds = if *truth == Cost::Found { 60 } else { 4 };
        match (bounded(rules, seconds), truth) {
            (Ok(true), Cost::Endless) => wrong.push(format!("{name}: a bound")),
            (Ok(false), Cost::Found) => wrong.push(format!("{name}: no bound")),
            (Ok(_), _) => {}
            (Err(e), _) => wrong.push(format!("{name}: {e}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Steps are without choice here, so what has runs of any cost has one without an
/// end, and the others end. Nothing is said the wrong way round, and what needs
/// closed forms to be bounded needs them to end.
#[test]
fn what_is_bounded_ends() {
    let (mut wrong, mut by_forms) = (Vec::new(), 0);
    for (name, truth, rules) in SYSTEMS {
        match ask_within(&text(rules), Goals::TERMINATION, 10) {
            Err(e) => wrong.push(format!("{name}: {e}")),
            Ok((Said::Ends, _)) if *truth == Cost::Endless => wrong.push(format!("{name}: ends")),
            Ok((Said::Diverges, _)) if *truth != Cost::Endless => {
                wrong.push(format!("{name}: does not end"));
            }
            Ok((Said::Ends, Some(c))) => by_forms += u32::from(c.contains("(closed ")),
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(by_forms >= 6, "{by_forms}");
}

/// Loops with one triangular update and guards of degree up to 2, and circles.
fn random(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut below = |n: u64| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n) as usize
    };
    let factor = ["2", "3", "1", "0 - 2", "4"];
    let fixed = ["0", "z", "z*z", "1", "0 - z", "2*z*z - 1"];
    let forms = [
        "x", "y", "y*y", "x*y", "z", "x + z", "y - 3", "x + y", "x + 2*y",
    ];
    let enter = [
        "x > 0",
        "x >= 0",
        "y > 0",
        "z < 0",
        "x > 0 && y > 0",
        "x > z",
    ];
    let (a, b) = (factor[below(5)], factor[below(5)]);
    let (c, d) = (fixed[below(6)], fixed[below(6)]);
    let update = match below(4) {
        // A sum has a form, and its parts have none.
        3 => {
            let k = 1 + below(2);
            format!("{a}*x + {k}*(x*x + {c}), {a}*y - x*x - {c}, {b}*z, t")
        }
        0 => format!("y + {c}, x + {d}, z, t - 1"),
        1 => format!("{a}*x + {c}, {b}*y + {d}, z, t - 1"),
        _ => format!("{a}*x + {c}, {b}*y + {d}, z, t"),
    };
    let mut rules = format!("f(x, y, z, t) -> g(x, y, z, t) :|: {}", enter[below(6)]);
    let left = if update.ends_with('1') {
        "t > 0"
    } else {
        "x != 0"
    };
    for _ in 0..=below(2) {
        let (p, q) = (forms[below(9)], forms[below(9)]);
        rules += &format!("\n g(x, y, z, t) -> g({update}) :|: {p} < {q} && {left}");
    }
    rules += "\n g(x, y, z, t) -> h(x, y, z, t)\n h(x, y, z, t) -> h(x, y - 1, z, t) :|: y > 0";
    rules
}

#[test]
fn random_closed_forms_are_judged_and_true() {
    let cases = std::env::var("EVERYPATH_CASES").ok();
    let cases = cases.and_then(|v| v.parse().ok()).unwrap_or(20);
    let mut found = 0;
    for seed in 0..cases {
        let rules = random(seed);
        match bounded(&rules, 4) {
            Ok(yes) => found += u64::from(yes),
            Err(e) => panic!("seed {seed}: {e}\n{rules}"),
        }
    }
    println!("{found} of {cases} bounded");
    assert!(found * 4 > cases, "{found} of {cases}");
}

/// What a bound counts ends, also where it is told in no other way: the measures are
/// taken away, and the counts alone are the proof.
#[test]
fn counts_alone_are_a_proof() {
    let (mut proofs, mut none) = (0, 0);
    for (name, truth, rules) in SYSTEMS {
        let text = text(rules);
        let system = ep_its::format::koat::read(&text).expect("a system");
        let mut options = Options::default();
        options.budget.timeout = Some(std::time::Duration::from_secs(20));
        let mut t = ep_its::termination::prove(&system, &options, &mut |_, _| {});
        t.rankings.clear();
        t.open = ep_its::termination::components(&t.work, &ep_its::termination::edges(&t.work));
        let Some(counted) = ep_its::termination::counted(&t) else {
            none += 1;
            continue;
        };
        assert_ne!(*truth, Cost::Endless, "{name}");
        let certificate = ep_its::certificate::termination(&counted);
        assert!(certificate.contains("(counted"), "{name}");
        let verdict = ep_judge::check(&certificate, Some(&text));
        assert!(verdict.is_ok(), "{name}: {verdict:?}\n{certificate}");
        proofs += 1;
    }
    // Without measures only closed forms and what falls in the whole part count.
    assert!(proofs >= 8 && none >= 8, "{proofs} {none}");
}
