//! Atoms as linear constraints, and proofs of atoms from atoms.
//!
//! Idea: each monomial is a column of the simplex, so a product of variables is
//! one more unknown: what follows without knowing that it is a product follows
//! with it. A proof is a list of multipliers as [`crate::certificate`] writes
//! them. Source: Farkas' lemma, as in Schrijver, "Theory of Linear and Integer
//! Programming", section 7.3, and for the constant that may be rounded section 23.1
//! (cutting planes); taken since its proofs are checked by multiplication alone.
//! Cost: one linear program per fact.

use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly};
use crate::system::{Atom, Rel};
use ep_base::Stop;
use ep_smt::linear::{Col, Constraint, Feasibility, Form, Optimum, Relation, Simplex, Q};
use num_traits::{One, Signed, Zero};
use std::collections::HashMap;

/// Pivots per linear program.
pub const PIVOTS: u64 = 20_000;

/// A proof of an atom from numbered premises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The goal, minus the sum of the multiplied premises, is a constant above
    /// -1; or the sum is a constant below 0.
    Farkas(Vec<(Rat, usize)>),
    /// An equation from both sides.
    Both(Box<Proof>, Box<Proof>),
    /// With products of two premises each as further premises.
    Products {
        /// How many premises there are without them.
        premises: usize,
        /// In order; each may use those before it.
        list: Vec<(usize, usize)>,
        /// The proof from all.
        proof: Box<Proof>,
    },
}

/// The product of two premises.
pub fn product(a: &Atom, b: &Atom) -> Atom {
    Atom {
        poly: a.poly.times(&b.poly),
        rel: match (a.rel, b.rel) {
            (Rel::Ge, Rel::Ge) => Rel::Ge,
            _ => Rel::Eq,
        },
    }
}

impl Proof {
    /// The premises that it adds up.
    pub fn used(&self) -> Vec<usize> {
        let mut out = match self {
            Proof::Farkas(list) => list.iter().map(|(_, i)| *i).collect(),
            Proof::Both(a, b) => [a.used(), b.used()].concat(),
            Proof::Products { proof, .. } => proof.used(),
        };
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// Columns by monomial.
#[derive(Default)]
pub struct Columns {
    map: HashMap<Monomial, Col>,
}

impl Columns {
    /// The form, with columns that `fresh` makes where they are new.
    pub fn form(&mut self, p: &Poly, mut fresh: impl FnMut() -> Col) -> Form {
        let mut constant = Q::ZERO;
        let mut terms = Vec::with_capacity(p.len());
        for (m, c) in p.terms() {
            let c = Q::from_int(c);
            match m.degree() {
                0 => constant = c,
                _ => {
                    let col = *self.map.entry(m.clone()).or_insert_with(&mut fresh);
                    terms.push((col, c));
                }
            }
        }
        Form::new(terms, constant)
    }
}

fn relation(r: Rel) -> Relation {
    match r {
        Rel::Ge => Relation::Ge,
        Rel::Eq => Relation::Eq,
    }
}

/// Forms of one problem that is solved elsewhere; its columns count from 0.
#[derive(Default)]
pub struct Sheet {
    columns: Columns,
    next: u32,
}

impl Sheet {
    /// The form of a polynomial.
    pub fn form(&mut self, p: &Poly) -> Form {
        let next = &mut self.next;
        self.columns.form(p, || {
            *next += 1;
            Col(*next - 1)
        })
    }

    /// The atoms as constraints, numbered from 0.
    pub fn premises(&mut self, atoms: &[Atom]) -> Vec<Constraint> {
        let one =
            |(i, a): (usize, &Atom)| Constraint::new(self.form(&a.poly), relation(a.rel), i as u32);
        atoms.iter().enumerate().map(one).collect()
    }
}

/// Linear facts over the monomials of atoms.
pub struct Facts {
    columns: Columns,
    simplex: Simplex,
    equations: Vec<bool>,
}

/// The least value of a polynomial.
pub enum Least {
    /// The facts contradict each other.
    Nowhere(Proof),
    /// It is never less.
    Value(Rat, Proof),
    /// There is none.
    Open,
}

impl Facts {
    /// These facts, numbered from 0. What is asked after `stop` has no answer.
    pub fn new<'a>(stop: &Stop, atoms: impl IntoIterator<Item = &'a Atom>) -> Self {
        let mut facts = Facts {
            columns: Columns::default(),
            simplex: Simplex::new(),
            equations: Vec::new(),
        };
        facts.simplex.set_limit(Some(PIVOTS));
        facts.simplex.set_stop(stop.clone());
        for a in atoms {
            facts.add(a);
        }
        facts
    }

    fn form(&mut self, p: &Poly) -> Form {
        let simplex = &mut self.simplex;
        self.columns.form(p, || simplex.column())
    }

    /// One more fact.
    pub fn add(&mut self, a: &Atom) {
        let form = self.form(&a.poly);
        let tag = self.equations.len() as u32;
        self.equations.push(a.rel == Rel::Eq);
        let constraint = Constraint::new(form, relation(a.rel), tag);
        self.simplex.assert(&constraint);
    }

    /// Opens a scope for facts.
    pub fn push(&mut self) {
        self.simplex.push();
    }

    /// Closes it; `n` facts were added in it.
    pub fn pop(&mut self, n: usize) {
        self.simplex.pop();
        self.equations
            .truncate(self.equations.len().saturating_sub(n));
    }

    fn proof(&self, multipliers: &[(u32, Q)]) -> Proof {
        let list = multipliers.iter().map(|(tag, q)| {
            let i = *tag as usize;
            let k = q.to_big();
            // The simplex multiplies `p == 0` as it stands and `-p <= 0`.
            let k = if self.equations.get(i) == Some(&true) {
                -k
            } else {
                k
            };
            (k, i)
        });
        Proof::Farkas(list.collect())
    }

    /// A contradiction among the facts.
    pub fn contradiction(&mut self) -> Option<Proof> {
        match self.simplex.check() {
            Feasibility::Infeasible(f) => Some(self.proof(&f.multipliers)),
            _ => None,
        }
    }

    /// The least value.
    pub fn least(&mut self, p: &Poly) -> Least {
        let form = self.form(p);
        match self.simplex.minimum(&form) {
            Optimum::Infeasible(f) => Least::Nowhere(self.proof(&f.multipliers)),
            Optimum::Value(b) => Least::Value(b.value.to_big(), self.proof(&b.multipliers)),
            Optimum::Unbounded { .. } | Optimum::Unknown => Least::Open,
        }
    }

    /// A proof that the atom holds at all integer points.
    pub fn prove(&mut self, goal: &Atom) -> Option<Proof> {
        match goal.rel {
            Rel::Ge => match self.least(&goal.poly) {
                Least::Nowhere(p) => Some(p),
                Least::Value(v, p) if v > -Rat::one() => Some(p),
                _ => None,
            },
            Rel::Eq => {
                let up = self.prove(&Atom::ge0(goal.poly.clone()))?;
                let down = self.prove(&Atom::ge0(goal.poly.negated()))?;
                Some(Proof::Both(Box::new(up), Box::new(down)))
            }
        }
    }
}

/// Whether the premises imply the atom, with the proof.
pub fn prove(stop: &Stop, premises: &[Atom], goal: &Atom) -> Option<Proof> {
    Facts::new(stop, premises).prove(goal)
}

/// Checks a proof by multiplication alone; used beside the prover in tests.
pub fn check(premises: &[Atom], goal: &Atom, proof: &Proof) -> bool {
    match proof {
        Proof::Both(up, down) => {
            goal.rel == Rel::Eq
                && check(premises, &Atom::ge0(goal.poly.clone()), up)
                && check(premises, &Atom::ge0(goal.poly.negated()), down)
        }
        Proof::Products {
            premises: n,
            list,
            proof,
        } => {
            let mut all = premises.to_vec();
            for (a, b) in list {
                let (Some(a), Some(b)) = (all.get(*a), all.get(*b)) else {
                    return false;
                };
                all.push(product(a, b));
            }
            *n == premises.len() && check(&all, goal, proof)
        }
        Proof::Farkas(list) => {
            let mut scale = Int::one();
            for (k, _) in list {
                scale = num_integer::Integer::lcm(&scale, k.denom());
            }
            let mut sum = Poly::zero();
            for (k, i) in list {
                let Some(a) = premises.get(*i) else {
                    return false;
                };
                if k.is_negative() && a.rel != Rel::Eq {
                    return false;
                }
                sum.add_scaled(&a.poly, &(k.numer() * (&scale / k.denom())));
            }
            if sum.as_constant().is_some_and(|c| c.is_negative()) {
                return true;
            }
            let rest = goal.poly.scaled(&scale).minus(&sum).as_constant();
            match goal.rel {
                Rel::Ge => rest.is_some_and(|c| c > -scale),
                Rel::Eq => rest.is_some_and(|c| c.is_zero()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::Var;

    fn x() -> Poly {
        Poly::var(Var(0))
    }
    fn y() -> Poly {
        Poly::var(Var(1))
    }

    #[test]
    fn proofs_check_and_wrong_ones_do_not() {
        let premises = [
            Atom::ge(&x(), &y()),
            Atom::eq(&y(), &Poly::from(3)),
            Atom::ge0(x().times(&y()).minus(&x())),
        ];
        let goal = Atom::ge0(x().minus(&Poly::from(3)));
        let proof = prove(&Stop::never(), &premises, &goal).expect("a proof");
        assert!(check(&premises, &goal, &proof));
        let far = Atom::ge0(x().minus(&Poly::from(4)));
        assert!(prove(&Stop::never(), &premises, &far).is_none());
        assert!(!check(&premises, &far, &proof));
        let Proof::Farkas(mut list) = proof else {
            panic!("one sum");
        };
        list[0].0 += Rat::one();
        assert!(!check(&premises, &goal, &Proof::Farkas(list)));
        let product = Atom::ge0(x().times(&y()).minus(&Poly::from(3)));
        let proof = prove(&Stop::never(), &premises, &product).expect("a proof");
        assert!(check(&premises, &product, &proof));
    }

    #[test]
    fn equations_and_contradictions() {
        let premises = [
            Atom::eq(&x(), &y()),
            Atom::ge0(x()),
            Atom::ge0(y().negated()),
        ];
        let goal = Atom::eq0(y());
        let proof = prove(&Stop::never(), &premises, &goal).expect("a proof");
        assert!(check(&premises, &goal, &proof));
        let premises = [Atom::gt(&x(), &y()), Atom::gt(&y(), &x())];
        let none = Facts::new(&Stop::never(), &premises)
            .contradiction()
            .expect("a contradiction");
        assert!(check(&premises, &Atom::ge0(Poly::from(-1)), &none));
        // 2x = 1 has rational solutions: nothing follows here.
        let half = [Atom::eq(&x().scaled(&2.into()), &Poly::from(1))];
        assert!(Facts::new(&Stop::never(), &half).contradiction().is_none());
    }

    #[test]
    fn integers_round() {
        let premises = [Atom::ge0(x().scaled(&2.into()).minus(&Poly::from(1)))];
        let goal = Atom::ge0(x().minus(&Poly::from(1)));
        let proof = prove(&Stop::never(), &premises, &goal).expect("x >= 1/2, so x >= 1");
        assert!(check(&premises, &goal, &proof));
    }
}
