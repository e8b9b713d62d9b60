//! A worklist that unfolds states into a [`Graph`].
//!
//! Idea: a state that an older one at its place covers is not looked at again; one
//! that is like an older one is generalised together with it, so that loops close;
//! everything else is asked for what follows. What follows, what covers and what is
//! alike are questions to a trait, so the loop here is the same for every analysis.
//! Source: the worklist algorithms of abstract interpretation (Cousot and Cousot,
//! POPL 1977), with the generalisation of symbolic execution graphs. Alternatives:
//! recursion, whose depth is that of the longest path; a fixpoint per program point,
//! which forgets how states came about. Cost: for each state a question per older
//! one at its place; whoever generalises must do so finitely often at a place.

use crate::graph::{Graph, Kind, NodeId, Status, Words};
use crate::Stop;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// What follows a state: how, what is executed on the way, and which.
pub type Next<W> = (Kind<W>, Option<<W as Words>::Label>, <W as Words>::State);

/// What an exploration is asked.
pub trait Unfold: Words + Sized {
    /// Only states of one place cover each other or are generalised.
    type Place: Eq + Hash;

    /// Where a state is.
    fn place(&self, state: &Self::State) -> Self::Place;

    /// What follows; nothing is an end.
    ///
    /// # Errors
    /// It is no state of any run, with the reason.
    fn next(&mut self, state: &Self::State) -> Result<Vec<Next<Self>>, Self::Reason>;

    /// Whether the old state holds whatever the new one holds, and what the new
    /// one's things are called there.
    fn covers(&mut self, old: &Self::State, new: &Self::State) -> Option<Self::Renaming>;

    /// A state that holds both, with what the new one's things are called there;
    /// nothing where they are better kept apart.
    fn join(
        &mut self,
        old: &Self::State,
        new: &Self::State,
    ) -> Option<(Self::State, Self::Renaming)>;
}

/// Unfolds a state. What is beyond the number of nodes, or after the stop, waits.
pub fn unfold<U: Unfold>(u: &mut U, start: U::State, most: usize, stop: &Stop) -> Graph<U> {
    let mut graph = Graph::default();
    let mut places: HashMap<U::Place, Vec<NodeId>> = HashMap::new();
    let first = graph.node(start);
    // What was made of two states is not made more general again.
    let mut waiting = VecDeque::from([(first, false)]);
    while let Some((n, general)) = waiting.pop_front() {
        if graph.len() >= most || stop.now() {
            break;
        }
        let Some(node) = graph.get(n) else { continue };
        let here = places.entry(u.place(&node.state)).or_default();
        if let Some((old, renaming)) = covered(u, &graph, here, n) {
            graph.edge(n, old, Kind::Subsumed(renaming), None);
            graph.settle(n, Status::Unfolded);
            continue;
        }
        let both = (!general).then(|| alike(u, &graph, here, n)).flatten();
        if let Some((state, renaming)) = both {
            let to = graph.node(state);
            graph.edge(n, to, Kind::Generalised(renaming), None);
            graph.settle(n, Status::Unfolded);
            // The general state comes next, before others are like it again.
            waiting.push_front((to, true));
            continue;
        }
        match u.next(&node.state) {
            Err(reason) => graph.settle(n, Status::Infeasible(reason)),
            Ok(next) => {
                here.push(n);
                graph.settle(n, Status::Unfolded);
                for (kind, label, state) in next {
                    let to = graph.node(state);
                    graph.edge(n, to, kind, label);
                    waiting.push_back((to, false));
                }
            }
        }
    }
    graph
}

/// An older node that covers this one.
fn covered<U: Unfold>(
    u: &mut U,
    graph: &Graph<U>,
    here: &[NodeId],
    n: NodeId,
) -> Option<(NodeId, U::Renaming)> {
    let new = &graph.get(n)?.state;
    // The newest are the most general.
    here.iter().rev().find_map(|old| {
        let renaming = u.covers(&graph.get(*old)?.state, new)?;
        Some((*old, renaming))
    })
}

/// A state that holds this one and an older one.
fn alike<U: Unfold>(
    u: &mut U,
    graph: &Graph<U>,
    here: &[NodeId],
    n: NodeId,
) -> Option<(U::State, U::Renaming)> {
    let new = &graph.get(n)?.state;
    (here.iter().rev()).find_map(|old| u.join(&graph.get(*old)?.state, new))
}
