//! Intervals and congruences of single columns, with the facts they rest on.
//!
//! Idea: a fact bounds each of its columns by the bounds of the others; what
//! gets better is told to the facts that mention it, a bounded number of times.
//! An equation and a divisibility give `x = r (mod m)` in the same way. A form is
//! bounded by its columns' intervals, and then rounded to its congruence class.
//! Alternatives: octagons, which the difference bounds and the simplex behind
//! this layer cover.
//! Source: Granger, Static analysis of arithmetical congruences, 1989, for the
//! arithmetic of congruences.
//! Cost: linear in the fact's length per propagation; `BUDGET` propagations per
//! fact that is added.

use super::fact::{Fact, Says};
use super::product::Products;
use crate::linear::{Col, Form, Q};
use num_integer::Integer;
use std::rc::Rc;

/// Propagations per added fact.
const BUDGET: u32 = 24;
/// A bound that rests on more facts than this is not kept.
const REASONS: usize = 24;
/// Words of a bound over which it is not kept.
const WORDS: u64 = 16;

/// Sorted numbers of facts.
pub(super) type Reason = Rc<[u32]>;

pub(super) fn union<'a>(reasons: impl IntoIterator<Item = &'a Reason>) -> Reason {
    let mut out: Vec<u32> = Vec::new();
    for r in reasons {
        out.extend_from_slice(r);
    }
    out.sort_unstable();
    out.dedup();
    out.into()
}

/// `column = remainder (mod modulus)`; the modulus is 1 when nothing is known.
#[derive(Clone, Debug)]
struct Class {
    modulus: i128,
    remainder: i128,
    reason: Reason,
}

#[derive(Clone, Debug, Default)]
struct Range {
    lower: Option<(Q, Reason)>,
    upper: Option<(Q, Reason)>,
    class: Option<Class>,
}

/// What is known of each column.
#[derive(Default)]
pub(super) struct Ranges {
    of: Vec<Range>,
    /// The facts that mention a column.
    users: Vec<Vec<u32>>,
    trail: Vec<(u32, Range)>,
    /// How many facts there are per scope, and the trail's length.
    scopes: Vec<(usize, usize)>,
    facts: Vec<Fact>,
    conflict: Option<(usize, Reason)>,
    /// Bounds that products of columns get from their factors.
    empty: Reason,
}

impl Ranges {
    pub fn column(&mut self) {
        self.of.push(Range::default());
        self.users.push(Vec::new());
    }

    pub fn push(&mut self) {
        self.scopes.push((self.facts.len(), self.trail.len()));
    }

    pub fn pop(&mut self) {
        let Some((facts, mark)) = self.scopes.pop() else {
            return;
        };
        while self.trail.len() > mark {
            if let Some((x, old)) = self.trail.pop() {
                self.of[x as usize] = old;
            }
        }
        while self.facts.len() > facts {
            if let Some(f) = self.facts.pop() {
                for (x, _) in f.form.terms() {
                    self.users[x.0 as usize].pop();
                }
            }
        }
        let outside = |c: &(usize, Reason)| c.0 > self.facts.len();
        if self.conflict.as_ref().is_some_and(outside) {
            self.conflict = None;
        }
    }

    /// Facts that contradict each other.
    pub fn conflict(&self) -> Option<&Reason> {
        self.conflict.as_ref().map(|c| &c.1)
    }

    /// Adds the next fact; facts are numbered in the order of this call.
    pub fn add(&mut self, fact: &Fact, products: &Products) {
        let id = self.facts.len() as u32;
        self.facts.push(fact.clone());
        for (x, _) in fact.form.terms() {
            self.users[x.0 as usize].push(id);
        }
        if self.conflict.is_some() {
            return;
        }
        if fact.says == Says::Always(false) {
            self.fail([id].into());
        }
        let mut queue = vec![id];
        let mut left = BUDGET;
        while let Some(id) = queue.pop() {
            let Some(next) = left.checked_sub(1) else {
                return;
            };
            left = next;
            let mut changed: Vec<Col> = Vec::new();
            self.propagate(id, &mut changed);
            for x in changed.clone() {
                self.products(x, products, &mut changed);
            }
            for x in changed {
                for &user in self.users[x.0 as usize].iter().rev().take(8) {
                    if user != id && !queue.contains(&user) {
                        queue.insert(0, user);
                    }
                }
            }
            if self.conflict.is_some() {
                return;
            }
        }
    }

    fn fail(&mut self, reason: Reason) {
        if self.conflict.is_none() {
            self.conflict = Some((self.facts.len(), reason));
        }
    }

    fn propagate(&mut self, id: u32, changed: &mut Vec<Col>) {
        let fact = self.facts[id as usize].clone();
        let own: Reason = [id].into();
        match &fact.says {
            Says::AtMostZero => self.bounds(&fact.form, &own, changed),
            Says::Zero => {
                self.bounds(&fact.form, &own, changed);
                self.bounds(&fact.form.negated(), &own, changed);
                self.classes(&fact.form, 0, &own, changed);
            }
            Says::Multiple(m) => {
                if let Ok(m) = i128::try_from(m) {
                    self.classes(&fact.form, m, &own, changed);
                }
            }
            Says::NotZero => self.hole(&fact.form, &own, changed),
            Says::Always(_) => {}
        }
    }

    /// `form <= 0` bounds each of its columns.
    fn bounds(&mut self, form: &Form, own: &Reason, changed: &mut Vec<Col>) {
        // The least value of the rest must leave room.
        let terms = form.terms();
        let open = |(x, c): &&(Col, Q)| self.side(*x, c.is_negative()).is_none();
        let missing: Vec<Col> = terms.iter().filter(open).map(|t| t.0).take(2).collect();
        if missing.len() > 1 {
            return;
        }
        for (x, c) in terms {
            if missing.first().is_some_and(|m| m != x) {
                continue;
            }
            let mut sum = form.constant().clone();
            let mut reasons: Vec<Reason> = vec![own.clone()];
            for (y, d) in terms {
                if y == x {
                    continue;
                }
                if let Some((b, r)) = self.side(*y, d.is_negative()) {
                    sum = sum.plus_product(d, b);
                    reasons.push(r.clone());
                }
            }
            // c x <= -sum
            let limit = sum.negated().over(c);
            let upper = c.is_positive();
            self.set(*x, limit, upper, &reasons, changed);
        }
    }

    /// The upper or lower bound of a column.
    fn side(&self, x: Col, upper: bool) -> Option<&(Q, Reason)> {
        let r = self.of.get(x.0 as usize)?;
        if upper { &r.upper } else { &r.lower }.as_ref()
    }

    fn set(&mut self, x: Col, limit: Q, upper: bool, reasons: &[Reason], changed: &mut Vec<Col>) {
        // A product that bounds its own factors squares them in each round.
        if limit.words() > WORDS {
            return;
        }
        let limit = if upper { limit.floor() } else { limit.ceil() };
        let better = |old: &Option<(Q, Reason)>, limit: &Q| match old {
            None => true,
            Some((b, _)) if upper => limit < b,
            Some((b, _)) => limit > b,
        };
        let range = &self.of[x.0 as usize];
        if !better(if upper { &range.upper } else { &range.lower }, &limit) {
            return;
        }
        let mut reason = union(reasons);
        let mut limit = limit;
        if let (Some(c), Some(v)) = (&range.class, limit.as_i64()) {
            // The next member of the congruence class inwards.
            let v = i128::from(v);
            let to = if upper {
                v - (v - c.remainder).rem_euclid(c.modulus)
            } else {
                v + (c.remainder - v).rem_euclid(c.modulus)
            };
            if to != v {
                limit = Q::from_int(&to.into());
                reason = union([&reason, &c.reason]);
            }
        }
        if reason.len() > REASONS {
            return;
        }
        self.trail.push((x.0, range.clone()));
        let range = &mut self.of[x.0 as usize];
        if upper {
            range.upper = Some((limit, reason));
        } else {
            range.lower = Some((limit, reason));
        }
        if let (Some((l, a)), Some((u, b))) = (&range.lower, &range.upper) {
            if l > u {
                let both = union([a, b]);
                self.fail(both);
                return;
            }
        }
        if !changed.contains(&x) {
            changed.push(x);
        }
    }

    /// `form != 0` for one column whose bound it takes away.
    fn hole(&mut self, form: &Form, own: &Reason, changed: &mut Vec<Col>) {
        let [(x, c)] = form.terms() else { return };
        let at = form.constant().negated().over(c);
        for upper in [true, false] {
            if let Some((b, r)) = self.side(*x, upper) {
                if *b == at {
                    let to = at.plus(if upper { &Q::MINUS_ONE } else { &Q::ONE });
                    let reasons = [own.clone(), r.clone()];
                    self.set(*x, to, upper, &reasons, changed);
                }
            }
        }
    }

    /// The congruence class of a sum without one column: its value, the modulus,
    /// the reasons. Modulus 0 is an exact value.
    fn class_of(&self, form: &Form, without: Option<Col>) -> Option<(i128, i128, Vec<Reason>)> {
        let mut value = whole(form.constant())?;
        let mut modulus = 0i128;
        let mut reasons = Vec::new();
        for (y, d) in form.terms() {
            if Some(*y) == without {
                continue;
            }
            let d = whole(d)?;
            let range = &self.of[y.0 as usize];
            let fixed = match (&range.lower, &range.upper) {
                (Some((l, a)), Some((u, b))) if l == u => whole(l).map(|v| (v, [a, b])),
                _ => None,
            };
            if let Some((v, [a, b])) = fixed {
                value = value.checked_add(d.checked_mul(v)?)?;
                reasons.push(a.clone());
                reasons.push(b.clone());
                continue;
            }
            match &range.class {
                Some(c) => {
                    value = value.checked_add(d.checked_mul(c.remainder)?)?;
                    modulus = modulus.gcd(&d.checked_mul(c.modulus)?);
                    reasons.push(c.reason.clone());
                }
                None => modulus = modulus.gcd(&d),
            }
        }
        Some((value, modulus, reasons))
    }

    /// `form = 0 (mod m)` puts each column in a congruence class.
    fn classes(&mut self, form: &Form, m: i128, own: &Reason, changed: &mut Vec<Col>) {
        for (x, c) in form.terms() {
            let Some(c) = whole(c) else { return };
            let Some((value, modulus, mut reasons)) = self.class_of(form, Some(*x)) else {
                return;
            };
            // c x + value = 0 (mod g)
            let g = modulus.gcd(&m);
            reasons.push(own.clone());
            if g == 0 {
                // Exact: the intervals say it.
                continue;
            }
            let d = c.gcd(&g);
            if value % d != 0 {
                let reason = union(&reasons);
                self.fail(reason);
                return;
            }
            let n = g / d;
            if n <= 1 || n > 1 << 40 {
                continue;
            }
            let inverse = (c / d).rem_euclid(n).extended_gcd(&n).x.rem_euclid(n);
            let remainder = ((-value / d).rem_euclid(n) * inverse).rem_euclid(n);
            self.join(*x, n, remainder, &reasons, changed);
        }
    }

    fn join(&mut self, x: Col, n: i128, r: i128, reasons: &[Reason], changed: &mut Vec<Col>) {
        let range = &self.of[x.0 as usize];
        let mut reason = union(reasons);
        let (mut n, mut r) = (n, r);
        if let Some(old) = &range.class {
            if old.modulus % n == 0 && (old.remainder - r) % n == 0 {
                return;
            }
            // Chinese remainders.
            let e = old.modulus.extended_gcd(&n);
            if (r - old.remainder) % e.gcd != 0 {
                let both = union([&reason, &old.reason]);
                self.fail(both);
                return;
            }
            let lcm = old.modulus / e.gcd * n;
            if lcm > 1 << 40 {
                return;
            }
            let step = ((r - old.remainder) / e.gcd * e.x).rem_euclid(n / e.gcd);
            r = (old.remainder + old.modulus * step).rem_euclid(lcm);
            n = lcm;
            reason = union([&reason, &old.reason]);
        }
        if reason.len() > REASONS {
            return;
        }
        self.trail.push((x.0, range.clone()));
        let range = &mut self.of[x.0 as usize];
        range.class = Some(Class {
            modulus: n,
            remainder: r,
            reason: reason.clone(),
        });
        let (lower, upper) = (range.lower.clone(), range.upper.clone());
        for (side, is_upper) in [(lower, false), (upper, true)] {
            if let Some((b, why)) = side {
                // Rounded to the new class.
                let b = b.as_i64().map(i128::from);
                let Some(v) = b else { continue };
                let to = if is_upper {
                    v - (v - r).rem_euclid(n)
                } else {
                    v + (r - v).rem_euclid(n)
                };
                if to != v {
                    let both = [why, reason.clone()];
                    self.set(x, Q::from_int(&to.into()), is_upper, &both, changed);
                }
            }
        }
        if !changed.contains(&x) {
            changed.push(x);
        }
    }

    /// The bounds of products in which a column is a factor.
    fn products(&mut self, x: Col, products: &Products, changed: &mut Vec<Col>) {
        for p in products.of_factor(x) {
            let Some(factors) = products.factors(p) else {
                continue;
            };
            let all: Option<Vec<Interval>> = factors
                .iter()
                .map(|(y, n)| Some(self.interval(*y).power(*n)))
                .collect();
            let Some(all) = all else { continue };
            let one = Interval {
                lower: Some((Q::ONE, self.none())),
                upper: Some((Q::ONE, self.none())),
            };
            let product = all.iter().fold(one, |a, b| a.times(b));
            if let Some((l, r)) = product.lower {
                self.set(p, l, false, &[r], changed);
            }
            if let Some((u, r)) = product.upper {
                self.set(p, u, true, &[r], changed);
            }
        }
    }

    fn none(&self) -> Reason {
        self.empty.clone()
    }

    /// What a new product is bounded by.
    pub fn made(&mut self, p: Col, products: &Products) {
        let mut changed = Vec::new();
        if let Some((x, _)) = products.factors(p).and_then(|f| f.first()) {
            self.products(*x, products, &mut changed);
        }
    }

    pub fn interval(&self, x: Col) -> Interval {
        let r = &self.of[x.0 as usize];
        Interval {
            lower: r.lower.clone(),
            upper: r.upper.clone(),
        }
    }

    /// Why `form <= 0`, if intervals and congruences show it.
    pub fn at_most_zero(&self, form: &Form) -> Option<Reason> {
        let mut sum = form.constant().clone();
        let mut reasons: Vec<&Reason> = Vec::new();
        for (x, c) in form.terms() {
            let (b, r) = self.side(*x, c.is_positive())?;
            sum = sum.plus_product(c, b);
            reasons.push(r);
        }
        if !sum.is_positive() {
            return Some(union(reasons));
        }
        // The greatest member of the form's class that is not above the sum.
        let top = sum.as_i64().map(i128::from)?;
        let (value, modulus, more) = self.class_of(form, None)?;
        if modulus == 0 {
            return None;
        }
        let m = modulus.checked_abs()?;
        if top - (top - value).rem_euclid(m) > 0 {
            return None;
        }
        Some(union(reasons.into_iter().chain(&more)))
    }

    /// Why the form is not 0, if congruences show it.
    pub fn not_zero(&self, form: &Form) -> Option<Reason> {
        let (value, modulus, reasons) = self.class_of(form, None)?;
        let differs = match modulus {
            0 => value != 0,
            m => value % m != 0,
        };
        differs.then(|| union(&reasons))
    }

    /// Why `m` divides the form, if congruences show it.
    pub fn divides(&self, m: i128, form: &Form) -> Option<Reason> {
        let (value, modulus, reasons) = self.class_of(form, None)?;
        (m != 0 && modulus % m == 0 && value % m == 0).then(|| union(&reasons))
    }
}

fn whole(q: &Q) -> Option<i128> {
    q.as_i64().map(i128::from)
}

/// Bounds with the facts they rest on.
#[derive(Clone, Debug, Default)]
pub(super) struct Interval {
    pub lower: Option<(Q, Reason)>,
    pub upper: Option<(Q, Reason)>,
}

impl Interval {
    /// Never negative for even exponents.
    fn power(&self, n: u32) -> Interval {
        let mut out = self.clone();
        for _ in 1..n {
            out = out.times(self);
        }
        if n % 2 == 0 {
            let negative = out.lower.as_ref().is_none_or(|l| l.0.is_negative());
            if negative {
                out.lower = Some((Q::ZERO, Rc::from([])));
            }
        }
        out
    }

    fn sign(side: &Option<(Q, Reason)>, below: bool) -> Option<&Reason> {
        match side {
            Some((b, r)) if below && !b.is_positive() => Some(r),
            Some((b, r)) if !below && !b.is_negative() => Some(r),
            _ => None,
        }
    }

    /// The interval of products.
    fn times(&self, other: &Interval) -> Interval {
        if let (Some(a), Some(b), Some(c), Some(d)) =
            (&self.lower, &self.upper, &other.lower, &other.upper)
        {
            let reason = union([&a.1, &b.1, &c.1, &d.1]);
            let all = [
                a.0.times(&c.0),
                a.0.times(&d.0),
                b.0.times(&c.0),
                b.0.times(&d.0),
            ];
            let side = |v: Option<&Q>| v.cloned().map(|v| (v, reason.clone()));
            return Interval {
                lower: side(all.iter().min()),
                upper: side(all.iter().max()),
            };
        }
        // Half-lines: only signs and products of the near ends.
        let positive = |i: &Interval| Interval::sign(&i.lower, false).cloned();
        let negative = |i: &Interval| Interval::sign(&i.upper, true).cloned();
        let near = |a: &Option<(Q, Reason)>, b: &Option<(Q, Reason)>| match (a, b) {
            (Some(a), Some(b)) => Some((a.0.times(&b.0), union([&a.1, &b.1]))),
            _ => None,
        };
        let mut out = Interval::default();
        if positive(self).is_some() && positive(other).is_some() {
            out.lower = near(&self.lower, &other.lower);
        } else if negative(self).is_some() && negative(other).is_some() {
            out.lower = near(&self.upper, &other.upper);
        } else if let (Some(a), Some(b)) = (positive(self), negative(other)) {
            // a >= l >= 0, b <= u <= 0: the product is at most l * u.
            out.upper = near(&self.lower, &other.upper).or(Some((Q::ZERO, union([&a, &b]))));
        } else if let (Some(a), Some(b)) = (negative(self), positive(other)) {
            out.upper = near(&self.upper, &other.lower).or(Some((Q::ZERO, union([&a, &b]))));
        }
        out
    }
}
