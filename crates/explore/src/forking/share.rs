//! Which share of the inputs a path still stands for, estimated.
//!
//! Idea: a chain of comparisons with constants (a table that is searched for a
//! letter, a `switch` written with `if`) forks once for each, so that the last
//! letter lies many forks deep and the first one few, though both stand for as
//! many inputs. What a decision costs is therefore measured in bits: being
//! equal to a constant of w bits costs w, being different next to nothing, an
//! order one. Alternative: the number of forks, which sends the search to the
//! words made of the first letters.
//!
//! Only the search looks at it: a wrong estimate costs time, never truth.
//! Source: the information of an event (C. Shannon, 1948). Cost: the new
//! conjuncts of a path, when it comes to wait.

use ep_smt::PathCondition;
use ep_term::{Op, Pool, TermId};

/// Parts of a bit.
const PARTS: f64 = 16.0;
/// A constant beyond this many bits is no less likely than one of so many: what
/// is compared with it is seldom arbitrary.
const MOST_BITS: u32 = 8;
/// Levels of a condition that are looked at.
const LEVELS: u32 = 6;

/// What the decisions of a path have cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct Share {
    /// Conjuncts that are counted.
    seen: u32,
    /// Sixteenths of a bit.
    spent: u32,
}

impl Share {
    /// Counts what the path has assumed since the last time.
    pub fn update(&mut self, pool: &Pool, pc: &PathCondition) {
        if (self.seen as usize) > pc.len() {
            // Merged paths have a condition of their own.
            *self = Share::default();
        }
        let new = pc.behind(self.seen as usize);
        self.add(pool, &new);
    }

    fn add(&mut self, pool: &Pool, conjuncts: &[TermId]) {
        for c in conjuncts {
            let bits = -chance(pool, *c, LEVELS).log2();
            // Never nothing: a loop that only sees differences gets deeper too.
            let parts = (bits * PARTS).round().clamp(1.0, 64.0 * PARTS);
            self.spent = self.spent.saturating_add(parts as u32);
            self.seen += 1;
        }
    }

    /// Sixteenths of a bit that the path's decisions cost.
    pub fn spent(self) -> u32 {
        self.spent
    }

    /// That of a path of which only the number of forks is known.
    pub fn of_forks(forks: u32) -> u32 {
        forks.saturating_mul(PARTS as u32)
    }
}

/// How likely a condition is, its parts taken for independent.
fn chance(pool: &Pool, c: TermId, levels: u32) -> f64 {
    let args = pool.args(c);
    if levels == 0 {
        return 0.5;
    }
    let part = |i: usize| args.get(i).map_or(0.5, |a| chance(pool, *a, levels - 1));
    match pool.op(c) {
        Op::True => 1.0,
        Op::False => 0.0,
        Op::Not => 1.0 - part(0),
        Op::And => (0..args.len()).map(part).product(),
        Op::Or => 1.0 - (0..args.len()).map(|i| 1.0 - part(i)).product::<f64>(),
        Op::Eq => match args.iter().find(|a| matches!(pool.op(**a), Op::BvConst(_))) {
            Some(k) => 0.5f64.powi(pool.width(*k).min(MOST_BITS) as i32),
            None => 0.5,
        },
        _ => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::Sort;

    #[test]
    fn equality_costs_its_bits_and_difference_next_to_nothing() {
        let mut pool = Pool::new();
        let x = pool.fresh_var("x", Sort::BitVec(8));
        let (a, b) = (pool.bv(8, 7), pool.bv(8, 9));
        let (is_a, is_b) = (pool.eq(x, a), pool.eq(x, b));
        let (not_a, either) = (pool.not(is_a), pool.or(is_a, is_b));
        let cost = |c| -chance(&pool, c, LEVELS).log2();
        assert_eq!(cost(is_a), 8.0);
        assert!(cost(not_a) < 0.01);
        assert!((cost(either) - 7.0).abs() < 0.01);
    }

    #[test]
    fn a_chain_of_differences_is_cheap_however_long() {
        let mut pool = Pool::new();
        let x = pool.fresh_var("x", Sort::BitVec(8));
        let mut share = Share::default();
        let mut last = pool.tru();
        for k in 0..20 {
            let k = pool.bv(8, k);
            last = pool.eq(x, k);
            let not = pool.not(last);
            share.add(&pool, &[not]);
        }
        assert_eq!(share.spent(), 20, "a sixteenth of a bit each");
        share.add(&pool, &[last]);
        assert_eq!(share.spent(), 20 + Share::of_forks(8));
        // A path that was merged starts anew.
        share.update(&pool, &PathCondition::new());
        assert_eq!(share.spent(), 0);
    }
}
