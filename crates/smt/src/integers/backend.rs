//! Questions about integers as questions to Z3.
//!
//! Idea: one incremental session; facts and the denial are asserted in a scope
//! of their own. The plain core of the library is used, without tactics: they
//! cost more than small questions do. Neither does another preset pay: over 9,000 linear
//! questions (Z3 4.8.12, the best of three) the session's settings took 1.17 s of a
//! processor, Z3's own 1.11 s; with holes and remainders 1.85 s and 2.26 s; of 240 with
//! products its older arithmetic (`arith.solver=2`) leaves 26 open, the newer one none.
//! A contradiction is asked for once more under names, which gives the facts it rests
//! on.

use super::fact::{Fact, Says};
use super::product::Products;
use crate::linear::{Col, Form};
use crate::z3::{Incremental, SessionOptions, Verdict};
use ep_term::{Pool, Sort, TermId, Value};
use num_bigint::BigInt;
use std::time::{Duration, Instant};

pub(super) enum Found {
    Entailed(Vec<u32>),
    Model(Vec<BigInt>),
    Unknown(String),
}

pub(super) struct Backend {
    pool: Pool,
    session: Incremental,
    columns: Vec<TermId>,
}

impl Backend {
    pub fn new() -> Backend {
        Backend {
            pool: Pool::new(),
            session: Incremental::new(SessionOptions::default()),
            columns: Vec::new(),
        }
    }

    pub fn ask(
        &mut self,
        facts: &[Fact],
        fact: &Fact,
        columns: u32,
        products: &Products,
        rlimit: u32,
    ) -> Found {
        while self.columns.len() < columns as usize {
            let name = format!("x{}", self.columns.len());
            let x = self.pool.fresh_var(&name, Sort::Int);
            self.columns.push(x);
        }
        // A question that kept no time ends its session; others may be easier.
        if self.session.broken() {
            self.session = Incremental::new(SessionOptions::default());
        }
        let terms: Vec<TermId> = facts.iter().map(|f| self.term(f, products)).collect();
        let holds = self.term(fact, products);
        let denial = self.pool.not(holds);
        self.session.push();
        for &t in terms.iter().chain([&denial]) {
            self.session.assert(&self.pool, t);
        }
        // Not all of Z3's arithmetic counts its resources.
        self.session.deadline = Instant::now().checked_add(Duration::from_secs(1));
        let verdict = self.session.check(rlimit);
        let found = match verdict {
            Verdict::Sat | Verdict::Incomplete => {
                match self.session.values(&self.pool, &self.columns) {
                    Some(values) => model(values),
                    None => Found::Unknown("Z3 has no model".into()),
                }
            }
            Verdict::Unsat => Found::Entailed((0..facts.len() as u32).collect()),
            Verdict::Unknown(why) => Found::Unknown(why),
        };
        self.session.pop(1);
        let Found::Entailed(all) = found else {
            return found;
        };
        self.session.push();
        self.session.assert(&self.pool, denial);
        let core = self.session.core(&self.pool, &terms);
        self.session.pop(1);
        Found::Entailed(match core {
            Some(core) => core.into_iter().map(|i| i as u32).collect(),
            None => all,
        })
    }

    fn column(&mut self, x: Col, products: &Products) -> TermId {
        let Some(factors) = products.factors(x) else {
            return self.columns[x.0 as usize];
        };
        let mut product: Option<TermId> = None;
        for (y, n) in factors {
            let y = self.columns[y.0 as usize];
            for _ in 0..*n {
                product = Some(match product {
                    None => y,
                    Some(p) => self.pool.int_mul(p, y),
                });
            }
        }
        product.unwrap_or(self.columns[x.0 as usize])
    }

    fn form(&mut self, form: &Form, products: &Products) -> TermId {
        let mut sum = self.pool.int(form.constant().numer());
        for (x, c) in form.terms() {
            let x = self.column(*x, products);
            let c = self.pool.int(c.numer());
            let term = self.pool.int_mul(c, x);
            sum = self.pool.int_add(sum, term);
        }
        sum
    }

    /// Coefficients and constants of facts are integers.
    fn term(&mut self, fact: &Fact, products: &Products) -> TermId {
        let form = self.form(&fact.form, products);
        let zero = self.pool.int_i128(0);
        match &fact.says {
            Says::AtMostZero => self.pool.int_le(form, zero),
            Says::Zero => self.pool.eq(form, zero),
            Says::NotZero => self.pool.ne(form, zero),
            Says::Multiple(m) => {
                let m = self.pool.int(m.clone());
                let rest = self.pool.int_mod(form, m);
                self.pool.eq(rest, zero)
            }
            Says::Always(holds) => self.pool.boolean(*holds),
        }
    }
}

fn model(values: Vec<Value>) -> Found {
    let mut out = Vec::with_capacity(values.len());
    for v in values {
        match v {
            Value::Int(n) => out.push(n),
            _ => return Found::Unknown("Z3's model has another sort".into()),
        }
    }
    Found::Model(out)
}
