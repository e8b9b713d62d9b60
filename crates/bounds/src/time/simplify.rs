//! Expressions of bounds with the same value and fewer parts.
//!
//! Idea: constants are folded, through sums that are multiplied by one
//! (`3 + 4*(n + 1)` is `4*n + 7`) and into the limits of extremes; sums,
//! products and extremes of the same kind are flattened, multiples of one part
//! are added up (those of a product too, while there are any left), what all parts
//! of an extreme with 0 are multiples of stands in front of it (`max(0, 6*n - 6)` is
//! `6*max(0, n - 1)`, so that such parts are found to be alike), and what occurs twice in an extreme occurs once. Nothing is
//! reordered beyond that, so that a bound reads as it was found. Every step
//! keeps the value for all parameters, also where there is none. Cost: linear
//! in the tree, quadratic in the parts of a sum or an extreme.

use ep_base::time::{Evaluated, Expr};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

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
                // Without a rest.
                (_, Some(b)) if b.is_positive() && (content(&of) % b).is_zero() => {
                    simplify(divided(&of, b))
                }
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
                (Some(_), Some(_)) => computed(Expr::Power {
                    base: Box::new(base),
                    exponent: Box::new(exponent),
                }),
                _ => Expr::Power {
                    base: Box::new(base),
                    exponent: Box::new(exponent),
                },
            }
        }
        Expr::BitLength { of } => computed(Expr::BitLength {
            of: Box::new(simplify(*of)),
        }),
        Expr::PopCount { of } => computed(Expr::PopCount {
            of: Box::new(simplify(*of)),
        }),
        Expr::Mod { of, by } => computed(Expr::Mod {
            of: Box::new(simplify(*of)),
            by: Box::new(simplify(*by)),
        }),
        other => other,
    }
}

/// The longest number that is written out.
const DIGITS: u64 = 128;

/// An operation on numbers as the number that it gives.
fn computed(e: Expr) -> Expr {
    let known = |x: &Expr| number(x).is_some();
    let all = match &e {
        Expr::Power { base, exponent } => known(base) && known(exponent),
        Expr::Mod { of, by } => known(of) && known(by),
        Expr::BitLength { of } | Expr::PopCount { of } => known(of),
        _ => false,
    };
    match all.then(|| e.evaluate(&[])) {
        Some(Evaluated::Value(v)) if v.bits() <= DIGITS => Expr::number(v),
        _ => e,
    }
}

/// Whether it is a number whatever the parameters are.
fn total(e: &Expr) -> bool {
    match e {
        Expr::Number { .. } | Expr::Parameter { .. } => true,
        Expr::Add { of } => of.iter().all(total),
        Expr::Max { of } | Expr::Min { of } => !of.is_empty() && of.iter().all(total),
        Expr::FloorDiv { of, by } => total(of) && number(by).is_some_and(|n| !n.is_zero()),
        Expr::Mod { of, by } => total(of) && number(by).is_some_and(Signed::is_positive),
        Expr::BitLength { of } => total(of),
        // A product or a power may be too large to be computed.
        _ => false,
    }
}

/// A product or a power of what always are numbers: it is none only where it is too
/// large.
fn is_product(e: &Expr) -> bool {
    match e {
        Expr::Mul { of } => of.iter().all(|x| total(x) || is_product(x)),
        Expr::Power { base, exponent } => total(base) && total(exponent),
        _ => false,
    }
}

/// What a sum, or a multiple, is a multiple of, for the most.
fn content(e: &Expr) -> BigInt {
    match e {
        Expr::Number { value } => value.0.abs(),
        Expr::Add { of } => of
            .iter()
            .map(content)
            .fold(BigInt::zero(), |a, b| a.gcd(&b)),
        e => multiple(e).0.abs(),
    }
}

/// What is left of it when it is divided by that.
fn divided(e: &Expr, by: &BigInt) -> Expr {
    match e {
        Expr::Number { value } => Expr::number(&value.0 / by),
        Expr::Add { of } => Expr::Add {
            of: of.iter().map(|p| divided(p, by)).collect(),
        },
        e => {
            let (factor, of) = multiple(e);
            product(vec![Expr::number(factor / by), of])
        }
    }
}

/// A part of a sum as a number times the rest.
fn multiple(e: &Expr) -> (BigInt, Expr) {
    match e {
        Expr::Mul { of } => match of.split_first() {
            Some((Expr::Number { value }, rest)) if !rest.is_empty() => {
                (value.0.clone(), product(rest.to_vec()))
            }
            _ => (BigInt::one(), e.clone()),
        },
        _ => (BigInt::one(), e.clone()),
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
    let of = |of| match largest {
        true => Expr::Max { of },
        false => Expr::Min { of },
    };
    if parts.len() < 2 {
        return whole(parts, 0, of);
    }
    if !parts.iter().any(|p| number(p).is_some_and(Zero::is_zero)) {
        // It reads as it was found.
        return of(parts);
    }
    let common = (parts.iter().map(content)).fold(BigInt::zero(), |a, b| a.gcd(&b));
    if common.is_zero() || common.is_one() {
        return of(parts);
    }
    let parts: Vec<Expr> = parts
        .iter()
        .map(|p| simplify(divided(p, &common)))
        .collect();
    Expr::Mul {
        of: vec![Expr::number(common), of(parts)],
    }
}

/// A sum without its number, which [`sum`] puts last.
fn without_number(e: &Expr) -> Option<(BigInt, Expr)> {
    let Expr::Add { of } = e else {
        return None;
    };
    let (last, others) = of.split_last()?;
    let n = number(last)?.clone();
    Some((n, whole(others.to_vec(), 0, |of| Expr::Add { of })))
}

/// A part of a sum: itself, and what it is a multiple of.
struct Part {
    factor: BigInt,
    of: Expr,
    whole: Expr,
}

/// Adds a part to those that there are; what is always a number to its like, and
/// what may be none where it does not go away.
fn add(parts: &mut Vec<Option<Part>>, factor: BigInt, of: Expr, whole: Expr) {
    let stays = |p: &Part| &p.factor + &factor != BigInt::zero();
    // Multiples to the same side of what has no value have none together.
    let along = |p: &Part| p.factor.sign() == factor.sign() && !factor.is_zero();
    let kept = |p: &Part| total(&of) || is_product(&of) && stays(p) || along(p);
    let like = |p: &Part| p.of == of && kept(p);
    let Some(slot) = parts.iter_mut().find(|p| p.as_ref().is_some_and(like)) else {
        parts.push(Some(Part { factor, of, whole }));
        return;
    };
    let all = slot.as_ref().map_or(BigInt::zero(), |p| &p.factor + factor);
    *slot = (!all.is_zero()).then(|| Part {
        whole: product(vec![Expr::number(all.clone()), of.clone()]),
        factor: all,
        of,
    });
}

fn sum(of: Vec<Expr>) -> Expr {
    let mut parts: Vec<Option<Part>> = Vec::new();
    let mut rest = BigInt::zero();
    let mut work: Vec<Expr> = of.into_iter().rev().collect();
    while let Some(e) = work.pop() {
        match simplify(e) {
            Expr::Add { of } => work.extend(of.into_iter().rev()),
            Expr::Number { value } => rest += value.0,
            e => {
                let (factor, of) = multiple(&e);
                match without_number(&of) {
                    // The number goes to the others, the rest stays together.
                    Some((n, of)) => {
                        rest += &factor * n;
                        work.push(Expr::Mul {
                            of: vec![Expr::number(factor), of],
                        });
                    }
                    None => add(&mut parts, factor, of, e),
                }
            }
        }
    }
    let parts = parts.into_iter().flatten().map(|p| p.whole);
    let mut parts: Vec<Expr> = parts.collect();
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

    /// The text for `x` and `y`, after the values were compared.
    fn shown(e: Expr) -> String {
        let simple = simplify(e.clone());
        for x in -9..9 {
            for y in [-2, 0, 5] {
                let at = [x.into(), y.into()];
                assert_eq!(simple.evaluate(&at), e.evaluate(&at), "{e:?} {simple:?}");
            }
        }
        simple.text(&["x".into(), "y".into()])
    }

    #[test]
    fn constants_are_folded_through_sums_and_functions() {
        let n = Expr::number;
        let add = |of| Expr::Add { of };
        let mul = |of| Expr::Mul { of };
        let bits = |of| Expr::BitLength { of: Box::new(of) };
        let power = |base, exponent| Expr::Power {
            base: Box::new(base),
            exponent: Box::new(exponent),
        };
        let rest = |of, by| Expr::Mod {
            of: Box::new(of),
            by: Box::new(by),
        };
        let scaled = |k, e| mul(vec![n(k), e]);
        for (e, text) in [
            (add(vec![n(3), scaled(4, add(vec![n(1), p(0)]))]), "4*x + 7"),
            (
                add(vec![
                    scaled(2, add(vec![p(0), scaled(3, add(vec![p(1), n(2)]))])),
                    n(-12),
                ]),
                "2*(x + 3*y)",
            ),
            (add(vec![p(0), scaled(3, p(0)), n(1)]), "4*x + 1"),
            (add(vec![scaled(2, p(0)), p(1), scaled(-2, p(0))]), "y"),
            (
                add(vec![
                    Expr::Max {
                        of: vec![n(3), n(5)],
                    },
                    bits(n(255)),
                    n(1),
                ]),
                "14",
            ),
            (
                add(vec![power(n(2), n(5)), rest(n(-1), n(8)), p(0)]),
                "x + 39",
            ),
            // Multiples of one part, within extremes and in products.
            (
                add(vec![
                    Expr::Max {
                        of: vec![n(0), add(vec![scaled(6, p(0)), n(-6)])],
                    },
                    Expr::Max {
                        of: vec![add(vec![scaled(9, p(0)), n(-9)]), n(0)],
                    },
                ]),
                "15*max(0, x - 1)",
            ),
            (
                Expr::Min {
                    of: vec![n(0), scaled(4, p(1))],
                },
                "4*min(0, y)",
            ),
            (
                Expr::Max {
                    of: vec![n(28), scaled(8, p(0))],
                },
                "max(28, 8*x)",
            ),
            (
                add(vec![
                    mul(vec![n(6), p(0), p(1)]),
                    mul(vec![n(9), p(0), p(1)]),
                ]),
                "15*x*y",
            ),
            (
                add(vec![
                    mul(vec![n(6), p(0), p(1)]),
                    mul(vec![n(-6), p(0), p(1)]),
                ]),
                "6*x*y - 6*x*y",
            ),
            // Multiples to one side of what may have no value.
            (
                add(vec![scaled(2, rest(p(0), p(1))), rest(p(0), p(1))]),
                "3*mod(x, y)",
            ),
            (
                add(vec![
                    scaled(-2, power(n(2), p(0))),
                    scaled(-3, power(n(2), p(0))),
                ]),
                "-5*pow(2, x)",
            ),
            // What may have no value does not go away.
            (
                add(vec![rest(p(0), p(1)), scaled(-1, rest(p(0), p(1)))]),
                "mod(x, y) - mod(x, y)",
            ),
            (
                add(vec![power(n(2), p(0)), scaled(-1, power(n(2), p(0)))]),
                "pow(2, x) - pow(2, x)",
            ),
            (
                add(vec![Expr::Unbounded, scaled(-1, Expr::Unbounded)]),
                "unbounded - unbounded",
            ),
            (power(n(2), n(-1)), "pow(2, -1)"),
            (power(n(2), n(4000)), "pow(2, 4000)"),
        ] {
            assert_eq!(shown(e), text);
        }
    }
}
