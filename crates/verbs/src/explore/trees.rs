//! From the explorer's tree to the reported one.

use ep_base::outcome::Place;
use ep_explore::view::tree;
use ep_report::source::Sources;
use ep_report::tree::{Node, NodeKind, Tree, Variable};

/// Converts; the source lines come from the files.
pub fn convert(
    from: &tree::Tree,
    program: &str,
    arithmetic: String,
    sources: &mut Sources,
) -> Tree {
    let nodes = from.nodes.iter().enumerate();
    Tree {
        program: program.to_string(),
        arithmetic,
        truncated: from.truncated,
        nodes: nodes
            .map(|(i, n)| {
                let parent = n.parent.and_then(|p| from.nodes.get(p as usize));
                node(i as u32, n, parent, sources)
            })
            .collect(),
    }
}

fn node(
    id: u32,
    n: &tree::TreeNode,
    parent: Option<&tree::TreeNode>,
    sources: &mut Sources,
) -> Node {
    let source = sources.line(&n.file, n.line).unwrap_or_default();
    Node {
        id,
        parent: n.parent,
        also_from: n.also_from.into_iter().collect(),
        kind: match n.kind {
            _ if n.parent.is_none() => NodeKind::Root,
            tree::NodeKind::Step => NodeKind::Step,
            tree::NodeKind::Fork => NodeKind::Fork,
            tree::NodeKind::Infeasible => NodeKind::Infeasible,
            tree::NodeKind::Merge => NodeKind::Merge,
            tree::NodeKind::End | tree::NodeKind::Error => NodeKind::End,
        },
        place: Place {
            file: n.file.clone(),
            line: n.line,
            column: 0,
            function: n.function.clone(),
        },
        source: source.trim().to_string(),
        branch: parent.map_or_else(String::new, |p| {
            let known = p.condition.len().min(n.condition.len());
            n.condition[known..].join(" && ")
        }),
        variables: n
            .variables
            .iter()
            .map(|(name, value)| Variable {
                name: name.clone(),
                value: value.clone(),
            })
            .collect(),
        condition: if n.condition.is_empty() {
            "true".into()
        } else {
            n.condition.join(" && ")
        },
        outcome: n.outcome.clone().unwrap_or_default(),
        label: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(parent: Option<u32>, kind: tree::NodeKind, condition: &[&str]) -> tree::TreeNode {
        tree::TreeNode {
            parent,
            also_from: None,
            kind,
            file: "none.c".into(),
            line: 3,
            function: "f".into(),
            variables: vec![("x".into(), "a".into())],
            condition: condition.iter().map(|c| (*c).into()).collect(),
            outcome: None,
        }
    }

    #[test]
    fn a_branch_is_what_the_condition_gained() {
        let from = tree::Tree {
            truncated: false,
            nodes: vec![
                plain(None, tree::NodeKind::Step, &[]),
                plain(Some(0), tree::NodeKind::Fork, &["x > 0"]),
                plain(Some(1), tree::NodeKind::End, &["x > 0", "x < 5"]),
            ],
        };
        let t = convert(&from, "none.c", "bits".into(), &mut Sources::new());
        assert_eq!(t.check(), Ok(()));
        assert_eq!(t.nodes[0].condition, "true");
        assert_eq!(t.nodes[0].kind, NodeKind::Root);
        assert_eq!(t.nodes[2].branch, "x < 5");
        assert_eq!(t.nodes[2].condition, "x > 0 && x < 5");
    }
}
