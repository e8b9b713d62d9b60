//! Questions about products, by polynomials instead of multipliers.
//!
//! Idea: below a path, sums and products of bit-vectors are polynomials over
//! the numbers that the variables stand for; products of variables are
//! variables of their own, of which their range is known. What equalities of
//! polynomials say is used by elimination ([`super::polynomial`]), and what is
//! left is linear and goes to the solver, which never multiplies two variables.
//! A term equals its polynomial modulo 2^width; it equals it as a number where
//! the path keeps that within the range of its type, which is asked. So
//! `2*s == i*i - i` over the integers holds of a sum that does not wrap around,
//! and the same modulo 2^32 of one that may. Source: S. Gulwani, A. Tiwari,
//! "Combining Abstract Interpreters", PLDI 2006 (products as new variables);
//! M. Müller-Olm, H. Seidl, "Analysis of Modular Arithmetic", TOPLAS 2007.
//! Alternative: a solver with multipliers, which finds no such proof over 32
//! bits. Cost: a few dozen linear questions.
//!
//! What must never happen: a number that is taken for its polynomial where it
//! may wrap around; an equality modulo 2^n that is divided by an even number.

use super::polynomial::{Basis, Monomial, Polynomial, Ring};
use ep_ir::scalar::mask128;
use ep_machine::driver::Solving;
use ep_smt::Answer;
use ep_term::{Assignment, Evaluator, Op, Pool, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Conflicts that one question may cost.
const CONFLICTS: u64 = 3_000;
/// Questions of one context.
const MOST_QUESTIONS: u32 = 120;
/// Atoms that are compared with each other.
const MOST_ATOMS: usize = 9;
/// A number with more bits is not followed.
const MOST_BITS: u32 = 124;

/// A polynomial that is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    pub left: Polynomial,
    pub ring: Ring,
    /// Atoms stand for signed numbers.
    pub signed: bool,
}

/// An equality that every round keeps.
#[derive(Clone)]
pub(super) struct Equality {
    pub fact: Fact,
    /// It speaks of named variables only.
    pub told: bool,
}

/// The variables that stand for products, and what paths say of them.
#[derive(Default)]
pub(super) struct Products {
    /// Checks with products are decided here.
    pub on: bool,
    pub vars: FxHashMap<(Monomial, u32, bool), TermId>,
    pub meaning: FxHashMap<VarId, (Monomial, u32, bool)>,
    /// Conjuncts of paths that are facts.
    pub facts: FxHashMap<TermId, Fact>,
    /// Conjuncts that give the ranges of products.
    pub ranges: FxHashSet<TermId>,
    /// Variables that stand for quotients and rests.
    divisions: FxHashMap<TermId, TermId>,
}

/// A path, with what is known of polynomials.
pub(super) struct Algebra<'a> {
    pub cx: &'a mut Solving,
    pub products: &'a mut Products,
    pub plain: Vec<TermId>,
    /// Conjuncts with products.
    pub hard: Vec<TermId>,
    pub facts: Vec<(Polynomial, Ring)>,
    pub signed: bool,
    /// Bits of the variables for products.
    pub wide: u32,
    pub lifted: FxHashMap<TermId, Polynomial>,
    pub exact: FxHashMap<(TermId, bool), Option<Polynomial>>,
    pub ranges: FxHashMap<TermId, (i128, i128)>,
    pub used: BTreeSet<Monomial>,
    /// Products of two are compared with their factors.
    pub envelopes: bool,
    divided: FxHashSet<(TermId, u32)>,
    questions: u32,
}

impl<'a> Algebra<'a> {
    pub fn new(
        cx: &'a mut Solving,
        products: &'a mut Products,
        path: &[TermId],
        signed: bool,
    ) -> Algebra<'a> {
        let (mut plain, mut hard, mut facts) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = FxHashMap::default();
        for t in path {
            if let Some(f) = products.facts.get(t) {
                let modular = f.ring != Ring::Integers;
                if f.signed == signed || modular {
                    facts.push((f.left.clone(), f.ring));
                }
            } else if multiplies(&cx.pool, *t, &mut seen) {
                hard.push(*t);
            } else if !products.ranges.contains(t) {
                plain.push(*t);
            }
        }
        Algebra {
            cx,
            products,
            plain,
            hard,
            facts,
            signed,
            wide: 64,
            lifted: FxHashMap::default(),
            exact: FxHashMap::default(),
            ranges: FxHashMap::default(),
            used: BTreeSet::new(),
            envelopes: false,
            divided: FxHashSet::default(),
            questions: 0,
        }
    }

    /// Assumes that polynomials are zero.
    pub fn assume(&mut self, facts: impl IntoIterator<Item = (Polynomial, Ring)>) {
        self.facts.extend(facts);
    }

    /// The least and the greatest number that an atom can be.
    pub fn range(&self, t: TermId) -> (i128, i128) {
        if let Some(r) = self.ranges.get(&t) {
            return *r;
        }
        let pool = &self.cx.pool;
        if self.signed {
            return pool.srange(t);
        }
        let (lo, hi) = pool.urange(t);
        let most = |x: u128| i128::try_from(x).unwrap_or(i128::MAX);
        (most(lo), most(hi))
    }

    /// The range of a product; nothing where it has too many bits.
    fn interval(&self, m: &Monomial) -> Option<(i128, i128)> {
        let mut powers: BTreeMap<TermId, u32> = BTreeMap::new();
        for f in m.factors() {
            *powers.entry(*f).or_insert(0) += 1;
        }
        let (mut lo, mut hi) = (1i128, 1i128);
        for (f, n) in powers {
            let (a, b) = self.range(f);
            let ends = [a.checked_pow(n)?, b.checked_pow(n)?];
            let (mut x, mut y) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            if n % 2 == 0 && a < 0 && b > 0 {
                (x, y) = (0, y.max(x));
            }
            let all = [
                lo.checked_mul(x)?,
                lo.checked_mul(y)?,
                hi.checked_mul(x)?,
                hi.checked_mul(y)?,
            ];
            (lo, hi) = (*all.iter().min()?, *all.iter().max()?);
        }
        let most = 1i128 << MOST_BITS;
        (lo > -most && hi < most).then_some((lo, hi))
    }

    /// The range of a polynomial, by those of its products.
    pub fn hull(&self, p: &Polynomial) -> Option<(i128, i128)> {
        let (mut lo, mut hi) = (0i128, 0i128);
        for (m, c) in p.terms() {
            let (a, b) = self.interval(m)?;
            let (a, b) = (a.checked_mul(c)?, b.checked_mul(c)?);
            lo = lo.checked_add(a.min(b))?;
            hi = hi.checked_add(a.max(b))?;
        }
        let most = 1i128 << MOST_BITS;
        (lo > -most && hi < most).then_some((lo, hi))
    }

    /// Makes the variables wide enough for a polynomial. False if it may have
    /// too many bits for any.
    pub fn fit(&mut self, p: &Polynomial) -> bool {
        let Some((lo, hi)) = self.hull(p) else {
            self.wide = 128;
            return false;
        };
        let small = |(lo, hi): (i128, i128)| lo > -(1 << 61) && hi < 1 << 61;
        let each = p.terms().all(|(m, _)| self.interval(m).is_some_and(small));
        if !each || !small((lo, hi)) {
            self.wide = 128;
        }
        true
    }

    /// The variable that stands for a division by something else than a
    /// constant, of which only the range is said.
    pub fn stand_in(&mut self, t: TermId) -> TermId {
        let pool = &mut self.cx.pool;
        if !is_division(pool, t) {
            return t;
        }
        let known = self.products.divisions.get(&t).copied();
        let v = known.unwrap_or_else(|| pool.fresh_var("part", pool.sort(t)));
        self.products.divisions.insert(t, v);
        let (op, w) = (pool.op(t), pool.width(t));
        let (x, y) = match pool.args(t) {
            [x, y] => (*x, *y),
            _ => return v,
        };
        let mut seen = FxHashMap::default();
        let hard = multiplies(pool, x, &mut seen) || multiplies(pool, y, &mut seen);
        if hard || !self.divided.insert((t, 0)) {
            return v;
        }
        let zero = pool.bv(w, 0);
        let signed = matches!(op, Op::BvSdiv | Op::BvSrem);
        let (p, q, r) = (pool.slt(x, zero), pool.sle(y, zero), pool.slt(v, zero));
        let (negative, less, most) = match signed {
            true => (pool.or(p, q), pool.slt(v, y), pool.sle(v, x)),
            false => (pool.eq(y, zero), pool.ult(v, y), pool.ule(v, x)),
        };
        let mut says = vec![most];
        if signed {
            says.push(pool.not(r));
        }
        if matches!(op, Op::BvUrem | Op::BvSrem) {
            says.push(less);
        }
        for t in says {
            let t = pool.or(negative, t);
            self.plain.push(t);
        }
        v
    }

    /// An atom's number in so many bits.
    fn number(&mut self, t: TermId, bits: u32) -> TermId {
        let t = self.stand_in(t);
        let pool = &mut self.cx.pool;
        let w = pool.width(t);
        if bits <= w {
            return pool.extract(t, bits - 1, 0);
        }
        if self.signed {
            pool.sext(t, bits)
        } else {
            pool.zext(t, bits)
        }
    }

    fn product(&mut self, m: &Monomial, bits: u32) -> TermId {
        let var = match m.factors() {
            [] => return self.cx.pool.bv(bits, 1),
            [t] => return self.number(*t, bits),
            _ => {
                self.used.insert(m.clone());
                let key = (m.clone(), self.wide, self.signed);
                match self.products.vars.get(&key) {
                    Some(v) => *v,
                    None => {
                        let pool = &mut self.cx.pool;
                        let v = pool.fresh_var("product", Sort::BitVec(self.wide));
                        if let Some(x) = pool.as_var(v) {
                            self.products.meaning.insert(x, key.clone());
                        }
                        self.products.vars.insert(key, v);
                        v
                    }
                }
            }
        };
        self.cx.pool.extract(var, bits - 1, 0)
    }

    /// The polynomial modulo 2^bits as a linear term.
    pub fn linear(&mut self, p: &Polynomial, bits: u32) -> TermId {
        let mut sum = self.cx.pool.bv(bits, 0);
        for (m, c) in p.terms() {
            let x = self.product(m, bits);
            let pool = &mut self.cx.pool;
            let c = pool.bv(bits, c as u128 & mask128(bits));
            let part = pool.bvmul(x, c);
            sum = pool.bvadd(sum, part);
        }
        sum
    }

    pub fn zero(&mut self, p: &Polynomial, ring: Ring) -> TermId {
        let bits = match ring {
            Ring::Integers => self.wide,
            Ring::Modulo(w) => w.min(self.wide),
        };
        let t = self.linear(p, bits);
        let zero = self.cx.pool.bv(bits, 0);
        self.cx.pool.eq(t, zero)
    }

    /// What the products that are spoken of can be.
    pub fn product_ranges(&mut self) -> Vec<TermId> {
        let mut out = Vec::new();
        for m in self.used.clone() {
            let Some((lo, hi)) = self.interval(&m) else {
                continue;
            };
            let most = 1i128 << (self.wide - 2);
            if lo <= -most || hi >= most {
                continue;
            }
            let v = self.product(&m, self.wide);
            let pool = &mut self.cx.pool;
            let (lo, hi) = (
                pool.bv(self.wide, lo as u128 & mask128(self.wide)),
                pool.bv(self.wide, hi as u128 & mask128(self.wide)),
            );
            out.push(pool.sle(lo, v));
            out.push(pool.sle(v, hi));
            if let ([x, y], true) = (m.factors(), self.envelopes) {
                out.extend(self.envelope(*x, *y));
            }
        }
        out
    }

    /// Asks for the path with more conditions, and with what is known of
    /// polynomials.
    pub fn ask(&mut self, more: &[TermId]) -> Answer {
        self.fit_facts();
        let mut query = self.plain.clone();
        for (p, ring) in self.facts.clone() {
            let t = self.zero(&p, ring);
            query.push(t);
        }
        query.extend(self.product_ranges());
        query.extend(more);
        self.check(&query)
    }

    /// The same without the equalities, which is cheaper.
    fn ask_plain(&mut self, more: &[TermId]) -> Answer {
        let mut query = self.plain.clone();
        query.extend(self.product_ranges());
        query.extend(more);
        self.check(&query)
    }

    fn check(&mut self, query: &[TermId]) -> Answer {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            return Answer::Unknown("too many questions".into());
        }
        let before = self
            .cx
            .smt
            .set_effort(CONFLICTS, Duration::from_millis(1_500));
        let answer = self.cx.smt.check(&mut self.cx.pool, query);
        self.cx.smt.set_effort(before.0, before.1);
        answer
    }

    pub fn fit_facts(&mut self) {
        for (p, _) in self.facts.clone() {
            self.fit(&p);
        }
    }

    /// Whether the path keeps a polynomial between two numbers.
    pub fn within(&mut self, p: &Polynomial, lo: i128, hi: i128) -> bool {
        if self.inside(p, lo, hi) {
            return true;
        }
        let mut atoms = p.atoms();
        for (f, _) in &self.facts {
            let factors = f.terms().filter(|(m, _)| m.factors().len() > 1);
            atoms.extend(factors.flat_map(|(m, _)| m.factors().to_vec()));
        }
        atoms.retain(|t| !self.ranges.contains_key(t));
        self.tighten(&atoms);
        if self.inside(p, lo, hi) {
            return true;
        }
        if !self.fit(p) {
            return false;
        }
        self.fit_facts();
        let t = self.linear(p, self.wide);
        let pool = &mut self.cx.pool;
        let [lo, hi] = [lo, hi].map(|x| pool.bv(self.wide, x as u128 & mask128(self.wide)));
        let (a, b) = (pool.sle(lo, t), pool.sle(t, hi));
        let inside = pool.and(a, b);
        let outside = pool.not(inside);
        matches!(self.ask_plain(&[outside]), Answer::Unsat { .. })
            || (!self.facts.is_empty() && matches!(self.ask(&[outside]), Answer::Unsat { .. }))
    }

    /// The same by ranges alone, also by those of an equal multiple.
    pub fn inside(&self, p: &Polynomial, lo: i128, hi: i128) -> bool {
        let holds = |q: &Polynomial, by: i128| {
            let ends = lo.checked_mul(by).zip(hi.checked_mul(by));
            self.hull(q)
                .zip(ends)
                .is_some_and(|((a, b), (lo, hi))| lo <= a && b <= hi)
        };
        if holds(p, 1) {
            return true;
        }
        let equal = self.facts.iter().filter(|f| f.1 == Ring::Integers);
        let mut equal = equal.flat_map(|(f, _)| f.solved().map(move |(x, c)| (f, x, c)));
        equal.any(|(f, x, c)| {
            let b = p.terms().find(|(m, _)| m.factors() == [x]).map(|t| t.1);
            let Some(b) = b else { return false };
            // |c| times p, without x.
            let by = c.abs();
            let scaled = Polynomial::default().plus(p, by, Ring::Integers);
            let less = b.checked_mul(-c.signum());
            let q = scaled
                .zip(less)
                .and_then(|(q, n)| q.plus(f, n, Ring::Integers));
            q.is_some_and(|q| holds(&q, by))
        })
    }

    /// The polynomial that a term is as a number, signed or not, if it is one
    /// below this path.
    pub fn exact(&mut self, t: TermId, signed: bool) -> Option<Polynomial> {
        if let Some(p) = self.exact.get(&(t, signed)) {
            return p.clone();
        }
        let w = self.cx.pool.width(t);
        let p = self.exactly(t, w, signed);
        self.exact.insert((t, signed), p.clone());
        p
    }

    fn exactly(&mut self, t: TermId, w: u32, signed: bool) -> Option<Polynomial> {
        if w > 64 {
            return None;
        }
        if let Some(c) = self.cx.pool.as_bv(t) {
            let c = i128::try_from(c).ok()?;
            let negative = signed && c >> (w - 1) & 1 == 1;
            return Some(Polynomial::constant(if negative {
                c - (1 << w)
            } else {
                c
            }));
        }
        let p = self.lift(t);
        if p.as_atom() == Some(t) && signed == self.signed {
            return Some(p);
        }
        let (lo, hi) = match signed {
            true => (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1),
            false => (0, (1i128 << w) - 1),
        };
        self.within(&p, lo, hi).then_some(p)
    }

    /// A polynomial that equals a term modulo 2^width.
    pub fn lift(&mut self, t: TermId) -> Polynomial {
        if let Some(p) = self.lifted.get(&t) {
            return p.clone();
        }
        let w = self.cx.pool.width(t);
        let p = self.lifts(t, w).unwrap_or_else(|| Polynomial::atom(t));
        self.lifted.insert(t, p.clone());
        p
    }

    fn lifts(&mut self, t: TermId, w: u32) -> Option<Polynomial> {
        let pool = &self.cx.pool;
        let ring = if w <= 64 {
            Ring::Modulo(w)
        } else {
            Ring::Integers
        };
        if let Some(c) = pool.as_bv(t) {
            let shift = 128 - w;
            return Some(Polynomial::constant((c << shift) as i128 >> shift));
        }
        let args = pool.args(t).to_vec();
        match pool.op(t) {
            Op::BvAdd => {
                let mut sum = Polynomial::default();
                for a in args {
                    sum = sum.plus(&self.lift(a), 1, ring)?;
                }
                Some(sum)
            }
            Op::BvSub => {
                let (a, b) = (self.lift(args[0]), self.lift(args[1]));
                a.plus(&b, -1, ring)
            }
            Op::BvNeg => Polynomial::default().plus(&self.lift(args[0]), -1, ring),
            Op::BvMul => {
                let mut product = Polynomial::constant(1);
                for a in args {
                    product = product.times(&self.lift(a), ring)?;
                }
                Some(product)
            }
            // A product with a power of two, and something less than that.
            Op::Concat => {
                let low = pool.as_bv(args[1])?;
                let by = 1i128.checked_shl(pool.width(args[1]))?;
                let high = self.lift(args[0]);
                let low = Polynomial::constant(i128::try_from(low).ok()?);
                low.plus(&high, by, ring)
            }
            Op::Extract { lo: 0, .. } => Some(self.lift(args[0])),
            Op::Extract { .. } => None,
            Op::Zext => match pool.op(args[0]) {
                Op::Extract { hi, lo } => {
                    let (hi, lo) = (u32::from(hi), u32::from(lo));
                    let whole = pool.args(args[0]).first().copied()?;
                    let upper = lo > 0 && hi + 1 == pool.width(whole);
                    let by = 1i128.checked_shl(lo)?;
                    if let Some(q) = upper.then(|| self.divides(whole, by, false)).flatten() {
                        return Some(q);
                    }
                    self.divide(args[0], hi, lo);
                    None
                }
                _ => self.exact(args[0], false),
            },
            Op::Sext => self.exact(args[0], true),
            op @ (Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem) => {
                let signed = matches!(op, Op::BvSdiv | Op::BvSrem);
                let by = pool.as_bv(args[1]).filter(|c| *c > 1 && c >> (w - 1) == 0);
                let by = by.and_then(|c| i128::try_from(c).ok());
                if let Some(q) = by.and_then(|by| self.divides(args[0], by, signed)) {
                    let quotient = matches!(op, Op::BvUdiv | Op::BvSdiv);
                    return Some(if quotient { q } else { Polynomial::default() });
                }
                self.divided_by(args[0], args[1], w, signed);
                None
            }
            _ => None,
        }
    }

    /// The quotient of a number that is a multiple, by what is known.
    fn divides(&mut self, whole: TermId, by: i128, signed: bool) -> Option<Polynomial> {
        let p = self.exact(whole, signed)?;
        let p = self.basis(Ring::Integers).reduce(&p)?;
        let multiple = p.terms().all(|(_, c)| c % by == 0);
        let parts = p.terms().map(|(m, c)| (m.factors().to_vec(), c / by));
        multiple.then(|| Polynomial::of(parts))
    }

    /// The upper bits of a number are its quotient, the lower ones the rest.
    fn divide(&mut self, part: TermId, hi: u32, lo: u32) {
        let Some(whole) = self.cx.pool.args(part).first().copied() else {
            return;
        };
        let v = self.cx.pool.width(whole);
        let cut = if lo == 0 { hi + 1 } else { lo };
        if v > 62 || cut >= v || (lo != 0 && hi + 1 != v) || !self.divided.insert((whole, cut)) {
            return;
        }
        let pool = &mut self.cx.pool;
        let (high, low) = (
            pool.extract(whole, v - 1, cut),
            pool.extract(whole, cut - 1, 0),
        );
        let (high, low) = (pool.zext(high, v), pool.zext(low, v));
        self.quotient(whole, high, low, 1 << cut, false);
    }

    fn divided_by(&mut self, whole: TermId, by: TermId, w: u32, signed: bool) {
        let Some(c) = self.cx.pool.as_bv(by) else {
            return;
        };
        if c < 2 || w > 62 || c >> (w - 1) != 0 || !self.divided.insert((whole, w + c as u32)) {
            return;
        }
        let pool = &mut self.cx.pool;
        let (high, low) = match signed {
            true => (pool.bvsdiv(whole, by), pool.bvsrem(whole, by)),
            false => (pool.bvudiv(whole, by), pool.bvurem(whole, by)),
        };
        self.quotient(whole, high, low, c as i128, signed);
    }

    /// `whole` is `by` times `high`, plus `low`.
    fn quotient(&mut self, whole: TermId, high: TermId, low: TermId, by: i128, signed: bool) {
        let w = self.cx.pool.width(whole);
        let parts = Polynomial::of([(vec![high], by), (vec![low], 1)]);
        let exact = match (
            self.exact(whole, signed),
            self.number_of(high, signed),
            self.number_of(low, signed),
        ) {
            (Some(x), true, true) => x.plus(&parts, -1, Ring::Integers),
            _ => None,
        };
        match exact {
            Some(p) => self.facts.push((p, Ring::Integers)),
            None => {
                let ring = Ring::Modulo(w);
                let p = self.lift(whole).plus(&parts, -1, ring);
                self.facts.extend(p.map(|p| (p, ring)));
            }
        }
    }

    /// Whether the number that an atom stands for is its signed, or its
    /// unsigned one.
    fn number_of(&self, t: TermId, signed: bool) -> bool {
        signed == self.signed || self.cx.pool.srange(t).0 >= 0
    }

    pub fn basis(&self, ring: Ring) -> Basis {
        let fits = |r: &Ring| match (*r, ring) {
            (Ring::Integers, _) => true,
            (Ring::Modulo(_), Ring::Integers) => false,
            (Ring::Modulo(v), Ring::Modulo(w)) => v >= w,
        };
        let zeros: Vec<Polynomial> = self
            .facts
            .iter()
            .filter(|(_, r)| fits(r))
            .map(|(p, _)| p.clone())
            .collect();
        Basis::new(ring, &zeros)
    }

    /// Finds atoms that the path makes equal, or constant. True if the path is
    /// impossible.
    pub fn equalities(&mut self, atoms: &BTreeSet<TermId>) -> bool {
        let first = match self.ask_plain(&[]) {
            Answer::Sat(m) => m,
            Answer::Unsat { .. } => return true,
            Answer::Unknown(_) => return false,
        };
        let mut models = vec![first];
        let atoms: Vec<TermId> = atoms.iter().copied().take(MOST_ATOMS).collect();
        let mut done: BTreeSet<TermId> = BTreeSet::new();
        for (i, x) in atoms.iter().enumerate() {
            let w = self.cx.pool.width(*x);
            let zero = self.cx.pool.bv(w, 0);
            let others = atoms[..i].iter().copied();
            let all: Vec<TermId> = std::iter::once(zero).chain(others).collect();
            for y in all {
                let same = self.cx.pool.width(y) == w && !done.contains(&y);
                if !same || done.contains(x) {
                    continue;
                }
                let apart = self.cx.pool.bvsub(*x, y);
                let Some(d) = common(&self.cx.pool, apart, &models) else {
                    continue;
                };
                let pool = &mut self.cx.pool;
                let d = pool.bv(w, d);
                let other = pool.ne(apart, d);
                match self.ask_plain(&[other]) {
                    Answer::Unsat { .. } => {
                        self.equal(*x, y, d, w);
                        done.insert(*x);
                    }
                    Answer::Sat(m) => models.push(m),
                    Answer::Unknown(_) => {}
                }
            }
        }
        false
    }

    /// Notes that `x` is `y + d`.
    fn equal(&mut self, x: TermId, y: TermId, d: TermId, w: u32) {
        let there = self.cx.pool.bvadd(y, d);
        let left = Polynomial::atom(x);
        if let Some(p) = self.exact(there, self.signed) {
            let p = left.plus(&p, -1, Ring::Integers);
            self.facts.extend(p.map(|p| (p, Ring::Integers)));
        } else if w <= 64 {
            let ring = Ring::Modulo(w);
            let p = left.plus(&self.lift(there), -1, ring);
            self.facts.extend(p.map(|p| (p, ring)));
        }
    }

    /// Narrows the ranges of atoms to constants that the path speaks of.
    pub fn tighten(&mut self, atoms: &BTreeSet<TermId>) {
        let numbers = constants(&self.cx.pool, &self.plain);
        for x in atoms.iter().take(MOST_ATOMS) {
            let w = self.cx.pool.width(*x);
            let (mut lo, mut hi) = self.range(*x);
            let list: Vec<i128> = numbers
                .iter()
                .copied()
                .filter(|c| lo < *c && *c < hi)
                .collect();
            // The least bound that holds, by halves.
            let (mut a, mut b) = (0, list.len());
            while a < b {
                let m = (a + b) / 2;
                if self.bounded(*x, list[m], w, true) {
                    (hi, b) = (list[m], m);
                } else {
                    a = m + 1;
                }
            }
            let (mut a, mut b) = (0, list.len());
            while a < b {
                let m = (a + b) / 2;
                if self.bounded(*x, list[m], w, false) {
                    (lo, a) = (list[m], m + 1);
                } else {
                    b = m;
                }
            }
            if lo <= hi {
                self.ranges.insert(*x, (lo, hi));
            }
        }
    }

    /// Whether an atom is at most, or at least, a number.
    fn bounded(&mut self, x: TermId, c: i128, w: u32, above: bool) -> bool {
        let pool = &mut self.cx.pool;
        let c = pool.bv(w, c as u128 & mask128(w));
        let (a, b) = if above { (c, x) } else { (x, c) };
        let beyond = if self.signed {
            pool.slt(a, b)
        } else {
            pool.ult(a, b)
        };
        matches!(self.ask_plain(&[beyond]), Answer::Unsat { .. })
    }
}

/// A product of two values, neither of them a constant.
pub(super) fn is_product(pool: &Pool, t: TermId) -> bool {
    let op = matches!(pool.op(t), Op::BvMul | Op::Smulo | Op::Umulo);
    op && pool.args(t).iter().all(|a| pool.as_bv(*a).is_none())
}

/// A division by something else than a constant.
pub(super) fn is_division(pool: &Pool, t: TermId) -> bool {
    let op = pool.op(t);
    let division = matches!(op, Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem);
    division
        && pool
            .args(t)
            .last()
            .is_some_and(|y| pool.as_bv(*y).is_none())
}

/// Whether a product, or a division that is as hard, is in a term.
pub(super) fn multiplies(pool: &Pool, t: TermId, seen: &mut FxHashMap<TermId, bool>) -> bool {
    if let Some(r) = seen.get(&t) {
        return *r;
    }
    let r = is_product(pool, t)
        || is_division(pool, t)
        || pool.args(t).iter().any(|a| multiplies(pool, *a, seen));
    seen.insert(t, r);
    r
}

/// The number that a term is in all models, if it is one.
fn common<M: Assignment>(pool: &Pool, t: TermId, models: &[M]) -> Option<u128> {
    let mut e = Evaluator::new();
    let mut all = models.iter().map(|m| e.eval_bits(pool, t, m));
    let first = all.next()??;
    all.all(|x| x == Some(first)).then_some(first)
}

/// The constants in these conditions, and their neighbours, as signed numbers.
fn constants(pool: &Pool, terms: &[TermId]) -> BTreeSet<i128> {
    let mut out = BTreeSet::new();
    let mut seen = FxHashSet::default();
    let mut stack = terms.to_vec();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || seen.len() > 4_000 {
            continue;
        }
        if let (Some(c), Sort::BitVec(w)) = (pool.as_bv(t), pool.sort(t)) {
            if w > 1 && w <= 64 && out.len() < 200 {
                let shift = 128 - w;
                let n = (c << shift) as i128 >> shift;
                out.extend([n - 1, n, n + 1]);
            }
        }
        stack.extend(pool.args(t));
    }
    out
}
