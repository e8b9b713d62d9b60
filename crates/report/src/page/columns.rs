//! A tree as columns for the page: one array per field, strings written once,
//! and of the variables only what changed.

use crate::tree::{Node, NodeKind, Tree, Variable};
use ep_base::outcome::ErrorKind;
use ep_base::Diagnostic;
use serde::Serialize;
use std::collections::HashMap;

/// The columns; all have one entry per node.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Columns {
    /// Every text once; the columns of texts hold indices.
    strings: Vec<String>,
    parent: Vec<i32>,
    /// Index in the list of kinds of `tree.js`.
    kind: Vec<u8>,
    file: Vec<u32>,
    line: Vec<u32>,
    func: Vec<u32>,
    source: Vec<u32>,
    branch: Vec<u32>,
    outcome: Vec<u32>,
    label: Vec<u32>,
    /// A mark whether the variables start anew (another function), then pairs
    /// of name and value; an empty value takes the variable away.
    vars: Vec<Vec<u32>>,
    /// Merges: the node and where else it came from.
    also: Vec<(u32, Vec<u32>)>,
    truncated: bool,
}

#[derive(Default)]
struct Strings {
    all: Vec<String>,
    index: HashMap<String, u32>,
}

impl Strings {
    fn id(&mut self, text: &str) -> u32 {
        if let Some(&id) = self.index.get(text) {
            return id;
        }
        let id = self.all.len() as u32;
        self.all.push(text.to_string());
        self.index.insert(text.to_string(), id);
        id
    }
}

impl Columns {
    /// The columns of a tree.
    ///
    /// # Errors
    /// The tree has more than [`super::MAX_NODES`] nodes (exit 2).
    pub fn new(tree: &Tree) -> Result<Columns, Diagnostic> {
        let n = tree.nodes.len();
        if n > super::MAX_NODES {
            return Err(Diagnostic::bad_input(format!(
                "the tree has {n} nodes, a page holds {}",
                super::MAX_NODES
            ))
            .help("bound it with --max-depth or --max-paths, or write it as .json"));
        }
        let mut strings = Strings::default();
        let mut out = Columns {
            truncated: tree.truncated,
            ..Columns::default()
        };
        for node in &tree.nodes {
            let parent = node.parent.and_then(|p| tree.nodes.get(p as usize));
            out.parent.push(node.parent.map_or(-1, |p| p as i32));
            out.kind.push(kind(node));
            out.file.push(strings.id(&node.place.file));
            out.line.push(node.place.line);
            out.func.push(strings.id(&node.place.function));
            out.source.push(strings.id(&node.source));
            out.branch.push(strings.id(&node.branch));
            out.outcome.push(strings.id(&node.outcome));
            out.label.push(strings.id(&node.label));
            out.vars.push(changes(parent, node, &mut strings));
            if !node.also_from.is_empty() {
                out.also.push((node.id, node.also_from.clone()));
            }
        }
        out.strings = strings.all;
        Ok(out)
    }
}

fn kind(node: &Node) -> u8 {
    match node.kind {
        NodeKind::Root => 0,
        NodeKind::Step => 1,
        // An input of `fuzz` that fails and has led to others.
        NodeKind::Fork if ErrorKind::from_word(&node.outcome).is_some() => 9,
        NodeKind::Fork => 2,
        NodeKind::Merge => 3,
        NodeKind::Generalisation => 4,
        NodeKind::Summary => 5,
        NodeKind::Subsumed => 6,
        NodeKind::Infeasible => 7,
        NodeKind::End if ErrorKind::from_word(&node.outcome).is_some() => 9,
        NodeKind::End if node.outcome.starts_with("throws ") => 9,
        NodeKind::End if !is_complete(&node.outcome) => 10,
        NodeKind::End => 8,
        NodeKind::Waiting => 10,
    }
}

/// Whether a path that ended like this was followed to its end.
fn is_complete(outcome: &str) -> bool {
    let given_up = [
        "not modelled: ",
        "solver: ",
        "defect: ",
        "depth limit",
        "cut at ",
    ];
    !given_up.iter().any(|w| outcome.starts_with(w))
}

fn changes(parent: Option<&Node>, node: &Node, strings: &mut Strings) -> Vec<u32> {
    let same = parent.filter(|p| p.place.function == node.place.function);
    let before: &[Variable] = same.map_or(&[], |p| &p.variables);
    let old: HashMap<&str, &str> = before
        .iter()
        .map(|v| (v.name.as_str(), v.value.as_str()))
        .collect();
    let mut out = vec![u32::from(same.is_none())];
    for v in &node.variables {
        if old.get(v.name.as_str()) != Some(&v.value.as_str()) {
            out.push(strings.id(&v.name));
            out.push(strings.id(&v.value));
        }
    }
    for v in before {
        if !node.variables.iter().any(|w| w.name == v.name) {
            out.push(strings.id(&v.name));
            out.push(strings.id(""));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::Place;

    fn node(id: u32, function: &str, variables: &[(&str, &str)]) -> Node {
        Node {
            id,
            parent: id.checked_sub(1),
            also_from: vec![],
            kind: NodeKind::Step,
            place: Place {
                file: "a.c".into(),
                line: id + 1,
                column: 0,
                function: function.into(),
            },
            source: "x = 1;".into(),
            branch: String::new(),
            variables: variables
                .iter()
                .map(|(n, v)| Variable {
                    name: (*n).into(),
                    value: (*v).into(),
                })
                .collect(),
            condition: "true".into(),
            outcome: String::new(),
            label: String::new(),
        }
    }

    fn texts(c: &Columns, node: usize) -> Vec<&str> {
        let of = |i: &u32| c.strings[*i as usize].as_str();
        c.vars[node][1..].iter().map(of).collect()
    }

    #[test]
    fn only_changes_are_stored() {
        let tree = Tree {
            nodes: vec![
                node(0, "f", &[("x", "1"), ("y", "2")]),
                node(1, "f", &[("x", "1"), ("y", "3")]),
                node(2, "f", &[("y", "3")]),
                node(3, "g", &[("y", "3")]),
            ],
            ..Tree::default()
        };
        let c = Columns::new(&tree).unwrap();
        assert_eq!(texts(&c, 0), ["x", "1", "y", "2"]);
        assert_eq!(texts(&c, 1), ["y", "3"]);
        assert_eq!(texts(&c, 2), ["x", ""]);
        assert_eq!(texts(&c, 3), ["y", "3"], "another function starts anew");
        assert_eq!([c.vars[0][0], c.vars[1][0], c.vars[3][0]], [1, 0, 1]);
        let mut all = c.strings.clone();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), c.strings.len(), "each text once");
    }

    #[test]
    fn a_path_that_was_given_up_is_not_completed() {
        let ends = [
            "exit 3",
            "abort",
            "not modelled: `sin` of a symbol",
            "depth limit",
            "throws NullPointerException at line 3 (null-dereference)",
            "cut at the depth",
        ];
        let of = |outcome: &str| {
            kind(&Node {
                kind: NodeKind::End,
                outcome: outcome.into(),
                ..node(1, "f", &[])
            })
        };
        assert_eq!(ends.map(of), [8, 9, 10, 10, 9, 10]);
    }

    #[test]
    fn a_tree_too_large_for_a_page_is_refused() {
        let tree = Tree {
            nodes: (0..super::super::MAX_NODES as u32 + 1)
                .map(|i| node(i, "f", &[]))
                .collect(),
            ..Tree::default()
        };
        let e = Columns::new(&tree).unwrap_err();
        assert!(e.to_string().contains("200001 nodes"), "{e}");
    }
}
