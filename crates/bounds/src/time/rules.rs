//! The rules of document 004 for integer instructions: what the number in a
//! register is after the instruction, as relations over mathematical integers.
//!
//! Each rule reads the numbers of its operands and either says the number of
//! the result, or asks for a refinement: cases that cover every model, after
//! which the instruction is looked at again. One relation carries all of
//! bit-vector arithmetic: the result of width n is `t - 2^n * k` for the
//! integer `k` that brings it into the range of its view (Theorem 5). Where
//! ranges leave one `k` it is a number; a few are cases (section 3.2); more are
//! a fresh variable (section 3.3). Two values of `k` are the union of two
//! intervals that Theorem 6 writes as one inequality; here they are the cases of
//! a refinement or the two values of a carry, which say which of them it is.
//!
//! Slips of the printed rules, mended here, each with a test that fails on the
//! printed form:
//! - a remainder modulo `n` is bounded by `n` (footnote 6 and section 3.3 bound
//!   it by the dividend);
//! - `inBounds` in the unsigned `trunc` ends at `umax_n` (printed `uns_n`);
//! - `xor` of a negative and a non-negative number is negative both ways round
//!   (printed twice with the same signs);
//! - `udiv`, `urem`, `lshr` and `zext` define an unsigned number and `sdiv`,
//!   `srem`, `ashr` and `sext` a signed one; a register of the other view gets
//!   the converted number;
//! - truth values are no numbers ([`super::state::Truth`]): a one-bit register
//!   that is represented signed holds 0 or -1.
//!
//! Where C leaves a result undefined, it is any number of the type: nothing
//! may follow from it. The least number by -1 is told by its wrapped result, as
//! sums that overflow are: the remainder is 0 and the quotient the least number.
//! A machine may stop there instead (x86 does), and no other does anything else.
//! Cost: ranges by intervals, then linear programs.

use super::facts::{Counters, Facts};
use super::lin::{pow2, Interval, Lin, Sym};
use super::products::Products;
use ep_ir::{BinOp, CastOp};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Which number stands for the bits of a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum View {
    Unsigned,
    Signed,
}

impl View {
    /// The numbers of this view: `[0, umax_n]` or `[smin_n, smax_n]`.
    pub fn range(self, bits: u32) -> Interval {
        match self {
            View::Unsigned => Interval::new(0, pow2(bits) - 1),
            View::Signed => {
                let half = pow2(bits.max(1) - 1);
                Interval::new(-half.clone(), half - 1)
            }
        }
    }
    /// `uns_n` or `sig_n` of an integer.
    pub fn convert(self, bits: u32, t: &BigInt) -> BigInt {
        let k = self.turns(bits, t);
        t - pow2(bits) * k
    }
    /// The `k` for which `t - 2^n * k` is in the range.
    fn turns(self, bits: u32, t: &BigInt) -> BigInt {
        let low = self.range(bits).lo.unwrap_or_default();
        super::lin::floor_div(&(t - low), &pow2(bits))
    }
}

/// A number in a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Num {
    pub form: Lin,
    pub view: View,
    pub bits: u32,
}

/// What a case of a refinement says about the run, for telling its phases
/// apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Nothing.
    None,
    /// The result wrapped around at its upper end.
    Over,
    /// The result wrapped around at its lower end.
    Under,
    /// Of two different numbers the first is the smaller one.
    Below,
    /// Of two different numbers the first is the larger one.
    Above,
}

/// A case of a refinement: what it adds to the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    pub form: Lin,
    pub within: Interval,
    pub side: Side,
}

/// What a rule says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruled<T> {
    /// This.
    Is(T),
    /// The state must be refined first. The cases cover every model.
    Refine(Vec<Case>),
}

/// `Is`, or leaves the function with the refinement.
macro_rules! is {
    ($e:expr) => {
        match $e {
            Ruled::Is(x) => x,
            Ruled::Refine(cases) => return Ruled::Refine(cases),
        }
    };
}

/// What a rule works on.
pub struct Context<'a> {
    pub facts: &'a mut Facts,
    pub next: &'a mut u32,
    pub count: &'a mut Counters,
    /// Refinements are allowed.
    pub split: bool,
    /// Cleared when the facts do not determine the result.
    pub exact: &'a mut bool,
    /// Integers are mathematical ones: nothing wraps around.
    pub math: bool,
    /// Variables that are products of two forms.
    pub products: &'a mut Products,
}

impl Context<'_> {
    /// A fresh variable in this range.
    pub fn fresh(&mut self, within: &Interval) -> Lin {
        let v = Lin::var(Sym(*self.next));
        *self.next += 1;
        self.facts.add(&v, within);
        v
    }

    /// Any number of the type: the value is not determined.
    pub fn any(&mut self, view: View, bits: u32) -> Lin {
        *self.exact = false;
        match self.math {
            true => self.fresh(&Interval::ALL),
            false => self.fresh(&view.range(bits)),
        }
    }

    pub(super) fn range(&mut self, form: &Lin) -> Interval {
        self.facts.range(form, self.count)
    }

    /// `uns_n` or `sig_n` of `t`: `t - 2^n * k` in the range of the view.
    pub fn wrap(&mut self, t: &Lin, view: View, bits: u32) -> Ruled<Lin> {
        if self.math {
            return Ruled::Is(t.clone());
        }
        let size = pow2(bits);
        let own = view.range(bits);
        let quick = self.facts.quick_range(t);
        let turns = |r: &Interval| {
            let at = |x: &Option<BigInt>| x.as_ref().map(|x| view.turns(bits, x));
            (at(&r.lo), at(&r.hi))
        };
        let mut k = turns(&quick);
        if k.0.is_none() || k.0 != k.1 {
            k = turns(&self.range(t));
        }
        if let (Some(a), Some(b)) = (&k.0, &k.1) {
            if a > b {
                // The facts contradict each other; any value will do.
                return Ruled::Is(self.any(view, bits));
            }
            if a == b {
                return Ruled::Is(t.add(&-(&size * a)));
            }
            if self.split && b - a <= BigInt::from(2) {
                let mut cases = Vec::new();
                let mut at = a.clone();
                while at <= *b {
                    let side = match at.sign() {
                        num_bigint::Sign::Plus => Side::Over,
                        num_bigint::Sign::Minus => Side::Under,
                        num_bigint::Sign::NoSign => Side::None,
                    };
                    cases.push(Case {
                        form: t.clone(),
                        within: own.scale(&BigInt::one(), &(&size * &at)),
                        side,
                    });
                    at += 1;
                }
                return Ruled::Refine(cases);
            }
        }
        let turns = Interval { lo: k.0, hi: k.1 };
        let k = self.fresh(&turns);
        let value = t.minus(&k.times(&size));
        self.facts.add(&value, &own);
        Ruled::Is(value)
    }

    /// The number in the other view.
    pub fn view(&mut self, a: &Num, view: View) -> Ruled<Lin> {
        if a.view == view {
            return Ruled::Is(a.form.clone());
        }
        match self.wrap(&a.form, view, a.bits) {
            // Seen from the other side nothing wraps.
            Ruled::Refine(mut cases) => {
                for c in &mut cases {
                    c.side = Side::None;
                }
                Ruled::Refine(cases)
            }
            is => is,
        }
    }

    /// Division of `a` by `c > 0`, rounded down: `c*q <= a < c*q + c`.
    fn floor(&mut self, a: &Lin, c: &BigInt) -> Lin {
        if let Some(n) = a.as_number() {
            return Lin::number(super::lin::floor_div(n, c));
        }
        if c.is_one() {
            return a.clone();
        }
        let r = self.facts.quick_range(a);
        let part = |x: &Option<BigInt>| x.as_ref().map(|x| super::lin::floor_div(x, c));
        let q = self.fresh(&Interval {
            lo: part(&r.lo),
            hi: part(&r.hi),
        });
        let rest = a.minus(&q.times(c));
        self.facts.add(&rest, &Interval::new(0, c - 1));
        q
    }

    /// A refinement by the sign of a number that may have both.
    fn sign(&mut self, a: &Lin) -> Option<Ruled<bool>> {
        let zero = BigInt::zero();
        let r = self.range(a);
        if r.lo.as_ref().is_some_and(|l| *l >= zero) {
            return Some(Ruled::Is(false));
        }
        if r.hi.as_ref().is_some_and(|h| *h < zero) {
            return Some(Ruled::Is(true));
        }
        let case = |lo: Option<BigInt>, hi: Option<BigInt>| Case {
            form: a.clone(),
            within: Interval { lo, hi },
            side: Side::None,
        };
        self.split.then(|| {
            Ruled::Refine(vec![
                case(Some(zero), None),
                case(None, Some(-BigInt::one())),
            ])
        })
    }

    /// Division of a signed `a` by `c > 0`, rounded toward zero.
    fn toward_zero(&mut self, a: &Lin, c: &BigInt) -> Ruled<Lin> {
        match self.sign(a) {
            Some(Ruled::Refine(cases)) => Ruled::Refine(cases),
            Some(Ruled::Is(false)) => Ruled::Is(self.floor(a, c)),
            Some(Ruled::Is(true)) => {
                let positive = a.times(&-BigInt::one());
                Ruled::Is(self.floor(&positive, c).times(&-BigInt::one()))
            }
            None => {
                // Both signs at once: a - c*q lies between -(c-1) and c-1.
                *self.exact = false;
                let r = self.facts.quick_range(a);
                let part = |x: &Option<BigInt>| x.as_ref().map(|x| x / c);
                let q = self.fresh(&Interval {
                    lo: part(&r.lo),
                    hi: part(&r.hi),
                });
                let rest = a.minus(&q.times(c));
                let most: BigInt = c - 1;
                self.facts.add(&rest, &Interval::new(-most.clone(), most));
                Ruled::Is(q)
            }
        }
    }

    /// An integer operation, result in `view`. Both operands have `bits` bits.
    pub fn binary(&mut self, op: BinOp, a: &Num, b: &Num, view: View) -> Ruled<Lin> {
        let bits = a.bits;
        match op {
            BinOp::Add | BinOp::Sub => {
                let x = is!(self.view(a, view));
                let y = is!(self.view(b, view));
                let t = match op {
                    BinOp::Add => x.plus(&y),
                    _ => x.minus(&y),
                };
                self.wrap(&t, view, bits)
            }
            BinOp::Mul => self.multiply(a, b, view),
            BinOp::UDiv | BinOp::URem => {
                let v = is!(self.unsigned_division(op == BinOp::URem, a, b));
                self.result(v, View::Unsigned, bits, view)
            }
            BinOp::SDiv | BinOp::SRem => {
                let v = is!(self.signed_division(op == BinOp::SRem, a, b));
                self.result(v, View::Signed, bits, view)
            }
            BinOp::And | BinOp::Or | BinOp::Xor => self.logical(op, a, b, view),
            BinOp::Shl | BinOp::LShr | BinOp::AShr => self.shift(op, a, b, view),
        }
    }

    /// What is defined in one view, as the register has it.
    fn result(&mut self, v: Lin, from: View, bits: u32, view: View) -> Ruled<Lin> {
        let n = Num {
            form: v,
            view: from,
            bits,
        };
        self.view(&n, view)
    }

    fn multiply(&mut self, a: &Num, b: &Num, view: View) -> Ruled<Lin> {
        let bits = a.bits;
        let math = self.math;
        // Any views agree modulo 2^n: no conversion before the product.
        let number = |n: &Num| {
            let c = n.form.as_number()?;
            if math {
                return Some(c.clone());
            }
            // The smaller of the two readings keeps k small.
            let (u, s) = (
                View::Unsigned.convert(bits, c),
                View::Signed.convert(bits, c),
            );
            Some(if view == View::Signed || s.abs() < u {
                s
            } else {
                u
            })
        };
        if let Some(c) = number(b) {
            let x = is!(self.view(a, view));
            return self.wrap(&x.times(&c), view, bits);
        }
        if let Some(c) = number(a) {
            let x = is!(self.view(b, view));
            return self.wrap(&x.times(&c), view, bits);
        }
        let x = is!(self.view(a, view));
        let y = is!(self.view(b, view));
        *self.exact = false;
        if math {
            return Ruled::Is(self.product(x, y));
        }
        let (rx, ry) = (self.range(&x), self.range(&y));
        let (Some(l1), Some(u1), Some(l2), Some(u2)) = (&rx.lo, &rx.hi, &ry.lo, &ry.hi) else {
            return Ruled::Is(self.any(view, bits));
        };
        let corners = [l1 * l2, l1 * u2, u1 * l2, u1 * u2];
        let lo = corners.iter().min().cloned();
        let hi = corners.iter().max().cloned();
        let t = self.fresh(&Interval { lo, hi });
        // (x - l1)(y - l2) >= 0 and its three sisters.
        for (cx, cy, low) in [
            (l1, l2, true),
            (u1, u2, true),
            (l1, u2, false),
            (u1, l2, false),
        ] {
            // t - cy*x - cx*y + cx*cy
            let f = t.plus_times(&x, &-cy).plus_times(&y, &-cx).add(&(cx * cy));
            let f = if low { f } else { f.times(&-BigInt::one()) };
            self.facts.at_least_zero(&f);
        }
        // Cases of an unknown product would lose the operands: a carry.
        let split = std::mem::replace(&mut self.split, false);
        let out = self.wrap(&t, view, bits);
        self.split = split;
        out
    }

    fn unsigned_division(&mut self, rest: bool, a: &Num, b: &Num) -> Ruled<Lin> {
        let x = is!(self.view(a, View::Unsigned));
        let y = is!(self.view(b, View::Unsigned));
        if let Some(c) = y.as_number().filter(|c| c.is_positive()).cloned() {
            let q = self.floor(&x, &c);
            return Ruled::Is(if rest { x.minus(&q.times(&c)) } else { q });
        }
        let v = self.any(View::Unsigned, a.bits);
        let r = self.range(&y);
        if r.lo.is_some_and(|l| l.is_positive()) {
            // q <= x; r <= x and r < y.
            self.facts.at_least_zero(&x.minus(&v));
            if rest {
                let below = y.minus(&v).add(&-BigInt::one());
                self.facts.at_least_zero(&below);
                self.taken_once(&x, &y, &v);
            } else {
                self.quotient_by(&x, &y, &v);
            }
        }
        Ruled::Is(v)
    }

    /// A quotient `q` of `x >= 0` by some `y` between two numbers above 0: what those
    /// would give.
    fn quotient_by(&mut self, x: &Lin, y: &Lin, q: &Lin) {
        let r = self.range(y);
        if let Some(l) = &r.lo {
            self.facts.at_least_zero(&x.minus(&q.times(l)));
        }
        if let Some(u) = &r.hi {
            // x < (q + 1)*y
            let below = q.times(u).add(u).add(&-BigInt::one());
            self.facts.at_least_zero(&below.minus(x));
        }
    }

    /// A remainder `r` of `x` by `y` where `0 < y <= x`: y is taken at least once, so
    /// that `r <= x - y`; with `r < y` it is below a half of `x`.
    fn taken_once(&mut self, x: &Lin, y: &Lin, r: &Lin) {
        let more = x.minus(y);
        if self.facts.entails(&more, self.count) {
            self.facts.at_least_zero(&more.minus(r));
        }
    }

    fn signed_division(&mut self, rest: bool, a: &Num, b: &Num) -> Ruled<Lin> {
        let bits = a.bits;
        let x = is!(self.view(a, View::Signed));
        let y = is!(self.view(b, View::Signed));
        if let Some(c) = y.as_number().filter(|c| !c.is_zero()).cloned() {
            let size = c.abs();
            let q = is!(self.toward_zero(&x, &size));
            if rest {
                return Ruled::Is(x.minus(&q.times(&size)));
            }
            if c.is_positive() {
                return Ruled::Is(q);
            }
            // Only the least number by -1 wraps around.
            return self.wrap_quietly(&q.times(&-BigInt::one()), View::Signed, bits);
        }
        let v = self.any(View::Signed, bits);
        let (rx, ry) = (self.range(&x), self.range(&y));
        if ry.contains(&BigInt::zero()) {
            return Ruled::Is(v);
        }
        if let (Some(l), Some(u)) = (&rx.lo, &rx.hi) {
            // |q| <= |x| and |r| <= |x|, and a remainder has the sign of x: with
            // the wrapped results of the least number by -1 too.
            let zero = BigInt::zero();
            let most = l.abs().max(u.abs());
            let within = if rest {
                Interval::new(l.min(&zero).clone(), u.max(&zero).clone())
            } else {
                Interval::new(-most.clone(), most)
            };
            self.facts.add(&v, &within);
            if rest {
                if *l >= zero {
                    self.facts.at_least_zero(&x.minus(&v));
                }
                if *u <= zero {
                    self.facts.at_least_zero(&v.minus(&x));
                }
                // |r| < |y|, on both sides.
                let size = match (&ry.lo, &ry.hi) {
                    (Some(lo), _) if lo.is_positive() => Some(y.clone()),
                    (_, Some(hi)) if hi.is_negative() => Some(y.times(&-BigInt::one())),
                    _ => None,
                };
                if let Some(size) = size {
                    let below = size.add(&-BigInt::one());
                    self.facts.at_least_zero(&below.minus(&v));
                    self.facts.at_least_zero(&below.plus(&v));
                    if *l >= zero {
                        self.taken_once(&x, &size, &v);
                    }
                }
            } else if *l >= zero && ry.lo.as_ref().is_some_and(|y| y.is_positive()) {
                self.facts.at_least_zero(&v);
                self.quotient_by(&x, &y, &v);
            }
        }
        Ruled::Is(v)
    }

    fn logical(&mut self, op: BinOp, a: &Num, b: &Num, view: View) -> Ruled<Lin> {
        let bits = a.bits;
        let number = |n: &Num| {
            let c = n.form.as_number()?;
            Some(View::Unsigned.convert(bits, c))
        };
        if let (Some(x), Some(y)) = (number(a), number(b)) {
            let v = match op {
                BinOp::And => x & y,
                BinOp::Or => x | y,
                _ => x ^ y,
            };
            return Ruled::Is(Lin::number(view.convert(bits, &v)));
        }
        if a.view == b.view && a.form == b.form {
            return match op {
                BinOp::Xor => Ruled::Is(Lin::default()),
                _ => self.view(a, view),
            };
        }
        let (c, other) = match (number(a), number(b)) {
            (Some(c), _) => (Some(c), b),
            (_, Some(c)) => (Some(c), a),
            _ => (None, a),
        };
        let ones = pow2(bits) - 1;
        if let Some(c) = c.clone() {
            match op {
                // A mask of low ones is a remainder, in any view.
                BinOp::And if (&c & (&c + 1u32)).is_zero() => {
                    let size = &c + 1;
                    let q = self.floor(&other.form.clone(), &size);
                    let v = other.form.minus(&q.times(&size));
                    return self.result(v, View::Unsigned, bits, view);
                }
                // A mask of high ones takes the remainder away.
                BinOp::And if high_ones(&c, bits).is_some() => {
                    let size = high_ones(&c, bits).unwrap_or_else(BigInt::one);
                    let q = self.floor(&other.form.clone(), &size);
                    let v = q.times(&size);
                    return self.result(v, other.view, bits, view);
                }
                // All bits turned: -1 - x.
                BinOp::Xor if c == ones => {
                    let x = is!(self.view(other, view));
                    let sum = match view {
                        View::Unsigned => ones,
                        View::Signed => -BigInt::one(),
                    };
                    return Ruled::Is(Lin::number(sum).minus(&x));
                }
                BinOp::Or | BinOp::Xor if c.is_zero() => return self.view(other, view),
                _ => {}
            }
        }
        // A mask without its top bit bounds the result whatever the sign.
        if op == BinOp::And {
            if let Some(c) = c.filter(|c| *c < pow2(bits - 1)) {
                let r = self.facts.quick_range(&other.form);
                if r.lo.is_none_or(|l| l.is_negative()) {
                    *self.exact = false;
                    return Ruled::Is(self.fresh(&Interval::new(0, c)));
                }
            }
        }
        let x = is!(self.view(a, View::Unsigned));
        let y = is!(self.view(b, View::Unsigned));
        let v = self.any(View::Unsigned, bits);
        let (rx, ry) = (self.range(&x), self.range(&y));
        let bound = match (&rx.hi, &ry.hi) {
            (Some(h), Some(i)) => {
                let most = u32::try_from(h.max(i).bits()).unwrap_or(bits);
                pow2(most.min(bits)) - 1
            }
            _ => ones.clone(),
        };
        let sum = x.plus(&y);
        match op {
            BinOp::And => {
                self.facts.at_least_zero(&x.minus(&v));
                self.facts.at_least_zero(&y.minus(&v));
                self.facts.at_least_zero(&v.minus(&sum).add(&ones));
            }
            BinOp::Or => {
                self.facts.at_least_zero(&v.minus(&x));
                self.facts.at_least_zero(&v.minus(&y));
                self.facts.at_least_zero(&sum.minus(&v));
                self.facts.add(&v, &Interval::new(0, bound));
            }
            _ => {
                self.facts.at_least_zero(&sum.minus(&v));
                self.facts.at_least_zero(&v.minus(&x).plus(&y));
                self.facts.at_least_zero(&v.minus(&y).plus(&x));
                self.facts.add(&v, &Interval::new(0, bound));
                // Signs: equal ones give a number without the top bit.
                let half = pow2(bits - 1);
                let top = |r: &Interval| match (&r.lo, &r.hi) {
                    (Some(l), _) if *l >= half => Some(true),
                    (_, Some(h)) if *h < half => Some(false),
                    _ => None,
                };
                if let (Some(s), Some(t)) = (top(&rx), top(&ry)) {
                    let within = if s == t {
                        Interval::new(0, &half - 1)
                    } else {
                        Interval::new(half.clone(), ones)
                    };
                    self.facts.add(&v, &within);
                }
            }
        }
        self.result(v, View::Unsigned, bits, view)
    }

    fn shift(&mut self, op: BinOp, a: &Num, b: &Num, view: View) -> Ruled<Lin> {
        let bits = a.bits;
        let amount = is!(self.view(b, View::Unsigned));
        if let Some(s) = amount.as_number() {
            let Some(s) = u32::try_from(s).ok().filter(|s| *s < bits) else {
                return Ruled::Is(self.any(view, bits));
            };
            let size = pow2(s);
            return match op {
                BinOp::Shl => {
                    let x = is!(self.view(a, view));
                    self.wrap(&x.times(&size), view, bits)
                }
                BinOp::LShr => {
                    let x = is!(self.view(a, View::Unsigned));
                    let v = self.floor(&x, &size);
                    self.result(v, View::Unsigned, bits, view)
                }
                _ => {
                    let x = is!(self.view(a, View::Signed));
                    let v = self.floor(&x, &size);
                    self.result(v, View::Signed, bits, view)
                }
            };
        }
        let r = self.range(&amount);
        let defined = r.hi.is_some_and(|h| h < BigInt::from(bits));
        match op {
            BinOp::LShr if defined => {
                let x = is!(self.view(a, View::Unsigned));
                let v = self.any(View::Unsigned, bits);
                self.facts.at_least_zero(&x.minus(&v));
                self.result(v, View::Unsigned, bits, view)
            }
            BinOp::AShr if defined => {
                let x = is!(self.view(a, View::Signed));
                let v = self.any(View::Signed, bits);
                let r = self.range(&x);
                if r.lo.as_ref().is_some_and(|l| !l.is_negative()) {
                    self.facts.at_least_zero(&v);
                    self.facts.at_least_zero(&x.minus(&v));
                } else if r.hi.as_ref().is_some_and(Signed::is_negative) {
                    self.facts.add(
                        &v,
                        &Interval {
                            lo: None,
                            hi: Some(-BigInt::one()),
                        },
                    );
                    self.facts.at_least_zero(&v.minus(&x));
                }
                self.result(v, View::Signed, bits, view)
            }
            _ => Ruled::Is(self.any(view, bits)),
        }
    }

    /// `trunc`, `zext` or `sext` to `to` bits; `None` for other conversions.
    pub fn cast(&mut self, op: CastOp, a: &Num, to: u32, view: View) -> Option<Ruled<Lin>> {
        let from = match op {
            CastOp::Trunc => return Some(self.wrap_quietly(&a.form, view, to)),
            CastOp::ZExt => View::Unsigned,
            CastOp::SExt => View::Signed,
            _ => return None,
        };
        Some(match self.view(a, from) {
            Ruled::Refine(cases) => Ruled::Refine(cases),
            Ruled::Is(v) => self.result(v, from, to, view),
        })
    }

    /// [`Context::wrap`] whose cases are no phases: of conversions and quotients.
    fn wrap_quietly(&mut self, t: &Lin, view: View, bits: u32) -> Ruled<Lin> {
        match self.wrap(t, view, bits) {
            Ruled::Refine(mut cases) => {
                for c in &mut cases {
                    c.side = Side::None;
                }
                Ruled::Refine(cases)
            }
            is => is,
        }
    }
}

/// `2^k` if `c` is `k` zeros below ones only.
fn high_ones(c: &BigInt, bits: u32) -> Option<BigInt> {
    let low = pow2(bits) - c;
    let power = low.is_positive() && (&low & (&low - 1u32)).is_zero();
    power.then_some(low)
}
