//! Linear, lexicographic and nested ranking functions by linear programs.
//!
//! Idea: a measure has unknown coefficients per location. That a transition
//! lets it not grow, or lets it fall and bounds it, is linear in them after
//! Farkas' lemma (Podelski and Rybalchenko, "A complete method for the synthesis
//! of linear ranking functions", VMCAI 2004). One transition of a component must
//! fall and the others must not grow; what falls is taken out and the rest
//! looked at again, which gives lexicographic measures (Bradley, Manna and
//! Sipma, "Linear ranking with reachability", CAV 2005, without their search:
//! the order is found greedily, which loses nothing as a measure for one
//! transition stays one when transitions go; Alias et al., SAS 2010, maximise
//! the set at once but need a bound on every transition). Nested measures of
//! depth d (Leike and Heizmann, "Ranking templates for linear loops", TACAS
//! 2014; Ben-Amram and Genaim, "On multiphase-linear ranking functions", CAV
//! 2017) are linear in the same way.
//! Cost: one linear program per transition and depth, with a row per column of
//! each guard.

use super::edges::{components, Edge};
use super::relations::{first, first_of};
use crate::invariants::relevant;
use crate::linear::{self, Facts, Proof, Sheet};
use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Loc};
use crate::work::{Rule, Work};
use ep_base::entity::EntityId;
use ep_base::Stop;
use ep_smt::linear::farkas::{Affine, Param, Solution, Solved, Template};
use ep_smt::linear::{Constraint, Form, Relation, Q};
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Unknowns of a linear program over which it is not tried.
const MAX_UNKNOWNS: usize = 6_000;

/// Edges of a component over which nested measures are not tried.
const MAX_EDGES: usize = 24;

/// Edges of a component from which on one form for all locations, but for the
/// constant, is tried first.
const MANY_EDGES: usize = 12;

/// Edges of a component over which it has no measures of its whole.
const MAX_ACROSS: usize = 60;

/// Bits of a factor up to which a measure is taken as it comes. Larger ones mix
/// what falls in a round of one loop with what falls when a number wraps around;
/// another transition may have a measure that a reader, and a solver of bits,
/// can follow, and what wraps has its own one in what is left.
const PLAIN: u64 = 16;

/// Edges that are asked for a measure with smaller factors.
const MAX_PLAINER: usize = 12;

/// Takes out what measures rule out until none is found; the components that
/// are left.
pub(super) fn exhaust(
    work: &Work,
    live: &mut Vec<Edge>,
    depth: u32,
    found: &mut dyn FnMut(Ranked),
) -> Vec<Vec<Edge>> {
    let mut open = Vec::new();
    let mut waiting = components(work, live);
    waiting.reverse();
    while let Some(part) = waiting.pop() {
        let ranked = match work.stop.now() {
            true => None,
            false => (1..=depth).find_map(|d| rank(work, &part, d)),
        };
        match ranked {
            Some((ranked, gone)) => {
                found(ranked);
                live.retain(|e| !gone.contains(e));
                let rest: Vec<Edge> = part.into_iter().filter(|e| !gone.contains(e)).collect();
                let mut parts = components(work, &rest);
                parts.reverse();
                waiting.extend(parts);
            }
            None => open.push(part),
        }
    }
    open
}

/// A measure with proofs, over the rules of [`super::Termination::work`].
#[derive(Clone, Debug)]
pub struct Ranked {
    /// Values per location.
    pub measure: Vec<(Loc, Vec<Poly>)>,
    /// Rule, arm and proofs: one per value that it falls, one that the last is
    /// not below 0.
    pub strict: Vec<(String, usize, Vec<Proof>)>,
    /// Rule, arm and proofs: one per value that it does not grow.
    pub weak: Vec<(String, usize, Vec<Proof>)>,
}

/// A parameter for each variable, and the constant.
pub(super) type Level = (Vec<(Var, Param)>, Param);

/// The unknown measure of a component.
#[derive(Default)]
pub(super) struct Unknowns {
    /// Per location, levels counted from 1.
    pub of: BTreeMap<(Loc, u32), Level>,
}

/// One edge as a linear problem.
pub(super) struct Row {
    pub(super) premises: Vec<Constraint>,
    /// Per variable its column and its form after the edge.
    pub(super) before: BTreeMap<Var, Form>,
    pub(super) after: BTreeMap<Var, Form>,
}

pub(super) fn row(work: &Work, rule: &Rule, arm: usize, vars: &BTreeSet<Var>) -> Row {
    let mut sheet = Sheet::default();
    let premises = sheet.premises(&rule.transition.guard);
    let mut before = BTreeMap::new();
    let mut after = BTreeMap::new();
    for v in vars {
        let p = Poly::var(*v);
        before.insert(*v, sheet.form(&p));
        let q = work.after(rule, arm, &p).unwrap_or(p);
        after.insert(*v, sheet.form(&q));
    }
    Row {
        premises,
        before,
        after,
    }
}

/// `sign * f` as an affine form, added to another one.
pub(super) fn add(to: &mut BTreeMap<Param, Form>, f: &Level, at: &BTreeMap<Var, Form>, sign: &Q) {
    for (v, p) in &f.0 {
        if let Some(form) = at.get(v) {
            let slot = to.entry(*p).or_default();
            *slot = slot.plus_multiple(form, sign);
        }
    }
    let slot = to.entry(f.1).or_default();
    *slot = slot.plus(&Form::constant_of(sign.clone()));
}

pub(super) fn affine(parts: BTreeMap<Param, Form>, fixed: i64) -> Affine {
    let zero = Form::zero();
    Affine {
        parts: parts.into_iter().filter(|(_, f)| *f != zero).collect(),
        fixed: Form::constant_of(fixed),
    }
}

/// A measure of this depth that rules out at least one edge, and what it rules
/// out.
fn rank(work: &Work, part: &[Edge], depth: u32) -> Option<(Ranked, Vec<Edge>)> {
    let none = BTreeSet::new();
    if depth == 1 && part.len() > MANY_EDGES {
        // One form for all locations, but for the constant, is a much smaller
        // problem.
        let found = measures(work, part, depth, Wanted::One, true, &none);
        if let Some(one) = found.and_then(|mut list| list.pop()) {
            return Some(one);
        }
    }
    measures(work, part, depth, Wanted::One, false, &none)?.pop()
}

/// Measures of a depth that no edge of a part lets grow, for as many edges as
/// there are. They count without asking how often anything inside starts anew:
/// what one loop fills and another one empties is paid for once.
pub(crate) fn across(work: &Work, part: &[Edge], depth: u32) -> Vec<Ranked> {
    let found = match part.len() > MAX_ACROSS {
        true => None,
        false => measures(work, part, depth, Wanted::Each, false, &BTreeSet::new()),
    };
    found.into_iter().flatten().map(|(r, _)| r).collect()
}

/// Measures of a part, as [`across`] has them, that do not speak of some variables.
pub(crate) fn across_without(work: &Work, part: &[Edge], without: &BTreeSet<Var>) -> Vec<Ranked> {
    let found = measures(work, part, 1, Wanted::Each, false, without);
    found.into_iter().flatten().map(|(r, _)| r).collect()
}

/// How many measures are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The first that is found.
    One,
    /// One for each edge that has one.
    Each,
}

fn measures(
    work: &Work,
    part: &[Edge],
    depth: u32,
    wanted: Wanted,
    shared: bool,
    without: &BTreeSet<Var>,
) -> Option<Vec<(Ranked, Vec<Edge>)>> {
    let locations: BTreeSet<Loc> = part.iter().map(|e| e.source).collect();
    let rules: Vec<&Rule> = part.iter().filter_map(|e| work.rules.get(e.rule)).collect();
    let mut vars = relevant(rules.iter().copied(), work.dimension());
    vars.retain(|v| !without.contains(v));
    let guards: usize = rules.iter().map(|r| r.transition.guard.len()).sum();
    let levels = depth as usize;
    let unknowns = locations.len() * (vars.len() + 1) * levels + guards * levels;
    if unknowns > MAX_UNKNOWNS {
        return None;
    }
    let mut rows: Vec<Row> = Vec::new();
    for (e, r) in part.iter().zip(&rules) {
        if work.stop.now() {
            return None;
        }
        rows.push(row(work, r, e.arm, &vars));
    }
    let mut template = Template::new();
    template.set_limit(Some(linear::PIVOTS));
    template.set_stop(work.stop.clone());
    let mut of: BTreeMap<(Loc, u32), Level> = BTreeMap::new();
    for l in &locations {
        for i in 1..=depth {
            let first = of.iter().find(|(at, _)| shared && at.1 == i);
            if let Some(list) = first.map(|(_, level)| level.0.clone()) {
                of.insert((*l, i), (list, template.param()));
                continue;
            }
            let list: Vec<(Var, Param)> = vars.iter().map(|v| (*v, template.param())).collect();
            of.insert((*l, i), (list, template.param()));
        }
    }
    let unknowns = Unknowns { of };
    // What falls does not grow either at depth 1. Deeper levels may grow on the
    // edge that is ruled out, so what is asked differs from edge to edge.
    if depth == 1 {
        for (e, row) in part.iter().zip(&rows) {
            if work.stop.now() {
                return None;
            }
            // Where nothing moves only the constants differ.
            if shared && row.before == row.after {
                let at = |l: Loc| unknowns.of.get(&(l, 1)).map(|level| Form::of(level.1 .0));
                let falls = at(e.source)?.plus_multiple(&at(e.target)?, &Q::MINUS_ONE);
                template.require(falls, Relation::Ge);
                continue;
            }
            weak(&mut template, &unknowns, e, row, 1)?;
        }
    } else if part.len() > MAX_EDGES {
        return None;
    }
    let mut out: Vec<(Ranked, Vec<Edge>)> = Vec::new();
    let mut sizes = Vec::new();
    for (falls, (e, row)) in part.iter().zip(&rows).enumerate() {
        if work.stop.now() {
            return Some(out);
        }
        if wanted == Wanted::Each && out.iter().any(|(_, gone)| gone.contains(e)) {
            continue;
        }
        if wanted == Wanted::One && !out.is_empty() && falls >= MAX_PLAINER {
            break;
        }
        template.push();
        strict(&mut template, &unknowns, e, row, depth)?;
        if depth > 1 {
            for (i, (e, row)) in part.iter().zip(&rows).enumerate() {
                if work.stop.now() {
                    return Some(out);
                }
                if i != falls {
                    for level in 1..=depth {
                        weak(&mut template, &unknowns, e, row, level)?;
                    }
                }
            }
        }
        let mut found = match template.solve() {
            Solved::Found(solution) => confirmed(work, part, &unknowns, &solution, depth),
            _ => None,
        };
        let large = found.as_ref().is_some_and(|(r, _)| factor_bits(r) > PLAIN);
        // Of measures for a count all are taken as they come.
        if large && wanted == Wanted::One {
            let levels = unknowns.of.values().flat_map(|level| &level.0);
            let goal = least(&mut template, levels.map(|(_, p)| *p), &mut sizes);
            let small = match template.maximize(&goal) {
                Solved::Found(solution) => confirmed(work, part, &unknowns, &solution, depth),
                _ => None,
            };
            found = match (found, small) {
                (Some(f), Some(s)) if factor_bits(&s.0) < factor_bits(&f.0) => Some(s),
                (f, _) => f,
            };
        }
        template.pop();
        let plain = found.as_ref().is_some_and(|(r, _)| factor_bits(r) <= PLAIN);
        out.extend(found);
        if wanted == Wanted::One && plain {
            break;
        }
    }
    if wanted == Wanted::One {
        // Of those with large factors the least: the last is the one that counts.
        out.sort_by_key(|(r, _)| std::cmp::Reverse(factor_bits(r)));
    }
    Some(out)
}

/// What to maximise for the least sum of sizes: each number has a column that is
/// neither below it nor below its negation. The columns may be used again; what
/// they say belongs to the scope that is open.
pub(super) fn least(
    template: &mut Template,
    of: impl IntoIterator<Item = Param>,
    columns: &mut Vec<Param>,
) -> Form {
    let mut goal = Form::zero();
    for (i, p) in of.into_iter().enumerate() {
        let size = columns.get(i).copied().unwrap_or_else(|| {
            let new = template.param();
            columns.push(new);
            new
        });
        for sign in [Q::ONE, Q::MINUS_ONE] {
            let above = Form::of(size.0).plus_multiple(&Form::of(p.0), &sign);
            template.require(above, Relation::Ge);
        }
        goal = goal.plus_multiple(&Form::of(size.0), &Q::MINUS_ONE);
    }
    goal
}

/// The bits of the largest factor of a variable in a measure.
fn factor_bits(r: &Ranked) -> u64 {
    let levels = r.measure.iter().flat_map(|(_, levels)| levels);
    let factors = levels.flat_map(|p| p.terms().filter(|(m, _)| m.degree() > 0));
    factors.map(|(_, c)| c.bits()).max().unwrap_or(0)
}

/// `f_i' - f_i <= 0`
pub(super) fn weak(t: &mut Template, u: &Unknowns, e: &Edge, row: &Row, i: u32) -> Option<()> {
    let mut parts = BTreeMap::new();
    add(&mut parts, u.of.get(&(e.target, i))?, &row.after, &Q::ONE);
    add(
        &mut parts,
        u.of.get(&(e.source, i))?,
        &row.before,
        &Q::MINUS_ONE,
    );
    t.imply(&row.premises, &affine(parts, 0));
    Some(())
}

/// `f_1' - f_1 + 1 <= 0`: it falls, and may be below 0.
pub(super) fn falls(t: &mut Template, u: &Unknowns, e: &Edge, row: &Row) -> Option<()> {
    let mut parts = BTreeMap::new();
    add(&mut parts, u.of.get(&(e.target, 1))?, &row.after, &Q::ONE);
    let before = u.of.get(&(e.source, 1))?;
    add(&mut parts, before, &row.before, &Q::MINUS_ONE);
    t.imply(&row.premises, &affine(parts, 1));
    Some(())
}

/// `f_i' - f_i - f_(i-1) + 1 <= 0` for each level, and `-f_d <= 0`
fn strict(t: &mut Template, u: &Unknowns, e: &Edge, row: &Row, depth: u32) -> Option<()> {
    for i in 1..=depth {
        let mut parts = BTreeMap::new();
        add(&mut parts, u.of.get(&(e.target, i))?, &row.after, &Q::ONE);
        add(
            &mut parts,
            u.of.get(&(e.source, i))?,
            &row.before,
            &Q::MINUS_ONE,
        );
        if i > 1 {
            add(
                &mut parts,
                u.of.get(&(e.source, i - 1))?,
                &row.before,
                &Q::MINUS_ONE,
            );
        }
        t.imply(&row.premises, &affine(parts, 1));
    }
    let mut parts = BTreeMap::new();
    add(
        &mut parts,
        u.of.get(&(e.source, depth))?,
        &row.before,
        &Q::MINUS_ONE,
    );
    t.imply(&row.premises, &affine(parts, 0));
    Some(())
}

/// The measure over integers, with a proof for every edge; `None` when one is
/// missing or nothing falls.
fn confirmed(
    work: &Work,
    part: &[Edge],
    unknowns: &Unknowns,
    solution: &Solution,
    depth: u32,
) -> Option<(Ranked, Vec<Edge>)> {
    let mut scale = Int::one();
    let mut values: BTreeMap<(Loc, u32), Vec<(Monomial, Rat)>> = BTreeMap::new();
    for (key, (list, constant)) in &unknowns.of {
        let mut terms = vec![(Monomial::one(), solution.value(*constant).to_big())];
        terms.extend(
            list.iter()
                .map(|(v, p)| (Monomial::var(*v), solution.value(*p).to_big())),
        );
        for (_, c) in &terms {
            scale = num_integer::Integer::lcm(&scale, c.denom());
        }
        values.insert(*key, terms);
    }
    let mut measure: Vec<(Loc, Vec<Poly>)> = Vec::new();
    for ((l, _), terms) in &values {
        let terms = terms
            .iter()
            .map(|(m, c)| (m.clone(), (c * &scale).to_integer()));
        let p = Poly::of_terms(terms);
        match measure.last_mut() {
            Some((last, list)) if last == l => list.push(p),
            _ => measure.push((*l, vec![p])),
        }
    }
    simplified(&mut measure, depth);
    let at = |l: Loc| {
        measure
            .iter()
            .find(|(m, _)| *m == l)
            .map(|(_, list)| list.as_slice())
    };
    let mut ranked = Ranked {
        measure: measure.clone(),
        strict: Vec::new(),
        weak: Vec::new(),
    };
    let mut gone = Vec::new();
    for e in part {
        let rule = work.rules.get(e.rule)?;
        let (here, there) = (at(e.source)?, at(e.target)?);
        let mut facts = Facts::new(&work.stop, &rule.transition.guard);
        let mut falls = Vec::new();
        let mut before: Vec<Poly> = Vec::new();
        for (f, g) in here.iter().zip(there) {
            before.push(f.minus(&work.after(rule, e.arm, g)?));
        }
        for (i, fall) in before.iter().enumerate() {
            let mut goal = fall.minus(&Poly::from(1));
            if let Some(f) = i.checked_sub(1).and_then(|j| here.get(j)) {
                goal = goal.plus(f);
            }
            falls.extend(facts.prove(&Atom::ge0(goal)));
        }
        let bounded = here.last().and_then(|f| facts.prove(&Atom::ge0(f.clone())));
        let mut weak: Vec<Proof> = Vec::new();
        for fall in &before {
            weak.extend(facts.prove(&Atom::ge0(fall.clone())));
        }
        // Nested measures are sound for what falls even if a level grows there.
        match bounded {
            Some(b) if falls.len() == here.len() => {
                falls.push(b);
                ranked.strict.push((rule.name.clone(), e.arm, falls));
                gone.push(*e);
            }
            _ if weak.len() == here.len() => ranked.weak.push((rule.name.clone(), e.arm, weak)),
            _ => return None,
        }
    }
    (!gone.is_empty()).then_some((ranked, gone))
}

/// A measure for the edges of one closed path, taken one after another, by their
/// places on it: the same location may have several forms. A list for each place, of
/// as many levels as the measure is deep.
pub(super) fn along(work: &Work, path: &[Edge], depth: u32) -> Option<Vec<Vec<Poly>>> {
    let place = |i: usize| Loc::from_index(i % path.len());
    let turn = |(i, e): (usize, &Edge)| Edge {
        source: place(i),
        target: place(i + 1),
        ..*e
    };
    let circle: Vec<Edge> = path.iter().enumerate().map(turn).collect();
    let (ranked, _) = rank(work, &circle, depth)?;
    let forms = ranked.measure.into_iter().map(|(_, levels)| levels);
    Some(forms.collect())
}

/// A form that falls from the first state of a relation to the later one, and was
/// at least 0; to be proved.
pub(super) fn between(stop: &Stop, atoms: &[Atom]) -> Option<Poly> {
    let now = |v: Var| first_of(v).unwrap_or(v);
    let vars: BTreeSet<Var> = (atoms.iter())
        .flat_map(|a| a.poly.vars())
        .map(now)
        .collect();
    let mut sheet = Sheet::default();
    let premises = sheet.premises(atoms);
    let before: BTreeMap<Var, Form> = (vars.iter())
        .map(|v| (*v, sheet.form(&Poly::var(first(*v)))))
        .collect();
    let after: BTreeMap<Var, Form> = (vars.iter())
        .map(|v| (*v, sheet.form(&Poly::var(*v))))
        .collect();
    let row = Row {
        premises,
        before,
        after,
    };
    let mut template = Template::new();
    template.set_limit(Some(linear::PIVOTS));
    template.set_stop(stop.clone());
    let list: Vec<(Var, Param)> = vars.iter().map(|v| (*v, template.param())).collect();
    let level: Level = (list, template.param());
    let mut parts = BTreeMap::new();
    add(&mut parts, &level, &row.after, &Q::ONE);
    add(&mut parts, &level, &row.before, &Q::MINUS_ONE);
    template.imply(&row.premises, &affine(parts, 1));
    let mut parts = BTreeMap::new();
    add(&mut parts, &level, &row.before, &Q::MINUS_ONE);
    template.imply(&row.premises, &affine(parts, 0));
    let goal = least(&mut template, level.0.iter().map(|l| l.1), &mut Vec::new());
    let Solved::Found(solution) = template.maximize(&goal) else {
        return None;
    };
    let value = |p: Param| solution.value(p).to_big();
    let mut terms = vec![(Monomial::one(), value(level.1))];
    terms.extend(level.0.iter().map(|(v, p)| (Monomial::var(*v), value(*p))));
    let lcm = |d: Int, c: &(Monomial, Rat)| num_integer::Integer::lcm(&d, c.1.denom());
    let scale = terms.iter().fold(Int::one(), lcm);
    let whole = terms.into_iter();
    let whole = whole.map(|(m, c)| (m, (c * &scale).to_integer()));
    Some(Poly::of_terms(whole))
}

/// Divides measures of depth 1 by what all their coefficients have in common.
fn simplified(measure: &mut [(Loc, Vec<Poly>)], depth: u32) {
    if depth != 1 {
        return;
    }
    let mut g = Int::zero();
    for (_, c) in measure
        .iter()
        .flat_map(|(_, list)| list)
        .flat_map(Poly::terms)
    {
        g = num_integer::Integer::gcd(&g, c);
    }
    if g > Int::one() {
        for p in measure.iter_mut().flat_map(|(_, list)| list) {
            *p = Poly::of_terms(p.terms().map(|(m, c)| (m.clone(), c / &g)));
        }
    }
}
