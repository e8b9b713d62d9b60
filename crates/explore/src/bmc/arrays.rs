//! Invariants over all elements of the arrays that a loop sweeps:
//! `forall k in [0, i): a[k] == 2*k`.
//!
//! Idea: one arbitrary element stands for all. At the loop's head the content
//! of a swept array is an unknown function (`ep_machine::memory::swept`); a
//! candidate is a formula over an offset, the value there and which of its bits
//! are initialised. It is kept where it holds of one fresh, arbitrary element at
//! the start and after each round, with the candidates assumed at that element
//! and at every element that the round touches. So one query without a
//! quantifier shows a claim about all elements: what holds of an arbitrary one
//! holds of all, and what is assumed is instances of the hypothesis. Where the
//! candidates come from: an access at an offset that depends on one changing
//! value `i` tells which elements were visited, since the values that `i` had
//! are those between its first one and the one at hand; what the round writes
//! there, with `i` replaced, is what it wrote to the others. Nothing depends on
//! these guesses being right: a region says `offset(x) == at` of its own, so
//! that wrap-around, gaps and aliasing are part of the question. Source:
//! D. Monniaux, L. Gonnord, "Cell Morphing", SAS 2016; C. Flanagan, K. Leino,
//! "Houdini", FME 2001. Cost: some dozens of candidates per access and loop.
//!
//! What must never happen: a candidate that is assumed at an element of a
//! content other than the one that it was shown for. A fact is put on top of the
//! writes that were there at the head, and later writes lie above it.

use super::driver::State;
use super::houdini::Subject;
use super::run::Run;
use super::templates::Candidate;
use ep_ir::debug::VarStorage;
use ep_machine::memory::swept::{Fact, Kind, Swept};
use ep_machine::memory::ObjectKind;
use ep_machine::value::{ObjectId, Value};
use ep_smt::Answer;
use ep_term::{Sort, TermId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Duration;

/// Arrays of one loop that have candidates.
const MOST_ARRAYS: usize = 6;
/// Elements at which the candidates are assumed.
const MOST_POINTS: usize = 16;

/// Elements of one size of an object that a loop sweeps or reads.
pub(super) struct Array {
    pub object: ObjectId,
    pub bytes: u32,
    pub name: String,
    /// The variables of the candidates: offset, value, initialised bits.
    pub at: TermId,
    pub value: TermId,
    pub defined: TermId,
    /// The arbitrary offset, a multiple of the size, and its variable part.
    any: TermId,
    pub part: TermId,
    /// The content at the loop's head.
    pub head: Swept,
    /// What the arbitrary element is at the loop's start.
    pub before: Option<(TermId, TermId)>,
    /// The content at the loop's start, where that was swept before.
    pub origin: Option<Swept>,
}

/// A candidate about all elements.
pub(super) struct Quantified {
    pub object: ObjectId,
    pub fact: Rc<Fact>,
    pub text: String,
    pub told: bool,
}

impl Run<'_> {
    /// Fills in the arrays and the candidates about them.
    pub(super) fn arrays(
        &mut self,
        st: &State,
        general: &State,
        back: &[Box<State>],
        changed: &dyn Fn(ObjectId) -> bool,
        s: &mut Subject,
    ) {
        self.find_arrays(st, general, s);
        self.guarded_writes(back, s);
        self.known_variables(st, s);
        if s.arrays.is_empty() {
            return;
        }
        let mut entry = st.clone();
        for a in &mut s.arrays {
            let pair = self
                .machine
                .content_pair(&mut entry, a.object, a.any, a.bytes);
            a.before = pair;
        }
        s.arrays.retain(|a| a.before.is_some());
        let regions = self.regions(s);
        for i in 0..s.arrays.len() {
            self.facts_of(i, &regions, changed, s);
        }
        // What the candidates say of the start and of the rounds.
        let mut values = FxHashMap::default();
        for a in &s.arrays {
            if let Some(pair) = a.before {
                self.bind(a, pair, &mut values);
            }
        }
        self.bind_others(&mut entry, s, &mut values);
        s.entry = entry.pc.clone();
        s.entry_values = values;
        for (b, round) in back.iter().zip(0..) {
            let mut after = (**b).clone();
            let mut values = FxHashMap::default();
            for a in &s.arrays {
                let content = self.machine.swept(b, a.object);
                let content = match content {
                    Some(c) => (*c).clone(),
                    None => {
                        let mut any = self.machine.sweeps.fresh();
                        any.spoil();
                        any
                    }
                };
                let pair = self
                    .machine
                    .read_swept(&mut after, &content, a.any, a.bytes);
                self.bind(a, pair, &mut values);
            }
            self.bind_others(&mut after, s, &mut values);
            if let Some(r) = s.rounds.get_mut(round) {
                r.0 = after.pc.clone();
                r.1.extend(values);
            }
        }
        self.instances(general, s);
    }

    /// Writes that happen in some rounds only, by a condition.
    fn guarded_writes(&mut self, back: &[Box<State>], s: &mut Subject) {
        for b in back {
            for a in &s.arrays {
                let Some(after) = self.machine.swept(b, a.object) else {
                    continue;
                };
                for k in after.since(&a.head) {
                    let Kind::Write(w) = k else { continue };
                    let known = s.guarded.contains(&(a.object, w));
                    if self.machine.cx.pool.as_bool(w.when).is_none() && !known {
                        s.guarded.push((a.object, w));
                    }
                }
            }
        }
    }

    /// The arrays that the round touched, as the loop's head has them.
    fn find_arrays(&mut self, st: &State, general: &State, s: &mut Subject) {
        for t in s.touched.clone() {
            let known = |a: &Array| a.object == t.object && a.bytes == t.bytes;
            if !t.bytes.is_power_of_two()
                || t.bytes > 8
                || s.arrays.len() >= MOST_ARRAYS
                || s.arrays.iter().any(known)
            {
                continue;
            }
            let Some(head) = self.machine.swept(general, t.object) else {
                continue;
            };
            if head.is_spoiled() {
                continue;
            }
            let name = self.array_name(st, t.object);
            let ptr = self.machine.program.ptr_bits;
            let low = t.bytes.trailing_zeros();
            let pool = &mut self.machine.cx.pool;
            let part = pool.fresh_var("k", Sort::BitVec(ptr - low));
            let any = match low {
                0 => part,
                _ => {
                    let zeros = pool.bv(low, 0);
                    pool.concat(part, zeros)
                }
            };
            s.arrays.push(Array {
                object: t.object,
                bytes: t.bytes,
                name,
                at: pool.fresh_var("offset", Sort::BitVec(ptr)),
                value: pool.fresh_var("value", Sort::BitVec(8 * t.bytes)),
                defined: pool.fresh_var("written", Sort::BitVec(8 * t.bytes)),
                any,
                part,
                head: (*head).clone(),
                before: None,
                origin: self.machine.swept(st, t.object).map(|x| (*x).clone()),
            });
        }
    }

    /// The name that the source has for an object.
    fn array_name(&self, st: &State, o: ObjectId) -> String {
        let program = &self.machine.program;
        if let Some(ObjectKind::Global(g)) = st.heap.get(o).map(|x| x.kind) {
            return program.module.globals[g].name.clone();
        }
        let mut frame = Some(&st.top);
        while let Some(f) = frame {
            let function = program.function(f.func);
            for (_, v) in function.vars.iter() {
                let (VarStorage::Memory(r) | VarStorage::Register(r)) = v.storage else {
                    continue;
                };
                if f.regs.get(r.0 as usize) == Some(&Value::Ptr(o, 0)) {
                    return v.name.clone();
                }
            }
            frame = f.caller.as_deref();
        }
        "array".into()
    }

    /// What the variables of an array's candidates stand for.
    fn bind(&self, a: &Array, pair: (TermId, TermId), values: &mut FxHashMap<VarId, TermId>) {
        let pool = &self.machine.cx.pool;
        for (var, t) in [(a.at, a.any), (a.value, pair.0), (a.defined, pair.1)] {
            if let Some(v) = pool.as_var(var) {
                values.insert(v, t);
            }
        }
    }

    /// What the other elements stand for that the candidates speak of.
    fn bind_others(&mut self, st: &mut State, s: &Subject, values: &mut FxHashMap<VarId, TermId>) {
        for q in &s.facts {
            for w in &q.fact.with {
                let there = self.machine.cx.pool.substitute(w.at, values);
                let (v, d) = self.machine.read_swept(st, &w.content, there, w.bytes);
                for (var, t) in [(w.value, v), (w.defined, d)] {
                    if let Some(x) = self.machine.cx.pool.as_var(var) {
                        values.insert(x, t);
                    }
                }
            }
        }
    }

    /// The candidates at the arbitrary element and at those that the round
    /// touches.
    fn instances(&mut self, general: &State, s: &mut Subject) {
        let mut scratch = general.clone();
        let known = scratch.pc.len();
        let mut list = Vec::new();
        for (n, a) in s.arrays.iter().enumerate() {
            let mut points = vec![a.any];
            for t in &s.touched {
                if t.object == a.object && t.bytes == a.bytes && !points.contains(&t.at) {
                    points.push(t.at);
                }
            }
            points.truncate(MOST_POINTS);
            for at in points {
                let pair = self.machine.read_swept(&mut scratch, &a.head, at, a.bytes);
                list.push((n, at, pair));
            }
        }
        for i in 0..s.facts.len() {
            let q = &s.facts[i];
            let (fact, object) = (q.fact.clone(), q.object);
            let mut all = self.machine.cx.pool.tru();
            for (n, at, pair) in &list {
                let a = &s.arrays[*n];
                if a.object != object || a.bytes != fact.bytes {
                    continue;
                }
                let t = self
                    .machine
                    .instance(&mut scratch, &fact, *at, a.bytes, *pair);
                if let Some(t) = t {
                    all = self.machine.cx.pool.and(all, t);
                }
            }
            s.quantified.push(Candidate {
                term: fact.term,
                assume: all,
                told: q.told,
                fact: Some(i as u32),
            });
        }
        s.axioms = scratch.pc.behind(known);
    }

    /// The variables that the state speaks of at the loop's start.
    fn known_variables(&self, st: &State, s: &mut Subject) {
        let pool = &self.machine.cx.pool;
        let mut known = rustc_hash::FxHashSet::default();
        for c in st.pc.conjuncts() {
            known.extend(pool.vars(c).iter().copied());
        }
        let mut frame = Some(&st.top);
        while let Some(f) = frame {
            for v in &f.regs {
                if let Value::Term(t) | Value::SymPtr(_, t) = v {
                    known.extend(pool.vars(*t).iter().copied());
                }
            }
            frame = f.caller.as_deref();
        }
        for i in &s.items {
            known.extend(pool.vars(i.entry).iter().copied());
        }
        let machine = &self.machine;
        known.retain(|v| {
            (v.0 as usize) < s.mark
                && !machine.sweeps.of_var.contains_key(v)
                && !machine.input_table.is_uninit(*v)
        });
        s.known = known;
    }

    /// Drops candidates that others imply of each element.
    pub(super) fn fewest_facts(&mut self, s: &mut Subject) {
        let before = self
            .machine
            .cx
            .smt
            .set_effort(500, Duration::from_millis(100));
        let list = std::mem::take(&mut s.invariants);
        let mut kept: Vec<Candidate> = Vec::new();
        for c in list {
            let Some(object) = c
                .fact
                .and_then(|f| s.facts.get(f as usize))
                .map(|q| q.object)
            else {
                kept.push(c);
                continue;
            };
            let of_object = |k: &&Candidate| {
                let q = k.fact.and_then(|f| s.facts.get(f as usize));
                q.is_some_and(|q| q.object == object)
            };
            let mut query: Vec<TermId> = kept.iter().filter(of_object).map(|k| k.term).collect();
            let implied = !query.is_empty() && !self.late() && {
                let not = self.machine.cx.pool.not(c.term);
                query.push(not);
                let a = self.machine.cx.smt.check(&mut self.machine.cx.pool, &query);
                matches!(a, Answer::Unsat { .. })
            };
            if !implied {
                kept.push(c);
            }
        }
        self.machine.cx.smt.set_effort(before.0, before.1);
        s.invariants = kept;
    }

    /// Puts what was shown on top of the contents at the loop's head.
    pub(super) fn attach_facts(&mut self, st: &mut State, s: &Subject) {
        for c in &s.invariants {
            let Some(q) = c.fact.and_then(|f| s.facts.get(f as usize)) else {
                continue;
            };
            if let Some(x) = st.heap.get_mut(q.object) {
                if let Some(content) = x.swept() {
                    let mut content = (**content).clone();
                    content.push(Kind::Fact(q.fact.clone()));
                    x.sweep(content);
                }
            }
        }
    }
}
