//! The symbolic execution tree as plain structs, and as JSON.
//!
//! What the explorer unfolds is a graph: a node has one parent, and a merge
//! has further ones. Node 0 is the root; parents come before their children.

use crate::file;
use ep_base::outcome::Place;
use ep_base::Diagnostic;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What happened at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeKind {
    /// The start of the exploration.
    Root,
    /// A step without a decision.
    Step,
    /// A decision: the children are its outcomes.
    Fork,
    /// Several states became one.
    Merge,
    /// The state was widened.
    Generalisation,
    /// A summary was used instead of exploring a call.
    Summary,
    /// Another node covers this one.
    Subsumed,
    /// The path condition has no solution.
    Infeasible,
    /// The path ended; `outcome` says how.
    End,
    /// Not explored because of a limit.
    Waiting,
}

impl NodeKind {
    /// The word in the files.
    pub fn word(self) -> &'static str {
        match self {
            NodeKind::Root => "root",
            NodeKind::Step => "step",
            NodeKind::Fork => "fork",
            NodeKind::Merge => "merge",
            NodeKind::Generalisation => "generalisation",
            NodeKind::Summary => "summary",
            NodeKind::Subsumed => "subsumed",
            NodeKind::Infeasible => "infeasible",
            NodeKind::End => "end",
            NodeKind::Waiting => "waiting",
        }
    }
}

/// A variable of the source with its symbolic value in infix.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Variable {
    /// Its name in the source.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// One node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Node {
    /// Its number, equal to its index.
    pub id: u32,
    /// The node it came from; none for the root.
    pub parent: Option<u32>,
    /// Further nodes it came from, for a merge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_from: Vec<u32>,
    /// What happened.
    pub kind: NodeKind,
    /// Where.
    pub place: Place,
    /// The text of the source line, without indentation; may be empty.
    #[serde(default)]
    pub source: String,
    /// The branch that led here (`x > 0`), in infix; empty without a decision.
    #[serde(default)]
    pub branch: String,
    /// The variables of the innermost function and the globals it uses.
    pub variables: Vec<Variable>,
    /// The path condition in infix; `true` at the root.
    pub condition: String,
    /// How the path ended, for leaves; empty else.
    #[serde(default)]
    pub outcome: String,
    /// What a page shows in its box instead of its place; empty for the place.
    #[serde(skip)]
    pub label: String,
}

/// The tree.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tree {
    /// What was explored.
    pub program: String,
    /// `bits` or `math`.
    pub arithmetic: String,
    /// Nodes were left out because there are too many.
    pub truncated: bool,
    /// All nodes, each at the index of its id.
    pub nodes: Vec<Node>,
}

impl Tree {
    /// Ids equal indices, parents exist and come first, one root: what the
    /// printers and their readers rely on.
    ///
    /// # Errors
    /// The first violation in a sentence.
    pub fn check(&self) -> Result<(), String> {
        for (index, node) in self.nodes.iter().enumerate() {
            if node.id as usize != index {
                return Err(format!("node {} stands at index {index}", node.id));
            }
            if node.parent.is_none() != (index == 0) {
                return Err(format!(
                    "node {index} and its parent: only node 0 is a root"
                ));
            }
            let parents = node.parent.iter().chain(&node.also_from);
            if let Some(p) = parents.into_iter().find(|p| **p >= node.id) {
                return Err(format!("node {index} has the later parent {p}"));
            }
        }
        Ok(())
    }

    /// The nodes without children.
    pub fn leaves(&self) -> Vec<&Node> {
        let mut inner = vec![false; self.nodes.len()];
        for node in &self.nodes {
            for parent in node.parent.iter().chain(&node.also_from) {
                if let Some(seen) = inner.get_mut(*parent as usize) {
                    *seen = true;
                }
            }
        }
        self.nodes
            .iter()
            .zip(&inner)
            .filter(|(_, inner)| !**inner)
            .map(|(node, _)| node)
            .collect()
    }

    /// As JSON with a line feed at its end.
    ///
    /// # Errors
    /// A defect (exit 70) when it cannot be written as JSON.
    pub fn json(&self) -> Result<String, Diagnostic> {
        serde_json::to_string_pretty(self)
            .map(|text| text + "\n")
            .map_err(|e| Diagnostic::defect(format!("the tree is no JSON: {e}")))
    }

    /// Writes `.json`, or `.dot` when the path ends so.
    ///
    /// # Errors
    /// Another ending (exit 2); the file cannot be written (exit 4).
    pub fn write(&self, path: &Path) -> Result<(), Diagnostic> {
        let text = match path.extension().and_then(|e| e.to_str()) {
            Some("json") => self.json()?,
            Some("dot") => crate::dot::dot(self),
            _ => {
                return Err(Diagnostic::bad_input(format!(
                    "{} ends neither in .json nor in .dot",
                    path.display()
                )))
            }
        };
        file::write(path, text.as_bytes())
    }
}
