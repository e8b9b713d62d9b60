//! Counts by measures that are bounded where they fall.
//!
//! Idea: a measure that nothing lets grow, that falls by 1 where it counts and is
//! between 1 and M there, counts at most M firings each time that its part is
//! entered, whatever its value is there: `x := any number`, then rounds while `1 <=
//! x <= 3`. Alternatives: unfolding the location by what holds there, which says
//! the same with copies. Source: local bounds times entries are those of Brockschmidt
//! et al., TOPLAS 2016; that a number of the guard may stand in for the size at the
//! entry is plain arithmetic, with its proof in `docs/certificates.md` (`cap`).
//! Cost: a linear program per transition that falls.

use super::derivation::Cap;
use super::places::{FactId, Falls, Measure, Member, Place};
use crate::linear::{self, Facts, Least, Proof};
use crate::num::Int;
use crate::poly::Poly;
use crate::system::Atom;
use crate::work::Work;
use ep_base::Stop;

/// The cap of a measure; `None` where it has none.
pub(super) fn cap(
    work: &Work,
    at: Measure,
    inside: Vec<(Member, Proof)>,
    strict: Vec<Falls>,
    places: &[(Place, Option<FactId>, Poly)],
) -> Option<Cap> {
    let mut cap = Int::from(1);
    let mut before = Vec::new();
    for (member, _) in &strict {
        let t = &work.rules.get(member.0)?.transition;
        let f = &at.iter().find(|a| a.0 == t.source)?.1;
        cap = cap.max(most(&work.stop, &t.guard, f)?);
        before.push((&t.guard, f));
    }
    let mut all = Vec::new();
    for ((member, [falls, bounded]), (guard, f)) in strict.iter().zip(before) {
        let goal = Atom::ge0(Poly::constant(cap.clone()).minus(f));
        let below = linear::prove(&work.stop, guard, &goal)?;
        all.push((*member, [falls.clone(), bounded.clone(), below]));
    }
    Some(Cap {
        most: cap,
        strict: all,
        at,
        inside,
        entries: places.iter().map(|p| (p.0, p.1)).collect(),
    })
}

/// The greatest value of a polynomial where atoms hold.
pub(super) fn most(stop: &Stop, guard: &[Atom], p: &Poly) -> Option<Int> {
    match Facts::new(stop, guard).least(&p.negated()) {
        Least::Value(v, _) => Some((-v).floor().to_integer()),
        _ => None,
    }
}
