//! Entailment over integers, in layers below a call of a solver.
//!
//! Idea: most questions are answered by what is already in normal form: a fact
//! with the same linear part, intervals and congruences of the columns, a path of
//! difference bounds. The others go to the exact simplex with integer search and
//! last to Z3. Products of columns are columns with facts about their signs and
//! bounds. Answers are three-valued: `Yes` names the facts it rests on, `No` has
//! a model that was evaluated, and the rest is `Unknown`.
//! Alternatives: one Z3 query per question, which costs about a hundred times as
//! much on the questions that an abstract interpreter asks.
//! Source: each layer has its own, named in its head (`ranges`, `differences`,
//! `search`, and the simplex of `linear`); their order is that of their cost.
//! Cost: microseconds up to the difference bounds, tens of them in the simplex,
//! milliseconds in Z3; [`Layers`] counts who answered.

mod backend;
mod differences;
mod fact;
mod product;
mod ranges;
mod search;
#[cfg(test)]
mod tests;

use crate::linear::{Col, Form, Search, Simplex, Q};
use backend::Backend;
use differences::Differences;
pub use fact::{Fact, FactId, Says};
use num_bigint::BigInt;
use product::Products;
use ranges::{union, Ranges, Reason};
use rustc_hash::FxHashMap;

/// Whether facts entail another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entailment {
    /// Wherever these facts hold (sorted; not necessarily the fewest).
    Yes(Vec<FactId>),
    /// Not for these values by column, which satisfy all facts.
    No(Vec<BigInt>),
    /// Not decided, with the reason.
    Unknown(String),
}

impl Entailment {
    /// True for `Yes`.
    pub fn is_yes(&self) -> bool {
        matches!(self, Entailment::Yes(_))
    }
    /// True for `No`.
    pub fn is_no(&self) -> bool {
        matches!(self, Entailment::No(_))
    }
}

/// What a [`Context`] may use.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The integer search behind the simplex.
    pub search: Search,
    /// Pivots per question.
    pub pivots: u64,
    /// What pivots may cost in all ([`Simplex::set_allowance`]); behind it the
    /// simplex answers nothing.
    pub work: Option<u64>,
    /// Z3's resource units per question, with a second behind them; 0 leaves Z3
    /// out.
    pub z3: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            search: Search::default(),
            pivots: 5_000,
            work: None,
            z3: 200_000,
        }
    }
}

/// How many questions each layer answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layers {
    /// A fact with the same linear part, or a constant.
    pub normal: u64,
    /// Intervals and congruences.
    pub ranges: u64,
    /// Difference bounds.
    pub differences: u64,
    /// The simplex and the integer search.
    pub simplex: u64,
    /// Z3.
    pub z3: u64,
    /// Nobody.
    pub unknown: u64,
}

/// The constant of a form, and the fact.
type Known = (Q, u32);

/// Facts that are assumed, in scopes, and what they entail.
#[derive(Default)]
pub struct Context {
    options: Options,
    facts: Vec<Fact>,
    scopes: Vec<usize>,
    columns: u32,
    products: Products,
    /// Facts `form <= 0` by the terms of the form: the constant and the fact.
    by_terms: FxHashMap<Vec<(Col, Q)>, Vec<Known>>,
    exact: FxHashMap<Fact, Vec<u32>>,
    ranges: Ranges,
    differences: Differences,
    simplex: Simplex,
    /// Facts that the simplex has, and a column per divisibility among them.
    synced: usize,
    quotients: Vec<(usize, Col)>,
    spare: Option<(Col, Col)>,
    backend: Option<Backend>,
    /// Who answered.
    pub layers: Layers,
}

impl Context {
    /// Without facts.
    pub fn new(options: Options) -> Context {
        let mut context = Context {
            options,
            ..Context::default()
        };
        context.simplex.set_limit(Some(options.pivots));
        context.simplex.set_allowance(options.work);
        context
    }

    /// A new column. Columns stay when a scope is closed.
    pub fn column(&mut self) -> Col {
        self.columns += 1;
        self.ranges.column();
        self.simplex.column()
    }

    fn reserve(&mut self, form: &Form) {
        while let Some((x, _)) = form.terms().last() {
            if x.0 < self.columns {
                break;
            }
            self.column();
        }
    }

    /// The product of columns with exponents. Products of products are products
    /// of their factors; the same product is the same column.
    pub fn product(&mut self, factors: &[(Col, u32)]) -> Form {
        let mut list: Vec<(Col, u32)> = Vec::new();
        for (x, n) in factors.iter().filter(|f| f.1 > 0) {
            self.reserve(&Form::of(*x));
            match self.products.factors(*x) {
                Some(inner) => list.extend(inner.iter().map(|(y, m)| (*y, m.saturating_mul(*n)))),
                None => list.push((*x, *n)),
            }
        }
        list.sort_by_key(|f| f.0);
        list.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = kept.1.saturating_add(later.1);
            }
            same
        });
        match list.as_slice() {
            [] => return Form::constant_of(1),
            [(x, 1)] => return Form::of(*x),
            _ => {}
        }
        if let Some(p) = self.products.get(&list) {
            return Form::of(p);
        }
        let p = self.column();
        self.products.insert(p, list);
        self.ranges.made(p, &self.products);
        Form::of(p)
    }

    /// The facts that are assumed, by [`FactId`].
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(self.facts.len());
        self.ranges.push();
        self.differences.push();
    }

    /// Closes the innermost scope with what was assumed in it.
    pub fn pop(&mut self) {
        let Some(mark) = self.scopes.pop() else {
            return;
        };
        self.ranges.pop();
        self.differences.pop();
        if self.simplex.depth() > self.scopes.len() {
            self.simplex.pop();
            self.synced = self.synced.min(mark);
            self.quotients.retain(|q| q.0 < mark);
        }
        while self.facts.len() > mark {
            if let Some(fact) = self.facts.pop() {
                self.forget(&fact);
            }
        }
    }

    fn forget(&mut self, fact: &Fact) {
        let mut remove = |key: &[(Col, Q)]| {
            if let Some(list) = self.by_terms.get_mut(key) {
                list.pop();
                if list.is_empty() {
                    self.by_terms.remove(key);
                }
            }
        };
        if matches!(fact.says, Says::AtMostZero | Says::Zero) {
            remove(fact.form.terms());
        }
        if fact.says == Says::Zero {
            remove(fact.form.negated().terms());
        }
        if let Some(list) = self.exact.get_mut(fact) {
            list.pop();
            if list.is_empty() {
                self.exact.remove(fact);
            }
        }
    }

    /// Assumes a fact in the innermost scope.
    pub fn assume(&mut self, fact: &Fact) -> FactId {
        self.reserve(&fact.form);
        let id = self.facts.len() as u32;
        let mut insert = |form: &Form| {
            self.differences.add(form, id);
            let entry = (form.constant().clone(), id);
            match self.by_terms.get_mut(form.terms()) {
                Some(list) => list.push(entry),
                None => {
                    self.by_terms.insert(form.terms().to_vec(), vec![entry]);
                }
            }
        };
        if matches!(fact.says, Says::AtMostZero | Says::Zero) {
            insert(&fact.form);
        }
        if fact.says == Says::Zero {
            insert(&fact.form.negated());
        }
        self.exact.entry(fact.clone()).or_default().push(id);
        self.facts.push(fact.clone());
        self.ranges.add(fact, &self.products);
        FactId(id)
    }

    /// Whether the facts contradict each other: `Yes` with those that do, `No`
    /// with a model of all.
    pub fn contradictory(&mut self) -> Entailment {
        self.entails(&Fact::never())
    }

    /// Whether the fact holds wherever the assumed ones do.
    pub fn entails(&mut self, fact: &Fact) -> Entailment {
        self.reserve(&fact.form);
        if let Some(reason) = self.cheaply(fact) {
            return yes(&reason);
        }
        match fact.says {
            Says::Zero => self.search_zero(fact),
            _ => self.search(fact),
        }
    }

    /// The layers below the simplex; `None` says nothing. For callers that would
    /// rather not know than wait.
    pub fn entails_cheaply(&mut self, fact: &Fact) -> Option<Vec<FactId>> {
        self.reserve(&fact.form);
        self.cheaply(fact)
            .map(|r| r.iter().map(|i| FactId(*i)).collect())
    }

    fn cheaply(&mut self, fact: &Fact) -> Option<Reason> {
        if let Some(reason) = self.ranges.conflict().cloned() {
            self.layers.ranges += 1;
            return Some(reason);
        }
        match &fact.says {
            Says::Always(true) => {
                self.layers.normal += 1;
                Some(Reason::from([]))
            }
            Says::Always(false) => None,
            Says::AtMostZero => self.at_most_zero(&fact.form),
            _ if self.exact.contains_key(fact) => {
                self.layers.normal += 1;
                let at = self.exact.get(fact).and_then(|list| list.first())?;
                Some(Reason::from([*at]))
            }
            Says::Zero => {
                let a = self.at_most_zero(&fact.form)?;
                let b = self.at_most_zero(&fact.form.negated())?;
                Some(union([&a, &b]))
            }
            Says::NotZero => {
                let reason = self.ranges.not_zero(&fact.form);
                if reason.is_some() {
                    self.layers.ranges += 1;
                    return reason;
                }
                let one = Form::constant_of(1);
                let below = fact.form.plus(&one);
                let above = one.minus(&fact.form);
                self.at_most_zero(&below)
                    .or_else(|| self.at_most_zero(&above))
            }
            Says::Multiple(m) => {
                let m = i128::try_from(m).ok()?;
                let reason = self.ranges.divides(m, &fact.form);
                self.layers.ranges += u64::from(reason.is_some());
                reason
            }
        }
    }

    fn at_most_zero(&mut self, form: &Form) -> Option<Reason> {
        if let Some(list) = self.by_terms.get(form.terms()) {
            // L + k <= 0 holds for a known constant; L + k' follows from k' <= k.
            if let Some((_, id)) = list.iter().find(|(k, _)| form.constant() <= k) {
                self.layers.normal += 1;
                return Some(Reason::from([*id]));
            }
        }
        if let Some(reason) = self.ranges.at_most_zero(form) {
            self.layers.ranges += 1;
            return Some(reason);
        }
        let reason = self.differences.at_most_zero(form);
        self.layers.differences += u64::from(reason.is_some());
        reason
    }

    /// Bounds of a form that intervals give at once.
    pub fn interval(&mut self, x: Col) -> (Option<BigInt>, Option<BigInt>) {
        self.reserve(&Form::of(x));
        let i = self.ranges.interval(x);
        (i.lower.map(|b| b.0.numer()), i.upper.map(|b| b.0.numer()))
    }
}

fn yes(reason: &[u32]) -> Entailment {
    Entailment::Yes(reason.iter().map(|i| FactId(*i)).collect())
}
