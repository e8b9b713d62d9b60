//! Termination: values that are handed on, by the size-change principle.
//!
//! Idea: each edge of a component says which value at its target is at most
//! (`keep`) or at least 1 less than (`less`, from a value that is >= 0) which
//! value at its source. Graphs are composed until nothing is new. Along an
//! infinite path some graph that is its own square comes again and again
//! (Ramsey), and if each such graph has a value that is less than itself, then
//! that value falls for ever and is >= 0 each time: there is no such path. So
//! the edges of the component can go. Source: Lee, Jones, Ben-Amram, POPL 2001.
//! Alternative: to let the certificate hold the closure, which is longer to
//! read than to make. Cost: exponential in the values at worst, metered.

use crate::names::Cx;
use crate::poly::Poly;
use crate::proof::{prove, Goal, Premises};
use crate::refusal::Checked;
use crate::system::System;
use crate::termination::{in_components, Edge, Named, Removed};
use crate::text::{Args, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values per location.
const MAX_VALUES: usize = 16;
/// Graphs of the closure.
const MAX_GRAPHS: usize = 20_000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Arc {
    None,
    Keep,
    Less,
}

/// Rows are values at the source, columns those at the target.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Graph {
    source: usize,
    target: usize,
    arcs: Vec<Vec<Arc>>,
}

impl Graph {
    fn arc(&self, i: usize, j: usize) -> Arc {
        let row = self.arcs.get(i);
        row.and_then(|r| r.get(j)).copied().unwrap_or(Arc::None)
    }

    /// The best way from each value to each other through those in the middle.
    fn then(&self, next: &Graph) -> Graph {
        let width = next.arcs.first().map_or(0, Vec::len);
        let way = |i: usize, j: usize| {
            let through = (0..next.arcs.len()).map(|k| match (self.arc(i, k), next.arc(k, j)) {
                (Arc::None, _) | (_, Arc::None) => Arc::None,
                (a, b) => a.max(b),
            });
            through.max().unwrap_or(Arc::None)
        };
        Graph {
            source: self.source,
            target: next.target,
            arcs: (0..self.arcs.len())
                .map(|i| (0..width).map(|j| way(i, j)).collect())
                .collect(),
        }
    }

    fn falls(&self) -> bool {
        (0..self.arcs.len()).any(|i| self.arc(i, i) == Arc::Less)
    }
}

/// The edges that a `(size-change …)` removes.
pub(crate) fn step(
    cx: &Cx,
    s: &System,
    places: &Named,
    edges: &[Edge],
    view: View,
) -> Checked<Removed> {
    let mut args = view.called("size-change")?;
    let mut at: FxHashMap<usize, Vec<Poly>> = FxHashMap::default();
    while let Some(a) = args.call_if("at") {
        let mut inside = a.called("at")?;
        let loc = s.location(cx, inside.need("a location")?)?;
        let values = inside.map(|p| s.poly(cx, p)).collect::<Checked<Vec<_>>>()?;
        if values.is_empty() || values.len() > MAX_VALUES {
            return Err(a.refuse(format!("a location has 1 to {MAX_VALUES} values")));
        }
        let loc = places.get(&loc).copied().unwrap_or(usize::MAX);
        if at.insert(loc, values).is_some() {
            return Err(a.refuse("this location is named twice"));
        }
    }
    let mut todo = in_components(s, edges, &at);
    let mut removed = Removed::default();
    let mut graphs: Vec<Graph> = Vec::new();
    for entry in args {
        let mut parts = entry.called("graph")?;
        let i = s.named(cx, parts.need("a transition")?)?;
        let j = cx.read_index(parts.need("an arm")?, "the number of an arm")?;
        let Some(edge) = todo.remove(&(i, j)) else {
            return Err(
                entry.refuse("this edge lies in no component that is named, or stands here twice")
            );
        };
        graphs.push(read(cx, s, &at, edge, parts, entry)?);
        removed.insert((i, j));
    }
    if let Some((i, j)) = todo.keys().min() {
        let t = s.transitions.get(*i);
        let t = t.map_or_else(String::new, |t| cx.name(t.name));
        return Err(view.refuse(format!(
            "arm {j} of `{t}` lies in the component and has no graph"
        )));
    }
    descends(cx, &graphs, view)?;
    Ok(removed)
}

/// The graph of an edge, each arc proved.
fn read(
    cx: &Cx,
    s: &System,
    at: &FxHashMap<usize, Vec<Poly>>,
    edge: &Edge,
    parts: Args,
    entry: View,
) -> Checked<Graph> {
    let m = &cx.meter;
    let t = s.transitions.get(edge.transition);
    let arm = t.and_then(|t| t.arms.get(edge.arm));
    let (Some(t), Some(arm), Some(before), Some(after)) =
        (t, arm, at.get(&edge.source), at.get(&edge.target))
    else {
        return Err(entry.refuse("the component has a location without values"));
    };
    let mut graph = Graph {
        source: edge.source,
        target: edge.target,
        arcs: vec![vec![Arc::None; after.len()]; before.len()],
    };
    let mut premises = Premises::of("g", &t.guard);
    for view in parts {
        let (head, mut args) = view.form("(keep I J PROOF) or (less I J PROOF PROOF)")?;
        let arc = match head {
            "keep" => Arc::Keep,
            "less" => Arc::Less,
            _ => return Err(view.refuse("(keep I J PROOF) or (less I J PROOF PROOF) is awaited")),
        };
        let i = cx.read_index(args.need("a value at the source")?, "the number of a value")?;
        let j = cx.read_index(args.need("a value at the target")?, "the number of a value")?;
        let (Some(f), Some(g)) = (before.get(i), after.get(j)) else {
            return Err(view.refuse("there is no such value"));
        };
        let mut goal = f.minus(&g.subst(&arm.update, m)?, m)?;
        if arc == Arc::Less {
            goal = goal.minus(&Poly::int(1), m)?;
        }
        let proof = args.need("a proof that it does not grow")?;
        prove(cx, proof, &mut premises, &Goal::AtLeastZero(goal))?;
        if arc == Arc::Less {
            let proof = args.need("a proof that it is not below 0")?;
            prove(cx, proof, &mut premises, &Goal::AtLeastZero(f.clone()))?;
        }
        args.done()?;
        if let Some(slot) = graph.arcs.get_mut(i).and_then(|row| row.get_mut(j)) {
            *slot = (*slot).max(arc);
        }
    }
    Ok(graph)
}

/// Refuses where a graph of the closure is its own square and has no value that
/// falls to itself.
fn descends(cx: &Cx, graphs: &[Graph], view: View) -> Checked<()> {
    let mut seen: FxHashSet<Graph> = FxHashSet::default();
    let mut waiting: Vec<Graph> = Vec::new();
    for g in graphs {
        if seen.insert(g.clone()) {
            waiting.push(g.clone());
        }
    }
    while let Some(g) = waiting.pop() {
        if g.source == g.target && g.then(&g) == g && !g.falls() {
            return Err(view.refuse(
                "no value falls: some steps, one after another, hand on nothing that is less",
            ));
        }
        for next in graphs.iter().filter(|h| h.source == g.target) {
            let size = (g.arcs.len() + 1) * (next.arcs.len() + 1);
            cx.meter.spend(size as u64 * MAX_VALUES as u64)?;
            let both = g.then(next);
            if seen.insert(both.clone()) {
                waiting.push(both);
            }
        }
        if seen.len() > MAX_GRAPHS {
            return Err(view.refuse(format!("more than {MAX_GRAPHS} graphs")));
        }
    }
    Ok(())
}
