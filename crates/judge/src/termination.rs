//! Termination: ranking functions that remove edges until no cycle is left.
//!
//! Idea: an infinite path ends up in one strongly connected component of
//! what is left; if there each edge keeps f and the strict ones lower it and
//! are bounded, it takes them finitely often only, so they can go. Nested
//! (multiphase) functions f1…fd work alike: once f1 is used up it stays below
//! 0 and f2 falls, and so on. Loops that are all that is left of a component may
//! also end by their closed forms, and what a bound counts is taken finitely
//! often wherever it lies ([`crate::upper`]). Sources: Alias, Darte, Feautrier, Gonnord, SAS
//! 2010 (lexicographic over a graph); Leike, Heizmann, LMCS 11(1), 2015
//! (nested). Alternative: one lexicographic tuple for the whole graph, which
//! makes tuples long and proofs many. Cost: one component analysis per step.

use crate::derive::{claims_less, derive, Derived};
use crate::graph;
use crate::names::Cx;
use crate::poly::{Poly, Sym};
use crate::proof::{prove, Goal, Premises};
use crate::refusal::Checked;
use crate::relations;
use crate::size_change;
use crate::system::System;
use crate::text::{Args, View};
use crate::upper;
use rustc_hash::{FxHashMap, FxHashSet};

/// An arm of a transition, with the numbers of its locations.
pub(crate) struct Edge {
    pub transition: usize,
    pub arm: usize,
    pub source: usize,
    pub target: usize,
}

/// The numbers of locations.
pub(crate) type Named = FxHashMap<Sym, usize>;
/// Transition and arm of edges that are gone.
pub(crate) type Removed = FxHashSet<(usize, usize)>;

/// Whether the claim is made of some starts only.
pub fn check(cx: &Cx, claim: View, original: &System, mut args: Args) -> Checked<bool> {
    let assumes = claims_less(&args);
    let d = derive(cx, original, &mut args)?;
    let s = &d.system;
    let place: Named = s.locs.iter().copied().zip(0..).collect();
    let mut edges = Vec::new();
    for (transition, t) in s.transitions.iter().enumerate() {
        for (arm, a) in t.arms.iter().enumerate() {
            if let (Some(&source), Some(&target)) = (place.get(&t.source), place.get(&a.target)) {
                edges.push(Edge {
                    transition,
                    arm,
                    source,
                    target,
                });
            }
        }
    }
    for rank in args {
        cx.meter.spend((edges.len() + s.locs.len()) as u64)?;
        let (head, _) = rank.form("(rank …), (size-change …), (closed …) or (counted …)")?;
        let removed = match head {
            "size-change" => size_change::step(cx, s, &place, &edges, rank)?,
            "closed" => closed(cx, &d, &place, &edges, rank)?,
            "counted" => counted(cx, &d, &edges, rank)?,
            "transition-invariant" => relations::step(cx, &d, &place, &edges, rank)?,
            _ => step(cx, s, &place, &edges, rank)?,
        };
        edges.retain(|e| !removed.contains(&(e.transition, e.arm)));
    }
    let ends: Vec<_> = edges.iter().map(|e| (e.source, e.target)).collect();
    let cycles = graph::on_cycles(s.locs.len(), &ends);
    if let Some((e, _)) = edges.iter().zip(cycles).find(|(_, on)| *on) {
        let t = s.transitions.get(e.transition);
        let t = t.map_or_else(String::new, |t| cx.name(t.name));
        return Err(claim.refuse(format!(
            "nothing shows that arm {} of `{t}` is taken finitely often",
            e.arm
        )));
    }
    Ok(assumes)
}

/// The edges inside of the components that have one of these locations, by
/// transition and arm: those of which a step has to speak.
pub(crate) fn in_components<'e>(
    s: &System,
    edges: &'e [Edge],
    at: &FxHashMap<usize, Vec<Poly>>,
) -> FxHashMap<(usize, usize), &'e Edge> {
    let ends: Vec<_> = edges.iter().map(|e| (e.source, e.target)).collect();
    let component = graph::components(s.locs.len(), &ends);
    let named: FxHashSet<usize> = (at.keys().filter_map(|l| component.get(*l)))
        .copied()
        .collect();
    let inside = |e: &&Edge| {
        let (a, b) = (component.get(e.source), component.get(e.target));
        a == b && a.is_some_and(|c| named.contains(c))
    };
    (edges.iter().filter(inside))
        .map(|e| ((e.transition, e.arm), e))
        .collect()
}

/// Loops with closed forms that end whatever the values are: they are all that is
/// left of their component, so a path that stays there takes nothing else.
fn closed(cx: &Cx, d: &Derived, place: &Named, edges: &[Edge], view: View) -> Checked<Removed> {
    cx.meter.spend(64 * d.system.transitions.len() as u64)?;
    let (at, loops) = upper::closed_loops(cx, d, view)?;
    let at = place.get(&at).copied().unwrap_or(usize::MAX);
    let ours = in_components(&d.system, edges, &FxHashMap::from_iter([(at, Vec::new())]));
    for ((i, j), e) in &ours {
        if !loops.contains(i) || e.source != e.target {
            let t = d.system.transitions.get(*i);
            let t = t.map_or_else(String::new, |t| cx.name(t.name));
            return Err(view.refuse(format!(
                "arm {j} of `{t}` lies in the component and is none of the loops"
            )));
        }
    }
    Ok(ours.into_keys().collect())
}

/// What fires finitely often in every run, whatever it does in between.
fn counted(cx: &Cx, d: &Derived, edges: &[Edge], view: View) -> Checked<Removed> {
    cx.meter.spend(64 * d.system.transitions.len() as u64)?;
    let fired: FxHashSet<usize> = upper::counted(cx, d, view)?.into_iter().collect();
    let gone = edges.iter().filter(|e| fired.contains(&e.transition));
    Ok(gone.map(|e| (e.transition, e.arm)).collect())
}

fn step(cx: &Cx, s: &System, place: &Named, edges: &[Edge], rank: View) -> Checked<Removed> {
    let mut args = rank.called("rank")?;
    let mut at: FxHashMap<usize, Vec<Poly>> = FxHashMap::default();
    let mut depth = 0;
    while let Some(a) = args.call_if("at") {
        let mut inside = a.called("at")?;
        let loc = s.location(cx, inside.need("a location")?)?;
        let f = inside
            .map(|p| s.poly(cx, p))
            .collect::<Checked<Vec<Poly>>>()?;
        if f.is_empty() || (!at.is_empty() && f.len() != depth) {
            return Err(a.refuse("each location has the same number of functions, at least one"));
        }
        depth = f.len();
        let loc = place.get(&loc).copied().unwrap_or(usize::MAX);
        if at.insert(loc, f).is_some() {
            return Err(a.refuse("this location is named twice"));
        }
    }
    let mut todo = in_components(s, edges, &at);
    let mut removed = Removed::default();
    for entry in args {
        let (head, mut proofs) = entry.form("(strict T ARM …) or (weak T ARM …)")?;
        let strict = match head {
            "strict" => true,
            "weak" => false,
            _ => return Err(entry.refuse("(strict T ARM …) or (weak T ARM …) is awaited")),
        };
        let i = s.named(cx, proofs.need("a transition")?)?;
        let j = cx.read_index(proofs.need("an arm")?, "the number of an arm")?;
        let Some(edge) = todo.remove(&(i, j)) else {
            return Err(
                entry.refuse("this edge lies in no component that is ranked, or stands here twice")
            );
        };
        fall(cx, s, &at, edge, strict, &mut proofs, entry)?;
        proofs.done()?;
        if strict {
            removed.insert((i, j));
        }
    }
    if let Some((i, j)) = todo.keys().min() {
        let t = s.transitions.get(*i);
        let t = t.map_or_else(String::new, |t| cx.name(t.name));
        return Err(rank.refuse(format!(
            "arm {j} of `{t}` lies in the component and has no proof"
        )));
    }
    Ok(removed)
}

/// The obligations of one edge.
fn fall(
    cx: &Cx,
    s: &System,
    at: &FxHashMap<usize, Vec<Poly>>,
    edge: &Edge,
    strict: bool,
    proofs: &mut Args,
    entry: View,
) -> Checked<()> {
    let m = &cx.meter;
    let t = s.transitions.get(edge.transition);
    let arm = t.and_then(|t| t.arms.get(edge.arm));
    let (Some(t), Some(arm), Some(before), Some(after)) =
        (t, arm, at.get(&edge.source), at.get(&edge.target))
    else {
        return Err(entry.refuse("the component has a location without a ranking function"));
    };
    let mut premises = Premises::of("g", &t.guard);
    let mut last = Poly::zero();
    for (f, g) in before.iter().zip(after) {
        let mut goal = f.minus(&g.subst(&arm.update, m)?, m)?;
        if strict {
            goal = goal.plus(&last, m)?.minus(&Poly::int(1), m)?;
        }
        let proof = proofs.need("a proof for each function")?;
        prove(cx, proof, &mut premises, &Goal::AtLeastZero(goal))?;
        last = f.clone();
    }
    if strict {
        let proof = proofs.need("a proof that the function is bounded")?;
        prove(cx, proof, &mut premises, &Goal::AtLeastZero(last))?;
    }
    Ok(())
}
