//! The highest sums of all paths, and the bound that they make.
//!
//! Idea: a sum that is a number competes with the other numbers at once; one
//! over sizes of the inputs is kept with the conditions of the paths that reach
//! it, and bounded at the end: by an expression that it never exceeds, and by
//! its greatest value on these paths. The bound is the maximum over all paths;
//! what another part of it is never below is left out. Source: document 000,
//! JOIN and MERGE-WITNESS (Figures 6 and 8). These compare two values of one
//! context and forget what they compared; here neither of two sums goes before
//! one of them is never below the other for any input.
//! Cost: a search for the greatest value per sum and path, of which most are
//! answered by one question.

use super::express::{Express, Table};
use ep_base::memory::{Expr, VariableId};
use ep_base::outcome::{Input, Place};
use ep_machine::driver::Solving;
use ep_machine::inputs::Inputs;
use ep_machine::memory::ledger::{Share, Sum};
use ep_smt::{PathCondition, Side, Witness};
use ep_term::{Pool, Sort, TermId};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Different sums over the inputs that are kept; others become numbers.
const MOST_FORMS: usize = 24;
/// Paths that are kept for one sum; on others its greatest value counts.
const MOST_CASES: usize = 32;
/// Paths of one sum for which an expression is sought.
const EXPRESSED: usize = 8;

/// A path on which a sum was reached.
#[derive(Clone)]
pub(super) struct Case {
    pub pc: PathCondition,
    pub inputs: Inputs,
    /// Where it was reached, and where it is a bound (see `ledger::Peak`).
    pub when: Option<TermId>,
    pub within: Option<TermId>,
    /// What lives there.
    pub shares: Rc<Vec<Share>>,
}

/// What a path reached with the values at hand, the input, and what lives there: each
/// with its blocks and its bytes.
#[derive(Clone)]
pub(super) struct Seen {
    pub bytes: i128,
    pub inputs: Vec<Input>,
    pub peak: Vec<(Share, i128, i128)>,
}

/// The one that reaches more.
pub(super) fn higher(a: Option<Seen>, b: Option<Seen>) -> Option<Seen> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b.bytes > a.bytes { b } else { a }),
        (a, b) => a.or(b),
    }
}

struct Form {
    sum: Sum,
    cases: Vec<Case>,
}

/// The sums of one kind: the highest, those at the end, the largest blocks.
#[derive(Default)]
pub(super) struct Marks {
    /// The greatest number, with the sum that has it.
    number: Option<(i128, Sum, Case)>,
    forms: Vec<Form>,
}

/// One part of a bound: what it is at most, as an expression and as a number.
pub(super) struct Part {
    pub expr: Expr,
    pub most: i128,
    pub sum: Sum,
    /// The path of the greatest value.
    pub case: Case,
}

impl Marks {
    /// A path reached this sum.
    pub fn add(&mut self, cx: &mut Solving, sum: &Sum, case: Case) {
        if sum.terms.is_empty() {
            self.number(cx, sum.known, sum, case);
            return;
        }
        let room = self.forms.len() < MOST_FORMS;
        match self.forms.iter_mut().find(|f| f.sum == *sum) {
            Some(f) if f.cases.len() < MOST_CASES => f.cases.push(case),
            None if room => self.forms.push(Form {
                sum: sum.clone(),
                cases: vec![case],
            }),
            _ => {
                let floor = self.number.as_ref().map(|n| n.0);
                let n = greatest(cx, sum, &case, floor);
                self.number(cx, n, sum, case);
            }
        }
    }

    fn number(&mut self, cx: &mut Solving, n: i128, sum: &Sum, case: Case) {
        let higher = self.number.as_ref().is_none_or(|m| m.0 < n);
        if higher && possible(cx, &case) {
            self.number = Some((n, sum.clone(), case));
        }
    }

    /// The highest number so far; where it was not asked for, no more than that.
    pub fn highest(&self) -> i128 {
        self.number.as_ref().map_or(0, |n| n.0)
    }

    /// The highest sum that the models of paths have as they are, with its input: an
    /// answer without a question, for those who have no time to ask.
    pub fn seen(&self, pool: &Pool) -> Option<Seen> {
        let number = self.number.iter().map(|(_, sum, case)| (sum, case));
        let forms = (self.forms.iter()).flat_map(|f| f.cases.iter().map(|c| (&f.sum, c)));
        let own = |c: &Case| c.when.is_none() && c.pc.has_model();
        let best = number
            .chain(forms)
            .filter(|(_, c)| own(c))
            .map(|(sum, c)| (value(pool, &c.pc, sum), c))
            .max_by_key(|x| x.0);
        let (bytes, c) = best?;
        let at = |s: &Sum| value(pool, &c.pc, s);
        let lives = c.shares.iter();
        let lives = lives.map(|s| (s.clone(), at(&s.blocks), at(&s.bytes)));
        Some(Seen {
            bytes,
            inputs: c.inputs.concrete(pool, &c.pc),
            peak: lives.collect(),
        })
    }

    /// Where there is no time to ask about the others, the highest that a path has
    /// reached is all that is told: no bound.
    pub fn keep_seen(&mut self, pool: &Pool) {
        let number = self
            .number
            .take()
            .into_iter()
            .map(|(_, sum, case)| (sum, case));
        let forms = std::mem::take(&mut self.forms).into_iter();
        let forms = forms.flat_map(|f| f.cases.into_iter().map(move |c| (f.sum.clone(), c)));
        let best = number
            .chain(forms)
            .filter(|(_, c)| c.when.is_none() && c.pc.has_model())
            .map(|(sum, c)| (value(pool, &c.pc, &sum), sum, c))
            .max_by_key(|x| x.0);
        self.number = best;
    }

    /// The parts of the bound, and the variables they are over.
    pub fn parts(mut self, cx: &mut Solving, table: &mut Table, place: &Place) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        for f in self.forms {
            let mut most: Option<(i128, Case)> = None;
            let mut expr: Option<Expr> = None;
            let few = f.cases.len() <= EXPRESSED;
            for case in f.cases {
                if !possible(cx, &case) {
                    continue;
                }
                if few {
                    let pc = within(cx, &case);
                    let e = Express {
                        cx,
                        pc: &pc,
                        inputs: &case.inputs,
                        table,
                        place,
                    }
                    .sum(&f.sum);
                    expr = Some(match expr.take() {
                        Some(before) => before.max(e),
                        None => e,
                    });
                }
                // What stays a number need only be compared with the others.
                let over = expr.as_ref().is_some_and(|e| !e.variables().is_empty());
                let number = self.number.as_ref().map(|n| n.0).filter(|_| !over);
                let floor = most.as_ref().map(|m| m.0).max(number);
                let n = greatest(cx, &f.sum, &case, floor);
                if most.as_ref().is_none_or(|m| m.0 < n) {
                    most = Some((n, case));
                }
            }
            let Some((n, case)) = most else { continue };
            match expr {
                Some(e) if !e.variables().is_empty() => out.push(Part {
                    expr: e,
                    most: n,
                    sum: f.sum,
                    case,
                }),
                _ if self.number.as_ref().is_none_or(|m| m.0 < n) => {
                    self.number = Some((n, f.sum, case));
                }
                _ => {}
            }
        }
        if let Some((n, sum, case)) = self.number {
            out.push(Part {
                expr: Expr::number(n),
                most: n,
                sum,
                case,
            });
        }
        out
    }
}

/// The bound of all parts. What another part is never below is left out.
pub(super) fn bound(parts: &[Part], table: &Table) -> Expr {
    let range = |v: VariableId| table.variables.get(v).map(|x| (&x.low, &x.high));
    let mut kept: Vec<Expr> = Vec::new();
    for p in parts {
        let top = p.expr.evaluate(&|v| range(v).map(|r| r.1.clone()));
        let most = BigInt::from(p.most);
        // The path condition may allow less than the expression.
        let e = match top {
            Some(top) if top <= most => p.expr.clone(),
            _ if p.expr.as_number().is_some() => p.expr.clone(),
            _ => p.expr.clone().min(Expr::Number(most)),
        };
        let below = |a: &Expr, b: &Expr| never_below(b, a, &range);
        if kept.iter().any(|k| below(&e, k)) {
            continue;
        }
        kept.retain(|k| !below(k, &e));
        kept.push(e);
    }
    let all = kept.into_iter().reduce(Expr::max);
    all.unwrap_or_else(Expr::zero)
}

/// Linear forms: factor by variable, and the number.
fn linear(e: &Expr) -> Option<(BTreeMap<VariableId, BigInt>, BigInt)> {
    match e {
        Expr::Number(n) => Some((BTreeMap::new(), n.clone())),
        Expr::Variable(v) => Some(([(*v, BigInt::from(1))].into(), BigInt::from(0))),
        Expr::Sum(list) => {
            let mut out = (BTreeMap::new(), BigInt::from(0));
            for e in list {
                let (terms, n) = linear(e)?;
                out.1 += n;
                for (v, k) in terms {
                    *out.0.entry(v).or_default() += k;
                }
            }
            Some(out)
        }
        Expr::Product(list) => match &list[..] {
            [Expr::Number(k), x] | [x, Expr::Number(k)] => {
                let (terms, n) = linear(x)?;
                let terms = terms.into_iter().map(|(v, f)| (v, f * k)).collect();
                Some((terms, n * k))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A number that an expression is never below, where all of it grows with its
/// variables.
fn least<'a>(
    e: &Expr,
    range: &dyn Fn(VariableId) -> Option<(&'a BigInt, &'a BigInt)>,
) -> Option<BigInt> {
    let zero = BigInt::from(0);
    match e {
        Expr::Number(n) => Some(n.clone()),
        Expr::Variable(v) => Some(range(*v)?.0.clone()),
        Expr::Sum(list) => list.iter().map(|e| least(e, range)).sum(),
        Expr::Product(list) => match &list[..] {
            [Expr::Number(k), x] | [x, Expr::Number(k)] if *k >= zero => Some(k * least(x, range)?),
            _ => None,
        },
        Expr::Div(e, by) => {
            let low = Expr::Number(least(e, range)?);
            Expr::Div(Box::new(low), by.clone()).evaluate(&|_| None)
        }
        _ => None,
    }
}

/// Whether `a` is at least `b` for all values of the variables.
fn never_below<'a>(
    a: &Expr,
    b: &Expr,
    range: &dyn Fn(VariableId) -> Option<(&'a BigInt, &'a BigInt)>,
) -> bool {
    if a == b {
        return true;
    }
    if let (Expr::Number(n), Some(low)) = (b, least(a, range)) {
        return low >= *n;
    }
    let (Some((mut terms, mut rest)), Some((other, n))) = (linear(a), linear(b)) else {
        return false;
    };
    rest -= n;
    for (v, k) in other {
        *terms.entry(v).or_default() -= k;
    }
    for (v, k) in terms {
        let Some((low, high)) = range(v) else {
            return false;
        };
        rest += match k < BigInt::from(0) {
            true => k * high,
            false => k * low,
        };
    }
    rest >= BigInt::from(0)
}

/// The path condition of a case where its sum is a bound.
fn within(cx: &mut Solving, case: &Case) -> PathCondition {
    let mut pc = case.pc.clone();
    if let Some(w) = case.within {
        cx.smt
            .assume(&mut cx.pool, &mut pc, w, Witness::unchanged());
    }
    pc
}

/// Whether the case was not shown to be impossible.
fn possible(cx: &mut Solving, case: &Case) -> bool {
    let cond = case.within.unwrap_or(cx.pool.tru());
    if cx.pool.as_bool(cond) == Some(true) && case.pc.has_model() {
        return true;
    }
    !cx.smt
        .feasible(&mut cx.pool, &case.pc, cond)
        .is_infeasible()
}

/// The sum as a bit-vector in which it does not wrap: it is never negative,
/// and never above what its positive parts add up to.
fn as_term(pool: &mut Pool, sum: &Sum) -> Option<TermId> {
    let positive = Sum {
        known: sum.known.max(0),
        terms: sum.terms.iter().copied().filter(|t| t.1 > 0).collect(),
    };
    let top = u128::try_from(positive.most(pool)).ok()?;
    let width = (129 - top.leading_zeros()).min(128);
    let bits = |pool: &mut Pool, k: i128| pool.bv(width, k as u128);
    let mut out = bits(pool, sum.known);
    for (t, k) in &sum.terms {
        let factor = bits(pool, *k);
        let part = match pool.sort(*t) {
            Sort::Bool => {
                let zero = bits(pool, 0);
                pool.ite(*t, factor, zero)
            }
            _ => {
                let from = pool.width(*t);
                let x = match from.cmp(&width) {
                    std::cmp::Ordering::Less => pool.zext(*t, width),
                    std::cmp::Ordering::Equal => *t,
                    std::cmp::Ordering::Greater => pool.extract(*t, width - 1, 0),
                };
                pool.bvmul(factor, x)
            }
        };
        out = pool.bvadd(out, part);
    }
    Some(out)
}

/// The greatest value of a sum on a path; `floor` if it is not above that.
fn greatest(cx: &mut Solving, sum: &Sum, case: &Case, floor: Option<i128>) -> i128 {
    let top = sum.most(&cx.pool);
    if floor.is_some_and(|f| f >= top) {
        return floor.unwrap_or(top);
    }
    let pc = within(cx, case);
    let Some(t) = as_term(&mut cx.pool, sum) else {
        return top;
    };
    let width = cx.pool.width(t);
    if let Some(f) = floor.and_then(|f| u128::try_from(f).ok()) {
        let f = cx.pool.bv(width, f);
        let above = cx.pool.ult(f, t);
        if cx.smt.feasible(&mut cx.pool, &pc, above).is_infeasible() {
            return floor.unwrap_or(top);
        }
    }
    if each_at_most(cx, sum, &pc).is_some() {
        return top;
    }
    match cx.smt.max_value(&mut cx.pool, &pc, t) {
        Ok(n) => i128::try_from(n).map_or(top, |n| n.min(top)),
        Err(_) => top,
    }
}

/// The path on which every atom has the greatest value of its range (the least
/// one where it is taken away), if there is one: small questions, since atoms
/// often have inputs of their own.
fn each_at_most(cx: &mut Solving, sum: &Sum, pc: &PathCondition) -> Option<PathCondition> {
    let mut pc = pc.clone();
    for (t, k) in &sum.terms {
        let there = match cx.pool.sort(*t) {
            Sort::Bool if *k > 0 => *t,
            Sort::Bool => cx.pool.not(*t),
            _ => {
                let (low, high) = cx.pool.urange(*t);
                let width = cx.pool.width(*t);
                let n = cx.pool.bv(width, if *k > 0 { high } else { low });
                cx.pool.eq(*t, n)
            }
        };
        match cx.smt.feasible(&mut cx.pool, &pc, there) {
            Side::Feasible(w) => cx.smt.assume(&mut cx.pool, &mut pc, there, w),
            _ => return None,
        }
    }
    pc.has_model().then_some(pc)
}

/// An input that reaches the greatest value of a part, or the greatest one
/// within a limit.
pub(super) struct Reaching {
    pub inputs: Vec<Input>,
    pc: PathCondition,
}

impl Reaching {
    /// What a sum is there.
    pub fn value(&self, pool: &Pool, sum: &Sum) -> i128 {
        value(pool, &self.pc, sum)
    }
}

/// What a sum is in the model of a path.
fn value(pool: &Pool, pc: &PathCondition, sum: &Sum) -> i128 {
    let mut e = ep_term::Evaluator::new();
    sum.value(&mut |t| match pool.sort(t) {
        Sort::Bool => i128::from(e.eval_bool(pool, t, pc)),
        _ => i128::try_from(e.eval_bv(pool, t, pc)).unwrap_or(i128::MAX),
    })
}

/// The path of a part with the values at hand.
pub(super) fn as_it_is(cx: &Solving, part: &Part) -> Option<Reaching> {
    let case = &part.case;
    (case.when.is_none() && case.pc.has_model()).then(|| Reaching {
        inputs: case.inputs.concrete(&cx.pool, &case.pc),
        pc: case.pc.clone(),
    })
}

/// The input for a part.
pub(super) fn witness(cx: &mut Solving, part: &Part, limit: u64) -> Option<Reaching> {
    let case = &part.case;
    let tru = cx.pool.tru();
    let when = case.when.unwrap_or(tru);
    // A path that went on without a model starts anew.
    let (mut pc, when) = match case.pc.has_model() {
        true => (case.pc.clone(), when),
        false => {
            let mut all = when;
            for c in case.pc.conjuncts().collect::<Vec<_>>() {
                all = cx.pool.and(all, c);
            }
            (PathCondition::new(), all)
        }
    };
    match cx.smt.feasible(&mut cx.pool, &pc, when) {
        Side::Feasible(w) => cx.smt.assume(&mut cx.pool, &mut pc, when, w),
        _ => return None,
    }
    let top = part.sum.most(&cx.pool);
    let easy = match top <= i128::from(limit) {
        true => each_at_most(cx, &part.sum, &pc),
        false => None,
    };
    if let Some(easy) = easy {
        pc = easy;
    } else if !part.sum.terms.is_empty() {
        let t = as_term(&mut cx.pool, &part.sum)?;
        let width = cx.pool.width(t);
        let most = part.most.min(i128::from(limit)).max(0);
        let top = cx.pool.bv(width, most as u128);
        let small = cx.pool.ule(t, top);
        if let Side::Feasible(w) = cx.smt.feasible(&mut cx.pool, &pc, small) {
            cx.smt.assume(&mut cx.pool, &mut pc, small, w);
        }
        if let Ok(n) = cx.smt.max_value(&mut cx.pool, &pc, t) {
            let n = cx.pool.bv(width, n);
            let there = cx.pool.eq(t, n);
            if let Side::Feasible(w) = cx.smt.feasible(&mut cx.pool, &pc, there) {
                cx.smt.assume(&mut cx.pool, &mut pc, there, w);
            }
        }
    }
    pc.has_model().then(|| Reaching {
        inputs: case.inputs.concrete(&cx.pool, &pc),
        pc,
    })
}
