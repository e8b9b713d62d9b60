//! Temporaries that an equality defines.
//!
//! Idea: where a guard has `t + p == 0` or `-t + p == 0` with a temporary `t`
//! that is not in `p`, exactly one integer value of `t` is possible, so `t` is
//! replaced by it and the equality dropped. Runs and their costs stay the same,
//! in both directions; other coefficients are left alone, because `2*t == x`
//! says that x is even. Source: the one-point rule of first-order logic
//! (some t has `t = p` and q: q holds with p for t); Pugh, "The Omega test", CACM
//! 1992, section 2.2, solves equations with a coefficient of 1 in the same way.
//! Cost: one pass over the transition per temporary.

use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Rel, System, Transition};
use ep_base::entity::EntityId;
use num_traits::{One, Signed};
use std::collections::HashMap;

/// Solves equalities for temporaries in every transition, and drops temporaries
/// that are nowhere.
pub fn solve(system: &mut System) {
    let n = system.dimension();
    for (_, t) in system.transitions.iter_mut() {
        solve_in(t, n);
    }
}

/// The same for one transition of a system with `n` variables.
pub fn solve_in(t: &mut Transition, n: usize) {
    let solved = definitions(t, n);
    put(t, &solved);
    drop_unused(t, n);
}

/// Takes the equations that define temporaries out of the guard, and says what these
/// are; the rest of the guard speaks of them no more.
pub(crate) fn definitions(t: &mut Transition, n: usize) -> HashMap<Var, Poly> {
    let is_temporary = |v: Var| v.index() >= n;
    // Each solution is over what was not solved before it; so it is replaced
    // from the last one back.
    let mut solved: HashMap<Var, Poly> = HashMap::new();
    let mut atoms: Vec<Option<Atom>> = t.guard.drain(..).map(Some).collect();
    let mut at = 0;
    while at < atoms.len() {
        let found = atoms.get(at).and_then(Option::as_ref).and_then(|a| {
            let a = resolved(a, &solved);
            (a.rel == Rel::Eq).then_some(())?;
            // The latest temporary: readers put old values before new ones.
            let v = a
                .poly
                .vars()
                .into_iter()
                .rev()
                .find(|&v| is_temporary(v) && definable(&a.poly, v))?;
            let k = a.poly.linear_coefficient(v);
            let mut rest = a.poly.clone();
            rest.insert(Monomial::var(v), -k.clone());
            Some((v, if k.is_one() { rest.negated() } else { rest }))
        });
        if let Some((v, p)) = found {
            for q in solved.values_mut() {
                if q.mentions(v) {
                    *q = q.substitute(&|w| (w == v).then(|| p.clone()));
                }
            }
            solved.insert(v, p);
            if let Some(slot) = atoms.get_mut(at) {
                *slot = None;
            }
        }
        at += 1;
    }
    let mut guard: Vec<Atom> = Vec::new();
    for a in atoms.into_iter().flatten() {
        let a = resolved(&a, &solved);
        if a.constant() != Some(true) && !guard.contains(&a) {
            guard.push(a);
        }
    }
    t.guard = guard;
    solved
}

/// Puts what temporaries are in their place, in updates and costs.
pub(crate) fn put(t: &mut Transition, solved: &HashMap<Var, Poly>) {
    let put = |p: &mut Poly| {
        if p.vars().iter().any(|v| solved.contains_key(v)) {
            *p = p.substitute(&|v| solved.get(&v).cloned());
        }
    };
    t.arms
        .iter_mut()
        .flat_map(|a| a.update.iter_mut())
        .for_each(put);
    put(&mut t.cost.lower);
    put(&mut t.cost.upper);
}

fn resolved(a: &Atom, solved: &HashMap<Var, Poly>) -> Atom {
    match a.poly.vars().iter().any(|v| solved.contains_key(v)) {
        true => a.substitute(&|v| solved.get(&v).cloned()),
        false => a.clone(),
    }
}

/// Whether the variable stands alone with 1 or -1 and nowhere else.
fn definable(p: &Poly, v: Var) -> bool {
    p.linear_coefficient(v).abs().is_one()
        && !p
            .terms()
            .any(|(m, _)| m.as_var() != Some(v) && m.powers().iter().any(|w| w.0 == v))
}

/// Drops temporaries that are nowhere and closes the gaps.
pub fn drop_unused(t: &mut Transition, n: usize) {
    let mut used = vec![false; t.temporaries.len()];
    let mut polys: Vec<&Poly> = t.guard.iter().map(|a| &a.poly).collect();
    polys.extend(t.arms.iter().flat_map(|a| &a.update));
    polys.extend([&t.cost.lower, &t.cost.upper]);
    for v in polys.iter().flat_map(|p| p.vars()) {
        if let Some(u) = used.get_mut(v.index().wrapping_sub(n)) {
            *u = true;
        }
    }
    if used.iter().all(|u| *u) {
        return;
    }
    let mut to: Vec<Option<Var>> = Vec::new();
    let mut next = n;
    for u in &used {
        to.push(u.then(|| Var::from_index(next)));
        next += usize::from(*u);
    }
    let rename = |v: Var| {
        to.get(v.index().wrapping_sub(n))
            .copied()
            .flatten()
            .unwrap_or(v)
    };
    rename_all(t, &rename);
    let mut keep = used.iter();
    t.temporaries
        .retain(|_| keep.next().copied().unwrap_or(false));
}

/// Renames every variable of a transition at the same time.
pub fn rename_all(t: &mut Transition, to: &dyn Fn(Var) -> Var) {
    let put = |p: &mut Poly| {
        if p.vars().iter().any(|v| to(*v) != *v) {
            *p = p.rename(to);
        }
    };
    t.guard.iter_mut().map(|a| &mut a.poly).for_each(put);
    t.arms
        .iter_mut()
        .flat_map(|a| a.update.iter_mut())
        .for_each(put);
    put(&mut t.cost.lower);
    put(&mut t.cost.upper);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{koat, read, Format};

    fn simplified(rules: &str) -> String {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y t u)\n(RULES {rules})");
        let mut s = read(Format::Koat, &text).expect("a system");
        solve(&mut s);
        let text = koat::print(&s);
        let (_, rules) = text.split_once("(RULES\n").expect("rules");
        rules.trim_end_matches(")\n").trim().to_string()
    }

    #[test]
    fn defined_ones_are_replaced() {
        let s = simplified("f(x,y) -> f(t, u) :|: t = x + 1 && u = t + y && u > 0");
        assert_eq!(s, "f(x, y) -> Com_1(f(x + 1, x + y + 1)) :|: x + y >= 0");
    }

    #[test]
    fn a_parity_is_kept() {
        let s = simplified("f(x,y) -> f(t, y) :|: 2*t = x");
        assert_eq!(s, "f(x, y) -> Com_1(f(t, y)) :|: -x + 2*t = 0");
    }

    #[test]
    fn a_contradiction_is_kept() {
        let s = simplified("f(x,y) -> f(t, y) :|: t = x && t = x + 1");
        assert_eq!(s, "f(x, y) -> Com_1(f(x, y)) :|: -1 = 0");
    }

    #[test]
    fn a_square_is_not_a_definition() {
        let s = simplified("f(x,y) -> f(t, y) :|: t = t*t - x");
        assert!(s.contains("t*t"), "{s}");
    }
}
