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
//! Alternatives: forms that the lassos give which resist ([`super::lassos`], which
//! asks here for the union over its forms); automata of the lassos that end
//! (Heizmann, Hoenicke and Podelski, CAV 2014).
//! What must never happen: a relation that is led to and says more than was proved;
//! a piece of a path that is in none.
//! Cost: a linear program for each relation, edge and comparison, all limited.

use super::edges::Edge;
use super::{ranking, threads};
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
/// How far the forms of the guards are followed.
const BY_GUARDS: Limits = Limits {
    relations: 40,
    questions: usize::MAX,
};
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

/// Forms that are compared with each other, by location.
pub(super) type Family = BTreeMap<Loc, Vec<Poly>>;

/// Counts over which a union is given up.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Relations.
    pub(super) relations: usize,
    /// Comparisons that are asked about.
    pub(super) questions: usize,
}

/// Why there is no union over some forms.
pub(super) enum Open {
    /// Edges, by their position in the component, that lead from a location to
    /// itself, and whose relation does not fall.
    Resists(Vec<usize>),
    /// It is too much, or too late.
    Much,
}

/// A transition invariant over the forms that the guards compare, if there is one.
pub(super) fn union(work: &Work, part: &[Edge]) -> Option<Union> {
    if part.len() > MAX_EDGES {
        return None;
    }
    let mut forms = threads::forms(work, part)?;
    for list in forms.values_mut() {
        list.truncate(MAX_FORMS);
    }
    over(work, part, &[forms], BY_GUARDS).ok()
}

/// A transition invariant over these forms.
pub(super) fn over(
    work: &Work,
    part: &[Edge],
    families: &[Family],
    limits: Limits,
) -> Result<Union, Open> {
    let mut search = Search {
        work,
        families,
        limits,
        out: Union {
            relations: Vec::new(),
            edges: Vec::new(),
            after: Vec::new(),
        },
        words: Vec::new(),
    };
    let rule = |e: &Edge| work.rules.get(e.rule).ok_or(Open::Much);
    for (i, e) in part.iter().enumerate() {
        let leads = search.step(rule(e)?, (i, e), None)?;
        let name = rule(e)?.name.clone();
        search.out.edges.push((name, e.arm, leads));
    }
    let mut done = 0;
    while let Some(target) = search.out.relations.get(done).map(|r| r.target) {
        for (i, e) in part.iter().enumerate().filter(|(_, e)| e.source == target) {
            let leads = search.step(rule(e)?, (i, e), Some(done))?;
            let name = rule(e)?.name.clone();
            search.out.after.push((done, name, e.arm, leads));
        }
        done += 1;
    }
    Ok(search.out)
}

struct Search<'a> {
    work: &'a Work,
    families: &'a [Family],
    limits: Limits,
    out: Union,
    /// The edges that each relation was made for.
    words: Vec<Vec<usize>>,
}

/// A comparison and, where it holds, what is asked next; else what is asked instead.
struct Question {
    atom: Atom,
    then: Option<Atom>,
    or: Option<Atom>,
}

fn at(family: &Family, l: Loc) -> &[Poly] {
    family.get(&l).map_or(&[], Vec::as_slice)
}

impl Search<'_> {
    /// What may be said about a state at one location and a later one at another.
    fn questions(&self, source: Loc, target: Loc) -> Vec<Question> {
        let one = Poly::from(1);
        let alone = |atom| Question {
            atom,
            then: None,
            or: None,
        };
        let mut out = Vec::new();
        for family in self.families {
            for f in at(family, source) {
                let f = before(f);
                out.push(alone(Atom::ge0(f.clone())));
                for g in at(family, target) {
                    let less = f.minus(g);
                    let back = Atom::ge0(less.negated());
                    out.push(Question {
                        atom: Atom::ge0(less.clone()),
                        then: Some(Atom::ge0(less.minus(&one))),
                        or: Some(back),
                    });
                }
            }
            for g in at(family, target) {
                out.push(Question {
                    atom: Atom::ge0(g.clone()),
                    then: None,
                    or: Some(Atom::ge0(g.negated().minus(&one))),
                });
            }
        }
        out
    }

    /// Where an edge leads, alone or after a relation.
    fn step(
        &mut self,
        rule: &Rule,
        (i, e): (usize, &Edge),
        after: Option<usize>,
    ) -> Result<Leads, Open> {
        let known = after.and_then(|k| self.out.relations.get(k));
        let source = known.map_or(e.source, |r| r.source);
        let atoms = known.map_or(&[][..], |r| r.atoms.as_slice());
        let mut word = after.and_then(|k| self.words.get(k)).cloned();
        let mut word = word.take().unwrap_or_default();
        word.push(i);
        let guard = &rule.transition.guard;
        let mut facts = Facts::new(&self.work.stop, atoms.iter().chain(guard));
        if let (Some(proof), Some(_)) = (facts.contradiction(), after) {
            return Ok(Leads::Never(proof));
        }
        let arm = rule.transition.arms.get(e.arm).ok_or(Open::Much)?;
        let mut found: BTreeMap<Atom, Proof> = BTreeMap::new();
        let mut holds = |a: Atom, left: &mut usize| {
            if let Some(known) = a.constant() {
                return known;
            }
            *left = left.saturating_sub(1);
            let put = |v: Var| match first_of(v) {
                Some(x) => after.is_none().then(|| Poly::var(x)),
                None => arm.update.get(v.index()).cloned(),
            };
            let proof = facts.prove(&a.substitute(&put));
            let proved = proof.is_some();
            found.extend(proof.map(|p| (a, p)));
            proved
        };
        let mut left = self.limits.questions;
        for q in self.questions(source, e.target) {
            if self.work.stop.now() || left == 0 {
                return Err(Open::Much);
            }
            let strict = match holds(q.atom, &mut left) {
                true => q.then.map(|a| holds(a, &mut left)),
                false => Some(false),
            };
            if let (Some(false), Some(a)) = (strict, q.or) {
                holds(a, &mut left);
            }
        }
        self.limits.questions = left;
        let to = self.relation(source, e.target, &found, word)?;
        let atoms = self.out.relations.get(to).map(|r| &r.atoms);
        let proofs = atoms.and_then(|list| list.iter().map(|a| found.get(a).cloned()).collect());
        proofs.map(|p| Leads::To(to, p)).ok_or(Open::Much)
    }

    /// The relation that says no more than this, or a new one.
    fn relation(
        &mut self,
        source: Loc,
        target: Loc,
        found: &BTreeMap<Atom, Proof>,
        word: Vec<usize>,
    ) -> Result<usize, Open> {
        let weaker = |r: &Relation| {
            let same = r.source == source && r.target == target;
            same && r.atoms.iter().all(|a| found.contains_key(a))
        };
        if let Some(i) = self.out.relations.iter().position(weaker) {
            return Ok(i);
        }
        if self.out.relations.len() >= self.limits.relations {
            return Err(Open::Much);
        }
        let atoms: Vec<Atom> = found.keys().cloned().collect();
        let falls = match source == target {
            true => match self.falling(source, &atoms) {
                Some(f) => Some(f),
                None => return Err(Open::Resists(word)),
            },
            false => None,
        };
        self.out.relations.push(Relation {
            source,
            target,
            atoms,
            falls,
        });
        self.words.push(word);
        Ok(self.out.relations.len() - 1)
    }

    /// A form, or a sum or difference of two, or any other, that is at least 0 at
    /// first and less later.
    fn falling(&self, l: Loc, atoms: &[Atom]) -> Option<(Poly, [Proof; 2])> {
        let mut all: Vec<Poly> = Vec::new();
        for family in self.families {
            let forms = at(family, l);
            all.extend(forms.iter().cloned());
            for (i, f) in forms.iter().enumerate() {
                for g in forms.iter().skip(i + 1) {
                    all.extend([f.plus(g), f.minus(g), g.minus(f)]);
                }
            }
        }
        let mut seen: BTreeSet<Poly> = BTreeSet::new();
        let mut facts = Facts::new(&self.work.stop, atoms);
        let mut falls = |f: Poly| {
            if !seen.insert(f.clone()) {
                return None;
            }
            let was = before(&f);
            let less = was.minus(&f).minus(&Poly::from(1));
            let by = facts.prove(&Atom::ge0(less))?;
            let from = facts.prove(&Atom::ge0(was))?;
            Some((f, [by, from]))
        };
        let known = all.into_iter().find_map(&mut falls);
        known.or_else(|| falls(ranking::between(&self.work.stop, atoms)?))
    }
}
