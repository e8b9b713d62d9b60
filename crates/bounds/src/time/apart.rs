//! Inputs at the limits of their types, apart from all others.
//!
//! Idea: `for (i = 0; i < n - 1; i++)` makes four billion rounds for the least `n`,
//! since the difference wraps around, and a bound for all inputs is one for that;
//! `lo + (hi - lo) / 2` has no measure where `n - 1` may have wrapped. An input does
//! not change, so what it is at the limit of its type holds for the whole run: the
//! start is told apart into a middle in which such arithmetic does not wrap around,
//! and what is left, which has cuts of its own. It is one graph with one proof, whose
//! bounds are asked for case by case; where only what is left is open, the bound of
//! the middle is told with its condition. Alternative: to tell an addition's wrap
//! apart where a bound is bad, for which the bad bound would have to say where it
//! comes from. Source: document 004, section 6, which names cases of inputs as what
//! its bounds lack. Cost: a second graph, of programs that are open or whose bound is
//! far above small inputs alone.
//!
//! What must never happen: an input that no case has; a cut that stands for two cases.

use super::derived::condition;
use super::engine::Engine;
use super::explore::{Arc, CutId, Graph, Target};
use super::facts::Counters;
use super::folded::folded;
use super::present::Names;
use ep_base::time::{
    conjunction, Bound, Case, Evaluated, Expr, Gap, ParameterKind, Report, Verdict,
};
use ep_ir::{FuncId, Module, Type};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// Whether an entry has parameters that can be told apart.
pub(super) fn may_help(module: &Module, entry: FuncId) -> bool {
    let params = module.functions.get(entry).map(|f| f.params.as_slice());
    let params = params.unwrap_or_default().iter().enumerate();
    let whole = |ty: Type| matches!(ty, Type::Int(bits) if bits > 1);
    let one =
        |(i, p): (usize, &ep_ir::Param)| whole(p.ty) || super::start::is_text(module, entry, i);
    params.into_iter().any(one)
}

/// A bound of the runs of one case, with its condition; nothing where that has none.
pub(super) fn within(
    engine: &Engine<'_>,
    names: &mut Names,
    case: u8,
    bound: Bound,
) -> Option<Bound> {
    let own = engine.cases.get(usize::from(case))?;
    let mut cases = Vec::new();
    for c in bound.cases {
        let mut facts = own.clone();
        let mut kept = Vec::new();
        for comparison in c.condition {
            match condition(engine, names, &comparison) {
                Some((f, true)) => facts.equals_zero(&f),
                Some((f, false)) => facts.at_least_zero(&f),
                None => kept.push(comparison),
            }
        }
        if facts.clone().infeasible(&mut Counters::default()) {
            continue;
        }
        let mut condition = names.condition(engine, &facts)?;
        condition.extend(kept);
        let value = folded(names, &condition, c.value);
        cases.push(Case { condition, value });
    }
    Some(Bound { cases })
}

/// That runs of other inputs than those of these cases end.
pub(super) fn said(engine: &Engine<'_>, names: &mut Names, open: &BTreeSet<u8>) -> Option<String> {
    let mut one = |case: &u8| {
        let own = engine.cases.get(usize::from(*case))?;
        let condition = names.condition(engine, own)?;
        let words: Vec<String> = names.parameters.iter().map(|p| p.name.clone()).collect();
        Some(conjunction(&condition, &words))
    };
    // All but the middle: it is shorter to say where the runs end.
    let others = !open.contains(&0) && open.len() + 1 == engine.cases.len();
    if others && open.len() > 2 {
        return Some(format!(" for all inputs; where {}, all runs end", one(&0)?));
    }
    let all = open.iter().map(one).collect::<Option<Vec<_>>>()?;
    Some(format!(
        " where {}; the runs of all other inputs end",
        all.join(" or ")
    ))
}

/// The value without a bound, under the condition of a case.
pub(super) fn unbounded(engine: &Engine<'_>, names: &mut Names, case: u8) -> Bound {
    let all = Bound::always(Expr::Unbounded);
    within(engine, names, case, all.clone()).unwrap_or(all)
}

/// The cases of a graph.
pub(super) fn cases(graph: &Graph) -> BTreeSet<u8> {
    let starts = graph.arcs.iter().filter(|a| a.source.is_none());
    starts.map(|a| a.arrival.state.inputs).collect()
}

/// The part of a graph that the runs of one case are in, with the number that each of
/// its ways has in the whole. What a recursion is entered with says its case as well.
pub(super) fn part(graph: &Graph, case: u8) -> (Graph, Vec<usize>) {
    let own = |a: &Arc| a.arrival.state.inputs == case;
    let numbers: Vec<usize> = (graph.arcs.iter().enumerate())
        .filter(|(_, a)| own(a))
        .map(|(n, _)| n)
        .collect();
    let part = Graph {
        start: graph.start.clone(),
        cuts: graph.cuts.clone(),
        arcs: graph.arcs.iter().filter(|a| own(a)).cloned().collect(),
        steps: graph.steps,
        known: Default::default(),
        gains: Default::default(),
    };
    (part, numbers)
}

/// Whether runs of a case come to one of these cuts, or to what was given up.
pub(super) fn meets(graph: &Graph, case: u8, open: &BTreeSet<CutId>) -> bool {
    let mut own = (graph.arcs.iter()).filter(|a| a.arrival.state.inputs == case);
    own.any(|a| {
        let to = match &a.target {
            Target::Cut(c) => open.contains(c),
            Target::End(_) => false,
            Target::GaveUp => true,
        };
        to || a.source.is_some_and(|c| open.contains(&c))
    })
}

/// Where bounds are compared: small values of the inputs, by turns.
const SMALL: [[u32; 2]; 4] = [[3, 3], [20, 20], [3, 20], [20, 3]];
/// How far above that a bound of a few rounds is not.
const FAR: u32 = 24;
/// Bits of a number that is no limit of a type and no multiple of one.
const LIMIT: u64 = 14;

/// Whether an answer says little: it is open and nothing is known of most inputs, or its
/// bound is far above what a few rounds take.
pub(super) fn says_little(report: &Report, bounds: bool) -> bool {
    let far = || ranks(report).iter().any(|r| *r < NEAR);
    match &report.verdict {
        Verdict::Unknown { .. } => report.undecided.is_empty() && (!bounds || far()),
        // What is met by every run is not improved on.
        Verdict::Terminates => bounds && report.bounds.gap != Gap::Exact && far(),
        Verdict::DoesNotTerminate => false,
    }
}

/// Whether the second answer says what the first one does not.
pub(super) fn says_more(first: &Report, second: &Report) -> bool {
    if proved(first) && !proved(second) {
        return false;
    }
    let (one, two) = (ranks(first), ranks(second));
    let better = one.iter().zip(&two).any(|(a, b)| a < b);
    (proved(second) && !proved(first)) || (better && says_as_much(first, second))
}

/// Whether the second answer says of small inputs what the first one does.
pub(super) fn says_as_much(first: &Report, second: &Report) -> bool {
    let (one, two) = (ranks(first), ranks(second));
    one.iter().zip(&two).all(|(a, b)| a <= b)
}

fn proved(report: &Report) -> bool {
    matches!(report.verdict, Verdict::Terminates)
}

/// The rank of a near bound.
const NEAR: u8 = 2;

/// No bound for small inputs (0), one that is far away, or a near one. What is large
/// since a polynomial has a high degree is near: no case of the inputs is to blame.
fn ranks(report: &Report) -> Vec<u8> {
    let upper = report.bounds.upper.as_ref();
    let blamed = upper.is_none_or(|b| b.cases.iter().any(|c| blames(report, &c.value)));
    let far = |v: &BigInt| blamed && *v >= BigInt::from(1) << FAR;
    let rank = |v: &Evaluated| match v {
        Evaluated::Value(v) => NEAR - u8::from(far(v)),
        _ => 0,
    };
    at_small(report, upper).iter().map(rank).collect()
}

/// Whether a bound has what wrap-around leaves in it: a limit of a type, a number that
/// may be one, or a power.
fn blames(report: &Report, e: &Expr) -> bool {
    let within = |e: &Expr| blames(report, e);
    match e {
        Expr::Number { value } => value.0.bits() > LIMIT,
        Expr::Parameter { index } => {
            let own = report.parameters.get(*index as usize);
            own.is_none_or(|p| matches!(p.kind, ParameterKind::Limit { .. }))
        }
        Expr::Add { of } | Expr::Mul { of } | Expr::Max { of } | Expr::Min { of } => {
            of.iter().any(within)
        }
        Expr::FloorDiv { of, by } | Expr::Mod { of, by } => within(of) || within(by),
        Expr::Power { .. } | Expr::Unbounded => true,
        Expr::BitLength { of } | Expr::PopCount { of } => within(of),
    }
}

fn at_small(report: &Report, upper: Option<&Bound>) -> Vec<Evaluated> {
    let at = |small: &[u32; 2]| -> Vec<BigInt> {
        let turns = small.iter().cycle();
        let one = |(p, turn): (&ep_base::time::Parameter, &u32)| match &p.kind {
            ParameterKind::Limit { value } => value.0.clone(),
            _ => (*turn).into(),
        };
        report.parameters.iter().zip(turns).map(one).collect()
    };
    let of = |small: &[u32; 2]| upper.map_or(Evaluated::Unbounded, |b| b.upper_at(&at(small)));
    SMALL.iter().map(of).collect()
}
