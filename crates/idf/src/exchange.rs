//! What a packaged wand gives for what it takes: its snapshot as a function.
//!
//! Idea: the package was executed once over a symbol for the snapshot of the left side.
//! Each way through it has a condition, facts that were learned on it, and the snapshot
//! of the right side. To apply the wand is to take the same way again: the snapshot
//! that is given is put in for the symbol, new symbols for those that were made on the
//! way (they exist, whatever they are), and the facts are assumed. Wands that were
//! packaged inside come with it under new names.
//! What was said of the age of objects is left out: the left side may come with newer
//! ones.
//! Source: Schwerhoff and Summers, ECOOP 2015, section 6 (wand snapshots as maps).
//! Alternative: a quantified axiom over the snapshot, which needs triggers and the
//! solver where this is a substitution. Cost: linear in what was learned.

use crate::engine::Engine;
use crate::wand_shapes::{Exchange, Way};
use ep_term::{Op, TermId, VarId as Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// Wands with more facts than this are exchanged without them.
const FACTS: usize = 400;

impl Engine<'_> {
    /// Remembers the ways through the package of a wand. Symbols after the first
    /// `symbols` were made in it.
    pub fn remember_ways(
        &mut self,
        wand: TermId,
        given: TermId,
        symbols: usize,
        mut ways: Vec<Way>,
    ) {
        let Some(given) = self.prover.pool.as_var(given) else {
            return;
        };
        let mut own: Vec<Symbol> = Vec::new();
        for way in &mut ways {
            let new = |t: &TermId| {
                let vars = self.prover.pool.vars(*t);
                vars.iter().any(|v| v.0 as usize >= symbols)
            };
            let defined = |t: &TermId| self.closures.definitions.contains(t);
            way.facts.retain(|t| new(t) || defined(t));
            way.facts.retain(|&t| !self.speaks_of_age(t));
            if way.facts.len() > FACTS {
                way.facts.clear();
            }
            for &t in way.facts.iter().chain([&way.snapshot, &way.condition]) {
                for &v in self.prover.pool.vars(t) {
                    if v.0 as usize >= symbols && v != given && !own.contains(&v) {
                        own.push(v);
                    }
                }
            }
        }
        if !ways.is_empty() {
            self.wands
                .packaged
                .insert(wand, Exchange { given, own, ways });
        }
    }

    /// The snapshot of the right side of a wand for one of its left side.
    pub fn exchanged(&mut self, wand: TermId, given: TermId) -> TermId {
        if self.prover.pool.op(wand) == Op::Ite {
            let parts = self.prover.pool.args(wand).to_vec();
            let denied = self.prover.pool.not(parts[0]);
            let then = self.exchanged_if(parts[0], parts[1], given);
            let other = self.exchanged_if(denied, parts[2], given);
            return self.prover.pool.ite(parts[0], then, other);
        }
        let known = self.prover.facts.members(wand);
        let found = std::iter::once(wand)
            .chain(known)
            .find_map(|w| self.wands.packaged.get(&w).cloned());
        let Some(exchange) = found else {
            let s = self.logic.snapshot;
            let pool = &mut self.prover.pool;
            let f = *self
                .wands
                .exchange
                .get_or_insert_with(|| pool.declare_fun("exchange", &[s, s], s));
            return pool.apply(f, &[wand, given]);
        };
        let (ways, fresh) = self.renamed(&exchange, given);
        self.rename_inner(&exchange, &fresh);
        let several = ways.len() > 1;
        if several {
            let pool = &mut self.prover.pool;
            let mut any = pool.fls();
            for way in &ways {
                any = pool.or(any, way.condition);
            }
            self.assume(any);
        }
        let mut result = None;
        for way in ways {
            for &fact in &way.facts {
                let said = match several {
                    true => self.prover.pool.implies(way.condition, fact),
                    false => fact,
                };
                if self.closures.definitions.contains(&fact) {
                    self.closures.definitions.insert(said);
                }
                self.assume(said);
            }
            if !several {
                self.assume(way.condition);
            }
            result = Some(match result {
                None => way.snapshot,
                Some(other) => self.prover.pool.ite(way.condition, way.snapshot, other),
            });
        }
        result.unwrap_or(wand)
    }

    /// [`Engine::exchanged`] where the wand is one of several, as under a quantifier: what
    /// is learned of the left side holds where it is this one, whose left side was given.
    fn exchanged_if(&mut self, condition: TermId, wand: TermId, given: TermId) -> TermId {
        self.prover.push();
        let mark = self.prover.entries().len();
        self.prover.assume_branch(condition);
        let snapshot = self.exchanged(wand, given);
        let learned = self.learned_since(mark);
        self.prover.pop();
        self.assume_all_under(&[condition], &learned);
        snapshot
    }

    /// The ways for a snapshot that is given, and the new names of their symbols.
    fn renamed(
        &mut self,
        exchange: &Exchange,
        given: TermId,
    ) -> (Vec<Way>, FxHashMap<Symbol, TermId>) {
        let mut map = FxHashMap::from_iter([(exchange.given, given)]);
        for &v in &exchange.own {
            let sort = self.prover.pool.var_sort(v);
            let new = self.fresh("again", sort);
            map.insert(v, new);
        }
        let mut memo = FxHashMap::default();
        let ways = exchange.ways.iter();
        let ways = ways.map(|w| self.way_with(w, &map, &mut memo)).collect();
        (ways, map)
    }

    fn way_with(
        &mut self,
        way: &Way,
        map: &FxHashMap<Symbol, TermId>,
        memo: &mut FxHashMap<TermId, TermId>,
    ) -> Way {
        let mut put = |v: &mut Self, t: TermId| {
            let new = v.logic.substitute(&mut v.prover.pool, t, map, memo);
            if v.closures.definitions.contains(&t) {
                v.closures.definitions.insert(new);
            }
            new
        };
        Way {
            condition: put(self, way.condition),
            facts: way.facts.iter().map(|&t| put(self, t)).collect(),
            snapshot: put(self, way.snapshot),
        }
    }

    /// Wands that were packaged on the way are known under their new names.
    fn rename_inner(&mut self, exchange: &Exchange, fresh: &FxHashMap<Symbol, TermId>) {
        for &v in &exchange.own {
            let old = self.prover.pool.var_term(v);
            let Some(inner) = self.wands.packaged.get(&old).cloned() else {
                continue;
            };
            let Some(&new) = fresh.get(&v) else {
                continue;
            };
            // Its own symbols stay bound in it.
            let mut map = fresh.clone();
            map.remove(&inner.given);
            inner.own.iter().for_each(|o| {
                map.remove(o);
            });
            let mut memo = FxHashMap::default();
            let ways = inner.ways.iter();
            let ways = ways.map(|w| self.way_with(w, &map, &mut memo)).collect();
            let renamed = Exchange { ways, ..inner };
            self.wands.packaged.insert(new, renamed);
        }
    }

    /// The fact says when objects were made.
    fn speaks_of_age(&self, t: TermId) -> bool {
        let pool = &self.prover.pool;
        let mut stack = vec![t];
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            if pool.op(t) == Op::Apply(self.logic.birth) {
                return true;
            }
            stack.extend_from_slice(pool.args(t));
        }
        false
    }
}
