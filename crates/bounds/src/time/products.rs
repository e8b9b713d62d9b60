//! Products of two unknowns, remembered.
//!
//! Idea: facts are linear, so a product of two unknowns is a fresh variable. What
//! it is a product of stays true of that variable for as long as a way goes on, as
//! no variable ever changes what it stands for; so it is written down once, and
//! where the way becomes a transition the product stands there in place of a
//! temporary that may be anything. The provers of transition systems know
//! polynomials: what grows by `c * c` in each round has a bound, and a loop that
//! squares its counter has a measure. Alternative: polynomials in the facts, whose
//! entailment is not decided by linear programs. Source: document 004 has bounds
//! for products only (section 3.3); polynomials in updates are those of Brockschmidt
//! et al., TOPLAS 2016. Cost: an entry per product that is executed.
//!
//! The facts have what is linear about it: `(x - a)(y - b)` has a sign where a and b
//! are ends of the ranges of x and y (G. P. McCormick, Mathematical Programming 10,
//! 1976), a product of equal factors is not negative, and the square of an integer
//! is at least that integer and its opposite.
//!
//! What must never happen: a variable whose value is the remainder of a product
//! modulo a power of two, taken for the product. So only those are noted that stand
//! for the product itself, and only with mathematical integers, where nothing wraps.

use super::lin::{Interval, Lin, Sym};
use super::rules::Context;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;

/// The degree from which on a product stays any number.
const MAX_DEGREE: u32 = 6;
/// Terms of the polynomial likewise.
const MAX_TERMS: usize = 40;

/// What variables are products of.
#[derive(Default, Debug)]
pub struct Products {
    of: BTreeMap<Sym, Product>,
}

#[derive(Debug)]
struct Product {
    factors: (Lin, Lin),
    degree: u32,
    terms: usize,
}

impl Products {
    /// A fresh variable is this product. Not noted where the polynomial over what is
    /// no product would be large: squares of squares have twice the degree each time.
    pub fn note(&mut self, v: Sym, a: Lin, b: Lin) {
        let ((d, n), (e, m)) = (self.size(&a), self.size(&b));
        let (degree, terms) = (d.saturating_add(e), n.saturating_mul(m));
        if degree <= MAX_DEGREE && terms <= MAX_TERMS {
            let factors = (a, b);
            let own = Product {
                factors,
                degree,
                terms,
            };
            self.of.insert(v, own);
        }
    }

    /// What a variable is a product of.
    pub fn of(&self, v: Sym) -> Option<&(Lin, Lin)> {
        self.of.get(&v).map(|p| &p.factors)
    }

    /// The degree of a form as a polynomial, and its terms at most.
    fn size(&self, f: &Lin) -> (u32, usize) {
        let one = |v: Sym| self.of.get(&v).map_or((1, 1), |p| (p.degree, p.terms));
        let all = f.terms().map(|(v, _)| one(v));
        let constant = usize::from(!f.constant().is_zero());
        all.fold((0, constant), |(d, n), (e, m)| {
            (d.max(e), n.saturating_add(m))
        })
    }

    /// Whether a product is that of some forms, each as often again, and so not
    /// negative.
    fn is_square(&self, a: &Lin, b: &Lin) -> bool {
        let mut often: BTreeMap<Lin, u32> = BTreeMap::new();
        let mut negative = false;
        let mut todo = vec![a.clone(), b.clone()];
        while let Some(f) = todo.pop() {
            let first = f.terms().next().map(|(v, c)| (v, c.is_negative()));
            let turned = first.is_some_and(|f| f.1);
            negative ^= turned;
            let f = match turned {
                true => f.times(&BigInt::from(-1)),
                false => f,
            };
            match f.as_var().and_then(|v| self.of(v)) {
                Some((a, b)) => todo.extend([a.clone(), b.clone()]),
                None => *often.entry(f).or_default() += 1,
            }
        }
        !negative && often.values().all(|n| n % 2 == 0)
    }
}

/// An end of a range: a number, or beyond all of this sign.
#[derive(Clone, PartialEq)]
enum End {
    Number(BigInt),
    Beyond { below: bool },
}

impl End {
    fn times(&self, other: &End) -> End {
        match (self, other) {
            (End::Number(a), End::Number(b)) => End::Number(a * b),
            // Nothing times anything, however large, is nothing.
            (End::Number(a), End::Beyond { .. }) | (End::Beyond { .. }, End::Number(a))
                if a.is_zero() =>
            {
                End::Number(BigInt::zero())
            }
            _ => End::Beyond {
                below: self.is_below() != other.is_below(),
            },
        }
    }

    fn is_below(&self) -> bool {
        match self {
            End::Number(n) => n.is_negative(),
            End::Beyond { below } => *below,
        }
    }
}

/// The products of a number of each range.
fn range(x: &Interval, y: &Interval) -> Interval {
    let ends = |i: &Interval| {
        let end = |n: &Option<BigInt>, below| match n {
            Some(n) => End::Number(n.clone()),
            None => End::Beyond { below },
        };
        [end(&i.lo, true), end(&i.hi, false)]
    };
    let (xs, ys) = (ends(x), ends(y));
    let corners: Vec<End> = xs
        .iter()
        .flat_map(|a| ys.iter().map(|b| a.times(b)))
        .collect();
    let numbers = || {
        corners.iter().filter_map(|c| match c {
            End::Number(n) => Some(n),
            End::Beyond { .. } => None,
        })
    };
    let open = |below: bool| corners.contains(&End::Beyond { below });
    Interval {
        lo: numbers().min().filter(|_| !open(true)).cloned(),
        hi: numbers().max().filter(|_| !open(false)).cloned(),
    }
}

impl Context<'_> {
    /// The product of two mathematical integers: a fresh variable.
    pub(super) fn product(&mut self, x: Lin, y: Lin) -> Lin {
        let (rx, ry) = (self.range(&x), self.range(&y));
        let v = Sym(*self.next);
        let t = self.fresh(&range(&rx, &ry));
        let ends = |i: &Interval| [(i.lo.clone(), true), (i.hi.clone(), false)];
        for (a, above) in ends(&rx) {
            for (b, also) in ends(&ry) {
                let (Some(a), Some(b)) = (&a, &b) else {
                    continue;
                };
                // (x - a)(y - b)
                let f = t.plus_times(&x, &-b).plus_times(&y, &-a).add(&(a * b));
                let sign = BigInt::from(if above == also { 1 } else { -1 });
                self.facts.at_least_zero(&f.times(&sign));
            }
        }
        if x == y {
            self.facts.at_least_zero(&t.minus(&x));
            self.facts.at_least_zero(&t.plus(&x));
        }
        if self.products.is_square(&x, &y) {
            self.facts.at_least_zero(&t);
        }
        self.products.note(v, x, y);
        t
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::{Counters, Facts};
    use super::*;

    #[test]
    fn a_square_of_squares_ends_at_a_degree() {
        let mut all = Products::default();
        for v in 1..100 {
            let last = Lin::var(Sym(v - 1));
            all.note(Sym(v), last.clone(), last);
        }
        let noted: Vec<bool> = (1..5).map(|v| all.of(Sym(v)).is_some()).collect();
        assert_eq!(noted, [true, true, false, true]);
    }

    #[test]
    fn squares_are_known_by_their_factors() {
        let (x, y) = (Lin::var(Sym(0)), Lin::var(Sym(1)));
        let minus = |f: &Lin| f.times(&BigInt::from(-1));
        let mut all = Products::default();
        all.note(Sym(2), x.clone(), y.clone());
        all.note(Sym(3), x.clone(), x.clone());
        let (xy, xx) = (Lin::var(Sym(2)), Lin::var(Sym(3)));
        assert!(all.is_square(&x, &x) && all.is_square(&minus(&x), &minus(&x)));
        assert!(!all.is_square(&x, &minus(&x)) && !all.is_square(&x, &y));
        assert!(all.is_square(&xy, &xy) && !all.is_square(&xy, &x));
        assert!(all.is_square(&xx, &xx) && !all.is_square(&xx, &x));
        assert!(!all.is_square(&xx, &minus(&xx)));
        all.note(Sym(4), xx.clone(), y.clone());
        assert!(all.is_square(&Lin::var(Sym(4)), &y));
        // 4*x and x, x + 1 and x: not the same.
        assert!(!all.is_square(&x.times(&4.into()), &x));
        assert!(!all.is_square(&x.add(&1.into()), &x));
    }

    /// All integers of all small ranges, open ones too, are models of the facts, and
    /// the ends of the range of products are met.
    #[test]
    fn products_of_all_small_ranges() {
        let ends: Vec<Option<i64>> = std::iter::once(None).chain((-3..=3).map(Some)).collect();
        let within = |n: i64, i: &Interval| {
            let n = BigInt::from(n);
            i.lo.as_ref().is_none_or(|l| *l <= n) && i.hi.as_ref().is_none_or(|h| n <= *h)
        };
        let all: Vec<Interval> = (ends.iter())
            .flat_map(|lo| ends.iter().map(move |hi| (lo, hi)))
            .filter(|(lo, hi)| lo.zip(**hi).is_none_or(|(a, b)| a <= b))
            .map(|(lo, hi)| Interval {
                lo: lo.map(BigInt::from),
                hi: hi.map(BigInt::from),
            })
            .collect();
        for rx in &all {
            for (number, ry) in all.iter().enumerate() {
                let (x, y) = (Lin::var(Sym(0)), Lin::var(Sym(1)));
                // Also a number with itself.
                let same = number == 0;
                let y = if same { x.clone() } else { y };
                let mut facts = Facts::new();
                facts.add(&x, rx);
                if !same {
                    facts.add(&y, ry);
                }
                let (mut next, mut exact) = (2, true);
                let mut products = Products::default();
                let t = Context {
                    facts: &mut facts,
                    next: &mut next,
                    count: &mut Counters::default(),
                    split: false,
                    exact: &mut exact,
                    math: true,
                    products: &mut products,
                }
                .product(x.clone(), y.clone());
                assert_eq!((t.as_var(), next), (Some(Sym(2)), 3));
                let mut seen: Vec<i64> = Vec::new();
                for a in -6..=6i64 {
                    for b in -6..=6i64 {
                        let fits = within(a, rx) && if same { a == b } else { within(b, ry) };
                        if !fits {
                            continue;
                        }
                        seen.push(a * b);
                        let at = [a, b, a * b].map(BigInt::from);
                        for (d, i) in facts.iter() {
                            let value = d.terms().fold(d.constant().clone(), |s, (v, c)| {
                                s + c * at.get(v.0 as usize).cloned().unwrap_or_default()
                            });
                            let low = i.lo.as_ref().is_none_or(|l| *l <= value);
                            let high = i.hi.as_ref().is_none_or(|h| value <= *h);
                            assert!(low && high, "{rx:?} {ry:?}: {a} * {b}");
                        }
                    }
                }
                if !same {
                    let r = range(rx, ry);
                    let (least, most) = (seen.iter().min(), seen.iter().max());
                    if let (Some(lo), Some(n)) = (&r.lo, least) {
                        assert_eq!(*lo, BigInt::from(*n), "{rx:?} {ry:?}");
                    }
                    if let (Some(hi), Some(n)) = (&r.hi, most) {
                        assert_eq!(*hi, BigInt::from(*n), "{rx:?} {ry:?}");
                    }
                    let whole = |i: &Interval| i.lo.is_some() && i.hi.is_some();
                    assert!(whole(&r) || !whole(rx) || !whole(ry), "{rx:?} {ry:?}");
                }
            }
        }
    }
}
