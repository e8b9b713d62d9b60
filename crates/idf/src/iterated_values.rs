//! Values and bounds of iterated permissions: snapshots as maps, what a location
//! holds, and that nobody holds more than the whole.
//!
//! Idea: a value is a choice among the chunks that may hold the location, so reading
//! needs no new symbol; only a snapshot is one (a map that belongs to the shape of the
//! choice, see `closures`). Outside of what was taken a map has one value, so that
//! equal contents are equal maps.
//! Alternative: a summarising function with axioms for each heap, as Silicon.
//! Source: CAV 2016, section 4. Cost: linear in the chunks of the resource.

use crate::closures::{extensionality, patterns, Role};
use crate::engine::Engine;
use crate::heap::{Chunk, Heap, Place};
use crate::iterated::Share;
use ep_term::{Op, Pool, Sort, TermId};

impl Engine<'_> {
    /// The map that a snapshot is, looked up at the formal arguments.
    pub fn map_of(&mut self, s: TermId, share: &Share, value: Sort, built: bool) -> TermId {
        let pool = &mut self.prover.pool;
        let sorts: Vec<Sort> = share.formals.iter().map(|&t| pool.sort(t)).collect();
        let of = self.closures.map_sort(pool, &sorts, value);
        self.tell_maps_apart(of, &sorts);
        if let Some(fact) = self.logic.is_value(&mut self.prover.pool, s, of.sort) {
            self.assume(fact);
        }
        let map = self.logic.unwrapped(&mut self.prover.pool, s, of.sort);
        let pool = &mut self.prover.pool;
        let found = pool.apply(of.lookup, &[&[map], &share.formals[..]].concat());
        if built {
            // It was built from the same assertion, so it says nothing of other places.
            let outside = pool.eq(found, of.outside);
            let said = pool.or(share.domain, outside);
            let ids: Vec<_> = (share.formals.iter())
                .filter_map(|&t| pool.as_var(t))
                .collect();
            let fact = pool.forall(&ids, said, &[vec![found]]);
            self.define(fact);
        }
        found
    }

    /// The snapshot of the part of a heap that a share speaks of.
    pub fn map_from(&mut self, heap: &Heap, share: &Share) -> TermId {
        let formals = share.formals.clone();
        let value = self.value_at(heap, share.place, &formals);
        let constants = [self.logic.null, self.logic.unit, self.some];
        let pool = &mut self.prover.pool;
        let sorts: Vec<Sort> = formals.iter().map(|&t| pool.sort(t)).collect();
        let sort = pool.sort(value);
        let of = self.closures.map_sort(pool, &sorts, sort);
        let body = pool.ite(share.domain, value, of.outside);
        let (of, map) = self.closures.map(pool, &formals, body, &constants);
        let found = pool.apply(of.lookup, &[&[map], &formals[..]].concat());
        let said = pool.eq(found, body);
        let ids: Vec<_> = formals.iter().filter_map(|&t| pool.as_var(t)).collect();
        let mut triggers = vec![vec![found]];
        // A value in the heap is a value in the snapshot.
        let is_value = |t: &TermId| pool.is_pattern(*t);
        triggers.extend(Some(value).filter(is_value).map(|t| vec![t]));
        let fact = pool.forall(&ids, said, &triggers);
        self.define(fact);
        self.tell_maps_apart(of, &sorts);
        self.logic.wrapped(&mut self.prover.pool, map)
    }

    fn tell_maps_apart(&mut self, of: crate::closures::MapSort, from: &[Sort]) {
        if self.closures.extensional.insert(of.sort) {
            let pool = &mut self.prover.pool;
            let wrap = self.logic.wrap_symbol(pool, of.sort);
            let axiom = extensionality(pool, of, from, wrap);
            self.logic.axioms.push(axiom);
            self.prover.watched.insert(of.lookup);
        }
    }

    /// Objects that are values existed when the chunk was made.
    pub fn values_existed(&mut self, value: TermId, formals: &[TermId], since: i64) {
        let timeless = matches!(self.work.member, Some(ep_ivl::ast::Member::Function(_)));
        if timeless || self.prover.pool.sort(value) != self.logic.reference {
            return;
        }
        let pool = &mut self.prover.pool;
        let birth = pool.apply(self.logic.birth, &[value]);
        let then = pool.int_i128(i128::from(since));
        let born = pool.int_le(birth, then);
        let ids: Vec<_> = formals.iter().filter_map(|&t| pool.as_var(t)).collect();
        let fact = pool.forall(&ids, born, &[vec![value]]);
        self.define(fact);
    }

    /// Nobody holds more than the whole permission to a field. Of a predicate somebody
    /// may, and what is held of one instance has one content all the same.
    pub fn bound_sum(&mut self, heap: &Heap, place: Place) {
        let all = heap.iterated(place).to_vec();
        let formals = self.formals(place);
        match place {
            Place::Field(_) => {}
            Place::Predicate(_) => return self.agree_with_last(place, &all, &formals),
            Place::Wand(_) => return,
        }
        let one = self.logic.write;
        let pool = &mut self.prover.pool;
        let mut sum = self.logic.none;
        for c in &all {
            sum = pool.real_add(sum, c.permission);
        }
        let fits = pool.real_le(sum, one);
        let ids: Vec<_> = formals.iter().filter_map(|&t| pool.as_var(t)).collect();
        let terms: Vec<TermId> = all.iter().map(|c| c.permission).collect();
        let triggers = patterns(pool, &terms, &ids);
        let fact = pool.forall(&ids, fits, &triggers);
        self.define(fact);
        self.agree_with_last(place, &all, &formals);
        let singles: Vec<Chunk> = heap.of(place).cloned().collect();
        for c in singles {
            self.bound_at(heap, place, &c.args);
        }
    }

    /// Where the last chunk and another one hold some permission to one location, they
    /// have one value. Those that hold all of a field or nothing never meet.
    fn agree_with_last(&mut self, place: Place, all: &[Chunk], formals: &[TermId]) {
        let Some((last, others)) = all.split_last() else {
            return;
        };
        let (none, one) = (self.logic.none, self.logic.write);
        let pool = &mut self.prover.pool;
        let whole = |pool: &Pool, t: TermId| {
            matches!(place, Place::Field(_))
                && (t == one || pool.op(t) == Op::Ite && pool.args(t)[1..] == [one, none])
        };
        if whole(pool, last.permission) {
            return;
        }
        let ids: Vec<_> = formals.iter().filter_map(|&t| pool.as_var(t)).collect();
        let mut facts = Vec::new();
        for c in others {
            if whole(pool, c.permission) || c.value == last.value {
                continue;
            }
            let here = pool.real_lt(none, c.permission);
            let there = pool.real_lt(none, last.permission);
            let both = pool.and(here, there);
            let same = pool.eq(c.value, last.value);
            let said = pool.implies(both, same);
            let triggers = patterns(pool, &[c.value, last.value], &ids);
            facts.push(pool.forall(&ids, said, &triggers));
        }
        for fact in facts {
            self.define(fact);
        }
    }

    /// What is held of one location is no more than the whole, and not of `null`.
    pub fn bound_at(&mut self, heap: &Heap, place: Place, args: &[TermId]) {
        if !matches!(place, Place::Field(_)) || heap.iterated(place).is_empty() {
            return;
        }
        let sum = self.held(heap, place, args);
        let pool = &mut self.prover.pool;
        let fits = pool.real_le(sum, self.logic.write);
        let some = pool.real_lt(self.logic.none, sum);
        let real = pool.ne(args[0], self.logic.null);
        let said = pool.implies(some, real);
        self.define(fits);
        self.define(said);
    }

    /// The value of a location that is held, as a choice among the chunks that may
    /// hold it; they agree where several do.
    pub fn value_at(&mut self, heap: &Heap, place: Place, args: &[TermId]) -> TermId {
        let none = self.logic.none;
        let mut candidates: Vec<(TermId, TermId)> = Vec::new();
        for c in heap.of(place).cloned().collect::<Vec<_>>() {
            let same = self.same_args(&c.args, args);
            let pool = &mut self.prover.pool;
            let some = pool.real_lt(none, c.permission);
            let here = pool.and(same, some);
            candidates.push((here, c.value));
        }
        for c in heap.iterated(place).to_vec() {
            let amount = self.at_location(c.permission, &c.args, args);
            let value = self.at_location(c.value, &c.args, args);
            let here = self.prover.pool.real_lt(none, amount);
            candidates.push((here, value));
        }
        candidates.retain(|&(here, _)| self.prover.decide(here) != Some(false));
        if let Some(at) =
            (candidates.iter()).position(|&(here, _)| self.prover.decide(here) == Some(true))
        {
            let (_, value) = candidates.remove(at);
            if !candidates.is_empty() && !self.scope.unchecked() && !self.scope.under_binder() {
                self.agree(&candidates, value, args);
            }
            return value;
        }
        let Some(&(_, last)) = candidates.last() else {
            let sort = self.value_sort(place);
            return self.fresh("value", sort);
        };
        let mut value = last;
        for &(here, v) in candidates.iter().rev().skip(1) {
            value = self.prover.pool.ite(here, v, value);
        }
        if candidates.len() > 1 && !self.scope.unchecked() {
            self.agree(&candidates[1..], value, args);
        }
        value
    }

    /// Chunks that hold the location have this value, too.
    fn agree(&mut self, candidates: &[(TermId, TermId)], value: TermId, args: &[TermId]) {
        if args.iter().any(|a| self.is_formal(*a)) {
            return;
        }
        for &(here, v) in candidates {
            let same = self.prover.pool.eq(v, value);
            let said = self.prover.pool.implies(here, same);
            self.define(said);
        }
    }

    fn is_formal(&mut self, t: TermId) -> bool {
        let sort = self.prover.pool.sort(t);
        let pool = &mut self.prover.pool;
        (0..8).any(|i| self.closures.canonical(pool, Role::Formal, sort, i) == t)
    }

    /// The name of a place.
    pub fn place_name(&self, place: Place) -> String {
        crate::lookup::place_name(self.program, place).to_owned()
    }
}
