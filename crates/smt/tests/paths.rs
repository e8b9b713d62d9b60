//! The pipeline on paths against enumeration, with every stage switched off in
//! turn, and under cross-checking.

mod common;

use common::*;
use ep_smt::{Part, Parts, PathCondition, Pipeline, Side, SmtOptions, Tables, Witness};
use ep_term::{Pool, Sort, TermId};

/// All stages, each part switched off in turn, and none but the solver.
fn variants() -> Vec<(String, SmtOptions)> {
    let with = |parts| SmtOptions {
        parts,
        ..SmtOptions::default()
    };
    let mut out = vec![
        ("all stages".to_string(), with(Parts::ALL)),
        ("only the solver".to_string(), with(Parts::NONE)),
    ];
    for part in Part::ALL {
        let name = format!("no {}", part.name());
        out.push((name, with(Parts::ALL.without(part))));
    }
    out
}

/// Compares a side with the truth; returns the witness.
fn judge(
    pool: &Pool,
    pc: &PathCondition,
    cond: TermId,
    truth: bool,
    side: &Side,
    who: &str,
) -> Option<Witness> {
    match side {
        Side::Feasible(w) => {
            assert!(truth, "{who}: feasible");
            let mut m = ep_term::Model::new();
            let mut all: Vec<TermId> = pc.conjuncts().collect();
            all.push(cond);
            for &t in &all {
                for &v in pool.vars(t) {
                    m.set_bits(v, w.value(pc, v));
                }
            }
            assert!(satisfies(pool, &all, &m), "{who}: wrong witness");
            Some(w.clone())
        }
        Side::Infeasible => {
            assert!(!truth, "{who}: infeasible");
            None
        }
        Side::Unknown(reason) => panic!("{who}: unknown ({reason})"),
    }
}

/// Walks random paths; all variants answer every question.
fn walk(seed: u64, rounds: usize, sorts: &[Sort], depth: u32, comparisons_only: bool) {
    let mut r = Random(seed);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..rounds {
        let mut pool = Pool::new();
        let vs = vars(&mut pool, sorts);
        let mut pipelines: Vec<_> = variants()
            .into_iter()
            .map(|(name, o)| (name, Pipeline::new(o)))
            .collect();
        // A state per variant, because their models differ; some are forked and
        // come back later, as an explorer does.
        let mut paths = vec![vec![PathCondition::new(); pipelines.len()]];
        for _ in 0..25 {
            let at = r.below(paths.len());
            let mut path = paths[at].clone();
            let cond = if comparisons_only {
                let pick = |pool: &mut Pool, r: &mut Random| {
                    if r.below(4) == 0 {
                        let value = r.wide();
                        pool.bv(4, value)
                    } else {
                        vs[r.below(vs.len())]
                    }
                };
                let (a, b) = (pick(&mut pool, &mut r), pick(&mut pool, &mut r));
                compare(&mut pool, [0, 1, 5, 6, 7, 5, 6][r.below(7)], a, b)
            } else {
                formula(&mut pool, &mut r, &vs, depth)
            };
            let opposite = pool.not(cond);
            let mut with: Vec<TermId> = path[0].conjuncts().collect();
            with.push(cond);
            let then = satisfiable(&pool, &vs, &with);
            with.pop();
            with.push(opposite);
            let els = satisfiable(&pool, &vs, &with);
            yes += usize::from(then) + usize::from(els);
            no += usize::from(!then) + usize::from(!els);
            let take = if then && els { r.below(2) == 0 } else { then };
            for (i, (name, p)) in pipelines.iter_mut().enumerate() {
                let b = p.branch(&mut pool, &path[i], cond);
                let t = judge(&pool, &path[i], cond, then, &b.then, name);
                let e = judge(&pool, &path[i], opposite, els, &b.els, name);
                let (side, witness) = if take { (cond, t) } else { (opposite, e) };
                p.assume(&mut pool, &mut path[i], side, witness.unwrap());
                let all: Vec<TermId> = path[i].conjuncts().collect();
                assert!(satisfies(&pool, &all, &path[i]), "{name}: the path's model");
                assert!(path[i].has_model());
            }
            if paths.len() < 4 || r.below(3) == 0 {
                paths.push(path);
            } else {
                paths[at] = path;
            }
        }
        for (name, p) in &pipelines {
            assert_eq!(p.stats().bad_models, 0, "{name}");
        }
    }
    assert!(yes > 100 && no > 50, "{yes} feasible, {no} not");
}

#[test]
fn narrow_variables() {
    walk(
        11,
        60,
        &[
            Sort::BitVec(3),
            Sort::BitVec(3),
            Sort::Bool,
            Sort::BitVec(2),
        ],
        2,
        false,
    );
}

#[test]
fn one_byte_and_a_flag() {
    walk(12, 25, &[Sort::BitVec(8), Sort::Bool], 2, false);
}

#[test]
fn twelve_bits_have_no_domain() {
    walk(13, 8, &[Sort::BitVec(10), Sort::BitVec(2)], 1, false);
}

#[test]
fn comparisons_of_variables() {
    walk(
        14,
        60,
        &[Sort::BitVec(4), Sort::BitVec(4), Sort::BitVec(4)],
        0,
        true,
    );
}

#[test]
fn tables_are_what_evaluation_says() {
    let mut r = Random(21);
    let mut checked = 0;
    for _ in 0..1500 {
        let mut pool = Pool::new();
        let width = 1 + r.below(8) as u32;
        let vs = vars(&mut pool, &[Sort::BitVec(width)]);
        // Also through wider words, as C promotes its characters.
        let wide = pool.sext(vs[0], 32);
        let zero = pool.zext(vs[0], 64);
        let all = [vs[0], wide, zero];
        let cond = formula(&mut pool, &mut r, &all, 3);
        if pool.vars(cond).is_empty() {
            continue;
        }
        let (_, _, table) = Tables::default().table(&pool, cond).unwrap();
        let mut e = ep_term::Evaluator::new();
        let mut m = ep_term::Model::new();
        for value in 0..256u128 {
            m.set_bits(pool.as_var(vs[0]).unwrap(), value);
            let truth = value < 1 << width && e.eval_bool(&pool, cond, &m);
            assert_eq!(table.contains(value), truth, "{value}");
        }
        checked += 1;
    }
    assert!(checked > 700, "{checked}");
}

#[test]
fn switches_split_a_value() {
    for parts in [Parts::ALL, Parts::ALL.without(Part::ByteDomains)] {
        let mut pool = Pool::new();
        let width = 8;
        let v = vars(&mut pool, &[Sort::BitVec(width)])[0];
        let low = {
            let mask = pool.bv(width, 15);
            pool.bvand(v, mask)
        };
        let mut p = Pipeline::new(SmtOptions {
            parts,
            ..Default::default()
        });
        let mut pc = PathCondition::new();
        let ten = pool.bv(width, 10);
        let small = pool.ult(v, ten);
        let Side::Feasible(w) = p.feasible(&mut pool, &pc, small) else {
            panic!()
        };
        p.assume(&mut pool, &mut pc, small, w);
        let conds: Vec<TermId> = (0..16)
            .map(|i| {
                let c = pool.bv(width, i);
                pool.eq(low, c)
            })
            .collect();
        let sides = p.switch(&mut pool, &pc, &conds);
        for (i, side) in sides.iter().enumerate() {
            judge(&pool, &pc, conds[i], i < 10, side, "switch");
        }
        assert_eq!(p.max_value(&mut pool, &pc, v), Ok(9));
        assert_eq!(p.min_value(&mut pool, &pc, v), Ok(0));
    }
}

#[test]
fn values_are_bounded_exactly() {
    let mut r = Random(31);
    for _ in 0..80 {
        let mut pool = Pool::new();
        let vs = vars(&mut pool, &[Sort::BitVec(4), Sort::BitVec(4)]);
        let t = word(&mut pool, &mut r, &vs, 4, 2);
        let c = formula(&mut pool, &mut r, &vs, 2);
        let mut p = Pipeline::new(SmtOptions::default());
        let mut pc = PathCondition::new();
        let Side::Feasible(w) = p.feasible(&mut pool, &pc, c) else {
            continue;
        };
        p.assume(&mut pool, &mut pc, c, w);
        let (mut low, mut high) = (u128::MAX, 0);
        any_assignment(&pool, &vs, |e, m| {
            if e.eval_bool(&pool, c, m) {
                let value = e.eval_bv(&pool, t, m);
                low = low.min(value);
                high = high.max(value);
            }
            false
        });
        assert_eq!(p.max_value(&mut pool, &pc, t), Ok(high));
        assert_eq!(p.min_value(&mut pool, &pc, t), Ok(low));
    }
}

#[test]
fn a_path_without_a_witness_is_never_believed() {
    let mut pool = Pool::new();
    let vs = vars(&mut pool, &[Sort::BitVec(8), Sort::BitVec(8)]);
    let mut p = Pipeline::new(SmtOptions::default());
    let mut pc = PathCondition::new();
    let five = pool.bv(8, 5);
    let small = pool.ult(vs[0], five);
    let large = pool.not(small);
    p.assume(&mut pool, &mut pc, small, Witness::unchanged());
    assert!(pc.has_model());
    // Contradictory, assumed against the answer: the path has no model, and
    // nothing is feasible on it, not even what concerns another variable.
    p.assume(&mut pool, &mut pc, large, Witness::unchanged());
    assert!(!pc.has_model());
    let other = pool.ult(vs[1], five);
    let b = p.branch(&mut pool, &pc, other);
    assert!(b.then.is_infeasible() && b.els.is_infeasible());
}

#[test]
fn cross_checking_agrees_and_queries_are_written() {
    let dir = tempfile::tempdir().unwrap();
    let mut r = Random(41);
    let mut pool = Pool::new();
    let vs = vars(
        &mut pool,
        &[Sort::BitVec(8), Sort::BitVec(16), Sort::BitVec(8)],
    );
    let mut p = Pipeline::new(SmtOptions {
        cross_check: true,
        log_dir: Some(dir.path().to_owned()),
        ..Default::default()
    });
    for _ in 0..12 {
        let mut pc = PathCondition::new();
        for _ in 0..8 {
            let cond = formula(&mut pool, &mut r, &vs, 1);
            let b = p.branch(&mut pool, &pc, cond);
            assert!(p.defect().is_none(), "{:?}", p.defect());
            let opposite = pool.not(cond);
            match (b.then, b.els) {
                (Side::Feasible(w), _) => p.assume(&mut pool, &mut pc, cond, w),
                (_, Side::Feasible(w)) => p.assume(&mut pool, &mut pc, opposite, w),
                sides => panic!("{sides:?}"),
            }
        }
    }
    assert!(p.stats().cross_checked > 100, "{:?}", p.stats());
    let files = std::fs::read_dir(dir.path()).unwrap().count() as u64;
    assert_eq!(files, p.stats().sat_calls + p.stats().z3_calls);
    assert!(files > 0);
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let p = Pipeline::new(SmtOptions {
        log_dir: Some(file.join("below")),
        ..Default::default()
    });
    assert_eq!(p.defect().unwrap().exit, ep_base::ExitCode::Surroundings);
}

/// A circuit for which there is no time is not built to its end.
#[test]
fn the_end_of_the_run_stops_circuits_too() {
    let mut pool = Pool::new();
    let mut product = pool.fresh_var("x", Sort::BitVec(64));
    for i in 0..1_000 {
        let v = pool.fresh_var(&format!("v{i}"), Sort::BitVec(64));
        product = pool.bvmul(product, v);
        product = pool.bvadd(product, v);
    }
    let wanted = pool.bv(64, 12_345);
    let cond = pool.eq(product, wanted);
    let mut pipeline = Pipeline::new(SmtOptions::default());
    let now = std::time::Instant::now();
    pipeline.set_deadline(Some(now));
    let path = PathCondition::new();
    for _ in 0..200 {
        let side = pipeline.feasible(&mut pool, &path, cond);
        assert!(matches!(side, Side::Unknown(_)), "{side:?}");
    }
    // Without the limit 8 million gates, and 200 times a grace of 20 ms.
    assert!(pipeline.stats().sat_calls <= 100, "{:?}", pipeline.stats());
    assert!(now.elapsed().as_secs() < 10, "{:?}", now.elapsed());
}
