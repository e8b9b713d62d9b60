//! The four properties of symbolic execution (`common::properties`) on
//! generated programs that compute.
//!
//! The programs are not free of undefined behaviour: overflow, division by
//! zero, large shifts and indices out of bounds must be predicted, with their
//! lines. `EP_PATHS_COUNT` sets the number of programs,
//! `EP_PATHS_FIRST` the first seed.

mod common;

use common::computing_program::generate;
use common::properties::{check, random_inputs, setting, Totals};
use common::random::Random;
use std::time::Duration;

#[test]
fn paths_are_exactly_the_executions() {
    let count = setting("EP_PATHS_COUNT", 60);
    let first = setting("EP_PATHS_FIRST", 0);
    let mut totals = Totals::default();
    for seed in first..first + count {
        let mut r = Random(seed);
        let (source, symbols) = generate(&mut r);
        let module = common::module(&source, &["main"]);
        let concrete = random_inputs(&mut r, &symbols);
        let budget = (400, Duration::from_secs(20));
        check(seed, &source, &module, &concrete, budget, &mut totals);
    }
    println!("{totals:?}");
    // The test must not pass because nothing was compared.
    assert!(totals.complete * 3 >= count, "{totals:?}");
    assert!(
        totals.tests > 3 * count && totals.concrete > 5 * count && totals.errors > count / 4,
        "{totals:?}"
    );
}
