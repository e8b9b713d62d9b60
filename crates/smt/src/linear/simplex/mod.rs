//! Exact rational simplex that constraints are added to and taken from.
//!
//! Idea: each linear part that is constrained has a column of its own whose
//! definition is a row, so a constraint is only a bound of one column. Columns
//! outside the basis stay within their bounds; rows whose basic column is
//! outside are repaired one pivot at a time. A row that cannot be repaired is a
//! contradiction, and its coefficients are the multipliers of Farkas' lemma.
//! Strict bounds are bounds with a part in an infinitely small ε. Going back
//! takes bounds away, and with them the rows that were made since.
//! Alternatives: Fourier-Motzkin (`idf::linear`), which is quadratic per column;
//! a revised simplex with factorised bases, which pays off from thousands of rows.
//! Source: Dutertre and de Moura, A Fast Linear-Arithmetic Solver for DPLL(T),
//! CAV 2006, sections 3 and 4; Bland's rule against cycling.
//! Cost: a pivot goes over the rows that hold the entering column; rows are
//! sparse and merged into a buffer that is kept.

use super::farkas::{Farkas, Multiplier};
use super::form::{Col, Constraint, Form, Relation};
use super::number::{Near, Q};
use ep_base::Stop;
use rustc_hash::FxHashMap;
use std::cell::Cell;

mod optimum;

const NONE: u32 = u32::MAX;
/// Entries of a row over which the clock is asked for each row that it is added to.
const FEW: usize = 32;

/// What holds of the constraints that are asserted.
#[derive(Clone, PartialEq, Debug)]
pub enum Feasibility {
    /// [`Simplex::model`] satisfies them all.
    Feasible,
    /// They contradict each other.
    Infeasible(Farkas),
    /// The limit of pivots was reached.
    Unknown,
}

/// The greatest or least value of a form.
#[derive(Clone, PartialEq, Debug)]
pub enum Optimum {
    /// The constraints contradict each other.
    Infeasible(Farkas),
    /// No bound; along the ray, from any model, the constraints hold and the
    /// form grows (falls, where the minimum was asked).
    Unbounded {
        /// The change of each column whose change is not 0, by column.
        ray: Vec<(Col, Q)>,
    },
    /// A bound that cannot be bettered.
    Value(Bounded),
    /// The limit of pivots was reached, or a column is not known.
    Unknown,
}

/// A bound with its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Bounded {
    /// The least upper (greatest lower) bound.
    pub value: Q,
    /// Whether a model reaches it; [`Simplex::model`] is one. Otherwise a strict
    /// constraint keeps all models away from it.
    pub attained: bool,
    /// Of [`Constraint::below`]: their sum is `form - value` for a maximum and
    /// `value - form` for a minimum.
    pub multipliers: Vec<Multiplier>,
}

#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub value: Near,
    pub tag: u32,
    /// `column - value` (`value - column` of a lower bound) is this multiple of
    /// the constraint's form.
    pub factor: Q,
}

#[derive(Clone, Debug)]
struct Column {
    lower: Option<Bound>,
    upper: Option<Bound>,
    value: Near,
    /// The row in which it is basic.
    row: u32,
    /// How many rows hold it outside the basis.
    count: u32,
    kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Structural(Col),
    /// The key under which its definition is found.
    Slack(Vec<(Col, Q)>),
    /// To be used again.
    Free,
}

#[derive(Clone, Debug)]
struct Row {
    basic: u32,
    /// `basic = Σ coefficient * column`, sorted by column, columns outside the basis.
    entries: Vec<(u32, Q)>,
}

impl Row {
    fn coefficient(&self, j: u32) -> Option<&Q> {
        let at = self.entries.binary_search_by_key(&j, |e| e.0).ok()?;
        Some(&self.entries[at].1)
    }
}

enum Undo {
    Lower(u32, Option<Bound>),
    Upper(u32, Option<Bound>),
    Slack(u32),
    Conflict,
}

/// An incremental linear problem over the rationals.
#[derive(Default)]
pub struct Simplex {
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// Structural columns by [`Col`].
    structural: Vec<u32>,
    free: Vec<u32>,
    slacks: FxHashMap<Vec<(Col, Q)>, u32>,
    trail: Vec<Undo>,
    scopes: Vec<usize>,
    conflict: Option<Farkas>,
    scratch: Vec<(u32, Q)>,
    limit: Option<u64>,
    stop: Stop,
    /// The clock ended a pivot halfway: rows are no longer to be believed.
    stopped: bool,
    /// Pivots since the problem was made.
    pub pivots: u64,
    /// Entries computed by pivots since the problem was made, each weighed by
    /// the square of its words: large numbers cost what they take.
    pub work: u64,
    allowance: Option<u64>,
}

/// What the problems of a thread took, in units that are the same on each machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Questions whether constraints can hold.
    pub questions: u64,
    /// Pivots.
    pub pivots: u64,
    /// Entries that pivots computed ([`Simplex::work`]).
    pub entries: u64,
}

thread_local! {
    static SPENT: Cell<Spent> = const { Cell::new(Spent { questions: 0, pivots: 0, entries: 0 }) };
}

/// What the problems of this thread took so far: for tests of how work grows, which a
/// clock would make depend on the machine.
pub fn spent() -> Spent {
    SPENT.get()
}

fn spend(questions: u64, pivots: u64, entries: u64) {
    let s = SPENT.get();
    SPENT.set(Spent {
        questions: s.questions + questions,
        pivots: s.pivots + pivots,
        entries: s.entries + entries,
    });
}

impl Simplex {
    /// A problem without columns and without a limit.
    pub fn new() -> Simplex {
        Simplex::default()
    }

    /// At most this many pivots per question.
    pub fn set_limit(&mut self, pivots: Option<u64>) {
        self.limit = pivots;
    }

    /// When questions end without an answer. A problem that was ended so answers
    /// nothing any more: pivots over large numbers are left halfway.
    pub fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// At most so much [`Simplex::work`] in all. A problem that comes to it answers
    /// nothing any more, as with [`Simplex::set_stop`], but on each machine alike.
    pub fn set_allowance(&mut self, work: Option<u64>) {
        self.allowance = work;
    }

    /// Whether the clock, a cancellation or the allowance has ended it.
    fn ended(&mut self) -> bool {
        self.stopped = self.stopped || self.spent() || self.stop.now();
        self.stopped
    }

    fn spent(&self) -> bool {
        self.allowance.is_some_and(|most| self.work >= most)
    }

    /// A new column without bounds. Columns stay when a scope is closed.
    pub fn column(&mut self) -> Col {
        let name = Col(self.structural.len() as u32);
        let at = self.fresh(Kind::Structural(name));
        self.structural.push(at);
        name
    }

    /// How many columns there are.
    pub fn columns(&self) -> u32 {
        self.structural.len() as u32
    }

    /// Open scopes.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    fn fresh(&mut self, kind: Kind) -> u32 {
        let column = Column {
            lower: None,
            upper: None,
            value: Near::ZERO,
            row: NONE,
            count: 0,
            kind,
        };
        match self.free.pop() {
            Some(at) => {
                self.columns[at as usize] = column;
                at
            }
            None => {
                self.columns.push(column);
                self.columns.len() as u32 - 1
            }
        }
    }

    fn at(&self, j: u32) -> &Column {
        &self.columns[j as usize]
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(self.trail.len());
    }

    /// Closes the innermost scope with what was asserted in it.
    pub fn pop(&mut self) {
        let Some(mark) = self.scopes.pop() else {
            return;
        };
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Undo::Lower(j, old)) => self.columns[j as usize].lower = old,
                Some(Undo::Upper(j, old)) => self.columns[j as usize].upper = old,
                Some(Undo::Slack(j)) => self.remove(j),
                Some(Undo::Conflict) => self.conflict = None,
                None => break,
            }
        }
    }

    /// Takes a column without bounds and its definition away.
    fn remove(&mut self, j: u32) {
        if self.stopped {
            return;
        }
        if self.at(j).row == NONE {
            let r = self.rows.iter().position(|r| r.coefficient(j).is_some());
            if let Some(r) = r {
                let i = self.rows[r].basic;
                self.exchange(r, j);
                if self.stopped {
                    return;
                }
                self.clamp(i);
            }
        }
        let r = self.at(j).row;
        if r != NONE {
            let row = self.rows.swap_remove(r as usize);
            for (k, _) in &row.entries {
                self.columns[*k as usize].count -= 1;
            }
            if let Some(moved) = self.rows.get(r as usize) {
                let basic = moved.basic;
                self.columns[basic as usize].row = r;
            }
        }
        let column = &mut self.columns[j as usize];
        if let Kind::Slack(key) = std::mem::replace(&mut column.kind, Kind::Free) {
            self.slacks.remove(&key);
        }
        column.row = NONE;
        self.free.push(j);
    }

    /// Brings a column that left the basis between its bounds.
    fn clamp(&mut self, i: u32) {
        let c = self.at(i);
        let to = match (&c.lower, &c.upper) {
            (Some(l), _) if c.value < l.value => l.value.clone(),
            (_, Some(u)) if c.value > u.value => u.value.clone(),
            _ => return,
        };
        self.update(i, to);
    }

    /// The column of a linear part that is a key, and its row where it is new.
    fn slack(&mut self, key: &[(Col, Q)]) -> u32 {
        if let Some(&j) = self.slacks.get(key) {
            return j;
        }
        let j = self.fresh(Kind::Slack(key.to_vec()));
        self.slacks.insert(key.to_vec(), j);
        self.trail.push(Undo::Slack(j));
        let mut entries: Vec<(u32, Q)> = Vec::with_capacity(key.len());
        let mut value = Near::ZERO;
        for (x, c) in key {
            if self.ended() {
                break;
            }
            let k = self.structural[x.0 as usize];
            value.add_product(c, &self.at(k).value);
            match self.at(k).row {
                NONE => {
                    let more = [(k, c.clone())];
                    merge(&mut entries, &more, &Q::ONE, &mut self.scratch);
                }
                r => {
                    let row = &self.rows[r as usize].entries;
                    merge(&mut entries, row, c, &mut self.scratch);
                }
            }
        }
        for (k, _) in &entries {
            self.columns[*k as usize].count += 1;
        }
        let column = &mut self.columns[j as usize];
        column.row = self.rows.len() as u32;
        column.value = value;
        self.rows.push(Row { basic: j, entries });
        j
    }

    /// The column that stands for the linear part of a form, times the factor:
    /// `factor * form = column + factor * constant`.
    fn stands_for(&mut self, form: &Form) -> Option<(u32, Q)> {
        let terms = form.terms();
        let (x, first) = terms.first()?;
        if terms.len() == 1 {
            return Some((self.structural[x.0 as usize], first.inverse()));
        }
        let mut factor = form.primitive_factor()?;
        if first.is_negative() {
            factor = factor.negated();
        }
        if factor.is_one() {
            return Some((self.slack(terms), factor));
        }
        let key: Vec<(Col, Q)> = terms.iter().map(|(x, c)| (*x, c.times(&factor))).collect();
        Some((self.slack(&key), factor))
    }

    /// Adds a constraint to the innermost scope. A column that was not made here
    /// is not known: the constraint is then left out, which the return value says.
    pub fn assert(&mut self, constraint: &Constraint) -> bool {
        if self.ended() {
            return true;
        }
        let form = &constraint.form;
        let known = |x: &(Col, Q)| (x.0 .0 as usize) < self.structural.len();
        if !form.terms().iter().all(known) {
            return false;
        }
        let tag = constraint.tag;
        let Some((j, factor)) = self.stands_for(form) else {
            let c = constraint.below().constant().clone();
            let fails = match constraint.relation {
                Relation::Eq => !c.is_zero(),
                _ => c.is_positive() || (c.is_zero() && constraint.is_strict()),
            };
            if fails && self.conflict.is_none() {
                let k = if c.is_negative() {
                    Q::MINUS_ONE
                } else {
                    Q::ONE
                };
                self.fail(Farkas::of([(tag, k)]));
            }
            return true;
        };
        // factor * form = column - value
        let value = form.constant().times(&factor).negated();
        let delta = |d: Q| {
            if constraint.is_strict() {
                d
            } else {
                Q::ZERO
            }
        };
        // The multiple of `form` at most 0 that is `column - value`.
        let is_upper = |less: bool| less == factor.is_positive();
        match constraint.relation {
            Relation::Eq => {
                let near = Near::new(value, Q::ZERO);
                self.upper(j, near.clone(), tag, factor.clone());
                self.lower(j, near, tag, factor.negated());
            }
            relation => {
                let less = matches!(relation, Relation::Le | Relation::Lt);
                let size = factor.abs();
                if is_upper(less) {
                    self.upper(j, Near::new(value, delta(Q::MINUS_ONE)), tag, size);
                } else {
                    self.lower(j, Near::new(value, delta(Q::ONE)), tag, size);
                }
            }
        }
        true
    }

    fn fail(&mut self, proof: Farkas) {
        if self.conflict.is_none() {
            self.conflict = Some(proof);
            self.trail.push(Undo::Conflict);
        }
    }

    fn upper(&mut self, j: u32, value: Near, tag: u32, factor: Q) {
        let c = self.at(j);
        if c.upper.as_ref().is_some_and(|u| u.value <= value) {
            return;
        }
        if let Some(l) = &c.lower {
            if l.value > value {
                let proof = Farkas::of([(tag, factor), (l.tag, l.factor.clone())]);
                self.fail(proof);
                return;
            }
        }
        let moves = c.row == NONE && c.value > value;
        let bound = Bound { value, tag, factor };
        let to = moves.then(|| bound.value.clone());
        let old = self.columns[j as usize].upper.replace(bound);
        self.trail.push(Undo::Upper(j, old));
        if let Some(to) = to {
            self.update(j, to);
        }
    }

    fn lower(&mut self, j: u32, value: Near, tag: u32, factor: Q) {
        let c = self.at(j);
        if c.lower.as_ref().is_some_and(|l| l.value >= value) {
            return;
        }
        if let Some(u) = &c.upper {
            if u.value < value {
                let proof = Farkas::of([(tag, factor), (u.tag, u.factor.clone())]);
                self.fail(proof);
                return;
            }
        }
        let moves = c.row == NONE && c.value < value;
        let bound = Bound { value, tag, factor };
        let to = moves.then(|| bound.value.clone());
        let old = self.columns[j as usize].lower.replace(bound);
        self.trail.push(Undo::Lower(j, old));
        if let Some(to) = to {
            self.update(j, to);
        }
    }

    /// Moves a column outside the basis, and the basic ones with it.
    fn update(&mut self, j: u32, to: Near) {
        let step = to.minus(&self.at(j).value);
        self.columns[j as usize].value = to;
        let mut left = self.at(j).count;
        for row in &self.rows {
            if left == 0 {
                break;
            }
            if let Some(a) = row.coefficient(j) {
                self.columns[row.basic as usize].value.add_product(a, &step);
                left -= 1;
                if left % 8 == 0 && self.stop.now() {
                    self.stopped = true;
                    return;
                }
            }
        }
    }

    /// Column `j` enters the basis in row `r`; no value changes.
    fn exchange(&mut self, r: usize, j: u32) {
        self.pivots += 1;
        let before = self.work;
        let i = self.rows[r].basic;
        let mut entries = std::mem::take(&mut self.rows[r].entries);
        let Ok(at) = entries.binary_search_by_key(&j, |e| e.0) else {
            self.rows[r].entries = entries;
            return;
        };
        // i = a j + rest, so j = i / a - rest / a.
        let (_, a) = entries.remove(at);
        let inverse = a.inverse();
        let minus = inverse.negated();
        if !minus.is_one() {
            for e in &mut entries {
                e.1 = e.1.times(&minus);
            }
        }
        let place = entries.partition_point(|e| e.0 < i);
        entries.insert(place, (i, inverse));
        self.columns[j as usize].count -= 1;
        self.columns[i as usize].count += 1;
        let mut left = self.columns[j as usize].count;
        for (other, row) in self.rows.iter_mut().enumerate() {
            if left == 0 {
                break;
            }
            if other == r {
                continue;
            }
            let Ok(at) = row.entries.binary_search_by_key(&j, |e| e.0) else {
                continue;
            };
            left -= 1;
            let spent = self.allowance.is_some_and(|most| self.work >= most);
            if spent || (left % 8 == 0 || entries.len() > FEW) && self.stop.now() {
                self.stopped = true;
                return;
            }
            let (_, c) = row.entries.remove(at);
            let columns = &mut self.columns;
            self.work += merge_counted(&mut row.entries, &entries, &c, &mut self.scratch, columns);
        }
        spend(0, 1, self.work - before);
        self.columns[j as usize].count = 0;
        self.columns[j as usize].row = r as u32;
        self.columns[i as usize].row = NONE;
        self.rows[r].basic = j;
        self.rows[r].entries = entries;
    }

    /// The basic column of row `r` gets the value and leaves for column `j`.
    fn pivot(&mut self, r: usize, j: u32, to: Near) {
        let i = self.rows[r].basic;
        let Some(a) = self.rows[r].coefficient(j) else {
            return;
        };
        let step = to.minus(&self.at(i).value).times(&a.inverse());
        self.columns[i as usize].value = to;
        self.columns[j as usize].value.add_product(&Q::ONE, &step);
        let mut left = self.at(j).count.saturating_sub(1);
        for (other, row) in self.rows.iter().enumerate() {
            if left == 0 {
                break;
            }
            if other == r {
                continue;
            }
            if let Some(c) = row.coefficient(j) {
                left -= 1;
                self.columns[row.basic as usize].value.add_product(c, &step);
                if left % 8 == 0 && self.stop.now() {
                    self.stopped = true;
                    return;
                }
            }
        }
        self.exchange(r, j);
    }

    fn budget(&self) -> u64 {
        self.limit
            .map_or(u64::MAX, |n| self.pivots.saturating_add(n))
    }

    /// Whether the constraints can hold together.
    pub fn check(&mut self) -> Feasibility {
        let end = self.budget();
        spend(1, 0, 0);
        self.repair(end)
    }

    fn repair(&mut self, end: u64) -> Feasibility {
        if self.stopped {
            return Feasibility::Unknown;
        }
        if let Some(proof) = &self.conflict {
            return Feasibility::Infeasible(proof.clone());
        }
        let start = self.pivots;
        // Sparse columns first; then Bland's rule, which cannot cycle.
        let patience = (self.rows.len() + self.columns.len()) as u64;
        loop {
            let bland = self.pivots - start > patience;
            let Some((r, below)) = self.violated(bland) else {
                return Feasibility::Feasible;
            };
            let row = &self.rows[r];
            let mut best: Option<(u32, u32)> = None;
            for (j, a) in &row.entries {
                let up = a.is_positive() == below;
                let c = self.at(*j);
                let stuck = match (up, &c.lower, &c.upper) {
                    (true, _, Some(u)) => c.value >= u.value,
                    (false, Some(l), _) => c.value <= l.value,
                    _ => false,
                };
                if !stuck && best.is_none_or(|b| c.count < b.0) {
                    best = Some((c.count, *j));
                    if bland {
                        break;
                    }
                }
            }
            let Some((_, j)) = best else {
                return Feasibility::Infeasible(self.explain(r, below));
            };
            if self.pivots >= end {
                return Feasibility::Unknown;
            }
            let i = self.at(row.basic);
            let bound = if below { &i.lower } else { &i.upper };
            let Some(to) = bound.as_ref().map(|b| b.value.clone()) else {
                return Feasibility::Unknown;
            };
            if self.ended() {
                return Feasibility::Unknown;
            }
            self.pivot(r, j, to);
            if self.stopped {
                return Feasibility::Unknown;
            }
        }
    }

    /// A row whose basic column is below (`true`) or above its bounds.
    fn violated(&self, bland: bool) -> Option<(usize, bool)> {
        let mut best: Option<(u32, usize, bool)> = None;
        for (r, row) in self.rows.iter().enumerate() {
            let c = self.at(row.basic);
            let below = c.lower.as_ref().is_some_and(|l| c.value < l.value);
            let above = c.upper.as_ref().is_some_and(|u| c.value > u.value);
            if (below || above) && best.is_none_or(|b| row.basic < b.0) {
                best = Some((row.basic, r, below));
                if !bland {
                    break;
                }
            }
        }
        best.map(|(_, r, below)| (r, below))
    }

    /// The multipliers of a row that cannot be repaired.
    fn explain(&self, r: usize, below: bool) -> Farkas {
        let row = &self.rows[r];
        let mut proof = Vec::with_capacity(row.entries.len() + 1);
        let c = self.at(row.basic);
        let own = if below { &c.lower } else { &c.upper };
        if let Some(b) = own {
            proof.push((b.tag, b.factor.clone()));
        }
        for (j, a) in &row.entries {
            let c = self.at(*j);
            let limit = if a.is_positive() == below {
                &c.upper
            } else {
                &c.lower
            };
            if let Some(b) = limit {
                proof.push((b.tag, b.factor.times(&a.abs())));
            }
        }
        Farkas::of(proof)
    }

    /// Values of all columns by [`Col`] that satisfy the constraints; after
    /// [`Feasibility::Feasible`] or an optimum, until the next change.
    pub fn model(&self) -> Vec<Q> {
        let epsilon = self.epsilon();
        let value = |j: &u32| {
            let v = &self.at(*j).value;
            v.real.plus_product(&epsilon, &v.delta)
        };
        self.structural.iter().map(value).collect()
    }

    /// A number for ε that keeps all bounds.
    fn epsilon(&self) -> Q {
        let mut epsilon = Q::ONE;
        let mut keep = |low: &Near, high: &Near| {
            // low <= high as pairs; low.real + ε low.delta <= high.real + ε high.delta
            let slope = low.delta.minus(&high.delta);
            if slope.is_positive() {
                let most = high.real.minus(&low.real).over(&slope);
                if most < epsilon {
                    epsilon = most;
                }
            }
        };
        for c in &self.columns {
            if let Some(l) = &c.lower {
                keep(&l.value, &c.value);
            }
            if let Some(u) = &c.upper {
                keep(&c.value, &u.value);
            }
        }
        epsilon
    }

    /// The bounds of all columns that have one, with the form that the column
    /// stands for.
    pub(super) fn bounds(&self) -> impl Iterator<Item = (Form, &Option<Bound>, &Option<Bound>)> {
        self.columns.iter().filter_map(|c| {
            if c.lower.is_none() && c.upper.is_none() {
                return None;
            }
            let form = match &c.kind {
                Kind::Structural(x) => Form::of(*x),
                Kind::Slack(key) => Form::new(key.iter().map(|(x, k)| (*x, k)), 0),
                Kind::Free => return None,
            };
            Some((form, &c.lower, &c.upper))
        })
    }
}

/// `into += by * row`
fn merge(into: &mut Vec<(u32, Q)>, row: &[(u32, Q)], by: &Q, scratch: &mut Vec<(u32, Q)>) {
    scratch.clear();
    let mut mine = into.drain(..).peekable();
    for (k, c) in row {
        while let Some(e) = mine.next_if(|e| e.0 < *k) {
            scratch.push(e);
        }
        match mine.next_if(|e| e.0 == *k) {
            Some((_, d)) => {
                let sum = d.plus_product(by, c);
                if !sum.is_zero() {
                    scratch.push((*k, sum));
                }
            }
            None => scratch.push((*k, by.times(c))),
        }
    }
    scratch.extend(mine);
    std::mem::swap(into, scratch);
}

/// [`merge`], counting what came and went; what it cost, as [`Simplex::work`].
fn merge_counted(
    into: &mut Vec<(u32, Q)>,
    row: &[(u32, Q)],
    by: &Q,
    scratch: &mut Vec<(u32, Q)>,
    columns: &mut [Column],
) -> u64 {
    let mut work = 0;
    scratch.clear();
    let mut mine = into.drain(..).peekable();
    for (k, c) in row {
        while let Some(e) = mine.next_if(|e| e.0 < *k) {
            scratch.push(e);
        }
        match mine.next_if(|e| e.0 == *k) {
            Some((_, d)) => {
                let sum = d.plus_product(by, c);
                work += sum.words() * sum.words();
                if sum.is_zero() {
                    columns[*k as usize].count -= 1;
                } else {
                    scratch.push((*k, sum));
                }
            }
            None => {
                columns[*k as usize].count += 1;
                let product = by.times(c);
                work += product.words() * product.words();
                scratch.push((*k, product));
            }
        }
    }
    scratch.extend(mine);
    std::mem::swap(into, scratch);
    work
}
