//! What an exploration unfolds, as plain data with cycles.
//!
//! Idea: a node is a state, an edge says how one came from another, and a node that
//! is covered by an older one leads back to it, so loops of a program are cycles
//! here. What states, cases, renamings and reasons are is left to whoever explores
//! ([`Words`]); nothing is known of programs, termination or memory. Source: the
//! symbolic execution graphs of Brockschmidt, Otto and Giesl ("Modular termination
//! proofs of recursive Java bytecode programs by term rewriting", RTA 2011).
//! Alternatives: a tree with pointers to ancestors, which has no joins; a graph of
//! program points, which holds no states. Cost: a node per state and a number per
//! end of an edge.

use crate::entity::EntityId;
use std::fmt::Debug;

crate::entity!(
    /// A node.
    NodeId,
    "n"
);

/// What a word of an exploration can do, so that graphs are plain data.
pub trait Word: Clone + Eq + Debug {}

impl<T: Clone + Eq + Debug> Word for T {}

/// What a graph is made of.
pub trait Words {
    /// What a node holds.
    type State: Word;
    /// What was executed on a way.
    type Label: Word;
    /// Which side of a fork was taken.
    type Case: Word;
    /// What a state is called in a more general one.
    type Renaming: Word;
    /// Why nothing follows.
    type Reason: Word;
}

/// How a state came from another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind<W: Words> {
    /// One step, or several in a row.
    Step,
    /// One case of several.
    Fork(W::Case),
    /// Several ways meet.
    Join,
    /// A state that holds more, with what things are called there.
    Generalised(W::Renaming),
    /// Into a function.
    Call,
    /// Out of one.
    Return,
    /// Over a function whose effect is known.
    Summary,
    /// An older state holds this one, with what things are called there.
    Subsumed(W::Renaming),
}

/// What became of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status<W: Words> {
    /// Nobody has looked at what follows.
    Waiting,
    /// What follows stands in the edges; without any it is an end.
    Unfolded,
    /// It is no state of any run.
    Infeasible(W::Reason),
}

/// A state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<W: Words> {
    /// What it is.
    pub state: W::State,
    /// What became of it.
    pub status: Status<W>,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge<W: Words> {
    /// Where from.
    pub from: NodeId,
    /// Where to.
    pub to: NodeId,
    /// How.
    pub kind: Kind<W>,
    /// What was executed on it; nothing where states were only compared.
    pub label: Option<W::Label>,
}

/// The graph. Nodes and edges are never removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph<W: Words> {
    nodes: Vec<Node<W>>,
    edges: Vec<Edge<W>>,
    /// Edges by the node that they leave.
    leaving: Vec<Vec<usize>>,
}

impl<W: Words> Default for Graph<W> {
    fn default() -> Self {
        Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            leaving: Vec::new(),
        }
    }
}

impl<W: Words> Graph<W> {
    /// A new node, which waits.
    pub fn node(&mut self, state: W::State) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.leaving.push(Vec::new());
        self.nodes.push(Node {
            state,
            status: Status::Waiting,
        });
        id
    }

    /// A new edge between two nodes of this graph; one from elsewhere is left out.
    pub fn edge(&mut self, from: NodeId, to: NodeId, kind: Kind<W>, label: Option<W::Label>) {
        if to.index() < self.len() {
            if let Some(list) = self.leaving.get_mut(from.index()) {
                list.push(self.edges.len());
                self.edges.push(Edge {
                    from,
                    to,
                    kind,
                    label,
                });
            }
        }
    }

    /// Says what became of a node.
    pub fn settle(&mut self, n: NodeId, status: Status<W>) {
        if let Some(node) = self.nodes.get_mut(n.index()) {
            node.status = status;
        }
    }

    /// A node.
    pub fn get(&self, n: NodeId) -> Option<&Node<W>> {
        self.nodes.get(n.index())
    }

    /// The nodes in the order in which they were made.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node<W>)> {
        (self.nodes.iter().enumerate()).map(|(i, n)| (NodeId::from_index(i), n))
    }

    /// All edges.
    pub fn edges(&self) -> &[Edge<W>] {
        &self.edges
    }

    /// The edges that leave a node.
    pub fn leaving(&self, n: NodeId) -> impl Iterator<Item = &Edge<W>> {
        let list = self.leaving.get(n.index()).into_iter().flatten();
        list.filter_map(|i| self.edges.get(*i))
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.leaving.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.leaving.is_empty()
    }

    /// Whether nothing waits: then the graph holds all runs.
    pub fn is_whole(&self) -> bool {
        let waits = |n: &Node<W>| matches!(n.status, Status::Waiting);
        !self.nodes.iter().any(waits)
    }
}
