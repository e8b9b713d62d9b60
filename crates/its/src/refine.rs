//! Control-flow refinement: a location becomes several, by what is known on the
//! ways that lead there.
//!
//! Idea: each location of a component that resists has a list of conditions,
//! taken from the guards of the component and their opposites. From the entries
//! on, each way to a location is asked which of them hold after it; ways with
//! the same answer share a copy of the location, and the copy is entered with
//! these conditions as an invariant. Transitions that contradict it are gone
//! there, so phases of a loop (a flag that stays, a comparison that has turned)
//! come apart and have measures of their own. Nothing is split by cases: a
//! transition stays one transition, so the number of steps of runs is the same.
//! Source: Doménech, Gallagher and Genaim, "Control-flow refinement by partial
//! evaluation, and its application to termination and cost analysis", TPLP 2019.
//! Alternatives: splitting transitions by cases first, which finds more and
//! grows faster. Cost: a linear program per copy, transition and condition,
//! with limits for all of them.

use crate::linear::Facts;
use crate::poly::Poly;
use crate::system::{Atom, Loc, Rel};
use crate::termination::Edge;
use crate::work::{Copy, Invariants, Kept, Rule, Step, Work};
use ep_base::entity::EntityId;
use ep_base::graph::{Graph, Kind, Words};
use ep_base::unfold::{Next, Unfold};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

/// Conditions per location.
const MAX_CONDITIONS: usize = 24;
/// Copies per location.
const MAX_COPIES: usize = 8;
/// Copies of all locations.
const MAX_ALL: usize = 48;
/// Linear programs.
const MAX_PROGRAMS: usize = 6_000;

/// The work with the locations of these components unfolded; `None` where that
/// makes no difference or is too much.
pub fn unfold(work: &Work, open: &[Vec<Edge>]) -> Option<Work> {
    let conditions = compared_at(work, open)?;
    unfolded(Unfolding::new(work, joined(open, &conditions)), work)
}

/// The same by what compares one variable with a number alone: flags and signs, which
/// are told apart also where guards compare so much else that the copies are used up.
/// `None` where that is all that is compared.
pub fn unfold_by_signs(work: &Work, open: &[Vec<Edge>]) -> Option<Work> {
    let mut conditions = compared_at(work, open)?;
    let size = |all: &BTreeMap<Loc, Vec<Atom>>| all.values().map(Vec::len).sum::<usize>();
    let before = size(&conditions);
    for list in conditions.values_mut() {
        list.retain(|a| a.poly.vars().len() == 1);
    }
    (size(&conditions) < before).then_some(())?;
    unfolded(Unfolding::new(work, joined(open, &conditions)), work)
}

fn unfolded(mut unfolding: Unfolding<'_>, work: &Work) -> Option<Work> {
    let outside = State { version: None };
    let graph = ep_base::unfold::unfold(&mut unfolding, outside, usize::MAX, &work.stop);
    if unfolding.spent || !graph.is_whole() {
        return None;
    }
    let ways = Ways::of(&graph);
    let plain = unfolding.conditions.len();
    let differs = ways.reached.iter().any(|v| *v >= plain);
    differs.then(|| unfolding.built(&ways))?
}

/// A copy of a location: which, and which of its conditions hold.
type Version = (Loc, BTreeSet<usize>);

/// Where a way has come to: a version, or all that is not unfolded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    version: Option<usize>,
}

/// The arm of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Taken {
    rule: usize,
    arm: usize,
}

struct Unfolding<'a> {
    work: &'a Work,
    conditions: BTreeMap<Loc, Vec<Atom>>,
    /// The locations as they are come first.
    versions: Vec<Version>,
    programs: usize,
    /// Whether a limit was met.
    spent: bool,
}

/// What the unfolding found.
struct Ways {
    /// Where an arm of a rule leads to, by the version that the rule leaves;
    /// `None` for rules that leave no unfolded location.
    leads: BTreeMap<(Option<usize>, usize, usize), usize>,
    reached: BTreeSet<usize>,
}

impl Ways {
    fn of(graph: &Graph<Unfolding<'_>>) -> Ways {
        let mut leads = BTreeMap::new();
        let version = |n| graph.get(n)?.state.version;
        for e in graph.edges() {
            if let (Some(t), Some(to)) = (&e.label, version(e.to)) {
                leads.insert((version(e.from), t.rule, t.arm), to);
            }
        }
        let reached = graph.nodes().filter_map(|(_, n)| n.state.version).collect();
        Ways { leads, reached }
    }
}

impl Words for Unfolding<'_> {
    type State = State;
    type Label = Taken;
    type Case = Infallible;
    type Renaming = ();
    /// A limit was met.
    type Reason = ();
}

impl Unfold for Unfolding<'_> {
    type Place = State;

    fn place(&self, state: &State) -> State {
        *state
    }

    fn next(&mut self, state: &State) -> Result<Vec<Next<Self>>, ()> {
        let next = self.leaving(state.version);
        self.spent |= next.is_none();
        next.ok_or(())
    }

    fn covers(&mut self, old: &State, new: &State) -> Option<()> {
        (old == new).then_some(())
    }

    /// Versions are made alike where they are made ([`Unfolding::version`]).
    fn join(&mut self, _: &State, _: &State) -> Option<(State, ())> {
        None
    }
}

/// What guards compare at each location of the components, and the opposite; `None`
/// when the time is over.
fn compared_at(work: &Work, open: &[Vec<Edge>]) -> Option<BTreeMap<Loc, Vec<Atom>>> {
    let n = work.dimension();
    let mut out = BTreeMap::new();
    for l in open.iter().flatten().map(|e| e.source) {
        if work.stop.now() {
            return None;
        }
        out.entry(l).or_insert_with(|| compared(work, l, n));
    }
    Some(out)
}

/// The conditions of the locations of components: those of its own first.
fn joined(open: &[Vec<Edge>], compared: &BTreeMap<Loc, Vec<Atom>>) -> BTreeMap<Loc, Vec<Atom>> {
    let mut out = BTreeMap::new();
    for part in open {
        let places: BTreeSet<Loc> = part.iter().map(|e| e.source).collect();
        let own = |l: &Loc| compared.get(l).map_or(&[][..], Vec::as_slice);
        // What is compared elsewhere, in the order of the places, each once.
        let mut all: Vec<&Atom> = Vec::new();
        let mut seen: BTreeSet<&Atom> = BTreeSet::new();
        for a in places.iter().flat_map(own) {
            if seen.insert(a) {
                all.push(a);
            }
        }
        for l in &places {
            let mut list: Vec<Atom> = own(l).to_vec();
            let here: BTreeSet<Atom> = list.iter().cloned().collect();
            let more = all.iter().filter(|a| !here.contains(**a));
            list.extend(more.take(MAX_CONDITIONS).map(|a| (*a).clone()));
            list.truncate(MAX_CONDITIONS);
            out.insert(*l, list);
        }
    }
    out
}

fn compared(work: &Work, l: Loc, n: usize) -> Vec<Atom> {
    let leaving: Vec<&Rule> = (work.rules.iter())
        .filter(|r| r.transition.source == l)
        .collect();
    // What stands in all guards is no news.
    let mut often: BTreeMap<&Atom, usize> = BTreeMap::new();
    for r in &leaving {
        let own: BTreeSet<&Atom> = r.transition.guard.iter().collect();
        for a in own {
            *often.entry(a).or_default() += 1;
        }
    }
    let mut out: Vec<Atom> = Vec::new();
    let mut seen: BTreeSet<Atom> = BTreeSet::new();
    for r in &leaving {
        for a in &r.transition.guard {
            let plain = a.poly.is_linear() && a.poly.vars().iter().all(|v| v.index() < n);
            let common = leaving.len() > 1 && often.get(a) == Some(&leaving.len());
            if !plain || common || a.constant().is_some() {
                continue;
            }
            let one = Poly::from(1);
            let below = Atom::ge0(a.poly.negated().minus(&one));
            let more = match a.rel {
                Rel::Ge => vec![a.clone(), below],
                Rel::Eq => vec![a.clone(), Atom::ge0(a.poly.minus(&one)), below],
            };
            for b in more {
                if seen.insert(b.clone()) {
                    out.push(b);
                }
            }
        }
    }
    out
}

impl<'a> Unfolding<'a> {
    fn new(work: &'a Work, conditions: BTreeMap<Loc, Vec<Atom>>) -> Self {
        let versions = (conditions.keys()).map(|l| (*l, BTreeSet::new())).collect();
        Unfolding {
            work,
            conditions,
            versions,
            programs: 0,
            spent: false,
        }
    }

    /// All ways from a version, or into the unfolded locations; `None` where that
    /// is too much.
    fn leaving(&mut self, from: Option<usize>) -> Option<Vec<Next<Self>>> {
        let mut out = Vec::new();
        let start = self.work.file.start;
        if from.is_none() && self.conditions.contains_key(&start) {
            let version = Some(self.version(start, BTreeSet::new()));
            out.push((Kind::Join, None, State { version }));
        }
        let at = match from {
            Some(v) => Some(self.versions.get(v)?.0),
            None => None,
        };
        for (rule, r) in self.work.rules.iter().enumerate() {
            let leaves = match at {
                Some(l) => r.transition.source == l,
                None => !self.conditions.contains_key(&r.transition.source),
            };
            if leaves {
                self.follow(from, rule, r, &mut out)?;
            }
        }
        Some(out)
    }

    fn holds(&self, version: Option<usize>) -> Vec<Atom> {
        let Some((loc, which)) = version.and_then(|v| self.versions.get(v)) else {
            return Vec::new();
        };
        let list = self.conditions.get(loc).map_or(&[][..], Vec::as_slice);
        which.iter().filter_map(|i| list.get(*i).cloned()).collect()
    }

    /// Where the arms of a rule lead to from a version.
    fn follow(
        &mut self,
        from: Option<usize>,
        rule: usize,
        r: &Rule,
        out: &mut Vec<Next<Self>>,
    ) -> Option<()> {
        let targets: Vec<(usize, Loc)> = (r.transition.arms.iter().enumerate())
            .filter(|(_, a)| self.conditions.contains_key(&a.target))
            .map(|(i, a)| (i, a.target))
            .collect();
        if targets.is_empty() && from.is_none() {
            return Some(());
        }
        let holds = self.holds(from);
        let mut facts = Facts::new(&self.work.stop, holds.iter().chain(&r.transition.guard));
        self.programs += 1;
        if facts.contradiction().is_some() {
            return Some(());
        }
        for (arm, target) in targets {
            let list = self.conditions.get(&target).cloned().unwrap_or_default();
            let mut which = BTreeSet::new();
            for (i, a) in list.iter().enumerate() {
                let goal = Atom {
                    poly: self.work.after(r, arm, &a.poly)?,
                    rel: a.rel,
                };
                self.programs += 1;
                if facts.prove(&goal).is_some() {
                    which.insert(i);
                }
            }
            if self.programs > MAX_PROGRAMS || self.work.stop.now() {
                return None;
            }
            let version = Some(self.version(target, which));
            out.push((Kind::Step, Some(Taken { rule, arm }), State { version }));
        }
        Some(())
    }

    /// The version with these conditions, or, where there are too many, the one
    /// that keeps most of them.
    fn version(&mut self, loc: Loc, which: BTreeSet<usize>) -> usize {
        let wanted = (loc, which);
        if let Some(i) = self.versions.iter().position(|v| *v == wanted) {
            return i;
        }
        let here = self.versions.iter().filter(|v| v.0 == loc).count();
        if here <= MAX_COPIES && self.versions.len() < MAX_ALL {
            self.versions.push(wanted);
            return self.versions.len() - 1;
        }
        let fits = |v: &&(usize, &Version)| v.1 .0 == loc && v.1 .1.is_subset(&wanted.1);
        let all: Vec<(usize, &Version)> = self.versions.iter().enumerate().collect();
        let best = all.iter().filter(fits).max_by_key(|v| v.1 .1.len());
        best.map_or(0, |v| v.0)
    }

    /// The unfolded system.
    fn built(&self, ways: &Ways) -> Option<Work> {
        let mut work = self.work.clone();
        let mut place: BTreeMap<usize, Loc> = BTreeMap::new();
        let mut copies: Vec<Copy> = Vec::new();
        // Position of the copy of a rule at a version.
        let mut at: BTreeMap<(Option<usize>, usize), usize> = BTreeMap::new();
        let plain = self.conditions.len();
        for (v, (loc, _)) in self.versions.iter().enumerate() {
            if v < plain {
                place.insert(v, *loc);
                continue;
            }
            if !ways.reached.contains(&v) {
                continue;
            }
            let new = work.new_location(*loc);
            place.insert(v, new);
            let mut names = Vec::new();
            for (i, r) in self.work.rules.iter().enumerate() {
                if r.transition.source != *loc {
                    continue;
                }
                let name = work.fresh_name("u");
                names.push((r.name.clone(), name.clone()));
                let mut copy = r.clone();
                copy.name = name;
                copy.transition.source = new;
                at.insert((Some(v), i), work.rules.len());
                work.rules.push(copy);
            }
            copies.push(Copy {
                base: *loc,
                new,
                rules: names,
            });
        }
        let mut turned = Vec::new();
        for ((from, rule, arm), to) in &ways.leads {
            let target = *place.get(to)?;
            if *to < plain {
                continue;
            }
            let i = match from {
                Some(v) if *v >= plain => *at.get(&(*from, *rule))?,
                _ => *rule,
            };
            let r = work.rules.get_mut(i)?;
            r.transition.arms.get_mut(*arm)?.target = target;
            turned.push((r.name.clone(), *arm, target));
        }
        work.steps.push(Step::Unfold { copies, turned });
        work.drop_unreachable();
        let found = self.invariants(&work, &place)?;
        work.strengthen(found);
        work.drop_unsatisfiable();
        work.drop_unreachable();
        work.chain();
        (!work.stop.now()).then_some(work)
    }

    /// What holds at the copies, with proofs.
    fn invariants(&self, work: &Work, place: &BTreeMap<usize, Loc>) -> Option<Vec<Invariants>> {
        let mut known: BTreeMap<Loc, Vec<Atom>> = BTreeMap::new();
        for v in self.conditions.len()..self.versions.len() {
            if let Some(l) = place.get(&v) {
                known.insert(*l, self.holds(Some(v)));
            }
        }
        let mut found: Vec<Invariants> = (known.iter())
            .map(|(l, atoms)| Invariants {
                location: *l,
                atoms: atoms.clone(),
                kept: Vec::new(),
            })
            .collect();
        found.retain(|i| !i.atoms.is_empty());
        let none = Vec::new();
        for r in &work.rules {
            let source = known.get(&r.transition.source).unwrap_or(&none);
            let mut facts = None;
            for (arm, a) in r.transition.arms.iter().enumerate() {
                let Some(i) = found.iter_mut().find(|i| i.location == a.target) else {
                    continue;
                };
                let facts = facts.get_or_insert_with(|| {
                    Facts::new(&work.stop, source.iter().chain(&r.transition.guard))
                });
                let mut proofs = Vec::new();
                for atom in &i.atoms {
                    let goal = Atom {
                        poly: work.after(r, arm, &atom.poly)?,
                        rel: atom.rel,
                    };
                    proofs.push(facts.prove(&goal)?);
                }
                i.kept.push(Kept {
                    rule: r.name.clone(),
                    arm,
                    premises: source.len(),
                    proofs,
                });
            }
        }
        Some(found)
    }
}
