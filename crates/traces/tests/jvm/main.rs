//! The concrete interpreter equals the JVM on generated programs.
//!
//! A case is a program and an input ([`program`], [`input`]) read from bytes.
//! Cases of a family are methods of the same few classes, and all of them are
//! compiled and run by one JVM ([`jvm`]); what it tells of each (result or class
//! of the exception, static fields, every object of the input and what can be
//! reached from them) must be what the concrete semantics tells ([`ours`]). A
//! difference is shrunk by its bytes and printed as a program.
//! `EVERYPATH_CASES` sets the number of cases (500 unless said).
//!
//! `mutations` breaks the interpreter's rules one by one: each must be found by
//! the same cases.

#[path = "../theorems/genes.rs"]
mod genes;
mod input;
mod jvm;
mod ours;
mod partition;
mod program;

use ep_traces::mutation::{JavaRule, Mutation};
use genes::{random_bytes, Genes};
use input::Input;
use jvm::Jvm;
use program::Methods;
use std::collections::BTreeMap;

/// Cases that share their classes.
const FAMILY: usize = 25;
/// Cases that are compiled at once.
const BATCH: usize = 1000;

fn cases() -> usize {
    let wanted = std::env::var("EVERYPATH_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(250)
}

/// A generated case.
struct Case {
    number: usize,
    bytes: Vec<u8>,
    methods: Methods,
    input: Input,
}

fn case(number: usize, family: usize, bytes: Vec<u8>) -> Case {
    let mut g = Genes::new(&bytes);
    let input = input::generate(&mut g);
    let methods = program::generate(&mut g, family, number);
    Case {
        number,
        methods,
        input,
        bytes,
    }
}

/// Classes with their cases.
struct Family {
    number: usize,
    cases: Vec<Case>,
}

impl Family {
    fn source(&self) -> String {
        let methods: Vec<Methods> = self.cases.iter().map(|c| c.methods.clone()).collect();
        program::source(self.number, &methods)
    }
    fn files(&self) -> [(String, String); 2] {
        let n = self.number;
        let mut run = format!("class Run{n} {{\n");
        for c in &self.cases {
            run.push_str(&input::java(&c.input, n, c.number));
        }
        run.push_str("}\n");
        [
            (format!("Family{n}"), self.source()),
            (format!("Run{n}"), run),
        ]
    }
}

/// What our side says about each case of a family.
fn ours(f: &Family, mutation: Mutation) -> Vec<(usize, Result<String, String>)> {
    let source = f.source();
    let tree = match ep_java::read(&[("Family.java", &source)]) {
        Ok(tree) => tree,
        Err(failure) => panic!("{}\n{source}", failure.diagnostics()[0]),
    };
    let one = |c: &Case| ours::run(&tree, f.number, c.number, &c.input, mutation);
    f.cases.iter().map(|c| (c.number, one(c))).collect()
}

fn families(first: usize, count: usize) -> Vec<Family> {
    let seed = |n: usize| n as u64 + 1;
    (first..first + count)
        .step_by(FAMILY)
        .map(|start| Family {
            number: start / FAMILY,
            cases: (start..(start + FAMILY).min(first + count))
                .map(|n| {
                    let bytes = random_bytes(seed(n), 150 + n % 850);
                    case(n, start / FAMILY, bytes)
                })
                .collect(),
        })
        .collect()
}

/// What the JVM says about the cases of families.
fn theirs(jvm: &mut Jvm, families: &[Family]) -> Result<BTreeMap<usize, String>, String> {
    let files: Vec<(String, String)> = families.iter().flat_map(Family::files).collect();
    jvm.run(&files)
}

/// Whether the case of these bytes alone differs, and how.
fn differs(jvm: &mut Jvm, bytes: &[u8], m: Mutation) -> Option<(String, String, Family)> {
    let family = Family {
        number: 0,
        cases: vec![case(0, 0, bytes.to_vec())],
    };
    let ours = ours(&family, m).pop()?.1.ok()?;
    let theirs = theirs(jvm, std::slice::from_ref(&family))
        .ok()?
        .remove(&0)?;
    (ours != theirs).then_some((ours, theirs, family))
}

/// Shorter and smaller bytes that still differ.
fn shrink(jvm: &mut Jvm, bytes: &[u8], m: Mutation) -> Vec<u8> {
    let mut best = bytes.to_vec();
    let mut tries = 800;
    let mut step = best.len() / 2;
    while step > 0 && tries > 0 {
        let mut at = 0;
        let mut shorter = false;
        while at < best.len() && tries > 0 {
            let end = (at + step).min(best.len());
            let without = [&best[..at], &best[end..]].concat();
            let mut zeroed = best.clone();
            zeroed[at..end].fill(0);
            let mut found = false;
            for candidate in [without, zeroed] {
                if candidate == best {
                    continue;
                }
                tries -= 1;
                if differs(jvm, &candidate, m).is_some() {
                    shorter |= candidate.len() < best.len();
                    found = candidate.len() < best.len();
                    best = candidate;
                    break;
                }
            }
            if !found {
                at = end;
            }
        }
        if !shorter {
            step /= 2;
        }
    }
    best
}

fn tell(jvm: &mut Jvm, bytes: &[u8], m: Mutation) -> String {
    let small = shrink(jvm, bytes, m);
    match differs(jvm, &small, m) {
        Some((ours, theirs, family)) => {
            let [(_, source), (_, run)] = family.files();
            format!("{source}\n{run}\nJVM:  {theirs}\nours: {ours}")
        }
        None => "it does not differ alone".into(),
    }
}

#[test]
fn the_interpreter_equals_the_jvm() {
    let mut jvm = Jvm::start();
    let total = cases();
    let mut endings: BTreeMap<String, usize> = BTreeMap::new();
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    let mut same = 0;
    for first in (0..total).step_by(BATCH) {
        let families = families(first, BATCH.min(total - first));
        let expected = theirs(&mut jvm, &families).unwrap_or_else(|e| panic!("javac: {e}"));
        for f in &families {
            for ((n, ours), c) in ours(f, Mutation::None).into_iter().zip(&f.cases) {
                match ours {
                    Ok(ours) if ours == expected[&n] => {
                        same += 1;
                        let mut words = ours.split(' ');
                        let end = match (words.next(), words.next()) {
                            (Some("throws"), Some(class)) => class,
                            _ => "returns",
                        };
                        let end = end.trim_end_matches(|c: char| c.is_ascii_digit());
                        *endings.entry(end.into()).or_default() += 1;
                    }
                    Ok(_) => panic!(
                        "case {n} differs\n{}",
                        tell(&mut jvm, &c.bytes, Mutation::None)
                    ),
                    Err(why) => {
                        let why = why.trim_end_matches(|c: char| c.is_ascii_digit());
                        *left_out.entry(why.into()).or_default() += 1;
                    }
                }
            }
        }
    }
    println!("{total} cases, {same} the same: {endings:?}; left out: {left_out:?}");
    assert!(same * 100 >= total * 97, "left out: {left_out:?}");
    assert!(endings.len() >= 6, "few endings: {endings:?}");
}

#[test]
fn every_broken_rule_of_the_interpreter_is_found() {
    let mut jvm = Jvm::start();
    let mut families = Vec::new();
    let mut expected = BTreeMap::new();
    for first in (0..2 * BATCH).step_by(BATCH) {
        let part = self::families(first, BATCH);
        expected.extend(theirs(&mut jvm, &part).unwrap_or_else(|e| panic!("javac: {e}")));
        families.extend(part);
    }
    let mut missed = Vec::new();
    let mut example = None;
    for rule in JavaRule::ALL {
        let mut seen = 0;
        let found = families.iter().find_map(|f| {
            let all = ours(f, Mutation::Java(rule)).into_iter().zip(&f.cases);
            all.into_iter().find(|((n, ours), _)| {
                seen += 1;
                // A run that ends at a limit shows nothing.
                ours.as_ref().is_ok_and(|ours| *ours != expected[n])
            })
        });
        match found {
            Some((_, case)) => {
                println!("{rule:?}: differs after {seen} cases");
                example.get_or_insert((rule, case));
            }
            None => missed.push(rule),
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
    // A counterexample is made small, and still is one.
    let (rule, case) = example.expect("an example");
    let m = Mutation::Java(rule);
    let small = shrink(&mut jvm, &case.bytes, m);
    let (_, _, family) = differs(&mut jvm, &small, m).expect("it still differs");
    let (before, after) = (&case.methods.main, &family.cases[0].methods.main);
    println!(
        "{rule:?}: {} bytes of Java, shrunk to\n{after}",
        before.len()
    );
    assert!(after.len() * 3 < before.len() * 2, "{after}");
}
