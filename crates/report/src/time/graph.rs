//! The symbolic execution graph as a drawing and as Graphviz text.
//!
//! Idea: a state stands one row below the first state that leads to it, so
//! that edges which go on point down and generalisations point back up, dashed.
//! Alternative: a layout that minimises crossings; it is not needed to read a
//! lasso. Cost: linear.

use super::short;
use ep_base::time::{EdgeKind, Graph};
use std::collections::VecDeque;
use std::fmt::Write;

const WIDTH: usize = 190;
const HEIGHT: usize = 64;
const GAP: usize = 26;

/// Text that may stand in HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Row and column of each state.
fn layout(g: &Graph) -> Vec<(usize, usize)> {
    let n = g.nodes.len();
    let mut row = vec![usize::MAX; n];
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); n];
    for e in &g.edges {
        if let Some(list) = next.get_mut(e.source as usize) {
            list.push(e.target as usize);
        }
    }
    let mut columns: Vec<usize> = Vec::new();
    let mut out = vec![(0, 0); n];
    for start in 0..n {
        if row[start] != usize::MAX {
            continue;
        }
        row[start] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(i) = queue.pop_front() {
            let r = row[i];
            if columns.len() <= r {
                columns.resize(r + 1, 0);
            }
            out[i] = (r, columns[r]);
            columns[r] += 1;
            for &t in &next[i] {
                if row.get(t) == Some(&usize::MAX) {
                    row[t] = r + 1;
                    queue.push_back(t);
                }
            }
        }
    }
    out
}

/// An SVG element.
pub fn svg(g: &Graph) -> String {
    let at = layout(g);
    let rows = at.iter().map(|p| p.0 + 1).max().unwrap_or(0);
    let columns = at.iter().map(|p| p.1 + 1).max().unwrap_or(0);
    let (w, h) = (columns * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP);
    let x = |i: usize| GAP + at.get(i).map_or(0, |p| p.1) * (WIDTH + GAP);
    let y = |i: usize| GAP + at.get(i).map_or(0, |p| p.0) * (HEIGHT + GAP);
    let mut s = format!(
        "<svg id=\"graph\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\n"
    );
    for e in &g.edges {
        let (a, b) = (e.source as usize, e.target as usize);
        let back = y(b) <= y(a);
        let class = match e.kind {
            EdgeKind::Generalise => "edge general",
            EdgeKind::Refine => "edge refine",
            EdgeKind::Step => "edge",
        };
        let (x1, x2) = (x(a) + WIDTH / 2, x(b) + WIDTH / 2);
        let (y1, y2) = (y(a) + HEIGHT, y(b));
        // What goes back leaves and arrives at the right, around the states
        // between: a straight line would lie behind them.
        let line = match back {
            false => format!("M{x1} {y1} L{x2} {y2}"),
            true => {
                let (r1, r2) = (x(a) + WIDTH, x(b) + WIDTH);
                let out = r1.max(r2) + GAP - 4;
                let (m1, m2) = (y(a) + HEIGHT * 2 / 3, y(b) + HEIGHT / 3);
                format!("M{r1} {m1} C{out} {m1} {out} {m2} {r2} {m2}")
            }
        };
        let _ = writeln!(
            s,
            "<path class=\"{class}\" d=\"{line}\"><title>{} {}</title></path>",
            match e.weight {
                0 => String::new(),
                n => format!("{n} instructions"),
            },
            escaped(&e.label.join(", "))
        );
    }
    for (i, n) in g.nodes.iter().enumerate() {
        let values: Vec<String> = n.values.iter().map(|(k, v)| format!("{k} = {v}")).collect();
        let all = [values.join("\n"), n.facts.join("\n"), n.memory.join("\n")].join("\n");
        let _ = writeln!(
            s,
            "<g class=\"state\"><rect x=\"{}\" y=\"{}\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\
             <title>{}</title>",
            x(i),
            y(i),
            escaped(all.trim())
        );
        // Where a run ends there is no place, only how.
        let lines = match &n.end {
            Some(how) => [Some(format!("{i}  {how}")), None],
            None => [
                Some(format!("{i}  {}", short(&n.place))),
                values.first().cloned(),
            ],
        };
        for (k, t) in lines
            .into_iter()
            .flatten()
            .chain(values.get(1).cloned())
            .take(3)
            .enumerate()
        {
            let t: String = t.chars().take(26).collect();
            let _ = writeln!(
                s,
                "<text x=\"{}\" y=\"{}\">{}</text>",
                x(i) + 6,
                y(i) + 17 + 18 * k,
                escaped(&t)
            );
        }
        s.push_str("</g>\n");
    }
    s.push_str("</svg>\n");
    s
}

/// Graphviz text.
pub fn dot(g: &Graph) -> String {
    let quoted = |t: &str| {
        t.replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace('\n', "\\n")
    };
    let mut s = String::from("digraph time {\n  node [shape=box];\n");
    for (i, n) in g.nodes.iter().enumerate() {
        let values: Vec<String> = n.values.iter().map(|(k, v)| format!("{k} = {v}")).collect();
        let first = n.end.clone().unwrap_or_else(|| short(&n.place));
        let text = [vec![first], values, n.facts.clone()].concat().join("\n");
        let _ = writeln!(s, "  s{i} [label=\"{}\"];", quoted(&text));
    }
    for e in &g.edges {
        let style = match e.kind {
            EdgeKind::Generalise => ", style=dashed",
            EdgeKind::Refine => ", style=dotted",
            EdgeKind::Step => "",
        };
        let mut label = e.label.join(", ");
        if e.weight > 0 {
            let _ = write!(label, " [{}]", e.weight);
        }
        let _ = writeln!(
            s,
            "  s{} -> s{} [label=\"{}\"{style}];",
            e.source,
            e.target,
            quoted(label.trim())
        );
    }
    s.push_str("}\n");
    s
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::Place;
    use ep_base::time::{GraphEdge, GraphNode};

    #[test]
    fn rounds_go_around_and_ends_say_how() {
        let node = |line, end: Option<&str>| GraphNode {
            place: Place {
                file: "a.c".into(),
                line,
                ..Place::default()
            },
            values: Vec::new(),
            facts: Vec::new(),
            memory: Vec::new(),
            end: end.map(str::to_owned),
        };
        let edge = |source, target, kind| GraphEdge {
            source,
            target,
            kind,
            weight: 7,
            label: Vec::new(),
            exact: true,
        };
        let g = Graph {
            nodes: vec![node(1, None), node(2, None), node(0, Some("return"))],
            edges: vec![
                edge(0, 1, EdgeKind::Step),
                edge(1, 1, EdgeKind::Generalise),
                edge(1, 2, EdgeKind::Step),
            ],
        };
        let s = svg(&g);
        assert!(s.contains("class=\"edge general\" d=\"M216 "), "{s}");
        assert!(s.contains("2  return") && !s.contains("a.c:0"), "{s}");
        assert!(dot(&g).contains("s2 [label=\"return\"]"));
    }
}
