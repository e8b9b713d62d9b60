//! The walk with summaries: which regions were walked, which had the summary
//! of an earlier visit used, why one could not be, and what was impossible.
//!
//! Idea: an outline by nesting, in the order of the walk; visits in a row that
//! used one summary are one line, which is what keeps thousands of rounds
//! readable. Source: document 000, Figures 2 to 5. Alternative: a drawing with
//! an edge per use, which nobody can follow from some fifty nodes on. Cost: a
//! line per visit that was walked.

use ep_base::graph::{Kind, NodeId, Status};
use ep_base::memory::{Region, RegionKind, Visited, Visits};
use ep_base::outcome::Place;
use ep_report::frame::escaped;
use ep_report::memory::short;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lines that are written.
const MOST: usize = 4_000;
/// Nesting beyond this is not drawn as such.
const DEEPEST: usize = 30;

/// A visit, by the numbers of visits.
struct Visit<'a> {
    region: &'a Region,
    within: Option<usize>,
    reused: Option<usize>,
    impossible: Vec<Impossible<'a>>,
}

/// A side that no run takes there.
struct Impossible<'a> {
    place: &'a Place,
    condition: &'a str,
    reason: &'a str,
}

/// Visits that are one line: the first, how many, and how deep.
struct Line {
    first: usize,
    count: usize,
    depth: usize,
}

/// The outline of the regions of one entry, which is the `n`th.
pub fn outline(h: &mut String, graph: &Visits, n: usize) {
    let list = visits(graph);
    if list.is_empty() {
        return;
    }
    let used = list.iter().filter(|r| r.reused.is_some()).count();
    let sides: usize = list.iter().map(|r| r.impossible.len()).sum();
    let _ = write!(
        h,
        "<h3>Regions</h3><p>{} visits, {used} of which used the summary of an earlier one; {sides} sides were impossible.</p><div class=regions>",
        list.len()
    );
    let lines = lines(&list);
    for l in lines.iter().take(MOST) {
        if let Some(v) = list.get(l.first) {
            line(h, v, l, n);
        }
    }
    if lines.len() > MOST {
        let _ = write!(h, "<div>and {} more</div>", lines.len() - MOST);
    }
    h.push_str("</div>");
}

/// The visits in their order, each with what its edges say.
fn visits(graph: &Visits) -> Vec<Visit<'_>> {
    let mut numbers: BTreeMap<NodeId, usize> = BTreeMap::new();
    let mut out = Vec::new();
    let mut met: BTreeMap<NodeId, NodeId> = BTreeMap::new();
    for (id, node) in graph.nodes() {
        let Visited::Region(region) = &node.state else {
            continue;
        };
        numbers.insert(id, out.len());
        let mut visit = Visit {
            region,
            within: met.get(&id).and_then(|n| numbers.get(n)).copied(),
            reused: None,
            impossible: Vec::new(),
        };
        for e in graph.leaving(id) {
            if let Kind::Subsumed(()) = e.kind {
                visit.reused = numbers.get(&e.to).copied();
                continue;
            }
            let Some(to) = graph.get(e.to) else { continue };
            match (&to.state, &to.status) {
                (Visited::Side { place, condition }, Status::Infeasible(reason)) => {
                    visit.impossible.push(Impossible {
                        place,
                        condition,
                        reason,
                    });
                }
                _ => {
                    met.insert(e.to, id);
                }
            }
        }
        out.push(visit);
    }
    out
}

fn lines(list: &[Visit<'_>]) -> Vec<Line> {
    let mut depths: Vec<usize> = Vec::with_capacity(list.len());
    let mut out: Vec<Line> = Vec::new();
    for (i, v) in list.iter().enumerate() {
        let depth = v.within.and_then(|w| depths.get(w)).map_or(0, |d| d + 1);
        depths.push(depth);
        let last = out.last_mut().filter(|l| {
            let Some(f) = list.get(l.first) else {
                return false;
            };
            let what = |v: &Visit<'_>| (v.region.kind, v.within, v.reused);
            v.reused.is_some() && what(f) == what(v) && f.region.place == v.region.place
        });
        match last {
            Some(l) => l.count += 1,
            None => out.push(Line {
                first: i,
                count: 1,
                depth,
            }),
        }
    }
    out
}

fn line(h: &mut String, v: &Visit<'_>, l: &Line, n: usize) {
    let r = v.region;
    let depth = l.depth.min(DEEPEST);
    let name = match r.kind {
        RegionKind::Function => r.place.function.clone(),
        RegionKind::Round => format!("{} of the loop", r.kind.word()),
        RegionKind::Rest => format!("{} behind", r.kind.word()),
    };
    let _ = write!(
        h,
        "<div id=\"v{n}-{0}\" style=\"--d:{depth}\"><i>#{0}</i>{1} {2}",
        l.first,
        escaped(&name),
        escaped(&short(&r.place))
    );
    match (v.reused, r.refused) {
        (Some(of), _) => {
            let times = match l.count {
                1 => String::new(),
                n => format!(" ({n} visits)"),
            };
            let _ = write!(
                h,
                " <span class=used>uses the summary of <a href=\"#v{n}-{of}\">#{of}</a>{times}</span>"
            );
        }
        (None, Some(why)) => {
            let _ = write!(h, " <span class=anew>walked again: {why}</span>");
        }
        (None, None) => h.push_str(" walked"),
    }
    if !r.highest.is_empty() {
        let _ = write!(
            h,
            ", highest <code>{}</code>",
            escaped(&r.highest.join(" or "))
        );
    }
    if !v.impossible.is_empty() {
        let _ = write!(
            h,
            " <details class=more><summary>{} impossible</summary><ul>",
            v.impossible.len()
        );
        for i in &v.impossible {
            let _ = write!(
                h,
                "<li>{}: <code>{}</code>",
                escaped(&short(i.place)),
                escaped(i.condition)
            );
            if !i.reason.is_empty() && i.reason != i.condition {
                let _ = write!(h, ", together with <code>{}</code>", escaped(i.reason));
            }
        }
        h.push_str("</ul></details>");
    }
    h.push_str("</div>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(kind: RegionKind) -> Visited {
        Visited::Region(Region {
            kind,
            place: Place {
                file: "a.c".into(),
                line: 7,
                function: "f".into(),
                ..Place::default()
            },
            refused: None,
            highest: Vec::new(),
        })
    }

    #[test]
    fn many_uses_of_one_summary_are_one_line() {
        let mut g = Visits::default();
        let f = g.node(region(RegionKind::Function));
        let first = g.node(region(RegionKind::Round));
        g.edge(f, first, Kind::Step, None);
        for i in 0..2_001 {
            let again = g.node(region(RegionKind::Round));
            g.edge(f, again, Kind::Step, None);
            let of = if i < 2_000 { first } else { f };
            g.edge(again, of, Kind::Subsumed(()), None);
        }
        let mut h = String::new();
        outline(&mut h, &g, 0);
        assert!(h.contains("(2000 visits)"), "{h}");
        assert_eq!(h.matches("<div id=").count(), 4, "{h}");
        assert!(h.contains("<a href=\"#v0-1\">#1</a>"), "{h}");
        assert_eq!(h.matches("--d:1").count(), 3, "{h}");
    }

    #[test]
    fn reasons_are_told_and_escaped() {
        let mut g = Visits::default();
        let f = g.node(region(RegionKind::Function));
        let side = g.node(Visited::Side {
            place: Place::default(),
            condition: "x < 3".into(),
        });
        g.settle(side, Status::Infeasible("x >= 9".into()));
        g.edge(f, side, Kind::Fork(()), None);
        let mut h = String::new();
        outline(&mut h, &g, 0);
        assert!(
            h.contains("<code>x &lt; 3</code>, together with <code>x &gt;= 9</code>"),
            "{h}"
        );
        assert!(h.contains("1 sides were impossible"), "{h}");
    }
}
