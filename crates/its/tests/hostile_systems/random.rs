//! Random systems; what is answered is judged and tried out, and certificates
//! with something changed are refused or still true.

use crate::oracle::{refute, S};
use crate::{ask, Said};

/// A linear congruential generator: the same systems on every machine.
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

fn linear(r: &mut Random, names: &[&str]) -> String {
    let c = r.of(&["0", "0", "1", "1", "2", "-1", "-2", "3"]);
    match r.below(6) {
        0 => c.to_string(),
        1 => format!("{} + {} - {c}", r.of(names), r.of(names)),
        2 => format!("{} - {} + {c}", r.of(names), r.of(names)),
        3 => format!("{}*{} + {c}", r.of(&["2", "-1", "3"]), r.of(names)),
        _ => format!("{} + {c}", r.of(names)),
    }
}

fn system(r: &mut Random) -> String {
    let vars = &["x", "y", "z"][..1 + r.below(3)];
    let locs = &["f", "g", "h"][..1 + r.below(3)];
    let mut rules = String::new();
    for k in 0..1 + r.below(4) {
        let mut names = vars.to_vec();
        for t in ["t", "s"] {
            if r.below(4) == 0 {
                names.push(t);
            }
        }
        let mut guard: Vec<String> = Vec::new();
        for _ in 0..r.below(4) {
            let relation = r.of(&[">", ">=", "<", "<=", "=", ">", "!="]);
            guard.push(format!(
                "{} {relation} {}",
                linear(r, &names),
                linear(r, &names)
            ));
        }
        let arm = |r: &mut Random| {
            let values: Vec<String> = (vars.iter())
                .map(|v| match r.below(5) {
                    0 => v.to_string(),
                    1 => format!("{v} - 1"),
                    2 if r.below(5) == 0 => format!("{v}*{}", r.of(&names)),
                    2 => format!("{v} + {}", r.of(&names)),
                    3 => format!(
                        "{v} - {}",
                        r.of(&["1", "2", "y", "t"]).replace(['y', 't'], names[0])
                    ),
                    _ => linear(r, &names),
                })
                .collect();
            format!("{}({})", r.of(locs), values.join(", "))
        };
        let right = match r.below(12) {
            0 => format!("Com_2({}, {})", arm(r), arm(r)),
            1 => "Com_0()".to_string(),
            _ => arm(r),
        };
        let cost = r.of(&["->", "->", "-{2}>", "-{0,1}>"]);
        let guard = if guard.is_empty() {
            "TRUE".to_string()
        } else {
            guard.join(" && ")
        };
        rules += &format!(
            " {}({}) {cost} {right} :|: {guard}\n",
            if k == 0 { "f" } else { r.of(locs) },
            vars.join(", ")
        );
    }
    format!(
        "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t s)\n(RULES\n{rules})\n"
    )
}

#[test]
fn answers_to_random_systems_are_judged_and_true() {
    let mut r = Random(2026);
    let (mut ends, mut diverges) = (0, 0);
    let n = 100;
    for _ in 0..n {
        let text = system(&mut r);
        match ask(&text) {
            Ok((Said::Ends, _)) => ends += 1,
            Ok((Said::Diverges, _)) => diverges += 1,
            Ok((Said::Unknown, _)) => {}
            Err(e) => panic!("{e}\n{text}"),
        }
    }
    println!("{ends} end, {diverges} do not, of {n}");
    assert!(ends > n / 8 && diverges > n / 8);
}

/// One number of a certificate up or down, or one bracket left out. The hash
/// is left as it is, so changes of the system are refused by that alone.
fn mutant(r: &mut Random, certificate: &str) -> String {
    let spaced = certificate.replace('(', " ( ").replace(')', " ) ");
    let mut tokens: Vec<String> = spaced.split_whitespace().map(String::from).collect();
    let from = tokens.iter().position(|t| t == "claim").unwrap_or(0);
    loop {
        let i = from + r.below(tokens.len() - from);
        if let Ok(n) = tokens[i].parse::<i64>() {
            tokens[i] = (n + [1, -1][r.below(2)]).to_string();
            break;
        }
        if tokens[i] == "(" && i > from {
            let mut open = 0;
            let end = (i..tokens.len()).find(|&j| {
                open += i32::from(tokens[j] == "(") - i32::from(tokens[j] == ")");
                open == 0
            });
            if let Some(end) = end {
                tokens.drain(i..=end);
                break;
            }
        }
    }
    tokens.join(" ")
}

#[test]
fn changed_certificates_are_refused_or_still_true() {
    let mut r = Random(7);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..16 {
        let text = system(&mut r);
        let Ok((_, Some(certificate))) = ask(&text) else {
            continue;
        };
        // The system must stay as it is, byte for byte, for its hash.
        let at = certificate.find("(claim").unwrap_or(0);
        for _ in 0..16 {
            let changed = mutant(&mut r, &certificate[at..]);
            let all = format!("{}{changed}", &certificate[..at]);
            if ep_judge::check(&all, None).is_err() {
                refused += 1;
                continue;
            }
            accepted += 1;
            let forms = S::parse_all(&all);
            let system = forms.iter().find(|s| s.head() == "system").unwrap();
            for claim in forms.iter().filter(|s| s.head() == "claim") {
                if let Err(e) = refute(system, claim) {
                    panic!("{e}\n{all}");
                }
            }
        }
    }
    println!("{refused} refused, {accepted} accepted and true");
    assert!(refused > accepted && accepted > 0);
}
