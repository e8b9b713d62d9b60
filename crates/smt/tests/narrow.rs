//! Formulas that only compare, copy and choose: with fewer bits and with all.

mod common;

use common::*;
use ep_smt::blast::BitBlaster;
use ep_smt::sat::Cdcl;
use ep_smt::{Answer, Limits, Part, Parts, PathCondition, Pipeline, Side, SmtOptions, Solver};
use ep_term::{Pool, Sort, TermId};
use std::time::Duration;

const LIMITS: Limits = Limits {
    resources: 3_000,
    timeout: Duration::from_secs(60),
};

/// Constants close to each other and to the ends of the type, where a class
/// has fewer values than variables.
fn constant(pool: &mut Pool, r: &mut Random, width: u32) -> TermId {
    let half = 1u128 << (width - 1);
    let near = [
        0,
        1,
        2,
        5,
        6,
        half - 2,
        half - 1,
        half,
        half + 1,
        2 * half - 2,
        2 * half - 1,
    ];
    pool.bv(width, near[r.below(near.len())])
}

fn value(pool: &mut Pool, r: &mut Random, vars: &[TermId], width: u32, depth: u32) -> TermId {
    match r.below(if depth == 0 { 5 } else { 8 }) {
        0 => constant(pool, r, width),
        1..=4 => vars[r.below(vars.len())],
        _ => {
            let c = condition(pool, r, vars, width, depth - 1);
            let a = value(pool, r, vars, width, depth - 1);
            let b = value(pool, r, vars, width, depth - 1);
            pool.ite(c, a, b)
        }
    }
}

fn condition(pool: &mut Pool, r: &mut Random, vars: &[TermId], width: u32, depth: u32) -> TermId {
    if depth > 0 && r.below(3) == 0 {
        let a = condition(pool, r, vars, width, depth - 1);
        let b = condition(pool, r, vars, width, depth - 1);
        return match r.below(3) {
            0 => pool.and(a, b),
            1 => pool.or(a, b),
            _ => pool.not(a),
        };
    }
    let a = value(pool, r, vars, width, depth);
    let b = value(pool, r, vars, width, depth);
    // Mostly signed, so that most formulas qualify.
    match r.below(12) {
        0 => pool.ult(a, b),
        1..=4 => pool.eq(a, b),
        5..=8 => pool.slt(a, b),
        _ => pool.sle(a, b),
    }
}

#[test]
fn fewer_bits_do_not_change_an_answer() {
    let mut r = Random(11);
    let (mut sat, mut unsat, mut narrowed) = (0, 0, 0);
    for round in 0..600 {
        let mut pool = Pool::new();
        let width = [16, 32, 64][r.below(3)];
        let n = 2 + r.below(6);
        let vs = vars(&mut pool, &vec![Sort::BitVec(width); n]);
        let parts = Parts::ALL.without(Part::Order).without(Part::Models);
        let mut pipeline = Pipeline::new(SmtOptions {
            parts: match round % 2 {
                0 => parts,
                _ => parts.without(Part::Cache),
            },
            ..SmtOptions::default()
        });
        // Several questions to one pipeline: stand-ins change their widths.
        for _ in 0..3 {
            let count = 1 + r.below(4);
            let mut terms: Vec<TermId> = (0..count)
                .map(|_| condition(&mut pool, &mut r, &vs, width, 3))
                .collect();
            // All different, or a chain: such formulas need all places.
            if r.below(3) == 0 {
                for pair in vs.windows(2) {
                    terms.push(pool.slt(pair[0], pair[1]));
                }
            }
            if r.below(8) == 0 {
                // Computed with: the class has to be left alone.
                let one = pool.bv(width, 1);
                let next = pool.bvadd(vs[0], one);
                terms.push(pool.eq(next, vs[1]));
            }
            let mut all = pool.tru();
            for t in &terms {
                all = pool.and(all, *t);
            }
            if pool.as_bool(all).is_some() {
                continue;
            }
            let truth = BitBlaster::<Cdcl>::default().check(&pool, &[all], LIMITS);
            let path = PathCondition::new();
            let ours = pipeline.feasible(&mut pool, &path, all);
            match (&truth, &ours) {
                (Answer::Sat(_), Side::Feasible(_)) => sat += 1,
                (Answer::Unsat { .. }, Side::Infeasible) => unsat += 1,
                // With all bits some are too hard.
                (Answer::Unknown(_), _) => {}
                _ => panic!("{truth:?} against {ours:?}"),
            }
        }
        assert_eq!(pipeline.stats().bad_models, 0, "a model was not lifted");
        narrowed += pipeline.stats().narrowed;
    }
    assert!(sat > 300 && unsat > 100, "{sat} sat, {unsat} unsat");
    assert!(narrowed > 500, "{narrowed} narrowed");
}
