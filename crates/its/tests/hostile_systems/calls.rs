//! Systems whose transitions call several times: runs are trees. What is
//! claimed of them is judged, and tried out on all trees from a grid of starts.

use crate::{ask_for, Said};
use ep_its::options::Goals;

const GOALS: Goals = Goals {
    termination: true,
    nontermination: false,
    upper: true,
    lower: false,
};

/// What is known of the cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cost {
    /// There is no bound.
    None,
    /// A polynomial bound is to be found.
    Polynomial,
    /// A bound with a power is to be found.
    Power,
}

fn text(rules: &str) -> String {
    format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR n m k x y t s)\n(RULES\n {rules}\n)\n")
}

/// What is claimed of the cost; a message where anything disagrees.
fn claimed(rules: &str) -> Result<Option<String>, String> {
    let (_, certificate) = ask_for(&text(rules), GOALS)?;
    let from = certificate
        .as_deref()
        .and_then(|c| c.split_once("(claim upper"));
    let bound =
        from.and_then(|(_, c)| Some(c.split_once("(bound ")?.1.lines().next()?.to_string()));
    Ok(bound)
}

const SYSTEMS: &[(&str, Cost, &str)] = {
    use Cost::{None, Polynomial, Power};
    &[
        ("two numbers back", Power, "f(n) -> Com_2(f(n - 1), f(n - 2)) :|: n > 1"),
        ("a split in two", Polynomial, "f(n) -> Com_2(f(k), f(n - k - 1)) :|: n > 0 && 0 <= k && k < n"),
        ("a split in two with leaves", Polynomial, "f(n) -> Com_2(f(k), f(n - k - 1)) :|: n > 0 && 0 <= k && k < n\n f(n) -{3}> Com_0() :|: n <= 0"),
        ("a split in three", Polynomial, "f(n) -> Com_3(f(k), f(m), f(n - k - m - 1)) :|: k >= 0 && m >= 0 && k + m < n"),
        ("a split without loss", Polynomial, "f(n) -> Com_2(f(k), f(n - k)) :|: 0 < k && k < n"),
        ("a split that may be empty", None, "f(n) -> Com_2(f(k), f(n - k)) :|: 0 <= k && k < n"),
        ("a split that gains one", None, "f(n) -> Com_2(f(k), f(n - k + 1)) :|: 0 < k && k < n"),
        ("a part that may be negative", None, "f(n) -> Com_2(f(k), f(n - k - 1)) :|: n > 0 && k < n"),
        ("a debt that pays for a call", None, "f(n) -> Com_2(f(n + 5), f(0 - 100)) :|: n > 0"),
        ("a debt of the other call", None, "f(n) -> Com_2(f(0 - 100), f(n + 5)) :|: n > 0"),
        ("a debt that grows with the call", None, "f(n, m) -> Com_2(f(n + m, m), f(0 - m, m)) :|: n > 0 && m >= 0"),
        ("one call stays", None, "f(n) -> Com_2(f(n - 1), f(n)) :|: n > 0"),
        ("one call of three stays", None, "f(n) -> Com_3(f(n - 1), f(n), f(n - 1)) :|: n > 0"),
        ("on no cycle, and more than once", Polynomial, "f(n) -> Com_2(g(n), g(n))\n g(n) -> Com_2(h(n), h(n))\n h(n) -> Com_3(l(n), l(n), l(n))\n l(n) -{n}> Com_0() :|: n < 9"),
        ("called from a loop", Polynomial, "f(n, x) -> Com_2(f(n - 1, x), g(x, x)) :|: n > 0\n g(x, y) -> g(x - 1, y) :|: x > 0"),
        ("called from a loop with what has grown", Polynomial, "f(n, x) -> Com_2(f(n - 1, x + 1), g(x, n)) :|: n > 0\n g(x, y) -> g(x - 1, y) :|: x > 0"),
        ("called from a tree", Power, "f(n, x) -> Com_3(f(n - 1, x), g(x, n), f(n - 1, x)) :|: n > 0\n g(x, y) -> g(x - 1, y) :|: x > 0"),
        ("a tree from a tree", Power, "f(n, x) -> Com_3(f(n - 1, x), f(n - 1, x), g(x, n)) :|: n > 0\n g(x, n) -> Com_2(g(x - 1, n), g(x - 2, n)) :|: x > 0"),
        ("leaves with loops", Power, "f(n, x) -> Com_2(f(n - 1, x + 1), f(n - 1, x + 2)) :|: n > 0\n f(n, x) -> g(n, x) :|: n <= 0\n g(n, x) -> g(n, x - 1) :|: x > 0"),
        ("costs of what calls", Power, "f(n, x) -{x}> Com_2(f(n - 1, x), f(n - 1, x + 1)) :|: n > 0"),
        ("costs below zero", Power, "f(n) -{0 - 3}> Com_2(f(n - 1), f(n - 1)) :|: n > 0\n f(n) -{5}> Com_0() :|: n <= 0"),
        ("one in turn with the other", Power, "f(n) -> Com_2(g(n - 1), g(n - 1)) :|: n > 0\n g(n) -> f(n)\n g(n) -> Com_2(f(n - 1), h(n)) :|: n > 3\n h(n) -> h(n - 1) :|: n > 0"),
        ("one in turn with the other, and back up", None, "f(n) -> Com_2(g(n - 1), g(n - 1)) :|: n > 0\n g(n) -> f(n + 1) :|: n > 0"),
        ("a single call that grows", None, "f(n) -> Com_2(f(n - 1), f(n - 1)) :|: n > 0\n f(n) -> f(n + 1) :|: n < 10"),
        ("a single call that never grows", Power, "f(n, m) -> Com_2(f(n - 1, m), f(n - 1, m)) :|: n > 0\n f(n, m) -> f(n, m - 1) :|: m > 0"),
        ("a single call that fills what is split", Polynomial, "f(n, m) -> Com_2(f(k, 0), f(n - k, 0)) :|: 0 < k && k < n\n f(n, m) -> f(n + 1, m - 1) :|: m > 0"),
        ("started with a number that nobody bounds", None, "f(n) -> g(t)\n g(n) -> Com_2(g(n - 1), g(n - 1)) :|: n > 0"),
        ("started twice", Power, "f(n, m) -> Com_2(g(n), g(m))\n g(n) -> Com_2(g(n - 1), g(n - 2)) :|: n > 0"),
        ("the start is called", Power, "f(n) -> Com_2(g(n), f(n - 1)) :|: n > 0\n g(n) -> Com_2(f(n - 1), g(n - 1)) :|: n > 0"),
        ("a call that nothing takes up", Polynomial, "f(n) -> Com_2(f(n - 1), z(n)) :|: n > 0"),
        ("many calls, all of them spent", Polynomial, "f(n) -> Com_5(f(0), f(0 - 1), f(n - 1), f(0), f(0 - n)) :|: n > 0"),
        ("a measure of two", Power, "f(n, m) -> Com_2(f(n - 1, t), f(n, m - 1)) :|: n > 0 && m > 0 && t < 3"),
        ("a measure of two, one set to anything", None, "f(n, m) -> Com_2(f(n - 1, t), f(n, m - 1)) :|: n > 0 && m > 0"),
        ("a call that undoes the other's step", None, "f(n, m) -> Com_2(f(n - 1, m), g(n, m)) :|: n > 0\n g(n, m) -> f(n, m - 1) :|: m != 0"),
    ]
};

#[test]
fn trees_of_calls() {
    let mut wrong = Vec::new();
    for (name, cost, rules) in SYSTEMS {
        match claimed(rules) {
            Err(e) => wrong.push(format!("{name}: {e}")),
            Ok(bound) => {
                let found = match &bound {
                    None => Cost::None,
                    Some(b) if b.contains("pow") => Cost::Power,
                    Some(_) => Cost::Polynomial,
                };
                if found != *cost {
                    wrong.push(format!("{name}: {bound:?}, and {cost:?} is right"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Numbers that repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Two locations that call each other and themselves, with parts, loops and
/// costs. Most of them end.
fn system(r: &mut Random) -> String {
    let less = [
        "n - 1, m",
        "n - 1, m",
        "n - 2, m + 1",
        "n - 1, n",
        "t, m",
        "n - t, m",
        "n - t - 1, t",
    ];
    let other = ["n, m - 1", "n - 1, m", "m, n - 1", "n, m", "t, t"];
    let mut rules = String::new();
    for k in 0..2 + r.below(3) {
        let source = if k == 0 { "f" } else { r.of(&["f", "g", "g"]) };
        let calls = [2, 2, 3, 1, 1, 0][r.below(6)];
        let arms: Vec<String> = (0..calls)
            .map(|_| match r.below(5) {
                0 => format!("g({})", r.of(&other)),
                1 if k > 0 => format!("f({})", r.of(&less)),
                _ => format!("{source}({})", r.of(&less)),
            })
            .collect();
        let guard = r.of(&[
            "n > 0 && 0 <= t && t < n",
            "n > 0 && 0 < t && t < n",
            "n > 0 && m > 0 && 0 < t && t < n",
            "n > 1 && t = 1",
            "n > 0 && 0 <= t && t < n",
        ]);
        let cost = r.of(&["->", "->", "-{2}>", "-{m}>", "-{0,n}>"]);
        rules += &format!(
            "{source}(n, m) {cost} Com_{calls}({}) :|: {guard}\n ",
            arms.join(", ")
        );
    }
    rules
}

/// `EVERYPATH_CASES` sets the number of systems.
#[test]
fn bounds_of_random_trees_are_judged_and_true() {
    let wanted = std::env::var("EVERYPATH_CASES").ok();
    let count: u64 = wanted.and_then(|v| v.parse().ok()).unwrap_or(60);
    let (mut ends, mut bounded, mut powers) = (0u64, 0u64, 0u64);
    let mut r = Random(14);
    for _ in 0..count {
        let rules = system(&mut r);
        let (said, certificate) = match ask_for(&text(&rules), GOALS) {
            Ok(answer) => answer,
            Err(e) => panic!("{e}\n{rules}"),
        };
        ends += u64::from(said == Said::Ends);
        if let Some((_, c)) = certificate
            .as_deref()
            .and_then(|c| c.split_once("(claim upper"))
        {
            bounded += 1;
            powers += u64::from(c.contains("(branch "));
        }
    }
    println!("{ends} end, {bounded} have a bound, {powers} of them a power, of {count}");
    assert!(ends * 3 > count && bounded * 4 > count && powers > 0);
}

/// A certificate of a tree with one number made smaller, or one list left out,
/// is refused or still true.
#[test]
fn changed_proofs_of_trees_are_refused_or_true() {
    let (mut refused, mut tried) = (0, 0);
    for (name, cost, rules) in SYSTEMS {
        if !matches!(cost, Cost::Polynomial | Cost::Power) {
            continue;
        }
        let (_, certificate) = ask_for(&text(rules), GOALS).expect("judged before");
        let certificate = certificate.expect("a bound");
        let at = certificate.find("(claim upper").expect("a bound");
        let (head, claim) = certificate.split_at(at);
        let from = claim.find("(bound").unwrap_or(0);
        let places = claim.char_indices().filter(|(i, c)| {
            let number = c.is_ascii_digit() && claim[..*i].ends_with([' ', '(', '-']);
            *i > from
                && (number || claim[*i..].starts_with("(by ") || claim[*i..].starts_with("(entry "))
        });
        let places: Vec<usize> = places.map(|(i, _)| i).collect();
        for i in places.into_iter().step_by(5) {
            let rest = &claim[i..];
            let (gone, new) = match rest.starts_with('(') {
                true => (rest.find(')').unwrap_or(0) + 1, String::new()),
                false => {
                    let digit = rest.as_bytes()[0] - b'0';
                    (1, ((digit + 9) % 10).to_string())
                }
            };
            let mutant = format!("{head}{}{new}{}", &claim[..i], &rest[gone..]);
            if ep_judge::check(&mutant, None).is_err() {
                refused += 1;
                continue;
            }
            let forms = crate::S::parse_all(&mutant);
            let system = forms
                .iter()
                .find(|s| s.head() == "system")
                .expect("a system");
            for claim in forms.iter().filter(|s| s.head() == "claim") {
                if let Err(e) = crate::refute(system, claim) {
                    panic!("{name}: {e}\n{mutant}");
                }
            }
            tried += 1;
        }
    }
    println!("{refused} refused, {tried} still true");
    assert!(refused > 60, "{refused} refused, {tried} accepted");
}
