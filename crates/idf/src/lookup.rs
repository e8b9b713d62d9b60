//! Finding chunks: which chunk is it that an expression speaks of, and what two
//! chunks of one field say about each other.
//!
//! Idea: the receiver's own term first, then the terms that are known to be equal
//! to it, and only then the solver, chunk by chunk. That different chunks of a
//! field with more than the whole permission together have different receivers
//! (Figure 6, `acc`) is assumed only when a question reaches the solver: programs
//! with many objects would pay for a quadratic number of disequalities otherwise.

use crate::engine::Engine;
use crate::error::Res;
use crate::heap::{Args, Chunk, Heap, Place};
use crate::state::State;
use ep_ivl::ast::{Program, Resource};
use ep_term::{Sort, TermId};

/// More chunks than this of one field are told apart by numbering them.
const PAIRWISE: usize = 10;

impl Engine<'_> {
    /// The chunk of this location, if there is one for sure.
    pub fn find_chunk(
        &mut self,
        st: &State,
        heap: &Heap,
        place: Place,
        args: &[TermId],
    ) -> Res<Option<Chunk>> {
        if let Some(chunk) = self.find_known(heap, place, args) {
            return Ok(Some(chunk));
        }
        let candidates: Vec<Chunk> = heap.of(place).cloned().collect();
        let mut equalities = Vec::new();
        for chunk in &candidates {
            let e = self.same_args(&chunk.args, args);
            if self.prover.decide(e) != Some(false) {
                equalities.push((e, chunk));
            }
        }
        if equalities.is_empty() || self.scope.unchecked() {
            return Ok(None);
        }
        if equalities.len() > 2 {
            let mut any = self.prover.pool.fls();
            for (e, _) in &equalities {
                any = self.prover.pool.or(any, *e);
            }
            if !self.proves(st, any)? {
                return Ok(None);
            }
        }
        for (e, chunk) in equalities {
            if self.proves(st, e)? {
                return Ok(Some(chunk.clone()));
            }
        }
        Ok(None)
    }

    /// As far as the congruence closure knows.
    pub fn find_known(&mut self, heap: &Heap, place: Place, args: &[TermId]) -> Option<Chunk> {
        let Some(&receiver) = args.first() else {
            return heap.at(place, TermId(0)).first().cloned();
        };
        let rest = |engine: &mut Self, chunk: &Chunk| {
            (1..args.len()).all(|i| engine.prover.same(chunk.args[i], args[i]))
        };
        for chunk in heap.at(place, receiver) {
            if chunk.args[1..] == args[1..] {
                return Some(chunk.clone());
            }
        }
        self.prover.facts.intern(&mut self.prover.pool, receiver);
        for member in self.prover.facts.members(receiver) {
            for chunk in heap.at(place, member).to_vec() {
                if rest(self, &chunk) {
                    return Some(chunk);
                }
            }
        }
        None
    }

    /// When the content of a location last changed, if some of it is held for sure.
    pub fn content_since(&mut self, heap: &Heap, place: Place, args: &[TermId]) -> Option<i64> {
        let chunk = self.find_known(heap, place, args)?;
        let held = (self.prover.pool).real_lt(self.logic.none, chunk.permission);
        (self.prover.decide(held) == Some(true)).then_some(chunk.since)
    }

    /// The conjunction of the arguments' equalities.
    pub fn same_args(&mut self, a: &[TermId], b: &[TermId]) -> TermId {
        let mut all = self.prover.pool.tru();
        for (&x, &y) in a.iter().zip(b) {
            let pool = &mut self.prover.pool;
            // Collections are equal by their elements, once they have operations.
            let e = match self.prover.shapes.equal(pool.sort(x)) {
                Some(f) if x != y => pool.apply(f, &[x, y]),
                _ => pool.eq(x, y),
            };
            all = self.prover.pool.and(all, e);
        }
        all
    }

    /// Puts a chunk into the heap. One of the same location takes it in; what both
    /// say about the value is assumed.
    pub fn add_chunk(&mut self, heap: &mut Heap, chunk: Chunk, bounded: bool) {
        let one = self.logic.write;
        let none = self.logic.none;
        let Some(old) = self.find_known(heap, chunk.place, &chunk.args) else {
            if bounded && matches!(chunk.place, Place::Field(_)) {
                let fits = self.prover.pool.real_le(chunk.permission, one);
                self.prover.assume(fits);
            }
            heap.insert(chunk);
            return;
        };
        let pool = &mut self.prover.pool;
        let sum = pool.real_add(old.permission, chunk.permission);
        let had = pool.real_lt(none, old.permission);
        let gets = pool.real_lt(none, chunk.permission);
        let agree = pool.eq(old.value, chunk.value);
        let both = pool.and(had, gets);
        let said = pool.implies(both, agree);
        let fits = pool.real_le(sum, one);
        let (had_some, gets_some) = (self.prover.decide(had), self.prover.decide(gets));
        let pool = &mut self.prover.pool;
        let (value, since) = match (had_some, gets_some) {
            (Some(true), _) => (old.value, old.since),
            (Some(false), _) => (chunk.value, chunk.since),
            (None, Some(true)) => (chunk.value, chunk.since),
            _ => {
                let either = pool.ite(had, old.value, chunk.value);
                (either, old.since.max(chunk.since))
            }
        };
        self.prover.assume(said);
        if bounded && matches!(chunk.place, Place::Field(_)) {
            self.prover.assume(fits);
        }
        let merged = Chunk {
            permission: sum,
            value,
            since,
            ..old.clone()
        };
        heap.replace(&old, merged);
    }

    /// What the chunks of the heap say about receivers, for the solver.
    pub fn assume_heap_facts(&mut self, heap: &Heap) {
        let mut of_place: Vec<Chunk> = Vec::new();
        let mut last = None;
        for chunk in heap.iter().cloned().collect::<Vec<_>>() {
            if matches!(chunk.place, Place::Wand(_)) {
                continue;
            }
            if last != Some(chunk.place) {
                self.tell_apart(&of_place);
                of_place.clear();
                last = Some(chunk.place);
            }
            of_place.push(chunk);
        }
        self.tell_apart(&of_place);
    }

    /// What the chunks that came with an `unfolding` say of those beside them. The heap is
    /// gone when the value is asked about, so it is said at once.
    pub fn tell_opened_apart(&mut self, before: &Heap, opened: &Heap) {
        let fields: Vec<Chunk> = (opened.iter())
            .filter(|c| matches!(c.place, Place::Field(_)))
            .cloned()
            .collect();
        let mut new: Vec<Chunk> = Vec::new();
        for c in &fields {
            let was = before.at(c.place, c.args[0]);
            if was.iter().any(|o| o.permission == c.permission) {
                continue;
            }
            let others = fields.iter().filter(|o| o.place == c.place && *o != c);
            for o in others.take(PAIRWISE) {
                if !new.contains(o) {
                    self.tell_apart(&[c.clone(), o.clone()]);
                }
            }
            new.push(c.clone());
        }
    }

    /// What these chunks of one resource say about their receivers.
    pub fn tell_apart(&mut self, chunks: &[Chunk]) {
        if chunks.len() < 2 {
            return;
        }
        if matches!(chunks[0].place, Place::Predicate(_)) {
            return self.tell_same(chunks);
        }
        let one = self.logic.write;
        let full: Vec<&Chunk> = chunks.iter().filter(|c| c.permission == one).collect();
        if full.len() > PAIRWISE {
            // An injection into the integers makes all receivers different at once.
            // It is named after the set, so that one set is numbered once.
            let receivers: Vec<TermId> = full.iter().map(|c| c.args[0]).collect();
            let f =
                self.functions
                    .numbering(&mut self.prover.pool, &receivers, self.logic.reference);
            for (i, c) in receivers.iter().enumerate() {
                let pool = &mut self.prover.pool;
                let number = pool.apply(f, &[*c]);
                let n = pool.int_i128(i as i128);
                let e = pool.eq(number, n);
                self.prover.assume(e);
            }
        }
        for (i, a) in chunks.iter().enumerate() {
            for b in &chunks[i + 1..] {
                if full.len() > PAIRWISE && a.permission == one && b.permission == one {
                    continue;
                }
                let pool = &mut self.prover.pool;
                let same = pool.eq(a.args[0], b.args[0]);
                let sum = pool.real_add(a.permission, b.permission);
                let fits = pool.real_le(sum, one);
                let said = pool.implies(same, fits);
                self.prover.assume(said);
                if a.value != b.value && self.prover.pool.as_bool(fits) != Some(false) {
                    self.tell_equal(same, a, b);
                }
            }
        }
    }

    /// Shares of one predicate instance have one content.
    fn tell_same(&mut self, chunks: &[Chunk]) {
        if chunks.len() > PAIRWISE {
            return;
        }
        for (i, a) in chunks.iter().enumerate() {
            for b in &chunks[i + 1..] {
                let same = self.same_args(&a.args, &b.args);
                if a.value == b.value || self.prover.decide(same) == Some(false) {
                    continue;
                }
                self.tell_equal(same, a, b);
            }
        }
    }

    /// Chunks of the same location, each with some permission, have one value.
    fn tell_equal(&mut self, same: TermId, a: &Chunk, b: &Chunk) {
        let none = self.logic.none;
        let pool = &mut self.prover.pool;
        let p = pool.real_lt(none, a.permission);
        let q = pool.real_lt(none, b.permission);
        let both = pool.and(p, q);
        let both = pool.and(same, both);
        let agree = pool.eq(a.value, b.value);
        let said = pool.implies(both, agree);
        self.prover.assume(said);
    }

    /// The permission that the heap holds to a location, as a term.
    pub fn held(&mut self, heap: &Heap, place: Place, args: &[TermId]) -> TermId {
        let mut sum = self.logic.none;
        for chunk in heap.of(place).cloned().collect::<Vec<_>>() {
            let e = self.same_args(&chunk.args, args);
            let e = match self.prover.decide(e) {
                Some(b) => self.prover.pool.boolean(b),
                None => e,
            };
            let part = self.prover.pool.ite(e, chunk.permission, self.logic.none);
            sum = self.prover.pool.real_add(sum, part);
        }
        for chunk in heap.iterated(place).to_vec() {
            let part = self.at_location(chunk.permission, &chunk.args, args);
            sum = self.prover.pool.real_add(sum, part);
        }
        sum
    }

    /// Place and arguments that a resource speaks of.
    pub fn resource(&mut self, st: &State, resource: &Resource) -> Res<(Place, Args)> {
        match resource {
            Resource::Field(receiver, f) => {
                let t = self.eval(st, *receiver)?;
                Ok((Place::Field(*f), Args::from_slice(&[t])))
            }
            Resource::Predicate(p, args) => {
                let mut terms = Args::new();
                for &a in args {
                    terms.push(self.eval(st, a)?);
                }
                Ok((Place::Predicate(*p), terms))
            }
            Resource::Wand(wand) => self.wand_location(st, *wand),
        }
    }

    /// The sort of the value of a chunk.
    pub fn value_sort(&mut self, place: Place) -> Sort {
        match place {
            Place::Field(f) => self.sort(self.program.fields[f].ty),
            Place::Predicate(_) | Place::Wand(_) => self.logic.snapshot,
        }
    }

    /// Whether a term is a literal that is no negative amount.
    pub fn positive_literal(&mut self, t: TermId) -> bool {
        let fine = self.prover.pool.real_le(self.logic.none, t);
        self.prover.pool.as_bool(fine) == Some(true)
    }
}

/// The name of a place.
pub fn place_name(program: &Program, place: Place) -> &str {
    match place {
        Place::Field(f) => &program.fields[f].name,
        Place::Predicate(p) => &program.predicates[p].name,
        Place::Wand(_) => "wand",
    }
}
