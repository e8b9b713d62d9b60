//! Terms, chunks and states as text, for messages and traces.

use crate::engine::Engine;
use crate::error::TraceStep;
use crate::heap::{Chunk, Heap, Place};
use crate::lookup::place_name;
use crate::state::State;
use ep_base::Span;
use ep_smt::ground::Entry;
use ep_term::{Op, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Longer texts are cut.
const LONG: usize = 400;

impl Engine<'_> {
    /// Different symbols with one name get numbers, for what is shown of an error: first
    /// those of its own state, older ones first, then those on the way to it.
    pub fn name_symbols(&mut self, st: &State) {
        self.work.names.clear();
        let mut seen: FxHashSet<VarId> = FxHashSet::default();
        let mut used: FxHashMap<String, u32> = FxHashMap::default();
        let mut groups: Vec<Vec<TermId>> = vec![terms_of(st)];
        if self.options.trace {
            groups.extend(self.walk.visited.iter().map(|v| terms_of(&v.state)));
            groups.push(self.prover.entries().iter().map(|e| e.term).collect());
        }
        for group in groups {
            let pool = &self.prover.pool;
            let all = group.iter().flat_map(|&t| pool.vars(t).iter().copied());
            let mut new: Vec<VarId> = all.filter(|v| seen.insert(*v)).collect();
            new.sort_unstable();
            for v in new {
                let name = pool.var_name(v);
                let n = used.entry(name.to_owned()).or_default();
                *n += 1;
                if *n > 1 {
                    self.work.names.insert(v, format!("{name}#{n}"));
                }
            }
        }
    }

    /// A term in a few words.
    pub fn term_text(&self, t: TermId) -> String {
        let name = |v: VarId| self.work.names.get(&v).map(String::as_str);
        let text = self.prover.pool.infix_named(t, &name);
        match text.char_indices().nth(LONG) {
            Some((cut, _)) => format!("{}…", &text[..cut]),
            None => text,
        }
    }

    /// `x.f` or `p(x, y)`.
    pub fn location_text(&self, place: Place, args: &[TermId]) -> String {
        let name = place_name(self.program, place);
        match place {
            Place::Field(_) => match args.first() {
                Some(&t) => format!("{}.{name}", self.term_text(t)),
                None => name.to_owned(),
            },
            Place::Predicate(_) | Place::Wand(_) => {
                let args: Vec<String> = args.iter().map(|&t| self.term_text(t)).collect();
                format!("{name}({})", args.join(", "))
            }
        }
    }

    /// A chunk as the document writes it.
    pub fn chunk_text(&self, chunk: &Chunk) -> String {
        let location = self.location_text(chunk.place, &chunk.args);
        let value = self.term_text(chunk.value);
        let mut text = match chunk.place {
            Place::Field(_) => format!("{location} ↦ {value}"),
            Place::Predicate(_) | Place::Wand(_) => format!("{location} [{value}]"),
        };
        if chunk.permission != self.logic.write {
            text.push_str(&format!("  ({})", self.term_text(chunk.permission)));
        }
        text
    }

    /// All chunks of a heap.
    pub fn heap_lines(&self, heap: &Heap) -> Vec<String> {
        let all = heap.iter().map(|c| self.chunk_text(c));
        let spread = heap.iter_iterated().map(|c| self.chunk_text(c));
        all.chain(spread).collect()
    }

    fn step(&self, st: &State, span: Span, entries: &[Entry], before: usize) -> TraceStep {
        let mut store = Vec::new();
        if let Some(vars) = self.vars_of(st) {
            for (v, t) in st.store.iter() {
                if let Some(var) = vars.get(v) {
                    store.push((var.name.clone(), self.term_text(t)));
                }
            }
        }
        let told = |e: &&Entry| !self.is_internal(e.term);
        let shown = |all: &[Entry]| all.iter().filter(told).count();
        let before = shown(entries.get(..before).unwrap_or_default());
        let texts = entries.iter().filter(told).map(|e| self.term_text(e.term));
        TraceStep {
            span,
            what: self.text(span),
            store,
            heap: self.heap_lines(&st.heap),
            old: self.heap_lines(&st.old),
            conditions: texts.collect(),
            new_conditions: shown(entries).saturating_sub(before),
        }
    }

    /// Facts that say nothing about the program: when objects were made, and that
    /// some permission is one.
    fn is_internal(&self, t: TermId) -> bool {
        let pool = &self.prover.pool;
        let birth = |x: TermId| pool.op(x) == Op::Apply(self.logic.birth);
        let parts = pool.args(t);
        parts.iter().any(|&x| birth(x) || x == self.some)
            || (parts.len() == 1 && pool.args(parts[0]).iter().any(|&x| birth(x)))
    }

    /// The states before the statements of the path, and the state of the error.
    pub fn trace_steps(&self, st: &State) -> Vec<TraceStep> {
        let mut steps = Vec::new();
        let all = self.prover.entries();
        let mut before = 0;
        for visited in &self.walk.visited {
            let n = visited.entries.min(all.len());
            let span = self.program.stmt(visited.stmt).span;
            steps.push(self.step(&visited.state, span, &all[..n], before));
            before = n;
        }
        steps.push(self.step(st, self.blame.span, all, before));
        steps
    }
}

/// What is shown of a state.
fn terms_of(st: &State) -> Vec<TermId> {
    let mut all: Vec<TermId> = st.store.iter().map(|(_, t)| t).collect();
    let spread = st.old.iter_iterated().chain(st.heap.iter_iterated());
    for chunk in st.old.iter().chain(st.heap.iter()).chain(spread) {
        all.extend_from_slice(&chunk.args);
        all.extend([chunk.value, chunk.permission]);
    }
    all
}
