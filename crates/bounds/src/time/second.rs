//! The second look: each ranking function that the integers give is held
//! against the bits once more.
//!
//! Idea: a measure of the transition system speaks of the numbers at cuts. From
//! a cut the program runs to the next one; the copy of that stretch
//! ([`crate::evidence::twice`]) starts from any state that the cut stands for,
//! and where it stops, one of the system's steps must explain what the bits
//! are: its condition holds, what it says of the state after is so, and the
//! measure falls, or does not grow, as the proof claims. The graph, the rules
//! and the provers on one side, the executor, its joins and the solver on the
//! other: they share the program and the semantics of scalars, and nothing
//! else.
//!
//! What must never happen: a difference is smoothed over. It is a defect of
//! Everypath, and no verdict. What cannot be asked (memory, calls with loops,
//! measures over bits) is said to rest on one engine. Source: "translation
//! validation", A. Pnueli et al., TACAS 1998. Cost: a question per cut that a
//! measure speaks of.

use super::arrival::{Held, Slot};
use super::cuts::Cut;
use super::engine::{AreaKey, Engine};
use super::explore::{CutId, Graph, Target, PEELED};
use super::facts::Facts;
use super::lin::{Interval, Lin, Sym};
use super::rules::View;
use super::shape::Shape;
use super::state::LoopKey;
use super::system::Translated;
use crate::evidence::round::{self, Cell, State, Way};
use crate::evidence::twice::{self, Condition, Form, Seen, Source, Step, Stretch};
use ep_base::entity::EntityId;
use ep_base::time::SecondLook;
use ep_base::Diagnostic;
use ep_ir::{BlockId, InstKind};
use ep_its::outcome::{Outcome, Ranking};
use ep_its::poly::Poly;
use ep_its::system::TransId;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// Questions for one program.
const QUESTIONS: usize = 24;

/// What the second look found for each loop that a measure speaks of.
///
/// `told_apart`: a measure may speak of a part of a step only, and nothing says
/// of which. Then nothing is asked.
///
/// # Errors
/// A defect: the engines do not agree.
pub fn look(
    engine: &mut Engine<'_>,
    graph: &Graph,
    t: &Translated,
    outcome: &Outcome,
    told_apart: bool,
) -> Result<BTreeMap<LoopKey, SecondLook>, Diagnostic> {
    let budget = engine.options.share(3);
    let mut out: BTreeMap<LoopKey, SecondLook> = BTreeMap::new();
    let mut asked = 0;
    for id in ranked(graph, outcome) {
        let Some(cut) = graph.cuts.get(id) else {
            continue;
        };
        let Some(key) = loop_of(cut) else {
            continue;
        };
        let alone = |why: String| SecondLook::OneEngine { why };
        let before = out.get(&key);
        if matches!(before, Some(SecondLook::OneEngine { .. })) {
            continue;
        }
        if told_apart {
            out.insert(key, alone("its steps were told apart further".into()));
            continue;
        }
        let found = match stretch(engine, graph, t, outcome, id) {
            Err(why) => alone(why),
            Ok(_) if asked >= QUESTIONS => alone("there are too many loops".into()),
            Ok(s) => {
                asked += 1;
                match s.look(engine, &budget)? {
                    Seen::Agrees => SecondLook::Agrees,
                    Seen::Open(why) => alone(why),
                    Seen::Differs => {
                        let place = super::sourced::header_place(engine, key.1, key.2);
                        return Err(Diagnostic::defect(format!(
                            "two engines do not agree on a measure of the loop in line {}",
                            place.line
                        )));
                    }
                }
            }
        };
        out.insert(key, found);
    }
    // What is handed on has no measure that could be held against the bits.
    let handed = (outcome.descents.iter())
        .flat_map(|d| &d.transitions)
        .flat_map(|p| &p.0)
        .filter_map(|t| graph.arcs.get(t.index())?.source);
    for cut in handed.filter_map(|id| graph.cuts.get(id)) {
        if let Some(key) = loop_of(cut) {
            let why = "its values are handed on (size change)".to_string();
            out.insert(key, SecondLook::OneEngine { why });
        }
    }
    Ok(out)
}

/// The cuts that measures speak of, as sources of steps.
fn ranked(graph: &Graph, outcome: &Outcome) -> BTreeSet<CutId> {
    let rankings = outcome.components.iter().flat_map(|c| &c.rankings);
    rankings
        .flat_map(|r| &r.transitions)
        .flat_map(|p| &p.0)
        .filter_map(|t| graph.arcs.get(t.index())?.source)
        .collect()
}

/// The innermost loop around a cut.
fn loop_of(cut: &Cut) -> Option<LoopKey> {
    let key = &cut.key;
    (0..=key.path.len()).rev().find_map(|depth| {
        let header = key.loops.get(depth)?.last()?.header;
        let func = key.path.get(depth).map_or(key.func, |f| f.0);
        Some((key.path.get(..depth)?.to_vec(), func, header))
    })
}

/// A stretch that is ready to be asked about.
struct Ready {
    start: State,
    stops: Vec<State>,
    ways: BTreeMap<(BlockId, BlockId), Way>,
    free: usize,
    known: Vec<Condition>,
    complete: bool,
    steps: Vec<Step>,
}

impl Ready {
    fn look(self, engine: &Engine<'_>, budget: &ep_base::Budget) -> Result<Seen, Diagnostic> {
        let ways = self.ways;
        let way = |from, to| ways.get(&(from, to)).copied().unwrap_or(Way::On);
        let stretch = Stretch {
            start: self.start,
            stops: self.stops,
            way: &way,
            free: self.free,
            known: self.known,
            complete: self.complete,
            steps: self.steps,
        };
        twice::look(engine.module, stretch, budget)
    }
}

/// What each variable of a cut is in the copy.
struct Numbers<'a> {
    of: BTreeMap<Sym, (Source, bool)>,
    t: &'a Translated,
    inputs: Vec<Sym>,
}

impl Numbers<'_> {
    fn form(&self, f: &Lin) -> Option<Form> {
        let term = |(v, c): (Sym, &BigInt)| {
            let (source, signed) = *self.of.get(&v)?;
            Some((source, signed, c.clone()))
        };
        Some(Form {
            terms: f.terms().map(term).collect::<Option<_>>()?,
            constant: f.constant().clone(),
        })
    }

    /// A value of a measure at a cut.
    fn measure(&self, cut: &Cut, p: &Poly) -> Option<Form> {
        let (terms, constant) = p.as_linear()?;
        let mut out = Lin::number(constant);
        for (v, c) in terms {
            let sym = match self.inputs.get(v.index()) {
                Some(s) => *s,
                None => {
                    let all = cut.syms();
                    all.into_iter()
                        .find(|(slot, _)| {
                            let key = (cut.key.path.clone(), cut.key.func, *slot);
                            self.t.slots.get(&key) == Some(&v)
                        })?
                        .1
                }
            };
            out = out.plus_times(&Lin::var(sym), &c);
        }
        self.form(&out)
    }
}

/// `a - b`, and `+ c` if there is one.
fn sum(a: &Form, b: &Form, c: Option<&Form>) -> Form {
    let mut out = a.clone();
    out.constant -= &b.constant;
    let minus = b.terms.iter().map(|(s, v, k)| (*s, *v, -k));
    out.terms.extend(minus);
    if let Some(c) = c {
        out.constant += &c.constant;
        out.terms.extend(c.terms.iter().cloned());
    }
    out
}

fn at_least(form: Form, lo: i32) -> Condition {
    Condition {
        form,
        lo: Some(lo.into()),
        hi: None,
    }
}

/// Where a slot of a cut lies in the state of the copy.
fn cell(engine: &Engine<'_>, cut: &Cut, slot: &Slot, state: &State) -> Option<usize> {
    let depth = cut.key.path.len() as u32;
    let is: Cell = match slot {
        Slot::Reg(d, r) if *d == depth => Cell::Register(*r),
        Slot::Cell(a, 0) => {
            let bits = match cut.held.get(slot) {
                Some(Held::Int { bits, .. }) if bits % 8 == 0 => *bits,
                _ => return None,
            };
            match &engine.areas.get(*a)?.key {
                AreaKey::Global(g) => Cell::Global(*g, u64::from(bits / 8)),
                AreaKey::Local(path, func, block, at)
                    if *path == cut.key.path && *func == cut.key.func =>
                {
                    let f = engine.module.functions.get(*func)?;
                    match f.blocks.get(*block)?.insts.get(*at)?.kind {
                        InstKind::Alloca { dst, .. } => Cell::Local(dst, u64::from(bits / 8)),
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    state.cells.iter().position(|c| *c == is)
}

/// The bits that every number of a range fits into, in that view. What is
/// computed of it is that much narrower, and the formula smaller.
fn width(range: &Interval, signed: bool) -> u32 {
    let (Some(lo), Some(hi)) = (&range.lo, &range.hi) else {
        return 64;
    };
    // Of a negative number: of its complement, `-n - 1`.
    let magnitude = |n: &BigInt| match *n < BigInt::from(0) {
        true => (-n - 1u32).bits(),
        false => n.bits(),
    };
    let bits = magnitude(lo).max(magnitude(hi)) + u64::from(signed);
    u32::try_from(bits).unwrap_or(64).clamp(1, 64)
}

fn signed(view: View) -> bool {
    view == View::Signed
}

/// What is asked from a cut; why nothing can be.
fn stretch(
    engine: &mut Engine<'_>,
    graph: &Graph,
    t: &Translated,
    outcome: &Outcome,
    id: CutId,
) -> Result<Ready, String> {
    let cut = graph.cuts.get(id).ok_or("there is no such place")?;
    let (path, func) = (&cut.key.path, cut.key.func);
    let start = round::state_at(engine.module, func, cut.key.block)?;
    let shape = engine.shape(func).ok_or("the function has no body")?;
    let outer: usize = cut.key.loops.iter().take(path.len()).map(Vec::len).sum();
    let stop = |from, to| stops(&shape, engine.coarse, outer, from, to);
    // Before: the state, the inputs, and what calling functions hold.
    let mut numbers = Numbers {
        of: BTreeMap::new(),
        t,
        inputs: engine.inputs.iter().map(|i| i.sym).collect(),
    };
    let mut known: Vec<Condition> = Vec::new();
    let mut free = 0;
    for input in &engine.inputs {
        let below = |b: &BigInt| *b < BigInt::from(0);
        let sign = input.range.lo.as_ref().is_none_or(below);
        let bits = width(&input.range, sign);
        numbers
            .of
            .insert(input.sym, (Source::Free(free, bits), sign));
        free += 1;
        known.extend(
            numbers
                .form(&Lin::var(input.sym))
                .map(|f| of(f, &input.range)),
        );
    }
    // That a number is not 0 is in no condition of this kind.
    let mut complete = cut.nonzero.is_empty();
    for (slot, held) in &cut.held {
        match held {
            Held::Int { sym, view, bits } => {
                if let Some(i) = cell(engine, cut, slot, &start) {
                    numbers.of.insert(*sym, (Source::Before(i), signed(*view)));
                } else if matches!(slot, Slot::Reg(d, _) if (*d as usize) < path.len()) {
                    numbers
                        .of
                        .insert(*sym, (Source::Free(free, *bits), signed(*view)));
                    free += 1;
                }
            }
            Held::Truth(b) => {
                let at = cell(engine, cut, slot, &start);
                known.extend(at.map(|i| Condition {
                    form: Form {
                        terms: vec![(Source::Before(i), false, BigInt::from(1))],
                        constant: BigInt::from(0),
                    },
                    lo: Some(BigInt::from(u8::from(*b))),
                    hi: Some(BigInt::from(u8::from(*b))),
                }));
            }
            _ => {}
        }
    }
    let mut all = Facts::new();
    for (d, i) in &cut.known {
        all.add(d, i);
    }
    // What the ranges of single variables say makes the formula larger, and says nothing.
    let needed: BTreeMap<&Lin, Interval> = all.needed().collect();
    for (d, i) in &cut.known {
        match numbers.form(d) {
            Some(f) => known.extend(needed.get(d).map(|i| of(f, i))),
            None => complete &= *i == Interval::ALL,
        }
    }
    let here = t.locations.get(id.index());
    for inv in outcome
        .invariants
        .iter()
        .filter(|i| Some(&i.location) == here)
    {
        for atom in &inv.atoms {
            let none = BigInt::from(0);
            let equal = atom.rel == ep_its::system::Rel::Eq;
            match numbers.measure(cut, &atom.poly) {
                Some(form) => known.push(Condition {
                    form,
                    lo: Some(none.clone()),
                    hi: equal.then_some(none),
                }),
                None => complete = false,
            }
        }
    }
    // Where it stops.
    let mut ways = BTreeMap::new();
    let mut blocks: Vec<BlockId> = Vec::new();
    let function = engine.module.functions.get(func).ok_or("it has no body")?;
    for from in function.blocks.ids() {
        for to in shape.cfg.successors(from) {
            if !stop(from, *to) {
                continue;
            }
            let n = blocks.iter().position(|b| b == to).unwrap_or_else(|| {
                blocks.push(*to);
                blocks.len() - 1
            });
            ways.insert((from, *to), Way::Stop(n));
        }
    }
    let mut stops: Vec<State> = Vec::new();
    let arrives = |block: BlockId| {
        graph.arcs.iter().any(|a| {
            let target = match a.target {
                Target::Cut(c) => graph.cuts.get(c),
                _ => None,
            };
            a.source == Some(id)
                && target.is_some_and(|c| c.key.block == block && c.key.path == *path)
        })
    };
    for block in &blocks {
        let here = match arrives(*block) {
            true => round::state_at(engine.module, func, *block)?,
            false => State {
                cells: Vec::new(),
                vars: Vec::new(),
                ..start.clone()
            },
        };
        stops.push(here);
    }
    let mut steps = Vec::new();
    for (number, arc) in graph.arcs.iter().enumerate() {
        if arc.call || !arc.calls.is_empty() {
            return Err("functions call themselves".into());
        }
        if arc.source == Some(id) && !arc.arrival.state.alone.is_empty() {
            return Err("rounds of a loop inside are executed one by one".into());
        }
        let Target::Cut(to) = arc.target else {
            continue;
        };
        if arc.source != Some(id) {
            continue;
        }
        let target = graph.cuts.get(to).ok_or("there is no such place")?;
        let claims = claims(outcome, t, TransId::from_index(number), cut, target)?;
        if target.key.path != *path || target.key.func != func {
            if target.key.path.len() > path.len() {
                return Err("a function with a loop is called".into());
            }
            if !claims.is_empty() {
                return Err("the step leaves its function".into());
            }
            continue;
        }
        let at = blocks.iter().position(|b| *b == target.key.block);
        let (n, state) = at
            .and_then(|n| Some((n, stops.get(n)?)))
            .ok_or("it stops where nothing is joined")?;
        // After: the state there beside what keeps its value.
        let mut after = Numbers {
            of: numbers.of.clone(),
            t,
            inputs: numbers.inputs.clone(),
        };
        let outside: BTreeMap<Slot, Sym> = cut.syms().into_iter().collect();
        for (slot, held) in &target.held {
            let Held::Int { sym, view, .. } = held else {
                continue;
            };
            if let Some(i) = cell(engine, target, slot, state) {
                after.of.insert(*sym, (Source::After(i), signed(*view)));
            } else if let Some(same) = outside.get(slot).and_then(|s| numbers.of.get(s)) {
                if matches!((slot, same.0), (Slot::Reg(..), Source::Free(..))) {
                    after.of.insert(*sym, *same);
                }
            }
        }
        let mut holds = facts(&numbers, cut, &arc.arrival.state.facts);
        for (sym, form) in target.mu(&arc.arrival) {
            let Some(now) = after.form(&Lin::var(sym)) else {
                continue;
            };
            // A variable of both cuts is read before.
            let Some(form) = numbers.form(&form) else {
                continue;
            };
            let same = Interval::point(BigInt::from(0));
            holds.push(of(sum(&now, &form, None), &same));
        }
        for claim in claims {
            let before: Option<Vec<Form>> = claim
                .before
                .iter()
                .map(|p| numbers.measure(cut, p))
                .collect();
            let now: Option<Vec<Form>> = claim
                .after
                .iter()
                .map(|p| after.measure(target, p))
                .collect();
            let (Some(before), Some(now)) = (before, now) else {
                return Err("its measure is one of bits or of memory".into());
            };
            for (i, (f, g)) in before.iter().zip(&now).enumerate() {
                let more = i.checked_sub(1).and_then(|j| before.get(j));
                holds.push(match claim.falls {
                    true => at_least(sum(f, g, more), 1),
                    false => at_least(sum(f, g, None), 0),
                });
            }
            if let (true, Some(last)) = (claim.falls, before.last()) {
                holds.push(at_least(last.clone(), 0));
            }
        }
        steps.push(Step { stop: n, holds });
    }
    Ok(Ready {
        start,
        stops,
        ways,
        free,
        known,
        complete,
        steps,
    })
}

fn of(form: Form, within: &Interval) -> Condition {
    Condition {
        form,
        lo: within.lo.clone(),
        hi: within.hi.clone(),
    }
}

/// What is known at the end of a way, as far as it speaks of the state before
/// and was not known there.
fn facts(numbers: &Numbers<'_>, cut: &Cut, facts: &Facts) -> Vec<Condition> {
    let said = |d: &Lin, i: &Interval| cut.known.get(d).is_some_and(|k| k.meet(i) == *k);
    facts
        .needed()
        .filter(|(d, i)| !said(d, i))
        .filter_map(|(d, i)| Some(of(numbers.form(d)?, &i)))
        .collect()
}

/// Whether control is cut on an edge, as [`super::explore`] does it.
fn stops(shape: &Shape, coarse: bool, outer: usize, from: BlockId, to: BlockId) -> bool {
    if shape.cuts.contains(&to) {
        return true;
    }
    if !shape.is_header(to) {
        return false;
    }
    let around = shape.loops.loops.iter().map(|(_, l)| l);
    let nested = around.filter(|l| l.header != to && l.contains(to)).count();
    shape.inside(to, from) || coarse || outer + nested >= PEELED
}

/// What a proof says of a step.
struct Claim<'a> {
    before: &'a [Poly],
    after: &'a [Poly],
    falls: bool,
}

/// The claims of all measures about a transition.
fn claims<'a>(
    outcome: &'a Outcome,
    t: &Translated,
    step: TransId,
    from: &Cut,
    to: &Cut,
) -> Result<Vec<Claim<'a>>, String> {
    let mut out = Vec::new();
    let system = &t.system;
    let transition = system
        .transitions
        .get(step)
        .ok_or("there is no such step")?;
    let target = transition.arms.first().map(|a| a.target);
    debug_assert!(from.key.func == to.key.func || from.key.path != to.key.path);
    for r in outcome.components.iter().flat_map(|c| &c.rankings) {
        for path in r.transitions.iter().filter(|p| p.0.contains(&step)) {
            let one = |loc: Option<ep_its::system::Loc>| -> Result<&'a [Poly], String> {
                let mut found = values(r, loc);
                match (found.next(), found.next()) {
                    (Some(v), None) => Ok(v),
                    _ => Err("places were told apart further for its measure".into()),
                }
            };
            if path.0.len() != 1 {
                return Err("its measure speaks of several steps at once".into());
            }
            out.push(Claim {
                before: one(Some(transition.source))?,
                after: one(target)?,
                falls: r.decreasing.contains(path),
            });
        }
    }
    Ok(out)
}

fn values(r: &Ranking, loc: Option<ep_its::system::Loc>) -> impl Iterator<Item = &[Poly]> {
    let own = r.measure.iter().filter(move |m| Some(m.0) == loc);
    own.map(|m| m.1.as_slice())
}
