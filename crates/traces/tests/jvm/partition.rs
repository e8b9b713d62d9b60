//! Every input takes exactly one of the listed paths.
//!
//! Correctness and completeness (2.3, 2.4, 3.5, 3.6, 4.5) together say that the
//! conditions of the paths of a method are a partition of its inputs: at most
//! one holds, and one does where no path was cut. The programs are those of the
//! comparison with the JVM, smaller: exceptions, dispatch, arrays of subtypes,
//! strings and their identity, loops. The inputs are generated ones and the
//! solver's own for each path; the judge is the concrete interpreter, which that
//! comparison holds to the JVM.

use crate::genes::{random_bytes, Genes};
use crate::input::{self, Names};
use crate::{case, cases, Family};
use ep_traces::eval::{self, State};
use ep_traces::explore::{Entry, Explorer, Limits, Path, Way};
use ep_traces::java::{Lowerer, Options};
use ep_traces::machine::Outcome;
use ep_traces::predict;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Generated inputs per program, beside one per path.
const INPUTS: usize = 24;

/// What was seen of the programs.
#[derive(Default)]
struct Seen {
    complete: usize,
    paths: usize,
    asked: usize,
    taken: usize,
    endings: BTreeMap<String, usize>,
}

/// The paths of a program against its inputs.
fn check(number: usize, way: Way, seen: &mut Seen) -> Result<(), String> {
    let bytes = random_bytes(90_000 + number as u64, 70 + number % 150);
    let family = Family {
        number: 0,
        cases: vec![case(0, 0, bytes)],
    };
    let source = family.source();
    let wrong = |what: String| Err(format!("program {number}, {way:?}: {what}\n{source}"));
    let tree =
        ep_java::read(&[("Family.java", &source)]).map_err(|f| format!("{:?}", f.problems))?;
    let main = tree.class_named("M0").ok_or("no main class")?;
    let mut methods = tree.classes[main].methods.iter();
    let method = methods.find(|m| tree.methods[**m].name == "m0");
    let mut lowerer = Lowerer::new(&tree, Options::default());
    let m = lowerer.entry(*method.ok_or("no main method")?);
    let mut low = lowerer.finish();
    let mut states: Vec<State> = Vec::new();
    for n in 0..INPUTS {
        let genes = random_bytes((number * INPUTS + n) as u64 + 7, 120);
        let given = input::generate(&mut Genes::new(&genes));
        let names = Names {
            tree: &tree,
            low: &low,
            family: 0,
        };
        let (mut state, args) = input::state(&given, &names);
        for (&v, value) in m.params.iter().zip(args) {
            state.set(&low.x, v, value);
        }
        states.push(state);
    }
    let entry = Entry {
        proc: m.proc,
        args: m.params.iter().map(|&v| low.x.of(v)).collect(),
        assumed: m.assumed.clone(),
    };
    let limits = Limits {
        depth: 14,
        paths: 80,
        steps: 20_000,
        deadline: Some(Instant::now() + Duration::from_secs(4)),
    };
    let mut e = Explorer::new(&mut low.p, &mut low.x, limits);
    let mut found = e.explore(&entry, way);
    let ends = |p: &Path| matches!(p.outcome, Outcome::Returns | Outcome::Throws(_));
    let complete = found.stopped.is_none() && found.paths.iter().all(ends);
    for p in &mut found.paths {
        states.extend(e.input(p));
    }
    seen.paths += found.paths.len();
    seen.complete += usize::from(complete);
    for state in &states {
        let mut before = state.clone();
        before.add_literals(e.x);
        let holds = |p: &&Path| p.condition().iter().all(|&c| eval::holds(e.x, &before, c));
        let taken: Vec<&Path> = found.paths.iter().filter(holds).collect();
        seen.asked += 1;
        match taken[..] {
            [] if complete => {
                let run = predict::run(&mut e, &entry, state);
                // A run that the interpreter cuts is no counterexample.
                if !matches!(run.outcome, Outcome::Cut(_)) {
                    return wrong(format!(
                        "an input that ends with {:?} takes no path",
                        run.outcome
                    ));
                }
            }
            [] => {}
            [one] => {
                seen.taken += 1;
                if let Err(what) = predict::confirm(&mut e, &entry, one, state) {
                    return wrong(what);
                }
                let ending = match &one.outcome {
                    Outcome::Throws(t) => t
                        .class
                        .map_or("thrown".into(), |c| e.p.classes[c as usize].name.clone()),
                    Outcome::Returns => "returns".into(),
                    _ => "cut".into(),
                };
                *seen.endings.entry(ending).or_default() += 1;
            }
            [first, second, ..] => {
                let (a, b) = (e.text(first.condition()), e.text(second.condition()));
                return wrong(format!("an input takes two paths:\n{a}\n{b}"));
            }
        }
    }
    Ok(())
}

#[test]
fn every_input_takes_exactly_one_path() {
    let total = (cases() / 10).max(100);
    let mut seen = Seen::default();
    for number in 0..total {
        let way = [Way::Forward, Way::Backward][number % 2];
        if let Err(what) = check(number, way, &mut seen) {
            panic!("{what}");
        }
    }
    let Seen {
        complete,
        paths,
        asked,
        taken,
        endings,
    } = seen;
    println!("{total} programs, {complete} with all paths, {paths} paths; {asked} inputs, {taken} on a path: {endings:?}");
    assert!(complete * 3 >= total, "{complete} of {total} were complete");
    assert!(
        taken * 2 >= asked,
        "{taken} of {asked} inputs are on a path"
    );
    assert!(endings.len() >= 5, "few endings: {endings:?}");
}
