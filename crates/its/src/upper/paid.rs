//! The claim that a potential pays for all runs, as a certificate's text.
//!
//! Idea: whoever knows a polynomial for each location that pays for every step
//! (`f(source) >= cost + f(target)`) has an upper bound that no search of this
//! crate need find; what is left is a proof for each step, by multipliers, that it
//! does. The rule `tree` of certificates takes `max(0, f)`, so each step also shows
//! that what is at its source pays for it alone, whatever is at its target. Source:
//! `docs/certificates.md`, section "Upper bounds". Cost: two linear programs per
//! transition.

use crate::certificate::{atom, name, poly, proof};
use crate::linear::{Facts, Proof};
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, System, Transition};
use ep_base::entity::EntityId;
use ep_base::Stop;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Transitions of one claim.
const MOST: usize = 400;

/// The claim that a run that starts with values for which `assume` holds costs at
/// most `max(0, f)` for the polynomial of the start; a location without one has 0.
/// `None` where a step is not proved, or has several arms.
pub fn paid(
    stop: &Stop,
    system: &System,
    assume: &[Atom],
    at: &BTreeMap<Loc, Poly>,
) -> Option<String> {
    let arms = || system.transitions.iter().flat_map(|(_, t)| &t.arms);
    if system.transitions.len() > MOST || arms().any(|a| a.target == system.start) {
        return None;
    }
    let of = |v: Var| name(&system.name(v));
    let start = at.get(&system.start)?;
    let bound = format!("(max 0 {})", poly(start, &of));
    let mut out = "(claim upper (assume".to_string();
    for a in assume {
        let _ = write!(out, " {}", atom(a, &of));
    }
    out.push_str(") (derive");
    if !assume.is_empty() {
        // From here on they stand in the guards at the start.
        let _ = write!(
            out,
            " (invariants (at {}",
            name(system.locations.get(system.start)?)
        );
        for a in assume {
            let _ = write!(out, " {}", atom(a, &of));
        }
        out.push_str(") (init");
        for i in 0..assume.len() {
            let _ = write!(out, " (farkas (1 a{i}))");
        }
        out.push_str("))");
    }
    let _ = write!(out, ") (bound {bound})\n  (tree all {bound}");
    for (l, f) in at {
        let _ = write!(
            out,
            " (at {} {})",
            name(system.locations.get(*l)?),
            poly(f, &of)
        );
    }
    for (id, t) in system.transitions.iter() {
        let mut premises = t.guard.clone();
        if t.source == system.start {
            premises.extend(assume.iter().cloned());
        }
        let inside = |v: Var| name(&system.name_in(t, v));
        let cost = poly(&t.cost.upper, &inside);
        let _ = write!(out, "\n    (firing t{} {cost}", id.0);
        let count = premises.len();
        let premise = |i: usize| match i < count {
            true => format!("g{i}"),
            false => "p0".to_string(),
        };
        for p in step(stop, &premises, t, at)? {
            let _ = write!(out, " (up {})", proof(&p, &premise));
        }
        out.push(')');
    }
    out.push_str(")\n  (total (use 1 all)))\n");
    Some(out)
}

/// That a step is paid for: alone, and with what it hands on where that is at
/// least 0, which is the last premise of the second proof.
fn step(
    stop: &Stop,
    premises: &[Atom],
    t: &Transition,
    at: &BTreeMap<Loc, Poly>,
) -> Option<Vec<Proof>> {
    let of = |l: &Loc| at.get(l).cloned().unwrap_or_else(Poly::zero);
    let left = of(&t.source).minus(&t.cost.upper);
    let mut facts = Facts::new(stop, premises);
    let mut out = vec![facts.prove(&Atom::ge0(left.clone()))?];
    match t.arms.as_slice() {
        [] => {}
        [arm] => {
            let after = |v: Var| arm.update.get(v.index()).cloned();
            let next = of(&arm.target).substitute(&after);
            facts.add(&Atom::ge0(next.clone()));
            out.push(facts.prove(&Atom::ge0(left.minus(&next)))?);
        }
        _ => return None,
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::together;
    use crate::format::koat;

    fn judged(s: &System, claim: &str) -> bool {
        ep_judge::check(&together(s, &[claim.to_string()]), None).is_ok()
    }

    /// `x` falls to 0, a step costs 7, the way there 3.
    fn system() -> System {
        let text = "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS start))\n(VAR x)\n(RULES\n\
            start(x) -{3}> f(x)\n\
            f(x) -{7}> f(x - 1) :|: x > 0\n\
            f(x) -{0}> g(x) :|: x = 0\n)";
        koat::read(text).expect("a system")
    }

    fn forms(s: &System, constant: i64) -> BTreeMap<Loc, Poly> {
        let x = Poly::var(Var(0)).scaled(&7.into());
        let mut out = BTreeMap::new();
        for (l, n) in s.locations.iter() {
            let f = match n.as_str() {
                "start" => x.plus(&Poly::constant(constant)),
                "f" => x.clone(),
                _ => continue,
            };
            out.insert(l, f);
        }
        out
    }

    #[test]
    fn a_potential_that_pays_is_accepted_and_one_that_does_not_has_no_claim() {
        let s = system();
        let assume = [Atom::ge0(Poly::var(Var(0)))];
        let claim = paid(&Stop::never(), &s, &assume, &forms(&s, 3)).expect("it pays");
        assert!(judged(&s, &claim), "{claim}");
        // For a negative x the start does not pay for its step.
        assert!(paid(&Stop::never(), &s, &[], &forms(&s, 3)).is_none());
        assert!(paid(&Stop::never(), &s, &assume, &forms(&s, 2)).is_none());
        // One number changed, and the judge refuses it.
        for (old, new) in [
            ("(farkas (7 g0))", "(farkas (5 g0))"),
            ("t1 7", "t1 6"),
            ("* 7 x", "* 6 x"),
        ] {
            assert!(claim.contains(old), "{claim}");
            assert!(!judged(&s, &claim.replacen(old, new, 1)), "{old} {claim}");
        }
    }
}
