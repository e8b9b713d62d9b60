//! Every certificate with one thing changed.
//!
//! Each number up and down by one, each relation made another, each sign
//! turned, each list left out (a transition, a relation of a guard, a renaming
//! of an update, a proof, a multiplier, an obligation), each name made another
//! one. The mutant is refused; if it is accepted, all that it claims is tried
//! out on all runs from a grid of starts, by code that shares nothing with the
//! checker.

mod common;

use common::examples::EXAMPLES;
use common::judge;
use common::oracle::{refute, S};

/// Tokens: brackets, words.
fn tokens(text: &str) -> Vec<String> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(String::from).collect()
}

/// Each mutant with what was done.
fn mutants(tokens: &[String]) -> Vec<(String, Vec<String>)> {
    let mut out = Vec::new();
    let mut put = |what: String, at: usize, by: String| {
        let mut m = tokens.to_vec();
        m[at] = by;
        out.push((what, m));
    };
    let relations = [">=", ">", "<=", "<", "="];
    let names: Vec<&String> = tokens
        .iter()
        .enumerate()
        .filter(|(i, t)| {
            let word = t.starts_with(|c: char| c.is_ascii_alphabetic());
            word && *i > 0 && tokens[i - 1] != "("
        })
        .map(|(_, t)| t)
        .collect();
    for (i, t) in tokens.iter().enumerate() {
        if let Ok(n) = t.parse::<i64>() {
            put(format!("{t} + 1"), i, (n + 1).to_string());
            put(format!("{t} - 1"), i, (n - 1).to_string());
            if n != 0 {
                put(format!("-{t}"), i, (-n).to_string());
            }
        } else if relations.contains(&t.as_str()) {
            for r in relations.iter().filter(|r| *r != t) {
                put(format!("{t} to {r}"), i, r.to_string());
            }
        } else if t == "+" || t == "-" {
            let by = if t == "+" { "-" } else { "+" };
            put(format!("{t} to {by}"), i, by.into());
        } else if let Some(at) = names.iter().position(|n| *n == t) {
            // Another name of the text, near and far.
            for step in [1, 5] {
                let by = names[(at + step) % names.len()];
                if by != t {
                    put(format!("{t} to {by}"), i, by.clone());
                }
            }
        }
    }
    for (i, t) in tokens.iter().enumerate() {
        if t != "(" {
            continue;
        }
        let mut open = 0;
        let end = (i..tokens.len())
            .find(|&j| {
                open += i32::from(tokens[j] == "(") - i32::from(tokens[j] == ")");
                open == 0
            })
            .unwrap();
        let mut m = tokens.to_vec();
        let gone = m.drain(i..=end).collect::<Vec<_>>().join(" ");
        out.push((format!("without {gone}"), m));
    }
    out
}

#[derive(Default, Debug)]
struct Seen {
    refused: usize,
    tried: usize,
    too_large: usize,
}

impl Seen {
    fn look_at(&mut self, name: &str, what: &str, mutant: &[String]) {
        let text = mutant.join(" ");
        let Some(at) = text.find("( claim") else {
            return;
        };
        let (system, claims) = (text[..at].trim(), &text[at..]);
        if judge(system, claims).is_err() {
            self.refused += 1;
            return;
        }
        let system = &S::parse_all(system)[0];
        for claim in S::parse_all(claims) {
            match refute(system, &claim) {
                Ok(true) => self.tried += 1,
                Ok(false) => self.too_large += 1,
                Err(e) => panic!("{name}: {what}: accepted, but {e}\n{text}"),
            }
        }
    }
}

#[test]
fn mutants_are_refused_or_still_true() {
    let mut seen = Seen::default();
    for (name, system, claims) in EXAMPLES {
        let all = tokens(&format!("{system} {claims}"));
        for (what, mutant) in mutants(&all) {
            seen.look_at(name, &what, &mutant);
        }
    }
    println!("{seen:?}");
    assert!(seen.refused > 3000 && seen.tried > 100);
    // What the oracle's runs do not reach the end of says nothing.
    assert!(seen.too_large * 10 < seen.tried, "{seen:?}");
}

/// Two changes may hide each other.
#[test]
fn mutants_of_mutants_are_refused_or_still_true() {
    let mut seen = Seen::default();
    let mut seed = 7u64;
    let mut next = |n: usize| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    for (name, system, claims) in EXAMPLES {
        let all = tokens(&format!("{system} {claims}"));
        let first = mutants(&all);
        // Those that were accepted are the ones that a second can spoil.
        let good: Vec<_> = (first.iter())
            .filter(|(_, m)| {
                let text = m.join(" ");
                let at = text.find("( claim");
                at.is_some_and(|at| judge(text[..at].trim(), &text[at..]).is_ok())
            })
            .collect();
        for k in 0..60 {
            let pool = if k % 2 == 0 && !good.is_empty() {
                good.len()
            } else {
                0
            };
            let (what, mutant) = match pool {
                0 => &first[next(first.len())],
                n => good[next(n)],
            };
            let second = mutants(mutant);
            let (also, mutant) = &second[next(second.len())];
            seen.look_at(name, &format!("{what}; {also}"), mutant);
        }
    }
    println!("{seen:?}");
    assert!(seen.refused > 500 && seen.tried > 30);
}

#[test]
fn the_oracle_finds_wrong_claims() {
    let (_, system, _) = EXAMPLES[0];
    let system = &S::parse_all(system)[0];
    for (claim, right) in [
        ("(claim upper (assume) (bound (max 0 x)))", false),
        ("(claim upper (assume) (bound (+ 1 (max 0 x))))", true),
        ("(claim nontermination (start (x 5) (y 0)))", false),
        (
            "(claim lower (family n (start (x n) (y 0)) (where (>= n 0))) (bound (+ n 2)))",
            false,
        ),
    ] {
        let claim = &S::parse_all(claim)[0];
        assert_eq!(refute(system, claim).is_ok(), right, "{claim:?}");
    }
    let (_, system, _) = EXAMPLES[12];
    let system = &S::parse_all(system)[0];
    let claim = &S::parse_all("(claim termination (assume))")[0];
    assert!(refute(system, claim).is_err());
}
