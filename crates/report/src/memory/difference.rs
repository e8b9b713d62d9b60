//! How much more one bound can be than another one, over the same inputs.
//!
//! Idea: both become sums of products of inputs and of parts that are no sums
//! (greatest, quotient, bits). What is equal in both cancels, so that `80 + c`
//! is 32 more than `48 + c` for every `c`. What is left has a greatest value by
//! the ranges of the inputs; a greatest of several is replaced by each of them
//! in turn (by the largest where it is added, by the one that serves best where
//! it is taken away), and two quotients by one number are at most the quotient
//! of their difference, rounded up. Beside this upper bound the difference is
//! evaluated at the least, middle and greatest inputs, which is a lower one.
//! Alternative: a question to a solver, which comparing two files has none of.
//! Cost: at most [`MOST_STEPS`] sums of at most [`MOST_TERMS`] terms.
//!
//! What must never happen: that a difference is told as smaller than what some
//! inputs give. Where the sums grow too large there is no upper bound.

use ep_base::memory::{Expr, VariableId};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Terms of one sum.
const MOST_TERMS: usize = 200;
/// Sums that are looked at for one upper bound.
const MOST_STEPS: u32 = 400;
/// Inputs that are set one by one to their least, middle and greatest value.
const MOST_INPUTS: usize = 4;

/// The least and the greatest value of each input.
pub type Ranges = BTreeMap<VariableId, (BigInt, BigInt)>;

/// What is known of a difference.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// It is never more than this.
    pub most: Option<BigInt>,
    /// It is this for all inputs.
    pub always: bool,
    /// The most that was seen, and the inputs that gave it.
    pub seen: Option<(BigInt, BTreeMap<VariableId, BigInt>)>,
}

/// `new - old`.
pub fn between(old: &Expr, new: &Expr, ranges: &Ranges) -> Difference {
    let sum = sum_of(new).zip(sum_of(old));
    let sum = sum.and_then(|(n, o)| n.plus(&o, &BigInt::from(-1)));
    let mut steps = MOST_STEPS;
    Difference {
        most: sum.as_ref().and_then(|s| s.most(ranges, &mut steps)),
        always: sum.is_some_and(|s| s.as_number().is_some()),
        seen: seen(old, new, ranges),
    }
}

/// A sum of products of atoms, with a factor each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sum(BTreeMap<Vec<Expr>, BigInt>);

fn sum_of(e: &Expr) -> Option<Sum> {
    let atom = |e: Expr| Some(Sum(BTreeMap::from([(vec![e], BigInt::from(1))])));
    let all = |list: &[Expr]| -> Option<Vec<Expr>> {
        let mut out: Vec<Expr> = (list.iter())
            .map(|e| sum_of(e).map(|s| s.expr()))
            .collect::<Option<_>>()?;
        out.sort();
        out.dedup();
        Some(out)
    };
    match e {
        Expr::Number(n) => Some(Sum::number(n.clone())),
        Expr::Variable(_) => atom(e.clone()),
        Expr::Sum(l) => l
            .iter()
            .try_fold(Sum::default(), |s, e| s.plus(&sum_of(e)?, &BigInt::from(1))),
        Expr::Product(l) => {
            (l.iter()).try_fold(Sum::number(BigInt::from(1)), |s, e| s.times(&sum_of(e)?))
        }
        Expr::Max(l) => match <[Expr; 1]>::try_from(all(l)?) {
            Ok([one]) => sum_of(&one),
            Err(l) => atom(Expr::Max(l)),
        },
        Expr::Min(l) => match <[Expr; 1]>::try_from(all(l)?) {
            Ok([one]) => sum_of(&one),
            Err(l) => atom(Expr::Min(l)),
        },
        Expr::Div(e, by) => match sum_of(e)? {
            s if s.as_number().is_some() => {
                let n = Expr::Div(Box::new(s.expr()), by.clone()).evaluate(&|_| None)?;
                Some(Sum::number(n))
            }
            s => atom(Expr::Div(Box::new(s.expr()), by.clone())),
        },
        Expr::Bits(e) => match sum_of(e)?.expr().bits() {
            Expr::Number(n) => Some(Sum::number(n)),
            e => atom(e),
        },
        Expr::If(c, a, b) => {
            let [c, a, b] = [c, a, b].map(|e| sum_of(e).map(|s| Box::new(s.expr())));
            atom(Expr::If(c?, a?, b?))
        }
    }
}

impl Sum {
    fn number(n: BigInt) -> Sum {
        match n == BigInt::ZERO {
            true => Sum::default(),
            false => Sum(BTreeMap::from([(Vec::new(), n)])),
        }
    }

    fn as_number(&self) -> Option<BigInt> {
        match self.0.len() {
            0 => Some(BigInt::ZERO),
            1 => self.0.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// `self + factor * other`.
    fn plus(&self, other: &Sum, factor: &BigInt) -> Option<Sum> {
        let mut out = self.clone();
        for (m, k) in &other.0 {
            *out.0.entry(m.clone()).or_default() += k * factor;
        }
        out.0.retain(|_, k| *k != BigInt::ZERO);
        (out.0.len() <= MOST_TERMS).then_some(out)
    }

    fn times(&self, other: &Sum) -> Option<Sum> {
        (self.0.len().saturating_mul(other.0.len()) <= MOST_TERMS).then_some(())?;
        let mut out = Sum::default();
        for (m, k) in &self.0 {
            for (n, f) in &other.0 {
                let mut both: Vec<Expr> = m.iter().chain(n).cloned().collect();
                both.sort();
                *out.0.entry(both).or_default() += k * f;
            }
        }
        out.0.retain(|_, k| *k != BigInt::ZERO);
        Some(out)
    }

    /// One way to write it, so that equal sums are equal atoms.
    fn expr(&self) -> Expr {
        if let Some(n) = self.as_number() {
            return Expr::Number(n);
        }
        let term = |(m, k): (&Vec<Expr>, &BigInt)| {
            let mut factors = m.clone();
            if *k != BigInt::from(1) || factors.is_empty() {
                factors.insert(0, Expr::Number(k.clone()));
            }
            match <[Expr; 1]>::try_from(factors) {
                Ok([one]) => one,
                Err(list) => Expr::Product(list),
            }
        };
        let terms: Vec<Expr> = self.0.iter().map(term).collect();
        match <[Expr; 1]>::try_from(terms) {
            Ok([one]) => one,
            Err(list) => Expr::Sum(list),
        }
    }

    /// A number that it is never above.
    fn most(&self, ranges: &Ranges, steps: &mut u32) -> Option<BigInt> {
        *steps = steps.checked_sub(1)?;
        let plain = self.greatest_term_by_term(ranges);
        let other = match self.quotients() {
            Some((rest, k, distance, by)) => {
                let far = distance.most(ranges, steps);
                let up = |far: BigInt| {
                    let e = Expr::Div(Box::new(Expr::Number(far + &by - 1)), by.clone());
                    e.evaluate(&|_| None)
                };
                far.and_then(up).and_then(|n| {
                    let rest = rest.plus(&Sum::number(n * k), &BigInt::from(1))?;
                    rest.most(ranges, steps)
                })
            }
            None => self.by_choice(ranges, steps),
        };
        match (plain, other) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    fn greatest_term_by_term(&self, ranges: &Ranges) -> Option<BigInt> {
        self.0.iter().try_fold(BigInt::ZERO, |sum, (m, k)| {
            let mut at = (k.clone(), k.clone());
            for a in m {
                at = product(&at, &range(a, ranges)?);
            }
            Some(sum + at.1)
        })
    }

    /// Two quotients by one number with opposite factors: the rest, the factor
    /// of the positive one, the difference of what is divided, the divisor.
    fn quotients(&self) -> Option<(Sum, BigInt, Sum, BigInt)> {
        let of = |m: &Vec<Expr>| match &m[..] {
            [Expr::Div(e, by)] => Some((e.clone(), by.clone())),
            _ => None,
        };
        for (m, k) in self.0.iter().filter(|x| *x.1 > BigInt::ZERO) {
            let Some((x, by)) = of(m) else { continue };
            for (n, f) in &self.0 {
                let Some((y, same)) = of(n) else { continue };
                if -f != *k || by != same {
                    continue;
                }
                let mut rest = self.clone();
                rest.0.remove(m);
                rest.0.remove(n);
                let distance = sum_of(&x)?.plus(&sum_of(&y)?, &BigInt::from(-1))?;
                return Some((rest, k.clone(), distance, by));
            }
        }
        None
    }

    /// With one greatest, least or choice replaced by each of its parts.
    fn by_choice(&self, ranges: &Ranges, steps: &mut u32) -> Option<BigInt> {
        // What is replaced by all of its parts comes first: each of them may go
        // with another part of what one part serves for.
        let mut all = self.0.iter().filter_map(|(m, k)| {
            let (parts, every): (Vec<&Expr>, bool) = match &m[..] {
                [Expr::Max(l)] => (l.iter().collect(), *k > BigInt::ZERO),
                [Expr::Min(l)] => (l.iter().collect(), *k < BigInt::ZERO),
                [Expr::If(_, a, b)] => (vec![a, b], true),
                _ => return None,
            };
            Some((m, k, parts, every))
        });
        let first = all.next()?;
        let (m, k, parts, every) = match first.3 {
            true => first,
            false => all.find(|x| x.3).unwrap_or(first),
        };
        let mut rest = self.clone();
        rest.0.remove(m);
        let mut best: Option<BigInt> = None;
        for p in parts {
            let with = sum_of(p).and_then(|p| rest.plus(&p, k));
            let n = with.and_then(|s| s.most(ranges, steps));
            best = match (best, n, every) {
                // All of them are possible.
                (_, None, true) => return None,
                (Some(b), Some(n), true) => Some(b.max(n)),
                (Some(b), Some(n), false) => Some(b.min(n)),
                (b, n, _) => b.or(n),
            };
        }
        best
    }
}

fn product(x: &(BigInt, BigInt), y: &(BigInt, BigInt)) -> (BigInt, BigInt) {
    let corners = [&x.0 * &y.0, &x.0 * &y.1, &x.1 * &y.0, &x.1 * &y.1];
    let least = corners.iter().min().cloned().unwrap_or_default();
    (least, corners.into_iter().max().unwrap_or_default())
}

/// The least and the greatest value of an expression.
fn range(e: &Expr, ranges: &Ranges) -> Option<(BigInt, BigInt)> {
    super::range::under(&|v| ranges.get(&v).cloned(), e)
}

/// The most of the difference at the least, middle and greatest inputs: all of
/// them alike, and each of the first ones for itself.
fn seen(old: &Expr, new: &Expr, ranges: &Ranges) -> Option<(BigInt, BTreeMap<VariableId, BigInt>)> {
    let mut used = old.variables();
    used.extend(new.variables());
    used.sort_unstable();
    used.dedup();
    let at = |v: &VariableId, which: u32| -> Option<BigInt> {
        let (low, high) = ranges.get(v)?;
        Some(match which {
            0 => low.clone(),
            1 => low + (high - low) / 2,
            _ => high.clone(),
        })
    };
    let alone = used.len().min(MOST_INPUTS);
    let mut best: Option<(BigInt, BTreeMap<VariableId, BigInt>)> = None;
    for code in 0..3u32.pow(u32::try_from(alone).ok()?) {
        for others in 0..3u32 {
            if used.len() == alone && others > 0 {
                break;
            }
            let mut point = BTreeMap::new();
            for (i, v) in used.iter().enumerate() {
                let which = match i < alone {
                    true => code / 3u32.pow(u32::try_from(i).ok()?) % 3,
                    false => others,
                };
                point.insert(*v, at(v, which)?);
            }
            let value = |v: VariableId| point.get(&v).cloned();
            let (Some(a), Some(b)) = (old.evaluate(&value), new.evaluate(&value)) else {
                continue;
            };
            if best.as_ref().is_none_or(|m| b.clone() - &a > m.0) {
                best = Some((b - a, point));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(n: u32) -> Expr {
        Expr::Variable(VariableId(n))
    }

    fn n(n: i64) -> Expr {
        Expr::number(n)
    }

    fn ranges(low: i64, high: i64) -> Ranges {
        let one = |i: u32| (VariableId(i), (BigInt::from(low), BigInt::from(high)));
        (0..3).map(one).collect()
    }

    /// The upper bound, which no inputs may exceed.
    fn most(old: &Expr, new: &Expr, low: i64, high: i64) -> Option<i64> {
        let r = ranges(low, high);
        let d = between(old, new, &r);
        let most = d.most?;
        for a in low..=high {
            for b in low..=high {
                let value = |x: VariableId| Some(BigInt::from(if x.0 == 0 { a } else { b }));
                let at = new.evaluate(&value).unwrap() - old.evaluate(&value).unwrap();
                assert!(at <= most, "{at} > {most} at {a}, {b}");
                assert!(!d.always || at == most);
            }
        }
        assert!(d.seen.is_none_or(|s| s.0 <= most));
        i64::try_from(most).ok()
    }

    #[test]
    fn what_both_have_cancels() {
        let d = between(&n(48).plus(v(0)), &n(80).plus(v(0)), &ranges(0, 255));
        assert_eq!((d.most, d.always), (Some(BigInt::from(32)), true));
        let twice = n(2).times(v(0)).plus(n(4));
        assert_eq!(most(&v(0).plus(n(4)), &twice, 0, 9), Some(9));
        let shuffled = Expr::Product(vec![v(1), v(0), n(3)]);
        let other = Expr::Product(vec![n(3), v(0), v(1)]).plus(n(-5));
        assert_eq!(most(&shuffled, &other, -3, 3), Some(-5));
    }

    #[test]
    fn the_greatest_of_several_is_looked_at_one_by_one() {
        let old = n(8).plus(v(0).max(n(40)));
        let new = n(24).plus(v(0)).max(n(50));
        assert_eq!(most(&old, &new, 0, 60), Some(16));
        let limited = |more: i64| n(more).plus(v(0)).min(n(64 + more)).max(n(0));
        assert_eq!(most(&limited(20), &limited(52), -90, 90), Some(32));
        // The larger side lies in the part that was taken away.
        assert_eq!(most(&v(0).max(v(1)), &v(0), 0, 9), Some(0));
        assert_eq!(most(&v(0), &v(0).max(v(1)), 0, 9), Some(9));
        assert_eq!(most(&v(0).min(v(1)), &v(0), 0, 9), Some(9));
        let choice = Expr::If(Box::new(v(1)), Box::new(v(0)), Box::new(n(3).plus(v(0))));
        assert_eq!(most(&v(0), &choice, -4, 4), Some(3));
    }

    #[test]
    fn quotients_differ_by_what_is_divided() {
        let rounded = |more: i64| v(0).plus(n(more)).rounded_up(16);
        assert_eq!(most(&rounded(8), &rounded(24), 0, 100), Some(16));
        assert_eq!(most(&rounded(8), &rounded(9), -20, 100), Some(16));
        assert_eq!(most(&rounded(8), &rounded(8), 0, 100), Some(0));
    }

    #[test]
    fn what_is_seen_is_at_some_inputs() {
        let d = between(&v(0), &n(3).times(v(0)), &ranges(0, 100));
        let (more, at) = d.seen.expect("a point");
        assert_eq!(more, BigInt::from(200));
        assert_eq!(at.get(&VariableId(0)), Some(&BigInt::from(100)));
        assert!(!d.always);
    }
}
