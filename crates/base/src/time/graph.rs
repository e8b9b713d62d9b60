//! The symbolic execution graph as text, for those who look at it.
//!
//! Idea: the words of a graph that is unfolded elsewhere ([`crate::graph`]) are texts
//! here. An edge is a whole way from one cut to the next, so its label has all the
//! cases that were chosen on it and what each variable becomes at its end. In JSON a
//! graph is two lists, and an edge names its ends by their numbers. Source: document
//! 004, Figure 3. Cost: linear.

use crate::entity::EntityId;
use crate::graph::{self, Kind, NodeId, Status, Words};
use crate::outcome::Place;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An area of memory in a state, with what lies at its offsets.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GraphArea {
    /// What the source calls it.
    pub name: String,
    /// Offsets in bytes and values.
    pub cells: Vec<(String, String)>,
}

/// A pointer in a state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GraphPointer {
    /// The variable.
    pub name: String,
    /// In [`GraphNode::areas`].
    pub area: u32,
    /// In bytes.
    pub offset: String,
}

/// A node of the symbolic execution graph, as text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GraphNode {
    /// Where in the source.
    pub place: Place,
    /// Registers by source name and their symbolic values.
    pub values: Vec<(String, String)>,
    /// What is known of the symbolic variables.
    pub facts: Vec<String>,
    /// Those of them that neither the types nor the others say.
    #[serde(default)]
    pub telling: Vec<String>,
    /// Where pointers lead, in words.
    pub memory: Vec<String>,
    /// Areas of memory, and the pointers that lead to them.
    #[serde(default)]
    pub areas: Vec<GraphArea>,
    /// Those pointers.
    #[serde(default)]
    pub pointers: Vec<GraphPointer>,
    /// The loop of the report whose head it is.
    #[serde(default)]
    pub head: Option<u32>,
    /// How the run ends there, if it does.
    pub end: Option<String>,
}

/// What is executed on a way from one cut to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// LLVM instructions on it.
    pub weight: u64,
    /// The cases that were chosen on it.
    pub cases: Vec<String>,
    /// What each variable becomes.
    pub becomes: Vec<String>,
    /// Whether the target has no states that the source does not have.
    pub exact: bool,
}

/// The words of this graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text;

impl Words for Text {
    type State = GraphNode;
    type Label = Way;
    /// Stands in the label: there may be several on one way.
    type Case = ();
    /// Stands in the label, as of every way that arrives.
    type Renaming = ();
    type Reason = String;
}

/// The symbolic execution graph. What was not decided waits.
pub type Graph = graph::Graph<Text>;

/// The stable words for kinds of edges.
const KINDS: [(&str, Kind<Text>); 8] = [
    ("step", Kind::Step),
    ("fork", Kind::Fork(())),
    ("join", Kind::Join),
    ("generalise", Kind::Generalised(())),
    ("call", Kind::Call),
    ("return", Kind::Return),
    ("summary", Kind::Summary),
    ("subsumed", Kind::Subsumed(())),
];

/// A graph in JSON.
#[derive(Serialize, Deserialize)]
struct Flat {
    nodes: Vec<GraphNode>,
    edges: Vec<FlatEdge>,
}

#[derive(Serialize, Deserialize)]
struct FlatEdge {
    source: u32,
    target: u32,
    kind: String,
    #[serde(default)]
    weight: u64,
    #[serde(default)]
    cases: Vec<String>,
    #[serde(default)]
    label: Vec<String>,
    #[serde(default)]
    exact: bool,
}

impl Serialize for Graph {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let edges = self.edges().iter().map(|e| {
            let word = KINDS.iter().find(|k| k.1 == e.kind).map_or("step", |k| k.0);
            let way = e.label.clone().unwrap_or(Way {
                weight: 0,
                cases: Vec::new(),
                becomes: Vec::new(),
                exact: false,
            });
            FlatEdge {
                source: e.from.index() as u32,
                target: e.to.index() as u32,
                kind: word.to_owned(),
                weight: way.weight,
                cases: way.cases,
                label: way.becomes,
                exact: way.exact,
            }
        });
        let flat = Flat {
            nodes: self.nodes().map(|(_, n)| n.state.clone()).collect(),
            edges: edges.collect(),
        };
        flat.serialize(s)
    }
}

impl<'de> Deserialize<'de> for Graph {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let flat = Flat::deserialize(d)?;
        let mut out = Graph::default();
        for node in flat.nodes {
            let ends = node.end.is_some();
            let id = out.node(node);
            if ends {
                out.settle(id, Status::Unfolded);
            }
        }
        for e in flat.edges {
            let kind = KINDS.iter().find(|k| k.0 == e.kind);
            let kind = kind.ok_or_else(|| {
                serde::de::Error::custom(format!("an edge of the unknown kind `{}`", e.kind))
            })?;
            let (from, to) = (
                NodeId::from_index(e.source as usize),
                NodeId::from_index(e.target as usize),
            );
            let way = Way {
                weight: e.weight,
                cases: e.cases,
                becomes: e.label,
                exact: e.exact,
            };
            out.edge(from, to, kind.1.clone(), Some(way));
            out.settle(from, Status::Unfolded);
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read is what was written, whatever the kind of the edge.
    #[test]
    fn json_says_the_same() {
        let mut graph = Graph::default();
        let first = graph.node(GraphNode::default());
        for (i, (_, kind)) in KINDS.iter().enumerate() {
            let to = graph.node(GraphNode {
                end: (i % 2 == 0).then(|| "return".to_owned()),
                ..GraphNode::default()
            });
            let way = Way {
                weight: i as u64,
                cases: vec![format!("x > {i}")],
                becomes: vec!["x := x - 1".into()],
                exact: i % 3 == 0,
            };
            graph.edge(first, to, kind.clone(), Some(way));
            if i % 2 == 0 {
                graph.settle(to, Status::Unfolded);
            }
        }
        graph.settle(first, Status::Unfolded);
        let text = serde_json::to_string(&graph).expect("JSON");
        let read: Graph = serde_json::from_str(&text).expect("a graph");
        assert_eq!(read, graph);
        let wrong = text.replace("\"join\"", "\"jump\"");
        let said = serde_json::from_str::<Graph>(&wrong).err();
        assert!(said.is_some_and(|e| e.to_string().contains("`jump`")));
    }
}
