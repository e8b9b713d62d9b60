//! Polynomials with integer coefficients over variables of a system.
//!
//! Idea: a sorted list of monomials with coefficients that are not zero, so
//! that equal polynomials are equal values. Alternatives: a map, whose smallest
//! node has room for eleven terms where most polynomials have one or two; dense
//! vectors (most systems have many variables and few terms); hash-consed terms
//! of `term` (need a pool at hand for each sum). Cost: sums are merged, products
//! go through a map, one more term moves those behind it.

use crate::num::{Int, Rat};
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use std::fmt::Write;

ep_base::entity!(
    /// A variable. The first ones are those of the system, the ones after them
    /// are temporaries of a transition.
    Var, "v"
);

/// A product of powers, sorted by variable, no power zero. Empty is 1.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Monomial(Vec<(Var, u32)>);

impl Monomial {
    /// The product of no variables.
    pub fn one() -> Self {
        Self::default()
    }
    /// A variable.
    pub fn var(v: Var) -> Self {
        Monomial(vec![(v, 1)])
    }
    /// Its powers.
    pub fn powers(&self) -> &[(Var, u32)] {
        &self.0
    }
    /// The sum of the powers; saturates.
    pub fn degree(&self) -> u32 {
        self.0.iter().fold(0, |d, (_, e)| d.saturating_add(*e))
    }
    /// The variable, if it is one alone.
    pub fn as_var(&self) -> Option<Var> {
        match self.0.as_slice() {
            [(v, 1)] => Some(*v),
            _ => None,
        }
    }
    /// Its first variable, and the rest; nothing of 1.
    pub fn split_first(&self) -> Option<(Monomial, Monomial)> {
        let (v, e) = *self.0.first()?;
        let mut rest = self.0.clone();
        match e {
            1 => drop(rest.remove(0)),
            e => rest[0] = (v, e - 1),
        }
        Some((Monomial::var(v), Monomial(rest)))
    }
    /// The exponent of a variable, and the rest.
    pub fn without(&self, v: Var) -> (u32, Monomial) {
        match self.0.iter().position(|p| p.0 == v) {
            None => (0, self.clone()),
            Some(i) => {
                let mut rest = self.0.clone();
                let (_, e) = rest.remove(i);
                (e, Monomial(rest))
            }
        }
    }
    /// The product.
    pub fn times(&self, other: &Monomial) -> Monomial {
        let mut out = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(&&(v, d)), Some(&&(w, e))) = (a.peek(), b.peek()) {
            if v <= w {
                a.next();
            }
            if w <= v {
                b.next();
            }
            out.push(match v.cmp(&w) {
                std::cmp::Ordering::Less => (v, d),
                std::cmp::Ordering::Equal => (v, d.saturating_add(e)),
                std::cmp::Ordering::Greater => (w, e),
            });
        }
        out.extend(a);
        out.extend(b);
        Monomial(out)
    }
}

/// A polynomial.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Poly(Vec<(Monomial, Int)>);

impl From<i64> for Poly {
    fn from(n: i64) -> Self {
        Poly::constant(n)
    }
}

impl Poly {
    /// Zero.
    pub fn zero() -> Self {
        Self::default()
    }
    /// A number.
    pub fn constant(n: impl Into<Int>) -> Self {
        let n = n.into();
        match n.is_zero() {
            true => Poly::zero(),
            false => Poly(vec![(Monomial::one(), n)]),
        }
    }
    /// A variable.
    pub fn var(v: Var) -> Self {
        Poly(vec![(Monomial::var(v), Int::one())])
    }
    /// The sum of these terms.
    pub fn of_terms(terms: impl IntoIterator<Item = (Monomial, Int)>) -> Self {
        let mut list: Vec<(Monomial, Int)> = terms.into_iter().collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                first.1 += &later.1;
            }
            same
        });
        list.retain(|t| !t.1.is_zero());
        list.shrink_to_fit();
        Poly(list)
    }
    /// Adds one term.
    pub fn insert(&mut self, m: Monomial, c: Int) {
        if c.is_zero() {
            return;
        }
        match self.0.binary_search_by(|t| t.0.cmp(&m)) {
            Err(i) => {
                if self.0.len() < 4 {
                    self.0.reserve_exact(1);
                }
                self.0.insert(i, (m, c));
            }
            Ok(i) => {
                let zero = self.0.get_mut(i).is_some_and(|t| {
                    t.1 += c;
                    t.1.is_zero()
                });
                if zero {
                    self.0.remove(i);
                }
            }
        }
    }
    /// Its terms in order, the constant first.
    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, &Int)> {
        self.0.iter().map(|(m, c)| (m, c))
    }
    fn monomials(&self) -> impl Iterator<Item = &Monomial> {
        self.0.iter().map(|t| &t.0)
    }
    /// How many terms it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Whether it is zero.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
    /// The number, if no variable is in it.
    pub fn as_constant(&self) -> Option<Int> {
        match self.0.as_slice() {
            [] => Some(Int::zero()),
            [(m, c)] if m.0.is_empty() => Some(c.clone()),
            _ => None,
        }
    }
    /// The variable, if it is one alone.
    pub fn as_var(&self) -> Option<Var> {
        match self.0.as_slice() {
            [(m, c)] if c.is_one() => m.as_var(),
            _ => None,
        }
    }
    /// The number in front of a monomial.
    pub fn coefficient(&self, m: &Monomial) -> Int {
        let at = self.0.binary_search_by(|t| t.0.cmp(m)).ok();
        at.and_then(|i| self.0.get(i))
            .map_or_else(Int::zero, |t| t.1.clone())
    }
    /// The number in front of a variable alone.
    pub fn linear_coefficient(&self, v: Var) -> Int {
        self.coefficient(&Monomial::var(v))
    }
    /// The term without variables.
    pub fn constant_term(&self) -> Int {
        self.coefficient(&Monomial::one())
    }
    /// The degree; of zero it is 0.
    pub fn degree(&self) -> u32 {
        self.monomials().map(Monomial::degree).max().unwrap_or(0)
    }
    /// Whether no product of variables is in it.
    pub fn is_linear(&self) -> bool {
        self.degree() <= 1
    }
    /// The coefficients per variable and the constant, if it is linear.
    pub fn as_linear(&self) -> Option<(Vec<(Var, Int)>, Int)> {
        let mut terms = Vec::new();
        let mut constant = Int::zero();
        for (m, c) in &self.0 {
            match (m.as_var(), m.degree()) {
                (Some(v), _) => terms.push((v, c.clone())),
                (None, 0) => constant = c.clone(),
                _ => return None,
            }
        }
        Some((terms, constant))
    }
    /// The variables in order, each once.
    pub fn vars(&self) -> Vec<Var> {
        let mut v: Vec<Var> = self
            .monomials()
            .flat_map(|m| m.0.iter().map(|p| p.0))
            .collect();
        v.sort_unstable();
        v.dedup();
        v
    }
    /// Whether the variable is in it.
    pub fn mentions(&self, v: Var) -> bool {
        self.monomials().any(|m| m.0.iter().any(|p| p.0 == v))
    }
    /// The sum.
    pub fn plus(&self, other: &Poly) -> Poly {
        let mut p = self.clone();
        p.add_scaled(other, &Int::one());
        p
    }
    /// The difference.
    pub fn minus(&self, other: &Poly) -> Poly {
        let mut p = self.clone();
        p.add_scaled(other, &-Int::one());
        p
    }
    /// Adds `k * other`.
    pub fn add_scaled(&mut self, other: &Poly, k: &Int) {
        if k.is_zero() {
            return;
        }
        if let [(m, c)] = other.0.as_slice() {
            self.insert(m.clone(), c * k);
            return;
        }
        let mut out = Vec::with_capacity(self.0.len() + other.0.len());
        let mut own = std::mem::take(&mut self.0).into_iter().peekable();
        for (m, c) in &other.0 {
            while let Some(t) = own.next_if(|t| t.0 < *m) {
                out.push(t);
            }
            match own.next_if(|t| t.0 == *m) {
                None => out.push((m.clone(), c * k)),
                Some((m, mut d)) => {
                    d += c * k;
                    if !d.is_zero() {
                        out.push((m, d));
                    }
                }
            }
        }
        out.extend(own);
        out.shrink_to_fit();
        self.0 = out;
    }
    /// The product.
    pub fn times(&self, other: &Poly) -> Poly {
        let term = |m: &Monomial, c: &Int, n: &Monomial, d: &Int| (m.times(n), c * d);
        match (self.0.as_slice(), other.0.as_slice()) {
            ([(m, c)], [(n, d)]) => Poly(vec![term(m, c, n, d)]),
            _ => {
                let mut all: BTreeMap<Monomial, Int> = BTreeMap::new();
                for (m, c) in &self.0 {
                    for (n, d) in &other.0 {
                        let (m, c) = term(m, c, n, d);
                        *all.entry(m).or_default() += c;
                    }
                }
                let some = all.into_iter().filter(|t| !t.1.is_zero());
                let mut list: Vec<(Monomial, Int)> = some.collect();
                list.shrink_to_fit();
                Poly(list)
            }
        }
    }
    /// `k` times this.
    pub fn scaled(&self, k: &Int) -> Poly {
        let mut p = Poly::zero();
        p.add_scaled(self, k);
        p
    }
    /// The negative.
    pub fn negated(&self) -> Poly {
        self.scaled(&-Int::one())
    }
    /// The power.
    pub fn power(&self, e: u32) -> Poly {
        let mut p = Poly::constant(1);
        for _ in 0..e {
            p = p.times(self);
        }
        p
    }
    /// With each variable replaced at the same time; `None` keeps it.
    pub fn substitute(&self, with: &dyn Fn(Var) -> Option<Poly>) -> Poly {
        let mut p = Poly::zero();
        for (m, c) in &self.0 {
            let mut product = Poly::constant(c.clone());
            for (v, e) in &m.0 {
                let factor = with(*v).unwrap_or_else(|| Poly::var(*v));
                product = product.times(&factor.power(*e));
            }
            p.add_scaled(&product, &Int::one());
        }
        p
    }
    /// The same, but `None` where it takes over `most` products of terms: powers
    /// of sums grow faster than any clock is asked.
    pub fn substitute_within(
        &self,
        most: usize,
        with: &dyn Fn(Var) -> Option<Poly>,
    ) -> Option<Poly> {
        let mut left = most;
        let mut out = Poly::zero();
        for (m, c) in &self.0 {
            let mut product = Poly::constant(c.clone());
            for (v, e) in &m.0 {
                let factor = with(*v).unwrap_or_else(|| Poly::var(*v));
                for _ in 0..*e {
                    left = left.checked_sub(1 + product.len() * factor.len())?;
                    product = product.times(&factor);
                }
            }
            out.add_scaled(&product, &Int::one());
        }
        Some(out)
    }
    /// With each variable renamed at the same time.
    pub fn rename(&self, to: &dyn Fn(Var) -> Var) -> Poly {
        self.substitute(&|v| Some(Poly::var(to(v))))
    }
    /// Its value; `None` where a variable has none.
    pub fn evaluate(&self, value: &dyn Fn(Var) -> Option<Int>) -> Option<Int> {
        let mut sum = Int::zero();
        for (m, c) in &self.0 {
            let mut product = c.clone();
            for (v, e) in &m.0 {
                product *= value(*v)?.pow(*e);
            }
            sum += product;
        }
        Some(sum)
    }
    /// Its value at a rational point.
    pub fn evaluate_rational(&self, value: &dyn Fn(Var) -> Option<Rat>) -> Option<Rat> {
        let mut sum = Rat::zero();
        for (m, c) in &self.0 {
            let mut product = Rat::from_integer(c.clone());
            for (v, e) in &m.0 {
                let x = value(*v)?;
                for _ in 0..*e {
                    product *= &x;
                }
            }
            sum += product;
        }
        Some(sum)
    }
    /// The greatest number that divides each coefficient but the constant.
    pub fn content(&self) -> Int {
        let mut g = Int::zero();
        for (m, c) in &self.0 {
            if m.degree() > 0 {
                g = num_integer::Integer::gcd(&g, c);
            }
        }
        g.abs()
    }
    /// As C writes it, with a name for each variable.
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> String {
        let mut out = String::new();
        let ordered = self.0.iter().filter(|(m, _)| m.degree() > 0);
        let ordered = ordered.chain(self.0.iter().filter(|(m, _)| m.degree() == 0));
        for (m, c) in ordered {
            let sign = match (out.is_empty(), c.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            out.push_str(sign);
            let size = c.abs();
            let mut first = true;
            if !size.is_one() || m.degree() == 0 {
                let _ = write!(out, "{size}");
                first = false;
            }
            for (v, e) in &m.0 {
                for _ in 0..*e {
                    if !first {
                        out.push('*');
                    }
                    out.push_str(&name(*v));
                    first = false;
                }
            }
        }
        if out.is_empty() {
            out.push('0');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Poly {
        Poly::var(Var(0))
    }
    fn y() -> Poly {
        Poly::var(Var(1))
    }

    #[test]
    fn equal_polynomials_are_equal_values() {
        let a = x().plus(&y()).times(&x().minus(&y()));
        let b = x().power(2).minus(&y().power(2));
        assert_eq!(a, b);
        assert!(a.minus(&b).is_zero());
        assert_eq!(a.as_linear(), None);
    }

    /// Sums by lists are those by maps, and no zero is left in them.
    #[test]
    fn lists_of_terms_are_sorted_and_without_zeros() {
        let mut seed = 5u64;
        let mut next = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            (seed >> 33) % n
        };
        for _ in 0..2_000 {
            let mut term = || {
                let power = x().power(next(3) as u32).times(&y().power(next(3) as u32));
                let m = power.monomials().next().cloned().unwrap_or_default();
                (m, Int::from(next(5) as i64 - 2))
            };
            let (a, b): (Vec<_>, Vec<_>) = (
                (0..4).map(|_| term()).collect(),
                (0..4).map(|_| term()).collect(),
            );
            let k = Int::from(next(5) as i64 - 2);
            let mut map: BTreeMap<Monomial, Int> = BTreeMap::new();
            for (m, c) in a.iter().chain(&b) {
                *map.entry(m.clone()).or_default() += c;
            }
            for (m, c) in &b {
                *map.entry(m.clone()).or_default() += c * (&k - Int::one());
            }
            let mut sum = Poly::of_terms(a.clone());
            sum.add_scaled(&Poly::of_terms(b.clone()), &k);
            let wanted: Vec<_> = map.into_iter().filter(|t| !t.1.is_zero()).collect();
            assert_eq!(sum.0, wanted);
            let mut by_terms = Poly::zero();
            a.iter()
                .for_each(|(m, c)| by_terms.insert(m.clone(), c.clone()));
            b.iter()
                .for_each(|(m, c)| by_terms.insert(m.clone(), c * &k));
            assert_eq!(by_terms, sum);
        }
    }

    #[test]
    fn substitution_is_at_the_same_time() {
        let p = x().minus(&y().scaled(&2.into()));
        let swapped = p.rename(&|v| Var(1 - v.0));
        assert_eq!(swapped, y().minus(&x().scaled(&2.into())));
        let value = p.evaluate(&|v| Some(Int::from(10 * i64::from(v.0) + 3)));
        assert_eq!(value, Some(Int::from(-23)));
        assert_eq!(p.evaluate(&|_| None), None);
    }

    #[test]
    fn substitution_within_limits_is_the_same_or_nothing() {
        let sum = (1..9).fold(x(), |p, i| p.plus(&Poly::var(Var(i))));
        let with = |v: Var| (v == Var(0)).then(|| sum.clone());
        let p = x().power(3).plus(&y().times(&x()));
        assert_eq!(
            p.substitute_within(10_000, &with),
            Some(p.substitute(&with))
        );
        assert_eq!(x().power(60).substitute_within(10_000, &with), None);
    }

    #[test]
    fn shown_as_c() {
        let p = x()
            .times(&y())
            .scaled(&(-2).into())
            .plus(&Poly::from(-7))
            .plus(&y());
        assert_eq!(p.show(&|v| format!("x{}", v.0)), "-2*x0*x1 + x1 - 7");
        assert_eq!(Poly::zero().show(&|_| String::new()), "0");
    }
}
