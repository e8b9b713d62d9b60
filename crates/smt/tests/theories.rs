//! What only some backends do: floats, integers, arrays, functions, quantifiers.

mod common;

use common::*;
use ep_smt::blast::BitBlaster;
use ep_smt::sat::{Cdcl, RustSat};
use ep_smt::z3::Z3;
use ep_smt::{
    Answer, Limits, Part, Parts, PathCondition, Pipeline, Side, SmtOptions, Solver, Stage,
};
use ep_term::{Evaluator, FloatSort, Model, Pool, Rounding, Sort, TermId};
use std::time::Duration;

const LIMITS: Limits = Limits {
    resources: 1_000_000,
    timeout: Duration::from_secs(60),
};

/// Encodings where floats go wrong.
fn encoding(r: &mut Random, f: FloatSort) -> u128 {
    let stored = u32::from(f.sig) - 1;
    let exp = (1u128 << f.exp) - 1;
    let sign = u128::from(r.next() & 1) << (f.bits() - 1);
    let fraction = u128::from(r.next()) & ((1 << stored) - 1);
    sign | match r.below(8) {
        0 => 0,
        1 => exp << stored,
        2 => exp << stored | fraction | 1,
        3 => fraction,
        4 => (exp / 2) << stored,
        5 => (exp / 2 + 3) << stored | fraction & !0xff,
        _ => (u128::from(r.next()) % exp) << stored | fraction,
    }
}

/// A float operation without a rounding result, by number.
fn predicate(pool: &mut Pool, n: usize, a: TermId, b: TermId) -> TermId {
    match n {
        0 => pool.fp_eq(a, b),
        1 => pool.fp_lt(a, b),
        2 => pool.fp_le(a, b),
        3 => pool.fp_is_nan(a),
        4 => pool.fp_is_inf(a),
        5 => pool.fp_is_zero(a),
        6 => pool.fp_is_negative(a),
        7 => pool.fp_is_normal(a),
        8 => pool.fp_is_subnormal(a),
        9 => {
            let n = pool.fp_neg(a);
            pool.fp_lt(n, b)
        }
        _ => {
            let n = pool.fp_abs(a);
            pool.fp_le(b, n)
        }
    }
}

/// The term has the value that evaluation gives it, and no other, once its
/// variables are fixed.
fn judge_fixed(
    pool: &mut Pool,
    solver: &mut dyn Solver,
    m: &Model,
    vs: &[TermId],
    cond: TermId,
    what: &str,
) {
    let holds = Evaluator::new().eval_bits(pool, cond, m).unwrap() == 1;
    let mut terms = Vec::new();
    for &v in vs {
        let bits = m.get_bits(pool.as_var(v).unwrap()).unwrap();
        let (word, width) = match pool.sort(v) {
            Sort::Float(f) => (pool.fp_to_bits(v), f.bits()),
            _ => (v, pool.width(v)),
        };
        let value = pool.bv(width, bits);
        terms.push(pool.eq(word, value));
    }
    let opposite = pool.not(cond);
    for (t, truth) in [(cond, holds), (opposite, !holds)] {
        terms.push(t);
        match solver.check(pool, &terms, LIMITS) {
            Answer::Sat(m) => {
                assert!(truth, "{what}: sat");
                assert!(satisfies(pool, &terms, &m), "{what}: model");
            }
            Answer::Unsat { .. } => assert!(!truth, "{what}: unsat"),
            Answer::Unknown(reason) => panic!("{what}: {reason}"),
        }
        terms.pop();
    }
}

#[test]
fn float_circuits_and_z3_compute_what_evaluation_computes() {
    let mut r = Random(5);
    for round in 0..330 {
        let f = [
            FloatSort::F16,
            FloatSort::F32,
            FloatSort::F64,
            FloatSort::X87,
        ][round % 4];
        let mut pool = Pool::new();
        let vs = vars(&mut pool, &[Sort::Float(f), Sort::Float(f)]);
        let mut m = Model::new();
        let first = encoding(&mut r, f);
        let second = if r.below(4) == 0 {
            first ^ (u128::from(r.next() & 1) << (f.bits() - 1))
        } else {
            encoding(&mut r, f)
        };
        m.set_bits(pool.as_var(vs[0]).unwrap(), first);
        m.set_bits(pool.as_var(vs[1]).unwrap(), second);
        let n = round / 3 % 11;
        let cond = predicate(&mut pool, n, vs[0], vs[1]);
        let what = format!("predicate {n} on {first:x} {second:x} ({f:?})");
        let mut blaster: BitBlaster<Cdcl> = BitBlaster::default();
        judge_fixed(&mut pool, &mut blaster, &m, &vs, cond, &what);
        if round % 2 == 0 {
            judge_fixed(&mut pool, &mut Z3::new(), &m, &vs, cond, &what);
        }
    }
}

#[test]
fn float_arithmetic_of_z3_is_that_of_evaluation() {
    let mut r = Random(6);
    let mut compared = 0;
    for round in 0..136 {
        let n = round / 2 % 17;
        // Wide division, square root and fma cost Z3 seconds.
        let hard = matches!(n, 3 | 4 | 15);
        let f = [FloatSort::F16, FloatSort::F32][if hard { 0 } else { round % 2 }];
        let mut pool = Pool::new();
        let vs = vars(
            &mut pool,
            &[Sort::Float(f), Sort::Float(f), Sort::BitVec(12)],
        );
        let (a, b, w) = (vs[0], vs[1], vs[2]);
        let result = match n {
            0 => pool.fp_add(a, b),
            1 => pool.fp_sub(a, b),
            2 => pool.fp_mul(a, b),
            3 => pool.fp_div(a, b),
            4 => pool.fp_sqrt(a),
            5 => pool.fp_min(a, b),
            6 => pool.fp_max(a, b),
            7 => pool.fp_round(a, Rounding::TowardZero),
            8 => pool.fp_round(a, Rounding::NearestAway),
            9 => pool.fp_to_fp(a, FloatSort::F16),
            10 => pool.fp_to_fp(a, FloatSort::F64),
            11 => pool.fp_to_sbv(a, 12),
            12 => pool.fp_to_ubv(a, 12),
            13 => pool.sbv_to_fp(w, f),
            14 => pool.ubv_to_fp(w, f),
            15 => pool.fp_fma(a, b, a),
            _ => pool.fp_round(a, Rounding::TowardNegative),
        };
        let mut m = Model::new();
        for &v in &vs[..2] {
            let bits = encoding(&mut r, f);
            m.set_bits(pool.as_var(v).unwrap(), bits);
        }
        m.set_bits(pool.as_var(w).unwrap(), u128::from(r.next() & 0xfff));
        let expected = Evaluator::new().eval_bv(&pool, result, &m);
        let cond = match pool.sort(result) {
            Sort::Float(g) => {
                let e = pool.fp(g, expected);
                // The payloads of NaNs are open in the theory.
                let same = pool.fp_is_nan(e);
                if pool.as_bool(same) == Some(true) {
                    pool.fp_is_nan(result)
                } else {
                    let (x, y) = (pool.fp_to_bits(result), pool.fp_to_bits(e));
                    pool.eq(x, y)
                }
            }
            _ => {
                let e = pool.bv(12, expected);
                pool.eq(result, e)
            }
        };
        let what = format!("operation {n} of {f:?}");
        judge_fixed(&mut pool, &mut Z3::new(), &m, &vs, cond, &what);
        compared += 1;
    }
    assert_eq!(compared, 136);
}

fn pipeline() -> Pipeline {
    Pipeline::new(SmtOptions {
        query_resources: 50_000,
        ..Default::default()
    })
}

fn expect_sat(pool: &mut Pool, terms: &[TermId]) {
    match pipeline().check(pool, terms) {
        Answer::Sat(m) => assert!(satisfies(pool, terms, &m)),
        other => panic!("{other:?}"),
    }
}

fn expect_unsat(pool: &mut Pool, terms: &[TermId], core: &[usize]) {
    match pipeline().check(pool, terms) {
        Answer::Unsat { core: found } => assert_eq!(found, core),
        other => panic!("{other:?}"),
    }
}

#[test]
fn integers_go_to_z3_with_cores() {
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &[Sort::Int, Sort::Int, Sort::BitVec(8)]);
    let seven = pool.int_i128(7);
    let square = pool.int_mul(vs[0], vs[0]);
    let sum = pool.int_add(square, vs[1]);
    let a = pool.eq(sum, seven);
    let b = pool.int_lt(seven, vs[1]);
    let five = pool.bv(8, 5);
    let other = pool.ult(vs[2], five);
    expect_sat(&mut pool, &[a, other]);
    expect_unsat(&mut pool, &[other, a, b], &[1, 2]);
}

#[test]
fn divisions_by_zero_have_the_values_of_evaluation() {
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &[Sort::Int, Sort::Int]);
    let zero = pool.int_i128(0);
    let is_zero = pool.eq(vs[1], zero);
    let q = pool.int_div(vs[0], vs[1]);
    let m = pool.int_mod(vs[0], vs[1]);
    let (q0, m0) = (pool.eq(q, zero), pool.eq(m, vs[0]));
    expect_sat(&mut pool, &[is_zero, q0, m0]);
    let n = pool.not(q0);
    match pipeline().check(&mut pool, &[is_zero, n]) {
        Answer::Unsat { .. } => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn arrays_and_functions_are_modelled() {
    let mut pool = Pool::new();
    let sort = pool.array_sort(Sort::BitVec(8), Sort::BitVec(8));
    let vs = vars(&mut pool, &[sort, Sort::BitVec(8), Sort::BitVec(8)]);
    let (a, i, j) = (vs[0], vs[1], vs[2]);
    let one = pool.bv(8, 1);
    let stored = pool.store(a, i, one);
    let read = pool.select(stored, j);
    let two = pool.bv(8, 2);
    let is_two = pool.eq(read, two);
    expect_sat(&mut pool, &[is_two]);
    let same = pool.eq(i, j);
    expect_unsat(&mut pool, &[is_two, same], &[0, 1]);

    let f = pool.declare_fun("f", &[Sort::BitVec(8)], Sort::BitVec(8));
    let (fi, fj) = (pool.apply(f, &[i]), pool.apply(f, &[j]));
    let differ = pool.ne(fi, fj);
    expect_sat(&mut pool, &[differ]);
    expect_unsat(&mut pool, &[differ, same], &[0, 1]);
}

#[test]
fn functions_tie_conjuncts_without_a_common_variable() {
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &[Sort::BitVec(8), Sort::BitVec(8)]);
    let f = pool.declare_fun("f", &[Sort::BitVec(8)], Sort::BitVec(8));
    let three = pool.bv(8, 3);
    let mut p = pipeline();
    let mut pc = PathCondition::new();
    let conds = [0, 1].map(|i| {
        let applied = pool.apply(f, &[vs[i]]);
        let value = pool.bv(8, i as u128);
        let at = pool.eq(vs[i], three);
        (pool.eq(applied, value), at)
    });
    // f(x) = 0, f(y) = 1 and x = 3: y = 3 is impossible, though no variable is shared.
    for cond in [conds[0].0, conds[1].0, conds[0].1] {
        match p.feasible(&mut pool, &pc, cond) {
            Side::Feasible(w) => p.assume(&mut pool, &mut pc, cond, w),
            other => panic!("{other:?}"),
        }
        let all: Vec<TermId> = pc.conjuncts().collect();
        assert!(satisfies(&pool, &all, &pc));
    }
    assert!(p.feasible(&mut pool, &pc, conds[1].1).is_infeasible());
}

#[test]
fn quantified_models_are_not_believed() {
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &[Sort::Int, Sort::Int]);
    let bound = pool.as_var(vs[0]).unwrap();
    let body = pool.int_le(vs[1], vs[0]);
    let all = pool.forall(&[bound], body, &[]);
    match pipeline().check(&mut pool, &[all]) {
        Answer::Unsat { .. } | Answer::Unknown(_) => {}
        Answer::Sat(_) => panic!("no integer is below all others"),
    }
    let some = pool.exists(&[bound], body, &[]);
    match pipeline().check(&mut pool, &[some]) {
        // True, but a model cannot be evaluated.
        Answer::Sat(_) | Answer::Unknown(_) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn limits_end_in_unknown_with_a_reason() {
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &[Sort::BitVec(64), Sort::BitVec(64)]);
    let product = pool.bvmul(vs[0], vs[1]);
    // The product of two primes near 2^31.
    let n = pool.bv(64, 2_147_483_647 * 2_147_483_629);
    let is = pool.eq(product, n);
    let bound = pool.bv(64, 1 << 32);
    let one = pool.bv(64, 1);
    let terms = [
        is,
        pool.ult(vs[0], bound),
        pool.ult(vs[1], bound),
        pool.ugt(vs[0], one),
        pool.ugt(vs[1], one),
    ];
    let mut p = Pipeline::new(SmtOptions {
        query_resources: 20,
        query_timeout: Duration::from_secs(2),
        ..Default::default()
    });
    match p.check(&mut pool, &terms) {
        Answer::Unknown(reason) => {
            assert!(reason.contains("conflict limit"), "{reason}");
            assert_eq!(p.stats().unknown, 1);
        }
        other => panic!("{other:?}"),
    }
}

/// A reading of twelve bits becomes a float: what Z3 says, and sooner.
#[test]
fn few_values_are_gone_through() {
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &[Sort::BitVec(32), Sort::BitVec(8)]);
    let range = pool.bv(32, 1 << 12);
    let bound = pool.ult(vs[0], range);
    let f = FloatSort::F32;
    let reading = pool.ubv_to_fp(vs[0], f);
    let offset = pool.ubv_to_fp(vs[1], f);
    let [scale, least, most] = [3.3f32 / 4096.0, 3.2, 3.3].map(|x| pool.fp(f, x.to_bits().into()));
    let volts = pool.fp_mul(reading, scale);
    let (low, high) = (pool.fp_lt(least, volts), pool.fp_le(most, volts));
    let sum = pool.fp_add(volts, offset);
    let odd = pool.fp_lt(sum, volts);
    let small = pool.bv(8, 3);
    let few = pool.ult(vs[1], small);
    for (values, solved) in [(true, 0), (false, 1)] {
        let parts = Parts::ALL.without(Part::ByteDomains).without(Part::Models);
        let mut p = Pipeline::new(SmtOptions {
            parts: if values {
                parts
            } else {
                parts.without(Part::Values)
            },
            ..Default::default()
        });
        let mut pc = PathCondition::new();
        for cond in [bound, few] {
            match p.feasible(&mut pool, &pc, cond) {
                Side::Feasible(w) => p.assume(&mut pool, &mut pc, cond, w),
                other => panic!("{other:?}"),
            }
        }
        assert!(p.feasible(&mut pool, &pc, low).is_feasible());
        assert!(p.feasible(&mut pool, &pc, high).is_infeasible());
        let s = p.stats();
        assert_eq!(s.answered.of(Stage::Values), 2 * (1 - solved), "{s:?}");
        assert_eq!(s.z3_calls, 2 * solved, "{s:?}");
        // Over one variable what was computed is kept; an answer stays right
        // when the path leaves fewer values.
        match p.feasible(&mut pool, &pc, low) {
            Side::Feasible(w) => p.assume(&mut pool, &mut pc, low, w),
            other => panic!("{other:?}"),
        }
        let not = pool.not(low);
        assert!(p.feasible(&mut pool, &pc, not).is_infeasible());
        for (k, possible) in [(3_971, false), (3_972, true), (4_095, true)] {
            let k = pool.bv(32, k);
            let is = pool.eq(vs[0], k);
            let answer = p.feasible(&mut pool, &pc, is);
            assert_eq!(answer.is_feasible(), possible);
            assert_eq!(answer.is_infeasible(), !possible);
        }
        // Two variables, which takes Z3 seconds.
        assert!(!values || p.feasible(&mut pool, &pc, odd).is_infeasible());
    }
}

#[test]
fn what_no_backend_does_is_unknown() {
    let mut pool = Pool::new();
    let f = Sort::Float(FloatSort::F64);
    let vs = vars(&mut pool, &[f, f]);
    let rest = pool.fp_rem(vs[0], vs[1]);
    let cond = pool.fp_lt(rest, vs[0]);
    let mut p = pipeline();
    let pc = PathCondition::new();
    match p.feasible(&mut pool, &pc, cond) {
        Side::Unknown(reason) => assert!(reason.contains("floating"), "{reason}"),
        Side::Feasible(_) => {}
        other => panic!("{other:?}"),
    }
    // The pipeline still works after an error of a backend.
    let x = pool.fresh_var("x", Sort::BitVec(32));
    let y = pool.fresh_var("y", Sort::BitVec(32));
    let product = pool.bvmul(x, y);
    let c = pool.bv(32, 35);
    let cond = pool.eq(product, c);
    assert!(p.feasible(&mut pool, &pc, cond).is_feasible());
}

#[test]
fn our_solver_agrees_with_a_library() {
    let mut r = Random(7);
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..25 {
        let mut pool = Pool::new();
        let vs = vars(
            &mut pool,
            &[Sort::BitVec(7), Sort::BitVec(7), Sort::BitVec(9)],
        );
        let mut ours: BitBlaster<Cdcl> = BitBlaster::default();
        let mut library: BitBlaster<RustSat<rustsat_batsat::BasicSolver>> = BitBlaster::default();
        for round in 0..60 {
            // Renewed in between, so that rebuilding is tested too.
            ours.set_gate_limit(if round % 2 == 0 { 300 } else { 100_000 });
            let terms: Vec<_> = (0..1 + r.below(5))
                .map(|_| formula(&mut pool, &mut r, &vs, 2))
                .collect();
            match (
                ours.check(&pool, &terms, LIMITS),
                library.check(&pool, &terms, LIMITS),
            ) {
                (Answer::Sat(a), Answer::Sat(b)) => {
                    assert!(satisfies(&pool, &terms, &a) && satisfies(&pool, &terms, &b));
                    sat += 1;
                }
                (Answer::Unsat { core: a }, Answer::Unsat { core: b }) => {
                    for core in [a, b] {
                        let part: Vec<_> = core.iter().map(|&i| terms[i]).collect();
                        let again = BitBlaster::<Cdcl>::default().check(&pool, &part, LIMITS);
                        assert!(matches!(again, Answer::Unsat { .. }));
                    }
                    unsat += 1;
                }
                (a, b) => panic!("{a:?} against {b:?}"),
            }
        }
    }
    assert!(sat > 300 && unsat > 200, "{sat} sat, {unsat} unsat");
}

/// All pairs of small words, each put in by Z3 itself: what it knows of literals
/// is another program than its circuits.
#[test]
fn overflow_of_literals_is_what_evaluation_says() {
    for w in 1..=3 {
        // Answers are remembered by the ids of one pool.
        let (mut z3, mut pool) = (Z3::new(), Pool::new());
        let vs = vars(&mut pool, &[Sort::BitVec(w), Sort::BitVec(w)]);
        let over = [
            pool.saddo(vs[0], vs[1]),
            pool.ssubo(vs[0], vs[1]),
            pool.smulo(vs[0], vs[1]),
            pool.uaddo(vs[0], vs[1]),
            pool.umulo(vs[0], vs[1]),
        ];
        let mut e = Evaluator::new();
        for pair in 0..1u128 << (2 * w) {
            let values = [pair >> w, pair & ((1 << w) - 1)];
            let mut m = Model::new();
            let mut terms = Vec::new();
            for (v, value) in vs.iter().zip(values) {
                m.set_bits(pool.as_var(*v).unwrap(), value);
                let literal = pool.bv(w, value);
                terms.push(pool.eq(*v, literal));
            }
            for t in over {
                let truth = e.eval_bool(&pool, t, &m);
                for (t, truth) in [(t, truth), (pool.not(t), !truth)] {
                    terms.push(t);
                    let sat = match z3.check(&pool, &terms, LIMITS) {
                        Answer::Sat(_) => true,
                        Answer::Unsat { .. } => false,
                        Answer::Unknown(why) => panic!("{why}"),
                    };
                    terms.pop();
                    assert_eq!(sat, truth, "{} at {values:?}, {w} bits", pool.infix(t));
                }
            }
        }
    }
}
