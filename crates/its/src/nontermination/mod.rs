//! Runs that do not end.
//!
//! A cycle is composed along its path, its temporaries are chosen as
//! polynomials over the values at its head, and a set of states is looked for
//! that satisfies the guard and is kept by the update; a stem from the start
//! into the set makes it a lasso. The set is proved by linear programs, its
//! entry is an integer point of Z3's that is evaluated, and the lasso is run
//! for [`ROUNDS`] steps before it is claimed. Everything here speaks of the
//! system of the file: no step that adds runs takes part.
//!
//! Idea: cycles that termination left open, shortest first; for each, a fixed
//! point behind some stem (which a solver finds at once), and closed sets
//! ([`closed`]); then sets that several cycles keep together ([`choice`]).
//! Source: Gupta et al., "Proving non-termination", POPL 2008,
//! for the form of the argument; Chen et al., "Proving nontermination via
//! safety", TACAS 2014, for closed sets; Frohn and Giesl, "Proving
//! non-termination via loop acceleration", FMCAD 2019, for strengthening a guard
//! by its own change. Cost: a solver's question per cycle, set and stem.

mod choice;
mod closed;
mod compose;
mod concrete;
mod geometric;
mod periods;
mod products;
mod trail;

use crate::ask::{Ask, Point};
use crate::linear::Facts;
use crate::num::Int;
use crate::options::Options;
use crate::outcome::{Branch, Lasso, Round, Step};
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, System, TransId};
use crate::termination::{edges, Edge, Termination};
use crate::walk::{run, State, Walk};
use ep_base::entity::EntityId;
use ep_base::Stop;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Instant;

use compose::{behind, rounds, start_of};

/// Steps that are run before a lasso is claimed.
pub const ROUNDS: u64 = 10_000;
/// Bits of a number at which running ends early.
const MAX_BITS: u64 = 1 << 14;
/// Cycles of one component.
const MAX_CYCLES: usize = 150;
/// Edges of a cycle.
const MAX_LENGTH: usize = 4;
/// Steps in the search for stems.
const MAX_STEPS: usize = 1_500;
/// Questions without an answer.
const MAX_UNKNOWN: u64 = 6;
/// Questions.
const MAX_QUESTIONS: u64 = 4_000;
/// Sets that are kept for runs with numbers.
const MAX_KEPT: usize = 40;
/// Runs with numbers, of all stems and of those to one location.
const MAX_RUNS: usize = 24;
const MAX_ENTRIES: usize = 4;
/// Entries at which a cycle that runs repeat is tried.
const MAX_AGAIN: usize = 3;
/// Cycles through one head that are tried together, ways to choose the
/// temporaries of each, and how many such pairs and triples are tried.
const MAX_TOGETHER: usize = 8;
const MAX_WAYS: usize = 3;
const MAX_GROUPS: usize = 160;
/// Stems to one location.
const MAX_STEMS: usize = 24;

/// The search, in two parts: what is found at once, and what takes longer.
pub struct Search<'a> {
    system: &'a System,
    ask: Ask,
    stop: Stop,
    deadline: Option<Instant>,
    stems: BTreeMap<Loc, Vec<Walk>>,
    cycles: Vec<Vec<Walk>>,
    /// Sets that a cycle keeps and that no stem reaches.
    kept: Vec<Kept>,
    /// The simplified system's rules as paths, with the arm of the last transition.
    ways: Vec<(Vec<TransId>, usize)>,
    /// The locations of cycles that are open.
    heads: BTreeSet<Loc>,
    /// Whether sets were looked for that the cycles keep.
    closed: bool,
}

/// A set that a cycle keeps.
struct Kept {
    head: Loc,
    set: Vec<Atom>,
    branches: Vec<Branch>,
    cycle: Vec<Round>,
}

impl Kept {
    /// The lasso with a run into the set.
    fn behind(&self, input: Vec<Int>, stem: Vec<Step>) -> Lasso {
        Lasso {
            head: self.head,
            input,
            stem,
            entry: Vec::new(),
            rays: Vec::new(),
            set: self.set.clone(),
            branches: self.branches.clone(),
            cycle: self.cycle.clone(),
            replayed: 0,
        }
    }
}

impl<'a> Search<'a> {
    /// In the cycles that termination left open.
    pub fn new(system: &'a System, t: &Termination, options: &Options) -> Self {
        let deadline = options.budget.deadline();
        let ways = edges(&t.work).into_iter();
        let ways = ways.filter_map(|e| Some((t.work.rules.get(e.rule)?.path.clone(), e.arm)));
        let mut search = Search {
            system,
            ask: Ask::new(options.solver_units, deadline, &options.budget.cancel),
            stop: options.budget.stop(),
            deadline,
            stems: BTreeMap::new(),
            cycles: Vec::new(),
            kept: Vec::new(),
            ways: ways.collect(),
            heads: t.open.iter().flatten().map(|e| e.source).collect(),
            closed: false,
        };
        search.cycles = t.open.iter().map(|part| search.cycles(t, part)).collect();
        search.find_stems(t);
        search
    }

    /// States that a cycle leads back to: cheap questions about every component.
    pub fn fixed_points(&mut self) -> Option<Lasso> {
        let cycles = std::mem::take(&mut self.cycles);
        let mut all = cycles.iter().flatten();
        let found = all.find_map(|cycle| match self.late() {
            true => None,
            false => self.fixed_point(cycle),
        });
        self.cycles = cycles;
        found
    }

    /// Runs with numbers from behind the stems, at most so many states for each,
    /// until a state comes back or lies in a set that a cycle keeps.
    pub fn runs(&mut self, states: usize) -> Option<Lasso> {
        // The start is where loops are met on the way to others.
        let mut stems = vec![Walk::at(self.system, self.system.start)];
        let near = (self.stems.values()).flat_map(|list| list.iter().take(MAX_ENTRIES));
        stems.extend(near.cloned());
        let mut tried: BTreeMap<Vec<(TransId, usize)>, usize> = BTreeMap::new();
        for stem in stems.iter().take(MAX_RUNS) {
            if self.late() {
                return None;
            }
            let Point::Found(point) = self.ask.point(&stem.guard) else {
                continue;
            };
            let value = |v: Var| Some(point.get(&v).cloned().unwrap_or_default());
            let values: Option<Vec<Int>> = stem.state.iter().map(|p| p.evaluate(&value)).collect();
            let Some(values) = values else {
                continue;
            };
            let first = State {
                at: stem.at,
                values,
            };
            let inside = |s: &State| {
                let value = |v: Var| s.values.get(v.index()).cloned();
                let holds = |k: &Kept| {
                    k.head == s.at && k.set.iter().all(|a| a.holds(&value) == Some(true))
                };
                self.kept.iter().position(holds)
            };
            let mut periods = Vec::new();
            let found = concrete::search(
                self.system,
                &self.stop,
                first,
                states,
                &inside,
                &mut periods,
            );
            let lasso = found.and_then(|found| self.told(stem, &point, found));
            if lasso.is_some() {
                return lasso;
            }
            let (input, steps) = concretely(self.system, stem, &point);
            for p in periods {
                let times = tried.entry(p.cycle.clone()).or_insert(0usize);
                *times += 1;
                if *times > MAX_AGAIN || self.late() {
                    continue;
                }
                if let Some(lasso) = self.repeated(&input, &steps, &p) {
                    return Some(lasso);
                }
            }
        }
        None
    }

    /// A run with numbers as a lasso, if it is proved and runs.
    fn told(
        &self,
        stem: &Walk,
        point: &BTreeMap<Var, Int>,
        found: concrete::Found,
    ) -> Option<Lasso> {
        let (input, mut steps) = concretely(self.system, stem, point);
        let lasso = |head, steps, set, branches, cycle| Lasso {
            head,
            input: input.clone(),
            stem: steps,
            entry: Vec::new(),
            rays: Vec::new(),
            set,
            branches,
            cycle,
            replayed: 0,
        };
        match found.met {
            concrete::Met::Inside(i) => {
                let kept = self.kept.get(i)?;
                steps.extend(found.steps);
                self.checked(lasso(
                    kept.head,
                    steps,
                    kept.set.clone(),
                    kept.branches.clone(),
                    kept.cycle.clone(),
                ))
            }
            concrete::Met::Again(from) => {
                let again = found.states.get(from)?;
                let (before, round) = found.steps.split_at_checked(from)?;
                steps.extend(before.iter().cloned());
                let value =
                    |(v, x): (Var, &Int)| Atom::eq(&Poly::var(v), &Poly::constant(x.clone()));
                let set = self.system.vars().zip(&again.values).map(value).collect();
                let cycle = round.iter().map(|s| Round {
                    transition: s.transition,
                    arm: s.arm,
                    temporaries: s.temporaries.iter().cloned().map(Poly::constant).collect(),
                });
                self.checked(lasso(again.at, steps, set, Vec::new(), cycle.collect()))
            }
        }
    }

    /// Sets that a cycle keeps.
    pub fn closed_sets(&mut self) -> Option<Lasso> {
        self.closed = true;
        let cycles = std::mem::take(&mut self.cycles);
        let mut all = cycles.iter().flatten();
        let found = all.find_map(|cycle| match self.late() {
            true => None,
            false => self.closed_set(cycle),
        });
        self.cycles = cycles;
        found
    }
}

/// A cycle with its temporaries chosen.
type Chosen<'c> = (&'c Walk, closed::Choice);

impl Search<'_> {
    /// Sets that several cycles keep, each where its condition holds.
    pub fn branching_sets(&mut self) -> Option<Lasso> {
        let cycles = std::mem::take(&mut self.cycles);
        let found = cycles.iter().find_map(|part| self.branching(part));
        self.cycles = cycles;
        found
    }

    fn branching(&mut self, part: &[Walk]) -> Option<Lasso> {
        let n = self.system.dimension();
        let mut at: BTreeMap<Loc, Vec<&Walk>> = BTreeMap::new();
        for cycle in part {
            at.entry(start_of(self.system, cycle)?)
                .or_default()
                .push(cycle);
        }
        for (head, cycles) in at.into_iter().filter(|(_, list)| list.len() > 1) {
            let mut chosen: Vec<Vec<Chosen>> = Vec::new();
            for cycle in cycles.into_iter().take(MAX_TOGETHER) {
                if self.late() {
                    return None;
                }
                let ways = closed::choices(&self.stop, cycle, n, &relevant(cycle, n));
                let ways = ways.into_iter().take(MAX_WAYS).map(|c| (cycle, c));
                chosen.push(ways.collect());
            }
            let mut tried = 0;
            for group in groups(chosen.len()) {
                let lists: Option<Vec<&Vec<Chosen>>> =
                    group.iter().map(|i| chosen.get(*i)).collect();
                for one in product(&lists?) {
                    tried += 1;
                    if tried > MAX_GROUPS || self.late() {
                        break;
                    }
                    if let Some(lasso) = self.together(head, &one) {
                        return Some(lasso);
                    }
                }
            }
        }
        None
    }

    /// A set that these cycles keep, in this order, behind some stem.
    fn together(&mut self, head: Loc, cycles: &[&Chosen]) -> Option<Lasso> {
        let choices: Vec<&closed::Choice> = cycles.iter().map(|c| &c.1).collect();
        let (last, rest) = cycles.split_last()?;
        for kept in choice::sets(&self.stop, &choices) {
            let branch = |(c, when): (&&Chosen, &Atom)| Branch {
                when: when.clone(),
                cycle: rounds(c.0, &c.1.temporaries),
            };
            let branches: Vec<Branch> = rest.iter().zip(&kept.when).map(branch).collect();
            let cycle = rounds(last.0, &last.1.temporaries);
            if self.ask.point(&kept.set) == Point::None {
                continue;
            }
            for stem in self.stems.get(&head).cloned().unwrap_or_default() {
                if self.late() {
                    return None;
                }
                let Some(atoms) = behind(&stem, &kept.set) else {
                    continue;
                };
                let Point::Found(point) = self.ask.point(&atoms) else {
                    continue;
                };
                let (input, steps) = concretely(self.system, &stem, &point);
                let lasso = self.checked(Lasso {
                    head,
                    input,
                    stem: steps,
                    entry: Vec::new(),
                    rays: Vec::new(),
                    set: kept.set.clone(),
                    branches: branches.clone(),
                    cycle: cycle.clone(),
                    replayed: 0,
                });
                if lasso.is_some() {
                    return lasso;
                }
            }
            if self.kept.len() < MAX_KEPT {
                self.kept.push(Kept {
                    head,
                    set: kept.set,
                    branches,
                    cycle,
                });
            }
        }
        None
    }
}

/// Ordered pairs of numbers below this, then triples.
fn groups(count: usize) -> Vec<Vec<usize>> {
    let mut pairs: Vec<Vec<usize>> = Vec::new();
    let mut triples: Vec<Vec<usize>> = Vec::new();
    for i in 0..count {
        for j in (0..count).filter(|j| *j != i) {
            pairs.push(vec![i, j]);
            let rest = (0..count).filter(|k| *k != i && *k != j);
            triples.extend(rest.map(|k| vec![i, j, k]));
        }
    }
    pairs.extend(triples);
    pairs
}

/// One of each list.
fn product<'l, T>(lists: &[&'l Vec<T>]) -> Vec<Vec<&'l T>> {
    let mut out: Vec<Vec<&T>> = vec![Vec::new()];
    for list in lists {
        let longer = |one: &Vec<&'l T>| {
            let one = one.clone();
            list.iter().map(move |x| {
                let mut more = one.clone();
                more.push(x);
                more
            })
        };
        out = out.iter().flat_map(longer).collect();
    }
    out
}

/// Variables that the guard of a composed cycle depends on, also in later rounds.
fn relevant(cycle: &Walk, n: usize) -> BTreeSet<Var> {
    let ours = |v: &Var| v.index() < n;
    let mut out: BTreeSet<Var> = cycle
        .guard
        .iter()
        .flat_map(|a| a.poly.vars())
        .filter(ours)
        .collect();
    let mut work: Vec<Var> = out.iter().copied().collect();
    while let Some(v) = work.pop() {
        let used = cycle
            .state
            .get(v.index())
            .map(Poly::vars)
            .unwrap_or_default();
        for u in used.into_iter().filter(ours) {
            if out.insert(u) {
                work.push(u);
            }
        }
    }
    out
}

impl Search<'_> {
    fn late(&self) -> bool {
        // Hard arithmetic stays hard: a few questions without an answer are enough.
        let lost = self.ask.unknown >= MAX_UNKNOWN || self.ask.questions >= MAX_QUESTIONS;
        lost || self.stop.now()
    }

    /// Closed walks in a component, shortest first.
    fn cycles(&self, t: &Termination, part: &[Edge]) -> Vec<Walk> {
        let mut out = Vec::new();
        let heads: BTreeSet<Loc> = part.iter().map(|e| e.source).collect();
        let mut tried = 0usize;
        for length in 1..=MAX_LENGTH {
            for &head in &heads {
                let mut work = vec![(Walk::at(self.system, head), 0usize)];
                while let Some((walk, n)) = work.pop() {
                    tried += 1;
                    if out.len() >= MAX_CYCLES || tried > 5_000 || self.late() {
                        return out;
                    }
                    for e in part.iter().filter(|e| e.source == walk.at) {
                        let Some(rule) = t.work.rules.get(e.rule) else {
                            continue;
                        };
                        let Some(next) = walk.follow(self.system, &rule.path, e.arm) else {
                            continue;
                        };
                        if n + 1 < length {
                            work.push((next, n + 1));
                        } else if next.at == head
                            && Facts::new(&self.stop, &next.guard)
                                .contradiction()
                                .is_none()
                        {
                            out.push(next);
                        }
                    }
                }
            }
        }
        out
    }

    /// Paths from the start, breadth first.
    fn find_stems(&mut self, t: &Termination) {
        let all = edges(&t.work);
        let wanted: BTreeSet<Loc> = t.open.iter().flatten().map(|e| e.source).collect();
        let mut queue = VecDeque::from([Walk::at(self.system, self.system.start)]);
        let mut visits: BTreeMap<Loc, usize> = BTreeMap::new();
        let mut steps = 0;
        while let Some(walk) = queue.pop_front() {
            let seen = visits.entry(walk.at).or_default();
            *seen += 1;
            if *seen > MAX_STEMS {
                continue;
            }
            if wanted.contains(&walk.at) {
                self.stems.entry(walk.at).or_default().push(walk.clone());
            }
            for e in all.iter().filter(|e| e.source == walk.at) {
                steps += 1;
                if steps > MAX_STEPS || self.late() {
                    return;
                }
                let Some(rule) = t.work.rules.get(e.rule) else {
                    continue;
                };
                if let Some(next) = walk.follow(self.system, &rule.path, e.arm) {
                    if Facts::new(&self.stop, &next.guard)
                        .contradiction()
                        .is_none()
                    {
                        queue.push_back(next);
                    }
                }
            }
        }
    }

    /// A state that a cycle leads back to, behind some stem.
    fn fixed_point(&mut self, cycle: &Walk) -> Option<Lasso> {
        let n = self.system.dimension();
        let vars = relevant(cycle, n);
        let mut kept = cycle.guard.clone();
        for v in &vars {
            let p = cycle.state.get(v.index())?;
            kept.push(Atom::eq(p, &Poly::var(*v)));
        }
        kept.retain(|a| a.constant() != Some(true));
        if kept.iter().any(|a| a.constant() == Some(false)) {
            return None;
        }
        if self.ask.point(&kept) == Point::None {
            return None;
        }
        for stem in self
            .stems
            .get(&start_of(self.system, cycle)?)
            .cloned()
            .unwrap_or_default()
        {
            if self.late() {
                return None;
            }
            let Some(atoms) = behind(&stem, &kept) else {
                continue;
            };
            let Point::Found(point) = self.ask.point(&atoms) else {
                continue;
            };
            let value = |v: Var| Some(point.get(&v).cloned().unwrap_or_default());
            let entry: Option<Vec<Int>> = stem.state.iter().map(|p| p.evaluate(&value)).collect();
            let entry = entry?;
            let constant = |v: &Var| {
                Some(Atom::eq(
                    &Poly::var(*v),
                    &Poly::constant(entry.get(v.index())?.clone()),
                ))
            };
            let set: Vec<Atom> = vars.iter().filter_map(constant).collect();
            let temps = (0..cycle.temporaries).map(|i| {
                let v = Var::from_index(n + stem.temporaries + i);
                Poly::constant(point.get(&v).cloned().unwrap_or_default())
            });
            let temps: Vec<Poly> = temps.collect();
            if let Some(lasso) = self.lasso(&stem, &point, cycle, set, temps) {
                return Some(lasso);
            }
        }
        None
    }

    /// A set that the cycle keeps, behind some stem.
    fn closed_set(&mut self, cycle: &Walk) -> Option<Lasso> {
        let n = self.system.dimension();
        let head = start_of(self.system, cycle)?;
        let stems = self.stems.get(&head).cloned().unwrap_or_default();
        if stems.is_empty() {
            return None;
        }
        for choice in closed::choices(&self.stop, cycle, n, &relevant(cycle, n)) {
            for set in closed::sets(&self.stop, &choice) {
                if self.late() {
                    return None;
                }
                if self.ask.point(&set) == Point::None {
                    continue;
                }
                for stem in &stems {
                    let Some(atoms) = behind(stem, &set) else {
                        continue;
                    };
                    let Point::Found(point) = self.ask.point(&atoms) else {
                        continue;
                    };
                    let temps = choice.temporaries.clone();
                    let lasso = self.lasso(stem, &point, cycle, set.clone(), temps);
                    if lasso.is_some() {
                        return lasso;
                    }
                }
                if self.kept.len() < MAX_KEPT {
                    self.kept.push(Kept {
                        head,
                        set,
                        branches: Vec::new(),
                        cycle: rounds(cycle, &choice.temporaries),
                    });
                }
            }
        }
        None
    }

    /// The lasso, if its set is proved and it runs.
    fn lasso(
        &self,
        stem: &Walk,
        point: &BTreeMap<Var, Int>,
        cycle: &Walk,
        set: Vec<Atom>,
        temps: Vec<Poly>,
    ) -> Option<Lasso> {
        let (input, steps) = concretely(self.system, stem, point);
        self.checked(Lasso {
            head: start_of(self.system, cycle)?,
            input,
            stem: steps,
            entry: Vec::new(),
            rays: Vec::new(),
            set,
            branches: Vec::new(),
            cycle: rounds(cycle, &temps),
            replayed: 0,
        })
    }

    /// The lasso, if its set is proved and it runs.
    fn checked(&self, mut lasso: Lasso) -> Option<Lasso> {
        proofs(&self.stop, self.system, &lasso)?;
        replay(&self.stop, self.system, &mut lasso).then_some(lasso)
    }
}

/// The input and the steps of a stem at a point.
fn concretely(system: &System, stem: &Walk, point: &BTreeMap<Var, Int>) -> (Vec<Int>, Vec<Step>) {
    let n = system.dimension();
    let value = |v: Var| point.get(&v).cloned().unwrap_or_default();
    let input = system.vars().map(value).collect();
    let steps = stem.steps.iter().map(|t| Step {
        transition: t.transition,
        arm: t.arm,
        temporaries: (t.first..t.first + t.count)
            .map(|i| value(Var::from_index(n + i)))
            .collect(),
    });
    (input, steps.collect())
}

/// Proofs of a cycle: for each round those of its guard, at last those of the
/// set.
pub type CycleProofs = Vec<Vec<crate::linear::Proof>>;

/// For each branch, then for the last cycle, the proofs of its rounds, from the
/// set and what is decided ([`premises`]); `None` where one is missing.
pub fn proofs(stop: &Stop, system: &System, lasso: &Lasso) -> Option<Vec<CycleProofs>> {
    let all = lasso.branches.iter().map(|b| &b.cycle);
    let all = all.chain([&lasso.cycle]).enumerate();
    all.map(|(k, cycle)| around(stop, system, lasso, cycle, &premises(lasso, k)))
        .collect()
}

/// For each branch, then for the last cycle, the proof that it costs at least 1;
/// `None` where one is missing.
pub fn paid(stop: &Stop, system: &System, lasso: &Lasso) -> Option<Vec<crate::linear::Proof>> {
    let all = lasso.branches.iter().map(|b| &b.cycle);
    let all = all.chain([&lasso.cycle]).enumerate();
    all.map(|(k, cycle)| {
        let cost = crate::lower::cost_of(system, cycle)?;
        let one = Atom::ge0(cost.minus(&Poly::from(1)));
        products::prove(stop, &premises(lasso, k), &one)
    })
    .collect()
}

/// What holds where a branch, or the last cycle, is taken: the set, that no
/// branch before it is, and its own condition.
pub fn premises(lasso: &Lasso, k: usize) -> Vec<Atom> {
    let when: Vec<Atom> = lasso.branches.iter().map(|b| b.when.clone()).collect();
    let mut out = lasso.set.clone();
    out.extend(choice::decisions(&when, k));
    out
}

fn around(
    stop: &Stop,
    system: &System,
    lasso: &Lasso,
    cycle: &[Round],
    premises: &[Atom],
) -> Option<CycleProofs> {
    let n = system.dimension();
    let mut at = lasso.head;
    let mut state = system.identity();
    let mut out = Vec::new();
    for r in cycle {
        let t = system.transitions.get(r.transition)?;
        if t.source != at || r.temporaries.len() != t.temporaries.len() {
            return None;
        }
        let with = |v: Var| match state.get(v.index()) {
            Some(p) => Some(p.clone()),
            None => r.temporaries.get(v.index().checked_sub(n)?).cloned(),
        };
        let list: Option<Vec<_>> = t
            .guard
            .iter()
            .map(|a| products::prove(stop, premises, &a.substitute(&with)))
            .collect();
        out.push(list?);
        let arm = t.arms.get(r.arm)?;
        state = arm.update.iter().map(|p| p.substitute(&with)).collect();
        at = arm.target;
    }
    if at != lasso.head || cycle.is_empty() {
        return None;
    }
    let with = |v: Var| match v.index().checked_sub(n) {
        None => state.get(v.index()).cloned(),
        Some(j) => lasso.rays.get(j).map(|r| r.next.clone()),
    };
    let last: Option<Vec<_>> = lasso
        .set
        .iter()
        .map(|a| products::prove(stop, premises, &a.substitute(&with)))
        .collect();
    out.push(last?);
    Some(out)
}

/// Runs the lasso and fills in where it enters its set and how far it was run.
fn replay(stop: &Stop, system: &System, lasso: &mut Lasso) -> bool {
    let mut state = State {
        at: system.start,
        values: lasso.input.clone(),
    };
    let mut count = 0;
    for s in &lasso.stem {
        match run(system, &state, s.transition, s.arm, &s.temporaries) {
            Some(next) => state = next,
            None => return false,
        }
        count += 1;
    }
    lasso.entry = state.values.clone();
    let mut along = vec![Int::default(); lasso.rays.len()];
    while count < ROUNDS {
        if stop.now() {
            return false;
        }
        let start = state.clone();
        let value = |v: Var| {
            let ray = || along.get(v.index().checked_sub(start.values.len())?);
            start.values.get(v.index()).or_else(ray).cloned()
        };
        if !lasso.set.iter().all(|a| a.holds(&value) == Some(true)) || start.at != lasso.head {
            return false;
        }
        let taken = lasso
            .branches
            .iter()
            .find(|b| b.when.holds(&value) == Some(true));
        for r in taken.map_or(&lasso.cycle, |b| &b.cycle) {
            let temps: Option<Vec<Int>> =
                r.temporaries.iter().map(|p| p.evaluate(&value)).collect();
            let next = temps.and_then(|t| run(system, &state, r.transition, r.arm, &t));
            match next {
                Some(next) => state = next,
                None => return false,
            }
            count += 1;
        }
        let further = lasso.rays.iter().map(|r| r.next.evaluate(&value));
        match further.collect::<Option<_>>() {
            Some(further) => along = further,
            None => return false,
        }
        if state.values.iter().any(|x| x.bits() > MAX_BITS) {
            break;
        }
    }
    lasso.replayed = count;
    true
}

/// The transitions of a lasso's cycle.
pub fn cycle_of(lasso: &Lasso) -> Vec<TransId> {
    lasso.cycle.iter().map(|r| r.transition).collect()
}
