//! Whether one expression is below another for all parameters, where they are not
//! linear.
//!
//! Idea: the parameters' ranges are a box. Over a box each expression has a least and
//! a largest value at most; where the larger side is not above the smaller one, the
//! box is halved along its longest side. A point that is above refutes the claim; a
//! polynomial is looked at as the difference of both, so that what they have in common
//! goes. Alternative: an SMT solver for nonlinear integers, which mostly does not
//! answer. Source: R. E. Moore, "Interval Analysis" (1966). Cost: counted boxes.
//!
//! What must never happen: `Below` where some parameters of the box are above.

use ep_base::time::{Case, Comparison, Expr, Number, Parameter, Relation};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// Boxes that are looked at.
const BOXES: usize = 20_000;
/// The largest exponent, and bits of a value.
const EXPONENT: u32 = 4_096;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    Below,
    /// By so much, for some parameters that meet the case.
    Above(BigInt),
    Open,
}

type Range = (BigInt, BigInt);

/// Whether a case of a bound is at most a budget wherever its condition holds.
pub fn below(case: &Case, budget: &Expr, parameters: &[Parameter]) -> Found {
    let whole: Vec<Range> = parameters.iter().map(super::budget::range).collect();
    let difference = polynomial(budget).zip(polynomial(&case.value));
    let difference = difference.map(|(mut p, q)| {
        for (m, c) in q {
            *p.entry(m).or_default() -= c;
        }
        p
    });
    let mut work = vec![whole];
    let mut left = BOXES;
    while let Some(at) = work.pop() {
        let Some(fewer) = left.checked_sub(1) else {
            return Found::Open;
        };
        left = fewer;
        if case.condition.iter().any(|k| never(k, &at)) {
            continue;
        }
        let apart = || Some(range(&case.value, &at)?.1 <= range(budget, &at)?.0);
        let together = || Some(!of_polynomial(difference.as_ref()?, &at)?.0.is_negative());
        if together().unwrap_or(false) || apart().unwrap_or(false) {
            continue;
        }
        let sides = at.iter().map(|(a, b)| (b - a).bits());
        let Some((longest, bits)) = sides.enumerate().max_by_key(|(i, b)| (*b, usize::MAX - i))
        else {
            return Found::Open;
        };
        if bits == 0 {
            let point: Vec<BigInt> = at.into_iter().map(|r| r.0).collect();
            let holds = case.condition.iter().map(|k| k.holds(&point));
            let holds: Vec<Option<bool>> = holds.collect();
            if holds.contains(&Some(false)) {
                continue;
            }
            if holds.contains(&None) {
                // Nobody knows whether the case speaks of this point.
                return Found::Open;
            }
            let values = (
                case.value.evaluate(&point).value(),
                budget.evaluate(&point).value(),
            );
            return match values {
                (Some(a), Some(b)) if a > b => Found::Above(a - b),
                (Some(_), Some(_)) => continue,
                _ => Found::Open,
            };
        }
        let Some((low, high)) = at.get(longest).cloned() else {
            return Found::Open;
        };
        let middle: BigInt = (&low + &high) >> 1u32;
        let half = |r: Range| {
            let mut half = at.clone();
            if let Some(slot) = half.get_mut(longest) {
                *slot = r;
            }
            half
        };
        work.push(half((low, middle.clone())));
        work.push(half((middle + 1, high)));
    }
    Found::Below
}

/// Whether a comparison is false in all of a box.
fn never(k: &Comparison, at: &[Range]) -> bool {
    let (Some(a), Some(b)) = (range(&k.left, at), range(&k.right, at)) else {
        return false;
    };
    match k.relation {
        Relation::Equal => a.1 < b.0 || b.1 < a.0,
        Relation::NotEqual => a.0 == a.1 && a == b,
        Relation::Less => a.0 >= b.1,
        Relation::LessEqual => a.0 > b.1,
        Relation::Greater => a.1 <= b.0,
        Relation::GreaterEqual => a.1 < b.0,
    }
}

fn times(a: &Range, b: &Range) -> Range {
    let ends = [&a.0 * &b.0, &a.0 * &b.1, &a.1 * &b.0, &a.1 * &b.1];
    let least = ends.iter().min().cloned().unwrap_or_default();
    let most = ends.iter().max().cloned().unwrap_or_default();
    (least, most)
}

/// The least and the largest value of an expression over a box, at most; none where it
/// may have no value.
fn range(e: &Expr, at: &[Range]) -> Option<Range> {
    let all = |of: &[Expr]| of.iter().map(|x| range(x, at)).collect::<Option<Vec<_>>>();
    let zero = BigInt::zero;
    Some(match e {
        Expr::Number { value: Number(n) } => (n.clone(), n.clone()),
        Expr::Parameter { index } => at.get(*index as usize)?.clone(),
        Expr::Add { of } => {
            (all(of)?.into_iter()).fold((zero(), zero()), |(a, b), r| (a + r.0, b + r.1))
        }
        Expr::Mul { of } => {
            let one = (BigInt::one(), BigInt::one());
            all(of)?.iter().fold(one, |p, r| times(&p, r))
        }
        Expr::Max { of } | Expr::Min { of } => {
            let all = all(of)?;
            let (lows, highs) = (all.iter().map(|r| &r.0), all.iter().map(|r| &r.1));
            match e {
                Expr::Max { .. } => (lows.max()?.clone(), highs.max()?.clone()),
                _ => (lows.min()?.clone(), highs.min()?.clone()),
            }
        }
        Expr::FloorDiv { of, by } => {
            let (of, by) = (range(of, at)?, range(by, at)?);
            if by.0 != by.1 || !by.0.is_positive() {
                return None;
            }
            let down = |n: &BigInt| {
                let q = n / &by.0;
                if n.is_negative() && &q * &by.0 != *n {
                    q - 1
                } else {
                    q
                }
            };
            (down(&of.0), down(&of.1))
        }
        Expr::Mod { of, by } => {
            let (of, by) = (range(of, at)?, range(by, at)?);
            if !by.0.is_positive() {
                return None;
            }
            match !of.0.is_negative() && of.1 < by.0 {
                true => of,
                false => (zero(), by.1 - 1),
            }
        }
        Expr::Power { base, exponent } => {
            let (base, exponent) = (range(base, at)?, range(exponent, at)?);
            if exponent.0.is_negative() {
                return None;
            }
            let power = |b: &BigInt, n: &BigInt| {
                let n = n.to_u32().filter(|n| *n <= EXPONENT)?;
                Some(b.pow(n))
            };
            if base.0.is_positive() || exponent.0 == exponent.1 && !base.0.is_negative() {
                (power(&base.0, &exponent.0)?, power(&base.1, &exponent.1)?)
            } else if exponent.0 == exponent.1 {
                let size = base.0.abs().max(base.1.abs());
                let most = power(&size, &exponent.0)?;
                (-&most, most)
            } else {
                return None;
            }
        }
        Expr::BitLength { of } => {
            let bits = |n: &BigInt| BigInt::from(if n.is_positive() { n.bits() } else { 0 });
            let of = range(of, at)?;
            (bits(&of.0), bits(&of.1))
        }
        Expr::PopCount { of } => {
            let of = range(of, at)?;
            if of.0.is_negative() {
                return None;
            }
            (zero(), of.1.bits().into())
        }
        Expr::Unbounded => return None,
    })
}

/// Exponents of the parameters, and factors.
type Polynomial = BTreeMap<BTreeMap<u32, u32>, BigInt>;

/// An expression as a polynomial of its parameters, where it is one.
fn polynomial(e: &Expr) -> Option<Polynomial> {
    const TERMS: usize = 64;
    let product = |a: &Polynomial, b: &Polynomial| {
        let mut out = Polynomial::new();
        for (m, c) in a {
            for (n, d) in b {
                let mut both = m.clone();
                for (v, k) in n {
                    *both.entry(*v).or_default() += k;
                }
                *out.entry(both).or_default() += c * d;
            }
        }
        (out.len() <= TERMS).then_some(out)
    };
    let one = || Polynomial::from([(BTreeMap::new(), BigInt::one())]);
    Some(match e {
        Expr::Number { value: Number(n) } => Polynomial::from([(BTreeMap::new(), n.clone())]),
        Expr::Parameter { index } => {
            Polynomial::from([(BTreeMap::from([(*index, 1)]), BigInt::one())])
        }
        Expr::Add { of } => {
            let mut sum = Polynomial::new();
            for x in of {
                for (m, c) in polynomial(x)? {
                    *sum.entry(m).or_default() += c;
                }
            }
            sum
        }
        Expr::Mul { of } => {
            let mut out = one();
            for x in of {
                out = product(&out, &polynomial(x)?)?;
            }
            out
        }
        Expr::Power { base, exponent } => {
            let n = match exponent.as_ref() {
                Expr::Number { value: Number(n) } => n.to_u32().filter(|n| *n <= 8)?,
                _ => return None,
            };
            let base = polynomial(base)?;
            let mut out = one();
            for _ in 0..n {
                out = product(&out, &base)?;
            }
            out
        }
        _ => return None,
    })
}

fn of_polynomial(p: &Polynomial, at: &[Range]) -> Option<Range> {
    let mut sum = (BigInt::zero(), BigInt::zero());
    for (m, c) in p {
        let mut term = (c.clone(), c.clone());
        for (v, k) in m {
            let r = at.get(*v as usize)?;
            let own = match r.0.is_negative() {
                false => (r.0.pow(*k), r.1.pow(*k)),
                true => (0..*k).fold((BigInt::one(), BigInt::one()), |p, _| times(&p, r)),
            };
            term = times(&term, &own);
        }
        sum = (sum.0 + term.0, sum.1 + term.1);
    }
    Some(sum)
}
