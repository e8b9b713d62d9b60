//! SAT backends on a recorded stream of slices.
//!
//! `cargo run --release` in this folder asks every backend the same questions
//! in one long-lived instance and prints microseconds per query. The figures
//! are in the documentation of `ep_smt::sat`.

use ep_smt::blast::BitBlaster;
use ep_smt::sat::{Cdcl, RustSat, SatAnswer, SatBackend, SatLimits};
use ep_term::{Pool, Sort, TermId};
use std::time::Instant;

/// Slices as parsers, interpreters and searches over memory produce them.
fn stream(pool: &mut Pool) -> Vec<(&'static str, Vec<TermId>)> {
    let mut queries = Vec::new();
    let mut seed = 1u64;
    let mut random = move |n: u64| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    // Decimal numbers of two to four characters, compared, multiplied, divided.
    for _ in 0..80 {
        let mut query = Vec::new();
        let number = |pool: &mut Pool, query: &mut Vec<TermId>, digits: u64| {
            let zero = pool.bv(32, 48);
            let ten = pool.bv(32, 10);
            let mut value = pool.bv(32, 0);
            for _ in 0..digits {
                let c = pool.fresh_var("c", Sort::BitVec(8));
                let (l, h) = (pool.bv(8, 48), pool.bv(8, 57));
                query.push(pool.uge(c, l));
                query.push(pool.ule(c, h));
                let wide = pool.sext(c, 32);
                let digit = pool.bvsub(wide, zero);
                let tens = pool.bvmul(value, ten);
                value = pool.bvadd(tens, digit);
            }
            value
        };
        let a = number(pool, &mut query, 2 + random(3));
        let b = number(pool, &mut query, 1 + random(3));
        let (kind, result) = match random(4) {
            0 => ("sum", pool.bvadd(a, b)),
            1 => ("product", pool.bvmul(a, b)),
            2 => ("quotient", pool.bvsdiv(a, b)),
            _ => ("difference", pool.bvsub(a, b)),
        };
        let c = pool.bv(32, u128::from(random(2000)));
        query.push(if random(2) == 0 {
            pool.eq(result, c)
        } else {
            pool.slt(result, c)
        });
        queries.push((kind, query));
    }
    // A sorted array of integers read as bytes, and a key.
    for _ in 0..3 {
        let ints: Vec<TermId> = (0..9)
            .map(|_| {
                let mut all = pool.fresh_var("b", Sort::BitVec(8));
                for _ in 0..3 {
                    let b = pool.fresh_var("b", Sort::BitVec(8));
                    all = pool.concat(b, all);
                }
                all
            })
            .collect();
        let sorted: Vec<TermId> = (0..7).map(|i| pool.sle(ints[i], ints[i + 1])).collect();
        let mut query = sorted;
        for _ in 0..8 {
            let i = random(8) as usize;
            query.push(pool.slt(ints[i], ints[8]));
            queries.push(("search", query.clone()));
            query.pop();
            query.push(pool.sge(ints[i], ints[8]));
            queries.push(("search", query.clone()));
        }
    }
    // Hashes: multiply, shift, add.
    for _ in 0..20 {
        let mut hash = pool.bv(32, 5381);
        let k = pool.bv(32, 33);
        for _ in 0..3 {
            let c = pool.fresh_var("h", Sort::BitVec(8));
            let wide = pool.zext(c, 32);
            let times = pool.bvmul(hash, k);
            hash = pool.bvxor(times, wide);
        }
        let mask = pool.bv(32, 1023);
        let bucket = pool.bvand(hash, mask);
        let c = pool.bv(32, u128::from(random(1024)));
        queries.push(("hash", vec![pool.eq(bucket, c)]));
    }
    // Interleaved, as the searcher jumps between paths.
    for i in (1..queries.len()).rev() {
        let j = random(i as u64 + 1) as usize;
        queries.swap(i, j);
    }
    queries
}

fn run<S: SatBackend + Default>(name: &str, rebuild: usize) {
    let mut pool = Pool::new();
    let queries = stream(&mut pool);
    let mut blaster: BitBlaster<S> = BitBlaster::default();
    blaster.set_gate_limit(rebuild);
    let limits = SatLimits {
        conflicts: 1_000_000,
        deadline: None,
        cancel: ep_base::Cancel::new(),
    };
    let mut times: Vec<(&str, f64)> = Vec::new();
    let (mut sat, mut unsat) = (0, 0);
    for (kind, query) in &queries {
        // Twice: the second time everything is translated.
        for kind in ["first", kind] {
            let start = Instant::now();
            match blaster.solve(&pool, query, &limits) {
                Ok(SatAnswer::Sat) => sat += 1,
                Ok(SatAnswer::Unsat) => unsat += 1,
                other => println!("{other:?}"),
            }
            times.push((kind, start.elapsed().as_secs_f64() * 1e6));
        }
    }
    let total: f64 = times.iter().map(|t| t.1).sum();
    println!(
        "{name}: {} gates, {} rebuilds, {sat} sat, {unsat} unsat, {:.0} ms in all",
        blaster.gates(),
        blaster.rebuilds,
        total / 1e3
    );
    let mut kinds: Vec<&str> = times.iter().map(|t| t.0).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let mut own: Vec<f64> = times.iter().filter(|t| t.0 == kind).map(|t| t.1).collect();
        own.sort_unstable_by(f64::total_cmp);
        println!(
            "  {kind:10} {:4} queries, median {:8.1} µs, p90 {:9.1} µs",
            own.len(),
            own[own.len() / 2],
            own[own.len() * 9 / 10]
        );
    }
}

fn main() {
    run::<Cdcl>("own, in the cone", usize::MAX);
    run::<Cdcl>("own, in the cone, rebuilt at 60,000 gates", 60_000);
    run::<RustSat<rustsat_batsat::BasicSolver>>("BatSat", usize::MAX);
    run::<RustSat<rustsat_batsat::BasicSolver>>("BatSat, rebuilt at 5,000 gates", 5_000);
    run::<RustSat<rustsat_minisat::core::Minisat>>("MiniSat", usize::MAX);
    run::<RustSat<rustsat_minisat::core::Minisat>>("MiniSat, rebuilt at 5,000 gates", 5_000);
    run::<RustSat<rustsat_cadical::CaDiCaL>>("CaDiCaL", usize::MAX);
    run::<RustSat<rustsat_cadical::CaDiCaL>>("CaDiCaL, rebuilt at 5,000 gates", 5_000);
}
