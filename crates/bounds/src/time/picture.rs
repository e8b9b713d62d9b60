//! The symbolic execution graph as a reader sees it.
//!
//! Idea: a state is told by the names of the source: what is known of its variables
//! beyond their types, the areas that pointers lead to with what lies in them, and
//! the loop that it is the head of. An edge says how one came there: by a case of
//! several, back to a head, into a recursive function, over the summary of one, out of
//! one, or where several ways meet. It has the cases that were chosen on its way
//! and what each variable becomes. Alternative: the states between the cuts as well;
//! they are not kept, since nothing is proved of them. Source: document 004, Figure 3.
//! Cost: linear in the graph, and what invariants that say something cost.

use super::arrival::{Held, Slot};
use super::cuts::Cut;
use super::engine::Engine;
use super::explore::{Arc, CutId, Graph, Target};
use super::sourced::{area_name, header_place, is_register};
use super::state::{Area, LoopKey};
use super::system::{names_at, slot_name};
use super::telling::telling;
use ep_base::graph::{Kind, NodeId, Status};
use ep_base::outcome::Place;
use ep_base::time::{self, GraphArea, GraphNode, GraphPointer, Text, Way};
use std::collections::{BTreeMap, BTreeSet};

/// The graph as text: the start, the cuts, and the ends. `loops` are those of the
/// report, in its order.
pub(super) fn picture(
    engine: &Engine<'_>,
    graph: &Graph,
    loops: &BTreeSet<LoopKey>,
) -> time::Graph {
    let mut out = time::Graph::default();
    let mut ends: BTreeMap<&str, NodeId> = BTreeMap::new();
    let mut cuts: BTreeMap<CutId, NodeId> = BTreeMap::new();
    let first = out.node(start(engine, graph));
    out.settle(first, Status::Unfolded);
    for (id, c) in graph.cuts.iter() {
        let node = out.node(state(engine, c, loops));
        out.settle(node, Status::Unfolded);
        cuts.insert(id, node);
    }
    let mut onward: BTreeMap<CutId, usize> = BTreeMap::new();
    for arc in &graph.arcs {
        if let (Target::Cut(c), false) = (&arc.target, closes(arc)) {
            *onward.entry(*c).or_default() += 1;
        }
    }
    for arc in &graph.arcs {
        let source = match arc.source {
            Some(c) => cuts.get(&c).copied(),
            None => Some(first),
        };
        let target = match arc.target {
            Target::Cut(c) => cuts.get(&c).copied(),
            Target::End(how) => Some(end(&mut out, &mut ends, how, Status::Unfolded)),
            Target::GaveUp => Some(end(&mut out, &mut ends, "not decided", Status::Waiting)),
        };
        let (Some(source), Some(target)) = (source, target) else {
            continue;
        };
        let way = way(engine, graph, arc);
        out.edge(source, target, kind(arc, &way, &onward), Some(way));
    }
    out
}

/// Whether a way leads back to a head: its target stands for more.
fn closes(arc: &Arc) -> bool {
    let own = matches!(arc.target, Target::Cut(c) if arc.source == Some(c));
    !arc.call && (own || arc.arrival.state.back_edge)
}

/// What a way is, by what says most of it.
fn kind(arc: &Arc, way: &Way, onward: &BTreeMap<CutId, usize>) -> Kind<Text> {
    let meet = |c: &CutId| onward.get(c).is_some_and(|n| *n > 1);
    match &arc.target {
        Target::Cut(_) if arc.call => Kind::Call,
        Target::Cut(_) if closes(arc) => Kind::Generalised(()),
        _ if !arc.calls.is_empty() => Kind::Summary,
        Target::End("return") => Kind::Return,
        Target::Cut(c) if meet(c) => Kind::Join,
        _ if !way.cases.is_empty() => Kind::Fork(()),
        _ => Kind::Step,
    }
}

/// What is executed on a way, in the names of its source.
fn way(engine: &Engine<'_>, graph: &Graph, arc: &Arc) -> Way {
    let cut = arc.source.and_then(|c| graph.cuts.get(c));
    let shown = names_at(engine, cut);
    let name = |s| shown.get(&s).cloned().unwrap_or_else(|| format!("{s}"));
    let mut becomes = Vec::new();
    if let Target::Cut(c) = arc.target {
        if let Some(cut) = graph.cuts.get(c) {
            let mu = cut.mu(&arc.arrival);
            for (slot, s) in cut.syms() {
                if let Some(f) = mu.get(&s) {
                    let to = slot_name(engine, &cut.key, &slot);
                    becomes.push(format!("{to} := {}", f.show(&name)));
                }
            }
        }
    }
    let mut chosen = super::facts::Facts::new();
    for (d, i) in &arc.arrival.state.cases {
        chosen.add(d, i);
    }
    Way {
        weight: arc.arrival.state.cost,
        cases: chosen.show(&name),
        becomes,
        exact: arc.arrival.state.exact,
    }
}

fn start(engine: &Engine<'_>, graph: &Graph) -> GraphNode {
    let shown = names_at(engine, None);
    let name = |s| shown.get(&s).cloned().unwrap_or_else(|| format!("{s}"));
    GraphNode {
        place: graph
            .start
            .top()
            .map(|f| header_place(engine, f.func, f.block))
            .unwrap_or_default(),
        values: (engine.inputs.iter())
            .map(|i| (i.parameter.name.clone(), name(i.sym)))
            .collect(),
        facts: graph.start.facts.show(&name),
        ..GraphNode::default()
    }
}

fn state(engine: &Engine<'_>, c: &Cut, loops: &BTreeSet<LoopKey>) -> GraphNode {
    let shown = names_at(engine, Some(c));
    let name = |s| shown.get(&s).cloned().unwrap_or_else(|| format!("{s}"));
    let facts = c.state(engine).facts.clone();
    let named = |s| !is_register(&name(s));
    let mut node = GraphNode {
        place: header_place(engine, c.key.func, c.key.block),
        facts: facts.show(&name),
        telling: telling(engine, c, &facts, &named).show(&name),
        head: loops
            .iter()
            .position(|k| *k == (c.key.path.clone(), c.key.func, c.key.block))
            .map(|n| n as u32),
        ..GraphNode::default()
    };
    let mut areas: Vec<Area> = Vec::new();
    for (slot, held) in &c.held {
        let variable = slot_name(engine, &c.key, slot);
        let value = match held {
            Held::Int { sym, .. } | Held::Node { sym, .. } | Held::Pointer { sym, .. } => {
                name(*sym)
            }
            Held::Truth(b) => u32::from(*b).to_string(),
            Held::Null => "null".to_owned(),
            Held::Function(f) => {
                let f = engine.module.functions.get(*f);
                f.map(|f| format!("&{}", f.name)).unwrap_or_default()
            }
            Held::Any => continue,
        };
        if let Held::Pointer { area, sym } = held {
            let number = numbered(&mut areas, *area);
            let only = facts.quick_range(&super::lin::Lin::var(*sym));
            let offset = match (only.lo, only.hi) {
                (Some(a), Some(b)) if a == b => a.to_string(),
                _ => "any offset".to_owned(),
            };
            node.pointers.push(GraphPointer {
                name: variable.clone(),
                area: number,
                offset,
            });
        }
        if let Slot::Cell(area, at) = slot {
            let number = numbered(&mut areas, *area) as usize;
            while node.areas.len() <= number {
                node.areas.push(GraphArea::default());
            }
            if let Some(a) = node.areas.get_mut(number) {
                a.cells.push((at.to_string(), value.clone()));
            }
        }
        if let Held::Node { family, .. } = held {
            let many = engine
                .families
                .get(*family)
                .is_some_and(|f| f.links.len() > 1);
            let what = if many { "a tree" } else { "a list" };
            node.memory.push(format!(
                "{variable} leads into {what}, of which {variable} nodes are left"
            ));
        }
        if !is_register(&variable) {
            node.values.push((variable, value));
        }
    }
    node.areas.resize(areas.len(), GraphArea::default());
    for (a, area) in node.areas.iter_mut().zip(areas) {
        a.name = area_name(engine, area);
    }
    for p in &node.pointers {
        let to = node.areas.get(p.area as usize).map_or("", |a| &a.name);
        node.memory
            .push(format!("{} leads to {to}, at {}", p.name, p.offset));
    }
    node
}

fn numbered(areas: &mut Vec<Area>, area: Area) -> u32 {
    let at = areas.iter().position(|a| *a == area);
    at.unwrap_or_else(|| {
        areas.push(area);
        areas.len() - 1
    }) as u32
}

fn end<'a>(
    out: &mut time::Graph,
    ends: &mut BTreeMap<&'a str, NodeId>,
    how: &'a str,
    status: Status<Text>,
) -> NodeId {
    *ends.entry(how).or_insert_with(|| {
        let node = out.node(GraphNode {
            place: Place::default(),
            end: Some(how.to_owned()),
            ..GraphNode::default()
        });
        out.settle(node, status);
        node
    })
}
