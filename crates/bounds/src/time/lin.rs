//! Linear forms over symbolic variables, with coefficients of any size.
//!
//! Idea: what a register holds is a form, not a fresh variable with an
//! equation: the number of variables stays that of the unknowns. Alternative:
//! hash-consed terms; every rule would first have to find the linear part.
//! Source: document 004, section 2 (the knowledge base). Cost: linear in the
//! variables of a form.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

ep_base::entity!(
    /// A symbolic variable: an unknown mathematical integer.
    Sym,
    "v"
);

/// `constant + sum of coefficient * variable`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Lin {
    /// Without zeros.
    terms: BTreeMap<Sym, BigInt>,
    constant: BigInt,
}

impl Lin {
    /// A number.
    pub fn number(n: impl Into<BigInt>) -> Lin {
        Lin {
            terms: BTreeMap::new(),
            constant: n.into(),
        }
    }
    /// A variable.
    pub fn var(v: Sym) -> Lin {
        Lin {
            terms: BTreeMap::from([(v, BigInt::one())]),
            constant: BigInt::zero(),
        }
    }
    /// Variables and coefficients, none of them 0.
    pub fn terms(&self) -> impl Iterator<Item = (Sym, &BigInt)> {
        self.terms.iter().map(|(v, c)| (*v, c))
    }
    /// The part without variables.
    pub fn constant(&self) -> &BigInt {
        &self.constant
    }
    /// The coefficient of a variable.
    pub fn coefficient(&self, v: Sym) -> BigInt {
        self.terms.get(&v).cloned().unwrap_or_default()
    }
    /// The number, if there is no variable in it.
    pub fn as_number(&self) -> Option<&BigInt> {
        self.terms.is_empty().then_some(&self.constant)
    }
    /// The variable, if it is nothing but that.
    pub fn as_var(&self) -> Option<Sym> {
        match self.terms.iter().next() {
            Some((v, c)) if self.terms.len() == 1 && c.is_one() && self.constant.is_zero() => {
                Some(*v)
            }
            _ => None,
        }
    }
    /// `self + k * other`.
    pub fn plus_times(&self, other: &Lin, k: &BigInt) -> Lin {
        let mut out = self.clone();
        if k.is_zero() {
            return out;
        }
        out.constant += &other.constant * k;
        for (v, c) in &other.terms {
            let sum = out.terms.get(v).cloned().unwrap_or_default() + c * k;
            if sum.is_zero() {
                out.terms.remove(v);
            } else {
                out.terms.insert(*v, sum);
            }
        }
        out
    }
    /// The sum.
    pub fn plus(&self, other: &Lin) -> Lin {
        self.plus_times(other, &BigInt::one())
    }
    /// The difference.
    pub fn minus(&self, other: &Lin) -> Lin {
        self.plus_times(other, &-BigInt::one())
    }
    /// The multiple.
    pub fn times(&self, k: &BigInt) -> Lin {
        Lin::default().plus_times(self, k)
    }
    /// The form with a number added.
    pub fn add(&self, n: &BigInt) -> Lin {
        let mut out = self.clone();
        out.constant += n;
        out
    }
    /// The form with variables replaced, all at the same time.
    pub fn substitute(&self, with: &dyn Fn(Sym) -> Option<Lin>) -> Lin {
        let mut out = Lin::number(self.constant.clone());
        for (v, c) in &self.terms {
            out = match with(*v) {
                Some(f) => out.plus_times(&f, c),
                None => out.plus_times(&Lin::var(*v), c),
            };
        }
        out
    }
    #[cfg(test)]
    /// The value for values of the variables; `None` where one has none.
    pub fn value(&self, at: &dyn Fn(Sym) -> Option<BigInt>) -> Option<BigInt> {
        let mut sum = self.constant.clone();
        for (v, c) in &self.terms {
            sum += at(*v)? * c;
        }
        Some(sum)
    }
    /// `direction`, `factor > 0` or `< 0` and `constant` with
    /// `self = factor * direction + constant`. Directions are primitive and
    /// their first coefficient is positive, so parallel forms have the same.
    /// A number has no direction.
    pub fn direction(&self) -> Option<(Lin, BigInt)> {
        let first = self.terms.values().next()?;
        let mut g = BigInt::zero();
        for c in self.terms.values() {
            g = g.gcd(c);
        }
        if first.is_negative() {
            g = -g;
        }
        let terms = self.terms.iter().map(|(v, c)| (*v, c / &g)).collect();
        let constant = BigInt::zero();
        Some((Lin { terms, constant }, g))
    }
    /// With these names for the variables.
    pub fn show(&self, name: &dyn Fn(Sym) -> String) -> String {
        let mut out = String::new();
        for (v, c) in &self.terms {
            let sign = match (out.is_empty(), c.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            out.push_str(sign);
            let size = c.abs();
            if !size.is_one() {
                out.push_str(&format!("{size}*"));
            }
            out.push_str(&name(*v));
        }
        if out.is_empty() {
            return self.constant.to_string();
        }
        if self.constant.is_positive() {
            out.push_str(&format!(" + {}", self.constant));
        } else if self.constant.is_negative() {
            out.push_str(&format!(" - {}", -&self.constant));
        }
        out
    }
}

/// The largest integer at most `a / b`, for `b > 0`.
pub fn floor_div(a: &BigInt, b: &BigInt) -> BigInt {
    a.div_floor(b)
}

/// The smallest integer at least `a / b`, for `b > 0`.
pub fn ceil_div(a: &BigInt, b: &BigInt) -> BigInt {
    -((-a).div_floor(b))
}

/// 2 to the power of `n`.
pub fn pow2(n: u32) -> BigInt {
    BigInt::one() << n
}

/// A set of integers from `lo` to `hi`; `None` is no bound on that side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interval {
    pub lo: Option<BigInt>,
    pub hi: Option<BigInt>,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { lo: None, hi: None };
    /// One number.
    pub fn point(n: BigInt) -> Interval {
        Interval {
            lo: Some(n.clone()),
            hi: Some(n),
        }
    }
    /// Both bounds.
    pub fn new(lo: impl Into<BigInt>, hi: impl Into<BigInt>) -> Interval {
        Interval {
            lo: Some(lo.into()),
            hi: Some(hi.into()),
        }
    }
    /// No integer is in it.
    pub fn is_empty(&self) -> bool {
        matches!((&self.lo, &self.hi), (Some(a), Some(b)) if a > b)
    }
    /// Whether it has this number.
    pub fn contains(&self, n: &BigInt) -> bool {
        self.lo.as_ref().is_none_or(|l| l <= n) && self.hi.as_ref().is_none_or(|h| n <= h)
    }
    /// Integers that are in both.
    pub fn meet(&self, other: &Interval) -> Interval {
        let pick = |a: &Option<BigInt>, b: &Option<BigInt>, low: bool| match (a, b) {
            (Some(x), Some(y)) => Some(if (x > y) == low { x } else { y }.clone()),
            (x, None) => x.clone(),
            (None, y) => y.clone(),
        };
        Interval {
            lo: pick(&self.lo, &other.lo, true),
            hi: pick(&self.hi, &other.hi, false),
        }
    }
    /// The smallest interval around both.
    pub fn hull(&self, other: &Interval) -> Interval {
        let pick = |a: &Option<BigInt>, b: &Option<BigInt>, low: bool| match (a, b) {
            (Some(x), Some(y)) => Some(if (x < y) == low { x } else { y }.clone()),
            _ => None,
        };
        Interval {
            lo: pick(&self.lo, &other.lo, true),
            hi: pick(&self.hi, &other.hi, false),
        }
    }
    /// Each number times `k`, plus `c`.
    pub fn scale(&self, k: &BigInt, c: &BigInt) -> Interval {
        let at = |x: &Option<BigInt>| x.as_ref().map(|x| x * k + c);
        if k.is_zero() {
            Interval::point(c.clone())
        } else if k.is_negative() {
            Interval {
                lo: at(&self.hi),
                hi: at(&self.lo),
            }
        } else {
            Interval {
                lo: at(&self.lo),
                hi: at(&self.hi),
            }
        }
    }
    /// Sums of one number each.
    pub fn plus(&self, other: &Interval) -> Interval {
        let sum = |a: &Option<BigInt>, b: &Option<BigInt>| Some(a.as_ref()? + b.as_ref()?);
        Interval {
            lo: sum(&self.lo, &other.lo),
            hi: sum(&self.hi, &other.hi),
        }
    }
    /// Products of one number each; `None` where a bound is missing.
    pub fn product(&self, other: &Interval) -> Option<Interval> {
        let (a, b) = (self.lo.as_ref()?, self.hi.as_ref()?);
        let (c, d) = (other.lo.as_ref()?, other.hi.as_ref()?);
        let corners = [a * c, a * d, b * c, b * d];
        let lo = corners.iter().min().cloned();
        let hi = corners.iter().max().cloned();
        Some(Interval { lo, hi })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_forms_have_one_direction() {
        let x = Lin::var(Sym(0));
        let y = Lin::var(Sym(1));
        let a = x.times(&4.into()).minus(&y.times(&6.into())).add(&5.into());
        let b = y.times(&3.into()).minus(&x.times(&2.into()));
        let (da, fa) = a.direction().unwrap();
        let (db, fb) = b.direction().unwrap();
        assert_eq!(da, db);
        assert_eq!(fa, 2.into());
        assert_eq!(fb, (-1).into());
        assert!(x.minus(&x).direction().is_none());
    }

    #[test]
    fn quotients_round_down_and_up() {
        for a in -12..=12 {
            for b in 1..=5 {
                let (f, c) = (
                    floor_div(&a.into(), &b.into()),
                    ceil_div(&a.into(), &b.into()),
                );
                assert_eq!(
                    f,
                    BigInt::from((f64::from(a) / f64::from(b)).floor() as i64)
                );
                assert_eq!(c, BigInt::from((f64::from(a) / f64::from(b)).ceil() as i64));
            }
        }
    }
}
