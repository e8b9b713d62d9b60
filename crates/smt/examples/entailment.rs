//! How long questions of entailment take, layer by layer, against one Z3 query
//! per question: `cargo run --release -p everypath-smt --example entailment`.
//!
//! The contexts are like those of an abstract interpreter: ranges of a few
//! counters, differences between them, an equation, a sum.

use ep_smt::integers::{Context, Fact, Options};
use ep_smt::linear::{Col, Form};
use ep_smt::z3::{Incremental, SessionOptions, Verdict};
use ep_term::{Pool, Sort, TermId};
use std::time::{Duration, Instant};

fn random(state: &mut u64, n: u64) -> i64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % n) as i64
}

fn facts(s: &mut u64, columns: u32) -> Vec<(Form, bool)> {
    let x = |i: i64| Col(i as u32 % columns);
    let mut out = Vec::new();
    for i in 0..i64::from(columns) {
        out.push((Form::new([(x(i), -1)], random(s, 5)), false));
        if random(s, 2) == 0 {
            out.push((Form::new([(x(i), 1)], -20 - random(s, 100)), false));
        }
    }
    for _ in 0..columns {
        let (a, b) = (random(s, 64), random(s, 64));
        out.push((Form::new([(x(a), 1), (x(b), -1)], -random(s, 9)), false));
    }
    let (a, b, c) = (random(s, 64), random(s, 64), random(s, 64));
    out.push((Form::new([(x(a), 1), (x(b), 1), (x(c), -2)], 1), false));
    out.push((Form::new([(x(a), 1), (x(b + 1), -1), (x(c), -1)], 0), true));
    out
}

fn question(s: &mut u64, columns: u32, kind: u64) -> Form {
    let x = |i: i64| Col(i as u32 % columns);
    let (a, b, c) = (random(s, 64), random(s, 64), random(s, 64));
    match kind {
        0 => Form::new([(x(a), -1)], -random(s, 5)),
        1 => Form::new([(x(a), 1), (x(b), -1)], -10 - random(s, 9)),
        2 => Form::new([(x(a), -2), (x(b), -3)], -1),
        _ => Form::new([(x(a), 1), (x(b), 1), (x(c), -2)], -random(s, 30)),
    }
}

fn term(pool: &mut Pool, vars: &[TermId], f: &Form, equation: bool) -> TermId {
    let mut sum = pool.int(f.constant().numer());
    for (x, c) in f.terms() {
        let c = pool.int(c.numer());
        let t = pool.int_mul(c, vars[x.0 as usize]);
        sum = pool.int_add(sum, t);
    }
    let zero = pool.int_i128(0);
    if equation {
        pool.eq(sum, zero)
    } else {
        pool.int_le(sum, zero)
    }
}

fn median(mut all: Vec<Duration>) -> f64 {
    all.sort();
    all.get(all.len() / 2)
        .map_or(0.0, |d| d.as_secs_f64() * 1e6)
}

fn main() {
    let columns = 6;
    let mut s = 0x2545_F491_4F6C_DD1D;
    let names = ["one column", "difference", "sum of two", "three columns"];
    let mut ours = vec![Vec::new(); 4];
    let mut theirs = vec![Vec::new(); 4];
    let mut tail = vec![Vec::new(); 4];
    let (mut same, mut open, mut asked) = (0, 0, 0);
    let mut layers = ep_smt::integers::Layers::default();
    for _ in 0..300 {
        let known = facts(&mut s, columns);
        let mut context = Context::new(Options {
            z3: 0,
            ..Options::default()
        });
        for _ in 0..columns {
            context.column();
        }
        let mut pool = Pool::new();
        let vars: Vec<TermId> = (0..columns)
            .map(|i| pool.fresh_var(&format!("x{i}"), Sort::Int))
            .collect();
        let mut z3 = Incremental::new(SessionOptions::default());
        for (f, equation) in &known {
            let t = term(&mut pool, &vars, f, *equation);
            z3.assert(&pool, t);
            context.assume(&if *equation {
                Fact::eq(f, &Form::zero())
            } else {
                Fact::at_most_zero(f)
            });
        }
        z3.check(0);
        for i in 0..40 {
            let kind = i % 4;
            let q = question(&mut s, columns, kind);
            let fact = Fact::at_most_zero(&q);
            let start = Instant::now();
            let said = context.entails(&fact);
            let took = start.elapsed();
            let t = term(&mut pool, &vars, &q, false);
            let denial = pool.not(t);
            let start = Instant::now();
            z3.push();
            z3.assert(&pool, denial);
            let verdict = z3.check(0);
            z3.pop(1);
            theirs[kind as usize].push(start.elapsed());
            ours[kind as usize].push(took);
            tail[kind as usize].push(took);
            asked += 1;
            match (said.is_yes(), said.is_no(), &verdict) {
                (true, _, Verdict::Unsat) | (_, true, Verdict::Sat) => same += 1,
                (false, false, _) => open += 1,
                _ => println!("DIFFERENT: {fact}: {said:?} and {verdict:?}"),
            }
        }
        let l = context.layers;
        layers.normal += l.normal;
        layers.ranges += l.ranges;
        layers.differences += l.differences;
        layers.simplex += l.simplex;
        layers.unknown += l.unknown;
    }
    println!("{asked} questions, {same} answered as Z3 does, {open} open; {layers:?}");
    for (i, name) in names.iter().enumerate() {
        tail[i].sort();
        let p99 = tail[i][tail[i].len() * 99 / 100].as_secs_f64() * 1e6;
        let (a, b) = (median(ours[i].clone()), median(theirs[i].clone()));
        println!(
            "{name:14} median {a:8.2} us (99th of 100: {p99:7.1})   Z3 {b:8.1} us   {:6.1} times",
            b / a
        );
    }
    let (a, b) = (median(ours.concat()), median(theirs.concat()));
    println!(
        "all            median {a:8.2} us   Z3 {b:8.1} us   {:6.1} times",
        b / a
    );
}
