//! What was proved of the graph and its system, as the report that the user
//! reads.

use super::apart;
use super::best::{self, bounds, is_large, ranges};
use super::derived;
use super::dominated;
use super::engine::Engine;
use super::explore::{CutId, Graph, Target};
use super::limitless;
use super::measured::loops;
use super::merged;
use super::middle::Middle;
use super::options::Options;
use super::potential::{self, Kind};
use super::present::Names;
use super::simplify::simplify;
use super::sourced::{header_place, is_register};
use super::state::LoopKey;
use super::system::{names_at, Translated};
use super::vain;
use super::weight::Weight;
use ep_base::entity::EntityId;
use ep_base::outcome::{Exactness, Place};
use ep_base::time::{
    Bound, Bounds, Case, Expr, Gap, Loop, LoopVerdict, Report, SecondLook, Summand, Undecided,
    Verdict,
};
use ep_ir::{BlockId, FuncId};
use ep_its::outcome::{Answer, Outcome};
use ep_its::poly::Var;
use std::collections::{BTreeMap, BTreeSet};

/// Of a graph with more ways than these, that is no row of loops and has no affine
/// bound, the system is asked for one before all other forms: their linear programs
/// may take all the time that there is.
const MANY: usize = 60;

/// Fills the report from what was found. Whether the certificate derives the upper
/// bound that is told.
pub fn report(
    engine: &mut Engine<'_>,
    options: &Options,
    graph: &Graph,
    translated: &Translated,
    outcome: &Outcome,
    seen: &BTreeMap<LoopKey, SecondLook>,
    report: &mut Report,
) -> bool {
    let mut names = Names::new(engine);
    // Inputs that were left out are cases of their own.
    let only = engine.middle == Middle::Alone;
    let gave_up = (graph.arcs.iter())
        .any(|a| matches!(a.target, Target::GaveUp) && !(only && a.arrival.state.inputs != 0));
    let ends = matches!(outcome.termination, Answer::Terminates);
    let proved = ends && !gave_up && !only && engine.undecided.is_empty();
    let open = open_cuts(graph, translated, outcome, ends);
    let mut keys = loops(graph);
    let alone = graph.arcs.iter().flat_map(|a| a.arrival.state.alone.keys());
    keys.extend(alone.cloned());
    let (mut found, mut system) = (Vec::new(), None);
    if proved {
        if options.bounds && !vain::ending(graph).is_empty() {
            let all = |n: usize| {
                let arc = graph.arcs.get(n);
                arc.map_or_else(Weight::default, |a| a.arrival.state.weight())
            };
            let cases = apart::cases(graph);
            if cases.len() > 1 {
                report.bounds = by_cases(engine, graph, cases, options, &mut names);
            } else {
                engine.found.replace(Some(Vec::new()));
                let of = (graph, translated);
                (report.bounds, system) = total(engine, of, options, &mut names, &all);
                found = engine.found.take().unwrap_or_default();
            }
        }
        summands(engine, options, graph, &mut names, report);
        report.verdict = Verdict::Terminates;
    } else {
        report.verdict = verdict(engine, graph, outcome, &open);
        if options.bounds && !gave_up && engine.undecided.is_empty() {
            let meets = |c: &u8| apart::meets(graph, *c, &open);
            let (left, closed): (BTreeSet<u8>, _) =
                apart::cases(graph).into_iter().partition(meets);
            if !left.is_empty() && !closed.is_empty() {
                if let Verdict::Unknown { reason, .. } = &mut report.verdict {
                    *reason += &apart::said(engine, &mut names, &left).unwrap_or_default();
                }
                report.bounds = by_cases(engine, graph, closed, options, &mut names);
            } else if let Some(b) = bounds_elsewhere(engine, graph, &mut names, &open) {
                report.bounds = b;
            }
        }
    }
    if proved {
        report.because = calls_fall(engine, graph, translated, outcome);
    }
    let mut asked = limitless::LOOPS;
    for key in keys.iter().cloned() {
        let calls = calls(engine, &key.0);
        let mut place = header_place(engine, key.1, key.2);
        // A loop of the library has no line: it is where it was called.
        let known = |p: &&Place| p.line > 0;
        if let (0, Some(caller)) = (place.line, calls.iter().rev().find(known)) {
            place = caller.clone();
        }
        let own = |n: usize| {
            let Some(a) = graph.arcs.get(n) else {
                return Weight::default();
            };
            let again = matches!(a.target, Target::Cut(_))
                && a.arrival.state.back_edge
                && of(&a.arrival.key) == key;
            let alone = a.arrival.state.alone.get(&key).copied().unwrap_or(0);
            Weight::number(alone + u64::from(again))
        };
        let mut rounds = if proved && options.bounds {
            rounds_of(engine, graph, &mut names, &own)
        } else {
            Bounds::default()
        };
        let row = rounds.gap != Gap::Exact && graph.stages(engine).is_some();
        let rough = |b: &Bound| is_large(b) || (row && best::is_divided(b));
        if proved && options.bounds && rounds.upper.as_ref().is_none_or(rough) && asked > 0 {
            asked -= 1;
            let counts = |n: usize| own(n) != Weight::default();
            let found = limitless::upper(graph, translated, options, Some(&counts));
            let other = found.and_then(|o| from_system(engine, &o, &mut names));
            let worst = |b: &Bound| best::at_most(engine, graph, &names, b);
            let better = |b: &Bound| match &rounds.upper {
                Some(old) if !is_large(old) => worst(b).is_some_and(|x| Some(x) < worst(old)),
                _ => true,
            };
            if let Some(b) = other.filter(|b| !is_large(b) && better(b)) {
                rounds.upper = Some(b);
            }
        }
        let cuts: Vec<CutId> = graph
            .cuts
            .iter()
            .filter(|(_, c)| of(&c.key) == key)
            .map(|(i, _)| i)
            .collect();
        let decided = !only && (ends || !cuts.iter().any(|c| open.contains(c)));
        let (mut invariants, mut telling) = (Vec::new(), Vec::new());
        for cut in cuts.iter().filter_map(|c| graph.cuts.get(*c)) {
            let shown = names_at(engine, Some(cut));
            let name = |s| shown.get(&s).cloned().unwrap_or_else(|| format!("{s}"));
            let mut facts = super::facts::Facts::new();
            for (d, i) in &cut.known {
                facts.add(d, i);
            }
            invariants.extend(facts.show(&name));
            let named = |s| !is_register(&name(s));
            for told in super::telling::telling(engine, cut, &facts, &named).show(&name) {
                if !telling.contains(&told) {
                    telling.push(told);
                }
            }
        }
        report.loops.push(Loop {
            place,
            function: key.1.index() as u32,
            block: key.2.index() as u32,
            calls,
            verdict: if decided {
                LoopVerdict::Terminates
            } else {
                LoopVerdict::Unknown {
                    tried: vec!["ranking functions of its integer transition system".to_owned()],
                }
            },
            rounds,
            because: because(translated, outcome, &cuts),
            invariants,
            telling,
            second: seen.get(&key).cloned(),
        });
    }
    without_beaten(engine, &mut names, report);
    if report.bounds.gap != Gap::Exact {
        let gap = super::gap::between(engine, &mut names, &report.bounds);
        report.bounds.gap = gap.unwrap_or_default();
    }
    if proved {
        report.longest = super::gap::longest(engine, &names, &report.bounds);
    }
    let derives = proved
        && (by_system(engine, system, &mut names, report)
            || derived::add(engine, graph, translated, &found, &mut names, report).is_some());
    if proved && options.bounds {
        let said = vain::said(engine, graph, &names);
        engine.assumptions.extend(said);
    }
    report.parameters = names.parameters;
    report.assumptions = engine.assumptions.iter().cloned().collect();
    report.undecided = engine
        .undecided
        .iter()
        .map(|(what, place)| Undecided {
            what: what.clone(),
            place: place.clone(),
            tried: Vec::new(),
        })
        .collect();
    report.exactness = Exactness {
        over: !graph.arcs.iter().all(|a| a.arrival.state.exact),
        under: false,
    };
    report.graph = super::picture::picture(engine, graph, &keys);
    report.statistics.states = graph.steps;
    report.statistics.transitions = graph.arcs.len() as u64;
    report.statistics.entailments = engine.count.entailments;
    report.statistics.solver_calls = engine.count.programs + outcome.counts.programs;
    derives
}

/// The outcome of a system whose certificate derives a bound, with that certificate.
type OfSystem = Option<(Outcome, Option<String>)>;

/// The bounds of all that a run costs; with what the system says, where that was asked.
fn total(
    engine: &Engine<'_>,
    (graph, translated): (&Graph, &Translated),
    options: &Options,
    names: &mut Names,
    all: &dyn Fn(usize) -> Weight,
) -> (Bounds, OfSystem) {
    let mut system = None;
    let many = graph.arcs.len() > MANY && graph.stages(engine).is_none();
    let said = |b: &Bound| !is_large(b);
    if many && !best::affine(engine, graph, names, all).is_some_and(|b| said(&b)) {
        system = limitless::whole(graph, translated, options);
    }
    let mut found = bounds(engine, graph, names, all);
    if !found.upper.as_ref().is_none_or(is_large) {
        return (found, system);
    }
    let parts = best::by_parts(engine, graph, names, all);
    let parts = parts.filter(|b| !is_large(b));
    let free = |names: &mut Names| {
        let found = limitless::upper(graph, translated, options, None)?;
        from_system(engine, &found, names).filter(|b| !is_large(b))
    };
    let other = parts.or_else(|| free(names));
    let other = other.or_else(|| {
        system = (system.take()).or_else(|| limitless::whole(graph, translated, options));
        from_system(engine, &system.as_ref()?.0, names)
    });
    let other = other.or_else(|| {
        let found = limitless::lean(graph, translated, options)?;
        from_system(engine, &found, names)
    });
    if found.upper.is_none() || other.as_ref().is_some_and(|b| !is_large(b)) {
        found.upper = other;
    }
    (found, system)
}

/// The bounds of the rounds of a loop, case by case.
fn rounds_of(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    own: &dyn Fn(usize) -> Weight,
) -> Bounds {
    let cases = apart::cases(graph);
    if cases.len() < 2 {
        return bounds(engine, graph, names, own);
    }
    joined(cases.into_iter().map(|case| {
        let (part, numbers) = apart::part(graph, case);
        let own = |n: usize| numbers.get(n).map_or_else(Weight::default, |n| own(*n));
        let own = bounds(engine, &part, names, &own);
        bounded(engine, names, case, own)
    }))
}

/// The bounds of cases that were told apart, each with its condition. A case without
/// a bound leaves the others theirs.
fn by_cases(
    engine: &Engine<'_>,
    graph: &Graph,
    cases: BTreeSet<u8>,
    options: &Options,
    names: &mut Names,
) -> Bounds {
    joined(cases.into_iter().map(|case| {
        let (part, _) = apart::part(graph, case);
        let translated = super::system::translate(engine, &part);
        let all = |n: usize| {
            let arc = part.arcs.get(n);
            arc.map_or_else(Weight::default, |a| a.arrival.state.weight())
        };
        let own = total(engine, (&part, &translated), options, names, &all).0;
        bounded(engine, names, case, own)
    }))
}

/// Bounds of one case, with its condition.
fn bounded(engine: &Engine<'_>, names: &mut Names, case: u8, own: Bounds) -> Bounds {
    let upper = own
        .upper
        .and_then(|b| apart::within(engine, names, case, b));
    Bounds {
        // That other cases have one says nothing about this.
        upper: upper.or_else(|| Some(apart::unbounded(engine, names, case))),
        lower: own
            .lower
            .and_then(|b| apart::within(engine, names, case, b)),
        gap: own.gap,
    }
}

/// The bounds of all cases, whose conditions exclude each other.
fn joined(cases: impl Iterator<Item = Bounds>) -> Bounds {
    let mut exact = true;
    let (mut upper, mut lower) = (Vec::new(), Vec::new());
    for own in cases {
        exact &= own.gap == Gap::Exact;
        upper.extend(own.upper.into_iter().flat_map(|b| b.cases));
        lower.extend(own.lower.into_iter().flat_map(|b| b.cases));
    }
    let bound = |cases: Vec<Case>| (!cases.is_empty()).then_some(Bound { cases });
    Bounds {
        upper: bound(upper),
        lower: bound(lower),
        gap: match exact {
            true => Gap::Exact,
            false => Gap::Unknown,
        },
    }
}

/// Whether the upper bound is the one of the system: then the certificate is the one
/// that derives it.
fn by_system(
    engine: &Engine<'_>,
    system: OfSystem,
    names: &mut Names,
    report: &mut Report,
) -> bool {
    let own = |(outcome, text): (Outcome, Option<String>)| {
        let mut own = from_system(engine, &outcome, names)?;
        dominated::tidy(&mut own, &ranges(engine, names));
        let ends = matches!(outcome.termination, Answer::Terminates);
        (ends && report.bounds.upper.as_ref() == Some(&own)).then_some(text?)
    };
    let Some(text) = system.and_then(own) else {
        return false;
    };
    let slot = report.certificate.as_mut();
    slot.map(|c| c.text = text).is_some()
}

/// Drops parts of extremes that never count for inputs that there can be, and makes
/// one of cases that say the same.
fn without_beaten(engine: &Engine<'_>, names: &mut Names, report: &mut Report) {
    let ranges = ranges(engine, names);
    let loops = report.loops.iter_mut().map(|l| &mut l.rounds);
    let summands = report.summands.iter_mut().map(|s| &mut s.bounds);
    for b in loops.chain(summands).chain([&mut report.bounds]) {
        if b.gap == Gap::Exact && b.upper != b.lower {
            // Another upper bound stands in the place of the exact one.
            b.gap = Gap::Unknown;
        }
        for side in [&mut b.upper, &mut b.lower].into_iter().flatten() {
            dominated::tidy(side, &ranges);
            merged::merge_cases(engine, names, side);
        }
    }
}

/// The parts of the bounds whose cost was given, and what the C library executes.
fn summands(
    engine: &Engine<'_>,
    options: &Options,
    graph: &Graph,
    names: &mut Names,
    report: &mut Report,
) {
    for (number, c) in options.costs.iter().enumerate() {
        let own = |n: usize| {
            let charges = graph.arcs.get(n).map(|a| &a.arrival.state.charges);
            let own = charges.and_then(|c| c.get(&(number as u32)));
            own.cloned().unwrap_or_default()
        };
        report.summands.push(Summand {
            function: c.function.clone(),
            each: c.text.trim().to_owned(),
            bounds: match options.bounds {
                true => bounds(engine, graph, names, &own),
                false => Bounds::default(),
            },
        });
    }
    let executed = |n: usize| graph.arcs.get(n).map_or(0, |a| a.arrival.state.library);
    if options.bounds && (0..graph.arcs.len()).any(|n| executed(n) > 0) {
        report.summands.push(Summand {
            function: LIBRARY.to_owned(),
            each: String::new(),
            bounds: bounds(engine, graph, names, &|n| Weight::number(executed(n))),
        });
    }
}

/// The summand of what models of the C library execute.
const LIBRARY: &str = "the C library";

fn of(key: &super::arrival::CutKey) -> LoopKey {
    (key.path.clone(), key.func, key.block)
}

/// Cuts of parts with a transition that no measure was found for. Runs that
/// stay away from them end.
pub(super) fn open_cuts(
    graph: &Graph,
    t: &Translated,
    outcome: &Outcome,
    ends: bool,
) -> BTreeSet<CutId> {
    if ends {
        return BTreeSet::new();
    }
    if outcome.components.is_empty() {
        return graph.cuts.ids().collect();
    }
    let mut out = BTreeSet::new();
    let parts = outcome.components.iter().filter(|c| !c.open.is_empty());
    for id in parts.flat_map(|c| &c.transitions).flat_map(|p| &p.0) {
        let arc = t
            .system
            .transitions
            .get(*id)
            .and_then(|tr| graph.arcs.get(tr.origin as usize));
        if let Some(arc) = arc {
            out.extend(arc.source);
            if let Target::Cut(c) = arc.target {
                out.insert(c);
            }
        }
    }
    out
}

/// Bounds for the inputs whose runs cannot come to an open cut: every such run
/// ends. Only where one comparison of the inputs tells them.
fn bounds_elsewhere(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    open: &BTreeSet<CutId>,
) -> Option<Bounds> {
    if graph.arcs.iter().any(|a| a.call) {
        // A way that goes on behind a call rests on the call, too.
        return None;
    }
    let away = |c: Option<CutId>| c.is_none_or(|c| !open.contains(&c));
    let left = Graph {
        start: graph.start.clone(),
        cuts: graph.cuts.clone(),
        arcs: graph
            .arcs
            .iter()
            .filter(|a| {
                let target = match a.target {
                    Target::Cut(c) => Some(c),
                    _ => None,
                };
                away(a.source) && away(target)
            })
            .cloned()
            .collect(),
        steps: graph.steps,
        known: Default::default(),
        gains: Default::default(),
    };
    // What every run that comes to an open cut has as input.
    let mut outside: Option<Vec<(super::lin::Lin, super::lin::Interval)>> = None;
    for c in open {
        let cut = graph.cuts.get(*c)?;
        let mut pieces = Vec::new();
        for (d, i) in &cut.known {
            if d.terms().any(|(v, _)| !engine.is_input(v)) {
                continue;
            }
            let mut ranges = super::facts::Facts::new();
            for input in &engine.inputs {
                ranges.add(&super::lin::Lin::var(input.sym), &input.range);
            }
            let all = ranges.range(d, &mut super::facts::Counters::default());
            if i.meet(&all) != all {
                if let (Some(lo), true) = (&i.lo, i.lo != all.lo) {
                    pieces.push((d.clone(), below(lo)));
                }
                if let (Some(hi), true) = (&i.hi, i.hi != all.hi) {
                    pieces.push((d.clone(), above(hi)));
                }
                break;
            }
        }
        match &outside {
            None => outside = Some(pieces),
            Some(before) if *before == pieces => {}
            Some(_) => return None,
        }
    }
    let weigh = |n: usize| {
        let arc = left.arcs.get(n);
        arc.map_or_else(Weight::default, |a| a.arrival.state.weight())
    };
    let exact = potential::solve(engine, &left, Kind::Exact, &weigh)?;
    let mut out = Vec::new();
    for (number, q) in &exact.starts {
        let arc = left.arcs.get(*number)?;
        if !arc.arrival.state.exact {
            return None;
        }
        let value = simplify(names.quotient(q, false)?);
        for (d, within) in outside.iter().flatten() {
            let mut facts = arc.arrival.state.facts.clone();
            facts.add(d, within);
            if facts.infeasible(&mut super::facts::Counters::default()) {
                continue;
            }
            out.push(Case {
                condition: names.condition(engine, &facts)?,
                value: value.clone(),
            });
        }
    }
    let bound = (!out.is_empty()).then_some(Bound { cases: out })?;
    Some(Bounds {
        upper: Some(bound.clone()),
        lower: Some(bound),
        gap: Gap::Exact,
    })
}

fn below(lo: &num_bigint::BigInt) -> super::lin::Interval {
    super::lin::Interval {
        lo: None,
        hi: Some(lo - 1),
    }
}

fn above(hi: &num_bigint::BigInt) -> super::lin::Interval {
    super::lin::Interval {
        lo: Some(hi + 1),
        hi: None,
    }
}

fn verdict(
    engine: &Engine<'_>,
    graph: &Graph,
    outcome: &Outcome,
    open: &BTreeSet<CutId>,
) -> Verdict {
    if let Some((what, place)) = engine.undecided.iter().next() {
        return Verdict::Unknown {
            reason: what.clone(),
            place: place.clone(),
        };
    }
    let reason = match &outcome.termination {
        Answer::Terminates if engine.middle == Middle::Alone => {
            "no measure was found in time".to_owned()
        }
        Answer::Unknown { open, .. } if !open.is_empty() => "no measure was found".to_owned(),
        Answer::Unknown { reason, .. } => reason.clone(),
        _ => "the system of the program has a run that does not end".to_owned(),
    };
    // Where nothing is open, inputs were left out.
    let place = match open.iter().find_map(|c| graph.cuts.get(*c)) {
        Some(c) => header_place(engine, c.key.func, c.key.block),
        None => (loops(graph).first())
            .map(|(_, f, b)| header_place(engine, *f, *b))
            .unwrap_or_default(),
    };
    Verdict::Unknown { reason, place }
}

fn calls(engine: &Engine<'_>, path: &[(FuncId, BlockId, usize)]) -> Vec<Place> {
    path.iter()
        .map(|(f, b, next)| {
            let block = engine
                .module
                .functions
                .get(*f)
                .and_then(|f| f.blocks.get(*b));
            let inst = block.and_then(|b| b.insts.get(next.saturating_sub(1)));
            engine.place(*f, inst.map_or(ep_ir::LocId(0), |i| i.loc))
        })
        .collect()
}

/// The bounds of the system, in the parameters.
fn from_system(engine: &Engine<'_>, outcome: &Outcome, names: &mut Names) -> Option<Bound> {
    let mut cases = Vec::new();
    for c in &outcome.upper {
        let mut condition = Vec::new();
        for a in &c.condition {
            let f = linear(engine, &a.poly)?;
            let equal = a.rel == ep_its::system::Rel::Eq;
            condition.push(names.comparison(&f, equal)?);
        }
        let value = simplify(expression(engine, &c.bound)?);
        if value == Expr::Unbounded {
            continue;
        }
        cases.push(Case { condition, value });
    }
    (!cases.is_empty()).then_some(Bound { cases })
}

fn linear(engine: &Engine<'_>, p: &ep_its::poly::Poly) -> Option<super::lin::Lin> {
    let (terms, constant) = p.as_linear()?;
    let mut f = super::lin::Lin::number(constant);
    for (v, c) in terms {
        let (sym, _) = engine.parameters().get(v.index())?.clone();
        f = f.plus_times(&super::lin::Lin::var(sym), &c);
    }
    Some(f)
}

fn expression(engine: &Engine<'_>, b: &ep_its::bound::Bound) -> Option<Expr> {
    use ep_its::bound::Bound as B;
    let list = |of: &[B]| {
        of.iter()
            .map(|b| expression(engine, b))
            .collect::<Option<Vec<_>>>()
    };
    let input = |v: &Var| match v.index().checked_sub(engine.inputs.len()) {
        None => Some(Expr::Parameter {
            index: v.index() as u32,
        }),
        Some(n) => engine.derived.get(n).map(|d| d.expr.clone()),
    };
    Some(match b {
        B::Unbounded => Expr::Unbounded,
        B::Const(n) => Expr::number(n.clone()),
        B::Var(v) => input(v)?,
        B::Sum(of) => Expr::Add { of: list(of)? },
        B::Product(of) => Expr::Mul { of: list(of)? },
        B::Max(of) => Expr::Max { of: list(of)? },
        B::Min(of) => Expr::Min { of: list(of)? },
        B::FloorDiv(a, n) => Expr::FloorDiv {
            of: Box::new(expression(engine, a)?),
            by: Box::new(Expr::number(n.clone())),
        },
        B::Power(a, n) => Expr::Power {
            base: Box::new(expression(engine, a)?),
            exponent: Box::new(Expr::Max {
                of: vec![Expr::number(0), expression(engine, n)?],
            }),
        },
        B::BitLength(a) => Expr::BitLength {
            of: Box::new(expression(engine, a)?),
        },
    })
}

/// The measures that speak of these cuts, in source names.
fn because(t: &Translated, outcome: &Outcome, cuts: &[CutId]) -> Vec<String> {
    let mut out = BTreeSet::new();
    for r in outcome.components.iter().flat_map(|c| &c.rankings) {
        for (loc, values) in &r.measure {
            let own = cuts.iter().any(|c| t.locations.get(c.index()) == Some(loc));
            if own {
                let name = |v: Var| {
                    let known = t.names.get(v.index()).cloned();
                    let name = known.unwrap_or_else(|| t.system.name(v));
                    // What stands for a sum may be multiplied or taken away.
                    match name.contains(' ') && !name.ends_with(')') {
                        true => format!("({name})"),
                        false => name,
                    }
                };
                let shown: Vec<String> = values.iter().map(|p| measure(p, &name)).collect();
                out.insert(format!("{} falls", shown.join(", then ")));
            }
        }
    }
    out.into_iter().collect()
}

/// A measure as a reader would write it: a limit of a type by its name, and what is
/// added before what is taken away.
fn measure(p: &ep_its::poly::Poly, name: &dyn Fn(Var) -> String) -> String {
    let known = p.as_linear().and_then(|(terms, constant)| {
        let (limit, rest) = super::limits::limit_near(&constant)?;
        Some((terms, limit, rest))
    });
    let Some((terms, limit, rest)) = known else {
        let constant = p.constant_term();
        let limit = super::limits::limited(&constant);
        if limit == constant.to_string() {
            return p.show(name);
        }
        let other = p.minus(&ep_its::poly::Poly::constant(constant)).show(name);
        return match other.strip_prefix('-') {
            Some(other) => format!("{limit} - {other}"),
            None => format!("{other} + {limit}").replace("+ -", "- "),
        };
    };
    let mut sum: Vec<Expr> = vec![Expr::Parameter { index: 0 }];
    let mut names = vec![limit.to_owned()];
    let mut terms: Vec<_> = terms.into_iter().collect();
    terms.sort_by_key(|(_, c)| num_traits::Signed::is_negative(c));
    for (v, c) in terms {
        let of = vec![
            Expr::number(c),
            Expr::Parameter {
                index: names.len() as u32,
            },
        ];
        sum.push(simplify(Expr::Mul { of }));
        names.push(name(v));
    }
    sum.push(Expr::number(rest));
    simplify(Expr::Add { of: sum }).text(&names)
}

/// Measures of recursive calls, by the functions that they are calls of.
fn calls_fall(
    engine: &Engine<'_>,
    graph: &Graph,
    t: &Translated,
    outcome: &Outcome,
) -> Vec<String> {
    let entered = graph.arcs.iter().filter_map(|a| match a.target {
        Target::Cut(c) if a.call => Some(c),
        _ => None,
    });
    let mut functions: BTreeMap<FuncId, Vec<CutId>> = BTreeMap::new();
    for c in entered {
        if let Some(cut) = graph.cuts.get(c) {
            let cuts = functions.entry(cut.key.func).or_default();
            if !cuts.contains(&c) {
                cuts.push(c);
            }
        }
    }
    let mut out = Vec::new();
    for (f, cuts) in functions {
        let name = engine.module.functions.get(f).map_or("", |f| &f.name);
        for b in because(t, outcome, &cuts) {
            out.push(format!("{b} in each call of {name}"));
        }
    }
    out
}
