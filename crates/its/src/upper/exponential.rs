//! Sums of terms `c * k^d * b^k`: what values are after k rounds of a loop.
//!
//! Idea: for `x' = a*x + q`, where q is such a sum already, a solution of the
//! recurrence is found term by term (from the highest exponent down), and what it
//! is at k = 0 is corrected by a multiple of `a^k`. Source: Frohn, Hark and Giesl,
//! "Termination of polynomial loops", SAS 2020 (closed forms of triangular weakly
//! nonlinear loops). Alternatives: eigenvalues of blocks, for loops that are not
//! triangular. Cost: polynomial arithmetic.

use crate::lower::ratpoly::RatPoly;
use crate::num::{Int, Rat};
use crate::poly::{Poly, Var};
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// Terms of a sum.
const MAX_TERMS: usize = 60;
/// Terms of a coefficient.
const MAX_LENGTH: usize = 80;
/// Exponents of the number of the round.
const MAX_POWER: u32 = 12;

/// Coefficients over the values at the beginning, by base and exponent of the
/// number of the round.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Sum(pub(super) BTreeMap<(Int, u32), RatPoly>);

impl Sum {
    /// Its terms: base, exponent of the number of the round, coefficient.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (&Int, u32, &RatPoly)> {
        self.0.iter().map(|((b, d), p)| (b, *d, p))
    }

    /// What does not change.
    pub(super) fn constant(p: RatPoly) -> Sum {
        let mut out = Sum::default();
        out.add((Int::one(), 0), &p, &Rat::one());
        out
    }

    fn add(&mut self, key: (Int, u32), p: &RatPoly, k: &Rat) {
        let old = self.0.remove(&key).unwrap_or_default();
        let new = old.plus_scaled(p, k);
        if !new.is_empty() {
            self.0.insert(key, new);
        }
    }

    fn plus(&mut self, other: &Sum) {
        for (key, p) in &other.0 {
            self.add(key.clone(), p, &Rat::one());
        }
    }

    /// `None` where it gets too large.
    fn times(&self, other: &Sum) -> Option<Sum> {
        let mut out = Sum::default();
        for ((b, d), p) in &self.0 {
            for ((b2, d2), q) in &other.0 {
                if d + d2 > MAX_POWER || p.len() * q.len() > MAX_LENGTH * 4 {
                    return None;
                }
                out.add((b * b2, d + d2), &p.times(q), &Rat::one());
            }
        }
        let small = out
            .0
            .values()
            .all(|p| p.len() <= MAX_LENGTH && p.degree() <= 16);
        (small && out.0.len() <= MAX_TERMS).then_some(out)
    }

    /// A polynomial of sums; `None` where a variable has none.
    pub(super) fn of_poly(p: &Poly, of: &dyn Fn(Var) -> Option<Sum>) -> Option<Sum> {
        let mut out = Sum::default();
        for (m, c) in p.terms() {
            let number = RatPoly::constant(&Rat::from_integer(c.clone()));
            let mut product = Sum::constant(number);
            for (v, e) in m.powers() {
                let by = of(*v)?;
                for _ in 0..*e {
                    product = product.times(&by)?;
                }
            }
            out.plus(&product);
        }
        (out.0.len() <= MAX_TERMS).then_some(out)
    }

    /// What `x' = a*x + q` is after k rounds, for an `a` that is not 0.
    pub(super) fn solved(x: Var, a: &Int, q: &Sum) -> Option<Sum> {
        let mut out = Sum::default();
        for ((b, d), p) in &q.0 {
            let g = particular(a, b, *d)?;
            for (e, k) in g.iter().enumerate().filter(|(_, k)| !k.is_zero()) {
                out.add((b.clone(), e as u32), p, k);
            }
        }
        let mut first = RatPoly::var(x);
        for ((_, d), p) in &out.0 {
            if *d == 0 {
                first = first.minus(p);
            }
        }
        out.add((a.clone(), 0), &first, &Rat::one());
        Some(out)
    }
}

/// The numbers g_e with `G(k) = sum of g_e * k^e * b^k` and `G(k + 1) - a*G(k) =
/// k^d * b^k`.
fn particular(a: &Int, b: &Int, d: u32) -> Option<Vec<Rat>> {
    if d > MAX_POWER {
        return None;
    }
    let rat = |n: &Int| Rat::from_integer(n.clone());
    let same = a == b;
    let length = d as usize + if same { 2 } else { 1 };
    let mut g = vec![Rat::zero(); length];
    let choose = |n: usize, k: usize| {
        (0..k).fold(Int::one(), |c, i| c * Int::from(n - i) / Int::from(i + 1))
    };
    for e in (0..=d as usize).rev() {
        // What stands with k^e of the higher ones.
        let from = if same { e + 2 } else { e + 1 };
        let above = (from..length).fold(Rat::zero(), |s, f| s + rat(&choose(f, e)) * &g[f]);
        let one = if e == d as usize {
            Rat::one()
        } else {
            Rat::zero()
        };
        match same {
            true => g[e + 1] = (one / rat(a) - above) / Rat::from_integer(Int::from(e + 1)),
            false => g[e] = (one - rat(b) * above) / rat(&(b - a)),
        }
    }
    Some(g)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Pow;

    fn value(s: &Sum, k: u32, at: &[i64]) -> Rat {
        let mut out = Rat::zero();
        for ((b, d), p) in &s.0 {
            let c = p.evaluate(&|v| at.get(v.0 as usize).map(|x| Int::from(*x)));
            let power = Int::from(k).pow(*d) * Pow::pow(b, k);
            out += c.expect("a value") * Rat::from_integer(power);
        }
        out
    }

    /// Compared with rounds one after another.
    #[test]
    fn forms_are_rounds() {
        let (y, z) = (Poly::var(Var(1)), Poly::var(Var(2)));
        for a in [1i64, 2, -2, 3, 5] {
            for b in [1i64, 2, -1, 4] {
                // z' = z, y' = b*y + z + 1, x' = a*x + y^2 + z.
                let fixed = Sum::constant(RatPoly::var(Var(2)));
                let known = |v: Var| (v == Var(2)).then(|| fixed.clone());
                let step = z.plus(&Poly::from(1));
                let q = Sum::of_poly(&step, &known).expect("small");
                let second = Sum::solved(Var(1), &b.into(), &q).expect("small");
                let known = |v: Var| match v.0 {
                    1 => Some(second.clone()),
                    _ => Some(fixed.clone()),
                };
                let q = Sum::of_poly(&y.times(&y).plus(&z), &known).expect("small");
                let first = Sum::solved(Var(0), &a.into(), &q).expect("small");
                let mut now = [3i64, -1, 2];
                for k in 0..6 {
                    let told = [&first, &second, &fixed].map(|s| value(s, k, &[3, -1, 2]));
                    assert_eq!(
                        told,
                        now.map(|n| Rat::from_integer(n.into())),
                        "{a} {b} {k}"
                    );
                    let [u, v, w] = now;
                    now = [a * u + v * v + w, b * v + w + 1, w];
                }
            }
        }
    }
}
