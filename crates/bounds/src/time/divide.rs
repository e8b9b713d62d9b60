//! Costs of recursions that divide their work: sorting by merging or by parts, sums
//! over halves, searches that call themselves.
//!
//! Idea: as in [`super::potential`], but an activation of a function that calls
//! itself has, next to its affine form, multiples of fixed functions of a *size*
//! `e`: an argument, or the difference of two, shifted so that it is positive where
//! the function calls itself. The functions are
//!
//! - `bitlength(e)`, which falls by `k` where one call gets at most the `2^k`-th part,
//! - `max(0, e)`, which pays for what the sizes of the calls leave of the size,
//! - `max(0, e) * bitlength(e - 1)`, of which a split into halves leaves `e`,
//! - `max(0, e)^2`, of which any split leaves twice the product of its parts.
//!
//! What each way leaves of them is at least an affine form, which is found before, by
//! entailment; factors and affine forms are one linear program by Farkas' lemma.
//! Loops inside of an activation have its size as long as the arguments are read
//! later. Source: the master theorem's recurrences (T. Cormen et al., "Introduction to
//! Algorithms", chapter 4), with potentials as in M. Hofmann and S. Jost, "Static
//! prediction of heap space usage" (POPL 2003), and superadditive functions as in J.
//! Hoffmann et al., "Multivariate amortized resource analysis" (TOPLAS 2012).
//! Alternative: recurrences of sizes that are solved by closed forms, which need one
//! argument and exact sizes.
//!
//! What must never happen: a function is taken for more than it leaves. All of them
//! are 0 for sizes that are not positive, and no form below uses that a size is
//! positive where that is not entailed. Cost: some entailments per way and size, a
//! linear program per function and size that fits.

use super::arrival::{Arrival, Held, Slot};
use super::engine::Engine;
use super::explore::{Arc, CutId, Graph, Target};
use super::facts::{Counters, Facts};
use super::lin::Lin;
use super::potential::{quotient, Unknowns};
use super::present::Names;
use super::state::Value;
use super::weight::Weight;
use ep_base::entity::EntityId;
use ep_base::time::Expr;
use ep_ir::{FuncId, Reg, Type};
use ep_smt::linear::farkas::{Affine, Param, Solved};
use ep_smt::linear::{Form, Relation, Q};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Sizes that are tried, linear programs for all of them.
const SIZES: usize = 40;
const PROGRAMS: u32 = 24;
/// What a factor weighs beside affine forms: little, so that functions stand for what
/// they can, and much, so that they stand for no more than they have to.
const STEEP: [i64; 2] = [1, 1_000_000];
/// Most bits that one call may take away, for which there is a question each.
const BITS: u32 = 6;

/// A function of a size that is never negative, and 0 where the size is not positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Function {
    Bits,
    Linear,
    TimesBits,
    Square,
}

/// Functions that are used together, those that grow less first.
const SETS: [&[Function]; 4] = [
    &[Function::Bits],
    &[Function::Linear],
    &[Function::TimesBits, Function::Linear],
    &[Function::Square, Function::Linear],
];

/// What is left to do at the cuts of a function's activations, and at the start where
/// that is one: a form, or two whose functions are added.
struct Size {
    cuts: BTreeMap<CutId, Vec<Lin>>,
    start: Option<Vec<Lin>>,
}

/// What each way out of the start costs at most, by its number in the graph.
pub type Costs = Vec<(usize, Expr)>;

/// Costs by each size and function that pay; none where no function calls itself.
pub fn solve(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Vec<Costs> {
    let mut out = Vec::new();
    let lost = |a: &Arc| matches!(a.target, Target::GaveUp);
    if !graph.arcs.iter().any(|a| a.call) || graph.arcs.iter().any(lost) {
        return out;
    }
    let mut count = Counters::default();
    let sizes = sizes(engine, graph, &mut count);
    let mut programs = PROGRAMS;
    for set in SETS {
        for size in &sizes {
            if programs == 0 || engine.options.budget.stop_now().is_some() {
                return out;
            }
            let left: Option<Vec<Vec<Lin>>> = (set.iter())
                .map(|f| {
                    let ways = graph.arcs.iter();
                    ways.map(|a| left(graph, size, *f, a, &mut count)).collect()
                })
                .collect();
            // What leaves nothing where something is called pays for nothing.
            let pays = |of: &[Lin]| {
                let mut ways = of.iter().zip(&graph.arcs);
                ways.any(|(l, a)| *l != Lin::default() && !a.calls.is_empty())
            };
            let Some(left) = left.filter(|l| l.first().is_some_and(|f| pays(f))) else {
                continue;
            };
            for steep in STEEP {
                if programs == 0 {
                    return out;
                }
                programs -= 1;
                let paid = (size, set, &left[..]);
                out.extend(with(engine, graph, names, weigh, paid, steep));
            }
        }
    }
    out
}

/// A number of an activation of `func`.
type Term = (Reg, i64);

/// The form of a sum of arguments at a cut; none where one is not there any more.
fn at_cut(graph: &Graph, id: CutId, func: FuncId, terms: &[Term]) -> Option<Lin> {
    let cut = graph.cuts.get(id)?;
    let own = cut.key.path.first().map_or(cut.key.func, |p| p.0);
    (own == func).then_some(())?;
    let mut out = Lin::default();
    for (r, c) in terms {
        let Some(Held::Int { sym, .. }) = cut.held.get(&Slot::Reg(0, *r)) else {
            return None;
        };
        out = out.plus_times(&Lin::var(*sym), &BigInt::from(*c));
    }
    Some(out)
}

fn at_start(graph: &Graph, func: FuncId, terms: &[Term]) -> Option<Lin> {
    let frame = graph.start.frames.first().filter(|f| f.func == func)?;
    let mut out = Lin::default();
    for (r, c) in terms {
        let Some(Value::Int(n)) = frame.regs.get(r.index()) else {
            return None;
        };
        out = out.plus_times(&n.form, &BigInt::from(*c));
    }
    Some(out)
}

/// Sizes of the functions that call themselves: one argument or a difference of two,
/// so that it is at least 0, 1 or 2 wherever a call may follow.
fn sizes(engine: &Engine<'_>, graph: &Graph, count: &mut Counters) -> Vec<Size> {
    let called = graph.arcs.iter().flat_map(|a| a.calls.iter().map(|c| c.0));
    let entries: BTreeSet<CutId> = called.collect();
    let functions: BTreeSet<FuncId> = (entries.iter())
        .filter_map(|id| Some(graph.cuts.get(*id)?.key.func))
        .collect();
    let calling = calling(graph);
    let mut out = Vec::new();
    for func in functions {
        let Some(function) = engine.module.functions.get(func) else {
            continue;
        };
        let params = function.params.iter();
        let numbers: Vec<Reg> = params
            .filter(|p| matches!(p.ty, Type::Int(w) if w > 1))
            .map(|p| p.reg)
            .collect();
        let mut sums: Vec<Vec<Term>> = numbers.iter().map(|r| vec![(*r, 1)]).collect();
        for a in &numbers {
            for b in numbers.iter().filter(|b| *b != a) {
                sums.push(vec![(*a, 1), (*b, -1)]);
            }
        }
        for terms in sums {
            let all = graph.cuts.ids().filter(|id| calling.contains(id));
            let cuts: BTreeMap<CutId, Lin> = all
                .filter_map(|id| Some((id, at_cut(graph, id, func, &terms)?)))
                .collect();
            let start = at_start(graph, func, &terms);
            let Some(least) = least(graph, &entries, &cuts, count) else {
                continue;
            };
            for shift in [1, 2, 0] {
                let by = BigInt::from(shift) - &least;
                out.push(Size {
                    cuts: cuts.iter().map(|(id, f)| (*id, vec![f.add(&by)])).collect(),
                    start: start.as_ref().map(|f| vec![f.add(&by)]),
                });
            }
        }
        for (i, a) in numbers.iter().enumerate() {
            for b in numbers.iter().skip(i + 1) {
                let own = |of: &dyn Fn(&[Term]) -> Option<Lin>| {
                    Some(vec![of(&[(*a, 1)])?, of(&[(*b, 1)])?])
                };
                let all = graph.cuts.ids().filter(|id| calling.contains(id));
                out.push(Size {
                    cuts: all
                        .filter_map(|id| Some((id, own(&|t| at_cut(graph, id, func, t))?)))
                        .collect(),
                    start: own(&|t| at_start(graph, func, t)),
                });
            }
        }
    }
    out.truncate(SIZES);
    out
}

/// Cuts from which something is called before the activation ends: behind the last call
/// nothing of the size is left to do.
fn calling(graph: &Graph) -> BTreeSet<CutId> {
    let mut out: BTreeSet<CutId> = (graph.arcs.iter())
        .filter(|a| !a.calls.is_empty())
        .filter_map(|a| a.source)
        .collect();
    loop {
        let before = out.len();
        for a in graph.arcs.iter().filter(|a| !a.call) {
            if matches!(a.target, Target::Cut(c) if out.contains(&c)) {
                out.extend(a.source);
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

/// The least value at an entry from which the function goes on to a loop or a call.
fn least(
    graph: &Graph,
    entries: &BTreeSet<CutId>,
    cuts: &BTreeMap<CutId, Lin>,
    count: &mut Counters,
) -> Option<BigInt> {
    let mut least: Option<BigInt> = None;
    for a in graph.arcs.iter().filter(|a| !a.call) {
        let goes_on = !a.calls.is_empty() || matches!(a.target, Target::Cut(_));
        let Some(form) = a.source.filter(|c| entries.contains(c)) else {
            continue;
        };
        let Some(form) = cuts.get(&form).filter(|_| goes_on) else {
            continue;
        };
        let lo = a.arrival.state.facts.range(form, count).lo?;
        least = Some(least.map_or(lo.clone(), |l| l.min(lo)));
    }
    least
}

/// The size of what arrives at a cut; none where it is no form of the way.
fn arriving(graph: &Graph, size: &Size, id: CutId, a: &Arrival) -> Option<Vec<Lin>> {
    let Some(forms) = size.cuts.get(&id) else {
        return Some(Vec::new());
    };
    let mu = graph.cuts.get(id)?.mu(a);
    let arrives = |form: &Lin| {
        let missing = form.terms().any(|(v, _)| !mu.contains_key(&v));
        (!missing).then(|| form.substitute(&|v| mu.get(&v).cloned()))
    };
    forms.iter().map(arrives).collect()
}

/// The sizes of what a way calls and of where it leads.
fn next(graph: &Graph, size: &Size, arc: &Arc) -> Option<Vec<Lin>> {
    let mut all: Vec<(CutId, &Arrival)> = arc.calls.iter().map(|(c, a)| (*c, a)).collect();
    if let Target::Cut(id) = arc.target {
        all.push((id, &arc.arrival));
    }
    let found = all.into_iter().map(|(id, a)| arriving(graph, size, id, a));
    let found: Option<Vec<Vec<Lin>>> = found.collect();
    Some(found?.into_iter().flatten().collect())
}

/// What a way leaves of a function, at least: its value at the source less those at
/// all that follows.
fn left(
    graph: &Graph,
    size: &Size,
    function: Function,
    arc: &Arc,
    count: &mut Counters,
) -> Option<Lin> {
    if arc.call {
        return Some(Lin::default());
    }
    let own: &[Lin] = match (arc.source, &size.start) {
        (None, Some(f)) => f,
        // What follows is told in full there.
        (None, None) => return Some(Lin::default()),
        (Some(c), _) => size.cuts.get(&c).map_or(&[], |f| f),
    };
    let facts = &arc.arrival.state.facts;
    let mut next = next(graph, size, arc)?;
    // What is not positive takes nothing.
    next.retain(|e| {
        let hi = facts.range(e, count).hi;
        hi.is_none_or(|h| h.is_positive())
    });
    match own {
        [] => function.left(facts, &Lin::default(), &next, count),
        [own] => function.left(facts, own, &next, count),
        _ if next.is_empty() => Some(Lin::default()),
        _ => (function == Function::Bits).then(|| rotated(facts, own, &next, count))?,
    }
}

impl Function {
    /// A form that is at most the value at `own` less those at `next`.
    fn left(self, facts: &Facts, own: &Lin, next: &[Lin], count: &mut Counters) -> Option<Lin> {
        match self {
            Function::Bits => bits(facts, own, next, count),
            Function::Linear => linear(facts, own, next, count),
            Function::TimesBits => times_bits(facts, own, next, count),
            Function::Square => square(facts, own, next, count),
        }
    }

    /// Its value as an expression.
    fn of(self, size: Expr) -> Expr {
        let positive = |e: Expr| Expr::Max {
            of: vec![Expr::number(0), e],
        };
        let bits = |e: Expr| Expr::BitLength { of: Box::new(e) };
        match self {
            Function::Bits => bits(size),
            Function::Linear => positive(size),
            Function::TimesBits => Expr::Mul {
                of: vec![
                    positive(size.clone()),
                    bits(Expr::Add {
                        of: vec![size, Expr::number(-1)],
                    }),
                ],
            },
            Function::Square => Expr::Mul {
                of: vec![positive(size.clone()), positive(size)],
            },
        }
    }
}

fn at_least(facts: &Facts, f: &Lin, n: impl Into<BigInt>, count: &mut Counters) -> bool {
    facts.entails(&f.add(&-n.into()), count)
}

fn sum(of: &[Lin]) -> Lin {
    of.iter().fold(Lin::default(), |s, f| s.plus(f))
}

/// Of `bitlength(e)`: at most one call has a size, which is not above its own.
fn bits(facts: &Facts, own: &Lin, next: &[Lin], count: &mut Counters) -> Option<Lin> {
    let e = match next {
        [] => {
            let some = at_least(facts, own, 1, count);
            return Some(Lin::number(u32::from(some)));
        }
        [e] => e,
        _ => return None,
    };
    if !at_least(facts, &own.minus(e), 0, count) {
        return None;
    }
    // With `own >= 2^k * e` and `own >= 2^(k-1)` the length falls by k: by k and more
    // where `e` is positive, from k and more to 0 where it is not.
    let mut gained = 0;
    for k in 1..=BITS {
        let part = own.minus(&e.times(&BigInt::from(1u32 << k)));
        if !at_least(facts, own, 1u32 << (k - 1), count) || !at_least(facts, &part, 0, count) {
            break;
        }
        gained = k;
    }
    Some(Lin::number(gained))
}

/// Of the lengths of two, which may change places: as of one.
fn rotated(facts: &Facts, own: &[Lin], next: &[Lin], count: &mut Counters) -> Option<Lin> {
    let ([a, b], [c, d]) = (own, next) else {
        // One of them is not positive.
        let ([a, b], [c]) = (own, next) else {
            return None;
        };
        let kept = [a, b]
            .into_iter()
            .find_map(|own| bits(facts, own, std::slice::from_ref(c), count));
        return kept;
    };
    let one = |c: &Lin, d: &Lin, count: &mut Counters| {
        let first = bits(facts, a, std::slice::from_ref(c), count)?;
        Some(first.plus(&bits(facts, b, std::slice::from_ref(d), count)?))
    };
    let (plain, turned) = (one(c, d, count), one(d, c, count));
    match (&plain, &turned) {
        (Some(p), Some(t)) if p.constant() >= t.constant() => plain,
        (Some(_), None) => plain,
        _ => turned,
    }
}

/// Of `max(0, e)`, which is at least `e`, and at most `e + m` where `e >= -m`, `m >= 0`.
fn linear(facts: &Facts, own: &Lin, next: &[Lin], count: &mut Counters) -> Option<Lin> {
    if next.is_empty() {
        return Some(match at_least(facts, own, 0, count) {
            true => own.clone(),
            false => Lin::default(),
        });
    }
    let mut more = BigInt::zero();
    for e in next {
        match facts.range(e, count).lo {
            Some(lo) if lo.is_negative() => more -= lo,
            Some(_) => {}
            None => return None,
        }
    }
    if let ([e], true) = (next, more.bits() > 1) {
        // It does not grow where its argument does not.
        let grows = !at_least(facts, &own.minus(e), 0, count);
        return (!grows).then(Lin::default);
    }
    Some(own.minus(&sum(next)).add(&-more))
}

/// Of `max(0, e) * bitlength(e - 1)`.
///
/// Let `L` be the length for `own`, at least 1 for `own >= 2`. Where `2 * (e - 1) <=
/// own - 1` for each call, their lengths are at most `L - 1`, and with `d = own - sum >=
/// 0` what is left is at least `own * L - sum * (L - 1) = d * L + sum >= own`.
fn times_bits(facts: &Facts, own: &Lin, next: &[Lin], count: &mut Counters) -> Option<Lin> {
    let two = BigInt::from(2);
    let half = |e: &Lin, count: &mut Counters| {
        let rest = own.minus(&e.times(&two)).add(&BigInt::one());
        at_least(facts, e, 0, count) && at_least(facts, &rest, 0, count)
    };
    let whole = own.minus(&sum(next));
    let split = !next.is_empty()
        && at_least(facts, own, 2, count)
        && at_least(facts, &whole, 0, count)
        && next.iter().all(|e| half(e, count));
    match next {
        _ if split => Some(own.clone()),
        [] => Some(Lin::default()),
        // Neither factor grows.
        [_] if at_least(facts, &whole, 0, count) => Some(Lin::default()),
        _ => None,
    }
}

/// Of `max(0, e)^2`.
///
/// With `e >= 0` for each call and `d = own - sum >= d0 >= 0` it is at least
/// `(sum + d)^2` less the sum of all `e^2`, so at least `d0^2 + 2*d0*sum` and twice the
/// products of two; `(e - l)(f - m) >= 0` bounds a product by what is known of its
/// factors.
fn square(facts: &Facts, own: &Lin, next: &[Lin], count: &mut Counters) -> Option<Lin> {
    let low = |f: &Lin, count: &mut Counters| facts.range(f, count).lo;
    if next.is_empty() {
        // (own - lo)^2 >= 0
        let lo = low(own, count).filter(Signed::is_positive);
        return Some(match lo {
            Some(lo) => own.times(&(&lo * 2)).add(&-(&lo * &lo)),
            None => Lin::default(),
        });
    }
    let d = low(&own.minus(&sum(next)), count).filter(|d| !d.is_negative())?;
    let lows: Option<Vec<BigInt>> = next.iter().map(|e| low(e, count)).collect();
    let lows = lows.filter(|all| !all.iter().any(Signed::is_negative));
    let Some(lows) = lows else {
        // One that may be negative: 0 or more is left, and at least `own` where it is
        // positive and the size falls.
        let falls = d.is_positive() && at_least(facts, own, 1, count);
        return (next.len() == 1).then(|| match falls {
            true => own.clone(),
            false => Lin::default(),
        });
    };
    let mut out = sum(next).times(&(&d * 2)).add(&(&d * &d));
    let all: Vec<(&Lin, &BigInt)> = next.iter().zip(&lows).collect();
    for (i, (e, l)) in all.iter().enumerate() {
        for (f, m) in all.iter().skip(i + 1) {
            out = out
                .plus_times(e, &(*m * 2))
                .plus_times(f, &(*l * 2))
                .plus(&Lin::number(-(*l * *m)).times(&BigInt::from(2)));
        }
    }
    Some(out)
}

/// Costs with multiples of these functions.
fn with(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
    (size, set, left): (&Size, &[Function], &[Vec<Lin>]),
    steep: i64,
) -> Option<Costs> {
    let stops = |a: &Arc| matches!(a.target, Target::End(how) if how != "return");
    let partly = graph.arcs.iter().any(stops);
    let mut t = Unknowns::new(engine, graph);
    let factors: Vec<Param> = set.iter().map(|_| t.template.param()).collect();
    for (number, arc) in graph.arcs.iter().enumerate().filter(|(_, a)| !a.call) {
        let source = match arc.source {
            Some(c) => t.cuts.get(c.index())?.clone(),
            None => t.starts.get(&number)?.clone(),
        };
        let mut affine = Affine {
            parts: Vec::new(),
            fixed: t.form(weigh(number).linear()?),
        };
        t.arrive(graph, arc, &mut affine)?;
        t.leave(&source, &mut affine);
        for (factor, ways) in factors.iter().zip(left) {
            let own = t.form(ways.get(number)?).negated();
            affine.parts.push((*factor, own));
        }
        let premises = t.premises(&arc.arrival.state.facts);
        t.template.imply(&premises, &affine);
        if partly {
            // The functions are at least 0.
            t.behind_calls(graph, arc, None)?;
        }
    }
    let mut goal = t.goal(graph, true);
    for factor in &factors {
        t.template.require(Form::of(factor.0), Relation::Ge);
        // Which of a steep affine form and a function is worth more is seen later.
        goal = goal.plus_multiple(&Form::of(factor.0), &Q::int(-steep));
    }
    let solved = t.template.maximize(&goal);
    engine.spend(t.template.work());
    let Solved::Found(solution) = solved else {
        return None;
    };
    // Without the function it is an affine form, which somebody else has found.
    if solution.value(*factors.first()?).is_zero() {
        return None;
    }
    let mut out = Vec::new();
    for (number, row) in &t.starts {
        let arc = graph.arcs.get(*number)?;
        let sizes = match &size.start {
            Some(f) => f.clone(),
            None => next(graph, size, arc)?,
        };
        let mut sum = Vec::new();
        for (function, factor) in set.iter().zip(&factors) {
            // Rounded up: the functions are not negative.
            let value = solution.value(*factor);
            let whole = value.numer().div_ceil(&value.denom());
            for e in sizes.iter().filter(|_| whole.is_positive()) {
                let e = match names.expr(e) {
                    Some(e) => e,
                    // The largest that it may be: they do not fall.
                    None => {
                        let facts = &arc.arrival.state.facts;
                        Expr::number(facts.range(e, &mut Counters::default()).hi?)
                    }
                };
                sum.push(Expr::Mul {
                    of: vec![Expr::number(whole.clone()), function.of(e)],
                });
            }
        }
        sum.push(names.quotient(&quotient(row, &solution), true)?);
        out.push((*number, Expr::Add { of: sum }));
    }
    Some(out)
}
