//! The cycles at the end of a trail: what they keep, and what is learned of them.
//!
//! Idea: see [`super`]. A cycle with accelerated loops inside has no single path, so
//! sets are looked for where it is one of the system; a state that comes back is
//! looked for behind every cycle, and the cycle is then told with numbers. Cost: the
//! sets are those of [`closed`], with limits on how many cycles have them. Source: Frohn
//! and Giesl, "Proving Non-Termination by Acceleration Driven Clause Learning", CADE 2023;
//! that a set is the proof, and no learned clause, is our own.

use super::clause::{self, Clause};
use super::{atoms, Trail};
use crate::ask::Point;
use crate::lower::macros::{Macro, UNKNOWN};
use crate::lower::ratpoly::Fuel;
use crate::nontermination::{closed, relevant, rounds, Kept};
use crate::outcome::{Lasso, Round};
use crate::poly::{Poly, Var};
use crate::system::{Atom, TransId};
use crate::walk::Walk;
use ep_base::entity::EntityId;
use std::collections::BTreeSet;

/// Clauses of a cycle.
const MAX_CYCLE: usize = 8;
/// Cycles that end at one place of a trail.
const MAX_ENDING: usize = 3;
/// Rounds of a cycle one behind the other that were not accelerated.
const MAX_PLAIN: usize = 3;
/// Ways to choose the temporaries of a cycle that sets are looked for.
const MAX_WAYS: usize = 12;
/// Sets that are kept, with those from before.
const MAX_SETS: usize = 80;
/// Steps of a cycle that a state leads back to itself.
const MAX_ROUND: usize = 400;

/// What came of the cycles at the end of the trail.
pub(super) enum Ending {
    /// The trail stands.
    Open,
    /// It has other clauses now.
    Changed,
    /// Nothing new.
    Covered,
    /// A run that does not end.
    Found(Box<Lasso>),
}

impl Trail<'_, '_> {
    /// The cycles at the end of the trail, the shortest first.
    pub(super) fn ending(&mut self) -> Ending {
        let mut seen = 0;
        let mut changed = false;
        let Some(mut place) = self.frames.len().checked_sub(1) else {
            return Ending::Open;
        };
        while let Some(before) = place.checked_sub(1) {
            place = before;
            let Some(at) = self.frames.last().map(|f| f.whole.target) else {
                break;
            };
            if self.frames.get(place).map(|f| f.whole.target) != Some(at) {
                continue;
            }
            let word: Vec<usize> = (self.frames.iter().skip(place + 1))
                .map(|f| f.key.0)
                .collect();
            let alone = matches!(word.as_slice(), [id] if self.clauses.get(*id).is_some_and(Clause::is_learned));
            if alone {
                continue;
            }
            if self.covered(place, &word) {
                return Ending::Covered;
            }
            seen += 1;
            if seen > MAX_ENDING || word.len() > MAX_CYCLE || self.tired() {
                break;
            }
            if let Some(lasso) = self.endless(place, &word) {
                return Ending::Found(Box::new(lasso));
            }
            if self.replaced(place, &word) {
                changed = true;
                if let Some(lasso) = self.met() {
                    return Ending::Found(Box::new(lasso));
                }
            }
        }
        match changed {
            true => Ending::Changed,
            false => Ending::Open,
        }
    }

    /// Whether the cycle from a place on is only rounds of what was learned, or has
    /// gone round often enough.
    fn covered(&self, place: usize, word: &[usize]) -> bool {
        let again = self.clauses.iter().enumerate();
        let again = again.filter(|(_, c)| c.is_learned());
        let again = again.filter_map(|(id, c)| clause::rounds(word, id, &c.word));
        if again.into_iter().any(|count| count > 1) {
            return true;
        }
        let all: Vec<usize> = self.frames.iter().map(|f| f.key.0).collect();
        if clause::repeated(&all, word) > MAX_PLAIN {
            return true;
        }
        // What was learned was here, and was taken back.
        let (Some(frame), Some(ids)) = (self.frames.get(place), self.by_word.get(word)) else {
            return false;
        };
        ids.iter().any(|id| frame.gone.contains(id))
    }

    /// A state that the cycle leads back to, or a set that it keeps and that the
    /// trail meets.
    fn endless(&mut self, place: usize, word: &[usize]) -> Option<Lasso> {
        let lasso = self.fixed(place);
        if lasso.is_some() {
            return lasso;
        }
        self.sets(place, word);
        self.met()
    }

    fn fixed(&mut self, place: usize) -> Option<Lasso> {
        let stop = self.search.stop.clone();
        let fuel = Fuel::new(&stop);
        let (stem, last) = (self.frames.get(place)?, self.frames.last()?);
        let n = self.search.system.dimension();
        let mut vars: BTreeSet<Var> = BTreeSet::new();
        let cycle = self.composed(place)?;
        let mut work: Vec<Var> = cycle.guard.iter().flat_map(|a| a.poly.vars()).collect();
        while let Some(v) = work.pop() {
            if v.index() < n && vars.insert(v) {
                work.extend(cycle.update.get(v.index())?.vars());
            }
        }
        let mut all = atoms(&last.whole);
        for v in &vars {
            let then = last.whole.update.get(v.index())?;
            let change = then.minus(stem.whole.update.get(v.index())?);
            if change.mentions(UNKNOWN) {
                return None;
            }
            let same = Atom::eq0(change.cleared());
            match same.constant() {
                Some(true) => {}
                Some(false) => return None,
                None => all.push(same),
            }
        }
        let first = stem.whole.program.told(&fuel).len();
        let items = last.whole.program.told(&fuel);
        let mut run = self.told(&all, &items, first)?;
        let round = run.steps.split_off(run.split);
        if round.is_empty() || round.len() > MAX_ROUND {
            return None;
        }
        let value = |v: &Var| {
            let x = run.entry.values.get(v.index())?.clone();
            Some(Atom::eq(&Poly::var(*v), &Poly::constant(x)))
        };
        let set: Vec<Atom> = vars.iter().filter_map(value).collect();
        let cycle = round.into_iter().map(|s| Round {
            transition: s.transition,
            arm: s.arm,
            temporaries: s.temporaries.into_iter().map(Poly::constant).collect(),
        });
        let lasso = Kept {
            head: run.entry.at,
            set,
            branches: Vec::new(),
            cycle: cycle.collect(),
        };
        self.search.checked(lasso.behind(run.input, run.steps))
    }

    /// The clauses behind a place as one.
    fn composed(&self, place: usize) -> Option<Macro> {
        let stop = &self.search.stop;
        let mut whole: Option<Macro> = None;
        for f in self.frames.iter().skip(place + 1) {
            let c = self.clauses.get(f.key.0)?;
            whole = Some(match whole {
                None => c.whole.clone(),
                Some(before) => before.then(stop, &c.whole)?,
            });
        }
        whole
    }

    /// Sets that a cycle of the system keeps.
    fn sets(&mut self, place: usize, word: &[usize]) {
        if let Some(found) = self.kept_by(place, word) {
            let room = MAX_SETS.saturating_sub(self.search.kept.len());
            self.search.kept.extend(found.into_iter().take(room));
        }
    }

    fn kept_by(&mut self, place: usize, word: &[usize]) -> Option<Vec<Kept>> {
        if self.cycles >= self.effort.cycles {
            return None;
        }
        let (system, stop) = (self.search.system, self.search.stop.clone());
        let head = self.frames.get(place)?.whole.target;
        let mut walk = Walk::at(system, head);
        for id in word {
            let c = self.clauses.get(*id)?;
            if c.is_learned() {
                return None;
            }
            walk = walk.follow(system, &c.path, c.arm)?;
        }
        let key: Vec<(TransId, usize)> =
            (walk.steps.iter()).map(|t| (t.transition, t.arm)).collect();
        if !self.tried.insert(key) {
            return None;
        }
        self.cycles += 1;
        let n = system.dimension();
        let mut out: Vec<Kept> = Vec::new();
        let ways = closed::choices(&stop, &walk, n, &relevant(&walk, n));
        for choice in ways.into_iter().take(MAX_WAYS) {
            for set in closed::sets(&stop, &choice) {
                if self.tired() {
                    return Some(out);
                }
                if self.search.ask.point(&set) != Point::None {
                    out.push(Kept {
                        head,
                        set,
                        branches: Vec::new(),
                        cycle: rounds(&walk, &choice.temporaries),
                    });
                }
            }
        }
        Some(out)
    }

    /// Puts what is learned of a cycle in its place.
    fn replaced(&mut self, place: usize, word: &[usize]) -> bool {
        if !self.by_word.contains_key(word) {
            let known = self.learn(place, word);
            self.by_word.insert(word.to_vec(), known);
        }
        let ids = self.by_word.get(word).cloned().unwrap_or_default();
        for id in ids {
            if let Some((key, whole)) = self.longer(place, id) {
                self.frames.truncate(place + 1);
                self.put(key, whole);
                return true;
            }
        }
        false
    }

    fn learn(&mut self, place: usize, word: &[usize]) -> Vec<usize> {
        let room = (self.effort.learned).saturating_sub(self.learned);
        let (Some(cycle), Some(head)) = (
            self.composed(place),
            self.frames.get(place).map(|f| f.whole.target),
        ) else {
            return Vec::new();
        };
        let stop = self.search.stop.clone();
        let found = Clause::learned(&stop, &cycle, head, word, &mut self.fresh);
        let found: Vec<usize> = found.into_iter().take(room).map(|c| self.add(c)).collect();
        self.learned += found.len();
        found
    }
}
