//! Arrays, uninterpreted functions and quantifiers.

use crate::op::Op;
use crate::pool::{Pool, QuantData};
use crate::rules::{rule, Rule};
use crate::sort::{FunId, Sort, TermId, VarId};

/// How many stores a `select` looks through; longer chains stay as they are.
const SELECT_DEPTH: usize = 64;

impl Pool {
    /// The index and element sorts of an array term.
    pub fn array_parts(&self, t: TermId) -> Option<(Sort, Sort)> {
        match self.sort(t) {
            Sort::Array(id) => Some(self.array_sorts_of(id)),
            _ => None,
        }
    }

    /// The array of sort `sort` that holds `value` everywhere.
    pub fn const_array(&mut self, sort: Sort, value: TermId) -> TermId {
        debug_assert!(matches!(sort, Sort::Array(_)));
        self.mk(Op::ConstArray, sort, &[value])
    }

    /// The element at an index.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let element = match self.array_parts(array) {
            Some((_, e)) => e,
            None => {
                debug_assert!(false, "{array} is no array");
                Sort::Bool
            }
        };
        let mut at = array;
        for _ in 0..SELECT_DEPTH {
            match self.op(at) {
                Op::ConstArray => rule!(self, SelectConstant, self.arg(at, 0)),
                Op::Store => {
                    let (below, i, v) = (self.arg(at, 0), self.arg(at, 1), self.arg(at, 2));
                    if i == index {
                        rule!(self, SelectStored, v);
                    }
                    let same = self.eq(i, index);
                    match self.as_bool(same) {
                        Some(true) => rule!(self, SelectStored, v),
                        Some(false) => at = below,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        self.mk(Op::Select, element, &[at, index])
    }

    /// The array with one element replaced.
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort(array);
        let mut base = array;
        if self.op(array) == Op::Store && self.arg(array, 1) == index {
            base = self.arg(array, 0);
        }
        if self.op(value) == Op::Select && self.arg(value, 0) == base && self.arg(value, 1) == index
        {
            rule!(self, StoreSelected, base);
        }
        if self.op(base) == Op::ConstArray && self.arg(base, 0) == value {
            rule!(self, StoreConstant, base);
        }
        self.mk(Op::Store, sort, &[base, index, value])
    }

    /// An application of an uninterpreted function.
    pub fn apply(&mut self, f: FunId, args: &[TermId]) -> TermId {
        debug_assert_eq!(self.fun(f).params.len(), args.len());
        let sort = self.fun(f).result;
        self.mk(Op::Apply(f), sort, args)
    }

    /// `body` for all values of `vars`. Variables are bound by identity: make them
    /// with [`Pool::fresh_var`] and use them in no other place.
    pub fn forall(&mut self, vars: &[VarId], body: TermId, triggers: &[Vec<TermId>]) -> TermId {
        self.quantifier(true, vars, body, triggers)
    }

    /// `body` for some values of `vars`; see [`Pool::forall`].
    pub fn exists(&mut self, vars: &[VarId], body: TermId, triggers: &[Vec<TermId>]) -> TermId {
        self.quantifier(false, vars, body, triggers)
    }

    fn quantifier(
        &mut self,
        all: bool,
        vars: &[VarId],
        body: TermId,
        triggers: &[Vec<TermId>],
    ) -> TermId {
        // Every sort has a value, so a body without the bound variables is the whole.
        if !vars.iter().any(|v| self.vars(body).contains(v)) {
            rule!(self, QuantifierUnused, body);
        }
        // A substitution can turn a trigger into what no solver matches.
        let triggers: Vec<&Vec<TermId>> = (triggers.iter())
            .filter(|t| t.iter().all(|&x| self.is_pattern(x)))
            .collect();
        let q = self.intern_quant(QuantData {
            vars: vars.to_vec(),
            trigger_lens: triggers.iter().map(|t| t.len() as u32).collect(),
        });
        let mut args = vec![body];
        args.extend(triggers.into_iter().flatten());
        let op = if all { Op::Forall(q) } else { Op::Exists(q) };
        self.mk(op, Sort::Bool, &args)
    }

    /// A solver takes it as a pattern: an application without logical connectives inside.
    pub fn is_pattern(&self, t: TermId) -> bool {
        if !matches!(self.op(t), Op::Apply(_)) {
            return false;
        }
        let mut stack = self.args(t).to_vec();
        while let Some(t) = stack.pop() {
            match self.op(t) {
                Op::Not
                | Op::And
                | Op::Or
                | Op::Eq
                | Op::Ite
                | Op::Forall(_)
                | Op::Exists(_)
                | Op::IntLt
                | Op::IntLe
                | Op::RealLt
                | Op::RealLe => return false,
                _ => stack.extend_from_slice(self.args(t)),
            }
        }
        true
    }
}
