//! Proofs with products of premises: what a sum of premises does not show where
//! variables are multiplied (`x*y >= x` for `x >= 1`, `y >= 1`).
//!
//! Idea: where the sum alone is not enough, products of two premises, then of three
//! and four, up to the degree of what is to be proved, are premises, too, and a
//! monomial is an unknown like a variable. Source: Handelman, "Representing
//! polynomials by positive linear functions", 1988. Alternative: to ask Z3, whose
//! answer is no proof. Cost: one more linear program, with at most
//! [`MAX_PRODUCTS`] rows more; nothing where all is linear.
//!
//! What must never happen: a product of an inequality and an equation that is told as
//! less or more than an equation (`a >= 0`, `b = 0`: `a*b = 0`).

use crate::linear::{self, Facts, Proof};
use crate::system::Atom;
use ep_base::Stop;

/// Products of premises.
const MAX_PRODUCTS: usize = 150;
/// The greatest degree.
const MAX_DEGREE: u32 = 4;

/// Whether the premises imply the atom, with the proof.
pub(super) fn prove(stop: &Stop, premises: &[Atom], goal: &Atom) -> Option<Proof> {
    linear::prove(stop, premises, goal).or_else(|| more(stop, premises, goal))
}

/// The same where the sum alone was tried already.
pub(super) fn more(stop: &Stop, premises: &[Atom], goal: &Atom) -> Option<Proof> {
    let degree = goal.poly.degree().min(MAX_DEGREE);
    if degree < 2 {
        return None;
    }
    let n = premises.len();
    let mut all: Vec<Atom> = premises.to_vec();
    let mut list: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for _ in 2..=degree {
        let end = all.len();
        for j in from..end {
            for i in 0..n.min(j + 1) {
                let (Some(a), Some(b)) = (all.get(i), all.get(j)) else {
                    continue;
                };
                if a.poly.degree() + b.poly.degree() > degree || list.len() >= MAX_PRODUCTS {
                    continue;
                }
                let product = linear::product(a, b);
                if product.constant() != Some(true) && !all.contains(&product) {
                    all.push(product);
                    list.push((i, j));
                }
            }
        }
        from = end;
    }
    let proof = Facts::new(stop, &all).prove(goal)?;
    Some(Proof::Products {
        premises: n,
        list,
        proof: Box::new(proof),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::{Poly, Var};
    use crate::system::Rel;

    #[test]
    fn products_prove_and_only_what_is_true() {
        let (x, y) = (Poly::var(Var(0)), Poly::var(Var(1)));
        let one = Poly::from(1);
        let premises = [Atom::ge(&x, &one), Atom::ge(&y, &one)];
        let goal = Atom::ge(&x.times(&y), &x);
        let stop = Stop::never();
        assert!(linear::prove(&stop, &premises, &goal).is_none());
        let proof = prove(&stop, &premises, &goal).expect("a proof");
        assert!(linear::check(&premises, &goal, &proof));
        // It is not true where y may be 0.
        let weaker = [premises[0].clone(), Atom::ge0(y.clone())];
        assert!(prove(&stop, &weaker, &goal).is_none());
        assert!(!linear::check(&weaker, &goal, &proof));
        // An equation times anything is an equation.
        let equal = [Atom::eq(&y, &Poly::from(2)), Atom::ge0(x.clone())];
        let twice = Atom::eq(&x.times(&y), &x.scaled(&2.into()));
        let proof = prove(&stop, &equal, &twice).expect("a proof");
        assert!(linear::check(&equal, &twice, &proof));
        assert_eq!(linear::product(&equal[0], &equal[1]).rel, Rel::Eq);
        // Two of them that are below 0 have a product that is not.
        let low = [Atom::ge0(x.negated()), Atom::ge0(y.negated())];
        assert!(prove(&stop, &low, &Atom::ge0(x.times(&y).negated())).is_none());
        assert!(prove(&stop, &low, &Atom::ge0(x.times(&y))).is_some());
    }
}
