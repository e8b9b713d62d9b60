//! Stems and cycles put together.
//!
//! Idea: what is asked about the values behind a stem is asked about those at the
//! start, with the stem's composed update put in. Alternative: a name for each value
//! on the way, which makes linear questions of products but hides from the solver
//! what is the same. Source: plain arithmetic. Cost: a stem that squares values in
//! each round has terms that double their degree with each of its rounds, so what takes
//! over [`PRODUCTS`] products of terms is not asked: no clock is heard in the middle of
//! a product.

use crate::outcome::Round;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, Rel, System};
use crate::walk::Walk;
use ep_base::entity::EntityId;

/// Products of terms for one atom.
const PRODUCTS: usize = 20_000;

/// The rounds of a cycle with its temporaries chosen.
pub(super) fn rounds(cycle: &Walk, temps: &[Poly]) -> Vec<Round> {
    let round = |t: &crate::walk::Taken| Round {
        transition: t.transition,
        arm: t.arm,
        temporaries: temps.iter().skip(t.first).take(t.count).cloned().collect(),
    };
    cycle.steps.iter().map(round).collect()
}

pub(super) fn start_of(system: &System, walk: &Walk) -> Option<Loc> {
    let first = walk.steps.first()?;
    Some(system.transitions.get(first.transition)?.source)
}

/// The guard of a stem, and atoms over the values behind it; `None` where powers of
/// sums would be multiplied out. Temporaries of the atoms follow those of the stem.
pub(super) fn behind(stem: &Walk, atoms: &[Atom]) -> Option<Vec<Atom>> {
    let with = |v: Var| match stem.state.get(v.index()) {
        Some(p) => Some(p.clone()),
        None => Some(Poly::var(Var::from_index(v.index() + stem.temporaries))),
    };
    let mut out = stem.guard.clone();
    for a in atoms {
        let poly = a.poly.substitute_within(PRODUCTS, &with)?;
        out.push(match a.rel {
            Rel::Ge => Atom::ge0(poly),
            Rel::Eq => Atom::eq(&poly, &Poly::zero()),
        });
    }
    out.retain(|a| a.constant() != Some(true));
    Some(out)
}
