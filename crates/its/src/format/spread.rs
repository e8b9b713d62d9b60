//! Conditions that are too large as a list of conjunctions, as a chain of small steps.
//!
//! `x != a && x != b && …` with n parts has 2^n cases, and each would be a transition.
//! Idea: a conjunction is steps one after another, a disjunction is steps side by
//! side, so the condition becomes a network between the source and the step that
//! does what the transition does. It is as large as the text of the condition.
//! Source: the encoding of branching code as blocks (document 004, section 4). The
//! steps cost nothing and change nothing that is read elsewhere; the last one has the
//! cost, so a run that is stuck between them, as the transition it stands for cannot
//! fire, has cost what it had before. There is no way back inside of it, so a run
//! ends if and only if it ended. Values that are chosen anew and that several
//! steps read are kept in variables for so long ([`Chosen`]).
//! Cost: linear in the size of the condition.

use super::formula::Tree;
use super::lex::Place;
use super::mistake::Mistake;
use crate::poly::{Poly, Var};
use crate::system::{Arm, Atom, Cost, Loc, System, Transition};
use std::collections::BTreeSet;

/// A condition of at most so many cases is written out, where it is not a
/// conjunction of parts.
const FEW: usize = 16;

/// The temporaries of a transition that several of its steps read.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// Those that are kept from the first step on.
    pub kept: Vec<Var>,
}

/// A part of a condition, and where it stands.
type Part = (Tree, Place);

/// Parts of a condition that have one case, and the others.
fn sorted(parts: &[Part]) -> Result<(Vec<Atom>, Vec<&Part>), Mistake> {
    let mut plain = Vec::new();
    let mut others = Vec::new();
    for part in parts {
        let (tree, at) = part;
        match tree.count(true, *at)? {
            1 => plain.extend(tree.cases(*at)?.into_iter().flatten()),
            _ => others.push(part),
        }
    }
    Ok((plain, others))
}

fn variables(tree: &Tree, out: &mut BTreeSet<Var>) {
    match tree {
        Tree::Poly(p) => out.extend(p.vars()),
        Tree::Truth(_) => {}
        Tree::Compare(_, a, b) => out.extend(a.vars().into_iter().chain(b.vars())),
        Tree::And(parts) | Tree::Or(parts) => parts.iter().for_each(|p| variables(p, out)),
        Tree::Not(t) => variables(t, out),
        Tree::Choice(parts) => parts.iter().for_each(|p| variables(p, out)),
    }
}

impl Chosen {
    /// Which temporaries have to be kept: all that stand between the first step and
    /// the last one, and those that both read.
    pub fn of(
        parts: &[(Tree, Place)],
        update: &[&Poly],
        is_temporary: &dyn Fn(Var) -> bool,
    ) -> Result<Chosen, Mistake> {
        let (plain, others) = sorted(parts)?;
        let first: BTreeSet<Var> = plain.iter().flat_map(|a| a.poly.vars()).collect();
        let last: BTreeSet<Var> = update.iter().flat_map(|p| p.vars()).collect();
        let mut kept = BTreeSet::new();
        others.iter().for_each(|(t, _)| variables(t, &mut kept));
        kept.extend(first.intersection(&last));
        kept.retain(|v| is_temporary(*v));
        Ok(Chosen {
            kept: kept.into_iter().collect(),
        })
    }
}

/// The steps of one transition.
pub struct Spread<'a> {
    pub system: &'a mut System,
    /// What it is without its condition, over what the first step keeps.
    pub whole: Transition,
    /// All temporaries of the transition.
    pub temporaries: Vec<String>,
    /// What a variable of the condition is before the first step.
    pub before: &'a dyn Fn(Var) -> Var,
    /// The same after the first step, where what is chosen is kept.
    pub after: &'a dyn Fn(Var) -> Var,
    /// The values that the first step keeps.
    pub keep: Vec<Poly>,
}

impl Spread<'_> {
    /// Puts the steps into the system.
    pub fn steps(mut self, parts: &[(Tree, Place)]) -> Result<(), Mistake> {
        let (plain, others) = sorted(parts)?;
        let from = self.between();
        let before = self.before;
        let guard = renamed(&plain, before);
        self.push(self.whole.source, from, guard, self.keep.clone());
        let mut from = from;
        for (tree, at) in others {
            let to = self.between();
            self.network(tree, true, from, to, *at)?;
            from = to;
        }
        let mut last = self.whole;
        last.source = from;
        self.system.transitions.push(last);
        Ok(())
    }

    /// A new location. No format has names with a colon inside.
    fn between(&mut self) -> Loc {
        let locations = &mut self.system.locations;
        let of = locations[self.whole.source].clone();
        let k = locations.len();
        locations.push(format!("{of}:{k}"))
    }

    fn push(&mut self, source: Loc, target: Loc, guard: Vec<Atom>, update: Vec<Poly>) {
        let mut step = Transition {
            source,
            guard,
            temporaries: self.temporaries.clone(),
            arms: vec![Arm { target, update }],
            cost: Cost::exactly(Poly::zero()),
            origin: self.whole.origin,
        };
        crate::simplify::temporaries::drop_unused(&mut step, self.system.dimension());
        self.system.transitions.push(step);
    }

    fn network(
        &mut self,
        tree: &Tree,
        wanted: bool,
        from: Loc,
        to: Loc,
        at: Place,
    ) -> Result<(), Mistake> {
        let series = match tree {
            Tree::And(_) => wanted,
            Tree::Or(_) => !wanted,
            _ => false,
        };
        match tree {
            Tree::And(parts) | Tree::Or(parts) if series && tree.count(wanted, at)? > 1 => {
                let mut here = from;
                let last = parts.len().saturating_sub(1);
                for (i, p) in parts.iter().enumerate() {
                    let next = if i == last { to } else { self.between() };
                    self.network(p, wanted, here, next, at)?;
                    here = next;
                }
            }
            _ if tree.count(wanted, at)? <= FEW => {
                for case in tree.cases_of(wanted, at)? {
                    let guard = renamed(&case, self.after);
                    let same = self.system.identity();
                    self.push(from, to, guard, same);
                }
            }
            Tree::Not(t) => self.network(t, !wanted, from, to, at)?,
            Tree::And(parts) | Tree::Or(parts) => {
                for p in parts {
                    self.network(p, wanted, from, to, at)?;
                }
            }
            Tree::Choice(parts) => {
                let [c, a, b] = parts.as_ref();
                for (holds, then) in [(true, a), (false, b)] {
                    let middle = self.between();
                    self.network(c, holds, from, middle, at)?;
                    self.network(then, wanted, middle, to, at)?;
                }
            }
            // One comparison, which has at most two cases.
            Tree::Poly(_) | Tree::Truth(_) | Tree::Compare(..) => {}
        }
        Ok(())
    }
}

fn renamed(atoms: &[Atom], with: &dyn Fn(Var) -> Var) -> Vec<Atom> {
    let one = |a: &Atom| a.substitute(&|v| Some(Poly::var(with(v))));
    atoms.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::super::t2;
    use crate::num::Int;
    use crate::poly::Var;
    use crate::system::{Loc, System};
    use ep_base::entity::EntityId;

    /// Whether the program gets from a location to another with these values, and what
    /// it has paid then; what is chosen anew is one of `choices`.
    fn pays(s: &System, from: Loc, to: Loc, values: &[i64], choices: &[i64]) -> Option<Int> {
        for (_, t) in s.transitions.iter().filter(|(_, t)| t.source == from) {
            // One temporary at most is in the tests.
            assert!(t.temporaries.len() <= 1);
            let own: &[i64] = if t.temporaries.is_empty() {
                &[0]
            } else {
                choices
            };
            for c in own {
                let value = |v: Var| {
                    let given = values.get(v.index()).or(Some(c));
                    given.map(|n| Int::from(*n))
                };
                if !t.guard.iter().all(|a| a.holds(&value) == Some(true)) {
                    continue;
                }
                let arm = &t.arms[0];
                let cost = t.cost.upper.evaluate(&value)?;
                if arm.target == to {
                    return Some(cost);
                }
                let next = (arm.update.iter())
                    .map(|p| i64::try_from(p.evaluate(&value).expect("a value")).expect("small"));
                let next: Vec<i64> = next.collect();
                if let Some(rest) = pays(s, arm.target, to, &next, choices) {
                    return Some(cost + rest);
                }
            }
        }
        None
    }

    /// Twelve parts with two cases, an `or` of `and`s of them, and a choice that all of
    /// them read: 4,096 cases and more.
    #[test]
    fn long_conditions_hold_where_they_did() {
        let differ: Vec<String> = (0..11).map(|k| format!("x != {k}")).collect();
        let either = format!("(({}) || y > 3)", differ.join(" && "));
        let text = format!(
            "START: 0;\nFROM: 0;\nc := nondet();\nassume(c >= x && c <= x);\nassume({either});\n\
             assume(c != 20);\nassume(!(y > 7 || ({} && x > y)));\nx := c + 1;\nTO: 1;\n",
            differ.join(" && ")
        );
        let s = t2::read(&text).expect("a system");
        assert!(s.verify().is_ok());
        assert!(s.transitions.len() < 80, "{}", s.transitions.len());
        let to = (s.locations.iter()).find(|(_, n)| *n == "1").expect("it").0;
        let (mut yes, mut no) = (0, 0);
        for x in -2..22 {
            for y in [-3, 0, 3, 4, 7, 8, 30] {
                let apart = !(0..11).contains(&x);
                let holds = (apart || y > 3) && x != 20 && !(y > 7 || (apart && x > y));
                let mut values = vec![0; s.dimension()];
                let at = |n: &str| s.variables.iter().position(|v| v == n).expect("it");
                values[at("x")] = x;
                values[at("y")] = y;
                let choices: Vec<i64> = (-3..30).collect();
                let paid = pays(&s, s.start, to, &values, &choices);
                assert_eq!(paid, holds.then(|| Int::from(1)), "x = {x}, y = {y}");
                if holds {
                    yes += 1;
                } else {
                    no += 1;
                }
            }
        }
        assert!(yes > 20 && no > 20, "{yes} {no}");
    }
}
