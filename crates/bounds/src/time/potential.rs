//! Costs to the end as affine functions of each cut, which the graph's ways
//! must add up to.
//!
//! Idea: an unknown affine form per cut and per way out of the start. Along
//! each way `form(source) = cost + form(target)` must hold; then every run that
//! ends costs exactly what its first way says, whatever else it does, since the
//! costs telescope. What a recursive call costs is the form of the function's
//! entry at its arguments, added to the way. Where no such forms exist, the same with `>=` gives upper
//! and with `<=` lower bounds. All unknowns stand linearly: one linear program
//! by Farkas' lemma for each. Where nothing is paid any more the form is 0; and
//! where the facts are too many, those about values that came from nowhere (what
//! was read of unknown memory) are left out: fewer premises and unknowns are
//! always sound. The bounds speak of runs that end: the caller has
//! a proof of termination. Alternative: bounds from ranking functions and sizes
//! (`its`), which are not tight. Source: document 004, section 5, with the
//! multipliers of A. Podelski and A. Rybalchenko, "A complete method for the
//! synthesis of linear ranking functions" (VMCAI 2004). Cost: one linear
//! program over all ways.

use super::arrival::Arrival;
use super::engine::Engine;
use super::explore::{CutId, Graph, Target};
use super::facts::Facts;
use super::forms::{Found, Quotient};
use super::lin::{Lin, Sym};
use super::weight::Weight;
use ep_base::entity::EntityId;
use ep_smt::linear::farkas::{Affine, Param, Solution, Solved, Template};
use ep_smt::linear::{Col, Constraint, Form, Relation, Q};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Pivots of one program, and multipliers in one: what is larger is not tried, or with
/// the premises alone that speak of what is computed, of which there may be more.
const PIVOTS: u64 = 3_000;
const LEAST: u64 = 200;
const WORK: u64 = 500_000;
const MULTIPLIERS: usize = 1_200;
const COMPUTED: usize = 3_000;

/// Which bounds are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Exact,
    Upper,
    Lower,
}

/// Costs of all ways out of the start, or nothing. `weigh` is the cost of a
/// way by its number.
pub fn solve(
    engine: &Engine<'_>,
    graph: &Graph,
    kind: Kind,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Found> {
    if graph
        .arcs
        .iter()
        .any(|a| matches!(a.target, Target::GaveUp))
    {
        return None;
    }
    if engine.options.budget.stop_now().is_some() || engine.programs.get() == 0 {
        return None;
    }
    let called = graph.arcs.iter().any(|a| a.call);
    let stops = |a: &super::explore::Arc| matches!(a.target, Target::End(how) if how != "return");
    // What comes behind a call may not be executed: then only what is at least 0
    // there is no less than what is paid.
    let partly = called && graph.arcs.iter().any(stops);
    if partly && kind != Kind::Upper {
        return None;
    }
    let paid = paid(graph, weigh);
    let pays = |a: &super::explore::Arc| a.source.is_none_or(|c| paid.contains(&c));
    // Of all ways: long chains of loops have numbers of hundreds of digits, also
    // where half of the ways pay nothing.
    let sum = |of: &dyn Fn(&Facts) -> usize| {
        let arcs = graph.arcs.iter();
        arcs.map(|a| of(&a.arrival.state.facts)).sum::<usize>()
    };
    let mut only = None;
    if kind != Kind::Exact && sum(&|f| sides(f)) > MULTIPLIERS {
        let kept = computed(engine, graph)?;
        if sum(&|f| f.lean().filter(|(d, ..)| within(&kept, d)).count()) > COMPUTED {
            tracing::debug!(
                ?kind,
                ways = graph.arcs.len(),
                "too many facts for a potential"
            );
            return None;
        }
        only = Some(kept);
    }
    let mut t = Unknowns::over(engine, graph, Some(&paid), only);
    for (number, arc) in graph.arcs.iter().enumerate() {
        if arc.call || !pays(arc) {
            continue;
        }
        let source = match arc.source {
            Some(c) => t.cuts.get(c.index())?.clone(),
            None => t.starts.get(&number)?.clone(),
        };
        // weight + target - source
        let mut affine = Affine {
            fixed: t.form(weigh(number).linear()?),
            ..Affine::default()
        };
        t.arrive(graph, arc, &mut affine)?;
        t.leave(&source, &mut affine);
        let facts = &arc.arrival.state.facts;
        match kind {
            Kind::Exact => {
                let premises = t.equations(facts);
                t.template.imply(&premises, &affine);
                t.template.imply(&premises, &negated(&affine));
            }
            Kind::Upper => {
                let premises = t.premises(facts);
                t.template.imply(&premises, &affine);
                if partly {
                    t.behind_calls(graph, arc, None)?;
                }
            }
            Kind::Lower => {
                let premises = t.premises(facts);
                t.template.imply(&premises, &negated(&affine));
            }
        }
    }
    let solved = match kind {
        Kind::Exact => t.template.solve(),
        Kind::Upper | Kind::Lower => {
            let goal = t.goal(graph, kind == Kind::Upper);
            t.template.maximize(&goal)
        }
    };
    engine.spend(t.template.work());
    tracing::debug!(
        ?kind,
        ways = graph.arcs.len(),
        facts = sum(&|f| sides(f)),
        work = t.template.work(),
        found = matches!(solved, Solved::Found(_)),
        "a potential was looked for"
    );
    let Solved::Found(solution) = solved else {
        return None;
    };
    let starts = t.starts.iter();
    Some(Found {
        starts: starts
            .map(|(n, unknowns)| (*n, quotient(unknowns, &solution)))
            .collect(),
        cuts: (t.cuts.iter())
            .map(|row| quotient(row, &solution))
            .collect(),
    })
}

/// Cuts from which something may be paid.
pub(super) fn paid(graph: &Graph, weigh: &dyn Fn(usize) -> Weight) -> BTreeSet<CutId> {
    let mut out = BTreeSet::new();
    let mut left: Vec<(CutId, &super::explore::Arc)> = Vec::new();
    for (number, arc) in graph.arcs.iter().enumerate() {
        match arc.source {
            Some(c) if weigh(number) != Weight::default() => {
                out.insert(c);
            }
            Some(c) => left.push((c, arc)),
            None => {}
        }
    }
    loop {
        let before = out.len();
        for (source, arc) in &left {
            let called = arc.calls.iter().any(|(c, _)| out.contains(c));
            if called || matches!(arc.target, Target::Cut(c) if out.contains(&c)) {
                out.insert(*source);
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

/// Variables that are computed from the inputs on every way, and the inputs.
/// `None` where functions call themselves.
fn computed(engine: &Engine<'_>, graph: &Graph) -> Option<BTreeSet<Sym>> {
    if graph.arcs.iter().any(|a| a.call || !a.calls.is_empty()) {
        return None;
    }
    let mut out: BTreeSet<Sym> = engine.parameters().into_iter().map(|p| p.0).collect();
    let cuts = graph.cuts.iter().flat_map(|(_, c)| c.syms());
    out.extend(cuts.map(|(_, s)| s));
    loop {
        let before = out.len();
        for arc in &graph.arcs {
            let Target::Cut(id) = arc.target else {
                continue;
            };
            let cut = graph.cuts.get(id)?;
            let mu = cut.mu(&arc.arrival);
            for (_, sym) in cut.syms() {
                if !mu.get(&sym).is_some_and(|f| within(&out, f)) {
                    out.remove(&sym);
                }
            }
        }
        if out.len() == before {
            return Some(out);
        }
    }
}

fn within(kept: &BTreeSet<Sym>, f: &Lin) -> bool {
    f.terms().all(|(v, _)| kept.contains(&v))
}

/// The inequalities of some facts that stand in a linear program.
fn sides(facts: &Facts) -> usize {
    facts.lean().count()
}

pub(super) fn negated(a: &Affine) -> Affine {
    Affine {
        parts: a.parts.iter().map(|(p, f)| (*p, f.negated())).collect(),
        fixed: a.fixed.negated(),
    }
}

pub(super) fn quotient(unknowns: &[(Option<Sym>, Param)], solution: &Solution) -> Quotient {
    let mut divisor = BigInt::one();
    for (_, p) in unknowns {
        divisor = divisor.lcm(&solution.value(*p).denom());
    }
    let mut form = Lin::default();
    for (x, p) in unknowns {
        let c = solution.value(*p).times(&Q::from_int(&divisor)).numer();
        let part = x.map_or_else(|| Lin::number(1), Lin::var);
        form = form.plus_times(&part, &c);
    }
    Quotient { form, divisor }
}

/// An unknown form: a coefficient per variable, and one alone.
pub(super) type Row = Vec<(Option<Sym>, Param)>;

/// Columns of variables in a linear program's premises.
#[derive(Default)]
pub(super) struct Columns(BTreeMap<Sym, Col>);

impl Columns {
    /// A form over these columns.
    pub fn form(&mut self, f: &Lin) -> Form {
        let mut out = Form::zero().with_constant(Q::from_int(f.constant()));
        for (v, c) in f.terms() {
            let next = Col(self.0.len() as u32);
            let column = *self.0.entry(v).or_insert(next);
            out = out.plus_multiple(&Form::of(column), &Q::from_int(c));
        }
        out
    }
}

/// The unknown forms of a graph.
pub(super) struct Unknowns {
    pub template: Template,
    /// Per cut a coefficient for each of its variables and one alone.
    pub cuts: Vec<Row>,
    /// The same over the inputs for each way out of the start.
    pub starts: BTreeMap<usize, Row>,
    columns: Columns,
    /// Premises speak of these alone.
    only: Option<BTreeSet<Sym>>,
}

impl Unknowns {
    pub fn new(engine: &Engine<'_>, graph: &Graph) -> Unknowns {
        Unknowns::over(engine, graph, None, None)
    }

    /// Forms of these cuts, those of others being 0, over these variables alone.
    fn over(
        engine: &Engine<'_>,
        graph: &Graph,
        paid: Option<&BTreeSet<CutId>>,
        only: Option<BTreeSet<Sym>>,
    ) -> Unknowns {
        let pays = |c: &CutId| paid.is_none_or(|p| p.contains(c));
        let mut template = Template::new();
        // Each pivot touches as many numbers as there are facts, and more.
        let arcs = (graph.arcs.iter()).filter(|a| a.source.as_ref().is_none_or(pays));
        let own = |d: &Lin| only.as_ref().is_none_or(|o| within(o, d));
        let facts = arcs.map(|a| {
            a.arrival
                .state
                .facts
                .lean()
                .filter(|(d, ..)| own(d))
                .count()
        });
        let facts = facts.sum::<usize>() as u64 / 2;
        let pivots = (WORK / facts.max(1)).clamp(LEAST, PIVOTS);
        template.set_limit(Some(pivots));
        template.set_allowance(Some(engine.programs.get()));
        template.set_stop(engine.options.budget.stop());
        let inputs: Vec<Sym> = engine.parameters().into_iter().map(|p| p.0).collect();
        let mut row = |syms: Vec<Sym>| -> Row {
            let mut out: Row = syms
                .into_iter()
                .map(|v| (Some(v), template.param()))
                .collect();
            out.push((None, template.param()));
            out
        };
        let mut cuts = Vec::new();
        for id in graph.cuts.ids() {
            let id: CutId = id;
            if !pays(&id) {
                cuts.push(Vec::new());
                continue;
            }
            let mut syms = inputs.clone();
            if let Some(c) = graph.cuts.get(id) {
                syms.extend(c.syms().into_iter().map(|(_, s)| s));
            }
            syms.retain(|s| only.as_ref().is_none_or(|o| o.contains(s)));
            cuts.push(row(syms));
        }
        let starts = graph
            .arcs
            .iter()
            .enumerate()
            .filter(|(_, a)| a.source.is_none() && !a.call)
            .map(|(n, _)| (n, row(inputs.clone())))
            .collect();
        Unknowns {
            template,
            cuts,
            starts,
            columns: Columns::default(),
            only,
        }
    }

    /// Adds the forms of what a way calls and of where it leads.
    pub fn arrive(
        &mut self,
        graph: &Graph,
        arc: &super::explore::Arc,
        affine: &mut Affine,
    ) -> Option<()> {
        let mut next: Vec<(CutId, &Arrival)> = arc.calls.iter().map(|(c, a)| (*c, a)).collect();
        if let Target::Cut(id) = arc.target {
            next.push((id, &arc.arrival));
        }
        for (id, arrival) in next {
            self.add(graph, id, arrival, affine)?;
        }
        Some(())
    }

    /// Adds the form of a cut at what arrives there.
    fn add(
        &mut self,
        graph: &Graph,
        id: CutId,
        arrival: &Arrival,
        affine: &mut Affine,
    ) -> Option<()> {
        let mu = graph.cuts.get(id)?.mu(arrival);
        for (x, p) in self.cuts.get(id.index())?.clone() {
            let part = match x {
                None => Lin::number(1),
                Some(v) => match mu.get(&v) {
                    Some(f) => f.clone(),
                    None => Lin::var(v),
                },
            };
            affine.parts.push((p, self.form(&part)));
        }
        Some(())
    }

    /// Has what a way does behind its first call cost at least 0: a call may end the
    /// program. A call has `more` beside its form.
    pub fn behind_calls(
        &mut self,
        graph: &Graph,
        arc: &super::explore::Arc,
        more: Option<Param>,
    ) -> Option<()> {
        let later = arc.calls.iter().skip(1).map(|(c, a)| (*c, a, more));
        let mut next: Vec<(CutId, &Arrival, Option<Param>)> = later.collect();
        match arc.target {
            Target::Cut(id) if !arc.calls.is_empty() => next.push((id, &arc.arrival, None)),
            _ => {}
        }
        let premises = self.premises(&arc.arrival.state.facts);
        for (id, arrival, more) in next {
            let mut affine = Affine::default();
            self.add(graph, id, arrival, &mut affine)?;
            if let Some(more) = more {
                affine
                    .parts
                    .push((more, Form::zero().with_constant(Q::int(1))));
            }
            self.template.imply(&premises, &negated(&affine));
        }
        Some(())
    }

    /// Takes the form of where a way begins away.
    pub fn leave(&mut self, source: &Row, affine: &mut Affine) {
        for (x, p) in source {
            let part = match x {
                None => Lin::number(1),
                Some(v) => Lin::var(*v),
            };
            affine.parts.push((*p, self.form(&part).negated()));
        }
    }

    pub fn form(&mut self, f: &Lin) -> Form {
        self.columns.form(f)
    }

    pub fn premises(&mut self, facts: &Facts) -> Vec<Constraint> {
        let mut out = Vec::new();
        for (d, b, relation) in facts.lean() {
            if self.only.as_ref().is_some_and(|o| !within(o, d)) {
                continue;
            }
            let form = self.form(&d.add(&-b));
            out.push(Constraint::new(form, relation, out.len() as u32));
        }
        out
    }

    pub fn equations(&mut self, facts: &Facts) -> Vec<Constraint> {
        let mut out = Vec::new();
        for (d, i) in facts.iter() {
            if let (Some(a), Some(b)) = (&i.lo, &i.hi) {
                if a == b {
                    let form = self.form(&d.add(&-a));
                    out.push(Constraint::new(form, Relation::Eq, out.len() as u32));
                }
            }
        }
        out
    }

    /// The sum of the bounds at a point of each way out of the start, to be made
    /// small for upper and large for lower bounds.
    pub fn goal(&self, graph: &Graph, upper: bool) -> Form {
        let mut goal = Form::zero();
        let mut count = super::facts::Counters::default();
        for (number, row) in &self.starts {
            let Some(arc) = graph.arcs.get(*number) else {
                continue;
            };
            for share in [4i64, 2] {
                for (x, p) in row {
                    let at = match x {
                        None => BigInt::one(),
                        Some(v) => {
                            let r = arc.arrival.state.facts.range(&Lin::var(*v), &mut count);
                            match (r.lo, r.hi) {
                                (Some(l), Some(h)) => &l + (h - &l) / share,
                                _ => BigInt::zero(),
                            }
                        }
                    };
                    let k = if upper { -at } else { at };
                    goal = goal.plus_multiple(&Form::of(p.0), &Q::from_int(&k));
                }
            }
        }
        goal
    }
}
