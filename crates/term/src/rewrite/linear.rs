//! Linear normal form of mathematical integers.
//!
//! A term is a constant plus a sum of coefficients times products; products are
//! sorted lists of factors, so `a * b + 2 * b * a` is `3 * a * b`. Comparisons
//! are divided by the common factor of the coefficients, positive summands stand
//! on the left and negative ones on the right: `x + 3 < 5` is `x < 2`.
//! Source: the usual preprocessing of linear arithmetic (Z3 `arith_rewriter`).
//! Cost: the number of summands; products of sums are multiplied out up to
//! `DISTRIBUTE` summands.

use crate::op::Op;
use crate::pool::Pool;
use crate::sort::{Sort, TermId};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Products of sums with more summands than this are left as they are.
const DISTRIBUTE: usize = 32;

/// A sum: sorted by product, no zero coefficients.
struct Linear {
    terms: Vec<(TermId, BigInt)>,
    constant: BigInt,
}

impl Linear {
    fn scale(mut self, by: &BigInt) -> Linear {
        if by.is_zero() {
            self.terms.clear();
        }
        for (_, c) in &mut self.terms {
            *c *= by;
        }
        self.constant *= by;
        self
    }

    fn plus(self, other: Linear) -> Linear {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut a = self.terms.into_iter().peekable();
        let mut b = other.terms.into_iter().peekable();
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some((x, _)), Some((y, _))) if x == y => {
                    let (Some((x, c)), Some((_, d))) = (a.next(), b.next()) else {
                        break;
                    };
                    Some((x, c + d)).filter(|(_, c)| !c.is_zero())
                }
                (Some((x, _)), Some((y, _))) if x < y => a.next(),
                (Some(_), None) => a.next(),
                (_, Some(_)) => b.next(),
                (None, None) => break,
            };
            terms.extend(next);
        }
        Linear {
            terms,
            constant: self.constant + other.constant,
        }
    }
}

impl Pool {
    fn linear(&mut self, t: TermId) -> Linear {
        let mut out = Linear {
            terms: Vec::new(),
            constant: BigInt::zero(),
        };
        let summands: Vec<TermId> = match self.op(t) {
            Op::IntAdd => self.args(t).to_vec(),
            _ => vec![t],
        };
        for s in summands {
            if let Some(c) = self.as_int(s) {
                out.constant += c;
                continue;
            }
            let coefficient = match self.op(s) {
                Op::IntMul => self.as_int(self.args(s)[0]).cloned(),
                _ => None,
            };
            match coefficient {
                Some(c) => {
                    let factors = self.args(s)[1..].to_vec();
                    let p = self.product(&factors);
                    out.terms.push((p, c));
                }
                None => out.terms.push((s, BigInt::one())),
            }
        }
        out.terms.sort_by_key(|(t, _)| *t);
        out
    }

    /// The product of sorted factors without a coefficient.
    fn product(&mut self, factors: &[TermId]) -> TermId {
        match factors {
            [] => self.int_i128(1),
            [x] => *x,
            _ => self.mk(Op::IntMul, Sort::Int, factors),
        }
    }

    fn monomial(&mut self, product: TermId, c: &BigInt) -> TermId {
        if c.is_one() {
            return product;
        }
        let mut args = vec![self.int(c.clone())];
        match self.op(product) {
            Op::IntMul => args.extend_from_slice(self.args(product)),
            _ => args.push(product),
        }
        self.mk(Op::IntMul, Sort::Int, &args)
    }

    fn of_linear(&mut self, l: &Linear) -> TermId {
        let mut args: Vec<TermId> = Vec::with_capacity(l.terms.len() + 1);
        for (p, c) in &l.terms {
            let m = self.monomial(*p, c);
            args.push(m);
        }
        if !l.constant.is_zero() || args.is_empty() {
            args.push(self.int(l.constant.clone()));
        }
        match args[..] {
            [x] => x,
            _ => self.mk(Op::IntAdd, Sort::Int, &args),
        }
    }

    /// Sum.
    pub fn int_add(&mut self, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.linear(a), self.linear(b));
        self.of_linear(&x.plus(y))
    }

    /// Difference.
    pub fn int_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let d = self.difference(a, b);
        self.of_linear(&d)
    }

    /// Negation.
    pub fn int_neg(&mut self, a: TermId) -> TermId {
        let x = self.linear(a).scale(&-BigInt::one());
        self.of_linear(&x)
    }

    fn difference(&mut self, a: TermId, b: TermId) -> Linear {
        let (x, y) = (self.linear(a), self.linear(b));
        x.plus(y.scale(&-BigInt::one()))
    }

    /// Product.
    pub fn int_mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (x, y) = (self.linear(a), self.linear(b));
        if x.terms.is_empty() {
            return self.of_linear(&y.scale(&x.constant));
        }
        if y.terms.is_empty() {
            return self.of_linear(&x.scale(&y.constant));
        }
        if x.terms.len() * y.terms.len() > DISTRIBUTE {
            return self.product(&[a.min(b), a.max(b)]);
        }
        let mut sum = Linear {
            terms: Vec::new(),
            constant: &x.constant * &y.constant,
        };
        let mut terms = Vec::new();
        for (p, c) in &x.terms {
            for (q, d) in &y.terms {
                let mut factors = Vec::new();
                for t in [*p, *q] {
                    match self.op(t) {
                        Op::IntMul => factors.extend_from_slice(self.args(t)),
                        _ => factors.push(t),
                    }
                }
                factors.sort();
                terms.push((self.product(&factors), c * d));
            }
        }
        for (p, c) in &x.terms {
            terms.push((*p, c * &y.constant));
        }
        for (q, d) in &y.terms {
            terms.push((*q, d * &x.constant));
        }
        for (p, c) in terms {
            if !c.is_zero() {
                sum = sum.plus(Linear {
                    terms: vec![(p, c)],
                    constant: BigInt::zero(),
                });
            }
        }
        self.of_linear(&sum)
    }

    /// Left and right side of a difference, without the constant.
    fn sides(&mut self, d: Linear) -> (Linear, Linear) {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (t, c) in d.terms {
            if c.is_positive() {
                left.push((t, c));
            } else {
                right.push((t, -c));
            }
        }
        let side = |terms| Linear {
            terms,
            constant: BigInt::zero(),
        };
        (side(left), side(right))
    }

    /// Divides by the common factor of the coefficients; `None` if there are none.
    fn common_factor(d: &mut Linear) -> Option<BigInt> {
        let g = d.terms.iter().fold(BigInt::zero(), |g, (_, c)| g.gcd(c));
        if g.is_zero() {
            return None;
        }
        for (_, c) in &mut d.terms {
            *c /= &g;
        }
        Some(g)
    }

    /// `a < b`.
    pub fn int_lt(&mut self, a: TermId, b: TermId) -> TermId {
        let d = self.difference(a, b);
        self.negative(d)
    }

    /// `a <= b`.
    pub fn int_le(&mut self, a: TermId, b: TermId) -> TermId {
        let mut d = self.difference(a, b);
        d.constant -= 1;
        self.negative(d)
    }

    /// `d < 0`.
    fn negative(&mut self, mut d: Linear) -> TermId {
        let Some(g) = Self::common_factor(&mut d) else {
            return self.boolean(d.constant.is_negative());
        };
        // g * s + k < 0 is s < ceil(-k / g).
        let bound = -d.constant.div_floor(&g);
        d.constant = BigInt::zero();
        let (mut left, mut right) = self.sides(d);
        if right.terms.is_empty() {
            right.constant = bound;
        } else if left.terms.is_empty() {
            left.constant = -bound;
        } else if bound.is_one() {
            let (l, r) = (self.of_linear(&left), self.of_linear(&right));
            return self.mk(Op::IntLe, Sort::Bool, &[l, r]);
        } else if bound.is_positive() {
            right.constant = bound;
        } else {
            left.constant = -bound;
        }
        let (l, r) = (self.of_linear(&left), self.of_linear(&right));
        self.mk(Op::IntLt, Sort::Bool, &[l, r])
    }

    /// Equality of integers.
    pub(crate) fn int_eq(&mut self, a: TermId, b: TermId) -> TermId {
        let mut d = self.difference(a, b);
        let Some(g) = Self::common_factor(&mut d) else {
            return self.boolean(d.constant.is_zero());
        };
        let (q, r) = d.constant.div_rem(&g);
        if !r.is_zero() {
            return self.fls();
        }
        d.constant = BigInt::zero();
        // The first product stands on the left: s = -q.
        let mut k = -q;
        if d.terms[0].1.is_negative() {
            d = d.scale(&-BigInt::one());
            k = -k;
        }
        let (mut left, mut right) = self.sides(d);
        if right.terms.is_empty() || !k.is_negative() {
            right.constant = k;
        } else {
            left.constant = -k;
        }
        let (l, r) = (self.of_linear(&left), self.of_linear(&right));
        self.mk(Op::Eq, Sort::Bool, &[l, r])
    }
}
