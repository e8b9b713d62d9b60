//! Exact rationals whose small values need no memory of their own.
//!
//! Idea: nearly every number in a tableau of small problems fits two machine
//! words, mostly with denominator 1. Those are computed with checked or double
//! width operations and anything else goes to `RBig` and comes back when it
//! fits. `BigRational` stays the type that others see; inside of a tableau its
//! binary greatest common divisors, an allocation per shift, took most of the
//! time. Alternative: rows of integers with a common denominator, which saves
//! divisions but lets coefficients grow between reductions.
//! Cost: an addition of integers is a compare and a checked add; of fractions one
//! or two greatest common divisors (Lehmer's from a few words on).

use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::num::NonZeroU64;

/// A rational number of any size, in lowest terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Q {
    /// Numerator and denominator. The denominator is at most `i64::MAX`.
    #[non_exhaustive]
    Small(i64, NonZeroU64),
    /// Whatever does not fit.
    #[non_exhaustive]
    Big(Box<RBig>),
}

const ONE: NonZeroU64 = NonZeroU64::MIN;

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            let (mut x, mut y) = (x, y);
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return u128::from(x);
        }
        (a, b) = (b, a % b);
    }
    a
}

fn to_ibig(n: &BigInt) -> IBig {
    let sign = match n.sign() {
        num_bigint::Sign::Minus => Sign::Negative,
        _ => Sign::Positive,
    };
    IBig::from_parts(sign, UBig::from_le_bytes(&n.magnitude().to_bytes_le()))
}

fn to_bigint(n: &IBig) -> BigInt {
    let (sign, size) = n.as_sign_words();
    let sign = match sign {
        Sign::Positive => num_bigint::Sign::Plus,
        Sign::Negative => num_bigint::Sign::Minus,
    };
    let halves = size.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]);
    BigInt::from_biguint(sign, BigUint::new(halves.collect()))
}

/// `1 / r` for an `r` that is not 0.
fn upside_down(r: RBig) -> RBig {
    let (n, d) = r.into_parts();
    let (sign, n) = n.into_parts();
    RBig::from_parts(IBig::from_parts(sign, d), n)
}

impl Q {
    /// 0
    pub const ZERO: Q = Q::Small(0, ONE);
    /// 1
    pub const ONE: Q = Q::Small(1, ONE);
    /// -1
    pub const MINUS_ONE: Q = Q::Small(-1, ONE);

    /// An integer.
    pub fn int(n: i64) -> Q {
        Q::Small(n, ONE)
    }

    /// `n / d` in lowest terms; `d` must be positive.
    fn ratio(n: i128, d: i128) -> Q {
        let g = gcd(n.unsigned_abs(), d.unsigned_abs()).max(1);
        let g = i128::try_from(g).unwrap_or(1);
        let (n, d) = (n / g, d / g);
        if let (Ok(n), Ok(small)) = (i64::try_from(n), i64::try_from(d)) {
            if let Some(d) = NonZeroU64::new(small.unsigned_abs()) {
                return Q::Small(n, d);
            }
        }
        Q::Big(Box::new(RBig::from_parts(
            n.into(),
            d.unsigned_abs().into(),
        )))
    }

    /// From the general representation.
    pub fn from_big(r: &BigRational) -> Q {
        match (r.numer().to_i64(), r.denom().to_i64()) {
            (Some(n), Some(d)) => match NonZeroU64::new(d.unsigned_abs()) {
                // Lowest terms and a positive denominator are kept by BigRational.
                Some(den) if d > 0 => Q::Small(n, den),
                _ => Q::of_parts(r),
            },
            _ => Q::of_parts(r),
        }
    }

    fn of_parts(r: &BigRational) -> Q {
        let denominator = to_ibig(r.denom()).into_parts().1;
        Q::of_large(RBig::from_parts(to_ibig(r.numer()), denominator))
    }

    fn of_large(r: RBig) -> Q {
        let small = i64::try_from(r.numerator()).ok();
        if let Some((n, d)) = small.zip(i64::try_from(r.denominator()).ok()) {
            if let Some(d) = NonZeroU64::new(d.unsigned_abs()) {
                return Q::Small(n, d);
            }
        }
        Q::Big(Box::new(r))
    }

    /// An integer of any size.
    pub fn from_int(n: &BigInt) -> Q {
        match n.to_i64() {
            Some(n) => Q::int(n),
            None => Q::Big(Box::new(RBig::from(to_ibig(n)))),
        }
    }

    /// The general representation.
    pub fn to_big(&self) -> BigRational {
        match self {
            Q::Small(n, d) if *d == ONE => BigRational::from_integer((*n).into()),
            Q::Small(n, d) => BigRational::new_raw((*n).into(), d.get().into()),
            Q::Big(_) => BigRational::new_raw(self.numer(), self.denom()),
        }
    }

    fn large(&self) -> Cow<'_, RBig> {
        match self {
            Q::Small(n, d) => Cow::Owned(RBig::from_parts((*n).into(), d.get().into())),
            Q::Big(r) => Cow::Borrowed(r),
        }
    }

    /// Words of its parts: what an operation on it costs, about.
    pub fn words(&self) -> u64 {
        match self {
            Q::Small(..) => 1,
            Q::Big(r) => {
                (r.numerator().as_sign_words().1.len() + r.denominator().as_words().len()) as u64
            }
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self, Q::Small(0, _))
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        matches!(self, Q::Small(1, d) if *d == ONE)
    }

    /// -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self {
            Q::Small(n, _) => n.signum() as i32,
            Q::Big(r) if r.sign() == Sign::Negative => -1,
            Q::Big(r) if r.is_zero() => 0,
            Q::Big(_) => 1,
        }
    }

    /// Whether it is above 0.
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// Whether it is below 0.
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether the denominator is 1.
    pub fn is_integer(&self) -> bool {
        match self {
            Q::Small(_, d) => *d == ONE,
            Q::Big(r) => r.is_int(),
        }
    }

    /// The greatest integer that is not above it.
    pub fn floor(&self) -> Q {
        match self {
            Q::Small(_, d) if *d == ONE => self.clone(),
            Q::Small(n, d) => {
                let d = i64::try_from(d.get()).unwrap_or(i64::MAX);
                Q::int(n.div_euclid(d))
            }
            Q::Big(r) => Q::of_large(RBig::from(r.floor())),
        }
    }

    /// The least integer that is not below it.
    pub fn ceil(&self) -> Q {
        self.negated().floor().negated()
    }

    /// Its opposite.
    pub fn negated(&self) -> Q {
        match self {
            Q::Small(n, d) if *n != i64::MIN => Q::Small(-n, *d),
            _ => Q::of_large(-self.large().into_owned()),
        }
    }

    /// Its absolute value.
    pub fn abs(&self) -> Q {
        if self.is_negative() {
            self.negated()
        } else {
            self.clone()
        }
    }

    /// `1 / self`, of 0 it is 0.
    pub fn inverse(&self) -> Q {
        match self {
            Q::Small(0, _) => Q::ZERO,
            Q::Small(n, d) => {
                let num = i64::try_from(d.get()).unwrap_or(i64::MAX);
                match NonZeroU64::new(n.unsigned_abs()) {
                    Some(den) if i64::try_from(den.get()).is_ok() => {
                        Q::Small(if *n < 0 { -num } else { num }, den)
                    }
                    _ => Q::of_large(upside_down(self.large().into_owned())),
                }
            }
            Q::Big(r) => Q::of_large(upside_down((**r).clone())),
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Q) -> Q {
        if let (Q::Small(a, b), Q::Small(c, d)) = (self, other) {
            if b == d {
                if *b == ONE {
                    if let Some(n) = a.checked_add(*c) {
                        return Q::int(n);
                    }
                }
                return Q::ratio(i128::from(*a) + i128::from(*c), i128::from(b.get()));
            }
            let (b, d) = (i128::from(b.get()), i128::from(d.get()));
            let (x, y) = (i128::from(*a) * d, i128::from(*c) * b);
            if let Some(n) = x.checked_add(y) {
                return Q::ratio(n, b * d);
            }
        }
        Q::of_large(self.large().as_ref() + other.large().as_ref())
    }

    /// The difference.
    pub fn minus(&self, other: &Q) -> Q {
        self.plus(&other.negated())
    }

    /// The product.
    pub fn times(&self, other: &Q) -> Q {
        if let (Q::Small(a, b), Q::Small(c, d)) = (self, other) {
            if *b == ONE && *d == ONE {
                if let Some(n) = a.checked_mul(*c) {
                    return Q::int(n);
                }
            }
            return Q::ratio(
                i128::from(*a) * i128::from(*c),
                i128::from(b.get()) * i128::from(d.get()),
            );
        }
        if self.is_zero() || other.is_zero() {
            return Q::ZERO;
        }
        Q::of_large(self.large().as_ref() * other.large().as_ref())
    }

    /// The quotient, 0 if the divisor is 0.
    pub fn over(&self, other: &Q) -> Q {
        if other.is_one() {
            return self.clone();
        }
        self.times(&other.inverse())
    }

    /// `self + a * b`
    pub fn plus_product(&self, a: &Q, b: &Q) -> Q {
        if let (Q::Small(n, d), Q::Small(a, da), Q::Small(b, db)) = (self, a, b) {
            if *d == ONE && *da == ONE && *db == ONE {
                if let Some(n) = a.checked_mul(*b).and_then(|p| p.checked_add(*n)) {
                    return Q::int(n);
                }
            }
        }
        self.plus(&a.times(b))
    }

    /// The numerator.
    pub fn numer(&self) -> BigInt {
        match self {
            Q::Small(n, _) => (*n).into(),
            Q::Big(r) => to_bigint(r.numerator()),
        }
    }

    /// The denominator.
    pub fn denom(&self) -> BigInt {
        match self {
            Q::Small(_, d) => d.get().into(),
            Q::Big(r) => to_bigint(r.denominator().as_ibig()),
        }
    }

    /// The numerator of an integer that fits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Q::Small(n, d) if *d == ONE => Some(*n),
            _ => None,
        }
    }
}

impl PartialOrd for Q {
    fn partial_cmp(&self, other: &Q) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Q {
    fn cmp(&self, other: &Q) -> Ordering {
        match (self, other) {
            (Q::Small(a, b), Q::Small(c, d)) if b == d => a.cmp(c),
            (Q::Small(a, b), Q::Small(c, d)) => {
                (i128::from(*a) * i128::from(d.get())).cmp(&(i128::from(*c) * i128::from(b.get())))
            }
            _ => self.large().cmp(&other.large()),
        }
    }
}

/// `real + delta * ε` for an ε that is positive and smaller than any number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Near {
    pub real: Q,
    pub delta: Q,
}

impl Near {
    pub const ZERO: Near = Near {
        real: Q::ZERO,
        delta: Q::ZERO,
    };

    pub fn new(real: Q, delta: Q) -> Near {
        Near { real, delta }
    }

    pub fn minus(&self, other: &Near) -> Near {
        let delta = match (&self.delta, &other.delta) {
            (Q::Small(0, _), Q::Small(0, _)) => Q::ZERO,
            (a, b) => a.minus(b),
        };
        Near::new(self.real.minus(&other.real), delta)
    }

    pub fn times(&self, k: &Q) -> Near {
        Near::new(self.real.times(k), self.delta.times(k))
    }

    /// `self += k * v`
    pub fn add_product(&mut self, k: &Q, v: &Near) {
        self.real = self.real.plus_product(k, &v.real);
        if !v.delta.is_zero() {
            self.delta = self.delta.plus_product(k, &v.delta);
        }
    }
}

impl From<i64> for Q {
    fn from(n: i64) -> Q {
        Q::int(n)
    }
}

impl Default for Q {
    fn default() -> Q {
        Q::ZERO
    }
}

impl std::fmt::Display for Q {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (n, d) = (self.numer(), self.denom());
        if d.is_one() {
            write!(f, "{n}")
        } else {
            write!(f, "{n}/{d}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::{Signed, Zero};

    #[test]
    fn a_number_takes_two_words() {
        assert_eq!(std::mem::size_of::<Q>(), 16);
    }

    /// Every operation against `BigRational`, around the edges of 64 bits.
    #[test]
    fn operations_agree_with_big_rationals() {
        let edges = [
            0i64,
            1,
            -1,
            2,
            3,
            -7,
            12,
            i64::MAX,
            i64::MIN,
            i64::MAX - 1,
            i64::MIN + 1,
            1 << 32,
            -(1 << 31),
            1_000_003,
        ];
        let mut all: Vec<Q> = Vec::new();
        for n in edges {
            for d in edges {
                if d != 0 {
                    all.push(Q::from_big(&BigRational::new(n.into(), d.into())));
                }
            }
        }
        let huge = BigRational::from_integer(BigInt::from(i64::MAX) * 12345 + 7);
        all.push(Q::from_big(&huge.clone()));
        all.push(Q::from_big(&huge.recip()));
        let normal = |q: &Q| assert_eq!(*q, Q::from_big(&q.to_big()), "normal form of {q}");
        for a in &all {
            let x = a.to_big();
            assert_eq!(a.floor().to_big(), x.floor());
            assert_eq!(a.ceil().to_big(), x.ceil());
            assert_eq!(a.negated().to_big(), -x.clone());
            assert_eq!(a.is_integer(), x.is_integer());
            assert_eq!(
                a.signum(),
                if x.is_zero() {
                    0
                } else if x.is_negative() {
                    -1
                } else {
                    1
                }
            );
            if !a.is_zero() {
                assert_eq!(a.inverse().to_big(), x.recip());
                normal(&a.inverse());
            }
            normal(&a.floor());
            normal(&a.negated());
            for b in &all {
                let y = b.to_big();
                for (got, want) in [
                    (a.plus(b), &x + &y),
                    (a.minus(b), &x - &y),
                    (a.times(b), &x * &y),
                    (a.plus_product(b, a), &x + &y * &x),
                ] {
                    normal(&got);
                    assert_eq!(got.to_big(), want, "{a} and {b}");
                }
                if !b.is_zero() {
                    assert_eq!(a.over(b).to_big(), &x / &y);
                }
                assert_eq!(a.cmp(b), x.cmp(&y), "{a} and {b}");
            }
        }
    }
}
