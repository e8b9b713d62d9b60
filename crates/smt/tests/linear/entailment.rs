//! Entailment against enumeration.

use crate::support::{cases, Random};
use ep_smt::integers::{Context, Entailment, Fact, Options};
use ep_smt::linear::{Col, Form};
use num_bigint::BigInt;

const SIDE: i64 = 4;

fn fact(r: &mut Random, columns: u32) -> Fact {
    let form = r.form(columns, 8);
    let zero = Form::zero();
    match r.below(12) {
        0 | 1 => Fact::eq(&form, &zero),
        2 | 3 => Fact::ne(&form, &zero),
        4 => Fact::divides(&r.between(2, 6).into(), &form),
        5 => Fact::lt(&form, &zero),
        6 | 7 => {
            // A difference.
            let (x, y) = (r.below(columns.into()), r.below(columns.into()));
            let d = Form::new([(Col(x as u32), 1), (Col(y as u32), -1)], r.between(-5, 5));
            Fact::le(&d, &zero)
        }
        _ => Fact::le(&form, &zero),
    }
}

fn value(p: &[i64], products: &[(usize, usize)]) -> Vec<BigInt> {
    let mut out: Vec<BigInt> = p.iter().map(|v| BigInt::from(*v)).collect();
    out.extend(products.iter().map(|(a, b)| BigInt::from(p[*a] * p[*b])));
    out
}

fn points(columns: usize, side: i64) -> Vec<Vec<i64>> {
    let width = (2 * side + 1) as usize;
    (0..width.pow(columns as u32))
        .map(|n| {
            (0..columns)
                .map(|k| (n / width.pow(k as u32) % width) as i64 - side)
                .collect()
        })
        .collect()
}

/// `Yes` holds at every point, also where only the reason holds; `No` has a
/// model; `Unknown` is rare and never stands for either.
fn run(test: u64, products: bool, z3: u32, scale: u64) -> (u64, u64) {
    let mut r = Random::new(test);
    let (mut asked, mut open) = (0, 0);
    let near: Vec<_> = (0..4).map(|n| points(n, SIDE)).collect();
    let far: Vec<_> = (0..4)
        .map(|n| points(n, if n == 3 { 6 } else { 10 }))
        .collect();
    for case in 0..cases() / scale {
        let columns = 2 + r.below(2) as usize;
        let mut c = Context::new(Options {
            z3,
            ..Options::default()
        });
        for _ in 0..columns {
            c.column();
        }
        let mut pairs = Vec::new();
        if products {
            for _ in 0..1 + r.below(2) {
                let (a, b) = (
                    r.below(columns as u64) as usize,
                    r.below(columns as u64) as usize,
                );
                let (a, b) = (a.min(b), a.max(b));
                if pairs.contains(&(a, b)) {
                    continue;
                }
                let made = c.product(&[(Col(a as u32), 1), (Col(b as u32), 1)]);
                assert_eq!(made, Form::of(Col((columns + pairs.len()) as u32)));
                pairs.push((a, b));
            }
        }
        let all = (columns + pairs.len()) as u32;
        let mut facts = Vec::new();
        let mut add = |c: &mut Context, f: Fact| {
            c.assume(&f);
            facts.push(f);
        };
        let count = r.below(5);
        for i in 0..count {
            if i == 2 {
                // What a scope leaves behind must not be seen.
                c.push();
                let f = fact(&mut r, all);
                c.assume(&f);
                let q = fact(&mut r, all);
                c.entails(&q);
                c.pop();
            }
            let f = fact(&mut r, all);
            add(&mut c, f);
        }
        for x in 0..columns as u32 {
            add(
                &mut c,
                Fact::le(&Form::of(Col(x)), &Form::constant_of(SIDE)),
            );
            add(
                &mut c,
                Fact::ge(&Form::of(Col(x)), &Form::constant_of(-SIDE)),
            );
        }
        for _ in 0..4 {
            let query = fact(&mut r, all);
            asked += 1;
            let fails = |p: &Vec<i64>| {
                let v = value(p, &pairs);
                facts.iter().all(|f| f.holds(&v)) && !query.holds(&v)
            };
            match c.entails(&query) {
                Entailment::Yes(reason) => {
                    if let Some(p) = near[columns].iter().find(|p| fails(p)) {
                        panic!("case {case}: {facts:?} do not entail {query}: {p:?}");
                    }
                    let why: Vec<&Fact> = reason.iter().map(|i| &facts[i.0 as usize]).collect();
                    for p in &far[columns] {
                        let v = value(p, &pairs);
                        let wrong = why.iter().all(|f| f.holds(&v)) && !query.holds(&v);
                        assert!(!wrong, "case {case}: {why:?} do not entail {query}: {p:?}");
                    }
                }
                Entailment::No(model) => {
                    assert!(facts.iter().all(|f| f.holds(&model)), "case {case}");
                    assert!(!query.holds(&model), "case {case}");
                    for (i, (a, b)) in pairs.iter().enumerate() {
                        assert_eq!(model[columns + i], &model[*a] * &model[*b]);
                    }
                }
                Entailment::Unknown(_) => open += 1,
            }
        }
    }
    (asked, open)
}

#[test]
fn linear_facts_entail_what_enumeration_says() {
    let (asked, open) = run(30, false, 0, 2);
    assert!(open * 200 <= asked, "{open} of {asked} open");
}

#[test]
fn products_entail_what_enumeration_says() {
    let (asked, open) = run(31, true, 0, 8);
    assert!(open < asked, "{open} of {asked} open");
    let (asked, open) = run(32, true, 50_000, 40);
    assert!(open * 50 <= asked, "{open} of {asked} open with Z3");
}
