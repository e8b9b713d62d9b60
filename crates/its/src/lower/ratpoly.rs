//! Polynomials with rational coefficients, for closed forms of loops.
//!
//! Idea: the same map as [`Poly`] over another ring; sums over a counter are
//! taken in the basis of binomials, where they are a shift. Nearly all numbers
//! are small, so coefficients are those of the simplex, which need no memory of
//! their own. Alternative: integer polynomials over a common denominator, which
//! have to be brought together at every sum. Source: Graham, Knuth and Patashnik,
//! "Concrete Mathematics", sections 2.6 and 5.1, for sums of binomials. Cost: a map operation per term.

use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly, Var};
use ep_base::Stop;
use ep_smt::linear::Q;
use num_traits::{One, Zero};
use std::cell::Cell;
use std::collections::btree_map::Entry;
use std::collections::BTreeMap;

/// The value about which nothing is known.
pub const UNKNOWN: Var = Var(u32::MAX);

/// Products of terms that the substitutions of one step may take.
const PRODUCTS: u64 = 100_000;
/// Products between two looks at the clock, well below a millisecond.
const BETWEEN: u64 = 200;

/// What is left of the work that several substitutions share. Powers of sums
/// grow faster than a caller could ask the clock, so products of terms are
/// counted, and what takes too many, or comes when the time is over, is
/// [`UNKNOWN`].
pub struct Fuel {
    left: Cell<u64>,
    /// What was left when the clock was looked at.
    seen: Cell<u64>,
    stop: Stop,
}

impl Fuel {
    /// A full one.
    pub fn new(stop: &Stop) -> Self {
        Fuel {
            left: Cell::new(PRODUCTS),
            seen: Cell::new(PRODUCTS),
            stop: stop.clone(),
        }
    }
    /// Takes some; `false` where there is not so much left, and from then on.
    fn take(&self, n: usize) -> bool {
        let left = self.left.get().checked_sub(n as u64);
        let now = left.unwrap_or(0);
        self.left.set(now);
        if self.seen.get() - now >= BETWEEN {
            self.seen.set(now);
            if self.stop.now() {
                self.left.set(0);
                self.seen.set(0);
                return false;
            }
        }
        left.is_some()
    }
}

/// A polynomial with rational coefficients; no coefficient is zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RatPoly(BTreeMap<Monomial, Q>);

impl From<&Poly> for RatPoly {
    fn from(p: &Poly) -> Self {
        let term = |(m, c): (&Monomial, &Int)| (m.clone(), Q::from_int(c));
        RatPoly(p.terms().map(term).collect())
    }
}

impl RatPoly {
    /// Zero.
    pub fn zero() -> Self {
        Self::default()
    }
    /// A number.
    pub fn constant(c: &Rat) -> Self {
        Self::number(Q::from_big(c))
    }
    fn number(c: Q) -> Self {
        let mut p = Self::zero();
        p.insert(Monomial::one(), c);
        p
    }
    /// A whole number.
    pub fn integer(c: i64) -> Self {
        Self::number(Q::int(c))
    }
    /// A variable.
    pub fn var(v: Var) -> Self {
        RatPoly(BTreeMap::from([(Monomial::var(v), Q::ONE)]))
    }
    /// Adds one term.
    fn insert(&mut self, m: Monomial, c: Q) {
        if c.is_zero() {
            return;
        }
        match self.0.entry(m) {
            Entry::Vacant(slot) => {
                slot.insert(c);
            }
            Entry::Occupied(mut slot) => {
                let sum = slot.get().plus(&c);
                match sum.is_zero() {
                    true => {
                        slot.remove();
                    }
                    false => *slot.get_mut() = sum,
                }
            }
        }
    }
    /// Its terms in order, the constant first.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, &Q)> {
        self.0.iter()
    }
    /// As C writes it, but for fractions.
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> String {
        let mut out = String::new();
        for (m, c) in self.terms() {
            let c = c.to_big();
            let mut factors: Vec<String> = Vec::new();
            if !c.is_one() || m.degree() == 0 {
                factors.push(c.to_string());
            }
            for (v, e) in m.powers() {
                factors.extend((0..*e).map(|_| name(*v)));
            }
            if !out.is_empty() {
                out.push_str(" + ");
            }
            out.push_str(&factors.join("*"));
        }
        match out.is_empty() {
            true => "0".into(),
            false => out.replace("+ -1*", "- ").replace("+ -", "- "),
        }
    }
    /// How many terms it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether it is zero.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// The degree; of zero it is 0.
    pub fn degree(&self) -> u32 {
        self.0.keys().map(Monomial::degree).max().unwrap_or(0)
    }
    /// Whether the variable is in it.
    pub fn mentions(&self, v: Var) -> bool {
        self.0.keys().any(|m| m.powers().iter().any(|p| p.0 == v))
    }
    /// The variables in order, each once.
    pub fn vars(&self) -> Vec<Var> {
        let all = self.0.keys().flat_map(|m| m.powers().iter().map(|p| p.0));
        let mut out: Vec<Var> = all.collect();
        out.sort_unstable();
        out.dedup();
        out
    }
    /// The sum with `k` times another.
    pub fn plus_scaled(&self, other: &RatPoly, k: &Rat) -> RatPoly {
        self.plus_times(other, &Q::from_big(k))
    }
    fn plus_times(&self, other: &RatPoly, k: &Q) -> RatPoly {
        let mut out = self.clone();
        for (m, c) in &other.0 {
            out.insert(m.clone(), c.times(k));
        }
        out
    }
    /// The sum.
    pub fn plus(&self, other: &RatPoly) -> RatPoly {
        self.plus_times(other, &Q::ONE)
    }
    /// The difference.
    pub fn minus(&self, other: &RatPoly) -> RatPoly {
        self.plus_times(other, &Q::MINUS_ONE)
    }
    /// The product.
    pub fn times(&self, other: &RatPoly) -> RatPoly {
        let mut out = RatPoly::zero();
        for (m, c) in &self.0 {
            for (n, d) in &other.0 {
                out.insert(m.times(n), c.times(d));
            }
        }
        out
    }
    /// With each variable replaced at the same time, `None` keeps it;
    /// [`UNKNOWN`] where that takes too long.
    pub fn substitute(&self, with: &dyn Fn(Var) -> Option<RatPoly>) -> RatPoly {
        self.substitute_for(&Fuel::new(&Stop::never()), with)
    }
    /// The same, with what is left of the work of several.
    pub fn substitute_for(&self, fuel: &Fuel, with: &dyn Fn(Var) -> Option<RatPoly>) -> RatPoly {
        let mut out = RatPoly::zero();
        for (m, c) in &self.0 {
            // A lone variable is replaced as it stands.
            if let Some(v) = m.as_var() {
                match with(v) {
                    None => out.insert(m.clone(), c.clone()),
                    Some(by) => {
                        if !fuel.take(1 + by.len()) {
                            return RatPoly::var(UNKNOWN);
                        }
                        for (n, d) in by.0 {
                            out.insert(n, d.times(c));
                        }
                    }
                }
                continue;
            }
            let mut product = RatPoly::number(c.clone());
            for (v, e) in m.powers() {
                let factor = with(*v).unwrap_or_else(|| RatPoly::var(*v));
                for _ in 0..*e {
                    if !fuel.take(1 + product.len() * factor.len()) {
                        return RatPoly::var(UNKNOWN);
                    }
                    product = product.times(&factor);
                }
            }
            for (m, c) in product.0 {
                out.insert(m, c);
            }
        }
        out
    }
    /// With one variable replaced.
    pub fn put(&self, v: Var, by: &RatPoly) -> RatPoly {
        match self.mentions(v) {
            true => self.substitute(&|w| (w == v).then(|| by.clone())),
            false => self.clone(),
        }
    }
    /// The same, with what is left of the work of several.
    pub fn put_for(&self, fuel: &Fuel, v: Var, by: &RatPoly) -> RatPoly {
        match self.mentions(v) {
            true => self.substitute_for(fuel, &|w| (w == v).then(|| by.clone())),
            false => self.clone(),
        }
    }
    /// What stands with each power of a variable, the power 0 first.
    pub fn by_power(&self, v: Var) -> Vec<RatPoly> {
        let mut out: Vec<RatPoly> = Vec::new();
        for (m, c) in &self.0 {
            let (power, rest) = m.without(v);
            let power = power as usize;
            if out.len() <= power {
                out.resize(power + 1, RatPoly::zero());
            }
            if let Some(slot) = out.get_mut(power) {
                slot.insert(rest, c.clone());
            }
        }
        out
    }
    /// The number, if no variable is in it.
    pub fn as_constant(&self) -> Option<Rat> {
        match self.0.len() {
            0 => Some(Rat::zero()),
            1 => self.0.get(&Monomial::one()).map(Q::to_big),
            _ => None,
        }
    }
    /// The least common multiple of the denominators.
    pub fn denominator(&self) -> Int {
        let lcm = |d: Int, c: &Q| num_integer::Integer::lcm(&d, &c.denom());
        let broken = self.0.values().filter(|c| !c.is_integer());
        broken.fold(Int::one(), lcm)
    }
    /// Times its denominator.
    pub fn cleared(&self) -> Poly {
        let d = self.denominator();
        let whole = d.is_one();
        let term = |(m, c): (&Monomial, &Q)| {
            let n = match whole {
                true => c.numer(),
                false => c.numer() * (&d / c.denom()),
            };
            (m.clone(), n)
        };
        Poly::of_terms(self.0.iter().map(term))
    }
    /// The same over integers, if it is.
    pub fn as_poly(&self) -> Option<Poly> {
        self.denominator().is_one().then(|| self.cleared())
    }
    /// Its value.
    pub fn evaluate(&self, value: &dyn Fn(Var) -> Option<Int>) -> Option<Rat> {
        let whole = self.cleared().evaluate(value)?;
        Some(Rat::new(whole, self.denominator()))
    }
    /// The sum of its values for `k` = 0, 1, … below `k`, again over `k`.
    pub fn sum(&self, k: Var) -> RatPoly {
        let mut out = RatPoly::zero();
        for (power, rest) in self.by_power(k).iter().enumerate() {
            out = out.plus(&rest.times(&powers(power, k)));
        }
        out
    }
}

/// The sum of the `m`-th powers of the numbers below `k`: with Stirling's
/// numbers of the second kind, `i^m` is a sum of `S(m, j) * j! * C(i, j)`, and
/// the numbers `C(i, j)` below `k` add up to `C(k, j + 1)`.
fn powers(m: usize, k: Var) -> RatPoly {
    // stirling[j] is S(m, j).
    let mut stirling = vec![Int::one()];
    for _ in 0..m {
        let mut next = vec![Int::zero(); stirling.len() + 1];
        for (j, s) in stirling.iter().enumerate() {
            if let Some(slot) = next.get_mut(j) {
                *slot += s * Int::from(j);
            }
            if let Some(slot) = next.get_mut(j + 1) {
                *slot += s;
            }
        }
        stirling = next;
    }
    let mut out = RatPoly::zero();
    // k (k - 1) … (k - j), which is (j + 1)! * C(k, j + 1)
    let mut falling = RatPoly::var(k);
    for (j, s) in stirling.iter().enumerate() {
        let share = Rat::new(s.clone(), Int::from(j + 1));
        out = out.plus_scaled(&falling, &share);
        let next = RatPoly::var(k).minus(&RatPoly::integer(j as i64 + 1));
        falling = falling.times(&next);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_sums() {
        let k = Var(3);
        for m in 0..6u32 {
            let p = RatPoly::from(&Poly::var(k).power(m).plus(&Poly::from(2)));
            let sum = p.sum(k);
            let mut by_hand = Int::zero();
            for n in 0..12u32 {
                let at = |_: Var| Some(Int::from(n));
                assert_eq!(sum.evaluate(&at), Some(Rat::from_integer(by_hand.clone())));
                by_hand += Int::from(n).pow(m) + 2;
            }
        }
    }

    /// A power of a sum would have more terms than there is time for.
    #[test]
    fn what_takes_too_long_is_unknown() {
        let sum = (1..40).fold(RatPoly::integer(1), |p, i| p.plus(&RatPoly::var(Var(i))));
        let power = |e| RatPoly::from(&Poly::var(Var(0)).power(e));
        let with = |v: Var| (v == Var(0)).then(|| sum.clone());
        assert_eq!(power(2).substitute(&with), sum.times(&sum));
        let begun = std::time::Instant::now();
        let far = power(40).substitute(&with);
        assert_eq!(far, RatPoly::var(UNKNOWN));
        assert!(begun.elapsed().as_secs() < 5);
        // What is used up stays used up.
        let fuel = Fuel::new(&Stop::never());
        power(40).substitute_for(&fuel, &with);
        assert_eq!(power(2).substitute_for(&fuel, &with), RatPoly::var(UNKNOWN));
    }

    #[test]
    fn denominators_are_kept_apart() {
        let half = RatPoly::constant(&Rat::new(1.into(), 2.into()));
        let p = RatPoly::var(Var(0)).times(&half).plus(&RatPoly::integer(1));
        assert_eq!(p.denominator(), Int::from(2));
        assert_eq!(p.cleared(), Poly::var(Var(0)).plus(&Poly::from(2)));
        assert_eq!(p.as_poly(), None);
        assert!(p.minus(&p).is_empty());
    }
}
