//! A heap on entry and arguments in which a proof fails, as the solver sees it:
//! the counterexample behind an error of a method (document 001, section 6.2).
//!
//! Idea: the denied goal joins the path condition, the predicates of the heap on
//! entry are opened until none is closed (few openings first, so that the heap is
//! small), and the model gives values to arguments and field chunks. Values near
//! zero are preferred, one term after the other. Quantifiers are instantiated by
//! triggers only, so that a witness is a candidate: what a front end makes of it
//! has to be tried. Cost: a few questions to the solver for each failed proof,
//! only where witnesses are wanted.

use crate::engine::Engine;
use crate::error::Res;
use crate::heap::Place;
use crate::state::State;
use crate::witness_values::{Witness, WitnessValue};
use ep_ivl::ast::{DomainFuncId, FieldId, VarId};
use ep_term::{Sort, TermId, Value};
use num_traits::ToPrimitive;

/// Openings that are tried, from few to many.
const FUEL: [u32; 4] = [1, 2, 4, 7];
/// Ends of such attempts.
const TRIES: u32 = 12;
/// Elements of arrays that are read.
const INDICES: i128 = 12;
/// Terms whose values are made small.
const SMALL: usize = 40;

/// A term to evaluate, and where its value goes.
enum Asked {
    Param(VarId),
    Field(FieldId, TermId),
    Function(DomainFuncId, Vec<TermId>),
}

impl Engine<'_> {
    /// The witness of the goal that was just refused.
    pub fn witness(&mut self) -> Option<Witness> {
        if !self.options.witness || self.scope.probing() {
            return None;
        }
        let goal = self.prover.refused?;
        let start = self.work.entry.clone()?;
        let (blame, clock) = (self.blame, self.clock);
        let mark = self.walk.mark();
        self.prover.push();
        let denied = self.prover.pool.not(goal);
        self.prover.assume(denied);
        let mut out = None;
        for fuel in FUEL {
            let mut tries = TRIES;
            let opened = self.probe(|v| v.open_entry(&start, fuel, &mut tries, &mut out));
            if out.is_some() || opened.is_err() {
                break;
            }
        }
        self.prover.pop();
        self.walk.back(mark);
        (self.blame, self.clock) = (blame, clock);
        self.prover.refused = Some(goal);
        out
    }

    fn open_entry(
        &mut self,
        st: &State,
        fuel: u32,
        tries: &mut u32,
        out: &mut Option<Witness>,
    ) -> Res<()> {
        if out.is_some() || *tries == 0 || self.prover.dead() {
            return Ok(());
        }
        let Some(chunk) = self.predicate_chunks(&st.heap).into_iter().next() else {
            *tries -= 1;
            *out = self.read_witness(st);
            return Ok(());
        };
        let has_body = match chunk.place {
            Place::Predicate(p) => self.program.predicates[p].body.is_some(),
            Place::Field(_) | Place::Wand(_) => false,
        };
        if fuel == 0 || !has_body {
            *tries -= 1;
            return Ok(());
        }
        self.open_for(st, &st.heap, &chunk, &mut |v, heap| {
            let opened = State {
                heap: heap.clone(),
                ..st.clone()
            };
            v.open_entry(&opened, fuel - 1, tries, out)
        })
    }

    fn read_witness(&mut self, st: &State) -> Option<Witness> {
        self.flush_axioms();
        self.assume_heap_facts(&st.heap);
        let mut asked: Vec<(Asked, TermId)> = Vec::new();
        for (x, t) in st.store.iter() {
            asked.push((Asked::Param(x), t));
        }
        for chunk in st.heap.iter() {
            if let (Place::Field(f), Some(&o)) = (chunk.place, chunk.args.first()) {
                asked.push((Asked::Field(f, o), chunk.value));
            }
        }
        let mut known: Vec<TermId> = vec![self.logic.null];
        for (a, t) in &asked {
            known.push(*t);
            if let Asked::Field(_, o) = a {
                known.push(*o);
            }
        }
        known.sort_unstable();
        known.dedup();
        let functions: Vec<_> = self.logic.domain_symbols().collect();
        for (id, f) in functions {
            let params = self.prover.pool.fun(f).params.clone();
            for args in self.arguments(&params, &known) {
                let t = self.prover.pool.apply(f, &args);
                asked.push((Asked::Function(id, args), t));
            }
        }
        let mut terms: Vec<TermId> = known.clone();
        for (a, t) in &asked {
            terms.push(*t);
            if let Asked::Function(_, args) = a {
                terms.extend_from_slice(args);
            }
        }
        terms.sort_unstable();
        terms.dedup();
        let small: Vec<TermId> = asked.iter().map(|a| a.1).take(SMALL).collect();
        let values = self.prover.model(&terms, &small)?;
        let value = |t: TermId| -> Option<Value> {
            let at = terms.binary_search(&t).ok()?;
            values.get(at).cloned()
        };
        let null = value(self.logic.null)?;
        let read = |t: TermId| match value(t)? {
            v if v == null => Some(WitnessValue::Null),
            Value::Bool(b) => Some(WitnessValue::Bool(b)),
            Value::Int(n) => Some(WitnessValue::Int(n)),
            Value::Element { index, .. } => Some(WitnessValue::Element(index)),
            _ => None,
        };
        let mut w = Witness::default();
        for (a, t) in &asked {
            let Some(v) = read(*t) else { continue };
            match a {
                Asked::Param(x) => w.params.push((*x, v)),
                Asked::Field(f, o) => w.fields.push((*f, read(*o)?, v)),
                Asked::Function(f, args) => {
                    let args: Option<Vec<_>> = args.iter().map(|&x| read(x)).collect();
                    w.functions.push((*f, args?, v));
                }
            }
        }
        Some(w)
    }

    /// What a domain function of these sorts is asked for.
    fn arguments(&mut self, params: &[Sort], known: &[TermId]) -> Vec<Vec<TermId>> {
        let of = |v: &Self, s: Sort| -> Vec<TermId> {
            let same = |t: &&TermId| v.prover.pool.sort(**t) == s;
            known.iter().filter(same).copied().collect()
        };
        match params {
            [] => vec![Vec::new()],
            [a] if *a == self.logic.reference => {
                of(self, *a).into_iter().map(|t| vec![t]).collect()
            }
            [a, Sort::Int] if matches!(a, Sort::Uninterpreted(_)) => {
                let indices: Vec<TermId> =
                    (0..INDICES).map(|i| self.prover.pool.int_i128(i)).collect();
                let pairs = of(self, *a).into_iter();
                pairs
                    .flat_map(|t| indices.iter().map(move |&i| vec![t, i]))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

impl WitnessValue {
    /// A number that fits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            WitnessValue::Int(n) => n.to_i64(),
            _ => None,
        }
    }
}
