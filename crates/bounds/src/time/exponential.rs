//! Costs of functions that call themselves several times: powers.
//!
//! Idea: as in [`super::potential`], but the form of a recursive function's
//! entry is `a * B^max(0, e) + f`: `B` is the largest number of calls on a way
//! through the function, `e` one of its arguments, shifted so that it is
//! positive wherever the function calls itself and at least one smaller in each
//! call, and `f` affine. Then the powers of the calls together are at most that
//! of the entry, and what is left is linear in the unknowns: one linear program
//! by Farkas' lemma. Where each way calls exactly `B` times, with an exponent
//! that is exactly one smaller, and ends exactly where it is 0, the form is
//! exact. Source: the ansatz of recurrences with several calls; S. Gulwani,
//! "SPEED" (CAV 2009) for potentials. Alternative: recurrences solved by
//! closed forms, which needs one argument and no cases.
//!
//! What must never happen: a power of a number that may be negative is taken
//! for at least one where it is not: the exponent is cut off at 0, here and in
//! the expression. Cost: a linear program for each choice of arguments.

use super::arrival::{Arrival, Held};
use super::engine::Engine;
use super::explore::{Arc, CutId, Graph, Target};
use super::facts::Counters;
use super::lin::{Lin, Sym};
use super::potential::{negated, quotient, Kind, Unknowns};
use super::present::Names;
use super::weight::Weight;
use ep_base::entity::EntityId;
use ep_base::time::Expr;
use ep_smt::linear::farkas::{Affine, Solved};
use ep_smt::linear::{Form, Relation, Q};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Choices of arguments that are tried, calls on one way.
const CHOICES: usize = 16;
const CALLS: usize = 8;

/// The exponent of each entry, over its variables.
type Exponents = BTreeMap<CutId, Lin>;

/// What each way out of the start costs, by its number in the graph.
pub fn solve(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    kind: Kind,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Vec<(usize, Expr)>> {
    let entries: BTreeSet<CutId> = graph
        .arcs
        .iter()
        .flat_map(|a| a.calls.iter().map(|c| c.0))
        .collect();
    let stops = |a: &Arc| matches!(a.target, Target::End(how) if how != "return");
    let lost = |a: &Arc| matches!(a.target, Target::GaveUp);
    let partly = graph.arcs.iter().any(stops);
    let elsewhere =
        |a: &Arc| !a.calls.is_empty() && a.source.is_some_and(|c| !entries.contains(&c));
    // A loop back to an entry has a power of its own.
    let again = |a: &Arc| !a.call && matches!(a.target, Target::Cut(c) if entries.contains(&c));
    let odd = |a: &Arc| lost(a) || elsewhere(a) || again(a);
    if entries.is_empty() || graph.arcs.iter().any(odd) {
        return None;
    }
    let inner = graph.arcs.iter().filter(|a| a.source.is_some() && !a.call);
    let base = inner.map(|a| a.calls.len()).max().unwrap_or(0);
    let upper = kind == Kind::Upper;
    if !(2..=CALLS).contains(&base) || kind == Kind::Lower || (partly && !upper) {
        return None;
    }
    for e in exponents(graph, &entries, kind, base) {
        if engine.options.budget.stop_now().is_some() {
            return None;
        }
        if let Some(found) = with(engine, graph, names, (kind, partly), weigh, base, &e) {
            return Some(found);
        }
    }
    None
}

/// Exponents that fall as they must, for all entries together.
fn exponents(graph: &Graph, entries: &BTreeSet<CutId>, kind: Kind, base: usize) -> Vec<Exponents> {
    let mut all: Vec<Exponents> = vec![Exponents::new()];
    for id in entries {
        let Some(cut) = graph.cuts.get(*id) else {
            return Vec::new();
        };
        let numbers = cut.held.values().filter_map(|h| match h {
            Held::Int { sym, .. } | Held::Node { sym, .. } => Some(*sym),
            _ => None,
        });
        let own: Vec<Lin> = numbers
            .filter_map(|v| Some(Lin::var(v).add(&-least(graph, *id, v)?).add(&BigInt::one())))
            .collect();
        all = all
            .into_iter()
            .flat_map(|e| {
                own.iter().map(move |f| {
                    let mut e = e.clone();
                    e.insert(*id, f.clone());
                    e
                })
            })
            .take(8 * CHOICES)
            .collect();
    }
    let mut count = Counters::default();
    all.retain(|e| falls(graph, e, kind, base, &mut count));
    all.truncate(CHOICES);
    all
}

/// The least value of a variable on the ways of an entry that call.
fn least(graph: &Graph, id: CutId, v: Sym) -> Option<BigInt> {
    let mut count = Counters::default();
    let mut least: Option<BigInt> = None;
    for a in &graph.arcs {
        if a.source == Some(id) && !a.calls.is_empty() && !a.call {
            let lo = a.arrival.state.facts.range(&Lin::var(v), &mut count).lo?;
            least = Some(least.map_or(lo.clone(), |l| l.min(lo)));
        }
    }
    Some(least.unwrap_or_else(BigInt::one))
}

/// The exponent of what arrives; none where it is not a form of the source.
fn arriving(graph: &Graph, e: &Exponents, id: CutId, a: &Arrival) -> Option<Lin> {
    let mu = graph.cuts.get(id)?.mu(a);
    let f = e.get(&id)?;
    let missing = f.terms().any(|(v, _)| !mu.contains_key(&v));
    (!missing).then(|| f.substitute(&|v| mu.get(&v).cloned()))
}

fn falls(graph: &Graph, e: &Exponents, kind: Kind, base: usize, count: &mut Counters) -> bool {
    let minus = -BigInt::one();
    for arc in graph.arcs.iter().filter(|a| !a.call) {
        let Some(own) = arc.source.and_then(|c| e.get(&c)) else {
            continue;
        };
        let facts = &arc.arrival.state.facts;
        if arc.calls.is_empty() {
            // The end of the recursion: the power is 1.
            let none = own.times(&minus);
            if kind == Kind::Exact && !facts.entails(&none, count) {
                return false;
            }
            continue;
        }
        if kind == Kind::Exact && arc.calls.len() != base {
            return false;
        }
        for (id, a) in &arc.calls {
            let Some(next) = arriving(graph, e, *id, a) else {
                return false;
            };
            // own - 1 - next >= 0
            let gap = own.minus(&next).add(&minus);
            let exact = kind != Kind::Exact || facts.entails(&gap.times(&minus), count);
            if !exact || !facts.entails(&gap, count) {
                return false;
            }
        }
    }
    true
}

/// Costs with these exponents. `partly`: a call may end the program, and what comes
/// behind it is not executed.
fn with(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    (kind, partly): (Kind, bool),
    weigh: &dyn Fn(usize) -> Weight,
    base: usize,
    e: &Exponents,
) -> Option<Vec<(usize, Expr)>> {
    let mut t = Unknowns::new(engine, graph);
    let factor = t.template.param();
    let constant = |n: i64| Form::zero().with_constant(Q::int(n));
    for (number, arc) in graph.arcs.iter().enumerate().filter(|(_, a)| !a.call) {
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
        // What is left of the entry's power when the calls have theirs.
        if arc.source.is_some_and(|c| e.contains_key(&c)) {
            let left = match arc.calls.len() {
                0 => 1,
                n => base as i64 - n as i64,
            };
            affine.parts.push((factor, constant(-left)));
        }
        let facts = &arc.arrival.state.facts;
        if kind == Kind::Exact {
            let premises = t.equations(facts);
            t.template.imply(&premises, &affine);
            t.template.imply(&premises, &negated(&affine));
        } else {
            let premises = t.premises(facts);
            t.template.imply(&premises, &affine);
            if partly {
                // A power is at least 1.
                t.behind_calls(graph, arc, Some(factor))?;
            }
        }
    }
    t.template.require(Form::of(factor.0), Relation::Ge);
    let solved = match kind {
        Kind::Exact => t.template.solve(),
        _ => {
            // A small factor is worth more than small forms.
            let goal = t.goal(graph, true);
            let goal = goal.plus_multiple(&Form::of(factor.0), &Q::int(-1_000_000));
            t.template.maximize(&goal)
        }
    };
    engine.spend(t.template.work());
    let Solved::Found(solution) = solved else {
        return None;
    };
    // Rounded up: a larger factor keeps every upper bound.
    let value = solution.value(factor);
    let whole = match (value.denom().is_one(), kind) {
        (true, _) => value.numer(),
        (false, Kind::Exact) => return None,
        (false, _) => value.numer().div_ceil(&value.denom()),
    };
    let mut out = Vec::new();
    for (number, row) in &t.starts {
        let arc = graph.arcs.get(*number)?;
        let mut sum = vec![names.quotient(&quotient(row, &solution), true)?];
        for (id, a) in &arc.calls {
            if whole.is_zero() {
                continue;
            }
            let exponent = arriving(graph, e, *id, a)?;
            let exponent = match names.expr(&exponent) {
                Some(x) => x,
                None if kind == Kind::Exact => return None,
                // The largest that it may be.
                None => {
                    let facts = &arc.arrival.state.facts;
                    Expr::number(facts.range(&exponent, &mut Counters::default()).hi?)
                }
            };
            let power = Expr::Power {
                base: Box::new(Expr::number(base as u64)),
                exponent: Box::new(Expr::Max {
                    of: vec![Expr::number(0), exponent],
                }),
            };
            sum.push(match whole.is_one() {
                true => power,
                false => Expr::Mul {
                    of: vec![Expr::number(whole.clone()), power],
                },
            });
        }
        out.push((*number, Expr::Add { of: sum }));
    }
    Some(out)
}
