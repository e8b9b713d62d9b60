//! A system while it is being proved about: the same runs or more, with every
//! step written down so that a checker can make it again.
//!
//! Idea: each change is a step of `docs/certificates.md`, done literally, so
//! the system here is the one that the checker reaches. Each step keeps every
//! run and its upper cost, so this type serves termination and upper bounds;
//! lower bounds and runs that do not end are found in the system of the file
//! ([`System`]) and cannot be made from this one. Source: no paper. Chaining is the
//! elimination of a state of an automaton, with guards composed by substitution and
//! costs summed; which steps there are is said in `docs/certificates.md`, each with
//! why it keeps the runs. Cost: chaining doubles no
//! transitions, see [`Work::chain`].

use crate::congruences::Congruences;
use crate::linear::{Facts, Proof};
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::simplify::temporaries;
use crate::system::{Atom, Loc, System, TransId, Transition};
use ep_base::entity::{Arena, EntityId};
use ep_base::Stop;
use std::collections::BTreeSet;

/// A transition under its name, and which transitions of the file it stands for,
/// one after another.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Unique.
    pub name: String,
    /// What it does.
    pub transition: Transition,
    /// Transitions of the file's system.
    pub path: Vec<TransId>,
}

/// One step of a derivation.
#[derive(Clone, Debug)]
pub enum Step {
    /// Locations that nothing leads to are gone.
    Unreachable,
    /// A transition that is never taken is gone.
    Remove(String, Proof),
    /// A location is gone; its transitions are chained.
    Eliminate(Loc, Vec<(String, String, String)>),
    /// What holds at locations stands in the guards.
    Invariants(Vec<Invariants>),
    /// What is assumed of the values at the start ([`Work::assumed`]) stands in the
    /// guards of what leaves it.
    Assume,
    /// What holds at locations of some integers makes guards tighter.
    Congruences(Box<Congruences>),
    /// A transition is two: where the atom holds, and where it does not.
    Split(String, Atom, [String; 2]),
    /// A guard has more relations; the transition as it was before.
    Multiply(String, Box<Transition>, Vec<(Atom, Derived)>),
    /// Variables that decide nothing are gone.
    Forget(Vec<Var>),
    /// A guard is what follows from it; the transition as it was before, and each
    /// relation of its guard now with a proof from the one before.
    Weaken(String, Box<Transition>, Vec<(Atom, Proof)>),
    /// Copies of locations, then which arm of which rule leads to which copy.
    Unfold {
        /// The copies.
        copies: Vec<Copy>,
        /// Rule, arm and copy.
        turned: Vec<(String, usize, Loc)>,
    },
}

/// Why a relation follows from a guard by multiplication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derived {
    /// The product of two relations of the guard.
    Product(usize, usize),
    /// `v*v >= v` (true) or `v*v >= -v` of an integer.
    Square(Var, bool),
}

/// A copy of a location.
#[derive(Clone, Debug)]
pub struct Copy {
    /// Of which.
    pub base: Loc,
    /// The copy.
    pub new: Loc,
    /// The rules that leave it, with the names of their copies.
    pub rules: Vec<(String, String)>,
}

/// What holds at a location.
#[derive(Clone, Debug)]
pub struct Invariants {
    /// The location.
    pub location: Loc,
    /// All of these.
    pub atoms: Vec<Atom>,
    /// For each arm that leads here.
    pub kept: Vec<Kept>,
}

/// Why an arm keeps what holds at its target.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The transition.
    pub rule: String,
    /// Its arm.
    pub arm: usize,
    /// How many atoms hold at the source. They are the first premises; the
    /// guard follows.
    pub premises: usize,
    /// For each atom at the target, in order.
    pub proofs: Vec<Proof>,
}

/// The least guard that stops chaining.
const MAX_GUARD: usize = 300;
/// Transitions at which chaining stops.
const MAX_RULES: usize = 3_000;
/// Products of terms of one substitution.
const MAX_PRODUCTS: usize = 50_000;

/// See the module.
#[derive(Clone, Debug)]
pub struct Work {
    /// Names, variables and the start; its transitions are those of the file.
    /// Copies of locations stand behind those of the file.
    pub file: System,
    /// What the copies of locations are copies of.
    copied: Vec<Loc>,
    /// The transitions now.
    pub rules: Vec<Rule>,
    /// How they came to be.
    pub steps: Vec<Step>,
    /// When its linear programs end without an answer.
    pub stop: Stop,
    /// Variables that nothing speaks of any more. They keep their places, so a
    /// variable is the same one in every step and in the file.
    forgotten: BTreeSet<Var>,
    /// What is claimed is claimed of runs that start with values like these.
    assumed: Vec<Atom>,
    fresh: usize,
}

impl Work {
    /// The system as it is.
    pub fn new(system: &System, stop: Stop) -> Self {
        let rule = |(id, t): (TransId, &Transition)| Rule {
            name: format!("t{}", id.index()),
            transition: t.clone(),
            path: vec![id],
        };
        Work {
            file: system.clone(),
            copied: Vec::new(),
            rules: system.transitions.iter().map(rule).collect(),
            steps: Vec::new(),
            stop,
            forgotten: BTreeSet::new(),
            assumed: Vec::new(),
            fresh: 0,
        }
    }

    /// The system, of runs alone that start with values for which this holds; `None`
    /// where something leads back to the start, since it need not hold there again.
    pub(crate) fn under(system: &System, assumed: Vec<Atom>, stop: Stop) -> Option<Self> {
        let mut out = Work::new(system, stop);
        let mut arms = out.rules.iter().flat_map(|r| &r.transition.arms);
        if arms.any(|a| a.target == system.start) {
            return None;
        }
        for r in &mut out.rules {
            if r.transition.source == system.start {
                r.transition.guard.extend(assumed.iter().cloned());
            }
        }
        out.assumed = assumed;
        out.steps.push(Step::Assume);
        Some(out)
    }

    /// What is assumed of the values at the start; nothing for claims of all runs.
    pub fn assumed(&self) -> &[Atom] {
        &self.assumed
    }

    /// How many variables there are.
    pub fn dimension(&self) -> usize {
        self.file.dimension()
    }

    /// The variables that are left.
    pub fn kept(&self) -> impl Iterator<Item = Var> + '_ {
        let left = |v: &Var| !self.forgotten.contains(v);
        self.file.vars().filter(left)
    }

    /// Leaves variables out. Their updates say that they stay, and temporaries that
    /// were in these alone are gone.
    pub(crate) fn forget(&mut self, gone: Vec<Var>) {
        if gone.is_empty() {
            return;
        }
        let n = self.dimension();
        for r in &mut self.rules {
            for arm in &mut r.transition.arms {
                for v in &gone {
                    if let Some(p) = arm.update.get_mut(v.index()) {
                        *p = Poly::var(*v);
                    }
                }
            }
            temporaries::drop_unused(&mut r.transition, n);
        }
        self.forgotten.extend(gone.iter().copied());
        self.steps.push(Step::Forget(gone));
    }

    /// Puts relations that follow from a guard in its place. More runs, never fewer:
    /// this is no step for what some run does.
    pub(crate) fn weaken(&mut self, rule: usize, to: Vec<(Atom, Proof)>) {
        let n = self.dimension();
        let Some(r) = self.rules.get_mut(rule) else {
            return;
        };
        let before = Box::new(r.transition.clone());
        r.transition.guard = to.iter().map(|(a, _)| a.clone()).collect();
        temporaries::drop_unused(&mut r.transition, n);
        self.steps.push(Step::Weaken(r.name.clone(), before, to));
    }

    /// The location of the file that a location is or is a copy of.
    pub fn place_in_file(&self, l: Loc) -> Loc {
        let own = self.file.locations.len() - self.copied.len();
        let copy = |l: Loc| self.copied.get(l.index().checked_sub(own)?).copied();
        copy(l).unwrap_or(l)
    }

    /// Whether locations have copies, so that what holds at one of them need not
    /// hold at the location of the file.
    pub fn is_unfolded(&self) -> bool {
        !self.copied.is_empty()
    }

    /// The system of the file.
    pub fn original(&self) -> System {
        let own = self.file.locations.len() - self.copied.len();
        let mut out = self.file.clone();
        out.locations = Arena::new();
        for name in self.file.locations.as_slice().iter().take(own) {
            out.locations.push(name.clone());
        }
        out
    }

    /// A copy of a location, without rules.
    pub(crate) fn new_location(&mut self, of: Loc) -> Loc {
        let base = self.place_in_file(of);
        let mut name = format!("{}'{}", self.file.locations[base], self.copied.len() + 1);
        while self.file.locations.as_slice().contains(&name) {
            name.push('\'');
        }
        self.copied.push(base);
        self.file.locations.push(name)
    }

    /// A name that no rule has.
    pub(crate) fn fresh_name(&mut self, prefix: &str) -> String {
        let name = format!("{prefix}{}", self.fresh);
        self.fresh += 1;
        name
    }

    /// For each location where its rules lead to.
    fn next(&self) -> Vec<Vec<Loc>> {
        let mut next: Vec<Vec<Loc>> = vec![Vec::new(); self.file.locations.len()];
        for r in &self.rules {
            if let Some(list) = next.get_mut(r.transition.source.index()) {
                list.extend(r.transition.arms.iter().map(|a| a.target));
            }
        }
        next
    }

    /// Drops what the graph does not reach.
    pub fn drop_unreachable(&mut self) {
        let next = self.next();
        let mut reached = vec![false; self.file.locations.len()];
        let mut work = vec![self.file.start];
        while let Some(l) = work.pop() {
            match reached.get_mut(l.index()) {
                Some(r) if !*r => *r = true,
                _ => continue,
            }
            work.extend(next.get(l.index()).into_iter().flatten());
        }
        let before = self.rules.len();
        let there = |l: Loc| reached.get(l.index()).copied().unwrap_or(false);
        self.rules.retain(|r| there(r.transition.source));
        if self.rules.len() < before {
            self.steps.push(Step::Unreachable);
        }
    }

    /// Drops transitions whose guard contradicts itself.
    pub fn drop_unsatisfiable(&mut self) {
        let (steps, stop) = (&mut self.steps, &self.stop);
        self.rules.retain(
            |r| match Facts::new(stop, &r.transition.guard).contradiction() {
                None => true,
                Some(proof) => {
                    steps.push(Step::Remove(r.name.clone(), proof));
                    false
                }
            },
        );
    }

    /// Chains transitions through locations that have one transition in or one
    /// out, so that their number does not grow but for ends.
    pub fn chain(&mut self) {
        let n = self.file.locations.len();
        let order = self.order();
        let mut again = true;
        while again {
            again = false;
            for &l in &order {
                if l != self.file.start && self.rules.len() < MAX_RULES && !self.stop.now() {
                    again |= self.eliminate(l);
                }
            }
            debug_assert!(n == self.file.locations.len());
        }
        // What only led on from dead ends of chains leads in from nowhere now.
        self.drop_unreachable();
    }

    /// Locations, each after those that lead to it where that is possible.
    fn order(&self) -> Vec<Loc> {
        let next = self.next();
        let mut seen = vec![false; next.len()];
        let mut post = Vec::new();
        let mut work = vec![(self.file.start, 0usize)];
        while let Some((l, i)) = work.pop() {
            if i == 0 {
                match seen.get_mut(l.index()) {
                    Some(s) if !*s => *s = true,
                    _ => continue,
                }
            }
            match next.get(l.index()).and_then(|list| list.get(i)) {
                Some(&m) => {
                    work.push((l, i + 1));
                    if !seen.get(m.index()).copied().unwrap_or(true) {
                        work.push((m, 0));
                    }
                }
                None => post.push(l),
            }
        }
        post.reverse();
        post
    }

    fn eliminate(&mut self, l: Loc) -> bool {
        let leads = |r: &Rule| r.transition.arms.iter().any(|a| a.target == l);
        let ins: Vec<usize> = (0..self.rules.len())
            .filter(|&i| leads(&self.rules[i]))
            .collect();
        let outs: Vec<usize> = (0..self.rules.len())
            .filter(|&i| self.rules[i].transition.source == l)
            .collect();
        let few = ins.len() == 1 || outs.len() == 1;
        let ordinary = ins.iter().all(|&i| {
            self.rules[i].transition.arms.len() == 1 && self.rules[i].transition.source != l
        });
        let loops = outs.iter().any(|&o| leads(&self.rules[o]));
        let longest = |list: &[usize]| {
            let sizes = list.iter().map(|&i| self.rules[i].transition.guard.len());
            sizes.max().unwrap_or(0)
        };
        if !few || ins.is_empty() || outs.is_empty() || !ordinary || loops {
            return false;
        }
        if longest(&ins) + longest(&outs) > MAX_GUARD {
            return false;
        }
        let mut made = Vec::new();
        let mut names = Vec::new();
        for &i in &ins {
            for &o in &outs {
                let name = self.fresh_name("e");
                let (first, second) = (&self.rules[i], &self.rules[o]);
                let Some(transition) = self.chained(first, second, &name) else {
                    return false;
                };
                let path = first.path.iter().chain(&second.path).copied().collect();
                names.push((first.name.clone(), second.name.clone(), name.clone()));
                made.push(Rule {
                    name,
                    transition,
                    path,
                });
            }
        }
        for &i in &ins {
            if let Some(r) = self.rules.get_mut(i) {
                r.transition.arms.clear();
            }
        }
        self.rules.retain(|r| r.transition.source != l);
        self.steps.push(Step::Eliminate(l, names));
        let mut dead = Vec::new();
        for r in &made {
            if let Some(proof) = Facts::new(&self.stop, &r.transition.guard).contradiction() {
                dead.push(r.name.clone());
                self.steps.push(Step::Remove(r.name.clone(), proof));
            }
        }
        self.rules
            .extend(made.into_iter().filter(|r| !dead.contains(&r.name)));
        true
    }

    /// First one transition, then the other: the guards of both, the sum of the
    /// costs, the arms of the second. `None` where products get too large.
    fn chained(&self, first: &Rule, second: &Rule, name: &str) -> Option<Transition> {
        let n = self.dimension();
        let (a, b) = (&first.transition, &second.transition);
        let update = &a.arms.first()?.update;
        let shift = a.temporaries.len();
        let with = |v: Var| match v.index() < n {
            true => update.get(v.index()).cloned(),
            false => Some(Poly::var(Var::from_index(v.index() + shift))),
        };
        let put = |p: &Poly| p.substitute_within(MAX_PRODUCTS, &with);
        let mut guard = a.guard.clone();
        for g in &b.guard {
            let poly = put(&g.poly)?;
            guard.push(Atom { poly, rel: g.rel });
        }
        let mut t = b.clone();
        t.source = a.source;
        t.guard = guard;
        t.temporaries = a.temporaries.clone();
        t.temporaries
            .extend(b.temporaries.iter().map(|u| format!("{name}.{u}")));
        for arm in &mut t.arms {
            for p in &mut arm.update {
                *p = put(p)?;
            }
        }
        t.cost.lower = a.cost.lower.plus(&put(&b.cost.lower)?);
        t.cost.upper = a.cost.upper.plus(&put(&b.cost.upper)?);
        let large = t
            .arms
            .iter()
            .flat_map(|a| &a.update)
            .any(|p| p.degree() > 8 || p.len() > 200);
        (!large).then_some(t)
    }

    /// Makes two transitions of one: the first where the atom, which is no
    /// equation, holds, the second where it does not. `None` where there is no
    /// such transition.
    pub fn split(&mut self, name: &str, atom: &Atom) -> Option<[String; 2]> {
        let i = self.rules.iter().position(|r| r.name == name)?;
        if atom.rel != crate::system::Rel::Ge {
            return None;
        }
        let names = [self.fresh_name("s"), self.fresh_name("s")];
        let mut other = self.rules.get(i)?.clone();
        let rest = atom.poly.negated().minus(&Poly::from(1));
        other.transition.guard.push(Atom::ge0(rest));
        other.name = names[1].clone();
        let first = self.rules.get_mut(i)?;
        first.transition.guard.push(atom.clone());
        first.name = names[0].clone();
        self.rules.insert(i + 1, other);
        let step = Step::Split(name.to_string(), atom.clone(), names.clone());
        self.steps.push(step);
        Some(names)
    }

    /// Puts what follows by multiplication into the guard of a rule.
    pub(crate) fn multiply(&mut self, name: &str, new: Vec<(Atom, Derived)>) {
        let rule = self.rules.iter_mut().find(|r| r.name == name);
        let Some(rule) = rule.filter(|_| !new.is_empty()) else {
            return;
        };
        let before = Box::new(rule.transition.clone());
        let atoms = new.iter().map(|(a, _)| a.clone());
        rule.transition.guard.extend(atoms);
        self.steps
            .push(Step::Multiply(name.to_string(), before, new));
    }

    /// Puts what holds at locations into guards; the proofs were made by
    /// whoever found it, for exactly these rules.
    pub fn strengthen(&mut self, found: Vec<Invariants>) {
        let found: Vec<Invariants> = found.into_iter().filter(|i| !i.atoms.is_empty()).collect();
        if found.is_empty() {
            return;
        }
        for r in &mut self.rules {
            if let Some(i) = found.iter().find(|i| i.location == r.transition.source) {
                r.transition.guard.extend(i.atoms.iter().cloned());
            }
        }
        self.steps.push(Step::Invariants(found));
    }

    /// Puts what holds of some integers at locations into guards; the proofs were
    /// made by whoever found it, for exactly these rules.
    pub(crate) fn tighten(&mut self, found: Congruences) {
        for t in &found.tighter {
            if let Some(r) = self.rules.iter_mut().find(|r| r.name == t.rule) {
                let new = t.new.iter().map(|(a, _)| a.clone());
                r.transition.guard.extend(new);
            }
        }
        self.steps.push(Step::Congruences(Box::new(found)));
    }

    /// The value of a polynomial over variables after an arm.
    pub fn after(&self, rule: &Rule, arm: usize, p: &Poly) -> Option<Poly> {
        let update = &rule.transition.arms.get(arm)?.update;
        p.substitute_within(MAX_PRODUCTS, &|v| update.get(v.index()).cloned())
    }

    /// All numbers in guards and updates, for thresholds.
    pub fn constants(&self) -> Vec<Int> {
        let mut out: Vec<Int> = Vec::new();
        for r in &self.rules {
            let t = &r.transition;
            out.extend(t.guard.iter().map(|a| a.poly.constant_term()));
            out.extend(
                t.arms
                    .iter()
                    .flat_map(|a| &a.update)
                    .map(Poly::constant_term),
            );
        }
        out.sort();
        out.dedup();
        out
    }
}
