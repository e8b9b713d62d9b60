//! The tree for Graphviz. All text stands in quoted strings, where only `"`
//! and `\` and line ends need care; `\l` ends a left-aligned line.

use crate::tree::{Node, NodeKind, Tree};
use std::fmt::Write;

/// The longest line of a label in characters; the JSON file has the whole.
const LONGEST: usize = 100;

/// The text of the `.dot` file.
pub fn dot(tree: &Tree) -> String {
    let mut out = String::from("digraph everypath {\n");
    let _ = writeln!(out, "  label=\"{}\";", quoted(&tree.program));
    out.push_str("  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=9];\n");
    for node in &tree.nodes {
        let _ = writeln!(
            out,
            "  n{} [label=\"{}\"{}];",
            node.id,
            label(node),
            look(node)
        );
    }
    for node in &tree.nodes {
        if let Some(parent) = node.parent {
            let branch = if node.branch.is_empty() {
                String::new()
            } else {
                format!(" [label=\"{}\"]", quoted(&cut(&node.branch)))
            };
            let _ = writeln!(out, "  n{parent} -> n{}{branch};", node.id);
        }
        for parent in &node.also_from {
            let _ = writeln!(out, "  n{parent} -> n{} [style=dashed];", node.id);
        }
    }
    out.push_str("}\n");
    out
}

fn label(node: &Node) -> String {
    let mut lines = Vec::new();
    let place = if node.place.line > 0 {
        format!("{}: ", node.place.line)
    } else {
        String::new()
    };
    let source = if node.source.is_empty() {
        node.kind.word()
    } else {
        node.source.trim()
    };
    lines.push(format!("{place}{source}"));
    if !node.variables.is_empty() {
        let all: Vec<String> = node
            .variables
            .iter()
            .map(|v| format!("{} = {}", v.name, v.value))
            .collect();
        lines.push(all.join(", "));
    }
    lines.push(format!("pc: {}", node.condition));
    if !node.outcome.is_empty() {
        lines.push(node.outcome.clone());
    }
    lines
        .iter()
        .map(|l| quoted(&cut(l)) + "\\l")
        .collect::<String>()
}

fn look(node: &Node) -> &'static str {
    match node.kind {
        NodeKind::Fork => ", shape=diamond",
        NodeKind::Merge => ", shape=invtriangle",
        NodeKind::Infeasible => ", style=dashed, color=gray",
        NodeKind::Subsumed => ", style=dotted",
        NodeKind::Waiting => ", style=dashed",
        NodeKind::End => ", peripheries=2",
        _ => "",
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_string();
    }
    let mut short: String = text.chars().take(LONGEST - 1).collect();
    short.push('…');
    short
}

/// For the inside of a quoted string.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\l"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
