//! The symbolic execution graph: trees of steps and refinements between cuts,
//! unfolded until every cut stands for all that arrives.
//!
//! The first round of a loop is executed on its own (as in the document's
//! Figure 3), so that what holds only from the second round on is found; the
//! second arrival at a head is a cut. A loop over a small constant, like the
//! characters of a literal, is executed round by round while its index is a number:
//! what it finds is then known, and one round in the place of all would lose it. Phases of a loop (what has wrapped so
//! far, which side of an inequation the run is on) have cuts of their own.
//! When the graph grows too large it is built again with joins everywhere.
//! After the widening two rounds of narrowing, then every edge is checked
//! against the finished cuts; a graph that fails is not used. Cost: counted
//! steps.

use super::arrival::{Arrival, CutKey};
use super::cuts::Cut;
use super::engine::Engine;
use super::logarithmic;
use super::middle::Middle;
use super::partition;
use super::prepared::Prepared;
use super::rules::{Case, Num, Side, View};
use super::stages;
use super::state::{Entered, Entry, State, Tag, Truth, Value};
use super::stepped::{Decision, Stepped};
use ep_base::outcome::Place;
use ep_base::Arena;
use ep_ir::{BlockId, Operand, Terminator, Type};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

ep_base::entity!(
    /// A cut of the graph.
    CutId,
    "c"
);

/// Steps of one tree, cuts of a graph, trees of a graph.
const STEPS: u64 = 20_000;
/// Phases that are told apart in one run.
const TAGS: usize = 4;
/// Loops around each other whose first round is executed on its own.
pub(super) const PEELED: usize = 2;
/// Rounds behind it that are, where each reads a small constant at a number, and ways
/// of one tree up to which they are.
const ALONE: u8 = 16;
const WIDE: usize = 64;

/// Where a tree's leaf leads.
#[derive(Clone, Debug)]
pub enum Target {
    Cut(CutId),
    /// The run ends.
    End(&'static str),
    /// The analysis gave up; the engine says where.
    GaveUp,
}

/// A way from one cut to the next.
#[derive(Clone, Debug)]
pub struct Arc {
    /// `None`: the start.
    pub source: Option<CutId>,
    pub target: Target,
    /// The state at the end of the way, before it is generalised.
    pub arrival: Arrival,
    /// Entries of recursive functions that were called on the way.
    pub calls: Vec<(CutId, Arrival)>,
    /// It leads into such a call.
    pub call: bool,
}

/// The finished graph.
#[derive(Clone)]
pub struct Graph {
    pub start: State,
    pub cuts: Arena<CutId, Cut>,
    pub arcs: Vec<Arc>,
    pub steps: u64,
    /// What bounds know of it ([`Graph::stages`]).
    pub(super) known: stages::Known,
    pub(super) gains: logarithmic::Gains,
}

/// Why there is no graph.
pub enum Failed {
    TooLarge,
    /// A cut does not cover what arrives.
    NotCovered,
    Stopped,
}

pub(super) enum Leaf {
    Arrives(Box<Arrival>),
    /// Into a recursive function; the way goes on behind the call, too.
    Calls(Box<Arrival>),
    Ends(&'static str, Box<State>),
    GaveUp(Box<State>),
}

/// Builds the graph from a start state.
pub fn unfold(
    engine: &mut Engine<'_>,
    start: State,
    observe: &mut dyn FnMut(u64),
) -> Result<Graph, Failed> {
    let mut builder = Builder {
        limits: thresholds(engine),
        undecided: engine.undecided.clone(),
        engine,
        cuts: Arena::new(),
        by_key: BTreeMap::new(),
        steps: 0,
    };
    builder.stabilise(&start, observe)?;
    let before = builder.cuts.clone();
    for _ in 0..2 {
        let arcs = builder.arcs(&start)?;
        let ids: Vec<CutId> = builder.cuts.ids().collect();
        for id in ids {
            if builder.engine.options.budget.stop_now().is_some() {
                return Err(Failed::Stopped);
            }
            let own: Vec<&Arrival> = arcs
                .iter()
                .filter(|a| matches!(a.target, Target::Cut(c) if c == id))
                .map(|a| &a.arrival)
                .collect();
            if let Some((_, c)) = builder.cuts.iter_mut().find(|(i, _)| *i == id) {
                c.narrow(&own, &mut builder.engine.count);
            }
        }
    }
    if let Some(graph) = builder.finish(&start)? {
        return Ok(graph);
    }
    // The narrowed cuts do not hold together: those before it do.
    builder.cuts = before;
    match builder.finish(&start)? {
        Some(graph) => Ok(graph),
        None => Err(Failed::NotCovered),
    }
}

pub(super) struct Builder<'a, 'm> {
    pub(super) limits: Vec<BigInt>,
    pub(super) engine: &'a mut Engine<'m>,
    pub(super) cuts: Arena<CutId, Cut>,
    pub(super) by_key: BTreeMap<CutKey, CutId>,
    pub(super) steps: u64,
    /// What was undecided before the first step.
    undecided: BTreeSet<(String, Place)>,
}

impl Builder<'_, '_> {
    /// The states that a tree begins in.
    fn roots(&mut self, start: &State, at: Option<CutId>) -> Vec<State> {
        match at {
            None => partition::starts(self.engine, start),
            Some(id) => {
                let cut = self.cuts.get(id);
                cut.map(|c| c.state(self.engine)).into_iter().collect()
            }
        }
    }

    /// All ways from the start and from each cut.
    fn arcs(&mut self, start: &State) -> Result<Vec<Arc>, Failed> {
        let mut out = Vec::new();
        let all = std::iter::once(None).chain(self.cuts.ids().map(Some));
        for at in all.collect::<Vec<_>>() {
            for leaf in self.tree(start, at)? {
                let call = matches!(leaf, Leaf::Calls(_));
                let (target, arrival) = match leaf {
                    Leaf::Arrives(arrival) | Leaf::Calls(arrival) => {
                        let Some(id) = self.by_key.get(&arrival.key) else {
                            // A way that was not there before.
                            return Err(Failed::NotCovered);
                        };
                        (Target::Cut(*id), *arrival)
                    }
                    Leaf::Ends(how, state) => (Target::End(how), ended(*state)),
                    Leaf::GaveUp(state) => (Target::GaveUp, ended(*state)),
                };
                let mut calls = Vec::new();
                for c in &arrival.state.calls {
                    let Some(id) = self.by_key.get(&c.key) else {
                        return Err(Failed::NotCovered);
                    };
                    calls.push((*id, c.clone()));
                }
                out.push(Arc {
                    source: at,
                    target,
                    arrival,
                    calls,
                    call,
                });
            }
        }
        Ok(out)
    }

    /// The graph, if every edge holds.
    fn finish(&mut self, start: &State) -> Result<Option<Graph>, Failed> {
        // What was given up on the way is said again by the final trees only.
        self.engine.undecided.clone_from(&self.undecided);
        let arcs = match self.arcs(start) {
            Ok(arcs) => arcs,
            Err(Failed::NotCovered) => return Ok(None),
            Err(e) => return Err(e),
        };
        for a in &arcs {
            if self.engine.options.budget.stop_now().is_some() {
                return Err(Failed::Stopped);
            }
            if let Target::Cut(id) = a.target {
                let covered = self
                    .cuts
                    .get(id)
                    .is_some_and(|c| c.covers(&a.arrival, &mut self.engine.count));
                if !covered {
                    return Ok(None);
                }
            }
        }
        if self.engine.options.budget.stop_now().is_some() {
            return Err(Failed::Stopped);
        }
        Ok(Some(Graph {
            start: start.clone(),
            cuts: self.cuts.clone(),
            arcs,
            steps: self.steps,
            known: stages::Known::default(),
            gains: logarithmic::Gains::default(),
        }))
    }

    /// The tree of steps and refinements from a state to the next cuts.
    pub(super) fn tree(&mut self, start: &State, at: Option<CutId>) -> Result<Vec<Leaf>, Failed> {
        let mut work = self.roots(start, at);
        let mut leaves = Vec::new();
        if at.is_none() && self.engine.middle == Middle::Alone {
            // The middle is the first.
            let others = work.drain(1.min(work.len())..);
            leaves.extend(others.map(|s| Leaf::GaveUp(Box::new(s))));
        }
        let mut steps = 0;
        while let Some(mut s) = work.pop() {
            steps += 1;
            if steps > STEPS {
                return Err(Failed::TooLarge);
            }
            if steps % 64 == 0 && self.engine.options.budget.stop_now().is_some() {
                return Err(Failed::Stopped);
            }
            let module = self.engine.module;
            let Some(top) = s.top() else {
                leaves.push(Leaf::Ends("return", Box::new(s)));
                continue;
            };
            let block = module
                .functions
                .get(top.func)
                .and_then(|f| f.blocks.get(top.block));
            let Some(block) = block else {
                leaves.push(Leaf::GaveUp(Box::new(s)));
                continue;
            };
            if let Some(inst) = block.insts.get(top.next) {
                let depth = s.frames.len();
                let called = s.calls.len();
                match self.engine.step(&mut s, inst) {
                    Stepped::Next => {
                        if let Some(c) = s.calls.get(called) {
                            leaves.push(Leaf::Calls(Box::new(c.clone())));
                        }
                        if s.frames.len() == depth {
                            if let Some(f) = s.frames.last_mut() {
                                f.next += 1;
                            }
                        }
                        work.push(s);
                    }
                    Stepped::Refine(cases) => {
                        // What memory holds is told apart without end, too.
                        let load = matches!(inst.kind, ep_ir::InstKind::Load { .. });
                        let from = work.len();
                        self.refine(&s, cases, &mut work, &mut leaves);
                        for child in work.iter_mut().skip(from).filter(|_| load) {
                            child.splits = s.splits;
                        }
                    }
                    Stepped::Ends(how) => {
                        self.pay(&mut s, inst.weight);
                        leaves.push(Leaf::Ends(how, Box::new(s)));
                    }
                    Stepped::GaveUp => {
                        if self.engine.undecided.is_empty() {
                            let place = self.here(&s);
                            self.engine.give_up("an operand is not understood", place);
                        }
                        leaves.push(Leaf::GaveUp(Box::new(s)));
                    }
                }
            } else {
                self.terminator(s, &block.term, block.term_weight, &mut work, &mut leaves);
            }
        }
        self.steps += steps;
        Ok(leaves)
    }

    fn here(&self, s: &State) -> Place {
        let Some(f) = s.top() else {
            return Place::default();
        };
        let block = self
            .engine
            .module
            .functions
            .get(f.func)
            .and_then(|g| g.blocks.get(f.block));
        let loc = block.map(|b| b.insts.get(f.next).map_or(b.term_loc, |i| i.loc));
        self.engine.place(f.func, loc.unwrap_or(ep_ir::LocId(0)))
    }

    /// Pushes the refined states that are not contradictory.
    fn refine(
        &mut self,
        s: &State,
        cases: Vec<Case>,
        work: &mut Vec<State>,
        leaves: &mut Vec<Leaf>,
    ) {
        if s.again > 8 {
            let place = self.here(s);
            self.engine
                .give_up("a refinement does not decide its instruction", place);
            leaves.push(Leaf::GaveUp(Box::new(s.clone())));
            return;
        }
        for c in cases {
            let mut next = s.clone();
            next.facts.add(&c.form, &c.within);
            if next.facts.infeasible(&mut self.engine.count) {
                continue;
            }
            next.cases.push((c.form.clone(), c.within.clone()));
            next.again += 1;
            next.splits += 1;
            // What was just read from memory says nothing about the next round.
            let read = c.form.terms().any(|(v, _)| s.free.contains_key(&v));
            self.tag(&mut next, if read { Side::None } else { c.side });
            work.push(next);
        }
    }

    /// Notes a phase of the loops around.
    fn tag(&mut self, s: &mut State, side: Side) {
        if side == Side::None || self.engine.coarse || s.tags.len() >= TAGS {
            return;
        }
        let Some(f) = s.top() else {
            return;
        };
        let around = s.frames.iter().any(|f| !f.loops.is_empty());
        if !around {
            return;
        }
        if matches!(side, Side::Below | Side::Above) {
            // Only where a loop is left.
            let Some(shape) = self.engine.shape(f.func) else {
                return;
            };
            let Some(inner) = f.loops.last() else {
                return;
            };
            let leaves = shape
                .cfg
                .successors(f.block)
                .iter()
                .any(|b| !shape.inside(inner.header, *b));
            if !leaves {
                return;
            }
        }
        let tag: Tag = (f.func, f.block, f.next, side);
        s.tags.insert(tag);
    }

    fn terminator(
        &mut self,
        mut s: State,
        term: &Terminator,
        weight: u16,
        work: &mut Vec<State>,
        leaves: &mut Vec<Leaf>,
    ) {
        match term {
            Terminator::Jump(b) => {
                self.pay(&mut s, weight);
                self.goto(s, *b, work, leaves);
            }
            Terminator::Branch { cond, then, els } => {
                let t = self.engine.truth(&s, cond);
                match self.engine.decide(&mut s, &t) {
                    Decision::Is(b) => {
                        self.pay(&mut s, weight);
                        self.goto(s, if b { *then } else { *els }, work, leaves);
                    }
                    Decision::Refine(cases) => {
                        // Branches are told apart without end: they are not
                        // charged to the refinements of arithmetic.
                        let splits = s.splits;
                        let from = work.len();
                        self.refine(&s, cases, work, leaves);
                        for child in work.iter_mut().skip(from) {
                            child.splits = splits;
                        }
                    }
                    Decision::Either => {
                        self.pay(&mut s, weight);
                        s.exact = false;
                        s.forked = true;
                        self.goto(s.clone(), *then, work, leaves);
                        self.goto(s, *els, work, leaves);
                    }
                }
            }
            Terminator::Switch {
                value,
                ty,
                cases,
                default,
            } => {
                self.pay(&mut s, weight);
                let number = match (ty, self.engine.copy(&mut s, value, *ty)) {
                    (Type::Int(_), Value::Int(n)) => Some(n),
                    _ => None,
                };
                for c in cases {
                    let mut next = s.clone();
                    match &number {
                        Some(n) => {
                            let v = self.engine.literal(n.view, n.bits, &BigInt::from(c.value));
                            let none = super::lin::Interval::point(BigInt::default());
                            next.cases.push((n.form.add(&-&v), none));
                            next.facts.equals_zero(&n.form.add(&-v));
                            if next.facts.infeasible(&mut self.engine.count) {
                                continue;
                            }
                        }
                        None => {
                            next.exact = false;
                            next.forked = true;
                        }
                    }
                    self.goto(next, c.target, work, leaves);
                }
                self.default_case(s, number.as_ref(), cases, *default, work, leaves);
            }
            Terminator::Return(values) => self.returns(s, values, weight, work, leaves),
            Terminator::Unreachable => {
                let place = self.here(&s);
                self.engine.give_up(
                    "a place that C calls unreachable could not be excluded",
                    place,
                );
                leaves.push(Leaf::GaveUp(Box::new(s)));
            }
            Terminator::IndirectJump { .. } => {
                let place = self.here(&s);
                self.engine.give_up("computed goto is not modelled", place);
                leaves.push(Leaf::GaveUp(Box::new(s)));
            }
            Terminator::Unsupported(what) => {
                let place = self.here(&s);
                self.engine
                    .give_up(format!("{what} is not modelled"), place);
                leaves.push(Leaf::GaveUp(Box::new(s)));
            }
        }
    }

    /// The values between the cases of a switch.
    fn default_case(
        &mut self,
        s: State,
        number: Option<&Num>,
        cases: &[ep_ir::SwitchCase],
        default: BlockId,
        work: &mut Vec<State>,
        leaves: &mut Vec<Leaf>,
    ) {
        let Some(n) = number.filter(|_| cases.len() <= 16) else {
            let mut s = s;
            s.exact = false;
            s.forked = true;
            self.goto(s, default, work, leaves);
            return;
        };
        let mut taken: Vec<BigInt> = cases
            .iter()
            .map(|c| self.engine.literal(n.view, n.bits, &BigInt::from(c.value)))
            .collect();
        taken.sort();
        let own = self.engine.range(n.view, n.bits);
        let mut low = own.lo;
        let mut ends: Vec<Option<BigInt>> = taken.into_iter().map(Some).collect();
        ends.push(own.hi.map(|h| h + 1));
        for end in ends {
            let some = match (&low, &end) {
                (Some(l), Some(v)) => l < v,
                _ => true,
            };
            if some {
                let mut next = s.clone();
                let gap = super::lin::Interval {
                    lo: low,
                    hi: end.as_ref().map(|v| v - 1),
                };
                next.facts.add(&n.form, &gap);
                next.cases.push((n.form.clone(), gap));
                if !next.facts.infeasible(&mut self.engine.count) {
                    self.goto(next, default, work, leaves);
                }
            }
            low = end.map(|v| v + 1);
        }
    }

    /// The innermost function executes an instruction.
    fn pay(&self, s: &mut State, weight: u16) {
        let library = s.top().is_some_and(|f| self.engine.is_library(f.func));
        s.pays(u64::from(weight), library);
    }

    fn returns(
        &mut self,
        mut s: State,
        values: &[Operand],
        weight: u16,
        work: &mut Vec<State>,
        leaves: &mut Vec<Leaf>,
    ) {
        use ep_base::entity::EntityId;
        self.pay(&mut s, weight);
        s.looks.clear();
        let Some(func) = s.top().map(|f| f.func) else {
            return;
        };
        if s.frames.len() == 1 && s.top().is_some_and(|f| f.back.is_none()) {
            self.engine.check_result(&mut s, func, values.first());
        }
        let rets = self.engine.module.functions.get(func);
        let types = rets.map(|f| f.rets.clone()).unwrap_or_default();
        let mut results = Vec::new();
        let caller = s.frames.iter().rev().nth(1).map(|f| f.func);
        let dsts = s
            .top()
            .and_then(|f| f.back.as_ref())
            .map(|b| b.dsts.clone());
        let dsts = dsts.unwrap_or_default();
        for (i, (v, ty)) in values.iter().zip(&types).enumerate() {
            let read = match (caller, dsts.get(i)) {
                (Some(f), Some(d)) => self.engine.relevant.register(f, *d),
                _ => false,
            };
            results.push(match read {
                true => self.engine.copy(&mut s, v, *ty),
                false => Value::Any,
            });
        }
        let Some(frame) = s.frames.pop() else {
            return;
        };
        s.tags.retain(|t| t.0 != func);
        // Its locals are gone.
        let depth = s.frames.len();
        let areas = &self.engine.areas;
        let gone = |a: &super::state::Area| {
            areas.get(*a).is_some_and(|i| {
                matches!(&i.key, super::engine::AreaKey::Local(path, ..) if path.len() >= depth)
            })
        };
        s.cells.retain(|(a, _), _| !gone(a));
        s.fills.retain(|a, _| !gone(a));
        s.sizes.retain(|a, _| !gone(a));
        let Some(back) = frame.back else {
            leaves.push(Leaf::Ends("return", Box::new(s)));
            return;
        };
        if let Some(f) = s.frames.last_mut() {
            f.block = back.block;
            f.next = back.next;
            for (d, v) in back.dsts.iter().zip(results) {
                if let Some(slot) = f.regs.get_mut(d.index()) {
                    *slot = v;
                }
            }
        }
        work.push(s);
    }

    /// Moves to a block; where states are cut this is a leaf.
    fn goto(
        &mut self,
        mut s: State,
        target: BlockId,
        work: &mut Vec<State>,
        leaves: &mut Vec<Leaf>,
    ) {
        let nested: usize = s.frames.iter().map(|f| f.loops.len()).sum();
        let coarse = self.engine.coarse;
        let Some(frame) = s.frames.last_mut() else {
            return;
        };
        let func = frame.func;
        let Some(shape) = self.engine.shape(func) else {
            return;
        };
        frame.block = target;
        frame.next = 0;
        s.back_edge = false;
        while let Some(l) = frame.loops.last().copied() {
            if shape.inside(l.header, target) {
                break;
            }
            frame.loops.pop();
            s.tags
                .retain(|(f, b, ..)| *f != func || !shape.inside(l.header, *b));
        }
        let mut cut = shape.cuts.contains(&target);
        let outside = frame.loops.last().is_none_or(|l| l.header != target);
        if shape.is_header(target) && outside {
            let regs = Rc::new(frame.regs.clone());
            let key = (s.path(), func, target);
            s.entries.insert(key, Entry { regs });
        }
        if shape.is_header(target) {
            let path = s.path();
            let Some(frame) = s.frames.last_mut() else {
                return;
            };
            match frame.loops.last_mut() {
                Some(l) if l.header == target => {
                    s.back_edge = true;
                    let few = l.alone < ALONE && work.len() + leaves.len() < WIDE;
                    if l.read && !l.again && few {
                        l.read = false;
                        l.alone += 1;
                        *s.alone.entry((path, func, target)).or_default() += 1;
                    } else {
                        l.again = true;
                        l.read = false;
                        l.alone = 0;
                        cut = true;
                    }
                }
                _ => {
                    let peel = !coarse && nested < PEELED;
                    frame.loops.push(Entered {
                        header: target,
                        again: !peel,
                        read: false,
                        alone: 0,
                    });
                    cut |= !peel;
                }
            }
        }
        if !cut {
            work.push(s);
            return;
        }
        self.cut(s, work, leaves);
    }

    /// A leaf at a cut, with truth values decided.
    fn cut(&mut self, s: State, _work: &mut [State], leaves: &mut Vec<Leaf>) {
        let mut todo = vec![(s, 0)];
        while let Some((mut s, depth)) = todo.pop() {
            match self.engine.in_own_views(&mut s) {
                Some(cases) if depth < 8 => {
                    for c in cases {
                        let mut next = s.clone();
                        next.cases.push((c.form.clone(), c.within.clone()));
                        next.facts.add(&c.form, &c.within);
                        if !next.facts.infeasible(&mut self.engine.count) {
                            todo.push((next, depth + 1));
                        }
                    }
                    continue;
                }
                _ => {}
            }
            match self.engine.prepare(&s) {
                Some(Prepared::Arrives(a)) => leaves.push(Leaf::Arrives(a)),
                Some(Prepared::Decide(t)) => match self.engine.decide(&mut s, &t) {
                    Decision::Is(b) => {
                        replace(&mut s, &t, &Truth::Known(b));
                        todo.push((s, depth));
                    }
                    Decision::Refine(cases) if depth < 8 => {
                        for c in cases {
                            let mut next = s.clone();
                            next.cases.push((c.form.clone(), c.within.clone()));
                            next.facts.add(&c.form, &c.within);
                            if !next.facts.infeasible(&mut self.engine.count) {
                                todo.push((next, depth + 1));
                            }
                        }
                    }
                    Decision::Either | Decision::Refine(_) => {
                        s.exact = false;
                        replace(&mut s, &t, &Truth::Open);
                        todo.push((s, depth));
                    }
                },
                None => leaves.push(Leaf::GaveUp(Box::new(s))),
            }
        }
    }
}

/// Replaces a truth value wherever it is held.
fn replace(s: &mut State, old: &Truth, new: &Truth) {
    for f in &mut s.frames {
        for r in &mut f.regs {
            if matches!(r, Value::Truth(t) if t == old) {
                *r = Value::Truth(new.clone());
            }
        }
    }
}

fn ended(state: State) -> Arrival {
    Arrival {
        key: CutKey {
            path: Vec::new(),
            func: ep_ir::FuncId(0),
            block: BlockId(0),
            loops: Vec::new(),
            tags: Vec::new(),
            inputs: 0,
            truths: Vec::new(),
            equal: Vec::new(),
            functions: Vec::new(),
        },
        slots: BTreeMap::new(),
        state,
    }
}

/// Numbers of the program and its types, in ascending order. Those of models of
/// the library are so many small ones that a bound would be given up before it
/// comes to one of the program.
fn thresholds(engine: &Engine<'_>) -> Vec<BigInt> {
    let mut out: Vec<BigInt> = vec![(-1).into(), 0.into(), 1.into()];
    for bits in [1u32, 8, 16, 32, 64] {
        for v in [View::Unsigned, View::Signed] {
            let r = v.range(bits);
            out.extend(r.lo);
            out.extend(r.hi);
        }
    }
    let mut constant = |o: &Operand| {
        if let Operand::Int(n) = o {
            for bits in [8, 16, 32, 64] {
                for v in [View::Unsigned, View::Signed] {
                    let c = v.convert(bits, &BigInt::from(*n));
                    out.extend([&c - 1, c.clone(), c + 1]);
                }
            }
        }
    };
    let model = |f: &ep_ir::Function| super::callgraph::is_model(engine.module, f);
    let all = engine.module.functions.iter().map(|(_, f)| f);
    for f in all.filter(|f| !model(f)) {
        for (_, b) in f.blocks.iter() {
            for i in &b.insts {
                if let ep_ir::InstKind::Cmp { a, b, .. } = &i.kind {
                    constant(a);
                    constant(b);
                }
            }
        }
    }
    out.sort();
    out.dedup();
    out
}
