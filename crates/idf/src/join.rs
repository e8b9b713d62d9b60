//! Joining paths (document 001, section 6.1): states whose heaps hold the same
//! chunks become one whose values are `ite` over the condition of the branch.
//!
//! Idea: after every statement the ends of its paths are compared; those that agree
//! on the locations and amounts are joined, so that independent conditionals cost
//! their sum and not their product. Paths that differ in what they may access stay
//! apart: joining them would make every later access a case distinction.
//! Source: Silicon's "more joins", here at every statement.
//! Cost: linear in the chunks and variables that differ.

use crate::cycles::same_cycles;
use crate::engine::Engine;
use crate::exec::End;
use crate::heap::{Chunk, Heap, Place};
use crate::state::State;
use ep_smt::ground::Entry;
use ep_term::TermId;

/// More values than this that differ are left to separate paths.
const DIFFERENCES: usize = 16;

impl Engine<'_> {
    /// Joins ends of one statement where that is possible.
    pub fn join_ends(&mut self, ends: Vec<End>) -> Vec<End> {
        if ends.len() < 2 || !self.options.joins {
            return ends;
        }
        let mut joined: Vec<End> = Vec::new();
        'next: for end in ends {
            for other in &mut joined {
                if let Some(both) = self.join(other, &end) {
                    *other = both;
                    continue 'next;
                }
            }
            joined.push(end);
        }
        joined
    }

    fn join(&mut self, a: &End, b: &End) -> Option<End> {
        if a.exit != b.exit {
            return None;
        }
        let common = a
            .entries
            .iter()
            .zip(&b.entries)
            .take_while(|(x, y)| x == y)
            .count();
        let conditions = |entries: &[Entry]| -> Vec<TermId> {
            entries[common..]
                .iter()
                .filter(|e| e.branch)
                .map(|e| e.term)
                .collect()
        };
        let (ca, cb) = (conditions(&a.entries), conditions(&b.entries));
        let ca = self.conjunction(&ca);
        let cb = self.conjunction(&cb);
        // Without a condition of its own there is nothing to choose by.
        if self.prover.pool.as_bool(ca) == Some(true) || self.prover.pool.as_bool(cb) == Some(true)
        {
            return None;
        }
        let mut differences = 0;
        let state = self.join_states(ca, &a.state, &b.state, &mut differences)?;
        let mut entries = a.entries[..common].to_vec();
        for (c, own) in [(ca, &a.entries[common..]), (cb, &b.entries[common..])] {
            for e in own.iter().filter(|e| !e.branch) {
                let term = self.prover.pool.implies(c, e.term);
                entries.push(Entry {
                    term,
                    branch: false,
                });
            }
        }
        let either = self.prover.pool.or(ca, cb);
        if self.prover.pool.as_bool(either) != Some(true) {
            entries.push(Entry {
                term: either,
                branch: true,
            });
        }
        Some(End {
            state,
            exit: a.exit,
            entries,
        })
    }

    fn conjunction(&mut self, terms: &[TermId]) -> TermId {
        let mut all = self.prover.pool.tru();
        for &t in terms {
            all = self.prover.pool.and(all, t);
        }
        all
    }

    fn join_states(&mut self, c: TermId, a: &State, b: &State, n: &mut usize) -> Option<State> {
        let mut state = a.clone();
        state.heap = self.join_heaps(c, &a.heap, &b.heap, n)?;
        if a.labels.len() != b.labels.len() || !same_cycles(&a.cycles, &b.cycles) {
            return None;
        }
        for (l, heap) in a.labels.iter() {
            let other = b.labels.get(l)?;
            let joined = self.join_heaps(c, heap, other, n)?;
            state.labels.insert(*l, joined);
        }
        // A variable that only one path has set is not visible after it.
        for (v, x) in a.store.iter() {
            match b.store.get(v) {
                Some(y) if x != y => {
                    *n += 1;
                    let t = self.prover.pool.ite(c, x, y);
                    state.store.set(v, t);
                }
                _ => {}
            }
        }
        for (v, y) in b.store.iter() {
            if a.store.get(v).is_none() {
                state.store.set(v, y);
            }
        }
        (*n <= DIFFERENCES).then_some(state)
    }

    /// Chunks of iterated assertions are joined one by one, amounts and values.
    fn join_iterated(
        &mut self,
        c: TermId,
        a: &Heap,
        b: &Heap,
        n: &mut usize,
        out: &mut Heap,
    ) -> Option<()> {
        let mut places: Vec<Place> = (a.iter_iterated().chain(b.iter_iterated()))
            .map(|x| x.place)
            .collect();
        places.dedup();
        for place in places {
            let (left, right) = (a.iterated(place).to_vec(), b.iterated(place).to_vec());
            if left == right {
                continue;
            }
            if left.len() != right.len() {
                return None;
            }
            let mut all = Vec::new();
            for (x, y) in left.into_iter().zip(right) {
                *n += usize::from(x.permission != y.permission) + usize::from(x.value != y.value);
                let pool = &mut self.prover.pool;
                all.push(Chunk {
                    permission: pool.ite(c, x.permission, y.permission),
                    value: pool.ite(c, x.value, y.value),
                    since: x.since.max(y.since),
                    ..x
                });
            }
            out.set_iterated(place, all);
        }
        Some(())
    }

    fn join_heaps(&mut self, c: TermId, a: &Heap, b: &Heap, n: &mut usize) -> Option<Heap> {
        let below = match (a.outer(), b.outer()) {
            (None, None) => true,
            (Some(x), Some(y)) => x.same_content(y),
            _ => false,
        };
        if !below {
            return None;
        }
        if a.same_copy(b) {
            return Some(a.clone());
        }
        let mut out = a.clone();
        self.join_iterated(c, a, b, n, &mut out)?;
        let (mut left, mut right) = (a.iter(), b.iter());
        loop {
            match (left.next(), right.next()) {
                (None, None) => break,
                (Some(x), Some(y)) => {
                    if x.place != y.place || x.args != y.args || x.permission != y.permission {
                        return None;
                    }
                    let since = x.since.max(y.since);
                    if x.value != y.value {
                        *n += 1;
                        let value = self.prover.pool.ite(c, x.value, y.value);
                        let both = Chunk {
                            value,
                            since,
                            ..x.clone()
                        };
                        out.replace(x, both);
                    } else if x.since != since {
                        out.replace(x, Chunk { since, ..x.clone() });
                    }
                }
                _ => return None,
            }
        }
        Some(out)
    }
}
