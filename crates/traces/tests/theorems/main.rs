//! The theorems of document 002 as properties of generated programs and states.
//!
//! A case is a list of bytes from which program, state and choices are read
//! ([`genes`]), so that proptest shrinks programs by shrinking bytes. Each
//! property tells how often it was not vacuous. `EVERYPATH_CASES` sets the
//! number of cases of each (500 unless said; `make bench` uses 10,000).
//! [`mutations`] breaks each rule and wants a property to fail.

mod basic;
mod genes;
mod mutations;
mod objects;
mod procedures;
mod programs;
mod walk;

use ep_traces::mutation::Mutation;
use genes::Genes;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;

/// A property of one case: how many times it was checked, or what is wrong.
pub type Property = fn(&mut Genes, Mutation) -> Result<usize, String>;

/// The number of cases of each property.
pub fn cases() -> u32 {
    let wanted = std::env::var("EVERYPATH_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(500)
}

/// Runs a property on generated cases with shrinking.
pub fn check(name: &str, property: Property) {
    let mut runner = TestRunner::new(Config {
        cases: cases(),
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..Config::default()
    });
    let checked = Cell::new(0);
    let outcome = runner.run(&prop::collection::vec(any::<u8>(), 40..500), |bytes| {
        let mut genes = Genes::new(&bytes);
        match property(&mut genes, Mutation::None) {
            Ok(n) => {
                checked.set(checked.get() + n);
                Ok(())
            }
            Err(what) => Err(TestCaseError::fail(what)),
        }
    });
    if let Err(e) = outcome {
        panic!("{name}: {e}");
    }
    println!("{name}: {} cases, checked {} times", cases(), checked.get());
    assert!(
        checked.get() >= cases() as usize / 2,
        "{name} was nearly always vacuous: {} of {}",
        checked.get(),
        cases()
    );
}

macro_rules! theorems {
    ($($name:ident => $property:path;)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name), $property);
        })*
    };
}

theorems! {
    lemma_2_1_substitution => basic::substitution;
    theorem_2_3_correctness => basic::correctness;
    theorem_2_4_completeness => basic::completeness;
    arrays_substitution => basic::array_substitution;
    arrays_2_3_correctness => basic::array_correctness;
    arrays_2_4_completeness => basic::array_completeness;
    arrays_bounded_errors_are_outcomes => basic::bounded_completeness;
    proposition_3_1_and_corollary_3_2 => procedures::no_locals;
    theorem_3_5_correctness => procedures::correctness;
    theorem_3_6_completeness => procedures::completeness;
    lemma_4_3_absence_of_errors => objects::lemma_4_3;
    lemma_4_4_substitution => objects::lemma_4_4;
    theorem_4_5_traces => objects::theorem_4_5;
    theorem_4_5_needs_lazy_conditionals => objects::lazy_conditional;
    objects_4_1_forward_completeness => objects::forward_completeness;
    objects_unfolding_completeness => objects::unfolding_completeness;
    forward_and_backward_agree_on_states => objects::ways_agree;
    forward_and_backward_agree_by_solver => objects::ways_equivalent;
}
