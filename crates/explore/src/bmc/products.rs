//! What a path says where products stand in its way: conditions with linear
//! terms for sums of products, checks that are excluded, equalities that a
//! round keeps. The questions are those of [`super::algebra`].

use super::algebra::{is_division, is_product, multiplies, Algebra, Fact, Products};
use super::polynomial::{Basis, Polynomial, Ring};
use ep_ir::scalar::mask128;
use ep_machine::driver::Solving;
use ep_smt::Answer;
use ep_term::{Assignment, Evaluator, Op, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

impl Algebra<'_> {
    /// A product is above and below lines through the corners of its factors'
    /// ranges: `(x - a) * (y - b) >= 0` (McCormick).
    pub fn envelope(&mut self, x: TermId, y: TermId) -> Vec<TermId> {
        let (xs, ys) = (self.range(x), self.range(y));
        let mut out = Vec::new();
        for (a, right) in [(xs.0, false), (xs.1, true)] {
            for (b, top) in [(ys.0, false), (ys.1, true)] {
                let sign = if right == top { 1 } else { -1 };
                let whole = a.checked_mul(b).map(|c| {
                    Polynomial::of([(vec![x, y], 1), (vec![x], -b), (vec![y], -a)]).plus(
                        &Polynomial::constant(c),
                        1,
                        Ring::Integers,
                    )
                });
                let Some(p) = whole.flatten() else { continue };
                let Some(p) = Polynomial::default().plus(&p, sign, Ring::Integers) else {
                    continue;
                };
                // Where it may wrap around it says nothing.
                let most = 1i128 << (self.wide - 2);
                if !self.hull(&p).is_some_and(|(l, h)| l > -most && h < most) {
                    continue;
                }
                let t = self.linear(&p, self.wide);
                let pool = &mut self.cx.pool;
                let zero = pool.bv(self.wide, 0);
                out.push(pool.sle(zero, t));
            }
        }
        out
    }

    /// The same condition with linear terms for all sums of products; those
    /// that are known to be equal are one term.
    fn normal(&mut self, t: TermId, seen: &mut Seen) -> TermId {
        if let Some(r) = seen.done.get(&t) {
            return *r;
        }
        let r = match multiplies(&self.cx.pool, t, &mut seen.multiplies) {
            true => self.normally(t, seen),
            false => t,
        };
        seen.done.insert(t, r);
        r
    }

    fn normally(&mut self, t: TermId, seen: &mut Seen) -> TermId {
        let (op, sort) = (self.cx.pool.op(t), self.cx.pool.sort(t));
        let args = self.cx.pool.args(t).to_vec();
        match (op, sort) {
            (_, Sort::BitVec(_)) if is_division(&self.cx.pool, t) => return self.stand_in(t),
            (_, Sort::BitVec(w)) if w <= 64 => {
                let p = self.lift(t);
                if p.as_atom() != Some(t) {
                    return self.reduced(&p, w, seen);
                }
            }
            (Op::Eq, _) => {
                if let Sort::BitVec(w) = self.cx.pool.sort(args[0]) {
                    if let Some(b) = self.equality(args[0], args[1], w, seen) {
                        return self.cx.pool.boolean(b);
                    }
                }
            }
            (Op::Smulo | Op::Umulo, _) => {
                if let Some(r) = self.overflow(args[0], args[1], op == Op::Smulo) {
                    return r;
                }
                return self.cx.pool.fresh_var("overflow", Sort::Bool);
            }
            _ => {}
        }
        let new: Vec<TermId> = args.iter().map(|a| self.normal(*a, seen)).collect();
        self.cx.pool.rebuild(op, sort, &new)
    }

    fn reduced(&mut self, p: &Polynomial, w: u32, seen: &mut Seen) -> TermId {
        let basis = seen
            .bases
            .entry(w)
            .or_insert_with(|| self.basis(Ring::Modulo(w)));
        let p = basis.reduce(p).unwrap_or_else(|| p.clone());
        self.fit(&p);
        self.linear(&p, w)
    }

    /// Whether two terms are equal, where polynomials tell.
    fn equality(&mut self, a: TermId, b: TermId, w: u32, seen: &mut Seen) -> Option<bool> {
        if w > 64 {
            return None;
        }
        let ring = Ring::Modulo(w);
        let rest = self.lift(a).plus(&self.lift(b), -1, ring)?;
        let basis = seen.bases.entry(w).or_insert_with(|| self.basis(ring));
        if basis.is_zero(&rest) {
            return Some(true);
        }
        // A constant that is not zero.
        basis.reduce(&rest)?.as_constant().map(|c| c == 0)
    }

    fn overflow(&mut self, a: TermId, b: TermId, signed: bool) -> Option<TermId> {
        let w = self.cx.pool.width(a);
        let (p, q) = (self.exact(a, signed)?, self.exact(b, signed)?);
        let p = p.times(&q, Ring::Integers)?;
        let p = self.basis(Ring::Integers).reduce(&p)?;
        if !self.fit(&p) {
            return None;
        }
        let (lo, hi) = match signed {
            true => (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1),
            false => (0, (1i128 << w) - 1),
        };
        let t = self.linear(&p, self.wide);
        let pool = &mut self.cx.pool;
        let [lo, hi] = [lo, hi].map(|x| pool.bv(self.wide, x as u128 & mask128(self.wide)));
        let (a, b) = (pool.sle(lo, t), pool.sle(t, hi));
        let inside = pool.and(a, b);
        Some(pool.not(inside))
    }

    /// The atoms of products in these terms and in what is known.
    fn atoms(&mut self, terms: &[TermId]) -> BTreeSet<TermId> {
        let mut out = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut stack = terms.to_vec();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            let args = self.cx.pool.args(t).to_vec();
            if is_product(&self.cx.pool, t) {
                for a in &args {
                    out.extend(self.lift(*a).atoms());
                }
            }
            stack.extend(args);
        }
        for (p, _) in &self.facts {
            out.extend(p.atoms());
        }
        out
    }

    /// Whether the path does not come to a condition.
    fn excludes(&mut self, cond: TermId) -> bool {
        let mut terms = self.hard.clone();
        terms.push(cond);
        let mut seen = Seen::default();
        let goal = self.normal(cond, &mut seen);
        if self.cx.pool.as_bool(goal) == Some(false) {
            return true;
        }
        let atoms = self.atoms(&terms);
        if self.equalities(&atoms) {
            return true;
        }
        // What is equal now may make a number a multiple of another.
        self.exact.clear();
        self.lifted.clear();
        let mut seen = Seen::default();
        let goal = self.normal(cond, &mut seen);
        if self.cx.pool.as_bool(goal) == Some(false) {
            return true;
        }
        let mut all = vec![goal];
        for t in self.hard.clone() {
            all.push(self.normal(t, &mut seen));
        }
        // What is known, said of the atoms that are left.
        let mut rings = vec![Ring::Integers];
        for (_, r) in &self.facts {
            if !rings.contains(r) {
                rings.push(*r);
            }
        }
        for ring in rings {
            let basis = self.basis(ring);
            let rest: Vec<Polynomial> = basis.rest().cloned().collect();
            self.facts.extend(rest.into_iter().map(|p| (p, ring)));
        }
        if matches!(self.ask(&all), Answer::Unsat { .. }) {
            return true;
        }
        let factors: BTreeSet<TermId> = self
            .used
            .iter()
            .flat_map(|m| m.factors().iter().copied())
            .collect();
        if factors.is_empty() {
            return false;
        }
        self.tighten(&factors);
        self.envelopes = true;
        matches!(self.ask(&all), Answer::Unsat { .. })
    }

    /// Conditions with products become linear ones.
    fn soften(&mut self) {
        let mut seen = Seen::default();
        for t in std::mem::take(&mut self.hard) {
            let t = self.normal(t, &mut seen);
            self.plain.push(t);
        }
        self.exact.clear();
        self.lifted.clear();
    }

    /// The path, and these values, without products.
    pub fn without_products(
        mut self,
        values: &FxHashMap<VarId, TermId>,
    ) -> (Vec<TermId>, FxHashMap<VarId, TermId>) {
        self.soften();
        let mut seen = Seen::default();
        let mut linear = FxHashMap::default();
        for (v, t) in values {
            linear.insert(*v, self.normal(*t, &mut seen));
        }
        self.fit_facts();
        let mut path = std::mem::take(&mut self.plain);
        for (p, ring) in self.facts.clone() {
            path.push(self.zero(&p, ring));
        }
        path.extend(self.product_ranges());
        (path, linear)
    }

    /// Which polynomials stay zero when atoms take these values. True for the
    /// ones that do.
    pub fn kept(&mut self, list: &[Fact], values: &FxHashMap<VarId, TermId>) -> Vec<bool> {
        let mut changed: BTreeMap<TermId, TermId> = BTreeMap::new();
        for x in list.iter().flat_map(|f| f.left.atoms()) {
            let v = self.cx.pool.as_var(x).and_then(|v| values.get(&v));
            if let Some(t) = v.filter(|t| **t != x) {
                changed.insert(x, *t);
            }
        }
        self.soften();
        let (mut exact, mut modular) = (BTreeMap::new(), BTreeMap::new());
        let mut unknown: BTreeSet<TermId> = BTreeSet::new();
        for (x, t) in &changed {
            modular.insert(*x, self.lift(*t));
            let asked = list.iter().any(|f| f.ring == Ring::Integers);
            match asked.then(|| self.exact(*t, self.signed)).flatten() {
                Some(p) => {
                    exact.insert(*x, p);
                }
                None => {
                    unknown.insert(*x);
                }
            }
        }
        let after = |f: &Fact| {
            let lost = f.ring == Ring::Integers && !f.left.atoms().is_disjoint(&unknown);
            let map = match f.ring {
                Ring::Integers => &exact,
                Ring::Modulo(_) => &modular,
            };
            f.left.with(map, f.ring).filter(|_| !lost)
        };
        let after: Vec<Option<Polynomial>> = list.iter().map(after).collect();
        let kept = self.zeros(list, &after);
        if !kept.contains(&false) {
            return kept;
        }
        // Values that the round makes equal may help.
        let mut atoms: BTreeSet<TermId> = modular.values().flat_map(Polynomial::atoms).collect();
        atoms.extend(list.iter().flat_map(|f| f.left.atoms()));
        for (p, _) in &self.facts {
            atoms.extend(p.atoms());
        }
        if self.equalities(&atoms) {
            return vec![true; list.len()];
        }
        self.zeros(list, &after)
    }

    /// Which of the polynomials are zero, each in the ring of its fact.
    fn zeros(&self, list: &[Fact], after: &[Option<Polynomial>]) -> Vec<bool> {
        let mut bases: Vec<(Ring, Basis)> = Vec::new();
        let mut out = Vec::new();
        for (f, p) in list.iter().zip(after) {
            if !bases.iter().any(|b| b.0 == f.ring) {
                bases.push((f.ring, self.basis(f.ring)));
            }
            let basis = bases.iter().find(|b| b.0 == f.ring);
            out.push(match (p, basis) {
                (Some(p), Some((_, b))) => b.is_zero(p),
                _ => false,
            });
        }
        out
    }

    /// The conjuncts for a path below which a polynomial is zero.
    pub fn conjuncts(&mut self, f: &Fact) -> Vec<TermId> {
        let factors: BTreeSet<TermId> = f
            .left
            .terms()
            .filter(|(m, _)| m.factors().len() > 1)
            .flat_map(|(m, _)| m.factors().to_vec())
            .collect();
        self.tighten(&factors);
        self.fit(&f.left);
        self.used.clear();
        let t = self.zero(&f.left, f.ring);
        let ranges = self.product_ranges();
        self.products.facts.insert(t, f.clone());
        self.products.ranges.extend(&ranges);
        ranges.into_iter().chain([t]).collect()
    }
}

/// What is found while conditions are rewritten.
#[derive(Default)]
struct Seen {
    done: FxHashMap<TermId, TermId>,
    multiplies: FxHashMap<TermId, bool>,
    bases: FxHashMap<u32, Basis>,
}

impl Products {
    /// Whether a path does not come to a condition, where products stand in
    /// the way of saying so. What it says no of may be impossible all the same.
    pub fn exclude(&mut self, cx: &mut Solving, path: &[TermId], cond: TermId) -> bool {
        if !self.on {
            return false;
        }
        let mut views: Vec<bool> = Vec::new();
        for f in path.iter().filter_map(|t| self.facts.get(t)) {
            if !views.contains(&f.signed) {
                views.push(f.signed);
            }
        }
        if views.is_empty() {
            let mut seen = FxHashMap::default();
            let mut all = path.iter().chain([&cond]);
            if !all.any(|t| multiplies(&cx.pool, *t, &mut seen)) {
                return false;
            }
            views.push(true);
        }
        views
            .into_iter()
            .any(|signed| Algebra::new(cx, self, path, signed).excludes(cond))
    }

    /// Whether a path says something of polynomials.
    pub fn knows(&self, path: impl IntoIterator<Item = TermId>) -> bool {
        path.into_iter().any(|t| self.facts.contains_key(&t))
    }

    /// The values of the variables for products, by those of their factors.
    pub fn values(
        &self,
        cx: &mut Solving,
        terms: &[TermId],
        of: &impl Assignment,
    ) -> Vec<(VarId, u128)> {
        let mut out = Vec::new();
        for (v, t) in self.definitions(cx, terms) {
            let value = Evaluator::new().eval_bits(&cx.pool, t, of);
            out.extend(value.map(|x| (v, x)));
        }
        out
    }

    /// The variables for products in these terms, with the products.
    pub fn definitions(&self, cx: &mut Solving, terms: &[TermId]) -> Vec<(VarId, TermId)> {
        let mut vars: BTreeSet<VarId> = BTreeSet::new();
        for t in terms {
            vars.extend(cx.pool.vars(*t).iter().copied());
        }
        let mut out = Vec::new();
        for v in vars {
            let Some((m, bits, signed)) = self.meaning.get(&v) else {
                continue;
            };
            let pool = &mut cx.pool;
            let mut product = pool.bv(*bits, 1);
            for f in m.factors() {
                let x = match signed {
                    true => pool.sext(*f, *bits),
                    false => pool.zext(*f, *bits),
                };
                product = pool.bvmul(product, x);
            }
            out.push((v, product));
        }
        out
    }
}
