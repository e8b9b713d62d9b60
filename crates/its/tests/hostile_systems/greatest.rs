//! Loops in which the greatest of several values falls and no linear measure does, and
//! small changes of them that do not end; measures for what others leave uncounted.
//! What is found is judged and tried out.

use crate::ask_within;
use ep_its::options::Goals;

/// Whether there is a bound.
const SYSTEMS: &[(&str, bool, &str)] = &[
    ("one of two places", true, "g(x, y, z) -> g(x - 1, x, z) :|: x > 0 && y > 0\n g(x, y, z) -> g(y - 2, x + 1, z) :|: x > 0 && y > 0"),
    ("one of two places, one step too slow", false, "g(x, y, z) -> g(x - 1, x, z) :|: x > 0 && y > 0\n g(x, y, z) -> g(y - 1, x + 1, z) :|: x > 0 && y > 0"),
    ("back and forth", false, "g(x, y, z) -> g(x - 1, x + 1, z) :|: x > 0 && y > 0\n g(x, y, z) -> g(y - 1, x, z) :|: x > 0 && y > 0"),
    ("three places", true, "g(x, y, z) -> g(x - 1, x - 1, y - 1) :|: x > 0 && y > 0 && z > 0\n g(x, y, z) -> g(y - 1, z - 1, y - 1) :|: x > 0 && y > 0 && z > 0"),
    ("three places, one of which stays", false, "g(x, y, z) -> g(x - 1, x - 1, z) :|: x > 0 && z > 0\n g(x, y, z) -> g(z, y, z) :|: y > 0 && z > 0 && x <= y"),
    ("entered again", true, "g(x, y, z) -> g(x - 1, x, z) :|: x > 0 && y > 0\n g(x, y, z) -> g(y - 2, x + 1, z) :|: x > 0 && y > 0\n g(x, y, z) -> g(z, z, z - 1) :|: z > 0"),
    ("entered again without an end", false, "g(x, y, z) -> g(x - 1, x, z) :|: x > 0 && y > 0\n g(x, y, z) -> g(y - 2, x + 1, z) :|: x > 0 && y > 0\n g(x, y, z) -> g(z, z, z) :|: z > 0"),
    ("chosen below the other", true, "g(x, y, z) -> g(y - 1, t, z) :|: x > 0 && y > 0 && t < x\n g(x, y, z) -> g(t, x - 1, z) :|: x > 0 && y > 0 && t < y"),
    ("chosen up to the other", false, "g(x, y, z) -> g(y, t, z) :|: x > 0 && y > 0 && t <= x\n g(x, y, z) -> g(t, x - 1, z) :|: x > 0 && y > 0 && t < y"),
    // Any number up to z + t: z falls, and the next number is below the last one and z.
    ("up to a number, which is chosen anew", true, "g(x, y, z, t) -> h(u, y, z - 1, x) :|: x >= y\n h(x, y, z, t) -> h(x, y + 1, z, t) :|: x >= y && x <= z + t\n h(x, y, z, t) -> h(u, y, z - 1, x) :|: x >= y && x <= z + t"),
    ("up to a number, which is chosen anew for ever", false, "g(x, y, z, t) -> h(u, y, z, x) :|: x >= y\n h(x, y, z, t) -> h(x, y + 1, z, t) :|: x >= y && x <= z + t\n h(x, y, z, t) -> h(u, y, z, x) :|: x >= y && x <= z + t"),
];

fn bounded(rules: &str, seconds: u64) -> Result<bool, String> {
    // All places have the same variables.
    let own = match rules.contains("h(") {
        true => "x, y, z, t",
        false => "x, y, z",
    };
    let text = format!(
        "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t u)\n(RULES\n f({own}) -> g({own})\n {rules}\n)\n"
    );
    let (_, certificate) = ask_within(&text, Goals::UPPER, seconds)?;
    Ok(certificate.is_some_and(|c| c.contains("(claim upper")))
}

#[test]
fn what_falls_in_turns_is_bounded() {
    let mut wrong = Vec::new();
    for (name, truth, rules) in SYSTEMS {
        match bounded(rules, if *truth { 60 } else { 4 }) {
            Ok(told) if told == *truth => {}
            Ok(told) => wrong.push(format!("{name}: {told}")),
            Err(e) => wrong.push(format!("{name}: {e}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn random(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut below = |n: usize| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    };
    let guards = [
        "x > 0 && y > 0",
        "x > 0",
        "y > 1 && x > 0",
        "x + y > 2 && y > 0",
    ];
    let to = ["x - 1", "y - 1", "x", "y - 2", "x + 1", "y", "x - 2", "t"];
    let mut rules = String::new();
    for _ in 0..2 + below(2) {
        let (a, b) = (to[below(8)], to[below(8)]);
        let limit = if [a, b].contains(&"t") {
            [" && t < x", " && t <= y", " && t < y"][below(3)]
        } else {
            ""
        };
        let guard = guards[below(4)];
        rules += &format!("\n g(x, y, z) -> g({a}, {b}, z) :|: {guard}{limit}");
    }
    if below(2) == 0 {
        rules += "\n g(x, y, z) -> g(z, z + 1, z - 1) :|: z > 0";
    }
    rules
}

#[test]
fn random_turns_are_judged_and_true() {
    let cases = std::env::var("EVERYPATH_CASES").ok();
    let cases = cases.and_then(|v| v.parse().ok()).unwrap_or(30);
    let (mut found, mut by_most) = (0, 0);
    for seed in 0..cases {
        let rules = random(seed);
        let text = format!(
            "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES\n f(x, y, z) -> g(x, y, z)\n {rules}\n)\n"
        );
        match ask_within(&text, Goals::UPPER, 4) {
            Ok((_, Some(c))) if c.contains("(claim upper") => {
                found += 1;
                by_most += u64::from(c.contains("(most "));
            }
            Ok(_) => {}
            Err(e) => panic!("seed {seed}: {e}\n{rules}"),
        }
    }
    println!("{found} of {cases} bounded, {by_most} by the greatest");
    assert!(found * 8 > cases, "{found} of {cases}");
    assert!(by_most * 60 >= cases, "{by_most} of {cases}");
}
