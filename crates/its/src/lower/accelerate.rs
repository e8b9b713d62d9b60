//! Many rounds of a loop as one step.
//!
//! Idea: where the values after k rounds are polynomials in k, a guard that is
//! a polynomial in k need be asked for only at the ends if it is linear in k or
//! bends down, and at the beginning with its first change if it bends up. Where it
//! falls the last round says it all, and there may be no round at all. A
//! variable that is set anew has its closed form from a later round on; the
//! rounds before are written out. What is no polynomial is given up if the
//! guard does not ask for it. Temporaries of a round are the bounds that the
//! guard gives them, or the same number in all rounds. Where variables turn around
//! each other several rounds are taken at a time ([`super::turns`]). Source: Frohn, "A
//! calculus for modular loop acceleration", TACAS 2020. Nothing here is
//! believed: the run is proved as a whole later. Cost: polynomial arithmetic.

use super::macros::{is_temporary, root, Macro, COUNTERS, UNKNOWN};
use super::program::{Program, Replaced};
use super::ratpoly::{Fuel, RatPoly};
use super::turns;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Rel};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_traits::Signed;
use std::sync::Arc;

/// Ways to choose the temporaries of one loop.
const MAX_CHOICES: usize = 8;
/// Rounds that are written out.
const MAX_WRITTEN: usize = 3;

/// Which numbers of rounds a step stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rounds {
    /// At least one, so that the guard holds at the beginning.
    Some,
    /// Also none: what is inside of a loop is often empty at first.
    Any,
}

/// The accelerated forms of a loop.
pub(crate) fn accelerate(stop: &Stop, m: &Macro, fresh: &mut u32, rounds: Rounds) -> Vec<Macro> {
    let mut out = Vec::new();
    for choice in choices(stop, m, MAX_CHOICES) {
        let found = power(stop, &choice, fresh, rounds);
        let period = turns::period(&choice).filter(|p| *p > 1);
        // What changes its sign or its place is itself again after two rounds.
        let times = period.or(found.is_none().then_some(2));
        let several = times.and_then(|p| repeated(stop, &choice, p));
        out.extend(found);
        out.extend(several.and_then(|m| power(stop, &m, fresh, rounds)));
    }
    out
}

/// So many rounds as one.
fn repeated(stop: &Stop, m: &Macro, times: usize) -> Option<Macro> {
    (1..times).try_fold(m.clone(), |all, _| all.then(stop, m))
}

/// Ways to choose what temporaries are, at most so many: bounds that the guard
/// gives them, or left open. The last come first, as they are bounded by those
/// before them.
pub(super) fn choices(stop: &Stop, m: &Macro, most: usize) -> Vec<Macro> {
    let n = m.update.len();
    let mut out = Vec::new();
    let mut work = vec![(m.clone(), usize::MAX)];
    while let Some((m, below)) = work.pop() {
        if out.len() >= most || stop.now() {
            break;
        }
        let mut used: Vec<Var> = m.guard.iter().flat_map(|a| a.poly.vars()).collect();
        used.retain(|v| is_temporary(*v, n) && v.index() < below);
        let Some(t) = used.into_iter().max() else {
            out.push(m);
            continue;
        };
        let mut above = Vec::new();
        let mut under = Vec::new();
        for a in &m.guard {
            if let Some(p) = root(&a.poly, t).filter(|p| p.degree() <= 3) {
                match a.poly.linear_coefficient(t).is_positive() {
                    true => under.push(p),
                    false => above.push(p),
                }
            }
        }
        let mut options: Vec<Option<RatPoly>> = above.iter().take(1).cloned().map(Some).collect();
        options.push(None);
        options.extend(above.into_iter().skip(1).take(1).map(Some));
        options.extend(under.into_iter().take(1).map(Some));
        for option in options.into_iter().rev() {
            let next = match option {
                None => Some(m.clone()),
                Some(p) => m.put(stop, Replaced::from([(t, p)])).tidied(stop, n),
            };
            if let Some(next) = next {
                work.push((next, t.index()));
            }
        }
    }
    out
}

/// The values after `k` rounds, from a round on.
struct Closed {
    /// Over the values before the loop and `k`; `None` is no polynomial.
    of: Vec<Option<RatPoly>>,
    /// The rounds before which it does not hold yet.
    from: usize,
    /// The values after 0, 1, … `from` rounds.
    written: Vec<Vec<RatPoly>>,
}

fn closed(fuel: &Fuel, m: &Macro, k: Var) -> Option<Closed> {
    let n = m.update.len();
    let mut written: Vec<Vec<RatPoly>> =
        vec![(0..n).map(|i| RatPoly::var(Var::from_index(i))).collect()];
    let mut of: Vec<Option<(RatPoly, usize)>> = vec![None; n];
    let mut again = true;
    while again {
        again = false;
        for i in 0..n {
            let v = Var::from_index(i);
            let Some(p) = m.update.get(i) else { continue };
            if of.get(i)?.is_some() || p.mentions(UNKNOWN) {
                continue;
            }
            let deps: Vec<Var> = (p.vars().into_iter())
                .filter(|w| w.index() < n && *w != v)
                .collect();
            let known = |w: &Var| of.get(w.index()).cloned().flatten();
            let froms: Option<Vec<usize>> = deps.iter().map(|w| Some(known(w)?.1)).collect();
            let Some(froms) = froms else { continue };
            let from = froms.into_iter().max().unwrap_or(0);
            let now = |w: Var| known(&w).map(|c| c.0);
            let found = if !p.mentions(v) {
                let before = p.substitute_for(fuel, &now);
                let before = before.put_for(fuel, k, &RatPoly::var(k).minus(&RatPoly::integer(1)));
                (before, from + 1)
            } else {
                let step = p.minus(&RatPoly::var(v));
                if step.mentions(v) {
                    continue;
                }
                let sum = step.substitute_for(fuel, &now).sum(k);
                let start = sum.put_for(fuel, k, &RatPoly::integer(from as i64));
                write_out(fuel, m, &mut written, from)?;
                let first = written.get(from)?.get(i)?;
                (first.plus(&sum).minus(&start), from)
            };
            if found.1 < MAX_WRITTEN {
                *of.get_mut(i)? = Some(found);
                again = true;
            }
        }
        if !again {
            again = still(m, &mut of);
        }
    }
    let from = of.iter().flatten().map(|c| c.1).max().unwrap_or(0);
    write_out(fuel, m, &mut written, from)?;
    Some(Closed {
        of: (of.into_iter())
            .map(|c| c.map(|c| c.0).filter(|p| !p.mentions(UNKNOWN)))
            .collect(),
        from,
        written,
    })
}

/// A circle that one round brings to where it stays; whether there is one that is new.
fn still(m: &Macro, of: &mut [Option<(RatPoly, usize)>]) -> bool {
    let Some((members, _)) = turns::circle(m).filter(|c| turns::is_still(&c.1)) else {
        return false;
    };
    let mut any = false;
    for v in &members {
        let (Some(slot), Some(p)) = (of.get_mut(v.index()), m.update.get(v.index())) else {
            continue;
        };
        if slot.is_none() && p.vars().iter().all(|w| members.contains(w)) {
            *slot = Some((p.clone(), 1));
            any = true;
        }
    }
    any
}

/// The values after each of so many rounds. They are written only where they
/// are asked for: most loops have their closed form from the first round on.
fn write_out(fuel: &Fuel, m: &Macro, written: &mut Vec<Vec<RatPoly>>, rounds: usize) -> Option<()> {
    while written.len() <= rounds {
        let last = written.last()?;
        let with = |v: Var| last.get(v.index()).cloned();
        let next = (m.update.iter())
            .map(|p| p.substitute_for(fuel, &with))
            .collect();
        written.push(next);
    }
    Some(())
}

/// A number of rounds that a new temporary tells.
fn power(stop: &Stop, m: &Macro, fresh: &mut u32, many: Rounds) -> Option<Macro> {
    let n = m.update.len();
    let k = Var(COUNTERS + *fresh);
    *fresh += 1;
    let fuel = &Fuel::new(stop);
    let form = closed(fuel, m, k)?;
    let shifted = RatPoly::var(k).plus(&RatPoly::integer(form.from as i64));
    // Over the number of the round after those that are written out.
    let state: Vec<Option<RatPoly>> = (form.of.iter())
        .map(|p| Some(p.as_ref()?.put_for(fuel, k, &shifted)))
        .collect();
    let unknown = RatPoly::var(UNKNOWN);
    let with = |v: Var| Some(state.get(v.index())?.clone().unwrap_or(unknown.clone()));
    let rounds = Var::from_index(n + m.temporaries);
    let last = RatPoly::var(rounds).minus(&RatPoly::integer(1));
    let mut guard: Vec<Atom> = Vec::new();
    let mut cost = RatPoly::zero();
    let mut program = Program::nothing();
    for values in form.written.iter().take(form.from) {
        let with = |v: Var| values.get(v.index()).cloned();
        guard.extend(m.guard.iter().map(|a| Atom {
            poly: RatPoly::from(&a.poly).substitute_for(fuel, &with).cleared(),
            rel: a.rel,
        }));
        cost = cost.plus(&m.cost.substitute_for(fuel, &with));
        let values = values.iter().cloned().enumerate();
        let values = values.map(|(i, p)| (Var::from_index(i), p)).collect();
        program = program.then(&m.program.put(&Arc::new(values)));
    }
    guard.push(Atom::ge0(match many {
        Rounds::Some => Poly::var(rounds).minus(&Poly::from(1)),
        Rounds::Any => Poly::var(rounds),
    }));
    for a in &m.guard {
        let p = RatPoly::from(&a.poly).substitute_for(fuel, &with);
        if p.mentions(UNKNOWN) {
            return None;
        }
        guard.extend(ends(fuel, &p, a.rel, (k, &last), many));
    }
    let each = m.cost.substitute_for(fuel, &with);
    if each.mentions(UNKNOWN) {
        return None;
    }
    cost = cost.plus(&each.sum(k).put_for(fuel, k, &RatPoly::var(rounds)));
    let whole = RatPoly::var(rounds);
    let values = (0..n).map(Var::from_index);
    let values = values.filter_map(|v| Some((v, with(v)?))).collect();
    let body = m.program.put(&Arc::new(values));
    let repeat = Program::repeat(k, whole.clone(), state.clone(), body);
    program = program.then(&repeat);
    let update = state.iter().map(|p| match p {
        Some(p) => p.put_for(fuel, k, &whole),
        None => unknown.clone(),
    });
    Macro {
        source: m.source,
        target: m.target,
        guard: guard.into_iter().map(Arc::new).collect(),
        update: update.collect(),
        cost,
        temporaries: m.temporaries + 1,
        program,
        depth: m.depth + 1,
        possible: false,
    }
    .tidied(stop, n)
}

/// What makes an atom over `k` hold from 0 to `last`.
fn ends(fuel: &Fuel, p: &RatPoly, rel: Rel, (k, last): (Var, &RatPoly), many: Rounds) -> Vec<Atom> {
    let powers = p.by_power(k);
    if rel == Rel::Eq {
        return powers.iter().map(|q| Atom::eq0(q.cleared())).collect();
    }
    let at = |by: &RatPoly| p.put_for(fuel, k, by);
    let first = Atom::ge0(at(&RatPoly::zero()).cleared());
    if powers.len() < 2 {
        return vec![first];
    }
    let leads = powers.last().and_then(RatPoly::as_constant);
    let up = leads.as_ref().is_some_and(|c| c.is_positive());
    let down = powers.len() == 2 && leads.is_some_and(|c| c.is_negative());
    if powers.len() > 2 && up {
        // It bends up: it grows from the first round on.
        let change = at(&RatPoly::integer(1)).minus(&at(&RatPoly::zero()));
        return vec![first, Atom::ge0(change.cleared())];
    }
    // A line that rises is lowest at its beginning, one that falls at its end.
    match up {
        true => vec![first],
        false if down && many == Rounds::Any => vec![Atom::ge0(at(last).cleared())],
        false => vec![first, Atom::ge0(at(last).cleared())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{read, Format};
    use crate::num::{Int, Rat};

    fn looped(rule: &str) -> Macro {
        let text =
            format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t)\n(RULES f(x,y,z) -> f({rule})");
        let s = read(Format::Koat, &text).expect("a system");
        let id = s.transitions.ids().next().expect("a rule");
        Macro::of_arm(&Stop::never(), &s, id, 0).expect("it is taken")
    }

    fn after(m: &Macro, i: usize, at: [i64; 4]) -> Rat {
        let value = |v: Var| at.get(v.index()).map(|x| Int::from(*x));
        m.update[i].evaluate(&value).expect("known")
    }

    /// Compared with rounds one after another.
    #[test]
    fn closed_forms_are_rounds() {
        for rule in [
            "x - 1, y + x, z + y) :|: x > 0",
            "x - 1, x, y) :|: x > 0",
            "x - 2, y + x*x, 7) :|: x > 0",
            "x - 1, y + z, x) :|: x > 0",
            // A circle that is still after the first round, and what it feeds.
            "x + 3*y + z, 3*y + z, 0 - 6*y - 2*z) :|: z < 5",
        ] {
            let m = looped(rule);
            let fast = power(&Stop::never(), &m, &mut 0, Rounds::Some).expect("polynomial");
            let from = fast.program.told(&Fuel::new(&Stop::never())).len() - 1;
            for rounds in 1..6i64 {
                let mut now = [9i64, -2, 3];
                for _ in 0..rounds as usize + from {
                    let value = |v: Var| now.get(v.index()).map(|x| Int::from(*x));
                    let next: Vec<i64> = (m.update.iter())
                        .map(|p| {
                            let x = p.evaluate(&value).expect("known").to_integer();
                            i64::try_from(x).expect("small")
                        })
                        .collect();
                    now.copy_from_slice(&next);
                }
                for (i, x) in now.iter().enumerate() {
                    let told = after(&fast, i, [9, -2, 3, rounds]);
                    assert_eq!(
                        told,
                        Rat::from_integer(Int::from(*x)),
                        "{rule} {rounds} {i}"
                    );
                }
            }
        }
    }

    /// What comes back after some rounds has a closed form of so many at a time.
    #[test]
    fn what_turns_comes_back() {
        for (rule, period) in [
            ("x - 1, 0 - z, y - z) :|: x > 0", Some(3)),
            ("x - 1, 3*y + 2*z, 0 - 5*y - 3*z) :|: x > 0", Some(4)),
            ("x - 1, y - z, y) :|: x > 0", Some(6)),
            ("x - 1, 3*y + z, 0 - 6*y - 2*z) :|: x > 0", Some(1)),
            ("x - 1, 0 - 2*z, y - z) :|: x > 0", None),
            ("x - 1, y*z, y) :|: x > 0", None),
            ("x - 1, y + 1, z - y) :|: x > 0", None),
        ] {
            let m = looped(rule);
            assert_eq!(turns::period(&m), period, "{rule}");
            let fast = accelerate(&Stop::never(), &m, &mut 0, Rounds::Some);
            let whole = |m: &Macro| m.update.iter().all(|p| !p.mentions(UNKNOWN));
            let plain = rule.contains("z - y");
            assert_eq!(fast.iter().any(whole), period.is_some() || plain, "{rule}");
        }
    }

    #[test]
    fn what_is_no_polynomial_is_given_up() {
        let m = looped("x - 1, 2*y, z) :|: x > 0");
        let fast = power(&Stop::never(), &m, &mut 0, Rounds::Some).expect("y is asked for nowhere");
        assert!(fast.update[1].mentions(UNKNOWN));
        assert!(power(
            &Stop::never(),
            &looped("x - 1, 2*y, z) :|: y > x"),
            &mut 0,
            Rounds::Some
        )
        .is_none());
        // Two rounds bring back what changes its place.
        let turned = looped("y, x, z - 1) :|: z > x");
        assert!(power(&Stop::never(), &turned, &mut 0, Rounds::Some).is_none());
        assert!(!accelerate(&Stop::never(), &turned, &mut 0, Rounds::Some).is_empty());
    }
}
