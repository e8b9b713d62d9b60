//! Places where states are joined, and the generalisation rule.
//!
//! A cut stands for all states that reach its place by its kind of way (the
//! calls, the phase of each loop around, what has wrapped since). Each register
//! and cell that is still read has a variable there; what holds of them is an
//! interval per direction: single variables, sums and differences, facts of the
//! first arrival in the new names, and equalities with factors from two
//! arrivals. Which numbers are not 0 is kept beside them, as no interval of a signed
//! character says it. Later arrivals widen intervals, first by joining, then to
//! thresholds of the program, then away. The instantiation of the document's
//! rule maps each variable of the cut to the form that arrives; conditions (b)
//! to (e) hold by construction and (c) is proved for every edge of the finished
//! graph ([`Cut::covers`]); (a) holds because an arrival has executed at least
//! one terminator. Alternative: polyhedra with their hull. Source: document
//! 004, section 3.2, "generalization with mu". Cost: two linear programs per
//! direction and arrival.

use super::arrival::{Arrival, CutKey, Edge, Held, Slot};
use super::engine::Engine;
use super::facts::{Counters, Facts};
use super::lin::{Interval, Lin, Sym};
use super::rules::Num;
use super::state::{Area, Cell, Fill, State, Truth, Value};
use ep_base::entity::EntityId;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Directions over pairs are made for at most so many variables.
const PAIRS: usize = 12;
/// Differences for so many.
const MOST: usize = 48;
/// Multiples of other slots that are directions.
const MULTIPLES: usize = 6;

/// A place where states are joined.
#[derive(Clone, Debug)]
pub struct Cut {
    pub key: CutKey,
    /// Frames without values.
    skeleton: State,
    pub held: BTreeMap<Slot, Held>,
    bytes: BTreeMap<(Area, i64), u64>,
    /// What holds.
    pub known: BTreeMap<Lin, Interval>,
    /// Numbers that are not 0, which no interval says: signed characters of a string.
    pub(super) nonzero: BTreeSet<Sym>,
    grown: BTreeMap<Lin, (u32, u32)>,
    math: bool,
    first: Option<Arrival>,
    pub arrivals: u32,
}

impl Cut {
    /// A cut with its first arrival.
    pub fn new(engine: &mut Engine<'_>, arrival: Arrival) -> Cut {
        let mut skeleton = arrival.state.clone();
        skeleton.facts = Facts::new();
        skeleton.forget_memory();
        skeleton.sizes.clear();
        skeleton.free.clear();
        skeleton.nonzero.clear();
        skeleton.children.clear();
        skeleton.calls.clear();
        skeleton.cases.clear();
        skeleton.alone.clear();
        skeleton.forked = false;
        skeleton.entries.clear();
        skeleton.looks.clear();
        skeleton.splits = 0;
        skeleton.again = 0;
        skeleton.exact = true;
        skeleton.cost = 0;
        skeleton.library = 0;
        skeleton.charges.clear();
        skeleton.fresh_start = false;
        skeleton.back_edge = false;
        for f in &mut skeleton.frames {
            f.regs.iter_mut().for_each(|r| *r = Value::Any);
        }
        let mut held = BTreeMap::new();
        let mut bytes = BTreeMap::new();
        for (slot, (value, size)) in &arrival.slots {
            if let Slot::Cell(a, at) = slot {
                bytes.insert((*a, *at), *size);
            }
            let h = match value {
                Value::Int(n) => {
                    let view = match slot {
                        Slot::Reg(depth, r) => {
                            let frame = arrival.state.frames.get(*depth as usize);
                            frame.map_or(n.view, |f| engine.views.view(f.func, *r))
                        }
                        _ => n.view,
                    };
                    // The other view is there on demand; here it would be a carry.
                    let view = if n.form.as_number().is_some() {
                        view
                    } else {
                        n.view
                    };
                    Held::Int {
                        sym: engine.sym(),
                        view,
                        bits: n.bits,
                    }
                }
                Value::Pointer { area, .. } => Held::Pointer {
                    area: *area,
                    sym: engine.sym(),
                },
                Value::Truth(Truth::Known(b)) => Held::Truth(*b),
                Value::Null => Held::Null,
                Value::Function(f) => Held::Function(*f),
                Value::Node { family, offset, .. } => match offset.as_number() {
                    Some(o) => Held::Node {
                        family: *family,
                        sym: engine.sym(),
                        offset: o.clone(),
                    },
                    None => Held::Any,
                },
                _ => Held::Any,
            };
            held.insert(*slot, h);
        }
        let mut cut = Cut {
            key: arrival.key.clone(),
            skeleton,
            held,
            bytes,
            known: BTreeMap::new(),
            nonzero: BTreeSet::new(),
            grown: BTreeMap::new(),
            math: engine.is_math(),
            first: None,
            arrivals: 1,
        };
        let range = cut.ranges(&arrival);
        let mut known = BTreeMap::new();
        for d in cut.candidates(engine, &arrival) {
            if engine.options.budget.stop_now().is_some() {
                break;
            }
            let r = range(&d, &mut engine.count);
            known.insert(d, r);
        }
        drop(range);
        let types = cut.types(engine);
        for (d, r) in &mut known {
            if says_nothing(&types, d, r) {
                *r = Interval::ALL;
            }
        }
        cut.known = known;
        cut.nonzero = cut
            .mu(&arrival)
            .into_iter()
            .filter(|(_, f)| arrival.state.is_read(f))
            .map(|(s, _)| s)
            .collect();
        cut.first = Some(arrival);
        cut
    }

    /// Variables of the slots that hold numbers.
    pub fn syms(&self) -> Vec<(Slot, Sym)> {
        let number = |(s, h): (&Slot, &Held)| match h {
            Held::Int { sym, .. } | Held::Pointer { sym, .. } | Held::Node { sym, .. } => {
                Some((*s, *sym))
            }
            _ => None,
        };
        self.held.iter().filter_map(number).collect()
    }

    /// The integers that slots hold, with their types.
    pub fn integers(&self) -> impl Iterator<Item = (Sym, super::rules::View, u32)> + '_ {
        self.held.values().filter_map(|h| match h {
            Held::Int { sym, view, bits } => Some((*sym, *view, *bits)),
            _ => None,
        })
    }

    /// The instantiation: what arrives for each variable.
    pub fn mu(&self, arrival: &Arrival) -> BTreeMap<Sym, Lin> {
        let mut out = BTreeMap::new();
        for (slot, h) in &self.held {
            if let Held::Int { sym, .. } | Held::Pointer { sym, .. } | Held::Node { sym, .. } = h {
                if let Some(f) = arrival.form(slot, h, self.math) {
                    out.insert(*sym, f);
                }
            }
        }
        out
    }

    /// What a direction is for an arrival. The instantiation is made once for
    /// all directions.
    fn ranges<'a>(&self, arrival: &'a Arrival) -> impl Fn(&Lin, &mut Counters) -> Interval + 'a {
        let form = self.forms(arrival);
        move |d, count| match form(d) {
            Some(f) => arrival.state.facts.range(&f, count),
            None => Interval::ALL,
        }
    }

    /// The same, where only what lies outside of a known interval matters
    /// ([`Facts::range_beyond`]).
    fn beyond<'a>(
        &self,
        arrival: &'a Arrival,
    ) -> impl Fn(&Lin, &Interval, &mut Counters) -> Interval + 'a {
        let form = self.forms(arrival);
        move |d, known, count| match form(d) {
            Some(f) => arrival.state.facts.range_beyond(&f, known, count),
            None => Interval::ALL,
        }
    }

    /// What a direction is in the terms of an arrival; none where something of it is
    /// lost.
    fn forms(&self, arrival: &Arrival) -> impl Fn(&Lin) -> Option<Lin> {
        let mu = self.mu(arrival);
        let own: BTreeSet<Sym> = self.syms().into_iter().map(|(_, s)| s).collect();
        move |d| {
            let lost = |v: Sym| own.contains(&v) && !mu.contains_key(&v);
            let whole = !d.terms().any(|(v, _)| lost(v));
            whole.then(|| d.substitute(&|v| mu.get(&v).cloned()))
        }
    }

    /// Directions that may be worth keeping.
    fn candidates(&self, engine: &Engine<'_>, arrival: &Arrival) -> BTreeSet<Lin> {
        let mut out = BTreeSet::new();
        let mut add = |f: Lin| {
            if let Some((d, _)) = f.direction() {
                out.insert(d);
            }
        };
        let slots: Vec<Lin> = self.syms().into_iter().map(|(_, s)| Lin::var(s)).collect();
        let mu = self.mu(arrival);
        let inputs = engine.inputs.iter().map(|i| i.sym);
        let inputs: Vec<Lin> = inputs
            .filter(|s| !engine.idle.contains(s))
            .map(Lin::var)
            .collect();
        let all: Vec<&Lin> = slots.iter().chain(&inputs).collect();
        // Offsets are compared with each other; their sums mean nothing.
        let offsets: BTreeSet<Sym> = self
            .held
            .values()
            .filter_map(|h| match h {
                Held::Pointer { sym, .. } => Some(*sym),
                _ => None,
            })
            .collect();
        let offset = |f: &Lin| f.as_var().is_some_and(|v| offsets.contains(&v));
        all.iter().for_each(|f| add((*f).clone()));
        for (i, a) in all.iter().enumerate() {
            for b in all.iter().skip(i + 1) {
                // Two inputs: what is known of both is a fact already.
                if i >= slots.len() {
                    break;
                }
                if all.len() <= MOST {
                    add(a.minus(b));
                }
                if all.len() <= PAIRS && !offset(a) && !offset(b) {
                    add(a.plus(b));
                }
            }
        }
        // Facts of the arrival in the names of the cut.
        let mut back: BTreeMap<Sym, Lin> = BTreeMap::new();
        for (sym, f) in &mu {
            let mut terms = f.terms();
            if let (Some((v, c)), None) = (terms.next(), terms.next()) {
                let one = BigInt::one();
                if engine.is_input(v) || !(*c == one || *c == -one.clone()) {
                    continue;
                }
                // v = c * (sym - constant)
                let g = Lin::var(*sym).add(&-f.constant()).times(c);
                back.entry(v).or_insert(g);
            }
        }
        for (d, _) in arrival.state.facts.iter() {
            let known = |v: Sym| engine.is_input(v) || back.contains_key(&v);
            if d.terms().all(|(v, _)| known(v)) {
                add(d.substitute(&|v| back.get(&v).cloned()));
            }
        }
        // What a slot holds a multiple of, as of `i` behind `m = 2 * i + 1`.
        let mut multiples = 0;
        for (sym, f) in &mu {
            let more = f.terms().any(|(_, c)| c.magnitude() > &1u32.into());
            if more && multiples < MULTIPLES && f.terms().all(|(v, _)| back.contains_key(&v)) {
                multiples += 1;
                add(Lin::var(*sym).minus(&f.substitute(&|v| back.get(&v).cloned())));
            }
        }
        // What a slot holds over the inputs.
        for (sym, f) in &mu {
            if f.terms().all(|(v, _)| engine.is_input(v)) {
                add(Lin::var(*sym).minus(f));
            }
        }
        out
    }

    /// Equalities with factors that two arrivals have in common: what changes
    /// by constants changes in step.
    fn factors(&self, arrival: &Arrival) -> BTreeSet<Lin> {
        let mut out = BTreeSet::new();
        let Some(first) = &self.first else {
            return out;
        };
        let (before, after) = (self.mu(first), self.mu(arrival));
        let mut steps: Vec<(Sym, BigInt, Lin)> = Vec::new();
        for (sym, f) in &after {
            let Some(start) = before.get(sym) else {
                continue;
            };
            let step = f.minus(&Lin::var(*sym));
            let whole = f.minus(start);
            let by = step.as_number().or_else(|| whole.as_number()).cloned();
            if let Some(by) = by.filter(|b| !b.is_zero()) {
                steps.push((*sym, by, start.clone()));
            }
        }
        for (i, (x, dx, fx)) in steps.iter().enumerate() {
            for (y, dy, fy) in steps.iter().skip(i + 1) {
                // dy*x - dx*y does not change.
                let plain = Lin::var(*x).times(dy).minus(&Lin::var(*y).times(dx));
                let start = fx.times(dy).minus(&fy.times(dx));
                for f in [plain.clone(), plain.minus(&start)] {
                    if let Some((d, _)) = f.direction() {
                        out.insert(d);
                    }
                }
            }
        }
        out
    }

    /// Joins an arrival. Whether the cut stands for more than before.
    pub fn join(&mut self, engine: &mut Engine<'_>, arrival: &Arrival, limits: &[BigInt]) -> bool {
        self.arrivals += 1;
        let grown = self.grow(engine, arrival);
        let mut changed = self.forget(arrival) || grown;
        let before = self.nonzero.len();
        self.nonzero = self.not_zero(arrival, &mut engine.count);
        changed |= self.nonzero.len() < before;
        if let Some(first) = self.first.clone() {
            // A variable of another cut means nothing here.
            let own: BTreeSet<Sym> = self.syms().into_iter().map(|(_, s)| s).collect();
            let means = |v: Sym| own.contains(&v) || engine.is_input(v);
            let mut found = self.factors(arrival);
            found.retain(|d| d.terms().all(|(v, _)| means(v)));
            let range = self.ranges(&first);
            found.retain(|d| !self.known.contains_key(d));
            for d in found {
                let r = range(&d, &mut engine.count);
                if r != Interval::ALL {
                    self.known.insert(d, r);
                    changed = true;
                }
            }
            if self.arrivals > 2 {
                self.first = None;
            }
        }
        let dirs: Vec<Lin> = self.known.keys().cloned().collect();
        let types = self.types(engine);
        let range = self.beyond(arrival);
        for d in dirs {
            // The graph is not used when the time is over.
            if engine.options.budget.stop_now().is_some() {
                return changed;
            }
            let old = self.known.get(&d).cloned().unwrap_or(Interval::ALL);
            if old == Interval::ALL {
                continue;
            }
            let new = range(&d, &old, &mut engine.count);
            if new.is_empty() {
                // No state arrives.
                return changed;
            }
            let hull = old.hull(&new);
            if hull == old {
                continue;
            }
            changed = true;
            if says_nothing(&types, &d, &hull) {
                self.known.insert(d, Interval::ALL);
                continue;
            }
            let times = self.grown.entry(d.clone()).or_default();
            let single = d.as_var().is_some();
            let mut wide = hull.clone();
            if hull.lo != old.lo {
                times.0 += 1;
                wide.lo = widened(hull.lo, times.0, single, limits, false);
            }
            if hull.hi != old.hi {
                times.1 += 1;
                wide.hi = widened(hull.hi, times.1, single, limits, true);
            }
            self.known.insert(d, wide);
        }
        changed
    }

    /// Those of the numbers that were not 0 which are not 0 in an arrival.
    fn not_zero(&self, arrival: &Arrival, count: &mut Counters) -> BTreeSet<Sym> {
        if self.nonzero.is_empty() {
            return BTreeSet::new();
        }
        let mu = self.mu(arrival);
        let mut other = |f: &Lin| {
            arrival.state.is_read(f)
                || !arrival
                    .state
                    .facts
                    .range(f, count)
                    .contains(&BigInt::zero())
        };
        let own = self.nonzero.iter().copied();
        own.filter(|s| mu.get(s).is_some_and(&mut other)).collect()
    }

    /// What each variable can be by its type.
    fn types(&self, engine: &Engine<'_>) -> BTreeMap<Sym, Interval> {
        let held = self.held.values().filter_map(|h| match h {
            Held::Int { sym, view, bits } => Some((*sym, engine.range(*view, *bits))),
            _ => None,
        });
        let inputs = engine.inputs.iter().map(|i| (i.sym, i.range.clone()));
        held.chain(inputs).collect()
    }

    /// What was null so far is the end of a list.
    fn grow(&mut self, engine: &mut Engine<'_>, arrival: &Arrival) -> bool {
        let mut changed = false;
        for (slot, h) in &mut self.held {
            let (Held::Null, Some((Value::Node { family, offset, .. }, _))) =
                (&*h, arrival.slots.get(slot))
            else {
                continue;
            };
            let Some(offset) = offset.as_number().filter(|o| o.is_zero()) else {
                continue;
            };
            let sym = engine.sym();
            *h = Held::Node {
                family: *family,
                sym,
                offset: offset.clone(),
            };
            let none = Interval::point(BigInt::zero());
            self.known.insert(Lin::var(sym), none);
            changed = true;
        }
        changed
    }

    /// Slots that do not fit together any more hold nothing.
    fn forget(&mut self, arrival: &Arrival) -> bool {
        let math = self.math;
        let mut changed = false;
        for (slot, h) in &mut self.held {
            let fits = match (&*h, arrival.slots.get(slot).map(|s| &s.0)) {
                (Held::Any, _) => true,
                (Held::Int { .. } | Held::Pointer { .. } | Held::Node { .. }, _) => {
                    arrival.form(slot, h, math).is_some()
                }
                (Held::Truth(b), Some(Value::Truth(Truth::Known(c)))) => b == c,
                (Held::Null, Some(Value::Null)) => true,
                (Held::Function(f), Some(Value::Function(g))) => f == g,
                _ => false,
            };
            let same_size = match slot {
                Slot::Cell(a, at) => {
                    arrival.slots.get(slot).map(|s| s.1) == self.bytes.get(&(*a, *at)).copied()
                }
                _ => true,
            };
            if *h != Held::Any && !(fits && same_size) {
                if let Held::Int { sym, .. } | Held::Pointer { sym, .. } | Held::Node { sym, .. } =
                    h
                {
                    let gone = *sym;
                    self.known.retain(|d, _| d.coefficient(gone).is_zero());
                }
                *h = Held::Any;
                changed = true;
            }
        }
        changed
    }

    /// Replaces what is known by what these arrivals have in common: a step of
    /// narrowing. Sound because the arrivals are all there are.
    pub fn narrow(&mut self, arrivals: &[&Arrival], count: &mut Counters) {
        let forms: Vec<_> = arrivals.iter().map(|a| (a, self.forms(a))).collect();
        for (d, known) in &mut self.known {
            let mut hull: Option<Interval> = None;
            // Sides on which something may be won still.
            let mut open = (true, true);
            for (arrival, form) in &forms {
                if open == (false, false) {
                    break;
                }
                let r = match form(d) {
                    Some(f) => arrival.state.facts.range_on(&f, open, count),
                    None => Interval::ALL,
                };
                if r.is_empty() {
                    continue;
                }
                // As low, or as high, as what is known already, or without an end.
                open.0 &= r.lo.is_some() && (known.lo.is_none() || r.lo > known.lo);
                open.1 &=
                    r.hi.as_ref()
                        .is_some_and(|h| known.hi.as_ref().is_none_or(|k| h < k));
                hull = Some(match hull {
                    Some(h) => h.hull(&r),
                    None => r,
                });
            }
            if let Some(h) = hull {
                *known = known.meet(&h);
            }
        }
    }

    /// Condition (c): what is known follows from the state that arrives, and
    /// every slot has what the cut reads from it.
    pub fn covers(&self, arrival: &Arrival, count: &mut Counters) -> bool {
        for (slot, h) in &self.held {
            let fits = match (h, arrival.slots.get(slot).map(|s| &s.0)) {
                (Held::Any, _) => true,
                (Held::Int { .. } | Held::Pointer { .. } | Held::Node { .. }, _) => {
                    arrival.form(slot, h, self.math).is_some()
                }
                (Held::Truth(b), Some(Value::Truth(Truth::Known(c)))) => b == c,
                (Held::Null, Some(Value::Null)) => true,
                (Held::Function(f), Some(Value::Function(g))) => f == g,
                _ => false,
            };
            if !fits {
                return false;
            }
        }
        if self.not_zero(arrival, count).len() < self.nonzero.len() {
            return false;
        }
        let range = self.beyond(arrival);
        self.known.iter().all(|(d, i)| {
            if *i == Interval::ALL {
                return true;
            }
            let r = range(d, i, count);
            r.is_empty() || i.meet(&r) == r
        })
    }

    /// The state that the cut stands for.
    pub fn state(&self, engine: &Engine<'_>) -> State {
        let mut s = self.skeleton.clone();
        for i in &engine.inputs {
            s.facts.add(&Lin::var(i.sym), &i.range);
        }
        for (slot, h) in &self.held {
            let v = match h {
                Held::Int { sym, view, bits } => {
                    let form = Lin::var(*sym);
                    s.facts.add(&form, &engine.range(*view, *bits));
                    Value::Int(Num {
                        form,
                        view: *view,
                        bits: *bits,
                    })
                }
                Held::Pointer { area, sym } => Value::Pointer {
                    area: *area,
                    offset: self.at(*sym),
                },
                Held::Truth(b) => Value::Truth(Truth::Known(*b)),
                Held::Node {
                    family,
                    sym,
                    offset,
                } => {
                    let left = Lin::var(*sym);
                    s.facts.at_least_zero(&left);
                    Value::Node {
                        family: *family,
                        left,
                        offset: Lin::number(offset.clone()),
                    }
                }
                Held::Null => Value::Null,
                Held::Function(f) => Value::Function(*f),
                Held::Any => continue,
            };
            match slot {
                Slot::Reg(depth, r) => {
                    let frame = s.frames.get_mut(*depth as usize);
                    if let Some(place) = frame.and_then(|f| f.regs.get_mut(r.index())) {
                        *place = v;
                    }
                }
                Slot::Cell(a, at) => {
                    let bytes = self.bytes.get(&(*a, *at)).copied().unwrap_or(0);
                    s.cells.insert((*a, *at), Cell { bytes, value: v });
                }
                Slot::Fill(..) | Slot::Size(_) | Slot::Measure(_) | Slot::Look(_) => {}
            }
        }
        for slot in self.held.keys() {
            match slot {
                Slot::Fill(a, Edge::At) => {
                    let edge = |e| self.offset(&Slot::Fill(*a, e));
                    let all = (edge(Edge::From), edge(Edge::At), edge(Edge::To));
                    if let (Some(from), Some(at), Some(to)) = all {
                        s.fills.insert(*a, Fill { from, at, to });
                    }
                }
                Slot::Size(a) => {
                    if let Some(size) = self.offset(slot) {
                        s.sizes.insert(*a, size);
                    }
                }
                _ => {}
            }
        }
        for (d, i) in &self.known {
            s.facts.add(d, i);
        }
        s.looks = self.looks(engine);
        s.nonzero.clone_from(&self.nonzero);
        s
    }

    /// The variable of a slot that holds an offset.
    fn offset(&self, slot: &Slot) -> Option<Lin> {
        match self.held.get(slot) {
            Some(Held::Pointer { sym, .. }) => Some(self.at(*sym)),
            _ => None,
        }
    }

    /// An offset: the number, where it is always the same.
    pub(super) fn at(&self, sym: Sym) -> Lin {
        let v = Lin::var(sym);
        match self.known.get(&v) {
            Some(Interval {
                lo: Some(a),
                hi: Some(b),
            }) if a == b => Lin::number(a.clone()),
            _ => v,
        }
    }
}

/// Whether a direction of several variables is in no interval that their types do
/// not say: then it need not be asked about when more states arrive.
fn says_nothing(types: &BTreeMap<Sym, Interval>, d: &Lin, within: &Interval) -> bool {
    if d.as_var().is_some() {
        return false;
    }
    let mut all = Interval::point(d.constant().clone());
    for (v, c) in d.terms() {
        let Some(own) = types.get(&v) else {
            return false;
        };
        all = all.plus(&own.scale(c, &BigInt::zero()));
    }
    all.meet(within) == all
}

/// A bound that grew for the n-th time: the next threshold, or none.
fn widened(
    bound: Option<BigInt>,
    times: u32,
    single: bool,
    limits: &[BigInt],
    up: bool,
) -> Option<BigInt> {
    let b = bound?;
    match times {
        0 | 1 => Some(b),
        // Differences have no thresholds of their own: one more try at 0.
        2 | 3 if !single => {
            let near = [-BigInt::one(), BigInt::zero(), BigInt::one()];
            if up {
                near.into_iter().find(|l| *l >= b)
            } else {
                near.into_iter().rev().find(|l| *l <= b)
            }
        }
        2..=8 if single => {
            if up {
                limits.iter().find(|l| **l >= b).cloned()
            } else {
                limits.iter().rev().find(|l| **l <= b).cloned()
            }
        }
        _ => None,
    }
}
