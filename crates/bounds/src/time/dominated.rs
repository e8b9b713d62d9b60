//! Parts of a `max` or `min` that another part of it always beats.
//!
//! Idea: provers bound a step by `max(13, 13*n + 13)` without asking what `n`
//! is; where it is a length, or unsigned, the first part says nothing. A part
//! goes when its difference to another one, as a linear form over parameters
//! and what is no sum, has a sign for all values that the parameters have. So
//! the value stays the same for all inputs. What is no number there (a power
//! that is too large) has no limit, and stays. Alternative: the prover knows
//! the limits; then each of them would have to. Cost: quadratic in the parts,
//! linear in the tree for each pair.

use super::lin::Interval;
use ep_base::time::{Bound, Expr};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// The bound without such parts, for parameters in these ranges.
pub fn tidy(bound: &mut Bound, ranges: &[Interval]) {
    for case in &mut bound.cases {
        let value = std::mem::replace(&mut case.value, Expr::Unbounded);
        case.value = super::simplify::simplify(without(value, ranges));
    }
}

fn without(e: Expr, ranges: &[Interval]) -> Expr {
    let all = |of: Vec<Expr>| of.into_iter().map(|x| without(x, ranges)).collect();
    let one = |x: Box<Expr>| Box::new(without(*x, ranges));
    match e {
        Expr::Max { of } => Expr::Max {
            of: kept(all(of), ranges, true),
        },
        Expr::Min { of } => Expr::Min {
            of: kept(all(of), ranges, false),
        },
        Expr::Add { of } => Expr::Add { of: all(of) },
        Expr::Mul { of } => Expr::Mul { of: all(of) },
        Expr::FloorDiv { of, by } => Expr::FloorDiv {
            of: one(of),
            by: one(by),
        },
        Expr::Power { base, exponent } => Expr::Power {
            base: one(base),
            exponent: one(exponent),
        },
        Expr::BitLength { of } => Expr::BitLength { of: one(of) },
        other => other,
    }
}

/// The parts that no other one beats; of equal ones the first.
fn kept(mut of: Vec<Expr>, ranges: &[Interval], largest: bool) -> Vec<Expr> {
    let mut at = 0;
    while let Some(part) = of.get(at) {
        let beaten = of.iter().enumerate().any(|(i, other)| {
            let (above, below) = match largest {
                true => (other, part),
                false => (part, other),
            };
            i != at && never_below(above, below, ranges)
        });
        match beaten {
            true => drop(of.remove(at)),
            false => at += 1,
        }
    }
    of
}

fn never_below(above: &Expr, below: &Expr, ranges: &[Interval]) -> bool {
    if let (Expr::FloorDiv { of: a, by: x }, Expr::FloorDiv { of: b, by: y }) = (above, below) {
        let positive = |e: &Expr| matches!(e, Expr::Number { value } if value.0.is_positive());
        if x == y && positive(x) {
            return never_below(a, b, ranges);
        }
    }
    let mut difference = Form::default();
    difference.add(above, &BigInt::one());
    difference.add(below, &-BigInt::one());
    !difference.open
        && difference
            .range(ranges)
            .lo
            .is_some_and(|lo| !lo.is_negative())
}

/// A sum of multiples of expressions that are no sums.
#[derive(Default)]
struct Form {
    terms: Vec<(Expr, BigInt)>,
    constant: BigInt,
    /// A part is above all numbers.
    open: bool,
}

impl Form {
    fn add(&mut self, e: &Expr, times: &BigInt) {
        match e {
            Expr::Number { value } => self.constant += &value.0 * times,
            Expr::Add { of } => of.iter().for_each(|x| self.add(x, times)),
            Expr::Unbounded => self.open = true,
            Expr::Mul { of } => {
                let mut factor = times.clone();
                let mut rest = Vec::new();
                for x in of {
                    match x {
                        Expr::Number { value } => factor *= &value.0,
                        x => rest.push(x.clone()),
                    }
                }
                match (rest.len(), rest.pop()) {
                    (_, None) => self.constant += factor,
                    (1, Some(x)) => self.add(&x, &factor),
                    (_, Some(x)) => {
                        rest.push(x);
                        self.term(Expr::Mul { of: rest }, factor);
                    }
                }
            }
            other => self.term(other.clone(), times.clone()),
        }
    }

    fn term(&mut self, e: Expr, times: BigInt) {
        match self.terms.iter_mut().find(|(x, _)| *x == e) {
            Some((_, c)) => *c += times,
            None => self.terms.push((e, times)),
        }
    }

    fn range(&self, ranges: &[Interval]) -> Interval {
        let start = Interval {
            lo: Some(self.constant.clone()),
            hi: Some(self.constant.clone()),
        };
        let terms = self.terms.iter().filter(|(_, c)| !c.is_zero());
        terms.fold(start, |sum, (e, c)| {
            let of = atom(e, ranges);
            let (lo, hi) = match c.is_negative() {
                true => (of.hi, of.lo),
                false => (of.lo, of.hi),
            };
            let plus = |a: Option<BigInt>, b: Option<BigInt>| Some(a? + b? * c);
            Interval {
                lo: plus(sum.lo, lo),
                hi: plus(sum.hi, hi),
            }
        })
    }
}

fn range(e: &Expr, ranges: &[Interval]) -> Interval {
    let mut form = Form::default();
    form.add(e, &BigInt::one());
    match form.open {
        true => Interval::default(),
        false => form.range(ranges),
    }
}

/// The values of an expression that is no sum, where it has one.
fn atom(e: &Expr, ranges: &[Interval]) -> Interval {
    let from_zero = Interval {
        lo: Some(BigInt::zero()),
        hi: None,
    };
    let not_negative = |x: &Expr| (range(x, ranges).lo).is_some_and(|lo: BigInt| !lo.is_negative());
    match e {
        Expr::Parameter { index } => ranges.get(*index as usize).cloned().unwrap_or_default(),
        Expr::Max { of } => Interval {
            lo: of.iter().filter_map(|x| range(x, ranges).lo).max(),
            hi: None,
        },
        Expr::Min { of } => Interval {
            lo: None,
            hi: of.iter().filter_map(|x| range(x, ranges).hi).min(),
        },
        Expr::BitLength { .. } | Expr::PopCount { .. } | Expr::Mod { .. } => from_zero,
        Expr::Mul { of } if of.iter().all(not_negative) => from_zero,
        Expr::Power { base, .. } if not_negative(base) => from_zero,
        Expr::FloorDiv { of, by } => match by.as_ref() {
            Expr::Number { value } if value.0.is_positive() && not_negative(of) => from_zero,
            _ => Interval::default(),
        },
        _ => Interval::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(index: u32) -> Expr {
        Expr::Parameter { index }
    }

    fn affine(factor: i64, x: Expr, rest: i64) -> Expr {
        Expr::Add {
            of: vec![
                Expr::Mul {
                    of: vec![Expr::number(factor), x],
                },
                Expr::number(rest),
            ],
        }
    }

    /// `a` is from 0 to 9, `b` from -4 to 4, `c` any number.
    fn ranges() -> Vec<Interval> {
        let within = |lo: i64, hi: i64| Interval {
            lo: Some(lo.into()),
            hi: Some(hi.into()),
        };
        vec![within(0, 9), within(-4, 4), Interval::default()]
    }

    fn tidied(e: &Expr) -> String {
        let mut bound = Bound::always(e.clone());
        tidy(&mut bound, &ranges());
        let value = &bound.cases[0].value;
        for a in 0..=9 {
            for b in -4..=4 {
                for c in [-100, -1, 0, 1, 100] {
                    let at = [a.into(), b.into(), c.into()];
                    assert_eq!(value.evaluate(&at), e.evaluate(&at), "{e:?} at {at:?}");
                }
            }
        }
        value.text(&["a".into(), "b".into(), "c".into()])
    }

    #[test]
    fn what_is_always_beaten_goes_and_nothing_else() {
        let max = |of| Expr::Max { of };
        let n = |x: i64| Expr::number(x);
        let length = max(vec![n(13), affine(13, p(0), 13)]);
        assert_eq!(tidied(&length), "13*a + 13");
        // One less, and the first part is the value for `a == 0`.
        let less = max(vec![n(13), affine(13, p(0), 12)]);
        assert_eq!(tidied(&less), "max(13, 13*a + 12)");
        let signed = max(vec![n(3), affine(7, p(1), 3)]);
        assert_eq!(tidied(&signed), "max(3, 7*b + 3)");
        assert_eq!(tidied(&max(vec![n(-9), affine(2, p(1), -1)])), "2*b - 1");
        assert_eq!(tidied(&max(vec![n(0), p(2)])), "max(0, c)");
        let product = Expr::Mul {
            of: vec![p(0), p(0)],
        };
        assert_eq!(tidied(&max(vec![n(0), product])), "a*a");
        // Fractions by one number; by others, each may be the larger one.
        let part = |rest: i64, by: i64| Expr::FloorDiv {
            of: Box::new(affine(5, p(2), rest)),
            by: Box::new(n(by)),
        };
        let one = max(vec![part(3, 2), part(9, 2), part(6, 2)]);
        assert_eq!(tidied(&one), "(5*c + 9) / 2");
        let two = max(vec![part(3, 2), part(9, 3)]);
        assert_eq!(tidied(&two), "max((5*c + 3) / 2, (5*c + 9) / 3)");
        let mixed = Expr::Mul {
            of: vec![p(0), p(1)],
        };
        assert_eq!(tidied(&max(vec![n(0), mixed])), "max(0, a*b)");
        let inner = affine(5, max(vec![n(0), p(0)]), 2);
        assert_eq!(tidied(&inner), "5*a + 2");
        let least = Expr::Min {
            of: vec![affine(1, p(0), 5), n(4), p(2)],
        };
        assert_eq!(tidied(&least), "min(4, c)");
        assert_eq!(tidied(&max(vec![p(2), p(2)])), "c");
        let twice = max(vec![affine(1, p(0), 1), affine(1, p(0), 3), p(2)]);
        assert_eq!(tidied(&twice), "max(a + 3, c)");
    }
}
