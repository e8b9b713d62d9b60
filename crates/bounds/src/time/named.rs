//! A transition system whose limits of types are variables.
//!
//! Source: document 004, section 5: constants that come from the size of a type are
//! written as terms over a variable (Figure 7), so that a bound shows that it hangs on
//! the type. The runs begin with any value of that variable and never change it; where
//! the first transition leaves it open instead (Figure 8), only bounds remain that do
//! not need it. What bounds the system for all values bounds it for the type's own.
//!
//! Here numbers near a limit are read as that limit and a rest ([`limit_near`]), as
//! in what is told; the document follows each constant from where it comes from. A
//! number of the source that happens to lie there is then a limit too, which is what
//! it means nearly always, and never less than true: its value is that number still.
//! Cost: linear in the system.

use super::limits::limit_near;
use ep_base::entity::EntityId;
use ep_its::format::koat;
use ep_its::num::Int;
use ep_its::poly::{Monomial, Poly, Var};
use ep_its::system::{Atom, System};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// What the first transitions do with the variables for limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtStart {
    /// They are inputs (Figure 7).
    Parameters,
    /// They become anything (Figure 8).
    Free,
}

/// The system with limits as variables; the same where it has none.
pub fn with_limits(system: &System, start: AtStart) -> System {
    let names: Vec<&'static str> = used(system).into_iter().collect();
    let (old, more) = (system.variables.len(), names.len());
    let mut out = system.clone();
    out.variables.extend(names.iter().map(|n| (*n).to_owned()));
    let moved = |v: Var| match v.index() {
        i if i < old => v,
        i => Var::from_index(i + more),
    };
    let named = |p: &Poly| {
        let c = p.constant_term();
        let mut q = p.rename(&moved);
        if let Some((sign, name, _)) = limit(&c) {
            if let Some(at) = names.iter().position(|n| *n == name) {
                let value = value_of(name);
                q.insert(Monomial::one(), -sign_of(sign) * value);
                q.insert(Monomial::var(Var::from_index(old + at)), sign_of(sign));
            }
        }
        q
    };
    for (_, t) in out.transitions.iter_mut() {
        let first = t.source == system.start;
        for a in &mut t.guard {
            *a = Atom {
                poly: named(&a.poly),
                rel: a.rel,
            };
        }
        t.cost.lower = t.cost.lower.rename(&moved);
        t.cost.upper = t.cost.upper.rename(&moved);
        let temporaries = old + more + t.temporaries.len();
        for arm in &mut t.arms {
            arm.update = arm.update.iter().map(named).collect();
            for i in 0..more {
                let kept = match (first, start) {
                    (true, AtStart::Free) => temporaries + i,
                    _ => old + i,
                };
                arm.update.push(Poly::var(Var::from_index(kept)));
            }
        }
        if first && start == AtStart::Free {
            let any = names.iter().map(|n| format!("any_{n}"));
            t.temporaries.extend(any);
        }
    }
    out
}

/// The same for a printed system, as text.
///
/// # Errors
/// It does not parse.
pub fn printed(text: &str, start: AtStart) -> Result<String, String> {
    let system = koat::read(text).map_err(|e| e.to_string())?;
    Ok(koat::print(&with_limits(&system, start)))
}

/// The limits that guards and updates speak of.
fn used(system: &System) -> BTreeSet<&'static str> {
    let mut all = BTreeSet::new();
    for (_, t) in system.transitions.iter() {
        let guards = t.guard.iter().map(|a| &a.poly);
        let updates = t.arms.iter().flat_map(|a| &a.update);
        for p in guards.chain(updates) {
            all.extend(limit(&p.constant_term()).map(|(_, name, _)| name));
        }
    }
    all
}

/// A constant as a limit, or its opposite, and a rest.
fn limit(c: &Int) -> Option<(bool, &'static str, BigInt)> {
    let near = |c: &BigInt, opposite| {
        let (name, rest) = limit_near(c)?;
        Some((opposite, name, rest))
    };
    let c: BigInt = c.clone();
    near(&c, false).or_else(|| near(&-c, true))
}

fn sign_of(opposite: bool) -> Int {
    Int::from(if opposite { -1 } else { 1 })
}

fn value_of(name: &str) -> Int {
    let found = super::limits::limits()
        .into_iter()
        .find(|(n, _)| *n == name);
    found.map_or_else(Int::default, |(_, v)| v)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "(GOAL COMPLEXITY) (STARTTERM (FUNCTIONSYMBOLS start)) (VAR j)
        (RULES start(j) -> Com_1(loop(j)) :|: j >= 0 && j <= 4294967295
               loop(j) -> Com_1(loop(j + 1)) :|: j <= 4294967294 && j >= -2147483648
               loop(j) -> Com_1(end(j)) :|: j >= 4294967295)";

    fn read() -> System {
        koat::read(TEXT).expect("it parses")
    }

    #[test]
    fn limits_are_parameters_that_nothing_changes() {
        let named = with_limits(&read(), AtStart::Parameters);
        named.verify().expect("it is a system");
        assert_eq!(named.variables, ["j", "INT_MAX", "UINT_MAX"]);
        let text = koat::print(&named);
        assert!(!text.contains("4294967"), "{text}");
        assert!(!text.contains("2147483"), "{text}");
        assert_eq!(
            koat::read(&text).expect("it parses again").variables,
            named.variables
        );
    }

    #[test]
    fn limits_that_are_free_are_anything_after_the_start() {
        let named = with_limits(&read(), AtStart::Free);
        named.verify().expect("it is a system");
        let (_, first) = named.transitions.iter().next().expect("a transition");
        assert_eq!(first.temporaries.len(), 2);
        let (_, second) = named.transitions.iter().nth(1).expect("another");
        assert!(second.temporaries.is_empty());
    }

    #[test]
    fn a_system_without_limits_stays() {
        let small = "(GOAL COMPLEXITY) (STARTTERM (FUNCTIONSYMBOLS s)) (VAR x)
            (RULES s(x) -> Com_1(l(x)) l(x) -> Com_1(l(x - 1)) :|: x > 70)";
        let system = koat::read(small).expect("it parses");
        assert_eq!(with_limits(&system, AtStart::Free), system);
    }
}
