//! The footprint of a magic wand: what its package takes from the heaps below.
//!
//! Idea: along each path through a package it is remembered what is left below. A path
//! that contradicts itself after something was moved ends there: the left side cannot
//! be beside what was moved, so what was moved until then is a footprint for it, and
//! enough. Cases that hang on what is known outside become cases of the program; cases
//! that hang on the left side have to share one footprint, and what any of them takes
//! is taken for all (a wand may hold more than it needs). An amount that hangs on the
//! left side is no footprint.
//! What was moved and what was there above are held together when the wand is applied,
//! so both are looked at together as soon as something was moved.
//! Source: Dardinier et al., "Sound automation of magic wands" (CAV 2022): a footprint
//! must not differ between states of the left side. Alternative: one footprint per
//! state with combinable wands (the same paper). Cost: linear in the chunks below.

use crate::engine::Engine;
use crate::error::Res;
use crate::heap::{Chunk, Heap, Place};
use crate::state::State;
use crate::wand_shapes::Footprint;
use ep_base::Span;
use ep_term::TermId;

impl Engine<'_> {
    /// A package begins, above this heap, in a scope of its own. What was known of the
    /// package around it is returned.
    pub fn begin_footprint(&mut self, below: &Heap) -> Option<Footprint> {
        let new = Footprint {
            outside: self.prover.entries().len(),
            depth: self.prover.depth(),
            start: below.clone(),
            below: below.clone(),
            ..Footprint::default()
        };
        self.footprint.replace(new)
    }

    /// The package ends.
    pub fn end_footprint(&mut self, around: Option<Footprint>) -> Footprint {
        let own = std::mem::replace(&mut self.footprint, around).unwrap_or_default();
        if let Some(outer) = &mut self.footprint {
            outer.moved |= own.moved;
            outer.tried |= own.tried;
        }
        own
    }

    /// Control is on the path itself, not in something that is only tried.
    fn on_path(&self) -> bool {
        let depth = self.prover.depth();
        let here = self.footprint.as_ref().is_some_and(|f| f.depth == depth);
        here && !self.scope.probing() && !self.scope.under_binder()
    }

    /// Something was moved; this is left below.
    pub fn moved(&mut self, left: &Heap) {
        let on_path = self.on_path();
        if let Some(f) = &mut self.footprint {
            f.moved = true;
            match on_path {
                true => f.below = left.clone(),
                false => f.tried = true,
            }
        }
    }

    /// A statement begins, or the right side is taken, in this heap.
    pub fn stands_above(&mut self, heap: &Heap) {
        if self.on_path() {
            if let (Some(f), Some(below)) = (&mut self.footprint, heap.outer()) {
                f.below = below.clone();
            }
        }
    }

    /// A branch begins: what is below, for [`Engine::leave_branch`].
    pub fn enter_branch(&mut self) -> Option<Heap> {
        let depth = self.prover.depth();
        let f = self.footprint.as_mut().filter(|f| f.depth + 1 == depth)?;
        f.depth = depth;
        Some(f.below.clone())
    }

    /// The branch ends.
    pub fn leave_branch(&mut self, below: Option<Heap>) {
        if let (Some(f), Some(below)) = (&mut self.footprint, below) {
            f.depth -= 1;
            f.below = below;
        }
    }

    /// The path contradicts itself and is left.
    pub fn note_dead_end(&mut self) {
        if !self.on_path() {
            return;
        }
        let Some(f) = &self.footprint else {
            return;
        };
        if !f.moved {
            return;
        }
        if f.tried {
            if let Some(f) = &mut self.footprint {
                f.unclear = true;
            }
            return;
        }
        // A left side that cannot be needs no footprint.
        if f.below.same_content(&f.start) {
            return;
        }
        let (outside, below) = (f.outside, f.below.clone());
        let condition = self.branches_since(outside);
        if let Some(f) = &mut self.footprint {
            f.ended.push((condition, below));
        }
    }

    /// The branches that were taken since the mark.
    pub fn branches_since(&mut self, mark: usize) -> TermId {
        let mut condition = self.prover.pool.tru();
        let entries = self.prover.entries()[mark..].iter();
        let taken: Vec<TermId> = (entries.filter(|e| e.branch).map(|e| e.term)).collect();
        for branch in taken {
            condition = self.prover.pool.and(condition, branch);
        }
        condition
    }

    /// What was moved, and what the statement began with, are held together.
    pub fn assume_joint_facts(&mut self, st: &State, place: Place) {
        if !matches!(place, Place::Field(_)) || self.scope.unchecked() {
            return;
        }
        let mut joint = st.heap.with_outer(None);
        let mut iterated = !joint.iterated(place).is_empty();
        for (c, many) in self.walk.transferred.clone() {
            if c.place != place {
                continue;
            }
            iterated |= many;
            match many {
                true => joint.insert_iterated(c),
                false => self.add_chunk(&mut joint, c, true),
            }
        }
        self.assume_heap_facts(&joint);
        if iterated {
            self.bound_sum(&joint, place);
            for c in joint.of(place).cloned().collect::<Vec<_>>() {
                self.value_at(&joint, place, &c.args);
            }
        }
    }

    /// The heaps that the package leaves, each with its condition.
    pub fn footprint_by_case(
        &mut self,
        st: &State,
        found: Vec<(TermId, Heap)>,
        symbols: usize,
        span: Span,
    ) -> Res<Vec<(TermId, Heap)>> {
        let mut heaps: Vec<(TermId, Heap)> = Vec::new();
        for (condition, heap) in found {
            match heaps.iter_mut().find(|(_, h)| h.same_content(&heap)) {
                Some((c, _)) => *c = self.prover.pool.or(*c, condition),
                None => heaps.push((condition, heap)),
            }
        }
        let new = |v: &Self, t: TermId| {
            let vars = v.prover.pool.vars(t);
            vars.iter().any(|v| v.0 as usize >= symbols)
        };
        if heaps.len() > 1 && heaps.iter().any(|&(c, _)| new(self, c)) {
            let all: Vec<&Heap> = heaps.iter().map(|(_, h)| h).collect();
            let Some(shared) = self.least_of(&st.heap, &all) else {
                return self.unsupported("a footprint that differs between cases", span);
            };
            heaps = vec![(self.prover.pool.tru(), shared)];
        }
        let several = heaps.len() > 1;
        for (condition, below) in &heaps {
            if self.mentions_new_below(below, &st.heap, symbols) {
                return self.unsupported("a footprint that depends on the left side", span);
            }
            self.prover.push();
            if several {
                self.prover.assume_branch(*condition);
            }
            let there = self.is_there(st, below);
            self.prover.pop();
            if !there? {
                return self
                    .unsupported("a footprint that is there under the left side only", span);
            }
        }
        match &mut heaps[..] {
            // The left side cannot be: the wand costs nothing.
            [] => heaps.push((self.prover.pool.tru(), st.heap.clone())),
            [(c, _)] => *c = self.prover.pool.tru(),
            _ => {
                let pool = &mut self.prover.pool;
                let mut other = pool.tru();
                for (c, _) in &heaps {
                    let no = pool.not(*c);
                    other = pool.and(other, no);
                }
                heaps.push((other, st.heap.clone()));
            }
        }
        Ok(heaps)
    }

    /// What all of the heaps leave: each has what `before` has, or less of it. `None` if
    /// chunks cannot be told apart.
    fn least_of(&mut self, before: &Heap, all: &[&Heap]) -> Option<Heap> {
        let mut least = before.clone();
        for c in before.iter().cloned().collect::<Vec<_>>() {
            let same = |o: &&Chunk| o.args == c.args && o.value == c.value;
            let mut left = c.permission;
            for heap in all {
                let held: Vec<TermId> = (heap.of(c.place).filter(same))
                    .map(|o| o.permission)
                    .collect();
                left = self.lesser(left, &held)?;
            }
            match left == self.logic.none {
                true => least.remove(&c),
                false => least.replace(
                    &c,
                    Chunk {
                        permission: left,
                        ..c.clone()
                    },
                ),
            }
        }
        let places: std::collections::BTreeSet<Place> =
            before.iter_iterated().map(|c| c.place).collect();
        for place in places {
            let mut kept = Vec::new();
            for c in before.iterated(place).to_vec() {
                let same = |o: &&Chunk| o.args == c.args && o.value == c.value;
                let mut left = c.permission;
                for heap in all {
                    let held: Vec<TermId> = (heap.iterated(place).iter().filter(same))
                        .map(|o| o.permission)
                        .collect();
                    left = self.lesser(left, &held)?;
                }
                if left != self.logic.none {
                    kept.push(Chunk {
                        permission: left,
                        ..c
                    });
                }
            }
            least.set_iterated(place, kept);
        }
        let Some(outer) = before.outer() else {
            return Some(least);
        };
        let outers: Vec<&Heap> = all.iter().filter_map(|h| h.outer()).collect();
        if outers.len() < all.len() {
            return None;
        }
        let shared = self.least_of(outer, &outers)?;
        Some(least.with_outer(Some(shared)))
    }

    fn lesser(&mut self, left: TermId, held: &[TermId]) -> Option<TermId> {
        let other = match held {
            [] => self.logic.none,
            [one] => *one,
            _ => return None,
        };
        let pool = &mut self.prover.pool;
        if left == other {
            return Some(left);
        }
        let less = pool.real_le(left, other);
        Some(pool.ite(less, left, other))
    }

    /// What a footprint leaves is no negative amount, also where nothing is known of
    /// the left side.
    fn is_there(&mut self, st: &State, below: &Heap) -> Res<bool> {
        let none = self.logic.none;
        let all = below.iter().chain(below.iter_iterated());
        let changed: Vec<Chunk> = all
            .filter(|c| {
                let same = |o: &Chunk| o.permission == c.permission && o.args == c.args;
                !st.heap.of(c.place).any(same) && !st.heap.iterated(c.place).iter().any(same)
            })
            .cloned()
            .collect();
        for c in changed {
            let fine = self.prover.pool.real_le(none, c.permission);
            if !self.proves(st, fine)? {
                return Ok(false);
            }
        }
        let (Some(now), Some(before)) = (below.outer(), st.heap.outer()) else {
            return Ok(true);
        };
        let deeper = State {
            heap: before.clone(),
            ..st.clone()
        };
        let now = now.clone();
        self.is_there(&deeper, &now)
    }

    /// See [`Engine::mentions_new`], for the heap and all that it stands above of.
    fn mentions_new_below(&self, now: &Heap, before: &Heap, symbols: usize) -> bool {
        if self.mentions_new(now, before, symbols) {
            return true;
        }
        match (now.outer(), before.outer()) {
            (Some(now), Some(before)) => self.mentions_new_below(now, before, symbols),
            _ => false,
        }
    }

    /// What was changed below mentions symbols that were made since.
    fn mentions_new(&self, now: &Heap, before: &Heap, symbols: usize) -> bool {
        let pool = &self.prover.pool;
        let new = |t: TermId| pool.vars(t).iter().any(|v| v.0 as usize >= symbols);
        let kept = |c: &&Chunk| {
            let singles = before.of(c.place).any(|o| o == *c);
            !singles && !before.iterated(c.place).contains(c)
        };
        let formal = |t: TermId| pool.as_var(t).is_some();
        let spread = |c: &Chunk| {
            // Formal arguments may have been made since; they are bound.
            let mut vars: Vec<_> = pool.vars(c.permission).to_vec();
            vars.extend_from_slice(pool.vars(c.value));
            let own: Vec<_> = c.args.iter().filter_map(|&t| pool.as_var(t)).collect();
            vars.retain(|v| !own.contains(v));
            c.args.iter().all(|&t| formal(t)) && !vars.iter().any(|v| v.0 as usize >= symbols)
        };
        let single =
            |c: &Chunk| new(c.permission) || new(c.value) || c.args.iter().any(|&t| new(t));
        now.iter().filter(kept).any(single) || now.iter_iterated().filter(kept).any(|c| !spread(c))
    }
}
