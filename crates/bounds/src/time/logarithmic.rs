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
use super::lin::{Lin, Sym};
use super::potential::{quotient, Unknowns};
use super::present::Names;
use super::weight::Weight;
use ep_base::entity::EntityId;
use ep_base::time::Expr;
use ep_ir::{BinOp, FuncId, InstKind};
use ep_smt::linear::farkas::{Affine, Param, Solved};
use ep_smt::linear::{Form, Relation, Q};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Measures of one program.
const MEASURES: usize = 12;
/// Numbers of a part whose differences are tried, inputs that may be limits.
const PAIRS: usize = 8;
const LIMITS: usize = 6;
/// Bits that one way may gain.
const BITS: u32 = 6;
/// Divisors of more are of no use to a reader.
const DIVISOR: u32 = 60;

/// What a value does in a part.
#[derive(Clone)]
enum Course {
    /// It falls.
    Down,
    /// It grows, and is at most this.
    Below(BigInt),
    /// It grows as long as it is at most this input.
    Under(Sym),
}

/// A value at the cuts of a part of the graph, or two whose lengths are added.
#[derive(Clone)]
struct Measure {
    forms: BTreeMap<CutId, Vec<Lin>>,
    course: Course,
    /// A way that gains gains so many bits.
    bits: u32,
    /// Cuts that come before the part: there the length of an input that limits the
    /// value is kept whole.
    before: Rc<BTreeSet<CutId>>,
}

/// What a way does to a length.
enum Change {
    /// At least so many bits are gained; lost, where it is negative.
    By(i64),
    /// From the start it is that of these forms over the inputs, of which so many bits
    /// are gained on the way.
    Starts(Vec<Lin>, u32),
}

/// What the inputs pay with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pays {
    /// Lengths, and an affine form where that is less for inputs in the middle of their
    /// ranges.
    Both,
    /// Lengths alone: a difference of two inputs may be small there, and large elsewhere.
    Lengths,
}

/// What each way out of the start costs at most, by its number in the graph;
/// none where nothing is halved or doubled.
pub fn solve(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
    pays: Pays,
) -> Option<Vec<(usize, Expr)>> {
    let odd = |a: &Arc| a.call || !a.calls.is_empty() || matches!(a.target, Target::GaveUp);
    if graph.arcs.iter().any(odd) || engine.options.budget.stop_now().is_some() {
        return None;
    }
    let measured = graph.gains(engine);
    if measured.is_empty() {
        return None;
    }
    with(engine, graph, names, weigh, measured, pays)
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
            for m in measures(engine, self) {
                measured.extend(best(engine, self, m));
                if measured.len() == MEASURES || engine.options.budget.stop_now().is_some() {
                    break;
                }
            }
            measured
        })
    }
}

/// Candidates: each integer of a part of the graph that is left for good, and its
/// negation; where something is divided or multiplied also limits, differences and
/// pairs.
fn measures(engine: &Engine<'_>, graph: &Graph) -> Vec<Measure> {
    let mut out = Vec::new();
    let inputs: Vec<Sym> = (engine.inputs.iter())
        .filter(|i| !engine.idle.contains(&i.sym))
        .map(|i| i.sym)
        .take(LIMITS)
        .collect();
    for part in parts(graph) {
        let before = Rc::new(before(graph, &part));
        let known = known(graph, &part);
        let functions = part
            .iter()
            .filter_map(|id| Some(graph.cuts.get(*id)?.key.func));
        let divides = functions
            .collect::<BTreeSet<_>>()
            .into_iter()
            .any(|f| divides(engine, f));
        let held = |id: &CutId| graph.cuts.get(*id).map(|c| &c.held);
        let number = |id: &CutId, slot: &Slot| match held(id)?.get(slot) {
            Some(Held::Int { sym, .. }) => Some(Lin::var(*sym)),
            _ => None,
        };
        let slots: BTreeSet<&Slot> = part
            .iter()
            .filter_map(held)
            .flat_map(|h| h.keys())
            .collect();
        let mut add = |forms: &BTreeMap<CutId, Lin>, course| {
            out.push(Measure {
                forms: (forms.iter())
                    .map(|(id, f)| (*id, vec![f.clone()]))
                    .collect(),
                course,
                bits: 1,
                before: before.clone(),
            });
        };
        let mut numbers = Vec::new();
        for slot in slots {
            for (sign, shift) in [(1, 0), (-1, 0), (1, 1)] {
                let all = part.iter().filter_map(|id| {
                    let form = number(id, slot)?.times(&BigInt::from(sign));
                    Some((*id, form.add(&BigInt::from(shift))))
                });
                let forms: BTreeMap<CutId, Lin> = all.collect();
                if forms.is_empty() {
                    continue;
                }
                let most = forms.iter().map(|(id, f)| most(&known, *id, f));
                let most: Option<BigInt> = most
                    .collect::<Option<Vec<_>>>()
                    .and_then(|all| all.into_iter().max());
                if sign == 1 && divides {
                    for input in &inputs {
                        add(&forms, Course::Under(*input));
                    }
                }
                if let Some(most) = most.filter(BigInt::is_positive) {
                    add(&forms, Course::Below(most));
                }
                if shift == 0 {
                    add(&forms, Course::Down);
                }
            }
            numbers.push(slot);
        }
        numbers.retain(|slot| part.iter().any(|id| number(id, slot).is_some()));
        if numbers.len() > PAIRS || !divides {
            continue;
        }
        for (i, a) in numbers.iter().enumerate() {
            for (j, b) in numbers.iter().enumerate() {
                for shift in [0, 1] {
                    let all = part.iter().filter_map(|id| {
                        let form = number(id, a)?.minus(&number(id, b)?);
                        Some((*id, form.add(&BigInt::from(shift))))
                    });
                    let forms: BTreeMap<CutId, Lin> = all.collect();
                    if i != j && !forms.is_empty() {
                        add(&forms, Course::Down);
                    }
                }
            }
        }
        for (i, a) in numbers.iter().enumerate() {
            for b in numbers.iter().skip(i + 1) {
                let all = part
                    .iter()
                    .filter_map(|id| Some((*id, vec![number(id, a)?, number(id, b)?])));
                let forms: BTreeMap<CutId, Vec<Lin>> = all.collect();
                if !forms.is_empty() {
                    out.push(Measure {
                        forms,
                        course: Course::Down,
                        bits: 1,
                        before: before.clone(),
                    });
                }
            }
        }
    }
    out
}

/// Whether a function computes what is a part or a multiple of something.
fn divides(engine: &Engine<'_>, f: FuncId) -> bool {
    let blocks = engine.module.functions.get(f).into_iter();
    let mut insts = blocks.flat_map(|f| f.blocks.iter().flat_map(|(_, b)| &b.insts));
    insts.any(|i| {
        use BinOp::{AShr, LShr, Mul, SDiv, SRem, Shl, UDiv, URem};
        let InstKind::Bin { op, .. } = &i.kind else {
            return false;
        };
        matches!(op, Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr)
    })
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

/// Cuts outside of a part that lead to it.
fn before(graph: &Graph, part: &BTreeSet<CutId>) -> BTreeSet<CutId> {
    let mut out = part.clone();
    loop {
        let size = out.len();
        for a in &graph.arcs {
            if matches!(a.target, Target::Cut(c) if out.contains(&c)) {
                out.extend(a.source);
            }
        }
        if out.len() == size {
            return &out - part;
        }
    }
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

/// What each way does to a measure, with as many bits for each gain as there can be.
fn best(engine: &Engine<'_>, graph: &Graph, mut m: Measure) -> Option<Vec<Change>> {
    let mut found = changes(engine, graph, &m)?;
    while m.bits < BITS {
        m.bits += 1;
        match changes(engine, graph, &m) {
            Some(better) if gains(&better) == gains(&found) => found = better,
            _ => break,
        }
    }
    Some(found)
}

/// The ways that gain.
fn gains(changes: &[Change]) -> Vec<bool> {
    let gains = |c: &Change| matches!(c, Change::By(1..));
    changes.iter().map(gains).collect()
}

/// What each way does to the measure; none where that is not known, or where
/// no way gains.
fn changes(engine: &Engine<'_>, graph: &Graph, m: &Measure) -> Option<Vec<Change>> {
    let mut count = Counters::default();
    let within = |a: &&Arc| {
        let target = matches!(a.target, Target::Cut(c) if m.forms.contains_key(&c));
        target && a.source.is_some_and(|c| m.forms.contains_key(&c))
    };
    let mut inner = graph.arcs.iter().filter(within);
    let gains = |c: Option<Change>| matches!(c, Some(Change::By(1..)));
    if !inner.any(|a| gains(change(engine, graph, m, a, &mut count))) {
        return None;
    }
    let all = graph.arcs.iter();
    all.map(|arc| change(engine, graph, m, arc, &mut count))
        .collect()
}

/// What a way does to the measure `L`, which is for a value `v` with `k` bits of a gain
///
/// - falling: `bitlength(2^(k-1) * v)`, so that it is `k` for 1, or the sum of two;
/// - below a limit: the limit's length less `v`'s;
/// - under an input `x`: `max(0, bitlength(x) - bitlength(v) + k)`, which is positive
///   where `1 <= v <= x`, and `bitlength(x) + k - 1` at cuts before the part.
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
    let facts = &arc.arrival.state.facts;
    let begins = arc.source.is_none();
    let Some(forms) = m.forms.get(&target) else {
        return match m.course {
            Course::Under(x) if begins && m.before.contains(&target) => whole(facts, x, m, count),
            _ => Some(Change::By(0)),
        };
    };
    let next: Option<Vec<Lin>> = (forms.iter())
        .map(|form| arriving(graph, form, target, &arc.arrival))
        .collect();
    let own = arc.source.and_then(|c| m.forms.get(&c));
    if let (Some(own), Some(next)) = (own, &next) {
        let found = match (&m.course, own.as_slice(), next.as_slice()) {
            (Course::Down, _, _) => falls(facts, own, next, m.bits, count),
            (Course::Below(_), [own], [next]) => grows(facts, own, next, None, m.bits, count),
            (Course::Under(x), [own], [next]) => grows(facts, own, next, Some(*x), m.bits, count),
            _ => None,
        };
        if let Some(gained) = found {
            return Some(Change::By(gained.into()));
        }
    }
    let more = i64::from(m.bits) - 1;
    let lost = match (&m.course, next) {
        (Course::Below(most), _) => length(most)?,
        (Course::Under(x), next) => {
            let mut positive = |f: &Lin| facts.entails(&f.add(&-BigInt::one()), count);
            // From 1 on it is at most `bitlength(x) + k - 1`.
            let grown = next.is_some_and(|n| n.iter().all(&mut positive));
            if grown && begins {
                return whole(facts, *x, m, count);
            }
            if grown && arc.source.is_some_and(|c| m.before.contains(&c)) {
                return Some(Change::By(0));
            }
            length(&facts.range(&Lin::var(*x), count).hi?)? + more + 1
        }
        (Course::Down, Some(next)) => {
            if begins && next.iter().any(|f| f.as_number().is_none()) {
                if let Some(c) = started(engine, facts, &next, m.bits, count) {
                    return Some(c);
                }
            }
            let mut sum = 0;
            for f in &next {
                sum += match length(&facts.range(f, count).hi?)? {
                    0 => 0,
                    n => n + more,
                };
            }
            sum
        }
        (Course::Down, None) => return None,
    };
    Some(Change::By(-lost))
}

/// Bits of a number; those that are not positive have none.
fn length(n: &BigInt) -> Option<i64> {
    match n.is_positive() {
        true => i64::try_from(n.bits()).ok(),
        false => Some(0),
    }
}

/// From the start on: the whole length of an input, with the bits of one gain.
fn whole(facts: &Facts, x: Sym, m: &Measure, count: &mut Counters) -> Option<Change> {
    let x = Lin::var(x);
    if m.bits == 1 || facts.entails(&x.add(&-BigInt::one()), count) {
        let half = BigInt::one() << (m.bits - 1);
        return Some(Change::Starts(vec![x.times(&half)], 0));
    }
    let most = length(&facts.range(&x, count).hi?)?;
    Some(Change::By(-(most + i64::from(m.bits))))
}

/// What a measure that falls is at the start: that of a form over the inputs which is
/// what arrives, or no less, since the first round was executed on the way.
fn started(
    engine: &Engine<'_>,
    facts: &Facts,
    next: &[Lin],
    bits: u32,
    count: &mut Counters,
) -> Option<Change> {
    let half = BigInt::one() << (bits - 1);
    let over = |f: &Lin| f.terms().all(|(v, _)| engine.is_input(v));
    if next.iter().all(over) {
        let all = next.iter().map(|f| f.times(&half)).collect();
        return Some(Change::Starts(all, 0));
    }
    let inputs = engine.inputs.iter().map(|i| i.sym);
    let inputs = inputs.filter(|s| !engine.idle.contains(s)).take(LIMITS);
    let inputs: Vec<Lin> = inputs.map(Lin::var).collect();
    let minus = -BigInt::one();
    let mut forms: Vec<Lin> = inputs.clone();
    forms.extend(inputs.iter().map(|x| x.times(&minus)));
    for (i, a) in inputs.iter().enumerate() {
        for (j, b) in inputs.iter().enumerate() {
            if i != j {
                forms.push(a.minus(b));
                forms.push(a.minus(b).add(&BigInt::one()));
            }
        }
    }
    let mut out = Vec::new();
    let mut gained = 0;
    for f in next {
        if over(f) {
            out.push(f.times(&half));
            continue;
        }
        let own = std::slice::from_ref(f);
        let mut found: Option<(u32, &Lin)> = None;
        for from in &forms {
            let gains = falls(facts, std::slice::from_ref(from), own, bits, count);
            // The first one of those that gain as much.
            if gains.is_some() && gains > found.map(|f| f.0) {
                found = gains.map(|g| (g, from));
            }
        }
        let (gains, from) = found?;
        gained += gains;
        out.push(from.times(&half));
    }
    Some(Change::Starts(out, gained))
}

/// Whether a length falls: the values keep theirs, maybe in each other's place, or one
/// has at most its `2^bits`-th part. So many bits are gained; none where it may grow.
fn falls(facts: &Facts, own: &[Lin], next: &[Lin], bits: u32, count: &mut Counters) -> Option<u32> {
    let factor = BigInt::one() << bits;
    let mut found = None;
    let turned: Vec<Lin> = next.iter().rev().cloned().collect();
    let orders = [next, turned.as_slice()];
    for order in orders.into_iter().take(own.len()) {
        let mut pairs = own.iter().zip(order);
        if !pairs.all(|(a, b)| facts.entails(&a.minus(b), count)) {
            continue;
        }
        let mut pairs = own.iter().zip(order);
        let part = pairs.any(|(a, b)| {
            facts.entails(&a.add(&-BigInt::one()), count)
                && facts.entails(&a.minus(&b.times(&factor)), count)
        });
        found = found.max(Some(if part { bits } else { 0 }));
    }
    found
}

/// The same of what grows, as long as it is at most an input.
fn grows(
    facts: &Facts,
    own: &Lin,
    next: &Lin,
    under: Option<Sym>,
    bits: u32,
    count: &mut Counters,
) -> Option<u32> {
    let factor = BigInt::one() << bits;
    facts.entails(&next.minus(own), count).then(|| {
        let below = under.is_none_or(|x| facts.entails(&Lin::var(x).minus(own), count));
        let gains = below
            && facts.entails(&own.add(&-BigInt::one()), count)
            && facts.entails(&next.minus(&own.times(&factor)), count);
        if gains {
            bits
        } else {
            0
        }
    })
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
    pays: Pays,
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
            let gain = match changes.get(number)? {
                Change::By(n) => *n,
                Change::Starts(_, n) => i64::from(*n),
            };
            let gain = Form::zero().with_constant(Q::int(-gain));
            affine.parts.push((*factor, gain));
        }
        let premises = t.premises(&arc.arrival.state.facts);
        t.template.imply(&premises, &affine);
    }
    if pays == Pays::Lengths {
        let rows = t.starts.values().flatten();
        let inputs: Vec<Param> = rows.filter(|(x, _)| x.is_some()).map(|(_, p)| *p).collect();
        for p in inputs {
            t.template.require(Form::of(p.0), Relation::Eq);
        }
    }
    let mut goal = t.goal(graph, true);
    let mut count = Counters::default();
    for (factor, changes) in factors.iter().zip(measured) {
        t.template.require(Form::of(factor.0), Relation::Ge);
        // The goal has the affine forms at two points of each start.
        for (arc, change) in graph.arcs.iter().zip(changes) {
            let Change::Starts(forms, _) = change else {
                continue;
            };
            for form in forms {
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
        let mut rest = quotient(row, &solution);
        // A round may gain several bits: what it costs is divided by these.
        let mut divisor = rest.divisor.clone();
        for factor in &factors {
            divisor = divisor.lcm(&solution.value(*factor).denom());
        }
        if divisor > BigInt::from(DIVISOR) {
            divisor = BigInt::one();
        } else {
            rest.form = rest.form.times(&(&divisor / &rest.divisor));
            rest.divisor = BigInt::one();
        }
        let mut sum = Vec::new();
        for (factor, changes) in factors.iter().zip(measured) {
            let Change::Starts(forms, _) = changes.get(*number)? else {
                continue;
            };
            // Rounded up: a larger factor keeps every upper bound.
            let value = solution.value(*factor).times(&Q::from_int(&divisor));
            let whole = value.numer().div_ceil(&value.denom());
            for form in forms.iter().filter(|_| whole.is_positive()) {
                let length = Expr::BitLength {
                    of: Box::new(names.expr(form)?),
                };
                sum.push(Expr::Mul {
                    of: vec![Expr::number(whole.clone()), length],
                });
            }
        }
        sum.push(names.quotient(&rest, true)?);
        let sum = Expr::Add { of: sum };
        out.push((
            *number,
            match divisor.is_one() {
                true => sum,
                false => Expr::FloorDiv {
                    of: Box::new(sum),
                    by: Box::new(Expr::number(divisor)),
                },
            },
        ));
    }
    Some(out)
}
