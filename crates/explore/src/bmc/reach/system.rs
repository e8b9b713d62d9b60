//! A program as places and edges: what property-directed reachability works on.
//!
//! Idea: a place is the head of a loop in one activation, its variables what
//! the loops change; an edge is everything that runs from one head to the next
//! without going round (large-block encoding: D. Beyer et al., "Software Model
//! Checking via Large-Block Encoding", FMCAD 2009). All of it is terms over
//! bit-vectors, so nothing here knows the machine. Cost: that of the terms.

use ep_term::{Op, Pool, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The place where the program begins. It has no variables.
pub(super) const START: usize = 0;

/// Predicates of one place.
const MOST_PREDICATES: usize = 1_500;
/// Nodes of a predicate.
const LARGEST: usize = 24;

/// From a place to the next one, or to itself.
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
    /// What holds on the way, over the variables at its start and inputs.
    pub path: Vec<TermId>,
    /// What variables are at its end; those that are not named stay.
    pub values: FxHashMap<VarId, TermId>,
}

/// An error, or something that is not modelled, behind a place.
pub(super) struct Bad {
    pub at: usize,
    pub path: Vec<TermId>,
    pub what: String,
}

/// Places, edges, and what must not be reached.
#[derive(Default)]
pub(super) struct System {
    /// The variables that a place hands on.
    pub places: Vec<FxHashSet<VarId>>,
    pub edges: Vec<Edge>,
    pub bads: Vec<Bad>,
}

impl System {
    /// The edges that end at each place.
    pub fn incoming(&self) -> Vec<Vec<usize>> {
        let mut out = vec![Vec::new(); self.places.len()];
        for (i, e) in self.edges.iter().enumerate() {
            out[e.to].push(i);
        }
        out
    }

    /// The distinct nodes of all terms.
    pub fn nodes(&self, pool: &Pool) -> usize {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let edges = self
            .edges
            .iter()
            .flat_map(|e| e.path.iter().chain(e.values.values()));
        let bads = self.bads.iter().flat_map(|b| &b.path);
        let mut stack: Vec<TermId> = edges.chain(bads).copied().collect();
        while let Some(t) = stack.pop() {
            if seen.insert(t) {
                stack.extend(pool.args(t));
            }
        }
        seen.len()
    }

    /// What the program asks of the variables of each place: the comparisons
    /// in everything that runs from it, and those that a round makes of them.
    pub fn predicates(&self, pool: &mut Pool) -> Vec<Vec<TermId>> {
        let mut out: Vec<Vec<TermId>> = vec![Vec::new(); self.places.len()];
        for (p, list) in out.iter_mut().enumerate() {
            let mut roots: Vec<TermId> = Vec::new();
            for e in self.edges.iter().filter(|e| e.from == p) {
                roots.extend(&e.path);
                roots.extend(e.values.values());
            }
            for b in self.bads.iter().filter(|b| b.at == p) {
                roots.extend(&b.path);
            }
            *list = comparisons(pool, &roots, &self.places[p]);
        }
        let before = out.clone();
        for e in &self.edges {
            let mut memo = FxHashMap::default();
            for q in &before[e.to] {
                if out[e.from].len() >= MOST_PREDICATES {
                    break;
                }
                let t = pool.substitute_with(*q, &e.values, &mut memo);
                let one = comparisons(pool, &[t], &self.places[e.from]);
                for t in one {
                    if !out[e.from].contains(&t) {
                        out[e.from].push(t);
                    }
                }
            }
        }
        out
    }
}

/// The comparisons below these terms that speak of the given variables only.
fn comparisons(pool: &Pool, roots: &[TermId], vars: &FxHashSet<VarId>) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack: Vec<TermId> = roots.to_vec();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || pool.vars(t).is_empty() {
            continue;
        }
        stack.extend(pool.args(t));
        let compares = match pool.op(t) {
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => true,
            Op::Saddo | Op::Ssubo => true,
            Op::Var(_) => pool.width(t) == 1 && pool.sort(t) == ep_term::Sort::Bool,
            _ => false,
        };
        let own = pool.vars(t).iter().all(|v| vars.contains(v));
        if compares && own && out.len() < MOST_PREDICATES && small(pool, t) {
            out.push(t);
        }
    }
    out.sort_unstable();
    out
}

fn small(pool: &Pool, t: TermId) -> bool {
    let mut n = 0;
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        n += 1;
        if n > LARGEST {
            return false;
        }
        stack.extend(pool.args(t));
    }
    true
}
