//! The symbolic execution graph as a drawing and as Graphviz text.
//!
//! Idea: a state stands one row below the first state that leads to it, so
//! that edges which go on point down and generalisations point back up, dashed. A
//! state shows what is known in it beyond its types, the areas of memory as boxes of
//! their own with an arrow from each pointer, and whether its loop is proved to end;
//! an edge shows the cases that were chosen on it. Of many states in one row, some
//! stand below, so that a drawing is never wider than a few screens, and in a large one
//! each state names those that it leads to, as links. Alternative: a layout that
//! minimises crossings; it is not needed to read a lasso. Cost: linear.

use super::short;
use crate::frame::escaped;
use ep_base::entity::EntityId;
use ep_base::graph::{Edge, Kind};
use ep_base::time::{Graph, GraphNode, Loop, LoopVerdict, Text};
use ep_base::words::count;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;

const WIDTH: usize = 230;
const LINE: usize = 15;
const GAP: usize = 40;
/// Letters of a line, and lines of facts.
const LETTERS: usize = 34;
const FACTS: usize = 6;
/// States side by side.
const SIDE: usize = 8;
/// From so many states on an arrow alone is not followed: links are.
const LARGE: usize = 40;
/// Links of a state.
const LINKS: usize = 8;

/// The beginning of a text that is too long.
fn cut(text: &str, letters: usize) -> String {
    match text.chars().count() > letters {
        false => text.to_owned(),
        true => text.chars().take(letters - 1).chain(['…']).collect(),
    }
}

/// Row and column of each state.
fn layout(g: &Graph) -> Vec<(usize, usize)> {
    let n = g.len();
    let mut row = vec![usize::MAX; n];
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); n];
    for e in g.edges() {
        if let Some(list) = next.get_mut(e.from.index()) {
            list.push(e.to.index());
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
    // A row of many states is several.
    let mut first = vec![0];
    for c in &columns {
        let last = first.last().copied().unwrap_or(0);
        first.push(last + c.div_ceil(SIDE));
    }
    for (r, c) in &mut out {
        *r = first.get(*r).copied().unwrap_or(0) + *c / SIDE;
        *c %= SIDE;
    }
    out
}

/// The states that each leads to, without itself, where the graph is large.
fn leads(g: &Graph) -> Vec<Vec<usize>> {
    let mut out = vec![Vec::new(); g.len()];
    if g.len() < LARGE {
        return out;
    }
    for e in g.edges() {
        if let Some(to) = out.get_mut(e.from.index()) {
            if e.to != e.from && !to.contains(&e.to.index()) {
                to.push(e.to.index());
            }
        }
    }
    out
}

/// Links to states, as a line of a drawing.
fn links(to: &[usize]) -> String {
    let mut s = String::from("to ");
    for t in to.iter().take(LINKS) {
        let _ = write!(s, "<a href=\"#s{t}\">{t}</a> ");
    }
    if to.len() > LINKS {
        let _ = write!(s, "and {} more", to.len() - LINKS);
    }
    s.trim_end().to_owned()
}

/// What stands in a state, above its areas.
fn lines(i: usize, n: &GraphNode, loops: &[Loop]) -> Vec<String> {
    // Where a run ends there is no place, only how.
    if let Some(how) = &n.end {
        return vec![format!("{i}  {how}")];
    }
    let ends = match verdict(n, loops) {
        Some(LoopVerdict::Terminates) => "  ✓ loop ends",
        Some(LoopVerdict::DoesNotTerminate) => "  ∞ loop stays",
        Some(LoopVerdict::Unknown { .. }) => "  ? loop open",
        _ => "",
    };
    let at = match n.place.line {
        0 => "start".to_owned(),
        _ => short(&n.place),
    };
    let mut out = vec![format!("{i}  {at}{ends}")];
    let facts = match n.head.is_some() || !n.telling.is_empty() {
        true => &n.telling,
        false => &n.facts,
    };
    out.extend(facts.iter().take(FACTS).cloned());
    if facts.len() > FACTS {
        out.push(format!("and {} more", facts.len() - FACTS));
    }
    // Equations between a variable and itself say nothing.
    let values = n.values.iter().filter(|(k, v)| k != v);
    out.extend(values.take(FACTS).map(|(k, v)| format!("{k} = {v}")));
    if n.areas.is_empty() {
        out.extend(n.memory.iter().take(FACTS).cloned());
    }
    out.iter().map(|l| cut(l, LETTERS)).collect()
}

fn verdict<'a>(n: &GraphNode, loops: &'a [Loop]) -> Option<&'a LoopVerdict> {
    n.head
        .and_then(|h| loops.get(h as usize))
        .map(|l| &l.verdict)
}

/// The height of a state.
fn height(i: usize, n: &GraphNode, loops: &[Loop], to: &[usize]) -> usize {
    let areas = n.areas.iter().map(|a| (2 + a.cells.len()) * LINE);
    let lines = lines(i, n, loops).len() + usize::from(!to.is_empty());
    12 + lines * LINE + areas.sum::<usize>()
}

/// The areas of a state as boxes in it, with an arrow from each pointer.
fn areas(s: &mut String, n: &GraphNode, x: usize, top: usize) {
    let left = x + WIDTH / 2 - 20;
    let width = WIDTH / 2 + 12;
    let mut y = top;
    let mut heads = Vec::new();
    for a in &n.areas {
        let h = (1 + a.cells.len()) * LINE + 6;
        let _ = writeln!(
            s,
            "<g class=\"area\"><rect x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"{h}\"/><text x=\"{}\" y=\"{}\">{}</text>",
            left + 5,
            y + LINE - 2,
            escaped(&cut(&a.name, 17))
        );
        for (k, (at, value)) in a.cells.iter().enumerate() {
            let _ = writeln!(
                s,
                "<text x=\"{}\" y=\"{}\">[{}] {}</text>",
                left + 5,
                y + LINE * (k + 2) - 2,
                escaped(at),
                escaped(&cut(value, 13))
            );
        }
        s.push_str("</g>\n");
        heads.push(y + LINE / 2);
        y += (2 + a.cells.len()) * LINE;
    }
    let mut drawn: BTreeMap<u32, usize> = BTreeMap::new();
    for p in &n.pointers {
        let Some(y) = heads.get(p.area as usize) else {
            continue;
        };
        let row = drawn.entry(p.area).or_default();
        let y = y + *row * LINE;
        *row += 1;
        let text = cut(&format!("{} +{}", p.name, p.offset), 12);
        let _ = writeln!(
            s,
            "<text class=\"pointer\" x=\"{}\" y=\"{}\">{}</text>\
             <path class=\"pointer\" marker-end=\"url(#head)\" d=\"M{} {} L{left} {}\"><title>{} leads to {} at {}</title></path>",
            x + 6,
            y + 4,
            escaped(&text),
            x + 8 + 7 * text.chars().count(),
            y,
            y,
            escaped(&p.name),
            escaped(n.areas.get(p.area as usize).map_or("", |a| &a.name)),
            escaped(&p.offset)
        );
    }
}

/// What an edge shows: its cases, what it weighs, and more where it is pointed at.
fn told(e: &Edge<Text>) -> (String, String) {
    let Some(way) = &e.label else {
        return Default::default();
    };
    let weight = match way.weight {
        0 => String::new(),
        n => format!("[{n}]"),
    };
    let shown = match way.cases.is_empty() {
        true => weight,
        false => format!("{} {weight}", cut(&way.cases.join(", "), LETTERS)),
    };
    let all = format!(
        "{}{}{}{}",
        how(&e.kind).map_or(String::new(), |h| format!("{h}\n")),
        match way.weight {
            0 => String::new(),
            n => format!("{}\n", count(n, "instruction")),
        },
        match way.cases.is_empty() {
            true => String::new(),
            false => format!("where {}\n", way.cases.join(" and ")),
        },
        // What stays as it is is left out.
        (way.becomes.iter())
            .filter(|l| l.split_once(" := ").is_none_or(|(a, b)| a != b))
            .cloned()
            .collect::<Vec<_>>()
            .join("\n")
    );
    (shown.trim().to_owned(), all.trim().to_owned())
}

/// What cannot be seen of an edge otherwise.
fn how(kind: &Kind<Text>) -> Option<&'static str> {
    match kind {
        Kind::Call => Some("into the function"),
        Kind::Summary => Some("over the summary of a call"),
        Kind::Join => Some("several ways meet"),
        _ => None,
    }
}

/// The classes of an edge in the drawing.
fn class(kind: &Kind<Text>) -> &'static str {
    match kind {
        Kind::Generalised(()) | Kind::Subsumed(()) => "edge general",
        Kind::Fork(()) => "edge refine",
        Kind::Call => "edge call",
        _ => "edge",
    }
}

/// An SVG element. `loops` say which states are the heads of proved loops.
pub fn svg(g: &Graph, loops: &[Loop]) -> String {
    let at = layout(g);
    let rows = at.iter().map(|p| p.0 + 1).max().unwrap_or(0);
    let columns = at.iter().map(|p| p.1 + 1).max().unwrap_or(0);
    let mut tall = vec![0; rows];
    let to = leads(g);
    let own: Vec<usize> = (g.nodes().zip(&to))
        .map(|((i, n), to)| height(i.index(), &n.state, loops, to))
        .collect();
    for (p, h) in at.iter().zip(&own) {
        if let Some(t) = tall.get_mut(p.0) {
            *t = (*t).max(*h);
        }
    }
    let mut tops = vec![GAP];
    for t in &tall {
        let last = tops.last().copied().unwrap_or(GAP);
        tops.push(last + t + 2 * GAP);
    }
    let (w, h) = (
        columns * (WIDTH + 2 * GAP) + 2 * GAP,
        tops.last().copied().unwrap_or(GAP),
    );
    let x = |i: usize| GAP + at.get(i).map_or(0, |p| p.1) * (WIDTH + 2 * GAP);
    let y = |i: usize| {
        at.get(i)
            .and_then(|p| tops.get(p.0))
            .copied()
            .unwrap_or(GAP)
    };
    let high = |i: usize| own.get(i).copied().unwrap_or(0);
    let mut s = format!(
        "<svg id=\"graph\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\n\
         <defs><marker id=\"head\" markerWidth=\"8\" markerHeight=\"8\" refX=\"7\" refY=\"3\" orient=\"auto\">\
         <path d=\"M0 0 L7 3 L0 6 Z\"/></marker></defs>\n"
    );
    let mut leaving: BTreeMap<usize, usize> = BTreeMap::new();
    let mut left: BTreeMap<usize, usize> = BTreeMap::new();
    for e in g.edges() {
        *leaving.entry(e.from.index()).or_default() += 1;
    }
    let mut labels = String::new();
    for e in g.edges() {
        let (a, b) = (e.from.index(), e.to.index());
        let back = y(b) <= y(a);
        let class = class(&e.kind);
        let number = left.entry(a).or_default();
        *number += 1;
        let of = leaving.get(&a).copied().unwrap_or(1) + 1;
        let (x1, x2) = (x(a) + WIDTH * *number / of, x(b) + WIDTH / 2);
        let (y1, y2) = (y(a) + high(a), y(b));
        // What goes back leaves and arrives at the right, around the states
        // between: a straight line would lie behind them.
        let (line, lx, ly) = match back {
            false => (
                format!("M{x1} {y1} L{x2} {y2}"),
                (x1 + x2) / 2 + 4,
                y1 + 12 * *number + 4,
            ),
            true => {
                let (r1, r2) = (x(a) + WIDTH, x(b) + WIDTH);
                let out = r1.max(r2) + 2 * GAP - 6;
                let (m1, m2) = (y(a) + high(a) * 2 / 3, y(b) + high(b) / 3);
                (
                    format!("M{r1} {m1} C{out} {m1} {out} {m2} {r2} {m2}"),
                    r1 + 6,
                    m1 + 12 * *number,
                )
            }
        };
        let (shown, all) = told(e);
        let _ = writeln!(
            s,
            "<path class=\"{class}\" marker-end=\"url(#head)\" d=\"{line}\"><title>{}</title></path>",
            escaped(&all)
        );
        if !shown.is_empty() {
            let _ = writeln!(
                labels,
                "<text class=\"case\" x=\"{lx}\" y=\"{ly}\">{}<title>{}</title></text>",
                escaped(&shown),
                escaped(&all)
            );
        }
    }
    for (i, ((_, n), to)) in g.nodes().zip(&to).enumerate() {
        let n = &n.state;
        let values = n.values.iter().filter(|(k, v)| k != v);
        let values: Vec<String> = values.map(|(k, v)| format!("{k} = {v}")).collect();
        let all = [values.join("\n"), n.facts.join("\n"), n.memory.join("\n")].join("\n");
        let class = match verdict(n, loops) {
            Some(LoopVerdict::Terminates) => "state proved",
            Some(_) => "state open",
            None => "state",
        };
        let _ = writeln!(
            s,
            "<g class=\"{class}\" id=\"s{i}\"><rect x=\"{}\" y=\"{}\" width=\"{WIDTH}\" height=\"{}\"/>\
             <title>{}</title>",
            x(i),
            y(i),
            high(i),
            escaped(all.trim())
        );
        let shown = lines(i, n, loops);
        for (k, t) in shown.iter().enumerate() {
            let _ = writeln!(
                s,
                "<text x=\"{}\" y=\"{}\">{}</text>",
                x(i) + 6,
                y(i) + LINE * (k + 1),
                escaped(t)
            );
        }
        let mut below = shown.len();
        if !to.is_empty() {
            below += 1;
            let (x, y) = (x(i) + 6, y(i) + LINE * below);
            let _ = writeln!(s, "<text x=\"{x}\" y=\"{y}\">{}</text>", links(to));
        }
        areas(&mut s, n, x(i), y(i) + LINE * (below + 1) - 4);
        s.push_str("</g>\n");
    }
    s.push_str(&labels);
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
    for (i, (_, n)) in g.nodes().enumerate() {
        let n = &n.state;
        let values = n.values.iter().filter(|(k, v)| k != v);
        let values: Vec<String> = values.map(|(k, v)| format!("{k} = {v}")).collect();
        let first = n.end.clone().unwrap_or_else(|| short(&n.place));
        let text = [vec![first], values, n.facts.clone()].concat().join("\n");
        let _ = writeln!(s, "  s{i} [label=\"{}\"];", quoted(&text));
    }
    for e in g.edges() {
        let style = match e.kind {
            Kind::Generalised(()) | Kind::Subsumed(()) => ", style=dashed",
            Kind::Fork(()) => ", style=dotted",
            Kind::Call => ", style=bold",
            _ => "",
        };
        let mut label = String::new();
        if let Some(way) = &e.label {
            let all: Vec<&str> = (way.cases.iter().chain(&way.becomes))
                .map(String::as_str)
                .collect();
            label = all.join(", ");
            if way.weight > 0 {
                let _ = write!(label, " [{}]", way.weight);
            }
        }
        let _ = writeln!(
            s,
            "  s{} -> s{} [label=\"{}\"{style}];",
            e.from.index(),
            e.to.index(),
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
    use ep_base::time::{GraphNode, Way};

    #[test]
    fn rounds_go_around_and_ends_say_how() {
        let node = |line, end: Option<&str>| GraphNode {
            place: Place {
                file: "a.c".into(),
                line,
                ..Place::default()
            },
            end: end.map(str::to_owned),
            ..GraphNode::default()
        };
        let way = Way {
            weight: 7,
            cases: vec!["x > 0".into()],
            becomes: Vec::new(),
            exact: true,
        };
        let mut g = Graph::default();
        let [a, b, c] = [node(1, None), node(2, None), node(0, Some("return"))].map(|n| g.node(n));
        g.edge(a, b, Kind::Call, Some(way.clone()));
        g.edge(b, b, Kind::Generalised(()), Some(way.clone()));
        g.edge(b, c, Kind::Return, Some(way));
        assert!(dot(&g).contains("s0 -> s1 [label=\"x > 0 [7]\", style=bold]"));
        let s = svg(&g, &[]);
        let general = s.lines().find(|l| l.contains("class=\"edge general\""));
        assert!(general.is_some_and(|l| l.contains("d=\"M270 ")), "{s}");
        assert!(
            s.contains("<title>into the function\n7 instructions"),
            "{s}"
        );
        assert!(
            s.contains("class=\"case\"") && s.contains(">x &gt; 0 [7]<"),
            "{s}"
        );
        assert!(s.contains("2  return") && !s.contains("a.c:0"), "{s}");
        assert!(dot(&g).contains("s2 [label=\"return\"]"));
    }
}
