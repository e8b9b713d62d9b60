//! The second look finds what is wrong with a proof: a measure, its place or a
//! weight that was changed after the fact is a defect.

use super::engine::Engine;
use super::explore::{unfold, Graph};
use super::second::look;
use super::system::Translated;
use super::{start, system, Options};
use ep_base::time::SecondLook;
use ep_its::outcome::Outcome;
use ep_its::poly::Poly;

/// A function whose proof is changed: the text, and what is done.
fn looked(text: &str, change: &dyn Fn(&mut Outcome)) -> Result<Vec<SecondLook>, String> {
    let module = super::walk_tests::read(text);
    let options = Options::default();
    let mut engine = Engine::new(&module, &options, false);
    let entry = module.function("f").unwrap();
    let begin = start::start(&mut engine, entry).unwrap();
    let graph: Graph = unfold(&mut engine, begin, &mut |_| {}).ok().unwrap();
    let t: Translated = system::translate(&engine, &graph);
    let asked = ep_its::options::Options::default();
    let mut outcome = ep_its::analyse(&t.system, &asked, &mut |_| {}).unwrap();
    assert_eq!(
        outcome.termination,
        ep_its::outcome::Answer::Terminates,
        "{text}"
    );
    change(&mut outcome);
    match look(&mut engine, &graph, &t, &outcome, false) {
        Ok(found) => Ok(found.into_values().collect()),
        Err(defect) => Err(defect.message),
    }
}

const LOOPS: [&str; 7] = [
    "void f(unsigned j) { while (j) j++; }",
    "void f(unsigned j) { while (j > 0) j--; }",
    "void f(signed char x) { while (x < 100) x += 3; }",
    "void f(unsigned n, unsigned m) { for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < m; j++) ; }",
    "void f(unsigned char x, unsigned char y) { while (x < y) { if (x & 1) y--; else x++; } }",
    "static unsigned g; void f(unsigned n) { for (g = n; g > 2; g -= 2) ; }",
    "static void in(unsigned n) { while (n) n--; } void f(unsigned n) { while (n > 3) { in(n); n -= 2; } }",
];

#[test]
fn two_engines_agree_on_proofs() {
    for text in LOOPS {
        let found = looked(text, &|_| {}).unwrap();
        assert!(!found.is_empty(), "{text}");
        let agree = found.contains(&SecondLook::Agrees);
        // Stretches do not stop inside of what is called: that is said.
        let called = text.contains(" in(");
        assert_eq!(agree, !called, "{text}: {found:?}");
    }
}

/// Every measure of every proof, changed in one way.
fn measures(o: &mut Outcome, change: &dyn Fn(&Poly) -> Poly) {
    for r in o.components.iter_mut().flat_map(|c| &mut c.rankings) {
        for value in r.measure.iter_mut().flat_map(|m| &mut m.1) {
            *value = change(value);
        }
    }
}

#[test]
fn a_measure_that_does_not_fall_is_a_defect() {
    let upside_down = |p: &Poly| p.negated();
    let nothing = |_: &Poly| Poly::zero();
    let below = |p: &Poly| p.minus(&Poly::constant(1_000_000_000_000i64));
    let changes: [&dyn Fn(&Poly) -> Poly; 3] = [&upside_down, &nothing, &below];
    for text in LOOPS {
        for (n, change) in changes.iter().enumerate() {
            let found = looked(text, &|o| measures(o, *change));
            assert!(found.is_err(), "{text}: change {n} is not seen: {found:?}");
        }
    }
}

#[test]
fn a_step_that_is_said_to_fall_and_does_not_is_a_defect() {
    // The second loop's phase: x stays while y falls.
    let text =
        "void f(unsigned char x, unsigned char y) { while (x < y) { if (x & 1) y--; else x++; } }";
    let found = looked(text, &|o| {
        for r in o.components.iter_mut().flat_map(|c| &mut c.rankings) {
            for value in r.measure.iter_mut().flat_map(|m| &mut m.1) {
                // Twice too slow: falls by less than one in some round.
                let doubled = value.clone();
                *value = doubled.minus(&value.clone()).plus(&Poly::constant(1));
            }
        }
    });
    assert!(found.is_err(), "{found:?}");
}

/// A proof that splits a step by what holds before it has measures of one part.
/// That the other part does otherwise is no disagreement.
#[test]
fn a_measure_of_a_part_of_a_step_is_not_held_against_the_other() {
    let text = "int f(int x, int y, int z) { if (2 * y < z) return 0;
        while (x >= 0 && z == 1) x = x - 2 * y + z; return x; }";
    let module = super::walk_tests::read(text);
    let entry = module.function("f").unwrap();
    let mut defects = Vec::new();
    let report = super::analyse(&module, entry, &Options::default(), &mut |e| {
        if let super::Event::Defect(d) = e {
            defects.push(d);
        }
    });
    assert_eq!(defects, Vec::<String>::new());
    assert_eq!(report.verdict, ep_base::time::Verdict::Terminates);
}
