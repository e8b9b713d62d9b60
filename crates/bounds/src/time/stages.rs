//! A graph as rows of loops, with what equations say put in.
//!
//! Idea: cuts that reach each other are one part; parts are left for good, so they
//! have an order, in which what comes later in a run comes first. Of each way the
//! equations are solved for variables that are no inputs, oldest last: what a
//! function's copy of an argument is, a cut says in the terms of the inputs, and the
//! facts that are left speak of few variables. All this is the same for every cost
//! that is asked about, so it is made once per graph. Alternative: all equations as
//! premises of each linear program. Source: strongly connected components;
//! elimination as Gauss has it, of coefficients 1 and -1 alone, so that forms stay
//! integer. Cost: linear in the facts; reachability from each cut.

use super::engine::Engine;
use super::explore::{Arc, CutId, Graph, Target};
use super::facts::Facts;
use super::lin::{Interval, Lin, Sym};
use num_traits::Zero;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Parts with a loop from which on a graph is a row of them.
const ROW: usize = 4;
/// Cuts whose order is looked for.
const CUTS: usize = 600;
/// Sides of facts of all ways that one linear program takes in no time.
const FEW: usize = 600;

/// Variables by the forms that equations give for them.
pub type Given = BTreeMap<Sym, Lin>;

/// Cuts that reach each other.
pub struct Part {
    pub cuts: Vec<CutId>,
    /// Ways from here, and ways into it from elsewhere, by number.
    pub ways: Vec<usize>,
    pub entries: Vec<usize>,
}

/// What a way says, without the variables that it gives.
pub struct Way {
    pub given: Given,
    pub facts: Facts,
    /// What arrives for each variable of the target.
    pub mu: BTreeMap<Sym, Lin>,
}

/// The parts of a graph, the last of a run first.
pub struct Stages {
    pub parts: Vec<Part>,
    /// By number of the way.
    pub ways: Vec<Way>,
    /// By number of the cut: its variables that no equation gives.
    pub rows: Vec<Vec<Sym>>,
    /// What does not change in a run.
    pub inputs: BTreeSet<Sym>,
    /// The forms of all parts may be found together, which is tighter.
    pub small: bool,
}

/// The stages of a graph, once somebody asked. They are no part of what it says: a
/// copy, which may be changed, begins without them.
#[derive(Default)]
pub struct Known(OnceCell<Option<Box<Stages>>>);

impl Clone for Known {
    fn clone(&self) -> Known {
        Known::default()
    }
}

impl Graph {
    /// Its stages, if it is a row of loops.
    pub fn stages(&self, engine: &Engine<'_>) -> Option<&Stages> {
        let made = || Stages::of(engine, self).map(Box::new);
        self.known.0.get_or_init(made).as_deref()
    }
}

impl Stages {
    fn of(engine: &Engine<'_>, graph: &Graph) -> Option<Stages> {
        let odd = |a: &Arc| a.call || !a.calls.is_empty() || matches!(a.target, Target::GaveUp);
        if graph.cuts.len() > CUTS || graph.arcs.iter().any(odd) {
            return None;
        }
        let parts = parts(graph);
        let turns = |p: &&Part| {
            let inner = |n: &usize| match graph.arcs.get(*n).map(|a| &a.target) {
                Some(Target::Cut(c)) => p.cuts.contains(c),
                _ => false,
            };
            p.ways.iter().any(inner)
        };
        if parts.iter().filter(turns).count() < ROW {
            return None;
        }
        let inputs: BTreeSet<Sym> = engine.parameters().into_iter().map(|p| p.0).collect();
        let rows: Vec<Vec<Sym>> = (graph.cuts.iter())
            .map(|(_, cut)| {
                let given = given(cut.known.iter(), &inputs);
                let own = cut.syms().into_iter().map(|(_, s)| s);
                own.filter(|s| !given.contains_key(s)).collect()
            })
            .collect();
        let way = |arc: &Arc| -> Option<Way> {
            let all = &arc.arrival.state.facts;
            let given = given(all.iter(), &inputs);
            let mut facts = Facts::new();
            for (d, within) in all.needed() {
                facts.add(&put(d, &given), &within);
            }
            let mu = match arc.target {
                Target::Cut(id) => graph.cuts.get(id)?.mu(&arc.arrival),
                _ => BTreeMap::new(),
            };
            let mu = mu.into_iter().map(|(v, f)| (v, put(&f, &given)));
            Some(Way {
                mu: mu.collect(),
                given,
                facts,
            })
        };
        let ways = graph.arcs.iter().map(way).collect::<Option<Vec<_>>>()?;
        let sides = |a: &Arc| a.arrival.state.facts.lean().count();
        Some(Stages {
            parts,
            ways,
            rows,
            inputs,
            small: graph.arcs.iter().map(sides).sum::<usize>() <= FEW,
        })
    }

    /// Whether a form speaks of what does not change alone.
    pub fn is_constant(&self, f: &Lin) -> bool {
        f.terms().all(|(v, _)| self.inputs.contains(&v))
    }
}

/// A form with what equations give put in.
pub fn put(f: &Lin, given: &Given) -> Lin {
    match f.terms().any(|(v, _)| given.contains_key(&v)) {
        true => f.substitute(&|v| given.get(&v).cloned()),
        false => f.clone(),
    }
}

/// Equations solved for the youngest variable that is no input.
pub fn given<'a>(
    facts: impl Iterator<Item = (&'a Lin, &'a Interval)>,
    inputs: &BTreeSet<Sym>,
) -> Given {
    let mut out = Given::new();
    for (d, i) in facts {
        let (Some(lo), Some(hi)) = (&i.lo, &i.hi) else {
            continue;
        };
        if lo != hi {
            continue;
        }
        let f = put(&d.add(&-lo), &out);
        let unit = |c: &num_bigint::BigInt| c.magnitude() == &num_bigint::BigUint::from(1u32);
        let young = f.terms().filter(|(v, c)| !inputs.contains(v) && unit(c));
        let Some((v, c)) = young.last().map(|(v, c)| (v, c.clone())) else {
            continue;
        };
        // c * v + rest = 0, and c is its own inverse.
        let value = f.plus_times(&Lin::var(v), &-&c).times(&-&c);
        for own in out.values_mut() {
            let k = own.coefficient(v);
            if !k.is_zero() {
                *own = own.plus_times(&Lin::var(v), &-&k).plus_times(&value, &k);
            }
        }
        out.insert(v, value);
    }
    out
}

/// Cuts that reach each other, what is reached by others first.
fn parts(graph: &Graph) -> Vec<Part> {
    let mut next: BTreeMap<CutId, BTreeSet<CutId>> = BTreeMap::new();
    for a in &graph.arcs {
        if let (Some(from), Target::Cut(to)) = (a.source, &a.target) {
            next.entry(from).or_default().insert(*to);
        }
    }
    let mut order: BTreeMap<(usize, BTreeSet<CutId>), Vec<CutId>> = BTreeMap::new();
    for c in graph.cuts.ids() {
        let mut seen = BTreeSet::from([c]);
        let mut work = vec![c];
        while let Some(c) = work.pop() {
            let new = next.get(&c).into_iter().flatten();
            work.extend(new.filter(|n| seen.insert(**n)).copied());
        }
        // What a part leads to reaches less.
        order.entry((seen.len(), seen)).or_default().push(c);
    }
    let mut of: BTreeMap<CutId, usize> = BTreeMap::new();
    let mut parts: Vec<Part> = Vec::new();
    for cuts in order.into_values() {
        of.extend(cuts.iter().map(|c| (*c, parts.len())));
        parts.push(Part {
            cuts,
            ways: Vec::new(),
            entries: Vec::new(),
        });
    }
    for (n, a) in graph.arcs.iter().enumerate() {
        let from = a.source.and_then(|c| of.get(&c)).copied();
        let to = match a.target {
            Target::Cut(c) => of.get(&c).copied(),
            _ => None,
        };
        if let Some(p) = from.and_then(|p| parts.get_mut(p)) {
            p.ways.push(n);
        }
        if let Some(p) = to
            .filter(|p| from != Some(*p))
            .and_then(|p| parts.get_mut(p))
        {
            p.entries.push(n);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_give_the_youngest_variables_and_inputs_never() {
        let v = |n: u32| Lin::var(Sym(n));
        let inputs = BTreeSet::from([Sym(0), Sym(9)]);
        let mut facts = Facts::new();
        facts.equals_zero(&v(1).minus(&v(0)).add(&(-3).into()));
        facts.equals_zero(&v(2).plus(&v(1)).minus(&v(9)));
        // Nothing has a coefficient of 1 but an input.
        facts.equals_zero(&v(3).times(&2.into()).minus(&v(0)));
        facts.add(&v(4), &Interval::new(0, 9));
        let found = given(facts.iter(), &inputs);
        let wanted = [
            (Sym(1), v(0).add(&3.into())),
            (Sym(2), v(9).minus(&v(0)).add(&(-3).into())),
        ];
        assert_eq!(found, BTreeMap::from(wanted));
        let f = v(1).plus(&v(2)).plus(&v(3));
        assert_eq!(put(&f, &found), v(9).plus(&v(3)));
    }
}
