//! All backends against enumeration, and against evaluation at large widths.

mod common;

use common::*;
use ep_smt::blast::BitBlaster;
use ep_smt::sat::Cdcl;
use ep_smt::z3::Z3;
use ep_smt::{Answer, Limits, Pipeline, SmtOptions, Solver};
use ep_term::{Pool, Sort};
use std::time::Duration;

const LIMITS: Limits = Limits {
    resources: 1_000_000,
    timeout: Duration::from_secs(60),
};

/// Compares one answer with the truth.
fn judge(pool: &Pool, terms: &[ep_term::TermId], truth: bool, who: &str, answer: Answer) {
    match answer {
        Answer::Sat(m) => {
            assert!(truth, "{who} says sat");
            assert!(satisfies(pool, terms, &m), "{who}'s model is wrong");
        }
        Answer::Unsat { core } => {
            assert!(!truth, "{who} says unsat");
            assert!(core.iter().all(|&i| i < terms.len()));
        }
        Answer::Unknown(reason) => panic!("{who} does not know: {reason}"),
    }
}

#[test]
fn all_backends_agree_with_enumeration() {
    let mut r = Random(1);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..120 {
        let mut pool = Pool::new();
        let n = 1 + r.below(3);
        let sorts: Vec<Sort> = (0..n)
            .map(|_| match r.below(5) {
                0 => Sort::Bool,
                _ => Sort::BitVec(1 + r.below(3) as u32),
            })
            .collect();
        let vs = vars(&mut pool, &sorts);
        let mut blaster: BitBlaster<Cdcl> = BitBlaster::default();
        let mut pipeline = Pipeline::new(SmtOptions::default());
        let mut z3 = Z3::new();
        // Several queries per instance: the incremental state is part of the test.
        for _ in 0..12 {
            let count = 1 + r.below(4);
            let terms: Vec<_> = (0..count)
                .map(|_| formula(&mut pool, &mut r, &vs, 3))
                .collect();
            let truth = satisfiable(&pool, &vs, &terms);
            if truth {
                sat += 1
            } else {
                unsat += 1
            }
            let answer = blaster.check(&pool, &terms, LIMITS);
            if let Answer::Unsat { core } = &answer {
                let core: Vec<_> = core.iter().map(|&i| terms[i]).collect();
                assert!(!satisfiable(&pool, &vs, &core), "not a core");
            }
            judge(&pool, &terms, truth, "bit-blaster", answer);
            let answer = pipeline.check(&mut pool, &terms);
            if let Answer::Unsat { core } = &answer {
                let core: Vec<_> = core.iter().map(|&i| terms[i]).collect();
                assert!(!satisfiable(&pool, &vs, &core), "not a core");
            }
            judge(&pool, &terms, truth, "pipeline", answer);
            if round % 3 == 0 {
                let answer = z3.check(&pool, &terms, LIMITS);
                if let Answer::Unsat { core } = &answer {
                    let core: Vec<_> = core.iter().map(|&i| terms[i]).collect();
                    assert!(
                        !satisfiable(&pool, &vs, &core),
                        "{core:?} is not a core of {terms:?}"
                    );
                }
                judge(&pool, &terms, truth, "Z3", answer);
            }
        }
    }
    assert!(sat > 200 && unsat > 200, "{sat} sat, {unsat} unsat");
}

#[test]
fn circuits_compute_what_evaluation_computes() {
    let mut r = Random(2);
    for width in [1, 2, 3, 5, 8, 13, 16, 31, 32, 33, 64, 100, 128] {
        for round in 0..60 {
            let mut pool = Pool::new();
            let vs = vars(&mut pool, &[Sort::BitVec(width); 2]);
            let t = word(&mut pool, &mut r, &vs, width, 2);
            let c = if round % 3 == 0 {
                let (a, b) = (
                    word(&mut pool, &mut r, &vs, width, 1),
                    word(&mut pool, &mut r, &vs, width, 1),
                );
                compare(&mut pool, round, a, b)
            } else {
                pool.tru()
            };
            let mut m = ep_term::Model::new();
            let mut fixed = Vec::new();
            for &v in &vs {
                let value = r.wide();
                let value = pool.bv(width, value);
                m.set_bits(pool.as_var(v).unwrap(), pool.as_bv(value).unwrap());
                fixed.push(pool.eq(v, value));
            }
            let mut e = ep_term::Evaluator::new();
            let expected = e.eval_bv(&pool, t, &m);
            let expected = pool.bv(width, expected);
            let holds = e.eval_bool(&pool, c, &m);
            let same = pool.eq(t, expected);
            let c = if holds { c } else { pool.not(c) };
            let right = pool.and(same, c);
            let wrong = pool.not(right);
            let mut blaster: BitBlaster<Cdcl> = BitBlaster::default();
            for (last, truth) in [(right, true), (wrong, false)] {
                let mut terms = fixed.clone();
                terms.push(last);
                let answer = blaster.check(&pool, &terms, LIMITS);
                judge(&pool, &terms, truth, "bit-blaster", answer);
            }
        }
    }
}

#[test]
fn the_bit_blaster_agrees_with_z3_at_larger_widths() {
    let mut r = Random(3);
    let mut decided = 0;
    for _ in 0..250 {
        let mut pool = Pool::new();
        let width = [6, 8, 12, 16][r.below(4)];
        let vs = vars(
            &mut pool,
            &[Sort::BitVec(width), Sort::BitVec(width), Sort::Bool],
        );
        let terms: Vec<_> = (0..1 + r.below(4))
            .map(|_| formula(&mut pool, &mut r, &vs, 2))
            .collect();
        let mut blaster: BitBlaster<Cdcl> = BitBlaster::default();
        let limits = Limits {
            resources: 20_000,
            timeout: Duration::from_secs(5),
        };
        let ours = blaster.check(&pool, &terms, limits);
        let theirs = Z3::new().check(&pool, &terms, limits);
        match (ours, theirs) {
            (Answer::Sat(m), Answer::Sat(n)) => {
                assert!(satisfies(&pool, &terms, &m) && satisfies(&pool, &terms, &n));
                decided += 1;
            }
            (Answer::Unsat { .. }, Answer::Unsat { .. }) => decided += 1,
            (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => {}
            (a, b) => panic!("{a:?} against {b:?}"),
        }
    }
    assert!(decided > 200, "{decided} decided");
}
