//! Transition invariants: a union of relations between a state and a later one,
//! each of which falls, where neither a measure nor size change is found.
//!
//! Idea: each edge of a component is abstracted to the comparisons between the
//! forms of its ends that hold on it (which is at most, or less than, or at least
//! which, and which are at least 0 before and after). Each such relation followed
//! by an edge is abstracted again, by linear programs over what the relation says
//! and the edge does, until nothing is new. Then every piece of a path is in one of
//! the relations, and if each that leads from a location to itself has a form, or a
//! sum or difference of two, that is at least 0 and falls, there is no infinite
//! path (by Ramsey's theorem). Size change composes comparisons with each other
//! alone; here an edge is composed with its guard and its whole update, so sums,
//! and what holds only behind certain steps, are seen.
//! Source: Podelski and Rybalchenko, "Transition invariants", LICS 2004, and
//! "Transition predicate abstraction and fair termination", POPL 2005.
//! Alternatives: relations refined by the lassos that have none (Cook, Podelski and
//! Rybalchenko, PLDI 2006; Heizmann, Hoenicke and Podelski, CAV 2014), which need
//! fewer comparisons and a search for lassos.
//! Cost: a linear program for each relation, edge and comparison, all limited.

use super::edges::Edge;
use super::threads;
use crate::linear::{Facts, Proof};
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc};
use crate::work::{Rule, Work};
use ep_base::entity::EntityId;
use std::collections::{BTreeMap, BTreeSet};

/// Edges of a component over which nothing is tried.
const MAX_EDGES: usize = 10;
/// Forms of a location.
const MAX_FORMS: usize = 5;
/// Relations.
const MAX_RELATIONS: usize = 40;
/// Where the names of first values begin.
const OLD: usize = 1 << 20;

/// Between a state at the source and a later one at the target.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Where the first state is.
    pub source: Loc,
    /// Where the later one is.
    pub target: Loc,
    /// Over the values of the later one, and the first ones ([`first_of`]).
    pub atoms: Vec<Atom>,
    /// A form that falls, with the proofs of that and that it was at least 0; there
    /// where the locations are the same.
    pub falls: Option<(Poly, [Proof; 2])>,
}

/// Which relation a step leads to.
#[derive(Clone, Debug)]
pub enum Leads {
    /// One of them, with a proof of each of its atoms.
    To(usize, Vec<Proof>),
    /// The step cannot follow.
    Never(Proof),
}

/// A transition invariant of a component.
#[derive(Clone, Debug)]
pub struct Union {
    /// Its relations.
    pub relations: Vec<Relation>,
    /// For each edge (rule and arm) the relation that it is in.
    pub edges: Vec<(String, usize, Leads)>,
    /// For each relation and each edge that may follow it.
    pub after: Vec<(usize, String, usize, Leads)>,
}

/// The first value of a variable.
pub(crate) fn first(v: Var) -> Var {
    Var::from_index(v.index() + OLD)
}

/// The variable whose first value this is.
pub(crate) fn first_of(v: Var) -> Option<Var> {
    v.index().checked_sub(OLD).map(Var::from_index)
}

fn before(p: &Poly) -> Poly {
    p.rename(&first)
}

/// A transition invariant, if there is one over these forms.
pub(super) fn union(work: &Work, part: &[Edge]) -> Option<Union> {
    if part.len() > MAX_EDGES {
        return None;
    }
    let mut search = Search {
        work,
        forms: threads::forms(work, part)?,
        out: Union {
            relations: Vec::new(),
            edges: Vec::new(),
            after: Vec::new(),
        },
    };
    for list in search.forms.values_mut() {
        list.truncate(MAX_FORMS);
    }
    for e in part {
        let rule = work.rules.get(e.rule)?;
        let leads = search.step(rule, e, None)?;
        search.out.edges.push((rule.name.clone(), e.arm, leads));
    }
    let mut done = 0;
    while done < search.out.relations.len() {
        let target = search.out.relations.get(done)?.target;
        for e in part.iter().filter(|e| e.source == target) {
            let rule = work.rules.get(e.rule)?;
            let leads = search.step(rule, e, Some(done))?;
            let name = rule.name.clone();
            search.out.after.push((done, name, e.arm, leads));
        }
        done += 1;
    }
    Some(search.out)
}

struct Search<'a> {
    work: &'a Work,
    forms: BTreeMap<Loc, Vec<Poly>>,
    out: Union,
}

impl Search<'_> {
    fn at(&self, l: Loc) -> &[Poly] {
        self.forms.get(&l).map_or(&[], Vec::as_slice)
    }

    /// What may be said about a state at one location and a later one at another.
    fn comparisons(&self, source: Loc, target: Loc) -> Vec<Atom> {
        let one = Poly::from(1);
        let mut out = Vec::new();
        for f in self.at(source) {
            let f = before(f);
            out.push(Atom::ge0(f.clone()));
            for g in self.at(target) {
                let less = f.minus(g);
                out.push(Atom::ge0(less.minus(&one)));
                out.push(Atom::ge0(less.clone()));
                out.push(Atom::ge0(less.negated()));
            }
        }
        for g in self.at(target) {
            out.push(Atom::ge0(g.clone()));
            out.push(Atom::ge0(g.negated().minus(&one)));
        }
        out
    }

    /// Where an edge leads, alone or after a relation; `None` where a relation
    /// would not fall, or where it gets too much.
    fn step(&mut self, rule: &Rule, e: &Edge, after: Option<usize>) -> Option<Leads> {
        let known = match after {
            None => Vec::new(),
            Some(k) => self.out.relations.get(k)?.atoms.clone(),
        };
        let source = match after {
            None => e.source,
            Some(k) => self.out.relations.get(k)?.source,
        };
        let guard = &rule.transition.guard;
        let mut facts = Facts::new(&self.work.stop, known.iter().chain(guard));
        if let (Some(proof), Some(_)) = (facts.contradiction(), after) {
            return Some(Leads::Never(proof));
        }
        let update = &rule.transition.arms.get(e.arm)?.update;
        let mut found: BTreeMap<Atom, Proof> = BTreeMap::new();
        for a in self.comparisons(source, e.target) {
            if self.work.stop.now() {
                return None;
            }
            let put = |v: Var| match first_of(v) {
                Some(x) => after.is_none().then(|| Poly::var(x)),
                None => update.get(v.index()).cloned(),
            };
            let goal = a.substitute(&put);
            if let Some(proof) = facts.prove(&goal) {
                found.insert(a, proof);
            }
        }
        let to = self.relation(source, e.target, &found)?;
        let atoms = &self.out.relations.get(to)?.atoms;
        let proofs: Option<Vec<Proof>> = atoms.iter().map(|a| found.get(a).cloned()).collect();
        Some(Leads::To(to, proofs?))
    }

    /// The relation that says no more than this, or a new one.
    fn relation(
        &mut self,
        source: Loc,
        target: Loc,
        found: &BTreeMap<Atom, Proof>,
    ) -> Option<usize> {
        let weaker = |r: &Relation| {
            let same = r.source == source && r.target == target;
            same && r.atoms.iter().all(|a| found.contains_key(a))
        };
        if let Some(i) = self.out.relations.iter().position(weaker) {
            return Some(i);
        }
        if self.out.relations.len() >= MAX_RELATIONS {
            return None;
        }
        let atoms: Vec<Atom> = found.keys().cloned().collect();
        let falls = match source == target {
            true => Some(self.falling(source, &atoms)?),
            false => None,
        };
        self.out.relations.push(Relation {
            source,
            target,
            atoms,
            falls,
        });
        Some(self.out.relations.len() - 1)
    }

    /// A form, or a sum or difference of two, that is at least 0 at first and less
    /// later.
    fn falling(&self, at: Loc, atoms: &[Atom]) -> Option<(Poly, [Proof; 2])> {
        let forms = self.at(at);
        let mut all: Vec<Poly> = forms.to_vec();
        for (i, f) in forms.iter().enumerate() {
            for g in forms.iter().skip(i + 1) {
                all.extend([f.plus(g), f.minus(g), g.minus(f)]);
            }
        }
        let mut seen: BTreeSet<Poly> = BTreeSet::new();
        let mut facts = Facts::new(&self.work.stop, atoms);
        all.into_iter().find_map(|f| {
            if !seen.insert(f.clone()) {
                return None;
            }
            let was = before(&f);
            let less = was.minus(&f).minus(&Poly::from(1));
            let by = facts.prove(&Atom::ge0(less))?;
            let from = facts.prove(&Atom::ge0(was))?;
            Some((f, [by, from]))
        })
    }
}
