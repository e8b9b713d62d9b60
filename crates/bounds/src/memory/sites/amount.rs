//! Amounts that cannot be negative, and exact linear values of parameters.
//!
//! Idea: an amount is a polynomial over atoms that are at least 0 for all
//! inputs, with factors that are positive; then sums and products of upper
//! bounds are upper bounds. A linear form that may be negative enters as the
//! atom `max(form, 0)`, with its common factor in front, so that `max(8*n, 0)`
//! and `16*max(n, 0)` add up to `24*max(n, 0)`.
//! Cost: linear in the number of monomials; products multiply them.

use ep_base::entity::Arena;
use ep_base::memory::{Allocator, Expr, Variable, VariableId};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;

/// The variables of an analysis.
pub type Variables = Arena<VariableId, Variable>;

/// Monomials of one amount; a larger one is given up.
const MOST: usize = 64;

/// A number that is an exact linear form over the variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linear {
    pub terms: BTreeMap<VariableId, BigInt>,
    pub number: BigInt,
}

impl Linear {
    /// A number.
    pub fn number(n: impl Into<BigInt>) -> Linear {
        Linear {
            terms: BTreeMap::new(),
            number: n.into(),
        }
    }

    /// A variable.
    pub fn variable(v: VariableId) -> Linear {
        Linear {
            terms: [(v, BigInt::one())].into(),
            number: BigInt::zero(),
        }
    }

    /// `self + factor * other`.
    pub fn plus(&self, other: &Linear, factor: &BigInt) -> Linear {
        let mut out = self.clone();
        out.number += factor * &other.number;
        for (v, k) in &other.terms {
            *out.terms.entry(*v).or_default() += factor * k;
        }
        out.terms.retain(|_, k| !k.is_zero());
        out
    }

    /// `self * factor`.
    pub fn times(&self, factor: &BigInt) -> Linear {
        Linear::default().plus(self, factor)
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&BigInt> {
        self.terms.is_empty().then_some(&self.number)
    }

    /// The least and the greatest value; `None` for a variable without range.
    pub fn range(&self, variables: &Variables) -> Option<(BigInt, BigInt)> {
        let mut out = (self.number.clone(), self.number.clone());
        for (v, k) in &self.terms {
            let x = variables.get(*v)?;
            let (a, b) = (k * &x.low, k * &x.high);
            out.0 += (&a).min(&b);
            out.1 += (&a).max(&b);
        }
        Some(out)
    }

    fn expr(&self) -> Expr {
        let mut out = Expr::Number(self.number.clone());
        for (v, k) in &self.terms {
            out = out.plus(Expr::Number(k.clone()).times(Expr::Variable(*v)));
        }
        out
    }
}

/// A number of bytes, blocks or rounds, or an upper bound of one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Amount(BTreeMap<Vec<Expr>, BigInt>);

impl Amount {
    /// A number; what is negative counts 0.
    pub fn number(n: impl Into<BigInt>) -> Amount {
        let n: BigInt = n.into();
        match n.is_positive() {
            true => Amount([(Vec::new(), n)].into()),
            false => Amount::default(),
        }
    }

    /// One atom, which must be at least 0 for all inputs.
    pub fn atom(e: Expr) -> Amount {
        match e {
            Expr::Number(n) => Amount::number(n),
            e => Amount([(vec![e], BigInt::one())].into()),
        }
    }

    /// `max(form, 0)`.
    pub fn of(form: &Linear, variables: &Variables) -> Amount {
        let Some((low, high)) = form.range(variables) else {
            return Amount::atom(Expr::Max(vec![form.expr(), Expr::zero()]));
        };
        if !high.is_positive() {
            return Amount::default();
        }
        let plain = !form.number.is_negative()
            && form.terms.iter().all(|(v, k)| {
                k.is_positive() && variables.get(*v).is_some_and(|x| !x.low.is_negative())
            });
        if plain {
            let mut out = Amount::number(form.number.clone());
            for (v, k) in &form.terms {
                let atom = Amount::atom(Expr::Variable(*v));
                out = out.plus(&atom.times_number(k));
            }
            return out;
        }
        let mut common = form.number.abs();
        for k in form.terms.values() {
            common = gcd(common, k.abs());
        }
        let small = Linear {
            terms: form.terms.iter().map(|(v, k)| (*v, k / &common)).collect(),
            number: &form.number / &common,
        };
        let atom = match low.is_negative() {
            true => Expr::Max(vec![small.expr(), Expr::zero()]),
            false => small.expr(),
        };
        Amount::atom(atom).times_number(&common)
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<BigInt> {
        match self.0.len() {
            0 => Some(BigInt::zero()),
            1 => self.0.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// Nothing.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// `self + other`.
    pub fn plus(&self, other: &Amount) -> Amount {
        let mut out = self.clone();
        for (m, k) in &other.0 {
            *out.0.entry(m.clone()).or_default() += k;
        }
        out
    }

    fn times_number(&self, k: &BigInt) -> Amount {
        Amount(self.0.iter().map(|(m, f)| (m.clone(), f * k)).collect())
    }

    /// `self * other`; `None` when it grows too large.
    pub fn times(&self, other: &Amount) -> Option<Amount> {
        if self.0.len().saturating_mul(other.0.len()) > MOST {
            return None;
        }
        let mut out = Amount::default();
        for (m, k) in &self.0 {
            for (n, f) in &other.0 {
                let mut both: Vec<Expr> = m.iter().chain(n).cloned().collect();
                both.sort();
                *out.0.entry(both).or_default() += k * f;
            }
        }
        Some(out)
    }

    /// The larger of both.
    pub fn max(&self, other: &Amount) -> Amount {
        if self.covers(other) {
            return self.clone();
        }
        if other.covers(self) {
            return other.clone();
        }
        Amount::atom(self.expr().max(other.expr()))
    }

    /// The smaller of both.
    pub fn min(&self, other: &Amount) -> Amount {
        if self.covers(other) {
            return other.clone();
        }
        if other.covers(self) {
            return self.clone();
        }
        Amount::atom(self.expr().min(other.expr()))
    }

    /// Whether it is at least the other one by its factors alone.
    fn covers(&self, other: &Amount) -> bool {
        let at_least = |(m, k): (&Vec<Expr>, &BigInt)| self.0.get(m).is_some_and(|f| f >= k);
        other.0.iter().all(at_least)
    }

    /// Rounded up after division by a positive number.
    pub fn divided(&self, by: &BigInt) -> Amount {
        match self.as_number() {
            Some(n) => Amount::number((n + by - 1) / by),
            None if by.is_one() => self.clone(),
            None => {
                let up = self.expr().plus(Expr::Number(by - 1));
                Amount::atom(Expr::Div(Box::new(up), by.clone()))
            }
        }
    }

    /// Rounded down after division by a positive number.
    pub fn quotient(&self, by: &BigInt) -> Amount {
        match self.as_number() {
            Some(n) => Amount::number(n / by),
            None if by.is_one() => self.clone(),
            None => Amount::atom(Expr::Div(Box::new(self.expr()), by.clone())),
        }
    }

    /// What a block of at most this many bytes takes.
    pub fn cost(&self, a: &Allocator) -> Option<Amount> {
        if a.is_payload() {
            return Some(self.clone());
        }
        if let Some(n) = self.as_number() {
            return Some(Amount::number(a.cost(&n)));
        }
        let unit = BigInt::from(a.unit);
        let units = self
            .plus(&Amount::number(a.header + a.unit - 1))
            .quotient(&unit);
        let all = units.times(&Amount::number(unit))?;
        Some(match a.least > a.header {
            true => all.max(&Amount::number(a.least)),
            false => all,
        })
    }

    /// A number that it is never above.
    pub fn most(&self, variables: &Variables) -> Option<BigInt> {
        range(&self.expr(), variables).map(|r| r.1)
    }

    /// As an expression.
    pub fn expr(&self) -> Expr {
        let mut out = Expr::zero();
        for (m, k) in &self.0 {
            let mut e = Expr::Number(k.clone());
            for (i, a) in m.iter().enumerate() {
                e = match (i, e) {
                    (_, Expr::Product(mut list)) => {
                        list.push(a.clone());
                        Expr::Product(list)
                    }
                    (_, e) => e.times(a.clone()),
                };
            }
            out = out.plus(e);
        }
        out
    }
}

/// The range of an expression by intervals.
pub fn range(e: &Expr, variables: &Variables) -> Option<(BigInt, BigInt)> {
    let all = |list: &[Expr]| -> Option<Vec<(BigInt, BigInt)>> {
        list.iter().map(|e| range(e, variables)).collect()
    };
    Some(match e {
        Expr::Number(n) => (n.clone(), n.clone()),
        Expr::Variable(v) => {
            let x = variables.get(*v)?;
            (x.low.clone(), x.high.clone())
        }
        Expr::Sum(list) => all(list)?
            .into_iter()
            .fold((BigInt::zero(), BigInt::zero()), |(a, b), (c, d)| {
                (a + c, b + d)
            }),
        Expr::Product(list) => {
            all(list)?
                .into_iter()
                .fold((BigInt::one(), BigInt::one()), |(a, b), (c, d)| {
                    let corners = [&a * &c, &a * &d, &b * &c, &b * &d];
                    let low = corners.iter().min().cloned().unwrap_or_default();
                    (low, corners.into_iter().max().unwrap_or_default())
                })
        }
        Expr::Max(list) => all(list)?
            .into_iter()
            .reduce(|(a, b), (c, d)| (a.max(c), b.max(d)))?,
        Expr::Min(list) => all(list)?
            .into_iter()
            .reduce(|(a, b), (c, d)| (a.min(c), b.min(d)))?,
        Expr::Div(e, by) => {
            let (low, high) = range(e, variables)?;
            (low.min(BigInt::zero()) - 1, high / by + 1)
        }
        Expr::Bits(e) => {
            let (low, high) = range(e, variables)?;
            let of = |n: BigInt| -> Option<BigInt> { Expr::Number(n).bits().as_number().cloned() };
            (of(low)?, of(high)?)
        }
        Expr::If(_, a, b) => {
            let ((a, b), (c, d)) = (range(a, variables)?, range(b, variables)?);
            (a.min(c), b.max(d))
        }
    })
}

fn gcd(a: BigInt, b: BigInt) -> BigInt {
    let (mut a, mut b) = (a, b);
    while !b.is_zero() {
        let r = &a % &b;
        a = b;
        b = r;
    }
    match a.is_zero() {
        true => BigInt::one(),
        false => a,
    }
}
