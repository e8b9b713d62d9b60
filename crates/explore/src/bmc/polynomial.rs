//! Polynomials over the values of a program, with the equalities among them
//! that are known.
//!
//! Idea: a polynomial is a sum of integers times products of atoms; an atom is
//! a bit-vector term that stands for its number. Polynomials that are known to
//! be zero make a basis: an atom that stands alone in one of them is replaced
//! everywhere, the others are brought into echelon form, and what is left of a
//! polynomial behind that is its normal form. Zero is zero; anything else says
//! nothing. Over the integers a step may multiply by any number but zero, since
//! integers have no divisors of zero; modulo 2^n only by odd ones. Source:
//! M. Müller-Olm, H. Seidl, "Analysis of Modular Arithmetic", TOPLAS 2007.
//! Alternative: Gröbner bases, which decide more and have no bound on their
//! cost. Cost: an elimination with a few dozen rows.
//!
//! What must never happen: a coefficient that overflows. Over the integers
//! every operation is checked, and what does not fit gives no answer.

use ep_term::TermId;
use std::collections::{BTreeMap, BTreeSet};

/// Monomials that a polynomial may have.
const MOST_MONOMIALS: usize = 160;
/// The highest degree.
const MOST_DEGREE: usize = 8;
/// Equalities and their multiples.
const MOST_ROWS: usize = 60;

/// A product of atoms; those with more factors are larger.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Monomial {
    degree: usize,
    factors: Vec<TermId>,
}

impl Monomial {
    pub fn new(mut factors: Vec<TermId>) -> Monomial {
        factors.sort_unstable();
        Monomial {
            degree: factors.len(),
            factors,
        }
    }

    pub fn factors(&self) -> &[TermId] {
        &self.factors
    }

    fn times(&self, other: &Monomial) -> Monomial {
        Monomial::new([&self.factors[..], &other.factors[..]].concat())
    }
}

/// What equality means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ring {
    Integers,
    /// Modulo 2 to this, which is at most 64.
    Modulo(u32),
}

impl Ring {
    fn normal(self, c: i128) -> i128 {
        match self {
            Ring::Integers => c,
            Ring::Modulo(w) => c << (128 - w) >> (128 - w),
        }
    }

    fn times(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Ring::Integers => a.checked_mul(b),
            Ring::Modulo(_) => Some(self.normal(a.wrapping_mul(b))),
        }
    }

    fn plus(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Ring::Integers => a.checked_add(b),
            Ring::Modulo(_) => Some(self.normal(a.wrapping_add(b))),
        }
    }

    fn inverse(self, c: i128) -> Option<i128> {
        match self {
            Ring::Integers => (c.abs() == 1).then_some(c),
            Ring::Modulo(_) if c & 1 == 0 => None,
            Ring::Modulo(_) => {
                // Newton's iteration doubles the bits that are right.
                let mut x = c;
                for _ in 0..6 {
                    x = x.wrapping_mul(2i128.wrapping_sub(c.wrapping_mul(x)));
                }
                Some(self.normal(x))
            }
        }
    }
}

/// Coefficients, none of them zero, by monomials.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Polynomial(BTreeMap<Monomial, i128>);

impl Polynomial {
    pub fn constant(c: i128) -> Polynomial {
        Polynomial::of([(Vec::new(), c)])
    }

    pub fn atom(t: TermId) -> Polynomial {
        Polynomial::of([(vec![t], 1)])
    }

    /// The sum of these products; their factors have at most 100 bits.
    pub fn of(parts: impl IntoIterator<Item = (Vec<TermId>, i128)>) -> Polynomial {
        let mut out: BTreeMap<Monomial, i128> = BTreeMap::new();
        for (m, c) in parts {
            // `x*y` and `y*x` are one, and `x*x` has one factor twice.
            let at = out.entry(Monomial::new(m)).or_insert(0);
            *at = at.saturating_add(c);
        }
        out.retain(|_, c| *c != 0);
        Polynomial(out)
    }

    pub fn terms(&self) -> impl Iterator<Item = (&Monomial, i128)> {
        self.0.iter().map(|(m, c)| (m, *c))
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number that it is, if it is one.
    pub fn as_constant(&self) -> Option<i128> {
        match self.0.first_key_value() {
            None => Some(0),
            Some((m, c)) if m.degree == 0 && self.0.len() == 1 => Some(*c),
            _ => None,
        }
    }

    /// The term that it is, if it is one.
    pub fn as_atom(&self) -> Option<TermId> {
        match self.0.first_key_value() {
            Some((m, 1)) if m.degree == 1 && self.0.len() == 1 => m.factors.first().copied(),
            _ => None,
        }
    }

    /// The atoms that stand alone, with their factors.
    pub fn solved(&self) -> impl Iterator<Item = (TermId, i128)> + '_ {
        let single = self.terms().filter(|(m, _)| m.degree == 1);
        single.filter_map(|(m, c)| {
            let x = *m.factors.first()?;
            let elsewhere = |(n, _): (&Monomial, i128)| n != m && n.factors.contains(&x);
            (!self.terms().any(elsewhere)).then_some((x, c))
        })
    }

    pub fn degree(&self) -> usize {
        self.0.last_key_value().map_or(0, |(m, _)| m.degree)
    }

    pub fn atoms(&self) -> BTreeSet<TermId> {
        let all = self.0.keys().flat_map(|m| &m.factors);
        all.copied().collect()
    }

    /// `self + by * other`, or nothing where a number does not fit.
    pub fn plus(&self, other: &Polynomial, by: i128, ring: Ring) -> Option<Polynomial> {
        let mut out = self.0.clone();
        for (m, c) in &other.0 {
            let more = ring.times(*c, by)?;
            let at = out.entry(m.clone()).or_insert(0);
            *at = ring.plus(*at, more)?;
        }
        out.retain(|_, c| *c != 0);
        (out.len() <= MOST_MONOMIALS).then_some(Polynomial(out))
    }

    pub fn times(&self, other: &Polynomial, ring: Ring) -> Option<Polynomial> {
        let mut out: BTreeMap<Monomial, i128> = BTreeMap::new();
        for (m, c) in &self.0 {
            for (n, d) in &other.0 {
                let product = m.times(n);
                if product.degree > MOST_DEGREE {
                    return None;
                }
                let more = ring.times(*c, *d)?;
                let at = out.entry(product).or_insert(0);
                *at = ring.plus(*at, more)?;
            }
        }
        out.retain(|_, c| *c != 0);
        (out.len() <= MOST_MONOMIALS).then_some(Polynomial(out))
    }

    /// With polynomials in place of atoms, all at once.
    pub fn with(&self, map: &BTreeMap<TermId, Polynomial>, ring: Ring) -> Option<Polynomial> {
        let mut out = Polynomial::default();
        for (m, c) in &self.0 {
            let mut rest = Vec::new();
            let mut product = Polynomial::constant(ring.normal(*c));
            for f in &m.factors {
                match map.get(f) {
                    Some(p) => product = product.times(p, ring)?,
                    None => rest.push(*f),
                }
            }
            let rest = Polynomial::of([(rest, 1)]);
            out = out.plus(&product.times(&rest, ring)?, 1, ring)?;
        }
        Some(out)
    }

    fn in_ring(&self, ring: Ring) -> Polynomial {
        let all = self.0.iter().map(|(m, c)| (m.clone(), ring.normal(*c)));
        Polynomial(all.filter(|p| p.1 != 0).collect())
    }

    /// Divided by what divides all coefficients.
    fn primitive(mut self) -> Polynomial {
        let d = self.0.values().fold(0, |d, c| gcd(d, *c));
        if d > 1 {
            self.0.values_mut().for_each(|c| *c /= d);
        }
        self
    }
}

pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

/// Polynomials that are zero, ready for use.
pub(super) struct Basis {
    ring: Ring,
    /// Atoms with what they are, to be replaced in this order.
    swaps: Vec<(TermId, Polynomial)>,
    rows: Vec<(Monomial, Polynomial)>,
}

impl Basis {
    /// What `zeros` say. Those that do not fit are left out.
    pub fn new(ring: Ring, zeros: &[Polynomial]) -> Basis {
        let mut left: Vec<Polynomial> = zeros.iter().map(|p| p.in_ring(ring)).collect();
        left.sort_by_key(Polynomial::degree);
        let mut swaps: Vec<(TermId, Polynomial)> = Vec::new();
        while let Some((i, x, value)) = alone(&left, ring) {
            left.remove(i);
            let map = BTreeMap::from([(x, value.clone())]);
            left = left.iter().filter_map(|p| p.with(&map, ring)).collect();
            left.retain(|p| !p.is_zero());
            left.sort_by_key(Polynomial::degree);
            swaps.push((x, value));
        }
        Basis {
            ring,
            swaps,
            rows: echelon(left, ring),
        }
    }

    /// An equal polynomial with as little as possible in it.
    pub fn reduce(&self, p: &Polynomial) -> Option<Polynomial> {
        let mut p = p.in_ring(self.ring);
        for (x, value) in &self.swaps {
            p = p.with(&BTreeMap::from([(*x, value.clone())]), self.ring)?;
        }
        eliminate(p, &self.rows, self.ring, false)
    }

    /// Whether a polynomial is zero. What it says no of may be zero too.
    pub fn is_zero(&self, p: &Polynomial) -> bool {
        let Some(p) = self.reduce(p) else {
            return false;
        };
        let gone = |rows: &[(Monomial, Polynomial)]| {
            eliminate(p.clone(), rows, self.ring, true).is_some_and(|r| r.is_zero())
        };
        if p.is_zero() || gone(&self.rows) {
            return true;
        }
        if self.rows.is_empty() {
            return false;
        }
        let mut factors = p.atoms();
        for (_, r) in &self.rows {
            factors.extend(r.atoms());
        }
        let mut all: Vec<Polynomial> = self.rows.iter().map(|r| r.1.clone()).collect();
        for f in factors {
            let f = Polynomial::atom(f);
            for (_, r) in &self.rows {
                if r.degree() < p.degree() && all.len() < MOST_ROWS {
                    all.extend(r.times(&f, self.ring));
                }
            }
        }
        all.len() > self.rows.len() && gone(&echelon(all, self.ring))
    }

    /// The equalities behind the replacements, which say nothing of the atoms
    /// that were replaced.
    pub fn rest(&self) -> impl Iterator<Item = &Polynomial> {
        self.rows.iter().map(|r| &r.1)
    }
}

/// An equality in which an atom stands alone, and what it is.
fn alone(list: &[Polynomial], ring: Ring) -> Option<(usize, TermId, Polynomial)> {
    for (i, p) in list.iter().enumerate() {
        for (m, c) in p.terms().filter(|(m, _)| m.degree == 1) {
            let (Some(&x), Some(by)) = (m.factors.first(), ring.inverse(c)) else {
                continue;
            };
            let elsewhere = |(n, _): (&Monomial, i128)| n != m && n.factors.contains(&x);
            if p.terms().any(elsewhere) {
                continue;
            }
            let mut rest = p.clone();
            rest.0.remove(m);
            let minus = ring.normal(by.wrapping_neg());
            if let Some(value) = Polynomial::default().plus(&rest, minus, ring) {
                return Some((i, x, value));
            }
        }
    }
    None
}

/// Rows with a monomial each that no other row has.
fn echelon(list: Vec<Polynomial>, ring: Ring) -> Vec<(Monomial, Polynomial)> {
    let mut rows: Vec<(Monomial, Polynomial)> = Vec::new();
    for p in list.into_iter().take(MOST_ROWS) {
        let Some(p) = eliminate(p, &rows, ring, true) else {
            continue;
        };
        let p = match ring {
            Ring::Integers => p.primitive(),
            Ring::Modulo(_) => p,
        };
        let unit = p.0.iter().rev().find(|(_, c)| ring.inverse(**c).is_some());
        let any = match ring {
            Ring::Integers => p.0.last_key_value(),
            Ring::Modulo(_) => None,
        };
        let Some((pivot, _)) = unit.or(any) else {
            continue;
        };
        let new = [(pivot.clone(), p.clone())];
        rows = rows
            .into_iter()
            .filter_map(|(m, r)| Some((m, eliminate(r, &new, ring, true)?)))
            .collect();
        let [new] = new;
        rows.push(new);
    }
    rows
}

/// What is left of `p` behind the rows; with `scale` of a multiple of it.
fn eliminate(
    mut p: Polynomial,
    rows: &[(Monomial, Polynomial)],
    ring: Ring,
    scale: bool,
) -> Option<Polynomial> {
    for (pivot, row) in rows {
        let Some(&b) = p.0.get(pivot) else {
            continue;
        };
        let c = *row.0.get(pivot)?;
        if let Some(by) = ring.inverse(c) {
            let by = ring.times(b, by)?;
            p = p.plus(row, by.checked_neg()?, ring)?;
        } else if ring == Ring::Integers && b % c == 0 {
            p = p.plus(row, (b / c).checked_neg()?, ring)?;
        } else if ring == Ring::Integers && scale {
            let d = gcd(b, c);
            let scaled = Polynomial::default().plus(&p, c / d, ring)?;
            p = scaled.plus(row, (b / d).checked_neg()?, ring)?.primitive();
        }
    }
    Some(p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::{Pool, Sort};

    /// Atoms `x`, `y`, `z`.
    fn atoms() -> [TermId; 3] {
        let mut p = Pool::new();
        ["x", "y", "z"].map(|n| p.fresh_var(n, Sort::BitVec(32)))
    }

    #[test]
    fn equal_products_are_added() {
        let [x, y, _] = atoms();
        let p = Polynomial::of([
            (vec![x, y], 1),
            (vec![y, x], 2),
            (vec![x], 3),
            (vec![x], -3),
        ]);
        assert_eq!(p, Polynomial::of([(vec![x, y], 3)]));
    }

    #[test]
    fn half_of_zero_is_zero_in_the_integers_only() {
        let [x, y, z] = atoms();
        // 2*x == y*z and 2*y == y*z.
        let zeros = [
            Polynomial::of([(vec![x], 2), (vec![y, z], -1)]),
            Polynomial::of([(vec![y], 2), (vec![y, z], -1)]),
        ];
        let apart = Polynomial::of([(vec![x], 1), (vec![y], -1)]);
        let double = Polynomial::of([(vec![x], 2), (vec![y], -2)]);
        let integers = Basis::new(Ring::Integers, &zeros);
        let modular = Basis::new(Ring::Modulo(32), &zeros);
        assert!(integers.is_zero(&apart) && integers.is_zero(&double));
        // Modulo 2^32 the two may be 2^31 apart.
        assert!(!modular.is_zero(&apart));
    }

    #[test]
    fn an_odd_factor_has_an_inverse_modulo_a_power_of_two() {
        let [x, y, _] = atoms();
        let zeros = [Polynomial::of([(vec![x], 3), (vec![y], -3)])];
        let apart = Polynomial::of([(vec![x], 1), (vec![y], -1)]);
        for ring in [Ring::Integers, Ring::Modulo(8), Ring::Modulo(64)] {
            assert!(Basis::new(ring, &zeros).is_zero(&apart), "{ring:?}");
        }
        let six = [Polynomial::of([(vec![x], 6), (vec![y], -6)])];
        assert!(!Basis::new(Ring::Modulo(8), &six).is_zero(&apart));
    }

    #[test]
    fn multiples_of_an_equality_are_used() {
        let [x, y, z] = atoms();
        // x*y == z, so x*x*y - x*z is zero, and x*x*y - z is not.
        let zeros = [Polynomial::of([(vec![x, y], 2), (vec![z], -2)])];
        let b = Basis::new(Ring::Integers, &zeros);
        assert!(b.is_zero(&Polynomial::of([(vec![x, x, y], 1), (vec![x, z], -1)])));
        assert!(!b.is_zero(&Polynomial::of([(vec![x, x, y], 1), (vec![z], -1)])));
    }

    #[test]
    fn what_does_not_fit_is_no_answer() {
        let [x, y, _] = atoms();
        let big = Polynomial::of([(vec![x], i128::MAX / 2), (vec![y], 1)]);
        assert_eq!(big.times(&big, Ring::Integers), None);
        assert!(big.times(&big, Ring::Modulo(64)).is_some());
    }
}
