//! Integer search and its proofs.

use crate::support::{cases, mutants, Judge, Random};
use ep_smt::linear::integer::refutes;
use ep_smt::linear::{Integral, Search, Simplex, Q};
use ep_term::Sort;
use num_rational::BigRational;

/// Solutions as Z3 says; models hold; proofs check, and of those with one number
/// changed at most those that prove as well.
#[test]
fn integers_are_z3s() {
    let mut r = Random::new(10);
    let mut judge = Judge::new(Sort::Int);
    let (mut yes, mut no, mut open, mut accepted, mut refused) = (0u64, 0u64, 0u64, 0u64, 0u64);
    for case in 0..cases() {
        let columns = 2 + r.below(4) as u32;
        let n = 2 + r.below(7);
        let mut all = r.constraints(columns, n, 12);
        // Without columns any factor proves a contradiction.
        all.retain(|c| !c.form.is_constant());
        let mut s = Simplex::new();
        for _ in 0..columns {
            s.column();
        }
        for c in &all {
            s.assert(c);
        }
        let said = judge.satisfiable(&all);
        match s.check_integer(Search::default()) {
            Integral::Feasible(model) => {
                yes += 1;
                assert_ne!(said, Some(false), "case {case}: {all:?}");
                let at =
                    |x: ep_smt::linear::Col| BigRational::from_integer(model[x.0 as usize].clone());
                assert!(all.iter().all(|c| c.holds(at)), "case {case}");
            }
            Integral::Infeasible(proof) => {
                no += 1;
                assert_ne!(said, Some(true), "case {case}: {all:?}");
                assert!(refutes(&all, &proof), "case {case}: {all:?} {proof:?}");
                let tags = proof.tags();
                let used: Vec<_> = all
                    .iter()
                    .filter(|c| tags.contains(&c.tag))
                    .cloned()
                    .collect();
                assert!(refutes(&used, &proof), "case {case}: tags");
                for m in mutants(&proof, &Q::int(3).inverse()) {
                    if refutes(&all, &m) {
                        accepted += 1;
                    } else {
                        refused += 1;
                    }
                }
            }
            Integral::Unknown(_) => open += 1,
        }
    }
    assert!(yes > cases() / 10 && no > cases() / 10, "{yes} and {no}");
    assert!(open * 50 <= cases(), "{open} open");
    // A cut may absorb what a factor of it adds.
    assert!(accepted * 20 <= refused, "{accepted} of {refused}");
}
