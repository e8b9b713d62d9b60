//! Costs of loops that halve or double something: lengths of numbers in bits.
//!
//! Idea: as in [`super::potential`], but next to its affine form each cut has
//! multiples of lengths in bits. Where a value that is at least 1 becomes at
//! most its half, its length falls by at least one; where it becomes at least
//! its double below a limit, the length of the limit less its own does. So each
//! way pays with what it gains, and loses the whole length of what it sets
//! anew. Gains are whole numbers that are found before, by entailment; the
//! factors and the affine forms are one linear program by Farkas' lemma. At the
//! start the length is written as `bitlength` of the inputs. Source: potentials
//! as in S. Gulwani, "SPEED" (CAV 2009), with logarithms as in M. Hofmann et
//! al., "Type-based analysis of logarithmic amortised complexity" (MSCS 2022).
//! Alternative: logarithmic ranking functions of the transition system, which
//! are tried by `its` and are not tight.
//!
//! What must never happen: a length falls where the value may be 0 or less,
//! whose length is 0. Cost: a few entailments per way and variable, one linear
//! program.

use super::arrival::{Arrival, Held, Slot};
use super::engine::Engine;
use super::explore::{Arc, CutId, Graph, Target};
use super::facts::{Counters, Facts};
use super::lin::Lin;
use super::potential::{quotient, Unknowns};
use super::present::Names;
use super::weight::Weight;
use ep_base::entity::EntityId;
use ep_base::time::Expr;
use ep_smt::linear::farkas::{Affine, Param, Solved};
use ep_smt::linear::{Form, Relation, Q};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Measures of one program.
const MEASURES: usize = 12;

/// A value at the cuts of a part of the graph.
struct Measure {
    forms: BTreeMap<CutId, Lin>,
    /// It grows below this; it falls otherwise.
    most: Option<BigInt>,
}

/// What a way does to a length.
enum Change {
    /// At least so many bits are gained; lost, where it is negative.
    By(i64),
    /// From the start it is that of this form over the inputs.
    Starts(Lin),
}

/// What each way out of the start costs at most, by its number in the graph;
/// none where nothing is halved or doubled.
pub fn solve(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Vec<(usize, Expr)>> {
    let odd = |a: &Arc| a.call || !a.calls.is_empty() || matches!(a.target, Target::GaveUp);
    if graph.arcs.iter().any(odd) || engine.options.budget.stop_now().is_some() {
        return None;
    }
    let measured = graph.gains(engine);
    if measured.is_empty() {
        return None;
    }
    with(engine, graph, names, weigh, measured)
}

/// What the ways gain, as far as somebody asked: the same for every cost. A copy of
/// the graph, which may be changed, begins without it.
#[derive(Default)]
pub struct Gains(OnceCell<Vec<Vec<Change>>>);

impl Clone for Gains {
    fn clone(&self) -> Gains {
        Gains::default()
    }
}

impl Graph {
    /// What each way does to the lengths that some way makes smaller.
    fn gains(&self, engine: &Engine<'_>) -> &[Vec<Change>] {
        self.gains.0.get_or_init(|| {
            let mut measured = Vec::new();
            for m in measures(self) {
                measured.extend(changes(engine, self, &m));
                if measured.len() == MEASURES || engine.options.budget.stop_now().is_some() {
                    break;
                }
            }
            measured
        })
    }
}

/// Candidates: each integer of a part of the graph that is left for good, and
/// its negation.
fn measures(graph: &Graph) -> Vec<Measure> {
    let mut out = Vec::new();
    for part in parts(graph) {
        let known = known(graph, &part);
        let held = |id: &CutId| graph.cuts.get(*id).map(|c| &c.held);
        let slots: BTreeSet<&Slot> = part
            .iter()
            .filter_map(held)
            .flat_map(|h| h.keys())
            .collect();
        for slot in slots {
            for (sign, shift) in [(1, 0), (-1, 0), (1, 1)] {
                let mut forms = BTreeMap::new();
                for id in &part {
                    if let Some(Held::Int { sym, .. }) = held(id).and_then(|h| h.get(slot)) {
                        let form = Lin::var(*sym).times(&BigInt::from(sign));
                        forms.insert(*id, form.add(&BigInt::from(shift)));
                    }
                }
                if forms.is_empty() {
                    continue;
                }
                let most = forms.iter().map(|(id, f)| most(&known, *id, f));
                let most: Option<BigInt> = most
                    .collect::<Option<Vec<_>>>()
                    .and_then(|all| all.into_iter().max());
                if let Some(most) = most.filter(BigInt::is_positive) {
                    out.push(Measure {
                        forms: forms.clone(),
                        most: Some(most),
                    });
                }
                if shift == 0 {
                    out.push(Measure { forms, most: None });
                }
            }
        }
    }
    out
}

/// Cuts that reach each other.
fn parts(graph: &Graph) -> Vec<BTreeSet<CutId>> {
    let mut next: BTreeMap<CutId, BTreeSet<CutId>> = BTreeMap::new();
    for a in &graph.arcs {
        if let (Some(from), Target::Cut(to)) = (a.source, &a.target) {
            next.entry(from).or_default().insert(*to);
        }
    }
    let reached = |from: CutId| {
        let mut seen = BTreeSet::new();
        let mut work = vec![from];
        while let Some(c) = work.pop() {
            let new = next.get(&c).into_iter().flatten();
            work.extend(new.filter(|n| seen.insert(**n)).copied());
        }
        seen
    };
    let all: BTreeMap<CutId, BTreeSet<CutId>> = graph.cuts.ids().map(|c| (c, reached(c))).collect();
    let mut out: Vec<BTreeSet<CutId>> = Vec::new();
    for (c, to) in &all {
        let part: BTreeSet<CutId> = (to.iter().copied())
            .filter(|d| all.get(d).is_some_and(|back| back.contains(c)))
            .collect();
        if part.contains(c) && !out.contains(&part) {
            out.push(part);
        }
    }
    out
}

/// What is known at each cut of a part.
fn known(graph: &Graph, part: &BTreeSet<CutId>) -> BTreeMap<CutId, Facts> {
    let cuts = part
        .iter()
        .filter_map(|id| Some((*id, graph.cuts.get(*id)?)));
    cuts.map(|(id, cut)| {
        let mut facts = Facts::new();
        for (d, i) in &cut.known {
            facts.add(d, i);
        }
        (id, facts)
    })
    .collect()
}

/// The largest value of a form at a cut.
fn most(known: &BTreeMap<CutId, Facts>, id: CutId, form: &Lin) -> Option<BigInt> {
    known.get(&id)?.range(form, &mut Counters::default()).hi
}

/// What each way does to the measure; none where that is not known, or where
/// no way gains.
fn changes(engine: &Engine<'_>, graph: &Graph, m: &Measure) -> Option<Vec<Change>> {
    let mut count = Counters::default();
    let mut out = Vec::new();
    let mut gained = false;
    for arc in &graph.arcs {
        let change = change(engine, graph, m, arc, &mut count)?;
        gained |= matches!(change, Change::By(1));
        out.push(change);
    }
    gained.then_some(out)
}

fn change(
    engine: &Engine<'_>,
    graph: &Graph,
    m: &Measure,
    arc: &Arc,
    count: &mut Counters,
) -> Option<Change> {
    let Target::Cut(target) = arc.target else {
        return Some(Change::By(0));
    };
    let Some(form) = m.forms.get(&target) else {
        return Some(Change::By(0));
    };
    let next = arriving(graph, form, target, &arc.arrival);
    let facts = &arc.arrival.state.facts;
    let own = arc.source.and_then(|c| m.forms.get(&c));
    if let (Some(own), Some(next)) = (own, &next) {
        let (small, large) = match m.most {
            None => (next, own),
            Some(_) => (own, next),
        };
        let stays = facts.entails(&large.minus(small), count);
        if stays {
            let doubled = large.minus(&small.times(&BigInt::from(2)));
            let one = own.add(&-BigInt::one());
            let gains = facts.entails(&one, count) && facts.entails(&doubled, count);
            return Some(Change::By(i64::from(gains)));
        }
    }
    let lost = match (&m.most, next) {
        (Some(most), _) => most.clone(),
        (None, Some(next)) => {
            let inputs = next.terms().all(|(v, _)| engine.is_input(v));
            if arc.source.is_none() && inputs && next.as_number().is_none() {
                return Some(Change::Starts(next));
            }
            facts.range(&next, count).hi?
        }
        (None, None) => return None,
    };
    Some(Change::By(match lost.is_positive() {
        true => -i64::try_from(lost.bits()).ok()?,
        false => 0,
    }))
}

/// The form of a cut for what arrives there.
fn arriving(graph: &Graph, form: &Lin, id: CutId, a: &Arrival) -> Option<Lin> {
    let mu = graph.cuts.get(id)?.mu(a);
    let missing = form.terms().any(|(v, _)| !mu.contains_key(&v));
    (!missing).then(|| form.substitute(&|v| mu.get(&v).cloned()))
}

/// Costs with these measures.
fn with(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
    measured: &[Vec<Change>],
) -> Option<Vec<(usize, Expr)>> {
    let mut t = Unknowns::new(engine, graph);
    let factors: Vec<Param> = measured.iter().map(|_| t.template.param()).collect();
    for (number, arc) in graph.arcs.iter().enumerate() {
        let source = match arc.source {
            Some(c) => t.cuts.get(c.index())?.clone(),
            None => t.starts.get(&number)?.clone(),
        };
        let mut affine = Affine {
            parts: Vec::new(),
            fixed: Form::zero().with_constant(Q::from_int(weigh(number).as_number()?)),
        };
        t.arrive(graph, arc, &mut affine)?;
        t.leave(&source, &mut affine);
        for (factor, changes) in factors.iter().zip(measured) {
            if let Change::By(n) = changes.get(number)? {
                let gain = Form::zero().with_constant(Q::int(-n));
                affine.parts.push((*factor, gain));
            }
        }
        let premises = t.premises(&arc.arrival.state.facts);
        t.template.imply(&premises, &affine);
    }
    let mut goal = t.goal(graph, true);
    let mut count = Counters::default();
    for (factor, changes) in factors.iter().zip(measured) {
        t.template.require(Form::of(factor.0), Relation::Ge);
        // The goal has the affine forms at two points of each start.
        for (arc, change) in graph.arcs.iter().zip(changes) {
            if let Change::Starts(form) = change {
                let hi = arc.arrival.state.facts.range(form, &mut count).hi;
                let bits = hi.map_or(64, |h| i64::try_from(h.bits()).unwrap_or(i64::MAX / 4));
                // Where both are the same, the one with the input says more.
                goal = goal.plus_multiple(&Form::of(factor.0), &Q::int(1 - 2 * bits));
            }
        }
    }
    let solved = t.template.maximize(&goal);
    engine.spend(t.template.work());
    let Solved::Found(solution) = solved else {
        return None;
    };
    let mut out = Vec::new();
    for (number, row) in &t.starts {
        let mut sum = vec![names.quotient(&quotient(row, &solution), true)?];
        for (factor, changes) in factors.iter().zip(measured) {
            let Change::Starts(form) = changes.get(*number)? else {
                continue;
            };
            // Rounded up: a larger factor keeps every upper bound.
            let value = solution.value(*factor);
            let whole = value.numer().div_ceil(&value.denom());
            if whole.is_positive() {
                let length = Expr::BitLength {
                    of: Box::new(names.expr(form)?),
                };
                sum.push(Expr::Mul {
                    of: vec![Expr::number(whole), length],
                });
            }
        }
        // What depends on the input before what does not.
        sum.rotate_left(1);
        out.push((*number, Expr::Add { of: sum }));
    }
    Some(out)
}
