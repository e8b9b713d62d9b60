//! The layers that search: simplex, integer search, Z3.
//!
//! Idea: the denial of the question joins the facts in the simplex. A
//! contradiction names the facts it used; a model must satisfy the facts that
//! the simplex does not have (`!=`, products), else it is split or left to Z3.
//! Bounded products get the inequalities `(x - a)(y - b) >= 0` of their factors'
//! bounds.
//! Source: McCormick, Mathematical Programming 10, 1976, for the products.

use super::backend::{Backend, Found};
use super::fact::{Fact, FactId, Says};
use super::ranges::{union, Reason};
use super::{yes, Context, Entailment};
use crate::linear::{Col, Constraint, Form, Integral, Relation, Q};
use num_bigint::BigInt;
use std::rc::Rc;

/// Tags from here on stand for facts about products.
const PRODUCTS: u32 = 1 << 30;
/// The denial's tag.
const DENIAL: u32 = Constraint::TAGS - 1;
/// `!=` facts that are split inside each other.
const SPLITS: u32 = 12;

enum Outcome {
    Refuted(Vec<u32>),
    Model(Vec<BigInt>),
    Unknown(&'static str),
}

impl Context {
    pub(super) fn search(&mut self, fact: &Fact) -> Entailment {
        self.sync();
        let denials = self.denials(fact);
        self.simplex.push();
        for d in &denials {
            self.simplex.assert(d);
        }
        let made = self.product_facts();
        let outcome = self.refute(SPLITS);
        self.simplex.pop();
        let why = match outcome {
            Outcome::Refuted(tags) => {
                self.layers.simplex += 1;
                return yes(&resolve(&tags, &made));
            }
            Outcome::Model(mut model) => {
                self.complete(&mut model);
                if self.is_counterexample(fact, &model) {
                    self.layers.simplex += 1;
                    return Entailment::No(model);
                }
                "the values of products are open"
            }
            Outcome::Unknown(why) => why,
        };
        self.ask_z3(fact, why)
    }

    fn ask_z3(&mut self, fact: &Fact, why: &str) -> Entailment {
        if self.options.z3 == 0 {
            self.layers.unknown += 1;
            return Entailment::Unknown(why.into());
        }
        let backend = self.backend.get_or_insert_with(Backend::new);
        let found = backend.ask(
            &self.facts,
            fact,
            self.columns,
            &self.products,
            self.options.z3,
        );
        match found {
            Found::Entailed(core) => {
                self.layers.z3 += 1;
                Entailment::Yes(core.into_iter().map(FactId).collect())
            }
            Found::Model(mut model) => {
                self.complete(&mut model);
                if self.is_counterexample(fact, &model) {
                    self.layers.z3 += 1;
                    Entailment::No(model)
                } else {
                    self.layers.unknown += 1;
                    Entailment::Unknown("Z3's model does not satisfy the facts".into())
                }
            }
            Found::Unknown(reason) => {
                self.layers.unknown += 1;
                Entailment::Unknown(format!("{why}; {reason}"))
            }
        }
    }

    /// Gives products the values of their factors' products.
    fn complete(&self, model: &mut Vec<BigInt>) {
        model.resize(self.columns as usize, BigInt::default());
        for (p, factors) in self.products.all() {
            let mut value = BigInt::from(1);
            for (x, n) in factors {
                value *= model[x.0 as usize].pow(*n);
            }
            model[p.0 as usize] = value;
        }
    }

    fn is_counterexample(&self, fact: &Fact, model: &[BigInt]) -> bool {
        !fact.holds(model) && self.facts.iter().all(|f| f.holds(model))
    }

    /// Tells the simplex what was assumed since the last question.
    fn sync(&mut self) {
        while self.synced < self.facts.len() {
            while self.simplex.depth() < self.scopes.len()
                && self.scopes[self.simplex.depth()] <= self.synced
            {
                self.simplex.push();
            }
            let at = self.synced;
            self.synced += 1;
            let fact = self.facts[at].clone();
            let tag = at as u32;
            let constraint = match &fact.says {
                Says::AtMostZero => Constraint::new(fact.form, Relation::Le, tag),
                Says::Zero => Constraint::new(fact.form, Relation::Eq, tag),
                Says::Multiple(m) => {
                    let k = self.column();
                    self.quotients.push((at, k));
                    let by = Q::from_int(m).negated();
                    let form = fact.form.plus_multiple(&Form::of(k), &by);
                    Constraint::new(form, Relation::Eq, tag)
                }
                Says::Always(false) => Constraint::new(Form::constant_of(1), Relation::Le, tag),
                Says::NotZero | Says::Always(true) => continue,
            };
            self.simplex.assert(&constraint);
        }
        while self.simplex.depth() < self.scopes.len() {
            self.simplex.push();
        }
    }

    /// Constraints that say that the fact does not hold.
    fn denials(&mut self, fact: &Fact) -> Vec<Constraint> {
        let one = Form::constant_of(1);
        match &fact.says {
            Says::AtMostZero => {
                vec![Constraint::new(fact.form.minus(&one), Relation::Ge, DENIAL)]
            }
            Says::NotZero => vec![Constraint::new(fact.form.clone(), Relation::Eq, DENIAL)],
            // Either side: split by hand.
            Says::Zero | Says::Always(_) => Vec::new(),
            Says::Multiple(m) => {
                let (k, r) = match self.spare {
                    Some(pair) => pair,
                    None => {
                        let pair = (self.column(), self.column());
                        self.spare = Some(pair);
                        pair
                    }
                };
                let m = Q::from_int(m);
                let rest = fact
                    .form
                    .plus_multiple(&Form::of(k), &m.negated())
                    .minus(&Form::of(r));
                let top = Form::of(r).minus(&Form::constant_of(m.minus(&Q::ONE)));
                vec![
                    Constraint::new(rest, Relation::Eq, DENIAL),
                    Constraint::new(Form::of(r).minus(&one), Relation::Ge, DENIAL - 1),
                    Constraint::new(top, Relation::Le, DENIAL - 2),
                ]
            }
        }
    }

    /// What bounds of factors say about products of two columns, and of squares;
    /// the reasons by tag.
    fn product_facts(&mut self) -> Vec<Reason> {
        let mut made: Vec<Reason> = Vec::new();
        if self.products.is_empty() {
            return made;
        }
        let mut all: Vec<(Col, Vec<(Col, u32)>)> =
            self.products.all().map(|(p, f)| (p, f.to_vec())).collect();
        all.sort_unstable_by_key(|e| e.0);
        let mut list: Vec<(Form, Reason)> = Vec::new();
        for (p, factors) in all {
            let own = self.ranges.interval(p);
            if let Some((l, r)) = own.lower {
                list.push((Form::of(p).minus(&Form::constant_of(l)), r));
            }
            if let Some((u, r)) = own.upper {
                list.push((Form::constant_of(u).minus(&Form::of(p)), r));
            }
            let (x, y) = match factors.as_slice() {
                [(x, 1), (y, 1)] => (*x, *y),
                [(x, 2)] => {
                    // x * x >= x and x * x >= -x hold for integers.
                    list.push((Form::of(p).minus(&Form::of(*x)), Rc::from([])));
                    list.push((Form::of(p).plus(&Form::of(*x)), Rc::from([])));
                    (*x, *x)
                }
                _ => continue,
            };
            let (a, b) = (self.ranges.interval(x), self.ranges.interval(y));
            for (s, x_upper) in [(a.lower, false), (a.upper, true)] {
                for (t, y_upper) in [(b.lower.clone(), false), (b.upper.clone(), true)] {
                    let (Some((s, r)), Some((t, q))) = (&s, &t) else {
                        continue;
                    };
                    // (x - s)(y - t) has the sign of the two sides.
                    let form = Form::of(p)
                        .plus_multiple(&Form::of(y), &s.negated())
                        .plus_multiple(&Form::of(x), &t.negated())
                        .plus(&Form::constant_of(s.times(t)));
                    let form = if x_upper == y_upper {
                        form
                    } else {
                        form.negated()
                    };
                    list.push((form, union([r, q])));
                }
            }
        }
        for (form, reason) in list {
            let tag = PRODUCTS + made.len() as u32;
            made.push(reason);
            self.simplex
                .assert(&Constraint::new(form, Relation::Ge, tag));
        }
        made
    }

    /// Whether what the simplex has contradicts itself and the `!=` facts.
    fn refute(&mut self, splits: u32) -> Outcome {
        let model = match self.simplex.check_integer(self.options.search) {
            Integral::Infeasible(proof) => return Outcome::Refuted(proof.tags()),
            Integral::Unknown(why) => return Outcome::Unknown(why),
            Integral::Feasible(model) => model,
        };
        let broken = |f: &Fact| f.says == Says::NotZero && !f.holds(&model);
        let Some(at) = self.facts.iter().position(broken) else {
            return Outcome::Model(model);
        };
        let Some(left) = splits.checked_sub(1) else {
            return Outcome::Unknown("too many `!=`");
        };
        let tag = at as u32;
        let form = self.facts[at].form.clone();
        self.sides(&form, tag, left)
    }

    /// `form <= -1` and `form >= 1`, one after the other, under one tag.
    fn sides(&mut self, form: &Form, tag: u32, left: u32) -> Outcome {
        let one = Form::constant_of(1);
        let mut used = vec![tag];
        let mut unknown = None;
        for side in [
            Constraint::new(form.plus(&one), Relation::Le, tag),
            Constraint::new(form.minus(&one), Relation::Ge, tag),
        ] {
            self.simplex.push();
            self.simplex.assert(&side);
            let outcome = self.refute(left);
            self.simplex.pop();
            match outcome {
                Outcome::Refuted(tags) if !tags.contains(&tag) => return Outcome::Refuted(tags),
                Outcome::Refuted(tags) => used.extend(tags),
                Outcome::Model(model) => return Outcome::Model(model),
                Outcome::Unknown(why) => unknown = Some(why),
            }
        }
        match unknown {
            Some(why) => Outcome::Unknown(why),
            None => Outcome::Refuted(used),
        }
    }

    /// [`Context::search`] for `form == 0`, whose denial has two sides.
    pub(super) fn search_zero(&mut self, fact: &Fact) -> Entailment {
        let mut all: Vec<FactId> = Vec::new();
        let mut unknown = None;
        for form in [fact.form.clone(), fact.form.negated()] {
            let side = Fact::at_most_zero(&form);
            match self.entails(&side) {
                Entailment::Yes(ids) => all.extend(ids),
                // Beyond one side the form is not 0.
                Entailment::No(model) => return Entailment::No(model),
                other => unknown = Some(other),
            }
        }
        all.sort_unstable();
        all.dedup();
        unknown.unwrap_or(Entailment::Yes(all))
    }
}

/// The facts behind tags.
fn resolve(tags: &[u32], made: &[Reason]) -> Vec<u32> {
    let mut out = Vec::new();
    for &t in tags {
        if t >= PRODUCTS {
            if let Some(r) = made.get((t - PRODUCTS) as usize) {
                out.extend_from_slice(r);
            }
        } else {
            out.push(t);
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
