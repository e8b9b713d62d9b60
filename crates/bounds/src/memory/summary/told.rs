//! What the walk tells those who look at it: its regions, which of them were
//! not walked again, and the sides that were impossible, with the reasons.
//!
//! Idea: the interpolants are there anyway; here they get the names of the
//! source: a symbol is called as the variable that it was read from. Source:
//! document 000, Figures 2 to 5, whose drawings show the same. Cost: a text per
//! side, only where somebody asked for it.

use super::parts::{Closed, Refused, Visit};
use super::sum::Bytes;
use super::value::{Base, State};
use super::walker::{Access, Key, Summary, Walker};
use ep_base::graph::{Kind, NodeId, Status};
use ep_base::memory::{Region, RegionKind, Visited, Visits, Walk};
use ep_base::outcome::Place;
use ep_explore::outcome::describe;
use ep_ir::debug::VarStorage;
use ep_ir::{Function, LocId, Module};
use ep_term::TermId;

/// Sides of one region that are told.
const MOST_CLOSED: usize = 32;
/// Highest points of one region that are told.
const MOST_HIGH: usize = 4;
/// Characters of a condition.
const LONGEST: usize = 240;

impl Walker<'_> {
    /// Notes that a side is impossible and why, for the pattern, and for those
    /// who look.
    pub fn close(&mut self, level: usize, st: &State, cond: TermId) {
        let reason = self.explain(level, st, &[cond]);
        if !self.parts.told {
            return;
        }
        let Some(visit) = self.open.last().copied() else {
            return;
        };
        let text = |list: &[TermId]| {
            let all: Vec<String> = list.iter().map(|t| self.cx.pool.infix(*t)).collect();
            shortened(all.join(" and "))
        };
        let closed = Closed {
            at: self.at,
            condition: text(&[cond]),
            reason: text(&reason),
        };
        if let Some(v) = self.visits.get_mut(visit) {
            if v.closed.len() < MOST_CLOSED && !v.closed.contains(&closed) {
                v.closed.push(closed);
            }
        }
    }

    /// Notes the highest points of a region.
    pub fn tell_high(&mut self, visit: usize, s: &Summary) {
        if !self.parts.told {
            return;
        }
        let high = s.high.iter().take(MOST_HIGH);
        let texts: Vec<String> = high.map(|c| self.text(&c.sum)).collect();
        if let Some(v) = self.visits.get_mut(visit) {
            v.high = texts;
        }
    }

    fn text(&mut self, b: &Bytes) -> String {
        let sum = b.sum(&mut self.cx.pool);
        let mut parts: Vec<String> = Vec::new();
        if sum.known != 0 || sum.terms.is_empty() {
            parts.push(sum.known.to_string());
        }
        for (t, k) in &sum.terms {
            let t = self.cx.pool.infix(*t);
            parts.push(match k {
                1 => t,
                k => format!("{k}*[{t}]"),
            });
        }
        shortened(parts.join(" + "))
    }

    /// What the source calls what a region finds at its entry.
    pub fn name_of(&self, level: usize, at: Access) -> String {
        let of = self.regions.get(level).map(|r| match r.key {
            Key::Call(f) | Key::Round(f, _) | Key::Rest(f, _) => f,
        });
        let function = of.and_then(|f| self.module.functions.get(f));
        let named = |f: &Function, is: &dyn Fn(&ep_ir::debug::LocalVar) -> bool| {
            let found = f.vars.iter().find(|v| is(v.1));
            found.map(|v| v.1.name.clone())
        };
        let name = match at {
            Access::Param(k) => function.and_then(|f| named(f, &|v| v.arg == k + 1)),
            Access::Reg(r) => function.and_then(|f| {
                named(
                    f,
                    &|v| matches!(v.storage, VarStorage::Register(x) if x == r),
                )
            }),
            Access::Cell(base, off) => {
                let object = match base {
                    Base::Global(g) => self.module.globals.get(g).map(|g| g.name.clone()),
                    Base::Entry(k) => {
                        let symbol = self
                            .regions
                            .get(level)
                            .and_then(|r| r.symbols.get(k as usize));
                        let at = symbol.map(|s| s.at).filter(|a| *a != at);
                        // A chain of cells is told by its last one.
                        at.filter(|a| !matches!(a, Access::Cell(..)))
                            .map(|a| self.name_of(level, a))
                    }
                    _ => None,
                };
                object.map(|o| match self.cx.pool.as_bv(off) {
                    Some(0) => o,
                    Some(n) => format!("{o}+{n}"),
                    None => format!("{o}+…"),
                })
            }
        };
        name.unwrap_or_else(|| "v".into())
    }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}

/// The visits as a graph, with their places.
pub fn regions(module: &Module, visits: &[Visit]) -> Visits {
    let mut out = Visits::default();
    let mut nodes: Vec<NodeId> = Vec::with_capacity(visits.len());
    for v in visits {
        let n = out.node(Visited::Region(Region {
            kind: region_kind(v),
            place: begin(module, v),
            refused: v.refused.map(word),
            highest: v.high.clone(),
        }));
        out.settle(n, Status::Unfolded);
        nodes.push(n);
        if let Some(outer) = v.within.and_then(|w| nodes.get(w)) {
            out.edge(*outer, n, met(v), None);
        }
        if let Some(old) = v.reused.and_then(|r| nodes.get(r)) {
            out.edge(n, *old, Kind::Subsumed(()), None);
        }
        for c in &v.closed {
            let side = out.node(Visited::Side {
                place: describe::place(module, c.at.0, c.at.1),
                condition: c.condition.clone(),
            });
            out.settle(side, Status::Infeasible(c.reason.clone()));
            out.edge(n, side, Kind::Fork(()), None);
        }
    }
    out
}

/// How a region was met inside the one around it.
fn met(v: &Visit) -> Kind<Walk> {
    match (v.reused, region_kind(v)) {
        (Some(_), RegionKind::Function) => Kind::Summary,
        (_, RegionKind::Function) => Kind::Call,
        (_, RegionKind::Round) => Kind::Step,
        (_, RegionKind::Rest) => Kind::Join,
    }
}

fn region_kind(v: &Visit) -> RegionKind {
    match v.round {
        None => RegionKind::Function,
        Some(true) => RegionKind::Round,
        Some(false) => RegionKind::Rest,
    }
}

/// Where a region begins.
fn begin(module: &Module, v: &Visit) -> Place {
    let function = module.functions.get(v.func);
    let own = function.map_or(LocId(0), |f| f.loc);
    let block = function.and_then(|f| f.blocks.get(v.block));
    let first = block.map_or(own, |b| b.insts.first().map_or(b.term_loc, |i| i.loc));
    let loc = match v.round {
        None => own,
        Some(_) => first,
    };
    describe::place(module, v.func, loc)
}

fn word(r: Refused) -> &'static str {
    match r {
        Refused::Shape => "other objects, or another aliasing",
        Refused::Interpolant => "a side that was impossible may be possible",
        Refused::Dominance => "another path may be higher",
        Refused::Witness => "the path of its witness is impossible here",
    }
}
