//! Triggers that read the heap where the quantifier's variables say, as
//! `{ slot(a, i).val[j] }` and `{ next[x.f].f }` do, and `{ old(g(x)) }` for a function that
//! needs `acc(x.f)`.
//!
//! Idea: a value in a chunk is a constant or the value of a map, which stands for one
//! chunk only. So in such a trigger a field of the heap is one symbol over the receivers,
//! and of each chunk it is said that its value is that symbol's where some of it is held.
//! The solver matches up to equality: `v[j]` is found where `v` is the value of the chunk
//! of `slot(a, 3)`. The symbol belongs to one heap and to one evaluation; what is said of
//! it must not be taken again for other values, as definitions of functions and packages
//! of wands are, so that only methods outside of these have such triggers.
//! Alternative: a symbol for every version of every field, with its own axioms, as
//! Silicon; each statement would pay for what few quantifiers use.
//! Cost: a fact per chunk of each field that the triggers read.

use crate::closures::patterns;
use crate::engine::Engine;
use crate::heap::{Heap, Place, Reads};
use crate::state::State;
use ep_ivl::ast::{Binder, ExprKind, Member};
use ep_term::{FunId, TermId, VarId};

/// Chunks of one field that are spoken of.
const CHUNKS: usize = 32;

impl Engine<'_> {
    /// The triggers of a quantifier with symbols for what they read, and what the chunks
    /// say of these symbols. What functions read that they call is wanted where there is
    /// no other trigger.
    pub fn triggers_by_heap(
        &mut self,
        st: &State,
        binder: &Binder,
        bound: &[VarId],
        others: bool,
    ) -> (Vec<Vec<TermId>>, Vec<TermId>) {
        let method = matches!(self.work.member, Some(Member::Method(_)));
        if !method || self.footprint.is_some() || self.scope.under_binders() {
            return (Vec::new(), Vec::new());
        }
        let mut reads = false;
        for &e in binder.triggers.iter().flatten() {
            self.program.walk_expr(e, &mut |_, x| {
                reads |= match x.kind {
                    ExprKind::Field(..) => true,
                    ExprKind::Call(f, _) => !others && !self.program.functions[f].pres.is_empty(),
                    _ => false,
                };
                !reads
            });
        }
        if !reads {
            return (Vec::new(), Vec::new());
        }
        self.trigger_reads = Some(Reads {
            bound: bound.to_vec(),
            fields: Vec::new(),
        });
        let triggers = self.eval_triggers(st, binder.triggers.iter());
        let fields = self.trigger_reads.take().map_or(Vec::new(), |r| r.fields);
        let mut facts = Vec::new();
        for (place, heap, f) in fields {
            self.said_of_reads(place, &heap, f, &mut facts);
        }
        (triggers, facts)
    }

    /// The field of a receiver that mentions a bound variable, in such a trigger.
    pub fn read_in_trigger(&mut self, st: &State, t: TermId, place: Place) -> Option<TermId> {
        let reads = self.trigger_reads.as_ref()?;
        let vars = self.prover.pool.vars(t);
        if !reads.bound.iter().any(|v| vars.contains(v)) {
            return None;
        }
        let known = (reads.fields.iter())
            .find(|(p, h, _)| *p == place && h.same_copy(&st.heap))
            .map(|x| x.2);
        let f = match known {
            Some(f) => f,
            None => {
                let sort = self.value_sort(place);
                let f = (self.prover.pool).declare_fun("read", &[self.logic.reference], sort);
                if let Some(reads) = &mut self.trigger_reads {
                    reads.fields.push((place, st.heap.clone(), f));
                }
                f
            }
        };
        Some(self.prover.pool.apply(f, &[t]))
    }

    /// Where some of a chunk is held, its value is what is read.
    fn said_of_reads(&mut self, place: Place, heap: &Heap, f: FunId, facts: &mut Vec<TermId>) {
        let none = self.logic.none;
        let single = heap.of(place).take(CHUNKS).map(|c| (c.clone(), false));
        let many = heap.iterated(place).iter().take(CHUNKS);
        let many = many.map(|c| (c.clone(), true));
        let chunks: Vec<_> = single.chain(many).collect();
        for (c, iterated) in chunks {
            let pool = &mut self.prover.pool;
            let read = pool.apply(f, &c.args);
            let same = pool.eq(read, c.value);
            let held = pool.real_lt(none, c.permission);
            let said = pool.implies(held, same);
            if !iterated {
                facts.push(said);
                continue;
            }
            let ids: Vec<VarId> = c.args.iter().filter_map(|&t| pool.as_var(t)).collect();
            let triggers = patterns(pool, &[c.value], &ids);
            if !triggers.is_empty() {
                facts.push(pool.forall(&ids, said, &triggers));
            }
        }
    }
}
