//! Reasons of infeasible sides against enumeration, from every stage.

mod common;

use common::*;
use ep_smt::{Part, Parts, PathCondition, Pipeline, Reason, Side, SmtOptions, Stage};
use ep_term::{Op, Pool, Sort, TermId};
use std::collections::{BTreeMap, HashSet};

/// What the path assumed, conjunctions as their parts.
fn parts(pool: &Pool, pc: &PathCondition) -> HashSet<TermId> {
    let mut open: Vec<TermId> = pc.conjuncts().collect();
    let mut out = HashSet::new();
    while let Some(t) = open.pop() {
        match pool.op(t) {
            Op::And => open.extend(pool.args(t)),
            _ => {
                out.insert(t);
            }
        }
    }
    out
}

/// The reason is of the path, contradicts the condition, and needs all of itself
/// where it says so.
fn judge(pool: &Pool, vs: &[TermId], pc: &PathCondition, cond: TermId, r: &Reason, who: &str) {
    let known = parts(pool, pc);
    let mut all = r.conjuncts.clone();
    assert!(
        all.iter().all(|c| known.contains(c)),
        "{who}: not of the path"
    );
    all.push(cond);
    assert!(!satisfiable(pool, vs, &all), "{who}: no reason: {r:?}");
    if !r.minimal {
        return;
    }
    for i in 0..r.conjuncts.len() {
        let mut fewer = all.clone();
        fewer.remove(i);
        assert!(
            satisfiable(pool, vs, &fewer),
            "{who}: {i} of {r:?} is not needed"
        );
    }
}

/// Walks random paths and asks for the reason of each side that is not possible.
fn walk(seed: u64, rounds: usize, sorts: &[Sort], options: &[SmtOptions]) -> BTreeMap<Stage, u64> {
    let mut r = Random(seed);
    let mut met = BTreeMap::new();
    for _ in 0..rounds {
        let mut pool = Pool::new();
        let vs = vars(&mut pool, sorts);
        for o in options {
            let mut p = Pipeline::new(o.clone());
            let mut pc = PathCondition::new();
            for _ in 0..12 {
                let cond = match r.below(3) {
                    // Comparisons, which ranges and orders decide.
                    0 => {
                        let (a, b) = (vs[r.below(vs.len())], vs[r.below(vs.len())]);
                        let b = match pool.sort(b) == pool.sort(a) && r.below(2) == 0 {
                            true => b,
                            false => {
                                let (w, v) = (pool.width(a), r.wide());
                                pool.bv(w, v)
                            }
                        };
                        compare(&mut pool, [0, 1, 5, 6, 7][r.below(5)], a, b)
                    }
                    _ => formula(&mut pool, &mut r, &vs, 1),
                };
                for side in [cond, pool.not(cond)] {
                    let plain = p.feasible(&mut pool, &pc, side);
                    let (told, reason) = p.explained(&mut pool, &pc, side, 100);
                    assert_eq!(plain.is_feasible(), told.is_feasible());
                    assert_eq!(told.is_infeasible(), reason.is_some(), "{told:?}");
                    if let Some(reason) = reason {
                        let who = format!("{:?} with {:?}", reason.stage, o.parts);
                        judge(&pool, &vs, &pc, side, &reason, &who);
                        assert!(reason.minimal, "{who}: a hundred questions are enough");
                        *met.entry(reason.stage).or_default() += 1;
                    }
                }
                assert!(p.defect().is_none(), "{:?}", p.defect());
                for side in [cond, pool.not(cond)] {
                    if let Side::Feasible(w) = p.feasible(&mut pool, &pc, side) {
                        p.assume(&mut pool, &mut pc, side, w);
                        break;
                    }
                }
            }
        }
    }
    met
}

/// With all parts, and without those that answer before a later stage may.
fn variants(cross_check: bool) -> Vec<SmtOptions> {
    let cheap = [Part::ByteDomains, Part::Order, Part::Cache, Part::Models];
    let mut parts = vec![Parts::ALL, Parts::NONE];
    parts.extend(cheap.map(|p| Parts::ALL.without(p)));
    parts.push(Parts::ALL.without(Part::ByteDomains).without(Part::Order));
    (parts.into_iter())
        .map(|parts| SmtOptions {
            parts,
            cross_check,
            ..SmtOptions::default()
        })
        .collect()
}

/// Whether it can say that a side is not possible: models only show that one is.
fn refuses(stage: Stage) -> bool {
    match stage {
        Stage::Model | Stage::RecentModels => false,
        Stage::Constants
        | Stage::ByteDomains
        | Stage::Ranges
        | Stage::Opposite
        | Stage::Cache
        | Stage::OrderGraph
        | Stage::Circuit
        | Stage::Values
        | Stage::Z3 => true,
    }
}

/// A comparison of a sum or product of two small numbers as floats, which no
/// circuit has.
fn float_condition(pool: &mut Pool, r: &mut Random, vs: &[TermId]) -> TermId {
    let of = |pool: &mut Pool, r: &mut Random| pool.ubv_to_fp(vs[r.below(vs.len())], HALF);
    let (a, b) = (of(pool, r), of(pool, r));
    let left = match r.below(2) {
        0 => pool.fp_add(a, b),
        _ => pool.fp_mul(a, b),
    };
    let n = pool.bv(8, r.below(30) as u128);
    let right = pool.ubv_to_fp(n, HALF);
    match r.below(3) {
        0 => pool.fp_eq(left, right),
        1 => pool.fp_lt(left, right),
        _ => pool.fp_le(right, left),
    }
}

/// Random paths of such comparisons: where values are few, going through them
/// answers, and without that stage Z3.
fn walk_floats(seed: u64, rounds: usize) -> BTreeMap<Stage, u64> {
    let mut r = Random(seed);
    let mut met = BTreeMap::new();
    let few = Parts::ALL.without(Part::ByteDomains).without(Part::Models);
    for round in 0..rounds {
        let mut pool = Pool::new();
        let vs = vars(
            &mut pool,
            &[Sort::BitVec(4), Sort::BitVec(3), Sort::BitVec(3)],
        );
        let mut p = Pipeline::new(SmtOptions {
            parts: match round % 2 {
                0 => few,
                _ => few.without(Part::Values),
            },
            ..SmtOptions::default()
        });
        let mut pc = PathCondition::new();
        for _ in 0..10 {
            let cond = float_condition(&mut pool, &mut r, &vs);
            for side in [cond, pool.not(cond)] {
                let (told, reason) = p.explained(&mut pool, &pc, side, 100);
                assert_eq!(told.is_infeasible(), reason.is_some(), "{told:?}");
                let Some(reason) = reason else { continue };
                judge(&pool, &vs, &pc, side, &reason, reason.stage.name());
                *met.entry(reason.stage).or_default() += 1;
            }
            for side in [cond, pool.not(cond)] {
                if let Side::Feasible(w) = p.feasible(&mut pool, &pc, side) {
                    p.assume(&mut pool, &mut pc, side, w);
                    break;
                }
            }
        }
    }
    met
}

/// Who does not ask for reasons pays nothing for them: no question more, and no
/// other answer.
#[test]
fn reasons_cost_nothing_where_nobody_asks() {
    let sorts = [Sort::BitVec(4), Sort::BitVec(4), Sort::BitVec(3)];
    let mut r = Random(9);
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &sorts);
    let mut p = Pipeline::new(SmtOptions::default());
    let mut pc = PathCondition::new();
    let (mut asked, mut refused) = (0, 0);
    for _ in 0..60 {
        let cond = formula(&mut pool, &mut r, &vs, 1);
        for side in [cond, pool.not(cond)] {
            asked += 1;
            refused += u64::from(p.feasible(&mut pool, &pc, side).is_infeasible());
        }
        if let Side::Feasible(w) = p.feasible(&mut pool, &pc, cond) {
            p.assume(&mut pool, &mut pc, cond, w);
        }
        asked += 1;
    }
    let s = p.stats();
    assert!(refused > 20, "{refused}");
    assert_eq!((s.queries, s.reasons, s.reason_queries), (asked, 0, 0));
}

#[test]
fn every_stage_has_reasons() {
    let sorts = [Sort::BitVec(4), Sort::BitVec(4), Sort::BitVec(3)];
    let mut met = walk(5, 25, &sorts, &variants(false));
    for (stage, n) in walk(6, 6, &[Sort::BitVec(10), Sort::BitVec(2)], &variants(false)) {
        *met.entry(stage).or_default() += n;
    }
    for (stage, n) in walk_floats(8, 12) {
        *met.entry(stage).or_default() += n;
    }
    // A stage that is new in the list is missing here until it has reasons.
    for stage in Stage::ALL.into_iter().filter(|s| refuses(*s)) {
        let n = met.get(&stage).copied().unwrap_or(0);
        assert!(n > 10, "{}: {n} reasons; all: {met:?}", stage.name());
    }
}

#[test]
fn cross_checking_asks_for_each_reason_alone() {
    let sorts = [Sort::BitVec(4), Sort::BitVec(4)];
    let met = walk(7, 3, &sorts, &variants(true));
    assert!(met.values().sum::<u64>() > 20, "{met:?}");
}

/// `x < 5` stands between conjuncts about other variables and such about `x` that
/// do not matter.
#[test]
fn a_reason_leaves_out_what_does_not_matter() {
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &[Sort::BitVec(32), Sort::BitVec(32)]);
    let mut p = Pipeline::new(SmtOptions::default());
    let mut pc = PathCondition::new();
    let small = |pool: &mut Pool, v, n| {
        let c = pool.bv(32, n);
        pool.ult(v, c)
    };
    let sum = pool.bvadd(vs[0], vs[1]);
    let (a, b) = (small(&mut pool, vs[0], 5), small(&mut pool, vs[1], 7));
    let (c, d) = (small(&mut pool, sum, 50), small(&mut pool, vs[0], 9));
    for cond in [d, b, c, a] {
        let Side::Feasible(w) = p.feasible(&mut pool, &pc, cond) else {
            panic!()
        };
        p.assume(&mut pool, &mut pc, cond, w);
    }
    let large = pool.not(d);
    let (side, reason) = p.explained(&mut pool, &pc, large, 10);
    assert!(side.is_infeasible());
    assert_eq!(reason.unwrap().conjuncts.len(), 1);
    // x + y = 30, where x < 5 (or 9) and y < 7.
    let thirty = pool.bv(32, 30);
    let cond = pool.eq(sum, thirty);
    let (_, reason) = p.explained(&mut pool, &pc, cond, 20);
    let reason = reason.unwrap();
    assert!(reason.minimal && reason.conjuncts.len() == 2, "{reason:?}");
    assert!(reason.conjuncts.contains(&b), "{reason:?}");
    assert!(!reason.conjuncts.contains(&c), "{reason:?}");
}

#[test]
fn the_effort_is_counted() {
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &[Sort::BitVec(16); 6]);
    let mut p = Pipeline::new(SmtOptions::default());
    let mut pc = PathCondition::new();
    // Each is less than the next; the last is not less than the first.
    for pair in vs.windows(2) {
        let cond = pool.ult(pair[0], pair[1]);
        let Side::Feasible(w) = p.feasible(&mut pool, &pc, cond) else {
            panic!()
        };
        p.assume(&mut pool, &mut pc, cond, w);
    }
    let back = pool.ult(vs[5], vs[0]);
    let (_, none) = p.explained(&mut pool, &pc, back, 0);
    let none = none.unwrap();
    assert!(!none.minimal && none.conjuncts.len() == 5, "{none:?}");
    assert_eq!(p.stats().reason_queries, 0);
    let (_, all) = p.explained(&mut pool, &pc, back, 3);
    assert!(!all.unwrap().minimal);
    assert_eq!(p.stats().reason_queries, 3);
    let (_, all) = p.explained(&mut pool, &pc, back, 50);
    assert!(all.unwrap().minimal);
    assert_eq!(p.stats().reasons, 3);
}
