//! Queries whose time is over, beside a process that forks. Z3's own clock held a fork up
//! until the query ended, and was freed by it under a query that was past its time.

use ep_smt::z3::{Incremental, SessionOptions, Verdict, Z3};
use ep_smt::{Answer, Limits, Solver};
use ep_term::{FloatSort, Pool, Sort, TermId};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a fork takes, with a step before `exec`: without one the C library makes the
/// process in another way.
fn fork() -> Duration {
    let mut command = Command::new("true");
    // SAFETY: nothing is done in the child.
    unsafe { command.pre_exec(|| Ok(())) };
    let begun = Instant::now();
    let mut child = command.spawn().expect("`true` is there");
    let took = begun.elapsed();
    child.wait().expect("it ends");
    took
}

fn limits(millis: u64) -> Limits {
    Limits {
        resources: u64::MAX,
        timeout: Duration::from_millis(millis),
    }
}

/// Factors of the product of two primes.
fn factors(pool: &mut Pool) -> Vec<TermId> {
    let product = pool.bv(64, 2_860_486_313 * 3_267_000_013);
    let one = pool.bv(32, 1);
    let factors = ["x", "y"].map(|name| pool.fresh_var(name, Sort::BitVec(32)));
    let [x, y] = factors.map(|f| pool.zext(f, 64));
    let times = pool.bvmul(x, y);
    let mut all = vec![pool.eq(times, product)];
    all.extend(factors.map(|f| pool.ult(one, f)));
    all
}

/// The same of floats, in which Z3 is between two looks for long.
fn rounded(pool: &mut Pool) -> Vec<TermId> {
    let digits = pool.fresh_var("d", Sort::BitVec(32));
    let ten = pool.bv(32, 10);
    let mut rest = digits;
    let mut sum = pool.fp(FloatSort::F64, 0);
    for _ in 0..4 {
        let digit = pool.bvsrem(rest, ten);
        rest = pool.bvsdiv(rest, ten);
        let digit = pool.sbv_to_fp(digit, FloatSort::F64);
        let next = pool.fp_mul(sum, digit);
        sum = pool.fp_add(next, digit);
    }
    let most = pool.fp(FloatSort::F64, u128::from(4_096.5_f64.to_bits()));
    let all = pool.fp_lt(most, sum);
    let less = pool.fp_mul(sum, sum);
    vec![all, pool.fp_lt(less, most)]
}

/// Says that a thread is done, also where it panics.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Forks until `goal` has been asked several times; the longest of the forks.
fn beside(rounds: usize, millis: u64, goal: fn(&mut Pool) -> Vec<TermId>) -> Duration {
    let done = AtomicBool::new(false);
    std::thread::scope(|s| {
        s.spawn(|| {
            let _done = Done(&done);
            let mut pool = Pool::new();
            let hard = goal(&mut pool);
            let mut z3 = Z3::new();
            for _ in 0..rounds {
                let answer = z3.check(&pool, &hard, limits(millis));
                assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
            }
        });
        let mut longest = Duration::ZERO;
        while !done.load(Ordering::Relaxed) {
            longest = longest.max(fork());
        }
        longest
    })
}

#[test]
fn a_fork_does_not_wait_for_a_query() {
    let longest = beside(1, 6_000, factors);
    assert!(longest < Duration::from_secs(4), "{longest:?}");
}

#[test]
fn a_fork_frees_nothing_of_a_query_that_is_past_its_time() {
    beside(40, 20, rounded);
}

#[test]
fn a_query_ends_with_its_time_and_others_are_answered_after_it() {
    let mut pool = Pool::new();
    let hard = factors(&mut pool);
    let mut z3 = Z3::new();
    for _ in 0..3 {
        let begun = Instant::now();
        let answer = z3.check(&pool, &hard, limits(30));
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        assert!(begun.elapsed() < Duration::from_secs(20));
        let easy = z3.check(&pool, &hard[1..], limits(30_000));
        assert!(matches!(easy, Answer::Sat(_)), "{easy:?}");
    }
}

#[test]
fn a_session_goes_on_after_a_question_that_was_too_long() {
    let mut pool = Pool::new();
    let hard = factors(&mut pool);
    let mut session = Incremental::new(SessionOptions::default());
    session.assert(&pool, hard[1]);
    for _ in 0..3 {
        session.push();
        session.assert(&pool, hard[0]);
        session.assert(&pool, hard[2]);
        session.deadline = Some(Instant::now() + Duration::from_millis(50));
        let late = Verdict::Unknown("the time is over".into());
        assert_eq!(session.check(0), late);
        session.pop(1);
        session.deadline = Some(Instant::now() + Duration::from_secs(30));
        assert_eq!(session.check(0), Verdict::Sat);
        let denied = pool.not(hard[1]);
        session.push();
        session.assert(&pool, denied);
        assert_eq!(session.check(0), Verdict::Unsat);
        session.pop(1);
    }
}
