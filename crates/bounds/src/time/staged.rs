//! Potentials found one loop after the other, the last of a run first.
//!
//! Idea: as in [`super::potential`], but where loops stand in a row ([`super::stages`])
//! each has a linear program of its own: what is paid behind it is known when it is
//! asked about. Mostly that is a form over the inputs, which no loop changes. Where
//! all ways out of a loop that costs nothing hand on the same form, or one of them
//! hands on what is the most of all inputs that the bound is made small for, that is
//! the loop's form and nothing is solved; so a hundred calls of one function
//! are a hundred programs of a few facts each. The forms are a potential of the whole
//! graph, as if they had been found together.
//!
//! Numbers: programs over limits of types give fractions whose digits add up from loop
//! to loop. A form over the inputs is rounded to the safe side before it is handed on.
//! Alternative: one program for all cuts, which chooses all forms together: the forms
//! here are the best ones for where each loop is entered, which may not be the best of
//! all for the start. Source: size and cost in turn (M. Brockschmidt et al., TOPLAS
//! 2016), with potentials. Cost: a linear program for each loop and those before it.
//!
//! What must never happen: a form that does not pay for some way. Each way has its
//! inequality by the facts that hold on it, of a form that is put in or of an
//! unknown one; rounding adds the same to all cuts of a part, and never less than 0
//! to upper bounds.

use super::engine::Engine;
use super::explore::{Arc, CutId, Graph, Target};
use super::facts::Counters;
use super::forms::{Found, Quotient};
use super::lin::{Interval, Lin, Sym};
use super::potential::{negated, paid, quotient, Columns, Kind, Row};
use super::stages::{put, Part, Stages, Way};
use super::weight::Weight;
use ep_base::entity::EntityId;
use ep_smt::linear::farkas::{Affine, Param, Solved, Template};
use ep_smt::linear::{Constraint, Form, Relation, Q};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Pivots of one program.
const PIVOTS: u64 = 2_000;
/// Divisors of more bits are not handed on, but parts of a unit.
const DIVISOR: u64 = 40;
const UNIT: u32 = 1_000_000;
/// Where in the range of each variable forms are made small: a half and a quarter.
const SHARES: [u32; 2] = [4, 2];

/// Costs of all ways out of the start, or nothing. `weigh` is the cost of a way by
/// its number.
pub fn solve(
    engine: &Engine<'_>,
    graph: &Graph,
    stages: &Stages,
    kind: Kind,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Found> {
    let mut search = Search {
        engine,
        graph,
        stages,
        kind,
        weigh,
        cuts: vec![nothing(); graph.cuts.len()],
        rounded: false,
        gains_none: (0..graph.arcs.len())
            .all(|n| weigh(n).as_number().is_some_and(|w| !w.is_negative())),
    };
    let paid = paid(graph, weigh);
    for part in &stages.parts {
        if part.cuts.iter().any(|c| paid.contains(c)) {
            search.part(part)?;
        }
    }
    let mut starts = BTreeMap::new();
    for (n, arc) in graph.arcs.iter().enumerate() {
        if arc.source.is_none() {
            starts.insert(n, search.start(n)?);
        }
    }
    Some(Found {
        starts,
        cuts: search.cuts,
    })
}

fn nothing() -> Quotient {
    Quotient {
        form: Lin::default(),
        divisor: BigInt::one(),
    }
}

struct Search<'a, 'm> {
    engine: &'a Engine<'m>,
    graph: &'a Graph,
    stages: &'a Stages,
    kind: Kind,
    weigh: &'a dyn Fn(usize) -> Weight,
    /// The forms that are known, by number of the cut.
    cuts: Vec<Quotient>,
    rounded: bool,
    /// No way costs less than nothing.
    gains_none: bool,
}

/// A way from a place with an unknown form.
struct Step<'a> {
    way: &'a Way,
    from: usize,
    /// Where it leads, if that form is unknown too.
    to: Option<usize>,
    /// What it costs with the known form that it leads to.
    fixed: Quotient,
}

/// A place with an unknown form, and values of its variables at which the form is
/// made small.
struct Place {
    vars: Vec<Sym>,
    points: Vec<BTreeMap<Sym, BigInt>>,
}

impl Search<'_, '_> {
    /// The forms of a part's cuts, when those of what it leads to are known.
    fn part(&mut self, part: &Part) -> Option<()> {
        if self.engine.options.budget.stop_now().is_some() || self.engine.programs.get() == 0 {
            return None;
        }
        let place = |c: CutId| part.cuts.iter().position(|d| *d == c);
        let mut steps = Vec::new();
        for n in &part.ways {
            let arc = self.graph.arcs.get(*n)?;
            let to = match arc.target {
                Target::Cut(c) => place(c),
                _ => None,
            };
            steps.push(Step {
                way: self.stages.ways.get(*n)?,
                from: place(arc.source?)?,
                to,
                fixed: self.cost(*n, arc, to.is_none())?,
            });
        }
        let points = self.points(part)?;
        if let Some(form) = self.handed_on(&steps, &points) {
            let form = self.near(part, form);
            for c in &part.cuts {
                *self.cuts.get_mut(c.index())? = form.clone();
            }
            return Some(());
        }
        // Variables of which nothing is said here have no part in the forms.
        let mut met: BTreeSet<Sym> = BTreeSet::new();
        let mut meet = |f: &Lin| met.extend(f.terms().map(|(v, _)| v));
        for s in &steps {
            s.way.facts.iter().for_each(|(d, _)| meet(d));
            s.way.mu.values().for_each(&mut meet);
            s.way.given.values().for_each(&mut meet);
            meet(&s.fixed.form);
        }
        let shared: Vec<Sym> = self.stages.inputs.intersection(&met).copied().collect();
        let mut places = Vec::new();
        for (c, points) in part.cuts.iter().zip(points) {
            let mut vars = shared.clone();
            vars.extend(self.stages.rows.get(c.index())?);
            places.push(Place { vars, points });
        }
        let found = self.solved(&places, &steps)?;
        for (c, form) in part.cuts.iter().zip(found) {
            let form = match part.cuts.len() {
                1 => self.near(part, form),
                _ => form,
            };
            *self.cuts.get_mut(c.index())? = form;
        }
        Some(())
    }

    /// What a way out of the start costs, over the inputs.
    fn start(&mut self, n: usize) -> Option<Quotient> {
        let arc = self.graph.arcs.get(n)?;
        let way = self.stages.ways.get(n)?;
        let fixed = self.cost(n, arc, true)?;
        let mut form = fixed.clone();
        if !self.stages.is_constant(&fixed.form) {
            let vars: Vec<Sym> = self.stages.inputs.iter().copied().collect();
            let at = |share: &u32| {
                let point = |v: &Sym| (*v, self.at(way, &Lin::var(*v), *share));
                vars.iter().map(point).collect()
            };
            let points = SHARES.iter().map(at).collect();
            let step = Step {
                way,
                from: 0,
                to: None,
                fixed,
            };
            form = self.solved(&[Place { vars, points }], &[step])?.pop()?;
        }
        let below = form.form.times(&-BigInt::one());
        if self.kind == Kind::Lower
            && self.gains_none
            && way.facts.entails(&below, &mut Counters::default())
        {
            return Some(nothing());
        }
        // Thousands of millionths are no bound to read.
        if self.rounded && self.kind != Kind::Exact {
            let range = |v| Some(self.range(v)?.meet(&way.facts.quick_range(&Lin::var(v))));
            let short = form.rounded(self.kind == Kind::Upper, &range);
            form = short.unwrap_or(form);
        }
        Some(form)
    }

    /// The cost of a way, with the known form of where it leads.
    fn cost(&self, n: usize, arc: &Arc, known: bool) -> Option<Quotient> {
        let way = self.stages.ways.get(n)?;
        let own = put((self.weigh)(n).linear()?, &way.given);
        let next = match arc.target {
            Target::Cut(c) if known => self.cuts.get(c.index())?,
            _ => {
                let divisor = BigInt::one();
                return Some(Quotient { form: own, divisor });
            }
        };
        let next_form = match self.stages.is_constant(&next.form) {
            true => next.form.clone(),
            false => next.form.substitute(&|v| way.mu.get(&v).cloned()),
        };
        Some(Quotient {
            form: next_form.plus_times(&own, &next.divisor),
            divisor: next.divisor.clone(),
        })
    }

    /// The one form that pays for all that is handed on by a part that costs nothing,
    /// if no other is better at the points.
    fn handed_on(
        &self,
        steps: &[Step<'_>],
        points: &[Vec<BTreeMap<Sym, BigInt>>],
    ) -> Option<Quotient> {
        let mut count = Counters::default();
        let zero = Lin::default();
        let mut out: Vec<(&Step<'_>, Vec<&Step<'_>>)> = Vec::new();
        for s in steps {
            match s.to {
                Some(_) if s.fixed.form == zero => {}
                None if self.stages.is_constant(&s.fixed.form) => {
                    match out.iter_mut().find(|(f, _)| f.fixed == s.fixed) {
                        Some((_, all)) => all.push(s),
                        None => out.push((s, vec![s])),
                    }
                }
                _ => return None,
            }
        }
        if let [(one, _)] = out.as_slice() {
            return Some(one.fixed.clone());
        }
        // Whether a form is enough on a way with another one.
        let mut pays = |f: &Quotient, s: &Step<'_>| {
            let over = f.form.times(&s.fixed.divisor);
            let gap = over.plus_times(&s.fixed.form, &-&f.divisor);
            let below = gap.times(&-BigInt::one());
            let facts = &s.way.facts;
            (self.kind == Kind::Lower || facts.entails(&gap, &mut count))
                && (self.kind == Kind::Upper || facts.entails(&below, &mut count))
        };
        for (s, own) in &out {
            // It cannot be better where one of its own ways may be taken.
            let met = points
                .iter()
                .flatten()
                .all(|at| own.iter().any(|s| may(s.way, at)));
            let others = out.iter().flat_map(|(_, all)| all);
            let mut others = others.filter(|o| o.fixed != s.fixed);
            if (met || self.kind == Kind::Exact) && others.all(|o| pays(&s.fixed, o)) {
                return Some(s.fixed.clone());
            }
        }
        None
    }

    /// Forms of these places that pay for the steps.
    fn solved(&self, places: &[Place], steps: &[Step<'_>]) -> Option<Vec<Quotient>> {
        let mut t = Template::new();
        t.set_limit(Some(PIVOTS));
        t.set_allowance(Some(self.engine.programs.get()));
        t.set_stop(self.engine.options.budget.stop());
        let rows: Vec<Row> = (places.iter())
            .map(|p| {
                let vars = p.vars.iter().copied().map(Some).chain([None]);
                vars.map(|v| (v, t.param())).collect()
            })
            .collect();
        let mut columns = Columns::default();
        for s in steps {
            let share = Q::from_int(&s.fixed.divisor).inverse();
            let mut affine = Affine {
                fixed: columns.form(&s.fixed.form).times(&share),
                parts: Vec::new(),
            };
            let part = |x: &Option<Sym>| match x {
                None => Lin::number(1),
                Some(v) => Lin::var(*v),
            };
            let mut add = |x: &Lin, p: &Param, sign: i64| {
                let form = columns.form(x).times(&Q::int(sign));
                affine.parts.push((*p, form));
            };
            if let Some(to) = s.to {
                for (x, p) in rows.get(to)? {
                    let arrives = part(x).substitute(&|v| s.way.mu.get(&v).cloned());
                    add(&arrives, p, 1);
                }
            }
            for (x, p) in rows.get(s.from)? {
                add(&put(&part(x), &s.way.given), p, -1);
            }
            let premises = match self.kind {
                Kind::Exact => equations(s.way, &mut columns),
                _ => inequalities(s.way, &mut columns),
            };
            if self.kind != Kind::Lower {
                t.imply(&premises, &affine);
            }
            if self.kind != Kind::Upper {
                t.imply(&premises, &negated(&affine));
            }
        }
        let found = match self.kind {
            Kind::Exact => t.solve(),
            Kind::Upper => t.maximize(&goal(places, &rows, true)),
            Kind::Lower => t.maximize(&goal(places, &rows, false)),
        };
        self.engine.spend(t.work());
        let Solved::Found(solution) = found else {
            return None;
        };
        Some(rows.iter().map(|r| quotient(r, &solution)).collect())
    }

    /// Values of the variables with which each cut of a part is entered.
    fn points(&self, part: &Part) -> Option<Vec<Vec<BTreeMap<Sym, BigInt>>>> {
        let mut out = vec![Vec::new(); part.cuts.len()];
        if self.kind == Kind::Exact {
            return Some(out);
        }
        for n in &part.entries {
            let way = self.stages.ways.get(*n)?;
            let Target::Cut(c) = self.graph.arcs.get(*n)?.target else {
                continue;
            };
            let own = part.cuts.iter().position(|d| *d == c);
            let slot = own.and_then(|i| out.get_mut(i))?;
            let row = self.stages.rows.get(c.index())?;
            for share in SHARES {
                let inputs = self.stages.inputs.iter();
                let inputs = inputs.map(|v| (*v, Lin::var(*v)));
                let arrives = row
                    .iter()
                    .filter_map(|v| Some((*v, way.mu.get(v)?.clone())));
                let all = inputs.chain(arrives);
                slot.push(all.map(|(v, f)| (v, self.at(way, &f, share))).collect());
            }
        }
        Some(out)
    }

    /// What a form is where each variable of a way is at a share of its range.
    fn at(&self, way: &Way, f: &Lin, share: u32) -> BigInt {
        let mut sum = f.constant().clone();
        for (v, c) in f.terms() {
            let r = way.facts.quick_range(&Lin::var(v));
            if let (Some(lo), Some(hi)) = (r.lo, r.hi) {
                sum += c * (&lo + (hi - &lo) / share);
            }
        }
        sum
    }

    /// A form that is as good at all cuts of a part, and has no long numbers.
    fn near(&mut self, part: &Part, form: Quotient) -> Quotient {
        if self.kind == Kind::Exact || form.divisor.bits() <= DIVISOR {
            return form;
        }
        let up = self.kind == Kind::Upper;
        let mut constant = Lin::number(form.form.constant().clone());
        for (v, c) in form
            .form
            .terms()
            .filter(|(v, _)| self.stages.inputs.contains(v))
        {
            constant = constant.plus_times(&Lin::var(v), c);
        }
        let own = form.form.minus(&constant);
        let constant = Quotient {
            form: constant,
            divisor: form.divisor.clone(),
        };
        let range = |v: Sym| {
            let own = self.range(v)?;
            let cuts = part.cuts.iter().filter_map(|c| self.graph.cuts.get(*c));
            let known = cuts.map(|c| c.known.get(&Lin::var(v)).cloned().unwrap_or_default());
            let hull = known.reduce(|a, b| a.hull(&b)).unwrap_or_default();
            Some(own.meet(&hull))
        };
        let Some(constant) = constant.parts(&UNIT.into(), up, &range) else {
            return form;
        };
        self.rounded = true;
        if own == Lin::default() {
            return constant;
        }
        Quotient {
            form: (own.times(&constant.divisor)).plus_times(&constant.form, &form.divisor),
            divisor: form.divisor * constant.divisor,
        }
    }

    /// The values of an input.
    fn range(&self, v: Sym) -> Option<Interval> {
        let all = self.engine.parameters();
        all.into_iter().find(|p| p.0 == v).map(|p| p.1)
    }
}

fn equations(way: &Way, columns: &mut Columns) -> Vec<Constraint> {
    let mut out = Vec::new();
    for (d, i) in way.facts.iter() {
        if let (Some(lo), true) = (&i.lo, i.lo == i.hi) {
            let form = columns.form(&d.add(&-lo));
            out.push(Constraint::new(form, Relation::Eq, out.len() as u32));
        }
    }
    out
}

fn inequalities(way: &Way, columns: &mut Columns) -> Vec<Constraint> {
    let mut out = Vec::new();
    for (d, b, relation) in way.facts.lean() {
        let form = columns.form(&d.add(&-b));
        out.push(Constraint::new(form, relation, out.len() as u32));
    }
    out
}

/// Whether a way may be taken with these inputs, by what it says of them alone.
fn may(way: &Way, at: &BTreeMap<Sym, BigInt>) -> bool {
    way.facts.iter().all(|(d, within)| {
        let value = d.substitute(&|v| at.get(&v).cloned().map(Lin::number));
        value.as_number().is_none_or(|n| within.contains(n))
    })
}

/// The sum of the forms at all points, to be made small for upper and large for lower
/// bounds.
fn goal(places: &[Place], rows: &[Row], upper: bool) -> Form {
    let mut goal = Form::zero();
    for (place, row) in places.iter().zip(rows) {
        for at in &place.points {
            for (x, p) in row {
                let value = match x {
                    None => BigInt::one(),
                    Some(v) => at.get(v).cloned().unwrap_or_default(),
                };
                let k = if upper { -value } else { value };
                if !k.is_zero() {
                    goal = goal.plus_multiple(&Form::of(p.0), &Q::from_int(&k));
                }
            }
        }
    }
    goal
}
