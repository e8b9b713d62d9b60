//! Which temporaries of a rule can be which of another one.
//!
//! Idea: a renaming keeps where a temporary stands: in which value, with which
//! coefficient and power, beside which variables and how many other temporaries.
//! Those that differ in that are never each other, so only temporaries that are alike
//! are tried in every order, those of the same name first. Alternative: all orders,
//! 720 for six temporaries, each of which puts the whole rule into new names. Cost: a
//! pass over both rules, and at most [`MAX_ORDERS`] renamings.

use crate::names::Atom;
use crate::poly::{Mono, Poly, Sym};
use crate::refusal::Checked;
use num_rational::BigRational;
use num_traits::Signed;

/// Renamings that are tried.
const MAX_ORDERS: usize = 720;

/// A monomial that a temporary stands in.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    place: Place,
    coefficient: BigRational,
    power: u32,
    /// What else stands there that is no temporary.
    beside: Mono,
    /// The powers of other temporaries there.
    others: Vec<u32>,
}

/// Where a monomial is. Relations of a guard have no order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Value(usize),
    AtLeast,
    Equation,
}

/// All that it stands in, in order.
type Trace = Vec<Spot>;

fn traces(temps: &[Sym], guard: &[Atom], values: &[Poly]) -> Vec<Trace> {
    let mut out: Vec<Trace> = temps.iter().map(|_| Vec::new()).collect();
    let places = (values.iter().enumerate()).map(|(i, p)| (Place::Value(i), p));
    let relations = guard.iter().map(|a| match a.equation {
        true => (Place::Equation, &a.poly),
        false => (Place::AtLeast, &a.poly),
    });
    for (place, poly) in places.chain(relations) {
        for (mono, c) in poly.terms() {
            // The sign of an equation depends on the names.
            let coefficient = match place {
                Place::Equation => c.abs(),
                _ => c.clone(),
            };
            for (at, power) in mono {
                let Some(i) = temps.iter().position(|t| t == at) else {
                    continue;
                };
                let (inner, beside): (Mono, Mono) = (mono.iter().copied())
                    .filter(|(v, _)| v != at)
                    .partition(|(v, _)| temps.contains(v));
                let mut others: Vec<u32> = inner.into_iter().map(|(_, n)| n).collect();
                others.sort_unstable();
                if let Some(trace) = out.get_mut(i) {
                    trace.push(Spot {
                        place,
                        coefficient: coefficient.clone(),
                        power: *power,
                        beside,
                        others,
                    });
                }
            }
        }
    }
    for trace in &mut out {
        trace.sort();
    }
    out
}

/// The temporaries, guard and values of a rule.
pub type Rule<'a> = (&'a [Sym], &'a [Atom], &'a [Poly]);

/// Whether an order of the second rule's temporaries, which stand for the first one's
/// in theirs, passes the test.
pub fn searched(
    ours: Rule<'_>,
    theirs: Rule<'_>,
    test: &mut dyn FnMut(&[Sym]) -> Checked<bool>,
) -> Checked<bool> {
    if ours.0.len() != theirs.0.len() {
        return Ok(false);
    }
    let (a, b) = (
        traces(ours.0, ours.1, ours.2),
        traces(theirs.0, theirs.1, theirs.2),
    );
    // For each of ours those of theirs that it can be, the one of its name first.
    let mut can: Vec<Vec<usize>> = Vec::with_capacity(a.len());
    for (trace, name) in a.iter().zip(ours.0) {
        let mut list: Vec<usize> = (0..b.len()).filter(|k| b.get(*k) == Some(trace)).collect();
        list.sort_by_key(|k| theirs.0.get(*k) != Some(name));
        if list.is_empty() {
            return Ok(false);
        }
        can.push(list);
    }
    let mut search = Search {
        can,
        theirs: theirs.0,
        chosen: Vec::new(),
        left: MAX_ORDERS,
    };
    search.go(test)
}

struct Search<'a> {
    can: Vec<Vec<usize>>,
    theirs: &'a [Sym],
    chosen: Vec<usize>,
    left: usize,
}

impl Search<'_> {
    fn go(&mut self, test: &mut dyn FnMut(&[Sym]) -> Checked<bool>) -> Checked<bool> {
        let Some(list) = self.can.get(self.chosen.len()).cloned() else {
            self.left = self.left.saturating_sub(1);
            let order: Vec<Sym> = (self.chosen.iter())
                .filter_map(|k| self.theirs.get(*k).copied())
                .collect();
            return test(&order);
        };
        for k in list {
            if self.left == 0 {
                return Ok(false);
            }
            if self.chosen.contains(&k) {
                continue;
            }
            self.chosen.push(k);
            if self.go(test)? {
                return Ok(true);
            }
            self.chosen.pop();
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    fn product(c: i64, of: &[(u32, u32)]) -> Poly {
        let meter = crate::refusal::Meter::default();
        let mut out = Poly::int(BigInt::from(c));
        for (v, n) in of {
            let power = Poly::var(Sym(*v)).power(*n, &meter).expect("small");
            out = out.times(&power, &meter).expect("small");
        }
        out
    }

    /// Orders that are tried for two rules with these values.
    fn orders(ours: (&[u32], Vec<Poly>), theirs: (&[u32], Vec<Poly>)) -> Vec<Vec<u32>> {
        let syms = |list: &[u32]| list.iter().map(|v| Sym(*v)).collect::<Vec<_>>();
        let (a, b) = (syms(ours.0), syms(theirs.0));
        let mut tried = Vec::new();
        let mut test = |order: &[Sym]| {
            tried.push(order.iter().map(|s| s.0).collect());
            Ok(false)
        };
        let found = searched((&a, &[], &ours.1), (&b, &[], &theirs.1), &mut test);
        assert!(matches!(found, Ok(false)));
        tried
    }

    #[test]
    fn temporaries_that_stand_elsewhere_are_never_each_other() {
        // 2a, 3b*x and c in other values: one order, however they are listed.
        let ours = vec![product(2, &[(10, 1)]), product(3, &[(11, 1), (1, 1)])];
        let theirs = vec![product(2, &[(21, 1)]), product(3, &[(20, 1), (1, 1)])];
        assert_eq!(orders((&[10, 11], ours), (&[20, 21], theirs)), [[21, 20]]);
        // Another coefficient, power or neighbour: none.
        let one = |p: Poly| vec![p];
        for (a, b) in [
            (product(2, &[(10, 1)]), product(3, &[(20, 1)])),
            (product(2, &[(10, 2)]), product(2, &[(20, 1)])),
            (
                product(2, &[(10, 1), (1, 1)]),
                product(2, &[(20, 1), (2, 1)]),
            ),
        ] {
            assert!(orders((&[10], one(a)), (&[20], one(b))).is_empty());
        }
    }

    #[test]
    fn those_alike_are_tried_in_every_order_up_to_a_limit() {
        let sum = |from: u32, n: u32| {
            let meter = crate::refusal::Meter::default();
            let all = (0..n).map(|i| product(1, &[(from + i, 1)]));
            let mut out = Poly::zero();
            for p in all {
                out = out.plus(&p, &meter).expect("small");
            }
            vec![out]
        };
        let list = |from: u32, n: u32| (from..from + n).collect::<Vec<_>>();
        let three = orders((&list(10, 3), sum(10, 3)), (&list(20, 3), sum(20, 3)));
        assert_eq!(three.len(), 6);
        let same = orders((&list(10, 3), sum(10, 3)), (&[12, 10, 11], sum(10, 3)));
        assert_eq!(same.first(), Some(&vec![10, 11, 12]));
        let nine = orders((&list(10, 9), sum(10, 9)), (&list(20, 9), sum(20, 9)));
        assert_eq!(nine.len(), MAX_ORDERS);
    }
}
