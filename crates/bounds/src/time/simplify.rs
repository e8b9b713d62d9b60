//! Expressions of bounds with the same value and fewer parts.
//!
//! Idea: constants are folded, sums, products and extremes of the same kind are
//! flattened, and what occurs twice in an extreme occurs once. Nothing is
//! reordered beyond that, so that a bound reads as it was found. Every step
//! keeps the value for all parameters, also where there is none. Cost: linear
//! in the tree, quadratic in the parts of an extreme.

use ep_base::time::Expr;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// The simplified expression.
pub fn simplify(e: Expr) -> Expr {
    match e {
        Expr::Max { of } => extreme(of, true),
        Expr::Min { of } => extreme(of, false),
        Expr::Add { of } => sum(of),
        Expr::Mul { of } => product(of),
        Expr::FloorDiv { of, by } => {
            let (of, by) = (simplify(*of), simplify(*by));
            match (number(&of), number(&by)) {
                (Some(a), Some(b)) if *b > BigInt::zero() => {
                    Expr::number(super::lin::floor_div(a, b))
                }
                (_, Some(b)) if b.is_one() => of,
                _ => Expr::FloorDiv {
                    of: Box::new(of),
                    by: Box::new(by),
                },
            }
        }
        Expr::Power { base, exponent } => {
            let (base, exponent) = (simplify(*base), simplify(*exponent));
            match (number(&base), number(&exponent)) {
                (Some(_), Some(n)) if n.is_zero() => Expr::number(1),
                (Some(b), _) if b.is_one() => base,
                _ => Expr::Power {
                    base: Box::new(base),
                    exponent: Box::new(exponent),
                },
            }
        }
        Expr::BitLength { of } => Expr::BitLength {
            of: Box::new(simplify(*of)),
        },
        other => other,
    }
}

fn number(e: &Expr) -> Option<&BigInt> {
    match e {
        Expr::Number { value } => Some(&value.0),
        _ => None,
    }
}

/// One part alone is that part.
fn whole(mut of: Vec<Expr>, none: i64, wrap: impl FnOnce(Vec<Expr>) -> Expr) -> Expr {
    match of.len() {
        0 => Expr::number(none),
        1 => of.remove(0),
        _ => wrap(of),
    }
}

fn extreme(of: Vec<Expr>, largest: bool) -> Expr {
    let mut parts: Vec<Expr> = Vec::new();
    let mut best: Option<BigInt> = None;
    let mut work: Vec<Expr> = of.into_iter().rev().collect();
    while let Some(e) = work.pop() {
        match simplify(e) {
            Expr::Max { of } if largest => work.extend(of.into_iter().rev()),
            Expr::Min { of } if !largest => work.extend(of.into_iter().rev()),
            Expr::Number { value } => {
                let better = best.as_ref().is_none_or(|b| (value.0 > *b) == largest);
                if better {
                    best = Some(value.0);
                }
            }
            e => {
                if !parts.contains(&e) {
                    parts.push(e);
                }
            }
        }
    }
    if let Some(n) = best {
        parts.insert(0, Expr::number(n));
    }
    if parts.is_empty() {
        // Of nothing there is no largest.
        return match largest {
            true => Expr::Max { of: parts },
            false => Expr::Min { of: parts },
        };
    }
    whole(parts, 0, |of| match largest {
        true => Expr::Max { of },
        false => Expr::Min { of },
    })
}

fn sum(of: Vec<Expr>) -> Expr {
    let mut parts = Vec::new();
    let mut rest = BigInt::zero();
    let mut work: Vec<Expr> = of.into_iter().rev().collect();
    while let Some(e) = work.pop() {
        match simplify(e) {
            Expr::Add { of } => work.extend(of.into_iter().rev()),
            Expr::Number { value } => rest += value.0,
            e => parts.push(e),
        }
    }
    if !rest.is_zero() || parts.is_empty() {
        parts.push(Expr::number(rest));
    }
    whole(parts, 0, |of| Expr::Add { of })
}

fn product(of: Vec<Expr>) -> Expr {
    let mut parts = Vec::new();
    let mut factor = BigInt::one();
    let mut work: Vec<Expr> = of.into_iter().rev().collect();
    while let Some(e) = work.pop() {
        match simplify(e) {
            Expr::Mul { of } => work.extend(of.into_iter().rev()),
            Expr::Number { value } => factor *= value.0,
            e => parts.push(e),
        }
    }
    if parts.is_empty() {
        return Expr::number(factor);
    }
    if !factor.is_one() {
        parts.insert(0, Expr::number(factor));
    }
    whole(parts, 1, |of| Expr::Mul { of })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(index: u32) -> Expr {
        Expr::Parameter { index }
    }

    #[test]
    fn constants_are_folded_and_values_stay() {
        let n = Expr::number;
        let max = |of| Expr::Max { of };
        assert_eq!(simplify(max(vec![n(22), n(1622), n(16)])), n(1622));
        let nested = max(vec![n(3), max(vec![p(0), n(7)]), p(0)]);
        assert_eq!(simplify(nested.clone()), max(vec![n(7), p(0)]));
        let sum = Expr::Add {
            of: vec![
                n(3),
                nested,
                Expr::Add {
                    of: vec![n(-3), p(1)],
                },
            ],
        };
        let product = Expr::Mul {
            of: vec![
                n(2),
                Expr::Mul {
                    of: vec![n(3), sum.clone()],
                },
                n(1),
            ],
        };
        for x in -9..9 {
            for y in [-2, 0, 5] {
                let at = [x.into(), y.into()];
                for e in [&sum, &product] {
                    assert_eq!(simplify(e.clone()).evaluate(&at), e.evaluate(&at));
                }
            }
        }
        assert_eq!(
            simplify(product).text(&["x".into(), "y".into()]),
            "6*(max(7, x) + y)"
        );
    }
}
