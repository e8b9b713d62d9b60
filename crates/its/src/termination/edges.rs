//! The graph of a system: an edge is an arm of a rule.
//!
//! Idea: proofs of termination rule out edges, component by component. Source:
//! Tarjan's algorithm ([`crate::scc`]). Cost: linear in the edges.

use crate::system::Loc;
use crate::work::Work;
use ep_base::entity::EntityId;

/// An arm of a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// Position in [`Work::rules`].
    pub rule: usize,
    /// Position in its arms.
    pub arm: usize,
    /// Where it starts.
    pub source: Loc,
    /// Where it goes on.
    pub target: Loc,
}

impl Edge {
    /// The rule and its arm.
    pub fn arc(&self) -> (usize, usize) {
        (self.rule, self.arm)
    }
}

/// The edges of a system.
pub fn edges(work: &Work) -> Vec<Edge> {
    let mut out = Vec::new();
    for (rule, r) in work.rules.iter().enumerate() {
        for (arm, a) in r.transition.arms.iter().enumerate() {
            let (source, target) = (r.transition.source, a.target);
            out.push(Edge {
                rule,
                arm,
                source,
                target,
            });
        }
    }
    out
}

/// The strongly connected components of some edges, each as its edges; those
/// that lead nowhere in a circle are in none.
pub fn components(work: &Work, live: &[Edge]) -> Vec<Vec<Edge>> {
    let count = work.file.locations.len();
    let mut next = vec![Vec::new(); count];
    for e in live {
        if let Some(list) = next.get_mut(e.source.index()) {
            list.push(e.target.index());
        }
    }
    let parts = crate::scc::components(count, &next);
    let mut of = vec![usize::MAX; count];
    for (i, part) in parts.iter().enumerate() {
        for &l in part {
            if let Some(o) = of.get_mut(l) {
                *o = i;
            }
        }
    }
    let part = |l: Loc| of.get(l.index()).copied();
    let mut out: Vec<Vec<Edge>> = vec![Vec::new(); parts.len()];
    for e in live {
        let (a, b) = (part(e.source), part(e.target));
        if let (true, Some(list)) = (a == b, a.and_then(|i| out.get_mut(i))) {
            list.push(*e);
        }
    }
    out.retain(|list| !list.is_empty());
    out.reverse();
    out
}
