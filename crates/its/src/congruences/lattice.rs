//! Points plus integer multiples of vectors: what is reached at a location, and what
//! a rule sees of it behind the equations of its guard, with each multiple as a
//! polynomial. Everything here is integers. See [`super`] for the source. Cost: cubic
//! in the columns.

use super::{MAX_BITS, MAX_COLUMNS};
use crate::num::Int;
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Rel};
use crate::work::Rule;
use ep_base::entity::EntityId;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A point and vectors, each with its first entry above 0 where all behind it have
/// 0, and all before it less than that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lattice {
    pub(super) point: Vec<Int>,
    pub(super) basis: Vec<Vec<Int>>,
}

fn lead(v: &[Int]) -> Option<usize> {
    v.iter().position(|x| !x.is_zero())
}

pub(super) fn add(to: &mut [Int], times: &Int, v: &[Int]) {
    if !times.is_zero() {
        for (a, b) in to.iter_mut().zip(v) {
            *a += times * b;
        }
    }
}

fn unit(n: usize, i: usize) -> Vec<Int> {
    let one = |k| if k == i { Int::one() } else { Int::zero() };
    (0..n).map(one).collect()
}

impl Lattice {
    pub(super) fn all(n: usize) -> Lattice {
        Lattice {
            point: vec![Int::zero(); n],
            basis: (0..n).map(|i| unit(n, i)).collect(),
        }
    }

    /// With the multiples of one more vector; whether one was missing.
    pub(super) fn add(&mut self, mut v: Vec<Int>) -> bool {
        let mut grew = false;
        while let Some(at) = lead(&v) {
            let Some(row) = self.basis.iter_mut().find(|b| lead(b) == Some(at)) else {
                if v.get(at).is_some_and(Int::is_negative) {
                    v.iter_mut().for_each(|x| *x = -std::mem::take(x));
                }
                self.basis.push(v);
                self.basis.sort_by_key(|b| lead(b));
                grew = true;
                break;
            };
            let (Some(b), Some(a)) = (row.get(at).cloned(), v.get(at).cloned()) else {
                break;
            };
            if a.is_multiple_of(&b) {
                add(&mut v, &-(a / b), row);
                continue;
            }
            let e = b.extended_gcd(&a);
            let mut new = vec![Int::zero(); v.len()];
            add(&mut new, &e.x, row);
            add(&mut new, &e.y, &v);
            let mut rest = vec![Int::zero(); v.len()];
            add(&mut rest, &(&b / &e.gcd), &v);
            add(&mut rest, &-(&a / &e.gcd), row);
            if e.gcd.is_negative() {
                new.iter_mut().for_each(|x| *x = -std::mem::take(x));
            }
            *row = new;
            v = rest;
            grew = true;
        }
        if grew {
            self.reduce();
        }
        grew
    }

    /// Small numbers in front of each lead.
    pub(super) fn reduce(&mut self) {
        for j in 0..self.basis.len() {
            let Some(by) = self.basis.get(j).cloned() else {
                continue;
            };
            let Some((at, d)) = lead(&by).and_then(|at| Some((at, by.get(at)?.clone()))) else {
                continue;
            };
            let before = self.basis.iter_mut().take(j);
            for row in before.chain([&mut self.point]) {
                if let Some(x) = row.get(at).cloned() {
                    add(row, &-x.div_floor(&d), &by);
                }
            }
        }
    }

    /// With another point and the multiples of other vectors; whether anything was
    /// missing.
    pub(super) fn join(&mut self, mut point: Vec<Int>, vectors: Vec<Vec<Int>>) -> bool {
        add(&mut point, &-Int::one(), &self.point);
        let mut grew = self.add(point);
        for v in vectors {
            grew |= self.add(v);
        }
        grew
    }

    /// A point and the multiples of vectors.
    pub(super) fn of(point: Vec<Int>, vectors: Vec<Vec<Int>>) -> Lattice {
        let mut new = Lattice {
            point,
            basis: Vec::new(),
        };
        for v in vectors {
            new.add(v);
        }
        new.reduce();
        new
    }

    /// The multiples of the basis that a vector is the sum of.
    pub(super) fn coordinates(&self, v: &[Int]) -> Option<Vec<Int>> {
        let mut rest = v.to_vec();
        let mut out = Vec::with_capacity(self.basis.len());
        for b in &self.basis {
            let at = lead(b)?;
            let (k, r) = rest.get(at)?.div_rem(b.get(at)?);
            if !r.is_zero() {
                return None;
            }
            add(&mut rest, &-&k, b);
            out.push(k);
        }
        lead(&rest).is_none().then_some(out)
    }

    pub(super) fn is_large(&self) -> bool {
        let all = self.basis.iter().flatten().chain(&self.point);
        all.into_iter().any(|x| x.bits() > MAX_BITS)
    }

    /// Whether a multiple is told by a variable itself, and which.
    pub(super) fn told(b: &[Int]) -> Option<usize> {
        lead(b).filter(|at| b.get(*at).is_some_and(One::is_one))
    }

    /// The multiples as polynomials: a variable less a number where that says it,
    /// else an integer that exists, with `fresh` as the first of them.
    pub(super) fn multiples(&self, fresh: usize) -> (Vec<Poly>, usize) {
        let mut used = 0;
        let mut one = |b: &Vec<Int>| match Self::told(b) {
            Some(at) => {
                let p = self.point.get(at).cloned().unwrap_or_default();
                Poly::var(Var::from_index(at)).minus(&Poly::constant(p))
            }
            None => {
                used += 1;
                Poly::var(Var::from_index(fresh + used - 1))
            }
        };
        let list = self.basis.iter().map(&mut one).collect();
        (list, used)
    }

    /// Each variable that is not told by itself, as point and multiples.
    pub(super) fn atoms(&self, fresh: usize) -> Vec<Atom> {
        let (multiples, _) = self.multiples(fresh);
        let mut out = Vec::new();
        for (i, p) in self.point.iter().enumerate() {
            if self.basis.iter().any(|b| Self::told(b) == Some(i)) {
                continue;
            }
            let mut poly = Poly::var(Var::from_index(i)).minus(&Poly::constant(p.clone()));
            for (b, m) in self.basis.iter().zip(&multiples) {
                if let Some(c) = b.get(i) {
                    poly.add_scaled(m, &-c);
                }
            }
            out.push(Atom::eq0(poly));
        }
        out
    }
}

/// What an inequality `p >= 0` says over the integers.
pub(super) struct Tight {
    /// `p >= r` for the remainder r of all its values.
    pub(super) says: Atom,
    /// A multiple that is at least a number, from which that follows.
    pub(super) lemma: Atom,
}

/// What a rule sees: a value for each of its columns, which are its variables,
/// its temporaries, and products of these as if they were temporaries. Each vector
/// has its multiple as a polynomial with integer coefficients.
pub(super) struct View {
    columns: Vec<Monomial>,
    point: Vec<Int>,
    pub(super) vectors: Vec<(Vec<Int>, Poly)>,
    /// A multiple that would have to be this fraction.
    pub(super) never: Option<(Poly, Int, Int)>,
}

impl View {
    /// From the values at a location, before the guard. `None` beyond the limits.
    fn before(lattice: &Lattice, rule: &Rule, n: usize) -> Option<View> {
        let t = &rule.transition;
        let fresh = n + t.temporaries.len();
        let simple = (0..fresh).map(|i| Monomial::var(Var::from_index(i)));
        let mut columns: Vec<Monomial> = simple.collect();
        let guards = (t.guard.iter()).map(|a| &a.poly);
        let updates = t.arms.iter().flat_map(|a| &a.update);
        for (m, _) in guards.chain(updates).flat_map(Poly::terms) {
            if m.degree() > 1 && !columns.contains(m) {
                columns.push(m.clone());
            }
        }
        if columns.len() > MAX_COLUMNS {
            return None;
        }
        let wide = columns.len();
        let longer = |v: &Vec<Int>| {
            let mut v = v.clone();
            v.resize(wide, Int::zero());
            v
        };
        let (multiples, _) = lattice.multiples(fresh);
        let known = lattice.basis.iter().map(longer).zip(multiples);
        let any = (columns.iter().enumerate().skip(n))
            .map(|(i, m)| (unit(wide, i), Poly::of_terms([(m.clone(), Int::one())])));
        Some(View {
            point: longer(&lattice.point),
            vectors: known.chain(any).collect(),
            columns,
            never: None,
        })
    }

    fn row(&self, p: &Poly) -> Vec<Int> {
        self.columns.iter().map(|m| p.coefficient(m)).collect()
    }

    /// The value of a polynomial at the point, and by how much each vector
    /// changes it.
    fn values(&self, p: &Poly) -> (Int, Vec<Int>) {
        let row = self.row(p);
        let dot = |v: &[Int]| -> Int { row.iter().zip(v).map(|(a, b)| a * b).sum() };
        let falls = self.vectors.iter().map(|(v, _)| dot(v)).collect();
        (dot(&self.point) + p.constant_term(), falls)
    }

    /// Where `p == 0` alone: the vectors are combined until one changes `p`.
    fn cut(&mut self, p: &Poly) {
        let (here, mut falls) = self.values(p);
        loop {
            let moving = falls.iter().enumerate().filter(|(_, a)| !a.is_zero());
            let Some(i) = moving.min_by_key(|(_, a)| a.abs()).map(|(i, _)| i) else {
                if !here.is_zero() {
                    self.never = Some((Poly::zero(), here, Int::one()));
                }
                return;
            };
            let Some((by, a)) = self.vectors.get(i).cloned().zip(falls.get(i).cloned()) else {
                return;
            };
            let mut alone = true;
            let mut also = Poly::zero();
            for (j, f) in falls.iter_mut().enumerate() {
                if j == i || f.is_zero() {
                    continue;
                }
                // y_i * v_i + y_j * v_j is the same with v_j - q*v_i and y_i + q*y_j.
                let q = f.div_floor(&a);
                *f -= &q * &a;
                alone &= f.is_zero();
                if let Some((v, y)) = self.vectors.get_mut(j) {
                    add(v, &-&q, &by.0);
                    also.add_scaled(y, &q);
                }
            }
            if let Some((_, y)) = self.vectors.get_mut(i) {
                *y = y.plus(&also);
            }
            if alone {
                self.fix(i, &-here, &a);
                return;
            }
        }
    }

    /// A multiple is `value / by`.
    fn fix(&mut self, i: usize, value: &Int, by: &Int) {
        if i >= self.vectors.len() {
            return;
        }
        let (v, y) = self.vectors.remove(i);
        let (k, r) = value.div_rem(by);
        if r.is_zero() {
            add(&mut self.point, &k, &v);
        } else {
            self.never = Some((y, value.clone(), by.clone()));
        }
    }

    /// Behind the equations of the guard.
    pub(super) fn behind(lattice: &Lattice, rule: &Rule, n: usize) -> Option<View> {
        let mut view = View::before(lattice, rule, n)?;
        for a in rule.transition.guard.iter().filter(|a| a.rel == Rel::Eq) {
            view.cut(&a.poly);
            if view.never.is_some() {
                break;
            }
        }
        Some(view)
    }

    /// The values after an arm: point and images of the vectors.
    pub(super) fn mapped(&self, rule: &Rule, arm: usize) -> Option<(Vec<Int>, Vec<Vec<Int>>)> {
        let update = &rule.transition.arms.get(arm)?.update;
        let (mut point, mut images) = (Vec::new(), vec![Vec::new(); self.vectors.len()]);
        for p in update {
            let (here, falls) = self.values(p);
            point.push(here);
            for (image, f) in images.iter_mut().zip(falls) {
                image.push(f);
            }
        }
        Some((point, images))
    }

    /// What `p >= 0` says, where that is more.
    pub(super) fn tighter(&self, p: &Poly) -> Option<Tight> {
        let (here, falls) = self.values(p);
        let m = falls.iter().fold(Int::zero(), |g, a| g.gcd(a));
        if m <= Int::one() {
            return None;
        }
        let r = here.mod_floor(&m);
        if r.is_zero() {
            return None;
        }
        // p is here + m*y, so y >= -here/m, which is no integer.
        let mut y = Poly::constant(here.div_floor(&m));
        for ((_, k), f) in self.vectors.iter().zip(&falls) {
            y.add_scaled(k, &(f / &m));
        }
        Some(Tight {
            says: Atom::ge0(p.minus(&Poly::constant(r))),
            lemma: Atom::ge0(y),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(list: &[i64]) -> Vec<Int> {
        list.iter().map(|k| Int::from(*k)).collect()
    }

    /// Whether a vector is a sum of multiples from -6 to 6.
    fn is_sum(vectors: &[[i64; 2]; 3], wanted: [i64; 2]) -> bool {
        let range = || -6..=6i64;
        range().any(|a| {
            range().any(|b| {
                range().any(|c| {
                    let at = |i: usize| a * vectors[0][i] + b * vectors[1][i] + c * vectors[2][i];
                    [at(0), at(1)] == wanted
                })
            })
        })
    }

    #[test]
    fn a_lattice_holds_the_sums_and_nothing_else() {
        let mut members = 0;
        for seed in 0..400i64 {
            let k = |i: i64| (seed * (i * 37 + 11) + i * i * 5) % 7 - 3;
            let vectors = [[k(1), k(2)], [k(3), k(4)], [k(5), k(6)]];
            let given = vectors.iter().map(|v| ints(v)).collect();
            let lattice = Lattice::of(ints(&[0, 0]), given);
            for x in -3..=3i64 {
                for y in -3..=3i64 {
                    let found = lattice.coordinates(&ints(&[x, y]));
                    if is_sum(&vectors, [x, y]) {
                        members += 1;
                        assert!(found.is_some(), "{x}, {y} of {vectors:?}");
                    }
                    let Some(list) = found else { continue };
                    let mut sum = ints(&[0, 0]);
                    for (k, b) in list.iter().zip(&lattice.basis) {
                        super::add(&mut sum, k, b);
                    }
                    assert_eq!(sum, ints(&[x, y]));
                }
            }
            // Every vector of the basis is a sum of those that were given.
            for b in &lattice.basis {
                let mut other =
                    Lattice::of(ints(&[0, 0]), vectors.iter().map(|v| ints(v)).collect());
                assert!(!other.add(b.clone()), "{vectors:?}");
            }
        }
        assert!(members > 1000, "{members}");
    }

    #[test]
    fn points_that_meet_leave_their_distance() {
        let mut l = Lattice::of(ints(&[3, 0]), vec![ints(&[6, 0])]);
        assert!(l.join(ints(&[7, 0]), vec![]));
        assert_eq!(l.basis, [ints(&[2, 0])]);
        assert_eq!(l.point, ints(&[1, 0]));
        assert!(!l.join(ints(&[-5, 0]), vec![ints(&[4, 0])]));
        assert!(l.join(ints(&[0, 0]), vec![]));
        assert_eq!(l.basis, [ints(&[1, 0])]);
    }
}
