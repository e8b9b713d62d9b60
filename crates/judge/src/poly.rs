//! Polynomials with rational coefficients, as sums of monomials in order.
//!
//! Alternatives: vectors of coefficients (guards of the systems have few
//! variables each and systems many), hashing (an order makes texts and sums
//! repeat). Every operation is paid for at the meter and refuses results that
//! are too large.

use crate::refusal::{Checked, Meter};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A name, by its number in [`crate::names::Names`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sym(pub u32);

/// Variables with exponents >= 1, in order.
pub type Mono = Vec<(Sym, u32)>;

pub type Subst = FxHashMap<Sym, Poly>;

const MAX_TERMS: usize = 100_000;
const MAX_DEGREE: u32 = 64;

/// No coefficient is zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Hash)]
pub struct Poly {
    terms: BTreeMap<Mono, BigRational>,
}

pub fn bits(r: &BigRational) -> u64 {
    r.numer().bits() + r.denom().bits()
}

/// The product. Integers are multiplied as such: the library looks for common
/// factors with a denominator of 1 too, bit by bit.
fn product(a: &BigRational, b: &BigRational) -> BigRational {
    if a.is_integer() && b.is_integer() {
        BigRational::from_integer(a.numer() * b.numer())
    } else {
        a * b
    }
}

/// The sum, integers apart as in [`product`].
fn sum(a: &BigRational, b: &BigRational) -> BigRational {
    if a.is_integer() && b.is_integer() {
        BigRational::from_integer(a.numer() + b.numer())
    } else {
        a + b
    }
}

impl Poly {
    pub fn zero() -> Poly {
        Poly::default()
    }

    pub fn constant(c: BigRational) -> Poly {
        let mut p = Poly::zero();
        if !c.is_zero() {
            p.terms.insert(Vec::new(), c);
        }
        p
    }

    pub fn int(c: impl Into<BigInt>) -> Poly {
        Poly::constant(BigRational::from_integer(c.into()))
    }

    pub fn var(v: Sym) -> Poly {
        let mut p = Poly::zero();
        p.terms.insert(vec![(v, 1)], BigRational::one());
        p
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// How many terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// The value, if it is a number.
    pub fn as_constant(&self) -> Option<BigRational> {
        match self.terms.len() {
            0 => Some(BigRational::zero()),
            1 => self.terms.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// The value, if it is an integer.
    pub fn as_int(&self) -> Option<BigInt> {
        self.as_constant()
            .filter(BigRational::is_integer)
            .map(|c| c.to_integer())
    }

    pub fn terms(&self) -> impl Iterator<Item = (&Mono, &BigRational)> {
        self.terms.iter()
    }

    pub fn vars(&self) -> impl Iterator<Item = Sym> + '_ {
        self.terms.keys().flatten().map(|&(v, _)| v)
    }

    pub fn mentions(&self, v: Sym) -> bool {
        self.vars().any(|w| w == v)
    }

    /// The least common multiple of the denominators.
    pub fn denominator(&self) -> BigInt {
        (self.terms.values()).fold(BigInt::one(), |d, c| d.lcm(c.denom()))
    }

    fn add_term(&mut self, m: &Mono, c: BigRational, meter: &Meter) -> Checked<()> {
        if c.is_zero() {
            return Ok(());
        }
        meter.number(bits(&c))?;
        meter.spend(4)?;
        match self.terms.get_mut(m) {
            Some(old) => {
                *old = sum(old, &c);
                meter.number(bits(old))?;
                if old.is_zero() {
                    self.terms.remove(m);
                }
            }
            None => {
                self.terms.insert(m.clone(), c);
                if self.terms.len() > MAX_TERMS {
                    return Err(
                        meter.refuse(format!("a polynomial has more than {MAX_TERMS} terms"))
                    );
                }
            }
        }
        Ok(())
    }

    /// `self += c * other`.
    pub fn add_scaled(&mut self, c: &BigRational, other: &Poly, meter: &Meter) -> Checked<()> {
        for (m, d) in &other.terms {
            meter.number(bits(c) + bits(d))?;
            self.add_term(m, product(c, d), meter)?;
        }
        Ok(())
    }

    pub fn plus(&self, other: &Poly, meter: &Meter) -> Checked<Poly> {
        let mut p = self.clone();
        p.add_scaled(&BigRational::one(), other, meter)?;
        Ok(p)
    }

    pub fn minus(&self, other: &Poly, meter: &Meter) -> Checked<Poly> {
        let mut p = self.clone();
        p.add_scaled(&-BigRational::one(), other, meter)?;
        Ok(p)
    }

    pub fn negated(&self, meter: &Meter) -> Checked<Poly> {
        Poly::zero().minus(self, meter)
    }

    pub fn times(&self, other: &Poly, meter: &Meter) -> Checked<Poly> {
        let mut p = Poly::zero();
        for (m, c) in &self.terms {
            for (n, d) in &other.terms {
                // Multiplying long numbers is more than linear.
                let words = bits(c) / 64 + bits(d) / 64;
                meter.spend(4 + (m.len() + n.len()) as u64 + words * words / 16)?;
                meter.number(bits(c) + bits(d))?;
                p.add_term(&join(m, n, meter)?, product(c, d), meter)?;
            }
        }
        Ok(p)
    }

    pub fn power(&self, n: u32, meter: &Meter) -> Checked<Poly> {
        let mut p = Poly::int(1);
        for _ in 0..n {
            p = p.times(self, meter)?;
        }
        Ok(p)
    }

    /// Puts polynomials in the place of variables, all at once.
    pub fn subst(&self, map: &Subst, meter: &Meter) -> Checked<Poly> {
        let mut out = Poly::zero();
        for (m, c) in &self.terms {
            if m.iter().all(|(v, _)| !map.contains_key(v)) {
                out.add_term(m, c.clone(), meter)?;
                continue;
            }
            let mut term = Poly::constant(c.clone());
            for &(v, e) in m {
                let by = match map.get(&v) {
                    Some(p) => p.power(e, meter)?,
                    None => Poly::var(v).power(e, meter)?,
                };
                term = term.times(&by, meter)?;
            }
            out.add_scaled(&BigRational::one(), &term, meter)?;
        }
        Ok(out)
    }

    /// The value at a point; `None` where a variable has no value. Terms with whole
    /// coefficients are added as integers, since a fraction costs a search for common
    /// factors and runs are thousands of steps.
    pub fn value<'a>(
        &self,
        at: &dyn Fn(Sym) -> Option<&'a BigInt>,
        meter: &Meter,
    ) -> Checked<Option<BigRational>> {
        let mut whole = BigInt::zero();
        let mut fractions = BigRational::zero();
        for (m, c) in &self.terms {
            let mut t: Option<BigInt> = None;
            for &(v, e) in m {
                let Some(x) = at(v) else { return Ok(None) };
                for _ in 0..e {
                    t = Some(match t {
                        None => x.clone(),
                        Some(t) => {
                            let words = (t.bits() + x.bits()) / 64;
                            meter.spend(words * words / 16)?;
                            meter.number(t.bits() + x.bits())?;
                            t * x
                        }
                    });
                }
            }
            let size = t.as_ref().map_or(1, BigInt::bits);
            meter.number(bits(c) + size)?;
            match (c.is_integer(), t) {
                (true, None) => whole += c.numer(),
                (true, Some(t)) if c.numer().is_one() => whole += t,
                (true, Some(t)) => whole += t * c.numer(),
                (false, t) => {
                    let t = BigRational::from_integer(t.unwrap_or_else(BigInt::one));
                    fractions += c * t;
                    meter.number(bits(&fractions))?;
                }
            }
            meter.number(whole.bits())?;
        }
        let whole = BigRational::from_integer(whole);
        Ok(Some(match fractions.is_zero() {
            true => whole,
            false => whole + fractions,
        }))
    }

    /// `self = v * q + r` with `v` not in `r`; `None` if `v` has a power.
    pub fn split_at(&self, v: Sym) -> Option<(Poly, Poly)> {
        let (mut q, mut r) = (Poly::zero(), Poly::zero());
        for (m, c) in &self.terms {
            match m.iter().find(|(w, _)| *w == v) {
                None => r.terms.insert(m.clone(), c.clone()),
                Some((_, 1)) => {
                    let m = m.iter().filter(|(w, _)| *w != v).copied().collect();
                    q.terms.insert(m, c.clone())
                }
                Some(_) => return None,
            };
        }
        Some((q, r))
    }

    /// Coefficients below zero?
    pub fn has_negative(&self) -> bool {
        self.terms.values().any(Signed::is_negative)
    }
}

fn join(a: &Mono, b: &Mono, meter: &Meter) -> Checked<Mono> {
    let mut out: Mono = Vec::with_capacity(a.len() + b.len());
    let (mut x, mut y) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    loop {
        match (x.peek().copied(), y.peek().copied()) {
            (Some((v, e)), Some((w, f))) if v == w => {
                out.push((v, e + f));
                x.next();
                y.next();
            }
            (Some((v, e)), Some((w, _))) if v < w => {
                out.push((v, e));
                x.next();
            }
            (Some(_), Some(p)) | (None, Some(p)) => {
                out.push(p);
                y.next();
            }
            (Some(p), None) => {
                out.push(p);
                x.next();
            }
            (None, None) => break,
        }
    }
    if out.iter().map(|(_, e)| u64::from(*e)).sum::<u64>() > u64::from(MAX_DEGREE) {
        return Err(meter.refuse(format!("a polynomial has a degree above {MAX_DEGREE}")));
    }
    Ok(out)
}
