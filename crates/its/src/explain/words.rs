//! The words that all proofs for a reader are made of: relations, and what a claim
//! follows from. Cost: that of writing.

use crate::bound::Bound;
use crate::linear::Proof;
use crate::num::Rat;
use crate::poly::{Poly, Var};
use crate::system::{Atom, System, Transition};
use num_traits::One;

/// A relation with what is added on the left and what is taken away on the right.
pub(crate) fn relation(a: &Atom, name: &dyn Fn(Var) -> String) -> String {
    let negative = |c: &crate::num::Int| c.sign() == num_bigint::Sign::Minus;
    let side = |wanted: bool| {
        let terms = a.poly.terms().filter(|(_, c)| negative(c) == wanted);
        Poly::of_terms(terms.map(|(m, c)| (m.clone(), if wanted { -c } else { c.clone() })))
    };
    let (left, right) = (side(false), side(true));
    let rel = match a.rel {
        crate::system::Rel::Ge => ">=",
        crate::system::Rel::Eq => "==",
    };
    format!("{} {rel} {}", left.show(name), right.show(name))
}

/// A relation as one says it: what is known stands on the right, `y <= -1`.
pub fn condition(a: &Atom, name: &dyn Fn(Var) -> String) -> String {
    if a.rel != crate::system::Rel::Ge {
        return relation(a, name);
    }
    let constant = a.poly.constant_term();
    let side = |negative: bool| {
        let terms = a
            .poly
            .terms()
            .filter(|(m, c)| m.degree() > 0 && (c.sign() == num_bigint::Sign::Minus) == negative);
        Poly::of_terms(terms.map(|(m, c)| (m.clone(), if negative { -c } else { c.clone() })))
    };
    let (up, down) = (side(false), side(true));
    match up.is_zero() {
        true => format!("{} <= {constant}", down.show(name)),
        false => {
            let right = down.minus(&Poly::constant(constant));
            format!("{} >= {}", up.show(name), right.show(name))
        }
    }
}

fn factor(k: &Rat) -> String {
    match k.is_one() {
        true => String::new(),
        false => format!("{k} * "),
    }
}

/// The relations that a proof adds up, with their factors.
pub(crate) fn because(
    proof: &Proof,
    premise: &dyn Fn(usize) -> Option<Atom>,
    name: &dyn Fn(Var) -> String,
) -> String {
    adds(proof, &|i| {
        let shown = premise(i).map(|a| relation(&a, name));
        let shown = shown.unwrap_or_else(|| format!("premise {i}"));
        format!("({shown})")
    })
}

/// The same with premises that are written already.
fn adds(proof: &Proof, premise: &dyn Fn(usize) -> String) -> String {
    match proof {
        Proof::Farkas(list) if list.is_empty() => "by arithmetic alone".into(),
        Proof::Farkas(list) => {
            let one = |(k, i): &(Rat, usize)| format!("{}{}", factor(k), premise(*i));
            let parts: Vec<String> = list.iter().map(one).collect();
            format!("by {}", parts.join(" + "))
        }
        Proof::Both(up, down) => format!(
            "at least: {}; at most: {}",
            adds(up, premise),
            adds(down, premise)
        ),
        Proof::Products {
            premises,
            list,
            proof,
        } => {
            let mut shown: Vec<String> = Vec::new();
            for (a, b) in list {
                let of = |i: usize| match i.checked_sub(*premises) {
                    None => premise(i),
                    Some(k) => shown.get(k).cloned().unwrap_or_default(),
                };
                let product = format!("{} * {}", of(*a), of(*b));
                shown.push(product);
            }
            adds(proof, &|i| match i.checked_sub(*premises) {
                None => premise(i),
                Some(k) => shown.get(k).cloned().unwrap_or_default(),
            })
        }
    }
}

/// The same for a transition's guard.
pub(crate) fn from_guard(s: &System, t: &Transition, proof: &Proof) -> String {
    let premise = |i: usize| t.guard.get(i).cloned();
    because(proof, &premise, &|v| s.name_in(t, v))
}

/// A bound over the values at the start.
pub(crate) fn bound(s: &System, b: &Bound) -> String {
    b.show(&|v| s.name(v))
}
