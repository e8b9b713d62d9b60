//! Bounds that are put together, compared and made shorter.
//!
//! Idea: what is seen to be at least 0 needs no `max(0, …)`, and products with
//! numbers are multiplied out, so that bounds stay readable and sums of them find
//! their like. Alternative: a normal form of all bounds, which is dear and hides
//! where a bound is from. Source: no paper, plain arithmetic of `max`, sums and
//! products. Cost: linear in the bound.

use crate::bound::Bound;
use crate::num::Int;
use num_traits::{One, Signed};

/// The degree that stands for a power.
const POWER: u32 = 1_000;

/// How good a bound is: the degree, then the length. A bit length is as good as a
/// number, unless what it is of is a power.
pub(super) fn measure(b: &Bound) -> (u32, usize) {
    match b {
        Bound::Unbounded => (u32::MAX, 1),
        Bound::Const(_) => (0, 1),
        Bound::Var(_) => (1, 1),
        Bound::Sum(l) | Bound::Max(l) | Bound::Min(l) => l
            .iter()
            .map(measure)
            .fold((0, 1), |a, m| (a.0.max(m.0), a.1.saturating_add(m.1))),
        Bound::Product(l) => l.iter().map(measure).fold((0, 1), |a, m| {
            (a.0.saturating_add(m.0), a.1.saturating_add(m.1))
        }),
        Bound::FloorDiv(p, _) => {
            let (d, n) = measure(p);
            (d, n.saturating_add(1))
        }
        Bound::BitLength(p) => {
            let (d, n) = measure(p);
            (u32::from(d >= POWER), n.saturating_add(1))
        }
        Bound::Power(_, e) => (POWER, measure(e).1.saturating_add(2)),
    }
}

/// The greatest product of what lies between two bounds each: a, -a, b and -b are
/// at most these.
pub(super) fn times([a, a_neg, b, b_neg]: &[Bound; 4]) -> Bound {
    let product = |x: &Bound, y: &Bound| Bound::product([x.clone(), y.clone()]);
    let opposite = |p: Bound| Bound::product([Bound::constant(-1), p]);
    let corners = [
        product(a, b),
        opposite(product(a, b_neg)),
        opposite(product(a_neg, b)),
        product(a_neg, b_neg),
    ];
    Bound::max(corners)
}

/// `factor ^ rounds`
pub(super) fn power(factor: &Int, rounds: Bound) -> Bound {
    Bound::Power(Box::new(Bound::Const(factor.clone())), Box::new(rounds))
}

/// Whether a bound is seen to be at least 0.
pub(super) fn is_positive(b: &Bound) -> bool {
    match b {
        Bound::Const(n) => !n.is_negative(),
        Bound::Max(l) => l.iter().any(is_positive),
        Bound::Sum(l) | Bound::Product(l) | Bound::Min(l) => l.iter().all(is_positive),
        Bound::BitLength(_) => true,
        Bound::Power(base, _) => is_positive(base),
        _ => false,
    }
}

/// `max(0, b)`
pub(super) fn positive(b: Bound) -> Bound {
    match b {
        b if is_positive(&b) => b,
        Bound::Max(l) => Bound::max(l.into_iter().chain([Bound::constant(0)])),
        b => b.at_least_zero(),
    }
}

/// A product of numbers and at most one other factor, multiplied out.
pub(super) fn folded(b: Bound) -> Bound {
    match b {
        Bound::Product(list) => match list.as_slice() {
            [Bound::Const(n), Bound::Sum(parts)] => {
                let n = Bound::Const(n.clone());
                Bound::sum(
                    parts
                        .iter()
                        .map(|p| folded(Bound::product([n.clone(), p.clone()]))),
                )
            }
            [Bound::Const(n), Bound::Max(parts)] if n.is_positive() && !n.is_one() => {
                let n = Bound::Const(n.clone());
                Bound::max(
                    parts
                        .iter()
                        .map(|p| folded(Bound::product([n.clone(), p.clone()]))),
                )
            }
            _ => Bound::Product(list),
        },
        other => other,
    }
}
