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
//! steps read are kept in variables for so long ([`Wide`]). All formats are read so.
//! Cost: linear in the size of the condition.

use super::formula::Tree;
use super::koat::unique;
use super::lex::Place;
use super::mistake::Mistake;
use crate::poly::{Poly, Var};
use crate::simplify::temporaries;
use crate::system::{Arm, Atom, Cost, Loc, System, Transition};
use ep_base::entity::EntityId;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A condition of at most so many cases is written out, where it is not a
/// conjunction of parts.
const FEW: usize = 16;

/// A part of a condition, and where it stands.
pub type Part = (Tree, Place);

/// A transition whose condition is not written out. Variables are those of the
/// system and, behind them, its temporaries, as in a [`Transition`].
pub struct Wide {
    /// What it is, with the part of its guard that is known to have one case.
    pub whole: Transition,
    /// The rest of its guard.
    pub parts: Vec<Part>,
}

/// Puts transitions with such conditions into a system: each becomes a chain of
/// steps. What is chosen anew and read by several of them is kept in variables
/// `chosen`, which the system gets for that.
pub fn put(system: &mut System, all: Vec<Wide>) -> Result<(), Mistake> {
    if all.is_empty() {
        return Ok(());
    }
    let n = system.dimension();
    let kept = (all.iter().map(|w| w.kept(n))).collect::<Result<Vec<_>, _>>()?;
    let slots = kept.iter().map(Vec::len).max().unwrap_or(0);
    let own = all.iter().map(|w| &w.whole);
    let all_of = system.transitions.iter().map(|(_, t)| t).chain(own);
    let mut names: HashSet<String> = (all_of.flat_map(|t| &t.temporaries))
        .chain(&system.variables)
        .cloned()
        .collect();
    for _ in 0..slots {
        system.variables.push(unique("chosen".into(), &mut names));
    }
    // Temporaries come behind the variables, so they move.
    let moved = |v: Var| match v.index() < n {
        true => v,
        false => Var::from_index(v.index() + slots),
    };
    let identity = system.identity();
    let widen = |t: &mut Transition| {
        temporaries::rename_all(t, &moved);
        for a in &mut t.arms {
            a.update.extend(identity.iter().skip(n).cloned());
        }
    };
    if slots > 0 {
        (system.transitions.iter_mut()).for_each(|(_, t)| widen(t));
    }
    let mut places: HashSet<String> = system.locations.as_slice().iter().cloned().collect();
    for (mut wide, kept) in all.into_iter().zip(kept) {
        widen(&mut wide.whole);
        let temporaries = wide.whole.temporaries.clone();
        // Where each of what is chosen is kept.
        let slots: HashMap<Var, Var> = (kept.iter().enumerate())
            .map(|(i, v)| (moved(*v), Var::from_index(n + i)))
            .collect();
        let late = |v: Var| slots.get(&v).copied().unwrap_or(v);
        let mut keep = system.identity();
        for (v, slot) in &slots {
            if let Some(u) = keep.get_mut(slot.index()) {
                *u = Poly::var(*v);
            }
        }
        let guard = std::mem::take(&mut wide.whole.guard);
        temporaries::rename_all(&mut wide.whole, &late);
        temporaries::drop_unused(&mut wide.whole, system.dimension());
        let steps = Spread {
            system: &mut *system,
            places: &mut places,
            whole: wide.whole,
            temporaries,
            moved: &moved,
            late: &late,
            keep,
        };
        steps.steps(guard, &wide.parts)?;
    }
    Ok(())
}

impl Wide {
    /// Which temporaries have to be kept: all that stand between the first step and
    /// the last one, and those that both read.
    fn kept(&self, n: usize) -> Result<Vec<Var>, Mistake> {
        let (plain, others) = sorted(&self.parts)?;
        let guard = plain.iter().chain(&self.whole.guard);
        let first: BTreeSet<Var> = guard.flat_map(|a| a.poly.vars()).collect();
        let updates = self.whole.arms.iter().flat_map(|a| &a.update);
        let read = updates.chain([&self.whole.cost.lower, &self.whole.cost.upper]);
        let last: BTreeSet<Var> = read.flat_map(|p| p.vars()).collect();
        let mut kept = BTreeSet::new();
        others.iter().for_each(|(t, _)| variables(t, &mut kept));
        kept.extend(first.intersection(&last));
        kept.retain(|v| v.index() >= n);
        Ok(kept.into_iter().collect())
    }
}

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

/// The steps of one transition.
struct Spread<'a> {
    system: &'a mut System,
    /// The names of all locations.
    places: &'a mut HashSet<String>,
    /// What it is without its condition, over what the first step keeps.
    whole: Transition,
    /// All temporaries of the transition.
    temporaries: Vec<String>,
    /// What a variable of the condition is before the first step.
    moved: &'a dyn Fn(Var) -> Var,
    /// The same after the first step, where what is chosen is kept.
    late: &'a dyn Fn(Var) -> Var,
    /// The values that the first step keeps.
    keep: Vec<Poly>,
}

impl Spread<'_> {
    /// Puts the steps into the system.
    fn steps(mut self, mut guard: Vec<Atom>, parts: &[Part]) -> Result<(), Mistake> {
        let (plain, others) = sorted(parts)?;
        let mut from = self.between();
        guard.extend(renamed(&plain, self.moved));
        self.push(self.whole.source, from, guard, self.keep.clone());
        for (tree, at) in others {
            let to = self.between();
            let now = tree.substitute(&|v| Some(Poly::var((self.late)((self.moved)(v)))));
            self.network(&now, true, from, to, *at)?;
            from = to;
        }
        let mut last = self.whole;
        last.source = from;
        self.system.transitions.push(last);
        Ok(())
    }

    /// A new location, of which the user can see where it belongs.
    fn between(&mut self) -> Loc {
        let of = &self.system.locations[self.whole.source];
        let k = self.system.locations.len();
        let name = unique(format!("{of}:{k}"), self.places);
        self.system.locations.push(name)
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
        temporaries::drop_unused(&mut step, self.system.dimension());
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
                    let same = self.system.identity();
                    self.push(from, to, case, same);
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
    use super::super::{read, t2, Format};
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

    /// The same condition in each format: it holds where it did, its values are read
    /// where they are kept, and the cost is that of the transition alone.
    #[test]
    fn every_format_has_long_conditions() {
        let infix: Vec<String> = (0..11).map(|k| format!("x != {k}")).collect();
        let prefix: Vec<String> = (0..11).map(|k| format!("(distinct x {k})")).collect();
        let (infix, prefix) = (infix.join(" && "), prefix.join(" "));
        let koat = format!(
            "(STARTTERM (FUNCTIONSYMBOLS f))(VAR x y c)(RULES f(x, y) -{{c + 2}}> g(c + 1, y) \
             :|: c = x && {infix} && (x > 3 || y > c))"
        );
        let ari = format!(
            "(format LCTRS)(theory Ints)(fun f (-> Int Int Int))(fun g (-> Int Int Int))\
             (entrypoint f)(rule (f x y) (g (+ c 1) y) :cost 2 :guard (and (= c x) {prefix} \
             (or (> x 3) (> y c))) :var ((c Int)))"
        );
        let smt2 = format!(
            "(declare-const f Loc)(declare-const g Loc)\
             (define-fun init_main ((pc Loc) (x Int) (y Int)) Bool (cfg_init pc f true))\
             (define-fun next_main ((pc Loc) (x Int) (y Int) (pc1 Loc) (x1 Int) (y1 Int)) Bool\
             (cfg_trans2 pc f pc1 g (exists ((c Int)) (and (= c x) (= x1 (+ c 1)) (= y1 y) {prefix} \
             (or (> x 3) (> y c))))))"
        );
        for (format, text, cost) in [
            (Format::Koat, koat, None),
            (Format::Ari, ari, Some(2)),
            (Format::Smt2, smt2, Some(1)),
        ] {
            let s = read(format, &text).expect("a system");
            assert!(s.verify().is_ok(), "{format:?}");
            assert!(s.transitions.len() < 60, "{}", s.transitions.len());
            let to = (s.locations.iter()).find(|(_, n)| *n == "g").expect("it").0;
            for x in -2..14 {
                for y in [-3, 0, 7, 30] {
                    let holds = !(0..11).contains(&x) && (x > 3 || y > x);
                    let mut values = vec![0; s.dimension()];
                    values[..2].copy_from_slice(&[x, y]);
                    let choices: Vec<i64> = (-3..30).collect();
                    let paid = pays(&s, s.start, to, &values, &choices);
                    let wanted = holds.then(|| Int::from(cost.unwrap_or(x + 2)));
                    assert_eq!(paid, wanted, "{format:?} x = {x}, y = {y}");
                }
            }
        }
    }
}
