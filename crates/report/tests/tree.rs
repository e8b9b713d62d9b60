//! The tree as JSON and DOT. DOT is checked by a reader of its grammar (the
//! part of Graphviz's that the printer uses): statements, attribute lists and
//! quoted strings with their escapes.

mod common;

use common::place;
use ep_report::dot::dot;
use ep_report::tree::{Node, NodeKind, Tree, Variable};

fn node(id: u32, parent: Option<u32>, kind: NodeKind) -> Node {
    Node {
        id,
        parent,
        also_from: vec![],
        kind,
        place: place(id + 1, 3, "main"),
        source: "if (s[0] == '\"')".into(),
        branch: if id > 0 {
            "x \\ 2 > \"y\"".into()
        } else {
            String::new()
        },
        variables: vec![Variable {
            name: "x".into(),
            value: "a + 1".into(),
        }],
        condition: "true".into(),
        label: String::new(),
        outcome: if kind == NodeKind::End {
            "exit 0\nok".into()
        } else {
            String::new()
        },
    }
}

fn tree() -> Tree {
    let mut merge = node(3, Some(1), NodeKind::Merge);
    merge.also_from = vec![2];
    Tree {
        program: "a \"b\"\\.c".into(),
        arithmetic: "bits".into(),
        truncated: false,
        nodes: vec![
            node(0, None, NodeKind::Fork),
            node(1, Some(0), NodeKind::Step),
            node(2, Some(0), NodeKind::Step),
            merge,
            node(4, Some(3), NodeKind::End),
            node(5, Some(3), NodeKind::Infeasible),
        ],
    }
}

/// Tokens: identifiers, quoted strings, punctuation.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => {}
            '"' => {
                let mut string = String::from("\"");
                loop {
                    match chars.next() {
                        Some('"') => break,
                        Some('\\') => match chars.next() {
                            Some(e @ ('"' | '\\' | 'l')) => string.extend(['\\', e]),
                            other => return Err(format!("escape {other:?}")),
                        },
                        Some('\n') | None => return Err("open string".into()),
                        Some(c) => string.push(c),
                    }
                }
                out.push(string);
            }
            '-' if chars.peek() == Some(&'>') => {
                chars.next();
                out.push("->".into());
            }
            '{' | '}' | '[' | ']' | ';' | '=' | ',' => out.push(c.to_string()),
            c if c.is_alphanumeric() => {
                let mut word = c.to_string();
                while let Some(c) = chars.next_if(|c| c.is_alphanumeric()) {
                    word.push(c);
                }
                out.push(word);
            }
            c => return Err(format!("character {c:?}")),
        }
    }
    Ok(out)
}

/// Nodes and edges.
type Graph = (Vec<String>, Vec<(String, String)>);

/// Node statements and edges; an error when the grammar is broken.
fn read_dot(text: &str) -> Result<Graph, String> {
    let tokens = tokens(text)?;
    let mut at = tokens.iter().map(String::as_str);
    let mut expect = |want: &[&str]| -> Result<(), String> {
        for w in want {
            let got = at.next();
            if got != Some(w) {
                return Err(format!("{got:?} for {w}"));
            }
        }
        Ok(())
    };
    expect(&["digraph", "everypath", "{"])?;
    if tokens.last().map(String::as_str) != Some("}") {
        return Err("no end".into());
    }
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    let body = &tokens[3..tokens.len() - 1];
    for statement in body.split(|t| t == ";") {
        let (head, attributes) = match statement.iter().position(|t| t == "[") {
            Some(i) => (&statement[..i], &statement[i + 1..]),
            None => (statement, &[][..]),
        };
        if !attributes.is_empty() {
            let (last, list) = attributes.split_last().unwrap();
            if last != "]" {
                return Err("open attributes".into());
            }
            for pair in list.split(|t| t == ",") {
                if pair.len() != 3 || pair[1] != "=" {
                    return Err(format!("attribute {pair:?}"));
                }
            }
        }
        match head {
            [] => {}
            [word] if word == "node" || word == "edge" => {}
            [key, eq, _] if key == "label" && eq == "=" => {}
            [id] => nodes.push(id.clone()),
            [from, arrow, to] if arrow == "->" => edges.push((from.clone(), to.clone())),
            other => return Err(format!("statement {other:?}")),
        }
    }
    Ok((nodes, edges))
}

#[test]
fn dot_is_well_formed_and_complete() {
    let text = dot(&tree());
    let (nodes, edges) = read_dot(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(nodes, ["n0", "n1", "n2", "n3", "n4", "n5"]);
    assert_eq!(edges.len(), 6);
    assert!(edges.contains(&("n2".into(), "n3".into())));
    for (from, to) in &edges {
        assert!(nodes.contains(from) && nodes.contains(to));
    }
    // The reader sees damage.
    assert!(read_dot(&text.replace("\\\"", "\"")).is_err());
}

#[test]
fn json_is_read_back() {
    let tree = tree();
    let back: Tree = serde_json::from_str(&tree.json().unwrap()).unwrap();
    assert_eq!(back, tree);
    assert_eq!(tree.check(), Ok(()));
    let leaves: Vec<u32> = tree.leaves().iter().map(|n| n.id).collect();
    assert_eq!(leaves, [4, 5]);
}

#[test]
fn broken_trees_are_told() {
    let mut later = tree();
    later.nodes[1].parent = Some(3);
    assert!(later.check().unwrap_err().contains("later parent"));
    let mut two = tree();
    two.nodes[2].parent = None;
    assert!(two.check().unwrap_err().contains("root"));
}

#[test]
fn the_ending_chooses_the_format() {
    let dir = tempfile::tempdir().unwrap();
    let tree = tree();
    tree.write(&dir.path().join("t.dot")).unwrap();
    tree.write(&dir.path().join("t.json")).unwrap();
    let read = |n| std::fs::read_to_string(dir.path().join(n)).unwrap();
    assert!(read("t.dot").starts_with("digraph"));
    assert!(read("t.json").starts_with('{'));
    let e = tree.write(&dir.path().join("t.svg")).unwrap_err();
    assert_eq!(e.exit, ep_base::ExitCode::BadInput);
}
