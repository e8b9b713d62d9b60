//! Closed forms of polynomials, where the variables have none.
//!
//! Idea: what a polynomial p is after a round is another polynomial p1, after the
//! next one p2, and so on. Where some pd is a linear combination of the ones before
//! it, the values of p follow a linear recurrence, and with integer roots r of its
//! characteristic polynomial p is a sum of `c * k^e * r^k` after k rounds, with
//! combinations of p, …, p(d-1) as coefficients. So `y' = y + y*y, z' = 2*y*y + 3*z`
//! has no form for y, and `y + z` none for its variables, but what the guard compares
//! may have one: `z - 2*y` is tripled there, less what y was.
//! Alternatives: forms of variables ([`super::exponential`]), which are asked first,
//! as their recurrences may be long; a search for all polynomials with a recurrence
//! (Amrollahi, Bartocci, Kenison, Kovács, Moosbrugger and Stankovič, "Solving
//! invariant generation for unsolvable loops", SAS 2022), of which this looks at the
//! guard's own. Source: Krylov spaces of linear algebra; Kincaid, Breck, Cyphert and
//! Reps, "Closed forms for numerical loops", POPL 2019, for polynomials as dimensions.
//! Cost: at most [`MAX_ORDER`] substitutions and an elimination of that size.

use super::exponential::Sum;
use crate::lower::ratpoly::RatPoly;
use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly};
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// Rounds that are looked at.
const MAX_ORDER: usize = 6;
/// The greatest degree on the way.
const MAX_DEGREE: u32 = 8;
/// Terms likewise.
const MAX_TERMS: usize = 60;
/// The greatest root, with either sign.
const MAX_ROOT: i64 = 64;

/// What a polynomial is after k rounds; `after` says what one is after a round.
pub(super) fn of(p: &Poly, after: &dyn Fn(&Poly) -> Option<Poly>) -> Option<Sum> {
    let mut orbit = vec![p.clone()];
    let mut rows = Rows::default();
    loop {
        let last = orbit.last()?;
        if last.degree() > MAX_DEGREE || last.len() > MAX_TERMS {
            return None;
        }
        if let Some(combination) = rows.add(last) {
            orbit.pop();
            return solved(&orbit, &combination);
        }
        if orbit.len() > MAX_ORDER {
            return None;
        }
        orbit.push(after(last)?);
    }
}

/// Polynomials that do not depend on each other, by their first monomials, each as a
/// combination of those that were added.
#[derive(Default)]
struct Rows {
    rows: Vec<(Monomial, BTreeMap<Monomial, Rat>, Vec<Rat>)>,
}

impl Rows {
    /// Adds one, or says what combination of the others it is.
    fn add(&mut self, p: &Poly) -> Option<Vec<Rat>> {
        let own = p.terms();
        let mut left: BTreeMap<Monomial, Rat> = own
            .map(|(m, c)| (m.clone(), Rat::from_integer(c.clone())))
            .collect();
        // What is left is p less the combination.
        let mut combination = vec![Rat::zero(); self.rows.len()];
        for (m, row, of) in &self.rows {
            let Some(k) = left.get(m).cloned() else {
                continue;
            };
            for (n, c) in row {
                let less = left.entry(n.clone()).or_insert_with(Rat::zero);
                *less -= &k * c;
            }
            left.retain(|_, c| !c.is_zero());
            for (sum, c) in combination.iter_mut().zip(of) {
                *sum += &k * c;
            }
        }
        let Some((m, lead)) = left.iter().next().map(|(m, c)| (m.clone(), c.clone())) else {
            return Some(combination);
        };
        let row = left.into_iter().map(|(n, c)| (n, c / &lead)).collect();
        let mut of: Vec<Rat> = combination.into_iter().map(|c| -c / &lead).collect();
        of.push(Rat::one() / &lead);
        self.rows.push((m, row, of));
        None
    }
}

/// The sum whose values in rounds 0, 1, … are these polynomials, the next one being
/// this combination of them.
fn solved(orbit: &[Poly], combination: &[Rat]) -> Option<Sum> {
    // z^d - c(d-1)*z^(d-1) - … - c0, from the lowest power up.
    let mut rest: Vec<Int> = Vec::new();
    for c in combination {
        rest.push(c.is_integer().then(|| -c.to_integer())?);
    }
    rest.push(Int::one());
    let mut keys: Vec<(Int, u32)> = Vec::new();
    for size in 1..=MAX_ROOT {
        for root in [Int::from(size), Int::from(-size)] {
            let mut often = 0;
            while let Some(quotient) = divided(&rest, &root) {
                keys.push((root.clone(), often));
                often += 1;
                rest = quotient;
            }
        }
    }
    if keys.len() != orbit.len() {
        return None;
    }
    // Row i: k^e * r^k for k = i; beside it the polynomial of round i.
    let mut rows: Vec<(Vec<Rat>, RatPoly)> = Vec::new();
    for (i, p) in orbit.iter().enumerate() {
        let one = |(r, e): &(Int, u32)| {
            // k^0 is 1 also for k = 0.
            Rat::from_integer(Int::from(i).pow(*e) * r.pow(i as u32))
        };
        rows.push((keys.iter().map(one).collect(), RatPoly::from(p)));
    }
    let coefficients = eliminated(rows)?;
    let mut out = BTreeMap::new();
    for (key, c) in keys.into_iter().zip(coefficients) {
        if !c.is_empty() {
            out.insert(key, c);
        }
    }
    Some(Sum(out))
}

/// A polynomial by its coefficients, from the lowest power up, divided by `z - root`;
/// `None` where that leaves something.
fn divided(p: &[Int], root: &Int) -> Option<Vec<Int>> {
    if p.len() < 2 {
        return None;
    }
    let mut out = Vec::new();
    let mut carry = Int::zero();
    for c in p.iter().rev() {
        carry = carry * root + c;
        out.push(carry.clone());
    }
    let left = out.pop()?;
    out.reverse();
    left.is_zero().then_some(out)
}

/// Solves linear equations whose right sides are polynomials.
fn eliminated(mut rows: Vec<(Vec<Rat>, RatPoly)>) -> Option<Vec<RatPoly>> {
    let n = rows.len();
    for i in 0..n {
        let pivot = (i..n).find(|k| rows[*k].0.get(i).is_some_and(|c| !c.is_zero()))?;
        rows.swap(i, pivot);
        let (row, right) = rows.get(i)?.clone();
        let lead = row.get(i)?.clone();
        let row: Vec<Rat> = row.into_iter().map(|c| c / &lead).collect();
        let right = RatPoly::zero().plus_scaled(&right, &(Rat::one() / &lead));
        for (k, (other, side)) in rows.iter_mut().enumerate() {
            if k == i {
                (*other, *side) = (row.clone(), right.clone());
                continue;
            }
            let factor = -other.get(i)?.clone();
            if factor.is_zero() {
                continue;
            }
            for (c, d) in other.iter_mut().zip(&row) {
                *c += &factor * d;
            }
            *side = side.plus_scaled(&right, &factor);
        }
    }
    Some(rows.into_iter().map(|r| r.1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::Var;
    use num_traits::Pow;

    fn value(s: &Sum, k: u32, at: &[i64]) -> Rat {
        let mut out = Rat::zero();
        for (b, d, p) in s.terms() {
            let c = p.evaluate(&|v| at.get(v.0 as usize).map(|x| Int::from(*x)));
            let power = Int::from(k).pow(d) * Pow::pow(b, k);
            out += c.expect("a value") * Rat::from_integer(power);
        }
        out
    }

    fn after(update: &[Poly]) -> impl Fn(&Poly) -> Option<Poly> + '_ {
        |p| Some(p.substitute(&|v| update.get(v.0 as usize).cloned()))
    }

    /// Compared with rounds one after another.
    fn meets_rounds(p: &Poly, update: &[Poly]) {
        let form = of(p, &after(update)).expect("a form");
        let start = [3i64, -2, 5];
        let mut now = p.clone();
        for k in 0..7 {
            let here = now.evaluate(&|v| start.get(v.0 as usize).map(|x| Int::from(*x)));
            let here = Rat::from_integer(here.expect("a value"));
            assert_eq!(value(&form, k, &start), here, "round {k} of {p:?}");
            now = after(update)(&now).expect("always");
        }
    }

    #[test]
    fn forms_of_polynomials_are_rounds() {
        let [x, y, z] = [0, 1, 2].map(|v| Poly::var(Var(v)));
        let n = |k: i64| Poly::from(k);
        let plain = x.plus(&y.scaled(&2.into()));
        // x + 2y is doubled, while neither has a form of its own.
        let squares = [
            x.times(&x).scaled(&2.into()).plus(&x.scaled(&2.into())),
            y.scaled(&2.into()).minus(&x.times(&x)),
            z.clone(),
        ];
        meets_rounds(&plain, &squares);
        assert!(of(&x, &after(&squares)).is_none());
        // Multiple roots, also of the number 1.
        let sums = [x.plus(&y), y.plus(&z), z.clone()];
        meets_rounds(&x, &sums);
        meets_rounds(&x.times(&y).plus(&n(7)), &[y.clone(), x.clone(), z.clone()]);
        let twos = [
            x.scaled(&2.into()).plus(&y),
            y.scaled(&2.into()).plus(&n(1)),
            z.clone(),
        ];
        meets_rounds(&x, &twos);
        let signs = [x.scaled(&(-2).into()).plus(&y), y.negated(), z];
        meets_rounds(&x, &signs);
    }

    #[test]
    fn roots_that_are_no_integers_have_no_form() {
        let [x, y] = [0, 1].map(|v| Poly::var(Var(v)));
        // 1.618…, i, and 0, which round 0 does not show.
        for update in [
            [x.plus(&y), x.clone()],
            [y.negated(), x.clone()],
            [y.clone(), Poly::from(0)],
        ] {
            assert!(of(&x, &after(&update)).is_none(), "{update:?}");
        }
    }
}
