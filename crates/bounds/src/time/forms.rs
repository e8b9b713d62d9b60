//! What costs are as affine forms over the inputs, and as forms at the cuts that
//! add up to them.
//!
//! Idea: linear programs over limits of types give fractions of hundreds of digits.
//! What is told of them is rounded to the safe side, by the signs of the inputs; a
//! thousandth of a unit is near enough. Cost: linear.

use super::lin::{ceil_div, floor_div, Interval, Lin, Sym};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// `form / divisor` over the inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotient {
    pub form: Lin,
    pub divisor: BigInt,
}

/// Divisors of more bits are of no use to a reader.
const DIVISOR: u64 = 40;
/// What stands in their place where whole numbers are too rough.
const PARTS: u32 = 1_000;

impl Quotient {
    /// With a small divisor, rounded up or down; as it is where a sign of a
    /// variable is not known.
    pub fn plain(&self, up: bool, range: &dyn Fn(Sym) -> Option<Interval>) -> Quotient {
        if self.divisor.bits() <= DIVISOR {
            return self.clone();
        }
        self.rounded(up, range).unwrap_or_else(|| self.clone())
    }

    /// In whole numbers, or in thousandths of a unit, rounded up or down; nothing
    /// where a sign of a variable is not known.
    pub fn rounded(&self, up: bool, range: &dyn Fn(Sym) -> Option<Interval>) -> Option<Quotient> {
        let mut divisor = BigInt::one();
        for (v, up) in self.sides(up, range)? {
            let c = self.form.coefficient(v);
            // A thousandth of one unit, at most.
            let off = self.step(&(&c * PARTS), up) - self.step(&c, up) * PARTS;
            if off.magnitude() > &num_bigint::BigUint::one() {
                divisor = PARTS.into();
            }
        }
        self.parts(&divisor, up, range)
    }

    /// In such parts of a unit, rounded up or down; nothing where a sign of a
    /// variable is not known.
    pub fn parts(
        &self,
        divisor: &BigInt,
        up: bool,
        range: &dyn Fn(Sym) -> Option<Interval>,
    ) -> Option<Quotient> {
        let mut form = Lin::number(self.step(&(self.form.constant() * divisor), up));
        for (v, up) in self.sides(up, range)? {
            let c = self.step(&(self.form.coefficient(v) * divisor), up);
            form = form.plus_times(&Lin::var(v), &c);
        }
        Some(Quotient {
            form,
            divisor: divisor.clone(),
        })
    }

    /// To which side the factor of each variable is rounded.
    fn sides(&self, up: bool, range: &dyn Fn(Sym) -> Option<Interval>) -> Option<Vec<(Sym, bool)>> {
        let side = |(v, _): (Sym, &BigInt)| {
            let r = range(v)?;
            let positive = r.lo.is_some_and(|l| l >= BigInt::zero());
            if !positive && r.hi.is_none_or(|h| h > BigInt::zero()) {
                return None;
            }
            Some((v, up == positive))
        };
        self.form.terms().map(side).collect()
    }

    fn step(&self, n: &BigInt, up: bool) -> BigInt {
        match up {
            true => ceil_div(n, &self.divisor),
            false => floor_div(n, &self.divisor),
        }
    }
}

/// What a way out of the start costs in all, by its number in the graph.
pub type Bounds = BTreeMap<usize, Quotient>;

/// Costs with the forms of the cuts that add up to them.
#[derive(Clone, Debug)]
pub struct Found {
    pub starts: Bounds,
    /// By number of the cut.
    pub cuts: Vec<Quotient>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_divisor_is_rounded_to_the_safe_side() {
        let long: BigInt = (BigInt::one() << 90) + 7;
        let (x, y) = (Sym(0), Sym(1));
        let form = |a: i64, b: i64, c: i64, k: i64| {
            let near = |n: i64| BigInt::from(n) * &long + k;
            let f = Lin::var(x)
                .times(&near(a))
                .plus_times(&Lin::var(y), &near(b));
            f.add(&near(c))
        };
        let range = |v: Sym| {
            let (lo, hi) = if v == x { (0, 9) } else { (-9, 0) };
            let (lo, hi) = (Some(BigInt::from(lo)), Some(BigInt::from(hi)));
            Some(Interval { lo, hi })
        };
        for k in [-1, 1, 1 << 60] {
            for (a, b, c) in [(12, 3, 5), (-1, -7, 0), (0, 1, -2)] {
                let form = form(a, b, c, k);
                let q = Quotient {
                    form,
                    divisor: long.clone(),
                };
                for up in [false, true] {
                    let plain = q.plain(up, &range);
                    assert!(plain.divisor <= BigInt::from(PARTS), "{plain:?}");
                    for (at, to) in (0..=9).flat_map(|i| (-9..=0).map(move |j| (i, j))) {
                        let with = |s: Sym| Some(Lin::number(if s == x { at } else { to }));
                        let value = |q: &Quotient| q.form.substitute(&with).constant().clone();
                        // As fractions, multiplied by both divisors.
                        let (old, new) = (value(&q) * &plain.divisor, value(&plain) * &q.divisor);
                        assert!(if up { new >= old } else { new <= old }, "{q:?} {plain:?}");
                        // And near: two units at most.
                        let two: BigInt = BigInt::from(2) * &q.divisor * &plain.divisor;
                        assert!((new - old).magnitude() <= two.magnitude());
                    }
                }
            }
        }
        let any = |_: Sym| Some(Interval::ALL);
        let q = Quotient {
            form: form(1, 1, 1, 1),
            divisor: long.clone(),
        };
        assert_eq!(q.plain(true, &any), q);
    }
}
